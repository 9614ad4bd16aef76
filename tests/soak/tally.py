"""What a soak counts, and the table that it prints."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.soak.process import Sample

SERVICE, PARTS = "service", ("board", "camera")
MB = 1_000_000
WARM_S = 60.0
"""Until then a service that was started still loads what it needs."""


@dataclass
class Tally:
    """Counts as it goes on; some of it from several threads."""

    began: float = field(default_factory=time.monotonic)
    games: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    """How the table has come to know: by the camera, the board, or by hand; and what it has asked."""
    wrong: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    unwritten: list[str] = field(default_factory=list)
    """What a kill took that the table had said was not written yet."""
    at_first: list[str] = field(default_factory=list)
    """What was recorded otherwise without a question, until the players put it right."""
    again: Counter[str] = field(default_factory=Counter)
    """How much of what came in was recorded and played again."""
    otherwise: list[str] = field(default_factory=list)
    """What came out otherwise then."""
    odd: list[str] = field(default_factory=list)
    """What the service should not have done: ended by itself, answered a request with a failure, hung."""
    blind_s: dict[str, float] = field(default_factory=lambda: dict.fromkeys((SERVICE, *PARTS), 0.0))
    stuck_s: float = 0.0
    stuck_at: str = ""
    samples: list[Sample] = field(default_factory=list)

    def stood(self, seconds: float, where: str) -> None:
        """The table went on only after so long."""
        if seconds > self.stuck_s:
            self.stuck_s, self.stuck_at = seconds, where

    @property
    def is_clean(self) -> bool:
        """Whether nothing was wrong."""
        return not (self.wrong or self.lost or self.odd or self.otherwise)

    def lines(self) -> Iterator[str]:
        """The table of what came of it."""
        minutes = (time.monotonic() - self.began) / 60
        yield f"{self.games.total()} games in {minutes:.1f} minutes: {_counted(self.games)}"
        yield f"{self.faults.total()} faults: {_counted(self.faults)}"
        yield f"told: {_counted(self.told)}"
        yield f"questions asked: {sum(self.told[one] for one in ('asked', 'disputed'))}"
        yield from _listed("wrong records", self.wrong)
        yield from _listed("lost events", self.lost)
        yield from _listed("recorded otherwise at first, and put right by the players", self.at_first)
        yield from _listed("lost to a kill while the panel said they were not written", self.unwritten)
        yield from _listed("what should not have happened", self.odd)
        yield f"recordings played again: {_counted(self.again)}"
        yield from _listed("what came out otherwise", self.otherwise)
        blind = ", ".join(f"{part} {self.blind_s[part]:.1f} s" for part in PARTS)
        yield f"longest time blind without a fault: {blind}"
        yield f"longest time without a service, for it was killed or just begins: {self.blind_s[SERVICE]:.1f} s"
        yield f"longest time without going on: {self.stuck_s:.1f} s ({self.stuck_at})"
        yield from self._uses()

    def _uses(self) -> Iterator[str]:
        lives = {one.life for one in self.samples}
        spans = {life: [one for one in self.samples if one.life == life] for life in lives}
        longest = max(spans.values(), key=lambda one: one[-1].at - one[0].at, default=[])
        warm = [one for one in longest if one.at - longest[0].at >= WARM_S]
        if not warm:
            yield "no service has lived long enough to tell whether it grows"
            return
        minutes = (warm[-1].at - warm[0].at) / 60
        yield (
            f"longest life, after its first minute, {minutes:.1f} minutes: memory {_span(warm, 'memory', MB)} MB,"
            f" files {_span(warm, 'files')}, threads {_span(warm, 'threads')}"
        )


def _span(samples: list[Sample], what: str, unit: int = 1) -> str:
    """How something was at first, at last and at most: the middle of a tenth each."""
    values = [getattr(one, what) / unit for one in samples]
    tenth = max(1, len(values) // 10)
    first, last = (sorted(part)[len(part) // 2] for part in (values[:tenth], values[-tenth:]))
    return f"{first:.0f} to {last:.0f} (most {max(values):.0f})"


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()) if count) or "none"


def _listed(what: str, found: list[str]) -> list[str]:
    return [f"{what}: {len(found) or 'none'}", *(f"    {one}" for one in found)]


class Watching:
    """Looks at every view: how long a part is away that nothing is done to, and what the table asks."""

    def __init__(self, tally: Tally, is_spoilt: Callable[[str], bool]) -> None:
        self._tally, self._is_spoilt = tally, is_spoilt
        self._lock = threading.Lock()
        self._since: dict[str, float] = {}
        self._phase = ""
        self._states: Mapping[str, str] = {}

    def see(self, view: Mapping[str, Any] | None) -> None:
        """Take a view, or that there is none."""
        with self._lock:
            if view is not None and view["phase"] != self._phase:
                self._phase = view["phase"]
                self._tally.told["asked"] += self._phase == "asking"
                self._tally.told["disputed"] += self._phase == "disputed"
            self._states = {one["name"]: one["state"] for one in view["devices"]} if view else {}
            self._look()

    def look(self) -> None:
        """Let time pass."""
        with self._lock:
            self._look()

    def _look(self) -> None:
        is_there = bool(self._states)
        self._away(SERVICE, not is_there)
        for part in PARTS:
            # What nobody tells of is not blind: it is the service that is away.
            self._away(part, is_there and self._states.get(part) != "running" and not self._is_spoilt(part))

    def _away(self, part: str, is_away: bool) -> None:  # noqa: FBT001 - one of two states
        if not is_away:
            self._since.pop(part, None)
            return
        now = time.monotonic()
        since = self._since.setdefault(part, now)
        self._tally.blind_s[part] = max(self._tally.blind_s[part], now - since)
