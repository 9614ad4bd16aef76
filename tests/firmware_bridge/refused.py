"""What a host does not take from a board, and why: payloads of HELLO and of SNAPSHOT, as hexadecimal numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firmware_bridge.payloads import Why
from firmware_bridge.protocol import Hello, Snapshot
from tests.firmware_bridge.device import Device

HEAD = "01 4142434445464748 010203 09"
ABLE = "00 00 00 64"
POINTS = "00 01 18 01 02"
"""24 points with a slot each: 12 bytes of data."""
HELLOS = {
    "01 41424344": "it has 5 bytes where 13 are needed",
    f"{HEAD} 00 00": "it has 15 bytes where 18 are needed",
    f"{HEAD} {ABLE} 02 {POINTS}": "it has 23 bytes where 28 are needed",
    f"{HEAD} {ABLE} 00": "it names no points",
    f"{HEAD} {ABLE} 01 02 00 02 0f 03": "it names no points",
    f"{HEAD} {ABLE} 02 {POINTS} 03 00 01 01 02": "group 2 is of the unknown kind 3",
    f"{HEAD} {ABLE} 01 00 01 18 06 05": "group 1 has the unknown sensing 5",
    f"{HEAD} {ABLE} 01 00 01 00 06 02": "group 1 has no zones",
    f"{HEAD} {ABLE} 01 00 01 18 00 02": "group 1 has no slots",
    f"{HEAD} {ABLE} 01 00 00 18 06 02": "group 1 names zones 0 to 23, where there are only 1 to 24",
    f"{HEAD} {ABLE} 02 {POINTS} 01 02 02 03 02": "group 2 names zones 2 to 3, where there are only 0 to 2",
    f"{HEAD} {ABLE} 02 {POINTS} 02 01 02 03 02": "group 2 names zones 1 to 2, where there are only 0 to 1",
    f"{HEAD} {ABLE} 02 {POINTS} 00 18 01 01 03": "group 2 names a zone that is named before",
}
GOOD_HELLO = f"{HEAD} {ABLE} 01 {POINTS}"
SNAPSHOTS = {
    "0000 00000000 00 00": "it has 8 bytes where 9 are needed",
    f"0000 00000000 03 00 01 {'00' * 12}": "it says 3 where only 0 to 2 are known",
    f"0000 00000000 00 01 01 {'00' * 12}": "it is part 1 of 1, and parts are counted from 0",
    f"0000 00000000 00 01 02 {'00' * 12}": "a part of it is missing",
    f"0000 00000000 00 00 01 {'00' * 11}": "it brings 11 bytes of data where HELLO tells of 12",
    f"0000 00000000 00 00 01 {'00' * 13}": "it brings 13 bytes of data where HELLO tells of 12",
}


def of_hello(why: str) -> str:
    """Return what is said of a HELLO that is refused."""
    return f"The board cannot be used, because its HELLO message is wrong: {why}."


def of_snapshot(why: str) -> str:
    """Return what is said of a snapshot that is not taken."""
    return f"The board's SNAPSHOT message is ignored: {why}."


@dataclass(frozen=True)
class Odd:
    """A message of whatever bytes."""

    TYPE: int
    payload: str

    def encode(self) -> bytes:
        return bytes.fromhex(self.payload)


class OddBoard(Device):
    """A board that says this as its HELLO, and this as each snapshot."""

    def __init__(self, hello: str, snapshot: str = "") -> None:
        super().__init__()
        about: Any = Odd(Hello.TYPE, hello)
        self.about = about
        self._snapshot: Any = Odd(Snapshot.TYPE, snapshot)

    def show(self, now: int, _why: Why = Why.CHANGED) -> None:
        self.say(self._snapshot)
        self._beat_at = now + 1000
