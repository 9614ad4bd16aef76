"""The throw watcher on the drawn table: each throw once, hands and nudges never, and what is wrong with the camera."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.rules.players import Player
from companion.rules.position import Setup
from tests.vision.stand_ins import FPS, SharedCamera, Table, as_read, die_at, hidden
from vision.calibration import CalibrationError
from vision.dice import Die, Half
from vision.events import (
    Blind,
    CameraBack,
    CameraBlind,
    Event,
    Flaw,
    HandGone,
    HandSeen,
    Invalid,
    Lifted,
    Thrown,
)
from vision.eyesight import FORGIVEN, Eyesight
from vision.pictures import Picture
from vision.sources import Shot
from vision.virtual.board import DEPTH, FRAME, LOOKS, checker_places
from vision.virtual.camera import Fittings
from vision.virtual.cubes import DICE_LOOKS, DieLook
from vision.virtual.optics import Optics
from vision.virtual.places import Ground, Kind
from vision.virtual.source import STANDARD
from vision.virtual.stage import (
    HELD,
    NUDGES,
    REACHES,
    Act,
    Faulty,
    Lift,
    Lying,
    Moved,
    Nudge,
    Pass,
    Stage,
    Throw,
    Trouble,
)
from vision.watcher import Watcher
from vision.watching import watch_film

GROUND = Ground(STANDARD, np.random.default_rng(7))
DICE = GROUND.lay((6, 5))
THROW = Throw(1.0, DICE)
SOON = 0.5
"""Seconds after rest in which a throw must be told."""


def names(events: Sequence[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_a_throw_is_told_once_soon_after_it_rests_and_lifted_once() -> None:
    thrown, lifted = Table(THROW, Lift(5.0)).throws(8.0)
    assert isinstance(thrown, Thrown)
    assert thrown.values == (6, 5)
    assert THROW.rests <= thrown.at <= THROW.rests + SOON
    assert isinstance(lifted, Lifted)
    assert 5.0 < lifted.at < 7.0


@pytest.mark.parametrize(("board", "dice"), [("green", "black"), ("blue", "red"), ("brown", "ivory"), ("blue", "blue")])
def test_it_is_the_same_on_every_board_with_all_dice(board: str, dice: str) -> None:
    table = Table(THROW, Lift(3.5), fittings=Fittings(board=LOOKS[board], dice=DICE_LOOKS[dice], cube=64))
    assert names(table.throws(5.5)) == ["Thrown", "Lifted"]


class Changed(Stage):
    """Dice that lie otherwise from each moment on, without having been thrown."""

    def __init__(self, look: DieLook, plan: Sequence[tuple[float, tuple[Lying, ...]]], acts: Sequence[Act]) -> None:
        super().__init__(look, (Moved(-10.0, STANDARD), *acts))
        self.plan = plan

    def _lying(self, _acts: list[Act], at: float) -> Throw | None:
        latest = [dice for since, dice in self.plan if since <= at][-1:]
        return Throw(-100.0, latest[0]) if latest else None


def changing(*plan: tuple[float, tuple[Lying, ...]], acts: Sequence[Act] = ()) -> list[Event]:
    """Return what is told of dice that lie as planned."""
    table, fittings = Table(), Fittings()
    table.camera = SharedCamera(fittings, Changed(fittings.dice, plan, acts))
    return table.throws(plan[-1][0] + 4.0)


SIX, FIVE, FOUR = Lying(6, 60.0, 40.0, 33.0), Lying(5, 100.0, -10.0, 70.0), Lying(4, 40.0, -60.0, 10.0)
LEANS = replace(FIVE, tilt=22.0)


def test_a_die_that_falls_flat_by_itself_makes_it_a_throw() -> None:
    leant, thrown = changing((1.0, (SIX, LEANS)), (2.0, (SIX, FIVE)))
    assert isinstance(leant, Invalid)
    assert leant.flaws == (Flaw.COCKED,)
    assert isinstance(thrown, Thrown)
    assert thrown.values == (6, 5)


def test_a_die_that_a_hand_lays_flat_is_no_throw() -> None:
    hand = Pass(3.4, (FIVE.x, FIVE.y), 1.0)
    assert names(changing((1.0, (SIX, LEANS)), (4.0, (SIX, FIVE)), acts=[hand])) == ["Invalid"]


def test_a_die_that_a_hand_lays_beside_the_board_is_no_throw() -> None:
    hand = Pass(3.4, (FIVE.x, FIVE.y), 1.0)
    aside = Lying(2, 120.0, DEPTH / 2 + FRAME / 2, 30.0)
    assert names(changing((1.0, (SIX, FIVE)), (4.0, (SIX, aside)), acts=[hand])) == ["Thrown"]
    (outside,) = changing((1.0, (SIX, aside)))
    assert isinstance(outside, Invalid)
    assert outside.flaws == (Flaw.OUTSIDE,)


def test_where_too_many_lay_what_is_left_may_be_a_throw() -> None:
    hand = Pass(3.4, (FOUR.x, FOUR.y), 1.0)
    many, thrown = changing((1.0, (SIX, FIVE, FOUR)), (4.0, (SIX, FIVE)), acts=[hand])
    assert isinstance(many, Invalid)
    assert many.flaws == (Flaw.TOO_MANY,)
    assert isinstance(thrown, Thrown)
    assert thrown.values == (6, 5)


@pytest.mark.parametrize(
    ("size", "since", "calibrated"),
    [((1280, 960), 0.8, True), ((1280, 960), 4.0, False), ((640, 360), 4.0, True)],
)
def test_a_camera_may_change_the_size_of_its_pictures(size: tuple[int, int], since: float, *, calibrated: bool) -> None:
    table = Table(THROW, Lift(6.0))

    def shots() -> Iterator[Shot]:
        for number in range(round(8 * FPS)):
            at = number / FPS
            picture = table.camera.picture(at)
            assert picture is not None
            yield Shot(cv2.resize(picture, size) if at >= since else picture, at)

    calibration = table.camera.calibration if calibrated else None
    misfits: list[CalibrationError] = []
    told = [told.event for told in watch_film(Film(shots()), calibration, misfit=misfits.append)]
    assert bool(misfits) == (calibrated and size == (640, 360))
    thrown, lifted = (event for event in told if not isinstance(event, HandSeen | HandGone))
    assert isinstance(thrown, Thrown)
    assert thrown.values == (6, 5)
    assert isinstance(lifted, Lifted)


def lamp(picture: Picture) -> Picture:
    """Return a picture that a lamp lights from one corner."""
    return np.asarray(np.clip(picture * lamplight(*picture.shape[:2]), 0, 255), np.uint8)


@cache
def lamplight(high: int, wide: int) -> Picture:
    """By what the lamp multiplies each pixel."""
    down, across = np.mgrid[0:high, 0:wide]
    near_lamp = np.exp(-((across / wide - 0.85) ** 2 + (down / high - 0.15) ** 2) / 0.05)
    return np.asarray(1 + 0.5 * near_lamp[..., None])


def test_a_lamp_from_one_side_hides_nothing_and_is_a_hand_for_a_while_only() -> None:
    table = Table(THROW, Lift(6.0), Throw(9.0, GROUND.lay((6, 5))), Lift(12.0))
    told: list[Event] = []
    for number in range(round(36 * FPS)):
        at = number / FPS
        picture = table.camera.picture(at)
        assert picture is not None
        truth = table.camera.truth(at)
        table.reader.dice = tuple(as_read(die) for die in truth if not hidden(table.camera, die, at))
        told += table.watcher.see(lamp(picture) if at >= 4.0 else picture, at)
    throws = [event for event in told if not isinstance(event, HandSeen | HandGone)]
    assert names(throws) == ["Thrown", "Lifted", "Thrown", "Lifted"]
    *_, last = told
    assert isinstance(last, HandGone)


class Film:
    """Pictures one after the other."""

    live = False

    def __init__(self, shots: Iterator[Shot]) -> None:
        self._shots = shots

    def read(self) -> Shot | None:
        return next(self._shots, None)

    def close(self) -> None:
        """There is nothing to let go of."""


@pytest.mark.parametrize(
    ("kind", "flaw"),
    [
        (Kind.COCKED, Flaw.COCKED),
        (Kind.ON_CHECKER, Flaw.ON_CHECKER),
        (Kind.SPLIT, Flaw.SPLIT),
        (Kind.OUTSIDE, Flaw.OUTSIDE),
    ],
)
def test_an_invalid_throw_is_told_with_its_reason(kind: Kind, flaw: Flaw) -> None:
    throw = Throw(1.0, GROUND.lay((4, 2), kind))
    (told,) = Table(throw).throws(4.0)
    assert isinstance(told, Invalid)
    assert told.flaws == (flaw,)
    assert told.sentence
    assert len(told.dice) == 2
    assert told.at <= throw.rests + SOON


def test_a_single_die_is_told_only_when_the_other_does_not_come() -> None:
    alone, other = Throw(1.0, DICE[:1]), Throw(2.6, DICE)
    assert names(Table(alone, other).throws(5.0)) == ["Thrown"]
    (told,) = Table(alone).throws(5.0)
    assert isinstance(told, Invalid)
    assert told.flaws == (Flaw.ONE_DIE,)


def test_a_second_die_that_joins_the_first_is_a_throw() -> None:
    table = Table(Throw(1.0, DICE[:1]), Throw(5.0, DICE))
    events = table.throws(8.0)
    assert [event for event in names(events) if event != "Lifted"] == ["Invalid", "Thrown"]
    assert len(table.watcher.lying) == 2


def test_rolling_dice_give_nothing() -> None:
    assert not Table(THROW).throws(THROW.rests)


def test_a_hand_that_passes_over_the_dice_is_seen_but_lifts_nothing() -> None:
    events = Table(THROW, Pass(3.0, (DICE[0].x, DICE[0].y)), Pass(5.0, (DICE[1].x, DICE[1].y), stays=2.0)).run(9.0)
    assert names(events).count("Thrown") == 1
    assert not {"Lifted", "Invalid"} & set(names(events))
    assert names(events).count("HandSeen") >= 2
    hands = [event for event in events if isinstance(event, HandSeen | HandGone)]
    assert names(hands) == ["HandSeen", "HandGone"] * (len(hands) // 2)


def test_a_hand_that_rests_on_the_dice_hides_them_and_they_are_the_same_afterwards() -> None:
    close = Throw(1.0, (Lying(6, 60.0, -40.0, 10.0), Lying(5, 82.0, -30.0, 50.0)))
    table = Table(close, Pass(3.0, (70.0, -40.0), stays=4.0))
    assert names(table.throws(6.5)) == ["Thrown"]
    assert not table.reader.dice
    assert names(table.run(3.5, start=6.5)) == ["HandGone"]
    assert len(table.watcher.lying) == 2


def test_a_nudge_is_no_new_throw_and_the_dice_are_lifted_from_where_they_lie_then() -> None:
    nudges = (Nudge(3.0, 0, (14.0, 5.0), 25.0), Nudge(3.0 + NUDGES, 1, (-12.0, 0.0)))
    assert names(Table(THROW, *nudges).throws(6.0)) == ["Thrown"]
    assert names(Table(THROW, *nudges, Lift(5.0)).throws(8.0)) == ["Thrown", "Lifted"]


def test_checkers_that_are_moved_beside_the_dice_are_nothing() -> None:
    moved = Setup(STANDARD.sides.swapped)
    table = Table(THROW, Pass(3.0, (-60.0, -40.0)), Moved(3.6, moved), Lift(6.0))
    assert names(table.throws(8.0)) == ["Thrown", "Lifted"]


def with_checker(player: Player, start: int, end: int) -> tuple[Setup, tuple[float, float]]:
    """The table with one checker on another point, and where that checker lies."""
    mine = STANDARD.sides[player]
    points = list(mine.points)
    points[start - 1] -= 1
    points[end - 1] += 1
    setup = Setup(STANDARD.sides.with_(player, replace(mine, points=tuple(points))))
    (place,) = set(checker_places(setup)) - set(checker_places(STANDARD))
    return setup, place[:2]


@pytest.mark.parametrize("seconds", [2.5, 4.0 + REACHES + HELD])
@pytest.mark.parametrize(("player", "start", "end"), [(Player.WHITE, 6, 5), (Player.BLACK, 19, 20)])
def test_a_checker_that_comes_to_lie_where_a_die_does_is_no_die_for_ever(
    player: Player, start: int, end: int, seconds: float
) -> None:
    setup, (x, y) = with_checker(player, start, end)
    dice = (Lying(1, x + 2.0, y, 20.0), Lying(3, 60.0, 20.0, 40.0))
    again = Ground(setup, np.random.default_rng(3)).lay((4, 2))
    table = Table(Throw(1.0, dice), Moved(seconds, setup), Lift(4.0), Throw(6.5, again), Lift(8.5))
    events = table.throws(10.5)
    assert names(events) == ["Thrown", "Lifted"] * 2
    assert [event.values for event in events if isinstance(event, Thrown)] == [(3, 1), (4, 2)]


@pytest.mark.parametrize(("confidence", "soon"), [(0.3, 1.5), (0.95, 3.5)])
def test_a_checker_that_is_read_as_a_die_where_one_lay_spoils_not_the_next_throw(
    confidence: float, soon: float
) -> None:
    setup, (x, y) = with_checker(Player.WHITE, 6, 5)
    dice = (Lying(1, x, y, 20.0), Lying(3, 60.0, 20.0, 40.0))
    again = Ground(setup, np.random.default_rng(3)).lay((4, 2))
    table = Table(Throw(1.0, dice), Lift(3.0), Moved(3.0 + REACHES + HELD, setup), Throw(6.0, again), Lift(8.5))
    (ghost, _) = map(as_read, table.camera.truth(2.5))
    events = table.run(3.0)
    table.haunt(replace(ghost, confidence=confidence))
    events = [one for one in (*events, *table.run(7.5, start=3.0)) if not isinstance(one, HandSeen | HandGone)]
    assert names(events) == ["Thrown", "Lifted"] * 2
    assert [event.values for event in events if isinstance(event, Thrown)] == [(3, 1), (4, 2)]
    assert events[1].at < 4.0 + soon


@pytest.mark.parametrize("pause", [1.0, 1.6, 3.0])
def test_the_next_throw_may_follow_at_once(pause: float) -> None:
    again = Throw(3.0 + pause, GROUND.lay((4, 2)), Player.BLACK)
    events = Table(THROW, Lift(3.0), again).throws(7.5)
    assert names(events) == ["Thrown", "Lifted", "Thrown"]
    assert [event.values for event in events if isinstance(event, Thrown)] == [(6, 5), (4, 2)]


@pytest.mark.parametrize(
    ("trouble", "why"),
    [
        (Trouble.COVERED, Blind.COVERED),
        (Trouble.DARK, Blind.DARK),
        (Trouble.BLUR, Blind.BLURRED),
        (Trouble.KNOCKED, Blind.MOVED),
        (Trouble.LOST, Blind.LOST),
    ],
)
def test_a_blind_camera_says_so_and_when_it_is_back_the_dice_are_the_same(trouble: Trouble, why: Blind) -> None:
    table = Table(THROW, Faulty(3.0, trouble, 2.0), Lift(9.0))
    thrown, blind, back, lifted = table.throws(11.0)
    assert isinstance(thrown, Thrown)
    assert isinstance(blind, CameraBlind)
    assert blind.why is why
    assert 3.0 <= blind.at < 5.0
    assert isinstance(back, CameraBack)
    assert 5.0 <= back.at < 8.0
    assert isinstance(lifted, Lifted)


@pytest.mark.parametrize("trouble", [Trouble.DIM, Trouble.GLARE])
def test_other_light_is_no_throw_and_no_lift(trouble: Trouble) -> None:
    table = Table(THROW, Faulty(2.5, trouble, 2.0), Lift(6.0))
    assert names(table.throws(8.0)) == ["Thrown", "Lifted"]
    table = Table(THROW, Faulty(2.5, trouble), Lift(4.0), Throw(6.0, GROUND.lay((4, 2))), Lift(8.0))
    assert names(table.throws(10.0)) == ["Thrown", "Lifted"] * 2


def test_a_camera_that_stays_out_of_focus_is_taken_as_it_is() -> None:
    blind, back, *others = Table(Faulty(1.0, Trouble.BLUR)).throws(1.0 + FORGIVEN + 2.0)
    assert isinstance(blind, CameraBlind)
    assert blind.why is Blind.BLURRED
    assert isinstance(back, CameraBack)
    assert back.at > FORGIVEN
    assert not others


def test_a_camera_that_is_pushed_between_throws_is_noticed_before_the_board_is_taken_to_look_so() -> None:
    (blind,) = Table(Faulty(2.0, Trouble.KNOCKED)).throws(6.0)
    assert isinstance(blind, CameraBlind)
    assert blind.why is Blind.MOVED
    assert blind.at < 4.0


def test_a_camera_that_was_moved_since_it_was_calibrated_is_told_at_the_start() -> None:
    reference = Table().camera.picture(0.0)
    moved = Fittings(Optics(aim=(25.0, -10.0)))
    (blind,) = Table(THROW, fittings=moved, eyesight=Eyesight(reference)).throws(4.0)
    assert isinstance(blind, CameraBlind)
    assert blind.why is Blind.MOVED
    assert blind.at < 1.5
    assert names(Table(THROW, eyesight=Eyesight(reference)).throws(3.0)) == ["Thrown"]


def test_nothing_is_told_of_dice_while_the_camera_is_blind() -> None:
    table = Table(Faulty(1.0, Trouble.COVERED), Throw(3.0, DICE))
    assert names(table.throws(6.0)) == ["CameraBlind"]


def test_a_lost_camera_is_told_once() -> None:
    watcher = Table().watcher
    assert names(watcher.lost(1.0)) == ["CameraBlind"]
    assert not watcher.lost(2.0)


def test_nothing_is_read_while_nothing_changes() -> None:
    table = Table()
    table.run(2.0)
    before = table.watcher.readings
    table.run(4.0, start=2.0)
    assert table.watcher.readings == before


def test_the_reader_is_given_the_board_as_it_was_before_the_throw() -> None:
    table = Table(THROW)
    table.run(3.0)
    board = table.reader.asked[-1]
    assert board is not None
    empty = Table().camera.picture(0.5)
    assert empty is not None
    assert float(np.abs(board.astype(float) - empty).mean()) < 4.0


class StillLife:
    """A picture that is always the same but for noise, and a reader that is told what it reads."""

    def __init__(self, *acts: Act) -> None:
        self.table = Table(THROW, *acts)
        self.watcher = Watcher(self.table.reader)
        self.number = 0

    def watch(self, seconds: float, at: float) -> list[Event]:
        events = []
        for _ in range(round(seconds * FPS)):
            self.number += 1
            events += self.watcher.see(self._picture(at), self.number / FPS)
        return events

    def truth(self) -> tuple[Die, ...]:
        return tuple(map(as_read, self.table.camera.truth(5.0)))

    def _picture(self, at: float) -> Picture:
        picture = self.table.camera.picture(at + self.number % 5 / 1000)
        assert picture is not None
        return picture


def test_a_die_is_read_where_it_lies_or_told_as_unreadable() -> None:
    scene = StillLife()
    scene.watch(1.0, at=0.2)
    first, second = scene.table.camera.truth(5.0)
    scene.table.reader.dice = (
        die_at(first.x, first.y, 6, half=Half.RIGHT),
        die_at(second.x, second.y, None, half=Half.RIGHT),
    )
    (told,) = scene.watch(4.0, at=5.0)
    assert isinstance(told, Invalid)
    assert told.flaws == (Flaw.UNREADABLE,)


def test_what_looked_the_same_before_is_no_die() -> None:
    scene = StillLife()
    scene.watch(1.0, at=0.2)
    scene.table.reader.dice = (*scene.truth(), die_at(100, 100, half=Half.LEFT))
    (told,) = scene.watch(3.0, at=5.0)
    assert isinstance(told, Thrown)
    assert told.values == (6, 5)


def test_dice_that_were_told_stay_what_they_are_whatever_a_shadow_makes_of_them() -> None:
    scene = StillLife(Pass(8.0, (-110.0, -80.0), stays=3.0))
    scene.watch(1.0, at=0.2)
    scene.table.reader.dice = scene.truth()
    assert names(scene.watch(2.0, at=5.0)) == ["Thrown"]
    scene.table.reader.dice = tuple(replace(die, value=1, flat=False) for die in scene.truth())
    assert not {"Thrown", "Invalid", "Lifted"} & set(names(scene.watch(4.0, at=9.0)))


def test_readings_that_change_all_the_time_are_never_a_throw() -> None:
    scene = StillLife()
    scene.watch(1.0, at=0.2)
    told: list[Event] = []
    first, second = scene.table.camera.truth(5.0)
    for value in (1, 2, 3, 4, 5, 6) * 4:
        scene.table.reader.dice = (
            die_at(first.x, first.y, value, half=Half.RIGHT),
            die_at(second.x, second.y, 7 - value, half=Half.RIGHT),
        )
        told += scene.watch(1 / FPS, at=5.0)
    assert not [event for event in told if isinstance(event, Thrown)]


def test_dice_that_lie_beside_the_board_from_the_start_belong_to_nobody() -> None:
    scene = StillLife()
    first, second = scene.table.camera.truth(5.0)
    scene.table.reader.dice = (
        die_at(first.x, first.y, half=Half.OUTSIDE),
        die_at(second.x, second.y, half=Half.OUTSIDE),
    )
    assert not scene.watch(3.0, at=5.0)


def test_dice_that_lie_on_the_board_from_the_start_are_told() -> None:
    events = Table(Throw(-5.0, DICE)).throws(3.0)
    assert names(events) == ["Thrown"]
