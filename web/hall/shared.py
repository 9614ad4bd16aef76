"""What the hall's pages share among their requests."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_hex
from threading import Lock

from flask import current_app

from companion.hall.hall import Hall
from companion.hall.view import FloorView
from web.live import DrawnOnce, Slots

EXTENSION = "companion_hall"
MOST_KEPT = 2000
"""Pieces of pages; a hall of fifty tables in four languages has six hundred."""
MOST_LISTS = 8
"""Lists that were handed in and not taken over yet."""


PAUSE = 0.2
"""Seconds between two pictures: fifty tables change more often than anybody can see."""


class Calmly:
    """Shows the hall: a change at once, the next ones after a pause, together."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._next = 0.0

    def view(self) -> FloorView:
        """Return the hall as it is now."""
        return self._hall.view()

    def wait(self, version: int, timeout: float, /) -> FloorView | None:
        """Return a newer picture, or None if there is none in time."""
        time.sleep(max(0.0, self._next - time.monotonic()))
        newer = self._hall.wait(version, timeout)
        self._next = time.monotonic() + PAUSE
        return newer


class Pieces:
    """Keeps each piece of a page as long as what it shows stays the same."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, ...], tuple[object, str]] = OrderedDict()

    def get(self, place: tuple[str, ...], shown: object, draw: Callable[[], str]) -> str:
        """Return the piece at a place, drawn anew only if something else is to be shown there."""
        with self._lock:
            before = self._kept.get(place)
        if before is not None and before[0] == shown:
            return before[1]
        html = draw()
        with self._lock:
            self._kept[place] = shown, html
            self._kept.move_to_end(place)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return html


class Lists:
    """The lists of rounds that were handed in, until one is taken over."""

    def __init__(self, most: int = MOST_LISTS) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def keep(self, data: bytes) -> str:
        """Keep a list; return the name to ask for it."""
        name = token_hex(16)
        with self._lock:
            self._kept[name] = data
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return name

    def get(self, name: str) -> bytes | None:
        """Return a list, or None if it is not kept any more."""
        with self._lock:
            return self._kept.get(name)


@dataclass
class Shared:
    """What one application shares among its requests."""

    hall: Hall
    slots: Slots
    calm: Calmly = field(init=False)
    epoch: str = field(default_factory=lambda: token_hex(4))
    drawn: DrawnOnce = field(default_factory=DrawnOnce)
    pieces: Pieces = field(default_factory=Pieces)
    lists: Lists = field(default_factory=Lists)

    def __post_init__(self) -> None:
        self.calm = Calmly(self.hall)


def shared() -> Shared:
    """Return what this application shares."""
    kept: Shared = current_app.extensions[EXTENSION]
    return kept
