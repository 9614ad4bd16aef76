"""What sensors show, as the referee reads it."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.games import GAMES
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, start_position
from companion.table.reading import (
    ANY,
    MANY,
    UNSEEN,
    Seen,
    counted,
    exact_reading,
    presence_reading,
    present,
    uncoloured,
)
from firmware_bridge.health import Trouble
from firmware_bridge.orientation import EVERY, Orientation
from firmware_bridge.readings import reading_of
from firmware_bridge.zones import (
    Board,
    Checker,
    Counts,
    Group,
    Kind,
    Number,
    Sensing,
    Sensor,
    Slot,
    Tag,
    Zone,
    zones_of,
)
from tests.firmware_bridge.device import row

WHITE_A, BLACK_A = Orientation(), Orientation(1, Player.BLACK)
LETTERS = {
    ".": Slot(),
    "a": Slot(Checker.A),
    "b": Slot(Checker.B),
    "u": Slot(Checker.UNKNOWN),
    "f": Slot(fault=True),
}


def point(sensors: tuple[Sensor, ...], sensing: Sensing, doubts: Mapping[int, Trouble] | None = None) -> Seen:
    """Return what is read of point 1 that shows this."""
    zones = (Zone(Kind.POINTS, 1, len(sensors), sensing),)
    troubles = {(0, slot): trouble for slot, trouble in (doubts or {}).items()}
    return reading_of(zones, (sensors,), WHITE_A, troubles).points[0]


def slots(pattern: str) -> tuple[Slot, ...]:
    return tuple(LETTERS[one] for one in pattern)


@pytest.mark.parametrize(
    ("pattern", "seen"),
    [
        ("......", present(0, 6)),
        ("uu....", present(2, 6)),
        ("uuuuuu", present(6, 6)),
        ("uf....", present(1, 6, 1)),
        ("uuuuuf", present(5, 6, 1)),
    ],
)
def test_presence(pattern: str, seen: Seen) -> None:
    assert point(slots(pattern), Sensing.PRESENCE) == seen


def test_one_sensor_for_a_point_means_at_least_one() -> None:
    assert point(slots("u"), Sensing.PRESENCE) == Seen(total=(1, MANY))


@pytest.mark.parametrize(
    ("pattern", "seen"),
    [
        ("aa....", counted(2, 0, 6)),
        ("bbbbbb", counted(0, 6, 6)),
        ("aabbbb", counted(2, 4, 6)),
        ("aau...", uncoloured(2, 0, 1)),
        ("aaaaau", Seen(Pair((5, MANY), (0, MANY)), (6, MANY))),
        ("aaf...", Seen(Pair((2, 3), (0, 1)), (2, 3))),
        ("aaaaaf", Seen(Pair((5, MANY), (0, MANY)), (5, MANY))),
    ],
)
def test_colours(pattern: str, seen: Seen) -> None:
    assert point(slots(pattern), Sensing.COLOUR) == seen


@pytest.mark.parametrize("trouble", [Trouble.FAULT, Trouble.FLICKER, Trouble.STUCK, Trouble.WEAK])
def test_a_slot_in_doubt_may_be_wrong_either_way(trouble: Trouble) -> None:
    for pattern in ("aa....", "a....."):
        assert point(slots(pattern), Sensing.COLOUR, {1: trouble}) == Seen(Pair((1, 2), (0, 1)), (1, 2))


def test_a_slot_that_only_doubts_the_colour_still_counts() -> None:
    assert point(slots("aa...."), Sensing.COLOUR, {1: Trouble.COLOUR}) == uncoloured(1, 0, 1)


@pytest.mark.parametrize(
    ("counts", "seen"),
    [
        (Counts(Number(7), Number(2)), counted(7, 2)),
        (Counts(Number(1), unknown=Number(2)), uncoloured(1, 0, 2)),
        (Counts(Number(5, or_more=True)), Seen(Pair((5, MANY), (0, 0)), (5, MANY))),
        (Counts(Number(1), unknown=Number(2, or_more=True)), Seen(Pair((1, MANY), (0, MANY)), (3, MANY))),
        (Counts(fault=True), UNSEEN),
    ],
)
def test_counts(counts: Counts, seen: Seen) -> None:
    assert point((counts,), Sensing.COUNT) == seen


def test_a_count_in_doubt_says_nothing() -> None:
    assert point((Counts(Number(3)),), Sensing.COUNT, {0: Trouble.FLICKER}) == UNSEEN


def test_identities() -> None:
    assert point((Tag(3), Tag(8), Tag(), Tag()), Sensing.IDENTITY) == counted(1, 1, 4)
    assert point((Tag(3), Tag(fault=True), Tag(), Tag()), Sensing.IDENTITY) == Seen(Pair((1, 2), (0, 1)), (1, 2))


def test_the_colour_a_may_be_black_s() -> None:
    zones = (Zone(Kind.POINTS, 1, 6, Sensing.COLOUR),)
    assert reading_of(zones, (slots("aa...."),), BLACK_A, {}).points[0] == counted(0, 2, 6)


def test_points_without_sensors_are_unseen() -> None:
    reading = reading_of((Zone(Kind.POINTS, 2, 6, Sensing.PRESENCE),), (slots("u....."),), Orientation(24), {})
    assert reading.points == (*[UNSEEN] * 22, present(1, 6), UNSEEN)
    assert (reading.bars, reading.trays) == (None, None)


def aside(groups: tuple[Group, ...], board: Board, orientation: Orientation = WHITE_A) -> object:
    reading = reading_of(zones_of(groups), board, orientation, {})
    return reading.trays if groups[0].kind is Kind.TRAYS else reading.bars


def test_bars_and_trays_with_colours_are_added_up() -> None:
    groups = (Group(Kind.BARS, 0, 2, 3, Sensing.COLOUR),)
    board = (slots("ab."), slots("a.."))
    assert aside(groups, board) == Pair((2, 2), (1, 1))
    assert aside(groups, board, BLACK_A) == Pair((1, 1), (2, 2))


def test_without_colours_they_belong_to_who_sits_there() -> None:
    groups = (Group(Kind.TRAYS, 0, 2, 3, Sensing.PRESENCE),)
    board = (slots("uu."), slots("uuu"))
    assert aside(groups, board) == Pair((2, 2), (3, MANY))
    assert aside(groups, board, Orientation(24)) == Pair((3, MANY), (2, 2))


def test_a_shared_bar_without_colours_may_hold_either_s() -> None:
    groups = (Group(Kind.BARS, 2, 1, 4, Sensing.PRESENCE),)
    assert aside(groups, (slots("uu.."),)) == Pair((0, 2), (0, 2))


def test_a_side_without_sensors_may_hold_any_number() -> None:
    groups = (Group(Kind.TRAYS, 0, 1, 3, Sensing.PRESENCE),)
    assert aside(groups, (slots("u.."),)) == Pair((1, 1), (0, MANY))
    groups = (Group(Kind.TRAYS, 0, 1, 3, Sensing.COLOUR),)
    assert aside(groups, (slots("b.."),)) == Pair((0, 0), (1, MANY))


def sensed(setup: Setup, orientation: Orientation, sensing: Sensing, slot_count: int) -> tuple[tuple[Zone, ...], Board]:
    """Return what a board that stands like this shows of the setup, with checkers in rows."""
    zones = zones_of((Group(Kind.POINTS, 1, 24, slot_count, sensing),))
    board = []
    for zone in zones:
        here = [side.points[orientation.point(zone.number) - 1] for side in setup.sides]
        ours, theirs = here if orientation.colour_a is Player.WHITE else reversed(here)
        board.append(row(slot_count, ours - theirs, sensing))
    return zones, tuple(board)


@given(st.sampled_from(list(GAMES.values())), st.sampled_from(EVERY))
def test_every_start_is_read_as_it_lies_however_the_board_stands(game: object, orientation: Orientation) -> None:
    setup = start_position(game).setup  # type: ignore[arg-type]
    zones, board = sensed(setup, orientation, Sensing.COLOUR, 16)
    assert reading_of(zones, board, orientation, {}) == exact_reading(setup).without_zones()
    zones, board = sensed(setup, orientation, Sensing.PRESENCE, 5)
    assert reading_of(zones, board, orientation, {}) == presence_reading(setup, 5)


def test_doubts_only_ever_widen() -> None:
    for pattern in ("......", "aa....", "aaaaaa", "abu..."):
        sure = point(slots(pattern), Sensing.COLOUR)
        for slot in range(6):
            loose = point(slots(pattern), Sensing.COLOUR, {slot: Trouble.STUCK})
            for wide, narrow in zip((*loose.colours, loose.total), (*sure.colours, sure.total), strict=True):
                assert wide[0] <= narrow[0]
                assert narrow[1] <= wide[1]
    assert UNSEEN.total == ANY
