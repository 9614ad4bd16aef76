"""What a board's clock shows, as far as a host can know."""

import pytest

from firmware_bridge.clock import FULL, BoardClock


def heard(*messages: tuple[int, float]) -> BoardClock:
    clock = BoardClock()
    for milliseconds, now in messages:
        clock.hear(milliseconds, now)
    return clock


def test_before_anything_is_heard_nothing_is_known() -> None:
    assert BoardClock().since(5, 1.0) is None


def test_it_goes_on_between_messages() -> None:
    assert heard((5000, 1.0)).since(5000, 1.0) == 0.0
    assert heard((5000, 1.0)).since(5000, 4.0) == pytest.approx(3.0, rel=0.02)
    assert heard((5000, 1.0)).since(6000, 1.0) == -1.0


def test_messages_that_were_held_up_make_it_no_earlier() -> None:
    clock = heard((5000, 1.0), *((5000 + 1000 * at, 9.0) for at in range(1, 8)))
    assert clock.since(5000, 9.0) == pytest.approx(8.0, rel=0.02)


@pytest.mark.parametrize("slowness", [0.995, 1.0, 1.005])
def test_a_clock_that_is_slow_or_fast_is_followed(slowness: float) -> None:
    clock = heard(*((round(1000 * slowness * at), float(at)) for at in range(3600)))
    assert clock.since(round(3599_000 * slowness), 3599.0) == pytest.approx(0.0, abs=0.01)


def test_a_clock_that_is_full_begins_again() -> None:
    clock = heard((FULL - 1000, 1.0))
    assert clock.since(FULL - 1000, 4.0) == pytest.approx(3.0, rel=0.02)
    clock.hear(2000, 4.0)
    assert clock.since(FULL - 1000, 4.0) == 3.0
