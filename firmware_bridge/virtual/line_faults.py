"""What a virtual line does to what goes over it: spoils bytes, loses or doubles frames, is slow."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Iterable, Iterator

PIECE = re.compile(rb"\0+|[^\0]+")


class Direction:
    """One direction of a line; each fault hits one in so many, 0: none."""

    def __init__(self, chance: random.Random) -> None:
        self.corrupt = self.drop = self.duplicate = 0
        self.seconds_late = 0.0
        self.spoilt = 0
        self._chance = chance
        self._under_way: deque[tuple[float, bytes]] = deque()

    def clear(self) -> None:
        """Be a good line from now on."""
        self.corrupt = self.drop = self.duplicate = 0
        self.seconds_late = 0.0

    def cut(self) -> None:
        """Lose what is under way."""
        self._under_way.clear()

    def send(self, frames: Iterable[bytes], now: float) -> None:
        """Take what is put in at one end."""
        data = b"".join(self._spoil(frame) for frame in frames)
        if data:
            self._under_way.append((now + self.seconds_late, data))

    def arrived(self, now: float) -> bytes:
        """Return what has come out at the other end by now."""
        data = b""
        while self._under_way and self._under_way[0][0] <= now:
            data += self._under_way.popleft()[1]
        return data

    @property
    def due(self) -> float | None:
        """When something comes out."""
        return self._under_way[0][0] if self._under_way else None

    def _spoil(self, data: bytes) -> bytes:
        if not (self.corrupt or self.drop or self.duplicate):
            return data
        return b"".join(map(self._corrupted, self._lost_or_doubled(data)))

    def _lost_or_doubled(self, data: bytes) -> Iterator[bytes]:
        for piece in PIECE.findall(data):
            is_frame = piece[0] != 0
            if is_frame and self._hits(self.drop):
                continue
            yield piece
            if is_frame and self._hits(self.duplicate):
                yield b"\0" + piece

    def _corrupted(self, piece: bytes) -> bytes:
        if not self.corrupt:
            return piece
        return bytes(byte ^ 1 << self._chance.randrange(8) if self._hits(self.corrupt) else byte for byte in piece)

    def _hits(self, one_in: int) -> bool:
        hit = bool(one_in) and self._chance.randrange(one_in) == 0
        self.spoilt += hit
        return hit
