"""All messages of the sensor board's protocol, as README.md describes them: from frames, and whole from parts."""

from __future__ import annotations

from firmware_bridge.commands import (
    LIGHTS_A_BYTE,
    ButtonSeen,
    Calibrate,
    CalibrationWanted,
    HostHello,
    Lights,
    RawMode,
    Reset,
    SnapshotWanted,
    Tare,
)
from firmware_bridge.frames import Frame
from firmware_bridge.payloads import (
    VERSION,
    Feature,
    Light,
    Message,
    ProtocolError,
    Result,
    Start,
    Why,
)
from firmware_bridge.reports import (
    PART_DATA,
    Ack,
    Button,
    Calibration,
    Head,
    Hello,
    OtherVersion,
    Raw,
    Snapshot,
    Status,
    Tuning,
)

__all__ = (
    "FROM_BOARD",
    "FROM_HOST",
    "LIGHTS_A_BYTE",
    "PART_DATA",
    "VERSION",
    "Ack",
    "Button",
    "ButtonSeen",
    "Calibrate",
    "Calibration",
    "CalibrationWanted",
    "Feature",
    "Head",
    "Hello",
    "HostHello",
    "Joiner",
    "Light",
    "Lights",
    "Message",
    "OtherVersion",
    "ProtocolError",
    "Raw",
    "RawMode",
    "Reset",
    "Result",
    "Snapshot",
    "SnapshotWanted",
    "Start",
    "Status",
    "Tare",
    "Tuning",
    "Why",
    "cut",
    "read_from_board",
    "read_from_host",
)

_BOARDS: tuple[type[Message], ...] = (Hello, Snapshot, Status, Button, Raw, Ack, Calibration)
_HOSTS: tuple[type[Message], ...] = (
    HostHello,
    SnapshotWanted,
    Lights,
    RawMode,
    ButtonSeen,
    Tare,
    Calibrate,
    CalibrationWanted,
    Reset,
)
FROM_BOARD = {kind.TYPE: kind for kind in _BOARDS}
FROM_HOST = {kind.TYPE: kind for kind in _HOSTS}


def read_from_board(frame: Frame) -> Message:
    """Return what the board says, or raise `ProtocolError`."""
    return _read(FROM_BOARD, frame)


def read_from_host(frame: Frame) -> Message:
    """Return what the host says, or raise `ProtocolError`."""
    return _read(FROM_HOST, frame)


def _read(kinds: dict[int, type[Message]], frame: Frame) -> Message:
    if frame.type not in kinds:
        msg = f"a message of the unknown type 0x{frame.type:02X}"
        raise ProtocolError(msg)
    return kinds[frame.type].decode(frame.payload)


def cut(snapshot: Snapshot, room: int = PART_DATA) -> list[Snapshot]:
    """Return a snapshot in as many parts as it takes."""
    data = snapshot.data
    pieces = [data[at : at + room] for at in range(0, len(data), room)] or [b""]
    head = (snapshot.number, snapshot.milliseconds, snapshot.why)
    return [Snapshot(*head, piece, part, len(pieces)) for part, piece in enumerate(pieces)]


class Joiner:
    """Puts the parts of snapshots together; `dropped` counts those of which a part is missing."""

    def __init__(self) -> None:
        self.dropped = 0
        self._parts: list[Snapshot] = []

    def add(self, part: Snapshot) -> Snapshot | None:
        """Take the next part, and return the snapshot that it completes."""
        if self._parts and not self._follows(part):
            self._drop()
        if not self._parts and part.part:
            return None
        self._parts.append(part)
        if part.part + 1 < part.parts:
            return None
        data = b"".join(one.data for one in self._parts)
        self._parts = []
        return Snapshot(part.number, part.milliseconds, part.why, data)

    def _follows(self, part: Snapshot) -> bool:
        last = self._parts[-1]
        return (part.number, part.milliseconds, part.parts, part.part) == (
            last.number,
            last.milliseconds,
            last.parts,
            last.part + 1,
        )

    def _drop(self) -> None:
        self.dropped += 1
        self._parts = []
