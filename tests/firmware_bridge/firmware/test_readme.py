"""The page for those who build the board: its tables and its picture say what the firmware does."""

import re
import xml.etree.ElementTree as ET

from tests.firmware_bridge.firmware.building import FIRMWARE
from tests.firmware_bridge.simavr import CHANNELS, SLOTS, channel

README = (FIRMWARE / "README.md").read_text(encoding="utf-8")
HAL = (FIRMWARE / "hal_avr328p.c").read_text(encoding="utf-8")
POINTS = 24
INPUTS = 16
ARDUINO = {
    f"P{port}{bit}": f"D{first + bit}" for port, first, bits in (("D", 0, 8), ("B", 8, 6)) for bit in range(bits)
}


def rows(title: str) -> list[list[str]]:
    table = README.split(title)[1].split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def slot(sensor: int) -> str:
    return f"point {sensor // 6 + 1} slot {sensor % 6 + 1}"


def test_every_multiplexer_has_its_sixteen_sensors() -> None:
    *points, others = rows("| multiplexer | sensors | what lies there |")
    for at, (multiplexer, sensors, places) in enumerate(points):
        first, last = INPUTS * at, INPUTS * at + INPUTS - 1
        assert (multiplexer, sensors) == (str(at + 1), f"{first} to {last}")
        assert places == f"{slot(first)} to {slot(last)}"
    assert others[:2] == ["10", f"{channel(POINTS, 0)} to {CHANNELS - 1}"]
    assert len(SLOTS) - POINTS == others[2].count(",") + 1


def test_the_pins_are_those_of_the_firmware() -> None:
    wired = {pin for pins, _ in rows("| pin of the Nano | goes to |") for pin in pins.split(", ")}
    line = {"PD0", "PD1"}
    named = {ARDUINO[name] for name in set(re.findall(r"_BV\((P[BD]\d)\)", HAL)) - line}
    selected = {"D2", "D3", "D4", "D5"}
    assert "#define SELECT_SHIFT PD2" in HAL
    assert wired == named | selected | {f"A{number}" for number in range(8)} | {"5V", "GND"}


def test_the_picture_shows_every_sensor_once() -> None:
    picture = ET.fromstring((FIRMWARE / "wiring.svg").read_text(encoding="utf-8"))  # noqa: S314 - our own
    words = [element.text or "" for element in picture.iter() if element.tag.endswith("text")]
    assert sorted(int(word) for word in words if word.isdigit()) == sorted([*range(CHANNELS), *range(1, POINTS + 1)])
