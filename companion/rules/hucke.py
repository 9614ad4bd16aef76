"""What Tric-Trac adds to steps: the privilege, the great bridge, the hits that are marked."""

from __future__ import annotations

from companion.rules.board import POINTS
from companion.rules.search import Line, Throw
from companion.rules.steps import (
    BYTE,
    HUCKE,
    ON_BOARD,
    OPP,
    OPPONENT_HUCKE,
    PILE,
    field,
    fields,
    held,
    occupied,
)

BRIDGE = fields(range(7, HUCKE + 1))


def bridge_stands(state: int) -> bool:
    """Whether the own Hucke and the five paces before it are all held by bands."""
    return held(state & ON_BOARD) & BRIDGE == BRIDGE


def _pair_stands(state: int, goal: int, throw: Throw) -> bool:
    """Whether two different checkers stand where the throw's numbers would bring both to `goal`."""
    for number, needed in ((throw.high, 1 + throw.double), (throw.low, 1 + throw.double)):
        if count(state, goal - number) < needed:
            return False
    return True


def count(state: int, place: int) -> int:
    """Return how many checkers the mover has at `place`."""
    return (state >> (8 * place)) & BYTE


def privileged(state: int, throw: Throw, *, start_pile: bool) -> list[Line]:
    """Return the play by privilege: two checkers that would reach the opponent's Hucke take the own one."""
    free = field(HUCKE) | field(OPPONENT_HUCKE)
    if (state | state >> OPP) & (free * BYTE) or (start_pile and state & (PILE * BYTE)):
        return []
    if not _pair_stands(state, OPPONENT_HUCKE, throw) or _pair_stands(state, HUCKE, throw):
        return []
    first, second = OPPONENT_HUCKE - throw.high, OPPONENT_HUCKE - throw.low
    middle = state - field(first) + field(HUCKE)
    after = middle - field(second) + field(HUCKE)
    levels = ({state: (state, 0)}, {middle: (state, first)}, {after: (middle, second)})
    return [Line((throw.high, throw.low), levels, (2,))]


def marks(state: int, dice: tuple[int, int]) -> int:
    """Return how many opposing blots the throw reaches: by either number, or by both in succession."""
    own = occupied(state & ON_BOARD)
    opponents = (state >> OPP) & ON_BOARD
    taken = occupied(opponents)
    blots = taken & ~held(opponents) & ~(field(HUCKE) | field(OPPONENT_HUCKE))
    reached = 0
    for first, second in (dice, dice[::-1]):
        landed = own << (8 * first)
        reached |= landed | (landed & ~taken & fields(range(1, POINTS + 1))) << (8 * second)
    return (reached & blots).bit_count()
