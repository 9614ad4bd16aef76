"""What was recorded at a table gives the same journal, line by line, when it is played again."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.journal.database import FILE
from companion.rules.games import GAMES
from companion.rules.opening import dice_each
from companion.rules.position import Setup, start_position
from companion.service import Condition, Message, Noticed, TableService
from companion.service.desk import Desk
from companion.service.ports import Looked, Reads
from companion.table.events import BoardSeen, DiceLifted, DiceSeen, Die, TurnEnded
from companion.table.reading import exact_reading
from tests.checkout import ROOT
from tests.service.parts import Scripted
from tests.service.playing import FakeTime, begun, done, play, play_first, running, throw, until
from tests.service.recording.stage import RAW, all_recorded, came_out, checked, differences, exported, written

CLOCK = {"kind": "fischer", "reserve_ms": {"white": 20_000, "black": 20_000}}
BOTH = {"white": True, "black": True}


def same(folder: Path) -> dict[str, int]:
    """How many events of each match came out as the journal has them; nothing may differ."""
    lines = written(folder)
    found = {}
    for uid, path in all_recorded(folder):
        assert differences(path) == []
        if uid:
            assert came_out(path) == lines[uid]
            found[uid] = len(lines[uid])
    return found


def test_a_match_by_hand(tmp_path: Path) -> None:
    with running(tmp_path, **RAW) as service:
        begun(service)
        play(service, "white", "8/5 6/5")
        throw(service, "black", 6, 5)
        uid = str(service.view().uid)
    assert same(tmp_path) == {uid: 4}


def test_corrections_and_refusals(tmp_path: Path) -> None:
    with running(tmp_path, **RAW) as service:
        begun(service)
        play_first(service)
        done(service.post({"event": "score_set", "score": {"white": 2, "black": 0}, "reason": "counted"}, "scorer"))
        done(service.post({"event": "undone", "steps": 1, "agreed": BOTH, "reason": "both"}, "both"))
        assert not service.post({"event": "turn_ended", "player": "black"}, "black").ok
        assert not service.post({"event": "nonsense"}, "black").ok
        uid = str(service.view().uid)
    assert same(tmp_path)[uid] > 4
    answers = [answer for one in steps(exported(tmp_path, uid)) for answer in one if answer]
    assert len(answers) == 2


def steps(path: Path) -> list[list[str | None]]:
    found: list[list[str | None]] = []
    checked(path, lambda step: found.append(list(step.came.answers.values())))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_game(tmp_path: Path, game: str) -> None:
    dice = [(3, 1), (6, 5), (4, 2), (5, 2), (6, 4), (2, 1)]
    with running(tmp_path, **RAW) as service:
        done(service.new_match({"game": game, "length": {"kind": "money"}}, "white"))
        for number in range(12):
            view = service.view()
            if view.phase == "opening":
                who = "black" if view.opening and view.opening.white else "white"
                values = ((2, 1) if who == "black" else (5, 3))[: dice_each(GAMES[game])]
                throw(service, who, *values)
            elif view.phase == "to_throw":
                throw(service, str(view.turn), *dice[number % len(dice)])
            elif view.phase == "playing":
                play_first(service)
    (events,) = same(tmp_path).values()
    assert events > 1


def test_another_match_and_back_again(tmp_path: Path) -> None:
    with running(tmp_path, **RAW) as service:
        first = begun(service)
        play_first(service)
        second = begun(service)
        done(service.go_back(first.match or 0, "white"))
        throw(service, "black", 6, 5)
        play_first(service)
        done(service.go_back(second.match or 0, "white"))
        play_first(service)
    assert same(tmp_path) == {str(first.uid): 5, str(second.uid): 3}


def test_two_matches_begun_at_once(tmp_path: Path) -> None:
    with running(tmp_path, **RAW) as service:
        first = done(service.new_match({"game": "puff", "length": {"kind": "money"}}, "white"))
        second = begun(service)
    found = same(tmp_path)
    assert found[str(second.uid)] == 2
    assert found[str(first.uid)] == 0


def test_a_match_that_goes_on_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path, **RAW) as service:
        begun(service)
        play_first(service)
    with running(tmp_path, **RAW) as service:
        throw(service, "black", 6, 5)
        uid = str(service.view().uid)
    assert same(tmp_path)[uid] == 4
    first, second = checked(exported(tmp_path, uid))
    assert (first.first, first.last, second.first, second.last) == (0, 3, 3, 4)


def test_a_service_that_was_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.service.recording.killed", str(tmp_path)]
    for _ in range(2):
        child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        assert [child.stdout.readline() for _ in range(3)] == ["recorded\n"] * 3
        child.send_signal(signal.SIGKILL)
        child.stdout.close()
        assert child.wait() == -signal.SIGKILL
    with running(tmp_path, **RAW) as service:
        until(service, lambda view: view.match is not None)
    lines = written(tmp_path)
    broken = 0
    for uid, path in all_recorded(tmp_path):
        assert differences(path) == []
        broken += sum(not one.ended for one in checked(path))
        for step_line in came_out(path):
            assert step_line in lines[uid]
    assert broken == 2, "each of the two that were killed has left a file that breaks off"


def seen(service: TableService, setup: Setup) -> Noticed:
    del service
    return Noticed(BoardSeen(0, exact_reading(setup)))


def test_a_board_and_a_camera(tmp_path: Path) -> None:
    time = FakeTime()
    with running(tmp_path, time, **RAW) as service:
        parts = {name: Scripted() for name in ("board", "camera")}
        for name, part in parts.items():
            service.plug(name, part.make)
            part.at_work.wait()
        agreement = {"game": "backgammon", "length": {"kind": "money"}, "clock": CLOCK}
        done(service.new_match(agreement, "white"))
        start = start_position(GAMES["backgammon"]).setup
        asked: list[int] = []
        parts["board"].reports.put(Reads(asked.append))
        parts["board"].reports.put(seen(service, start))
        throw(service, "white", 3)
        throw(service, "black", 1)
        time.seconds += 2.5
        parts["camera"].reports.put(Noticed(DiceSeen(0, (Die(3, None), Die(1, None))), b"a picture"))
        parts["camera"].reports.put(Noticed(DiceLifted(0)))
        heard = threading.Event()
        for _ in range(2000):
            if asked or heard.wait(0.005):
                break
        parts["board"].reports.put(Looked(asked[0]))
        parts["board"].reports.put(Condition("lost", Message("device_says", (("message", "Gone."),), "Gone.")))
        until(service, lambda view: any(one.state == "lost" for one in view.devices))
        time.seconds += 60
        service.post({"event": "clock_stopped"}, "both")
        uid = str(service.view().uid)
    assert same(tmp_path)[uid] > 5
    text = json.dumps([line.body for line in written(tmp_path)[uid]])
    assert "board_lost" in text
    assert "board_seen" in text


def test_a_journal_that_could_not_be_written_for_a_while(tmp_path: Path) -> None:
    with running(tmp_path, retry_s=0.05, **RAW) as service:
        begun(service)
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        (tmp_path / FILE).rename(tmp_path / "away")
        play_first(service)
        until(service, lambda view: bool(view.trouble))
        (tmp_path / "away").rename(tmp_path / FILE)
        until(service, lambda view: not view.trouble)
        other.close()
        throw(service, "black", 6, 5)
        uid = str(service.view().uid)
    assert same(tmp_path)[uid] > 3


def test_a_table_that_behaves_otherwise_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path, **RAW) as service:
        begun(service)
        play_first(service)
        uid = str(service.view().uid)
    take = Desk._take

    def late(self: Desk, event: Any, instant: float) -> Any:
        return take(self, event, instant + (0.25 if type(event).__name__ == "PlayEntered" else 0.0))

    monkeypatch.setattr(Desk, "_take", late)
    (found,) = checked(exported(tmp_path, uid))
    one = found.differences["table"]
    assert (one.what, one.number) == ("event", 3)
    assert "play_entered" in one.recorded
    assert one.recorded != one.came


def test_a_failure_is_recorded_and_fails_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take = Desk._take

    def fails(self: Desk, event: Any, instant: float) -> Any:
        return take(self, event, instant) if not isinstance(event, TurnEnded) else 1 / 0

    monkeypatch.setattr(Desk, "_take", fails)
    with running(tmp_path, **RAW) as service:
        begun(service)
        assert not service.post({"event": "turn_ended", "player": "white"}, "white").ok
        uid = str(service.view().uid)
    assert checked(exported(tmp_path, uid))[0].is_same
    monkeypatch.undo()
    (found,) = checked(exported(tmp_path, uid))
    assert (found.differences["table"].what, found.differences["table"].recorded) == ("event", "nothing")
