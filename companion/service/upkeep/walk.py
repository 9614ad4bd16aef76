"""The walk over the sensors: which of them have shown a checker that was put there. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.service.upkeep.values import Verdict
from firmware_bridge.settling import Place
from firmware_bridge.zones import Board, Checker, Counts, Sensor, Slot

Places = frozenset[Place]
NONE: Places = frozenset()


@dataclass(frozen=True, slots=True)
class Walk:
    """What has been shown since the walk began."""

    taken: Places = NONE
    """What has shown a checker all the time."""
    seen: Places = NONE
    """What has changed as it should: a checker came, or one that lay there has gone."""
    strong: Places = NONE
    """Of these, what felt its checker well."""
    passed: frozenset[int] = frozenset()
    """Zones that are no longer asked for."""
    elsewhere: tuple[int, ...] = ()
    """Zones in which a checker has come last, though another was asked for."""
    before: Places = NONE

    @classmethod
    def begun(cls, board: Board) -> Walk:
        """Return a walk over a board that shows this."""
        there = _occupied(board)
        return cls(taken=there, before=there)

    def show(self, board: Board) -> Walk:
        """Return the walk after another snapshot."""
        there = _occupied(board)
        come = there - self.before
        gone = self.taken - there
        elsewhere = self._elsewhere(board, come) if come else self.elsewhere
        seen = self.seen | come | gone
        strong = self.strong | (seen & _strong(board, there)) | gone
        return replace(self, taken=self.taken - gone, seen=seen, strong=strong, elsewhere=elsewhere, before=there)

    def asked(self, board: Board) -> int | None:
        """Return the first zone of which something has not been seen yet; none if that is all."""
        for zone, sensors in enumerate(board):
            whole = all((zone, slot) in self.seen or one.fault for slot, one in enumerate(sensors))
            if zone not in self.passed and not whole:
                return zone
        return None

    def _elsewhere(self, board: Board, come: Places) -> tuple[int, ...]:
        zones, asked = {zone for zone, _ in come}, self.asked(board)
        return () if asked is None or asked in zones else tuple(sorted(zones))

    def over(self, zone: int) -> Walk:
        """Return the walk after a zone is given up."""
        return replace(self, passed=self.passed | {zone}, elsewhere=())

    def verdict(self, place: Place, *, fault: bool) -> Verdict:
        """Return what is found of a sensor."""
        if fault:
            return "fault"
        if place in self.seen:
            return "seen" if place in self.strong else "weak"
        return "stuck" if place in self.taken else "unseen"

    def encode(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        kept = {"taken": self.taken, "seen": self.seen, "strong": self.strong}
        return {**{name: sorted(map(list, places)) for name, places in kept.items()}, "passed": sorted(self.passed)}


def decode(data: object) -> Walk | None:
    """Return the walk that JSON holds, if it is one."""
    if not isinstance(data, dict):
        return None
    try:
        taken, seen, strong = (_places(data[name]) for name in ("taken", "seen", "strong"))
        return Walk(taken, seen, strong, frozenset(map(int, data["passed"])))
    except (KeyError, TypeError, ValueError):
        return None


def _places(data: Iterable[Sequence[Any]]) -> Places:
    return frozenset((int(zone), int(slot)) for zone, slot in data)


def _occupied(board: Board) -> Places:
    return frozenset(
        (zone, slot) for zone, sensors in enumerate(board) for slot, one in enumerate(sensors) if has_checker(one)
    )


def has_checker(sensor: Sensor) -> bool:
    """Whether a sensor shows a checker, or a count of some."""
    if isinstance(sensor, Counts):
        return any(number.count for number in (sensor.a, sensor.b, sensor.unknown))
    return sensor.checker is not Checker.NONE and not sensor.fault


def _strong(board: Board, there: Places) -> Places:
    return frozenset((zone, slot) for zone, slot in there if not _is_weak(board, zone, slot))


def _is_weak(board: Board, zone: int, slot: int) -> bool:
    one = board[zone][slot]
    return isinstance(one, Slot) and one.weak
