"""Whatever a network and a hall do: once both work, the hall has what the journal has, each line once, in order."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.broker.messages import MOST_MATCHES, Cursor, Events, Matches
from companion.service.publishing.follower import ABREAST, LATE_MS, MOST_HALLS, RECENTLY_S, WAITS, WHOLLY_S, Follower
from tests.service.publishing.halls import CHUNK, SESSION, TABLE, MemoryShelf, ModelHall

UIDS = ["m1", "m2", "m3"]
Sent = Matches | Events


class World(RuleBasedStateMachine):
    """A table, two halls, and between them a broker that may do anything to what is on its way."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.shelf = MemoryShelf()
        self.follower = Follower(TABLE, SESSION, self.shelf)
        self.halls = [ModelHall("a0" * 16), ModelHall("b1" * 16)]
        self.up: list[tuple[ModelHall, Sent]] = []
        self.down: list[Cursor] = []

    def _step(self) -> list[Sent]:
        sent = list(self.follower.due(self.now))
        self.up += [(hall, one) for one in sent for hall in self.halls]
        return sent

    @rule(uid=st.sampled_from(UIDS), count=st.integers(1, 7))
    def something_happens(self, uid: str, count: int) -> None:
        self.shelf.grow(uid, count)
        self.follower.grown(uid)
        self._step()

    @rule(uid=st.sampled_from(UIDS))
    def something_happens_unseen(self, uid: str) -> None:
        self.shelf.grow(uid)

    @rule(at=st.integers(0, 1))
    def a_hall_is_heard_of(self, at: int) -> None:
        self.follower.hall(self.halls[at].there, self.now)
        self._step()

    @rule(at=st.integers(0, 1))
    def a_hall_goes(self, at: int) -> None:
        self.follower.hall(self.halls[at].gone, self.now)

    @rule(at=st.integers(0, 1), told=st.booleans())
    def a_hall_begins_anew(self, at: int, told: bool) -> None:  # noqa: FBT001 - as it is drawn
        before = self.halls[at].gone
        self.halls[at].restart()
        self.follower.hall(self.halls[at].there, self.now)
        if told:
            # The broker's word for the life before may come late.
            self.follower.hall(before, self.now)

    @rule(at=st.integers(0, 1), to=st.integers(0, 9))
    def a_record_is_set_back(self, at: int, to: int) -> None:
        self.halls[at].set_back(to)

    @rule(at=st.integers(0, 1), ready=st.booleans())
    def a_database_comes_and_goes(self, at: int, ready: bool) -> None:  # noqa: FBT001 - as it is drawn
        self.halls[at].ready = ready

    @rule(readable=st.booleans())
    def the_journal_cannot_always_be_read(self, readable: bool) -> None:  # noqa: FBT001 - as it is drawn
        self.shelf.readable = readable

    @rule(seconds=st.sampled_from([0.1, 1.0, 5.0, 31.0, 700.0]))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds
        self._step()

    @rule(clean=st.booleans())
    def the_line_breaks(self, clean: bool) -> None:  # noqa: FBT001 - as it is drawn
        self.follower.lost()
        if clean:
            self.up.clear()
            self.down.clear()

    @precondition(lambda self: bool(self.up))
    @rule(which=st.integers(0), times=st.integers(0, 2))
    def a_message_is_lost_or_comes_once_or_twice_in_any_order(self, which: int, times: int) -> None:
        hall, message = self.up.pop(which % len(self.up))
        for _ in range(times):
            self.down += hall.take(message)

    @precondition(lambda self: bool(self.down))
    @rule(which=st.integers(0), times=st.integers(0, 2))
    def an_answer_is_lost_or_comes_once_or_twice_in_any_order(self, which: int, times: int) -> None:
        cursor = self.down.pop(which % len(self.down))
        for _ in range(times):
            self.follower.cursor(cursor, self.now)
        self._step()

    @invariant()
    def a_record_is_always_the_beginning_of_the_journal(self) -> None:
        for hall in self.halls:
            assert not hall.conflicts
            for uid, lines in hall.has.items():
                assert lines == self.shelf.lines_of[uid][: len(lines)]

    @invariant()
    def one_message_at_a_time_is_on_its_way(self) -> None:
        for hall in self.follower._halls.values():
            assert all(one.end - one.first <= CHUNK for one in hall.under_way.values())

    def teardown(self) -> None:
        """Let everything work at last: late messages come, and then nothing is lost any more."""
        self.shelf.readable = True
        for hall, message in self.up:
            self.down += hall.take(message)
        for hall in self.halls:
            hall.ready = True
            self.follower.hall(hall.there, self.now)
        self.up.clear()
        for _ in range(400):
            self._exchange()
            if all(hall.has == self.shelf.lines_of for hall in self.halls) and not self.down:
                break
            self.now = max(self.now, self.follower.next_at(self.now) or 0.0)
        self.a_record_is_always_the_beginning_of_the_journal()
        for hall in self.halls:
            assert hall.has == self.shelf.lines_of

    def _exchange(self) -> None:
        self._step()
        while self.up or self.down:
            for hall, message in self.up:
                self.down += hall.take(message)
            self.up.clear()
            for cursor in self.down:
                self.follower.cursor(cursor, self.now)
            self.down.clear()
            self._step()


TestWorld = World.TestCase
TestWorld.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)


@pytest.fixture
def shelf() -> MemoryShelf:
    return MemoryShelf()


@pytest.fixture
def follower(shelf: MemoryShelf) -> Follower:
    return Follower(TABLE, SESSION, shelf)


def events(sent: list[Sent]) -> list[tuple[str, int, int]]:
    """Return which lines of which matches are sent."""
    return [(one.match, one.first, one.first + len(one.lines)) for one in sent if isinstance(one, Events)]


def meet(follower: Follower, hall: ModelHall, now: float = 0.0) -> list[Cursor]:
    """Let the two hear of each other, and return what the hall says of the list."""
    follower.hall(hall.there, now)
    return [cursor for one in follower.due(now) for cursor in hall.take(one)]


def test_nothing_is_sent_while_no_hall_is_there(follower: Follower, shelf: MemoryShelf) -> None:
    shelf.grow("m1", 4)
    follower.grown("m1")
    assert list(follower.due(0.0)) == []
    assert follower.next_at(0.0) is None
    hall = ModelHall()
    meet(follower, hall)
    follower.hall(hall.gone, 1.0)
    shelf.grow("m1")
    follower.grown("m1")
    assert list(follower.due(100.0)) == []


def test_halls_that_are_made_up_do_not_push_out_one_that_answers(follower: Follower, shelf: MemoryShelf) -> None:
    hall = ModelHall("ee" * 16)
    shelf.grow("m1")
    for cursor in meet(follower, hall):
        follower.cursor(cursor, 0.0)
    for number in range(3 * MOST_HALLS):
        follower.hall(ModelHall(f"{number:032x}").there, 1.0)
    assert len(follower.names) == MOST_HALLS
    assert hall.there.name in follower.names
    last = f"{3 * MOST_HALLS - 1:032x}"
    assert follower.names[-1] == ModelHall(last).there.name


def test_a_slow_hall_is_told_once_and_waited_for(follower: Follower, shelf: MemoryShelf) -> None:
    hall = ModelHall()
    shelf.grow("m1")
    for cursor in meet(follower, hall):
        follower.cursor(cursor, 0.0)
    assert events(list(follower.due(0.0))) == [("m1", 0, 1)]
    # It is slow for the first time: that is not known yet, and the same goes once more.
    assert events(list(follower.due(5.0))) == [("m1", 0, 1)]
    follower.cursor(Cursor(hall.record, hall.session, "m1", 1), 8.0)
    shelf.grow("m1")
    follower.grown("m1")
    assert events(list(follower.due(8.0))) == [("m1", 1, 2)]
    assert list(follower.due(8.0 + 15.9)) == []
    follower.cursor(Cursor(hall.record, hall.session, "m1", 2), 25.0)
    shelf.grow("m1")
    follower.grown("m1")
    assert events(list(follower.due(25.0))) == [("m1", 2, 3)]
    # Nobody is waited for longer than the longest wait.
    assert events(list(follower.due(25.0 + WAITS[-1]))) == [("m1", 2, 3)]


def test_nothing_is_kept_of_matches_that_nobody_has_played(follower: Follower, shelf: MemoryShelf) -> None:
    hall = ModelHall()
    shelf.grow("m1")
    meet(follower, hall)
    for number in range(10):
        follower.cursor(Cursor(hall.record, hall.session, f"made-up-{number}", 3), 0.0)
    (listener,) = follower._halls.values()
    assert set(listener.have) == {"m1"}
    assert not listener.has_answered


def test_a_hall_is_told_everything_and_then_each_line_as_it_comes(follower: Follower, shelf: MemoryShelf) -> None:
    hall = ModelHall()
    shelf.grow("m1", 4)
    for cursor in meet(follower, hall):
        follower.cursor(cursor, 0.0)
    while sent := [one for one in follower.due(1.0) if isinstance(one, Events)]:
        for one in sent:
            for cursor in hall.take(one):
                follower.cursor(cursor, 0.0)
    assert hall.has == shelf.lines_of
    shelf.grow("m1")
    follower.grown("m1")
    assert events(list(follower.due(1.0))) == [("m1", 4, 5)]
    shelf.grow("m1")
    follower.grown("m1")
    assert list(follower.due(1.1)) == []
    follower.cursor(Cursor(hall.record, hall.session, "m1", 5), 0.0)
    assert events(list(follower.due(1.2))) == [("m1", 5, 6)]


def test_what_is_not_answered_is_sent_again_and_ever_less_often(follower: Follower, shelf: MemoryShelf) -> None:
    hall = ModelHall()
    meet(follower, hall)
    shelf.grow("m1", 2)
    follower.grown("m1")
    now, times = 0.0, []
    assert events(list(follower.due(now))) == [("m1", 0, 2)]
    for _ in range(5):
        before, now = now, now + 0.001
        for _ in range(20):
            if events(list(follower.due(now))):
                break
            now = max(follower.next_at(now) or 0.0, now + 0.001)
        times.append(round(now - before))
    assert times == [*map(int, WAITS), int(WAITS[-1])]


def test_a_hall_that_says_less_is_told_from_there(follower: Follower, shelf: MemoryShelf) -> None:
    hall = ModelHall()
    shelf.grow("m1", 9)
    meet(follower, hall)
    shelf.grow("m1")
    follower.grown("m1")
    assert events(list(follower.due(0.1))) == [("m1", 9, 10)]
    follower.cursor(Cursor(hall.record, hall.session, "m1", 8), 0.0)
    assert events(list(follower.due(0.2))) == [("m1", 8, 10)]
    follower.cursor(Cursor(hall.record, hall.session, "m1", 8), 0.0)
    assert list(follower.due(0.3)) == []


def test_what_a_session_before_said_counts_for_nothing(follower: Follower, shelf: MemoryShelf) -> None:
    hall = ModelHall()
    shelf.grow("m1", 3)
    cursors = meet(follower, hall)
    hall.restart()
    meet(follower, hall, 1.0)
    for cursor in [*cursors, replace(cursors[0], record="99" * 16)]:
        follower.cursor(cursor, 0.0)
    assert list(follower.due(1.0)) == []


def test_the_last_word_of_a_session_before_does_not_end_the_present_one(follower: Follower, shelf: MemoryShelf) -> None:
    hall = ModelHall()
    meet(follower, hall)
    before = hall.gone
    hall.restart()
    meet(follower, hall, 1.0)
    follower.hall(before, 2.0)
    assert follower.names == (hall.there.name,)
    shelf.grow("m1")
    follower.grown("m1")
    assert events(list(follower.due(2.0))) == [("m1", 0, 1)]


def test_every_match_is_told_in_messages_that_are_not_too_long(follower: Follower, shelf: MemoryShelf) -> None:
    for number in range(2 * MOST_MATCHES + 1):
        shelf.grow(f"m{number}")
    follower.hall(ModelHall().there, 0.0)
    sent = [one for one in follower.due(0.0) if isinstance(one, Matches)]
    assert [len(one.matches) for one in sent] == [MOST_MATCHES, MOST_MATCHES, 1]
    assert [one.last for one in sent] == [False, False, True]
    assert {uid for one in sent for uid, _ in one.matches} == set(shelf.lines_of)


def test_an_empty_journal_is_told_too(follower: Follower) -> None:
    follower.hall(ModelHall().there, 0.0)
    assert list(follower.due(0.0)) == [Matches(TABLE, SESSION, (), last=True)]


def test_matches_of_late_are_told_now_and_then_and_all_more_rarely(follower: Follower, shelf: MemoryShelf) -> None:
    shelf.grow("old")
    shelf.clock += LATE_MS + 1
    shelf.grow("new")
    follower.hall(ModelHall().there, 0.0)

    def listed(now: float) -> list[str]:
        return [uid for one in follower.due(now) if isinstance(one, Matches) for uid, _ in one.matches]

    assert listed(0.0) == ["old", "new"]
    assert listed(1.0) == []
    assert listed(RECENTLY_S) == ["new"]
    assert listed(WHOLLY_S) == ["old", "new"]


def test_two_halls_that_lack_the_same_are_told_at_once(follower: Follower, shelf: MemoryShelf) -> None:
    halls = ModelHall("a0" * 16), ModelHall("b1" * 16)
    for hall in halls:
        meet(follower, hall)
    shelf.grow("m1", 2)
    follower.grown("m1")
    assert events(list(follower.due(0.0))) == [("m1", 0, 2)]
    for hall in halls:
        follower.cursor(Cursor(hall.record, hall.session, "m1", 2), 0.0)
    assert list(follower.due(0.1)) == []


def test_only_so_many_matches_are_under_way_but_the_one_that_is_played_goes_first(
    follower: Follower, shelf: MemoryShelf
) -> None:
    hall = ModelHall()
    for number in range(3 * ABREAST):
        shelf.grow(f"m{number}", 2)
    for cursor in meet(follower, hall):
        follower.cursor(cursor, 0.0)
    sent = events(list(follower.due(0.0)))
    assert len(sent) == ABREAST
    assert Counter(uid for uid, *_ in sent).most_common(1)[0][1] == 1
    shelf.grow("live")
    follower.grown("live")
    assert events(list(follower.due(0.1))) == [("live", 0, 1)]
    assert follower.next_at(0.1) == WAITS[0]


def test_a_match_that_is_never_answered_does_not_keep_the_others(follower: Follower, shelf: MemoryShelf) -> None:
    hall, refused = ModelHall(), [f"bad{number}" for number in range(2 * ABREAST)]
    for uid in refused:
        shelf.grow(uid)
    shelf.grow("good", 2 * CHUNK)
    shelf.clock += 1
    for uid in refused:
        shelf.grow(uid)
    now, cursors = 0.0, meet(follower, hall)
    for _ in range(20):
        for cursor in cursors:
            follower.cursor(cursor, 0.0)
        sent = list(follower.due(now))
        cursors = [cursor for one in sent for cursor in hall.take(one) if cursor.match not in refused]
        if len(hall.has.get("good", [])) == 2 * CHUNK:
            return
        later = follower.next_at(now)
        assert later is not None
        assert later > now
        now = later
    pytest.fail("the good match has not come through")
