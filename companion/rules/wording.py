"""The two ways of putting moves into words, read and written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.rules.board import BAR, OFF, OFF_PACE, RESERVE, Path, booklet_name
from companion.rules.moves import Move
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT

NO_PLAY = "-"
HIT = "*"
NAMES: Mapping[int, str] = MappingProxyType({BAR_AT: BAR, OFF_AT: OFF, RESERVE_AT: RESERVE})


class NotationError(ValueError):
    """A text that is no play: the message says what is wrong with it."""


@dataclass(frozen=True)
class Wording:
    """How a notation names places and writes moves."""

    absolute: bool
    """Whether points have the board's names, not the mover's numbers."""
    joint: str
    """What stands between the places of a move."""
    between: str
    """What stands between two moves."""
    several: str
    """How several equal moves are written."""
    part: re.Pattern[str]
    """A move in a tidied text: its places, and how many checkers make it."""
    tidy: tuple[tuple[str, str], ...]
    """What is replaced in a text before it is split into moves at its spaces."""
    also: Mapping[str, int]
    """Other words for places that are understood."""
    example: str

    def name(self, path: Path, place: int) -> str:
        """Return the name of a pace, the bar, the reserve or the tray, for a player who travels `path`."""
        if place in NAMES:
            return NAMES[place]
        return booklet_name(path.point(place)) if self.absolute else str(OFF_PACE - place)

    def write(self, path: Path, moves: Iterable[Move]) -> str:
        """Return `moves` as a text."""
        return self.between.join(self._written(path, move) for move in moves) or NO_PLAY

    def _written(self, path: Path, move: Move) -> str:
        marks = ("", *(HIT if stop in move.hits else "" for stop in move.stops[1:]))
        names = [self.name(path, stop) + mark for stop, mark in zip(move.stops, marks, strict=True)]
        places = self.joint.join(names)
        return self.several.format(places=places, count=move.count) if move.count > 1 else places

    def read(self, path: Path, text: str) -> list[Move]:
        """Return the moves that `text` names, whatever they are worth."""
        if " ".join(text.lower().split()) in {"", NO_PLAY, "no play"}:
            return []
        for pattern, tidied in self.tidy:
            text = re.sub(pattern, tidied, text, flags=re.IGNORECASE)
        return [self._move(path, part) for part in text.split()]

    def _move(self, path: Path, part: str) -> Move:
        match = self.part.fullmatch(part)
        if match is None:
            msg = f"{part!r} is not a move: one is written like {self.example}"
            raise NotationError(msg)
        names = match["places"].split(self.joint)
        stops = tuple(self._place(path, name.removesuffix(HIT), part) for name in names)
        hits = [stop for stop, name in zip(stops, names, strict=True) if name.endswith(HIT)]
        why = _impossible(stops, names)
        if why:
            msg = f"{part!r} is not a move: {why}"
            raise NotationError(msg)
        return Move(stops, frozenset(hits), int(match["count"] or 1))

    def _place(self, path: Path, name: str, part: str) -> int:
        places = {**{self.name(path, place).lower(): place for place in range(RESERVE_AT + 1)}, **self.also}
        if name.lower() not in places:
            points = "1-12, 1A-12A" if self.absolute else "1-24"
            msg = f"{name!r} in {part!r} is not a place: there are the points {points}, bar, reserve and off"
            raise NotationError(msg)
        return places[name.lower()]


def _impossible(stops: tuple[int, ...], names: list[str]) -> str:
    """Return why a checker cannot go this way on any board, or nothing."""
    if OFF_AT in stops[:-1]:
        return "a checker that is off goes nowhere"
    if {BAR_AT, RESERVE_AT}.intersection(stops[1:]):
        return "no checker moves to its bar or into its reserve"
    if names[0].endswith(HIT) or (stops[-1] == OFF_AT and names[-1].endswith(HIT)):
        return "a hit is marked at the point where the checker lands"
    return ""


INTERNATIONAL = Wording(
    absolute=False,
    joint="/",
    between=" ",
    several="{places}({count})",
    part=re.compile(r"(?P<places>[^/()]+(?:/[^/()]+)+)(?:\((?P<count>[1-8])\))?"),
    tidy=((r"[,;]", " "), (r"\s*/\s*", "/"), (r"\s+\*", "*"), (r"\s*\(\s*(\w+)\s*\)", r"(\1)")),
    also=MappingProxyType({"25": BAR_AT, "0": OFF_AT, "res": RESERVE_AT}),
    example="24/18, 8/5(2) or bar/20*",
)

BOOKLET = Wording(
    absolute=True,
    joint="-",
    between=", ",
    several="{count} x {places}",
    part=re.compile(r"(?:(?P<count>[1-8])x)?(?P<places>[^-]+(?:-[^-]+)+)"),
    tidy=(
        (r"[,;]|\b(?:and|und)\b", " "),
        (r"(\d)\s+A\b", r"\1A"),
        (r"\s*-\s*", "-"),
        (r"\s+\*", "*"),
        (r"\b(\d+)\s*x\s*", r"\1x"),
    ),
    also=MappingProxyType({"res": RESERVE_AT}),
    example="1A-7A, 2 x 8-5 or bar-5A*",
)
