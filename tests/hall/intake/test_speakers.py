"""Whose lines are taken."""

from __future__ import annotations

from companion.broker.messages import Matches
from companion.hall.intake.speakers import MOST_SESSIONS, MOST_TABLES, Speakers
from tests.hall.tables import alive, name


def listed(table: int, session: int) -> Matches:
    return Matches(name(table), name(session), (), last=True)


def test_a_session_is_known_once_it_was_heard() -> None:
    speakers = Speakers()
    assert not speakers.knows(listed(1, 1))
    speakers.heard(alive(1, 1, online=False))
    assert speakers.knows(listed(1, 1))
    assert not speakers.knows(listed(1, 2))
    assert not speakers.knows(listed(2, 1))


def test_two_sessions_of_one_table_are_both_known() -> None:
    speakers = Speakers()
    for session in (1, 2):
        speakers.heard(alive(1, session))
    assert all(speakers.knows(listed(1, session)) for session in (1, 2))


def test_what_was_heard_last_is_remembered() -> None:
    speakers = Speakers()
    speakers.heard(alive(1, 1))
    for session in range(2, 3 * MOST_SESSIONS):
        speakers.heard(alive(1, session))
        speakers.heard(alive(1, 1))
    assert speakers.knows(listed(1, 1))
    assert not speakers.knows(listed(1, 2))
    for table in range(2, 3 * MOST_TABLES):
        speakers.heard(alive(table, 1))
        speakers.heard(alive(1, 1))
    assert speakers.knows(listed(1, 1))
    assert not speakers.knows(listed(2, 1))
