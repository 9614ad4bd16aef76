"""The cube: its face, its values, when it is dead, and laws of doubling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.match.clock_rules import Phase, whose_time
from companion.match.cube import Cube, face
from companion.match.doubling import (
    Moment,
    automatic_double,
    beaver,
    double,
    drop,
    is_dead,
    take,
    why_not_automatic,
    why_not_double,
)
from companion.match.refused import Refused
from companion.match.score import begin, record
from companion.match.stake import Stake
from companion.rules.players import Pair, Player
from tests.match.script import rules_of

MONEY = begin(rules_of({"length": "money", "options": {"beaver": True, "automatic_doubles": True}}))
answers = st.lists(st.sampled_from(["take", "beaver and take"]), max_size=12)


@pytest.mark.parametrize(
    ("value", "shown"), [(1, 64), (2, 2), (4, 4), (32, 32), (64, 64), (128, 2), (256, 4), (4096, 64), (8192, 2)]
)
def test_face(value: int, shown: int) -> None:
    assert face(value) == Cube(value).face == shown


@pytest.mark.parametrize("value", [0, -2, 3, 6, 96])
def test_a_cube_has_only_doubles(value: int) -> None:
    with pytest.raises(ValueError, match="1, 2, 4, 8"):
        Cube(value)


@pytest.mark.parametrize(
    ("length", "score", "value", "player", "dead"),
    [
        (5, (3, 0), 2, Player.WHITE, True),
        (5, (3, 0), 2, Player.BLACK, False),
        (5, (3, 0), 1, Player.WHITE, False),
        (5, (4, 4), 1, Player.WHITE, True),
        (5, (0, 0), 4, Player.BLACK, False),
        (5, (0, 0), 8, Player.BLACK, True),
        ("money", (0, 0), 1024, Player.WHITE, False),
        ({"games": 1}, (0, 0), 64, Player.WHITE, False),
    ],
)
def test_dead_cube(length: object, score: tuple[int, int], value: int, player: Player, dead: bool) -> None:  # noqa: FBT001
    match = begin(rules_of({"length": length}), Pair(*score))
    assert is_dead(match, Cube(value, player), player) == dead


def doubled(stake: Stake, player: Player) -> Stake:
    return double(MONEY, stake, player, Moment(player, opening_over=True, thrown=False))


def doubler(stake: Stake) -> Player:
    return stake.cube.owner or Player.WHITE


def answered(stake: Stake, how: str) -> Stake:
    player = doubler(stake)
    stake = doubled(stake, player)
    if how == "take":
        return take(MONEY, stake, player.opponent)
    return take(MONEY, beaver(MONEY, stake, player.opponent), player)


@given(answers)
def test_values_grow_by_what_was_agreed(hows: list[str]) -> None:
    stake, value = Stake(), 1
    for how in hows:
        player = doubler(stake)
        stake = answered(stake, how)
        value *= 2 if how == "take" else 4
        assert stake.cube == Cube(value, player.opponent, turned=True)


@given(answers)
def test_dropping_costs_what_stood_before(hows: list[str]) -> None:
    stake = Stake()
    for how in hows:
        stake = answered(stake, how)
    player, value = doubler(stake), stake.cube.value
    offered = doubled(stake, player)
    dropped = drop(MONEY, offered, player.opponent)
    assert (dropped.winner, dropped.points) == (player, value)
    beavered = beaver(MONEY, offered, player.opponent)
    dropped = drop(MONEY, beavered, player)
    assert (dropped.winner, dropped.points) == (player.opponent, 2 * value)


@given(answers)
def test_the_score_of_money_is_the_sum_of_what_was_won(hows: list[str]) -> None:
    stake = Stake()
    for how in hows:
        stake = answered(stake, how)
    offered = doubled(stake, doubler(stake))
    match = record(MONEY, drop(MONEY, offered, doubler(stake).opponent))
    assert sum(match.score) == match.results[-1].counted == stake.cube.value


@given(answers, st.sampled_from(Player))
def test_only_the_owner_doubles(hows: list[str], player: Player) -> None:
    stake = Stake()
    for how in hows:
        stake = answered(stake, how)
    refused = why_not_double(MONEY, stake, player, Moment(player, opening_over=True, thrown=False))
    assert (refused is None) == (stake.cube.owner in {None, player})


def test_asking_is_no_offering() -> None:
    moment = Moment(Player.WHITE, opening_over=False, thrown=True)
    refused = why_not_double(MONEY, Stake(), Player.WHITE, moment)
    assert isinstance(refused, Refused)
    assert refused.code == "before_opening_play"
    assert str(refused) == "No one may double before the opening play has been made."


def test_an_automatic_double_leaves_the_cube_in_the_middle() -> None:
    equal: Pair[tuple[int, ...]] = Pair((5,), (5,))
    assert why_not_automatic(MONEY, Stake(), equal) is None
    stake = automatic_double(MONEY, Stake(), equal)
    assert stake.cube == Cube(2, owner=None, turned=False, automatic=True)
    assert take(MONEY, doubled(stake, Player.BLACK), Player.WHITE).cube == Cube(
        4, Player.WHITE, turned=True, automatic=True
    )


def test_the_one_who_is_asked_thinks_on_their_own_time() -> None:
    offered = doubled(Stake(), Player.WHITE)
    assert whose_time(Phase.DECISION, Player.WHITE, offered.asked) is Player.BLACK
    beavered = beaver(MONEY, offered, Player.BLACK)
    assert whose_time(Phase.DECISION, Player.WHITE, beavered.asked) is Player.WHITE
    assert take(MONEY, beavered, Player.WHITE).asked is None
