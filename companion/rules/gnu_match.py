"""The match IDs of GNU Backgammon.

White is its player 1 (X, whose numbers its board shows), Black its player 0 (O).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.ids import (
    Dice,
    base64_of,
    check_cube,
    check_dice,
    check_points,
    check_range,
    number_of,
    reading,
)
from companion.rules.players import Pair, Player, both

SIZE = 9
"""How many bytes a state has before it is written as text."""
WIDTHS = {
    "cube": 4,
    "owner": 2,
    "on_roll": 1,
    "crawford": 1,
    "state": 3,
    "turn": 1,
    "doubled": 1,
    "resigned": 2,
    "higher": 3,
    "lower": 3,
    "length": 15,
    "score_of_black": 15,
    "score_of_white": 15,
    "no_jacoby": 1,
}
"""How many bits each field has, the lowest first."""
PLAYERS = (Player.BLACK, Player.WHITE)
OWNERS = {0: Player.BLACK, 1: Player.WHITE, 3: None}
OWNER_CODES = {owner: code for code, owner in OWNERS.items()}


class GameState(Enum):
    """How far a game is, by GNU Backgammon's numbers."""

    NO_GAME = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


@dataclass(frozen=True, slots=True)
class MatchState:
    """What a match ID tells: everything but the checkers."""

    on_roll: Player
    """Who throws, has thrown or has doubled; the position ID that goes with it is for this player."""
    turn: Player
    """Who has to do something: the opponent of the one who offers a double or a resignation."""
    dice: Dice | None = None
    """An id has the higher first, however they lie."""
    cube: int = 1
    """What the cube shows; while a double is offered still the value before it."""
    owner: Player | None = None
    doubled: bool = False
    """Whether a double is offered."""
    resigned: int = 0
    """The resignation that is offered or was accepted: 1 to 3; 0 for none."""
    state: GameState = GameState.PLAYING
    length: int = 0
    """How many points the match is to; 0 for money."""
    score: Pair[int] = both(0)  # noqa: RUF009 - immutable
    crawford: bool = False
    jacoby: bool = False
    """Only for money; in a match, ids from before there was a bit for it say yes, and it means nothing."""

    def __post_init__(self) -> None:
        """Refuse what no match ID can hold."""
        check_cube(self.cube)
        check_range(self.resigned, 0, 3, "a resignation")
        check_points(self.length, *self.score)
        if self.dice:
            check_dice(self.dice)


def match_id(state: MatchState) -> str:
    """Return the match ID of `state`."""
    lower, higher = sorted(state.dice or (0, 0))
    fields = {
        "cube": state.cube.bit_length() - 1,
        "owner": OWNER_CODES[state.owner],
        "on_roll": PLAYERS.index(state.on_roll),
        "crawford": state.crawford,
        "state": state.state.value,
        "turn": PLAYERS.index(state.turn),
        "doubled": state.doubled,
        "resigned": state.resigned,
        "higher": higher,
        "lower": lower,
        "length": state.length,
        "score_of_black": state.score.black,
        "score_of_white": state.score.white,
        "no_jacoby": not state.jacoby,
    }
    return base64_of(_packed(fields), SIZE)


def state_of_match_id(text: str) -> MatchState:
    """Return the state that a match ID tells."""
    with reading("match ID", text):
        field = _unpacked(number_of(text, SIZE))
        dice = field["higher"], field["lower"]
        return MatchState(
            on_roll=PLAYERS[field["on_roll"]],
            turn=PLAYERS[field["turn"]],
            dice=dice if any(dice) else None,
            cube=1 << field["cube"],
            owner=_owner(field["owner"]),
            doubled=bool(field["doubled"]),
            resigned=field["resigned"],
            state=_game_state(field["state"]),
            length=field["length"],
            score=Pair(field["score_of_white"], field["score_of_black"]),
            crawford=bool(field["crawford"]),
            jacoby=not field["no_jacoby"],
        )


def _packed(fields: dict[str, int]) -> int:
    number = shift = 0
    for name, width in WIDTHS.items():
        number |= fields[name] << shift
        shift += width
    return number


def _unpacked(number: int) -> dict[str, int]:
    fields = {}
    for name, width in WIDTHS.items():
        fields[name] = number & ((1 << width) - 1)
        number >>= width
    if number:
        msg = "it has more bits than its fields need"
        raise ValueError(msg)
    return fields


def _owner(code: int) -> Player | None:
    if code not in OWNERS:
        msg = f"{code} is no owner of the cube"
        raise ValueError(msg)
    return OWNERS[code]


def _game_state(code: int) -> GameState:
    check_range(code, 0, GameState.DROPPED.value, "the state of the game")
    return GameState(code)
