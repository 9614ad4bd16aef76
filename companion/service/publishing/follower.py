"""What is still to be told a hall of the journal: a machine without a broker; at least once, in order, one by one.

The journal is all that is kept: what a hall has, it says itself, in cursors. Time comes in as seconds of any clock that
never goes back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.broker.messages import MOST_MATCHES, Cursor, Events, Hall, Matches

WAITS = (5.0, 10.0, 20.0, 30.0)
"""How long an answer is waited for before the same is sent again; the last one is repeated for ever."""
RECENTLY_S, WHOLLY_S = 60.0, 600.0
"""How often a hall is told which matches there are: those of late, and all."""
LATE_MS = 14 * 24 * 3600 * 1000
"""What changed within so long of the journal's newest line is of late."""
ABREAST = 8
"""So many matches may be under way at once besides the one that is being played."""
MOST_HALLS = 8
"""So many halls may listen at once: whoever makes halls up is not to fill the table's memory."""


@dataclass(frozen=True, slots=True)
class Told:
    """A match as the journal has it: how many lines with the agreement, when it began, when it changed (Unix ms)."""

    count: int
    begun: int = 0
    changed: int = 0


class Shelf(Protocol):
    """What the journal is asked for; where it cannot be read just now, it has nothing."""

    def matches(self) -> Mapping[str, Told]:
        """Return every match of this table."""

    def match(self, uid: str) -> Told | None:
        """Return one match."""

    def lines(self, uid: str, first: int) -> Sequence[tuple[int, str]]:
        """Return lines of a match from that number on: when each was written, and what; as many as may be sent."""


@dataclass(slots=True)
class UnderWay:
    """Lines that a hall has not confirmed: from `first` up to and without `end`, sent at an instant."""

    first: int
    end: int
    at: float
    tries: int = 0
    began: float = 0.0
    """When they were sent for the first time."""
    patience: float = 0.0
    """How long the hall is given at least, by how long it took before."""

    @property
    def fresh_until(self) -> float:
        """Until when nothing else is sent in its place."""
        return self.at + WAITS[0]

    @property
    def instants(self) -> tuple[float, float]:
        """When something may have to be done."""
        return self.fresh_until, self.due

    @property
    def due(self) -> float:
        """When they are to be sent again."""
        return self.at + max(self.patience, WAITS[min(self.tries, len(WAITS) - 1)])


@dataclass(slots=True)
class Listener:
    """A hall in one of its sessions: what it has, as far as is known or believed, and what is on its way to it."""

    session: str
    name: str
    have: dict[str, int] = field(default_factory=dict)
    under_way: dict[str, UnderWay] = field(default_factory=dict)
    behind: dict[str, None] = field(default_factory=dict)
    """The matches of which it may lack something, in order."""
    has_answered: bool = False
    """Whether it has said of any match what it has."""
    patience: float = 0.0
    """Twice as long as its last answer took: a hall that is slow is not to be told everything several times."""


class Follower:
    """Everything for the halls that are there."""

    def __init__(self, table: str, session: str, shelf: Shelf) -> None:
        self._table, self._session, self._shelf = table, session, shelf
        self._halls: dict[str, Listener] = {}
        self._known: dict[str, Told] = {}
        self._playing: str | None = None
        self._wholly_at = self._recently_at = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the halls that are there."""
        return tuple(hall.name for hall in self._halls.values())

    # What is heard.

    def lost(self) -> None:
        """The connection is gone, and what was on its way perhaps too."""
        self._halls.clear()

    def hall(self, told: Hall, now: float) -> None:
        """A hall is there, or has gone; one that is in a new session is told everything anew."""
        known = self._halls.get(told.record)
        if known is not None and known.session == told.session:
            if not told.online:
                del self._halls[told.record]
        elif told.online and (known is not None or self._has_room()):
            self._halls[told.record] = Listener(told.session, told.name)
            self._wholly_at = now

    def _has_room(self) -> bool:
        """Whether another hall can be listened to; one that has never answered makes room."""
        if len(self._halls) >= MOST_HALLS:
            silent = next((record for record, hall in self._halls.items() if not hall.has_answered), None)
            if silent is None:
                return False
            del self._halls[silent]
        return True

    def cursor(self, told: Cursor, now: float) -> None:
        """A hall says what it has of a match: go on from there, or go back."""
        hall = self._halls.get(told.record)
        if hall is None or hall.session != told.session or told.match not in self._known:
            return
        hall.has_answered = True
        sent = hall.under_way.get(told.match)
        if sent is not None and sent.first == told.have:
            # It says what was known when that was sent: the answer to it is still to come.
            return
        if sent is not None and told.have > sent.first:
            hall.patience = min(2 * max(0.0, now - sent.began), WAITS[-1])
        hall.under_way.pop(told.match, None)
        hall.have[told.match] = told.have
        hall.behind[told.match] = None

    def grown(self, uid: str) -> None:
        """Something may have happened in the match that is being played."""
        self._playing = uid
        found = self._shelf.match(uid)
        if found is not None and found != self._known.get(uid):
            self._known[uid] = found
            for hall in self._halls.values():
                hall.behind[uid] = None

    # What is to be sent.

    def due(self, now: float) -> Iterator[Matches | Events]:
        """Return what is to be sent now; each message counts as sent."""
        if not self._halls:
            return
        if now >= self._wholly_at:
            yield from self._list(now, wholly=True)
        elif now >= self._recently_at:
            yield from self._list(now, wholly=False)
        for hall in self._halls.values():
            self._send_again(hall, now)
        sent: dict[tuple[str, int], Events] = {}
        for hall in self._halls.values():
            yield from self._to(hall, now, sent)

    def next_at(self, now: float) -> float | None:
        """Return when there is something to be sent if nothing happens before; None if there never is."""
        if not self._halls:
            return None
        # What is due already and was not sent waits for room.
        waits = [at for hall in self._halls.values() for one in hall.under_way.values() for at in one.instants]
        return min(self._wholly_at, self._recently_at, *(at for at in waits if at > now))

    def _list(self, now: float, *, wholly: bool) -> Iterator[Matches]:
        self._recently_at = now + RECENTLY_S
        if wholly:
            self._wholly_at = now + WHOLLY_S
        self._known = dict(self._shelf.matches())
        newest = max((one.changed for one in self._known.values()), default=0)
        listed = [(uid, one) for uid, one in self._known.items() if wholly or newest - one.changed <= LATE_MS]
        for hall in self._halls.values():
            _expect(hall, listed)
        chunks = [listed[at : at + MOST_MATCHES] for at in range(0, len(listed), MOST_MATCHES)] or [[]]
        for number, chunk in enumerate(chunks, 1):
            counts = tuple((uid, one.count) for uid, one in chunk)
            yield Matches(self._table, self._session, counts, last=number == len(chunks))

    def _send_again(self, hall: Listener, now: float) -> None:
        for uid, one in hall.under_way.items():
            if now >= one.due:
                hall.behind[uid] = None

    def _to(self, hall: Listener, now: float, sent: dict[tuple[str, int], Events]) -> Iterator[Events]:
        room = ABREAST - sum(now < one.fresh_until for one in hall.under_way.values())
        for uid in sorted(hall.behind, key=lambda uid: self._urgency(hall, uid)):
            if room <= 0 and uid != self._playing:
                return
            message = self._next(hall, uid, now, sent)
            if message is None:
                continue
            room -= 1
            key = (uid, message.first)
            if key not in sent:
                sent[key] = message
                yield message

    def _urgency(self, hall: Listener, uid: str) -> tuple[bool, bool, int]:
        """What is played goes first, what was sent in vain last; of the rest, the newest first."""
        known = self._known.get(uid)
        return uid != self._playing, uid in hall.under_way, -(known.changed if known else 0)

    def _next(self, hall: Listener, uid: str, now: float, sent: Mapping[tuple[str, int], Events]) -> Events | None:
        """Return what a hall lacks of a match next, if that is not on its way; it counts as sent."""
        before = hall.under_way.get(uid)
        if before is not None and now < before.due:
            del hall.behind[uid]
            return None
        first = hall.have.setdefault(uid, 0)
        message = sent.get((uid, first)) or self._read(uid, first)
        del hall.behind[uid]
        if message is None:
            hall.under_way.pop(uid, None)
            return None
        end = first + len(message.lines)
        if before is None:
            hall.under_way[uid] = UnderWay(first, end, now, 0, now, hall.patience)
        else:
            hall.under_way[uid] = UnderWay(first, end, now, before.tries + 1, before.began, hall.patience)
        return message

    def _read(self, uid: str, first: int) -> Events | None:
        known = self._known.get(uid)
        if known is None or first >= known.count:
            return None
        lines = tuple(self._shelf.lines(uid, first))
        if not lines:
            return None
        count = max(known.count, first + len(lines))
        return Events(self._table, self._session, uid, known.begun, first, lines, count)


def _expect(hall: Listener, listed: Sequence[tuple[str, Told]]) -> None:
    """Believe that a hall has what it has not said it lacks, until it does: what it says of the list comes later."""
    for uid, one in listed:
        if hall.have.setdefault(uid, one.count) < one.count:
            hall.behind[uid] = None
