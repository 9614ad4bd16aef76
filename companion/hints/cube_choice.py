"""When the cube may be turned, and what is best, from what no double, a take and a drop are worth."""

from __future__ import annotations

from companion.hints.advice import AdviserError, CubeAction, Stakes
from companion.language import mark
from companion.rules.players import Player

NO_CUBE = mark("The cube cannot be turned here.")


def is_turnable(player: Player, stakes: Stakes) -> bool:
    """Return whether the player may double before throwing."""
    return stakes.has_cube and not stakes.crawford and stakes.owner in {None, player}


def check_turnable(player: Player, stakes: Stakes) -> None:
    """Raise unless the player may double."""
    if not is_turnable(player, stakes):
        raise AdviserError(NO_CUBE)


def best_action(no_double: float, double_take: float, double_drop: float) -> CubeAction:
    """Return what the player on roll should do; the opponent answers a double with what costs less."""
    doubled = min(double_take, double_drop)
    if no_double > doubled or no_double == double_take:
        return CubeAction.TOO_GOOD if no_double > double_drop else CubeAction.NO_DOUBLE
    return CubeAction.DOUBLE_TAKE if double_take <= double_drop else CubeAction.DOUBLE_DROP
