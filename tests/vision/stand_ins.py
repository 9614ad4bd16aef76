"""What stands in for the dice reader in tests, and runs of the watcher over drawn tables."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import lru_cache

from vision.dice import DiceReading, Die
from vision.events import Event, HandGone, HandSeen
from vision.eyesight import Eyesight
from vision.pictures import Picture
from vision.settling import near
from vision.virtual.camera import DieTruth, Fittings, VirtualCamera
from vision.virtual.cubes import Solid
from vision.virtual.source import STANDARD
from vision.virtual.stage import Act, Moment, Moved, Trouble
from vision.watcher import Watcher

FPS = 15.0


@dataclass
class ToldReader:
    """A reader that is told what it reads; it remembers what it was asked."""

    dice: tuple[Die, ...] = ()
    asked: list[Picture | None] = field(default_factory=list)
    ghost: Die | None = None
    """What it always takes for a die."""

    def read(self, image: Picture, before: Picture | None = None) -> DiceReading:
        assert image.ndim == 3
        self.asked.append(before)
        ghosts = (self.ghost,) if self.ghost and not any(near(self.ghost, die) for die in self.dice) else ()
        return DiceReading((*ghosts, *self.dice), None, 0.0)


def die_at(x: float, y: float, value: int | None = 6, edge: float = 20.0, **more: object) -> Die:
    reach = edge / 2
    corners = ((x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach))
    return Die(value, x, y, corners, **more)  # type: ignore[arg-type]


def as_read(truth: DieTruth) -> Die:
    """Return a die as a perfect reader tells it: no value while it moves."""
    value = None if truth.moving else truth.value
    flat = truth.flat or truth.moving
    return Die(value, truth.x, truth.y, truth.corners, truth.half, flat=flat, on_checker=truth.on_checker)


def hidden(camera: VirtualCamera, truth: DieTruth, at: float) -> bool:
    """Tell whether a hand, or the arm behind it, is over a die."""
    across, away = truth.at
    hands = camera.stage.moment(at).hands
    return any(abs(hand.x - across) < 48 and (away - hand.y) * hand.points_to < 60 * 90 for hand in hands)


class SharedCamera(VirtualCamera):
    """A virtual camera that draws nothing twice, whichever test it is for: most films begin with the same throw."""

    def _drawn(self, moment: Moment) -> Picture:
        dice = tuple((die.lying, die.moving, *map(_place, (die.solid, *die.trail))) for die in moment.dice)
        knocked = Trouble.KNOCKED in moment.troubles
        return _drawing(_Drawing((self.fittings, moment.setup, dice, moment.hands, knocked), self, moment))

    def draw(self, moment: Moment) -> Picture:
        """Draw a moment, and let nobody draw over it."""
        picture = super()._drawn(moment)
        picture.setflags(write=False)
        return picture


@dataclass(frozen=True)
class _Drawing:
    """What is to be drawn, and who draws it."""

    shown: Hashable
    camera: SharedCamera = field(compare=False)
    moment: Moment = field(compare=False)


@lru_cache(maxsize=100)
def _drawing(one: _Drawing) -> Picture:
    return one.camera.draw(one.moment)


def _place(solid: Solid) -> tuple[bytes, bytes]:
    return solid.middle.tobytes(), solid.turn.tobytes()


class Table:
    """A drawn table that is watched with a perfect reader."""

    def __init__(self, *acts: Act, fittings: Fittings | None = None, eyesight: Eyesight | None = None) -> None:
        self.camera: VirtualCamera = SharedCamera(fittings)
        self.camera.stage.add(Moved(-10.0, STANDARD))
        for act in acts:
            self.camera.stage.add(act)
        self.reader = ToldReader()
        self.watcher = Watcher(self.reader, eyesight)

    def haunt(self, ghost: Die) -> None:
        """Let the reader take something for a die for ever."""
        self.reader.ghost = ghost

    def run(self, seconds: float, start: float = 0.0) -> list[Event]:
        """Watch for a while and return everything that was told."""
        frames = range(round(start * FPS), round((start + seconds) * FPS))
        return [event for number in frames for event in self._step(number / FPS)]

    def throws(self, seconds: float) -> list[Event]:
        """Watch for a while and return what was told, but for hands."""
        return [event for event in self.run(seconds) if not isinstance(event, HandSeen | HandGone)]

    def _step(self, at: float) -> list[Event]:
        picture = self.camera.picture(at)
        if picture is None:
            return self.watcher.lost(at)
        truth = self.camera.truth(at)
        self.reader.dice = tuple(as_read(die) for die in truth if not hidden(self.camera, die, at))
        return self.watcher.see(picture, at)
