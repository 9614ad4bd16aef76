"""Positions seen in the mirror: the players exchanged, everything else the same."""

from dataclasses import replace

from companion.rules.game import Game
from companion.rules.memory import Memory
from companion.rules.players import Pair, Player
from companion.rules.position import Position, Setup, Side
from companion.rules.turn import Turn


def mirrored(turn: Turn) -> Turn:
    """The same turn with White's checkers where Black's were on the path, and the other way round."""
    position = mirrored_position(turn.game, turn.position)
    return replace(turn, position=position, player=turn.player.opponent, memory=_mirrored(turn.memory))


def mirrored_position(game: Game, position: Position) -> Position:
    sides = position.sides
    exchanged = Pair(*(_moved(game, player.opponent, sides[player.opponent]) for player in Player))
    return Position.of(game, Setup(exchanged))


def _moved(game: Game, player: Player, side: Side) -> Side:
    own, other = game.path(player), game.path(player.opponent)
    by_pace = {own.pace(point): count for point, count in enumerate(side.points, 1)}
    return replace(side, points=tuple(by_pace[other.pace(point)] for point in range(1, 25)))


def _mirrored(memory: Memory) -> Memory:
    return replace(memory, doubles=memory.doubles.swapped, gate=memory.gate.swapped, score=memory.score.swapped)
