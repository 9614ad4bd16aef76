"""Matches judged in the background: shown how far, ended at once, never while a tournament match is open."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.hints.adviser import NO_NET
from companion.journal.lines import event_lines
from companion.journal.store import new_uid
from companion.journal.summary import New
from companion.service import TableService
from companion.service.analysing import Analysing, has_idle_cores
from companion.service.analysing_process import Judging
from companion.service.archive import NotInArchiveError
from tests.journal.scripts import WALL, session
from tests.service.playing import MONEY, running
from tests.waiting import wait_until

TOURNAMENT = {"ends_by": "button", "illegal_plays": "condone", "tournament": True}
NOWHERE = ("/no/such/program",)
FAILS = (sys.executable, "-c", "import json, sys; print(json.dumps({'failed': sys.argv[1]})); sys.exit(1)", NO_NET)


class Commands:
    """Starts children that judge by the race alone, and remembers for which matches."""

    def __init__(self, *more: str, instead: Sequence[str] = ()) -> None:
        self.more, self.instead = more, instead
        self.begun: list[int] = []

    def __call__(self, folder: Path, number: int) -> Sequence[str]:
        self.begun.append(number)
        child = (sys.executable, "-m", "tests.service.pip_child", str(folder), str(number), *self.more)
        return self.instead or child


@contextmanager
def analysing(service: TableService, folder: Path, commands: Commands, *, idle: bool = True) -> Iterator[Analysing]:
    one = Analysing(folder, service.archive, service.view, commands, lambda _own: idle)
    try:
        yield one
    finally:
        one.stop()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[TableService]:
    with running(tmp_path) as one:
        yield one


def put(service: TableService, name: str = "cube_and_drop") -> int:
    agreement, stored, table = session(name)
    lines = event_lines([one.event for one in stored], [one.wall for one in stored])
    new = New(new_uid(), "mat", WALL)
    return int(service._in_journal(lambda journal: journal.put(new, agreement, lines, table)))


def post(service: TableService, event: str, **fields: Any) -> None:
    answer = service.post({"event": event, **fields}, "test")
    assert answer.ok, answer.message


def begin(service: TableService, **more: Any) -> int:
    """Begin a match and play a turn of it; return its number."""
    answer = service.new_match({**MONEY, **more}, "test")
    assert answer.ok, answer.message
    for player, die in (("white", 3), ("black", 1)):
        post(service, "throw_entered", player=player, dice=[die])
    post(service, "play_entered", player="white", play="8/5 6/5")
    return service.view().match or 0


def test_a_match_is_judged_when_somebody_asks(service: TableService, tmp_path: Path) -> None:
    number = put(service)
    with analysing(service, tmp_path, Commands()) as one:
        assert one.state(number).state == "none"
        assert one.report(number) is None
        assert one.wish(number) is None
        wait_until(lambda: one.state(number).state == "done")
        report = one.report(number)
        assert report is not None
        assert report["match"]["names"] == {"white": "White", "black": "Black"}
        assert report["mistakes"][0]["loss"] == 1.24
        assert one.game(number, 1) == report["games"][0]["decisions"]
        assert one.game(number, 7) == []


def test_how_far_it_is_is_shown_and_it_ends_at_once(service: TableService, tmp_path: Path) -> None:
    number = put(service)
    told = "import json, time; print(json.dumps({'done': 34, 'total': 100}), flush=True); time.sleep(1000)"
    with analysing(service, tmp_path, Commands(instead=(sys.executable, "-c", told))) as one:
        one.wish(number)
        wait_until(lambda: one.state(number).percent == 34)
        assert one.state(number).state == "busy"
        thread = one._thread
    assert thread is not None
    wait_until(lambda: not thread.is_alive())


def test_why_it_fails_is_told_and_it_can_be_tried_again(service: TableService, tmp_path: Path) -> None:
    number, commands = put(service), Commands(instead=FAILS)
    with analysing(service, tmp_path, commands) as one:
        one.wish(number)
        wait_until(lambda: one.state(number).state == "failed")
        assert one.state(number).why == NO_NET
        commands.instead = ()
        one.wish(number)
        wait_until(lambda: one.state(number).state == "done")


def test_a_process_that_breaks_off_is_a_failure(service: TableService, tmp_path: Path) -> None:
    number = put(service)
    with analysing(service, tmp_path, Commands(instead=(sys.executable, "-c", "raise SystemExit(3)"))) as one:
        one.wish(number)
        wait_until(lambda: one.state(number).state == "failed")
        assert "log" in one.state(number).why


@pytest.mark.parametrize("command", [NOWHERE, (sys.executable, "-c", "print('no JSON')")])
def test_what_cannot_be_started_or_makes_no_sense_is_a_failure_once(
    service: TableService, tmp_path: Path, command: Sequence[str]
) -> None:
    number, commands = put(service), Commands(instead=command)
    with analysing(service, tmp_path, commands) as one:
        one.wish(number)
        wait_until(lambda: one.state(number).state == "failed")
        assert "log" in one.state(number).why
    assert commands.begun == [number]


def open_files() -> set[str]:
    return {file.name for file in Path("/proc/self/fd").iterdir()}


def test_a_process_that_cannot_be_started_leaves_nothing_open() -> None:
    before = open_files()
    with pytest.raises(FileNotFoundError):
        Judging(NOWHERE)
    assert open_files() == before


def test_a_match_of_the_table_is_judged_when_it_is_over(service: TableService, tmp_path: Path) -> None:
    commands = Commands()
    imported = put(service)
    with analysing(service, tmp_path, commands) as one:
        one.begin()
        number = begin(service)
        assert one.state(number).state == "playing"
        refused = one.wish(number)
        assert refused is not None
        assert refused.code == "analysis_playing"
        post(service, "session_ended")
        wait_until(lambda: one.state(number).state == "done")
        assert commands.begun == [number]
        assert one.state(imported).state == "none"


def test_while_somebody_plays_it_waits_for_an_idle_core(service: TableService, tmp_path: Path) -> None:
    begin(service)
    post(service, "session_ended")
    over = service.view().match or 0
    begin(service)
    commands = Commands()
    with analysing(service, tmp_path, commands, idle=False) as busy:
        busy.begin()
        wait_until(lambda: busy._seen[0] == service.view().version)
        assert commands.begun == []
        assert busy.wish(over) is None
        wait_until(lambda: busy.state(over).state == "done")


def test_nothing_of_it_while_a_tournament_match_is_open(service: TableService, tmp_path: Path) -> None:
    judged, commands = put(service), Commands("hang")
    with analysing(service, tmp_path, Commands()) as one:
        one.wish(judged)
        wait_until(lambda: one.state(judged).state == "done")
    other = put(service)
    with analysing(service, tmp_path, commands) as one:
        one.wish(other)
        wait_until(lambda: one.state(other).state == "busy")
        number = begin(service, table=TOURNAMENT)
        # What is under way ends, and nothing begins.
        wait_until(lambda: one._now is None)
        one.begin()
        for match in (judged, other, number):
            assert one.state(match).state == "withheld"
            assert (one.report(match), one.game(match, 1)) == (None, None)
            refused = one.wish(match)
            assert refused is not None
            assert refused.code == "analysis_withheld"
        assert commands.begun == [other]
        post(service, "session_ended")
        assert one.report(judged) is not None


def test_an_open_tournament_match_is_not_analysed_behind_another(service: TableService, tmp_path: Path) -> None:
    number = begin(service, table=TOURNAMENT)
    begin(service)
    with analysing(service, tmp_path, Commands()) as one:
        assert one.state(number).state == "withheld"
        assert one.wish(number) is not None


def test_what_is_not_there_is_told(service: TableService, tmp_path: Path) -> None:
    with analysing(service, tmp_path, Commands()) as one, pytest.raises(NotInArchiveError):
        one.state(77)


def test_two_cores_are_never_idle_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.getloadavg", lambda: (1.9, 0.0, 0.0))
    for cores, own, idle in ((2, 0, False), (4, 0, True), (4, 1, True), (3, 0, False)):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        assert has_idle_cores(own) is idle
    monkeypatch.setattr("os.getloadavg", lambda: (2.5, 0.0, 0.0))
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    assert (has_idle_cores(0), has_idle_cores(1)) == (False, True)
