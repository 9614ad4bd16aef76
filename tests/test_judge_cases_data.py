"""The hand-made judge cases are well formed (standard library only, no import of the program)."""

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent / "judge_cases"
CODES = (
    "checker_count",
    "opponent_moved",
    "wrong_way",
    "must_enter_first",
    "blocked",
    "not_home",
    "number_not_thrown",
    "exact_number",
    "must_use_both",
    "must_use_more",
    "must_use_higher",
    "lower_first",
    "top_first",
    "start_pile_first",
    "hucke_pair",
    "hucke_opponent",
    "no_band_here",
    "no_hit_yet",
    "must_move_up",
    "hit_not_removed",
    "not_moved",
)
FILES = (*CODES, "legal")
GAMES = (
    "backgammon",
    "snake",
    "acey_deucey",
    "acey_deucey_european",
    "trictrac",
    "trictrac_old",
    "puff",
    "puff_long",
    "puff_russian",
    "puff_dutch",
    "revertier",
)
COLOURS = ("white", "black")
POINTS = {str(point) for point in range(1, 25)}
PLACES = POINTS | {"bar", "reserve", "off"}
REQUIRED = {"about", "game", "white", "black", "turn", "dice", "reason"}
OPTIONAL = {"options", "memory", "after_white", "after_black"}
OPTIONS = {
    "backgammon": {"ravensburger", "hit_to_start"},
    "snake": {"handicap"},
    "acey_deucey": {"pass_on"},
    "puff": {"doubles_count"},
    "puff_russian": {"russian_gate"},
    "puff_dutch": {"gate"},
}
MEMORY = {"doubles", "gate", "score"}
FEWEST = {"legal": 30}

Case = dict[str, Any]
Side = dict[str, int]


def load(code: str) -> list[Case]:
    """Read the cases of one file."""
    text = (FOLDER / f"{code}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def every_case() -> list[Any]:
    """Give each case with an id made of its code and its line number."""
    return [
        pytest.param(code, case, id=f"{code}-{number}") for code in FILES for number, case in enumerate(load(code), 1)
    ]


def before(case: Case) -> dict[str, Side]:
    """Give each colour's checkers before the play."""
    return {colour: case[colour] for colour in COLOURS}


def after(case: Case) -> dict[str, Side]:
    """Give each colour's checkers after the play; a colour left out has not changed."""
    return before(case) | {c: case[f"after_{c}"] for c in COLOURS if f"after_{c}" in case}


def expected_total(case: Case, colour: str) -> int:
    """Say how many checkers a colour has in all."""
    if case["game"] == "snake" and colour == "black":
        return int(case.get("options", {}).get("handicap", 15))
    return 15


def adds_up(case: Case, sides: dict[str, Side]) -> bool:
    """Say whether both colours have just the checkers they should have."""
    return all(sum(sides[c].values()) == expected_total(case, c) for c in COLOURS)


def shared_points(sides: dict[str, Side]) -> set[str]:
    """Name the points on which both colours stand."""
    return set(sides["white"]) & set(sides["black"]) & POINTS


def test_one_file_per_code() -> None:
    """There is a file for each code and for the legal plays, and no other."""
    assert {path.name for path in FOLDER.iterdir()} == {f"{c}.jsonl" for c in FILES}


@pytest.mark.parametrize("code", FILES)
def test_enough_cases_of_both_colours(code: str) -> None:
    """Each file has enough cases, and both colours are to move in it."""
    cases = load(code)
    assert len(cases) >= FEWEST.get(code, 12)
    assert {case["turn"] for case in cases} == set(COLOURS)


@pytest.mark.parametrize("code", FILES)
def test_no_case_twice(code: str) -> None:
    """No two cases of a file are the same but for their sentence."""
    bare = [json.dumps(case | {"about": ""}, sort_keys=True) for case in load(code)]
    assert len(set(bare)) == len(bare)


def test_every_game_occurs() -> None:
    """The legal plays are taken from all games."""
    assert {case["game"] for case in load("legal")} == set(GAMES)


@pytest.mark.parametrize(("code", "case"), every_case())
def test_fields(code: str, case: Case) -> None:
    """A case has the fields it needs and no unknown ones."""
    scored = {"scored"} if code == "legal" else set()
    assert REQUIRED | scored <= set(case) <= REQUIRED | scored | OPTIONAL
    assert case["reason"] == (None if code == "legal" else code)
    assert case["about"].endswith(".")
    assert case.get("scored", 0) >= 0


@pytest.mark.parametrize(("code", "case"), every_case())
def test_values(code: str, case: Case) -> None:
    """Game, options, memory, turn and dice are known values."""
    assert case["game"] in GAMES, code
    assert set(case.get("options", {})) <= OPTIONS.get(case["game"], set())
    assert set(case.get("memory", {})) <= MEMORY
    assert all(set(value) == set(COLOURS) for value in case.get("memory", {}).values())
    assert case["turn"] in COLOURS
    assert [die in range(1, 7) for die in case["dice"]] == [True, True]


@pytest.mark.parametrize(("code", "case"), every_case())
def test_counts(code: str, case: Case) -> None:
    """Before the play all checkers are there; after it too, but for `checker_count`."""
    assert adds_up(case, before(case))
    assert adds_up(case, after(case)) == (code != "checker_count")


@pytest.mark.parametrize(("code", "case"), every_case())
def test_places(code: str, case: Case) -> None:
    """Places are known, counts positive, and no point holds both colours."""
    for sides in (before(case), after(case)):
        assert not shared_points(sides), code
        for side in sides.values():
            assert set(side) <= PLACES
            assert min(side.values()) > 0


@pytest.mark.parametrize(("code", "case"), every_case())
def test_something_moved(code: str, case: Case) -> None:
    """Only `not_moved` and some legal plays leave the position as it was."""
    if code != "legal":
        assert (before(case) == after(case)) == (code == "not_moved")


@pytest.mark.parametrize(("code", "case"), every_case())
def test_game_is_not_over(code: str, case: Case) -> None:
    """Nobody has borne off everything before the play."""
    for colour in COLOURS:
        assert case[colour].get("off", 0) < expected_total(case, colour), code
