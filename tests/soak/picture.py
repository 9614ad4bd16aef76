"""What the service had over time, as a small picture: one curve below the other; each life begins with a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

WIDE, HIGH, LEFT = 720, 120, 110
MB = 1_000_000
Curve = tuple[str, str, int]
"""What is sampled, what it is called, and in what unit it is told."""
CURVES: Sequence[Curve] = (("memory", "MB", MB), ("files", "open files", 1), ("threads", "threads", 1))


class Timed(Protocol):
    """A sample: when it was taken, and in which of the service's lives."""

    @property
    def at(self) -> float: ...
    @property
    def life(self) -> int: ...


def picture(samples: Sequence[Timed], curves: Sequence[Curve] = CURVES) -> str:
    """Return the picture as SVG."""
    parts = [part for row, curve in enumerate(curves) for part in _row(samples, row, *curve)]
    high = len(curves) * (HIGH + 20) + 10
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 10} {high}" font-family="sans-serif"'
    return "\n".join([f'{head} font-size="12">', '<rect width="100%" height="100%" fill="#fff"/>', *parts, "</svg>\n"])


def _row(samples: Sequence[Timed], row: int, what: str, name: str, unit: int) -> Iterator[str]:
    top = row * (HIGH + 20) + 10
    values = [getattr(one, what) / unit for one in samples] or [0.0]
    most, last = max(*values, 1.0), max((one.at for one in samples), default=1.0)
    places = [
        (LEFT + WIDE * one.at / last, top + HIGH * (1 - value / most))
        for one, value in zip(samples, values, strict=False)
    ]
    lives = [
        place[0]
        for place, one, before in zip(places[1:], samples[1:], samples, strict=False)
        if one.life != before.life
    ]
    yield from (f'<path d="M{x:.1f} {top}v{HIGH}" stroke="#ddd"/>' for x in lives)
    yield f'<path d="M{LEFT} {top}v{HIGH}h{WIDE}" fill="none" stroke="#888"/>'
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    yield f'<polyline points="{line}" fill="none" stroke="#1f5fa8" stroke-width="1"/>'
    yield f'<text x="4" y="{top + 14}">{name}</text><text x="4" y="{top + 32}">most {most:.0f}</text>'
    yield f'<text x="4" y="{top + 50}">{last / 60:.0f} minutes</text>'
