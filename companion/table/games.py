"""Games one after the other: how they begin, how they end, and what the match makes of it."""

from __future__ import annotations

from dataclasses import replace

from companion.match.between import choose, chooser, next_game
from companion.match.carried import carried_after, carried_before_play, carried_before_throw
from companion.match.doubling import automatic_double, why_not_automatic
from companion.match.ending import played
from companion.match.length import MatchRules
from companion.match.score import GameResult, MatchState, begin, close, new_clock, record
from companion.rules.opening import dice_each, open_game
from companion.rules.players import Pair, Player
from companion.rules.results import game_count
from companion.rules.turn import Outcome, Play, Turn
from companion.table.codes import Why
from companion.table.events import NextGame, SessionEnded
from companion.table.rejection import RejectedError
from companion.table.state import (
    Asking,
    Disputed,
    GameOver,
    GameState,
    MatchOver,
    Opening,
    Playing,
    Table,
    TableRules,
    ToThrow,
)


def begin_table(rules: MatchRules, table_rules: TableRules | None = None, match: MatchState | None = None) -> Table:
    """Return a table at which the first game is about to be opened."""
    match = match or begin(rules)
    return Table(table_rules or TableRules(), match, _game(match, Player.WHITE), Opening(), new_clock(match))


def _game(match: MatchState, player: Player) -> GameState:
    start = next_game(match)
    goes_on = start.goes_on
    return GameState(
        start.position,
        start.memory,
        goes_on.player if goes_on else player,
        start.stake,
        start.number,
        opening_over=goes_on is not None,
        begun=goes_on.begun if goes_on else (),
    )


def next_game_event(table: Table, event: NextGame) -> Table:
    """Begin the next game, as the winner of a Tric-Trac says."""
    if not isinstance(table.phase, GameOver):
        raise RejectedError(Why.NOT_NOW)
    match, winner = table.match, chooser(table.match)
    if winner and event.choice:
        match = choose(match, event.player or winner, event.choice)
    start = next_game(match)
    clock = new_clock(match) if match.rules.money else table.clock
    table = replace(table, match=match, game=_game(match, table.game.player), clock=clock, past=None)
    if start.goes_on is None:
        return table.go_to(Opening())
    if start.goes_on.dice is None:
        return table.go_to(ToThrow())
    return table.go_to(Playing(start.goes_on.turn(match.rules.game)))


def thrown_to_open(table: Table, player: Player, dice: tuple[int, ...]) -> tuple[Table, tuple[int, int] | None]:
    """Take a player's opening throw; return the dice if the one who begins plays them at once."""
    opening = table.phase
    game = table.match.rules.game
    if not isinstance(opening, Opening):
        raise RejectedError(Why.NOT_NOW)
    if len(dice) != dice_each(game) or not all(1 <= die <= 6 for die in dice):
        raise RejectedError(Why.BAD_DICE, dice="-".join(map(str, dice)))
    thrown = opening.thrown.with_(player, dice)
    table = table.go_to(Opening(thrown)).say("opening_thrown", player=player.value, dice="-".join(map(str, dice)))
    if not all(thrown):
        return table, None
    opened = open_game(game, thrown)
    if opened is None:
        return _tied(table, thrown), None
    table = table.change(player=opened.player).go_to(ToThrow()).say("begins", player=opened.player.value)
    return table, opened.dice


def _tied(table: Table, thrown: Pair[tuple[int, ...]]) -> Table:
    table = table.go_to(Opening()).say("opening_tie")
    if why_not_automatic(table.match, table.game.stake, thrown):
        return table
    stake = automatic_double(table.match, table.game.stake, thrown)
    return table.change(stake=stake).say("automatic_double", value=stake.cube.value)


def game_won(table: Table, turn: Turn, outcome: Outcome, play: Play) -> Table:
    """End the game that a play has won."""
    rules = table.match.rules
    result = played(table.match, table.game.stake, turn.player, game_count(rules.game, outcome, turn.player))
    carried = carried_after(turn, outcome, play) if rules.by_points else None
    return _ended(table, result, record(table.match, result, carried))


def game_ended(table: Table, result: GameResult) -> Table:
    """End a game otherwise: dropped, resigned, called off, lost on time."""
    game, match, phase = table.game, table.match, table.phase
    carried = None
    if match.rules.by_points and result.winner:
        if isinstance(phase, Playing | Asking | Disputed):
            carried = carried_before_play(phase.turn, result.winner)
        else:
            carried = carried_before_throw(match.rules.game, game.position, game.memory, game.player, result.winner)
    return _ended(table, result, record(match, result, carried))


def _ended(table: Table, result: GameResult, match: MatchState) -> Table:
    stake = replace(table.game.stake, pending=None)
    table = replace(table, match=match).change(stake=stake).go_to(GameOver(match.results[-1]))
    if result.winner is None:
        table = table.say("game_called_off")
    else:
        table = table.say("game_won", player=result.winner.value, points=result.points, how=result.how.value)
    table = table.say("score", white=match.score.white, black=match.score.black)
    if match.is_over:
        return match_over(table)
    return table.say("crawford") if match.is_crawford_game else table


def match_over(table: Table) -> Table:
    """Say how the match has ended."""
    match = table.match
    table = table.go_to(MatchOver())
    if match.winner:
        return table.say("match_won", player=match.winner.value)
    return table.say("match_ended" if match.closed or match.rules.money else "match_drawn")


def session_ended(table: Table, _event: SessionEnded) -> Table:
    """The players stop: a money session at its end, another match unfinished."""
    return match_over(replace(table, match=close(table.match)))
