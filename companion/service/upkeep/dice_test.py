"""The dice test: five throws, what the reader says of each, and what they were."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.service.upkeep.values import TestThrow

if TYPE_CHECKING:
    from vision.watching import Told

THROWS = 5
WIDTH = 480
PICTURE = 40_000
"""The most bytes of a picture of a throw."""


class DiceTest:
    """A test that goes on, or has been made; throws come from the camera's thread, answers from any."""

    def __init__(self, kept: Mapping[str, Any] | None = None) -> None:
        self._lock = threading.Lock()
        self.running = False
        self.throws: tuple[TestThrow, ...] = _read(kept or {})
        self._pictures: dict[int, bytes] = {}
        self._lying = False
        """Whether the dice of the last throw have not been lifted."""

    def begin(self) -> None:
        """Begin anew: the next five throws count."""
        with self._lock:
            self.running, self.throws, self._lying = True, (), False
            self._pictures.clear()

    def hear(self, told: Told) -> None:
        """Take what the watcher tells."""
        if not self.running:
            return
        from vision import events  # noqa: PLC0415 - loaded where the camera is

        if isinstance(told.event, events.Lifted):
            self._lying = False
        elif isinstance(told.event, events.Thrown | events.Invalid):
            self._take(told, told.event)

    def answer(self, number: int, was: tuple[int, ...] | None) -> bool:
        """Take what a throw was, None if it was read rightly; return whether there is such a throw."""
        with self._lock:
            known = {one.number: one for one in self.throws}
            one = known.get(number)
            if one is None:
                return False
            right = was is None or sorted(was) == sorted(one.read)
            known[number] = replace(one, right=right, was=one.read if was is None else was)
            self.throws = tuple(known.values())
            self.running = self.running and not self.is_over
            return True

    def end(self) -> None:
        """Take no more throws."""
        self.running = False

    @property
    def is_over(self) -> bool:
        """Whether all throws were made and judged."""
        return len(self.throws) == THROWS and all(one.right is not None for one in self.throws)

    def picture(self, number: int) -> bytes | None:
        """Return the picture of a throw."""
        return self._pictures.get(number)

    def encode(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {"throws": [[list(one.read), list(one.flaws), one.right, list(one.was)] for one in self.throws]}

    def _take(self, told: Told, event: Any) -> None:  # noqa: ANN401 - a throw, or an invalid one
        flaws = tuple(flaw.value for flaw in getattr(event, "flaws", ()))
        values = tuple(event.values) if len(event.values) == len(event.dice) else ()
        picture = _drawn(told, event)
        with self._lock:
            # Dice that lie as before and are read anew are the same throw.
            again = self._lying and bool(self.throws) and self.throws[-1].right is None
            if len(self.throws) >= THROWS and not again:
                return
            number = len(self.throws) + (not again)
            self._lying = True
            self.throws = (*self.throws[: number - 1], TestThrow(number, values, flaws))
            if picture is not None:
                self._pictures[number] = picture


def _drawn(told: Told, event: Any) -> bytes | None:  # noqa: ANN401 - as above
    if told.picture is None:
        return None
    from vision.evidence import evidence  # noqa: PLC0415 - loaded where the camera is

    return evidence(told.picture, event.dice, largest=PICTURE)


def _read(kept: Mapping[str, Any]) -> tuple[TestThrow, ...]:
    try:
        return tuple(
            TestThrow(number, tuple(map(int, read)), tuple(map(str, flaws)), right, tuple(map(int, was)))
            for number, (read, flaws, right, was) in enumerate(kept.get("throws", ()), 1)
        )
    except (TypeError, ValueError):
        return ()
