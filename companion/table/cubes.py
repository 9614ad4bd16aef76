"""The cube, resignations, and games called off."""

from __future__ import annotations

from companion.match.clock_rules import ClockKind
from companion.match.cube import Offer
from companion.match.doubling import Moment, beaver, double, drop, take, why_not_double
from companion.match.ending import accept, call_off, lost_on_time, refuse, resign
from companion.match.refused import Code, Refused
from companion.match.stake import CallOff
from companion.rules.players import Player
from companion.table.codes import Why
from companion.table.events import Answered, CallOffWanted, CubeAction, CubeMoved, FlagClaimed, Resigned
from companion.table.games import game_ended
from companion.table.passing import is_closed_out, turn_passed
from companion.table.rejection import RejectedError
from companion.table.state import Asking, Deed, Disputed, GameOver, MatchOver, Opening, Playing, Table, ToThrow
from companion.table.turns import ended, looked_at_again


def moment(table: Table, on_turn: Player | None = None) -> Moment:
    """Return where the game stands, as far as doubling asks; `on_turn`: as if it were that player's turn."""
    return Moment(on_turn or table.game.player, table.game.opening_over, not isinstance(table.phase, ToThrow))


def may_double(table: Table, player: Player | None = None) -> bool:
    """Whether the player on turn may double now, or `player` who is to have the turn of one closed out."""
    if not isinstance(table.phase, ToThrow):
        return False
    player = player or table.game.player
    return why_not_double(table.match, table.game.stake, player, moment(table, player)) is None


def cube_moved(table: Table, event: CubeMoved) -> Table:
    """Offer the cube, or answer."""
    if event.action is CubeAction.OFFER:
        return _offered(table, event.player)
    if event.action is CubeAction.DROP:
        result = drop(table.match, table.game.stake, event.player)
        after = table.say("dropped", player=event.player.value).note(Deed.DROP, event.player)
        return game_ended(after, result).kept(table)
    answer = take if event.action is CubeAction.TAKE else beaver
    stake = answer(table.match, table.game.stake, event.player)
    before, table = table, table.change(stake=stake)
    player = event.player
    if isinstance(stake.pending, Offer):
        value = stake.pending.value
        return table.say("beavered", player=player.value, value=value).note(Deed.BEAVER, player, value).kept(before)
    value = stake.cube.value
    return table.say("taken", player=player.value, value=value).note(Deed.TAKE, player, value).kept(before)


def _offered(table: Table, player: Player) -> Table:
    before, phase = table, table.phase
    if isinstance(phase, GameOver | MatchOver):
        raise RejectedError(Why.NOT_NOW)
    if isinstance(phase, Disputed) and player is not table.game.player:
        raise RejectedError(Why.SETTLE_FIRST, player=table.game.player.value)
    if player is not table.game.player and _lets_pass(table):
        table = turn_passed(table)
    # While both throw to open it is nobody's turn.
    on_turn = player if isinstance(phase, Opening) else None
    stake = double(table.match, table.game.stake, player, moment(table, on_turn))
    offer = stake.pending
    value = offer.value if isinstance(offer, Offer) else 0
    table = table.change(stake=stake).note(Deed.DOUBLE, player, value)
    return table.say("doubled", player=player.value, value=value).kept(before)


def _lets_pass(table: Table) -> bool:
    """Whether the player on turn is closed out, so that the opponent may double as well as throw."""
    return isinstance(table.phase, ToThrow) and not table.game.stake.pending and is_closed_out(table)


def _check_in_game(table: Table) -> None:
    if isinstance(table.phase, Opening | GameOver | MatchOver):
        raise RejectedError(Why.NOT_NOW)


def resigned(table: Table, event: Resigned) -> Table:
    """A player offers to lose the game."""
    _check_in_game(table)
    stake = resign(table.match, table.game.stake, event.player, event.level, table.game.memory)
    after = table.change(stake=stake).note(Deed.RESIGN, event.player, event.level)
    points = event.level * stake.cube.value
    return after.say("resigns", player=event.player.value, level=event.level, points=points).kept(table)


def call_off_wanted(table: Table, event: CallOffWanted) -> Table:
    """A player would have the game count nothing; the opponent who wants it too agrees with that."""
    _check_in_game(table)
    pending = table.game.stake.pending
    if isinstance(pending, CallOff) and pending.by is not event.player:
        return answered(table, Answered(event.at, event.player, accepted=True))
    stake = call_off(table.match, table.game.stake, event.player)
    after = table.change(stake=stake).note(Deed.CALL_OFF, event.player)
    return after.say("would_call_off", player=event.player.value).kept(table)


def answered(table: Table, event: Answered) -> Table:
    """The opponent accepts, or plays on."""
    stake = table.game.stake
    if event.accepted:
        result = accept(table.match, stake, event.player)
        return game_ended(table.note(Deed.AGREE, event.player), result).kept(table)
    stake = refuse(table.match, stake, event.player)
    table = table.change(stake=stake).note(Deed.REFUSE, event.player).say("plays_on", player=event.player.value)
    phase = table.phase
    # Meanwhile the turn may have ended, or the board may have changed.
    if isinstance(phase, Playing):
        return ended(table, phase) if phase.ended else table
    if isinstance(phase, Asking | Disputed) and table.board is not None:
        return looked_at_again(table, phase, final=False)
    return table


def flag_claimed(table: Table, event: FlagClaimed) -> Table:
    """A player claims what the opponent's fallen flag brings."""
    opponent = event.player.opponent
    if isinstance(table.phase, GameOver | MatchOver):
        raise RejectedError(Why.NOT_NOW)
    if table.clock.rules.kind is ClockKind.NONE:
        raise Refused(Code.NO_CLOCK)
    if table.clock.flagged is not opponent:
        raise RejectedError(Why.FLAG_HAS_NOT_FALLEN, player=opponent.value)
    result = lost_on_time(table.match, table.game.stake, opponent)
    return game_ended(table.note(Deed.FLAG, event.player), result).kept(table)
