"""One step with one number: every legal one, in every game."""

from __future__ import annotations

from typing import NamedTuple

from tests.brute.model import (
    BAR,
    CHECKERS,
    OFF,
    OTHER_HUCKE,
    RESERVE,
    TRICTRAC,
    WINNING_POINTS,
    Position,
    Rules,
    gate_pace,
    other_start,
)


class Step(NamedTuple):
    """A step: where from, where to, and what stands afterwards."""

    start: int
    end: int
    after: Position


def steps(rules: Rules, pos: Position, number: int) -> list[Step]:
    """Every legal step with the number, but for the pair rule of the Hucke, which is one of whole plays."""
    if pos.bar:
        return entering(rules, pos, number, BAR)
    if pos.reserve and reserve_first(rules, pos):
        return entering(rules, pos, number, RESERVE)
    found = entering(rules, pos, number, RESERVE) if pos.reserve else []
    for start in starts(rules, pos):
        end = start + number
        if bears_off(rules, pos, start, number):
            found.append(Step(start, OFF, step(rules, pos, start, OFF)))
        elif end <= 24 and can_land(rules, pos, end):
            found.append(Step(start, end, step(rules, pos, start, end)))
    return found


def reserve_first(rules: Rules, pos: Position) -> bool:
    """Whether reserve checkers must be entered before others move."""
    if rules.game == "puff_russian":
        return sum(pos.own) < rules.russian_gate
    return rules.game in ("snake", "puff", "puff_long", "puff_dutch", "revertier")


def entering(rules: Rules, pos: Position, number: int, start: int) -> list[Step]:
    """The step that brings a checker in on the pace of the number, if it is legal."""
    if not can_land(rules, pos, number):
        return []
    return [Step(start, number, step(rules, pos, start, number))]


def starts(rules: Rules, pos: Position) -> list[int]:
    """The paces from which a checker on the board may go."""
    if rules.game == "trictrac" and pos.own[1]:
        return [1, pos.runner] if pos.runner else [1]
    return [pace for pace in range(1, 25) if pos.own[pace]]


def can_land(rules: Rules, pos: Position, pace: int) -> bool:
    """Whether a step of the mover may end on that pace of the board."""
    own, opp = pos.own[pace], pos.opp[pace]
    if opp >= 2:
        return False
    if rules.game in TRICTRAC and pace == OTHER_HUCKE:
        return False
    if rules.game == "trictrac_old":
        return opp == 0 and not (own and pace <= 11)  # D15
    if rules.game == "revertier" and own and pace <= 11:
        return False
    return not (rules.game == "puff_dutch" and opp and not pos.gate)


def bears_off(rules: Rules, pos: Position, start: int, number: int) -> bool:
    """Whether the number takes a checker from that pace off the board."""
    if rules.game == "trictrac":
        return start + number >= 24
    if pos.bar or pos.reserve or any(pos.own[1:19]):
        return False
    if start + number == 25:
        return True
    if rules.game == "acey_deucey_european":
        return False
    return start + number > 25 and not any(pos.own[1:start])


def step(rules: Rules, pos: Position, start: int, end: int) -> Position:
    """The position after a checker has gone from start to end."""
    own, opp = list(pos.own), list(pos.opp)
    bar, reserve, off, opp_bar, scored = pos.bar, pos.reserve, pos.off, pos.opp_bar, pos.scored
    if start == BAR:
        bar -= 1
    elif start == RESERVE:
        reserve -= 1
    else:
        own[start] -= 1
    if end == OFF:
        off += 1
        scored += rules.game == "trictrac"
    else:
        own[end] += 1
        if opp[end]:
            opp[end] -= 1
            scored += rules.game == "trictrac"
            home = other_start(rules)
            if rules.game == "trictrac" or (rules.hit_to_start and not own[home]):  # D3
                opp[home] += 1
            else:
                opp_bar += 1
    left_pile = rules.game == "trictrac" and start in (1, pos.runner)
    after = Position(
        own=tuple(own),
        opp=tuple(opp),
        bar=bar,
        reserve=reserve,
        off=off,
        opp_bar=opp_bar,
        scored=scored,
        gate=pos.gate or gate_pace(rules, end),
        runner=end if left_pile and end != OFF else 0,
    )
    return refilled(rules, after)


def refilled(rules: Rules, pos: Position) -> Position:
    """The position with the 15 put back at once where a Tric-Trac player has borne off all and goes on (D31)."""
    if rules.game not in TRICTRAC or not pos.finished or has_won(rules, pos):
        return pos
    if rules.game == "trictrac_old":
        return pos._replace(reserve=CHECKERS, off=0)
    return pos._replace(own=(0, CHECKERS, *pos.own[2:]), off=0, runner=0)


def has_won(rules: Rules, pos: Position) -> bool:
    """Whether the game is over for the mover's good."""
    if rules.game in TRICTRAC:
        return rules.score + pos.scored >= WINNING_POINTS
    return pos.finished
