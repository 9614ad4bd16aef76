"""The standing record of a table as a script, for the formats of other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from companion.journal.exchange.days import day_of
from companion.journal.exchange.script import (
    Action,
    BoardPut,
    CallsOff,
    Cubed,
    CubePut,
    Flagged,
    Played,
    Replies,
    Resigns,
    Result,
    Script,
    ScriptGame,
    Steps,
    Thrown,
    Tied,
)
from companion.match.length import ToPoints
from companion.match.score import GameResult, How, MatchState
from companion.rules.board import OFF_PACE
from companion.rules.players import Player
from companion.rules.position import BAR_AT, OFF_AT, Position, Setup, start_position
from companion.table.events import CubeAction
from companion.table.state import Act, Asking, Deed, Disputed, GameState, Playing, Record, Table

MOST_STEPS = 4
UNKNOWN_RULES = ("ravensburger", "hit_to_start")
"""The options of backgammon that other programs do not know."""


class NotInThisFormatError(ValueError):
    """Something that a format has no way to write: the message says what, where, and which format can hold it."""


def script_of(table: Table, begun: int | None = None, *, boards: bool = False) -> Script:
    """Return what stands in the record of `table`; raise if it is no game that other programs know.

    `begun`: when, in Unix milliseconds. `boards`: show what was made of a throw against the rules as a position, not as
    moves.
    """
    rules = table.match.rules
    unknown = [name for name in UNKNOWN_RULES if rules.option(name)]
    if rules.game.id != "backgammon" or unknown:
        what = f"backgammon with the option {unknown[0]}" if unknown else rules.game.name
        msg = f"Other backgammon programs do not know {what}: export it as json or as text."
        raise NotInThisFormatError(msg)
    return Script(
        rules.names,
        rules.length.points if isinstance(rules.length, ToPoints) else 0,
        tuple(_games(table, boards=boards)),
        crawford=rules.crawford,
        cube=rules.has_cube,
        jacoby=rules.option("jacoby"),
        beavers=rules.option("beaver"),
        automatic=rules.option("automatic_doubles"),
        day=None if begun is None else day_of(begun),
    )


def _games(table: Table, *, boards: bool) -> Iterator[ScriptGame]:
    for one in table.games:
        yield _game(one.match, tuple(_actions(one.game, boards=boards)), _result(one.result))
    if table.game.number > len(table.games):
        actions = (*_actions(table.game, boards=boards), *_at_the_end(table))
        if actions or not table.games:
            yield _game(table.match, actions)


def _game(match: MatchState, actions: tuple[Action, ...], result: Result | None = None) -> ScriptGame:
    return ScriptGame(match.score, actions, result, match.is_crawford_game)


def _result(result: GameResult) -> Result | None:
    if result.winner is None:
        return None
    points = result.counted if result.how is How.FLAG else result.points
    return Result(result.winner, points, result.how in {How.RESIGNED, How.FLAG})


def _at_the_end(table: Table) -> Iterator[Action]:
    """What an unfinished game has besides its record: a board put otherwise, and a throw."""
    game, phase = table.game, table.phase
    known = _position_after(game)
    if known is not None and game.position != known:
        yield BoardPut(game.player, game.position.setup)
    if isinstance(phase, Playing | Asking | Disputed) and not _opened_only(game):
        yield Thrown(phase.turn.player, phase.turn.dice)


def _position_after(game: GameState) -> Position | None:
    """Return the position that the record ends with; None if nothing was played."""
    for one in reversed(game.record):
        if isinstance(one, Record):
            return one.after
        if one.position is not None:
            return one.position
    return None


def _actions(game: GameState, *, boards: bool) -> Iterator[Action]:
    """Return what was done in a game; where the board was put otherwise between two turns, that too."""
    known: Position | None = None
    opened_only = _opened_only(game)
    for one in game.record:
        if isinstance(one, Record):
            if one.before != (known or start_position(one.turn.game)):
                yield BoardPut(one.player, one.before.setup)
            yield from _turn(one, boards=boards)
            known = one.after
        else:
            known = one.position or known
            make = DEEDS.get(one.deed)
            if make is not None:
                yield make(one, one.player or Player.WHITE)
            elif opened_only and one.deed is Deed.OPENING and one.player and one.thrown:
                yield Thrown(one.player, (one.thrown.white[0], one.thrown.black[0]))


def _opened_only(game: GameState) -> bool:
    """Whether the opening throw is known but was not played: of other throws the record has only those played."""
    opened = any(isinstance(one, Act) and one.deed is Deed.OPENING for one in game.record)
    begun = any(isinstance(one, Record) or one.deed is Deed.POSITION_SET for one in game.record)
    return opened and not begun


def _turn(one: Record, *, boards: bool) -> Iterator[Action]:
    if one.play is not None:
        steps: Steps | None = _steps_played(one)
    else:
        steps = None if boards else steps_between(one.before, one.after, one.player)
    if steps is not None:
        yield Played(one.player, one.turn.dice, steps)
        return
    yield Thrown(one.player, one.turn.dice)
    yield BoardPut(one.player.opponent, one.after.setup)


def _steps_played(one: Record) -> Steps:
    steps = one.play.steps if one.play else ()
    return tuple((_own(one.player, step.source), _own(one.player, step.target)) for step in steps)


def _own(player: Player, place: int) -> int:
    """Return the mover's number of a place: the bar 25, the tray 0."""
    if place in {BAR_AT, OFF_AT}:
        return OFF_PACE - place
    return place if player is Player.WHITE else OFF_PACE - place


def own_counts(board: Position | Setup, player: Player) -> list[int]:
    """Return the checkers of `player` in the tray, on the own points 1 to 24, and on the bar."""
    side = board.sides[player]
    points = side.points if player is Player.WHITE else side.points[::-1]
    return [side.off, *points, side.bar]


def steps_between(before: Position, after: Position, player: Player) -> Steps | None:
    """Return moves of single checkers that lead from `before` to `after`; None if no four do."""
    own, own_after = own_counts(before, player), own_counts(after, player)
    leave = [place for place in range(25, -1, -1) for _ in range(own[place] - own_after[place])]
    come = [place for place in range(25, -1, -1) for _ in range(own_after[place] - own[place])]
    theirs = own_counts(before, player.opponent)
    for place in come:
        if 0 < place <= OFF_PACE - 1:
            theirs[OFF_PACE] += theirs[OFF_PACE - place]
            theirs[OFF_PACE - place] = 0
    fits = theirs == own_counts(after, player.opponent) and len(leave) == len(come) <= MOST_STEPS
    return tuple(zip(leave, come, strict=True)) if fits and OFF_PACE not in come and 0 not in leave else None


def _board_put(act: Act, player: Player) -> Action:
    if act.position is None:
        msg = "a position that is set is in the record"
        raise ValueError(msg)
    return BoardPut(player, act.position.setup)


DEEDS: Mapping[Deed, Callable[[Act, Player], Action]] = MappingProxyType(
    {
        Deed.TIE: lambda act, player: Tied(player, act.thrown.white[0] if act.thrown else 1),
        Deed.DOUBLE: lambda _, player: Cubed(player, CubeAction.OFFER),
        Deed.BEAVER: lambda _, player: Cubed(player, CubeAction.BEAVER),
        Deed.TAKE: lambda _, player: Cubed(player, CubeAction.TAKE),
        Deed.DROP: lambda _, player: Cubed(player, CubeAction.DROP),
        Deed.RESIGN: lambda act, player: Resigns(player, act.value),
        Deed.CALL_OFF: lambda _, player: CallsOff(player),
        Deed.AGREE: lambda _, player: Replies(player, accepted=True),
        Deed.REFUSE: lambda _, player: Replies(player, accepted=False),
        Deed.FLAG: lambda _, player: Flagged(player),
        Deed.CUBE_SET: lambda act, _: CubePut(Player.WHITE, act.value, act.player),
        Deed.POSITION_SET: _board_put,
    }
)
"""What of the record a script holds besides turns: not who begins, nor that a closed-out player's turn passed."""
