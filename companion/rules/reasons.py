"""Why a play is illegal: the codes in the order in which they are named, and plain sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.board import OFF_PACE, booklet_name


class Reason(Enum):
    """The first of these that applies is the one that is named."""

    CHECKER_COUNT = "checker_count"
    OPPONENT_MOVED = "opponent_moved"
    WRONG_WAY = "wrong_way"
    MUST_ENTER_FIRST = "must_enter_first"
    BLOCKED = "blocked"
    NOT_HOME = "not_home"
    NUMBER_NOT_THROWN = "number_not_thrown"
    EXACT_NUMBER = "exact_number"
    MUST_USE_BOTH = "must_use_both"
    MUST_USE_MORE = "must_use_more"
    MUST_USE_HIGHER = "must_use_higher"
    LOWER_FIRST = "lower_first"
    TOP_FIRST = "top_first"
    START_PILE_FIRST = "start_pile_first"
    HUCKE_PAIR = "hucke_pair"
    HUCKE_OPPONENT = "hucke_opponent"
    NO_BAND_HERE = "no_band_here"
    NO_HIT_YET = "no_hit_yet"
    MUST_MOVE_UP = "must_move_up"
    HIT_NOT_REMOVED = "hit_not_removed"
    NOT_MOVED = "not_moved"

    @property
    def rank(self) -> int:
        """Its place in the order."""
        return RANKS[self]


RANKS = {reason: rank for rank, reason in enumerate(Reason)}

SENTENCES = {
    Reason.CHECKER_COUNT: "The checkers do not add up.",
    Reason.OPPONENT_MOVED: "An opposing checker was moved{at}, and no play of this throw hits it there.",
    Reason.WRONG_WAY: "A checker was moved backwards{at}.",
    Reason.MUST_ENTER_FIRST: "Checkers waiting to enter must all be in before another one moves{from_}.",
    Reason.BLOCKED: "The opponent holds{the_point}: no step can end there, not even in passing.",
    Reason.NOT_HOME: "A checker was borne off{from_}, but not all checkers were in the last quarter.",
    Reason.NUMBER_NOT_THROWN: "A checker{from_} was moved a distance that the dice do not give.",
    Reason.EXACT_NUMBER: "Bearing off{from_} needs the exact number; {numbers} is more than that.",
    Reason.MUST_USE_BOTH: "Both numbers can be used, so both must be; only {numbers} was.",
    Reason.MUST_USE_MORE: "More steps of the double can be made, so they must be.",
    Reason.MUST_USE_HIGHER: "If only one number is used it must be the higher; {numbers} alone does not do.",
    Reason.LOWER_FIRST: "The lower number comes first; {numbers} was used before it or without it.",
    Reason.TOP_FIRST: "The numbers on top of the double come first; {numbers} is underneath.",
    Reason.START_PILE_FIRST: "The start pile must be cleared first; the checker{from_} has to wait.",
    Reason.HUCKE_PAIR: "The own Hucke is taken, and left for good, by two checkers together, not by one.",
    Reason.HUCKE_OPPONENT: "No step may end on the opponent's Hucke{at}, not even in passing.",
    Reason.NO_BAND_HERE: "Only one checker may stand on{the_point}: no bands on the own side.",
    Reason.NO_HIT_YET: "No hit{at} yet: first a checker of one's own must have come far enough.",
    Reason.MUST_MOVE_UP: "With {numbers} a checker further back must move up before one is borne off{from_}.",
    Reason.HIT_NOT_REMOVED: "A checker that was hit{at} was not put where hit checkers go.",
    Reason.NOT_MOVED: "Nothing was moved, but a play is possible.",
}


@dataclass(frozen=True, slots=True)
class Violation:
    """A reason with the points and the numbers concerned (0 is the bar or reserve, 25 the tray)."""

    reason: Reason
    points: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    detail: str = ""
    """A sentence that says it better than the reason's own."""

    @property
    def sentence(self) -> str:
        """The reason in words, with the booklets' names of the points."""
        if self.detail:
            return self.detail
        shown = _listed([f"point {booklet_name(point)}" for point in self.points if 0 < point < OFF_PACE])
        return SENTENCES[self.reason].format(
            at=f" ({shown})" if shown else "",
            from_=f" (from {shown})" if shown else "",
            the_point=f" {shown or 'that point'}",
            numbers=_listed([str(number) for number in self.numbers]),
        )


def _listed(names: list[str]) -> str:
    if len(names) > 1:
        return f"{', '.join(names[:-1])} and {names[-1]}"
    return names[0] if names else ""
