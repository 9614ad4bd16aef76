"""What there was to decide in a game, as the record tells it."""

from __future__ import annotations

from companion.hints.decisions import CubeDecision, Decision, PlayDecision, decisions, games_of
from companion.rules.players import Player
from companion.table.events import SessionEnded
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Deed
from tests.journal.scripts import session


def _shown(found: list[Decision]) -> list[str]:
    return [_line(one) for one in found]


def _line(one: Decision) -> str:
    cube = f"{one.stakes.cube} {one.stakes.owner.value if one.stakes.owner else 'middle'}"
    if isinstance(one, PlayDecision):
        return f"{one.record.player.value} plays {one.record.turn.dice} at {cube}"
    answered = one.answer.value if one.answer else "not doubled"
    return f"{one.player.value} may double at {cube}: {answered}"


def test_a_game_with_doubles_taken_and_dropped() -> None:
    (match, record), *_ = games_of(session("cube_and_drop")[2])
    assert _shown(decisions(match, record)) == [
        "white plays (3, 1) at 1 middle",
        "black may double at 1 middle: take",
        "black plays (6, 5) at 2 white",
        "white may double at 2 white: drop",
    ]


def test_the_owner_of_a_beaver() -> None:
    (match, record), *_ = games_of(session("beaver_taken")[2])
    assert _shown(decisions(match, record))[:2] == [
        "white may double at 1 middle: beaver",
        "white plays (3, 1) at 4 black",
    ]


def test_no_double_in_the_crawford_game() -> None:
    table = session("crawford")[2]
    games = [(match, decisions(match, record)) for match, record in games_of(table)]
    crawford = [found for match, found in games if match.is_crawford_game]
    assert crawford
    assert not any(isinstance(one, CubeDecision) for found in crawford for one in found)


def test_a_game_without_a_cube_has_plays_only() -> None:
    (match, record), *_ = games_of(session("acey_deucey")[2])
    found = decisions(match, record)
    assert found
    assert all(isinstance(one, PlayDecision) for one in found)


def test_who_may_not_double_decides_nothing() -> None:
    (match, record), *_ = games_of(session("cube_and_drop")[2])
    cubes = [one for one in decisions(match, record) if isinstance(one, CubeDecision)]
    assert [one.answer for one in cubes] == [Deed.TAKE, Deed.DROP]
    assert [one.player for one in cubes] == [Player.BLACK, Player.WHITE]


def test_a_match_that_the_players_stop_in_mid_game_is_judged_too() -> None:
    table = session("manual")[2]
    stopped = apply(table, SessionEnded(table.now))
    assert not isinstance(stopped, Rejection)
    assert stopped.match.is_over
    assert [len(decisions(*game)) for game in games_of(stopped)] == [len(decisions(*game)) for game in games_of(table)]
