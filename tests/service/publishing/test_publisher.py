"""What a table says: beats, pictures of what is new and no more than ten a second, and what a hall lacks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from companion.broker.messages import Alive, Events, Matches, Message, State, encode, received
from companion.broker.outbox import Letter
from companion.broker.topics import Topics
from companion.service.builder import Around, empty_view
from companion.service.publishing.calls import Now
from companion.service.publishing.publisher import AGAIN_S, BEAT_S, QUICKEST_S, Publisher, Self, Sight
from companion.service.view import Both, ClockView, TableView
from companion.service.view import Message as Sentence
from tests.service.publishing.halls import SESSION, TABLE, MemoryShelf, ModelHall

ME = Self(TABLE, SESSION, "7", "1.0")
EMPTY = empty_view(Around(version=1))
PANEL = "http://10.0.0.7:8080/"


def after(view: TableView, text: str = "") -> TableView:
    """The next version of a view, which says something else."""
    waiting = Sentence(text, (), text) if text else view.waiting
    return replace(view, version=view.version + 1, waiting=waiting)


@dataclass
class Desk:
    """A publisher whose messages are collected."""

    shelf: MemoryShelf = field(default_factory=MemoryShelf)
    sent: list[Letter] = field(default_factory=list)
    takes: bool = True

    def __post_init__(self) -> None:
        self.publisher = Publisher(ME, Topics(), self.shelf, self._send)

    def _send(self, letter: Letter) -> bool:
        self.sent.append(letter)
        return self.takes

    def step(self, view: TableView, at: float, match_time: int = 0) -> list[Message]:
        """What is sent now."""
        self.sent.clear()
        self.publisher.step(Sight(view, match_time), Now(at, round(at * 1000)))
        return [received(Topics(), letter.topic, letter.payload)[1] for letter in self.sent]

    def hear(self, hall: ModelHall, at: float) -> None:
        topic = Topics().of_hall(hall.record)
        self.publisher.heard(topic, encode(hall.there), Now(at, 0))


@pytest.fixture
def desk() -> Desk:
    return Desk()


def kinds(messages: list[Message]) -> list[type]:
    return [type(one) for one in messages]


def test_nothing_is_said_without_a_connection(desk: Desk) -> None:
    assert desk.step(EMPTY, 1000.0) == []
    assert desk.publisher.next_at(Now(1000.0, 0)) is None


def test_it_says_first_that_it_is_there_and_what_it_shows(desk: Desk) -> None:
    desk.publisher.connected(PANEL)
    alive, state = desk.step(EMPTY, 1000.0)
    assert alive == Alive(TABLE, SESSION, "7", True, PANEL, "1.0", 1_000_000, 1)  # noqa: FBT003
    assert isinstance(state, State)
    assert (state.n, state.match, state.sent) == (1, None, 1_000_000)
    assert all(letter.retained for letter in desk.sent)


def test_the_will_says_that_it_is_gone(desk: Desk) -> None:
    will = desk.publisher.will(5)
    _, message = received(Topics(), will.topic, will.payload)
    assert isinstance(message, Alive)
    assert (message.online, message.session, will.retained) == (False, SESSION, True)


def test_beats_come_and_pictures_only_with_something_new(desk: Desk) -> None:
    desk.publisher.connected("")
    desk.step(EMPTY, 1000.0)
    assert desk.step(after(EMPTY), 1001.0) == []
    assert desk.publisher.next_at(Now(1001.0, 0)) == 1000.0 + BEAT_S
    (beat,) = desk.step(after(EMPTY), 1000.0 + BEAT_S)
    assert isinstance(beat, Alive)
    assert beat.beat == 2
    (state,) = desk.step(after(EMPTY, "new"), 1012.0)
    assert isinstance(state, State)
    assert (state.n, state.waiting.text) == (2, "new")


def test_a_picture_is_sent_again_after_a_while(desk: Desk) -> None:
    desk.publisher.connected("")
    desk.step(EMPTY, 1000.0)
    assert State in kinds(desk.step(EMPTY, 1000.0 + AGAIN_S))


def test_no_more_than_ten_pictures_a_second_and_the_last_is_not_lost(desk: Desk) -> None:
    desk.publisher.connected("")
    view, shown = EMPTY, []
    desk.step(view, 1000.0)
    for tick in range(1, 101):
        view = after(view, f"at {tick}")
        shown += [one.waiting.text for one in desk.step(view, 1000.0 + tick / 100) if isinstance(one, State)]
    at = desk.publisher.next_at(Now(1001.0, 0))
    assert at is not None
    assert at <= 1001.0 + QUICKEST_S
    shown += [one.waiting.text for one in desk.step(view, at) if isinstance(one, State)]
    assert len(shown) <= 11
    assert shown[-1] == "at 100"


def test_a_clock_that_goes_on_is_nothing_new(desk: Desk) -> None:
    clock = ClockView("sudden", Both(60_000, 60_000), 0, "white", paused=False, flagged=None, at=0)
    view = replace(EMPTY, uid="m1", game="backgammon", clock=clock)
    desk.publisher.connected("")
    desk.step(view, 1000.0, 0)
    later = replace(after(view), clock=replace(clock, reserve_ms=Both(55_000, 60_000), at=5000))
    assert desk.step(later, 1001.0, 5000) == []
    (state,) = desk.step(after(replace(later, clock=replace(later.clock or clock, paused=True))), 1002.0, 6000)
    assert isinstance(state, State)
    assert state.match is not None
    assert state.match.clock is not None
    assert (state.match.clock.reserve_ms.white, state.match.clock.paused) == (55_000, True)


def test_after_a_new_connection_all_is_said_anew(desk: Desk) -> None:
    desk.publisher.connected("")
    desk.step(EMPTY, 1000.0)
    desk.publisher.lost()
    assert desk.step(after(EMPTY, "unseen"), 1001.0) == []
    desk.publisher.connected("")
    alive, state = desk.step(after(EMPTY, "unseen"), 1001.05)
    assert isinstance(alive, Alive)
    assert isinstance(state, State)
    assert (alive.beat, state.n, state.waiting.text) == (2, 2, "unseen")


def test_a_hall_is_told_of_a_match_and_of_what_happens_in_it(desk: Desk) -> None:
    desk.shelf.grow("m1", 2)
    desk.publisher.connected("")
    view = replace(EMPTY, uid="m1")
    desk.step(view, 1000.0)
    desk.hear(ModelHall(), 1001.0)
    assert kinds(desk.step(view, 1001.0)) == [Matches]
    assert not any(letter.retained for letter in desk.sent)
    assert desk.publisher.halls == ("Hall cd",)
    desk.shelf.grow("m1")
    (events,) = desk.step(after(view), 1001.2)
    assert isinstance(events, Events)
    assert (events.first, events.count, events.match) == (2, 3, "m1")


@pytest.mark.parametrize("payload", [b"", b"{", b'{"v":1}', b"\xff" * 10])
def test_what_is_none_of_ours_is_passed_over(desk: Desk, payload: bytes) -> None:
    desk.publisher.connected("")
    for topic in ("companion/nonsense", Topics().of_hall("cd" * 16), Topics().of_table("cursor", TABLE)):
        desk.publisher.heard(topic, payload, Now(0.0, 0))
    assert kinds(desk.step(EMPTY, 1.0)) == [Alive, State]
    assert desk.publisher.halls == ()


def test_what_is_too_large_does_not_keep_the_rest(desk: Desk) -> None:
    desk.publisher.connected("")
    desk.hear(ModelHall(), 1.0)
    desk.step(EMPTY, 1.0)
    desk.shelf.lines_of["m1"] = [(1, '{"x":"' + "y" * 300_000 + '"}')]
    assert Events not in kinds(desk.step(after(replace(EMPTY, uid="m1")), 2.0))
    desk.shelf.grow("m2")
    (events,) = desk.step(after(after(replace(EMPTY, uid="m2"))), 3.0)[-1:]
    assert isinstance(events, Events)
    assert events.match == "m2"
