"""Plays are written in both notations, and what is written is read as the same play."""

import random
from dataclasses import replace
from itertools import islice

import pytest

from companion.rules.game import Setting
from companion.rules.games import GAMES, configured
from companion.rules.judge import Legal, judge
from companion.rules.memory import Memory
from companion.rules.notation import (
    AmbiguousPlayError,
    IllegalPlayError,
    Notation,
    NotationError,
    booklet,
    described_booklet,
    described_international,
    international,
    parse_booklet,
    parse_international,
    write_booklet,
    write_international,
)
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position, Setup, start_position
from companion.rules.reasons import Reason
from companion.rules.turn import Play, Step, Turn
from tests.rules.random_games import WAYS, Options, random_turns, way_id

Places = dict[int | str, int]
Dice = tuple[int, int]
MOST_OUTCOMES = 3000

OPENINGS = """
6-5 | 24/18/13           | 1A - 7A - 12A
6-4 | 24/20 24/18        | 1A - 5A und 1A - 7A
6-3 | 24/21 24/18        | 1A - 4A und 1A - 7A
6-2 | 24/22 24/18        | 1A - 3A und 1A - 7A
6-1 | 13/7 8/7           | 12A - 7 und 8 - 7
5-4 | 24/20 13/8         | 1A - 5A und 12A - 8
5-3 | 8/3 6/3            | 8 - 3 und 6 - 3
5-2 | 13/8 13/11         | 12A - 8 und 12A - 11
5-1 | 24/23/18           | 1A - 2A - 7A
4-3 | 13/10 13/9         | 12A - 10 und 12A - 9
4-2 | 8/4 6/4            | 8 - 4 und 6 - 4
4-1 | 24/23 13/9         | 1A - 2A und 12A - 9
3-2 | 13/10 13/11        | 12A - 10 und 12A - 11
3-1 | 8/5 6/5            | 8 - 5 und 6 - 5
2-1 | 24/22/21           | 1A - 3A - 4A
2-1 | 13/11 6/5          | 12A - 11 und 6 - 5
6-6 | 24/18(2) 13/7(2)   | 2 x 1A - 7A und 2 x 12A - 7
5-5 | 13/8/3(2)          | 2 x 12A - 8 - 3
4-4 | 24/20(2) 13/9(2)   | 2 x 1A - 5A und 2 x 12A - 9
3-3 | 24/21(2) 8/5(2)    | 2 x 1A - 4A und 2 x 8 - 5
2-2 | 24/22/20(2)        | 2 x 1A - 3A - 5A
1-1 | 8/7(2) 6/5(2)      | 2 x 8 - 7 und 2 x 6 - 5
6-4 | 8/2 6/2            | 6 - 2 und 8 - 2
6-4 | 13/9/3             | 12A - 9 - 3
"""
"""The openings that the booklets recommend, doubles after an opening, and the examples of their short notation."""

AS_R85_PRINTS_THEM = [
    ((6, 6), "2 x 1 A - 7 A und 2 x 12 A - 7", "2 x 1A - 7A und 2 x 12A - 7"),
    ((5, 2), "12 A-8 und 12 A-11", "12A - 8 und 12A - 11"),
    ((6, 5), "1 A -7 A- 12 A", "1A - 7A - 12A"),
    ((6, 4), "1A - 7 A und 1 A - 5 A", "1A - 5A und 1A - 7A"),
    ((4, 1), "1 A -2 A und 12 A-9", "1A - 2A und 12A - 9"),
]

every_way = pytest.mark.parametrize(("name", "options"), WAYS, ids=way_id)
both_notations = pytest.mark.parametrize("notation", [international, booklet], ids=["international", "booklet"])


def turn_of(name: str, dice: Dice, white: Places, black: Places, **options: Setting) -> Turn:
    """White's turn with checkers in these places; the others are off."""
    game = configured(name, tuple(options.items()))
    counts = zip((white, black), game.checkers, strict=True)
    sides = [{**places, "off": count - sum(places.values())} for places, count in counts]
    return Turn(game, Position.of(game, Setup.of(Pair(*sides))), Player.WHITE, dice)


def by_black(turn: Turn) -> Turn:
    return replace(turn, player=Player.BLACK)


def opening(dice: Dice) -> Turn:
    game = GAMES["backgammon"]
    return Turn(game, start_position(game), Player.WHITE, dice)


def opening_lines() -> list[tuple[Dice, str, str]]:
    rows = [[cell.strip() for cell in line.split("|")] for line in OPENINGS.strip().splitlines()]
    return [((int(dice[0]), int(dice[2])), first, second) for dice, first, second in rows]


@pytest.mark.parametrize(("dice", "numbers", "names"), opening_lines())
def test_the_recommended_openings(dice: Dice, numbers: str, names: str) -> None:
    plays = legal_plays(opening(dice))
    outcome = international.resolve(plays, numbers)
    assert booklet.resolve(plays, names) == outcome
    assert described_international(plays.turn, numbers) == outcome.position.setup
    assert described_booklet(plays.turn, names) == outcome.position.setup


def test_all_throws_are_there() -> None:
    assert len({dice for dice, _, _ in opening_lines()}) == 21


@pytest.mark.parametrize(("dice", "old", "new"), AS_R85_PRINTS_THEM)
def test_the_older_booklets_spaces(dice: Dice, old: str, new: str) -> None:
    assert (dice, new) in [(dice, names) for dice, _, names in opening_lines()]
    assert parse_booklet(opening(dice), old) == parse_booklet(opening(dice), new)


@every_way
def test_what_is_written_is_read_as_the_same_play(name: str, options: Options) -> None:
    chance = random.Random(12)
    for turn in random_turns(configured(name, options), 12, 40):
        plays = legal_plays(turn)
        if len(plays) > MOST_OUTCOMES:
            continue
        for outcome in chance.sample(plays.sorted(), min(12, len(plays))):
            for notation in (international, booklet):
                text = notation.write(turn, plays[outcome])
                assert notation.resolve(plays, text) == outcome, (turn, text)
                assert notation.parse(turn, text, plays) == plays[outcome]


@every_way
def test_what_is_written_describes_where_it_leads(name: str, options: Options) -> None:
    chance = random.Random(13)
    for turn in random_turns(configured(name, options), 13, 30):
        plays = legal_plays(turn)
        outcome = chance.choice(list(islice(plays, MOST_OUTCOMES)))
        play = plays[outcome]
        if outcome.won or (not play.steps and outcome.position != turn.position):
            continue
        for notation in (international, booklet):
            assert notation.described(turn, notation.write(turn, play)) == outcome.position.setup


WRITTEN = {
    "nothing was hit": (opening((6, 5)), "24/13", "1A-7A-12A"),
    "by black": (by_black(opening((6, 5))), "24/13", "1-7-12"),
    "hit on the way": (turn_of("backgammon", (6, 5), {24: 2}, {18: 1, 13: 1}), "24/18*/13*", "1A-7A*-12A*"),
    "hit at the end": (turn_of("backgammon", (5, 3), {24: 1}, {16: 1, 19: 2}), "24/16*", "1A-4A-9A*"),
    "equal moves": (
        turn_of("backgammon", (3, 3), {8: 2, 6: 2}, {5: 1, 3: 1}),
        "8/5*(2) 6/3*(2)",
        "2 x 8-5*, 2 x 6-3*",
    ),
    "equal chains": (turn_of("backgammon", (5, 5), {13: 2, 20: 1}, {15: 2}), "13/3(2)", "2 x 12A-8-3"),
    "one hit, named twice": (
        turn_of("backgammon", (6, 5), {24: 1, 23: 1}, {18: 1}),
        "24/18* 23/18",
        "1A-7A*, 2A-7A",
    ),
    "one hit, on the way and after": (
        turn_of("backgammon", (2, 2), {12: 1, 8: 1}, {6: 1}),
        "12/6* 8/6",
        "12-10-8-6*, 8-6",
    ),
    "a point left and taken": (turn_of("backgammon", (6, 5), {24: 1, 19: 1}, {18: 2}), "24/13", "1A-6A-12A"),
    "from the bar": (turn_of("backgammon", (6, 5), {"bar": 2, 6: 1}, {}), "bar/20 bar/19", "bar-5A, bar-6A"),
    "from the bar and on": (turn_of("backgammon", (6, 5), {"bar": 1, 6: 1}, {19: 1}), "bar/19*/14", "bar-6A*-11A"),
    "bearing off": (turn_of("backgammon", (6, 4), {6: 2, 4: 1}, {}), "6/off 4/off", "6-off, 4-off"),
    "bearing off on the way": (turn_of("backgammon", (6, 4), {8: 1}, {}), "8/off", "8-2-off"),
    "bearing off together": (turn_of("backgammon", (5, 5), {4: 5}, {}), "4/off(4)", "4 x 4-off"),
    "black bears off": (
        by_black(turn_of("backgammon", (6, 4), {}, {19: 1, 20: 1})),
        "6/2 5/off",
        "6A-2A, 5A-off",
    ),
    "no play": (turn_of("backgammon", (6, 6), {24: 2}, {18: 2}), "-", "-"),
    "from the reserve": (
        turn_of("acey_deucey", (5, 3), {"reserve": 15}, {}),
        "reserve/22 reserve/20",
        "reserve-3A, reserve-5A",
    ),
    "from the reserve and on": (
        turn_of("acey_deucey", (6, 6), {"reserve": 1, 7: 3}, {}),
        "reserve/13 7/1(2)",
        "reserve-6A-12A, 2 x 7-1",
    ),
    "bar and reserve": (
        turn_of("puff", (4, 2), {"bar": 1, "reserve": 4}, {}),
        "bar/21 reserve/23",
        "bar-4, reserve-2",
    ),
    "black, falling": (
        by_black(turn_of("puff", (4, 2), {}, {"reserve": 15})),
        "reserve/23 reserve/21",
        "reserve-2A, reserve-4A",
    ),
    "black, rising": (
        by_black(turn_of("puff_long", (4, 2), {}, {"reserve": 15})),
        "reserve/23 reserve/21",
        "reserve-2, reserve-4",
    ),
    "tops and bottoms": (
        turn_of("puff", (3, 3), {"reserve": 15}, {}),
        "reserve/22(2) reserve/21(2)",
        "2 x reserve-3, 2 x reserve-4",
    ),
    "tops alone": (turn_of("puff", (3, 3), {"reserve": 15}, {}), "reserve/22(2)", "2 x reserve-3"),
    "the lower first": (turn_of("puff", (4, 2), {6: 1, 1: 1}, {8: 1}), "19/17*/13", "6-8*-12"),
    "the lower first, not joined": (turn_of("puff", (4, 2), {8: 1, 4: 1}, {6: 2}), "21/17 17/15", "4-8, 8-10"),
    "off the pile": (turn_of("trictrac", (5, 4), {1: 15}, {24: 15}), "24/15", "1-6-10"),
    "a hit goes to the start": (turn_of("trictrac", (5, 4), {2: 3}, {7: 1, 24: 3}), "23/19 23/18*", "2-6, 2-7*"),
    "the Hucke is taken": (turn_of("trictrac", (4, 2), {8: 1, 10: 1, 20: 1}, {24: 15}), "17/13 15/13", "8-12, 10-12"),
    "by privilege": (turn_of("trictrac", (4, 2), {9: 1, 11: 1, 20: 1}, {24: 15}), "16/13 14/13", "9-12, 11-12"),
    "by privilege with a double": (turn_of("trictrac", (3, 3), {10: 2, 22: 1}, {24: 15}), "15/13(2)", "2 x 10-12"),
    "beyond the goal": (turn_of("trictrac", (6, 1), {20: 3}, {24: 15}), "5/4 5/off", "5A-4A, 5A-off"),
    "off, refilled and on": (turn_of("trictrac", (6, 5), {20: 1}, {24: 15}), "24/19 5/off", "1-6, 5A-off"),
    "refilled and entered": (
        turn_of("trictrac_old", (6, 5), {20: 1}, {"reserve": 15}),
        "reserve/20 5/off",
        "reserve-5, 5A-off",
    ),
    "no bands": (turn_of("revertier", (2, 1), {1: 15}, {24: 15}), "24/21", "1-2-4"),
}


@pytest.mark.parametrize("case", WRITTEN)
def test_how_it_is_written(case: str) -> None:
    turn, numbers, names = WRITTEN[case]
    play = parse_international(turn, numbers)
    assert (write_international(turn, play), write_booklet(turn, play)) == (numbers, names)
    assert parse_booklet(turn, names) == play


def test_where_a_hit_checker_goes_is_told_by_the_order() -> None:
    """With `hit_to_start` it goes to the bar if somebody stands on its start, so what leaves that point counts."""
    turn = turn_of("backgammon", (2, 1), {5: 1, 1: 1}, {3: 1, 24: 3}, hit_to_start=True)
    plays = legal_plays(turn)
    to_bar, to_start = international.resolve(plays, "5/3* 1/off"), international.resolve(plays, "1/off 5/3*")
    assert (to_bar.position.bar.black, to_start.position.bar.black) == (1, 0)
    for notation in (international, booklet):
        for outcome in (to_bar, to_start):
            text = notation.write(turn, plays[outcome])
            assert notation.resolve(plays, text) == outcome
            assert notation.described(turn, text) == outcome.position.setup


def test_a_third_ace_deuce_costs_a_checker_but_is_no_play() -> None:
    turn = turn_of("acey_deucey", (2, 1), {"reserve": 14, 20: 1}, {"reserve": 15}, third_ace_deuce=True)
    turn = replace(turn, memory=Memory(ace_deuces=2))
    plays = legal_plays(turn)
    assert [international.resolve(plays, "-")] == list(plays)
    with pytest.raises(IllegalPlayError):
        parse_international(turn, "reserve/24 reserve/23")


def test_marks_that_win_leave_nothing_to_play() -> None:
    turn = turn_of("trictrac_old", (2, 1), {1: 1, "reserve": 14}, {3: 1, "reserve": 14})
    assert parse_booklet(replace(turn, memory=Memory(score=Pair(11, 0))), "-") == Play((), 1)
    with pytest.raises(IllegalPlayError):
        parse_booklet(turn, "-")


def test_a_named_double_is_played() -> None:
    turn = turn_of("acey_deucey", (2, 1), {"reserve": 15}, {"reserve": 15})
    turn = replace(turn, memory=Memory(named=5))
    assert write_booklet(turn, parse_booklet(turn, "4 x reserve-5A")) == "4 x reserve-5A"
    with pytest.raises(IllegalPlayError, match="not a legal play of 5-5 by white"):
        parse_booklet(turn, "reserve-1A reserve-2A")


def test_the_rest_of_a_throw_begun_is_played() -> None:
    turn = turn_of("trictrac", (6, 2), {1: 14, 7: 1}, {24: 15})
    turn = replace(turn, begun=(Step(6, 1, 7),))
    assert write_international(turn, parse_booklet(turn, "7-9")) == "18/16"
    with pytest.raises(IllegalPlayError):
        parse_booklet(turn, "1-7")


@pytest.mark.parametrize("text", ["13/7 8/7", "8/7 13/7", " 13 / 7 , 8/7\n", "13/7;8/7 (1)"])
def test_spaces_and_order_do_not_matter(text: str) -> None:
    assert write_international(opening((6, 1)), parse_international(opening((6, 1)), text)) == "13/7 8/7"


@pytest.mark.parametrize("text", ["13/8 8/7 8/7", "13/7/7", "13/7 8/7 8/8"])
def test_a_step_that_is_none_is_not_read_as_nothing(text: str) -> None:
    with pytest.raises(IllegalPlayError):
        parse_international(opening((6, 1)), text)


@pytest.mark.parametrize("text", ["24/16", "24/18/16", "24/22/16", "24/18 18/16", "18/16 24/18"])
def test_one_checker_may_be_told_in_several_ways(text: str) -> None:
    assert write_international(opening((6, 2)), parse_international(opening((6, 2)), text)) == "24/16"


@pytest.mark.parametrize("text", ["12A-7, 8-7", "12a-7 8-7", "8 - 7 and 12 A - 7", "1 x 12A-7; 1x8-7", "12A-7 UND 8-7"])
def test_the_booklets_names_in_several_ways(text: str) -> None:
    assert write_booklet(opening((6, 1)), parse_booklet(opening((6, 1)), text)) == "12A-7, 8-7"


@pytest.mark.parametrize("text", ["Bar/20, BAR/19", "25/20 25/19", "bar/20 bar/19"])
def test_the_bar_in_several_ways(text: str) -> None:
    assert parse_international(turn_of("backgammon", (6, 5), {"bar": 2}, {}), text).steps


@pytest.mark.parametrize("text", ["res/22 res/20", "Reserve/20 res/22"])
def test_the_reserve_in_several_ways(text: str) -> None:
    assert parse_international(turn_of("puff", (5, 3), {"reserve": 15}, {}), text).steps


@pytest.mark.parametrize("text", ["6/off 4/off", "6/0 4/OFF"])
def test_the_tray_in_several_ways(text: str) -> None:
    assert parse_international(turn_of("backgammon", (6, 4), {6: 2, 4: 1}, {}), text).borne_off == 2


@pytest.mark.parametrize("text", ["", "  ", "-", "no play", "No  Play"])
@both_notations
def test_no_play_in_several_ways(text: str, notation: Notation) -> None:
    assert notation.parse(turn_of("backgammon", (6, 6), {24: 2}, {18: 2}), text) == Play()


HITS = turn_of("backgammon", (6, 5), {24: 2, 13: 1}, {18: 1, 7: 1, 12: 2})


@pytest.mark.parametrize("text", ["24/18/13", "24/18*/13", "24/18 18/13"])
def test_a_mark_may_be_left_out(text: str) -> None:
    assert write_international(HITS, parse_international(HITS, text)) == "24/18*/13"


def test_nothing_is_hit_unless_it_is_named() -> None:
    assert parse_international(HITS, "24/13").hits == ()
    assert parse_international(HITS, "24/18/13").hits == (18,)


def test_a_hit_that_is_not_named_is_meant_if_there_is_no_other_way() -> None:
    turn = turn_of("backgammon", (6, 5), {24: 2, 13: 1}, {18: 1, 19: 2})
    assert parse_international(turn, "24/13").hits == (18,)


@pytest.mark.parametrize(("text", "point"), [("24/13*", "13"), ("24/19*/13", "19"), ("24/18*/13*", "13")])
def test_a_mark_where_nothing_is_hit_is_an_error(text: str, point: str) -> None:
    with pytest.raises(NotationError, match=f"nothing is hit on {point}$"):
        parse_international(HITS, text)


def test_what_fits_several_plays_is_ambiguous() -> None:
    turn = turn_of("backgammon", (6, 5), {24: 1, 8: 1}, {18: 1, 19: 1})
    with pytest.raises(AmbiguousPlayError, match=r"'24/13' can mean 24/1[89]\*/13 or 24/1[89]\*/13") as caught:
        parse_international(turn, "24/13")
    assert {play.hits for play in caught.value.plays} == {(18,), (19,)}
    assert parse_international(turn, "24/19/13").hits == (19,)
    with pytest.raises(AmbiguousPlayError, match=r"1A-7A\*-12A"):
        parse_booklet(turn, "1A-12A")


def test_points_that_are_named_must_be_free() -> None:
    turn = turn_of("backgammon", (5, 4), {24: 1, 6: 2}, {20: 2})
    assert parse_international(turn, "24/15") == parse_international(turn, "24/19/15")
    with pytest.raises(IllegalPlayError, match="a legal one ends like it, but not by way of the points it names"):
        parse_international(turn, "24/20/15")


def test_the_numbers_must_come_in_the_order_that_the_points_tell() -> None:
    turn = turn_of("puff", (4, 2), {6: 1, 1: 1}, {})
    assert parse_booklet(turn, "6-8-12") == parse_booklet(turn, "6-12")
    with pytest.raises(IllegalPlayError, match="not by way of the points it names"):
        parse_booklet(turn, "6-10-12")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("-", Reason.NOT_MOVED),
        ("24/20", Reason.MUST_USE_BOTH),
        ("13/8 6/2", Reason.NUMBER_NOT_THROWN),
        ("6/1 24/18", Reason.BLOCKED),
        ("8/14 8/4", Reason.WRONG_WAY),
        ("6/off 24/20", Reason.NOT_HOME),
        ("6/5(5)", Reason.NUMBER_NOT_THROWN),
    ],
)
def test_the_judge_can_say_why_it_is_illegal(text: str, reason: Reason) -> None:
    turn = opening((6, 4))
    with pytest.raises(IllegalPlayError, match=r"is not a legal play of 6-4 by white$") as caught:
        parse_international(turn, text)
    assert caught.value.after == described_international(turn, text)
    judgement = judge(turn, caught.value.after)
    assert not isinstance(judgement, Legal)
    assert judgement.violation.reason is reason


@pytest.mark.parametrize(
    ("name", "white", "black", "text", "on_bar_and_start"),
    [
        ("backgammon", {8: 2}, {7: 1}, "8-7 8-7", (1, 0)),
        ("trictrac", {2: 2}, {3: 1, 24: 3}, "2-3", (0, 4)),
        ("trictrac", {23: 2}, {24: 1}, "2A-1A", (0, 1)),
        ("trictrac_old", {2: 2}, {3: 1}, "2-3", (0, 0)),
    ],
)
def test_hit_checkers_are_put_where_they_go(
    name: str, white: Places, black: Places, text: str, on_bar_and_start: tuple[int, int]
) -> None:
    after = described_booklet(turn_of(name, (6, 5), white, black), text)
    assert (after.sides.black.bar, after.sides.black.points[23]) == on_bar_and_start
    assert after.sides.black.total == 15


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("24/18 7/6", "'24/18 7/6': white has too few checkers on 7"),
        ("24/18(3)", "white has too few checkers on 24"),
        ("bar/20", "white has too few checkers on bar"),
        ("24", "'24' is not a move: one is written like 24/18"),
        ("24/18 13", "'13' is not a move"),
        ("24/", "'24/' is not a move"),
        ("1A-7A", "'1A-7A' is not a move"),
        ("24/18(9)", r"'24/18\(9\)' is not a move"),
        ("24/18(0)", r"'24/18\(0\)' is not a move"),
        ("24/18(2", r"'24/18\(2' is not a move"),
        ("24/018", "'018' in '24/018' is not a place: there are the points 1-24, bar, reserve and off"),
        ("24/twenty", "'twenty' in '24/twenty' is not a place"),
        ("24/18**", r"'18\*' in '24/18\*\*' is not a place"),
        ("26/20", "'26' in '26/20' is not a place"),
        ("24*/18", r"'24\*/18' is not a move: a hit is marked at the point where the checker lands"),
        ("6/off*", "a hit is marked at the point where the checker lands"),
        ("off/6", "a checker that is off goes nowhere"),
        ("24/bar", "no checker moves to its bar or into its reserve"),
        ("bar/reserve/20", "no checker moves to its bar or into its reserve"),
    ],
)
def test_what_is_malformed_is_said(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse_international(opening((6, 4)), text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("24/18", "'24/18' is not a move: one is written like 1A-7A, 2 x 8-5"),
        ("13-7", "'13' in '13-7' is not a place: there are the points 1-12, 1A-12A, bar, reserve and off"),
        ("0A-5A", "'0A' in '0A-5A' is not a place"),
        ("9 x 8-2", "'9x8' in '9x8-2' is not a place"),
        ("2 x 1A-5A und", "is not a legal play of 6-4"),
        ("7-3", "white has too few checkers on 7"),
        ("8--2", "'8--2' is not a move"),
    ],
)
def test_what_is_malformed_in_the_booklets_notation_is_said(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse_booklet(opening((6, 4)), text)


def test_a_flood_of_moves_is_refused() -> None:
    with pytest.raises(IllegalPlayError):
        parse_international(opening((6, 4)), "24/20 20/24 " * 500)
