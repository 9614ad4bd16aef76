"""Where drawn dice may come to lie, so that a throw is as it is asked for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from companion.rules.position import Setup
from vision.dice import Half
from vision.virtual.board import BAR, CHECKER, CHECKER_HIGH, DEPTH, EDGE, FRAME, HALF_WIDTH, checker_places
from vision.virtual.stage import Lying

TRIES = 400


class Kind(Enum):
    """What becomes of a throw."""

    FLAT = "flat"
    COCKED = "cocked"
    ON_CHECKER = "on_checker"
    SPLIT = "split"
    OUTSIDE = "outside"


class NoRoomError(ValueError):
    """There is no place on the board for a die to lie as asked for."""


@dataclass(frozen=True)
class Ground:
    """Where dice are to lie: among which checkers, on which half; `edge` is a die's, in millimetres."""

    setup: Setup
    chance: np.random.Generator
    half: Half = Half.RIGHT
    edge: float = 14.0

    def lay(self, values: Sequence[int], kind: Kind = Kind.FLAT) -> tuple[Lying, ...]:
        """Return a place for each die; in an invalid throw it is the first die that spoils it."""
        laid: list[Lying] = []
        for number, value in enumerate(values):
            laid.append(self._lie(value, kind if number == 0 else Kind.FLAT, laid))
        return tuple(laid)

    def _lie(self, value: int, kind: Kind, others: list[Lying]) -> Lying:
        yaw = float(self.chance.uniform(0, 360))
        for _ in range(TRIES):
            die = self._proposed(Lying(value, 0.0, 0.0, yaw), kind)
            if die and all(math.hypot(die.x - other.x, die.y - other.y) > 1.5 * self.edge for other in others):
                return die
        msg = f"there is no room on the {self.half.value} half for a die that lies {kind.value}"
        raise NoRoomError(msg)

    def _proposed(self, die: Lying, kind: Kind) -> Lying | None:
        if kind is Kind.OUTSIDE:
            away = DEPTH / 2 + FRAME / 2
            return replace(die, x=float(self.chance.uniform(0.2, 0.8)) * EDGE * self._sign, y=away)
        if kind is Kind.ON_CHECKER:
            return self._on_checker(die)
        room = self.edge * 0.75
        start = BAR / 2 if (self._sign > 0) is not (kind is Kind.SPLIT) else -EDGE
        across = float(self.chance.uniform(start + room, start + HALF_WIDTH - room))
        if kind is Kind.COCKED:
            tilt = float(self.chance.uniform(24, 40))
            return self._if_clear(replace(die, x=across, y=DEPTH / 2 - room, tilt=tilt, towards=270.0))
        deep = DEPTH / 2 - room
        return self._if_clear(replace(die, x=across, y=float(self.chance.uniform(-deep, deep))))

    @property
    def _sign(self) -> float:
        return 1.0 if self.half is Half.RIGHT else -1.0

    def _on_checker(self, die: Lying) -> Lying | None:
        on_half = [place for place in checker_places(self.setup) if place[0] * self._sign > BAR / 2]
        if not on_half:
            return None
        x, y, _, _ = on_half[int(self.chance.integers(len(on_half)))]
        stack = 1 + max(below for across, away, below, _ in on_half if (across, away) == (x, y))
        return replace(die, x=x, y=y, on=stack * CHECKER_HIGH, on_checker=True)

    def _if_clear(self, die: Lying) -> Lying | None:
        apart = CHECKER / 2 + 0.75 * self.edge
        clear = all(math.hypot(die.x - x, die.y - y) > apart for x, y, _, _ in checker_places(self.setup))
        return die if clear else None
