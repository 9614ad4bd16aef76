"""Both games of Tric-Trac by hand: what the drawn examples in `examples/trictrac*.txt` cannot say.

These are the play itself, the game that is continued in mid-throw, and trays that are emptied again.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.casefile import write_memory, write_outcome, write_position
from companion.match.carried import carried_after
from companion.rules.following import following
from companion.rules.games import configured
from companion.rules.judge import ALL_THROWS, Legal, judge, throws_that_explain
from companion.rules.memory import TARGET
from companion.rules.notation import parse_booklet, write_booklet
from companion.rules.players import Pair
from companion.rules.plays import legal_plays
from companion.rules.position import Position
from companion.rules.turn import OFF, Outcome, Play, Step, Turn
from tests.brute.enumerator import outcomes
from tests.effort import tried
from tests.rules.tables import BLACK, Places, boards, reached, scores, setup, turn

GAME = configured("trictrac")
OLD = configured("trictrac_old")
HOME: Places = {24: 15}
BRIDGE: Places = {7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2}
BOTH = pytest.mark.parametrize("name", ["trictrac", "trictrac_old"])


def play_to(turn: Turn, white: Places, black: Places = HOME) -> Play:
    return legal_plays(turn)[reached(turn, white, black)]


# The privilege


@BOTH
def test_the_steps_of_the_privilege_end_on_the_own_hucke(name: str) -> None:
    begins = turn(configured(name), {8: 1, 11: 1}, HOME, (5, 2))
    steps = play_to(begins, {12: 2}).steps
    assert sorted((step.number, step.source, step.target) for step in steps) == [(2, 11, 12), (5, 8, 12)]


@BOTH
def test_the_privilege_can_be_written_and_read(name: str) -> None:
    begins = turn(configured(name), {8: 1, 11: 1}, HOME, (5, 2))
    play = play_to(begins, {12: 2})
    assert write_booklet(begins, play) in {"8-12, 11-12", "11-12, 8-12"}
    assert parse_booklet(begins, write_booklet(begins, play)) == play


@BOTH
def test_black_has_the_privilege_too(name: str) -> None:
    begins = turn(configured(name), {1: 1, "off": 14}, {17: 1, 14: 1}, (2, 5), BLACK)
    assert {13: 2, "off": 13} in boards(begins)


@pytest.mark.parametrize(
    ("white", "black", "dice", "end"),
    [
        ({8: 1, 11: 1, 1: 1}, HOME, (5, 2), {1: 1, 12: 2}),
        ({8: 1, 11: 1, 12: 1}, HOME, (5, 2), {12: 3}),
        ({8: 1, 11: 1, 12: 2}, HOME, (5, 2), {12: 4}),
        ({8: 1, 11: 1, 13: 1}, HOME, (5, 2), {13: 1, 12: 2}),
        ({8: 1, 11: 1}, {13: 2, 24: 13}, (5, 2), {12: 2}),
        ({8: 1, 11: 1}, {13: 1, 24: 14}, (5, 2), {12: 2}),
        ({8: 1, 11: 1}, {12: 1, 24: 14}, (5, 2), {12: 2}),
        ({7: 1, 8: 1, 10: 1, 11: 1}, HOME, (5, 2), {7: 1, 10: 1, 12: 2}),
        ({8: 2}, HOME, (5, 2), {12: 2}),
        ({8: 1, 11: 1}, HOME, (5, 3), {12: 2}),
        ({9: 2, 10: 2}, HOME, (3, 3), {9: 2, 12: 2}),
        ({9: 1, 10: 1}, HOME, (3, 3), {12: 2}),
    ],
    ids=[
        "a checker on the start",
        "one on the own Hucke, left by an illegal play",
        "two on the own Hucke",
        "one on the opponent's Hucke, left by an illegal play",
        "the opponent holds his",
        "a single opponent there, left by an illegal play",
        "a single opponent on the own Hucke, left by an illegal play",
        "two others take it in the ordinary way",
        "only one of the two stands right",
        "other numbers",
        "two others take it with the double",
        "only one stands right for a double",
    ],
)
def test_without_one_of_its_conditions_there_is_no_privilege(
    white: Places, black: Places, dice: tuple[int, int], end: Places
) -> None:
    begins = turn(GAME, white, black, dice)
    assert {**end, "off": 15 - sum(end.values())} not in boards(begins)


def test_the_privilege_brings_the_great_bridge() -> None:
    begins = turn(GAME, {7: 3, 8: 3, 9: 2, 10: 2, 11: 2}, HOME, (6, 5), memory=scores(4))
    outcome = reached(begins, {7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2}, HOME)
    assert (outcome.scored, outcome.memory.score) == (2, Pair(6, 0))


def test_the_privilege_is_no_way_to_go_on_with_a_throw_half_played() -> None:
    begins = turn(GAME, {8: 1, 11: 1}, HOME, (5, 2), begun=(Step(5, 3, 8),))
    assert boards(begins) == [{10: 1, 11: 1, "off": 13}]


# A game continued in mid-throw (D13)


def continued(turn: Turn, outcome: Outcome) -> Turn:
    """The rest of the throw in the next game: the winner keeps what is above 12, the loser nothing."""
    assert outcome.won
    surplus = outcome.memory.score[turn.player] - TARGET
    memory = replace(outcome.memory, score=Pair(0, 0).with_(turn.player, surplus))
    begun = legal_plays(turn)[outcome].steps
    return Turn(turn.game, outcome.position, turn.player, turn.dice, memory, begun)


def won_at_once(white: Places, black: Places, dice: tuple[int, int], end: Places, black_end: Places) -> Turn:
    begins = turn(GAME, white, black, dice, memory=scores(11, 3))
    return continued(begins, reached(begins, end, black_end))


def test_the_unused_number_is_still_played() -> None:
    rest = won_at_once({5: 1, 9: 2}, {11: 1, 24: 14}, (6, 1), {11: 1, 9: 2}, HOME)
    assert boards(rest) == [{9: 1, 10: 1, 11: 1, "off": 12}]
    (outcome,) = legal_plays(rest)
    assert (outcome.scored, outcome.won, outcome.memory) == (0, False, scores(0))
    then = following(rest, outcome)
    assert then is not None
    assert then.player is BLACK


def test_the_unused_number_must_be_played() -> None:
    rest = won_at_once({5: 1, 9: 2}, {11: 1, 24: 14}, (6, 1), {11: 1, 9: 2}, HOME)
    assert not isinstance(judge(rest, rest.position.setup), Legal)


def test_only_the_unused_number_is_played() -> None:
    rest = won_at_once({5: 1, 3: 2}, {11: 1, 24: 14}, (6, 1), {11: 1, 3: 2}, HOME)
    assert boards(rest) == [{3: 1, 4: 1, 11: 1, "off": 12}]
    assert [step.number for outcome in legal_plays(rest) for step in legal_plays(rest)[outcome].steps] == [1]


def test_if_the_unused_number_cannot_be_used_it_lapses() -> None:
    rest = won_at_once({5: 1}, {11: 1, 13: 2, 24: 12}, (6, 1), {11: 1}, {13: 2, 24: 13})
    assert boards(rest) == [{11: 1, "off": 14}]


def test_what_it_scores_counts_for_the_new_game() -> None:
    rest = won_at_once({5: 1}, {8: 1, 10: 1, 24: 13}, (3, 2), {8: 1}, {10: 1, 24: 14})
    assert reached(rest, {10: 1}, HOME).memory.score == Pair(1, 0)


def test_the_great_bridge_counts_for_the_new_game_too() -> None:
    bridge: Places = {7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 4}
    rest = won_at_once({**bridge, 14: 1}, {17: 1, 24: 14}, (3, 2), {**bridge, 17: 1}, HOME)
    outcome = reached(rest, {**bridge, 12: 3, 14: 1, 17: 1}, HOME)
    assert (outcome.scored, outcome.memory.score) == (2, Pair(2, 0))


def test_the_second_number_of_a_double_is_the_same_and_the_player_throws_again() -> None:
    rest = won_at_once({5: 1, 3: 2}, {8: 1, 24: 14}, (3, 3), {8: 1, 3: 2}, HOME)
    assert boards(rest) == [{3: 1, 6: 1, 8: 1, "off": 12}, {3: 2, 11: 1, "off": 12}]
    assert all(outcome.again for outcome in legal_plays(rest))


def test_a_checker_brought_out_goes_on_though_the_start_is_not_cleared() -> None:
    rest = won_at_once({1: 3, 14: 2}, {6: 1, 24: 14}, (5, 2), {1: 2, 6: 1, 14: 2}, HOME)
    assert boards(rest) == [{1: 1, 3: 1, 6: 1, 14: 2, "off": 10}, {1: 2, 8: 1, 14: 2, "off": 10}]


def test_a_checker_that_stood_there_before_does_not_go_on() -> None:
    begun = (Step(5, 1, 6, hit=True),)
    begins = turn(GAME, {1: 2, 6: 2, 4: 1}, HOME, (5, 2), begun=begun)
    assert boards(begins) == [{1: 1, 3: 1, 4: 1, 6: 2, "off": 10}, {1: 2, 4: 1, 6: 1, 8: 1, "off": 10}]


def test_with_the_start_cleared_by_the_first_step_anyone_goes_on() -> None:
    rest = won_at_once({1: 1, 14: 2}, {6: 1, 24: 14}, (5, 2), {6: 1, 14: 2}, HOME)
    assert boards(rest) == [{6: 1, 14: 1, 16: 1, "off": 12}, {8: 1, 14: 2, "off": 12}]


def test_the_single_one_left_on_the_hucke_must_follow() -> None:
    rest = won_at_once({12: 2, 14: 1}, {16: 1, 24: 14}, (4, 3), {12: 1, 14: 1, 16: 1}, HOME)
    assert boards(rest) == [{14: 1, 15: 1, 16: 1, "off": 12}]


def test_three_on_the_hucke_leave_the_second_step_free() -> None:
    rest = won_at_once({12: 3, 14: 1}, {16: 1, 24: 14}, (4, 3), {12: 2, 14: 1, 16: 1}, HOME)
    assert boards(rest) == [{12: 2, 14: 1, 19: 1, "off": 11}, {12: 2, 16: 1, 17: 1, "off": 11}]


def test_two_on_the_hucke_are_not_left_by_one_with_the_second_step() -> None:
    rest = won_at_once({5: 1, 12: 2}, {9: 1, 24: 14}, (4, 3), {9: 1, 12: 2}, HOME)
    assert boards(rest) == [{12: 3, "off": 12}]


def test_the_empty_hucke_is_not_taken_with_the_second_step() -> None:
    rest = won_at_once({5: 1}, {9: 1, 24: 14}, (4, 3), {9: 1}, HOME)
    assert boards(rest) == [{9: 1, "off": 14}]


def test_after_winning_with_the_last_checker_the_second_number_is_played_from_the_start() -> None:
    """D13 and D31 together."""
    begins = turn(GAME, {22: 1}, HOME, (5, 3), memory=scores(11))
    outcome = next(iter(legal_plays(begins)))
    assert outcome.won
    rest = continued(begins, outcome)
    assert boards(rest) in ([{1: 14, 4: 1}], [{1: 14, 6: 1}])


def test_the_throw_explains_what_its_unused_number_does() -> None:
    rest = won_at_once({5: 1, 9: 2}, {11: 1, 24: 14}, (6, 1), {11: 1, 9: 2}, HOME)
    (outcome,) = legal_plays(rest)
    assert (6, 1) in throws_that_explain(rest, outcome.position.setup)


def test_black_continues_by_the_same_rules() -> None:
    begins = turn(GAME, {9: 1, 1: 14}, {13: 2, 11: 1}, (4, 3), BLACK, memory=scores(2, 11))
    rest = continued(begins, reached(begins, {1: 15}, {13: 1, 9: 1, 11: 1}))
    assert rest.memory == scores(0)
    assert boards(rest) == [{9: 1, 10: 1, 11: 1, "off": 12}]


# Winning


def test_no_step_is_made_after_the_one_that_wins() -> None:
    begins = turn(GAME, {5: 1, 3: 2}, {8: 1, 24: 14}, (3, 1), memory=scores(11))
    won = [outcome for outcome in legal_plays(begins) if outcome.won]
    assert {legal_plays(begins)[outcome].steps[-1].target for outcome in won} == {8}
    assert {outcome.memory.score.white for outcome in won} == {12}


def test_a_win_is_never_a_throw_again() -> None:
    begins = turn(GAME, {5: 1}, {8: 1, 24: 14}, (3, 3), memory=scores(11))
    (outcome,) = legal_plays(begins)
    assert (outcome.won, outcome.again, outcome.memory.score.white) == (True, False, 12)
    assert following(begins, outcome) is None


def test_two_steps_and_the_bridge_may_come_together() -> None:
    begins = turn(GAME, {**BRIDGE, 20: 1, 22: 1, 14: 1}, HOME, (6, 4), memory=scores(8, 5))
    outcome = reached(begins, {**BRIDGE, 14: 1}, HOME)
    assert (outcome.scored, outcome.won, outcome.memory.score) == (4, True, Pair(12, 5))


def test_no_points_of_the_bridge_are_added_to_a_win_by_a_step() -> None:
    begins = turn(GAME, {**BRIDGE, 20: 1, 14: 1}, HOME, (6, 4), memory=scores(11))
    assert reached(begins, {**BRIDGE, 14: 1}, HOME).memory.score.white == 12


def test_a_win_with_the_last_number_keeps_the_points_of_the_bridge() -> None:
    """Black goes 17-15-11 with the 2 and the 4, or 17-13-11, and hits; one number left over would go 17-13 or 17-15."""
    white: Places = {1: 14, 11: 1}
    bridge: Places = {13: 2, 14: 2, 15: 2, 16: 2, 17: 2, 18: 2}
    begins = turn(GAME, white, {**bridge, 17: 3}, (4, 2), BLACK, memory=scores(3, 11))
    outcome = reached(begins, {1: 15}, {**bridge, 11: 1})
    assert (outcome.scored, outcome.won, outcome.memory.score) == (3, True, Pair(3, 14))
    carried = carried_after(begins, outcome, legal_plays(begins)[outcome])
    assert (carried.memory.score, carried.dice) == (Pair(0, 2), None)
    judged = judge(begins, outcome.position.setup)
    assert isinstance(judged, Legal)
    assert judged.outcome == outcome


def test_a_win_with_the_first_number_and_one_with_the_last_may_leave_the_same_board() -> None:
    """The 6 bears off from 18 at once; the 5 and then the 6 do so with the whole throw."""
    begins = turn(GAME, {**BRIDGE, 18: 1}, HOME, (6, 5), memory=scores(11))
    plays = legal_plays(begins)
    won = plays.at(Position.of(GAME, setup(GAME, BRIDGE, HOME)))
    assert [(outcome.scored, len(plays[outcome].steps)) for outcome in won] == [(1, 1), (3, 2)]
    assert [carried_after(begins, one, plays[one]).dice for one in won] == [(6, 5), None]


def test_the_bridge_near_the_end_of_a_game_counts_as_in_the_reference() -> None:
    chance = random.Random(22)
    for _ in range(tried(60, 400)):
        begins = near_the_end(chance)
        case: dict[str, Any] = {
            "game": "trictrac",
            "options": {},
            "turn": begins.player.value,
            "dice": list(begins.dice),
        }
        case |= {**write_position(begins.position), "memory": write_memory(GAME, begins.memory)}
        assert [write_outcome(GAME, outcome) for outcome in legal_plays(begins).sorted()] == outcomes(case), case


def near_the_end(chance: random.Random) -> Turn:
    """A bridge, checkers that can keep it standing, and opposing ones to hit, a point or two before the win."""
    mine, theirs = Counter[int | str](BRIDGE), Counter[int | str]()
    mine.update(chance.choices(range(7, 24), k=3))
    theirs.update(chance.choices([point for point in range(2, 24) if point not in mine and point != 13], k=6))
    theirs[24] += 9
    return turn(GAME, mine, theirs, chance.choice(ALL_THROWS), memory=scores(chance.randint(9, 11), 4))


def test_one_point_may_be_scored_in_two_ways() -> None:
    """The same play with and without a hit leads to different boards, and both are told."""
    begins = turn(GAME, {5: 1}, {8: 1, 24: 14}, (3, 1))
    scored = sorted((outcome.scored, outcome.position.points[7]) for outcome in legal_plays(begins))
    assert scored == [(0, -1), (1, 0)]


# Trays that are emptied again (D31)


@pytest.mark.parametrize("dice", [(5, 3), (3, 5)])
def test_an_empty_board_is_refilled_and_the_second_number_played_from_the_start(dice: tuple[int, int]) -> None:
    begins = turn(GAME, {22: 1}, HOME, dice, memory=scores(3))
    assert boards(begins) == [{1: 14, 4: 1}, {1: 14, 6: 1}]
    for outcome, play in legal_plays(begins).items():
        assert [step.target == OFF for step in play.steps] == [True, False]
        assert outcome.scored == 1


def test_refilled_by_both_numbers_of_a_double() -> None:
    begins = turn(GAME, {20: 1, 21: 1}, HOME, (4, 4), memory=scores(3))
    (outcome,) = legal_plays(begins)
    assert dict(outcome.position.sides.white.places()) == {1: 15}
    assert (outcome.scored, outcome.again) == (2, True)


def test_a_turn_that_begins_with_all_off_begins_at_the_start() -> None:
    begins = turn(GAME, {}, HOME, (5, 4))
    assert boards(begins) == [{1: 13, 5: 1, 6: 1}, {1: 14, 10: 1}]


def test_the_old_game_refills_the_reserve() -> None:
    begins = turn(OLD, {22: 1}, HOME, (5, 3))
    assert boards(begins) == [{3: 1, "reserve": 14}, {5: 1, "reserve": 14}]
    assert boards(turn(OLD, {}, HOME, (4, 2))) == [{2: 1, 4: 1, "reserve": 13}, {6: 1, "reserve": 14}]


def test_a_win_does_not_refill() -> None:
    begins = turn(GAME, {20: 1, 21: 1}, HOME, (4, 3), memory=scores(10))
    assert {outcome.position.off.white for outcome in legal_plays(begins) if outcome.won} == {15}


# Marks of the older game


def marked(white: Places, black: Places) -> Iterator[tuple[tuple[int, int], int]]:
    for high in range(1, 7):
        for low in range(1, high + 1):
            outcome = next(iter(legal_plays(turn(OLD, white, black, (high, low)))))
            yield (high, low), outcome.scored


def test_which_throws_mark_a_blot_seven_points_away() -> None:
    found = {dice for dice, points in marked({14: 1}, {21: 1, 1: 14}) if points}
    assert found == {(6, 1), (5, 2), (4, 3)}


def test_a_double_marks_one_and_two_steps_ahead() -> None:
    assert dict(marked({14: 1}, {16: 1, 1: 14}))[2, 2] == 1
    assert dict(marked({14: 1}, {18: 1, 1: 14}))[2, 2] == 1
    assert dict(marked({14: 1}, {16: 1, 18: 1, 20: 1, 1: 12}))[2, 2] == 1
    assert dict(marked({14: 1}, {16: 2, 18: 1, 1: 12}))[2, 2] == 0


def test_a_blot_in_the_way_stops_both_numbers_together() -> None:
    """R-TT asks that the point between be free of opposing checkers; a blot is one."""
    assert dict(marked({14: 1}, {15: 1, 17: 1, 18: 1, 1: 12}))[3, 1] == 2
    assert dict(marked({14: 1}, {15: 1, 18: 1, 1: 13}))[3, 1] == 2


def test_marks_are_scored_whatever_is_played_and_also_when_nothing_is() -> None:
    begins = turn(OLD, {14: 1}, {15: 1, 17: 1, 1: 13}, (3, 1), memory=scores(5))
    (outcome,) = legal_plays(begins)
    assert outcome.position == begins.position
    assert (outcome.scored, outcome.memory.score) == (2, Pair(7, 0))


def test_marks_below_12_let_the_play_go_on() -> None:
    begins = turn(OLD, {14: 1, "reserve": 14}, {15: 1, 24: 14}, (3, 1), memory=scores(10))
    assert len(legal_plays(begins)) > 1
    assert {outcome.won for outcome in legal_plays(begins)} == {False}


def test_more_marks_than_are_needed_are_told_whole() -> None:
    begins = turn(OLD, {14: 1}, {15: 1, 17: 1, 1: 13}, (3, 1), memory=scores(11))
    (outcome,) = legal_plays(begins)
    assert (outcome.scored, outcome.won, outcome.memory.score.white) == (2, True, 13)


def test_nothing_leaves_the_board_for_being_marked() -> None:
    begins = turn(OLD, {14: 1, "reserve": 14}, {17: 1, 24: 14}, (3, 1))
    assert {outcome.position.sides.black for outcome in legal_plays(begins)} == {begins.position.sides.black}
