"""What a won game counts, and how the points of a play come in step by step."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import HOME, Game, Scoring
from companion.rules.hucke import marks
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.position import Position
from companion.rules.steps import field, pack, stepper
from companion.rules.turn import OFF, Outcome, Play, Turn

WIN, GAMMON, BACKGAMMON = 1, 2, 3


def game_count(game: Game, outcome: Outcome, winner: Player) -> int:
    """Return what the game counts that `winner` has won with `outcome`, before any cube."""
    if game.scoring is Scoring.POINTS:
        return _count_by_points(outcome.memory, winner.opponent)
    if game.scoring is Scoring.GAMMONS:
        return _count_by_checkers(game, outcome.position, winner)
    return WIN


def _count_by_points(memory: Memory, loser: Player) -> int:
    points = memory.score[loser]
    return WIN + sum(points <= limit for limit in (6, 2, 0))


def _count_by_checkers(game: Game, position: Position, winner: Player) -> int:
    side = position.sides[winner.opponent]
    if side.off:
        return WIN
    in_home = any(side.points[game.path(winner).point(pace) - 1] for pace in HOME)
    return BACKGAMMON if side.bar or side.reserve or in_home else GAMMON


@dataclass(frozen=True, slots=True)
class Points:
    """The mover's points before the steps (after marked hits), after each step, and at the end of the play."""

    before: int
    after_steps: tuple[int, ...]
    end: int


def points_of(turn: Turn, outcome: Outcome, play: Play) -> Points:
    """Return how the mover's points come in during `play`, which leads to `outcome`."""
    start = turn.memory.score[turn.player]
    if stepper(turn.game).marked:
        start += marks(pack(turn.game, turn.position, turn.player), turn.dice)
    scoring = stepper(turn.game).scores_hits
    now, after = start, []
    for step in play.steps:
        now += scoring * (step.hit + (step.target == OFF))
        after.append(now)
    return Points(start, tuple(after), turn.memory.score[turn.player] + outcome.scored)


def closed_out(game: Game, position: Position, player: Player, memory: Memory) -> bool:
    """Whether `player` has a checker on the bar and no entry point is open, so that no throw is needed."""
    if not position.bar[player]:
        return False
    state = stepper(game).start(pack(game, position, player), gate_open=memory.gate[player])
    entries = sum(field(number) for number in range(1, 7))
    return stepper(game).closed(state) & entries == entries
