"""The journal fails: play goes on, everybody is told, and all is written once it works again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.journal import database
from companion.journal.database import FILE
from companion.journal.lines import Line, sum_of
from companion.journal.store import Journal
from companion.service import TableService, TableView
from tests.service.playing import MONEY, begun, button, done, play, running, throw, until


def journal_state(view: TableView) -> str:
    return next(one.state for one in view.devices if one.name == "journal")


def test_a_journal_that_works_says_so(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        view = begun(service)
        assert (journal_state(view), view.trouble) == ("running", ())


def test_another_program_writes_to_it(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        begun(first)
        with running(tmp_path, retry_s=0.05) as second:
            view = second.view()
            assert (view.phase, journal_state(view)) == ("no_match", "failed")
            (trouble,) = view.trouble
            assert dict(trouble.params)["code"] == "busy"
            assert "Another program" in trouble.text
            view = begun(second)
            assert view.match is None
            assert "2 events are kept in memory only" in view.trouble[0].text
            first.stop()
            view = until(second, lambda view: not view.trouble)
            assert view.match == 2
    with Journal.open(tmp_path) as journal:
        assert [row.events for row in journal.matches()] == [2, 2]


def test_what_is_in_memory_only_is_not_told_as_written(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        assert begun(first).kept == "disk"
        with running(tmp_path, retry_s=0.05) as second:
            assert second.view().kept == "disk"
            # Nothing has happened in the match yet, but nobody would find it again.
            assert done(second.new_match(MONEY, "test")).kept == "memory"
            assert throw(second, "white", 3).kept == "memory"
            first.stop()
            until(second, lambda view: view.kept == "disk")
            assert throw(second, "black", 1).kept == "disk"


@pytest.mark.parametrize("with_match", [True, False])
def test_a_journal_that_can_only_be_read_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, with_match: bool
) -> None:
    if with_match:
        with running(tmp_path) as service:
            begun(service)
    else:
        Journal.open(tmp_path).close()
    with monkeypatch.context() as patched:
        patched.setattr(database, "SETTINGS", (*database.SETTINGS, "PRAGMA query_only = ON"))
        with running(tmp_path, retry_s=0.05) as service:
            view = service.view()
            assert (journal_state(view), dict(view.trouble[0].params)["code"]) == ("failed", "read_only")
            # What is there is shown, and all of it is on disk.
            assert (view.phase, view.kept) == ("playing" if with_match else "no_match", "disk")
            assert dict(view.trouble[0].params)["waiting"] == 0
            if with_match:
                assert play(service, "white", "8/5 6/5").kept == "memory"
            patched.undo()
            view = until(service, lambda view: not view.trouble)
            assert (journal_state(view), view.kept) == ("running", "disk")


def test_the_match_goes_on_once_the_journal_is_free(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        before = begun(first)
        with running(tmp_path, retry_s=0.05) as second:
            first.stop()
            view = until(second, lambda view: view.phase == "playing" and bool(view.log))
            assert (view.match, view.uid, view.trouble) == (1, before.uid, ())
            play(second, "white", "8/5 6/5")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "in the way").write_text("a file")
    with running(tmp_path / "in the way", retry_s=0.05) as service:
        assert journal_state(service.view()) == "failed"
        begun(service)
        (tmp_path / "in the way").unlink()
        view = until(service, lambda view: not view.trouble)
        assert view.match == 1
    with Journal.open(tmp_path / "in the way") as journal:
        assert journal.match(1).events == 2


def test_the_journal_is_gone_and_begun_anew(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with running(folder) as service:
        begun(service)
        shutil.rmtree(folder)
        view = throw_and_play(service)
        assert journal_state(view) == "failed"
        view = done(service.post(button(view, "new_journal"), "scorer"))
        assert (journal_state(view), view.trouble) == ("running", ())
    with Journal.open(folder) as journal:
        assert [row.events for row in journal.matches()] == [4]


def throw_and_play(service: TableService) -> TableView:
    play(service, "white", "8/5 6/5")
    return throw(service, "black", 6, 5)


def test_a_damaged_journal_is_set_aside(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    with running(tmp_path) as service:
        view = service.view()
        assert (view.phase, journal_state(view), dict(view.trouble[0].params)["code"]) == (
            "no_match",
            "failed",
            "damaged",
        )
        view = done(service.post(button(view, "new_journal"), "scorer"))
        assert (journal_state(view), view.trouble) == ("running", ())
        assert begun(service).match == 1


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"something of somebody's" * 100)
    with running(tmp_path) as service:
        view = begun(service)
        assert dict(view.trouble[0].params)["code"] == "foreign"
        assert not [one for one in view.actions if one.name == "new_journal"]
    assert (tmp_path / FILE).read_bytes().startswith(b"something of somebody's")


def test_a_match_that_cannot_be_read_stays_where_it_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path) as service:
        begun(service)
    with Journal.open(tmp_path) as journal:
        connection = journal._database._connection
        line = Line(1, '{"event":"of_the_future","at":1}')
        row = journal.match(1)
        connection.execute("INSERT INTO events VALUES (1, 3, 1, ?, ?)", (line.body, sum_of(row.uid, 3, line)))
        connection.execute("UPDATE matches SET events = 3 WHERE number = 1")
    with running(tmp_path) as service:
        assert (service.view().phase, service.view().trouble) == ("no_match", ())
        assert begun(service).match == 2
    assert "The open match cannot go on" in caplog.text


def test_only_a_match_of_this_table_goes_on(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
    with Journal.open(tmp_path) as journal:
        journal.begin(journal.agreement(1), 1_790_000_000_000, "import")
    with running(tmp_path) as service:
        assert (service.view().match, service.view().phase) == (1, "playing")
