"""The port to the pins: used as documented, given back, and every refusal in words."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from firmware_bridge.gpio import library
from firmware_bridge.gpio.port import NoPinsError, Pins, PinsError, explained, found
from firmware_bridge.gpio.wiring import Pull
from tests.firmware_bridge.gpio.fake import FakeGpio, installed

TOLD = {
    "This module can only be run on a Raspberry Pi!": "it is no Raspberry Pi that is known",
    "Cannot determine SOC peripheral base address": "RPi.GPIO cannot reach the pins of a Raspberry Pi 5: rpi-lgpio can",
    "No access to /dev/mem.  Try running as root!": "membership in the group gpio",
    "can not open gpiochip": "membership in the group gpio",
    "GPIO busy": "Another program is using pin 4.",
    "something else": "The pins cannot be used (something else).",
}


def test_pins_are_used_as_documented_and_given_back() -> None:
    gpio, told = FakeGpio(), list[int]()
    with installed(gpio):
        pins = Pins()
        pins.listen(17, Pull.UP, told.append)
        pins.listen(22, Pull.DOWN, told.append)
        pins.drive(5, high=True)
        assert (pins.read(17), pins.read(22)) == (True, False)
        gpio.drive(17, 0)
        assert (pins.read(17), told, pins.edges) == (False, [17], True)
        pins.write(5, high=False)
        assert gpio.levels(5) == [1, 0]
        pins.close()
        gpio.drive(17, 1)
        assert (gpio.used, told) == (set(), [17])
        assert Pins().answering.name == "RPi.GPIO"


def test_a_pin_may_be_used_again_after_it_was_given_back() -> None:
    with installed(FakeGpio()):
        for _ in range(2):
            pins = Pins()
            pins.listen(17, Pull.UP, lambda _pin: None)
            pins.close()


def test_without_edges_pins_can_be_read_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    gpio = FakeGpio()
    gpio.tells_edges = False
    with installed(gpio):
        pins = Pins()
        pins.listen(17, Pull.UP, lambda _pin: None)
    assert not pins.edges
    assert pins.read(17)
    assert "not told by this system when a button changes" in pins.answering.advice
    assert "A pin does not tell its changes" in caplog.text


@pytest.mark.parametrize(("told", "sentence"), TOLD.items())
def test_what_a_library_raises_is_told_in_words(told: str, sentence: str) -> None:
    gpio = FakeGpio()
    with installed(gpio):
        pins = Pins()
        pins.drive(5, high=False)
        gpio.fails = RuntimeError(told)
        with pytest.raises(PinsError) as caught:
            pins._do(lambda: gpio.setup(4, gpio.OUT), 4)
    assert sentence in str(caught.value)


def test_pins_are_given_back_when_one_cannot_be_had() -> None:
    gpio = FakeGpio()
    with installed(gpio):
        pins = Pins()
        pins.drive(5, high=False)
        with pytest.raises(PinsError, match="The channel sent is invalid"):
            pins.drive(99, high=False)
    assert gpio.used == set()


def test_another_numbering_in_the_same_program_is_told() -> None:
    gpio = FakeGpio()
    gpio.setmode(gpio.BOARD)
    with installed(gpio), pytest.raises(PinsError, match="A different mode has already been set"):
        Pins()


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (ModuleNotFoundError("x", name="RPi"), "need the package rpi-lgpio, which is not installed"),
        (ModuleNotFoundError("x", name="RPi.GPIO"), "need the package rpi-lgpio, which is not installed"),
        (ModuleNotFoundError("x", name="lgpio"), "The library for the pins lacks lgpio: install rpi-lgpio anew."),
        (ImportError("liblgpio.so.1: cannot open"), "cannot be loaded (liblgpio.so.1: cannot open): install rpi-lgpio"),
        (AttributeError("no attribute 'SET_PULL'"), "cannot be loaded (no attribute 'SET_PULL'): install rpi-lgpio"),
        (FileNotFoundError(2, "x", ".lgd-nfy0"), "needs to write into the folder"),
        (RuntimeError("This module can only be run on a Raspberry Pi!"), "it is no Raspberry Pi"),
        (NotImplementedError("old-style revision codes"), "it is no Raspberry Pi that is known"),
        (PermissionError(13, "x"), "membership in the group gpio"),
    ],
)
def test_a_library_that_cannot_be_loaded_is_told(
    error: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_name: str) -> ModuleType:
        raise error

    monkeypatch.setattr("firmware_bridge.gpio.port.importlib.import_module", fail)
    with pytest.raises(PinsError) as caught:
        Pins()
    assert sentence in str(caught.value)
    assert isinstance(caught.value, NoPinsError) is not isinstance(error, PermissionError)
    assert found() == (False, str(caught.value))


def test_where_there_is_none_that_is_told() -> None:
    with installed(None):
        assert found() == (False, "Buttons and lights need the package rpi-lgpio, which is not installed.")


def test_a_fault_without_words_is_named() -> None:
    assert str(explained(OSError(), 3)) == "The pins cannot be used (OSError)."


class New(FakeGpio):
    """A library that goes by the kernel, as rpi-lgpio does."""

    lgpio = ModuleType("lgpio")


@pytest.mark.parametrize(
    ("model", "module", "right", "sentence"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0", New(), True, "The pins are reached through rpi-lgpio."),
        ("Raspberry Pi 4 Model B Rev 1.4", New(), True, "The pins are reached through rpi-lgpio."),
        ("Raspberry Pi 4 Model B Rev 1.4", FakeGpio(), True, "The pins are reached through RPi.GPIO."),
        (
            "Raspberry Pi 5 Model B Rev 1.0",
            FakeGpio(),
            False,
            "RPi.GPIO cannot reach the pins of a Raspberry Pi 5 Model B Rev 1.0: rpi-lgpio can, in place of it.",
        ),
    ],
)
def test_the_right_library_for_a_machine_is_told(  # noqa: PLR0913 - what is given
    model: str, module: FakeGpio, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, right: bool
) -> None:
    file = tmp_path / "model"
    file.write_text(f"{model}\0")
    monkeypatch.setattr(library, "MODEL", file)
    monkeypatch.setattr(library, "installed", set)
    with installed(module):
        assert found() == (right, sentence)


def test_two_libraries_at_once_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "installed", lambda: {"rpi.gpio", "rpi-lgpio"})
    with installed(New()):
        works, sentence = found()
    assert not works
    assert "overwrite each other" in sentence


def test_what_is_installed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RPi.GPIO", "rpi-lgpio"):
        folder = tmp_path / f"{name.replace('-', '_')}-0.6.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.6\n")
    assert library.installed() == set()
    monkeypatch.syspath_prepend(tmp_path)
    assert library.installed() == {"rpi.gpio", "rpi-lgpio"}


def test_a_machine_that_does_not_say_what_it_is_has_no_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MODEL", tmp_path / "none")
    assert library.model() == ""
