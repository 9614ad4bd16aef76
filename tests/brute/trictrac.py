"""Both Tric-Tracs: two steps, the Hucke's pair rule and privilege, points."""

from __future__ import annotations

from tests.brute.model import OTHER_HUCKE, OWN_HUCKE, Position, Rules
from tests.brute.steps import Step, has_won, steps

BRIDGE = range(7, 13)
BRIDGE_POINTS = 2


def trictrac_plays(rules: Rules, pos: Position, low: int, high: int) -> list[Position]:
    """Every legal play's position, with what it scores."""
    if rules.game == "trictrac_old":
        pos = pos._replace(scored=marks(pos, low, high))
        if has_won(rules, pos):
            return [pos]
    ones: list[Position] = []
    twos: list[Position] = []
    won_at_once: list[Position] = []
    for number, other in {(low, high), (high, low)}:
        for first in steps(rules, pos, number):
            following = steps(rules, first.after, other)
            if has_won(rules, first.after):
                # a step from the Hucke that leaves one there must be one that the other could have followed
                if alone(first) or any(leave_together(pos, first, last) for last in following):
                    won_at_once.append(first.after)
                continue
            if alone(first):
                ones.append(first.after)
            twos += [last.after for last in following if may_follow(pos, first, last)]
    # the greatest use is asked of a play that goes on; one that has won is at its end
    complete = twos or ones or ([] if won_at_once else [pos])
    if has_privilege(rules, pos, low, high) and not any(takes_hucke(pos, after) for after in twos):
        complete = [*complete, by_privilege(pos, low, high)]
    return won_at_once + [with_bridge(rules, after) for after in complete]


def may_follow(pos: Position, first: Step, last: Step) -> bool:
    """Whether the two steps are legal together as far as the own Hucke goes."""
    return (alone(first) and alone(last)) or take_together(pos, first, last) or leave_together(pos, first, last)


def takes_hucke(pos: Position, after: Position) -> bool:
    """Whether a play took the empty Hucke."""
    return pos.own[OWN_HUCKE] == 0 and after.own[OWN_HUCKE] == 2


def alone(step: Step) -> bool:
    """Whether the step is legal by itself: it does not leave a single checker on the own Hucke."""
    return OWN_HUCKE not in (step.start, step.end) or step.after.own[OWN_HUCKE] != 1


def take_together(pos: Position, first: Step, last: Step) -> bool:
    """Whether the two steps take the empty Hucke."""
    return pos.own[OWN_HUCKE] == 0 and first.end == OWN_HUCKE and last.end == OWN_HUCKE


def leave_together(pos: Position, first: Step, last: Step) -> bool:
    """Whether the last two leave the Hucke with the two steps."""
    return pos.own[OWN_HUCKE] == 2 and first.start == OWN_HUCKE and last.start == OWN_HUCKE


def has_privilege(rules: Rules, pos: Position, low: int, high: int) -> bool:
    """Whether two checkers that the throw would bring to the opponent's Hucke may go to the own one."""
    if pos.own[OWN_HUCKE] or pos.opp[OWN_HUCKE] or pos.opp[OTHER_HUCKE]:  # D11
        return False
    if rules.game == "trictrac" and pos.own[1]:
        return False
    first, last = OTHER_HUCKE - low, OTHER_HUCKE - high
    if first == last:
        return pos.own[first] >= 2
    return pos.own[first] >= 1 and pos.own[last] >= 1


def by_privilege(pos: Position, low: int, high: int) -> Position:
    """The position with the two on the own Hucke."""
    own = list(pos.own)
    for number in (low, high):
        own[OTHER_HUCKE - number] -= 1
    own[OWN_HUCKE] += 2
    return pos._replace(own=tuple(own), runner=0)


def with_bridge(rules: Rules, pos: Position) -> Position:
    """The position with the points of the great bridge, if it stands (D12)."""
    if rules.game == "trictrac" and all(pos.own[pace] >= 2 for pace in BRIDGE):
        return pos._replace(scored=pos.scored + BRIDGE_POINTS)
    return pos


def marks(pos: Position, low: int, high: int) -> int:
    """How many different opposing blots one own checker on the board reaches with the throw."""
    hit: set[int] = set()
    for start in range(1, 25):
        if not pos.own[start]:
            continue
        for number, other in ((low, high), (high, low)):
            via = start + number
            if via > 24:
                continue
            hit.add(via)
            if pos.opp[via] == 0 and via + other <= 24:
                hit.add(via + other)
    return sum(1 for pace in hit if pos.opp[pace] == 1 and pace not in (OWN_HUCKE, OTHER_HUCKE))
