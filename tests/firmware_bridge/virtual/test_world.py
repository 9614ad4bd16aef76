"""Checkers, hands, sensors and lines of a virtual board, each by itself."""

import random
from itertools import islice, pairwise

import pytest

from companion.rules.games import GAMES, configured
from companion.rules.players import Player
from firmware_bridge.frames import Deframer, encode
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.hands import Hands, Lift, Put
from firmware_bridge.virtual.ills import Case, Ill, Ills
from firmware_bridge.virtual.layout import layout
from firmware_bridge.virtual.line_faults import Direction
from firmware_bridge.virtual.signals import BUILT_WITH, read, slot_of, value_of
from firmware_bridge.virtual.world import World, WorldError, sensed
from firmware_bridge.zones import SLOTS, Checker, Counts, Kind, Number, Sensing, Slot, Tag, zones_of
from tests.bench.walk import walk

POINT_6 = (Kind.POINTS, 6)


def world_with(sensing: Sensing, slots: int, *colours: Checker) -> tuple[World, tuple[object, ...]]:
    groups = layout(sensing, slots)
    world = World(groups)
    for colour in colours:
        world.put(world.new(colour), POINT_6)
    return world, sensed(groups, world)[5]


def test_what_each_kind_of_sensor_shows() -> None:
    colours = (Checker.A, Checker.B, Checker.A)
    assert world_with(Sensing.PRESENCE, 2, *colours)[1] == (Slot(Checker.UNKNOWN),) * 2
    assert world_with(Sensing.COLOUR, 2, *colours)[1] == (Slot(Checker.A), Slot(Checker.B))
    assert world_with(Sensing.COUNT, 2, *colours)[1] == (Counts(Number(2), Number(1)),)
    assert world_with(Sensing.IDENTITY, 2, *colours)[1] == (Tag(1), Tag(2))


def test_what_lies_on_top_is_not_seen_until_it_comes_down() -> None:
    world, _ = world_with(Sensing.COLOUR, 1, Checker.B, Checker.A)
    assert world.take(POINT_6, Checker.B).colour is Checker.B
    assert sensed(layout(Sensing.COLOUR, 1), world)[5] == (Slot(Checker.A),)


def test_no_checker_no_lift() -> None:
    world, _ = world_with(Sensing.COLOUR, 6, Checker.A)
    with pytest.raises(WorldError):
        world.take(POINT_6, Checker.B)
    with pytest.raises(WorldError):
        world.take(POINT_6, None, 1)


@pytest.mark.parametrize("sensing", [Sensing.COLOUR, Sensing.PRESENCE])
def test_the_firmware_reads_what_the_sensors_measure(sensing: Sensing) -> None:
    for slot in SLOTS:
        fits = slot.checker is not Checker.UNKNOWN if sensing is Sensing.COLOUR else slot.checker in {0, 3}
        if fits:
            assert slot_of(value_of(slot), BUILT_WITH, sensing) == slot


def test_a_weak_sensor_misses_checkers_now_and_then() -> None:
    groups = layout()
    ills = Ills(random.Random(1))
    ills.cases[5, 0] = Case(Ill.WEAK)
    zones, tunings = zones_of(groups), [BUILT_WITH] * 160
    shown = set()
    for _ in range(30):
        for colours in ((), (Checker.A,)):
            board = sensed(groups, world_with(Sensing.COLOUR, 6, *colours)[0])
            shown.add((colours, read(zones, ills.spoilt(zones, board, 0.0), tunings)[5][0]))
    assert shown == {
        ((), Slot()),
        ((Checker.A,), Slot(Checker.A, weak=True)),
        ((Checker.A,), Slot(weak=True)),
    }


def test_swapped_zones_show_each_other() -> None:
    groups = layout()
    board = sensed(groups, world_with(Sensing.COLOUR, 6, Checker.A)[0])
    ills = Ills(random.Random(1))
    ills.swap(5, 7)
    spoilt = ills.spoilt(zones_of(groups), board, 0.0)
    assert (spoilt[5], spoilt[7]) == (board[7], board[5])


def test_a_flicker_changes_by_itself() -> None:
    board = VirtualBoard()
    board.ills.cases[0, 0] = Case(Ill.FLICKER, each=0.5)
    board.look()
    board.tick(0.2)
    board.arrived()
    changes = 0
    for at in range(1, 11):
        before = board.device._scanning.shown
        board.tick(0.2 + at / 2)
        changes += board.device._scanning.shown != before
    assert changes == 10


@pytest.mark.parametrize("name", GAMES)
def test_hands_get_there_in_time_with_two_hands(name: str) -> None:
    game = configured(name)
    chance = random.Random(name)
    board = VirtualBoard(chance=chance)
    for turn, plays in islice(walk(game, 5), 12):
        goal, other = (one.position.setup for one in plays._made(chance.choices(list(plays.states), k=2)))
        board.lay(turn.position.setup)
        moves = Hands(game, turn.player, chance).play(turn.position.setup, goal, other, board.now)
        assert all(one.at <= after.at for one, after in pairwise(moves))
        assert {one.hand for one in moves} <= {0, 1}
        board.move(moves)
        board.tick(board.now + 120.0)
        assert (board.mishap, board.held, board.seat.setup) == ("", {}, goal)


def test_a_slide_is_felt_on_the_way() -> None:
    board = VirtualBoard()
    felt = set()
    for seed in range(10):
        hands = Hands(GAMES["backgammon"], Player.WHITE, random.Random(seed))
        turn, plays = next(walk(configured("backgammon"), seed))
        (goal,) = plays._made([next(iter(plays.states))])
        moves = hands.play(turn.position.setup, goal.position.setup)
        felt |= {type(one) for one in moves if isinstance(one, Lift) or one.passing}
    assert felt == {Lift, Put}
    assert not board.is_moving


def test_hands_that_find_nothing_stop_and_say_so() -> None:
    board = VirtualBoard()
    board.move([Lift(0.5, Player.WHITE, 24), Put(1.0, Player.WHITE, 23)])
    board.tick(2.0)
    assert board.mishap == "The hands stop: no such checker lies there."
    assert not board.is_moving


FRAMES = [encode(2, number, bytes(20)) for number in range(200)]


def through(**faults: float) -> tuple[Deframer, Direction]:
    direction = Direction(random.Random(1))
    for name, value in faults.items():
        setattr(direction, name, value)
    direction.send(FRAMES, 0.0)
    deframer = Deframer()
    deframer.feed(direction.arrived(10.0))
    return deframer, direction


def test_a_good_line() -> None:
    deframer, _ = through()
    assert (deframer.accepted, deframer.refused, deframer.lost) == (200, 0, 0)


def test_a_line_that_drops() -> None:
    deframer, direction = through(drop=4)
    assert 20 < direction.spoilt == 200 - deframer.accepted


def test_a_line_that_doubles() -> None:
    deframer, direction = through(duplicate=4)
    assert 20 < direction.spoilt == deframer.accepted - 200


def test_a_line_that_corrupts() -> None:
    deframer, direction = through(corrupt=100)
    assert direction.spoilt > 20
    assert deframer.refused > 20
    assert deframer.accepted < 180


def test_a_slow_line() -> None:
    direction = Direction(random.Random(1))
    direction.seconds_late = 0.5
    direction.send(FRAMES, 1.0)
    assert direction.arrived(1.4) == b""
    assert direction.due == 1.5
    assert direction.arrived(1.5) == b"".join(FRAMES)


def test_the_times_do_not_depend_on_how_often_it_is_ticked() -> None:
    heard = []
    for step in (0.01, 0.5, 5.0):
        board = VirtualBoard(chance=random.Random(3))
        turn, plays = next(walk(configured("backgammon"), 3))
        (goal,) = plays._made([next(iter(plays.states))])
        board.lay(turn.position.setup)
        board.ills.cases[3, 0] = Case(Ill.FLICKER)
        board.move(Hands(turn.game, turn.player, random.Random(4)).play(turn.position.setup, goal.position.setup))
        for at in range(round(10 / step)):
            board.tick((at + 1) * step)
        heard.append(board.arrived())
    assert heard[0] == heard[1] == heard[2]
