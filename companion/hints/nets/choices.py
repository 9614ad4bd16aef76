"""The plays to choose from: all of a throw, or, where there are too many, the best that a beam finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.hints.nets.arrays import Bytes
from companion.hints.nets.beam import Beam, run_beams
from companion.hints.nets.judges import Judge
from companion.hints.nets.sight import Sights, sights_of
from companion.rules.game import Doubles, Game
from companion.rules.plays import legal_plays
from companion.rules.turn import Outcome, Turn


@dataclass(frozen=True, slots=True)
class Limits:
    """How many outcomes are listed at most, how many states a beam carries, and how many of its ends are taken."""

    listed: int
    carried: int
    taken: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A play that can be made, and what it is worth to the mover."""

    turn: Turn
    outcome: Outcome
    value: float
    row: Bytes
    """What the net sees of the position after it."""
    same: bool
    """Whether the mover throws again."""
    count: int
    """What the game counts if the play wins it, or 0."""


@dataclass(frozen=True, slots=True)
class Found:
    """Some outcomes of one of the turns; `owner` tells whose."""

    owner: int
    turn: Turn
    outcomes: Sequence[Outcome]


def find(game: Game, turns: Sequence[Sequence[Turn]], judge: Judge, limits: Limits) -> list[Found]:
    """Return the outcomes to choose from, for each owner one after the other; an owner may have several turns."""
    listed, beams = _listed(turns, limits)
    run_beams(game, [beam for _, beam in beams], judge)
    listed += [Found(owner, beam.turn, beam.best(limits.taken)) for owner, beam in beams]
    return sorted(listed, key=lambda found: found.owner)


def _listed(turns: Sequence[Sequence[Turn]], limits: Limits) -> tuple[list[Found], list[tuple[int, Beam]]]:
    listed, beams = [], []
    for owner, own in enumerate(turns):
        for turn in own:
            plays = legal_plays(turn)
            if _may_beam(turn) and plays.more_than(limits.listed):
                beams.append((owner, Beam(plays, limits.carried)))
            else:
                listed.append(Found(owner, turn, plays.alike or list(plays)))
    return listed, beams


def _may_beam(turn: Turn) -> bool:
    """Whether the throw is one of eight steps; of others there are never too many outcomes."""
    return turn.game.doubles is Doubles.TOP_AND_BOTTOM and turn.dice[0] == turn.dice[1] and not turn.begun


def best_choices(game: Game, turns: Sequence[Sequence[Turn]], judge: Judge, limits: Limits) -> list[Choice]:
    """Return for each owner the best play of all turns."""
    found = find(game, turns, judge, limits)
    sights = sights_of(game, [(one.turn, one.outcomes) for one in found])
    values = judge.values(sights)
    best: dict[int, Choice] = {}
    for one, first in _placed(found):
        place = int(values[first : first + len(one.outcomes)].argmax())
        value = float(values[first + place])
        known = best.get(one.owner)
        if known is None or value > known.value:
            best[one.owner] = _choice(one, place, value, sights, first + place)
    return [best[owner] for owner in range(len(turns))]


def _choice(found: Found, place: int, value: float, sights: Sights, seen: int) -> Choice:
    same, won = bool(sights.same[seen]), int(sights.count[seen])
    return Choice(found.turn, found.outcomes[place], value, sights.rows[seen], same, won)


def _placed(found: Sequence[Found]) -> Iterator[tuple[Found, int]]:
    """Yield each with the place of its first outcome among all."""
    first = 0
    for one in found:
        yield one, first
        first += len(one.outcomes)
