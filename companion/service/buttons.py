"""What buttons mean, wherever they are: at the sensor board, or at the pins of the Pi."""

from __future__ import annotations

from companion.rules.players import Player
from companion.service.view import TableView
from companion.table.events import ClockHit, CubeAction, CubeMoved, Event, TurnEnded

LATE_S = 2.0
"""A press that is told only so long after may be meant for another turn than this."""


def is_late(age: float) -> bool:
    """Whether a press is too old to count."""
    return age > LATE_S


def press(what: str, view: TableView) -> Event | None:
    """Return what a button means that is pressed now, if it means anything."""
    turn = Player(view.turn) if view.turn else None
    asked = Player(view.asked) if view.asked else None
    word, _, whose = what.partition(" ")
    if word == "clock":
        return ClockHit(0, Player(whose))
    if word == "end" and turn:
        return TurnEnded(0, Player(whose) if whose else turn)
    if what == "double" and turn:
        return CubeMoved(0, turn, CubeAction.OFFER)
    if what in {"take", "drop"} and asked:
        return CubeMoved(0, asked, CubeAction(what))
    return None
