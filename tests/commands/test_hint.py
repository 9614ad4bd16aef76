"""`companion hint` as scripts use it."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.commands import hint as hint_command
from companion.hints import gnubg_process
from companion.hints.advice import Adviser
from companion.hints.adviser import Advisers, Seat
from companion.hints.gnubg import GnubgAdviser
from companion.hints.gnubg_process import GnubgProcess
from companion.language import speak
from tests.hints.pip_adviser import PipAdviser
from tests.test_cli import AFTER_31, START, encoded

THROWN_NOT = {key: value for key, value in START.items() if key != "dice"}
TRICTRAC = {
    "game": "trictrac",
    "points": [15, *[0] * 22, -15],
    "turn": "white",
    "dice": [3, 1],
}


def run(*lines: bytes, options: tuple[str, ...] = ()) -> tuple[list[Any], int]:
    stdin, stdout = io.TextIOWrapper(io.BytesIO(b"".join(line + b"\n" for line in lines))), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", stdin)
        patch.setattr(sys, "stdout", stdout)
        status = main(["hint", *options])
    return [json.loads(line) for line in stdout.getvalue().splitlines()], status


def case(**changes: object) -> bytes:
    return encoded({**START, **changes})


def test_the_best_play_comes_first_with_its_chances_and_why() -> None:
    (answer,), status = run(case())
    assert status == 0
    best = answer["plays"][0]
    assert best["notation"] == "8/5 6/5"
    assert best["after"]["points"] == AFTER_31["points"]
    assert best["plies"] == 2
    assert best["recommended"]
    assert "makes point 5" in best["why"]
    assert {"code": "made", "points": [5], "count": 0} in best["facts"]
    assert 0.5 < best["win"] < 0.6
    assert best["win_backgammon"] < best["win_gammon"] < best["win"]
    equities = [play["equity"] for play in answer["plays"]]
    assert equities == sorted(equities, reverse=True)
    assert answer["adviser"].startswith("GNU Backgammon")
    assert "instead" not in answer
    assert answer["cube"]["action"] == "no_double"
    assert answer["cube"]["take"] is True


def test_the_points_in_why_are_those_of_the_notation() -> None:
    (answer,), _ = run(case(turn="black"))
    assert answer["plays"][0]["notation"] == "8/5 6/5"
    assert "makes point 5" in answer["plays"][0]["why"]
    assert answer["plays"][0]["facts"][1]["points"] == [20]


def test_plies_and_adviser_are_chosen() -> None:
    (answer,), _ = run(case(), options=("--adviser", "gnubg", "--plies", "0"))
    assert {play["plies"] for play in answer["plays"]} == {0}
    assert len(answer["plays"]) == 16
    assert answer["cube"]["plies"] == 0


def test_without_a_throw_only_the_cube_is_answered() -> None:
    match = {"length": 7, "score": {"white": 2, "black": 4}, "cube": 2, "owner": "white"}
    (answer,), status = run(encoded({**THROWN_NOT, "match": match}))
    assert status == 0
    assert answer["plays"] == []
    assert answer["cube"]["double_drop"] == 1


@pytest.mark.parametrize(
    "match",
    [
        {"length": 5, "score": [4, 2], "crawford": True},
        {"cube": 2, "owner": "black"},
    ],
)
def test_a_cube_that_cannot_be_turned_has_no_advice(match: dict[str, object]) -> None:
    (answer,), status = run(case(match=match))
    assert status == 0
    assert answer["plays"]
    assert answer["cube"] is None


def test_the_match_changes_the_advice() -> None:
    answers, _ = run(*(case(match=match) for match in ({}, {"length": 1}, {"jacoby": True})))
    money, last_point, jacoby = (answer["plays"][0]["equity"] for answer in answers)
    assert len({money, last_point, jacoby}) == 3
    best = answers[1]["plays"][0]
    assert best["equity"] == pytest.approx(2 * best["win"] - 1, abs=1e-4)


def test_options_of_the_game_count_unless_the_match_says_more() -> None:
    by_option = {"options": {"jacoby": True, "beaver": True}}
    answers, _ = run(
        case(**by_option), case(match={"jacoby": True, "beavers": True}), case(**by_option, match={"jacoby": False})
    )
    assert answers[0] == answers[1]
    assert answers[0]["cube"]["beaver"] is True
    assert answers[2]["plays"][0]["equity"] != answers[0]["plays"][0]["equity"]


BAD = [
    (b"", "empty"),
    (b"[]", "object"),
    (case(dice=[7, 1]), "1 to 6"),
    (case(match=7), "'match' must be"),
    (case(match={"lenght": 7}), "no 'lenght'"),
    (case(match={"length": -1}), "length -1"),
    (case(match={"length": True}), "length True"),
    (case(match={"length": 5, "score": {"white": 5}}), "is over"),
    (case(match={"length": 5, "score": [1]}), "score must be"),
    (case(match={"length": 5, "score": {"red": 1}}), "score must be"),
    (case(match={"length": 5, "crawford": True}), "need one point"),
    (case(match={"crawford": True}), "need one point"),
    (case(match={"cube": 3}), "cube 3"),
    (case(match={"cube": 2, "owner": "red"}), "owner must be"),
    (case(match={"jacoby": 1}), "jacoby 1"),
    (encoded({key: value for key, value in TRICTRAC.items() if key != "dice"}), "'dice' is missing"),
]


def test_bad_lines_are_answered_and_stop_nothing() -> None:
    answers, status = run(*(line for line, _ in BAD), case(), options=("--plies", "0"))
    assert status == 1
    for number, ((_, told), answer) in enumerate(zip(BAD, answers, strict=False), 1):
        assert told in answer["error"]
        assert answer["line"] == number
    assert answers[-1]["plays"]


def test_a_game_gnubg_does_not_know_is_an_error_if_only_it_may_be_asked() -> None:
    (answer,), status = run(encoded(TRICTRAC), options=("--adviser", "gnubg"))
    assert status == 1
    assert answer["error"] == "GNU Backgammon does not know this game."


def no_gnubg(*_choice: object) -> Advisers:
    def missing() -> Adviser:
        return GnubgAdviser(GnubgProcess(find=lambda: None))

    return Advisers([Seat(missing, 2), Seat(PipAdviser, 0)])


def test_who_answered_instead_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hint_command, "advisers", no_gnubg)
    (answer,), status = run(case())
    assert status == 0
    assert answer["adviser"] == answer["cube"]["adviser"] == "pips"
    assert answer["instead"] == answer["cube"]["instead"] == ["GNU Backgammon is not installed."]


def test_where_gnubg_is_missing_our_own_net_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gnubg_process, "GAMES_FOLDERS", ())
    monkeypatch.setenv("PATH", "")
    (answer,), status = run(case())
    assert status == 0
    assert answer["adviser"].startswith("Companion nets")
    assert answer["instead"] == ["GNU Backgammon is not installed."]
    assert answer["plays"][0]["notation"] == "8/5 6/5"
    assert answer["cube"]["action"] == "no_double"


def test_with_the_net_alone_nothing_else_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GnubgProcess, "ask", lambda *_question: pytest.fail("GNU Backgammon was asked"))
    (answer,), status = run(case(), options=("--adviser", "net", "--plies", "0"))
    assert status == 0
    assert answer["adviser"].startswith("Companion nets")
    assert "instead" not in answer


@pytest.mark.parametrize(("language", "told"), [("de", "geschlagen"), ("fr", "pris"), ("nl", "geslagen")])
def test_why_is_told_in_the_language_that_is_spoken(language: str, told: str) -> None:
    try:
        (answer,), _ = run(case(), options=("--language", language, "--plies", "0"))
    finally:
        speak("en")
    assert told in answer["plays"][0]["why"]
    assert answer["plays"][0]["facts"]


def test_a_file_is_read_and_a_missing_one_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_bytes(case() + b"\n")
    assert main(["hint", "--plies", "0", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["plays"]
    assert main(["hint", str(tmp_path / "none")]) == 2
    assert "cannot be read" in capsys.readouterr().err
