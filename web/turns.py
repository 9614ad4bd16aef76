"""Whose request is worked on next: those of who may enter something, then pictures for viewers, then all others.

Within each of these every address has its turn: who asks much waits for oneself.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from threading import Condition, Thread

LOG = logging.getLogger(__name__)
Work = Callable[[], None]


class Rank(IntEnum):
    """How soon something is done."""

    FIRST = 0
    PICTURES = 1
    OTHERS = 2


AT_ONCE = {Rank.FIRST: 8, Rank.PICTURES: 1, Rank.OTHERS: 1}
"""More threads for strangers would not serve them sooner, as Python works on one thing at a time; nor for pictures."""


LEAST_OFTEN_S = 0.2
"""So long strangers wait at most for each other and for what is entered, whatever that is."""


@dataclass
class _Queue:
    most: int
    busy: int = 0
    waiting: OrderedDict[str, deque[Work]] = field(default_factory=OrderedDict)

    def next(self) -> Work | None:
        if not self.waiting or self.busy == self.most:
            return None
        place, works = self.waiting.popitem(last=False)
        work = works.popleft()
        if works:
            self.waiting[place] = works
        self.busy += 1
        return work


class Turns:
    """Threads that work on what is asked for."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._changed, self._clock = Condition(), clock
        self._begun = clock()
        """When something was begun for strangers last."""
        self._queues = {rank: _Queue(most) for rank, most in AT_ONCE.items()}
        self._is_over = False
        self._threads = [
            Thread(target=self._run, name=f"panel-{number}", daemon=True) for number in range(sum(AT_ONCE.values()))
        ]
        for thread in self._threads:
            thread.start()

    def put(self, rank: Rank, place: str, work: Work) -> None:
        """Have something done for somebody at an address."""
        with self._changed:
            self._queues[rank].waiting.setdefault(place, deque()).append(work)
            self._changed.notify()

    def end(self, patience: float) -> None:
        """Begin nothing more, and wait a little for what has begun."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not any(queue.busy for queue in self._queues.values()), patience)

    def _run(self) -> None:
        while (found := self._next()) is not None:
            queue, work = found
            try:
                work()
            except Exception:
                LOG.exception("A request failed")
            with self._changed:
                queue.busy -= 1
                if self._is_over:
                    self._changed.notify_all()

    def _next(self) -> tuple[_Queue, Work] | None:
        with self._changed:
            while not self._is_over:
                for rank, queue in self._queues.items():
                    if not self._holds_back(rank) and (work := queue.next()):
                        return queue, work
                self._changed.wait(LEAST_OFTEN_S if self._queues[Rank.OTHERS].waiting else None)
        return None

    def _holds_back(self, rank: Rank) -> bool:
        """Whether strangers wait for what is being entered: two at once would slow each other down."""
        if rank is not Rank.OTHERS:
            return False
        now = self._clock()
        if self._queues[Rank.FIRST].busy and now - self._begun < LEAST_OFTEN_S:
            return True
        self._begun = now
        return False
