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
