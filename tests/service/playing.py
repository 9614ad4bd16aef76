"""Matches played at a service, by hand."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.rules.notation import write_international
from companion.rules.plays import legal_plays
from companion.service import Answer, Clocks, TableService, TableView
from companion.table.state import Playing
from tests.waiting import HANG_S

MONEY: dict[str, Any] = {"game": "backgammon", "length": {"kind": "money"}}


@dataclass
class FakeTime:
    """A clock that goes when it is told to."""

    seconds: float = 1000.0
    wall: int = 1_790_000_000_000

    @property
    def clocks(self) -> Clocks:
        return Clocks(lambda: self.seconds, lambda: self.wall + round(1000 * self.seconds))


@contextmanager
def running(folder: Path, time: FakeTime | None = None, **more: Any) -> Iterator[TableService]:
    """A service that is stopped at the end."""
    service = TableService(folder, clocks=time.clocks if time else None, **more)
    service.start()
    try:
        yield service
    finally:
        service.stop()


def done(answer: Answer) -> TableView:
    """What is shown after something that was not turned down."""
    assert answer.ok, answer.message
    return answer.view


def begun(service: TableService, agreement: dict[str, Any] | None = None) -> TableView:
    """A match that has been opened: White has thrown 3, Black 1."""
    done(service.new_match(agreement or MONEY, "white"))
    throw(service, "white", 3)
    return throw(service, "black", 1)


def throw(service: TableService, player: str, *dice: int) -> TableView:
    return done(service.post({"event": "throw_entered", "player": player, "dice": list(dice)}, player))


def play(service: TableService, player: str, text: str) -> TableView:
    return done(service.post({"event": "play_entered", "player": player, "play": text}, player))


def play_first(service: TableService) -> TableView:
    """The first of the legal plays."""
    table = service._table
    assert table is not None
    assert isinstance(table.phase, Playing)
    turn = table.phase.turn
    plays = legal_plays(turn)
    return play(service, turn.player.value, write_international(turn, plays[plays.sorted()[0]]))


def until(service: TableService, is_so: Callable[[TableView], bool]) -> TableView:
    """The first view that is as wanted."""
    end, view = time.monotonic() + HANG_S, service.view()
    while not is_so(view):
        assert time.monotonic() < end, view
        view = service.wait(view.version, 1.0) or view
    return view


def button(view: TableView, name: str, **event: object) -> dict[str, Any]:
    """The event of a button."""
    fitting = [one.event for one in view.actions if one.name == name and event.items() <= one.event.items()]
    assert len(fitting) == 1, (name, [one.name for one in view.actions])
    return dict(fitting[0])
