"""Which snapshots are answers to a question that was asked after something happened."""

import pytest

from firmware_bridge.fresh import REMEMBERED, WITHIN, Fresh, RoundTrip


def on_a_line(round_trip: float) -> Fresh:
    """A line on which one command was answered after so long."""
    fresh = Fresh()
    fresh.trips.sent(1, 0.0)
    fresh.trips.answered(1, round_trip)
    return fresh


def test_the_answer_to_a_question_counts() -> None:
    fresh = Fresh()
    fresh.want(1.0)
    assert (fresh.is_wanted, fresh.due) == (True, 1.0 + WITHIN)
    fresh.sent(1.1)
    assert fresh.came(1.2) == 1.0
    assert (fresh.is_wanted, fresh.due) == (False, None)


def test_what_comes_before_the_question_has_gone_out_does_not() -> None:
    fresh = Fresh()
    fresh.sent(1.0)
    fresh.want(1.1)
    assert fresh.came(1.2) is None
    fresh.sent(1.2)
    assert fresh.came(1.21) == 1.1


def test_what_comes_sooner_than_any_answer_can_answers_an_earlier_question() -> None:
    fresh = on_a_line(0.8)
    fresh.want(2.9)
    for at in (2.9, 3.15, 3.4):
        fresh.sent(at)
    assert [fresh.came(at) for at in (3.05, 3.3)] == [None, None]
    assert fresh.came(3.7) == 2.9


def test_nothing_counts_that_is_waited_for_no_more() -> None:
    fresh = Fresh()
    fresh.want(1.0)
    fresh.sent(1.0)
    fresh.forget()
    assert fresh.came(1.1) is None


def test_an_answer_to_a_command_that_was_said_again_is_put_to_its_time() -> None:
    trips = RoundTrip()
    for at in (0.0, 0.25, 0.5):
        trips.sent(7, at)
    for at in (0.8, 1.05):
        trips.answered(7, at)
    assert trips.shortest == 0.0, "which of them was lost is not known yet"
    trips.answered(7, 1.3)
    assert trips.shortest == pytest.approx(0.8)


def test_the_shortest_counts_and_what_nobody_asked_does_not() -> None:
    trips = RoundTrip()
    for seq, took in enumerate((0.5, 0.01, 0.3)):
        trips.sent(seq, float(seq))
        trips.answered(seq, seq + took)
        trips.answered(seq, seq + took)
    assert trips.shortest == pytest.approx(0.01)


def test_numbers_that_come_again_are_other_commands() -> None:
    trips = RoundTrip()
    for seq in range(REMEMBERED + 1):
        trips.sent(seq, 0.0)
    trips.sent(0, 9.0)
    trips.answered(0, 9.1)
    assert trips.shortest == pytest.approx(0.1)
