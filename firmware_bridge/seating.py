"""Finds out how a board stands from the start position that lies on it, and what to ask where that leaves a choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.rules.board import POINTS
from companion.rules.game import Game
from companion.rules.players import Pair, Player, both
from companion.rules.position import Setup, Side, start_position
from firmware_bridge.health import Doubts
from firmware_bridge.orientation import CORNERS, Orientation
from firmware_bridge.readings import reading_of
from firmware_bridge.zones import Board, Zone

EMPTY = Setup(both(Side()))
NOTHING_KNOWN: Mapping[Orientation, Setup] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Question:
    """What only the players know, and which orientations each answer leaves."""

    text: str
    answers: tuple[tuple[str, tuple[Orientation, ...]], ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """The games whose start position may lie there, and how the board may stand then."""

    games: tuple[str, ...]
    choices: tuple[Orientation, ...]
    question: Question | None
    """Asked where there are several choices."""


def find(
    zones: Sequence[Zone], board: Board, doubts: Doubts, games: Iterable[Game], among: Sequence[Orientation]
) -> Finding:
    """Return how the board may stand, of the orientations that are possible, if it shows a start position."""
    starts = [(game.id, start_position(game).setup) for game in games]
    readings = [(one, reading_of(zones, board, one, doubts)) for one in among]
    fits = [(one, name, start) for one, reading in readings for name, start in starts if reading.shows(start)]
    choices = tuple(dict.fromkeys(one for one, _, _ in fits))
    names = tuple(dict.fromkeys(name for _, name, _ in fits))
    setups = {one: start for one, _, start in reversed(fits)}
    return Finding(names, choices, question(choices, setups) if len(choices) > 1 else None)


def question(choices: Sequence[Orientation], setups: Mapping[Orientation, Setup] = NOTHING_KNOWN) -> Question:
    """Return what to ask next; the setups are what lies there if the board stands like that, where that is known."""
    for number in range(1, POINTS + 1):
        owners = [(_owner(setups.get(one, EMPTY), one.point(number)), one) for one in choices]
        if {owner for owner, _ in owners} == set(Player):
            return _whose(number, owners)
    corners = [corner for corner in CORNERS if any(one.corner == corner for one in choices)]
    return _where(choices, corners) if len(corners) > 1 else _which(choices)


def _owner(setup: Setup, point: int) -> Player | None:
    counts = Pair(setup.sides.white.points[point - 1], setup.sides.black.points[point - 1])
    return next((player for player in Player if counts[player]), None)


def _whose(number: int, owners: Sequence[tuple[Player | None, Orientation]]) -> Question:
    answers = tuple((f"{player.value.title()}'s", _only(owners, player)) for player in Player)
    return Question(f"Whose are the checkers on the board's point {number}?", answers)


def _only(owners: Sequence[tuple[Player | None, Orientation]], player: Player) -> tuple[Orientation, ...]:
    return tuple(one for owner, one in owners if owner is player)


def _where(choices: Sequence[Orientation], corners: Sequence[int]) -> Question:
    """Ask for the corner; the way from a point of the game to the board's is the way back too."""
    answers = tuple(
        (f"at the board's point {Orientation(corner).point(1)}", tuple(one for one in choices if one.corner == corner))
        for corner in corners
    )
    return Question("Where is White's point 1?", answers)


def _which(choices: Sequence[Orientation]) -> Question:
    answers = tuple(
        (f"those that the board calls {name}", tuple(one for one in choices if one.colour_a is player))
        for name, player in (("A", Player.WHITE), ("B", Player.BLACK))
    )
    return Question("Which checkers are White's?", answers)
