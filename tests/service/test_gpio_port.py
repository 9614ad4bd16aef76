"""Buttons and lights at the table: the part as it is configured, on a library that stands in for RPi.GPIO."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.commands.run import plug_in
from companion.config import Config, Gpio, changed
from companion.rules.players import Player
from companion.service import Both, ClockView, Condition, CubeView, Noticed, PortError, TableService, TableView
from companion.service.buttons import LATE_S
from companion.service.gpio_port import GpioPort, Working, wiring
from companion.service.words import own
from companion.table.events import ClockHit, CubeAction, CubeMoved, TurnEnded
from firmware_bridge.gpio.controls import Controls, Press
from firmware_bridge.gpio.port import Pins
from firmware_bridge.gpio.wiring import Pull, Wiring
from tests.firmware_bridge.gpio.fake import FakeGpio, installed
from tests.service.playing import begun, play, running, until
from tests.service.told import Told, at_work
from tests.waiting import wait_until

pytestmark = pytest.mark.real_time

PINS = {
    "gpio.white_button": 17,
    "gpio.black_button": 27,
    "gpio.cube_button": 22,
    "gpio.take_button": 23,
    "gpio.drop_button": 24,
    "gpio.white_light": 5,
    "gpio.black_light": 6,
    "gpio.illegal_light": 13,
    "gpio.buzzer": 19,
}
WIRED = changed(Config(), PINS).gpio
EMPTY = TableView(1, own("no_match"))
IN_PLAY = replace(EMPTY, version=2, match=1, phase="playing", turn="white")


class Hall:
    """What the table shows, which the test says."""

    def __init__(self, view: TableView) -> None:
        self.view = view

    def show(self, **more: object) -> None:
        self.view = replace(self.view, version=self.view.version + 1, **more)  # type: ignore[arg-type]  # as tests need

    def look(self) -> TableView:
        return self.view


@contextmanager
def at_pins(hall: Hall, gpio: FakeGpio, config: Gpio = WIRED) -> Iterator[Told]:
    """Buttons and lights at work, once they are ready."""
    with installed(gpio), at_work(GpioPort(config, hall.look)) as told:
        told.wait(lambda: told.conditions)
        yield told


def press(gpio: FakeGpio, pin: int, told: Told, *, expected: int) -> None:
    """Press a button that bounces, until that is noticed."""
    for level in (0, 1, 0, 1, 0):
        gpio.drive(pin, level)
    told.wait(lambda: len([one for one in told.reports if isinstance(one, Noticed)]) == expected)
    for level in (1, 0, 1):
        gpio.drive(pin, level)


def wait(told: Told, is_there: Callable[[], object]) -> None:
    """Wait for what the fake has seen, which tells nobody."""
    wait_until(is_there, lambda: told.reports)


def test_every_button_does_what_it_says() -> None:
    gpio, hall = FakeGpio(), Hall(IN_PLAY)
    with at_pins(hall, gpio) as told:
        press(gpio, 17, told, expected=1)
        press(gpio, 27, told, expected=2)
        press(gpio, 22, told, expected=3)
        hall.show(asked="black")
        press(gpio, 23, told, expected=4)
        press(gpio, 24, told, expected=5)
    assert [one.event for one in told.reports if isinstance(one, Noticed)] == [
        TurnEnded(0, Player.WHITE),
        TurnEnded(0, Player.BLACK),
        CubeMoved(0, Player.WHITE, CubeAction.OFFER),
        CubeMoved(0, Player.BLACK, CubeAction.TAKE),
        CubeMoved(0, Player.BLACK, CubeAction.DROP),
    ]
    assert gpio.used == set(), "the pins are given back"


def test_the_players_buttons_may_be_a_clock() -> None:
    gpio = FakeGpio()
    with at_pins(Hall(IN_PLAY), gpio, replace(WIRED, player_buttons="clock")) as told:
        press(gpio, 27, told, expected=1)
    assert told.events(ClockHit) == [ClockHit(0, Player.BLACK)]


def test_lights_follow_the_table_and_go_out_at_the_end() -> None:
    gpio, hall = FakeGpio(), Hall(IN_PLAY)
    with at_pins(hall, gpio) as told:
        wait(told, lambda: gpio.levels(5) == [0, 1])
        assert gpio.levels(6) == [0]
        hall.show(turn="black")
        wait(told, lambda: (gpio.levels(5), gpio.levels(6)) == ([0, 1, 0], [0, 1]))
        hall.show(phase="disputed")
        wait(told, lambda: gpio.levels(13)[:4] == [0, 1, 0, 1])
        wait(told, lambda: gpio.levels(19) == [0, 1, 0])
    assert [gpio.levels(pin)[-1] for pin in (5, 6, 13, 19)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("more", "tones"),
    [
        ({"phase": "disputed"}, 1),
        ({"asked": "black", "cube": CubeView(1, None, 2, "white")}, 2),
        ({"clock": ClockView("fischer", Both(0, 9), 0, "white", False, "white", 5)}, 3),  # noqa: FBT003 - a view
    ],
)
def test_the_buzzer_sounds(more: dict[str, object], tones: int) -> None:
    gpio, hall = FakeGpio(), Hall(IN_PLAY)
    with at_pins(hall, gpio) as told:
        wait(told, lambda: gpio.levels(5) == [0, 1])
        hall.show(**more)
        wait(told, lambda: gpio.levels(19) == [0, *([1, 0] * tones)])


def stepped(config: Gpio, hall: Hall) -> tuple[FakeGpio, Told, Working]:
    """What works at the pins, to be let work step by step."""
    gpio, told = FakeGpio(), Told()
    with installed(gpio):
        controls = Controls(Pins(), wiring(config))
    return gpio, told, Working(GpioPort(config, hall.look), controls, told)


def test_the_buzzer_is_silent_where_it_is_told_to_be() -> None:
    hall = Hall(IN_PLAY)
    gpio, _, working = stepped(replace(WIRED, sounds=("flag",)), hall)
    working.step()
    hall.show(phase="disputed")
    for _ in range(3):
        working.step()
    assert gpio.levels(19) == [0]


def test_a_press_that_is_noticed_too_late_does_not_count(caplog: pytest.LogCaptureFixture) -> None:
    _, told, working = stepped(WIRED, Hall(IN_PLAY))
    now = working._controls._clock()
    working._pressed(Press("white_button", now - LATE_S - 5.2))
    working._say()
    assert "A press that is noticed too late is ignored" in caplog.text
    assert told.reports == [Condition("running", own("late_pin_press", seconds=7))]
    working._pressed(Press("white_button", working._controls._clock()))
    working._say()
    assert told.reports[1:] == [
        Noticed(TurnEnded(0, Player.WHITE)),
        Condition("running", own("device_says", message="Buttons and lights are connected.")),
    ]


def test_a_button_that_means_nothing_now_does_nothing() -> None:
    _, told, working = stepped(WIRED, Hall(EMPTY))
    for button in ("white_button", "cube_button", "take_button", "drop_button"):
        working._pressed(Press(button, 0.0))
    assert not told.reports


def test_a_stuck_button_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    _, told, working = stepped(WIRED, Hall(IN_PLAY))
    monkeypatch.setattr(Controls, "stuck", ("take_button", "drop_button"))
    told.reports.clear()
    while not told.reports:
        working.step()
    working.step()
    assert told.reports == [Condition("running", own("stuck_pins", pins="23, 24"))]


def test_what_is_configured_is_what_is_wired() -> None:
    config = replace(Gpio(), take_button=4, buzzer=7, pressed="high", pull="down", lit="low", settle_ms=50)
    wired = Wiring({"take_button": 4}, {"buzzer": 7}, Pull.DOWN, pressed_high=True, on_high=False, settle=0.05)
    assert wiring(config) == wired
    assert wiring(Gpio()) == Wiring()


def test_without_a_library_that_is_said_once_and_the_table_goes_on(tmp_path: Path) -> None:
    config = changed(Config(), {"folder": str(tmp_path), "board.port": "off", **PINS})
    with installed(None), running(tmp_path) as service:
        plug_in(service, config)
        view = until(service, lambda view: any(one.state == "failed" for one in view.devices))
        (device,) = (one for one in view.devices if one.name == "buttons")
        assert device.message.text == "Buttons and lights need the package rpi-lgpio, which is not installed."
        assert begun(service).turn == "white"


def test_a_pin_that_is_in_use_elsewhere_is_tried_again() -> None:
    gpio = FakeGpio()
    gpio.fails = RuntimeError("GPIO busy")
    with installed(gpio), pytest.raises(PortError, match="Another program is using pin 5"):
        GpioPort(WIRED, Hall(EMPTY).look).run(Told(), threading.Event())


def test_a_library_that_is_not_the_right_one_is_told() -> None:
    gpio = FakeGpio()
    gpio.tells_edges = False
    with at_pins(Hall(IN_PLAY), gpio) as told:
        press(gpio, 17, told, expected=1)
    assert "rpi-lgpio is, in place of it" in told.conditions[0].message.text


def test_without_pins_there_is_no_such_part(tmp_path: Path) -> None:
    service = TableService(tmp_path)
    plug_in(service, changed(Config(), {"board.port": "off"}))
    assert service._parts == {}


def test_a_double_is_offered_and_taken_at_the_pins(tmp_path: Path) -> None:
    gpio = FakeGpio()
    config = changed(Config(), {"folder": str(tmp_path), "board.port": "off", **PINS})
    with installed(gpio), running(tmp_path) as service:
        plug_in(service, config)
        until(service, lambda view: any((one.name, one.state) == ("buttons", "running") for one in view.devices))
        begun(service)
        play(service, "white", "8/5 6/5")
        gpio.drive(22, 0)
        until(service, lambda view: view.asked == "white")
        gpio.drive(22, 1)
        gpio.drive(23, 0)
        view = until(service, lambda view: view.asked is None)
        assert view.cube == CubeView(2, "white", face=2)
