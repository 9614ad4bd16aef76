"""Games one after the other: how they begin, how they end, and what the match makes of it."""

from __future__ import annotations

from dataclasses import replace

from companion.match.between import next_game
from companion.match.carried import carried_after, carried_before_play, carried_before_throw
from companion.match.ending import played
from companion.match.length import MatchRules
from companion.match.score import GameResult, MatchState, begin, close, new_clock, record
from companion.rules.players import Player
from companion.rules.results import game_count
from companion.rules.turn import Outcome, Play, Turn
from companion.table.events import SessionEnded
from companion.table.state import (
    Asking,
    Disputed,
    GameOver,
    GameState,
    MatchOver,
    Opening,
    PlayedGame,
    Playing,
    Table,
    TableRules,
)


def begin_table(rules: MatchRules, table_rules: TableRules | None = None, match: MatchState | None = None) -> Table:
    """Return a table at which the first game is about to be opened."""
    match = match or begin(rules)
    return Table(table_rules or TableRules(), match, new_game(match, Player.WHITE), Opening(), new_clock(match))


def new_game(match: MatchState, player: Player) -> GameState:
    """Return the next game before its first throw; `player` stands for who is to begin, where that is open."""
    start = next_game(match)
    goes_on = start.goes_on
    return GameState(
        start.position,
        start.memory,
        goes_on.player if goes_on else player,
        start.stake,
        start.number,
        opening_over=goes_on is not None,
    )


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
    played_game = PlayedGame(table.match, table.game, match.results[-1])
    table = replace(table, match=match, seen_at=None, held=(), games=(*table.games, played_game))
    table = table.change(stake=replace(table.game.stake, pending=None)).go_to(GameOver(match.results[-1]))
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
    return match_over(replace(table, match=close(table.match)).kept(table))
