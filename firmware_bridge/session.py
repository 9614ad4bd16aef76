"""The host's side of a connection, sans I/O: bytes and times in, bytes to send and happenings out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware_bridge.asking import Asker, Numbering
from firmware_bridge.clock import BoardClock
from firmware_bridge.frames import Deframer, Frame
from firmware_bridge.fresh import Fresh
from firmware_bridge.happenings import (
    Answered,
    Happening,
    Heard,
    LineCounts,
    Met,
    Pressed,
    Shown,
    Standing,
    State,
    Told,
)
from firmware_bridge.payloads import Message
from firmware_bridge.presses import Presses
from firmware_bridge.protocol import (
    VERSION,
    Ack,
    Button,
    ButtonSeen,
    Calibration,
    CalibrationWanted,
    Head,
    Hello,
    HostHello,
    Joiner,
    Light,
    Lights,
    OtherVersion,
    ProtocolError,
    Raw,
    RawMode,
    Snapshot,
    SnapshotWanted,
    Status,
    Why,
    read_from_board,
)
from firmware_bridge.wishes import Wishes, is_able
from firmware_bridge.zones import Board, size_of, unpack

HELLO_EVERY = 0.5
ANOTHER_EVERY = 5.0
KEEP_ALIVE_AFTER = 2.0
STALE_AFTER = 2.5
STRANGE_AFTER = 2.0
CHANNELS_A_FRAME = 60
LATE = 1.0
"""A timer that is overdue for longer is not caught up on, but counts from now."""
CONNECTED = frozenset({State.SYNCING, State.LIVE})
GOES_BACK = 1000
"""A board may make out a message a little earlier than the one that it sends before."""
HALF_A_CLOCK = 1 << 31

_STRANGE = "Something speaks on this line, but not as a sensor board does: is it the right port and speed?"
_SILENT = "The board has fallen silent: what is known of it may be out of date."
_TELLS_NOTHING = "The board has answered, but does not tell what lies on it; it is asked again."
_NO_ANSWER = "The board does not answer when it is asked what lies on it now: what is known may be out of date."
_NOT_HEARD = "The board tells what lies on it, but does not hear the companion: its lights may be wrong."


class Session:
    """A conversation with a board, over any line, again and again: it remembers lights and button events."""

    def __init__(self) -> None:
        self.hello: Hello | None = None
        self.deframer = Deframer()
        self.joiner = Joiner()
        self.misunderstood = 0
        self.wanted: bytes | None = None
        self.stranger: Head | None = None
        self.standing = Standing(0.0, State.LOST, "The board is not connected.")
        self._numbering = Numbering()
        self._asker = Asker(self._numbering)
        self._out = bytearray()
        self._happened: list[Happening] = []
        self._wishes = Wishes()
        self._presses = Presses()
        self._is_met = False
        self._hello_at: float | None = None
        self._sent_at = self._shown_at = self._opened_at = self._met_at = 0.0
        self._clock: int | None = None
        self._time = BoardClock()
        self._fresh = Fresh()
        self._last: tuple[bytes, Board] = (b"", ())

    # The line

    def open(self, now: float) -> list[Happening]:
        """Begin: the line is open."""
        self.deframer, self.joiner, self._fresh = Deframer(), Joiner(), Fresh()
        self._out.clear()
        self._is_met = False
        self.misunderstood, self.stranger = 0, None
        self._opened_at = now
        self._greet(now, State.HELLO, "The line is open; waiting for the board to say who it is.")
        return self._taken()

    def close(self, now: float, sentence: str = "The connection to the board is lost.") -> list[Happening]:
        """End: the line is gone."""
        self._hello_at = None
        self._drop_questions(now)
        self._out.clear()
        self._stand(now, State.LOST, sentence)
        return self._taken()

    def receive(self, data: bytes, now: float) -> list[Happening]:
        """Take what has come over the line."""
        happened = self.tick(now)
        for frame in self.deframer.feed(data):
            self._read(frame, now)
        self._say_what_is_strange(now)
        self._advance(now)
        return happened + self._taken()

    def tick(self, now: float) -> list[Happening]:
        """Do what is due by now."""
        while (due := self.due) is not None and due <= now:
            self._do_what_is_due(due if now - due < LATE else now)
        self._advance(now)
        return self._taken()

    @property
    def counts(self) -> LineCounts:
        """How well the line carries since it was opened."""
        one = self.deframer
        return LineCounts(one.accepted, one.refused, one.lost, self.misunderstood, self.joiner.dropped)

    @property
    def round_trip(self) -> float | None:
        """The shortest way to the board and back so far, in seconds."""
        return self._fresh.trips.known

    @property
    def due(self) -> float | None:
        """When `tick` has to be called at the latest."""
        return min((at for at in self._timers() if at is not None), default=None)

    def to_send(self) -> bytes:
        """Return what has to go over the line now, once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    # What the companion wants

    def set_lights(self, lights: Sequence[Light], now: float) -> list[Happening]:
        """Light these, and again whenever the board has forgotten them."""
        self._wishes.lights = tuple(lights)
        self._wishes.lights_are_set = False
        return self._ask(self._wishes.lights_for(self.hello), now)

    def set_raw_mode(self, every: int, now: float) -> list[Happening]:
        """Ask for what the sensors measure after every so many scans, or with 0 no longer."""
        self._wishes.raw_every = every
        return self._ask(RawMode(every), now)

    def want_snapshot(self, now: float) -> list[Happening]:
        """Ask for a snapshot."""
        return self._ask(SnapshotWanted(), now)

    def want_fresh(self, now: float) -> list[Happening]:
        """Ask what lies on the board now: `Heard` tells that it was shown, a stale board that it cannot be."""
        if self.standing.state is State.LIVE:
            self._fresh.want(now)
            self._ask_at_once(now)
        return self._taken()

    def _ask_at_once(self, now: float) -> None:
        self._asker.ask(SnapshotWanted(), first=True)
        self._advance(now)

    def want_calibration(self, first: int, count: int, now: float) -> list[Happening]:
        """Ask what is stored for some channels, in answers of one frame each."""
        begins = range(first, first + count, CHANNELS_A_FRAME)
        asked = [CalibrationWanted(begin, min(CHANNELS_A_FRAME, first + count - begin)) for begin in begins]
        return [one for command in asked for one in self._ask(command, now)]

    def command(self, command: Message, now: float) -> list[Happening]:
        """Send a command that is not kept: tare, calibrate, reset."""
        return self._ask(command, now)

    def _ask(self, command: Message, now: float) -> list[Happening]:
        if self.standing.state in CONNECTED and is_able(self.hello, command) and self._asker.ask(command):
            self._advance(now)
        elif not isinstance(command, Lights | RawMode | SnapshotWanted):
            self._give_up(now, [command])
        return self._taken()

    # Time

    def _timers(self) -> Iterator[float | None]:
        yield self._hello_at
        yield self._asker.due
        if self.standing.state in CONNECTED:
            yield self._sent_at + KEEP_ALIVE_AFTER
            yield self._shown_at + STALE_AFTER
            yield self._fresh.due

    def _do_what_is_due(self, now: float) -> None:
        if self._hello_at is not None and self._hello_at <= now:
            self._say_hello(now)
        given_up = self._asker.given_up(now)
        if given_up is not None:
            self._give_up(now, [given_up])
            if self.standing.state is State.LIVE:
                self._stand(now, State.LIVE, _NOT_HEARD)
            if self._fresh.is_wanted:
                self._ask_at_once(now)
        if self.standing.state in CONNECTED:
            self._keep_alive(now)
        self._advance(now)

    def _say_hello(self, now: float) -> None:
        self._send(self._numbering.frame(HostHello())[1], now)
        self._hello_at = now + HELLO_EVERY

    def _keep_alive(self, now: float) -> None:
        if now >= self._shown_at + STALE_AFTER:
            self._greet(now, State.STALE, _SILENT if self.standing.state is State.LIVE else _TELLS_NOTHING)
        elif self._fresh.due is not None and now >= self._fresh.due:
            self._greet(now, State.STALE, _NO_ANSWER)
        elif now >= self._sent_at + KEEP_ALIVE_AFTER:
            self._asker.ask(self._wishes.to_keep_alive(self.hello))
            self._sent_at = now

    def _advance(self, now: float) -> None:
        data = self._asker.advance(now)
        asked = self._asker.asked
        if data and asked is not None:
            self._fresh.trips.sent(asked.seq, now)
            if isinstance(asked.command, SnapshotWanted):
                self._fresh.sent(now)
        self._send(data, now)

    def _send(self, data: bytes, now: float) -> None:
        if data:
            self._out += data
            self._sent_at = now

    # What the board says

    def _read(self, frame: Frame, now: float) -> None:
        try:
            message = read_from_board(frame)
        except ProtocolError:
            self.misunderstood += 1
            return
        self._hear(message, now)

    def _hear(self, message: Message, now: float) -> None:
        match message:
            case OtherVersion():
                self._refuse(message, now)
            case Hello() if self.wanted not in {None, message.head.board}:
                self._turn_away(message.head, now)
            case Hello():
                self._meet(message, now)
            case Snapshot():
                self._show(message, now)
            case Button():
                self._press(message, now)
            case Ack() | Calibration() | Raw() | Status():
                self._take(message, now)

    def _refuse(self, other: OtherVersion, now: float) -> None:
        self._wait_for_another(
            f"The board speaks version {other.head.version} of the protocol, and this companion"
            f" version {VERSION}: one of the two must be brought up to date.",
            now,
        )

    def _turn_away(self, other: Head, now: float) -> None:
        self.stranger = other
        wanted = self.wanted.hex() if self.wanted is not None else "another"
        self._wait_for_another(
            f"The board that has answered is not the one that is wanted: it is {other.name}, wanted is {wanted}.", now
        )

    def _wait_for_another(self, sentence: str, now: float) -> None:
        self._greet(now, State.HELLO, sentence)
        self._is_met = False
        self._hello_at = now + ANOTHER_EVERY

    def _meet(self, hello: Hello, now: float) -> None:
        before, self.hello = self.hello, hello
        if self._is_met and hello == before and self.standing.state in CONNECTED:
            return
        anew = before is None or (before.head.board, before.head.boot) != (hello.head.board, hello.head.boot)
        self._is_met, self._hello_at, self._clock = True, None, None
        self.joiner, self._shown_at, self._last = Joiner(), now, (b"", ())
        self._met_at = now
        if anew:
            self._time = BoardClock()
        self._drop_questions(now)
        self._happened.append(Met(now, hello, anew))
        self._stand(now, State.SYNCING, "The board has answered; asking what lies on it.")
        for command in self._wishes.after_meeting(hello):
            self._asker.ask(command)

    def _show(self, part: Snapshot, now: float) -> None:
        if not self._is_met or self.hello is None or self._has_gone_back(part.milliseconds, now):
            return
        whole = self.joiner.add(part)
        if whole is None:
            return
        if len(whole.data) != size_of(self.hello.groups):
            self.misunderstood += 1
            return
        self._shown_at = now
        since = self._fresh.came(now) if whole.why is Why.ASKED else None
        # What came too soon to be the answer leaves the question open.
        answers = whole.why is Why.ASKED and not self._fresh.is_asked and self._asker.snapshot_came()
        if self.standing.state is State.SYNCING:
            # On a slow line this may have been said before the board was met again.
            if self._fresh.is_after(self._met_at, now):
                self._stand(now, State.LIVE, self._connected)
        elif answers:
            self._is_heard(now)
        if self.standing.state is State.LIVE:
            self._happened.append(Shown(now, whole, self._board(whole.data)))
            self._happened += [] if since is None else [Heard(now, since)]

    def _is_heard(self, now: float) -> None:
        if self.standing.state is State.LIVE:
            self._stand(now, State.LIVE, self._connected)

    @property
    def _connected(self) -> str:
        return "The board is connected." if self.hello is not None else ""

    def _board(self, data: bytes) -> Board:
        if self._last[0] != data or not self._last[1]:
            groups = self.hello.groups if self.hello is not None else ()
            self._last = (data, unpack(groups, data))
        return self._last[1]

    def _has_gone_back(self, milliseconds: int, now: float) -> bool:
        """Whether the board's clock shows that it has started anew without our hearing its HELLO."""
        before, self._clock = self._clock, milliseconds
        if before is None or not GOES_BACK < before - milliseconds < HALF_A_CLOCK:
            self._time.hear(milliseconds, now)
            return False
        self._greet(now, State.HELLO, "The board seems to have started anew; asking who it is.")
        self._is_met = False
        return True

    def _press(self, event: Button, now: float) -> None:
        age = self._time.since(event.milliseconds, now)
        # Before the board's clock is known nobody can say when that was; it is told again until it is acknowledged.
        if not self._is_met or self.hello is None or age is None:
            return
        if self._presses.is_new(self.hello.head, event):
            self._happened.append(Pressed(now, event.button, event.pressed, event.milliseconds, max(0.0, age)))
        self._send(self._numbering.frame(ButtonSeen(event.number))[1], now)

    def _take(self, message: Ack | Calibration | Raw | Status, now: float) -> None:
        if isinstance(message, Status) and (not self._is_met or self._has_gone_back(message.milliseconds, now)):
            return
        if isinstance(message, Ack):
            self._fresh.trips.answered(message.seq, now)
        done = self._asker.answer(message, now)
        if done is not None:
            self._wishes.lights_are_set |= isinstance(done[0], Lights)
            self._happened.append(Answered(now, *done))
            self._is_heard(now)
            self._ask_for_the_rest(done[0], message)
        if not isinstance(message, Ack):
            self._happened.append(Told(now, message))

    def _ask_for_the_rest(self, asked: Message, answer: Message) -> None:
        """Ask again where a board with little memory has answered with fewer channels."""
        if isinstance(asked, CalibrationWanted) and isinstance(answer, Calibration):
            got = len(answer.channels)
            if 0 < got < asked.count:
                self._asker.ask(CalibrationWanted(asked.first + got, asked.count - got))

    # Where we stand

    def _greet(self, now: float, state: State, sentence: str) -> None:
        self._stand(now, state, sentence)
        self._drop_questions(now)
        self._hello_at = now

    def _drop_questions(self, now: float) -> None:
        self._fresh.forget()
        self._give_up(now, self._asker.clear())

    def _give_up(self, now: float, commands: list[Message]) -> None:
        for command in commands:
            if isinstance(command, Lights):
                self._wishes.lights_are_set = False
            if not isinstance(command, SnapshotWanted):
                self._happened.append(Answered(now, command, None))

    def _say_what_is_strange(self, now: float) -> None:
        heard = self.deframer.accepted - self.misunderstood
        waits = self.standing.state is State.HELLO and now - self._opened_at >= STRANGE_AFTER
        if waits and self.deframer.refused and not heard:
            self._stand(now, State.HELLO, _STRANGE)

    def _stand(self, now: float, state: State, sentence: str) -> None:
        if (state, sentence) != (self.standing.state, self.standing.sentence):
            self.standing = Standing(now, state, sentence)
            self._happened.append(self.standing)

    def _taken(self) -> list[Happening]:
        happened, self._happened = self._happened, []
        return happened
