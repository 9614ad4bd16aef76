"""`companion analyse`: with the real GNU Backgammon from end to end; its forms and refusals with a quick adviser."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.commands.output import BAD_USE, FAILED
from companion.hints.adviser import NO_NET
from companion.hints.choice import Choice
from companion.hints.gradual import Settings, Shelf
from companion.journal.lines import event_lines
from companion.journal.store import Journal, new_uid
from companion.journal.summary import New
from companion.table.state import TableRules
from tests.checkout import ROOT
from tests.hints.judging import asked
from tests.hints.pip_adviser import Baffled
from tests.journal.scripts import WALL, session
from tests.waiting import HANG_S, wait_until
from tests.web.judged import pips

MATCH = ROOT / "tests" / "hints" / "data" / "match.mat"
OWN_FIGURES = {"white": (0.431, 21.5), "black": (3.078, 146.6)}
"""What GNU Backgammon 1.07 itself says of this match at two plies: `show statistics match`, lost and rate."""


def analyse(folder: Path, *more: str) -> int:
    return main(["--language", "en", "analyse", "1", "--data", str(folder), *more])


@pytest.fixture
def imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["import", str(MATCH), "--data", str(tmp_path)]) == 0
    capsys.readouterr()
    return tmp_path


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.commands.analyse.advisers", lambda _choice, _plies: pips())


def put(folder: Path, name: str, *, tournament: bool = False) -> None:
    agreement, stored, table = session(name)
    if tournament:
        agreement = type(agreement)(agreement.rules, TableRules(tournament=True))
    lines = event_lines([one.event for one in stored], [one.wall for one in stored])
    with Journal.open(folder) as journal:
        journal.put(New(new_uid(), "test", WALL), agreement, lines, table)


def decisions_kept(folder: Path) -> int:
    with Journal.open(folder) as journal:
        return len(Shelf(journal, 1, Settings()).part(1).decisions)


def test_gnu_backgammon_agrees_with_what_it_says_itself(imported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert analyse(imported, "--format", "json", "--adviser", "gnubg", "--plies", "2") == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert report["advisers"][0].startswith("GNU Backgammon")
    for player, (lost, rate) in OWN_FIGURES.items():
        assert report["players"][player]["lost"] == pytest.approx(lost, abs=0.002)
        assert report["players"][player]["rate"] == pytest.approx(rate, abs=0.2)
    assert report["match"]["names"] == {"white": "Cleo", "black": "Dan"}


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_broken_off_from_the_keyboard_it_goes_on_where_it_was(imported: Path) -> None:
    command = [sys.executable, "-m", "companion", "--language", "en", "analyse", "1", "--data", str(imported)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        kept = wait_until(lambda: decisions_kept(imported))
        child.send_signal(signal.SIGINT)
        _, told = child.communicate(timeout=HANG_S)
    assert child.returncode == 130
    assert "what is judged is kept" in told
    assert 0 < kept <= decisions_kept(imported) < 119
    assert analyse(imported) == 0
    assert decisions_kept(imported) == 119


@pytest.mark.usefixtures("quick")
def test_a_table_of_the_players_and_the_biggest_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, "cube_and_drop")
    assert analyse(tmp_path) == 0
    shown = capsys.readouterr().out
    assert re.search(r"all games +Black +3 +1\.380 +460\.0 +\+0\.030", shown)
    assert "Game 1, turn 3, Black: 1.240 points lost." in shown
    assert "    doubled, drops; best: no double" in shown
    assert "Judged by pips." in shown


@pytest.mark.usefixtures("quick")
def test_every_form_is_written_to_a_file_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, "cube_and_drop")
    for kind, begins in (("text", "Match 1"), ("json", "{"), ("html", "<!doctype html>")):
        file = tmp_path / f"report.{kind}"
        wanted = ("--format", kind, "--output", str(file))
        assert analyse(tmp_path, *wanted) == 0
        assert file.read_text(encoding="utf-8").startswith(begins)
        assert analyse(tmp_path, *wanted) == BAD_USE
        assert analyse(tmp_path, *wanted, "--force") == 0
    assert capsys.readouterr().out == ""


@pytest.mark.usefixtures("quick")
def test_again_judges_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, "cube_and_drop")
    assert analyse(tmp_path) == 0
    with Journal.open(tmp_path) as journal:
        part = Shelf(journal, 1, Settings()).part(1)
        part.advisers[:] = ["somebody else"]
        Shelf(journal, 1, Settings()).keep(1, part)
    assert analyse(tmp_path) == 0
    assert "Judged by somebody else." in capsys.readouterr().out
    assert analyse(tmp_path, "--again") == 0
    assert "Judged by pips." in capsys.readouterr().out


@pytest.mark.usefixtures("quick")
def test_an_open_tournament_match_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, "manual", tournament=True)
    assert analyse(tmp_path) == FAILED
    assert "In a tournament no match is analysed before it is over." in capsys.readouterr().err


def test_what_nobody_can_judge_is_left_out_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.commands.analyse.advisers", lambda _choice, _plies: asked(Baffled((6, 5))))
    put(tmp_path, "cube_and_drop")
    assert analyse(tmp_path) == 0
    shown = capsys.readouterr().out
    assert "1 of 4 decisions could not be judged: GNU Backgammon does not know this game." in shown
    assert re.search(r"all games +Black +2 +1\.380 +690\.0 +\+0\.000", shown)
    assert "Game 1, turn 3, Black: 1.240 points lost." in shown
    assert analyse(tmp_path, "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["unjudged"] == [{"why": Baffled.why, "count": 1}]
    assert main(["--language", "fr", "analyse", "1", "--data", str(tmp_path)]) == 0
    assert "Décisions impossibles à juger\N{NO-BREAK SPACE}: 1 sur 4. " in capsys.readouterr().out


def test_where_nobody_can_judge_it_is_said_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.hints.adviser.NETS", "companion.hints.no_such_room")
    put(tmp_path, "puff_top_first")
    assert analyse(tmp_path, "--adviser", Choice.AUTO.value) == FAILED
    told = capsys.readouterr().err
    assert f"GNU Backgammon does not know this game. {NO_NET}" in told
    assert main(["--language", "de", "analyse", "1", "--data", str(tmp_path)]) == FAILED
    assert "GNU Backgammon kennt dieses Spiel nicht." in capsys.readouterr().err
