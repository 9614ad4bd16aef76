"""Writes what comes in, from a thread of its own: the table waits for nothing, and goes on whatever becomes of this."""

from __future__ import annotations

import itertools
import json
import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Full, Queue
from typing import Any

from companion import __version__
from companion.service.recording.shelf import Packing, Shelf
from companion.service.standing_back import stand_back

LOG = logging.getLogger(__name__)
FORM = 1
"""The form of the recordings; a companion that changes it counts on."""
MOST_WAITING = 5000
SETTLES_S = 0.1
"""So long after the last thing that came in, all is put down: what a sudden end takes away is little."""
AGAIN_S = 10.0
"""So long after the disk has failed it is tried again."""
PIECES = 8
"""Into so many files what there is room for is divided at least."""
LARGEST_PIECE = 8_000_000
Make = Callable[[], dict[str, Any]]
Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Fresh:
    """From here on a new file is written."""

    uid: str | None
    why: str
    """Why the file before has ended."""
    head: Make
    """Makes how all stands."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something to be written, in the file that was begun as the one of that number."""

    generation: int
    make: Make | Fresh


class Recording:
    """What is written of one table; may be used from any thread."""

    def __init__(self, data: Path, limit: int, wall: Callable[[], int], clock: Clock = time.monotonic) -> None:
        self.shelf, self.limit = Shelf(data), limit
        self._wall, self._clock = wall, clock
        self._queue: Queue[Item | threading.Event | None] = Queue(MOST_WAITING)
        self._lock = threading.Lock()
        self._gap, self._lost, self._again_at = "", 0, 0.0
        self._is_full = False
        self._file: Packing | None = None
        self._written = 0
        """The number of the file that is being written."""
        self._runs = itertools.count(1)
        self.generation = 0
        """The number of the file that was begun last: a part whose number is another tells first how it stands."""
        self._thread = threading.Thread(target=self._run, name="recording", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self, seconds: float) -> None:
        """End, with what was put in until now if there is time for it."""
        with suppress(Full):
            self._queue.put(None, timeout=seconds)
        if self._thread.ident is not None:
            self._thread.join(seconds)

    def settle(self, seconds: float) -> bool:
        """Wait until all that was put in until now can be read; tell whether it can."""
        settled = threading.Event()
        with suppress(Full):
            self._queue.put(settled, timeout=seconds)
            return settled.wait(seconds)
        return False

    # What is put in

    @property
    def wants_anew(self) -> bool:
        """Whether a new file has to be begun: something was lost, or the file is large enough."""
        if self._gap:
            return self._clock() >= self._again_at and self._queue.qsize() < MOST_WAITING // 2
        return self._is_full

    def begin(self, uid: str | None, why: str, make: Make) -> int:
        """Begin a new file, with how all stands; return its number."""
        with self._lock:
            gap = {"why": self._gap, "lost": self._lost} if self._gap else None
            self._gap, self._lost, self._is_full = "", 0, False
            self.generation += 1
            number, wall = self.generation, self._wall()
            self._put(Item(number, Fresh(uid, why, lambda: _head(wall, gap, make()))))
        return number

    def next_run(self) -> int:
        """Return the number of a run of a part: one that begins may overlap with one that ends."""
        return next(self._runs)

    def put(self, make: Make, generation: int | None = None) -> None:
        """Take something for the file of that number, or the newest: it is made when it is written."""
        self._put(Item(self.generation if generation is None else generation, make))

    def _put(self, item: Item) -> None:
        if not self._gap:
            try:
                self._queue.put_nowait(item)
            except Full:
                self._gap = "slow"
                LOG.warning("The recording has a gap: it cannot be written as fast as things happen")
            else:
                return
        self._lost += 1

    # The thread

    def _run(self) -> None:
        stand_back()
        try:
            while self._turn():
                pass
        except Exception:  # the edge of a thread: the table goes on without being recorded
            LOG.exception("The recording has ended by a fault of its own")
            self._fail("fault", float("inf"))
        self._guarded(lambda: self._end("stopped"))

    def _turn(self) -> bool:
        """Write what comes next, or put down what was written; tell whether to go on."""
        try:
            item = self._queue.get(timeout=SETTLES_S if self._is_unsettled else None)
        except Empty:
            self._guarded(self._settle)
            return True
        if isinstance(item, Item):
            self._guarded(lambda: self._write(item))
        elif item is not None:
            self._guarded(self._settle)
            item.set()
        return item is not None

    @property
    def _is_unsettled(self) -> bool:
        return self._file is not None and not self._file.is_settled

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except OSError as error:
            LOG.warning("The recording has a gap: it cannot be written", extra={"why": str(error)})
            self._fail("disk", AGAIN_S)

    def _fail(self, why: str, seconds: float) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                file.close()
        self._again_at = self._clock() + seconds
        self._gap = self._gap or why

    def _write(self, item: Item) -> None:
        if isinstance(item.make, Fresh):
            self._end(item.make.why)
            self._open(item.generation, item.make)
        elif self._file is not None and item.generation == self._written:
            self._file.write(_line(item.make()))
            if self._file.size > min(self.limit // PIECES, LARGEST_PIECE):
                self._is_full = True

    def _open(self, generation: int, fresh: Fresh) -> None:
        path = self.shelf.new(fresh.uid)
        self._file, self._written, self._is_full = Packing(path), generation, False
        self._file.write(_line(fresh.head()))
        removed = self.shelf.tidy(self.limit, path)
        if removed:
            LOG.info("Old recordings were taken away", extra={"count": removed})

    def _settle(self) -> None:
        if self._file is not None:
            self._file.settle()

    def _end(self, why: str) -> None:
        file, self._file = self._file, None
        if file is not None:
            file.write(_line({"e": "end", "why": why}))
            file.close()


def _head(wall: int, gap: dict[str, Any] | None, more: dict[str, Any]) -> dict[str, Any]:
    return {"e": "stands", "form": FORM, "version": __version__, "wall": wall, "gap": gap, **more}


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":"), default=str).encode("ascii") + b"\n"
