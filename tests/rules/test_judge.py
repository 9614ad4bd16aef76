"""The judge on hand-made cases: the reason must be the one a referee would give."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.casefile import read_game, read_memory
from companion.rules.judge import Legal, judge
from companion.rules.players import Pair, Player
from companion.rules.position import Position, Setup
from companion.rules.reasons import SENTENCES, Reason
from companion.rules.turn import Turn

FOLDER = Path(__file__).parents[1] / "judge_cases"
Case = dict[str, Any]


def cases() -> Iterator[Any]:
    for file in sorted(FOLDER.glob("*.jsonl")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            yield pytest.param(json.loads(line), id=f"{file.stem}-{number}")


def places(counts: dict[str, int]) -> dict[int | str, int]:
    return {int(place) if place.isdigit() else place: count for place, count in counts.items()}


def turn_of(case: Case) -> Turn:
    game = read_game(case)
    setup = Setup.of(Pair(places(case["white"]), places(case["black"])))
    first, second = case["dice"]
    memory = read_memory(case.get("memory", {}))
    return Turn(game, Position.of(game, setup), Player(case["turn"]), (first, second), memory)


def after_of(case: Case) -> Setup:
    after = {colour: case[colour] for colour in ("white", "black")}
    after |= {colour: case[f"after_{colour}"] for colour in after if f"after_{colour}" in case}
    return Setup.of(Pair(places(after["white"]), places(after["black"])))


@pytest.mark.parametrize("case", list(cases()))
def test_the_judge_names_the_right_reason(case: Case) -> None:
    judgement = judge(turn_of(case), after_of(case))
    if isinstance(judgement, Legal):
        assert case["reason"] is None, case["about"]
        assert judgement.outcome.scored == case.get("scored", 0)
    else:
        assert judgement.violation.reason.value == case["reason"], case["about"]
        assert judgement.violation.sentence.endswith(".")
        assert "  " not in judgement.violation.sentence


def test_every_reason_has_a_sentence_and_cases() -> None:
    assert set(SENTENCES) == set(Reason)
    for reason in Reason:
        lines = (FOLDER / f"{reason.value}.jsonl").read_text(encoding="utf-8").splitlines()
        assert len(lines) >= 10


BLACK_AT_START: dict[str, int] = {"1": 2, "12": 5, "17": 3, "19": 5}
BLACK_AT_THE_START_OF = {"trictrac": {"24": 15}, "trictrac_old": {"reserve": 15}}
SHARED: list[Case] = [
    {  # The hit blot still lies under the white checkers.
        "game": "backgammon",
        "white": {"6": 5, "8": 3, "13": 5, "24": 2},
        "black": {"1": 2, "5": 1, "12": 5, "17": 3, "19": 4},
        "dice": [3, 1],
        "after_white": {"5": 2, "6": 4, "8": 2, "13": 5, "24": 2},
        "reason": "hit_not_removed",
    },
    {  # Three checkers still wait; that comes before Black's point.
        "game": "snake",
        "white": {"24": 12, "reserve": 3},
        "black": BLACK_AT_START,
        "dice": [5, 3],
        "after_white": {"24": 10, "21": 1, "19": 1, "reserve": 3},
        "reason": "must_enter_first",
    },
    {  # Black's point comes before the distance that was not thrown.
        "game": "backgammon",
        "white": {"6": 5, "8": 3, "13": 5, "24": 2},
        "black": {"1": 2, "9": 2, "12": 5, "17": 3, "19": 3},
        "dice": [6, 5],
        "after_white": {"6": 5, "8": 3, "9": 1, "13": 4, "24": 2},
        "reason": "blocked",
    },
]


@pytest.mark.parametrize("case", SHARED)
def test_the_judge_names_the_right_reason_where_a_point_holds_both_colours(case: Case) -> None:
    judgement = judge(turn_of({"turn": "white", **case}), after_of(case))
    assert not isinstance(judgement, Legal)
    assert judgement.violation.reason.value == case["reason"]


@pytest.mark.parametrize(
    ("game", "at", "lie"),
    [("trictrac", 22, "1"), ("trictrac", 22, "off"), ("trictrac_old", 14, "reserve"), ("trictrac_old", 14, "off")],
)
def test_checkers_set_up_again_were_not_moved_backwards(game: str, at: int, lie: str) -> None:
    before = {"white": {str(at): 1, "23": 1, "off": 13}, "black": BLACK_AT_THE_START_OF[game]}
    case = {"game": game, "turn": "white", "dice": [1, 1], **before, "after_white": {lie: 15}}
    judgement = judge(turn_of(case), after_of(case))
    assert not isinstance(judgement, Legal)
    assert judgement.violation.reason.value == "number_not_thrown"
