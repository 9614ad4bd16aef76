"""What the board tells, kept for those who look at it: the newest of each kind, and nothing is made of it before."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

from companion.service.upkeep.values import Stand
from companion.service.upkeep.walk import Walk
from firmware_bridge import bridge, happenings
from firmware_bridge.health import Doubts
from firmware_bridge.orientation import Orientation
from firmware_bridge.payloads import Feature, Result
from firmware_bridge.protocol import Calibration, Raw, Status, Tare, Tuning
from firmware_bridge.reports import Hello
from firmware_bridge.watch import Ailing, Settled, Stands
from firmware_bridge.zones import Board, Zone, zones_of

LOOKED_AT_S = 4.0
"""So long after somebody has looked, the board still tells what its sensors measure."""
RAW_A_SECOND = 4
MOST_SCANS, MOST_ASKED = 255, 255
Clock = Callable[[], float]


class Line(Protocol):
    """The link, as far as it is looked at."""

    def set_raw_mode(self, every: int) -> None:
        """Ask for what the sensors measure."""

    def want_calibration(self, first: int, count: int) -> None:
        """Ask what is stored."""

    def command(self, command: Any) -> None:  # noqa: ANN401 - any message of the protocol
        """Send a command."""

    @property
    def counts(self) -> happenings.LineCounts:
        """How well the line carries."""

    @property
    def round_trip(self) -> float | None:
        """The shortest way to the board and back."""


@dataclass(frozen=True)
class Heard:
    """The newest of each kind that the board has told."""

    standing: happenings.Standing | None = None
    hello: Hello | None = None
    board: Board | None = None
    shown_at: float = 0.0
    status: Status | None = None
    doubts: Doubts | None = None
    ailing: tuple[str, ...] = ()
    stands: tuple[Orientation, ...] = ()
    games: tuple[str, ...] = ()
    raw: tuple[int, ...] = ()
    """What the first channels measure, as many as were told."""
    tunings: tuple[Tuning, ...] = ()
    tared: Result | None = None

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones of the board."""
        return zones_of(self.hello.groups) if self.hello is not None else ()


class BoardWindow:
    """The window to one board; told by the link's thread, looked through from any."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self.heard = Heard()
        self.walk: Walk | None = None
        self._line: Line | None = None
        self._looked_at = float("-inf")
        self._raw_is_on = False
        self._walk_changed = threading.Event()
        self.keep_walk: Callable[[], None] = lambda: None
        """Writes the walk down; called by the board's keeper, which has time for it."""

    # What the board's part does

    def attach(self, line: Line, stands: tuple[Orientation, ...] = ()) -> None:
        """Take a link that begins."""
        self._line, self._raw_is_on = line, False
        self._set(Heard(stands=stands))

    def detach(self) -> None:
        """Take it that the link has ended."""
        self._line = None
        self._set(Heard())

    def hear(self, event: bridge.Event) -> None:
        """Take what the link tells."""
        with self._changed:
            self.heard = self._after(self.heard, event)
            if isinstance(event, happenings.Answered):
                self._changed.notify_all()
        if isinstance(event, happenings.Shown):
            self._walk_on(event.board)

    def turn(self) -> None:
        """Do what is due; called now and then by the board's part."""
        if self._walk_changed.is_set():
            self._walk_changed.clear()
            self.keep_walk()
        line, hello = self._line, self.heard.hello
        if line is None or hello is None or self.heard.standing is None or not hello.features & Feature.RAW:
            return
        wanted = self.is_looked_at and self.heard.standing.state is happenings.State.LIVE
        if wanted is not self._raw_is_on:
            self._raw_is_on = wanted
            line.set_raw_mode(min(MOST_SCANS, max(1, hello.scans // RAW_A_SECOND)) if wanted else 0)
        channels = sum(zone.sensors for zone in self.heard.zones)
        known = len(self.heard.tunings)
        if wanted and known < channels and hello.features & Feature.CALIBRATION:
            line.want_calibration(known, min(MOST_ASKED, channels - known))

    # Those who look

    def look(self) -> Heard:
        """Return what is known; for a while the board then tells what its sensors measure, too."""
        self._looked_at = self._clock()
        return self.heard

    @property
    def is_looked_at(self) -> bool:
        """Whether somebody has looked lately."""
        return self._clock() - self._looked_at <= LOOKED_AT_S

    @property
    def is_there(self) -> bool:
        """Whether there is a link."""
        return self._line is not None

    @property
    def counts(self) -> happenings.LineCounts | None:
        """How well the line carries."""
        return self._line.counts if self._line is not None else None

    @property
    def round_trip(self) -> float | None:
        """The shortest way to the board and back, in seconds."""
        return self._line.round_trip if self._line is not None else None

    @property
    def snapshot_age(self) -> float | None:
        """How old the last snapshot is, in seconds."""
        return self._clock() - self.heard.shown_at if self.heard.board is not None else None

    def begin_walk(self) -> bool:
        """Begin a walk over the sensors, if the board tells anything."""
        with self._changed:
            board = self.heard.board
            if board is None:
                return False
            self.walk = Walk.begun(board)
        return True

    def pass_zone(self, zone: int) -> None:
        """Ask no more for a zone."""
        with self._changed:
            if self.walk is not None:
                self.walk = self.walk.over(zone)

    def tare(self, patience: float) -> Result | None:
        """Have the board measure its sensors with nothing on it; return what came of it, None if it does not answer."""
        line = self._line
        if line is None:
            return None
        with self._changed:
            self.heard = replace(self.heard, tared=None, tunings=())
        line.command(Tare())
        with self._changed:
            self._changed.wait_for(lambda: self.heard.tared is not None, patience)
            return self.heard.tared

    def _walk_on(self, board: Board) -> None:
        with self._changed:
            before = self.walk
            if before is None:
                return
            self.walk = before.show(board)
            if self.walk != before:
                self._walk_changed.set()

    def _set(self, heard: Heard) -> None:
        with self._changed:
            self.heard = heard

    def _after(self, heard: Heard, event: bridge.Event) -> Heard:
        if isinstance(event, happenings.Shown):
            return replace(heard, board=event.board, shown_at=self._clock())
        return _made_of(heard, event) if isinstance(event, Settled | Ailing | Stands) else _after(heard, event)


def _after(heard: Heard, event: bridge.Event) -> Heard:
    match event:
        case happenings.Standing():
            return replace(heard, standing=event)
        case happenings.Met(hello=hello):
            return Heard(standing=heard.standing, hello=hello, stands=heard.stands)
        case happenings.Told(message=message):
            return _told(heard, message)
        case happenings.Answered(command=Tare(), result=result):
            return replace(heard, tared=result)
        case _:
            return heard


def _made_of(heard: Heard, event: Settled | Ailing | Stands) -> Heard:
    match event:
        case Settled(doubts=doubts):
            return replace(heard, doubts=doubts)
        case Ailing(sentences=sentences):
            return replace(heard, ailing=sentences)
        case Stands(choices=choices, finding=finding):
            return replace(heard, stands=choices, games=finding.games if finding else ())


def _told(heard: Heard, message: Status | Raw | Calibration) -> Heard:
    if isinstance(message, Status):
        return replace(heard, status=message)
    if isinstance(message, Raw):
        return replace(heard, raw=tuple(_over(heard.raw, message.first, message.values)))
    return replace(heard, tunings=tuple(_over(heard.tunings, message.first, message.channels)))


def _over(known: tuple[Any, ...], first: int, new: tuple[Any, ...]) -> Iterator[Any]:
    """Put values over those that are known; where some are missing before them, they are told again later."""
    if first > len(known):
        return iter(known)
    return iter((*known[:first], *new, *known[first + len(new) :]))


def stand_of(one: Orientation) -> Stand:
    """Return how a board stands as plain values."""
    return one.corner, one.colour_a.value
