"""Hints at a table: only if both want them, never in a tournament, never anything the table waits for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.hints.advice import AdviserError, RatedPlay, Stakes
from companion.hints.adviser import Advisers, Seat
from companion.rules.turn import Turn
from companion.service import HintsView, TableService
from companion.service.hinting import Hinting
from companion.table.corrections import HintWanted
from tests.hints.pip_adviser import PipAdviser
from tests.service.playing import running
from tests.service.test_analysing import TOURNAMENT, begin, post
from tests.waiting import wait_until

WHY = "It has to think about something else."


class Asked(PipAdviser):
    """Remembers whether it was made and asked; hangs, or fails, if it is to."""

    def __init__(self, does: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self.made = self.asked = 0
        self.does = does

    def plays(self, turn: Turn, stakes: Stakes, plies: int) -> list[RatedPlay]:
        self.asked += 1
        self.does()
        return super().plays(turn, stakes, plies)

    def advisers(self) -> Advisers:
        self.made += 1
        return Advisers([Seat(lambda: self, 0)])


def with_adviser(service: TableService, adviser: Asked) -> Hinting:
    service.hints._make = adviser.advisers
    return service.hints


@pytest.fixture
def service(tmp_path: Path) -> Iterator[TableService]:
    with running(tmp_path) as one:
        yield one


def hints(service: TableService) -> HintsView:
    shown = service.view().hints
    assert shown is not None
    return shown


def settled(service: TableService) -> None:
    """Wait until all that was asked of the table is done."""
    service._put(lambda _instant: None).result()


def want(service: TableService, *players: Any, wanted: bool = True) -> None:
    for player in players:
        assert service.hints.want(player, "test", wanted=wanted).ok
    settled(service)


def thrown(service: TableService, **more: Any) -> None:
    """Begin a match; Black is to play 6-4."""
    begin(service, **more)
    post(service, "throw_entered", player="black", dice=[6, 4])


def told(service: TableService) -> HintsView:
    assert service.hints.ask("test").ok
    wait_until(lambda: hints(service).state == "told")
    return hints(service)


def thinking(service: TableService) -> threading.Event:
    """Ask for a hint; who was asked hangs until what is returned is set."""
    woken, adviser = threading.Event(), Asked()

    def hang() -> None:
        woken.wait()

    adviser.does = hang
    with_adviser(service, adviser)
    thrown(service)
    want(service, "white", "black")
    assert service.hints.ask("test").ok
    wait_until(lambda: adviser.asked == 1)
    return woken


def test_both_have_to_want_them(service: TableService) -> None:
    adviser = Asked()
    with_adviser(service, adviser)
    thrown(service)
    for players in ((), ("white",)):
        want(service, *players)
        answer = service.hints.ask("test")
        assert (answer.ok, answer.message and answer.message.code) == (False, "no_hints_wanted")
    want(service, "black")
    assert (hints(service).wanted.white, hints(service).wanted.black) == (True, True)
    assert told(service).adviser == "pips"
    assert (adviser.made, adviser.asked) == (1, 1)


def test_the_best_plays_are_told(service: TableService) -> None:
    with_adviser(service, Asked())
    thrown(service)
    want(service, "white", "black")
    assert hints(service).about == "play"
    shown = told(service)
    best, *others = shown.plays
    assert 3 <= len(shown.plays) <= 5
    assert best.behind == 0
    assert best.win == pytest.approx(0.5 + best.equity / 4)
    assert all(one.behind == pytest.approx(best.equity - one.equity) for one in others)
    assert best.arrows
    assert all(message.text for message in best.why)


def test_either_can_take_the_wish_back(service: TableService) -> None:
    with_adviser(service, Asked())
    thrown(service)
    want(service, "white", "black")
    told(service)
    want(service, "white", wanted=False)
    assert (hints(service).state, hints(service).plays) == ("quiet", ())
    assert not service.hints.ask("test").ok


def test_it_is_written_down_that_a_hint_was_asked_for(service: TableService) -> None:
    with_adviser(service, Asked())
    thrown(service)
    want(service, "white", "black")
    told(service)
    match = service.view().match or 0
    stored = service._in_journal(lambda journal: journal.events(match))
    assert sum(isinstance(one.event, HintWanted) for one in stored) == 1


def test_as_the_table_goes_on_the_hint_is_gone(service: TableService) -> None:
    with_adviser(service, Asked())
    thrown(service)
    want(service, "white", "black")
    told(service)
    post(service, "play_entered", player="black", play="24/14")
    assert (hints(service).state, hints(service).plays, hints(service).about) == ("quiet", (), "cube")


def test_before_the_throw_the_cube_is_advised_on(service: TableService) -> None:
    with_adviser(service, Asked())
    begin(service)
    want(service, "white", "black")
    cube = told(service).cube
    assert cube is not None
    assert (cube.action, cube.take) == ("no_double", True)


def test_where_nothing_is_to_be_decided_nothing_is_asked(service: TableService) -> None:
    adviser = Asked()
    with_adviser(service, adviser)
    begin(service, cube=False)
    want(service, "white", "black")
    assert hints(service).about == ""
    answer = service.hints.ask("test")
    assert (answer.ok, answer.message and answer.message.code) == (False, "nothing_to_hint")
    assert adviser.made == 0


def test_why_there_is_no_advice_is_told(service: TableService) -> None:
    def fail() -> None:
        raise AdviserError(WHY)

    with_adviser(service, Asked(fail))
    thrown(service)
    want(service, "white", "black")
    assert service.hints.ask("test").ok
    wait_until(lambda: hints(service).state == "failed")
    failure = hints(service).failure
    assert failure is not None
    assert failure.text == WHY


def test_the_wish_is_for_the_match_only(service: TableService) -> None:
    thrown(service)
    want(service, "white", "black")
    thrown(service)
    assert (hints(service).wanted.white, hints(service).wanted.black) == (False, False)


def test_the_table_goes_on_while_an_adviser_hangs(service: TableService) -> None:
    woken = thinking(service)
    assert hints(service).state == "thinking"
    post(service, "play_entered", player="black", play="24/14")
    assert hints(service).state == "quiet"
    post(service, "throw_entered", player="white", dice=[5, 2])
    post(service, "play_entered", player="white", play="13/8 13/11")
    woken.set()
    settled(service)
    assert hints(service).plays == ()


def test_in_a_tournament_no_adviser_is_even_made(service: TableService) -> None:
    adviser = Asked()
    with_adviser(service, adviser)
    thrown(service, table=TOURNAMENT)
    assert service.view().hints is None
    for answer in (
        service.hints.want("white", "test", wanted=True),
        service.hints.want("black", "test", wanted=True),
        service.hints.ask("test"),
        service.post({"event": "hint_wanted", "agreed": {"white": True, "black": True}, "what": "hint"}, "test"),
    ):
        assert (answer.ok, answer.message and answer.message.code) == (False, "not_in_tournament")
    settled(service)
    assert service.view().hints is None
    assert (adviser.made, adviser.asked, service.hints._worker) == (0, 0, None)


def test_a_tournament_ends_what_was_being_thought_of(service: TableService) -> None:
    woken = thinking(service)
    thrown(service, table=TOURNAMENT)
    woken.set()
    settled(service)
    assert service.view().hints is None
