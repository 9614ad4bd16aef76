"""Frames between the two sides of the line, sans I/O: bytes in, frames out, whatever the bytes are."""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass

SHORTEST, LONGEST = 4, 250
"""How many bytes a frame has, decoded, with its type, its number and its check."""
LONGEST_PAYLOAD = LONGEST - SHORTEST
LONGEST_STUFFED = LONGEST + 1
"""No frame reaches the 254 bytes from which on stuffing needs a second byte."""
NUMBERS = 256


@dataclass(frozen=True, slots=True)
class Frame:
    """What came between two delimiters and was right."""

    type: int
    seq: int
    payload: bytes = b""


def encode(kind: int, seq: int, payload: bytes = b"") -> bytes:
    """Return a frame as it goes over the line, with a delimiter on each side."""
    if len(payload) > LONGEST_PAYLOAD:
        msg = f"a frame carries {LONGEST_PAYLOAD} bytes at most, not {len(payload)}"
        raise ValueError(msg)
    body = bytes((kind, seq)) + payload
    return b"\0" + stuff(body + crc_hqx(body, 0).to_bytes(2, "big")) + b"\0"


def stuff(data: bytes) -> bytes:
    """Return data without any zero byte: each run up to one begins with how far it is to the next."""
    return b"".join(bytes((len(run) + 1,)) + run for run in data.split(b"\0"))


def unstuff(stuffed: bytes) -> bytes | None:
    """Return what was stuffed, or None where the bytes are no such thing."""
    runs = []
    at = 0
    while at < len(stuffed):
        end = at + stuffed[at]
        if end == at or end > len(stuffed):
            return None
        runs.append(stuffed[at + 1 : end])
        at = end
    return b"\0".join(runs)


class Deframer:
    """Finds the frames in a stream; `refused` counts what was none, `lost` the numbers left out."""

    def __init__(self) -> None:
        self.accepted = self.refused = self.lost = 0
        self._begun = bytearray()
        self._overlong = False
        self._last: int | None = None

    def feed(self, data: bytes) -> list[Frame]:
        """Take the next bytes, cut anywhere, and return the frames that they complete."""
        *ended, rest = data.split(b"\0")
        frames = []
        for piece in ended:
            self._extend(piece)
            frame = self._finish()
            if frame is not None:
                frames.append(frame)
        self._extend(rest)
        return frames

    def _extend(self, piece: bytes) -> None:
        if len(self._begun) + len(piece) > LONGEST_STUFFED:
            self._overlong = True
            self._begun.clear()
        if not self._overlong:
            self._begun += piece

    def _finish(self) -> Frame | None:
        stuffed, overlong = bytes(self._begun), self._overlong
        self._begun.clear()
        self._overlong = False
        if not stuffed and not overlong:
            return None
        frame = None if overlong else _frame(stuffed)
        if frame is None:
            self.refused += 1
        else:
            self.accepted += 1
            self._count(frame.seq)
        return frame

    def _count(self, seq: int) -> None:
        skipped = 0 if self._last is None else (seq - self._last - 1) % NUMBERS
        # 0 is a sender that has begun anew, and going back a repeated command or a doubled frame.
        if seq and skipped >= NUMBERS // 2:
            return
        self.lost += skipped if seq else 0
        self._last = seq


def _frame(stuffed: bytes) -> Frame | None:
    body = unstuff(stuffed)
    if body is None or not SHORTEST <= len(body) <= LONGEST:
        return None
    # The check begins at 0, and so does not see a zero byte put before a frame: no type is 0.
    if not body[0] or crc_hqx(body, 0):
        return None
    return Frame(body[0], body[1], body[2:-2])
