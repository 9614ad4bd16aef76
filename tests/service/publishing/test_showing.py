"""What a hall is shown: of every table of the scripted sessions, right, and never too much for a message."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.broker.live import Clock, Counts, Device
from companion.broker.messages import State, decode, encode
from companion.broker.topics import Topic
from companion.service.builder import Around, empty_view, table_view
from companion.service.publishing.calls import Calling, Now, calling
from companion.service.publishing.showing import said, shown_devices, shown_match
from companion.service.view import BoardView, Both, ClockView, DeviceView, Message, TableView
from tests.service.publishing.halls import SESSION, TABLE
from tests.service.tables import NAMES, table_at_the_end, tables_of

AROUND = Around(version=7, match=3, uid="abc")
CLOCK = ClockView("delay", Both(60_000, 50_000), 12_000, "white", paused=False, flagged=None, at=1000)


def state_of(view: TableView, now: int = 0) -> State:
    calls = calling(Calling(), view, Now(100.0, 5)).calls
    return State(TABLE, SESSION, 1, 2, said(view.waiting), shown_match(view, now), calls, shown_devices(view))


@pytest.mark.parametrize("name", NAMES)
def test_every_table_of_a_session_is_shown(name: str) -> None:
    for table in tables_of(name):
        view = table_view(table, AROUND)
        state = state_of(view, table.now)
        assert decode(Topic("state", TABLE), encode(state)) == state
        match = state.match
        assert match is not None
        assert (match.uid, match.number, match.phase, match.turn) == ("abc", 3, view.phase, view.turn)
        assert (match.score.white, match.score.black) == (view.score.white, view.score.black)
        assert (match.dice, match.game) == (view.throw, view.game)


def test_a_table_without_a_match_is_shown() -> None:
    state = state_of(empty_view(Around()))
    assert state.match is None
    assert decode(Topic("state", TABLE), encode(state)) == state


def shown_clock(clock: ClockView, now: int) -> Clock:
    view = replace(empty_view(Around()), uid="abc", game="backgammon", clock=clock)
    match = shown_match(view, now)
    assert match is not None
    assert match.clock is not None
    return match.clock


@pytest.mark.parametrize(
    ("now", "reserve", "delay"),
    [(1000, 60_000, 12_000), (500, 60_000, 12_000), (13_000, 60_000, 0), (14_000, 59_000, 0), (999_000, 0, 0)],
)
def test_a_clock_goes_on(now: int, reserve: int, delay: int) -> None:
    assert shown_clock(CLOCK, now) == Clock("delay", Counts(reserve, 50_000), delay, "white")


@pytest.mark.parametrize("still", [{"paused": True}, {"running": None}, {"flagged": "black"}])
def test_a_clock_stands(still: dict[str, Any]) -> None:
    clock = shown_clock(replace(CLOCK, **still), 999_000)
    assert (clock.reserve_ms, clock.delay_ms) == (Counts(60_000, 50_000), 12_000)


def board(white: int) -> BoardView:
    points = ((white, 0), *((0, 0),) * 22, (0, 3))
    return BoardView(points, Both(1, 0), Both(0, 2), Both(0, 0))


@pytest.mark.parametrize(("phase", "first"), [("playing", 2), ("asking", 5), ("disputed", 5), ("to_throw", 2)])
def test_the_board_is_that_of_the_game_unless_it_matters_how_it_lies(phase: Any, first: int) -> None:
    view = replace(empty_view(Around()), uid="abc", phase=phase, board=board(5), game_board=board(2))
    match = shown_match(view, 0)
    assert match is not None
    assert match.board is not None
    assert match.board.points == (first, *(0,) * 22, -3)
    assert (match.board.bar.white, match.board.off.black) == (1, 2)


def test_the_hall_is_not_told_of_itself() -> None:
    devices = tuple(DeviceView(name, "running", Message("x"), 1) for name in ("board", "hall", "journal"))
    view = replace(empty_view(Around()), devices=devices)
    assert shown_devices(view) == (Device("board", "running"), Device("journal", "running"))


def test_a_parameter_that_is_true_is_sent_as_a_number() -> None:
    assert said(Message("x", (("is", True),))).params == (("is", 1),)


def test_a_session_has_clocks() -> None:
    # Else the test of all sessions would show nothing of them.
    assert any(table_view(table_at_the_end(name), AROUND).clock for name in NAMES)
