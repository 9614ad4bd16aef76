"""What a table may ask an adviser, if it may: never in a tournament, and only if both players want it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.hints.advice import CubeAdvice, RatedPlay, Stakes
from companion.hints.adviser import Advisers, Answered
from companion.hints.cube_choice import is_turnable
from companion.language import mark
from companion.match.length import ToPoints
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.position import Position
from companion.rules.turn import Turn
from companion.table.corrections import HintWanted
from companion.table.scorer import hint_wanted
from companion.table.state import Asking, Disputed, Playing, Table, ToThrow

NOTHING_TO_ASK = mark("There is nothing to advise on just now.")


class NothingToAskError(Exception):
    """The table is at a point where no play and no cube is to be decided."""


@dataclass(frozen=True, slots=True)
class Question:
    """A throw to be played, or without one the cube to be thought of."""

    position: Position
    player: Player
    stakes: Stakes
    memory: Memory
    turn: Turn | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """What an adviser said to a question."""

    question: Question
    plays: Answered[list[RatedPlay]] | None = None
    cube: Answered[CubeAdvice] | None = None


def question_of(table: Table, event: HintWanted) -> Question:
    """Return what to ask for this table.

    Raises what the referee raises where no hint is allowed, before anything is asked.
    """
    hint_wanted(table, event)
    game, phase = table.game, table.phase
    stakes = stakes_of(table)
    if isinstance(phase, Playing | Asking | Disputed):
        turn = phase.turn
        return Question(turn.position, turn.player, stakes, turn.memory, turn)
    if isinstance(phase, ToThrow) and game.opening_over and is_turnable(game.player, stakes):
        return Question(game.position, game.player, stakes, game.memory)
    raise NothingToAskError(NOTHING_TO_ASK)


def stakes_of(table: Table) -> Stakes:
    """Return what the game at the table is played for."""
    match, cube = table.match, table.game.stake.cube
    length = match.rules.length
    stakes = Stakes(cube=cube.value, owner=cube.owner, has_cube=match.rules.has_cube)
    if isinstance(length, ToPoints):
        return replace(stakes, length=length.points, score=match.score, crawford=match.is_crawford_game)
    return replace(stakes, jacoby=match.rules.option("jacoby"), beavers=match.rules.option("beaver"))


def answer(advisers: Advisers, question: Question) -> Hint:
    """Ask; this takes as long as the adviser thinks."""
    if question.turn is None:
        return Hint(question, cube=advisers.cube(question.position, question.player, question.stakes))
    return Hint(question, plays=advisers.plays(question.turn, question.stakes))
