"""From a setup to a position: everything that is wrong is told at once, and what is right is packed without loss."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.games import GAMES, configured
from companion.rules.players import Pair, Player, both
from companion.rules.position import (
    Defect,
    Fault,
    ImpossiblePosition,
    Position,
    Setup,
    Side,
    defects,
    start_position,
)
from tests.rules.random_games import random_turns
from tests.rules.tables import BLACK, WHITE, Places, setup


def found(name: str, white: Places, black: Places) -> list[tuple[Fault, Player, int | str | None, int]]:
    """The defects of a setup, none of whose checkers is added."""
    laid = Setup.of(Pair(dict(white), dict(black)))
    return [(one.fault, one.player, one.place, one.count) for one in defects(configured(name), laid)]


@pytest.mark.parametrize("name", GAMES)
def test_the_start_has_no_defect(name: str) -> None:
    assert defects(GAMES[name], start_position(GAMES[name]).setup) == ()


@pytest.mark.parametrize("name", GAMES)
def test_no_position_of_a_game_has_a_defect(name: str) -> None:
    for turn in random_turns(configured(name), 21, 60):
        assert defects(turn.game, turn.position.setup) == ()


def test_too_many_and_too_few() -> None:
    assert found("backgammon", {6: 16}, {19: 13}) == [
        (Fault.TOO_MANY, WHITE, None, 1),
        (Fault.TOO_FEW, BLACK, None, 2),
    ]
    assert found("backgammon", {}, {19: 15}) == [(Fault.TOO_FEW, WHITE, None, 15)]


def test_the_snake_s_handicap_is_the_number_of_its_checkers() -> None:
    game = configured("snake", (("handicap", 8),))
    assert not defects(game, setup(game, {6: 15}, {19: 8}))
    (defect,) = defects(game, Setup.of(Pair({6: 15}, {19: 15})))
    assert (defect.fault, defect.player, defect.count) == (Fault.TOO_MANY, BLACK, 7)


def test_both_colours_on_a_point() -> None:
    assert found("backgammon", {6: 14, 8: 1}, {6: 14, 8: 1}) == [
        (Fault.SHARED, WHITE, 6, 0),
        (Fault.SHARED, WHITE, 8, 0),
    ]


@pytest.mark.parametrize("place", [6, "bar", "reserve", "off"])
def test_a_count_below_nothing(place: int | str) -> None:
    told = found("acey_deucey", {place: -1, 5: 16}, {19: 15})
    assert told == [(Fault.NEGATIVE, WHITE, place, -1)]


@pytest.mark.parametrize("name", ["trictrac", "trictrac_old"])
def test_a_game_without_bar(name: str) -> None:
    assert found(name, {"bar": 1, 14: 14}, {2: 15}) == [(Fault.NO_BAR, WHITE, "bar", 1)]


@pytest.mark.parametrize("name", ["backgammon", "trictrac", "revertier"])
def test_a_game_without_reserve(name: str) -> None:
    assert (Fault.NO_RESERVE, BLACK, "reserve", 2) in found(name, {6: 15}, {19: 13, "reserve": 2})


def test_snake_has_a_reserve_whoever_is_the_snake() -> None:
    assert found("snake", {6: 15}, {19: 13, "reserve": 2}) == []
    assert found("snake", {6: 13, "reserve": 2}, {19: 15}) == []


def test_a_snake_of_six_may_still_be_told_to_have_a_reserve() -> None:
    game = configured("snake", (("handicap", 6),))
    assert not defects(game, setup(game, {6: 15}, {3: 4, "reserve": 2}))


def test_everything_is_told_at_once() -> None:
    assert found("trictrac", {5: 17, "bar": 1, "reserve": 2}, {5: 1, 12: 1, 9: -1}) == [
        (Fault.TOO_MANY, WHITE, None, 5),
        (Fault.NO_BAR, WHITE, "bar", 1),
        (Fault.NO_RESERVE, WHITE, "reserve", 2),
        (Fault.NEGATIVE, BLACK, 9, -1),
        (Fault.TOO_FEW, BLACK, None, 14),
        (Fault.HUCKE_OPPONENT, BLACK, 12, 1),
        (Fault.SHARED, WHITE, 5, 0),
    ]


def test_an_impossible_setup_is_refused_with_all_its_defects() -> None:
    game = configured("backgammon")
    with pytest.raises(ImpossiblePosition) as refused:
        Position.of(game, Setup.of(Pair({13: 16}, {13: 14, "reserve": 1})))
    assert [defect.fault for defect in refused.value.defects] == [Fault.TOO_MANY, Fault.NO_RESERVE, Fault.SHARED]
    assert str(refused.value) == (
        "white: too many checkers, 1; black: the game has no reserve (reserve); white: both colours on one point (12A)"
    )


def test_a_mad_sensor_is_refused_not_packed() -> None:
    with pytest.raises(ImpossiblePosition):
        Position.of(configured("backgammon"), Setup.of(Pair({6: 300}, {19: -300})))


@pytest.mark.parametrize(
    ("name", "white", "fault", "place", "count"),
    [
        ("trictrac", {12: 1, 14: 14}, Fault.HUCKE_SINGLE, 12, 1),
        ("trictrac_old", {12: 1, 14: 14}, Fault.HUCKE_SINGLE, 12, 1),
        ("trictrac", {13: 2, 14: 13}, Fault.HUCKE_OPPONENT, 13, 2),
        ("trictrac", {24: 1, 14: 14}, Fault.ON_GOAL, 24, 1),
        ("trictrac_old", {5: 2, 14: 13}, Fault.OWN_SIDE_BAND, 5, 2),
        ("trictrac_old", {1: 3, 14: 12}, Fault.OWN_SIDE_BAND, 1, 3),
        ("revertier", {2: 2, 14: 13}, Fault.OWN_SIDE_BAND, 2, 2),
        ("revertier", {11: 4, 14: 11}, Fault.OWN_SIDE_BAND, 11, 4),
    ],
)
def test_what_an_illegal_play_left_is_told_but_played_on_with(
    name: str, white: Places, fault: Fault, place: int, count: int
) -> None:
    game = configured(name)
    laid = setup(game, white, {"off": 15})
    assert defects(game, laid) == (Defect(fault, WHITE, place, count),)
    assert not fault.fatal
    assert Position.of(game, laid).setup == laid


def test_it_is_told_of_black_by_black_s_own_points() -> None:
    assert found("trictrac", {14: 15}, {13: 1, 12: 1, 1: 1, 11: 12}) == [
        (Fault.HUCKE_SINGLE, BLACK, 13, 1),
        (Fault.HUCKE_OPPONENT, BLACK, 12, 1),
        (Fault.ON_GOAL, BLACK, 1, 1),
    ]


@pytest.mark.parametrize(
    ("name", "white"),
    [
        ("trictrac", {1: 15}),
        ("trictrac", {5: 2, 12: 3, 14: 10}),
        ("trictrac_old", {12: 3, 14: 12, 3: 0}),
        ("revertier", {1: 13, 2: 1, 3: 1}),
        ("revertier", {12: 1, 13: 14}),
        ("puff", {12: 1, 13: 1, 24: 13}),
    ],
)
def test_where_nothing_is_unusual(name: str, white: Places) -> None:
    game = configured(name)
    assert defects(game, setup(game, white, {})) == ()


def test_four_faults_are_not_fatal() -> None:
    assert [fault.name for fault in Fault if not fault.fatal] == [
        "HUCKE_SINGLE",
        "HUCKE_OPPONENT",
        "OWN_SIDE_BAND",
        "ON_GOAL",
    ]


@given(st.integers(0, 2**32))
def test_what_is_packed_is_unpacked_again(seed: int) -> None:
    game = configured("acey_deucey")
    laid = random_setup(random.Random(seed))
    position = Position.of(game, laid)
    assert position.setup == laid
    white, black = laid.sides
    assert position.points == tuple(w - b for w, b in zip(white.points, black.points, strict=True))
    assert (position.bar, position.reserve) == (Pair(white.bar, black.bar), Pair(white.reserve, black.reserve))
    assert position.off == Pair(white.off, black.off)


def random_setup(chance: random.Random) -> Setup:
    """Fifteen checkers each, on twelve points of their own or off them."""
    points = chance.sample(range(1, 25), 24)
    sides: list[Places] = []
    for own in (points[:12], points[12:]):
        choice: list[int | str] = [*own, "bar", "reserve", "off"]
        laid = [chance.choice(choice) for _ in range(15)]
        sides.append({place: laid.count(place) for place in laid})
    return Setup.of(Pair(*sides))


@pytest.mark.parametrize(
    ("name", "pips"),
    [
        ("backgammon", both(167)),
        ("snake", Pair(167, 2 * (24 + 23 + 22) + 9 * 25)),
        ("acey_deucey", both(15 * 25)),
        ("acey_deucey_european", both(15 * 25)),
        ("trictrac", both(15 * 24)),
        ("trictrac_old", both(15 * 25)),
        ("puff", both(15 * 25)),
        ("puff_long", both(15 * 25)),
        ("puff_russian", both(15 * 25)),
        ("puff_dutch", both(15 * 25)),
        ("revertier", both(15 * 24)),
    ],
)
def test_pips_at_the_start(name: str, pips: Pair[int]) -> None:
    assert start_position(GAMES[name]).pips(GAMES[name]) == pips


@pytest.mark.parametrize(
    ("name", "pips"), [("backgammon", Pair(6 + 25, 20)), ("puff", Pair(19 + 25, 5)), ("puff_long", Pair(19 + 25, 20))]
)
def test_pips_are_counted_along_the_path(name: str, pips: Pair[int]) -> None:
    game = configured(name)
    assert Position.of(game, setup(game, {6: 1, "bar": 1}, {5: 1})).pips(game) == pips


@pytest.mark.parametrize(
    ("less", "more"),
    [
        (({}, {1: 15}), ({}, {1: 14, 2: 1})),
        (({}, {2: 1}), ({2: 1}, {})),
        (({24: 15}, {}), ({1: 1}, {})),
        (({2: 15}, {}), ({1: 1, 24: 14}, {})),
        (({6: 14}, {}), ({6: 14, "bar": 1}, {})),
        (({6: 14, "bar": 0}, {6: 0, "bar": 5}), ({6: 14, "bar": 1}, {})),
        (({6: 14, "reserve": 1}, {}), ({6: 14}, {})),
        (({6: 14, "reserve": 1}, {"reserve": 0}), ({6: 14}, {"reserve": 15})),
    ],
    ids=[
        "a black checker less on 1",
        "Black's below White's",
        "point 1 before point 24",
        "point 1 before point 2",
        "then the bar",
        "White's bar before Black's",
        "then the tray",
        "White's tray before Black's",
    ],
)
def test_positions_have_an_order(less: tuple[Places, Places], more: tuple[Places, Places]) -> None:
    game = configured("acey_deucey")
    lower, higher = (Position.of(game, setup(game, *board)) for board in (less, more))
    assert lower.order < higher.order


def test_a_side_counts_its_checkers() -> None:
    side = Side((0,) * 5 + (3,) + (0,) * 18, bar=1, reserve=2, off=4)
    assert side.total == 10
    assert list(side.places()) == [(6, 3), ("bar", 1), ("reserve", 2), ("off", 4)]
