"""What lies where: snapshot data to zones and back."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.zones import (
    Board,
    Checker,
    Counts,
    Group,
    Kind,
    Number,
    Sensing,
    Slot,
    Tag,
    flaw,
    pack,
    size_of,
    unpack,
    zones_of,
)
from tests.firmware_bridge.device import COLOURED

NUMBERS = st.builds(Number, st.integers(0, 126), st.booleans())
SENSORS = {
    Sensing.PRESENCE: st.builds(Slot, st.sampled_from((Checker.NONE, Checker.UNKNOWN)), st.booleans()),
    Sensing.COLOUR: st.one_of(st.builds(Slot, st.sampled_from(Checker), st.booleans()), st.just(Slot(fault=True))),
    Sensing.COUNT: st.one_of(st.builds(Counts, NUMBERS, NUMBERS, NUMBERS), st.just(Counts(fault=True))),
    Sensing.IDENTITY: st.one_of(st.builds(Tag, st.integers(0, 0xFFFE)), st.just(Tag(fault=True))),
}


@st.composite
def boards(draw: Callable[..., tuple[int, int, Sensing]]) -> tuple[tuple[Group, ...], Board]:
    sensed = st.tuples(st.integers(1, 3), st.integers(1, 7), st.sampled_from(Sensing))
    groups = []
    for kind, first in ((Kind.POINTS, 1), (Kind.POINTS, 13), (Kind.BARS, 0)):
        count, slots, sensing = draw(sensed)
        groups.append(Group(kind, first, count, slots, sensing))
    zones = zones_of(groups)
    rows = st.tuples(*(st.tuples(*[SENSORS[zone.sensing]] * zone.sensors) for zone in zones))
    return tuple(groups), draw(rows)  # type: ignore[return-value]


@given(boards())
def test_packed_and_back(drawn: tuple[tuple[Group, ...], Board]) -> None:
    groups, board = drawn
    data = pack(groups, board)
    assert len(data) == size_of(groups)
    assert unpack(groups, data) == board


def test_slots_begin_in_the_lower_half_and_groups_on_a_whole_byte() -> None:
    groups = (Group(Kind.POINTS, 1, 1, 3, Sensing.COLOUR), Group(Kind.BARS, 0, 1, 1, Sensing.COLOUR))
    assert unpack(groups, b"\x21\x07\x03") == (
        (Slot(Checker.A), Slot(Checker.B), Slot(Checker.UNKNOWN, weak=True)),
        (Slot(Checker.UNKNOWN),),
    )


def test_zones_of_a_group_follow_each_other_within_a_byte() -> None:
    groups = (Group(Kind.POINTS, 1, 2, 1, Sensing.PRESENCE),)
    assert pack(groups, ((Slot(),), (Slot(Checker.UNKNOWN),))) == b"\x30"


def test_a_fault_makes_the_other_bits_mean_nothing() -> None:
    assert unpack((Group(Kind.POINTS, 1, 2, 1, Sensing.COLOUR),), b"\xf9") == ((Slot(fault=True),),) * 2


def test_counts_tell_or_more_and_fault() -> None:
    groups = (Group(Kind.TRAYS, 0, 2, 15, Sensing.COUNT),)
    assert unpack(groups, b"\x02\x86\x00\xff\x00\x00") == (
        (Counts(Number(2), Number(6, or_more=True)),),
        (Counts(fault=True),),
    )


def test_identities_tell_the_colour() -> None:
    groups = (Group(Kind.POINTS, 1, 1, 4, Sensing.IDENTITY),)
    (tags,) = unpack(groups, b"\x07\x00\x08\x00\x00\x00\xff\xff")
    assert tags == (Tag(7), Tag(8), Tag(), Tag(fault=True))
    assert [Tag(number).checker for number in (7, 8, 0)] == [Checker.A, Checker.B, Checker.NONE]


def test_zones_stand_in_the_order_of_hello() -> None:
    zones = zones_of(COLOURED)
    assert [(zone.kind, zone.number) for zone in zones][22:] == [
        (Kind.POINTS, 23),
        (Kind.POINTS, 24),
        (Kind.BARS, 0),
        (Kind.BARS, 1),
        (Kind.TRAYS, 0),
        (Kind.TRAYS, 1),
    ]
    assert flaw(COLOURED) is None


@pytest.mark.parametrize(
    ("groups", "what"),
    [
        ((Group(Kind.POINTS, 0, 3, 6, Sensing.COLOUR),), "group 1 names zones 0 to 2, where there are only 1 to 24"),
        ((Group(Kind.POINTS, 20, 6, 6, Sensing.COLOUR),), "group 1 names zones 20 to 25"),
        ((Group(Kind.POINTS, 1, 0, 6, Sensing.COLOUR),), "group 1 has no zones"),
        ((Group(Kind.TRAYS, 1, 2, 6, Sensing.COLOUR),), "zones 1 to 2, where there are only 0 to 1"),
        ((Group(Kind.BARS, 2, 2, 6, Sensing.COLOUR),), "zones 2 to 3, where there are only 0 to 2"),
        ((Group(Kind.POINTS, 1, 24, 0, Sensing.COLOUR),), "group 1 has no slots"),
        (
            (Group(Kind.POINTS, 1, 2, 1, Sensing.COLOUR), Group(Kind.POINTS, 2, 2, 1, Sensing.COUNT)),
            "names a zone",
        ),
        ((), "it names no points"),
    ],
)
def test_what_no_board_can_have(groups: tuple[Group, ...], what: str) -> None:
    assert what in str(flaw(groups))


@pytest.mark.parametrize("sensing", [Sensing.COUNT, Sensing.COLOUR])
def test_a_value_of_another_kind_is_refused(sensing: Sensing) -> None:
    wrong = Slot() if sensing is Sensing.COUNT else Counts()
    with pytest.raises(TypeError, match="cannot be"):
        pack((Group(Kind.POINTS, 1, 1, 1, sensing),), ((wrong,),))
