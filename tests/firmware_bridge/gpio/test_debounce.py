"""Presses out of bounces: what counts is a level that stays."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from firmware_bridge.gpio.debounce import STUCK_S, Contact

SETTLE = 0.02
SAMPLE = 0.005


def presses(changes: Iterable[tuple[float, bool]], until: float, *, edges: bool = True) -> list[float]:
    """Return when presses began, of a contact that goes down and up at these times, looked at now and then."""
    contact, found, down = Contact(SETTLE), [], False
    left = sorted(changes)
    for number in range(round(until / SAMPLE) + 1):
        now = number * SAMPLE
        while left and left[0][0] <= now:
            at, down = left.pop(0)
            if edges:
                contact.edge(at)
        began = contact.sample(now, down=down)
        if began is not None:
            found.append(began)
    return found


def bouncing(at: float, *, down: bool, chance: Random, lasts: float = 0.008) -> list[tuple[float, bool]]:
    """Return the changes of a contact that bounces before it stays."""
    times = sorted(at + chance.random() * lasts for _ in range(2 * chance.randrange(6)))
    return [(time, down is (number % 2 == 0)) for number, time in enumerate([at, *times])]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("edges", [True, False])
def test_bouncing_presses_count_once_each(seed: int, *, edges: bool) -> None:
    chance = Random(seed)
    begins = [0.5 + 0.4 * number for number in range(5)]
    changes = [
        change
        for begin in begins
        for at, down in ((begin, True), (begin + 0.08 + 0.2 * chance.random(), False))
        for change in bouncing(at, down=down, chance=chance)
    ]
    found = presses(changes, 3.0, edges=edges)
    assert len(found) == 5
    for began, begin in zip(found, begins, strict=True):
        assert 0 <= began - begin <= (1e-9 if edges else 0.008 + SAMPLE)


def test_a_long_press_is_not_repeated() -> None:
    assert presses([(0.5, True)], 30.0) == [0.5]


def test_a_glitch_is_no_press() -> None:
    assert presses([(0.5, True), (0.502, False), (0.7, True), (0.71, False)], 1.0) == []


def test_a_gap_in_a_press_does_not_make_it_two() -> None:
    assert presses([(0.5, True), (0.8, False), (0.81, True), (1.0, False)], 1.5) == [0.5]


def test_what_is_down_at_the_start_does_not_count() -> None:
    assert presses([(0.0, True)], 1.0) == []
    assert presses([(0.0, True), (0.6, False), (0.9, True)], 1.5) == [0.9]


def test_a_press_that_is_noticed_late_keeps_its_time() -> None:
    contact = Contact(SETTLE)
    for now in (0.0, 0.03):
        assert contact.sample(now, down=False) is None
    contact.edge(0.5)
    assert contact.is_restless
    assert contact.sample(3.0, down=True) is None, "it has to be seen for a while"
    assert contact.sample(3.03, down=True) == 0.5
    assert not contact.is_restless


def test_a_stuck_button_is_told_until_it_is_let_go() -> None:
    contact = Contact(SETTLE)
    for now, down in ((0.0, False), (0.1, False), (1.0, True), (1.1, True)):
        contact.sample(now, down=down)
    assert not contact.is_stuck(STUCK_S)
    assert contact.is_stuck(STUCK_S + 1.0)
    for now in (30.0, 30.1):
        contact.sample(now, down=False)
    assert not contact.is_stuck(99.0)


def test_one_that_is_stuck_from_the_start_is_told_too() -> None:
    contact = Contact(SETTLE)
    for now in (0.0, 0.1):
        contact.sample(now, down=True)
    assert contact.is_stuck(STUCK_S)
