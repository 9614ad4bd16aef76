"""The host's side of a connection, sans I/O: bytes and times in, bytes to send and happenings out."""

from __future__ import annotations

from firmware_bridge.clock import BoardClock
from firmware_bridge.conversation import CONNECTED, HELLO_EVERY, LATE, Conversation
from firmware_bridge.frames import Deframer, Frame
from firmware_bridge.fresh import Fresh
from firmware_bridge.happenings import Answered, Happening, Heard, LineCounts, Met, Pressed, Shown, State, Told
from firmware_bridge.payloads import Message
from firmware_bridge.presses import Presses
from firmware_bridge.protocol import (
    FROM_BOARD,
    VERSION,
    Ack,
    Button,
    ButtonSeen,
    Calibration,
    CalibrationWanted,
    Head,
    Hello,
    Joiner,
    Lights,
    OtherVersion,
    ProtocolError,
    Raw,
    Snapshot,
    Status,
    Why,
    read_from_board,
)
from firmware_bridge.zones import Board, size_of, unpack

__all__ = ["CONNECTED", "LATE", "Session"]
ANOTHER_EVERY = 5.0
STRANGE_AFTER = 2.0
GOES_BACK = 1000
"""A board may make out a message a little earlier than the one that it sends before."""
HALF_A_CLOCK = 1 << 31

_STRANGE = "Something speaks on this line, but not as a sensor board does: is it the right port and speed?"


class Session(Conversation):
    """A conversation with a board, over any line, again and again: it remembers lights and button events."""

    def __init__(self) -> None:
        super().__init__()
        self.deframer = Deframer()
        self.joiner = Joiner()
        self.misunderstood = 0
        self.wanted: bytes | None = None
        self.stranger: Head | None = None
        self.refusal = ""
        """Why the board that answers is not the one to talk with, in a sentence."""
        self._presses = Presses()
        self._is_met = False
        self._opened_at = self._met_at = 0.0
        self._clock: int | None = None
        self._time = BoardClock()
        self._last: tuple[bytes, Board] = (b"", ())

    # The line

    def open(self, now: float) -> list[Happening]:
        """Begin: the line is open."""
        self.deframer, self.joiner, self._fresh = Deframer(), Joiner(), Fresh()
        self._out.clear()
        self._is_met = False
        self.misunderstood, self.stranger = 0, None
        self.refusal = self._ignored = ""
        self._opened_at = now
        self._greet(now, State.HELLO, "The line is open; waiting for the board to say who it is.")
        return self._taken()

    def close(self, now: float, sentence: str = "The connection to the board is lost.") -> list[Happening]:
        """End: the line is gone."""
        self._hello_at = None
        self._drop_questions(now)
        self._out.clear()
        # Nobody misses a board that was never there: what is at the port may be anything.
        self._stand(now, State.LOST if self.hello is not None else State.ABSENT, sentence)
        return self._taken()

    def receive(self, data: bytes, now: float) -> list[Happening]:
        """Take what has come over the line."""
        happened = self.tick(now)
        for frame in self.deframer.feed(data):
            self._read(frame, now)
        self._say_what_is_strange(now)
        self._advance(now)
        return happened + self._taken()

    @property
    def counts(self) -> LineCounts:
        """How well the line carries since it was opened."""
        one = self.deframer
        return LineCounts(one.accepted, one.refused, one.lost, self.misunderstood, self.joiner.dropped)

    @property
    def round_trip(self) -> float | None:
        """The shortest way to the board and back so far, in seconds."""
        return self._fresh.trips.known

    def _say_what_is_strange(self, now: float) -> None:
        heard = self.deframer.accepted - self.misunderstood
        waits = self.standing.state is State.HELLO and now - self._opened_at >= STRANGE_AFTER
        if waits and self.deframer.refused and not heard and not self.refusal:
            self._stand(now, State.HELLO, _STRANGE)

    # What the board says

    def _read(self, frame: Frame, now: float) -> None:
        try:
            message = read_from_board(frame)
        except ProtocolError as error:
            self._ignore(frame.type, str(error), now)
            return
        self._hear(message, now)

    def _ignore(self, kind: int, why: str, now: float) -> None:
        """Take no notice of a message, and say why."""
        self.misunderstood += 1
        if kind == Hello.TYPE:
            sentence = f"The board cannot be used, because its HELLO message is wrong: {why}."
            self._wait_for_another(sentence, now, HELLO_EVERY)
        elif kind in FROM_BOARD and self.standing.state in CONNECTED:
            sentence = _is_ignored(kind, why)
            if kind == Snapshot.TYPE:
                self._ignored = sentence
            self._stand(now, self.standing.state, sentence)

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

    def _wait_for_another(self, sentence: str, now: float, again_after: float = ANOTHER_EVERY) -> None:
        self._greet(now, State.HELLO, sentence)
        self.refusal = sentence
        self._is_met = False
        self._hello_at = now + again_after

    def _meet(self, hello: Hello, now: float) -> None:
        before, self.hello = self.hello, hello
        if self._is_met and hello == before and self.standing.state in CONNECTED:
            return
        anew = before is None or (before.head.board, before.head.boot) != (hello.head.board, hello.head.boot)
        self._is_met, self._hello_at, self._clock = True, None, None
        self.joiner, self._shown_at, self._last = Joiner(), now, (b"", ())
        self._met_at = now
        self.refusal = ""
        if anew:
            self._time, self._ignored = BoardClock(), ""
        self._drop_questions(now)
        self._happened.append(Met(now, hello, anew))
        self._stand(now, State.SYNCING, self._ignored or "The board has answered; asking what lies on it.")
        for command in self._wishes.after_meeting(hello):
            self._asker.ask(command)

    def _show(self, part: Snapshot, now: float) -> None:
        if not self._is_met or self.hello is None or self._has_gone_back(part.milliseconds, now):
            return
        dropped = self.joiner.dropped
        whole = self.joiner.add(part)
        if whole is None:
            if self.joiner.dropped > dropped or part.part + 1 == part.parts:
                self._miss_part(now)
            return
        wanted = size_of(self.hello.groups)
        if len(whole.data) != wanted:
            self._ignore(part.TYPE, f"it brings {len(whole.data)} bytes of data where HELLO tells of {wanted}", now)
            return
        self._shown_at, self._ignored = now, ""
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

    def _miss_part(self, now: float) -> None:
        self._ignored = _is_ignored(Snapshot.TYPE, "a part of it is missing")
        # On a noisy line that happens now and then, and the next one is whole.
        if self.standing.state is State.SYNCING:
            self._stand(now, State.SYNCING, self._ignored)

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


def _is_ignored(kind: int, why: str) -> str:
    return f"The board's {FROM_BOARD[kind].__name__.upper()} message is ignored: {why}."
