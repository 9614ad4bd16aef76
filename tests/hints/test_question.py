"""What may be asked for a table: nothing in a tournament, and nothing unless both players want it."""

from dataclasses import replace
from typing import NoReturn

import pytest

from companion.hints.advice import Stakes
from companion.hints.adviser import Advisers, Seat
from companion.hints.question import NothingToAskError, answer, question_of, stakes_of
from companion.hints.worker import HintWorker
from companion.match.cube import Cube
from companion.match.length import Length, MatchRules, Money, Rounds, ToPoints
from companion.match.score import Crawford
from companion.match.stake import Stake
from companion.rules.games import configured
from companion.rules.players import Pair, Player
from companion.table.agreement import Agreement
from companion.table.codes import Why
from companion.table.corrections import Aid, HintWanted
from companion.table.rejection import RejectedError
from companion.table.state import Playing, Table, TableRules, ToThrow
from tests.hints.gnubg_tools import turn
from tests.hints.pip_adviser import PipAdviser

BOTH = HintWanted(1, Pair(white=True, black=True))


def table_of(length: Length | None = None, *, tournament: bool = False, game: str = "backgammon") -> Table:
    """Return a table at which White has a 3-1 to play."""
    rules = MatchRules(configured(game), length or Money())
    table = Agreement(rules, TableRules(tournament=tournament)).begin()
    table = replace(table, game=replace(table.game, opening_over=True, player=Player.WHITE))
    return replace(table, phase=Playing(turn((3, 1))))


def never() -> NoReturn:
    pytest.fail("an adviser was made")


NOBODY = Advisers([Seat(never, 0)])


@pytest.mark.parametrize("what", Aid)
def test_in_a_tournament_nobody_is_even_asked(what: Aid) -> None:
    told: list[object] = []
    worker = HintWorker(NOBODY, lambda *said: told.append(said))
    try:
        for table in (table_of(tournament=True), replace(table_of(tournament=True), phase=ToThrow())):
            with pytest.raises(RejectedError) as found:
                worker.ask(table, replace(BOTH, what=what))
            assert found.value.code is Why.NOT_IN_TOURNAMENT
    finally:
        worker.close()
    assert not told


@pytest.mark.parametrize("agreed", [(True, False), (False, True), (False, False)])
def test_both_must_want_it(agreed: tuple[bool, bool]) -> None:
    worker = HintWorker(NOBODY, lambda *_said: None)
    try:
        with pytest.raises(RejectedError) as found:
            worker.ask(table_of(), HintWanted(1, Pair(*agreed)))
    finally:
        worker.close()
    assert found.value.code is Why.BOTH_MUST_AGREE


def test_a_throw_that_is_played_is_asked_for() -> None:
    question = question_of(table_of(), BOTH)
    assert question.turn == turn((3, 1))
    hint = answer(Advisers([Seat(PipAdviser, 0)]), question)
    assert hint.plays
    assert len(hint.plays.value) == 16
    assert hint.cube is None


def test_before_the_throw_the_cube_is_asked_for() -> None:
    question = question_of(replace(table_of(), phase=ToThrow()), BOTH)
    assert (question.turn, question.player) == (None, Player.WHITE)
    hint = answer(Advisers([Seat(PipAdviser, 0)]), question)
    assert hint.cube
    assert hint.cube.by == "pips"


def test_before_the_throw_without_a_cube_there_is_nothing_to_ask() -> None:
    table = replace(table_of(), phase=ToThrow())
    owned = replace(table.game, stake=Stake(Cube(2, Player.BLACK, turned=True)))
    with pytest.raises(NothingToAskError):
        question_of(replace(table, game=owned), BOTH)
    with pytest.raises(NothingToAskError):
        question_of(replace(table, game=replace(table.game, opening_over=False)), BOTH)
    with pytest.raises(NothingToAskError):
        question_of(replace(table_of(Rounds(12), game="trictrac"), phase=ToThrow()), BOTH)


def test_what_is_played_for() -> None:
    assert stakes_of(table_of()) == Stakes()
    table = table_of(ToPoints(7))
    match = replace(table.match, score=Pair(6, 2), crawford=Crawford.NOW)
    assert stakes_of(replace(table, match=match)) == Stakes(7, Pair(6, 2), crawford=True)
    owned = replace(table.game, stake=Stake(Cube(4, Player.BLACK, turned=True)))
    assert stakes_of(replace(table, game=owned)) == Stakes(7, cube=4, owner=Player.BLACK)
    assert not stakes_of(table_of(Rounds(12), game="trictrac")).has_cube
