"""`companion replay --raw` and `companion export --format raw`: what they print, and with which exit status."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands import raw as raw_command
from companion.commands.output import BAD_USE, FAILED
from companion.commands.raw import OTHERWISE
from companion.language import speak
from companion.service.desk import Desk
from tests.commands.closed import with_nobody_reading
from tests.commands.test_archive import Ran
from tests.service.playing import begun, play_first, running, throw
from tests.service.recording.record import RECORDED
from tests.service.recording.stage import RAW, exported


@pytest.fixture
def table(tmp_path: Path) -> tuple[Path, str]:
    with running(tmp_path, **RAW) as service:
        begun(service)
        play_first(service)
        uid = str(service.view().uid)
    with running(tmp_path, **RAW) as service:
        throw(service, "black", 6, 5)
    return tmp_path, uid


@pytest.fixture
def english_again() -> Iterator[None]:
    yield
    speak("en")


def test_the_same_comes_out(table: tuple[Path, str]) -> None:
    ran = Ran("replay", "--raw", str(exported(*table)), "--check")
    assert ran.status == 0
    assert ran.out.splitlines()[-1] == "The same came out."
    assert "The table: 4 steps, 3 events of the match." in ran.out
    assert ran.error == ""


def test_nobody_who_reads_any_more_is_no_fault_of_the_file(table: tuple[Path, str]) -> None:
    assert with_nobody_reading("replay", "--raw", str(exported(*table)), "--check") == (1, "")


def test_the_first_difference_is_told(table: tuple[Path, str], monkeypatch: pytest.MonkeyPatch) -> None:
    path = exported(*table)
    take = Desk._take
    monkeypatch.setattr(Desk, "_take", lambda self, event, instant: take(self, event, instant + 0.5))
    ran = Ran("replay", "--raw", str(path), "--check")
    assert ran.status == OTHERWISE
    assert "The table: Event 1 of the match came out otherwise. That is line" in ran.out
    assert "    Recorded: {" in ran.out
    assert "    Now: {" in ran.out
    assert ran.out.splitlines()[-1] == "Something else came out."


def test_without_check_the_steps_are_told(table: tuple[Path, str]) -> None:
    ran = Ran("replay", "--raw", str(exported(*table)))
    assert ran.status == 0
    numbers = [one["number"] for line in ran.lines for one in line.get("events", [])]
    assert numbers == [1, 2, 3, 4]
    assert any(line.get("did", {}).get("by") == "white" for line in ran.lines)


def test_another_version_is_told(table: tuple[Path, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw_command, "__version__", "99.9")
    assert (
        "This is companion 99.9: what it does otherwise" in Ran("replay", "--raw", str(exported(*table)), "--check").out
    )


def test_a_recording_that_breaks_off_is_told(table: tuple[Path, str]) -> None:
    folder, uid = table
    last = max((folder / "raw" / uid).iterdir())
    last.write_bytes(last.read_bytes()[:-20])
    assert "It breaks off" in Ran("replay", "--raw", str(exported(folder, uid)), "--check").out


def test_a_piece_that_was_taken_out_is_told(table: tuple[Path, str], tmp_path: Path) -> None:
    with zipfile.ZipFile(exported(*table)) as archive, zipfile.ZipFile(tmp_path / "less.zip", "w") as less:
        first, second = (name for name in archive.namelist() if name.startswith("pieces/"))
        for name in ("about.json", second):
            less.writestr(name, archive.read(name))
    ran = Ran("replay", "--raw", str(tmp_path / "less.zip"), "--check")
    assert first not in ran.out
    assert "The file is not whole: of its 2 pieces only 1 are there." in ran.out
    assert "3 events before it were not recorded." in ran.out
    assert ran.status == 0


@pytest.mark.parametrize("content", [b"", b'{"e": "stands", "fo'], ids=["empty", "not whole"])
def test_a_recording_in_which_nothing_stands_is_not_the_same(
    table: tuple[Path, str], tmp_path: Path, content: bytes
) -> None:
    with zipfile.ZipFile(exported(*table)) as archive, zipfile.ZipFile(tmp_path / "none.zip", "w") as none:
        none.writestr("about.json", archive.read("about.json"))
        none.writestr("pieces/000001.jsonl", content)
    ran = Ran("replay", "--raw", str(tmp_path / "none.zip"), "--check")
    assert (ran.status, ran.out.splitlines()[-1]) == (1, "Nothing is recorded in it.")
    assert "The same came out." not in ran.out


def test_a_piece_in_which_nothing_stands_is_told_as_left_out(table: tuple[Path, str]) -> None:
    path = exported(*table)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("pieces/999999.jsonl", b"")
    ran = Ran("replay", "--raw", str(path), "--check")
    assert "pieces/999999.jsonl: left out, nothing stands in it." in ran.out
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "The same came out.")


def test_a_file_that_is_none(tmp_path: Path) -> None:
    for content in (b"", b"no zip"):
        (tmp_path / "x").write_bytes(content)
        ran = Ran("replay", "--raw", str(tmp_path / "x"), "--check")
        assert (ran.status, ran.out) == (BAD_USE, "")
        assert ran.error == f"companion: {tmp_path / 'x'} is no recording of a table, or a damaged one.\n"


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    ran = Ran("replay", "--raw", str(tmp_path / "x"))
    assert ran.status == BAD_USE
    assert "cannot be read" in ran.error


def test_a_damaged_file_is_told_with_its_line(table: tuple[Path, str], tmp_path: Path) -> None:
    with zipfile.ZipFile(exported(*table)) as archive:
        about = archive.read("about.json")
        piece = archive.read("pieces/000002.jsonl").splitlines(keepends=True)[0]
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        archive.writestr("about.json", about)
        archive.writestr("pieces/1.jsonl", piece + b'{"e": "turn"}\n')
    ran = Ran("replay", "--raw", str(tmp_path / "bad.zip"), "--check")
    assert (ran.status, "line 2 of pieces/1.jsonl makes no sense" in ran.error) == (BAD_USE, True)


def test_check_goes_with_raw() -> None:
    ran = Ran("replay", "1", "--check")
    assert (ran.status, ran.error) == (BAD_USE, "companion: --check goes with --raw.\n")


@pytest.mark.parametrize("words", [(), ("1", "--raw", "x")], ids=["neither", "both"])
def test_either_a_match_or_a_file(words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit):
        Ran("replay", *words)


def test_a_match_is_exported(table: tuple[Path, str], tmp_path: Path) -> None:
    folder, uid = table
    for number, match in enumerate(("1", uid)):
        target = tmp_path / f"{number}.zip"
        asked = ("export", match, "--data", str(folder), "--format", "raw", "--output", str(target), "--no-names")
        ran = Ran(*asked)
        assert (ran.status, ran.error) == (0, "")
        assert json.loads(zipfile.ZipFile(target).read("about.json"))["match"] == uid
        assert Ran("replay", "--raw", str(target), "--check").status == 0
        assert Ran(*asked).status == BAD_USE


def test_what_cannot_be_exported(table: tuple[Path, str], tmp_path: Path) -> None:
    folder, _ = table
    assert Ran("export", "1", "--data", str(folder), "--format", "raw").status == BAD_USE
    target = ("--format", "raw", "--output", str(tmp_path / "x.zip"))
    assert Ran("export", "77", "--data", str(folder), *target).status == FAILED
    assert "nothing is recorded" in Ran("export", "77", "--data", str(tmp_path / "other"), *target).error


def test_in_another_language(english_again: None) -> None:
    del english_again
    ran = Ran("--language", "de", "replay", "--raw", str(RECORDED / "journal.zip"), "--check")
    assert "Es kam dasselbe heraus." in ran.out
    assert "Der Tisch: " in ran.out
