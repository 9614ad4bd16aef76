"""Commands to the board: one at a time, said again until they are answered or given up."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from firmware_bridge.frames import NUMBERS, encode
from firmware_bridge.payloads import Message
from firmware_bridge.protocol import Ack, Calibration, CalibrationWanted, Lights, RawMode, Result, SnapshotWanted

AGAIN_AFTER = 0.25
TRIES = 3
BUSY_TRIES = 20
MOST_WAITING = 64
LATEST_COUNTS = (Lights, RawMode, SnapshotWanted)
"""Of these only the latest matters: what waits is replaced."""


class Numbering:
    """Makes frames of messages, numbered in a row."""

    def __init__(self) -> None:
        self.next = 0

    def frame(self, message: Message) -> tuple[int, bytes]:
        """Return the next number and the frame of a message."""
        seq = self.next
        self.next = (seq + 1) % NUMBERS
        return seq, encode(message.TYPE, seq, message.encode())


@dataclass(frozen=True, slots=True)
class Asked:
    """A command that was sent and waits for its answer."""

    command: Message
    seq: int
    frame: bytes
    again_at: float
    tries: int = 1
    busy: int = 0

    def is_answered_by(self, answer: Message) -> bool:
        """Whether this is what the command has asked for."""
        if isinstance(answer, Ack):
            return (answer.command, answer.seq) == (self.command.TYPE, self.seq)
        if isinstance(self.command, CalibrationWanted):
            return type(answer) is Calibration and answer.first == self.command.first
        return False


class Asker:
    """Sends commands in a row, each when the one before is done with."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._waiting: deque[Message] = deque()
        self.asked: Asked | None = None

    def ask(self, command: Message, *, first: bool = False) -> bool:
        """Let a command wait for its turn, or as the first for it, if not too many do so already."""
        if isinstance(command, LATEST_COUNTS):
            self._waiting = deque(one for one in self._waiting if type(one) is not type(command))
        if first:
            self._waiting.appendleft(command)
            return True
        if len(self._waiting) >= MOST_WAITING:
            return False
        self._waiting.append(command)
        return True

    @property
    def due(self) -> float | None:
        """When the command that was sent is to be said again or given up."""
        return self.asked.again_at if self.asked is not None else None

    def advance(self, now: float) -> bytes:
        """Return what is to be sent now: the next command if none is under way, or the one that is, again."""
        asked = self.asked
        if asked is None:
            return self._next(now)
        if now < asked.again_at or asked.tries >= TRIES:
            return b""
        self.asked = replace(asked, tries=asked.tries + 1, again_at=now + AGAIN_AFTER)
        return asked.frame

    def _next(self, now: float) -> bytes:
        if not self._waiting:
            return b""
        command = self._waiting.popleft()
        seq, frame = self._numbering.frame(command)
        self.asked = Asked(command, seq, frame, now + AGAIN_AFTER)
        return frame

    def given_up(self, now: float) -> Message | None:
        """Return the command that has waited long enough, and is no longer waited for."""
        asked = self.asked
        if asked is None or now < asked.again_at or asked.tries < TRIES:
            return None
        self.asked = None
        return asked.command

    def answer(self, answer: Message, now: float) -> tuple[Message, Result] | None:
        """Return the command that this answers, and what became of it; a busy board is asked again."""
        asked = self.asked
        if asked is None or not asked.is_answered_by(answer):
            return None
        result = answer.result if isinstance(answer, Ack) else Result.DONE
        if result is Result.BUSY and asked.busy < BUSY_TRIES:
            self.asked = replace(asked, tries=1, busy=asked.busy + 1, again_at=now + AGAIN_AFTER)
            return None
        self.asked = None
        return asked.command, result

    def snapshot_came(self) -> bool:
        """Tell whether a snapshot was asked for, and stop asking for it."""
        asked = self.asked is not None and isinstance(self.asked.command, SnapshotWanted)
        if asked:
            self.asked = None
        return asked

    def clear(self) -> list[Message]:
        """Forget all commands, and return them."""
        commands = [*([self.asked.command] if self.asked is not None else []), *self._waiting]
        self.asked = None
        self._waiting.clear()
        return commands
