"""What happens on the drawn table and when: throws, hands, nudges, moved checkers, faults of the camera."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache

import numpy as np

from companion.rules.players import Pair, Player
from companion.rules.position import Setup, Side
from vision.virtual.board import DEPTH, EDGE
from vision.virtual.cubes import DieLook, Solid, pose, upper_value
from vision.virtual.hands import Hand
from vision.virtual.optics import Array, turned

ROLLS, REACHES, NUDGES = 0.75, 0.45, 0.25
"""How many seconds dice roll, a hand takes to come or go, and a die slides."""
HELD = 0.35
"""How many seconds a hand stays over the dice that it takes up."""
LEVEL = 3.0
"""Up to so many degrees a die counts as lying flat."""
EMPTY = Setup(Pair(Side(), Side()))


class Trouble(Enum):
    """What can be wrong with the camera."""

    DARK = "dark"
    DIM = "dim"
    GLARE = "glare"
    BLUR = "blur"
    COVERED = "covered"
    KNOCKED = "knocked"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Lying:
    """How a die comes to lie: its value, where (millimetres), its turn and lean (degrees), and what is below it."""

    value: int
    x: float
    y: float
    yaw: float = 0.0
    tilt: float = 0.0
    towards: float = 0.0
    on: float = 0.0
    on_checker: bool = False


@dataclass(frozen=True, slots=True)
class DieNow:
    """A die at a moment: the cube, how it lies, whether it moves, and in how many places it was meanwhile."""

    solid: Solid
    lying: Lying
    moving: bool
    trail: tuple[Solid, ...] = ()

    @property
    def value(self) -> int:
        """The face that looks most upwards."""
        return upper_value(self.solid.turn)

    @property
    def flat(self) -> bool:
        """Whether it lies level and still."""
        return not self.moving and self.lying.tilt <= LEVEL


@dataclass(frozen=True, slots=True)
class Moment:
    """All that is on the table and wrong with the camera at a time."""

    setup: Setup
    dice: tuple[DieNow, ...] = ()
    hands: tuple[Hand, ...] = ()
    troubles: frozenset[Trouble] = frozenset()


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice leave a hand and roll until they lie."""

    at: float
    dice: tuple[Lying, ...]
    by: Player = Player.WHITE

    @property
    def rests(self) -> float:
        """When they have come to rest."""
        return self.at + ROLLS


@dataclass(frozen=True, slots=True)
class Lift:
    """A hand comes and takes the dice away."""

    at: float
    by: Player = Player.WHITE


@dataclass(frozen=True, slots=True)
class Pass:
    """A hand comes over the board, stays at a place for a while, and goes."""

    at: float
    to: tuple[float, float]
    stays: float = 0.2
    by: Player = Player.WHITE


@dataclass(frozen=True, slots=True)
class Nudge:
    """A die is pushed along and keeps its value."""

    at: float
    die: int
    by: tuple[float, float]
    yaw: float = 0.0


@dataclass(frozen=True, slots=True)
class Moved:
    """The checkers stand otherwise from now on."""

    at: float
    setup: Setup


@dataclass(frozen=True, slots=True)
class Faulty:
    """Something is wrong with the camera for a while."""

    at: float
    trouble: Trouble
    lasts: float = math.inf


Act = Throw | Lift | Pass | Nudge | Moved | Faulty


class Stage:
    """Acts in the order of their times, and what they make of the table at any moment."""

    def __init__(self, look: DieLook, acts: Iterable[Act] = ()) -> None:
        self.look = look
        self.acts: tuple[Act, ...] = ()
        for act in acts:
            self.add(act)

    def add(self, act: Act) -> None:
        """Let something happen; it may still lie ahead."""
        self.acts = tuple(sorted((*self.acts, act), key=lambda one: one.at))

    def forget(self, before: float) -> None:
        """Drop what happened before a time and shows no more: the last setup, and faults that last, are kept."""
        setups = [act for act in self.acts if isinstance(act, Moved) and act.at < before][-1:]
        self.acts = tuple(act for act in self.acts if act.at >= before or isinstance(act, Faulty) or act in setups)

    def moment(self, at: float, exposure: float = 0.0) -> Moment:
        """Return what is there at a time; dice in motion leave a trail as long as the exposure."""
        acts = [act for act in self.acts if act.at - REACHES <= at]
        setups = [act.setup for act in acts if isinstance(act, Moved) and act.at <= at]
        hands = [hand for act in acts for hand in self._hand(act, at)]
        troubles = {act.trouble for act in acts if isinstance(act, Faulty) and act.at <= at < act.at + act.lasts}
        return Moment(
            setups[-1] if setups else EMPTY, self._dice(acts, at, exposure), tuple(hands), frozenset(troubles)
        )

    def _dice(self, acts: list[Act], at: float, exposure: float) -> tuple[DieNow, ...]:
        throw = self._lying(acts, at)
        if throw is None:
            return ()
        return tuple(self._die(throw, number, at, exposure) for number in range(len(throw.dice)))

    def _lying(self, acts: list[Act], at: float) -> Throw | None:
        throw: Throw | None = None
        for act in acts:
            if isinstance(act, Throw) and act.at <= at:
                throw = act
            elif isinstance(act, Lift) and throw is not None and act.at + REACHES <= at:
                throw = _taken(throw, act, at)
            elif isinstance(act, Nudge) and throw is not None and act.at <= at:
                throw = replace(throw, dice=_nudged(throw.dice, act, at))
        return throw

    def _die(self, throw: Throw, number: int, at: float, exposure: float) -> DieNow:
        lying = throw.dice[number]
        nudged = any(
            isinstance(act, Nudge) and act.die == number and act.at <= at < act.at + NUDGES for act in self.acts
        )
        rolling = at < throw.rests
        trail = tuple(self._solid(throw, number, at - exposure * part / 4) for part in range(1, 5)) if rolling else ()
        return DieNow(self._solid(throw, number, at), lying, rolling or nudged, trail)

    def _solid(self, throw: Throw, number: int, at: float) -> Solid:
        to_go = min(1.0, max(0.0, 1 - (at - throw.at) / ROLLS))
        return _on_its_way(self.look, throw.dice[number], throw.by, number, to_go)

    def _hand(self, act: Act, at: float) -> list[Hand]:
        if isinstance(act, Throw):
            place = _release(act.by, 0)
            return _reaching(
                act.by, (float(place[0]), float(place[1])), (act.at - REACHES, act.at, act.at + 0.1, act.at + 0.4), at
            )
        if isinstance(act, Lift):
            arrives = act.at + REACHES
            times = (act.at, arrives, arrives + HELD, arrives + HELD + REACHES)
            return _reaching(act.by, self._taking(act, at), times, at, closed=0.8)
        if isinstance(act, Pass):
            arrives = act.at + REACHES
            return _reaching(act.by, act.to, (act.at, arrives, arrives + act.stays, arrives + act.stays + REACHES), at)
        return []

    def _taking(self, lift: Lift, at: float) -> tuple[float, float]:
        throw = self._lying([act for act in self.acts if act.at < lift.at], lift.at)
        if throw is None:
            return 0.0, 0.0
        share = min(1.0, max(0.0, (at - lift.at - REACHES) / HELD))
        first, last = throw.dice[0], throw.dice[-1]
        return first.x + (last.x - first.x) * share, first.y + (last.y - first.y) * share


@lru_cache(maxsize=64)
def _on_its_way(look: DieLook, lying: Lying, by: Player, number: int, to_go: float) -> Solid:
    """Return a thrown die with so much of its way to go; kept, because mostly it has long come to rest."""
    turn = pose(lying.value, lying.yaw, lying.tilt, lying.towards)
    start = _release(by, number)
    way = np.array([lying.x, lying.y]) - start
    turn = turned((-way[1], way[0], 30.0 * (number + 1)), -700.0 * to_go**1.6) @ turn
    middle = np.array([*(start + way * (1 - to_go**2)), 0.0])
    resting = Solid(middle, turn, look)
    hop = 34.0 * to_go**1.5 * abs(math.sin(5.2 * to_go))
    return replace(resting, middle=middle + np.array([0.0, 0.0, lying.on - resting.lowest + hop]))


def _taken(throw: Throw, lift: Lift, at: float) -> Throw | None:
    gone = 1 + int(max(0.0, at - lift.at - REACHES) / HELD * max(1, len(throw.dice) - 1))
    left = throw.dice[gone:]
    return replace(throw, dice=left) if left else None


def _nudged(dice: tuple[Lying, ...], nudge: Nudge, at: float) -> tuple[Lying, ...]:
    share = min(1.0, (at - nudge.at) / NUDGES)
    die = dice[nudge.die]
    across, away = (part * share for part in nudge.by)
    moved = replace(die, x=die.x + across, y=die.y + away, yaw=die.yaw + nudge.yaw * share)
    return (*dice[: nudge.die], moved, *dice[nudge.die + 1 :])


def _release(player: Player, number: int) -> Array:
    near = -1.0 if player is Player.WHITE else 1.0
    return np.array([-near * EDGE * 0.45 + number * 22.0, near * (DEPTH / 2 + 12.0 + 6.0 * number)])


def _reaching(
    player: Player, to: tuple[float, float], times: tuple[float, float, float, float], at: float, closed: float = 0.3
) -> list[Hand]:
    comes, arrives, leaves, gone = times
    if not comes <= at < gone:
        return []
    away = (arrives - at) / (arrives - comes) if at < arrives else max(0.0, (at - leaves) / (gone - leaves))
    near = -1.0 if player is Player.WHITE else 1.0
    pushed = (away**1.3) * 330.0
    return [Hand(to[0], to[1] + near * (20.0 + pushed), -near * 90.0, closed=closed)]
