"""XGID, the line in which eXtreme Gammon and others write a position, the cube, the throw and the score.

White is the player at the bottom (capital letters, 1), Black the one at the top (small letters, -1).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from companion.rules.board import OFF_PACE
from companion.rules.game import Game
from companion.rules.ids import (
    HIGHEST_CUBE,
    Dice,
    check_cube,
    check_dice,
    check_points,
    check_position,
    check_range,
    position_in_play,
    reading,
)
from companion.rules.players import Pair, Player, both
from companion.rules.position import Position, Side

PREFIX = "XGID="
EMPTY, NOT_THROWN = "-", "00"
PLACES = OFF_PACE + 1
"""The bar of the player at the top, the points, the bar of the player at the bottom."""
FIELDS = tuple("position,cube,owner,turn,dice,score below,score above,rules,length,highest cube".split(","))
NUMBERS = tuple(name for name in FIELDS if name not in {"position", "dice"})
SIGNS = {0: None, 1: Player.WHITE, -1: Player.BLACK}
SIGN_OF = {player: sign for sign, player in SIGNS.items()}
CRAWFORD, JACOBY, BEAVER = 1, 1, 2


class Offer(Enum):
    """What stands in the place of the dice when the player whose turn it is has doubled."""

    DOUBLE = "D"
    BEAVER = "B"
    """The opponent beavered."""
    RACCOON = "R"
    """The opponent beavered, and the player doubled once more."""


@dataclass(frozen=True, slots=True)
class XgState:
    """What an XGID tells."""

    position: Position
    turn: Player
    """Who throws, has thrown or has doubled."""
    throw: Dice | Offer | None = None
    cube: int = 1
    """What the cube shows; while a double is offered still the value before it."""
    owner: Player | None = None
    length: int = 0
    """How many points the match is to; 0 for money."""
    score: Pair[int] = both(0)  # noqa: RUF009 - immutable
    crawford: bool = False
    """Only in matches; the next two are only for money."""
    jacoby: bool = False
    beaver: bool = False
    highest_cube: int = 1024

    def __post_init__(self) -> None:
        """Refuse what no XGID can hold."""
        check_cube(self.cube)
        check_cube(self.highest_cube, "the highest cube")
        check_points(self.length, *self.score)
        if isinstance(self.throw, tuple):
            check_dice(self.throw)
        if (self.jacoby or self.beaver) if self.length else self.crawford:
            msg = "Crawford is for matches only, Jacoby and beavers are for money only"
            raise ValueError(msg)


def xgid(game: Game, state: XgState) -> str:
    """Return the XGID of `state`, with its prefix."""
    check_position(game, state.position)
    fields = (
        *(_power(state.cube), SIGN_OF[state.owner], SIGN_OF[state.turn], _dice(state.throw)),
        *(*state.score, _rules(state), state.length, _power(state.highest_cube)),
    )
    return PREFIX + ":".join([_letters(state.position), *map(str, fields)])


def state_of_xgid(game: Game, text: str) -> XgState:
    """Return what an XGID tells, with or without its prefix."""
    with reading("XGID", text):
        field = _fields(text.strip().removeprefix(PREFIX))
        number = {name: _whole(name, field[name]) for name in NUMBERS}
        length = number["length"]
        rules = _rules_of(number["rules"], length)
        return XgState(
            position=_position(game, field["position"]),
            turn=_turn(number["turn"]),
            throw=_throw(field["dice"]),
            cube=_value(number["cube"]),
            owner=_player(number["owner"]),
            length=length,
            score=Pair(number["score below"], number["score above"]),
            crawford=bool(length and rules),
            jacoby=bool(not length and rules & JACOBY),
            beaver=bool(not length and rules & BEAVER),
            highest_cube=_value(number["highest cube"]),
        )


def _fields(text: str) -> dict[str, str]:
    fields = text.split(":")
    if len(fields) != len(FIELDS):
        msg = f"it has {len(fields)} fields between colons and not {len(FIELDS)}"
        raise ValueError(msg)
    return dict(zip(FIELDS, fields, strict=True))


def _rules_of(code: int, length: int) -> int:
    most, what = (CRAWFORD, "Crawford") if length else (JACOBY + BEAVER, "Jacoby (1) and beaver (2)")
    check_range(code, 0, most, what)
    return code


def _letters(position: Position) -> str:
    return "".join(map(_letter, (-position.bar.black, *position.points, position.bar.white)))


def _letter(count: int) -> str:
    return chr(ord("A" if count > 0 else "a") + abs(count) - 1) if count else EMPTY


def _position(game: Game, letters: str) -> Position:
    if len(letters) != PLACES:
        msg = f"its position has {len(letters)} places and not {PLACES}"
        raise ValueError(msg)
    above, *points, below = map(_count, letters)
    if above > 0 or below < 0:
        msg = "the first place is the bar of the small letters, the last that of the capitals"
        raise ValueError(msg)
    white = Side(tuple(max(0, count) for count in points), bar=below)
    black = Side(tuple(max(0, -count) for count in points), bar=-above)
    return position_in_play(game, Pair(white, black))


def _count(letter: str) -> int:
    if letter == EMPTY:
        return 0
    if not (letter.isascii() and letter.isalpha()):
        msg = f"{letter!r} cannot be in its position, only letters and {EMPTY}"
        raise ValueError(msg)
    return ord(letter) - ord("A") + 1 if letter.isupper() else ord("a") - 1 - ord(letter)


def _dice(throw: Dice | Offer | None) -> str:
    if isinstance(throw, Offer):
        return throw.value
    return f"{throw[0]}{throw[1]}" if throw else NOT_THROWN


def _throw(text: str) -> Dice | Offer | None:
    if text == NOT_THROWN:
        return None
    if re.fullmatch("[1-6]{2}", text):
        return int(text[0]), int(text[1])
    if text in {offer.value for offer in Offer}:
        return Offer(text)
    msg = f"its dice are two numbers from 1 to 6, {NOT_THROWN}, D, B or R, not {text!r}"
    raise ValueError(msg)


def _rules(state: XgState) -> int:
    return CRAWFORD * state.crawford + JACOBY * state.jacoby + BEAVER * state.beaver


def _whole(name: str, text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,5}", text):
        msg = f"the {name} is a whole number, not {text!r}"
        raise ValueError(msg)
    return int(text)


def _turn(sign: int) -> Player:
    player = _player(sign)
    if player is None:
        msg = "the turn is 1 (below) or -1 (above), not 0"
        raise ValueError(msg)
    return player


def _player(sign: int) -> Player | None:
    if sign not in SIGNS:
        msg = f"a player is 1 (below) or -1 (above), not {sign}"
        raise ValueError(msg)
    return SIGNS[sign]


def _power(value: int) -> int:
    return value.bit_length() - 1


def _value(power: int) -> int:
    check_range(power, 0, _power(HIGHEST_CUBE), "a cube as a power of two")
    return 1 << power
