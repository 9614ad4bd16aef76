"""All of the way from bytes to readings, sans I/O: the conversation with the board, and what is made of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from firmware_bridge.happenings import Happening, Heard, Met, Shown, Standing, State
from firmware_bridge.session import LATE, Session
from firmware_bridge.watch import Watch, Watched

REST_WITHIN = 0.9
"""Hands that go on for longer after a question are not waited for."""


@dataclass(frozen=True, slots=True)
class Looked:
    """All is told that lay on the board when the question of this number was asked, or came to rest soon after."""

    at: float
    number: int


Event = Happening | Watched | Looked


class Bridge:
    """A session and a watch: what the session hears goes to the watch, at the time when it came."""

    def __init__(self, watch: Watch | None = None, session: Session | None = None) -> None:
        self.session = session if session is not None else Session()
        self.watch = watch if watch is not None else Watch()
        self._question: tuple[int, float] | None = None
        """Its number, and how long rest is waited for."""
        self._is_heard = False

    def open(self, now: float) -> list[Event]:
        """Begin: the line is open."""
        return self.follow(self.session.open(now))

    def close(self, now: float, sentence: str) -> list[Event]:
        """End: the line is gone."""
        return self.tick(now) + self.follow(self.session.close(now, sentence))

    def receive(self, data: bytes, now: float) -> list[Event]:
        """Take what has come over the line; what was due before is done before."""
        return self.tick(now) + self.follow(self.session.receive(data, now))

    @property
    def due(self) -> float | None:
        """When `tick` has to be called at the latest."""
        return min((at for at in (self.session.due, self.watch.due, self._look_due) if at is not None), default=None)

    @property
    def _look_due(self) -> float | None:
        return self._question[1] if self._question is not None and self._is_heard else None

    def look_again(self, number: int, now: float) -> list[Event]:
        """Ask what lies on the board now: `Looked` answers, or the board is stale or lost."""
        self._question, self._is_heard = (number, now + REST_WITHIN), False
        return self.follow(self.session.want_fresh(now))

    def tick(self, now: float) -> list[Event]:
        """Do what is due by now, each thing as if it had been done in time."""
        events: list[Event] = []
        while (due := self.due) is not None and due <= now:
            at = due if now - due < LATE else now
            events += self.follow(self.session.tick(at))
            events += self.watch.tick(at)
            events += self._answered(at)
        return events

    def follow(self, happened: Iterable[Happening]) -> list[Event]:
        """Return what has happened, and what the watch makes of it."""
        events: list[Event] = []
        for one in happened:
            events.append(one)
            match one:
                case Met(hello=hello):
                    self.watch.meet(hello)
                case Standing(state=state) if state is not State.LIVE:
                    self.watch.interrupt()
                    self._question = None
                case Shown(at=at, board=board):
                    events += self.watch.show(board, at)
                case Heard(at=at):
                    self._is_heard = True
                    events += self._answered(at)
                case _:
                    pass
        return events

    def _answered(self, now: float) -> list[Event]:
        if self._question is None or not self._is_heard:
            return []
        number, until = self._question
        if not self.watch.is_at_rest and now < until:
            return []
        self._question = None
        return [Looked(now, number)]
