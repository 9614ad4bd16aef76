"""Sensors that keep changing."""

from firmware_bridge.flicker import Flicker
from firmware_bridge.zones import Checker, Sensor, Slot

THERE, NOT_THERE = Slot(Checker.A), Slot()


def flickered(seconds: float, every: float, values: tuple[Sensor, Sensor] = (NOT_THERE, THERE)) -> Flicker:
    flicker = Flicker(values[1], 0.0)
    for step in range(int(seconds / every)):
        flicker.change(values[step % 2], step * every)
    return flicker


def test_a_fast_flicker_is_found_out_after_some_seconds() -> None:
    assert not flickered(2.0, 0.01).is_found_out
    assert flickered(5.0, 0.01).is_found_out


def test_a_flicker_slower_than_the_board_settles_is_found_out_too() -> None:
    assert flickered(20.0, 0.5).is_found_out
    assert flickered(60.0, 2.0).is_found_out


def test_plays_are_no_flicker() -> None:
    assert not flickered(600.0, 6.0).is_found_out


def test_a_checker_that_trembles_when_it_is_put_down_is_no_flicker() -> None:
    assert not flickered(1.5, 0.02).is_found_out


def test_it_is_trusted_again_after_ten_seconds_of_peace() -> None:
    flicker = Flicker(THERE, 0.0)
    flicker.change(NOT_THERE, 3.0)
    assert flicker.over_at == 13.0


def test_whether_only_the_colour_flickers() -> None:
    assert flickered(5.0, 0.1, (Slot(Checker.A), Slot(Checker.UNKNOWN))).only_colour
    assert not flickered(5.0, 0.1, (Slot(Checker.A), Slot())).only_colour
    assert not flickered(5.0, 0.1, (Slot(Checker.A), Slot(fault=True))).only_colour
