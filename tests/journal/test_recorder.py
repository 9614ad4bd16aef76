"""What is shown is on disk, or waits in memory with a warning; and nothing is written twice or forgotten."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.journal.database import FILE
from companion.journal.recorder import Recorder
from companion.journal.store import Journal
from companion.journal.trouble import Code, JournalError
from companion.match.clock_rules import ClockKind, ClockRules
from companion.match.length import MatchRules, ToPoints
from companion.rules.games import GAMES, configured
from companion.rules.players import Pair, Player
from companion.table import corrections as co
from companion.table import events as ev
from companion.table.agreement import Agreement
from companion.table.events import Event
from companion.table.reading import BoardReading, Seen
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Table
from tests.journal.played import WALL, Played, played
from tests.journal.scripts import NAMES, session
from tests.table.hands import SENSINGS

FIRST, REST = 20, 90
"""How much is played before there is trouble, and until it is over."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "data") as opened:
        yield opened


def begun(journal: Journal | None, match: Played, events: int = FIRST) -> Recorder:
    """A recorder with the first events of a match."""
    recorder = Recorder.begin(journal, match.agreement, WALL)
    play(recorder, match, 0, events)
    return recorder


def play(recorder: Recorder, match: Played, first: int, last: int) -> None:
    for number in range(first, last):
        assert recorder.record(match.events[number], WALL + number) == match.tables[number + 1]


def assert_kept(recorder: Recorder, match: Played, events: int) -> None:
    """All is in the journal once, as another program would see it."""
    assert recorder.trouble is None
    assert recorder.journal is not None
    assert recorder.match is not None
    with Journal.open(recorder.journal.folder) as other:
        assert [one.event for one in other.events(recorder.match)] == list(match.events[:events])
        assert other.resume(recorder.match) == recorder.table == match.tables[events]
        assert other.check() == []


# What is written.


def noisy(events: tuple[Event, ...], chance: random.Random) -> Iterator[Event]:
    """What happened, with much between it that means nothing: the same again, time that passes, wrong commands."""
    board: list[Event] = []
    for event in events:
        yield event
        if isinstance(event, ev.BoardSeen):
            board = [event]
        more: list[Event] = [
            ev.TimePassed(0),
            ev.DiceLifted(0),
            ev.TurnEnded(0, chance.choice(list(Player))),
            ev.Answered(0, Player.WHITE, accepted=True),
            ev.ClockHit(0, Player.BLACK),
            *board,
        ]
        yield from (replace(one, at=event.at) for one in chance.sample(more, chance.randint(0, 2)))


def assert_table_is_fold(journal: Journal, agreement: Agreement, happened: tuple[Event, ...], seed: str) -> int:
    """The live table is the fold of what is written, and what was not written changes nothing but what is said."""
    recorder, told = Recorder.begin(journal, agreement, WALL), agreement.begin()
    skipped = 0
    for event in noisy(happened, random.Random(seed)):
        before = recorder.table
        after, hears = recorder.record(event, WALL), apply(told, event)
        assert isinstance(after, Rejection) == isinstance(hears, Rejection)
        if isinstance(after, Rejection) or isinstance(hears, Rejection):
            assert after == hears
            assert recorder.table is before
            continue
        told = hears
        assert after.said == hears.said
        skipped += recorder.table is before
    assert recorder.match is not None
    assert journal.resume(recorder.match) == recorder.table
    later = ev.TimePassed(told.now + 1)
    assert said_nothing(apply(recorder.table, later)) == said_nothing(apply(told, later))
    return skipped


def said_nothing(table: Table | Rejection) -> Table:
    assert isinstance(table, Table)
    return replace(table, said=())


@pytest.mark.parametrize("name", GAMES)
def test_the_table_is_the_fold_of_what_is_written(journal: Journal, name: str) -> None:
    sensing = list(SENSINGS)[list(GAMES).index(name) % len(SENSINGS)]
    match = played(name, 1, "fold", sensing, 10)
    assert assert_table_is_fold(journal, match.agreement, match.events[:200], name) > 10


@pytest.mark.parametrize("name", NAMES)
def test_the_table_is_the_fold_with_all_that_can_happen(journal: Journal, name: str) -> None:
    agreement, stored, _ = session(name)
    assert_table_is_fold(journal, agreement, tuple(one.event for one in stored), name)


CLOCK = Agreement(
    MatchRules(configured("backgammon"), ToPoints(3), clock=ClockRules(ClockKind.FISCHER, Pair(9000, 9000)))
)
OPENING = (ev.ThrowEntered(1, Player.WHITE, (3,)), ev.ThrowEntered(2, Player.BLACK, (1,)))


@pytest.mark.parametrize(
    "event",
    [
        co.ClockStopped(3),
        ev.TimePassed(20_000),
        co.ClockSet(3, Player.WHITE, 9000, "so"),
        co.HintWanted(3, Pair(white=True, black=True)),
    ],
)
def test_what_only_the_clock_knows_is_written(journal: Journal, event: Event) -> None:
    recorder = Recorder.begin(journal, CLOCK, WALL)
    for one in (*OPENING, event):
        recorder.record(one, WALL)
    assert len(recorder.recorded) == 3


def test_time_alone_is_not_written(journal: Journal) -> None:
    recorder = Recorder.begin(journal, CLOCK, WALL)
    for one in (*OPENING, ev.TimePassed(500)):
        recorder.record(one, WALL)
    assert said_nothing(recorder.table) == recorder.record(ev.TimePassed(800), WALL)
    assert [event.event for event in journal.events(1)] == list(OPENING)


def test_it_goes_on_where_it_stood(journal: Journal) -> None:
    match = played()
    number = begun(journal, match).match
    assert number is not None
    recorder = Recorder.resume(journal, number)
    play(recorder, match, FIRST, REST)
    assert_kept(recorder, match, REST)


def test_what_nobody_could_read_back_is_not_taken(journal: Journal) -> None:
    match = played()
    recorder = begun(journal, match)
    reading = BoardReading((Seen(total=(0, 100)),) * 24)
    with pytest.raises(JournalError, match=r"not written down: .*from 0 to 99"):
        recorder.record(ev.BoardSeen(match.tables[FIRST].now, reading), WALL)
    assert_kept(recorder, match, FIRST)


def test_nothing_is_shown_before_it_is_written(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played()
    recorder = begun(journal, match)
    seen = []
    write = journal.append_lines

    def watched(*given: Any) -> None:
        seen.append(recorder.table)
        write(*given)

    monkeypatch.setattr(journal, "append_lines", watched)
    recorder.record(match.events[FIRST], WALL)
    assert seen == [match.tables[FIRST]]
    assert recorder.table == match.tables[FIRST + 1]


# Trouble: each is caused, and then mended.

Trouble = tuple[Code, Callable[[Journal], Any], Callable[[Journal, Any], Any]]


def pragma(text: str) -> Callable[[Journal], Any]:
    return lambda journal: journal._database._connection.execute(text).fetchone()


def fill(journal: Journal) -> None:
    """Let the file take no page more than it has."""
    pages = pragma("PRAGMA page_count")(journal)[0]
    pragma(f"PRAGMA max_page_count = {pages}")(journal)


def move_away(journal: Journal) -> Path:
    return Path(shutil.move(journal.folder, journal.folder.with_name("elsewhere")))


def hold(journal: Journal) -> Journal:
    """Let another program write."""
    journal._database.give_back()
    other = Journal.open(journal.folder)
    other.claim()
    return other


def lock(journal: Journal) -> Any:
    connection = sqlite3.connect(journal.folder / FILE, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    return connection


TROUBLES: dict[str, Trouble] = {
    "a full disk": (Code.FULL, fill, lambda journal, _: pragma("PRAGMA max_page_count = 1000000")(journal)),
    "a disk that can only be read": (Code.READ_ONLY, pragma("PRAGMA query_only = ON"), lambda _, __: None),
    "a folder that is gone": (Code.GONE, move_away, lambda journal, away: shutil.move(away, journal.folder)),
    "another program that records": (Code.BUSY, hold, lambda _, other: other.close()),
    "another program that writes": (Code.BUSY, lock, lambda _, other: other.close()),
}
AT_ONCE = {"a disk that can only be read"}
"""Here the next event already finds the file opened anew."""


@pytest.mark.parametrize("what", TROUBLES)
def test_play_goes_on_in_memory(journal: Journal, what: str) -> None:
    code, cause, mend = TROUBLES[what]
    match = played()
    recorder = begun(journal, match)
    left = cause(journal)
    last = FIRST
    while recorder.trouble is None and last < REST:
        play(recorder, match, last, last + 1)
        last += 1
    assert recorder.trouble is not None
    assert (recorder.trouble.code, recorder.trouble.waiting, recorder.trouble.since) == (code, 1, WALL + last - 1)
    if what not in AT_ONCE:
        play(recorder, match, last, last + 5)
        last += 5
        assert recorder.trouble.waiting == 6
        assert recorder.trouble.since == WALL + last - 6
        assert "6 events are kept in memory only" in recorder.trouble.sentence
    mend(journal, left)
    assert recorder.retry(WALL) is None
    assert_kept(recorder, match, last)
    play(recorder, match, last, REST)
    assert_kept(recorder, match, REST)


@pytest.mark.parametrize("what", TROUBLES)
def test_the_next_event_tries_again(journal: Journal, what: str) -> None:
    _, cause, mend = TROUBLES[what]
    match = played()
    recorder = begun(journal, match)
    left = cause(journal)
    play(recorder, match, FIRST, REST)
    mend(journal, left)
    recorder.record(ev.TimePassed(match.events[REST - 1].at), WALL)
    assert_kept(recorder, match, REST)


def test_a_write_that_arrived_although_it_failed(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played()
    recorder = begun(journal, match)
    write = journal.append_lines

    def failing(*given: Any) -> None:
        write(*given)
        raise JournalError(Code.FAILING, "The plug was pulled.")

    monkeypatch.setattr(journal, "append_lines", failing)
    play(recorder, match, FIRST, FIRST + 1)
    assert recorder.trouble
    monkeypatch.undo()
    play(recorder, match, FIRST + 1, REST)
    assert_kept(recorder, match, REST)


def test_a_match_that_went_on_elsewhere_stays_as_it_is(journal: Journal) -> None:
    match = played()
    recorder = begun(journal, match)
    away = move_away(journal)
    play(recorder, match, FIRST, FIRST + 3)
    with Journal.open(away) as copy:
        assert recorder.match is not None
        theirs = Recorder.resume(copy, recorder.match)
        theirs.record(co.ScoreSet(theirs.table.now, Pair(1, 2), "played on"), WALL)
    journal.close()
    shutil.rmtree(journal.folder, ignore_errors=True)
    away.rename(journal.folder)
    assert recorder.retry(WALL) is None
    assert recorder.match == 2
    assert_kept(recorder, match, FIRST + 3)
    assert len(recorder.journal.events(1)) == FIRST + 1  # type: ignore[union-attr]  # attached above


def test_no_journal_at_all(tmp_path: Path) -> None:
    match = played()
    recorder = begun(None, match)
    assert recorder.trouble is not None
    assert (recorder.trouble.code, recorder.trouble.waiting, recorder.match) == (Code.NO_JOURNAL, FIRST, None)
    with pytest.raises(JournalError, match="no journal"):
        recorder.set_aside(WALL)
    with Journal.open(tmp_path) as journal:
        assert recorder.attach(journal, WALL) is None
        assert_kept(recorder, match, FIRST)
        play(recorder, match, FIRST, REST)
        assert_kept(recorder, match, REST)


def unlink(journal: Journal) -> None:
    for path in journal.folder.iterdir():
        path.unlink()


@pytest.mark.parametrize("delete", [lambda journal: shutil.rmtree(journal.folder), unlink], ids=["folder", "files"])
def test_a_deleted_journal_is_begun_anew_on_demand(journal: Journal, delete: Callable[[Journal], None]) -> None:
    match = played()
    recorder = begun(journal, match)
    delete(journal)
    play(recorder, match, FIRST, REST)
    assert recorder.retry(WALL)
    assert recorder.trouble is not None
    assert recorder.trouble.code is Code.GONE
    assert not (journal.folder / FILE).exists()
    recorder.set_aside(WALL)
    assert_kept(recorder, match, REST)


def test_a_damaged_journal_is_set_aside(journal: Journal) -> None:
    match = played()
    begun(journal, played(seed="before"))
    recorder = begun(journal, match)
    journal._database._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    path = journal.folder / FILE
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(bytes(path.stat().st_size - 4096))
    journal.reopen()
    play(recorder, match, FIRST, REST)
    assert recorder.trouble is not None
    assert recorder.trouble.code is Code.DAMAGED
    assert recorder.retry(WALL)
    report = recorder.set_aside(WALL)
    assert_kept(recorder, match, REST)
    assert report.path.exists()
    assert report.lost
    assert recorder.match == 2
    play(recorder, match, REST, REST + 5)
    assert_kept(recorder, match, REST + 5)
