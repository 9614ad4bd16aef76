"""The cube: against the figures of GNU Backgammon, which makes them of the same chances by the same method."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.hints.advice import AdviserError, Chances, CubeAction, Stakes
from companion.hints.nets.cube import cube_advice
from companion.hints.nets.match_equity import chance_of_match
from companion.rules.players import Pair, Player

FIGURES = (Path(__file__).parent / "data" / "gnubg_cubes.jsonl").read_text(encoding="utf-8").splitlines()
"""Chances of 24 positions without look-ahead, and what gnubg 1.07 makes of them at seven stakes."""


def stakes_of(figures: dict[str, Any]) -> Stakes:
    owner = Player.WHITE if figures["owned"] else None
    return Stakes(length=figures["length"], score=Pair(*figures["score"]), cube=figures["cube"], owner=owner)


@pytest.mark.parametrize("line", FIGURES)
def test_the_figures_are_gnubgs(line: str) -> None:
    figures = json.loads(line)
    advice = cube_advice(Chances(*figures["chances"]), Player.WHITE, stakes_of(figures), 0)
    found = (advice.no_double, advice.double_take, advice.double_drop)
    assert found == pytest.approx([figures[name] for name in ("no_double", "double_take", "double_drop")], abs=1e-4)


@pytest.mark.parametrize(
    ("chances", "action"),
    [
        (Chances(0.55), CubeAction.NO_DOUBLE),
        (Chances(0.75), CubeAction.DOUBLE_TAKE),
        (Chances(0.9), CubeAction.DOUBLE_DROP),
        (Chances(0.95, 0.9), CubeAction.TOO_GOOD),
    ],
)
def test_the_four_actions(chances: Chances, action: CubeAction) -> None:
    assert cube_advice(chances, Player.BLACK, Stakes(), 0).action is action


def test_with_jacobys_rule_nobody_is_too_good() -> None:
    advice = cube_advice(Chances(0.95, 0.9), Player.BLACK, Stakes(jacoby=True), 0)
    assert advice.action is CubeAction.DOUBLE_DROP


def test_a_beaver_where_the_double_is_worth_less_than_nothing() -> None:
    assert cube_advice(Chances(0.35), Player.WHITE, Stakes(beavers=True), 0).beaver
    assert not cube_advice(Chances(0.35), Player.WHITE, Stakes(), 0).beaver
    assert not cube_advice(Chances(0.75), Player.WHITE, Stakes(beavers=True), 0).beaver


def test_who_may_not_double_is_told_so() -> None:
    for stakes in (Stakes(owner=Player.BLACK, cube=2), Stakes(has_cube=False), Stakes(length=5, crawford=True)):
        with pytest.raises(AdviserError):
            cube_advice(Chances(0.7), Player.WHITE, stakes, 0)


def test_after_crawford_who_is_behind_doubles_at_once() -> None:
    advice = cube_advice(Chances(0.5), Player.WHITE, Stakes(length=5, score=Pair(2, 4)), 0)
    assert advice.action is CubeAction.DOUBLE_TAKE


def test_the_chances_of_both_sides_are_one() -> None:
    for away in range(1, 30):
        for other in range(1, 30):
            for after in (False, True):
                both = (chance_of_match(*pair, after_crawford=after) for pair in ((away, other), (other, away)))
                assert sum(both) == pytest.approx(1)


def test_fewer_points_to_go_are_never_worse() -> None:
    for other in range(1, 40):
        chances = [chance_of_match(away, other, after_crawford=False) for away in range(40)]
        # Where the table ends and the formula begins there is a small seam.
        assert all(more - fewer < 0.03 for fewer, more in pairwise(chances))
        # The Crawford game makes one point away worth a little less than it seems: compare two away and more.
        inside = chances[2:26] if other <= 25 else []
        assert all(more - fewer < 0.001 for fewer, more in pairwise(inside))
