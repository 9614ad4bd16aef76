"""The demonstration plays at a real service: its board and camera are told from real ones by nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.demo.choosing import Tap
from companion.rules.games import GAMES
from companion.service import TableService
from tests.demo.stage import Stage, playing, plays, state
from tests.service.playing import until

pytestmark = pytest.mark.real_time


PACE = 20.0


@pytest.fixture(scope="module")
def _running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with playing(tmp_path_factory.mktemp("demo"), seed=3, pace=PACE) as stage:
        yield stage


@pytest.fixture
def stage(_running: Stage) -> Stage:
    """The demonstration of all these tests, where nobody plays by hand."""
    _, demo = _running
    demo.hurry(PACE)
    for side in demo.state().sides:
        demo.sit(side, by_hand=False)
    return _running


@pytest.mark.parametrize("game", ["backgammon", "trictrac", "puff_long"])
def test_throws_and_plays_are_seen_and_not_entered(game: str, stage: Stage) -> None:
    service, demo = stage
    assert demo.play(game, "a visitor").ok
    for view in plays(service, 3):
        assert view.game == game
        assert view.demo
        assert view.last is not None
        assert not view.last.by_hand
        assert view.board is not None
        assert view.board.seen


def test_a_visitor_plays_a_side_by_hand_and_gives_it_back(stage: Stage) -> None:
    service, demo = stage
    assert demo.play("backgammon", "a visitor").ok
    demo.sit("white", by_hand=True)
    assert demo.state().sides == {"white"}
    for _ in range(2):
        turn = until(service, lambda now: now.phase in {"to_throw", "playing"} and now.turn == "white")
        # Whoever has won the opening plays what was thrown.
        if turn.phase == "to_throw":
            assert service.post({"event": "throw_entered", "player": "white", "dice": [2, 1]}, "a visitor").ok
        assert service.post({"event": "play_entered", "player": "white", "play": first(service)}, "a visitor").ok
        view = until(service, lambda now: now.last is not None and now.last.player == "black")
        assert view.last is not None
        assert not view.last.by_hand
    demo.sit("white", by_hand=False)
    until(service, lambda now: now.last is not None and now.last.player == "white" and not now.last.by_hand)


def first(service: TableService) -> str:
    """The first play that comes to mind."""
    steps: list[Tap] = []
    while ways := service.next_steps(steps):
        steps.append(ways[0])
    return service.play_text(steps)


def test_a_visitor_chooses_another_game_and_another_pace(stage: Stage) -> None:
    service, demo = stage
    assert demo.play("snake", "a visitor").ok
    demo.hurry(30.0)
    (view,) = plays(service, 1)
    assert view.game == "snake"
    chosen = demo.state()
    assert (chosen.game, chosen.pace) == ("snake", 30.0)


def test_a_new_match_from_the_panel_is_played_too(stage: Stage) -> None:
    service, demo = stage
    agreed = {"game": "revertier", "length": {"kind": "points", "points": 1}}
    assert service.new_match(agreed, "a visitor").ok
    (view,) = plays(service, 1)
    assert view.game == "revertier"
    assert demo.state().game == "revertier"


def test_the_next_match_is_of_the_game_that_was_chosen_last(stage: Stage) -> None:
    service, _ = stage
    agreed = {"game": "puff", "length": {"kind": "points", "points": 1}}
    assert service.new_match(agreed, "a visitor").ok
    before = until(service, lambda now: now.phase == "to_throw" and now.game == "puff")
    assert service.post({"event": "session_ended"}, "a visitor").ok
    view = until(service, lambda now: now.match not in {None, before.match})
    assert view.game == "puff"


def test_every_game_can_be_chosen(stage: Stage) -> None:
    service, demo = stage
    for game in GAMES:
        assert demo.play(game, "a visitor").ok
        assert until(service, lambda now, game=game: now.game == game).match  # type: ignore[misc]  # bound in the loop


def test_a_killed_demonstration_goes_on_where_it_was(tmp_path: Path) -> None:
    with playing(tmp_path, seed=9) as (service, _):
        before = plays(service, 2)[-1]
    with playing(tmp_path, seed=9) as (service, _):
        view = until(service, lambda now: state(now, "board") == "running")
        assert (view.match, view.uid) == (before.match, before.uid)
        plays(service, 1)


def test_the_game_that_is_asked_for_is_begun_though_another_is_open(tmp_path: Path) -> None:
    with playing(tmp_path, seed=9) as (service, _):
        before = until(service, lambda now: now.game == "backgammon")
    with playing(tmp_path, game="snake") as (service, _):
        assert until(service, lambda now: now.game == "snake").match != before.match
    with playing(tmp_path, game="snake") as (service, _):
        view = until(service, lambda now: state(now, "camera") == "running")
        assert (view.game, view.match) == ("snake", 2)
