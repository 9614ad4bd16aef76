"""How the Puff family and Revertier turn a throw into steps."""

from __future__ import annotations

from collections.abc import Iterable

from tests.brute.model import Position, Rules
from tests.brute.steps import steps


def begins_free(rules: Rules, pos: Position) -> bool:
    """Whether the strict order of numbers holds: the throw begins with nothing that must be entered (D21)."""
    if pos.bar:
        return False
    if rules.game == "puff_russian":
        return pos.reserve == 0 or sum(pos.own) >= rules.russian_gate
    return pos.reserve == 0


def after_one(rules: Rules, before: Iterable[Position], number: int) -> set[Position]:
    """Every position one step with the number further on."""
    return {step.after for pos in before for step in steps(rules, pos, number)}


def puff_two_numbers(rules: Rules, pos: Position, low: int, high: int) -> set[Position]:
    """Two different numbers: lower first, or any order while entering."""
    after_low = after_one(rules, {pos}, low)
    low_high = after_one(rules, after_low, high)
    if begins_free(rules, pos):
        return low_high or after_low or {pos}  # D17
    after_high = after_one(rules, {pos}, high)
    both = low_high | after_one(rules, after_high, low)
    return both or (after_low | after_high) or {pos}  # D18


def puff_double(rules: Rules, pos: Position, top: int, *, second: bool) -> list[tuple[Position, bool]]:
    """Top numbers, then bottom numbers: each position reached, and whether every number was used."""
    times = 4 if second else 2
    reached, tops = {pos}, 0
    while tops < times and (further := after_one(rules, reached, top)):
        reached, tops = further, tops + 1
    found = [(after, False) for after in reached]
    if tops < times and begins_free(rules, pos):
        return found
    for bottoms in range(1, times + 1):
        reached = after_one(rules, reached, 7 - top)
        found += [(after, tops == times and bottoms == times) for after in reached]
    return found
