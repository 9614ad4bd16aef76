"""Whether a snapshot was made after it was asked for: a late answer to an earlier question tells nothing of now."""

from __future__ import annotations

from collections import OrderedDict

WITHIN = 0.95
"""A board that has not told by then what lies on it is not heard."""
TOLERANCE = 0.9
"""What part of the shortest round trip seen an answer takes at least."""
REMEMBERED = 16


class RoundTrip:
    """How long the way to a board and back takes at least, by the commands whose answers name them."""

    def __init__(self) -> None:
        self.shortest = 0.0
        self._is_known = False
        self._sent: OrderedDict[int, tuple[int, float]] = OrderedDict()
        """By its number how many answers to a command are under way, and when it was sent last."""

    @property
    def known(self) -> float | None:
        """The shortest, if a command has been answered yet."""
        return self.shortest if self._is_known else None

    def sent(self, seq: int, now: float) -> None:
        """Take it that a command goes out, for the first time or again."""
        under_way, _ = self._sent.pop(seq, (0, now))
        self._sent[seq] = under_way + 1, now
        if len(self._sent) > REMEMBERED:
            self._sent.popitem(last=False)

    def answered(self, seq: int, now: float) -> None:
        """Take an answer: the last of as many as the command was sent times is that to the last time."""
        under_way, at = self._sent.pop(seq, (0, now))
        if under_way > 1:
            self._sent[seq] = under_way - 1, at
        elif under_way:
            took = now - at
            self.shortest = min(took, self.shortest) if self._is_known else took
            self._is_known = True


class Fresh:
    """Watches the questions for a snapshot on one line; times are those of the host."""

    def __init__(self) -> None:
        self.trips = RoundTrip()
        self._wanted_at: float | None = None
        self._sent_at: float | None = None

    def want(self, now: float) -> None:
        """Wait from now on for a snapshot that is no older."""
        self._wanted_at, self._sent_at = now, None

    def forget(self) -> None:
        """Wait no more."""
        self._wanted_at = None

    @property
    def is_wanted(self) -> bool:
        """Whether a snapshot is waited for."""
        return self._wanted_at is not None

    @property
    def is_asked(self) -> bool:
        """Whether a snapshot is waited for, and has been asked for since."""
        return self._wanted_at is not None and self._sent_at is not None

    @property
    def due(self) -> float | None:
        """When it is too late."""
        return None if self._wanted_at is None else self._wanted_at + WITHIN

    def sent(self, now: float) -> None:
        """Take it that the question goes out, for the first time or again."""
        if self._sent_at is None:
            self._sent_at = now

    def came(self, now: float) -> float | None:
        """Take an answer, and return since when it was waited for, if it was made after that."""
        wanted, sent = self._wanted_at, self._sent_at
        if wanted is None or sent is None or not self.is_after(sent, now):
            return None
        self.forget()
        return wanted

    def is_after(self, sent: float, now: float) -> bool:
        """Whether what comes now can be an answer to what was sent then."""
        return now - sent >= TOLERANCE * self.trips.shortest
