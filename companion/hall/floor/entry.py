"""One table in one of its sessions: what it has told last, and how long ago by the hall's clock."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from companion.broker.messages import Alive, State
from companion.hall.floor.told import view_of
from companion.hall.view import Heard
from companion.service.view import TableView

SILENT_MS = 30_000
BEATS = 6
CLOCK_OFF_MS = 120_000
MINUTE_MS = 60_000


@dataclass
class Entry:
    """Belongs to the floor."""

    table: str
    session: str
    alive: Alive | None = None
    state: State | None = None
    heard: Heard = "last_heard"
    since: int = 0
    is_known_live: bool = False
    """Whether it was heard itself, not only what the broker had kept."""
    last: int = 0
    """When it was heard last."""
    view: TableView | None = None
    _shown_at: int = 0
    _is_state_live: bool = False
    _offsets: deque[int] = field(default_factory=lambda: deque(maxlen=BEATS))

    @property
    def name(self) -> str:
        """What the table is called."""
        return self.alive.name if self.alive and self.alive.name.strip() else self.tail

    @property
    def tail(self) -> str:
        """The end of its id."""
        return self.table[-4:]

    @property
    def beat(self) -> int:
        """How often it was heard in its session."""
        return self.alive.beat if self.alive else -1

    def hear(self, alive: Alive, now: int, *, retained: bool) -> None:
        """Take a sign of life."""
        if self.alive is not None and alive.online and alive.beat < self.alive.beat:
            return
        self.alive = alive
        if not retained and alive.online:
            self._offsets.append(now - alive.sent)
        self._note(now, retained=retained)

    def show(self, state: State, now: int, *, retained: bool) -> bool:
        """Take what it shows; False if something newer is known."""
        if self.state is not None and state.n <= self.state.n:
            return False
        self.state, self._shown_at, self._is_state_live = state, now, not retained
        if self.alive is None or self.alive.online:
            self._note(now, retained=retained)
        self.view = self._view()
        return True

    def _note(self, now: int, *, retained: bool) -> None:
        self.last = now
        if not retained:
            self.is_known_live = True
        self.look(now)

    def look(self, now: int, *, is_cut_off: bool = False) -> bool:
        """Note how it is heard now; return whether that has changed."""
        heard = self._heard(now, is_cut_off=is_cut_off)
        if heard == self.heard and self.since:
            return False
        self.heard, self.since, self.view = heard, now, None
        self.view = self._view()
        return True

    def _heard(self, now: int, *, is_cut_off: bool) -> Heard:
        if self.alive is not None and not self.alive.online:
            return "away"
        if not self.is_known_live or is_cut_off:
            return "last_heard"
        return "silent" if now - self.last > SILENT_MS else "online"

    def _view(self) -> TableView | None:
        return view_of(self.state, self._clock_at(), is_live=self.heard == "online") if self.state else None

    def _clock_at(self) -> int:
        """Return when its clock stood as it says, in the hall's time."""
        if self.state is None or self._is_state_live or not self._offsets:
            return self._shown_at
        return min(self._shown_at, self.state.sent + min(self._offsets))

    @property
    def minutes_off(self) -> int:
        """By how many minutes its own clock is off; 0 if that is not worth telling."""
        off = min(self._offsets) if self._offsets else 0
        return round(abs(off) / MINUTE_MS) if abs(off) > CLOCK_OFF_MS else 0
