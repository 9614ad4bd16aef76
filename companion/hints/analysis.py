"""What the decisions of a match were worth: losses, luck, and what a player's errors come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.hints.advice import Adviser, CubeAdvice, RatedPlay, Worth
from companion.hints.decisions import CubeDecision, Decision, PlayDecision
from companion.rules.players import Player
from companion.rules.plays import legal_plays
from companion.rules.turn import Turn
from companion.table.state import Deed

CLOSE = 0.16
"""A cube decision counts if no double and double are no further apart, or if it was turned."""
SHOWN = 5
"""How many plays are kept of each turn, besides the one that was made."""
Watch = Callable[[int, int], None]
"""Is told how many decisions of how many are judged; may raise to stop it all."""


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A throw: how lucky it was, and what the play lost against the best."""

    decision: PlayDecision
    plays: tuple[RatedPlay, ...]
    """The best few, the best first."""
    made: RatedPlay | None
    """None if the play was illegal and let stand: nobody can say what it was worth."""
    before: Worth

    @property
    def player(self) -> Player:
        """Whose turn it was."""
        return self.decision.record.player

    @property
    def forced(self) -> bool:
        """Whether there was only one play."""
        return is_forced(self.decision.record.turn)

    @property
    def loss(self) -> float:
        """What the play was worth less than the best."""
        return max(0.0, self.plays[0].equity - self.made.equity) if self.made and self.plays else 0.0

    @property
    def luck(self) -> float:
        """How much better than all throws on average this one was, played well."""
        return self.plays[0].equity - self.before.equity if self.plays else 0.0


@dataclass(frozen=True, slots=True)
class JudgedCube:
    """A chance to double, and the answer."""

    decision: CubeDecision
    advice: CubeAdvice

    @property
    def player(self) -> Player:
        """Who was on roll."""
        return self.decision.player

    @property
    def loss(self) -> float:
        """What the player on roll lost by doubling or by not doubling."""
        advice = self.advice
        doubled = min(advice.double_take, advice.double_drop)
        return max(0.0, advice.no_double - doubled if self.decision.doubled else doubled - advice.no_double)

    @property
    def answer_loss(self) -> float:
        """What the opponent lost by taking or by dropping."""
        gap = self.advice.double_take - self.advice.double_drop
        if self.decision.answer is Deed.DROP:
            return max(0.0, -gap)
        return max(0.0, gap) if self.decision.doubled else 0.0

    @property
    def counts(self) -> bool:
        """Whether there was anything to decide."""
        doubled = min(self.advice.double_take, self.advice.double_drop)
        return self.decision.doubled or abs(doubled - self.advice.no_double) < CLOSE or self.loss > 0


Judged = JudgedPlay | JudgedCube


@dataclass(frozen=True, slots=True)
class Total:
    """What one player did in a game or a match."""

    plays: int = 0
    """Throws that could be played in more than one way."""
    cubes: int = 0
    lost_by_plays: float = 0.0
    lost_by_cubes: float = 0.0
    luck: float = 0.0

    @property
    def decisions(self) -> int:
        """How many decisions there were."""
        return self.plays + self.cubes

    @property
    def lost(self) -> float:
        """What all decisions lost together."""
        return self.lost_by_plays + self.lost_by_cubes

    @property
    def rate(self) -> float:
        """Thousandths of a point lost by each decision that was none of necessity."""
        return 1000 * self.lost / self.decisions if self.decisions else 0.0

    def __add__(self, other: Total) -> Total:
        """Return both together."""
        return Total(
            self.plays + other.plays,
            self.cubes + other.cubes,
            self.lost_by_plays + other.lost_by_plays,
            self.lost_by_cubes + other.lost_by_cubes,
            self.luck + other.luck,
        )


def judge_decision(adviser: Adviser, decision: Decision, plies: int) -> Judged:
    """Judge one decision."""
    if isinstance(decision, CubeDecision):
        at = decision.position, decision.player, decision.stakes
        return JudgedCube(decision, adviser.cube(*at, plies))
    return _judge_play(adviser, decision, plies)


def _judge_play(adviser: Adviser, decision: PlayDecision, plies: int) -> JudgedPlay:
    turn, outcome, stakes = decision.record.turn, decision.record.outcome, decision.stakes
    legal = legal_plays(turn)
    plays = adviser.plays(turn, stakes, plies)
    made = next((play for play in plays if play.outcome == outcome), None)
    if outcome in legal and (made is None or made.plies < plays[0].plies):
        others = [play for play in plays if play.outcome != outcome]
        made = adviser.rate(turn, outcome, stakes, plies)
        plays = sorted([*others, made], key=lambda play: -play.equity)
    # A double that is named is no luck.
    best = Worth(plays[0].equity, plays[0].chances)
    before = best if turn.memory.named else adviser.before_throw(turn, stakes, plies)
    return JudgedPlay(decision, tuple(plays[:SHOWN]), made, before)


def is_forced(turn: Turn) -> bool:
    """Whether a throw can be played in one way only."""
    return not legal_plays(turn).more_than(1)
