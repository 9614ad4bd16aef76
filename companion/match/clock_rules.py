"""What is agreed on about time: the kind of clock, how much there is, and whose runs when."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.players import Pair, Player

DELAY_MS = 12_000
RESERVE_MS_PER_POINT = 120_000
MS_PER_POINT_SCORED = 60_000


class ClockKind(Enum):
    """What a player gets besides the reserve."""

    NONE = "none"
    DELAY = "delay"
    """The first seconds of each period cost nothing."""
    FISCHER = "fischer"
    """Each period that ends adds the same time, however long it was."""
    BRONSTEIN = "bronstein"
    """Each period that ends gives back what it used, up to a limit."""


class Phase(Enum):
    """What the table is waiting for."""

    BETWEEN_GAMES = "between games"
    OPENING = "opening"
    """Both throw for who begins."""
    THROW = "throw"
    PLAY = "play"
    DECISION = "decision"
    """A double, a beaver, a resignation waits for an answer."""


@dataclass(frozen=True, slots=True)
class ClockRules:
    """The kind of clock, each player's reserve (None: by the match's length), and the time a period."""

    kind: ClockKind = ClockKind.NONE
    reserve_ms: Pair[int] | None = None
    step_ms: int = DELAY_MS


def usual_reserve(length: int, scored: int) -> int:
    """Return 2 minutes a point, less 1 minute for each point that either player has scored already."""
    return RESERVE_MS_PER_POINT * length - MS_PER_POINT_SCORED * scored


def whose_time(phase: Phase, on_turn: Player | None, asked: Player | None = None) -> Player | None:
    """Return whose time runs; to decide is for the player `asked`: the opponent of the one on turn if not told."""
    if phase in {Phase.BETWEEN_GAMES, Phase.OPENING} or on_turn is None:
        return None
    if phase is Phase.DECISION:
        return asked or on_turn.opponent
    return on_turn
