"""What goes into a part and what it tells, written down in order: the part can be played again without its device."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from companion.service.ports import Condition, Report
from companion.service.recording.coding import plain_report
from companion.service.recording.recording import Recording

LOG = logging.getLogger(__name__)
Json = Any


class Tape:
    """The tape of one part at work; belongs to the thread in which that part is told things."""

    def __init__(self, recording: Recording, part: str, state: Callable[[], Json]) -> None:
        """Take where it is written, the part's name, and what tells how the part stands."""
        self._recording, self._part, self._state = recording, part, state
        self._run = recording.next_run()
        self._generation = 0
        self._entry: dict[str, Json] | None = None
        self._is_worth = self._is_on = False
        self._said: Condition | None = None

    def enter(self, what: str, *rest: Json, worth: bool = True) -> None:
        """Something goes in: what was told before belongs to what went in before."""
        self.settle()
        generation = self._recording.generation
        if generation != self._generation:
            # How the part stands comes first in every file.
            self._generation, self._said = generation, None
            self._is_on = self._begins()
        self._entry, self._is_worth = ({"in": [what, *rest]} if self._is_on else None), worth

    def _begins(self) -> bool:
        """Write how the part stands; tell whether that could be done."""
        try:
            self._put({"in": ["state", self._state()]})
        except Exception:  # the part works on, whatever becomes of what is written of it
            LOG.exception("How a part stands cannot be written down", extra={"part": self._part})
            return False
        return True

    def saw(self, *what: Json) -> None:
        """The part has looked at the table, and saw this."""
        if self._entry is not None:
            self._entry.setdefault("saw", []).append(list(what))

    def matters(self) -> None:
        """What went in last has changed something."""
        self._is_worth = True

    def told(self, report: Report) -> None:
        """The part tells something; how it is, told again, is nothing."""
        if self._entry is None or report == self._said:
            return
        if isinstance(report, Condition):
            self._said = report
        # A picture is for people: nothing is made of it.
        told = {name: one for name, one in plain_report(report).items() if name != "picture"}
        self._entry.setdefault("out", []).append(told)
        self._is_worth = True

    def settle(self) -> None:
        """Write what went in last, with what was told of it."""
        entry, self._entry = self._entry, None
        if entry is not None and self._is_worth:
            self._put(entry)

    def _put(self, entry: dict[str, Json]) -> None:
        entry = {"e": "part", "part": self._part, "run": self._run, **entry}
        self._recording.put(lambda: entry, self._generation)
