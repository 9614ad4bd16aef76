"""The score of a match: games recorded, Crawford, who has won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from companion.match.carried import Carried
from companion.match.clock import ClockState
from companion.match.length import MatchRules, Rounds, ToPoints, reserve_for
from companion.match.refused import Code, ImpossibleMatch, Refused
from companion.rules.players import Pair, Player, both


class How(Enum):
    """How a game ended."""

    PLAYED = "played"
    DROPPED = "dropped"
    BEAVER_DROPPED = "beaver_dropped"
    RESIGNED = "resigned"
    CALLED_OFF = "called_off"
    FLAG = "flag"


class Crawford(Enum):
    """Where a match stands with its Crawford game."""

    NONE = "none"
    """There is none."""
    AHEAD = "ahead"
    NOW = "now"
    OVER = "over"


class Choice(Enum):
    """How the winner of a game of Tric-Trac wants the next one to begin."""

    FRESH = "fresh"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended and what for; `counted` is what the score takes of it, filled in by `record`."""

    winner: Player | None
    how: How
    count: int
    cube: int = 1
    counted: int = 0

    @property
    def points(self) -> int:
        """The whole result."""
        return self.count * self.cube


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match between two games, or before the result of the one that is being played."""

    rules: MatchRules
    score: Pair[int]
    crawford: Crawford
    results: tuple[GameResult, ...] = ()
    carried: Carried | None = None
    """What the last game leaves to one that goes on from it."""
    choice: Choice | None = None
    closed: bool = False
    """Whether the players have stopped: the way a money session ends, and an unfinished match."""

    @property
    def is_crawford_game(self) -> bool:
        """Whether the game that is being played, or comes next, is the Crawford game."""
        return self.crawford is Crawford.NOW

    @property
    def games_left(self) -> int | None:
        """How many games are still to be ended; None if their number is not fixed."""
        length = self.rules.length
        return length.games - len(self.results) if isinstance(length, Rounds) else None

    @property
    def is_over(self) -> bool:
        """Whether no more game is played."""
        length = self.rules.length
        if self.closed or self._lost_on_time:
            return True
        return self.games_left == 0 or (isinstance(length, ToPoints) and max(self.score) >= length.points)

    @property
    def winner(self) -> Player | None:
        """Who has won the match; None while it goes on, if it is drawn or unfinished, and in money play."""
        if self.rules.money or not self.is_over:
            return None
        if self._lost_on_time:
            return self.results[-1].winner
        return None if self.closed else leader(self.score)

    @property
    def _lost_on_time(self) -> bool:
        return not self.rules.money and bool(self.results) and self.results[-1].how is How.FLAG

    def needs(self, player: Player) -> int | None:
        """Return how many points `player` still needs; None if the match is not to points."""
        length = self.rules.length
        return length.points - self.score[player] if isinstance(length, ToPoints) else None


def begin(rules: MatchRules, score: Pair[int] | None = None, crawford: Crawford | None = None) -> MatchState:
    """Return the match before its first game, also one that goes on from a score made elsewhere.

    If the score does not tell whether the Crawford game was played, it is still to come, unless `crawford` says more.
    """
    length, score = rules.length, score or both(0)
    if isinstance(length, ToPoints) and not (min(score) >= 0 and max(score) < length.points):
        said = {"length": length.points, "white": score.white, "black": score.black}
        raise ImpossibleMatch((Refused(Code.SCORE_BEYOND_LENGTH, **said),))
    return MatchState(rules, score, crawford or _crawford_at(rules, score))


def record(match: MatchState, result: GameResult, carried: Carried | None = None) -> MatchState:
    """Return the match with the result of a game, and what that game leaves to the next one."""
    check_going_on(match)
    counted = _counted(match, result)
    score = match.score
    if result.winner:
        score = score.with_(result.winner, score[result.winner] + counted)
    after = replace(
        match,
        score=score,
        crawford=_crawford_after(match, score),
        results=(*match.results, replace(result, counted=counted)),
        choice=None,
    )
    keeps = match.rules.by_points and result.winner and not after.is_over
    return replace(after, carried=carried if keeps else None)


def close(match: MatchState) -> MatchState:
    """Return the match as the players leave it: a money session at its end, another match unfinished."""
    check_going_on(match)
    return replace(match, closed=True, carried=None, choice=None)


def new_clock(match: MatchState) -> ClockState:
    """Return a clock that has not started, for the match as it stands (in money play: for one game)."""
    return ClockState(match.rules.clock, reserve_for(match.rules, match.score, len(match.results)))


def check_going_on(match: MatchState) -> None:
    """Refuse if the match is over."""
    if match.is_over:
        raise Refused(Code.MATCH_IS_OVER)


def leader(score: Pair[int]) -> Player | None:
    """Return who has more points."""
    if score.white == score.black:
        return None
    return Player.WHITE if score.white > score.black else Player.BLACK


def _counted(match: MatchState, result: GameResult) -> int:
    if result.winner is None:
        return 0
    needed = match.needs(result.winner)
    if needed is None:
        return result.points
    return needed if result.how is How.FLAG else min(needed, result.points)


def _crawford_at(rules: MatchRules, score: Pair[int]) -> Crawford:
    length = rules.length
    if not rules.crawford or not isinstance(length, ToPoints):
        return Crawford.NONE
    away = score.map(lambda points: length.points - points)
    if max(away) == 1 < length.points:
        return Crawford.OVER  # both need one point: the first to need it has had the Crawford game
    return Crawford.NOW if min(away) == 1 else Crawford.AHEAD


def _crawford_after(match: MatchState, score: Pair[int]) -> Crawford:
    if match.crawford is Crawford.NOW:
        return Crawford.OVER
    return _crawford_at(match.rules, score) if match.crawford is Crawford.AHEAD else match.crawford
