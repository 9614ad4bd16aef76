"""How long it takes from something entered at a table until the hall's page shows it, or what came after it.

Nothing on a page says which event it shows: what a table waits for is compared. Where the same sentence fits several
entries the earliest is taken to be meant, so that a delay comes out too long rather than too short.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

NS = 1e9


@dataclass(frozen=True, slots=True)
class Sight:
    """What a page has shown of a table, and since when."""

    at: int
    text: str


@dataclass(frozen=True, slots=True)
class Delay:
    """How long something took that was entered at an instant."""

    at: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Spread:
    """Delays in short, in seconds."""

    count: int
    median: float
    most: float
    """Of 95 of 100."""
    worst: float

    def __str__(self) -> str:
        return f"median {self.median:.2f} s, 95th {self.most:.2f} s, worst {self.worst:.2f} s of {self.count}"


def delays(entered: Sequence[tuple[int, str]], seen: Sequence[Sight]) -> Iterator[Delay]:
    """Yield how long each entry took; those at the end that were never followed by a sight are left out."""
    changes = [one for before, one in zip([(0, ""), *entered], entered, strict=False) if before[1] != one[1]]
    texts, done, last = [text for _, text in changes], 0, ""
    for sight in seen:
        end = done
        while end < len(changes) and changes[end][0] <= sight.at:
            end += 1
        if sight.text == last or sight.text not in texts[done:end]:
            continue
        last, found = sight.text, texts.index(sight.text, done, end)
        for at, _ in changes[done : found + 1]:
            yield Delay(at, (sight.at - at) / NS)
        done = found + 1


def spread(found: Sequence[Delay]) -> Spread:
    """Return delays in short."""
    seconds = sorted(one.seconds for one in found)
    if not seconds:
        return Spread(0, float("nan"), float("nan"), float("nan"))
    return Spread(len(seconds), median(seconds), seconds[int(0.95 * (len(seconds) - 1))], seconds[-1])


def outside(found: Sequence[Delay], windows: Sequence[tuple[int, int]]) -> list[Delay]:
    """Return the delays of what was entered while nothing was failing."""
    return [one for one in found if not any(begin <= one.at <= end for begin, end in windows)]
