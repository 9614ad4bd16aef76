"""The walk over the sensors: what is ticked, what is asked for, what is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.service.upkeep.walk import Walk, decode, has_checker
from firmware_bridge.zones import Board, Checker, Counts, Number, Sensor, Slot, Tag

HERE, NONE = Slot(Checker.A), Slot()
WEAK = Slot(Checker.A, weak=True)


def board(*rows: str) -> Board:
    """Slots as signs: a checker, a weak one, a fault, nothing."""
    signs = {"x": HERE, "w": WEAK, "f": Slot(fault=True), ".": NONE}
    return tuple(tuple(signs[sign] for sign in row) for row in rows)


def walked(*boards: Board) -> Walk:
    first, *rest = boards
    walk = Walk.begun(first)
    for one in rest:
        walk = walk.show(one)
    return walk


def verdicts(walk: Walk, now: Board) -> str:
    short = {"seen": "s", "weak": "w", "fault": "f", "stuck": "k", "unseen": "."}
    return " ".join(
        "".join(short[walk.verdict((zone, slot), fault=one.fault)] for slot, one in enumerate(sensors))
        for zone, sensors in enumerate(now)
    )


def test_what_lights_up_is_seen() -> None:
    walk = walked(board("...", "..."), board("x..", "..."), board(".x.", "..."), board("...", "..."))
    assert verdicts(walk, board("...", "...")) == "ss. ..."


def test_what_lay_there_is_seen_when_it_goes() -> None:
    walk = walked(board("xx"), board(".x"))
    assert verdicts(walk, board(".x")) == "sk"


def test_a_sensor_that_only_hardly_felt_a_checker_is_weak_until_it_feels_it_well() -> None:
    walk = walked(board(".."), board("w."), board(".."))
    assert verdicts(walk, board("..")) == "w."
    assert verdicts(walk.show(board("x.")), board("..")) == "s."


def test_a_checker_that_settles_is_not_weak() -> None:
    assert verdicts(walked(board(".."), board("w."), board("x.")), board("..")) == "s."


def test_each_place_is_asked_for_in_turn_and_can_be_given_up() -> None:
    empty = board("..", "f.", "..")
    walk = walked(empty)
    assert walk.asked(empty) == 0
    walk = walk.show(board("xx", "f.", ".."))
    assert walk.asked(empty) == 1
    assert walk.over(1).asked(empty) == 2
    walk = walk.over(1).show(board("..", "f.", "xx"))
    assert walk.asked(empty) is None


def test_a_fault_is_no_reason_to_wait() -> None:
    assert walked(board("f.", ".."), board("fx", "..")).asked(board("f.", "..")) == 1


@pytest.mark.parametrize(
    ("rows", "elsewhere"),
    [(("..", "x.", ".."), (1,)), (("x.", "..", ".."), ()), (("..", "x.", ".x"), (1, 2)), (("x.", "x.", ".."), ())],
)
def test_what_lights_up_instead_is_told(rows: tuple[str, ...], elsewhere: tuple[int, ...]) -> None:
    assert walked(board("..", "..", ".."), board(*rows)).elsewhere == elsewhere


def test_a_place_that_was_asked_for_is_not_told_as_another_afterwards() -> None:
    walk = walked(board(".", "."), board("x", "."), board(".", "."))
    assert walk.elsewhere == ()


@pytest.mark.parametrize(
    ("sensor", "there"),
    [
        (HERE, True),
        (NONE, False),
        (Tag(7), True),
        (Tag(fault=True), False),
        (Counts(Number(2)), True),
        (Counts(unknown=Number(1)), True),
        (Counts(), False),
        (Slot(Checker.B, fault=True), False),
    ],
)
def test_every_kind_of_sensor_can_show_a_checker(sensor: Sensor, *, there: bool) -> None:
    assert has_checker(sensor) is there


def test_it_is_kept_and_goes_on() -> None:
    walk = walked(board("x.."), board("x.w"), board("xx."), board("x.."))
    again = decode(walk.encode())
    assert again == replace(walk.over(0), before=frozenset(), passed=frozenset())
    assert again is not None
    assert verdicts(again, board("x..")) == "ksw"


@pytest.mark.parametrize("kept", [None, 3, {}, {"taken": 1, "seen": [], "strong": [], "passed": []}, {"taken": [[1]]}])
def test_what_is_no_walk_is_none(kept: object) -> None:
    assert decode(kept) is None
