"""The record in both databases: made, brought up to date, refused, written and read."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import exc, text

from companion.hall.record.address import Address, address
from companion.hall.record.engine import engine_for, let_readers_go_on
from companion.hall.record.migrating import VERSIONS
from companion.hall.record.record import Record
from companion.hall.record.schema import SCHEMA
from companion.hall.record.trouble import Code, RecordError
from companion.hall.record.values import KeptResult, message_of, message_text
from companion.hall.view import LoggedCall, Pairing
from companion.hall.words import message
from companion.install import journal
from companion.journal.store import Journal
from companion.service.view import Message
from tests.hall.postgres import Postgres

CALL = LoggedCall("ab" * 16, "7", "illegal", message("unreadable", match="x", seq=3, why='"é"'), 5, id="call-1")
PAIRINGS = (Pairing(1, "7", "Ada", "Zoë"), Pairing(1, "8", "O'Neill; DROP", "%s"), Pairing(2, "7", "Zoë", "%(x)s"))


def refusal(where: Address) -> RecordError:
    record = Record(where)
    try:
        with pytest.raises(RecordError) as caught:
            record.open()
    finally:
        record.close()
    return caught.value


def do(where: Address, *statements: str) -> None:
    engine = engine_for(where)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def test_it_is_the_same_record_when_it_is_opened_again(where: Address) -> None:
    ids = []
    for _ in range(2):
        record = Record(where)
        record.open()
        ids.append(record.id)
        record.close()
    assert ids[0] == ids[1]
    assert len(ids[0]) == 32


def test_the_steps_lead_to_the_schema_of_the_programs(record: Record) -> None:
    engine = engine_for(record.where)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSIONS, "compare_type": True})
        assert compare_metadata(context, SCHEMA) == []
    engine.dispose()


def test_many_halls_may_open_it_at_once(where: Address) -> None:
    if where.is_sqlite:
        where.file.parent.mkdir(parents=True, exist_ok=True)
    records, failures = [Record(where) for _ in range(6)], list[Exception]()

    def open_(record: Record) -> None:
        try:
            record.open()
        except RecordError as error:
            failures.append(error)

    threads = [threading.Thread(target=open_, args=(record,)) for record in records]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert len({record.id for record in records}) == 1
    for record in records:
        record.close()


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_file_that_another_program_writes_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, goes_on: bool
) -> None:
    file = tmp_path / "hall.sqlite"
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    engine = engine_for(address(f"sqlite:///{file}", tmp_path))
    if goes_on:
        threading.Timer(0.3, other.close).start()
        let_readers_go_on(engine)
        with closing(sqlite3.connect(file)) as now:
            assert now.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    else:
        monkeypatch.setattr("companion.hall.record.engine.BUSY_MS", 60)
        with pytest.raises(exc.OperationalError, match="locked"):
            let_readers_go_on(engine)
        other.close()
    engine.dispose()


def test_a_newer_record_is_left_as_it_is(record: Record) -> None:
    do(record.where, f"UPDATE {VERSIONS} SET version_num = 'hall_9999'")  # noqa: S608 - a name of ours
    error = refusal(record.where)
    assert error.code is Code.NEWER
    assert "newer companion" in str(error)


def test_what_is_not_ours_is_left_as_it_is(where: Address) -> None:
    do(where, "CREATE TABLE matches (whose INTEGER)")
    assert refusal(where).code is Code.FOREIGN


def test_a_table_s_journal_is_no_record(tmp_path: Path) -> None:
    Journal.open(tmp_path).close()
    file = tmp_path / "journal.sqlite3"
    before = file.read_bytes()
    assert refusal(address(f"sqlite:///{file}", tmp_path)).code is Code.FOREIGN
    assert file.read_bytes() == before


def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "hall.sqlite").write_text("This is a letter, and by no means a database." * 50, encoding="utf-8")
    assert refusal(address("", tmp_path)).code is Code.DAMAGED


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    error = refusal(address("", tmp_path / "file" / "inside"))
    assert error.code is Code.NO_FOLDER
    assert str(tmp_path / "file") in str(error)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("hall.db", Code.BAD_URL),
        ("mysql://hall@here/db", Code.BAD_KIND),
        ("sqlite://", Code.NO_FILE),
        ("sqlite:///:memory:", Code.NO_FILE),
        ("postgresql://hall:secret-word@here/db", Code.URL_PASSWORD),
        ("postgresql://hall@here/db?password=secret-word", Code.URL_PASSWORD),
        ("postgresql://hall:secret-word@here:port/db", Code.BAD_URL),
    ],
)
def test_a_wrong_address_is_told_without_its_password(url: str, code: Code, tmp_path: Path) -> None:
    with pytest.raises(RecordError) as caught:
        address(url, tmp_path)
    assert caught.value.code is code
    assert "secret-word" not in str(caught.value)


def test_a_password_is_never_shown(tmp_path: Path) -> None:
    where = address("postgres://hall@here:5/db", tmp_path, "secret-word")
    assert where.url.password == "secret-word"  # noqa: S105 - none
    assert str(where) == "postgresql://hall@here:5/db"
    assert "secret-word" not in repr(where)


def test_why_the_database_refuses_is_told(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    assert refusal(address(url.rpartition("/")[0] + "/nowhere", tmp_path)).code is Code.NO_DATABASE
    for user, password in (("stranger", "secret-word"), ("stranger", "")):
        error = refusal(address(postgres.url("postgres", user), tmp_path, password))
        assert error.code is Code.NOT_LET_IN
        assert "secret-word" not in str(error)
    assert refusal(address("postgresql://hall@127.0.0.1:1/db", tmp_path)).code is Code.UNREACHABLE


def test_a_record_that_can_only_be_read_is_told(record: Record, postgres: Postgres) -> None:
    if record.where.is_sqlite:
        reader = Record(address(f"sqlite:///file:{record.where.file}?mode=ro&uri=true", record.where.file.parent))
        with pytest.raises(RecordError) as caught:
            reader.see([("ab" * 16, "7", 1)])
        assert caught.value.code is Code.READ_ONLY
        reader.close()
        return
    name = str(record.where.url.database)
    do(record.where, f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    assert postgres.port
    record.close()
    with pytest.raises(RecordError) as caught:
        record.see([("ab" * 16, "7", 1)])
    assert caught.value.code is Code.READ_ONLY


def test_a_disk_that_is_full_is_told(tmp_path: Path) -> None:
    record = Record(address("", tmp_path))
    record.open()
    with record._writing() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(RecordError) as caught:
        record.keep_rounds([Pairing(n, "7", "A" * 200, "B" * 200) for n in range(1, 400)], 1)
    assert caught.value.code is Code.FULL
    assert "full" in str(caught.value)
    assert record.rounds().pairings == ()
    record.close()


def test_every_commit_of_sqlite_is_on_disk(tmp_path: Path) -> None:
    record = Record(address("", tmp_path))
    record.open()
    with record._reading() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    record.close()
    assert (tmp_path / "hall.sqlite").is_file()


def test_the_installer_knows_of_which_version_a_record_is(tmp_path: Path) -> None:
    record = Record(address("", tmp_path))
    record.open()
    record.close()
    copy = journal.save(tmp_path, "2", journal.HALL)
    assert copy is not None
    assert not journal.put_back(tmp_path, copy, "2", journal.HALL)
    with closing(sqlite3.connect(tmp_path / "hall.sqlite")) as connection:
        connection.execute("UPDATE hall_version SET version_num = 'hall_9999'")
        connection.commit()
    assert refusal(address("", tmp_path)).code is Code.NEWER
    assert journal.put_back(tmp_path, copy, "2", journal.HALL)
    record.open()
    record.close()


def test_tables_are_kept_under_their_last_name(record: Record) -> None:
    record.see([("ab" * 16, "7", 10), ("cd" * 16, "8", 10)])
    record.see([("ab" * 16, "9", 30)])
    with record._reading() as connection:
        rows = connection.execute(text("SELECT id, name, first_seen, last_seen FROM tables ORDER BY id")).all()
    assert [tuple(row) for row in rows] == [("ab" * 16, "9", 10, 30), ("cd" * 16, "8", 10, 10)]


def test_calls_are_kept_as_they_stand(record: Record) -> None:
    later = LoggedCall("", "8", "same_name", message("list_empty"), 9, id="call-2", went=11)
    record.keep_calls([CALL, later])
    assert record.calls(10) == [later, CALL]
    gone = LoggedCall("ab" * 16, "7", "illegal", CALL.text, 5, 6, "the director", 7, "call-1")
    record.keep_calls([gone])
    assert record.calls(10) == [later, gone]
    assert record.calls(1) == [later]


def test_rounds_are_taken_over_and_begin(record: Record) -> None:
    assert record.rounds().numbers == ()
    record.keep_rounds(PAIRINGS, 100)
    rounds = record.rounds()
    assert rounds.pairings == PAIRINGS
    assert (rounds.present, dict(rounds.begun)) == (1, {1: 100, 2: 0})
    assert record.choose_round(2, 200)
    assert not record.choose_round(3, 300)
    record.keep_rounds((*PAIRINGS, Pairing(3, "7", "Ada", "Bo")), 400)
    assert (record.rounds().present, dict(record.rounds().begun)) == (2, {1: 100, 2: 200, 3: 0})
    assert record.choose_round(1, 500)
    assert dict(record.rounds().begun) == {1: 100, 2: 200, 3: 0}
    assert record.choose_round(0, 600)
    assert record.rounds().present == 0
    record.keep_rounds(PAIRINGS[2:], 700)
    assert (record.rounds().present, record.rounds().numbers) == (2, (1, 2, 3))


def test_a_list_replaces_the_rounds_that_it_names_and_no_others(record: Record) -> None:
    record.keep_rounds(PAIRINGS, 100)
    second = Pairing(2, "8", "Bo", "Cy")
    record.keep_rounds((second,), 200)
    rounds = record.rounds()
    assert rounds.of(1) == PAIRINGS[:2]
    assert rounds.of(2) == (second,)
    assert (rounds.present, dict(rounds.begun)) == (1, {1: 100, 2: 0})


def test_a_round_is_taken_off_the_list(record: Record) -> None:
    record.keep_rounds(PAIRINGS, 100)
    assert record.drop_round(2)
    assert not record.drop_round(2)
    assert (record.rounds().present, record.rounds().pairings) == (1, PAIRINGS[:2])
    assert record.drop_round(1)
    assert (record.rounds().present, record.rounds().numbers) == (0, ())


def test_results_are_kept_for_matches_that_are_there(record: Record) -> None:
    with pytest.raises(RecordError) as caught:
        record.keep_result("nowhere", KeptResult(3, "{}"))
    assert caught.value.code is Code.TAKEN
    assert record.results() == {}


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(-(2**53), 2**53))
def test_messages_are_kept_whole(words: str, number: int) -> None:
    told = Message("code", (("why", words), ("count", number)), words, "{why} {count}")
    assert message_of(message_text(told)) == told
