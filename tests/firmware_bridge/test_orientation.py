"""The four ways a board may stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.players import Player
from firmware_bridge.orientation import CORNERS, EVERY, Orientation, name_of, possible
from firmware_bridge.zones import Kind, Sensing, Zone, zones_of
from tests.firmware_bridge.device import COLOURED, SIX

ORIENTATIONS = st.sampled_from(EVERY)


@pytest.mark.parametrize(
    ("corner", "points"),
    [(1, (1, 2, 12, 13, 24)), (24, (24, 23, 13, 12, 1)), (13, (13, 14, 24, 1, 12)), (12, (12, 11, 1, 24, 13))],
)
def test_the_points_turn_with_the_board(corner: int, points: tuple[int, ...]) -> None:
    assert tuple(Orientation(corner).point(number) for number in (1, 2, 12, 13, 24)) == points


@given(ORIENTATIONS)
def test_every_point_is_somewhere_and_the_way_there_is_the_way_back(one: Orientation) -> None:
    assert sorted(one.point(number) for number in range(1, 25)) == list(range(1, 25))
    assert [one.point(one.point(number)) for number in range(1, 25)] == list(range(1, 25))


@given(ORIENTATIONS)
def test_neighbours_stay_neighbours_but_over_a_corner(one: Orientation) -> None:
    steps = {abs(one.point(number + 1) - one.point(number)) for number in range(1, 24)}
    assert steps <= {1, 23}


@given(ORIENTATIONS, st.integers(0, 1))
def test_white_sits_where_the_points_1_to_12_are(one: Orientation, side: int) -> None:
    numbers = range(1, 13) if side == 0 else range(13, 25)
    sits = Player.WHITE if max(one.point(number) for number in numbers) <= 12 else Player.BLACK
    assert one.sits_at(side) is sits


def test_a_board_begins_at_a_corner() -> None:
    assert {one.corner for one in EVERY} == set(CORNERS)
    with pytest.raises(ValueError, match="corner"):
        Orientation(6)


def test_without_colours_there_are_only_four_ways() -> None:
    assert len(possible(zones_of(SIX))) == 4
    assert len(possible(zones_of(COLOURED))) == 8


@pytest.mark.parametrize(
    ("zone", "slot", "orientation", "name"),
    [
        (Zone(Kind.POINTS, 20, 6, Sensing.COLOUR), 2, Orientation(), "point 5A, slot 3 from the edge"),
        (Zone(Kind.POINTS, 20, 6, Sensing.COLOUR), 2, Orientation(24), "point 5, slot 3 from the edge"),
        (Zone(Kind.POINTS, 20, 16, Sensing.COLOUR), 15, None, "the board's point 20, slot 16 from the edge"),
        (Zone(Kind.POINTS, 20, 1, Sensing.PRESENCE), 0, None, "the board's point 20"),
        (Zone(Kind.TRAYS, 0, 15, Sensing.COUNT), 0, Orientation(13), "the tray at Black's side"),
        (Zone(Kind.BARS, 1, 1, Sensing.COLOUR), 0, None, "the bar at the board's second side"),
        (Zone(Kind.BARS, 2, 2, Sensing.COLOUR), 0, Orientation(), "the bar, slot 1 from the edge"),
    ],
)
def test_sensors_have_names(zone: Zone, slot: int, orientation: Orientation | None, name: str) -> None:
    assert name_of(zone, slot, orientation) == name
