"""The board's side of the protocol, sans I/O: bytes, what the sensors show, and times in; frames out.

It does what README.md says of a board, and our own firmware does. Times are milliseconds that never go back.
"""

from __future__ import annotations

from binascii import crc_hqx
from collections.abc import Iterator
from dataclasses import replace

from firmware_bridge.frames import NUMBERS, Deframer, Frame, encode
from firmware_bridge.payloads import Feature, Light, Message, ProtocolError, Result, Start, Why
from firmware_bridge.protocol import (
    FROM_HOST,
    Ack,
    ButtonSeen,
    Calibrate,
    Calibration,
    CalibrationWanted,
    Hello,
    HostHello,
    Lights,
    Raw,
    RawMode,
    Reset,
    Snapshot,
    SnapshotWanted,
    Status,
    Tare,
    Tuning,
    cut,
    read_from_host,
)
from firmware_bridge.virtual.pressing import NUMBERS as EVENT_NUMBERS
from firmware_bridge.virtual.pressing import Pressing
from firmware_bridge.virtual.scanning import SCAN_MS, SCANS_ALIKE, Scanning
from firmware_bridge.virtual.signals import BUILT_WITH, EMPTY, MOST, POSSIBLE, read, values_of
from firmware_bridge.zones import Board, pack, zones_of

SECOND_MS = 1000
SILENCE_MS = 5000
MEMORY_MS = 2000
TARE_SCANS = 16
RESTART_MS = 20
CHANNELS_AT_ONCE = 40
MOST_COUNTED = 0xFFFF
FIRST_OF_HOST = 0x41
Command = tuple[int, int, int]
"""A command as it is remembered: type, number, check."""


class Device:
    """A sensor board that is switched on by `boot`; what it sends waits in `take`."""

    def __init__(self, about: Hello, sees: Board) -> None:
        self.about = about
        self.zones = zones_of(about.groups)
        self.lights: tuple[Light, ...] = ()
        self._sees = sees
        channels = len(values_of(sees)) if Feature.CALIBRATION in about.features else 0
        self.tunings = [BUILT_WITH] * channels
        self.buttons = Pressing()
        self._out: list[bytes] = []
        self.boot(0)

    def boot(self, now: int, why: Start = Start.POWER) -> None:
        """Start anew, with all forgotten but what is stored."""
        self._out.clear()
        head = self.about.head
        self.about = replace(self.about, head=replace(head, boot=(head.boot + 1) % NUMBERS))
        self._began, self._why = now, why
        self._deframer, self._bad = Deframer(), 0
        self._seq = self._number = 0
        self.buttons = Pressing()
        self.lights, self.raw_every = (), 0
        self._heard_at = self._done_at = now
        self._last_done: Command | None = None
        self._last_result = Result.DONE
        self._tare: tuple[Command, int] | None = None
        self._restart_at: int | None = None
        self._scanning = Scanning(self._read(), now)
        self._changed, self._asked, self._second_over = True, False, False
        self._second_at, self._raw_at = now + SECOND_MS, now
        self._say(self.about)

    # What lies on it

    def see(self, board: Board, now: int) -> None:
        """Take what lies over the sensors from now on."""
        self._sees = board
        self._scanning.look(self._read(), now)

    def press(self, button: int, now: int, *, pressed: bool) -> None:
        """A button is pressed, or let go."""
        self.buttons.press(button, now - self._began, pressed=pressed)

    def _read(self) -> Board:
        return read(self.zones, self._sees, self.tunings)

    # Time

    @property
    def due(self) -> int:
        """When `tick` has to be called at the latest."""
        return min(at for at in self._timers() if at is not None)

    def _timers(self) -> Iterator[int | None]:
        yield self._second_at
        yield self._scanning.due
        pressed = self.buttons.due
        yield self._began + pressed if pressed is not None else None
        yield self._raw_at if self.raw_every and self._tare is None else None
        yield self._tare[1] if self._tare is not None else None
        yield self._restart_at
        if self._asked or self._changed or self._second_over:
            yield self._began + SCANS_ALIKE * SCAN_MS
        if self.lights or self.raw_every:
            yield self._heard_at + SILENCE_MS

    def tick(self, now: int) -> None:
        """Do what is due by now."""
        if self._restart_at is not None and now >= self._restart_at:
            self.boot(now, Start.COMMAND)
        self._measure(now)
        self._changed |= self._scanning.settle(now)
        self._show(now)
        for event in self.buttons.to_send(now - self._began):
            self._say(event)
        if now >= self._second_at:
            self._second(now)
        if now >= self._heard_at + SILENCE_MS:
            self.lights, self.raw_every = (), 0

    def take(self) -> list[bytes]:
        """Return the frames that go over the line now, once."""
        frames, self._out = self._out, []
        return frames

    def _say(self, message: Message) -> None:
        self._out.append(encode(message.TYPE, self._seq, message.encode()))
        self._seq = (self._seq + 1) % NUMBERS

    def _show(self, now: int) -> None:
        wanted = self._asked or self._changed or self._second_over
        if not wanted or now < self._began + SCANS_ALIKE * SCAN_MS:
            return
        why = Why.ASKED if self._asked else Why.CHANGED if self._changed else Why.SECOND
        data = pack(self.about.groups, self._scanning.shown)
        for part in cut(Snapshot(self._number, now - self._began, why, data)):
            self._say(part)
        self._number = (self._number + 1) % EVENT_NUMBERS
        self._asked = self._changed = self._second_over = False

    def _second(self, now: int) -> None:
        self._second_at += SECOND_MS * (1 + (now - self._second_at) // SECOND_MS)
        since = now - self._began
        faults = sum(sensor.fault for sensors in self._scanning.shown for sensor in sensors)
        bad = min(MOST_COUNTED, self._bad + self._deframer.refused)
        given_up = min(MOST_COUNTED, self.buttons.given_up)
        self._say(Status(since, since // SCAN_MS, bad, 0, 0, given_up, self._why, min(255, faults)))
        self._second_over = True
        self._show(now)

    def _measure(self, now: int) -> None:
        if self._tare is not None and now >= self._tare[1]:
            self._end_tare(now)
        if self.raw_every and now >= self._raw_at and self._tare is None:
            self._raw_at = now + self.raw_every * SCAN_MS
            values = values_of(self._sees)
            for first in range(0, len(values), CHANNELS_AT_ONCE):
                self._say(Raw(first, tuple(values[first : first + CHANNELS_AT_ONCE])))

    # What the host says

    def receive(self, data: bytes, now: int) -> None:
        """Take what has come over the line."""
        for frame in self._deframer.feed(data):
            self._hear(frame, now)

    def _hear(self, frame: Frame, now: int) -> None:
        message = _message(frame)
        if message is None:
            self._bad += 1
            return
        self._heard_at = now
        match message:
            case HostHello():
                self._last_done = None
                self._say(self.about)
            case SnapshotWanted():
                self._asked = True
                self._show(now)
            case ButtonSeen(number=number):
                self.buttons.seen(number)
            case CalibrationWanted():
                self._tell_calibration(frame, message)
            case _:
                self._command(frame, message, now)

    def _command(self, frame: Frame, message: Message | Result, now: int) -> None:
        command = frame.type, frame.seq, crc_hqx(frame.payload, 0)
        if command == self._last_done and now - self._done_at < MEMORY_MS:
            self._ack(frame.type, frame.seq, self._last_result)
            return
        result = message if isinstance(message, Result) else self._carry_out(command, message, now)
        if result is None:
            return
        self._ack(frame.type, frame.seq, result)
        if result is Result.DONE:
            self._remember(command, result, now)

    def _remember(self, command: Command, result: Result, now: int) -> None:
        self._last_done, self._last_result, self._done_at = command, result, now

    def _ack(self, kind: int, seq: int, result: Result) -> None:
        self._say(Ack(kind, seq, result))

    def _carry_out(self, command: Command, message: Message, now: int) -> Result | None:
        """Do it, and return what is answered, if that is known already."""
        if not self._is_able(message):
            return Result.UNABLE
        match message:
            case Lights(lights=lights):
                self.lights = lights[: self.about.lights]
            case RawMode(every=every):
                self.raw_every, self._raw_at = every, now + SCAN_MS
            case Tare():
                return self._begin_tare(command, now)
            case Calibrate():
                return self._calibrate(message, now)
            case Reset():
                self._restart_at = now + RESTART_MS
            case _:
                return Result.UNKNOWN
        return Result.DONE

    def _is_able(self, message: Message) -> bool:
        needed = {Lights: Feature.LIGHTS, RawMode: Feature.RAW, Tare: Feature.CALIBRATION}
        needed[Calibrate] = Feature.CALIBRATION
        return type(message) not in needed or needed[type(message)] in self.about.features

    # Calibration

    def _tell_calibration(self, frame: Frame, wanted: CalibrationWanted) -> None:
        if not self.tunings:
            self._ack(frame.type, frame.seq, Result.UNABLE)
        elif not wanted.count or wanted.first + wanted.count > len(self.tunings):
            self._ack(frame.type, frame.seq, Result.OUT_OF_RANGE)
        else:
            count = min(wanted.count, CHANNELS_AT_ONCE)
            self._say(Calibration(wanted.first, tuple(self.tunings[wanted.first : wanted.first + count])))

    def _begin_tare(self, command: Command, now: int) -> Result | None:
        if self._tare is not None:
            return None if self._tare[0] == command else Result.BUSY
        self._tare = command, now + TARE_SCANS * SCAN_MS
        return None

    def _end_tare(self, now: int) -> None:
        if self._tare is None:
            return
        command, self._tare = self._tare[0], None
        result = self._take_tares()
        self._ack(command[0], command[1], result)
        self._remember(command, result, now)

    def _take_tares(self) -> Result:
        measured = list(zip(values_of(self._sees), self.tunings, strict=True))
        if any(_has_part(value, tuning) and value not in EMPTY for value, tuning in measured):
            return Result.OUT_OF_RANGE
        self.tunings = [
            replace(tuning, tare=value) if _has_part(value, tuning) else tuning for value, tuning in measured
        ]
        self._changed |= self._scanning.know(self._read())
        return Result.DONE

    def _calibrate(self, wanted: Calibrate, now: int) -> Result:
        if self._tare is not None:
            return Result.BUSY
        end = wanted.first + len(wanted.channels)
        if end > len(self.tunings) or not all(map(_is_tuning, wanted.channels)):
            return Result.OUT_OF_RANGE
        self.tunings[wanted.first : end] = wanted.channels
        self._scanning.look(self._read(), now)
        return Result.DONE


def _has_part(value: int, tuning: Tuning) -> bool:
    """Whether a sensor is neither faulty nor switched off."""
    return value in POSSIBLE and tuning.threshold > 0


def _is_tuning(tuning: Tuning) -> bool:
    return tuning.tare <= MOST and tuning.threshold <= MOST


def _message(frame: Frame) -> Message | Result | None:
    """Return what the host says, the answer to what nobody knows, or None for what is none of the host's frames."""
    if frame.type < FIRST_OF_HOST:
        return None
    if frame.type not in FROM_HOST:
        return Result.UNKNOWN
    try:
        message = read_from_host(frame)
    except ProtocolError:
        wrong_key = frame.type == Reset.TYPE and len(frame.payload) >= 2
        return Result.OUT_OF_RANGE if wrong_key else None
    return None if isinstance(message, Calibrate) and not message.channels else message
