"""The virtual camera: what it draws is what it says it draws."""

import inspect
import tracemalloc
from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from companion.rules.players import Pair, Player
from companion.rules.position import Setup
from tests.vision.stand_ins import as_read
from vision.dice import Half
from vision.pictures import Picture
from vision.sources import SourceError, Wishes
from vision.verdict import flaws_of
from vision.virtual import board, lens
from vision.virtual import camera as camera_module
from vision.virtual.board import CHECKER, LOOKS, checker_places, point_middle, regions
from vision.virtual.camera import DieTruth, Fittings, VirtualCamera
from vision.virtual.cubes import DICE_LOOKS, PIPS, pose, upper_value
from vision.virtual.lens import Lens
from vision.virtual.optics import Optics
from vision.virtual.places import Ground, Kind, NoRoomError
from vision.virtual.source import STANDARD, VirtualSource
from vision.virtual.stage import EMPTY, Faulty, Lift, Moved, Pass, Throw, Trouble

CLEAR = Lens(blur=0.0, noise=0.0)
FACE = 60


def camera(*acts: Throw | Lift | Pass | Moved | Faulty, fittings: Fittings | None = None) -> VirtualCamera:
    found = VirtualCamera(fittings or Fittings(lens=CLEAR))
    for act in acts:
        found.stage.add(act)
    return found


def shot(one: VirtualCamera, at: float) -> Picture:
    picture = one.picture(at)
    assert picture is not None
    return picture


def thrown(*values: int, kind: Kind = Kind.FLAT, half: Half = Half.RIGHT, seed: int = 1) -> Throw:
    return Throw(1.0, Ground(STANDARD, np.random.default_rng(seed), half).lay(values, kind))


def pips_on(picture: Picture, die: DieTruth) -> int:
    """Count the spots on the upper face, seen straight from above."""
    square = np.array([(0, 0), (FACE, 0), (FACE, FACE), (0, FACE)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(die.corners, np.float32), square)
    face = cv2.cvtColor(cv2.warpPerspective(picture, matrix, (FACE, FACE), flags=cv2.INTER_CUBIC), cv2.COLOR_BGR2GRAY)
    inner = face[6:-6, 6:-6]
    middle = (int(inner.min()) + int(inner.max())) / 2
    dark = inner < middle if float(np.median(inner)) > middle else inner > middle
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark.astype(np.uint8))
    return sum(int(stats[label, cv2.CC_STAT_AREA]) > 20 for label in range(1, count))


@pytest.mark.parametrize("value", PIPS)
@pytest.mark.parametrize("dice", DICE_LOOKS)
def test_the_pips_of_a_drawn_die_can_be_counted_where_it_says_it_lies(value: int, dice: str) -> None:
    fittings = Fittings(Optics((1280, 960)), dice=DICE_LOOKS[dice], lens=CLEAR)
    for seed in range(3):
        table = camera(Moved(0.0, STANDARD), thrown(value, seed=seed), fittings=fittings)
        (die,) = table.truth(3.0)
        assert die.value == value
        assert pips_on(shot(table, 3.0), die) == value


@pytest.mark.parametrize("value", PIPS)
@pytest.mark.parametrize("tilt", [0.0, 35.0])
def test_a_pose_shows_its_value_and_opposite_faces_make_seven(value: int, tilt: float) -> None:
    for yaw in range(0, 360, 40):
        turn = pose(value, yaw, tilt, 120.0)
        assert upper_value(turn) == value
        assert upper_value(np.diag([1.0, -1.0, -1.0]) @ turn) == 7 - value
        assert np.allclose(turn @ turn.T, np.eye(3))


@pytest.mark.parametrize("half", [Half.LEFT, Half.RIGHT])
@pytest.mark.parametrize("kind", Kind)
def test_a_throw_lies_as_it_was_asked_for(kind: Kind, half: Half) -> None:
    table = camera(Moved(0.0, STANDARD), thrown(6, 3, kind=kind, half=half))
    dice = table.truth(3.0)
    flaws = [flaw.value for flaw in flaws_of([as_read(die) for die in dice])]
    assert flaws == ([] if kind is Kind.FLAT else [kind.value])
    assert dice[1].half is half
    assert sorted(die.value for die in dice) == [3, 6]


def test_rolling_dice_move_until_they_rest_and_are_gone_when_lifted() -> None:
    throw = thrown(6, 3)
    table = camera(throw, Lift(4.0))
    assert not table.truth(0.99)
    rolling = table.truth(1.3)
    assert all(die.moving and not die.flat for die in rolling)
    rested = table.truth(throw.rests)
    assert not any(die.moving for die in rested)
    assert table.truth(3.9) == rested
    assert np.hypot(rolling[0].x - rested[0].x, rolling[0].y - rested[0].y) > 5
    assert not table.truth(6.0)


def test_everything_follows_from_the_time() -> None:
    one, other = (camera(Moved(0.0, STANDARD), thrown(6, 3), fittings=Fittings(cube=64)) for _ in range(2))
    other.picture(9.0)
    for at in (0.5, 1.4, 2.5):
        assert (shot(one, at) == shot(other, at)).all()
    assert (shot(one, 2.5) != shot(one, 2.6)).any()


def test_checkers_lie_where_the_position_has_them() -> None:
    start: Pair[Mapping[int | str, int]] = Pair({6: 7, "bar": 1}, {24: 1})
    places = checker_places(Setup.of(start))
    assert len(places) == 9
    on_six = [place for place in places if place[0] == point_middle(6)[0] and place[3] is Player.WHITE]
    assert [place[2] for place in on_six] == [0, 0, 0, 0, 0, 1, 1]
    empty, full = (shot(camera(Moved(0.0, setup)), 1.0) for setup in (EMPTY, Setup.of(start)))
    for x, y, _, player in places:
        across, down = (round(float(part)) for part in Optics().seen([(x, y, 6.0)])[0])
        assert (full[down, across] != empty[down, across]).any()
        assert (int(full[down, across].sum()) > 380) is (player is Player.WHITE)


def test_the_halves_are_where_the_points_are() -> None:
    left, right = regions(Optics())
    assert left[0][0] < left[1][0] < right[0][0] < right[1][0]
    calibration = VirtualCamera().calibration
    for point in range(1, 25):
        x, y = point_middle(point)
        inwards = y + (CHECKER if y < 0 else -CHECKER)
        across, down = (float(part) for part in Optics().seen([(x, inwards, 0.0)])[0])
        assert calibration.half_of(across, down) is (Half.RIGHT if point <= 6 or point >= 19 else Half.LEFT)
    assert VirtualCamera().calibration.die_px == pytest.approx(14 * 640 / 385, rel=0.1)


@pytest.mark.parametrize("cube", [2, 64])
def test_the_doubling_cube_lies_on_the_bar_and_is_no_die(cube: int) -> None:
    plain, doubled = (camera(Moved(0.0, STANDARD), fittings=Fittings(cube=one, lens=CLEAR)) for one in (None, cube))
    differs = (shot(plain, 1.0) != shot(doubled, 1.0)).any(axis=2)
    rows, columns = np.nonzero(differs)
    assert doubled.calibration.half_of(float(columns.mean()), float(rows.mean())) is Half.BAR
    assert not doubled.truth(1.0)


def test_a_hand_comes_from_outside_and_covers_the_dice_it_takes() -> None:
    table = camera(Moved(0.0, STANDARD), thrown(6, 3), Lift(4.0))
    without = shot(table, 3.0)
    first = table.truth(3.0)[0]
    for at, covered in ((3.9, False), (4.47, True), (6.0, False)):
        picture = shot(table, at)
        assert (abs(int(picture[-3:].mean()) - int(without[-3:].mean())) > 1) is covered
        if covered:
            spot = (slice(round(first.y) - 5, round(first.y) + 5), slice(round(first.x) - 5, round(first.x) + 5))
            assert float(np.abs(picture[spot].astype(float) - without[spot]).mean()) > 15


def test_every_fault_changes_the_picture_as_it_should() -> None:
    table = camera(Moved(0.0, STANDARD), *(Faulty(10.0 * (1 + number), one, 5.0) for number, one in enumerate(Trouble)))
    fine = shot(table, 1.0).astype(float)
    pictures = {one: table.picture(10.0 * (1 + number) + 1) for number, one in enumerate(Trouble)}
    assert pictures.pop(Trouble.LOST) is None
    found = {one: picture.astype(float) for one, picture in pictures.items() if picture is not None}
    assert found[Trouble.DARK].mean() < 0.2 * fine.mean()
    assert found[Trouble.COVERED].std() < 3
    assert (found[Trouble.GLARE] > 250).mean() > fine[fine > 250].size / fine.size + 0.02
    sharp = {one: float(cv2.Laplacian(picture, cv2.CV_64F).var()) for one, picture in found.items()}
    assert sharp[Trouble.BLUR] < 0.1 * float(cv2.Laplacian(fine, cv2.CV_64F).var())
    assert np.abs(found[Trouble.KNOCKED] - fine).mean() > 10
    assert np.abs(shot(table, 16.0).astype(float) - fine).mean() < 3


def drawn_anew() -> list[Picture]:
    """A board, another one, and hands over it, with nothing kept of what was drawn before."""
    for kept in (board._bare, camera_module._board, lens._grain):
        kept.cache_clear()
    table = camera(Moved(0.0, STANDARD), Moved(3.0, EMPTY), Pass(6.0, (60.0, -20.0)), fittings=Fittings(seed=3))
    return [shot(table, at) for at in (1.0, 4.0, 6.2, 6.5)]


@pytest.fixture
def _no_surface_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the companion does it; for tests they are kept otherwise."""
    monkeypatch.setattr(board, "_surface", inspect.unwrap(board._surface))


@pytest.mark.usefixtures("_no_surface_is_kept")
def test_drawing_takes_little_more_room_than_what_is_drawn() -> None:
    tracemalloc.start()
    try:
        drawn_anew()
        assert tracemalloc.get_traced_memory()[1] < 25_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.usefixtures("_no_surface_is_kept")
def test_what_is_drawn_in_strips_is_the_same_as_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    in_strips = drawn_anew()
    monkeypatch.setattr(board, "STRIP", 10_000)
    assert all((one == other).all() for one, other in zip(in_strips, drawn_anew(), strict=True))


def test_a_board_without_room_says_so() -> None:
    crowd: Pair[Mapping[int | str, int]] = Pair(dict.fromkeys(range(1, 25), 10), {})
    with pytest.raises(NoRoomError, match="no room on the right half"):
        Ground(Setup.of(crowd), np.random.default_rng(1), edge=20.0).lay((1,))
    with pytest.raises(NoRoomError):
        Ground(EMPTY, np.random.default_rng(1)).lay((1,), Kind.ON_CHECKER)


def test_a_source_keeps_the_pace_and_is_lost_when_the_camera_is() -> None:
    now = [50.0]
    table = camera(Faulty(51.0, Trouble.LOST, 1.0), fittings=Fittings(board=LOOKS["blue"]))
    source = VirtualSource(table, Wishes(fps=10.0, clock=lambda: now[0]))
    shots = []
    for _ in range(3):
        now[0] += 0.1
        shots.append(source.read())
    assert [one and one.at for one in shots] == pytest.approx([50.1, 50.2, 50.3])
    now[0] = 51.5
    with pytest.raises(SourceError, match="virtual camera is lost"):
        source.read()
    now[0] = 52.5
    assert source.read() is not None
