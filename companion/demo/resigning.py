"""When virtual players give a game up, and whether the other is content with it."""

from __future__ import annotations

from random import Random

from companion.demo.doubling import OTHER, lead
from companion.service.view import Action, TableView

HOPELESS, NEARLY_DONE = 0.6, 45
"""How far ahead the other is, as a part of the pips that are left, and how few pips the other has left."""
GIVES_UP = 0.25
"""How often a hopeless game is given up at a throw."""
WANTS_MORE = 0.2
"""How often a resignation is refused that would have been enough."""


def resigns(view: TableView, chance: Random) -> Action | None:
    """Return the button with which the player on turn gives the game up, if that is wanted."""
    if view.turn is None or view.pips is None or view.points is not None:
        return None
    other = OTHER[view.turn]
    if lead(view, other) < HOPELESS or view.pips.of(other) > NEARLY_DONE or chance.random() > GIVES_UP:
        return None
    buttons = [one for one in view.actions if one.name == "resign" and one.player == view.turn]
    return buttons[0] if buttons else None


def is_content(view: TableView, chance: Random) -> bool:
    """Tell whether the player who is offered a resignation takes it."""
    level = dict(view.waiting.params).get("level", 1)
    loser = OTHER[view.asked or "white"]
    may_be_gammon = view.board is not None and not view.board.off.of(loser) and level == 1
    return chance.random() > (2 * WANTS_MORE if may_be_gammon else WANTS_MORE)
