"""All tables that are heard, each in its present session; two that speak under one id are told apart."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.broker.messages import Alive, State
from companion.hall.floor.entry import Entry

MOST_TABLES, MOST_GONE = 500, 8
REVIVALS = 2
"""So many signs of life of a session that was over mean that there are two."""
FORGOTTEN_MS = 60_000
"""What has been silent for so long makes room for others."""


@dataclass
class Gone:
    """A session that another one has followed."""

    beat: int
    revivals: int = 0


@dataclass
class Seat:
    """The entries of one id: as a rule one."""

    entries: list[Entry] = field(default_factory=list)
    gone: OrderedDict[str, Gone] = field(default_factory=OrderedDict)

    def of(self, session: str) -> Entry | None:
        """Return the entry of a session."""
        return next((entry for entry in self.entries if entry.session == session), None)

    @property
    def last(self) -> int:
        """When it was heard last."""
        return max(entry.last for entry in self.entries)

    def supersede(self) -> None:
        """Let all sessions be over."""
        for entry in self.entries:
            self.gone[entry.session] = Gone(entry.beat)
        while len(self.gone) > MOST_GONE:
            self.gone.popitem(last=False)
        self.entries.clear()


class Floor:
    """Belongs to one thread; the time is always given."""

    def __init__(self) -> None:
        self._seats: dict[str, Seat] = {}
        self._is_cut_off = False

    def __iter__(self) -> Iterator[Entry]:
        return (entry for seat in self._seats.values() for entry in seat.entries)

    def doubled(self) -> list[list[Entry]]:
        """Return the entries of each id under which several tables speak."""
        return [list(seat.entries) for seat in self._seats.values() if len(seat.entries) > 1]

    def is_full_for(self, table: str, now: int) -> bool:
        """Whether there are too many tables to take another one, and none of them has been silent for long."""
        return not self._has_room_for(table) and self._given_up(now) is None

    def hear(self, alive: Alive, now: int, *, retained: bool) -> Entry | None:
        """Take a sign of life; return whose it is, None if it is of a session that is over, or there is no room."""
        seat = self._seat(alive.table, now)
        if seat is None:
            return None
        entry = seat.of(alive.session) or self._newcomer(seat, alive, now, retained=retained)
        if entry is not None:
            entry.hear(alive, now, retained=retained)
        return entry

    def show(self, state: State, now: int, *, retained: bool) -> Entry | None:
        """Take what a table shows; None if it is nothing new, or there is no room."""
        seat = self._seat(state.table, now)
        if seat is None:
            return None
        entry = seat.of(state.session)
        if entry is None:
            known = any(one.alive is not None for one in seat.entries)
            if state.session in seat.gone or (retained and known):
                return None
            entry = self._enter(seat, state.table, state.session)
        return entry if entry.show(state, now, retained=retained) else None

    def _seat(self, table: str, now: int) -> Seat | None:
        """Return the seat of an id; where all are taken, that of the table that has been silent longest."""
        if not self._has_room_for(table):
            given_up = self._given_up(now)
            if given_up is None:
                return None
            del self._seats[given_up]
        return self._seats.setdefault(table, Seat())

    def _has_room_for(self, table: str) -> bool:
        return table in self._seats or len(self._seats) < MOST_TABLES

    def _given_up(self, now: int) -> str | None:
        """Return the table that has been silent longest, if that is long."""
        table = min(self._seats, key=lambda table: self._seats[table].last)
        return table if now - self._seats[table].last > FORGOTTEN_MS else None

    def _newcomer(self, seat: Seat, alive: Alive, now: int, *, retained: bool) -> Entry | None:
        gone = seat.gone.get(alive.session)
        if gone is not None:
            return self._revived(seat, gone, alive, now, retained=retained)
        is_late = retained and any(entry.is_known_live for entry in seat.entries)
        if is_late or (not alive.online and seat.entries and not retained):
            return None
        return self._enter(seat, alive.table, alive.session)

    def _enter(self, seat: Seat, table: str, session: str) -> Entry:
        seat.supersede()
        entry = Entry(table, session)
        seat.entries.append(entry)
        return entry

    def _revived(self, seat: Seat, gone: Gone, alive: Alive, now: int, *, retained: bool) -> Entry | None:
        """Take a session back that goes on after another one has begun: somebody has copied a card."""
        if retained or not alive.online or alive.beat <= gone.beat:
            return None
        gone.beat, gone.revivals = alive.beat, gone.revivals + 1
        if gone.revivals < REVIVALS:
            return None
        del seat.gone[alive.session]
        entry = Entry(alive.table, alive.session, since=now)
        seat.entries.append(entry)
        return entry

    def tick(self, now: int) -> bool:
        """Note who is silent; return whether anything has changed."""
        changed = [entry.look(now, is_cut_off=self._is_cut_off) for entry in self]
        forgotten = [self._forget(seat, now) for seat in self._seats.values() if len(seat.entries) > 1]
        return any(changed) or any(forgotten)

    def _forget(self, seat: Seat, now: int) -> bool:
        """Drop one of two tables of one id that is heard no more."""
        staying = [entry for entry in seat.entries if now - entry.last <= FORGOTTEN_MS]
        changed = bool(staying) and len(staying) < len(seat.entries)
        if changed:
            seat.entries = staying
        return changed

    def forget(self, table: str) -> None:
        """Forget all that a table has told."""
        self._seats.pop(table, None)

    def cut_off(self, now: int) -> None:
        """Note that nothing can be heard, because the broker is away."""
        self._is_cut_off = True
        for entry in self:
            entry.is_known_live = False
            entry.look(now, is_cut_off=True)

    def reconnect(self) -> None:
        """Note that tables may be heard again, each once it speaks."""
        self._is_cut_off = False
