"""Who may be connected, by a clock that the tests move."""

from __future__ import annotations

import pytest

from web.doorway import MACHINE, Doorway, Guest, place_of
from web.limits import PER_ADDRESS, RESERVED

MOST = 100


class Door:
    """A doorway, and who was sent away."""

    def __init__(self) -> None:
        self.now = 0.0
        self.doorway = Doorway(MOST, lambda: self.now)
        self.gone: list[str] = []

    def comes(self, address: str, *, waits: bool = False) -> Guest | None:
        self.now += 1
        guest = self.doorway.let_in(address, lambda: self.gone.append(f"{address} at {at:.0f}"))
        at = self.now
        if guest is not None and waits:
            guest.since = None
        return guest


def strangers(door: Door, *, waits: bool = False) -> None:
    for number in range(MOST):
        assert door.comes(f"192.0.2.{number // 10 + 1}", waits=waits)


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("127.0.0.1", MACHINE),
        ("::1", MACHINE),
        ("::ffff:127.0.0.1", MACHINE),
        ("127.0.0.2", "127.0.0.2"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
    ],
)
def test_what_counts_as_one_address(address: str, place: str) -> None:
    assert place_of(address) == place


def test_one_address_has_so_many_and_its_own_longest_idle_makes_room() -> None:
    door = Door()
    for _ in range(PER_ADDRESS + 2):
        assert door.comes("192.0.2.1")
    assert door.gone == ["192.0.2.1 at 1", "192.0.2.1 at 2"]


def test_who_has_asked_is_not_sent_away_for_more_from_the_same_address() -> None:
    door = Door()
    for _ in range(PER_ADDRESS):
        assert door.comes("192.0.2.1", waits=True)
    assert door.comes("192.0.2.1") is None
    assert door.comes("192.0.2.2")


def test_the_machine_itself_has_as_many_as_it_wants() -> None:
    door = Door()
    assert all(door.comes("127.0.0.1") for _ in range(PER_ADDRESS + 5))
    assert door.gone == []


def test_where_all_is_full_the_longest_idle_of_the_largest_crowd_makes_room() -> None:
    door = Door()
    strangers(door)
    door.doorway.leave(door.doorway.everybody()[0])
    assert door.comes("192.0.2.3")
    assert door.comes("192.0.2.200")
    assert door.gone == ["192.0.2.3 at 21"]


def test_where_all_have_asked_the_last_of_a_crowd_makes_room_for_somebody_new() -> None:
    door = Door()
    strangers(door, waits=True)
    assert door.comes("192.0.2.200")
    assert door.gone == ["192.0.2.1 at 10"]


def test_who_is_being_served_is_not_sent_away_and_some_room_is_kept() -> None:
    door = Door()
    strangers(door, waits=True)
    for guest in door.doorway.everybody():
        guest.is_served = True
    assert door.comes("192.0.2.200") is None
    known = Guest("192.0.2.201", "192.0.2.201", lambda: None, None)
    door.doorway.remember(known)
    assert all(door.comes(address) for address in ["127.0.0.1", "192.0.2.201"] * (RESERVED // 2))
    assert door.comes("127.0.0.1") is None
    assert door.gone == []


def test_where_somebody_has_signed_in_nobody_is_sent_away_for_strangers() -> None:
    door = Door()
    here = door.comes("192.0.2.201")
    assert here is not None
    door.doorway.remember(here)
    strangers(door)
    assert door.gone == ["192.0.2.1 at 2"]
