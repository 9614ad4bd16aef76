"""Buttons and lights together, on the library that stands in for RPi.GPIO, in times that are values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from firmware_bridge.gpio.controls import Controls, Press
from firmware_bridge.gpio.debounce import STUCK_S
from firmware_bridge.gpio.port import Pins
from firmware_bridge.gpio.wiring import Pull, Wiring
from firmware_bridge.payloads import Light
from tests.firmware_bridge.gpio.fake import FakeGpio, installed

WHITE, BLACK, LAMP, BUZZER = 17, 27, 5, 6
STEP = 0.005


class World:
    """A Pi with its library, its controls, and a clock that goes when it is told to."""

    def __init__(self, wiring: Wiring, *, tells_edges: bool = True) -> None:
        self.now = 100.0
        self.gpio = FakeGpio(lambda: self.now)
        self.gpio.tells_edges = tells_edges
        self.pressed: list[Press] = []
        with installed(self.gpio):
            self.controls = Controls(Pins(), wiring, lambda: self.now)

    def go(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self.now += STEP
            self.pressed += self.controls.step(0.0)

    def bounce(self, pin: int, level: int) -> None:
        for number in range(7):
            self.gpio.drive(pin, level if number % 2 == 0 else 1 - level)
            self.now += 0.0007

    def press(self, pin: int, seconds: float = 0.1, *, down: int = 0) -> None:
        self.bounce(pin, down)
        self.go(seconds)
        self.bounce(pin, 1 - down)
        self.go(0.2)

    @property
    def buttons(self) -> list[str]:
        return [one.button for one in self.pressed]


BOTH = Wiring({"white": WHITE, "black": BLACK}, {"lamp": LAMP, "buzzer": BUZZER})


@pytest.fixture
def world() -> Iterator[World]:
    made = World(BOTH)
    made.go(0.1)
    yield made
    made.controls.close()
    assert made.gpio.used == set()


def test_five_bouncing_presses_are_five(world: World) -> None:
    begun = []
    for _ in range(5):
        begun.append(world.now)
        world.press(WHITE)
    assert world.pressed == [Press("white", at) for at in begun]


def test_both_buttons_may_be_pressed_at_once(world: World) -> None:
    world.bounce(WHITE, 0)
    world.press(BLACK)
    world.press(WHITE)
    assert sorted(world.buttons) == ["black", "white"]


def test_presses_are_noticed_by_a_library_that_tells_no_edges() -> None:
    world = World(BOTH, tells_edges=False)
    world.go(0.1)
    for pin in (WHITE, BLACK, WHITE):
        world.press(pin)
    assert world.buttons == ["white", "black", "white"]


@pytest.mark.parametrize(("pull", "high", "down"), [(Pull.DOWN, True, 1), (Pull.UP, False, 0)])
def test_buttons_may_be_wired_either_way(pull: Pull, down: int, *, high: bool) -> None:
    world = World(Wiring({"white": WHITE}, {}, pull, pressed_high=high))
    world.go(0.2)
    world.press(WHITE, down=down)
    assert world.buttons == ["white"]


def test_the_age_of_a_press_counts_from_its_first_edge(world: World) -> None:
    begun = world.now
    world.gpio.drive(WHITE, 0)
    world.now += 3.0
    world.go(0.1)
    (one,) = world.pressed
    assert one.at == begun
    assert world.controls.age(one) == world.now - begun


def test_a_button_that_is_held_is_stuck_and_one_at_the_start_is_not_pressed() -> None:
    world = World(BOTH)
    world.gpio.drive(WHITE, 0)
    world.controls.close()
    with installed(world.gpio):
        world.controls = Controls(Pins(), BOTH, lambda: world.now)
    world.go(1.0)
    assert world.controls.stuck == ()
    world.now += STUCK_S
    world.go(0.1)
    assert list(world.controls.stuck) == ["white"]
    assert not world.pressed
    world.gpio.drive(WHITE, 1)
    world.go(0.1)
    assert world.controls.stuck == ()


def test_a_light_is_switched_only_when_it_changes(world: World) -> None:
    world.controls.show({"lamp": Light.ON})
    world.go(1.0)
    world.controls.show({"lamp": Light.ON})
    world.go(1.0)
    world.controls.show({})
    world.go(1.0)
    assert world.gpio.levels(LAMP) == [0, 1, 0]


def test_a_blinking_light_changes_twice_a_second(world: World) -> None:
    world.controls.show({"lamp": Light.BLINKING})
    world.go(4.0)
    times = [at for at, pin, _ in world.gpio.switched if pin == LAMP][2:]
    gaps = [after - before for before, after in pairwise(times)]
    assert len(gaps) >= 5
    assert gaps == [pytest.approx(0.5, abs=2 * STEP)] * len(gaps)


def test_the_buzzer_sounds_as_often_as_asked(world: World) -> None:
    world.controls.beep(2)
    world.go(3.0)
    assert world.gpio.levels(BUZZER) == [0, 1, 0, 1, 0]


def test_lights_may_be_on_when_their_pin_is_low() -> None:
    world = World(Wiring({}, {"lamp": LAMP}, on_high=False))
    world.controls.show({"lamp": Light.ON})
    world.go(0.1)
    world.controls.close()
    assert world.gpio.levels(LAMP) == [1, 0, 1]


def test_it_wakes_for_what_is_due(world: World) -> None:
    assert world.controls._patience(5.0) == 5.0
    world.controls.show({"lamp": Light.BLINKING})
    assert 0.0 <= world.controls._patience(5.0) <= 0.5
    world.controls.show({})
    world.gpio.drive(WHITE, 0)
    world.controls.step(5.0)
    assert world.controls._patience(5.0) == BOTH.settle / 4
