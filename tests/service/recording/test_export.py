"""The file that is sent: whole, without secrets, without names if wanted; and what comes from others is not trusted."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.service.recording import reading
from companion.service.recording.export import NothingRecordedError, Wanted, export, packed
from companion.service.recording.reading import RawFile
from companion.service.recording.trouble import (
    DamagedError,
    NoRecordingError,
    OtherFormError,
    RawError,
    TooLargeError,
)
from tests.service.playing import begun, done, play_first, running, throw
from tests.service.recording.stage import RAW, checked, differences, exported

NAMES = {"white": "Anna Gram", "black": "Bo Ard"}
WORD = "a-very-secret-word"


@pytest.fixture
def table(tmp_path: Path) -> tuple[Path, str]:
    """A match in which people have written their names wherever they can."""
    with running(tmp_path, **RAW) as service:
        agreement = {"game": "backgammon", "length": {"kind": "money"}, "names": NAMES}
        begun(service, agreement)
        play_first(service)
        reason = f"ANNA GRAM has counted, Anna says; pin={WORD}"
        done(service.post({"event": "score_set", "score": {"white": 2, "black": 0}, "reason": reason}, "Bo Ard"))
        throw(service, "black", 6, 5)
        uid = str(service.view().uid)
    pictures = tmp_path / "evidence" / uid
    pictures.mkdir(parents=True)
    (pictures / "3.jpg").write_bytes(b"a picture")
    (pictures / "readme.txt").write_bytes(b"no picture")
    return tmp_path, uid


def whole(path: Path) -> str:
    with zipfile.ZipFile(path) as archive:
        return "".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())


def test_names_stay_if_they_may(table: tuple[Path, str]) -> None:
    path = exported(*table)
    assert "Anna Gram" in whole(path)
    assert differences(path) == []


def test_names_can_be_left_out_and_the_same_comes_out(table: tuple[Path, str]) -> None:
    path = exported(*table, names=False)
    text = whole(path).casefold()
    assert "anna" not in text
    assert "bo ard" not in text
    assert "Player W has counted, Player W says" in whole(path)
    (found,) = checked(path)
    assert found.is_same
    assert found.events == 5


@pytest.mark.parametrize("names", [True, False])
def test_no_secret_is_in_it(table: tuple[Path, str], *, names: bool) -> None:
    path = exported(*table, names=names, secrets=(WORD,))
    assert WORD not in whole(path)
    assert differences(path) == []


def test_pictures_go_with_it_if_wanted(table: tuple[Path, str]) -> None:
    for wanted in (True, False):
        with zipfile.ZipFile(exported(*table, pictures=wanted)) as archive:
            assert ("pictures/3.jpg" in archive.namelist()) is wanted
            assert not any(name.endswith(".txt") for name in archive.namelist())


def test_of_what_was_never_recorded_there_is_no_file(table: tuple[Path, str]) -> None:
    with pytest.raises(NothingRecordedError):
        export(table[0], Wanted("another"), io.BytesIO())


def test_what_is_being_written_can_be_sent(tmp_path: Path) -> None:
    with running(tmp_path, **RAW) as service:
        begun(service)
        assert service.recording is not None
        assert service.recording.settle(20.0)
        (found,) = checked(exported(tmp_path, str(service.view().uid)))
    assert found.is_same
    assert (found.events, found.ended) == (2, "")


def test_a_file_that_is_cut_off_is_sent_as_far_as_it_goes(table: tuple[Path, str]) -> None:
    folder, uid = table
    (piece,) = (folder / "raw" / uid).iterdir()
    piece.write_bytes(piece.read_bytes()[:-40])
    (found,) = checked(exported(folder, uid))
    assert found.is_same
    assert found.ended == ""


# What others send


def made(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def changed(table: tuple[Path, str], change: Callable[[list[Any]], list[Any]]) -> Path:
    """The recording with other lines."""
    with zipfile.ZipFile(exported(*table)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    (name,) = (name for name in files if name.startswith("pieces/"))
    lines = change([json.loads(line) for line in files[name].splitlines()])
    files[name] = b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in lines)
    return made(table[0] / "changed.zip", files)


def without(name: str) -> Callable[[list[Any]], list[Any]]:
    def change(lines: list[Any]) -> list[Any]:
        for line in lines:
            line.get("job", line).pop(name, None)
            line.pop(name, None)
        return lines

    return change


def spoilt(at: int, **fields: Any) -> Callable[[list[Any]], list[Any]]:
    return lambda lines: [*lines[:at], {**lines[at], **fields}, *lines[at + 1 :]]


def board(state: Any) -> Callable[[list[Any]], list[Any]]:
    return spoilt(1, e="part", part="board", run=1, **{"in": ["state", state]})


def line(content: bytes) -> Callable[[list[Any]], list[Any]]:
    return lambda lines: [*lines, content + b"\n"]


SENSELESS: dict[str, Callable[[list[Any]], list[Any]]] = {
    **{f"without {name}": without(name) for name in ("now", "at", "n", "desk", "e", "version", "form")},
    "no time": spoilt(0, desk={"time": [1, 2]}),
    "no match": spoilt(0, match={"uid": 7}),
    "no instant": spoilt(1, now="soon"),
    "no event": spoilt(1, job={"n": 1, "at": 1.0, "told": "board", "noticed": {"event": "no such"}}),
    "no state": spoilt(1, job={"n": 1, "at": 1.0, "told": "board", "condition": "hungry", "message": ["", [], "", ""]}),
    "no number": spoilt(1, job={"n": True, "at": 1.0, "begun": {}}),
    "no line": spoilt(1, lines=[[1]]),
    "no walls": spoilt(1, walls=7),
    "no part": spoilt(1, e="part", part="kettle", run=1, **{"in": ["state", {}]}),
    "no class": board({"bridge": ["o", "os.system", {}]}),
    "no bridge": board({"bridge": ["o", "session.Session", {}]}),
    "no watcher": spoilt(1, e="part", part="camera", run=1, **{"in": ["state", {"white_sits": "bottom"}]}),
    "no json": line(b"{not json"),
    "too deep": line(b"[" * 100_000),
    "not a number": line(b'{"e": "turn", "now": NaN}'),
    "no object": line(b"[1, 2]"),
}


@pytest.mark.parametrize("name", SENSELESS)
def test_what_makes_no_sense_is_told_with_its_line(table: tuple[Path, str], name: str) -> None:
    with pytest.raises(DamagedError) as told:
        checked(changed(table, SENSELESS[name]))
    assert told.value.line > 0


def test_another_form_is_told_with_its_version(table: tuple[Path, str]) -> None:
    with pytest.raises(OtherFormError) as told:
        checked(changed(table, spoilt(0, form=99, version="9.9")))
    assert told.value.version == "9.9"


def test_what_is_no_zip_is_no_recording(tmp_path: Path) -> None:
    for content in (b"", b"PK\x03\x04", b"no zip at all" * 100):
        (tmp_path / "x.zip").write_bytes(content)
        with pytest.raises(NoRecordingError):
            RawFile(tmp_path / "x.zip")


@pytest.mark.parametrize("files", [{}, {"about.json": b"{}\n"}, {"pieces/": b""}])
def test_a_zip_without_pieces_is_no_recording(tmp_path: Path, files: dict[str, bytes]) -> None:
    with RawFile(made(tmp_path / "x.zip", files)) as file, pytest.raises(NoRecordingError):
        file.pieces()


def test_a_damaged_piece_is_told(table: tuple[Path, str]) -> None:
    path = exported(*table, pictures=False)
    content = bytearray(path.read_bytes())
    at = content.index(b"pieces/") + 60
    content[at : at + 20] = bytes(20)
    path.write_bytes(content)
    with pytest.raises(RawError):
        checked(path)


def test_what_grows_too_large_is_not_read_on(table: tuple[Path, str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = changed(table, lambda lines: [*lines, b'"' + b"a" * 200_000 + b'"\n'])
    monkeypatch.setattr(reading, "LONGEST_LINE", 100_000)
    with pytest.raises(TooLargeError):
        checked(path)
    monkeypatch.setattr(reading, "LONGEST_LINE", 1_000_000)
    monkeypatch.setattr(reading, "MOST_BYTES", 1000)
    with pytest.raises(TooLargeError):
        checked(path)


def test_a_line_that_is_not_whole_ends_it(table: tuple[Path, str]) -> None:
    (found,) = checked(changed(table, lambda lines: [*lines[:-1], b'{"e": "turn", "no']))
    assert found.is_same
    assert found.ended == ""


def test_the_file_is_made_as_bytes_too(table: tuple[Path, str]) -> None:
    (table[0] / "bytes.zip").write_bytes(packed(table[0], Wanted(table[1])))
    assert differences(table[0] / "bytes.zip") == []
