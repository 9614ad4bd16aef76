"""The sensor board on tape: all that goes into the bridge of its link, and what the port makes of what comes out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.service.ports import Report, Tell
from companion.service.recording.freezing import freeze
from companion.service.recording.recording import Recording
from companion.service.recording.tape import Tape
from companion.service.view import TableView
from firmware_bridge import happenings
from firmware_bridge.bridge import Bridge, Event
from firmware_bridge.happenings import Happening
from firmware_bridge.orientation import Orientation
from firmware_bridge.payloads import Light, Message
from firmware_bridge.session import Session
from firmware_bridge.watch import Watch, Watched

PART = "board"
LISTENS = ("_ailing", "_standing", "_late", "_question", "_unknown")
"""How the port's listener stands."""


@dataclass
class Taped:
    """What is common to the parts of a bridge on tape."""

    tape: Tape
    inside: int = 0
    """How deep in a call that was written down: what it calls by itself is not."""
    stood: list[happenings.Standing] = field(default_factory=list)
    """What the bridge has told of how it stands since something went in."""

    def enter(self, what: str, *rest: object) -> None:
        """Something goes in, unless it only follows from what went in."""
        if not self.inside:
            self.stood.clear()
            self.tape.enter(what, *rest)


class TapedSession(Session):
    """A session of which is written what it is asked for."""

    def __init__(self, taped: Taped) -> None:
        """Take the tape."""
        super().__init__()
        self._tape = taped

    def set_lights(self, lights: Sequence[Light], now: float) -> list[Happening]:
        """Light these."""
        self._tape.enter("lights", now, freeze(tuple(lights)))
        return super().set_lights(lights, now)

    def set_raw_mode(self, every: int, now: float) -> list[Happening]:
        """Ask for what the sensors measure."""
        self._tape.enter("raw", now, every)
        return super().set_raw_mode(every, now)

    def want_snapshot(self, now: float) -> list[Happening]:
        """Ask for a snapshot."""
        self._tape.enter("snapshot", now)
        return super().want_snapshot(now)

    def want_calibration(self, first: int, count: int, now: float) -> list[Happening]:
        """Ask what is stored for some channels."""
        self._tape.enter("calibration", now, first, count)
        return super().want_calibration(first, count, now)

    def command(self, command: Message, now: float) -> list[Happening]:
        """Send a command that is not kept."""
        self._tape.enter("command", now, freeze(command))
        return super().command(command, now)


class TapedWatch(Watch):
    """A watch of which is written how it is told that the board stands."""

    def taped(self, taped: Taped) -> TapedWatch:
        """Take the tape."""
        self._tape = taped
        return self

    def orient(self, choices: Sequence[Orientation], now: float) -> list[Watched]:
        """Take it that the board stands in one of these ways."""
        self._tape.enter("orient", now, freeze(tuple(choices)))
        return super().orient(choices, now)


class TapedBridge(Bridge):
    """A bridge of which is written what goes in."""

    def __init__(self, watch: TapedWatch, taped: Taped) -> None:
        """Take the tape."""
        super().__init__(watch.taped(taped), TapedSession(taped))
        self._tape = taped

    def open(self, now: float) -> list[Event]:
        """Begin."""
        wanted = self.session.wanted
        self._tape.enter("open", now, wanted.hex() if wanted is not None else None)
        return self._within(super().open, now)

    def close(self, now: float, sentence: str) -> list[Event]:
        """End."""
        self._tape.enter("close", now, sentence)
        return self._within(super().close, now, sentence)

    def receive(self, data: bytes, now: float) -> list[Event]:
        """Take what has come over the line."""
        self._tape.enter("bytes", now, data.hex())
        return self._within(super().receive, data, now)

    def look_again(self, number: int, now: float) -> list[Event]:
        """Ask what lies on the board now."""
        self._tape.enter("look", now, number)
        return self._within(super().look_again, number, now)

    def tick(self, now: float) -> list[Event]:
        """Do what is due by now; where nothing is, nothing is written."""
        if not self._tape.inside:
            due = self.due
            if due is None or due > now:
                return []
            self._tape.enter("tick", now)
        return self._within(super().tick, now)

    def follow(self, happened: Iterable[Happening]) -> list[Event]:
        """Return what has happened, and what the watch makes of it."""
        events = super().follow(happened)
        self._tape.stood += [one for one in events if isinstance(one, happenings.Standing)]
        return events

    def _within(self, work: Any, *given: Any) -> list[Event]:  # noqa: ANN401 - a method of the bridge
        self._tape.inside += 1
        try:
            found: list[Event] = work(*given)
        finally:
            self._tape.inside -= 1
        return found


class BoardTape:
    """The tape of one run of the board's port."""

    def __init__(self, recording: Recording, buttons: Sequence[str]) -> None:
        """Take where it is written, and what the board's buttons do."""
        self._taped = Taped(Tape(recording, PART, self._state))
        self._buttons = tuple(buttons)
        self._bridge: Bridge | None = None
        self._listener: Any = None

    def bridge(self, quiet: float, among: Sequence[Orientation]) -> Bridge:
        """Return a bridge that is written down."""
        self._bridge = TapedBridge(TapedWatch(quiet, among), self._taped)
        return self._bridge

    def hear(self, listener: Any, event: Event) -> None:  # noqa: ANN401 - the port's own listener
        """Let the listener hear; what the link tells by itself is written too."""
        self._listener = listener
        if isinstance(event, happenings.Standing) and replace(event, port="") not in self._taped.stood:
            self._taped.tape.enter("stand", event.at, event.state.value, event.sentence)
        listener.hear(event)

    def tell(self, tell: Tell) -> Tell:
        """Return what tells, and writes it down."""

        def told(report: Report) -> None:
            self._taped.tape.told(report)
            tell(report)

        return told

    def seen(self, view: TableView) -> TableView:
        """Return a view that the port has looked at, written down."""
        self._taped.tape.saw(view.turn, view.asked)
        return view

    def end(self) -> None:
        """The port's run has ended."""
        self._taped.tape.settle()

    def _state(self) -> dict[str, object]:
        listens = {name: freeze(getattr(self._listener, name)) for name in LISTENS} if self._listener else None
        return {"bridge": freeze(self._bridge), "listener": listens, "buttons": list(self._buttons)}
