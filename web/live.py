"""What live pictures of the table share: how many streams there may be, what one tells, and parts drawn only once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Protocol, TypeVar

DRAWN_KEPT = 64
RESERVED = 4
"""Streams for those who may enter something, beyond those for all."""
LEAST_EACH, SHARE = 4, 4
"""One address has at least so many streams, and at most this part of all: a quarter."""
LIVE = "companion.live"
"""Where the environment of a request says that a stream follows."""
Parts = dict[str, str]


class Numbered(Protocol):
    """A picture of something at one moment."""

    @property
    def version(self) -> int:
        """Which picture it is; each has its own number."""


V = TypeVar("V", bound=Numbered)
V_co = TypeVar("V_co", bound=Numbered, covariant=True)


class Source(Protocol[V_co]):
    """What can be watched."""

    def view(self) -> V_co:
        """Return it as it is now."""

    def wait(self, version: int, timeout: float, /) -> V_co | None:
        """Return a picture newer than `version`, or None if there is none in time."""


@dataclass(frozen=True)
class Live:
    """What a viewer is sent, as the server has to know it."""

    source: Source[Any]
    alike: Hashable
    """Viewers for whom this is the same are sent the same."""
    draw: Callable[[int | None, Any], str]
    """Returns a picture as it is sent to one who has been sent another version, or none; empty if it is the same."""
    may_watch: Callable[[], bool]
    give_back: Callable[[], None] = lambda: None
    last: str = ""
    """What the browser says it has."""


@dataclass
class Slots:
    """So many streams may be open at once, and so many of them from one address."""

    most: int
    free: int = field(init=False)
    _held: dict[str, int] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self.free = self.most

    def take(self, place: str = "", *, is_known: bool = False) -> Callable[[], None] | None:
        """Return what gives the place back, once and no more; None if there is none."""
        each = max(LEAST_EACH, self.most // SHARE)
        with self._lock:
            if self.free <= (-RESERVED if is_known else 0) or (place and self._held.get(place, 0) >= each):
                return None
            self.free -= 1
            self._held[place] = self._held.get(place, 0) + 1
        held = [place]

        def give_back() -> None:
            with self._lock:
                if held:
                    self.free += 1
                    self._held[held[0]] -= 1
                    if not self._held[held[0]]:
                        del self._held[held[0]]
                    held.clear()

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

    def known(self, key: Hashable) -> Parts | None:
        """Return what was made for this key, if it is kept still."""
        with self._lock:
            known = self._drawn.get(key)
        return known.result() if known is not None and known.done() and not known.exception() else None

    def _draw(self, key: Hashable, future: Future[Parts], draw: Callable[[], Parts]) -> None:
        try:
            future.set_result(draw())
        except BaseException as error:
            with self._lock:
                self._drawn.pop(key, None)
            future.set_exception(error)
            raise


def changed(before: Parts | None, after: Parts) -> Parts:
    """Return the parts that have changed; all if nobody knows any more what there was before."""
    return {name: html for name, html in after.items() if before is None or before.get(name) != html}


def mark(epoch: str, view: Numbered) -> str:
    """Return what a browser remembers of the last picture it has: views count anew with each start."""
    return f"{epoch}-{view.version}"
