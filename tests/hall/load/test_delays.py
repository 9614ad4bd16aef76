"""A delay is told rather too long than too short, and none is made up."""

from __future__ import annotations

import pytest

from tests.hall.load.delays import Delay, Sight, delays, outside, spread

S = 1_000_000_000


def seconds(entered: list[tuple[int, str]], seen: list[tuple[int, str]]) -> list[tuple[int, float]]:
    """When something was entered, and how long it took, in seconds."""
    found = delays([(S * at, text) for at, text in entered], [Sight(S * at, text) for at, text in seen])
    return [(one.at // S, one.seconds) for one in found]


@pytest.mark.parametrize(
    ("entered", "seen", "found"),
    [
        pytest.param([(1, "a"), (3, "b")], [(2, "a"), (7, "b")], [(1, 1), (3, 4)], id="each seen"),
        pytest.param([(1, "a"), (2, "b")], [(5, "b")], [(1, 4), (2, 3)], id="what was overtaken"),
        pytest.param([(1, "a"), (2, "a"), (3, "b")], [(4, "a"), (5, "b")], [(1, 3), (3, 2)], id="nothing to be seen"),
        pytest.param([(1, "a"), (4, "a b")], [(2, "away"), (3, "a")], [(1, 2)], id="something else, and not yet"),
        pytest.param([(1, "a"), (2, "b"), (3, "a")], [(4, "a"), (6, "b")], [(1, 3), (2, 4)], id="which of two"),
        pytest.param([(5, "a")], [(4, "a")], [], id="seen before it was entered"),
        pytest.param([(1, "a"), (3, "b"), (4, "a")], [(2, "a"), (5, "a")], [(1, 1)], id="drawn twice"),
    ],
)
def test_a_delay_ends_with_the_first_sight(
    entered: list[tuple[int, str]], seen: list[tuple[int, str]], found: list[tuple[int, float]]
) -> None:
    assert seconds(entered, seen) == found


def test_delays_in_short() -> None:
    found = [Delay(at, float(at)) for at in range(100, 0, -1)]
    assert str(spread(found)) == "median 50.50 s, 95th 95.00 s, worst 100.00 s of 100"
    assert [one.at for one in outside(found, [(3, 98)])] == [100, 99, 2, 1]
