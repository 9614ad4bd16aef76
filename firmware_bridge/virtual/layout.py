"""What a virtual board can be like: its zones, and how they are sensed."""

from __future__ import annotations

from firmware_bridge.payloads import Feature
from firmware_bridge.reports import Head, Hello
from firmware_bridge.zones import POINTS, Group, Kind, Sensing

POINT_SLOTS, SIDE_SLOTS = 6, 4
LIGHTS, BUTTONS, SCANS = 24, 3, 100
IDENTITY = b"virtual1"
IN_SLOTS = frozenset({Sensing.PRESENCE, Sensing.COLOUR})
"""What needs a sensor with a threshold under each slot: such boards can be calibrated."""


def layout(
    sensing: Sensing = Sensing.COLOUR, slots: int = POINT_SLOTS, *, bars: bool = True, trays: bool = True
) -> tuple[Group, ...]:
    """Return the zones of a board with so many slots a point; without more arguments those of our own board."""
    groups = [Group(Kind.POINTS, 1, POINTS, slots, sensing)]
    groups += [Group(Kind.BARS, 0, 2, SIDE_SLOTS, sensing)] * bars
    groups += [Group(Kind.TRAYS, 0, 2, SIDE_SLOTS, sensing)] * trays
    return tuple(groups)


def hello_of(groups: tuple[Group, ...], board: bytes = IDENTITY) -> Hello:
    """Return what a virtual board with these zones says of itself."""
    in_slots = all(group.sensing in IN_SLOTS for group in groups)
    features = Feature.LIGHTS | (Feature.RAW | Feature.CALIBRATION if in_slots else Feature(0))
    return Hello(Head(board, firmware=(1, 0, 0)), groups, features, LIGHTS, BUTTONS, SCANS)
