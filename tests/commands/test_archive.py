"""The commands about recorded matches, as people and scripts use them: what they print, and with which exit status."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.commands.output import BAD_USE, FAILED
from companion.commands.progress import watched
from companion.datafolder import data_folder
from companion.journal.store import Journal
from companion.journal.trouble import Code, JournalError
from tests.journal.scripts import WALL, session

MATCHES = ("cube_and_drop", "trictrac_continue", "illegal_let_stand")
PICTURE = b"a picture"
ODD_SCORE = """ 3 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2                Drops
      Wins 1 point
 Game 2
 Ada : 1                        Ben : 1
  1) 31: 8/5 6/5                 64: 24/14
"""


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with three scripted tables, which the environment names."""
    folder = tmp_path / "data"
    with Journal.open(folder) as journal:
        for name in MATCHES:
            agreement, stored, table = session(name)
            number = journal.begin(agreement, WALL, uid=f"uid-of-{name}")
            journal.append(number, [one.event for one in stored], [one.wall for one in stored], table)
        journal.keep_evidence(1, 1, PICTURE)
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    return folder


class Ran:
    """What a command has printed, and its exit status."""

    def __init__(self, *words: str) -> None:
        raw, self.stderr = io.BytesIO(), io.StringIO()
        stdout = io.TextIOWrapper(raw, "utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdout", stdout)
            patch.setattr(sys, "stderr", self.stderr)
            self.status = main(words)
        stdout.flush()
        self.out = raw.getvalue().decode()
        self.error = self.stderr.getvalue()

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.mark.usefixtures("archive")
class TestGames:
    def test_a_table_of_all_matches(self) -> None:
        ran = Ran("games")
        head, *rows = ran.out.splitlines()
        assert head.split()[:4] == ["No.", "Begun", "Game", "Length"]
        assert [row.split()[0] for row in rows] == ["3", "2", "1"]
        assert "trictrac    12 games  White  Black    4-0      1  open" in rows[1]
        assert (ran.status, ran.error) == (0, "")

    def test_a_line_of_json_for_each(self) -> None:
        newest, _, oldest = Ran("games", "--json").lines
        assert (newest["number"], oldest["uid"]) == (3, "uid-of-cube_and_drop")
        assert oldest["score"] == {"white": 2, "black": 0}
        assert oldest["length"] == "to 5"

    def test_the_games_of_a_match(self) -> None:
        (game,) = Ran("games", "uid-of-cube", "--json").lines
        assert (game["winner"], game["how"], game["points"]) == ("white", "dropped", 2)
        assert Ran("games", "1").out.splitlines()[1].split()[:6] == ["1", "White", "dropped", "1", "2", "2"]

    def test_results_per_player(self) -> None:
        black, white = Ran("games", "--results", "--json").lines
        assert (white["player"], white["games_won"], white["points_for"]) == ("White", 2, 6)
        assert black["against"]["White"]["games_lost"] == 2
        assert Ran("games", "--results").out.splitlines()[1].split()[0] == "Black"

    def test_of_one_player(self) -> None:
        assert len(Ran("games", "--player", " white ", "--json").lines) == len(MATCHES)
        assert len(Ran("games", "--results", "--player", "WHITE", "--json").lines) == 1
        ran = Ran("games", "--player", "Nobody")
        assert (ran.out, ran.error) == ("", "companion: Nobody has played no match that was recorded.\n")

    def test_a_match_that_there_is_not(self) -> None:
        ran = Ran("games", "99")
        assert (ran.status, ran.error) == (FAILED, "companion: There is no match 99: they go from 1 to 3.\n")


@pytest.mark.parametrize("words", [("games",), ("export", "1", "--format", "json"), ("replay", "1")])
def test_an_archive_that_is_not_there_is_told_and_not_made(tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = Ran(*words, "--data", str(tmp_path / "none"))
    assert ran.status == FAILED
    assert "No match has been recorded in" in ran.error
    assert "--data" in ran.error
    assert not (tmp_path / "none").exists()


class TestExportAndImport:
    @pytest.mark.parametrize("name", MATCHES)
    @pytest.mark.parametrize("form", ["json", "text"])
    def test_what_goes_out_comes_back(self, archive: Path, tmp_path: Path, name: str, form: str) -> None:
        file, other = tmp_path / f"record.{form}", str(tmp_path / "other")
        assert Ran("export", f"uid-of-{name}", "--format", form, "--output", str(file)).status == 0
        ran = Ran("import", str(file), "--data", other)
        assert ran.status == 0
        assert ran.out.startswith("Imported as match 1: ")
        assert Ran("export", "1", "--format", form, "--data", other).out == file.read_text(encoding="utf-8")
        assert archive.is_dir()

    @pytest.mark.usefixtures("archive")
    def test_pictures_come_along_or_are_left_out(self, tmp_path: Path) -> None:
        file, other = tmp_path / "record.json", tmp_path / "other"
        file.write_text(Ran("export", "1", "--format", "json").out, encoding="utf-8")
        assert Ran("import", str(file), "--data", str(other)).status == 0
        with Journal.open(other) as journal:
            (picture,) = journal.evidence(1)
            assert picture.path.read_bytes() == PICTURE
        (without,) = [json.loads(Ran("export", "1", "--format", "json", "--no-pictures").out)]
        assert without["evidence"] == []

    @pytest.mark.usefixtures("archive")
    @pytest.mark.parametrize("form", ["mat", "sgf"])
    def test_backgammon_goes_out_and_in_for_other_programs(self, tmp_path: Path, form: str) -> None:
        file = tmp_path / f"record.{form}"
        file.write_text(Ran("export", "1", "--format", form).out, encoding="utf-8")
        ran = Ran("import", str(file))
        assert (ran.status, ran.error) == (0, "")
        assert ran.out == "Imported as match 4: backgammon, to 5, White against Black 2-0, 1 game played; it is open.\n"
        again = Ran("import", str(file))
        assert again.status == FAILED
        assert "in the archive already, as match 4; --again imports it once more" in again.error

    @pytest.mark.usefixtures("archive")
    @pytest.mark.parametrize(("ending", "form"), [("mat", "mat"), ("SGF", "sgf"), ("json", "json"), ("txt", "text")])
    def test_the_name_of_the_file_tells_the_format(self, tmp_path: Path, ending: str, form: str) -> None:
        file, said = tmp_path / f"record.{ending}", tmp_path / "record.said"
        assert Ran("export", "1", "--output", str(file)).status == 0
        assert Ran("export", "1", "--format", form, "--output", str(said)).status == 0
        assert file.read_bytes() == said.read_bytes()

    @pytest.mark.usefixtures("archive")
    @pytest.mark.parametrize("words", [(), ("--output", "record"), ("--output", "record.doc")])
    def test_where_nothing_tells_the_format_it_is_asked_for(self, words: tuple[str, ...]) -> None:
        ran = Ran("export", "1", *words)
        assert (ran.status, ran.out) == (BAD_USE, "")
        assert "--format is missing" in ran.error
        assert ".mat" in ran.error

    @pytest.mark.usefixtures("archive")
    def test_a_recording_is_told_by_its_ending_too(self, tmp_path: Path) -> None:
        assert "nothing is recorded" in Ran("export", "1", "--output", str(tmp_path / "all.zip")).error

    @pytest.mark.usefixtures("archive")
    def test_other_games_are_not_for_other_programs(self) -> None:
        ran = Ran("export", "2", "--format", "mat")
        assert (ran.status, ran.out) == (FAILED, "")
        assert "Tric-Trac: export it as json or as text" in ran.error

    @pytest.mark.usefixtures("archive")
    def test_the_same_match_twice_only_if_that_is_wanted(self, tmp_path: Path) -> None:
        file = tmp_path / "record.json"
        Ran("export", "3", "--format", "json", "--output", str(file))
        ran = Ran("import", str(file))
        assert ran.status == FAILED
        assert "as match 3; --again" in ran.error
        assert len(Ran("games", "--json").lines) == len(MATCHES)
        assert Ran("import", str(file), "--again").status == 0
        assert len({row["uid"] for row in Ran("games", "--json").lines}) == len(MATCHES) + 1

    @pytest.mark.usefixtures("archive")
    def test_a_file_is_not_overwritten_unless_that_is_wanted(self, tmp_path: Path) -> None:
        file = tmp_path / "record.json"
        file.write_text("precious", encoding="utf-8")
        ran = Ran("export", "1", "--format", "json", "--output", str(file))
        assert (ran.status, file.read_text(encoding="utf-8")) == (BAD_USE, "precious")
        assert "--force overwrites it" in ran.error
        assert Ran("export", "1", "--format", "json", "--output", str(file), "--force").status == 0
        assert json.loads(file.read_text(encoding="utf-8"))["format"] == "companion-match"

    @pytest.mark.usefixtures("archive")
    def test_where_nothing_can_be_written(self, tmp_path: Path) -> None:
        ran = Ran("export", "1", "--format", "text", "--output", str(tmp_path / "no" / "record.txt"))
        assert ran.status == BAD_USE
        assert "cannot be written: No such file or directory" in ran.error

    @pytest.mark.usefixtures("archive")
    def test_where_there_is_a_file_in_place_of_a_folder(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("", encoding="utf-8")
        ran = Ran("export", "1", "--format", "text", "--output", str(tmp_path / "file" / "record.txt"))
        assert ran.status == BAD_USE
        assert "cannot be written: Not a directory" in ran.error

    @pytest.mark.usefixtures("archive")
    def test_where_a_folder_is_named_as_the_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        ran = Ran("export", "1", "--format", "text", "--output", ".", "--force")
        assert ran.status == BAD_USE
        assert ". cannot be written: " in ran.error
        assert list(tmp_path.glob("*.part")) == []

    def test_a_folder_that_cannot_be_looked_into_is_told(self) -> None:
        ran = Ran("games", "--data", "too long" * 99)
        assert (ran.status, ran.out) == (FAILED, "")
        assert "Check the card or the disk and its plug." in ran.error

    @pytest.mark.parametrize(
        ("content", "told"),
        [
            (b"", "is no record of a match"),
            (b"\x00\xff" * 1000, "is no record of a match"),
            (b'{"format": "companion-match", "version": 9}', "has version 9"),
            (b"Companion match 1\nGame: Chess (chess)\n", "does not fit together"),
        ],
    )
    def test_a_bad_file_changes_nothing(self, tmp_path: Path, content: bytes, told: str) -> None:
        file = tmp_path / "record"
        file.write_bytes(content)
        ran = Ran("import", str(file), "--data", str(tmp_path / "other"))
        assert (ran.status, ran.out) == (FAILED, "")
        assert told in ran.error
        assert not (tmp_path / "other").exists()

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        ran = Ran("import", str(tmp_path / "none.mat"), "--data", str(tmp_path / "other"))
        assert ran.status == BAD_USE
        assert "none.mat cannot be read: No such file or directory" in ran.error

    @pytest.mark.usefixtures("archive")
    def test_what_is_odd_about_a_file_is_told(self, tmp_path: Path) -> None:
        file = tmp_path / "odd.mat"
        file.write_text(ODD_SCORE)
        ran = Ran("import", str(file))
        assert ran.status == 0
        assert "Note: Game 2: The score is 1-1 in the file; by the games before it is 1-0." in ran.out

    @pytest.mark.usefixtures("archive")
    def test_plays_against_the_rules_stand_if_that_is_wanted(self, tmp_path: Path) -> None:
        file = tmp_path / "record.txt"
        text = Ran("export", "1", "--format", "text").out
        file.write_text(text.replace("8-5, 6-5", "8-5, 8-5").replace("uid-of-cube_and_drop", "other"), encoding="utf-8")
        ran = Ran("import", str(file))
        assert (ran.status, ran.out) == (FAILED, "")
        assert "Game 1, move 1: " in ran.error
        ran = Ran("import", str(file), "--condone")
        assert ran.status == 0
        assert "Let stand: Game 1, move 1: " in ran.out

    def test_pictures_that_cannot_be_kept_are_told(
        self, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = tmp_path / "record.json"
        Ran("export", "1", "--format", "json", "--output", str(file))

        def full(*_: object) -> None:
            raise JournalError(Code.FULL, "The disk is full.")

        monkeypatch.setattr(Journal, "keep_evidence", full)
        ran = Ran("import", str(file), "--data", str(tmp_path / "other"))
        assert ran.status == FAILED
        assert "is imported as match 1, but not all pictures with it: The disk is full." in ran.error
        assert archive.is_dir()


@pytest.mark.usefixtures("archive")
class TestReplay:
    def test_a_line_for_each_step(self) -> None:
        lines = Ran("replay", "1").lines
        assert [line["step"] for line in lines] == list(range(1, len(lines) + 1))
        assert {"position", "throw", "play", "cube", "score", "times"} <= set(lines[0])
        assert [line["play"]["booklet"] for line in lines if line["play"]] == ["8-5, 6-5", "1-7-12"]

    def test_one_game_and_one_step(self) -> None:
        whole = Ran("replay", "1").lines
        games = [Ran("replay", "1", "--game", game).lines for game in ("1", "2", "1")]
        assert games[0] + games[1] == whole
        assert games[2] == games[0]
        assert Ran("replay", "1", "--step", "4").lines == [whole[3]]

    @pytest.mark.parametrize("words", [("--game", "9"), ("--step", "999"), ("--game", "2", "--step", "1")])
    def test_what_there_is_not(self, words: tuple[str, ...]) -> None:
        ran = Ran("replay", "1", *words)
        assert (ran.status, ran.out) == (FAILED, "")
        assert "Match 1 has no " in ran.error

    def test_for_people(self) -> None:
        text = Ran("replay", "1", "--show").out
        assert "White has played 8/5 6/5." in text
        assert "Game 2 begins." in text
        assert text.count("bar") > 20


class TestDataFolder:
    def test_what_is_given_comes_first(self, tmp_path: Path) -> None:
        assert data_folder(tmp_path, {"COMPANION_DATA": "other"}) == tmp_path

    @pytest.mark.parametrize(
        ("environment", "folder"),
        [
            ({"COMPANION_DATA": "/data", "XDG_DATA_HOME": "/xdg"}, Path("/data")),
            ({"COMPANION_DATA": "", "XDG_DATA_HOME": "/xdg"}, Path("/xdg/companion")),
            ({"XDG_DATA_HOME": "not/absolute"}, Path.home() / ".local/share/companion"),
            ({}, Path.home() / ".local/share/companion"),
        ],
    )
    def test_else_the_environment_and_then_the_usual_one(self, environment: dict[str, str], folder: Path) -> None:
        assert data_folder(None, environment) == folder


class Terminal(io.StringIO):
    """Standard error where a person looks at it."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "told"), [(Terminal(), "Counting: 50 %"), (io.StringIO(), "")])
def test_how_far_slow_work_is(stream: io.StringIO, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    assert list(watched("Counting")(range(800))) == list(range(800))
    assert told in stream.getvalue()
    assert bool(stream.getvalue()) is bool(told)
