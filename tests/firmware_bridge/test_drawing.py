"""The drawing of a board shows each kind of value as what it is."""

from firmware_bridge.drawing import drawn
from firmware_bridge.zones import Board, Checker, Counts, Group, Kind, Number, Sensing, Slot, Tag, zones_of

SHOWN = (
    Slot(Checker.A),
    Slot(Checker.B, weak=True),
    Slot(Checker.UNKNOWN),
    Slot(weak=True),
    Slot(fault=True),
    Slot(),
)


def test_points_are_drawn_from_the_edge_on() -> None:
    zones = zones_of((Group(Kind.POINTS, 1, 24, 6, Sensing.COLOUR),))
    board = (SHOWN, *((Slot(),) * 6 for _ in range(23)))
    lines = drawn(zones, board).splitlines()
    assert lines[0] == "  13  14  15  16  17  18 |  19  20  21  22  23  24"
    assert lines[-1] == "  12  11  10   9   8   7 |   6   5   4   3   2   1"
    assert [line[-1] for line in lines[-7:-1]] == list(".!o#bA")
    assert all(set(line) == set(" .|") for line in lines[1:7])


def test_counts_and_what_lies_beside() -> None:
    groups = (
        Group(Kind.POINTS, 1, 24, 0, Sensing.COUNT),
        Group(Kind.BARS, 0, 2, 1, Sensing.IDENTITY),
        Group(Kind.TRAYS, 0, 1, 2, Sensing.PRESENCE),
    )
    counts = Counts(Number(5), Number(2, or_more=True))
    board: Board = (
        (counts,),
        (Counts(fault=True),),
        *((Counts(),) for _ in range(22)),
        (Tag(7),),
        (Tag(8),),
        (Slot(Checker.UNKNOWN), Slot()),
    )
    lines = drawn(zones_of(groups), board).splitlines()
    assert lines[3].split() == [*"......|....!", "5A2+B"]
    assert lines[-3:] == ["  bar, 1st side: A", "  bar, 2nd side: B", " tray, 1st side: # ."]
