"""Cases and outcomes as JSON: a position with a throw in, what can come of it out."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from companion.rules.board import POINTS
from companion.rules.game import Doubles, Game, Scoring, Setting
from companion.rules.games import configured, find_game
from companion.rules.memory import TARGET, Memory
from companion.rules.players import Pair, Player
from companion.rules.position import MOST, Position, Setup, Side
from companion.rules.turn import Outcome, Turn

T = TypeVar("T")
Json = Mapping[str, object]
KNOWN = ("game", "options", "points", "bar", "reserve", "off", "turn", "dice", "memory", "after", "match")
TRAYS = ("bar", "reserve", "off")
HIGHEST_DIE = 6


class CaseError(ValueError):
    """A case that cannot be read; the message says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Case:
    """A turn, and what the board shows afterwards if that is to be judged."""

    turn: Turn
    after: Setup | None = None


def read_case(data: object) -> Case:
    """Return the case that `data` (one decoded JSON line) describes."""
    case = _object(data, "a case")
    _check_keys(case)
    try:
        game = read_game(case)
        position = Position.of(game, read_setup(case))
    except CaseError:
        raise
    except ValueError as error:
        raise CaseError(str(error)) from error
    player = _player(case.get("turn"))
    memory = read_memory(case.get("memory", {}))
    _check_going(game, position, player, memory)
    turn = Turn(game, position, player, _dice(case.get("dice"), game, memory), memory)
    after = case.get("after")
    return Case(turn, None if after is None else read_setup(_object(after, "'after'")))


def read_game(case: Json) -> Game:
    """Return the game of a case with its options."""
    name = case.get("game")
    if not isinstance(name, str):
        msg = "'game' is missing: it names the game, for example \"backgammon\""
        raise CaseError(msg)
    options = _object(case.get("options", {}), "'options'")
    simple: dict[str, Setting] = {}
    for option, value in options.items():
        if not isinstance(value, bool | int | str):
            raise CaseError(_option_error(find_game(name), option, value))
        simple[option] = value
    return configured(name, simple.items())


def _option_error(game: Game, name: str, value: object) -> str:
    try:
        game.with_options({name: value})
    except ValueError as error:
        return str(error)
    return f"option {name!r} cannot be {value!r}"


def _check_keys(case: Json) -> None:
    for key in case:
        near = [] if key in KNOWN else difflib.get_close_matches(key, KNOWN, 1, cutoff=0.75)
        if near:
            msg = f"unknown key {key!r}; did you mean {near[0]!r}?"
            raise CaseError(msg)


def _check_going(game: Game, position: Position, player: Player, memory: Memory) -> None:
    if game.scoring is Scoring.POINTS:
        finished = [one for one in Player if memory.score[one] >= TARGET]
        what = f"already has {TARGET} points"
    else:
        finished = [one for one in Player if position.off[one] == game.checkers[one]]
        what = "has borne off every checker"
    if finished:
        raise CaseError(_over(finished[0], what, player))


def _over(winner: Player, what: str, player: Player) -> str:
    return f"the game is over: {winner.value} {what}, so {player.value} has nothing to play"


def read_setup(data: Json) -> Setup:
    """Return the setup that the keys points, bar, reserve and off of `data` describe."""
    points = data.get("points")
    if not isinstance(points, list) or len(points) != POINTS:
        msg = f"'points' must be a list of {POINTS} counts, + for White and - for Black"
        raise CaseError(msg)
    signed = [_count(count, f"point {number}", lowest=-MOST) for number, count in enumerate(points, 1)]
    trays = {name: _pair(data.get(name, {}), name, _count) for name in TRAYS}
    white = Side(tuple(max(count, 0) for count in signed), *(trays[name].white for name in TRAYS))
    black = Side(tuple(max(-count, 0) for count in signed), *(trays[name].black for name in TRAYS))
    return Setup(Pair(white, black))


def _object(data: object, what: str) -> Json:
    if not isinstance(data, dict):
        msg = f"{what} must be a JSON object in braces"
        raise CaseError(msg)
    return data


def _count(value: object, where: str, lowest: int = 0) -> int:
    if type(value) is not int or not lowest <= value <= MOST:
        msg = f"{where}: {value!r} is not a number of checkers"
        raise CaseError(msg)
    return value


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        msg = f"{where}: {value!r} must be true or false"
        raise CaseError(msg)
    return value


def _pair(data: object, name: str, read: Callable[[object, str], T]) -> Pair[T]:
    given = _object(data, f"{name!r}")
    for key in given:
        if key not in {player.value for player in Player}:
            msg = f"{name!r} has a value for 'white' and one for 'black', not for {key!r}"
            raise CaseError(msg)
    nothing: object = False if read is _flag else 0
    return Pair(*(read(given.get(player.value, nothing), f"{name} of {player.value}") for player in Player))


def _player(value: object) -> Player:
    try:
        return Player(value)
    except ValueError:
        msg = f'\'turn\' must be "white" or "black", not {value!r}'
        raise CaseError(msg) from None


def _dice(value: object, game: Game, memory: Memory) -> tuple[int, int]:
    if isinstance(value, list) and len(value) == 2:
        first, second = value
        if _is_die(first) and _is_die(second):
            if memory.named and game.ace_deuce and sorted(value) not in ([1, 2], [memory.named] * 2):
                msg = f"the double {memory.named} is named after a 1-2, so 'dice' must be [1, 2]"
                raise CaseError(msg)
            return first, second
    msg = f"'dice' must be two numbers from 1 to {HIGHEST_DIE}, not {value!r}"
    raise CaseError(msg)


def _is_die(value: object) -> bool:
    return type(value) is int and 1 <= value <= HIGHEST_DIE


def read_memory(data: object) -> Memory:
    """Return the memory in `data`; what it leaves out has its start value."""
    given = _object(data, "'memory'")
    found: dict[str, object] = {}
    for key, value in given.items():
        if key in {"doubles", "score"}:
            found[key] = _pair(value, key, _count)
        elif key == "gate":
            found[key] = _pair(value, key, _flag)
        elif key in {"named", "ace_deuces"}:
            found[key] = _count(value, key)
        elif key in {"given", "passed"}:
            found[key] = _flag(value, key)
        else:
            msg = f"'memory' has no {key!r}: it may hold doubles, gate, score, named, ace_deuces, given"
            raise CaseError(msg)
    memory = Memory(**found)  # type: ignore[arg-type]  # each value was read as its field's type
    if memory.named > HIGHEST_DIE:
        msg = f"memory: {memory.named} cannot be named, a double is 1 to {HIGHEST_DIE}"
        raise CaseError(msg)
    return memory


def write_pair(pair: Pair[T]) -> dict[str, T]:
    """Return a pair as JSON has it."""
    return {"white": pair.white, "black": pair.black}


def write_position(position: Position) -> dict[str, object]:
    """Return the keys that describe a position."""
    return {
        "points": list(position.points),
        "bar": write_pair(position.bar),
        "reserve": write_pair(position.reserve),
        "off": write_pair(position.off),
    }


def write_memory(game: Game, memory: Memory) -> dict[str, object]:
    """Return the keys of the game's memory."""
    found: dict[str, object] = {}
    if game.doubles is Doubles.TOP_AND_BOTTOM:
        found["doubles"] = write_pair(memory.doubles)
    if game.hit_gate is not None:
        found["gate"] = write_pair(memory.gate)
    if game.scoring is Scoring.POINTS:
        found["score"] = write_pair(memory.score)
    if game.ace_deuce is not None:
        found |= {"named": memory.named, "ace_deuces": memory.ace_deuces}
        found |= {name: True for name in ("given", "passed") if getattr(memory, name)}
    return found


def write_outcome(game: Game, outcome: Outcome) -> dict[str, object]:
    """Return an outcome as `companion plays` writes it."""
    return {
        **write_position(outcome.position),
        "scored": outcome.scored,
        "won": outcome.won,
        "again": outcome.again,
        "memory": write_memory(game, outcome.memory),
    }
