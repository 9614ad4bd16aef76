"""The firmware builds without a warning, and fits."""

import re
from pathlib import Path

from tests.firmware_bridge.firmware.building import FIRMWARE, run_make

MEMORY, FLASH = 2048, 32_768
BOOTLOADER, STACK = 2048, 180
MIDDLE = ("hal_avr328p.c", "hal_host.c")


def test_make_builds_it_and_says_how_large_it_is(tmp_path: Path) -> None:
    said = run_make(FIRMWARE, f"BUILD={tmp_path}")
    program, data = (int(found) for found in re.findall(r"(?:Program|Data): +(\d+) bytes", said))
    assert program <= FLASH - BOOTLOADER
    assert data <= MEMORY - STACK
    assert (tmp_path / "board.elf").is_file()
    assert (tmp_path / "board.hex").read_text(encoding="ascii").endswith(":00000001FF\n")


def test_other_settings_build_it_anew(tmp_path: Path) -> None:
    programs = []
    for settings in ((), (), ("SENSING=1",), ("BOARD_ID=0x0102030405060708",)):
        run_make(FIRMWARE, f"BUILD={tmp_path}", *settings)
        programs.append((tmp_path / "board.hex").read_bytes())
    assert programs[0] == programs[1]
    assert len(set(programs)) == 3


def test_the_logic_knows_of_no_controller() -> None:
    for path in FIRMWARE.glob("*.[ch]"):
        includes = re.findall(r"#include <(.+?)>", path.read_text(encoding="utf-8"))
        if path.name not in MIDDLE:
            assert set(includes) <= {"stdbool.h", "stdint.h", "string.h"}, path.name


def test_every_source_of_the_logic_is_built() -> None:
    makefile = (FIRMWARE / "Makefile").read_text(encoding="utf-8")
    logic = re.search(r"^LOGIC = (.+)$", makefile, re.MULTILINE)
    assert logic
    assert set(logic[1].split()) == {path.name for path in FIRMWARE.glob("*.c")} - set(MIDDLE)
