"""How the throw watcher does: run `python -m tests.bench.bench_watcher [SCENES]`, with `--truth` for a perfect reader.

SCENES is the folder of the rendered dice scenes (or set DICE_SCENES); without it only drawn throws are watched. For
each throw: told once or not, the values right or not, and how long after it came to rest; for all: what was told
that did not happen, and what a frame costs.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import cv2

from tests.bench.report import progress, show
from tests.bench.soak_films import soaked
from tests.bench.watcher_films import NEVER, Expected, Film, drawn, rendered
from tests.vision.stand_ins import ToldReader
from vision.events import Event, Invalid, Lifted, Thrown
from vision.reader import DiceReader
from vision.watcher import Reads, Watcher

SOON = 0.5
"""Seconds after rest in which a throw is to be told."""
EARLY, LATE = 0.15, 4.0
"""Seconds around rest and lifting in which an event belongs to them."""


@dataclass
class Result:
    """What the watcher made of a film."""

    film: str
    told: int = 0
    right: int = 0
    why_right: int = 0
    throws: int = 0
    soon: int = 0
    lifted: int = 0
    lifts: int = 0
    extra: int = 0
    delays: list[float] = field(default_factory=list)
    readings: int = 0
    frames: int = 0
    seconds: float = 0.0


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bench_watcher", description="Measure the watcher.")
    parser.add_argument("scenes", nargs="?", type=Path, default=os.environ.get("DICE_SCENES"))
    parser.add_argument("--truth", action="store_true", help="with a reader that is told the truth")
    parser.add_argument("--drawn", type=int, default=12, metavar="N", help="how many drawn films to watch")
    parser.add_argument("--soak", type=int, default=0, metavar="N", help="then so many throws of long drawn films")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first of these films")
    arguments = parser.parse_args(argv)
    cv2.setNumThreads(1)
    films = chain(
        rendered(Path(arguments.scenes)) if arguments.scenes else (),
        drawn(arguments.drawn),
        soaked(arguments.soak, arguments.first),
    )
    results = [_watched(film, truth=arguments.truth) for film in films]
    _show(results)
    return 0


def _watched(film: Film, *, truth: bool) -> Result:
    told = ToldReader()
    reader: Reads = told if truth else DiceReader(film.calibration)
    watcher, result = Watcher(reader), Result(film.name, throws=len(film.throws))
    events: list[Event] = []
    for frame in film.frames:
        told.dice = frame.dice
        start = time.perf_counter()
        picture = frame.picture
        events += watcher.lost(frame.at) if picture is None else watcher.see(picture, frame.at)
        result.seconds += time.perf_counter() - start
        result.frames += 1
    result.readings = watcher.readings
    _compare(film, events, result)
    return result


def _compare(film: Film, events: list[Event], result: Result) -> None:
    left = [event for event in events if isinstance(event, Thrown | Invalid | Lifted)]
    for expected in film.throws:
        told = next((event for event in left if _tells(event, expected)), None)
        if isinstance(told, Thrown | Invalid):
            left.remove(told)
            _count(told, expected, result)
        else:
            progress(f"{film.name}: not told: {expected}")
        if expected.gone < NEVER:
            result.lifts += 1
            lifted = next((event for event in left if _lifts(event, expected)), None)
            if lifted is not None:
                left.remove(lifted)
                result.lifted += 1
            else:
                progress(f"{film.name}: not seen to be lifted: {expected}")
    result.extra = len(left)
    for event in left:
        progress(f"{film.name}: told, but did not happen: {event}")


def _count(told: Thrown | Invalid, expected: Expected, result: Result) -> None:
    delay = told.at - expected.rests
    why = told.flaws[0].value if isinstance(told, Invalid) else None
    result.told += 1
    result.delays.append(delay)
    result.soon += delay <= SOON + 1e-6
    result.why_right += why == expected.why
    # The value of a die that leans means nothing.
    right = told.values == expected.values or (why == expected.why == "cocked")
    result.right += right
    if not right or why != expected.why or delay > SOON + 1e-6:
        progress(f"{result.film}: {expected.values} {expected.why or 'valid'} told after {delay:.2f} s as {told}")


def _tells(event: Event, expected: Expected) -> bool:
    end = min(expected.gone, expected.rests + LATE)
    return isinstance(event, Thrown | Invalid) and expected.rests - EARLY <= event.at <= end


def _lifts(event: Event, expected: Expected) -> bool:
    return isinstance(event, Lifted) and expected.gone - 1.0 <= event.at <= max(expected.gone, expected.clear) + 1.5


def _show(results: list[Result]) -> None:
    head = "film", "throws", "told once", "values", "why", f"in {SOON} s", "longest", "lifted", "false", "read", "ms"
    rows = [_row(one) for one in (*results, _sum(results))]
    show("The throw watcher", head, rows)


def _sum(results: list[Result]) -> Result:
    total = Result("all")
    for one in results:
        for name in ("told", "right", "why_right", "throws", "soon", "lifted", "lifts", "extra", "readings", "frames"):
            setattr(total, name, getattr(total, name) + getattr(one, name))
        total.delays += one.delays
        total.seconds += one.seconds
    return total


def _row(one: Result) -> tuple[str, ...]:
    return (
        one.film,
        str(one.throws),
        str(one.told),
        str(one.right),
        str(one.why_right),
        str(one.soon),
        f"{max(one.delays, default=0.0):.2f} s",
        f"{one.lifted}/{one.lifts}",
        str(one.extra),
        f"{one.readings}/{one.frames}",
        f"{1000 * one.seconds / one.frames:.1f}",
    )


if __name__ == "__main__":
    sys.exit(main())
