"""What waits to be sent: in order, bounded, and only the last of what is kept."""

import pytest

from companion.broker.outbox import MOST, MOST_BYTES, Letter, Outbox


@pytest.fixture
def outbox() -> Outbox:
    made = Outbox()
    made.open()
    return made


def taken(outbox: Outbox) -> list[Letter]:
    return list(iter(outbox.take, None))


def test_letters_are_taken_in_order(outbox: Outbox) -> None:
    letters = [Letter("a", b"1"), Letter("b", b"2"), Letter("a", b"1")]
    assert all(map(outbox.put, letters))
    assert taken(outbox) == letters


def test_of_what_is_kept_only_the_last_waits_in_the_place_of_the_first(outbox: Outbox) -> None:
    for letter in (Letter("state", b"1", retained=True), Letter("events", b"2"), Letter("state", b"3", retained=True)):
        assert outbox.put(letter)
    assert [letter.payload for letter in taken(outbox)] == [b"3", b"2"]


def test_nothing_is_taken_while_it_is_closed() -> None:
    outbox = Outbox()
    assert not outbox.put(Letter("a", b"1"))
    outbox.open()
    outbox.put(Letter("a", b"2"))
    outbox.close()
    outbox.open()
    assert taken(outbox) == []


def test_there_is_room_for_so_many(outbox: Outbox) -> None:
    assert [outbox.put(Letter("a", b"")) for _ in range(MOST + 1)] == [True] * MOST + [False]
    assert outbox.put(Letter("state", b"", retained=True))
    outbox.take()
    outbox.take()
    assert outbox.put(Letter("a", b""))


def test_there_is_room_for_so_much(outbox: Outbox) -> None:
    half = bytes(MOST_BYTES // 2)
    assert [outbox.put(Letter("a", half)) for _ in range(3)] == [True, True, False]
    outbox.take()
    assert outbox.put(Letter("a", half))


def test_what_was_replaced_takes_no_room(outbox: Outbox) -> None:
    for _ in range(10):
        assert outbox.put(Letter("state", bytes(MOST_BYTES // 2), retained=True))
    assert outbox.put(Letter("a", bytes(MOST_BYTES // 2)))
