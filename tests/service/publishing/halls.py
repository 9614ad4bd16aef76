"""A hall as the protocol wants it, a journal in memory, and a network that loses, doubles and turns around."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.broker.messages import Cursor, Events, Hall, Matches
from companion.service.publishing.follower import Told

Lines = list[tuple[int, str]]
TABLE, SESSION = "ab" * 16, "01" * 16
CHUNK = 3
"""So few lines go into a message here that every match takes several."""


@dataclass
class MemoryShelf:
    """A journal whose lines are all different."""

    lines_of: dict[str, Lines] = field(default_factory=dict)
    readable: bool = True
    clock: int = 0

    def grow(self, uid: str, count: int = 1) -> None:
        lines = self.lines_of.setdefault(uid, [])
        for _ in range(count):
            self.clock += 1
            lines.append((self.clock, f'{{"{uid}":{len(lines)}}}'))

    def matches(self) -> Mapping[str, Told]:
        return {uid: self._told(uid) for uid in self.lines_of} if self.readable else {}

    def match(self, uid: str) -> Told | None:
        return self._told(uid) if self.readable and uid in self.lines_of else None

    def lines(self, uid: str, first: int) -> Sequence[tuple[int, str]]:
        return self.lines_of[uid][first : first + CHUNK] if self.readable else ()

    def _told(self, uid: str) -> Told:
        lines = self.lines_of[uid]
        return Told(len(lines), 7, lines[-1][0])


@dataclass
class ModelHall:
    """A hall's record, one to a session; it writes nothing twice, nothing out of order, and nothing that differs."""

    record: str = "cd" * 16
    lives: int = 0
    has: dict[str, Lines] = field(default_factory=dict)
    ready: bool = True
    """Whether its database can be written."""
    believed: set[str] = field(default_factory=set)
    conflicts: list[str] = field(default_factory=list)

    @property
    def session(self) -> str:
        return f"{self.lives:032x}"

    @property
    def there(self) -> Hall:
        return Hall(self.record, self.session, online=True, name=f"Hall {self.record[:2]}")

    @property
    def gone(self) -> Hall:
        return Hall(self.record, self.session, online=False, name="")

    def restart(self) -> None:
        self.lives += 1
        self.believed.clear()

    def set_back(self, to: int) -> None:
        """Lose the end of what is recorded, as a database that was put back from a copy."""
        for lines in self.has.values():
            del lines[to:]

    def take(self, message: Matches | Events) -> list[Cursor]:
        if not self.ready:
            return []
        if isinstance(message, Matches):
            return [self._cursor(uid) for uid, count in message.matches if len(self.has.get(uid, [])) < count]
        return self._take_lines(message)

    def _take_lines(self, message: Events) -> list[Cursor]:
        uid, first, lines = message.match, message.first, list(message.lines)
        has = self.has.setdefault(uid, [])
        overlap = has[first : first + len(lines)]
        if lines[: len(overlap)] != overlap:
            self.conflicts.append(uid)
            return []
        if overlap or not has:
            self.believed.add(uid)
        if uid in self.believed and first <= len(has):
            has.extend(lines[len(overlap) :])
        return [self._cursor(uid)]

    def _cursor(self, uid: str) -> Cursor:
        have = len(self.has.get(uid, []))
        return Cursor(self.record, self.session, uid, have if uid in self.believed else max(0, have - 1))
