"""What a game needs to know beyond the position, from throw to throw."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.game import Doubles, Game, Scoring
from companion.rules.players import Pair, Player, both

TARGET = 12
"""The points that win a game of Tric-Trac."""
THIRD = 3
"""The 1-2 in a row that is lost where the table plays so."""


@dataclass(frozen=True, slots=True)
class Memory:
    """All games' memories in one: each game uses its part, the rest stays at its start value."""

    doubles: Pair[int] = both(0)  # noqa: RUF009 - immutable
    gate: Pair[bool] = both(False)  # noqa: RUF009, FBT003 - immutable
    score: Pair[int] = both(0)  # noqa: RUF009 - immutable
    named: int = 0
    ace_deuces: int = 0
    given: bool = False
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """What the aftermath of a throw depends on."""

    scored: int
    won: bool
    gate_open: bool
    all_used: bool


def is_ace_deuce(game: Game, memory: Memory, dice: tuple[int, int]) -> bool:
    """Whether this throw is a 1-2 with its special rights."""
    return game.ace_deuce is not None and not memory.named and sorted(dice) == [1, 2]


def loses_third(game: Game, memory: Memory, dice: tuple[int, int]) -> bool:
    """Whether this throw is a third 1-2 in a row that goes to the opponent."""
    rule = game.ace_deuce
    if rule is None or not rule.third_lost or memory.given:
        return False
    return is_ace_deuce(game, memory, dice) and memory.ace_deuces + 1 >= THIRD


def aftermath(game: Game, player: Player, memory: Memory, dice: tuple[int, int], played: Played) -> tuple[bool, Memory]:
    """Return whether `player` goes on after the throw, and what is remembered."""
    if game.ace_deuce is not None:
        return _after_ace_deuce(game, memory, dice, played)
    double = dice[0] == dice[1]
    again = double and not played.won and game.doubles is not Doubles.FOUR_STEPS
    if game.again_needs_all and not played.all_used:
        again = False
    score = memory.score[player] + played.scored if game.scoring is Scoring.POINTS else memory.score[player]
    return again, replace(
        memory,
        doubles=memory.doubles.with_(player, _doubles(game, memory.doubles[player], double=double, again=again)),
        gate=memory.gate.with_(player, played.gate_open),
        score=memory.score.with_(player, score),
    )


def _doubles(game: Game, before: int, *, double: bool, again: bool) -> int:
    if game.doubles is not Doubles.TOP_AND_BOTTOM:
        return before
    if game.doubles_count_in_game:
        return before + double
    return before + 1 if again else 0


def _after_ace_deuce(game: Game, memory: Memory, dice: tuple[int, int], played: Played) -> tuple[bool, Memory]:
    if played.won:
        return False, Memory()
    if memory.named:
        return True, Memory(ace_deuces=memory.ace_deuces)
    if not is_ace_deuce(game, memory, dice):
        return False, Memory()
    if not played.all_used:
        return False, Memory(passed=game.ace_deuce is not None and game.ace_deuce.pass_on)
    return True, Memory(ace_deuces=0 if memory.given else memory.ace_deuces + 1)
