"""Calls: they come with what tables tell, are answered by the director, and go; each change is logged."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.hall.view import Answer, Call, LoggedCall
from companion.service.view import Message

MOST_REMEMBERED = 5000


@dataclass(frozen=True, slots=True)
class Wanted:
    """Why somebody is needed; `key` is the same as long as it is the same call."""

    key: str
    table: str
    name: str
    kind: str
    text: Message
    points: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        """What the call is known by, also after the hall was started anew."""
        return hashlib.sha256(f"{self.table} {self.kind} {self.key}".encode()).hexdigest()[:24]


class Calls:
    """Belongs to one thread."""

    def __init__(self) -> None:
        self._open: dict[str, dict[str, Call]] = {}
        self._done: dict[str, set[str]] = {}
        self._log: OrderedDict[str, LoggedCall] = OrderedDict()
        self._before: dict[str, LoggedCall] = {}
        self._changed: dict[str, LoggedCall] = {}

    def remember(self, calls: Iterable[LoggedCall]) -> None:
        """Take the log of calls as it was when the hall was stopped."""
        self._before = {call.id: call for call in calls}

    def forget_the_rest(self, now: int) -> None:
        """Close those calls of before that have not come again."""
        for call in self._before.values():
            if not call.went:
                self._write(replace(call, went=now))
        self._before.clear()

    @property
    def shown(self) -> tuple[Call, ...]:
        """Every call, the one that has waited longest first."""
        found = [call for calls in self._open.values() for call in calls.values()]
        return tuple(sorted(found, key=lambda call: (call.since, call.id)))

    def let_be(self, source: str, wanted: Iterable[Wanted], now: int) -> None:
        """Let these be the calls from a source: new ones come, those that are not among them go."""
        by_id = {one.id: one for one in wanted}
        before = self._open.get(source, {})
        for call in [call for name, call in before.items() if name not in by_id]:
            self._go(call, now)
        # One that was dealt with comes back only when it has gone meanwhile.
        done = (self._done.get(source, set()) & by_id.keys()) | self._settled_before(by_id.keys())
        kept = {name: before.get(name) or self._come(one, now) for name, one in by_id.items() if name not in done}
        self._done[source] = done
        self._open[source] = {name: _renewed(call, by_id[name]) for name, call in kept.items()}

    def let_go(self, sources: set[str], now: int) -> None:
        """Let the calls go whose source is none of these."""
        for source in self._open.keys() - sources:
            self.let_be(source, (), now)
            del self._open[source], self._done[source]

    def answer(self, call_id: str, what: Answer, by: str, now: int) -> bool:
        """Note what the director does about a call; False if there is none."""
        source = next((source for source, calls in self._open.items() if call_id in calls), None)
        if source is None:
            return False
        call = self._open[source][call_id]
        if what == "on_the_way":
            self._open[source][call_id] = replace(call, answered="on_the_way", by=by)
            self._write(replace(self._logged(call), answered=now, by=by))
        else:
            logged = self._logged(call)
            self._write(replace(logged, answered=logged.answered or now, by=by))
            self._go(call, now)
            del self._open[source][call_id]
            self._done.setdefault(source, set()).add(call_id)
        return True

    def _settled_before(self, ids: Iterable[str]) -> set[str]:
        """Return which of these were dealt with before the hall was started anew."""
        known = ((name, self._before[name]) for name in ids if name in self._before)
        return {name for name, logged in known if logged.answered and logged.went}

    def changes(self) -> Mapping[str, LoggedCall]:
        """Return what is to be written down since this was asked last, by the ids of the calls."""
        changed, self._changed = self._changed, {}
        return changed

    def _come(self, wanted: Wanted, now: int) -> Call:
        logged = self._log.get(wanted.id) or self._before.pop(wanted.id, None)
        if logged is None:
            logged = LoggedCall(wanted.table, wanted.name, wanted.kind, wanted.text, now, id=wanted.id)
        self._write(replace(logged, went=0))
        return Call(
            wanted.id, wanted.table, wanted.name, wanted.kind, wanted.text, logged.came,
            "on_the_way" if logged.answered else "", logged.by, wanted.points,
        )  # fmt: skip

    def _go(self, call: Call, now: int) -> None:
        self._write(replace(self._logged(call), went=now))

    def _logged(self, call: Call) -> LoggedCall:
        known = LoggedCall(call.table, call.name, call.kind, call.text, call.since, by=call.by, id=call.id)
        return self._log.get(call.id, known)

    def _write(self, logged: LoggedCall) -> None:
        self._log[logged.id] = self._changed[logged.id] = logged
        if len(self._log) > MOST_REMEMBERED:
            self._log.popitem(last=False)


def _renewed(call: Call, wanted: Wanted) -> Call:
    """Return a call as it is told now."""
    return replace(call, text=wanted.text, name=wanted.name, points=wanted.points)
