"""PINs cannot be guessed by trying."""

from web import attempts
from web.attempts import Attempts


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def tries(limit: Attempts, address: str, count: int) -> list[float]:
    return [limit.begin(address) for _ in range(count)]


def test_a_few_are_free_then_each_waits_longer() -> None:
    clock = Clock()
    limit = Attempts(clock)
    assert tries(limit, "a", attempts.FREE_TRIES) == [0.0] * attempts.FREE_TRIES
    waits = []
    for _ in range(6):
        wait = limit.begin("a")
        waits.append(wait)
        clock.now += wait
        assert limit.begin("a") == 0.0
    assert waits == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0]


def test_a_try_while_waiting_costs_nothing_more() -> None:
    limit = Attempts(Clock())
    tries(limit, "a", attempts.FREE_TRIES)
    assert len(set(tries(limit, "a", 50))) == 1


def test_no_wait_is_longer_than_the_longest() -> None:
    clock = Clock()
    limit = Attempts(clock)
    for _ in range(40):
        clock.now += limit.begin("a")
    assert 0 < limit.begin("a") <= attempts.LONGEST_WAIT


def test_another_address_is_not_held_up() -> None:
    limit = Attempts(Clock())
    tries(limit, "a", attempts.FREE_TRIES + 3)
    assert limit.begin("b") == 0.0


def test_many_addresses_together_have_to_wait_too_but_not_for_long() -> None:
    limit = Attempts(Clock())
    waits = [limit.begin(f"address {number}") for number in range(attempts.FREE_TRIES_IN_ALL + 5)]
    assert waits[: attempts.FREE_TRIES_IN_ALL] == [0.0] * attempts.FREE_TRIES_IN_ALL
    assert all(0 < wait <= attempts.LONGEST_WAIT_IN_ALL for wait in waits[attempts.FREE_TRIES_IN_ALL :])


def test_the_right_pin_forgives_what_was_wrong() -> None:
    limit = Attempts(Clock())
    tries(limit, "a", attempts.FREE_TRIES)
    limit.succeeded("a")
    assert limit.begin("a") == 0.0


def test_what_is_remembered_has_an_end() -> None:
    clock = Clock()
    limit = Attempts(clock)
    for number in range(attempts.REMEMBERED + 20):
        clock.now += attempts.LONGEST_WAIT
        limit.begin(str(number))
    assert len(limit._of) == attempts.REMEMBERED


def test_after_a_while_all_is_forgotten() -> None:
    clock = Clock()
    limit = Attempts(clock)
    tries(limit, "a", attempts.FREE_TRIES)
    clock.now += attempts.FORGOTTEN_AFTER + 1
    assert limit.begin("a") == 0.0
