"""The hands at the kernel's simulators: pins are pulled up and down, a USB cable is pulled out, a camera taken away."""

from __future__ import annotations

import os
import select
import subprocess
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

CONFIGURED = Path("/sys/kernel/config/gpio-sim/pi")
LINES = 54
GADGET = "g_serial"
MODULES = Path("/run/modules")
BOARD_END = Path("/dev/ttyGS0")
CABLE = Path("/sys/bus/usb/devices/1-1/authorized")
CAMERAS = Path("/sys/bus/platform/drivers/vivid")
BOUNCES = 9
LONGEST_S = 300.0


class Chip:
    """A simulated GPIO chip."""

    def __init__(self) -> None:
        bank = CONFIGURED / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(str(LINES))
        (CONFIGURED / "live").write_text("1")
        device = (CONFIGURED / "dev_name").read_text().strip()
        chip = (bank / "chip_name").read_text().strip()
        self.slowest = 0.0
        """How long one bounce took at most: a busy machine makes slow ones."""
        self._lines = Path("/sys/devices/platform") / device / chip

    def pull(self, pin: int, *, high: bool) -> None:
        """Pull a pin from outside."""
        (self._lines / f"sim_gpio{pin}" / "pull").write_text("pull-up" if high else "pull-down")

    def is_high(self, pin: int) -> bool:
        """How a pin is seen from outside."""
        return (self._lines / f"sim_gpio{pin}" / "value").read_text().strip() == "1"

    def bounce(self, pin: int, *, high: bool) -> None:
        """Let a contact bounce, and end up like this."""
        for number in range(BOUNCES):
            began = time.monotonic()
            self.pull(pin, high=high is (number % 2 == 0))
            self.slowest = max(self.slowest, time.monotonic() - began)

    def press(self, pin: int, seconds: float = 1.0) -> None:
        """Press a button that bounces, and let it go."""
        self.bounce(pin, high=False)
        time.sleep(seconds)
        self.bounce(pin, high=True)
        time.sleep(1.0)

    def levels(self, pins: tuple[int, ...], changes: int) -> list[tuple[bool, ...]]:
        """How pins are, until the first of them has changed so often, or it takes longer than anybody would wait."""
        ends, seen, left = time.monotonic() + LONGEST_S, [tuple(map(self.is_high, pins))], changes
        while left and time.monotonic() < ends:
            time.sleep(0.005)
            seen.append(tuple(map(self.is_high, pins)))
            left -= seen[-1][0] is not seen[-2][0]
        return seen


class SerialEnd:
    """A virtual board's end of a line that is the far side of a real USB serial device."""

    def __init__(self) -> None:
        self._line: int | None = None

    def open(self, _name: str = "") -> None:
        """Be there."""
        self._line = os.open(BOARD_END, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._line)

    def close(self) -> None:
        """Be gone."""
        if self._line is not None:
            os.close(self._line)
            self._line = None

    port = str(BOARD_END)

    def waits_for(self) -> list[int]:
        """Return the descriptor to read from."""
        return [] if self._line is None else [self._line]

    def read(self) -> bytes:
        """Return what has come; nothing from a line whose cable is being pulled out."""
        with suppress(OSError):
            return os.read(self._line, 4096) if self._line is not None else b""
        return b""

    def write(self, data: bytes) -> None:
        """Send data; what a line without a host does not take is lost."""
        if self._line is not None and select.select([], [self._line], [], 0)[1]:
            with suppress(OSError):
                os.write(self._line, data)


def plug_in() -> None:
    """Put the USB device to its port."""
    for name in ("libcomposite", "u_serial", "usb_f_acm", GADGET):
        file = MODULES / f"{name}.ko"
        if file.exists() and not Path("/sys/module", name).exists():
            subprocess.run(["/sbin/insmod", str(file)], check=True)


def cut_cable() -> None:
    """Pull the cable out, as the host sees it."""
    CABLE.write_text("0")


def take_away() -> None:
    """Take the USB device away."""
    subprocess.run(["/sbin/rmmod", GADGET], check=True)


@contextmanager
def no_camera() -> Iterator[None]:
    """Take the camera away for a while."""
    (CAMERAS / "unbind").write_text("vivid.0")
    try:
        yield
    finally:
        (CAMERAS / "bind").write_text("vivid.0")
