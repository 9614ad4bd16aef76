"""How a game begins: both throw, or it goes on from the game before."""

from __future__ import annotations

from dataclasses import replace

from companion.match.between import choose, chooser, next_game
from companion.match.doubling import automatic_double, why_not_automatic
from companion.match.score import new_clock
from companion.rules.notation import write_throw
from companion.rules.opening import dice_each, open_game
from companion.rules.players import Pair, Player
from companion.rules.turn import Turn
from companion.table.codes import Why
from companion.table.course import compared, playing
from companion.table.events import Die, NextGame
from companion.table.games import new_game
from companion.table.lying import miscounted, why_not
from companion.table.rejection import RejectedError
from companion.table.state import Deed, GameOver, Opening, Table, ToThrow


def opening_seen(table: Table, fresh: tuple[Die, ...]) -> Table:
    """Take what has come to lie on the board for throws to open."""
    each = dice_each(table.match.rules.game)
    if any(die.half is None for die in fresh):
        return table.say("outside", player=_thrower(table).value)
    for player in Player:
        mine = tuple(die for die in fresh if die.half is player)
        phase = table.phase
        if mine and isinstance(phase, Opening):
            table = _one_seen(table, phase, player, mine, each)
    return table


def _one_seen(table: Table, phase: Opening, player: Player, mine: tuple[Die, ...], each: int) -> Table:
    wrong = why_not(mine, player)
    if phase.thrown[player]:
        return table.say("thrown_already", player=player.value)
    if wrong:
        return replace(table, counted=(*table.counted, *mine)).say(wrong, player=player.value)
    if len(mine) != each:
        return miscounted(table, player, len(mine), each)
    table = replace(table, counted=(*table.counted, *mine))
    return opened(table, player, tuple(die.value for die in mine))


def _thrower(table: Table) -> Player:
    """Return who has not thrown yet, as far as that is known."""
    phase = table.phase
    return Player.BLACK if isinstance(phase, Opening) and phase.thrown.white else Player.WHITE


def opened(table: Table, player: Player, dice: tuple[int, ...]) -> Table:
    """Take a player's opening throw; let the one who begins play, if both dice are played at once."""
    game, phase = table.match.rules.game, table.phase
    if not isinstance(phase, Opening):
        raise RejectedError(Why.NOT_NOW)
    if len(dice) != dice_each(game) or not all(1 <= die <= 6 for die in dice):
        raise RejectedError(Why.BAD_DICE, dice=write_throw(dice))
    if phase.thrown[player]:
        raise RejectedError(Why.NOT_ON_TURN, player=player.opponent.value)
    before, thrown = table, phase.thrown.with_(player, dice)
    table = table.go_to(Opening(thrown)).kept(before).say("opening_thrown", player=player.value, dice=write_throw(dice))
    return _both_thrown(table, thrown) if all(thrown) else table


def _both_thrown(table: Table, thrown: Pair[tuple[int, ...]]) -> Table:
    game = table.match.rules.game
    first = open_game(game, thrown)
    if first is None:
        return _tied(table, thrown)
    table = table.note(Deed.OPENING, first.player, thrown=thrown).change(player=first.player)
    table = table.go_to(ToThrow()).say("begins", player=first.player.value)
    if first.dice is None:
        return table
    return playing(table, Turn(game, table.game.position, first.player, first.dice, table.game.memory))


def _tied(table: Table, thrown: Pair[tuple[int, ...]]) -> Table:
    table = table.go_to(Opening()).say("opening_tie")
    if why_not_automatic(table.match, table.game.stake, thrown):
        return table.note(Deed.TIE, None, table.game.stake.cube.value, thrown=thrown)
    stake = automatic_double(table.match, table.game.stake, thrown)
    value = stake.cube.value
    table = table.change(stake=stake).note(Deed.TIE, None, value, thrown=thrown)
    return table.say("automatic_double", value=value)


def next_game_event(table: Table, event: NextGame) -> Table:
    """Begin the next game, as the winner of a Tric-Trac says."""
    if not isinstance(table.phase, GameOver):
        raise RejectedError(Why.NOT_NOW)
    match = table.match
    if event.choice:
        match = choose(match, event.player or chooser(match) or Player.WHITE, event.choice)
    start = next_game(match)
    clock = new_clock(match) if match.rules.money else table.clock
    before, goes_on = table, start.goes_on
    table = replace(table, match=match, game=new_game(match, table.game.player), clock=clock, seen_at=None)
    table = table.go_to(ToThrow() if goes_on else Opening()).kept(before)
    if goes_on is None:
        return compared(table)
    white, black = goes_on.memory.score
    table = table.say("goes_on", player=goes_on.player.value, white=white, black=black)
    return playing(table, goes_on.turn(match.rules.game)) if goes_on.dice else compared(table)
