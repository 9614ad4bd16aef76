"""What becomes of lines that are lost, doubled, exchanged, foreign or of another story."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.broker.messages import Events, Matches
from companion.hall.record.story import Book, Finding, Kept, Reply, TableLine, Teller
from tests.hall.tables import AT_ONCE, Table, name, story


@dataclass
class Memory:
    """A record in memory, with the same rules."""

    lines: dict[str, list[TableLine]] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    held: dict[tuple[str, str], int] = field(default_factory=dict)
    conflicts: dict[tuple[str, str], int] = field(default_factory=dict)
    present: set[str] = field(default_factory=set)
    teller: Teller = field(init=False)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Forget what is not on disk."""
        self.teller = Teller(lambda table: table in self.present)

    def book(self) -> Book:
        kept = {uid: Kept(uid, self.owners[uid], len(lines)) for uid, lines in self.lines.items()}
        return Book(kept, dict(self.held), dict(self.conflicts), lambda uid, a, b: self.lines.get(uid, [])[a:b])

    def tell(self, *messages: Events | Matches | None) -> list[Reply]:
        """Take messages in one transaction."""
        book, replies = self.book(), list[Reply]()
        for told in messages:
            if isinstance(told, Matches):
                replies += self.teller.listed(book, told)
            elif told is not None:
                replies.append(self.teller.told(book, told, 1))
        for fresh in book.fresh:
            lines = self.lines.setdefault(fresh.match, [])
            assert len(lines) == fresh.first, "a line is written once, and in order"
            lines += fresh.lines
        self.owners = {uid: kept.owner for uid, kept in book.matches.items()}
        self.held, self.conflicts = book.held, book.conflicts
        self.teller.proven |= book.proven
        return replies

    def have(self, match: str) -> list[tuple[int, str]]:
        return [(line.wall, line.body) for line in self.lines.get(match, [])]


def deliver(memory: Memory, table: Table, match: str) -> list[Finding]:
    """Let a table and the record talk about a match until neither has anything to say."""
    found = []
    for _ in range(200):
        events = table.events(match)
        if events is None:
            break
        (reply,) = memory.tell(events)
        found.append(reply.finding)
        if reply.have is None:
            break
        table.have[match] = reply.have
    return found


def test_a_story_arrives_whole() -> None:
    memory, table = Memory(), Table(journal={"m": story("m", 11)})
    assert set(deliver(memory, table, "m")) == {Finding.TAKEN}
    assert memory.have("m") == list(story("m", 11))


def test_what_is_missing_is_asked_for() -> None:
    memory, table = Memory(), Table(journal={"m": story("m", 11)})
    (reply,) = memory.tell(table.events("m", 8))
    assert (reply.finding, reply.have) == (Finding.ASKED, 0)
    assert memory.lines == {}


def test_what_is_told_twice_changes_nothing() -> None:
    memory, table = Memory(), Table(journal={"m": story("m", 3)})
    first, second = memory.tell(table.events("m"), table.events("m"))
    assert (first.finding, second.finding) == (Finding.TAKEN, Finding.KNOWN)
    assert first.have == second.have == 3


def test_a_new_session_tells_the_last_line_again() -> None:
    memory, table = Memory(), Table(journal={"m": story("m", 5)})
    deliver(memory, table, "m")
    table.restart()
    table.journal["m"] = story("m", 6)
    (listed,) = memory.tell(table.listed())
    assert listed.have == 4
    (asked,) = memory.tell(table.events("m", 5))
    assert (asked.finding, asked.have) == (Finding.ASKED, 4)
    (taken,) = memory.tell(table.events("m", 4))
    assert (taken.finding, taken.have) == (Finding.TAKEN, 6)


def test_a_table_that_lost_its_end_and_went_on_otherwise_is_noticed() -> None:
    memory, table = Memory(), Table(journal={"m": story("m", 9), "other": story("other", 4)})
    deliver(memory, table, "m")
    table.restart()
    table.journal["m"] = story("m", 8) + story("m", 12, "another")[8:]
    assert deliver(memory, table, "m")[-1] is Finding.CONFLICT
    assert memory.have("m") == list(story("m", 9))
    assert memory.conflicts == {("m", table.id): 8}
    assert set(deliver(memory, table, "other")) == {Finding.TAKEN}
    assert memory.have("other") == list(story("other", 4))


def test_a_table_that_has_lost_its_end_is_compared_from_the_beginning() -> None:
    memory, table = Memory(), Table(journal={"m": story("m", 9)})
    deliver(memory, table, "m")
    table.restart()
    table.journal["m"] = story("m", 6)
    (reply,) = memory.tell(table.listed())
    assert reply.have == 0
    assert set(deliver(memory, table, "m")) == {Finding.KNOWN}
    assert memory.tell(table.listed()) == []
    table.journal["m"] = story("m", 6) + story("m", 10, "another")[6:]
    assert deliver(memory, table, "m")[-1] is Finding.CONFLICT
    assert memory.have("m") == list(story("m", 9))


def test_a_conflict_is_over_when_the_table_tells_the_same_again() -> None:
    memory, table = Memory(), Table(journal={"m": story("m", 9)})
    deliver(memory, table, "m")
    table.restart()
    table.journal["m"] = story("m", 10, "another")
    table.have["m"] = 8
    assert deliver(memory, table, "m") == [Finding.CONFLICT]
    table.journal["m"] = story("m", 10)
    replies = memory.tell(table.events("m", 8))
    assert [reply.settled for reply in replies] == [True]
    assert memory.conflicts == {}
    assert memory.have("m") == list(story("m", 10))


def test_nobody_adds_to_a_match_without_knowing_it() -> None:
    memory, table = Memory(), Table(journal={"m": story("m", 9)})
    deliver(memory, table, "m")
    stranger = Table(2, journal={"m": story("m", 20, "invented")})
    (reply,) = memory.tell(stranger.events("m", 9))
    assert (reply.finding, reply.have) == (Finding.ASKED, 0)
    assert deliver(memory, stranger, "m")[-1] is Finding.CONFLICT
    assert memory.have("m") == list(story("m", 9))


def test_a_match_goes_on_at_another_table_when_the_first_is_away() -> None:
    memory, table = Memory(), Table(journal={"m": story("m", 9)})
    deliver(memory, table, "m")
    moved = Table(2, journal={"m": story("m", 14)})
    memory.present = {table.id}
    assert deliver(memory, moved, "m")[-1] is Finding.CLAIMED
    assert memory.have("m") == list(story("m", 9))
    memory.present = set()
    replies = memory.tell(moved.events("m", 8))
    assert [(one.finding, one.other) for one in replies] == [(Finding.TAKEN, table.id)]
    deliver(memory, moved, "m")
    assert memory.have("m") == list(story("m", 14))
    assert memory.owners == {"m": moved.id}


def test_a_copied_card_is_only_compared() -> None:
    memory, table = Memory(), Table(journal={"m": story("m", 9)})
    deliver(memory, table, "m")
    copy = Table(2, journal={"m": story("m", 9)})
    (reply,) = memory.tell(copy.listed())
    assert reply.have == 0
    assert set(deliver(memory, copy, "m")) == {Finding.KNOWN}
    assert memory.tell(copy.listed()) == []
    assert memory.owners == {"m": table.id}


def test_a_story_grows_within_one_transaction() -> None:
    memory, table = Memory(), Table(journal={"m": story("m", 12)})
    replies = memory.tell(*(table.events("m", first) for first in (0, 4, 2, 8)))
    assert [reply.finding for reply in replies] == [Finding.TAKEN, Finding.TAKEN, Finding.KNOWN, Finding.TAKEN]
    assert memory.have("m") == list(story("m", 12))


TABLES, MATCHES = st.integers(0, 2), st.integers(0, 1)


class Disturbed(RuleBasedStateMachine):
    """Three tables with two matches each, on a line that loses, doubles and exchanges what is said."""

    def __init__(self) -> None:
        super().__init__()
        self.memory = Memory()
        self.tables = [Table(n, journal={f"m{n}-{at}": story(f"m{n}-{at}", 5) for at in range(2)}) for n in range(3)]
        self.sent: list[Events | Matches] = []
        self.answers: list[Reply] = []

    @rule(table=TABLES, match=MATCHES, is_lost=st.booleans())
    def send(self, table: int, match: int, *, is_lost: bool) -> None:
        events = self.tables[table].events(f"m{table}-{match}")
        if events is not None:
            self.sent.append(events)
            self.answers += [] if is_lost else self.memory.tell(events)

    @rule(table=TABLES, is_lost=st.booleans())
    def list(self, table: int, *, is_lost: bool) -> None:
        self.sent.append(self.tables[table].listed())
        self.answers += [] if is_lost else self.memory.tell(self.sent[-1])

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def say_again(self, data: st.DataObject) -> None:
        told = data.draw(st.lists(st.sampled_from(range(len(self.sent))), max_size=6))
        self.answers += self.memory.tell(*(self.sent[at] for at in told))

    @precondition(lambda self: self.answers)
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        reply = self.answers[data.draw(st.integers(0, len(self.answers) - 1))]
        if reply.have is not None:
            self.tables[int(reply.table, 16)].have[reply.match] = reply.have

    @rule(table=TABLES, match=MATCHES)
    def play(self, table: int, match: int) -> None:
        uid = f"m{table}-{match}"
        self.tables[table].journal[uid] = story(uid, len(self.tables[table].journal[uid]) + 3)

    @rule(table=TABLES)
    def begin_another_session(self, table: int) -> None:
        self.tables[table].restart()

    @rule()
    def start_the_hall_again(self) -> None:
        self.memory.restart()

    @invariant()
    def what_is_there_is_the_beginning_of_the_story(self) -> None:
        for table in self.tables:
            for uid, lines in table.journal.items():
                assert self.memory.have(uid) == list(lines[: len(self.memory.have(uid))])

    def teardown(self) -> None:
        """Let the line be good at last: all ends equal."""
        for table in self.tables:
            for reply in self.memory.tell(table.listed()):
                table.have[reply.match] = reply.have or 0
                deliver(self.memory, table, reply.match)
            for uid, lines in table.journal.items():
                assert self.memory.have(uid) == list(lines)
        assert self.memory.conflicts == {}


Disturbed.TestCase.settings = settings(max_examples=150, stateful_step_count=40)
TestDisturbed = Disturbed.TestCase


@settings(max_examples=200)
@given(st.integers(1, 30), st.integers(0, 29), st.integers(1, 8), st.booleans())
def test_another_story_never_gets_in(count: int, turn: int, more: int, lists: bool) -> None:  # noqa: FBT001 - drawn
    memory, table = Memory(), Table(journal={"m": story("m", count), "n": story("n", 3)})
    deliver(memory, table, "m")
    turn = min(turn, count - 1)
    table.restart()
    table.journal["m"] = story("m", turn) + story("m", turn + more, "another")[turn:]
    replies = memory.tell(table.listed()) if lists else []
    table.have["m"] = next((reply.have or 0 for reply in replies if reply.match == "m"), len(table.journal["m"]) - 1)
    deliver(memory, table, "m")
    assert memory.have("m") == list(story("m", count))
    deliver(memory, table, "n")
    assert memory.have("n") == list(story("n", 3))


def test_messages_are_as_large_as_the_samples_say() -> None:
    table = Table(journal={"m": story("m", AT_ONCE + 1)})
    events = table.events("m")
    assert events is not None
    assert len(events.lines) == AT_ONCE
    assert replace(events, table=name(3)).table == name(3)
