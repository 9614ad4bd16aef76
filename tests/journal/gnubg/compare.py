"""What GNU Backgammon should show of a match, from our own record, to be compared with what it does show.

It calls the player whose column is the left one, its player 0, X in `gnubg.match()`; that is our White.
"""

from collections.abc import Iterator
from typing import Any

from companion.journal.exchange.script import (
    Action,
    BoardPut,
    Cubed,
    CubePut,
    Played,
    Result,
    Script,
    ScriptGame,
    Thrown,
)
from companion.journal.exchange.scripting import script_of
from companion.rules.games import GAMES
from companion.rules.gnu_position import position_id
from companion.rules.players import Player
from companion.rules.position import Position, start_position
from companion.table.events import CubeAction
from companion.table.state import GameState, Record, Table

SIGNS = {Player.WHITE: "X", Player.BLACK: "O"}
WORDS = {
    CubeAction.OFFER: "double",
    CubeAction.BEAVER: "double",
    CubeAction.TAKE: "take",
    CubeAction.DROP: "drop",
}
Shown = list[Any]
UNSURE = "?"


def differences(table: Table, dump: Any, *, mat: bool = False) -> list[str]:
    """Where what GNU Backgammon shows is not what is recorded; nothing if it is all the same."""
    script = script_of(table, boards=mat)
    wanted = [_game(script, one, boards, mat=mat) for one, boards in zip(script.games, boards_of(table), strict=True)]
    # A last throw without a play the program keeps, or plays if it can be played in one way only.
    found = [
        _shown(game, mat=mat and script.stake(one) > 1) for game, one in zip(dump["games"], script.games, strict=False)
    ]
    if mat:
        found = [_without_last_throw(have, one) for have, one in zip(found, script.games, strict=False)]
    length = dump["match-info"]["match-length"]
    told = [] if length == script.length else [f"length {length}, not {script.length}"]
    if len(dump["games"]) != len(wanted):
        told.append(f"{len(dump['games'])} games, not {len(wanted)}")
    for number, (want, have) in enumerate(zip(wanted, found, strict=False), 1):
        told += _differ(number, want, have)
    return told


def _without_last_throw(have: Shown, one: ScriptGame) -> Shown:
    at = -3 if any(shown[0] == "resign" for shown in have) else -2
    last = next((action for action in reversed(one.actions) if isinstance(action, Played | Thrown)), None)
    pending = isinstance(last, Thrown) and have[at][0] in {"thrown", "move"} and have[at][2] == list(last.dice)
    return [*have[:at], *have[at + 1 :]] if pending else have


def _differ(number: int, want: Shown, have: Shown) -> Iterator[str]:
    if len(want) != len(have):
        yield f"game {number}: {len(have)} actions, not {len(want)}"
    for at, (one, other) in enumerate(zip(want, have, strict=False)):
        same = one[:-1] == other[:-1] if one[-1] == UNSURE else one == other
        if not same:
            yield f"game {number}, action {at}: {other}, not {one}"


def boards_of(table: Table) -> list[list[str]]:
    """The position IDs before each turn of each game, the mover on roll, as far as `gnubg.match()` has them right.

    It plays the moves on a board of its own, where it exchanges the sides after each turn, and makes no illegal ones.
    """
    games = [one.game for one in table.games]
    if len(script_of(table).games) > len(games):
        games.append(table.game)
    return [list(_boards(state)) for state in games]


def _boards(state: GameState) -> Iterator[str]:
    known, mover = start_position(GAMES["backgammon"]), None
    sure = True
    for one in state.record:
        if isinstance(one, Record):
            sure = sure and one.before == known and one.player is not mover
            yield position_id(one.turn.game, one.before, one.player) if sure else UNSURE
            sure = sure and one.play is not None
            known, mover = one.after, one.player
        elif one.position is not None:
            sure = False


def positions_of(table: Table) -> list[list[Position]]:
    """The positions after each turn of each game."""
    games = [one.game for one in table.games]
    games += [table.game] * (table.game.number > len(games))
    found = ([one.after for one in state.record if isinstance(one, Record)] for state in games)
    return [positions for positions in found if positions]


def _game(script: Script, one: ScriptGame, boards: list[str], *, mat: bool) -> Shown:
    head = ["game", one.score.white, one.score.black, bool(one.crawford)]
    doubled = mat and script.stake(one) > 1
    if mat:
        head[3] = _crawford_by_score(script, one)
    return [head, *_actions(one, iter(boards), mat=mat), *_end(script, one, doubled=doubled)]


def _crawford_by_score(script: Script, one: ScriptGame) -> bool:
    """Whether the program takes a game of a .mat file for the Crawford game: the first in which one player needs 1."""
    matches = [sum(points == script.length - 1 for points in game.score) == 1 for game in script.games]
    at = script.games.index(one)
    return bool(script.length) and matches[at] and not any(matches[:at])


def _actions(one: ScriptGame, boards: Iterator[str], *, mat: bool) -> Iterator[Shown]:
    for at, action in enumerate(one.actions):
        if isinstance(action, Played):
            steps = sorted(map(list, action.steps or ()))
            yield ["move", SIGNS[action.player], list(action.dice), steps, next(boards)]
        elif isinstance(action, Thrown):
            # A throw that the position is set after is a turn in the record.
            put = at + 1 < len(one.actions) and isinstance(one.actions[at + 1], BoardPut)
            if put:
                next(boards)
            if put or not mat:
                yield ["thrown", SIGNS[action.player], list(action.dice)]
        else:
            yield from _other(action)


def _other(action: Action) -> Iterator[Shown]:
    if isinstance(action, Cubed):
        yield [WORDS[action.action], SIGNS[action.player]]
    elif isinstance(action, BoardPut):
        yield ["board"]
    elif isinstance(action, CubePut):
        yield ["cube", action.value]
        yield ["owner", SIGNS[action.owner] if action.owner else "centered"]


def _end(script: Script, one: ScriptGame, *, doubled: bool) -> Iterator[Shown]:
    result = one.result
    if result and result.resigned and not doubled:
        yield ["resign", SIGNS[result.winner.opponent], result.points // _cube(script, one)]
    yield ["winner", *(_won(result, doubled=doubled) if result else [None, None])]


def _won(result: Result, *, doubled: bool) -> Shown:
    # Without the automatic double the program counts half, and may take the whole for a gammon.
    return [SIGNS[result.winner], None if doubled else result.points]


def _cube(script: Script, one: ScriptGame) -> int:
    cube = script.stake(one)
    for action in one.actions:
        if isinstance(action, Cubed) and action.action in {CubeAction.TAKE, CubeAction.BEAVER}:
            cube *= 2
        elif isinstance(action, CubePut) and action.value:
            cube = action.value
    return cube


def _shown(game: Any, *, mat: bool) -> Shown:
    """What the program shows, in the same form; `mat`: of a game whose automatic double it cannot know."""
    info = game["info"]
    head = ["game", info["score-X"], info["score-O"], info.get("crawford", False)]
    actions = [shown for action in game["game"] for shown in _action(action) if not (mat and shown[0] == "resign")]
    points = info.get("points-won") if info["winner"] and not mat else None
    return [head, *actions, ["winner", info["winner"], points]]


def _action(action: Any) -> Iterator[Shown]:
    kind, player = action["action"], action.get("player")
    if kind == "move":
        yield ["move", player, list(action["dice"]), sorted(map(list, action.get("move") or ())), action["board"]]
    elif kind == "resign":
        yield ["resign", player, action["points"]]
    elif kind != "set":
        yield [kind, player]
    elif "dice" in action:
        yield ["thrown", player, list(action["dice"])]
    elif "board" in action:
        yield ["board"]
    elif "cube" in action:
        yield ["cube", action["cube"]]
    else:
        yield ["owner", action["cube-owner"]]


def keeps_columns(script: Script) -> bool:
    """Whether GNU Backgammon writes these games as .mat without mixing up the columns or losing what it cannot write.

    It puts what happens left and right in turn, whoever did it, which goes wrong after a beaver or a turn passed; it
    knows no automatic doubles, no positions and cubes that were set, and no throws that were not played.
    """
    return not script.automatic and all(map(_alternates, script.games))


def _alternates(one: ScriptGame) -> bool:
    if any(isinstance(action, Thrown | BoardPut | CubePut) for action in one.actions):
        return False
    done = [action for action in one.actions if isinstance(action, Played | Cubed)]
    return all(action.player is (done[0].player, done[0].player.opponent)[at % 2] for at, action in enumerate(done))
