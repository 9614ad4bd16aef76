"""The demonstration plays at a real service: its board and camera are told from real ones by nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion import demo
from companion.config import Config, changed
from companion.demo.choosing import Tap, stepped
from companion.rules.board import BAR, OFF, RESERVE
from companion.rules.games import GAMES, configured
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.plays import legal_plays
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT, start_position
from companion.rules.turn import Outcome, Step, Turn
from companion.service import TableService, TableView

PATIENCE_S, MOST_VIEWS = 30.0, 300
NAMES: dict[int, str] = {BAR_AT: BAR, OFF_AT: OFF, RESERVE_AT: RESERVE}
Is = Callable[[TableView], bool]


@contextmanager
def playing(folder: Path, **options: object) -> Iterator[TableService]:
    """A demonstration that hurries."""
    settings = {f"demo.{name}": value for name, value in options.items()}
    config = changed(Config(), {"folder": str(folder), "demo.on": True, "demo.pace": 20.0, **settings})
    service = TableService(folder, demo=True)
    service.start()
    checkers = demo.start(service, config)
    try:
        yield service
    finally:
        service.stop()
        checkers.close()


def until(service: TableService, is_so: Is) -> TableView:
    """The first view that is as wanted."""
    view = service.view()
    for _ in range(MOST_VIEWS):
        if is_so(view):
            return view
        newer = service.wait(view.version, PATIENCE_S)
        assert newer is not None, view
        view = newer
    pytest.fail(f"It does not come to that: {view}")


def plays(service: TableService, count: int) -> list[TableView]:
    """The views after so many plays that were seen from now on."""
    views: list[TableView] = []
    before = service.view().last
    while len(views) < count:
        view = until(service, lambda now, before=before: now.last not in {None, before})  # type: ignore[misc]  # bound in the loop
        before = view.last
        views.append(view)
    return views


def press(service: TableService, text: str) -> None:
    """Press the button on which this stands."""
    view = until(service, lambda now: any(one.label.text == text for one in now.actions))
    (event,) = (one.event for one in view.actions if one.label.text == text)
    answer = service.post(event, "a visitor")
    assert answer.ok, answer.message


@pytest.mark.parametrize("name", GAMES)
def test_hands_know_where_every_step_leads(name: str) -> None:
    game, chance = configured(name), Random(name)
    position, player, memory = start_position(game), Player.WHITE, Memory()
    for _ in range(60):
        turn = Turn(game, position, player, (chance.randint(1, 6), chance.randint(1, 6)), memory)
        legal = legal_plays(turn)
        outcome: Outcome = chance.choice(legal.sorted())
        setup = position.setup
        for step in legal[outcome].steps:
            setup = stepped(game, player, setup, tap(step))
        assert setup == outcome.position.setup
        if outcome.won:
            return
        position, player = outcome.position, player.opponent


def tap(step: Step) -> Tap:
    return NAMES.get(step.source, step.source), NAMES.get(step.target, step.target)


@pytest.mark.parametrize("game", ["backgammon", "trictrac", "puff_long"])
def test_throws_and_plays_are_seen_and_not_entered(game: str, tmp_path: Path) -> None:
    with playing(tmp_path, game=game, seed=3) as service:
        views = plays(service, 3)
    for view in views:
        assert view.game == game
        assert view.demo
        assert view.last is not None
        assert not view.last.by_hand
        assert view.board is not None
        assert view.board.seen


def test_a_visitor_plays_a_side_by_hand(tmp_path: Path) -> None:
    with playing(tmp_path, seed=4) as service:
        press(service, "Play White yourself")
        for _ in range(2):
            until(service, lambda now: now.phase == "to_throw" and now.turn == "white")
            assert service.post({"event": "throw_entered", "player": "white", "dice": [2, 1]}, "a visitor").ok
            assert service.post({"event": "play_entered", "player": "white", "play": first(service)}, "a visitor").ok
            view = until(service, lambda now: now.last is not None and now.last.player == "black")
            assert view.last is not None
            assert not view.last.by_hand
        press(service, "Let the demonstration play White")
        until(service, lambda now: now.last is not None and now.last.player == "white" and not now.last.by_hand)


def first(service: TableService) -> str:
    """The first play that comes to mind."""
    steps: list[Tap] = []
    while ways := service.next_steps(steps):
        steps.append(ways[0])
    return service.play_text(steps)


def test_plays_are_told_by_hand_while_the_board_is_away(tmp_path: Path) -> None:
    with playing(tmp_path, seed=5) as service:
        fail(service, "Unplug the board for 15 s", "board")
        until(service, lambda now: now.last is not None and now.last.by_hand)
        until(service, lambda now: state(now, "board") == "running")
        until(service, lambda now: now.last is not None and not now.last.by_hand)


def test_throws_are_told_by_hand_while_the_camera_is_covered(tmp_path: Path) -> None:
    with playing(tmp_path, seed=5) as service:
        fail(service, "Cover the camera for 15 s", "camera")
        until(service, lambda now: bool(now.throw) and not now.dice)
        until(service, lambda now: state(now, "camera") == "running")
        until(service, lambda now: any(die.counts for die in now.dice))


def fail(service: TableService, button: str, part: str) -> None:
    """Let a part fail once the game has begun."""
    plays(service, 1)
    press(service, "Let something fail")
    press(service, button)
    until(service, lambda now: state(now, part) == "lost")


def state(view: TableView, part: str) -> str:
    return next(one.state for one in view.devices if one.name == part)
