"""What was not taken: counted by who sent it and why, told in the log now and then, and shown to the director."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from dataclasses import replace

from companion.hall.view import RefusedRow

LOG = logging.getLogger(__name__)
MOST = 200
"""So many kinds are told apart; what was not seen for longest is forgotten first."""
LONGEST = 120
QUIET_MS = 60_000
"""Of one kind the log tells once in this time."""


class Refusals:
    """May be used from any thread."""

    def __init__(self) -> None:
        self.count = 0
        self._lock = threading.Lock()
        self._rows: OrderedDict[tuple[str, str], RefusedRow] = OrderedDict()
        self._logged: dict[tuple[str, str], int] = {}

    @property
    def rows(self) -> tuple[RefusedRow, ...]:
        """All kinds, the latest first."""
        with self._lock:
            return tuple(reversed(self._rows.values()))

    def refuse(self, topic: str, why: str, now: int) -> None:
        """Note something that was not taken."""
        key = _shown(topic), _shown(why)
        with self._lock:
            self.count += 1
            before = self._rows.pop(key, RefusedRow(*key, count=0, last=now))
            self._rows[key] = replace(before, count=before.count + 1, last=now)
            if len(self._rows) > MOST:
                self._logged.pop(self._rows.popitem(last=False)[0], None)
            self._tell(key, now)

    def _tell(self, key: tuple[str, str], now: int) -> None:
        logged = self._logged.get(key)
        if logged is None or now - logged >= QUIET_MS:
            self._logged[key] = now
            LOG.warning("A message was refused", extra={"topic": key[0], "why": key[1], "count": self._rows[key].count})


def _shown(text: str) -> str:
    """Return a text that may be anything as it can be shown: no sign that does something, and not too long."""
    plain = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[:LONGEST])
    return plain if len(text) <= LONGEST else f"{plain}…"
