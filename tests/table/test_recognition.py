"""What the hands did is recognised at every kind of board, and never called illegal while it can be legal."""

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from companion.rules.games import GAMES, configured
from companion.rules.judge import Legal, judge
from companion.rules.players import Pair, Player
from companion.rules.plays import Plays
from companion.rules.position import Position, Setup
from companion.rules.reasons import Reason
from companion.rules.steps import pack
from companion.rules.turn import Step, Turn
from companion.table.differences import Difference, differences
from companion.table.reading import (
    MANY,
    BoardReading,
    counted,
    exact_reading,
    exact_setup,
    presence_reading,
    present,
    uncoloured,
)
from companion.table.recognition import Kind, Recogniser, numbers_left, recogniser
from companion.table.sight import Sight
from tests.effort import tried
from tests.table.hands import EXACT, SENSINGS, VAGUE, Hands, illegal_boards, readings
from tests.table.test_hands import goals, turns_of

every_game = pytest.mark.parametrize("name", GAMES)
TURNS = tried(16, 40)
Places = Mapping[int | str, int]
EMPTY: Places = {}
SETTLED = {Kind.UNMOVED, Kind.ON_THE_WAY, Kind.COMPLETE, Kind.AMBIGUOUS}


def white_to_play(dice: tuple[int, int], white: Places, black: Places = EMPTY, game: str = "backgammon") -> Turn:
    """White's turn; whatever is not placed is off."""
    whole: list[Places] = [{**places, "off": 15 - sum(places.values())} for places in (white, black)]
    return Turn(configured(game), Position.of(configured(game), Setup.of(Pair(*whole))), Player.WHITE, dice)


def moved(turn: Turn, changes: Places, theirs: Places = EMPTY) -> Setup:
    """The board with so many of White's (and Black's) checkers more at some places, or fewer."""
    sides: list[Places] = []
    for side, more in zip(turn.position.sides, (changes, theirs), strict=True):
        now = dict(side.places())
        for place, count in more.items():
            now[place] = now.get(place, 0) + count
        sides.append(now)
    return Setup.of(Pair(*sides))


# Random games


@every_game
@pytest.mark.parametrize("kind", EXACT)
def test_boards_that_tell_all_are_never_unsure(name: str, kind: str) -> None:
    chance = random.Random(f"{name} {kind}")
    for turn, plays in turns_of(name, 5, TURNS):
        goal, other = goals(plays, chance)
        seen = Recogniser(turn)
        boards = list(Hands(turn, chance).play(goal, other)) or [goal]
        kinds = {seen.recognise(SENSINGS[kind](board)).kind for board in boards}
        assert kinds <= SETTLED - {Kind.AMBIGUOUS}
        last = seen.recognise(SENSINGS[kind](goal), hands_done=True)
        assert last.kind is Kind.COMPLETE
        assert last.outcomes[0].position.setup == goal


@every_game
@pytest.mark.parametrize("kind", VAGUE)
def test_boards_that_tell_less_ask_at_most(name: str, kind: str) -> None:
    chance = random.Random(f"{name} {kind}")
    for turn, plays in turns_of(name, 6, TURNS):
        goal, other = goals(plays, chance)
        seen = Recogniser(turn)
        boards = list(Hands(turn, chance).play(goal, other)) or [goal]
        way = list(readings(boards, SENSINGS[kind], chance, flicker=0))
        assert {seen.recognise(reading).kind for reading in way} <= SETTLED
        last = seen.recognise(way[-1], way[:-1], hands_done=True)
        assert last.kind in {Kind.COMPLETE, Kind.AMBIGUOUS}
        assert goal in [outcome.position.setup for outcome in last.outcomes]
        assert (last.kind is Kind.COMPLETE) == (len(last.outcomes) == 1)


@every_game
def test_a_sensor_that_flickers_does_no_harm(name: str) -> None:
    chance = random.Random(name)
    for turn, plays in turns_of(name, 7, TURNS):
        goal, other = goals(plays, chance)
        seen = Recogniser(turn)
        *way, last = readings([turn.position.setup, *Hands(turn, chance).play(goal, other)], exact_reading, chance)
        for reading in way:
            assert seen.recognise(reading).violation is None
        assert [one.position.setup for one in seen.recognise(last, way, hands_done=True).outcomes] == [goal]


@every_game
def test_illegal_plays_are_caught_with_the_judges_reason(name: str) -> None:
    chance = random.Random(name)
    for turn, plays in turns_of(name, 8, TURNS, most=500):
        seen = Recogniser(turn)
        for after, reason in islice(illegal_boards(turn, plays, chance), 3):
            found = seen.recognise(exact_reading(after), hands_done=True)
            if reason is Reason.NOT_MOVED:
                assert found.kind is Kind.UNMOVED
            else:
                assert (found.kind, found.after) == (Kind.NOT_LEGAL, after)
                assert found.violation is not None
                assert found.violation.reason is reason


@every_game
@pytest.mark.parametrize("kind", ["the same without bars", "the same without trays"])
def test_what_one_missing_zone_hides_is_inferred_or_left_open(name: str, kind: str) -> None:
    chance = random.Random(f"{name} {kind}")
    for turn, plays in turns_of(name, 9, TURNS // 2):
        for after, reason in illegal_boards(turn, plays, chance):
            found = Recogniser(turn).recognise(SENSINGS[kind](after), hands_done=True)
            assert found.kind not in {Kind.COMPLETE, Kind.AMBIGUOUS}
            if found.violation is not None:
                assert (found.violation.reason, found.after) == (reason, after)


@every_game
def test_packed_readings_show_what_readings_show(name: str) -> None:
    chance = random.Random(name)
    for turn, plays in turns_of(name, 10, TURNS // 4):
        states = chance.choices(list(plays.states), k=8)
        setups = [outcome.position.setup for outcome in plays._made(states)]
        for kind, sense in SENSINGS.items():
            for one in setups:
                sight = Sight(sense(one), turn.game, turn.player)
                packed = [pack(turn.game, Position.of(turn.game, setup), turn.player) for setup in setups]
                assert [sight.shows(state) for state in packed] == [sense(one).shows(setup) for setup in setups], kind
                assert [sight.misfits(state) == 0 for state in packed] == [sight.shows(state) for state in packed]


@every_game
def test_a_board_that_tells_all_is_read_back(name: str) -> None:
    chance = random.Random(name)
    checkers = configured(name).checkers
    for turn, plays in turns_of(name, 11, TURNS):
        goal, _ = goals(plays, chance)
        before = turn.position.setup
        has_bar = turn.game.has_bar
        for kind in EXACT:
            assert exact_setup(EXACT[kind](goal), checkers, before, turn.player, has_bar=has_bar) == goal, kind


# On the way

TWO_AWAY = white_to_play((6, 5), {24: 2, 13: 2}, {1: 2})


def test_numbers_left_are_told() -> None:
    seen = Recogniser(TWO_AWAY)
    assert seen.recognise(exact_reading(TWO_AWAY.position.setup)).left == (6, 5)
    played_six = moved(TWO_AWAY, {24: -1, 18: 1})
    assert seen.recognise(exact_reading(played_six)).left == (5,)
    assert numbers_left(TWO_AWAY, played_six) == (5,)
    assert seen.recognise(exact_reading(moved(TWO_AWAY, {24: -1, 19: 1}))).left == (6,)


def test_numbers_left_are_told_with_a_checker_in_the_hand() -> None:
    seen = Recogniser(TWO_AWAY)
    assert seen.recognise(exact_reading(moved(TWO_AWAY, {13: -1}))).left == (6, 5)
    assert seen.recognise(exact_reading(moved(TWO_AWAY, {24: -1, 18: 1, 13: -1}))).left == (5,)


def test_numbers_left_are_not_told_of_a_checker_resting_elsewhere() -> None:
    seen = Recogniser(TWO_AWAY).recognise(exact_reading(moved(TWO_AWAY, {24: -1, 20: 1})))
    assert (seen.kind, seen.left) == (Kind.ON_THE_WAY, None)
    assert numbers_left(TWO_AWAY, moved(TWO_AWAY, {24: -1, 20: 1})) == ()
    assert numbers_left(TWO_AWAY, moved(TWO_AWAY, {24: -1})) == ()


def test_numbers_left_of_a_board_without_colours() -> None:
    seen = Recogniser(TWO_AWAY)
    after = moved(TWO_AWAY, {24: -1, 18: 1})
    found = seen.recognise(presence_reading(after, 6))
    assert (found.kind, found.left, found.after) == (Kind.ON_THE_WAY, (5,), after)


def test_a_play_that_stops_short_is_judged_only_once_the_hands_are_done() -> None:
    after = moved(TWO_AWAY, {24: -1, 18: 1})
    for reading in (exact_reading(after), presence_reading(after, 6)):
        assert Recogniser(TWO_AWAY).recognise(reading).violation is None
        found = Recogniser(TWO_AWAY).recognise(reading, hands_done=True)
        assert found.violation is not None
        assert (found.kind, found.violation.reason) == (Kind.NOT_LEGAL, Reason.MUST_USE_BOTH)


def test_what_has_gone_too_far_can_not_become_legal() -> None:
    found = Recogniser(TWO_AWAY).recognise(exact_reading(moved(TWO_AWAY, {24: -1, 4: 1})))
    assert (found.kind, found.violation) == (Kind.NOT_LEGAL, None)
    assert found.after == moved(TWO_AWAY, {24: -1, 4: 1})


def test_a_distance_that_was_not_thrown_is_named_on_a_board_without_colours() -> None:
    after = moved(TWO_AWAY, {24: -2, 20: 2})
    found = Recogniser(TWO_AWAY).recognise(presence_reading(after, 6), hands_done=True)
    assert found.violation is not None
    assert (found.after, found.violation.reason) == (after, Reason.NUMBER_NOT_THROWN)


def test_a_play_on_its_way_may_become_what_begins_like_it() -> None:
    coming = Recogniser(TWO_AWAY).coming(exact_reading(moved(TWO_AWAY, {24: -1, 18: 1})))
    plays = Recogniser(TWO_AWAY).plays
    assert coming
    assert set(coming) == {outcome for outcome in plays if (24, 18) in [_way(step) for step in plays[outcome].steps]}


def _way(step: Step) -> tuple[int, int]:
    return step.source, step.target


# Checkers in the hand

HIT = white_to_play((6, 5), {24: 1, 13: 2}, {18: 1, 1: 2})


def test_a_hit_checker_may_be_lifted_first_or_last() -> None:
    seen = Recogniser(HIT)
    first = [
        moved(HIT, {}, {18: -1}),
        moved(HIT, {}, {18: -1, "bar": 1}),
        moved(HIT, {24: -1, 18: 1}, {}),
        moved(HIT, {24: -1, 18: 1}, {18: -1}),
    ]
    assert {seen.recognise(exact_reading(setup)).kind for setup in first} == {Kind.ON_THE_WAY}
    done = moved(HIT, {24: -1, 18: 1, 13: -1, 8: 1}, {18: -1, "bar": 1})
    assert seen.recognise(exact_reading(done)).kind is Kind.COMPLETE


def test_a_hit_checker_in_the_hand_is_not_missed_where_no_bar_is_sensed() -> None:
    done = moved(HIT, {24: -1, 18: 1, 13: -1, 8: 1}, {18: -1})
    assert Recogniser(HIT).recognise(replace(exact_reading(done), bars=None)).kind is Kind.COMPLETE
    sensed = Recogniser(HIT).recognise(exact_reading(done), hands_done=True)
    assert (sensed.kind, sensed.after) == (Kind.ON_THE_WAY, None)
    assert sensed.differences == (Difference("bar", Player.BLACK, -1),)


def test_a_hit_checker_left_where_it_was_is_told() -> None:
    done = moved(HIT, {24: -1, 18: 1, 13: -1, 8: 1})
    found = Recogniser(HIT).recognise(exact_reading(done), hands_done=True)
    assert found.violation is not None
    assert found.violation.points == (18,)


@pytest.mark.parametrize("trays", [True, False])
def test_a_checker_in_the_hand_is_not_one_borne_off_too_early(*, trays: bool) -> None:
    reading = exact_reading(moved(TWO_AWAY, {24: -1, 18: 1, 13: -1}))
    found = Recogniser(TWO_AWAY).recognise(reading if trays else replace(reading, trays=None), hands_done=True)
    assert (found.kind, found.violation) == (Kind.ON_THE_WAY, None)


def test_a_checker_borne_off_is_inferred_where_no_tray_is_sensed() -> None:
    turn = white_to_play((6, 1), {6: 1, 5: 2}, {24: 2})
    after = moved(turn, {6: -1, 5: -1, 4: 1})
    found = Recogniser(turn).recognise(exact_reading(after).without_zones())
    assert (found.kind, found.outcomes[0].position.off.white) == (Kind.COMPLETE, 13)


def test_nothing_is_asked_of_who_cannot_move() -> None:
    turn = white_to_play((6, 6), {24: 2}, {18: 2})
    seen = Recogniser(turn)
    assert seen.recognise(exact_reading(turn.position.setup)).kind is Kind.COMPLETE
    assert seen.recognise(exact_reading(moved(turn, {24: -1}))).kind is Kind.ON_THE_WAY
    assert seen.recognise(exact_reading(moved(turn, {24: -1, 12: 1})), hands_done=True).kind is Kind.NOT_LEGAL


# Not a position


def test_it_is_said_which_checkers_are_too_many_where() -> None:
    setup = moved(TWO_AWAY, {24: 1, 3: 1}, {9: 1})
    found = Recogniser(TWO_AWAY).recognise(exact_reading(setup))
    assert found.kind is Kind.IMPOSSIBLE
    assert set(found.differences) == {
        Difference(24, Player.WHITE, 1),
        Difference(3, Player.WHITE, 1),
        Difference(9, Player.BLACK, 1),
    }


def test_it_is_told_from_the_outcome_that_comes_nearest() -> None:
    setup = moved(TWO_AWAY, {24: -2, 18: 1, 19: 1, 13: 1})
    found = Recogniser(TWO_AWAY).recognise(exact_reading(setup))
    assert (found.kind, found.differences) == (Kind.IMPOSSIBLE, (Difference(13, Player.WHITE, 1),))


def test_without_colours_it_is_told_how_many() -> None:
    setup = moved(TWO_AWAY, {24: 2})
    found = Recogniser(TWO_AWAY).recognise(presence_reading(setup, 6))
    assert (found.kind, found.differences) == (Kind.IMPOSSIBLE, (Difference(24, None, 2),))


def test_places_that_look_otherwise_between_turns() -> None:
    setup = moved(TWO_AWAY, {24: -1, "bar": 1})
    found = differences(exact_reading(setup), TWO_AWAY.position.setup)
    assert [one.place for one in found] == [24, "bar"]
    assert differences(exact_reading(setup), setup) == ()


# Several plays that look alike

STACKS = white_to_play((2, 1), {10: 3, 8: 3, 6: 2, 4: 4}, {24: 2})


def test_what_was_seen_on_the_way_puts_the_likely_play_first() -> None:
    plays = Recogniser(STACKS).plays
    for outcome in plays:
        goal = outcome.position.setup
        reading = presence_reading(goal, 1)
        way = [exact_reading(setup) for setup in Hands(STACKS, random.Random(1)).play(goal)]
        found = Recogniser(STACKS).recognise(reading, way)
        assert found.kind in {Kind.AMBIGUOUS, Kind.COMPLETE}
        assert found.outcomes[0].position.setup == goal


def test_careful_plays_come_first_where_nothing_else_is_known() -> None:
    turn = white_to_play((2, 1), {10: 3, 9: 3, 8: 3, 6: 2}, {24: 2})
    found = Recogniser(turn).recognise(presence_reading(turn.position.setup, 1))
    blots = [outcome.position.setup.sides.white.points.count(1) for outcome in found.outcomes]
    assert found.kind is Kind.AMBIGUOUS
    assert blots == sorted(blots)


def test_a_recogniser_is_kept_for_its_turn() -> None:
    assert recogniser(TWO_AWAY) is recogniser(replace(TWO_AWAY))


# Readings


class Disturbed(Recogniser):
    """A recogniser that another thread asks of the board as it was, whenever a judgement has just been kept."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "_judged_last" and value is not None:
            value = self.before, judge(self.turn, self.before)
        super().__setattr__(name, value)


def test_another_thread_does_not_change_a_judgement() -> None:
    turn = white_to_play((3, 1), {8: 2, 6: 2, 24: 11})
    after = moved(turn, {8: -1, 6: -1, 5: 2})
    assert isinstance(Disturbed(turn).judgement(after), Legal)


class Cleared(dict[Any, Any]):
    """What another thread clears as soon as something is put there."""

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        self.clear()


def test_another_thread_does_not_take_away_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = white_to_play((3, 3), {"reserve": 15}, game="puff")
    after = Position.of(turn.game, moved(turn, {"reserve": -4, 3: 2, 4: 2}))
    plays = Plays(turn)
    monkeypatch.setattr(plays, "_asked", Cleared())
    assert plays.at(after)


def test_as_many_as_there_are_slots_means_at_least() -> None:
    assert present(5, 6).total == (5, 5)
    assert present(6, 6).total == (6, MANY)
    assert present(4, 6, untrusted=1).total == (4, 5)
    assert present(5, 6, untrusted=1).total == (5, MANY)
    assert counted(6, 0, 6).colours == Pair((6, MANY), (0, 0))
    assert counted(5, 0, 6).total == (5, 5)


def test_a_slot_that_is_not_trusted_loosens_what_is_seen() -> None:
    assert present(3, 6).loosened(1, of=6).total == (2, 4)
    assert present(5, 6).loosened(1, of=6).total == (4, MANY)
    assert counted(0, 2).loosened(1).colours == Pair((0, 1), (1, 3))
    assert counted(0, 0).loosened(2).total == (0, 2)


def test_a_checker_without_colour_is_one_of_either() -> None:
    seen = uncoloured(1, 0, 1)
    assert [seen.allows(Pair(*counts)) for counts in ((2, 0), (1, 1), (1, 0), (3, 0))] == [True, True, False, False]


def test_a_distrusted_point_says_nothing() -> None:
    reading = exact_reading(moved(TWO_AWAY, {24: -2})).distrusting([24])
    assert reading.shows(TWO_AWAY.position.setup)
    assert exact_setup(reading, Pair(15, 15), TWO_AWAY.position.setup) is None


def test_zones_that_are_not_sure_leave_the_board_open() -> None:
    reading = replace(exact_reading(TWO_AWAY.position.setup), bars=Pair((0, 1), (0, 0)))
    assert exact_setup(reading, Pair(15, 15), TWO_AWAY.position.setup) is None


def test_what_is_missing_was_hit_or_borne_off() -> None:
    before = HIT.position.setup
    reading = exact_reading(moved(HIT, {24: -1}, {18: -1})).without_zones()
    setup = exact_setup(reading, Pair(15, 15), before, Player.WHITE)
    assert setup is not None
    assert (setup.sides.white.off, setup.sides.black.bar) == (before.sides.white.off + 1, 1)


def one_point_seen(plays: Plays, reading: BoardReading) -> list[Setup]:
    """What a turn can have led to, read one after the other."""
    return [outcome.position.setup for outcome in plays if reading.shows(outcome.position.setup)]


@every_game
def test_look_up_and_search_agree(name: str) -> None:
    chance = random.Random(name)
    for turn, plays in turns_of(name, 12, TURNS // 2):
        goal, _ = goals(plays, chance)
        for kind in VAGUE:
            reading = SENSINGS[kind](goal)
            found = {outcome.position.setup for outcome in Recogniser(turn).recognise(reading).outcomes}
            assert found == set(one_point_seen(plays, reading)), kind
