"""What the ids of positions have in common: what they can hold, and how it is said that one is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from string import ascii_lowercase, ascii_uppercase, digits

from companion.rules.game import Game
from companion.rules.games import FACING
from companion.rules.players import Pair, Player
from companion.rules.position import Position, Setup, Side

Dice = tuple[int, int]
BASE64 = ascii_uppercase + ascii_lowercase + digits + "+/"
SIXBIT = 63
HIGHEST_CUBE = 2**15
MOST_POINTS = 2**15 - 1


@contextmanager
def reading(kind: str, text: str) -> Iterator[None]:
    """Put the id before whatever is found wrong with it."""
    try:
        yield
    except ValueError as error:
        msg = f"{kind} {text!r}: {error}"
        raise ValueError(msg) from error


def check_game(game: Game) -> None:
    """Raise unless the players of `game` travel as in backgammon: White 24 to 1, Black 1 to 24."""
    if game.paths != FACING:
        msg = f"{game.id} has no ids: they are for games whose checkers travel as in backgammon"
        raise ValueError(msg)


def check_position(game: Game, position: Position) -> None:
    """Raise if the ids have no place for something in `position`."""
    check_game(game)
    if any(position.reserve):
        msg = "an id has no place for checkers that wait in the reserve"
        raise ValueError(msg)


def position_in_play(game: Game, sides: Pair[Side]) -> Position:
    """Return the position with these checkers in play and all others borne off."""
    check_game(game)
    off = Pair(*(max(0, game.checkers[player] - sides[player].total) for player in Player))
    return Position.of(game, Setup(Pair(*(replace(sides[player], off=off[player]) for player in Player))))


def check_cube(value: int, what: str = "the cube") -> None:
    """Raise unless `value` is 1 doubled any number of times, up to the highest."""
    if value.bit_count() != 1 or not 0 < value <= HIGHEST_CUBE:
        msg = f"{what} is 1, 2, 4 and so on up to {HIGHEST_CUBE}, not {value}"
        raise ValueError(msg)


def check_points(*values: int) -> None:
    """Raise unless these can be scores and lengths of matches."""
    for value in values:
        check_range(value, 0, MOST_POINTS, "a number of points")


def check_dice(dice: Dice) -> None:
    """Raise unless both are numbers of a die."""
    for die in dice:
        check_range(die, 1, 6, "a die")


def check_range(value: int, lowest: int, highest: int, what: str) -> None:
    """Raise unless `value` is in this range."""
    if not lowest <= value <= highest:
        msg = f"{what} is {lowest} to {highest}, not {value}"
        raise ValueError(msg)


def base64_of(number: int, size: int) -> str:
    """Return the base64 of the `size` bytes of `number`, the lowest first."""
    length, spare = _room(size)
    bits = int.from_bytes(number.to_bytes(size, "little"), "big") << spare
    return "".join(BASE64[bits >> 6 * place & SIXBIT] for place in reversed(range(length)))


def number_of(text: str, size: int) -> int:
    """Return the number of which `text` is the base64; raise if it is of none."""
    length, spare = _room(size)
    if len(text) != length:
        msg = f"it has {len(text)} characters and not {length}"
        raise ValueError(msg)
    bits = 0
    for character in text:
        bits = bits << 6 | _sixbit(character)
    if bits & ((1 << spare) - 1):
        msg = f"it cannot end in {text[-1]!r}, only in {', '.join(BASE64[:: 1 << spare])}"
        raise ValueError(msg)
    return int.from_bytes((bits >> spare).to_bytes(size, "big"), "little")


def _room(size: int) -> tuple[int, int]:
    """Return how many characters `size` bytes need, and how many bits of the last are left over."""
    spare = -8 * size % 6
    return (8 * size + spare) // 6, spare


def _sixbit(character: str) -> int:
    if character not in BASE64:
        msg = f"{character!r} cannot be in it, only A-Z, a-z, 0-9, + and /"
        raise ValueError(msg)
    return BASE64.index(character)
