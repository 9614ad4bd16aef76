"""The board again: the bytes that it sent go through codec, session, settling and port, at the instants of then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.config import Board
from companion.rules.games import GAMES
from companion.service import words
from companion.service.board_port import BoardPort, Listener
from companion.service.builder import Around, empty_view
from companion.service.ports import Condition, Report
from companion.service.recording import coding
from companion.service.recording.board import LISTENS
from companion.service.recording.freezing import thaw
from companion.service.recording.trouble import RawError
from companion.service.view import TableView
from firmware_bridge.bridge import Bridge, Event
from firmware_bridge.happenings import Standing, State
from firmware_bridge.orientation import Orientation

Json = Any
Do = Callable[["BoardAgain", float, list[Json]], Iterable[Event]]
EMPTY = empty_view(Around(), words.own("starting"))
SIDES = frozenset({None, "white", "black"})


class PortAgain(BoardPort):
    """A port that keeps nothing."""

    def remember(self, stands: Orientation) -> None:
        """Keep nothing: it was kept then."""


class BoardAgain:
    """The way of a board from bytes to reports, as it stood."""

    def __init__(self, state: Json) -> None:
        """Take how it stood; raise `ValueError` if that is not told rightly."""
        bridge = thaw(coding.field(state, "bridge", list))
        if not isinstance(bridge, Bridge):
            msg = "there is no bridge to a board"
            raise RawError(msg)
        self.bridge = bridge
        vars(bridge.watch)["_games"] = tuple(GAMES.values())
        self._saw: list[Json] = []
        self._reports: list[Report] = []
        self._said: Condition | None = None
        self._listener = self._listening(state)

    def _listening(self, state: Json) -> Listener:
        buttons = tuple(map(str, coding.field(state, "buttons", list)))
        listener = Listener(PortAgain(Board(buttons=buttons), Path(), self._look), self._tell)
        listener.watch = self.bridge.watch
        heard = state.get("listener")
        for name in LISTENS if heard is not None else ():
            setattr(listener, name, thaw(heard[name]))
        return listener

    def take(self, entry: dict[str, Json]) -> list[dict[str, Json]]:
        """Take what went in, and return what the port tells of it."""
        what, now, *rest = coding.field(entry, "in", list)
        self._saw, self._reports = list(entry.get("saw", [])), []
        if what not in DO or not isinstance(now, int | float):
            msg = f"nothing that goes into a board is {what!r}"
            raise RawError(msg)
        for event in DO[what](self, now, rest):
            self._listener.hear(event)
        # What would go over the line goes nowhere.
        self.bridge.session.to_send()
        return [coding.plain_report(one) for one in self._reports]

    def _tell(self, report: Report) -> None:
        if report == self._said:
            return
        if isinstance(report, Condition):
            self._said = report
        self._reports.append(report)

    def _look(self) -> TableView:
        turn, asked = self._saw.pop(0) if self._saw else (None, None)
        if turn not in SIDES or asked not in SIDES:
            msg = f"nobody is {turn!r} or {asked!r}"
            raise RawError(msg)
        return replace(EMPTY, turn=turn, asked=asked)


def _open(again: BoardAgain, now: float, rest: list[Json]) -> Iterable[Event]:
    (wanted,) = rest
    again.bridge.session.wanted = bytes.fromhex(wanted) if wanted is not None else None
    return again.bridge.open(now)


def _stand(_again: BoardAgain, now: float, rest: list[Json]) -> Iterable[Event]:
    state, sentence = rest
    return [Standing(now, State(state), str(sentence))]


DO: Mapping[str, Do] = MappingProxyType(
    {
        "open": _open,
        "stand": _stand,
        "close": lambda again, now, rest: again.bridge.close(now, str(rest[0])),
        "bytes": lambda again, now, rest: again.bridge.receive(bytes.fromhex(rest[0]), now),
        "tick": lambda again, now, _rest: again.bridge.tick(now),
        "look": lambda again, now, rest: again.bridge.look_again(int(rest[0]), now),
        "orient": lambda again, now, rest: again.bridge.watch.orient(thaw(rest[0]), now),
        "lights": lambda again, now, rest: _asked(again, again.bridge.session.set_lights(thaw(rest[0]), now)),
        "raw": lambda again, now, rest: _asked(again, again.bridge.session.set_raw_mode(int(rest[0]), now)),
        "snapshot": lambda again, now, _rest: _asked(again, again.bridge.session.want_snapshot(now)),
        "calibration": lambda again, now, rest: _asked(
            again, again.bridge.session.want_calibration(int(rest[0]), int(rest[1]), now)
        ),
        "command": lambda again, now, rest: _asked(again, again.bridge.session.command(thaw(rest[0]), now)),
    }
)
"""What goes into a board's bridge, and what is done with it."""


def _asked(again: BoardAgain, happened: Any) -> Iterable[Event]:  # noqa: ANN401 - what a session tells
    return again.bridge.follow(happened)
