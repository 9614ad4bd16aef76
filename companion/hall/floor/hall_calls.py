"""What the hall itself calls the director for: stories that differ, names and ids that several tables have."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from companion.hall.floor.calls import Wanted
from companion.hall.floor.floor import Floor
from companion.hall.record.story import Finding, Reply
from companion.hall.rounds.folding import Outcome
from companion.hall.rounds.names import key
from companion.hall.words import message

SHORT = 8
"""So much of a match's uid is shown."""
MOST = 500


class HallCalls:
    """Belongs to the desk."""

    SOURCE = "hall"

    def __init__(self) -> None:
        self._conflicts: dict[tuple[str, str], int] = {}
        self._looked_into: set[tuple[str, str]] = set()
        """Those conflicts that a director has dealt with: what is recorded counts."""
        self._events: dict[str, Wanted] = {}

    def conflict(self, table: str, match: str, seq: int) -> None:
        """Note that a table tells another story of a match from a line on."""
        if len(self._conflicts) < MOST:
            self._conflicts.setdefault((match, table), seq)

    def conflicting(self) -> frozenset[str]:
        """Return the matches of which there are several stories, as long as no director has looked into that."""
        return frozenset(match for match, _ in self._conflicts.keys() - self._looked_into)

    def reply(self, reply: Reply) -> None:
        """Note what has become of what a table told."""
        if reply.finding is Finding.CONFLICT:
            self.conflict(reply.table, reply.match, reply.seq)
        elif reply.settled:
            self._conflicts.pop((reply.match, reply.table), None)
            self._looked_into.discard((reply.match, reply.table))
        elif reply.finding is Finding.CLAIMED:
            text = message("claimed", match=reply.match[:SHORT], other=reply.other[-4:])
            self._call(Wanted(f"{reply.match} {reply.other}", reply.table, "", "conflict", text))
        elif reply.other:
            text = message("moved", match=reply.match[:SHORT], before=reply.other[-4:])
            self._call(Wanted(f"{reply.match} {reply.other}", reply.table, "", "moved", text))

    def outcome(self, table: str, match: str, outcome: Outcome, lines: int) -> None:
        """Note whether a match can be read."""
        text = message("unreadable", match=match[:SHORT], seq=lines, why=outcome.unreadable)
        wanted = Wanted(match, table, "", "unreadable", text)
        if outcome.unreadable:
            self._call(wanted)
        else:
            self._events.pop(wanted.id, None)

    def _call(self, wanted: Wanted) -> None:
        if len(self._events) < MOST:
            self._events.setdefault(wanted.id, wanted)

    def done(self, call: str) -> None:
        """Note what the director has dealt with."""
        self._events.pop(call, None)
        self._looked_into |= {key for key, seq in self._conflicts.items() if _of_conflict(*key, seq).id == call}

    def forget(self, table: str, matches: Collection[str]) -> None:
        """Call for nothing any more that a table, or one of these matches, was the reason of."""
        self._conflicts = {
            key: seq for key, seq in self._conflicts.items() if key[1] != table and key[0] not in matches
        }
        self._events = {name: one for name, one in self._events.items() if one.table != table}

    def wanted(self, floor: Floor, names: Mapping[str, str]) -> list[Wanted]:
        """Return all that somebody is needed for."""
        conflicts = [_of_conflict(*key, seq) for key, seq in self._conflicts.items()]
        found = [*conflicts, *self._events.values(), *_same_ids(floor), *_same_names(floor)]
        return [replace(one, name=one.name or names.get(one.table, one.table[-4:])) for one in found]


def _of_conflict(match: str, table: str, seq: int) -> Wanted:
    return Wanted(f"{match} {seq}", table, "", "conflict", message("conflict", match=match[:SHORT], seq=seq))


def _same_ids(floor: Floor) -> Iterator[Wanted]:
    for entries in floor.doubled():
        panels = ", ".join(sorted({one.alive.panel or one.name for one in entries if one.alive}))
        yield Wanted(entries[0].table, entries[0].table, entries[0].name, "same_id", message("same_id", panels=panels))


def _same_names(floor: Floor) -> Iterator[Wanted]:
    by_name: dict[str, set[str]] = {}
    shown: dict[str, str] = {}
    for entry in floor:
        if entry.heard == "online":
            by_name.setdefault(key(entry.name), set()).add(entry.tail)
            shown[key(entry.name)] = entry.name
    for name, tails in by_name.items():
        if len(tails) > 1:
            told = message("same_name", count=len(tails), name=shown[name], tails=", ".join(sorted(tails)))
            yield Wanted(name, "", shown[name], "same_name", told)
