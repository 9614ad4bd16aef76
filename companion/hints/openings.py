"""The openings that the booklets recommend for backgammon: their advice, not ours, and shown as such."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.hints.gnubg_terms import BACKGAMMON
from companion.rules.notation import NotationError, international
from companion.rules.plays import Plays
from companion.rules.position import start_position
from companion.rules.turn import Outcome

OPENINGS: Mapping[tuple[int, int], tuple[str, ...]] = MappingProxyType(
    {
        (6, 5): ("24/13",),
        (6, 4): ("24/20 24/18",),
        (6, 3): ("24/21 24/18",),
        (6, 2): ("24/22 24/18",),
        (6, 1): ("13/7 8/7",),
        (5, 4): ("24/20 13/8",),
        (5, 3): ("8/3 6/3",),
        (5, 2): ("13/8 13/11",),
        (5, 1): ("24/18",),
        (4, 3): ("13/10 13/9",),
        (4, 2): ("8/4 6/4",),
        (4, 1): ("24/23 13/9",),
        (3, 2): ("13/10 13/11",),
        (3, 1): ("8/5 6/5",),
        (2, 1): ("24/21", "13/11 6/5"),
    }
)
"""By the numbers thrown, the higher first; points are counted from the mover's own end."""
FIRST_DOUBLES: Mapping[tuple[int, int], tuple[str, ...]] = MappingProxyType(
    {
        (6, 6): ("24/18(2) 13/7(2)",),
        (5, 5): ("13/3(2)",),
        (4, 4): ("24/20(2) 13/9(2)",),
        (3, 3): ("24/21(2) 8/5(2)",),
        (2, 2): ("24/20(2)",),
        (1, 1): ("8/7(2) 6/5(2)",),
    }
)
"""For the player whose first throw comes after the opponent's opening."""


def recommended(plays: Plays) -> tuple[Outcome, ...]:
    """Return the plays that the booklets recommend for this throw; none after the opening."""
    turn = plays.turn
    if (turn.game.base or turn.game) is not BACKGAMMON:
        return ()
    start = start_position(turn.game).sides
    own, theirs = (turn.position.sides[one] == start[one] for one in (turn.player, turn.player.opponent))
    low, high = sorted(turn.dice)
    texts = OPENINGS if own and theirs else FIRST_DOUBLES if own else {}
    return tuple(outcome for text in texts.get((high, low), ()) if (outcome := _outcome(plays, text)))


def _outcome(plays: Plays, text: str) -> Outcome | None:
    try:
        return international.resolve(plays, text)
    except NotationError:
        # The opponent's opening has closed a point that it needs.
        return None
