"""How virtual players use the cube: by counting pips, and not always rightly."""

from __future__ import annotations

from random import Random

from companion.service.view import TableView, Who

DOUBLES_FROM, TAKES_TO = 0.1, 0.22
"""Which part of the own pips the other must be behind to be doubled, and may be behind to take."""
SEEN, TOO_EARLY = 0.25, 0.01
"""How often a chance to double is seen, and how often there is none and it is seen all the same."""
BEAVERS_TO, BEAVERS = 0.06, 0.7
"""Up to which lead of the other's a beaver is thought of, and how often it is then dared."""
OTHER: dict[Who, Who] = {"white": "black", "black": "white"}


def wants_to_double(view: TableView, chance: Random) -> bool:
    """Tell whether the player on turn doubles."""
    if view.turn is None:
        return False
    return chance.random() < (SEEN if lead(view, view.turn) > DOUBLES_FROM else TOO_EARLY)


def wants_a_beaver(view: TableView, chance: Random) -> bool:
    """Tell whether the player who was doubled redoubles at once; whether that was agreed on, the table knows."""
    return view.asked is not None and lead(view, OTHER[view.asked]) < BEAVERS_TO and chance.random() < BEAVERS


def takes(view: TableView, chance: Random) -> bool:
    """Tell whether the player who was doubled takes."""
    return view.asked is not None and lead(view, OTHER[view.asked]) < TAKES_TO + chance.uniform(-0.06, 0.06)


def lead(view: TableView, who: Who) -> float:
    """Return how far a player is ahead, as a part of the pips that are left."""
    if view.pips is None:
        return 0.0
    own, other = view.pips.of(who), view.pips.of(OTHER[who])
    return (other - own) / max(1, own)
