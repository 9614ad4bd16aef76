"""The journal beside the table that writes: every line as it is written, and nothing where it cannot be read."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.broker.messages import MOST_LINES, Events, encode
from companion.journal.database import FILE
from companion.journal.lines import Line
from companion.journal.store import Journal
from companion.service.publishing import shelf as module
from companion.service.publishing.shelf import JournalShelf
from tests.service.playing import begun, play_first, running, throw
from tests.service.publishing.halls import SESSION, TABLE


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[JournalShelf]:
    made = JournalShelf(tmp_path)
    yield made
    made.close()


def test_where_there_is_no_journal_there_is_nothing(shelf: JournalShelf, tmp_path: Path) -> None:
    assert (dict(shelf.matches()), shelf.match("x"), list(shelf.lines("x", 0))) == ({}, None, [])
    assert list(tmp_path.iterdir()) == []


def test_what_the_table_writes_is_there_at_once(shelf: JournalShelf, tmp_path: Path) -> None:
    with running(tmp_path) as service:
        uid = begun(service).uid
        assert uid is not None
        before = shelf.match(uid)
        assert before is not None
        play_first(service)
        after = shelf.match(uid)
        assert after is not None
        assert after.count > before.count
        assert shelf.matches() == {uid: after}
        lines = shelf.lines(uid, 0)
        assert len(lines) == after.count
        assert list(shelf.lines(uid, 3)) == list(lines[3:])
        assert list(shelf.lines(uid, after.count)) == []
    with Journal.open(tmp_path) as journal:
        number = journal.find(uid).number
        assert [Line(*line) for line in lines[1:]] == journal.lines(number)
        assert json.loads(lines[0][1])["game"] == "backgammon"


def test_what_was_imported_is_not_of_this_table(shelf: JournalShelf, tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
    with Journal.open(tmp_path) as journal:
        agreement = journal.agreement(1)
        journal.begin(agreement, 5, source="import", uid="imported")
    assert len(shelf.matches()) == 1
    assert shelf.match("imported") is None


def test_a_journal_that_was_set_aside_is_followed(shelf: JournalShelf, tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
        first = dict(shelf.matches())
    kept = tmp_path / "kept"
    kept.mkdir()
    for path in tmp_path.glob("journal*"):
        shutil.move(path, kept / path.name)
    assert dict(shelf.matches()) == {}
    with running(tmp_path) as service:
        begun(service)
        second = dict(shelf.matches())
    assert len(second) == 1
    assert not first.keys() & second.keys()


def test_damage_is_nothing_to_send(shelf: JournalShelf, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no journal" * 1000)
    assert dict(shelf.matches()) == {}
    assert list(shelf.lines("x", 0)) == []


def test_a_message_holds_so_many_lines(shelf: JournalShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as service:
        view = begun(service)
        uid = view.uid
        assert uid is not None
        while (told := shelf.match(uid)) and told.count <= MOST_LINES:
            play_first(service)
            throw(service, service.view().turn or "white", 6, 5)
        lines = shelf.lines(uid, 0)
        assert len(lines) == MOST_LINES
        encode(Events(TABLE, SESSION, uid, 1, 0, tuple(lines), MOST_LINES))
        monkeypatch.setattr(module, "ROOM", len(json.dumps(lines[0][1])) + 100)
        assert 1 <= len(shelf.lines(uid, 0)) < MOST_LINES
        monkeypatch.setattr(module, "ROOM", 1)
        assert list(shelf.lines(uid, 5)) == [lines[5]]
