"""What live pictures of the table share: how many streams there may be, and parts that are drawn only once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import BoundedSemaphore, Lock
from typing import Protocol

DRAWN_KEPT = 64
Parts = dict[str, str]


class Numbered(Protocol):
    """A picture of something at one moment."""

    @property
    def version(self) -> int:
        """Which picture it is; each has its own number."""


class Slots:
    """So many streams may be open at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._free = BoundedSemaphore(most)

    def take(self) -> Callable[[], None] | None:
        """Return what gives the place back, once and no more; None if there is none."""
        if not self._free.acquire(blocking=False):
            return None
        given = Lock()

        def give_back() -> None:
            if given.acquire(blocking=False):
                self._free.release()

        return give_back


class DrawnOnce:
    """Remembers the last results; of several threads that want the same at once, one works and the others wait."""

    def __init__(self, most: int = DRAWN_KEPT) -> None:
        self._most = most
        self._lock = Lock()
        self._drawn: OrderedDict[Hashable, Future[Parts]] = OrderedDict()

    def get(self, key: Hashable, draw: Callable[[], Parts]) -> Parts:
        """Return what `draw` makes for this key."""
        with self._lock:
            known = self._drawn.get(key)
            future = known or self._drawn.setdefault(key, Future())
            while len(self._drawn) > self._most:
                self._drawn.popitem(last=False)
        if known is None:
            self._draw(key, future, draw)
        return future.result()

    def _draw(self, key: Hashable, future: Future[Parts], draw: Callable[[], Parts]) -> None:
        try:
            future.set_result(draw())
        except BaseException as error:
            with self._lock:
                self._drawn.pop(key, None)
            future.set_exception(error)
            raise


def mark(epoch: str, view: Numbered) -> str:
    """Return what a browser remembers of the last picture it has: views count anew with each start."""
    return f"{epoch}-{view.version}"
