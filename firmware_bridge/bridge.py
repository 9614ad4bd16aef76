"""All of the way from bytes to readings, sans I/O: the conversation with the board, and what is made of it."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.happenings import Happening, Met, Shown, Standing, State
from firmware_bridge.session import LATE, Session
from firmware_bridge.watch import Watch, Watched

Event = Happening | Watched


class Bridge:
    """A session and a watch: what the session hears goes to the watch, at the time when it came."""

    def __init__(self, watch: Watch | None = None, session: Session | None = None) -> None:
        self.session = session if session is not None else Session()
        self.watch = watch if watch is not None else Watch()

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
        return min((at for at in (self.session.due, self.watch.due) if at is not None), default=None)

    def tick(self, now: float) -> list[Event]:
        """Do what is due by now, each thing as if it had been done in time."""
        events: list[Event] = []
        while (due := self.due) is not None and due <= now:
            at = due if now - due < LATE else now
            events += self.follow(self.session.tick(at))
            events += self.watch.tick(at)
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
                case Shown(at=at, board=board):
                    events += self.watch.show(board, at)
                case _:
                    pass
        return events
