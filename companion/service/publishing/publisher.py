"""What a table says to a broker: that it is there, what it shows, what happened.

One thread calls it. It sends with what it is given, and never waits.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.broker.live import Call, Device, Match, Said
from companion.broker.messages import (
    Alive,
    Cursor,
    Events,
    Hall,
    Matches,
    MessageError,
    State,
    encode,
    received,
)
from companion.broker.outbox import Letter
from companion.broker.topics import Topics
from companion.service.publishing.calls import Calling, Now, calling
from companion.service.publishing.follower import Follower, Shelf
from companion.service.publishing.showing import said, shown_devices, shown_match
from companion.service.view import TableView

LOG = logging.getLogger(__name__)
BEAT_S = 10.0
QUICKEST_S, AGAIN_S = 0.1, 60.0
"""How soon after a picture the next may follow, and when it is sent again though nothing is new: a broker may have
dropped it for a hall that was slow."""
KEPT_S = 3 * 24 * 3600
"""For so long a broker tells of a table that is not heard: the tables of the tournament before are to be gone."""
Send = Callable[[Letter], bool]
Picture = tuple[Said, Match | None, tuple[Call, ...], tuple[Device, ...]]
RETAINED = Alive | State
TOPICS: Mapping[type, str] = MappingProxyType({Alive: "alive", State: "state", Matches: "matches", Events: "events"})


@dataclass(frozen=True, slots=True)
class Self:
    """Who speaks: the table's id, that of this life of the program, its name, and the program's version."""

    table: str
    session: str
    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Sight:
    """What the table shows, and the time of its match."""

    view: TableView
    match_time: int


class Publisher:
    """The table's side of the protocol; see companion/broker/README.md."""

    def __init__(self, me: Self, topics: Topics, shelf: Shelf, send: Send) -> None:
        self._me, self._topics, self._send = me, topics, send
        self._follower = Follower(me.table, me.session, shelf)
        self._connected = False
        self._panel = ""
        self._beats = self._states = 0
        self._beat_at = self._shown_at = 0.0
        self._shown: tuple[TableView, Calling] | None = None
        self._waits = False
        """Whether there is something to be shown that came too soon after the last."""
        self._calling = Calling()
        self._version: int | None = None

    @property
    def halls(self) -> tuple[str, ...]:
        """The names of the halls that listen."""
        return self._follower.names

    def will(self, wall: int) -> Letter:
        """Return what the broker is to say when this table is gone."""
        topic = self._topics.of_table("alive", self._me.table)
        return Letter(topic, encode(self._alive(wall, online=False)), retained=True, kept_s=KEPT_S)

    def connected(self, panel: str) -> None:
        """The broker has let us in; the panel is to be found there."""
        self._connected, self._panel = True, panel
        self._beat_at, self._shown = 0.0, None

    def lost(self) -> None:
        """The connection is gone."""
        self._connected = False
        self._follower.lost()

    def heard(self, topic: str, payload: bytes, now: Now) -> None:
        """Take what has come; what is none of ours is passed over."""
        try:
            _, message = received(self._topics, topic, payload)
        except MessageError as error:
            LOG.warning("A message is passed over", extra={"topic": topic[:100], "why": str(error)})
            return
        if isinstance(message, Hall):
            self._follower.hall(message, now.monotonic)
        elif isinstance(message, Cursor):
            self._follower.cursor(message, now.monotonic)

    def step(self, sight: Sight, now: Now) -> None:
        """Send all that is to be sent now."""
        view = sight.view
        self._calling = calling(self._calling, view, now)
        if view.version != self._version and view.uid is not None:
            self._follower.grown(view.uid)
        self._version = view.version
        if not self._connected:
            return
        if now.monotonic >= self._beat_at:
            self._beat(now)
        self._show(sight, now)
        for message in self._follower.due(now.monotonic):
            self._tell(message)

    def next_at(self, now: Now) -> float | None:
        """Return when there is something to do if nothing happens before; None if not before somebody is there."""
        if not self._connected:
            return None
        follower = self._follower.next_at(now.monotonic)
        dues = [self._beat_at, self._shown_at + (QUICKEST_S if self._waits else AGAIN_S)]
        return min(dues if follower is None else [*dues, follower])

    def _beat(self, now: Now) -> None:
        self._beat_at = now.monotonic + BEAT_S
        self._beats += 1
        self._tell(self._alive(now.wall, online=True))

    def _alive(self, wall: int, *, online: bool) -> Alive:
        me = self._me
        return Alive(me.table, me.session, me.name, online, self._panel, me.version, max(0, wall), self._beats)

    def _show(self, sight: Sight, now: Now) -> None:
        """Send what the table shows, if it is something else than before, or was sent long ago."""
        since = now.monotonic - self._shown_at
        is_new = self._is_new(sight)
        self._waits = is_new and self._shown is not None and since < QUICKEST_S
        if self._waits or not (is_new or since >= AGAIN_S):
            return
        self._shown, self._shown_at = (sight.view, self._calling), now.monotonic
        self._states += 1
        me = self._me
        state = State(me.table, me.session, self._states, max(0, now.wall), *_picture(sight, self._calling))
        self._tell(state)

    def _is_new(self, sight: Sight) -> bool:
        if self._shown is None:
            return True
        view, calls = self._shown
        if (view.version, calls.calls) == (sight.view.version, self._calling.calls):
            return False
        # A clock that goes on as it went is nothing new: both as they stand now.
        return _picture(replace(sight, view=view), calls) != _picture(sight, self._calling)

    def _tell(self, message: Alive | State | Matches | Events) -> None:
        """Send a message; one that is not taken is found missing later, and sent again."""
        topic = self._topics.of_table(TOPICS[type(message)], self._me.table)
        try:
            payload = encode(message)
        except MessageError:
            LOG.exception("A message cannot be sent", extra={"topic": topic})
            return
        is_kept = isinstance(message, RETAINED)
        self._send(Letter(topic, payload, is_kept, KEPT_S if is_kept else 0))


def _picture(sight: Sight, calls: Calling) -> Picture:
    view = sight.view
    return said(view.waiting), shown_match(view, sight.match_time), calls.calls, shown_devices(view)
