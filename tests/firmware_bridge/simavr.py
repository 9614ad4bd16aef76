"""The firmware itself on a simulated controller, for tests: a port to open, and a world around the board to change."""

from __future__ import annotations

import json
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.firmware_bridge.firmware.building import FIRMWARE, HARNESS, built
from tests.waiting import HANG_S

SLOTS = (6,) * 24 + (4,) * 4
"""How many slots each zone has: the points, two bars, two trays."""
CHANNELS = sum(SLOTS)
NO_FIELD = 2500
MILLIVOLTS = {"A": 3100, "B": 1900, "": NO_FIELD}
"""What a sensor gives under a checker of each colour, and under none."""


class Simulated:
    """A board of our own with its real firmware; leaving the context ends it.

    `port` is the path of its serial line; it stays the same when the board is unplugged and plugged in again.
    """

    def __init__(self, folder: Path, *, seed: int = 1, firmware: Path | None = None) -> None:
        """Take a folder for the port, and a seed for all that is random around the board."""
        self.port = str(folder / "ttyBOARD")
        self._firmware = firmware
        self._folder = folder
        self._seed = seed

    def __enter__(self) -> Self:
        """Build what is not built yet, and start."""
        firmware = self._firmware or built(FIRMWARE, "board.elf")
        harness = built(HARNESS, "simboard")
        # The path of a socket must be short.
        self._sockets = tempfile.TemporaryDirectory(prefix="board-")
        path = str(Path(self._sockets.name) / "commands")
        command = [str(harness), str(firmware), self.port, path, str(self._seed)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self._socket = socket.socket(socket.AF_UNIX)
        self._connect(path)
        self._answers = self._socket.makefile()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the board."""
        self._process.terminate()
        _, said = self._process.communicate(timeout=HANG_S)
        self._answers.close()
        self._socket.close()
        self._sockets.cleanup()
        if kind is None and said:
            raise RuntimeError(said.decode())

    @property
    def process(self) -> int:
        """The number of the process that simulates."""
        return self._process.pid

    def send(self, line: str) -> str:
        """Give a command and return the answer; one that is not understood is an error."""
        self._socket.sendall(line.encode() + b"\n")
        answer = self._answers.readline().strip()
        if answer == "what?":
            msg = f"the simulated board does not understand {line!r}"
            raise ValueError(msg)
        if not answer:
            msg = f"the simulated board has ended before {line!r}"
            raise RuntimeError(msg)
        return answer

    def place(self, zone: int, slot: int, colour: str) -> None:
        """Put a checker of colour A or B down, or take it away (""); zones and slots are counted from 0."""
        self.send(f"set {channel(zone, slot)} {MILLIVOLTS[colour]}")

    def lights(self) -> tuple[bool, ...]:
        """Tell which lights are lit now."""
        return tuple(light == "1" for light in self.send("lights"))

    def state(self) -> dict[str, float]:
        """Tell how the simulation is."""
        state: dict[str, float] = json.loads(self.send("stat"))
        return state

    def _connect(self, path: str) -> None:
        end = time.monotonic() + HANG_S
        while True:
            try:
                return self._socket.connect(path)
            except OSError:
                if self._process.poll() is not None or time.monotonic() > end:
                    raise
            time.sleep(0.002)


def channel(zone: int, slot: int) -> int:
    """Return the number of a sensor: zones in the order of HELLO, slots from the edge."""
    if not 0 <= slot < SLOTS[zone]:
        msg = f"zone {zone} has {SLOTS[zone]} slots"
        raise ValueError(msg)
    return sum(SLOTS[:zone]) + slot
