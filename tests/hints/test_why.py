"""Why a play is good: facts that stand on the board, said in one sentence."""

import random

import pytest

from companion.hints.why import MOST, Fact, Told, facts_of, sentence
from companion.rules.games import GAMES, configured
from companion.rules.memory import Memory
from companion.rules.notation import parse_international
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position, Setup, start_position
from companion.rules.turn import Turn
from tests.hints.gnubg_tools import START, position, turn
from tests.rules.random_games import first_turn, random_outcome, turn_after

BRIDGE: dict[int | str, int] = dict.fromkeys(range(7, 13), 2)
CLOSED_HOME: dict[int | str, int] = dict.fromkeys(range(19, 25), 2)
TURNS = 25


def told(at: Turn, text: str) -> dict[Fact, Told]:
    plays = legal_plays(at)
    play = parse_international(at, text, plays)
    (outcome,) = (one for one in plays if plays[one] == play)
    return {one.fact: one for one in facts_of(at, outcome, play)}


@pytest.mark.parametrize(
    ("at", "text", "fact", "points", "count"),
    [
        (turn((3, 1)), "8/5 6/5", Fact.MADE, (5,), 0),
        (turn((3, 1), player=Player.BLACK), "8/5 6/5", Fact.MADE, (20,), 0),
        (turn((3, 1)), "8/5 6/5", Fact.SAFE, (), 0),
        (turn((2, 1)), "13/11 6/5", Fact.BLOTS, (11, 5), 2),
        (turn((6, 5)), "24/13", Fact.RAN, (), 1),
        (turn((4, 4)), "24/20(2) 13/9(2)", Fact.ANCHOR, (20,), 0),
        (turn((6, 1)), "13/7 8/7", Fact.MADE, (7,), 0),
        (
            turn((1, 1), position({8: 3, 7: 1, 6: 4, 5: 2, 4: 2, 13: 3}, {1: 2, 12: 5, 19: 8})),
            "8/7(2) 6/4",
            Fact.WALL,
            (),
            4,
        ),
        (
            turn((2, 1), position({"bar": 1, 6: 5, 13: 9}, {19: 5, 12: 5, 22: 1, 17: 4})),
            "bar/24 13/11",
            Fact.ENTERED,
            (),
            1,
        ),
        (
            turn((3, 2), position({"bar": 1, 6: 5, 13: 9}, {19: 5, 12: 5, 22: 1, 17: 4})),
            "bar/22*/20",
            Fact.HIT,
            (22,),
            0,
        ),
        (turn((6, 5), position({6: 1, 5: 1, 4: 2}, {19: 2})), "6/off 5/off", Fact.OFF, (), 2),
        (turn((6, 5), position({1: 1}, {19: 2})), "1/off", Fact.WON, (), 0),
        (turn((6, 1), position({13: 2, 6: 13}, {12: 1, 19: 14})), "13/7 13/12*", Fact.HIT, (12,), 0),
        (turn((6, 4), position({14: 2, 6: 13}, {10: 1, 19: 14})), "14/8 14/10*", Fact.HIT, (10,), 0),
    ],
)
def test_facts_of_backgammon(at: Turn, text: str, fact: Fact, points: tuple[int, ...], count: int) -> None:
    assert told(at, text)[fact] == Told(fact, points, count)


def test_passing_the_last_opponent_makes_it_a_race() -> None:
    at = turn((6, 5), position({14: 1, 6: 14}, {9: 1, 19: 14}))
    found = told(at, "14/3")
    assert Fact.RACE in found
    assert not {Fact.SAFE, Fact.BLOTS} & set(found)


def test_no_play_has_nothing_else_to_tell() -> None:
    closed = position({"bar": 1, 1: 14}, {17: 3, **CLOSED_HOME})
    at = turn((6, 4), closed)
    (only,) = legal_plays(at)
    assert facts_of(at, only, legal_plays(at)[only]) == (Told(Fact.NOTHING),)


def trictrac(dice: tuple[int, int], white: dict[int | str, int], score: int = 0) -> Turn:
    game = configured("trictrac")
    at = Position.of(game, Setup.of(Pair(white, {24: 15})))
    return Turn(game, at, Player.WHITE, dice, Memory(score=Pair(score, 0)))


def test_the_great_bridge_is_made_and_kept() -> None:
    # Its last checker comes from pace 7 to pace 9; White's paces are the points.
    at = trictrac((2, 1), {**BRIDGE, 7: 3, 9: 1, 14: 3})
    plays = legal_plays(at)
    made: set[Fact] = set()
    held: set[Fact] = set()
    for outcome in plays:
        facts = {one.fact for one in facts_of(at, outcome, plays[outcome])}
        whole = all(outcome.position.sides.white.points[pace - 1] > 1 for pace in range(7, 13))
        (made if whole else held).update(facts)
    assert Fact.BRIDGE_MADE in made
    assert not {Fact.BRIDGE_MADE, Fact.BRIDGE_HELD} & held
    kept = trictrac((2, 1), {**BRIDGE, 14: 3})
    plays = legal_plays(kept)
    facts = {one.fact for outcome in plays for one in facts_of(kept, outcome, plays[outcome])}
    assert Fact.BRIDGE_HELD in facts
    assert Fact.BRIDGE_MADE not in facts


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_is_true_in_every_game(name: str) -> None:
    chance = random.Random(5)
    at: Turn | None = first_turn(configured(name), chance)
    for _ in range(TURNS):
        assert at
        plays = legal_plays(at)
        outcome = random_outcome(plays, chance)
        facts = facts_of(at, outcome, plays[outcome])
        assert len(facts) <= MOST
        for one in facts:
            check(at, outcome.position, one)
        order = [list(Fact).index(one.fact) for one in facts]
        assert order == sorted(order)
        at = turn_after(at, outcome, chance)


def check(at: Turn, after: Position, one: Told) -> None:
    """Hold a fact against the two positions, counted by hand."""
    own, before = after.sides[at.player], at.position.sides[at.player]
    theirs, theirs_before = after.sides[at.player.opponent], at.position.sides[at.player.opponent]
    at_points = [own.points[point - 1] for point in one.points]
    if one.fact in {Fact.MADE, Fact.ANCHOR}:
        assert min(at_points) >= 2
        assert all(before.points[point - 1] < 2 for point in one.points)
    elif one.fact is Fact.BLOTS:
        assert at_points == [1] * one.count
    elif one.fact is Fact.OFF:
        assert own.off - before.off == one.count
    elif one.fact is Fact.ENTERED:
        assert before.bar + before.reserve - own.bar - own.reserve == one.count
    elif one.fact is Fact.HIT:
        assert all(theirs_before.points[point - 1] == 1 and not theirs.points[point - 1] for point in one.points)


def test_a_new_throw_is_told() -> None:
    puff = configured("puff")
    at = Turn(puff, start_position(puff), Player.WHITE, (3, 3))
    plays = legal_plays(at)
    outcome = plays.sorted()[0]
    assert outcome.again
    assert Fact.AGAIN in {one.fact for one in facts_of(at, outcome, plays[outcome])}


def test_facts_make_one_sentence() -> None:
    facts = [Told(Fact.HIT, (5, 7)), Told(Fact.OFF, count=1), Told(Fact.OFF, count=2), Told(Fact.MADE, (4,))]
    said = sentence(facts, lambda text: text)
    assert said == "Hits on 5, 7; bears off a checker; bears off 2 checkers; makes point 4."
    assert sentence(facts[-1:], lambda text: f"[{text}]", lambda point: f"<{point}>") == "[makes point <4>]."
    assert not sentence([], str)


def test_a_recommended_opening_is_told_as_such() -> None:
    at = turn((3, 1), START)
    plays = legal_plays(at)
    play = parse_international(at, "8/5 6/5", plays)
    (outcome,) = (one for one in plays if plays[one] == play)
    assert facts_of(at, outcome, play, recommended=True)[0] == Told(Fact.RECOMMENDED)
    assert Fact.RECOMMENDED not in {one.fact for one in facts_of(at, outcome, play)}
