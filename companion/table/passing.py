"""A closed board: who cannot enter need not throw, and the turn passes."""

from __future__ import annotations

from companion.rules.results import closed_out
from companion.table.course import compared
from companion.table.state import Deed, Table, ToThrow


def is_closed_out(table: Table) -> bool:
    """Whether the player on turn need not throw."""
    game = table.game
    return closed_out(table.match.rules.game, game.position, game.player, game.memory)


def turn_passed(table: Table) -> Table:
    """Let the opponent have the turn of a player who is closed out."""
    player = table.game.player
    after = table.note(Deed.PASSED, player).change(player=player.opponent).go_to(ToThrow()).kept(table)
    return compared(after.say("turn_passes", player=player.value))
