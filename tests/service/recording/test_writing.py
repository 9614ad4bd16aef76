"""A recording takes no more room than it may, tells of its gaps, and never holds up the table or stops it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from companion.service.recording import recording as writing
from companion.service.recording.observer import Observer
from companion.service.recording.recording import Recording
from companion.service.recording.shelf import Packing, Shelf
from companion.service.service import MB
from tests.service.playing import begun, done, play_first, running, throw
from tests.service.recording.stage import RAW, checked, differences, exported, written
from tests.waiting import HANG_S


def heads(folder: Path, uid: str) -> list[dict[str, Any]]:
    return [one.piece.head for one in checked(exported(folder, uid))]


def filled(shelf: Shelf, uid: str, size: int) -> Path:
    path = shelf.new(uid)
    path.write_bytes(bytes(size))
    return path


def test_the_match_played_longest_ago_goes_first(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    old, other, again = filled(shelf, "one", 10), filled(shelf, "two", 10), filled(shelf, "one", 10)
    assert shelf.tidy(20, keep=again) == 1
    assert (old.exists(), other.exists(), again.exists()) == (True, False, True)
    assert not other.parent.exists()


def test_what_is_written_now_stays(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    only = filled(shelf, "one", 10)
    assert shelf.tidy(5, keep=only) == 0
    assert only.exists()


def test_nothing_is_written_unless_it_is_wanted(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
        assert service.recording is None
    assert not (tmp_path / "raw").exists()


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    with running(tmp_path, **RAW) as service:
        begun(service)
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "raw").rglob("*.gz")} == {0}


def test_a_large_file_is_followed_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "LARGEST_PIECE", 200)
    with running(tmp_path, **RAW) as service:
        begun(service)
        assert service.recording is not None
        for number in range(6):
            play_first(service)
            throw(service, str(service.view().turn), 6, 5 - number % 2)
            assert service.recording.settle(HANG_S)
        uid = str(service.view().uid)
    pieces = checked(exported(tmp_path, uid))
    assert len(pieces) > 2
    assert all(one.is_same for one in pieces)
    assert [one.first for one in pieces[1:]] == [one.last for one in pieces[:-1]], "nothing lies between them"
    assert pieces[-1].last == len(written(tmp_path)[uid])


def test_a_disk_that_is_full_leaves_a_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "AGAIN_S", 0.0)
    put = Packing._put

    def full(_self: Packing, _data: bytes) -> None:
        raise OSError(28, "No space left on device")

    with running(tmp_path, **RAW) as service:
        begun(service)
        assert service.recording is not None
        assert service.recording.settle(HANG_S)
        monkeypatch.setattr(Packing, "_put", full)
        play_first(service)
        service.recording.settle(HANG_S)
        monkeypatch.setattr(Packing, "_put", put)
        throw(service, "black", 6, 5)
        play_first(service)
        uid = str(service.view().uid)
    assert differences(exported(tmp_path, uid)) == []
    assert "disk" in {one["gap"]["why"] for one in heads(tmp_path, uid) if one["gap"]}
    assert checked(exported(tmp_path, uid))[-1].last == len(written(tmp_path)[uid])


def test_a_slow_disk_holds_nobody_up_and_leaves_a_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "MOST_WAITING", 4)
    go_on, write = threading.Event(), Recording._write

    def slow(self: Recording, item: Any) -> None:
        go_on.wait(HANG_S)
        write(self, item)

    monkeypatch.setattr(Recording, "_write", slow)
    with running(tmp_path, **RAW) as service:
        begun(service)
        play_first(service)
        throw(service, "black", 6, 5)
        go_on.set()
        assert service.recording is not None
        assert service.recording.settle(HANG_S)
        play_first(service)
        uid = str(service.view().uid)
    found = checked(exported(tmp_path, uid))
    assert all(one.is_same for one in found)
    assert found[-1].piece.gap is not None
    assert found[-1].piece.gap["why"] == "slow"
    assert found[-1].piece.gap["lost"] > 0


def test_who_looks_on_may_fail_and_the_table_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_about: object) -> None:
        raise ZeroDivisionError

    with running(tmp_path, **RAW) as service:
        begun(service)
        monkeypatch.setattr(Observer, "did", fails)
        play_first(service)
        assert done(service.post({"event": "resigned", "player": "black", "level": 1}, "black")).asked == "white"


def test_numbers_go_on_over_all_matches(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    names = [filled(shelf, uid, 1).name for uid in ("one", "two", "one")]
    assert names == ["000001.jsonl.gz", "000002.jsonl.gz", "000003.jsonl.gz"]
    assert [one.number for one in shelf.pieces("one")] == [1, 3]


def test_a_match_may_not_name_a_folder_elsewhere(tmp_path: Path) -> None:
    assert Shelf(tmp_path).new("../../elsewhere").parent.name == "no-match"


def test_room_is_counted_in_megabytes(tmp_path: Path) -> None:
    with running(tmp_path, raw_mb=7) as service:
        assert service.recording is not None
        assert service.recording.limit == 7 * MB
