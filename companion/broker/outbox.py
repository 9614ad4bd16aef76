"""What waits to be sent: bounded, and of what a broker keeps only the last is of interest."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

MOST, MOST_BYTES = 2000, 8_000_000
MOST_TOPICS = 100
"""So many topics may wait with something that the broker is to keep."""


@dataclass(frozen=True, slots=True)
class Letter:
    """Something to be published; the broker keeps it for those who come later if it is `retained`."""

    topic: str
    payload: bytes
    retained: bool = False
    kept_s: int = 0
    """For how many seconds the broker keeps it; 0: for ever."""
    is_certain: bool = True
    """Whether the broker has to confirm it; what is not certain is never waited for."""


class Outbox:
    """Open while there is a connection; may be used from any thread, and nobody waits at it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._letters: OrderedDict[object, Letter] = OrderedDict()
        self._bytes = 0
        self._open = False

    @property
    def is_open(self) -> bool:
        """Whether anything is taken."""
        return self._open

    def open(self) -> None:
        """Take what is put from now on."""
        with self._lock:
            self._open = True

    def close(self) -> None:
        """Take nothing more, and forget what waits."""
        with self._lock:
            self._open, self._bytes = False, 0
            self._letters.clear()

    def put(self, letter: Letter) -> bool:
        """Take a letter, in place of an older one that the broker would keep, and tell whether it is taken."""
        with self._lock:
            if not self._open:
                return False
            key: object = letter.topic if letter.retained else object()
            older = self._letters.get(key)
            if older is None and not self._has_room(letter):
                return False
            self._letters[key] = letter
            self._bytes += len(letter.payload) - (len(older.payload) if older else 0)
            return True

    def take(self) -> Letter | None:
        """Return the letter that has waited longest; None if none does."""
        with self._lock:
            if not self._letters:
                return None
            _, letter = self._letters.popitem(last=False)
            self._bytes -= len(letter.payload)
            return letter

    def _has_room(self, letter: Letter) -> bool:
        most = MOST + MOST_TOPICS if letter.retained else MOST
        return len(self._letters) < most and (letter.retained or self._bytes + len(letter.payload) <= MOST_BYTES)
