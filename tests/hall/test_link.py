"""The hall's line to a real broker, and what is said of it when it does not stand."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.broker.access import Trouble, Why
from companion.broker.messages import Hall, encode, received
from companion.broker.topics import Topics
from companion.hall.link import Being, Link, broker_trouble
from companion.service.view import Message
from tests.broker.listening import Ear, client
from tests.broker.mosquitto import Mosquitto, running
from tests.waiting import HANG_S

pytestmark = pytest.mark.real_time

TOPICS = Topics()
BEING = Being("a" * 32, "b" * 32, "A hall")
TOPIC = TOPICS.of_hall(BEING.record)
HERE, GONE = Hall(BEING.record, BEING.session, True, BEING.name), Hall(BEING.record, BEING.session, False, BEING.name)  # noqa: FBT003


class Deaf:
    """Who is told what comes over the line, and does nothing about it."""

    def receive(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """Do nothing."""

    def connected(self) -> None:
        """Do nothing."""

    def lost(self, problem: Message) -> None:
        """Do nothing."""


def heard(ear: Ear) -> list[object]:
    """What was heard of the hall."""
    return [received(TOPICS, TOPIC, payload)[1] for payload in ear.payloads(TOPIC)]


@contextmanager
def linked(folder: Path) -> Iterator[tuple[Link, Ear, Mosquitto]]:
    """A hall's line, and a table that has heard that it is there."""
    ear = Ear()
    with running(Mosquitto(folder)) as broker, client(broker.access("a-table"), ear, [TOPIC]):
        link = Link(broker.access("a-hall"), TOPICS, BEING, Deaf())
        link.start()
        try:
            ear.until(lambda: heard(ear) == [HERE])
            yield link, ear, broker
        finally:
            link.stop()


def test_a_hall_that_wants_all_anew_goes_and_comes_in_the_session_of_its_last_will(tmp_path: Path) -> None:
    with linked(tmp_path) as (link, ear, _):
        link.renew()
        # It hears itself go, too, and says once more that it is there.
        ear.until(lambda: heard(ear)[:3] == [HERE, GONE, HERE] and heard(ear)[-1] == HERE)
        link.stop()
        ear.until(lambda: heard(ear)[-1] == GONE)


def test_the_last_will_of_a_life_before_is_not_the_last_word(tmp_path: Path) -> None:
    with linked(tmp_path) as (_, ear, broker), client(broker.access("the-broker"), Ear()) as other:
        before = Hall(BEING.record, "c" * 32, online=False, name=BEING.name)
        other.publish(TOPIC, encode(before), retained=True)
        ear.until(lambda: heard(ear) == [HERE, before, HERE])
        late = Ear()
        with client(broker.access("another-table"), late, [TOPIC]):
            late.until(lambda: heard(late) == [HERE])


def test_a_hall_that_may_not_answer_tables_is_told_so(tmp_path: Path) -> None:
    rights = f"user hall\ntopic readwrite {TOPIC}\ntopic read {TOPICS.prefix}/table/+/+\n"
    told: list[str] = []
    forbidden = threading.Event()

    class Hearing(Deaf):
        """Notes what is said of the line."""

        def lost(self, problem: Message) -> None:
            told.append(problem.text)
            forbidden.set()

    with running(Mosquitto(tmp_path, users={"hall": "secret"}, rights=rights)) as broker:
        link = Link(broker.access("a-hall", "hall"), TOPICS, BEING, Hearing())
        link.start()
        try:
            until = time.monotonic() + HANG_S
            # What comes before the line stands is dropped: a table would send again.
            while not forbidden.wait(0.1):
                link.confirm("d" * 32, "m-1", 3)
                assert time.monotonic() < until
        finally:
            link.stop()
    assert TOPICS.of_table("cursor", "d" * 32) in told[0]


@pytest.mark.parametrize("why", Why)
def test_every_trouble_is_told_in_a_sentence(why: Why) -> None:
    told = broker_trouble("mqtt://hall:1883", Trouble(why, "a file or a reason")).text
    assert told.endswith(".")
    assert "{" not in told


def test_a_line_that_was_lost_is_told_without_the_library_s_words() -> None:
    told = broker_trouble("hall:1883", Trouble(Why.LOST, "Unspecified error"))
    assert told.text == "The connection to the broker hall:1883 was lost. It is tried again and again."


def test_a_broker_that_does_not_answer_is_told_with_the_system_s_reason() -> None:
    told = broker_trouble("hall:1883", Trouble(Why.UNREACHABLE, "Connection refused"))
    assert "hall:1883 cannot be reached: Connection refused." in told.text
