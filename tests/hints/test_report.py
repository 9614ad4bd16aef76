"""The analysis as JSON."""

from __future__ import annotations

import json

from companion.hints.report import Json
from tests.hints.judging import report as judged_report


def _report(name: str) -> Json:
    data: Json = json.loads(json.dumps(judged_report(name)))
    return data


def test_plays_and_cubes_with_what_they_lost() -> None:
    report = _report("cube_and_drop")
    play, cube, *_ = report["games"][0]["decisions"]
    assert (play["dice"], play["made"]["international"], play["made"]["equity"]) == ([3, 1], "8/5 6/5", 0.04)
    assert (cube["player"], cube["doubled"], cube["answer"], cube["loss"]) == ("black", True, "take", 0.14)
    assert report["advisers"] == ["pips"]


def test_mistakes_point_at_their_decisions() -> None:
    report = _report("cube_and_drop")
    for mistake in report["mistakes"]:
        decision = report["games"][mistake["game"] - 1]["decisions"][mistake["decision"]]
        is_answer = mistake["player"] != decision["player"]
        assert decision["answer_loss" if is_answer else "loss"] == mistake["loss"]
    found = [(mistake["player"], mistake["loss"]) for mistake in report["mistakes"]]
    assert found == [("black", 1.24), ("white", 0.17), ("black", 0.14)]


def test_an_illegal_play_has_no_worth() -> None:
    plays = [
        one for game in _report("illegal_let_stand")["games"] for one in game["decisions"] if one["kind"] == "play"
    ]
    assert [one["made"] for one in plays if one["illegal"]] == [None]
