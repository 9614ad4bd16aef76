"""The analysis of a match for programs: how far it is, what came of it, and who may have it begun."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.cli import main
from tests.service.test_analysing import TOURNAMENT, Commands
from tests.waiting import wait_until
from tests.web.described import BASE, Described
from tests.web.judged import put_judged
from tests.web.shelf import put
from tests.web.stage import Stage
from tests.web.test_api import bearer, code_of

PATH = "/archive/{match}/analysis"


def read(table: Stage, number: int, language: str = "en") -> dict[str, Any]:
    answer = Described(table.client()).ask("GET", PATH, f"/archive/{number}/analysis?lang={language}")
    assert answer.status_code == 200
    told: Any = answer.json
    return dict(told)


def begin(table: Stage, number: int) -> Any:
    at = f"/archive/{number}/analysis"
    return Described(table.client()).ask("POST", PATH, at, json={}, headers=bearer(table.client()))


def test_it_is_the_same_as_the_command_writes(table: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    number = put_judged(table, "cube_and_drop")
    told = read(table, number)
    assert (told["state"], told["percent"], told["why"]) == ("done", 100, "")
    # What is judged is kept: the command asks nobody.
    assert main(["analyse", str(number), "--data", str(table.folder), "--format", "json"]) == 0
    assert told["report"] == json.loads(capsys.readouterr().out)


def test_it_is_begun_followed_and_read(table: Stage) -> None:
    number = put(table, "cube_and_drop")
    table.service.analysing._command = Commands()
    assert read(table, number) == {"state": "none", "percent": 0, "why": "", "report": None}
    assert begin(table, number).json["state"] in {"waiting", "busy", "done"}
    wait_until(lambda: read(table, number)["state"] == "done")
    assert read(table, number)["report"]["advisers"] == ["pips"]
    assert begin(table, number).json["state"] == "done"


def test_how_far_it_is_is_told(table: Stage) -> None:
    number = put(table, "cube_and_drop")
    table.service.analysing._now = number, 34
    assert read(table, number) == {"state": "busy", "percent": 34, "why": "", "report": None}


def test_why_it_failed_is_told_in_the_language_of_the_request(table: Stage) -> None:
    number = put(table, "cube_and_drop")
    table.service.analysing._failed[number] = "GNU Backgammon is not installed."
    told = read(table, number, "de")
    assert (told["state"], told["why"]) == ("failed", "GNU Backgammon ist nicht installiert.")


def test_a_match_that_goes_on_is_not_analysed(table: Stage) -> None:
    table.begin()
    number = table.service.view().match or 0
    assert read(table, number)["state"] == "playing"
    assert code_of(begin(table, number)) == (409, "analysis_playing")


def test_while_a_tournament_match_is_open_nothing_is_told(table: Stage) -> None:
    number = put_judged(table, "cube_and_drop")
    table.begin(table=TOURNAMENT)
    assert read(table, number) == {"state": "withheld", "percent": 0, "why": "", "report": None}
    assert code_of(begin(table, number)) == (409, "analysis_withheld")
    assert table.service.analysing._wished == []


def test_only_with_a_token_it_is_begun(table: Stage) -> None:
    number = put(table, "cube_and_drop")
    answer = table.client().post(f"{BASE}/archive/{number}/analysis", json={})
    assert code_of(answer) == (401, "sign_in")
    assert table.service.analysing._wished == []


@pytest.mark.parametrize("number", [0, 99, 2**70])
def test_what_is_not_there_is_told(table: Stage, number: int) -> None:
    path = f"{BASE}/archive/{number}/analysis"
    assert code_of(table.client().get(path)) == (404, "not_found")
    assert code_of(table.client().post(path, json={}, headers=bearer(table.client()))) == (404, "not_found")
