"""Losses, luck and error rates, reckoned by hand from an adviser that knows only the race."""

from __future__ import annotations

import pytest

from companion.hints.analysis import JudgedCube, JudgedPlay
from tests.hints.judging import judged, report
from tests.hints.pip_adviser import PipAdviser


def test_losses_and_luck_of_plays() -> None:
    game = judged("cube_and_drop")[0]
    first, second = (one for one in game if isinstance(one, JudgedPlay))
    # In a race every play of 3-1 is worth the same; 11 pips are 3 more than the 8 that the adviser expects.
    assert [first.loss, first.luck] == pytest.approx([0.0, -0.04])
    assert [second.loss, second.luck] == pytest.approx([0.0, 0.03])


def test_losses_of_the_cube() -> None:
    game = judged("cube_and_drop")[0]
    black, white = (one for one in game if isinstance(one, JudgedCube))
    # Black is 4 pips behind: -0.04 without doubling, 2 x -0.04 - 0.1 with it. Taking that is right.
    assert [black.loss, black.answer_loss] == pytest.approx([0.14, 0.0])
    # White is 7 pips behind and is wrong to double; dropping that costs what the taker would have won, and a point.
    assert white.loss == pytest.approx(0.17)
    assert white.answer_loss == pytest.approx(1.24)


def test_totals_of_the_players() -> None:
    players = report("cube_and_drop")["players"]
    white, black = players["white"], players["black"]
    assert (white["plays"], white["cubes"]) == (1, 2)
    assert (black["plays"], black["cubes"]) == (1, 2)
    assert black["lost_by_cubes"] == pytest.approx(0.14 + 1.24)
    assert white["rate"] == round(1000 * 0.17 / 3, 2)


def test_the_worst_mistake_comes_first() -> None:
    analysis = report("cube_and_drop")
    (game,) = analysis["games"]
    worst = [game["decisions"][one["decision"]] for one in analysis["mistakes"]]
    assert worst[0]["kind"] == "cube"
    assert worst[0]["answer_loss"] == pytest.approx(1.24)
    assert len({one["index"] for one in worst}) == 2
    assert sum(max(one["loss"], one.get("answer_loss", 0)) > 0 for one in game["decisions"]) == 2


def test_a_play_the_adviser_does_not_list_is_rated_all_the_same() -> None:
    game = judged("cube_and_drop", PipAdviser(most=1))[0]
    plays = [one for one in game if isinstance(one, JudgedPlay)]
    assert all(one.made is not None for one in plays)


def test_an_illegal_play_that_was_let_stand_is_not_judged() -> None:
    games = judged("illegal_let_stand")
    unknown = [one for game in games for one in game if isinstance(one, JudgedPlay) and not one.made]
    assert unknown
    assert all(one.loss == 0 for one in unknown)


def test_progress_is_told_and_can_stop_it() -> None:
    told: list[tuple[int, int]] = []
    report("cube_and_drop", look=lambda done, total: told.append((done, total)))
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]

    def stop(_done: int, _total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        report("cube_and_drop", look=stop)
