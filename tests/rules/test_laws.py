"""Laws that hold for every game: checked on random games, against the brute-force reference where it helps."""

import json
import random
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from companion.casefile import write_memory, write_outcome, write_position
from companion.rules.following import following
from companion.rules.game import Game, Hits, Scoring
from companion.rules.games import GAMES, configured
from companion.rules.judge import ALL_THROWS, Legal, judge, throws_that_explain
from companion.rules.players import Pair, Player
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import Position, Setup, Side
from companion.rules.progress import on_the_way
from companion.rules.turn import BAR, OFF, RESERVE, Outcome, Play, Turn
from tests.brute.enumerator import outcomes as brute_outcomes
from tests.effort import tried
from tests.rules.random_games import WAYS, Options, first_turn, random_outcome, random_turns, turn_after, way_id

MOST_OUTCOMES = 1500
every_way = pytest.mark.parametrize(("name", "options"), WAYS, ids=way_id)


def turns_of(name: str, options: Options, seed: int, throws: int) -> list[tuple[Turn, Plays]]:
    """Random turns with their plays, but for the very long lists of the Puffs."""
    turns = random_turns(configured(name, options), seed, throws)
    return [(turn, plays) for turn in turns if len(plays := legal_plays(turn)) <= MOST_OUTCOMES]


@every_way
def test_engine_and_brute_force_agree(name: str, options: Options) -> None:
    for turn, plays in turns_of(name, options, 5, tried(50, 150)):
        case = case_of(turn, options)
        found = [write_outcome(turn.game, outcome) for outcome in plays.sorted()]
        assert found == brute_outcomes(case), json.dumps(case)


def case_of(turn: Turn, options: Options) -> dict[str, Any]:
    """The turn as a case of `companion plays`."""
    case = {"game": turn.game.id, "options": dict(options), "turn": turn.player.value, "dice": list(turn.dice)}
    return {**case, **write_position(turn.position), "memory": write_memory(turn.game, turn.memory)}


@every_way
def test_checkers_are_conserved(name: str, options: Options) -> None:
    for turn, plays in turns_of(name, options, 1, tried(40, 100)):
        for outcome in plays:
            totals = outcome.position.sides.map(lambda side: side.total)
            assert totals == turn.game.checkers
            assert outcome.scored >= 0


@every_way
def test_every_outcome_is_reached_by_the_steps_of_its_play(name: str, options: Options) -> None:
    chance = random.Random(2)
    for turn, plays in turns_of(name, options, 2, tried(25, 60)):
        for outcome in chance.sample(plays.sorted(), min(20, len(plays))):
            assert played_by_hand(turn, plays[outcome]) == outcome.position or is_penalty(turn, plays)


def is_penalty(turn: Turn, plays: Plays) -> bool:
    """Whether a third 1-2 in a row cost a checker: there the outcome is not a play."""
    (outcome,) = list(islice(plays, 1))
    return outcome.memory.given and not turn.memory.given


def played_by_hand(turn: Turn, play: Play) -> Position:
    """Make the steps one by one, as hands would: lift, put down, put hit checkers away, refill an empty board."""
    hands = turn.position.sides.map(places)
    mine, theirs = hands[turn.player], hands[turn.player.opponent]
    for step in play.steps:
        mine[step.source] -= 1
        mine[step.target] += 1
        if step.hit:
            theirs[step.target] -= 1
            theirs[hit_place(turn, mine)] += 1
        refill(turn, mine)
    return Position.of(turn.game, Setup(hands.map(side_of)))


def hit_place(turn: Turn, mine: Counter[int]) -> int:
    start = turn.game.path(turn.player.opponent).point(1)
    if turn.game.hits is Hits.TO_START or (turn.game.hits is Hits.TO_START_IF_EMPTY and not mine[start]):
        return start
    return BAR


def refill(turn: Turn, mine: Counter[int]) -> None:
    if turn.game.scoring is Scoring.POINTS and mine[OFF] == turn.game.checkers[turn.player]:
        start = turn.game.path(turn.player).point(1) if turn.game.start_pile else RESERVE
        mine[start], mine[OFF] = mine[OFF], 0


def places(side: Side) -> Counter[int]:
    named = {BAR: side.bar, OFF: side.off, RESERVE: side.reserve}
    return Counter({**dict(enumerate(side.points, 1)), **named})


def side_of(counts: Counter[int]) -> Side:
    return Side(tuple(counts[point] for point in range(1, 25)), counts[BAR], counts[RESERVE], counts[OFF])


@every_way
def test_no_play_is_longer_than_its_numbers(name: str, options: Options) -> None:
    chance = random.Random(3)
    for _, plays in turns_of(name, options, 3, tried(25, 60)):
        allowed = Counter(plays.search.numbers)
        for outcome in chance.sample(plays.sorted(), min(20, len(plays))):
            assert Counter(step.number for step in plays[outcome].steps) <= allowed


@every_way
def test_exchanging_colours_and_paths_changes_nothing(name: str, options: Options) -> None:
    game = configured(name, options)
    other = exchanged_game(game)
    for turn, plays in turns_of(name, options, 4, tried(25, 60)):
        mirrored = Turn(
            other,
            exchanged(turn.position),
            turn.player.opponent,
            turn.dice,
            replace(
                turn.memory,
                doubles=turn.memory.doubles.swapped,
                gate=turn.memory.gate.swapped,
                score=turn.memory.score.swapped,
            ),
        )
        here = sorted((exchanged(one.position).order, one.scored, one.won, one.again) for one in plays)
        there = sorted((one.position.order, one.scored, one.won, one.again) for one in legal_plays(mirrored))
        assert here == there


def exchanged_game(game: Game) -> Game:
    base = replace(game.base or game, paths=game.paths.swapped, start=(game.base or game).start.swapped)
    return replace(game, paths=game.paths.swapped, start=game.start.swapped, base=base)


def exchanged(position: Position) -> Position:
    half = len(position.code) // 2
    return Position(position.code[half:] + position.code[:half])


@every_way
def test_judge_accepts_exactly_the_map(name: str, options: Options) -> None:
    chance = random.Random(6)
    for turn, plays in turns_of(name, options, 6, tried(20, 40)):
        other = replace(turn, dice=(chance.randint(1, 6), chance.randint(1, 6)))
        candidates = chance.sample(plays.sorted(), min(3, len(plays)))
        if len(strange := legal_plays(other)) <= MOST_OUTCOMES:
            candidates += chance.sample(strange.sorted(), min(3, len(strange)))
        for candidate in candidates:
            judgement = judge(turn, candidate.position.setup, plays)
            assert isinstance(judgement, Legal) == bool(plays.at(candidate.position))
            if isinstance(judgement, Legal):
                assert judgement.outcome.position == candidate.position
            else:
                assert judgement.violation.sentence


@every_way
def test_the_throw_made_explains_the_play(name: str, options: Options) -> None:
    chance = random.Random(7)
    for turn, plays in turns_of(name, options, 7, tried(6, 12)):
        if turn.memory.named or len(plays) > 300:
            continue
        outcome = chance.choice(plays.sorted())
        high, low = max(turn.dice), min(turn.dice)
        assert (high, low) in throws_that_explain(turn, outcome.position.setup)


@every_way
def test_a_play_half_made_is_on_the_way(name: str, options: Options) -> None:
    chance = random.Random(8)
    for turn, plays in turns_of(name, options, 8, tried(20, 40)):
        if len(plays) > 300:
            continue
        outcome = chance.choice(plays.sorted())
        setup = lifted(turn, outcome, chance)
        assert outcome in on_the_way(plays, setup), (turn, outcome, setup)


def lifted(turn: Turn, outcome: Outcome, chance: random.Random) -> Setup:
    """The board with some of the checkers that move in the hand, some still there and some arrived."""
    pairs = [
        zip(places(before).items(), places(after).items(), strict=True)
        for before, after in zip(turn.position.sides, outcome.position.sides, strict=True)
    ]
    return Setup(Pair(*(side_of(_lifted_side(list(pair), chance)) for pair in pairs)))


def _lifted_side(pair: list[tuple[tuple[int, int], tuple[int, int]]], chance: random.Random) -> Counter[int]:
    """From every place that loses checkers all are in the hand; those that arrive may be there already."""
    share = chance.random()
    now = Counter[int]()
    for (place, before), (_, after) in pair:
        arrived = sum(chance.random() < share for _ in range(max(0, after - before)))
        now[place] = min(before, after) + arrived
    return now


@every_way
def test_random_games_finish_or_are_blocked_for_good(name: str, options: Options) -> None:
    game = configured(name, options)
    assert any(finishes(game, seed) for seed in range(3))


def finishes(game: Game, seed: int) -> bool:
    """Whether a random game comes to an end; if not, no throw lets either player do anything (D36)."""
    chance = random.Random(seed)
    turn = first_turn(game, chance)
    for _ in range(3000):
        outcome = random_outcome(legal_plays(turn), chance)
        if following(turn, outcome) is None:
            return True
        turn = turn_after(turn, outcome, chance) or turn
    for player in Player:
        stuck = replace(turn, player=player, memory=replace(turn.memory, named=0))
        assert all(nothing_to_play(replace(stuck, dice=dice)) for dice in ALL_THROWS)
    return False


def nothing_to_play(turn: Turn) -> bool:
    return [outcome.position for outcome in legal_plays(turn)] == [turn.position]


def test_the_quick_road_finds_what_the_slow_one_finds() -> None:
    quick = from_reserve = 0
    for name in ("backgammon", "snake", "acey_deucey", "acey_deucey_european"):
        for turn in random_turns(GAMES[name].with_options({}), 11, 600):
            plays = legal_plays(turn)
            if plays._quick:
                quick += 1
                from_reserve += turn.position.reserve[turn.player] > 0
                assert len(plays._quick) == len(set(plays._quick))
                assert set(plays._quick) == set(plays._ends)
    assert quick > 1600
    assert from_reserve > 200


@every_way
def test_outcomes_that_are_made_when_asked_for_are_those_of_the_list(name: str, options: Options) -> None:
    found = 0
    for turn in islice(random_turns(configured(name, options), 12, tried(70, 200)), 0, None, 2):
        alike = legal_plays(turn).alike
        if alike is not None:
            found += 1
            assert set(alike) == set(legal_plays(turn))
            assert len(alike) == len(legal_plays(turn))
            assert alike[-1] == list(alike)[-1]
            assert list(alike[1:]) == list(alike)[1:]
    assert (found > 0) is not name.startswith("trictrac")


def test_both_players_are_dealt_with() -> None:
    assert {turn.player for turn, _ in turns_of("backgammon", (), 9, 30)} == set(Player)
