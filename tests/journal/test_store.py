"""What is written is read back as it was, and what is damaged is told, not believed."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.database import FILE
from companion.journal.lines import Stored
from companion.journal.listing import MatchRow
from companion.journal.schema import APPLICATION_ID
from companion.journal.store import Journal
from companion.journal.trouble import Code, JournalError
from companion.match.length import MatchRules, Money, Rounds, ToPoints
from companion.rules.games import GAMES, configured
from companion.rules.players import Pair
from companion.table import corrections as co
from companion.table.agreement import Agreement
from companion.table.codec import CodecError
from companion.table.reducer import fold
from companion.table.state import MatchOver
from tests.journal.played import WALL, Played, append, files, played, put, written
from tests.journal.scripts import NAMES, session


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path) as opened:
        yield opened


def scripted(name: str) -> Played:
    agreement, stored, _ = session(name)
    return written(agreement, [one.event for one in stored])


def named(white: str, black: str = "Ben") -> Agreement:
    return Agreement(MatchRules(configured("backgammon"), ToPoints(5), Pair(white, black)))


def tamper(folder: Path, *statements: str) -> None:
    """Change what may not be changed."""
    with closing(sqlite3.connect(folder / FILE)) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (trigger,) in triggers:
            connection.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


# What goes in comes out.


@pytest.mark.parametrize("name", NAMES)
def test_a_scripted_table_is_kept(tmp_path: Path, name: str) -> None:
    match = scripted(name)
    with Journal.open(tmp_path) as journal:
        number, once = append(journal, match), put(journal, match)
    with Journal.open(tmp_path) as journal:
        assert journal.agreement(number) == match.agreement
        assert [one.event for one in journal.events(number)] == list(match.events)
        assert journal.resume(number) == match.table
        assert_summary(journal.match(number), match)
        assert_the_same(journal, number, once)


def assert_the_same(journal: Journal, slowly: int, once: int) -> None:
    """A match written event by event is like one written at once."""
    assert journal.games(once) == journal.games(slowly)
    assert journal.lines(once) == journal.lines(slowly)
    assert replace(journal.match(once), number=slowly, uid=journal.match(slowly).uid) == journal.match(slowly)


def assert_summary(row: MatchRow, match: Played) -> None:
    state = match.table.match
    assert (row.score, row.winner, row.games) == (state.score, state.winner, len(match.table.games))
    assert row.is_open is not isinstance(match.table.phase, MatchOver)
    assert (row.game, row.length, row.names) == (state.rules.game.id, state.rules.length, state.rules.names)
    assert row.events == len(match.events)


@pytest.mark.parametrize("name", GAMES)
def test_a_random_match_is_kept(journal: Journal, name: str) -> None:
    match = played(name, 2, most_turns=300 if name == "backgammon" else 10)
    number = put(journal, match)
    assert journal.resume(number) == match.table
    assert_summary(journal.match(number), match)


def test_games_tell_where_they_end(journal: Journal) -> None:
    match = played("backgammon", 3)
    rows = journal.games(append(journal, match))
    assert [row.number for row in rows] == [1, 2, 3]
    for row, game in zip(rows, match.table.games, strict=True):
        assert len(match.tables[row.last].games) == row.number == len(match.tables[row.last - 1].games) + 1
        assert (row.winner, row.how, row.points) == (game.result.winner, game.result.how, game.result.counted)
    assert [row.first for row in rows] == [1, rows[0].last + 1, rows[1].last + 1]


def test_a_game_taken_back_is_no_game(journal: Journal) -> None:
    match = played("backgammon", 1)
    number = append(journal, match)
    assert journal.games(number)
    undone = co.Undone(match.events[-1].at + 1, 3, Pair(white=True, black=True), "not over yet")
    table = fold(match.table, [undone])
    assert not table.games
    journal.append(number, [undone], WALL, table)
    assert journal.games(number) == []
    assert journal.match(number).games == 0


def test_events_from_one_on(journal: Journal) -> None:
    match = played()
    number = put(journal, match)
    assert journal.events(number, 7)[0] == Stored(7, WALL + match.events[6].at, match.events[6])
    assert journal.events(number, 1) == journal.events(number) == journal.events(number, 0)
    assert journal.events(number, len(match.events) + 1) == []


def test_a_match_may_not_be_there(journal: Journal) -> None:
    for asked in (journal.agreement, journal.events, journal.resume, journal.evidence, journal.games):
        with pytest.raises(JournalError, match="no match 1: the journal has none yet") as raised:
            asked(1)
        assert raised.value.code is Code.NO_MATCH


def test_scores_know_no_limit(journal: Journal) -> None:
    agreement = named("Ada")
    event = co.ScoreSet(10**30, Pair(3, 0), "late")
    huge = Agreement(MatchRules(configured("backgammon"), Money()), score=Pair(10**30, -(10**30)))
    number = journal.begin(agreement, WALL)
    journal.append(number, [event], WALL, fold(agreement.begin(), [event]))
    assert journal.events(number)[0].event == event
    number = journal.begin(huge, WALL)
    assert journal.agreement(number) == huge
    assert journal.match(number).score == Pair(2**63 - 1, 1 - 2**63)


# Lists.


def test_the_newest_comes_first(journal: Journal) -> None:
    numbers = [journal.begin(named(name), WALL) for name in ("Ada", "ada", "Cem")]
    assert [row.number for row in journal.matches()] == numbers[::-1]
    assert [row.names.white for row in journal.matches("ADA ")] == ["Ada", "Ada"]
    assert [row.number for row in journal.matches("Ben")] == numbers[::-1]
    assert journal.matches("Dora") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zo\u00eb", "Zoe\u0308"),
        ("  Ada", "Ada\t"),
        ("Ada  Bo", "ada bo"),
        ("STRASSE", "stra\u00dfe"),
        ("\ud800", "\ud801"),
    ],
)
def test_the_same_player(journal: Journal, one: str, other: str) -> None:
    numbers = [journal.begin(named(name), WALL) for name in (one, other)]
    assert [row.number for row in journal.matches(one)] == [row.number for row in journal.matches(other)]
    assert len(journal.matches(one)) == len(numbers)
    assert journal.agreement(numbers[0]).rules.names.white == one


def test_open_and_over(journal: Journal) -> None:
    going, over = put(journal, scripted("opening_tie")), put(journal, scripted("crawford"))
    states = {row.number: row.state for row in journal.matches()}
    assert states[going] == "open"
    assert [row.number for row in journal.matches(state="open")] == [n for n in (over, going) if states[n] == "open"]


@pytest.mark.parametrize(
    ("options", "unusual"), [({}, {}), ({"jacoby": True}, {"jacoby": True}), ({"crawford": True}, {})]
)
@pytest.mark.parametrize("length", [Money(), ToPoints(7), Rounds(3)])
def test_options_and_length_in_a_list(
    journal: Journal, options: dict[str, bool], unusual: dict[str, bool], length: Money | ToPoints | Rounds
) -> None:
    if options.get("jacoby") and length != Money():
        length = Money()
    agreement = Agreement(MatchRules(configured("backgammon", options.items()), length))
    (row,) = [journal.match(journal.begin(agreement, WALL))]
    assert (row.options, row.length) == (unusual, length)


def test_finding(journal: Journal) -> None:
    for uid in ("abcd1", "abcd2", "f00d-f00d"):
        journal.begin(named("Ada"), WALL, uid=uid)
    found = {text: journal.find(text).number for text in ("1", " 2 ", "abcd2", "f00d", "f00d-f00d")}
    assert found == {"1": 1, " 2 ": 2, "abcd2": 2, "f00d": 3, "f00d-f00d": 3}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("7", "no match 7: they go from 1 to 2"),
        ("-1", "they go from 1 to 2"),
        ("9" * 30, "they go from 1 to 2"),
        ("\u0663", "they go from 1 to 2"),
        ("abcd", "Several matches begin with 'abcd'"),
        ("abc", "the nearest is [12]"),
        ("abdc1", "the nearest is 1"),
        ("Ada", "the newest is 2"),
        ("", "the newest is 2"),
        ("a'b%", "newest|mean"),
    ],
)
def test_not_finding(journal: Journal, text: str, says: str) -> None:
    for uid in ("abcd1", "abcd2"):
        journal.begin(named("Ada"), WALL, uid=uid)
    with pytest.raises(JournalError, match=says):
        journal.find(text)


@pytest.mark.parametrize("uid", ["../up", "a/b", ".", "-a", "a b", "\u00e9", "a" * 65, "a\n"])
def test_a_uid_is_a_plain_word(journal: Journal, uid: str) -> None:
    with pytest.raises(JournalError, match="cannot be called"):
        journal.begin(named("Ada"), WALL, uid=uid)
    assert journal.matches() == []


def test_no_match_is_there_twice(journal: Journal) -> None:
    number = journal.begin(named("Ada"), WALL, uid="abcd")
    with pytest.raises(JournalError, match=f"it is match {number}") as raised:
        put(journal, played(), uid="abcd")
    assert raised.value.code is Code.TWICE
    assert [row.events for row in journal.matches()] == [0]


# Nothing is changed, and what was changed is noticed.


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET wall = 0",
        "DELETE FROM events",
        "DELETE FROM matches",
        "UPDATE matches SET uid = 'x'",
        "INSERT OR REPLACE INTO events SELECT match, seq, wall, '{}', sum FROM events WHERE seq = 3",
    ],
)
def test_the_file_refuses_changes(tmp_path: Path, statement: str) -> None:
    with Journal.open(tmp_path) as journal:
        put(journal, played())
    with (
        closing(sqlite3.connect(tmp_path / FILE)) as connection,
        pytest.raises(sqlite3.IntegrityError, match=r"never|stays|already"),
    ):
        connection.execute(statement)


TAMPERED = [
    ("UPDATE events SET wall = wall + 1 WHERE seq = 5", "event 5 of"),
    ("UPDATE events SET body = replace(body, '1', '2') WHERE seq = 2", "event 2 of"),
    ("UPDATE events SET sum = sum + 1 WHERE seq = 9", "event 9 of"),
    ("DELETE FROM events WHERE seq = 4", "event 4 of"),
    ("DELETE FROM events WHERE seq > 30", "event 31 of"),
    ("UPDATE events SET body = 'x' WHERE seq = 0", "what was agreed on of"),
    ("DELETE FROM events", "what was agreed on of"),
    ("UPDATE events SET body = CAST(X'22ff22' AS TEXT) WHERE seq = 6", "event 6 of"),
    ("UPDATE matches SET uid = 'other'", "what was agreed on of"),
]


@pytest.mark.parametrize(("statement", "says"), TAMPERED)
def test_what_was_changed_is_named(tmp_path: Path, statement: str, says: str) -> None:
    with Journal.open(tmp_path) as journal:
        put(journal, played(), uid="one")
        assert journal.check() == []
    tamper(tmp_path, statement)
    with Journal.open(tmp_path) as journal:
        with pytest.raises(JournalError, match=f"{says}.* match 1") as raised:
            journal.resume(1)
        assert raised.value.code is Code.DAMAGED
        assert journal.check() == [str(raised.value)]


def test_an_event_cannot_move_to_another_match(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        put(journal, played())
        put(journal, played(seed="other"))
    body = "SELECT {} FROM events AS other WHERE other.match = 2 AND other.seq = events.seq"
    columns = ", ".join(f"{column} = ({body.format(column)})" for column in ("wall", "body", "sum"))
    tamper(tmp_path, f"UPDATE events SET {columns} WHERE match = 1 AND seq = 8")  # noqa: S608
    with Journal.open(tmp_path) as journal, pytest.raises(JournalError, match="event 8 of"):
        journal.events(1)


def test_a_summary_that_says_nothing_is_damage(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        put(journal, played())
    tamper(tmp_path, "UPDATE matches SET options = '{'")
    with Journal.open(tmp_path) as journal, pytest.raises(JournalError, match="match 1 is damaged"):
        journal.matches()


def test_an_event_of_a_newer_companion(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    number = put(journal, played())
    monkeypatch.setattr("companion.journal.lines.decode", _refuse)
    with pytest.raises(JournalError, match="event 1 cannot be read: there is no event") as raised:
        journal.events(number)
    assert raised.value.code is Code.NEWER


def _refuse(_data: object) -> None:
    msg = "there is no event"
    raise CodecError(msg)


def test_overwritten_bytes_are_never_believed(tmp_path: Path) -> None:
    """Whatever is overwritten in the file: it is read as it was, or said to be damaged."""
    with Journal.open(tmp_path) as journal:
        for seed in "abc":
            put(journal, played(seed=seed), uid=f"uid-{seed}")
        truth = [journal.lines(number) for number in (1, 2, 3)]
    whole = (tmp_path / FILE).read_bytes()
    chance = random.Random(4)
    told = sum(_damaged(tmp_path, whole, chance, truth) for _ in range(60))
    assert 20 < told < 60


def _damaged(folder: Path, whole: bytes, chance: random.Random, truth: Sequence[object]) -> bool:
    at, length = chance.randrange(len(whole)), chance.choice([1, 40, 4096])
    (folder / FILE).write_bytes(whole[:at] + chance.randbytes(length) + whole[at + length :])
    told = False
    for number, lines in enumerate(truth, 1):
        try:
            with Journal.open(folder) as journal:
                assert journal.lines(number) == lines
                journal.matches()
        except JournalError as error:
            assert error.code in {Code.DAMAGED, Code.FOREIGN, Code.NEWER, Code.NO_MATCH, Code.FAILING}, str(error)  # noqa: PT017
            told = True
    return told


# What else may lie there.


def test_a_new_folder_is_made(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "a" / "b") as journal:
        assert journal.matches() == []
    with closing(sqlite3.connect(tmp_path / "a" / "b" / FILE)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_every_commit_is_on_disk(journal: Journal) -> None:
    connection = journal._database._connection
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_an_empty_file_becomes_a_journal(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    with Journal.open(tmp_path) as journal:
        assert journal.resume(put(journal, played())) == played().table


def a_text(path: Path) -> None:
    path.write_text("This is no database. " * 100, encoding="utf-8")


def another_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE mine (one)")
        connection.commit()


def a_newer_one(path: Path) -> None:
    with Journal.open(path.parent) as journal:
        put(journal, played())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize(
    ("make", "code"), [(a_text, Code.FOREIGN), (another_database, Code.FOREIGN), (a_newer_one, Code.NEWER)]
)
def test_what_is_no_journal_is_left_alone(tmp_path: Path, make: object, code: Code) -> None:
    assert callable(make)
    make(tmp_path / FILE)
    before = files(tmp_path)[FILE]
    with pytest.raises(JournalError, match="left as it") as raised:
        Journal.open(tmp_path)
    assert raised.value.code is code
    assert files(tmp_path)[FILE] == before


def test_a_journal_that_begins_with_zeros_is_damaged(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        put(journal, played())
    file = tmp_path / FILE
    file.write_bytes(bytes(4096) + file.read_bytes()[4096:])
    with pytest.raises(JournalError, match="is damaged") as raised:
        Journal.open(tmp_path)
    assert raised.value.code is Code.DAMAGED


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(JournalError, match=FILE) as raised:
        Journal.open(tmp_path)
    assert raised.value.code is Code.FOREIGN


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(JournalError):
        Journal.open(tmp_path / "data")
