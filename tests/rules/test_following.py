"""Who goes on after a play, with what, and what is remembered."""

from dataclasses import replace

import pytest

from companion.rules.following import Following, following, next_turn
from companion.rules.game import Doubles
from companion.rules.games import GAMES, configured
from companion.rules.memory import Memory
from companion.rules.players import Pair, both
from companion.rules.plays import legal_plays
from companion.rules.position import start_position
from companion.rules.turn import Outcome, Turn
from tests.rules.tables import BLACK, WHITE, Places, first_throw, reached, scores, turn

THROW_AGAIN = [name for name, game in GAMES.items() if game.doubles is not Doubles.FOUR_STEPS]
ACEY = ("acey_deucey", "acey_deucey_european")
RESERVE: Places = {"reserve": 15}


def after(turn: Turn, outcome: Outcome | None = None) -> Following:
    """What follows an outcome, or the play that uses most."""
    then = following(turn, outcome or max(legal_plays(turn), key=lambda one: (one.again, one.order)))
    assert then is not None
    return then


@pytest.mark.parametrize("name", GAMES)
def test_after_two_different_numbers_the_opponent_throws(name: str) -> None:
    then = after(first_throw(name, (5, 4)))
    assert (then.player, then.names_double, then.dice) == (BLACK, False, None)


@pytest.mark.parametrize("name", GAMES)
def test_after_a_double_some_throw_again(name: str) -> None:
    then = after(first_throw(name, (3, 3)))
    assert then.player is (WHITE if name in THROW_AGAIN else BLACK)
    assert (then.names_double, then.dice) == (False, None)


@pytest.mark.parametrize("name", THROW_AGAIN)
def test_and_again_after_another_double(name: str) -> None:
    begins = first_throw(name, (3, 3))
    outcome = max(legal_plays(begins), key=lambda one: (one.again, one.order))
    second = next_turn(begins.game, outcome, after(begins, outcome), (2, 2))
    assert after(second).player is WHITE


@pytest.mark.parametrize("name", GAMES)
def test_after_a_won_game_nothing_follows(name: str) -> None:
    game = configured(name)
    last = 3 if game.path(WHITE).point(24) == 1 else 22
    begins = turn(game, {last: 1}, {12: 15}, (3, 3), memory=scores(11) if name == "trictrac" else None)
    if name == "trictrac_old":
        begins = turn(game, {14: 1}, {17: 1}, (3, 3), memory=scores(11))
    (outcome,) = legal_plays(begins)
    assert outcome.won
    assert not outcome.again
    assert following(begins, outcome) is None


# Puff


@pytest.mark.parametrize("name", ["puff", "puff_long", "puff_dutch", "revertier"])
def test_puff_throws_again_even_if_nothing_could_be_played(name: str) -> None:
    game = configured(name)
    held: Places = {game.path(WHITE).point(6): 2}
    begins = turn(game, {"bar": 1, 12: 14}, {**held, game.path(WHITE).point(1): 2}, (6, 6))
    (outcome,) = legal_plays(begins)
    assert outcome.position == begins.position
    assert after(begins, outcome).player is WHITE


def test_puff_counts_the_doubles_of_one_turn() -> None:
    begins = first_throw("puff", (3, 3))
    outcome = max(legal_plays(begins), key=lambda one: one.order)
    assert outcome.memory.doubles == Pair(1, 0)
    second = next_turn(begins.game, outcome, after(begins, outcome), (5, 5))
    assert len(legal_plays(second)) == 5
    assert {one.memory.doubles for one in legal_plays(second)} == {Pair(2, 0)}
    plain = replace(second, dice=(5, 4))
    assert {one.memory.doubles for one in legal_plays(plain)} == {both(0)}


def test_puff_may_count_the_doubles_of_the_game() -> None:
    game = configured("puff", (("doubles_count", "game"),))
    begins = Turn(game, start_position(game), WHITE, (3, 3))
    outcome = max(legal_plays(begins), key=lambda one: one.order)
    plain = next_turn(game, outcome, after(begins, outcome), (5, 4))
    (entered,) = legal_plays(plain)
    assert entered.memory.doubles == Pair(1, 0)
    black = next_turn(game, entered, after(plain, entered), (2, 2))
    assert black.player is BLACK
    assert {one.memory.doubles for one in legal_plays(black)} == {Pair(1, 1)}
    assert len(legal_plays(black)) == 3


def test_a_double_counts_when_thrown_played_or_not() -> None:
    game = configured("puff", (("doubles_count", "game"),))
    (outcome,) = legal_plays(turn(game, {"bar": 1, 12: 14}, {6: 2, 1: 2}, (6, 6)))
    assert outcome.memory.doubles == Pair(1, 0)


def test_russian_puff_throws_again_only_with_every_number_used() -> None:
    begins = first_throw("puff_russian", (3, 3))
    whole = reached(begins, {3: 2, 4: 2, "reserve": 11}, RESERVE)
    part = reached(begins, {3: 2, 4: 1, "reserve": 12}, RESERVE)
    assert after(begins, whole) == Following(WHITE, Memory(doubles=Pair(1, 0)))
    assert after(begins, part) == Following(BLACK, Memory())


def test_the_gate_of_dutch_puff_stays_open() -> None:
    game = configured("puff_dutch")
    begins = turn(game, {16: 1, 6: 14}, {24: 15}, (5, 3))
    opened = reached(begins, {19: 1, 6: 13, 11: 1}, {24: 15})
    assert opened.memory.gate == Pair(white=True, black=False)
    assert {one.memory.gate for one in legal_plays(begins)} == {Pair(white=True, black=False), both(value=False)}
    later = turn(game, {22: 1, 6: 14}, {24: 15}, (5, 3), memory=opened.memory)
    assert {one.memory.gate for one in legal_plays(later)} == {Pair(white=True, black=False)}


# Acey Deucey


def used(turn: Turn) -> Outcome:
    """The outcome of a 1-2 that enters two checkers."""
    return reached(turn, {24: 1, 23: 1, "reserve": 13}, RESERVE)


@pytest.mark.parametrize("name", ACEY)
def test_a_1_2_that_is_used_lets_the_player_name_a_double_and_throw_again(name: str) -> None:
    begins = first_throw(name, (1, 2))
    then = after(begins, used(begins))
    assert (then.player, then.names_double, then.dice) == (WHITE, True, (2, 1))
    named = next_turn(begins.game, used(begins), then, (6, 6), named=4)
    assert (named.dice, named.memory.named) == ((2, 1), 4)
    entered = reached(named, {24: 1, 23: 1, 21: 4, "reserve": 9}, RESERVE)
    throws = after(named, entered)
    assert (throws.player, throws.names_double, throws.dice, throws.memory.named) == (WHITE, False, None, 0)


def test_a_named_double_that_cannot_be_played_in_full_does_not_cost_the_throw() -> None:
    """D5."""
    game = configured("acey_deucey")
    begins = turn(game, {"bar": 1, 13: 14}, {21: 2, 1: 13}, (2, 1), memory=Memory(named=4))
    (outcome,) = legal_plays(begins)
    assert outcome.position == begins.position
    assert after(begins, outcome) == Following(WHITE, Memory())


def blocked(*options: str) -> Turn:
    """White can use the 1 of 1-2, but not the 2."""
    game = configured("acey_deucey", tuple((option, True) for option in options))
    return turn(game, {24: 1}, {22: 2, 21: 2, 1: 11}, (2, 1))


def test_a_1_2_that_is_not_used_gives_nothing() -> None:
    """D27."""
    assert after(blocked()) == Following(BLACK, Memory())


def test_or_gives_the_rest_to_the_opponent() -> None:
    begins = blocked("pass_on")
    (outcome,) = legal_plays(begins)
    then = after(begins, outcome)
    assert (then.player, then.names_double, then.dice) == (BLACK, True, (2, 1))
    named = next_turn(begins.game, outcome, then, (6, 6), named=2)
    assert (named.player, named.memory.named) == (BLACK, 2)
    throws = after(named)
    assert (throws.player, throws.names_double, throws.dice) == (BLACK, False, None)
    assert throws.memory == Memory()


def test_a_1_2_used_in_full_is_not_passed_on() -> None:
    game = configured("acey_deucey", (("pass_on", True),))
    begins = Turn(game, start_position(game), WHITE, (2, 1))
    assert after(begins, used(begins)).player is WHITE


def test_a_row_of_1_2_is_counted_over_named_doubles() -> None:
    begins = first_throw("acey_deucey", (2, 1))
    assert used(begins).memory.ace_deuces == 1
    named = next_turn(begins.game, used(begins), after(begins, used(begins)), (6, 6), named=4)
    second = next_turn(begins.game, *one_of(named), (2, 1))
    assert {one.memory.ace_deuces for one in legal_plays(second) if one.again} == {2}
    other = replace(second, dice=(5, 4))
    assert {one.memory for one in legal_plays(other)} == {Memory()}


def one_of(turn: Turn) -> tuple[Outcome, Following]:
    outcome = max(legal_plays(turn), key=lambda one: one.order)
    return outcome, after(turn, outcome)


def third(white: Places, *, given: bool = False, row: int = 2) -> Turn:
    game = configured("acey_deucey", (("third_ace_deuce", True),))
    return turn(game, white, RESERVE, (2, 1), memory=Memory(ace_deuces=row, given=given))


def test_the_third_in_a_row_is_the_opponent_s() -> None:
    begins = third({24: 2, 4: 1, "reserve": 12})
    (outcome,) = legal_plays(begins)
    assert outcome.position.bar.white == 1
    assert outcome.position.points[3] == 0
    then = after(begins, outcome)
    assert (then.player, then.names_double, then.dice, then.memory.given) == (BLACK, False, (2, 1), True)


def test_the_furthest_checker_is_the_one_with_the_most_paces() -> None:
    """D6: of several on one point it is one; on an empty board it is none."""
    (outcome,) = legal_plays(third({24: 2, 3: 3, 13: 1, "reserve": 9}))
    assert (outcome.position.bar.white, outcome.position.points[2]) == (1, 2)
    (outcome,) = legal_plays(third({"bar": 2, "reserve": 13}))
    assert outcome.position.bar.white == 2


def test_the_opponent_plays_it_with_all_its_rights_but_it_does_not_count_in_the_row() -> None:
    begins = third({24: 2, "reserve": 13})
    (outcome,) = legal_plays(begins)
    given = next_turn(begins.game, outcome, after(begins, outcome), (6, 6))
    assert (given.player, given.dice) == (BLACK, (2, 1))
    played = max(legal_plays(given), key=lambda one: (one.again, one.order))
    then = after(given, played)
    assert (then.player, then.names_double) == (BLACK, True)
    named = next_turn(begins.game, played, then, (6, 6), named=3)
    throws = after(named)
    assert (throws.player, throws.memory) == (BLACK, Memory())


def test_only_the_third_is_lost_and_only_where_it_is_played_so() -> None:
    assert len(legal_plays(third({24: 2, "reserve": 13}, row=1))) > 1
    plain = replace(third({24: 2, "reserve": 13}), game=configured("acey_deucey"))
    assert len(legal_plays(plain)) > 1


def test_a_named_double_is_no_1_2_even_if_it_is_the_third() -> None:
    begins = third({24: 2, "reserve": 13})
    named = replace(begins, memory=Memory(ace_deuces=2, named=1))
    assert len(legal_plays(named)) > 1
    assert after(named).memory.ace_deuces == 2


# Tric-Trac


@pytest.mark.parametrize("name", ["trictrac", "trictrac_old"])
def test_tric_trac_throws_again_after_a_double_that_could_not_be_played(name: str) -> None:
    """D8."""
    game = configured(name)
    begins = turn(game, {5: 1}, {11: 2, 24: 13}, (6, 6), memory=scores(3, 4))
    (outcome,) = legal_plays(begins)
    assert after(begins, outcome) == Following(WHITE, scores(3, 4))


@pytest.mark.parametrize("name", ["trictrac", "trictrac_old"])
def test_tric_trac_keeps_both_scores(name: str) -> None:
    begins = first_throw(name, (5, 4), scores(3, 8))
    assert after(begins) == Following(BLACK, scores(3, 8))
