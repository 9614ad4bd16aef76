"""PINs cannot be guessed by trying, and who guesses keeps nobody else out."""

import logging

import pytest

from web import attempts
from web.attempts import Asker, Attempts, Kind

DAY = 24 * 3600


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def stranger(address: str) -> Asker:
    return Asker(Kind.STRANGER, address, address)


def device(name: str) -> Asker:
    return Asker(Kind.DEVICE, name, "192.168.7.20")


MACHINE = Asker(Kind.MACHINE, "", "127.0.0.1")


def wrong(limit: Attempts, asker: Asker) -> float:
    """Try a wrong PIN; return how long that has to wait."""
    begun = limit.begin(asker)
    if not begun.wait:
        limit.end(begun, right=False)
    return begun.wait


def enters(limit: Attempts, asker: Asker) -> bool:
    """Try the right PIN; return whether it was looked at."""
    begun = limit.begin(asker)
    if not begun.wait:
        limit.end(begun, right=True)
    return not begun.wait


def guessed(limit: Attempts, clock: Clock, addresses: int, seconds: float, every: float = 300.0) -> int:
    """Have so many addresses try every so many seconds; return how many PINs were looked at."""
    ends, count = clock.now + seconds, 0
    while clock.now < ends:
        count += sum(not wrong(limit, stranger(f"10.0.0.{number}")) for number in range(addresses))
        clock.now += every
    return count


@pytest.mark.parametrize("asker", [stranger("a"), device("a"), MACHINE])
def test_a_few_are_free_then_each_waits_longer(asker: Asker) -> None:
    clock = Clock()
    limit = Attempts(clock)
    assert [wrong(limit, asker) for _ in range(attempts.FREE_TRIES)] == [0.0] * attempts.FREE_TRIES
    waits = []
    for _ in range(6):
        # A try while one waits costs nothing more.
        assert len({wrong(limit, asker) for _ in range(20)}) == 1
        waits.append(wrong(limit, asker))
        clock.now += waits[-1]
        assert not wrong(limit, asker)
    assert waits == ([1.0, 2.0, 4.0, 8.0, 16.0, 30.0] if asker is MACHINE else [1.0, 2.0, 4.0, 8.0, 16.0, 32.0])


def test_who_guesses_from_forty_addresses_keeps_nobody_out() -> None:
    clock = Clock()
    limit = Attempts(clock)
    for number in range(10):
        guessed(limit, clock, 40, 60, every=2)
        for asker in (MACHINE, device("a phone"), stranger(f"a new phone {number}")):
            # A wrong digit first, and then the right ones, all at once.
            assert not wrong(limit, asker)
            assert enters(limit, asker)


def test_forty_addresses_guess_as_often_as_the_readme_says() -> None:
    clock = Clock()
    limit = Attempts(clock)
    assert 250 <= guessed(limit, clock, 40, DAY) <= 300
    assert guessed(limit, clock, 40, DAY) <= 300


def test_any_number_of_addresses_guesses_as_often_as_the_readme_says() -> None:
    clock = Clock()
    limit = Attempts(clock)
    assert 500 <= guessed(limit, clock, 300, DAY, every=600) <= 600
    assert guessed(limit, clock, 300, DAY, every=600) <= 400
    assert enters(limit, MACHINE)
    assert enters(limit, device("a phone"))


def test_who_was_new_once_has_no_free_tries_for_ever() -> None:
    clock = Clock()
    limit = Attempts(clock)
    wrong(limit, stranger("a"))
    clock.now += attempts.FORGOTTEN_AFTER + 1
    for number in range(attempts.NEWCOMERS + attempts.SHARED_TRIES - 1):
        assert not wrong(limit, stranger(f"another {number}"))
    assert [wrong(limit, stranger("a")) > 0 for _ in range(2)] == [False, True]


def test_devices_of_an_older_pin_do_not_guess_the_new_one() -> None:
    clock = Clock()
    limit = Attempts(clock)
    count = 0
    for _ in range(DAY // 300):
        count += sum(not wrong(limit, device(str(number))) for number in range(200))
        clock.now += 300
    # Their own allowance, and that of all strangers.
    assert count <= 400


def test_the_right_pin_forgives_the_waiting_but_gives_no_new_guesses() -> None:
    clock = Clock()
    limit = Attempts(clock)
    count = 0
    for _ in range(200):
        count += not wrong(limit, stranger("a"))
        enters(limit, stranger("a"))
    assert not limit.begin(stranger("b")).wait
    assert count <= attempts.FREE_TRIES + attempts.SHARED_TRIES


def test_the_right_pin_costs_nothing() -> None:
    limit = Attempts(Clock())
    assert all(enters(limit, stranger(f"{number}")) for number in range(1000))
    assert all(enters(limit, stranger("a program")) for _ in range(1000))


def test_only_a_few_strangers_are_checked_at_once() -> None:
    limit = Attempts(Clock())
    begun = [limit.begin(stranger(str(number))) for number in range(attempts.STRANGERS_AT_ONCE)]
    assert limit.begin(stranger("one more")).wait == attempts.BUSY_WAIT
    assert not limit.begin(device("a phone")).wait
    limit.end(begun[0], right=False)
    assert not limit.begin(stranger("one more")).wait


def test_no_wait_is_longer_than_the_longest() -> None:
    clock = Clock()
    limit = Attempts(clock)
    waits = []
    for _ in range(40):
        waits.append(wrong(limit, stranger("a")))
        clock.now += waits[-1]
    assert max(waits) == attempts.LONGEST_WAIT


def test_what_is_remembered_has_an_end() -> None:
    clock = Clock()
    limit = Attempts(clock)
    for number in range(attempts.REMEMBERED + 20):
        clock.now += attempts.NEWCOMER_EVERY
        wrong(limit, stranger(str(number)))
    assert len(limit._of) == attempts.REMEMBERED
    assert len(limit._newly_in) == attempts.REMEMBERED


def test_after_a_day_all_is_forgotten() -> None:
    clock = Clock()
    limit = Attempts(clock)
    for _ in range(attempts.FREE_TRIES):
        wrong(limit, stranger("a"))
    assert wrong(limit, stranger("a"))
    clock.now += attempts.FORGOTTEN_AFTER + 1
    assert not wrong(limit, stranger("a"))


def test_the_log_tells_of_wrong_pins_and_is_not_flooded(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    limit = Attempts(clock)
    with caplog.at_level(logging.WARNING):
        guessed(limit, clock, 40, 1000, every=5)
    told = [vars(record) for record in caplog.records]
    assert told[0]["address"] == "10.0.0.0"
    assert told[0]["wrong"] == 1
    assert told[0]["msg"] == "A wrong PIN was entered"
    assert len(told) <= (1000 / attempts.QUIET_S + 1) * attempts.MOST_LINES
    # One for each try, told or counted; what comes last waits for the next line.
    assert sum(one["untold"] for one in told) + len(told) > 0.9 * 200 * 40
