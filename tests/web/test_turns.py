"""Whose turn it is."""

from __future__ import annotations

import threading
from collections.abc import Callable

from web.turns import LEAST_OFTEN_S, Rank, Turns

PATIENCE_S = 60.0


class Busy:
    """Keeps the threads of a rank busy until it is told to go on; then notes what is done."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        self.turns = Turns(now)
        self.done: list[str] = []
        self.all_done, self._go_on = threading.Semaphore(0), threading.Event()

    def hold(self, rank: Rank) -> None:
        begun = threading.Event()

        def wait() -> None:
            begun.set()
            self._go_on.wait(PATIENCE_S)

        self.turns.put(rank, "", wait)
        assert begun.wait(PATIENCE_S)

    def put(self, rank: Rank, place: str) -> None:
        def note() -> None:
            self.done.append(place)
            self.all_done.release()

        self.turns.put(rank, place, note)

    def go_on(self, count: int) -> list[str]:
        self._go_on.set()
        for _ in range(count):
            assert self.all_done.acquire(timeout=PATIENCE_S)
        self.turns.end(PATIENCE_S)
        return self.done


def test_every_address_has_its_turn() -> None:
    busy = Busy()
    busy.hold(Rank.OTHERS)
    for place in ("a", "a", "a", "b", "c"):
        busy.put(Rank.OTHERS, place)
    assert busy.go_on(5) == ["a", "b", "c", "a", "a"]


def test_strangers_keep_nobody_waiting_who_may_enter_something() -> None:
    busy = Busy()
    busy.hold(Rank.OTHERS)
    busy.put(Rank.OTHERS, "a stranger")
    busy.put(Rank.FIRST, "the scorer")
    assert busy.all_done.acquire(timeout=PATIENCE_S)
    assert busy.done == ["the scorer"]
    assert busy.go_on(1) == ["the scorer", "a stranger"]


def test_strangers_wait_for_what_is_entered_but_not_for_ever() -> None:
    now = [0.0]
    busy = Busy(lambda: now[0])
    busy.hold(Rank.FIRST)
    busy.put(Rank.OTHERS, "a stranger")
    assert not busy.all_done.acquire(timeout=2 * LEAST_OFTEN_S)
    now[0] = LEAST_OFTEN_S
    assert busy.all_done.acquire(timeout=PATIENCE_S)
    assert busy.go_on(0) == ["a stranger"]


def test_what_fails_ends_no_thread() -> None:
    busy = Busy()

    def fail() -> None:
        raise ZeroDivisionError

    busy.turns.put(Rank.OTHERS, "", fail)
    busy.put(Rank.OTHERS, "a")
    assert busy.go_on(1) == ["a"]
