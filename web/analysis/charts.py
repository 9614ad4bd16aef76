"""Pictures of an analysis as numbers: lines, marks and bars; the templates only write them down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.service.view import Both, Who
from web.drawing import PLAYERS

WIDTH, HEIGHT = 720, 220
LEFT, RIGHT, TOP, BOTTOM = 76, 12, 14, 26
BAR_HALF = 250
BIG_MISTAKE = 0.08
"""From so much on a mistake is marked in the course of a game."""
MOST_TICKS = 6
Json = Mapping[str, Any]
Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Figure:
    """The chances after a turn, as the text beside the picture tells them."""

    turn: int
    player: Who
    dice: tuple[int, ...]
    white: float
    loss: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A mistake in the course of a game."""

    x: float
    y: float
    who: Who
    turn: int
    loss: float


@dataclass(frozen=True, slots=True)
class Course:
    """White's winning chances, turn by turn."""

    line: str
    area: str
    marks: tuple[Mark, ...]
    ticks: tuple[tuple[float, int], ...]
    figures: tuple[Figure, ...]

    @property
    def lowest(self) -> Figure:
        """Where White's chances were worst."""
        return min(self.figures, key=lambda one: one.white)

    @property
    def highest(self) -> Figure:
        """Where White's chances were best."""
        return max(self.figures, key=lambda one: one.white)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar to one side of the middle; `x` is where it begins."""

    x: float
    width: float
    value: float


@dataclass(frozen=True, slots=True)
class Bars:
    """How lucky each was, and what each has lost."""

    luck: Both[Bar]
    lost: Both[Bar]


@dataclass(frozen=True, slots=True)
class Scores:
    """How the score of both went; `top` is the highest number at the side."""

    lines: Both[str]
    ticks: tuple[tuple[float, int], ...]
    top: int
    figures: tuple[Both[int], ...]

    @property
    def changes(self) -> tuple[tuple[int, Both[int]], ...]:
        """The score after those games or turns that changed it, each with its number."""
        pairs = enumerate(pairwise(self.figures), 1)
        return tuple((number, after) for number, (before, after) in pairs if after != before)


def course(decisions: Sequence[Json]) -> Course | None:
    """Return the course of a game; None if nothing was played in it."""
    plays = [one for one in decisions if one["kind"] == "play"]
    figures = tuple(_figure(turn, one) for turn, one in enumerate(plays, 1) if one["made"] or one["best"])
    if not figures:
        return None
    last = max(one.turn for one in figures)
    spots = [_spot(one, last) for one in figures]
    line = _points(spots)
    floor = HEIGHT - BOTTOM
    marks = tuple(
        Mark(*spot, one.player, one.turn, one.loss)
        for spot, one in zip(spots, figures, strict=True)
        if one.loss >= BIG_MISTAKE
    )
    area = f"{spots[0][0]:.1f},{floor} {line} {spots[-1][0]:.1f},{floor}"
    return Course(line, area, marks, _ticks(last, 1), figures)


def _figure(turn: int, one: Json) -> Figure:
    win = (one["made"] or one["best"][0])["win"]
    return Figure(turn, one["player"], tuple(one["dice"]), win if one["player"] == "white" else 1 - win, one["loss"])


def _spot(one: Figure, last: int) -> Spot:
    return _x(one.turn - 1, max(1, last - 1)), TOP + (1 - one.white) * (HEIGHT - TOP - BOTTOM)


def _x(at: float, last: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * at / max(1, last)


def _points(spots: Sequence[Spot]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)


def _ticks(last: int, first: int) -> tuple[tuple[float, int], ...]:
    """Return some of the numbers below a picture, and where they stand."""
    step = max(1, -(-(last - first) // MOST_TICKS))
    return tuple((_x(number - first, last - first), number) for number in range(first, last + 1, step))


def bars(players: Json) -> Bars:
    """Return the bars of both players."""
    luck = Both(*(float(players[who]["luck"]) for who in PLAYERS))
    lost = Both(*(-float(players[who]["lost"]) for who in PLAYERS))
    most = max(0.001, *(abs(value) for both in (luck, lost) for value in (both.white, both.black)))
    return Bars(*(Both(_bar(both.white, most), _bar(both.black, most)) for both in (luck, lost)))


def _bar(value: float, most: float) -> Bar:
    width = BAR_HALF * abs(value) / most
    return Bar(0.0 if value >= 0 else -width, width, value)


def points_course(decisions: Sequence[Json]) -> Scores | None:
    """Return how the points of a game went, where it is played for points."""
    found = [one["score"] for one in decisions if "score" in one]
    figures = [Both(0, 0), *(Both(one["white"], one["black"]) for one in found)]
    return scores(figures) if found else None


def match_course(report: Json) -> Scores | None:
    """Return how the score of a match went, game by game; None where only one was played."""
    now = Both(report["begun_at"]["white"], report["begun_at"]["black"])
    figures = [now]
    for one in report["results"]:
        won = {one["winner"]: one["points"]}
        now = Both(now.white + won.get("white", 0), now.black + won.get("black", 0))
        figures.append(now)
    return scores(figures) if len(figures) > 2 else None


def scores(figures: Sequence[Both[int]]) -> Scores:
    """Return the lines of both players."""
    top, last = max(1, *(max(one.white, one.black) for one in figures)), len(figures) - 1
    lines = Both(*(_stairs([one.of(who) for one in figures], top) for who in PLAYERS))
    return Scores(lines, _ticks(last, 0), top, tuple(figures))


def _stairs(values: Sequence[int], top: int) -> str:
    last, high = len(values) - 1, HEIGHT - TOP - BOTTOM
    spots: list[Spot] = []
    for at, value in enumerate(values):
        y = TOP + high * (1 - value / top)
        if spots:
            spots.append((_x(at, last), spots[-1][1]))
        spots.append((_x(at, last), y))
    return _points(spots)
