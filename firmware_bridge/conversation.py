"""The host's part of a conversation: what is asked and greeted, what is due when, and where we stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware_bridge.asking import Asker, Numbering
from firmware_bridge.fresh import Fresh
from firmware_bridge.happenings import Answered, Happening, Standing, State
from firmware_bridge.payloads import Message
from firmware_bridge.protocol import CalibrationWanted, Hello, HostHello, Light, Lights, RawMode, SnapshotWanted
from firmware_bridge.wishes import Wishes, is_able

HELLO_EVERY = 0.5
KEEP_ALIVE_AFTER = 2.0
STALE_AFTER = 2.5
CHANNELS_A_FRAME = 60
LATE = 1.0
"""A timer that is overdue for longer is not caught up on, but counts from now."""
CONNECTED = frozenset({State.SYNCING, State.LIVE})

_SILENT = "The board has fallen silent: what is known of it may be out of date."
_TELLS_NOTHING = "The board has answered, but does not tell what lies on it; it is asked again."
_NO_ANSWER = "The board does not answer when it is asked what lies on it now: what is known may be out of date."
_NOT_HEARD = "The board tells what lies on it, but does not hear the companion: its lights may be wrong."


class Conversation:
    """Asks a board over any line, again and again: it remembers what the companion wants."""

    def __init__(self) -> None:
        self.hello: Hello | None = None
        self.standing = Standing(0.0, State.LOST, "The board is not connected.")
        self._numbering = Numbering()
        self._asker = Asker(self._numbering)
        self._out = bytearray()
        self._happened: list[Happening] = []
        self._wishes = Wishes()
        self._hello_at: float | None = None
        self._sent_at = self._shown_at = 0.0
        self._ignored = ""
        """Why the snapshot that came last is not taken, in a sentence."""
        self._fresh = Fresh()

    def tick(self, now: float) -> list[Happening]:
        """Do what is due by now."""
        while (due := self.due) is not None and due <= now:
            self._do_what_is_due(due if now - due < LATE else now)
        self._advance(now)
        return self._taken()

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
            silence = _SILENT if self.standing.state is State.LIVE else _TELLS_NOTHING
            self._greet(now, State.STALE, self._ignored or silence)
        elif self._fresh.due is not None and now >= self._fresh.due:
            self._greet(now, State.STALE, self._ignored or _NO_ANSWER)
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

    def _stand(self, now: float, state: State, sentence: str) -> None:
        if (state, sentence) != (self.standing.state, self.standing.sentence):
            self.standing = Standing(now, state, sentence)
            self._happened.append(self.standing)

    def _taken(self) -> list[Happening]:
        happened, self._happened = self._happened, []
        return happened
