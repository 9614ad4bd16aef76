"""The virtual hands know where every step of a play leads, and how a checker is put down beside its point."""

from __future__ import annotations

from random import Random

import pytest

from companion.demo.choosing import Chosen, Tap, mistaken, stepped
from companion.rules.board import BAR, OFF, RESERVE
from companion.rules.games import GAMES, configured
from companion.rules.judge import Legal, judge
from companion.rules.memory import Memory
from companion.rules.players import Player
from companion.rules.plays import legal_plays
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT, start_position
from companion.rules.turn import Outcome, Step, Turn

NAMES: dict[int, str] = {BAR_AT: BAR, OFF_AT: OFF, RESERVE_AT: RESERVE}


def tap(step: Step) -> Tap:
    return NAMES.get(step.source, step.source), NAMES.get(step.target, step.target)


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


def test_a_mistake_is_an_illegal_play_that_can_lie_so() -> None:
    game = configured("backgammon")
    position = start_position(game)
    turn = Turn(game, position, Player.WHITE, (3, 1), Memory())
    taps: tuple[Tap, ...] = ((8, 5), (6, 5))
    after = position.setup
    for one in taps:
        after = stepped(game, Player.WHITE, after, one)
    wrong = mistaken(game, Player.WHITE, position.setup, Chosen(taps, after))
    assert wrong is not None
    assert not isinstance(judge(turn, wrong), Legal)
    assert isinstance(judge(turn, after), Legal)
