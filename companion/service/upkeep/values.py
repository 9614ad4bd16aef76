"""What the set-up and the diagnostics show: finished values, without a device behind them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from companion.service.view import Message, Who

Kind = Literal["point", "bar", "tray"]
Showing = Literal["empty", "white", "black", "a", "b", "unknown", "fault"]
Trouble = Literal["", "fault", "flicker", "colour", "stuck", "weak"]
Verdict = Literal["", "seen", "weak", "fault", "stuck", "unseen"]
Stand = tuple[int, Who]
"""How a board may stand: at which point of the game its own point 1 is, and whose checkers it calls A."""


@dataclass(frozen=True, slots=True)
class Place:
    """A zone of the board: a point by its number, a bar or a tray by its side (0, 1, or 2 for a shared bar)."""

    kind: Kind
    number: int
    owner: Who | None = None
    """Who sits at the side of a bar or tray, where that is known."""
    of_game: bool = False
    """Whether the number of a point is the game's; else the board's own."""


@dataclass(frozen=True, slots=True)
class Sensor:
    """What one sensor shows, and what is known of it."""

    zone: int
    slot: int
    showing: Showing = "empty"
    count: int | None = None
    """How many checkers it counts, where it is one that counts."""
    weak: bool = False
    trouble: Trouble = ""
    value: int | None = None
    """What its converter gives, while that is asked for."""
    tare: int | None = None
    threshold: int | None = None
    verdict: Verdict = ""
    """What the walk over the sensors has found."""

    @property
    def strength(self) -> float | None:
        """How strongly it feels something: from 1 on that is a checker."""
        if self.value is None or self.tare is None or not self.threshold:
            return None
        return abs(self.value - self.tare) / self.threshold


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone with its sensors, from the edge of the board on."""

    place: Place
    sensors: tuple[Sensor, ...]


@dataclass(frozen=True, slots=True)
class Counters:
    """What went wrong on the line and on the board, counted since the line was opened and the board started."""

    frames: int = 0
    refused: int = 0
    lost: int = 0
    misunderstood: int = 0
    dropped_snapshots: int = 0
    bad_frames: int | None = None
    lost_bytes: int | None = None
    unsent_frames: int | None = None
    unsent_buttons: int | None = None
    faults: int | None = None


@dataclass(frozen=True, slots=True)
class About:
    """What a board says of itself."""

    id: str
    firmware: str
    boot: int
    scans: int
    lights: int
    buttons: int
    sensing: tuple[str, ...]
    sensors: int
    raw: bool
    """Whether it tells what its sensors measure."""


@dataclass(frozen=True, slots=True)
class WalkView:
    """How far the walk over the sensors is."""

    running: bool
    seen: int = 0
    count: int = 0
    asked: int | None = None
    """The zone that is asked for."""
    elsewhere: tuple[int, ...] = ()
    """Zones that lit up last, though another was asked for."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """All that is known of the board now."""

    state: Literal["off", "starting", "running", "failed", "lost"] = "off"
    message: Message | None = None
    port: str = ""
    about: About | None = None
    zones: tuple[ZoneView, ...] = ()
    counters: Counters = field(default_factory=Counters)
    snapshot_age: float | None = None
    """In seconds."""
    round_trip: float | None = None
    """The shortest way to the board and back so far, in seconds."""
    running_s: float | None = None
    """How long the board has been running, by its own clock."""
    started: str = ""
    """Why it started: power, button, low_voltage, watchdog, command."""
    stands: tuple[Stand, ...] = ()
    games: tuple[str, ...] = ()
    """Whose start position lies there."""
    walk: WalkView = field(default_factory=lambda: WalkView(running=False))


@dataclass(frozen=True, slots=True)
class CameraLook:
    """All that is known of the camera now."""

    state: Literal["off", "starting", "running", "failed", "lost"] = "off"
    message: Message | None = None
    source: str = ""
    """Without a password."""
    pictures: bool = False
    """Whether there are pictures to look at."""
    size: tuple[int, int] | None = None
    per_second: float | None = None
    watch_ms: float | None = None
    """What the watcher takes for a picture, the mean of the last seconds."""
    read_ms: float | None = None
    """What reading the dice of a whole picture takes."""
    calibrated: bool = False
    how: str = ""
    """How the corners were found: given, markers, outline."""
    die_px: float | None = None


Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class CornersView:
    """Where the halves lie in the picture, as far as it is known."""

    left: Points
    right: Points
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TestThrow:
    """A throw of the dice test: what the reader said, and what it was."""

    number: int
    read: tuple[int, ...]
    """Empty if it could not be read."""
    flaws: tuple[str, ...] = ()
    """Why it does not count."""
    right: bool | None = None
    """Whether it was read rightly; None until somebody says so."""
    was: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """An option, its value, and where that comes from: the command line, this set-up, the file, or nowhere."""

    path: str
    value: object
    source: Literal["given", "chosen", "file", "default"]
    elsewhere: object = None
    """What the file says, where the set-up goes before it."""


@dataclass(frozen=True, slots=True)
class Disk:
    """The disk with the data, in bytes."""

    free: int
    size: int
    journal: int
    pictures: int


@dataclass(frozen=True, slots=True)
class Machine:
    """How the machine is; what cannot be known here is None."""

    disk: Disk | None
    celsius: float | None
    throttled: tuple[str, ...] | None
    """What slows the processor down now or did since it was started: undervoltage, capped, throttled, hot."""
    clock: bool | None
    """Whether the time of the system is synchronised."""
    load: float | None
    versions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A file of the support bundle: its name and what is in it."""

    name: str
    content: bytes
    cut: bool = False
    """Whether only its end is there."""
