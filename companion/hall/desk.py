"""All that the hall knows in memory: the floor, its calls, rounds and matches. One thread at a time may use it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.broker.messages import Alive, State
from companion.hall.floor.calls import Calls, Wanted
from companion.hall.floor.cards import Cards
from companion.hall.floor.entry import Entry
from companion.hall.floor.floor import Floor
from companion.hall.floor.hall_calls import HallCalls
from companion.hall.floor.told import message_of
from companion.hall.intake.writer import Note
from companion.hall.record.record import Record
from companion.hall.record.story import Finding, Reply
from companion.hall.record.trouble import RecordError
from companion.hall.record.values import KeptMatch, OpenConflict, Rounds
from companion.hall.rounds.folding import Outcome
from companion.hall.rounds.names import of_table
from companion.hall.rounds.standing import Known, OutcomeOf
from companion.hall.view import Answer, FloorView, HallStatus, LoggedCall, Part
from companion.hall.words import message
from companion.service.view import Message

SEEN_MS, COMING_BACK_MS = 60_000, 60_000
"""How often it is written down that a table was heard; how long after the start calls of before are waited for."""


class Desk:
    """Times are given; what is to be written down is collected as notes."""

    def __init__(self, name: str, record: str, now: int) -> None:
        self._name, self._began = name, now
        self._floor, self._calls, self._hall_calls = Floor(), Calls(), HallCalls()
        self._cards = Cards()
        self.matches: dict[str, KeptMatch] = {}
        self.present: frozenset[str] = frozenset()
        """The tables that are heard just now; other threads may read it, as `names`."""
        self.names: Mapping[str, str] = {}
        self._rounds = Rounds()
        self._status = HallStatus(
            Part(ok=False, message=message("broker_connecting"), since=now),
            Part(ok=True, message=message("record_fine"), since=now),
            record=record,
        )
        self._seen_at = now
        self._seen: dict[str, str] = {}
        self._notes: list[tuple[str, Note]] = []
        self._playing: dict[str, str] = {}

    def load(
        self,
        rounds: Rounds,
        matches: Sequence[KeptMatch],
        conflicts: Sequence[OpenConflict],
        calls: Sequence[LoggedCall],
    ) -> None:
        """Take what the record has."""
        self.take_rounds(rounds)
        self.matches = {match.uid: match for match in matches}
        self._calls.remember(calls)
        for one in conflicts:
            self._hall_calls.conflict(one.table, one.match, one.seq)
        for call in calls:
            if call.kind == "conflict" and call.answered and call.went:
                self._hall_calls.done(call.id)

    # What is heard.

    def is_full_for(self, table: str, now: int) -> bool:
        """Whether there are too many tables to take another one."""
        return self._floor.is_full_for(table, now)

    def hear(self, told: Alive | State, now: int, *, retained: bool) -> None:
        """Take what a table tells of itself."""
        if isinstance(told, Alive):
            entry = self._floor.hear(told, now, retained=retained)
        else:
            entry = self._floor.show(told, now, retained=retained)
        if entry is not None and entry.heard == "online" and entry.state is not None:
            self._calls.let_be(_source(entry), _wanted(entry, entry.state), now)

    def tick(self, now: int) -> list[KeptMatch]:
        """Note what time has brought; return the matches that are over, or left."""
        self._floor.tick(now)
        entries = list(self._floor)
        self.present = frozenset(entry.table for entry in entries if entry.heard == "online")
        self.names = {entry.table: entry.name for entry in entries}
        self._calls.let_go({_source(entry) for entry in entries} | {HallCalls.SOURCE}, now)
        self._calls.let_be(HallCalls.SOURCE, self._hall_calls.wanted(self._floor, self.names), now)
        if self._status.broker.ok and now - self._began > COMING_BACK_MS:
            self._calls.forget_the_rest(now)
        self._note_seen(now)
        return [self.matches[uid] for uid in self._ended() if uid in self.matches]

    def _ended(self) -> Iterator[str]:
        """Every match that is over, or no longer what its table plays."""
        before, self._playing = self._playing, {}
        for entry in self._floor:
            view, source = entry.view, _source(entry)
            uid = view.uid or "" if view else ""
            if before.get(source, uid) not in {"", uid}:
                yield before[source]
            self._playing[source] = uid
            if view is not None and uid and view.phase == "match_over":
                yield uid

    def reconnected(self, now: int) -> None:
        """Note that the broker is there."""
        self._floor.reconnect()
        self.broker_is(message("broker_connected"), ok=True, now=now)

    def cut_off(self, problem: Message, now: int) -> None:
        """Note that the broker is away."""
        self._floor.cut_off(now)
        self.broker_is(problem, ok=False, now=now)

    def broker_is(self, told: Message, *, ok: bool, now: int) -> None:
        """Note how the broker is."""
        self._status = replace(self._status, broker=_part(self._status.broker, told, ok=ok, now=now))

    def record_is(self, error: RecordError | None, now: int) -> bool:
        """Note how the database is; return whether that has changed."""
        told = error.problem if error else message("record_fine")
        part = _part(self._status.database, told, ok=error is None, now=now)
        changed = part != self._status.database
        self._status = replace(self._status, database=part)
        return changed

    # What was written down, and worked out.

    def take_replies(self, replies: Sequence[Reply], now: int) -> list[KeptMatch]:
        """Note what has become of lines; return the matches that are new."""
        fresh = []
        for reply in replies:
            self._hall_calls.reply(reply)
            if reply.finding is Finding.TAKEN and self._grow(reply, now):
                fresh.append(self.matches[reply.match])
        return fresh

    def _grow(self, reply: Reply, now: int) -> bool:
        known = self.matches.get(reply.match)
        if known is not None:
            self.matches[reply.match] = replace(known, owner=reply.table, lines=reply.lines)
            return False
        name = self.names.get(reply.table, reply.table[-4:])
        self.matches[reply.match] = KeptMatch(reply.match, reply.table, name, now, now, reply.lines)
        return True

    def take_outcome(self, match: str, outcome: Outcome, lines: int) -> None:
        """Note what was worked out of a match."""
        known = self.matches.get(match)
        if known is not None:
            self._hall_calls.outcome(known.owner, match, outcome, lines)

    def answer(self, call: str, what: Answer, by: str, now: int) -> bool:
        """Note what the director does about a call."""
        known = self._calls.answer(call, what, by, now)
        if known and what == "done":
            self._hall_calls.done(call)
        return known

    def forget(self, table: str) -> None:
        """Forget a table and its matches."""
        mine = {uid for uid, match in self.matches.items() if match.owner == table}
        self.matches = {uid: match for uid, match in self.matches.items() if uid not in mine}
        self._floor.forget(table)
        self._hall_calls.forget(table, mine)
        self._seen.pop(table, None)

    # Rounds.

    def take_rounds(self, rounds: Rounds) -> None:
        """Take the list of the rounds."""
        self._rounds = rounds

    def known(self, outcome_of: OutcomeOf) -> Known:
        """Return all that results are made of."""
        live = {entry.view.uid: entry.view for entry in self._floor if entry.view is not None and entry.view.uid}
        matches = sorted(self.matches.values(), key=lambda match: (match.first_seen, match.uid))
        return Known(self._rounds, matches, outcome_of, live, self._hall_calls.conflicting())

    # What is shown, and what is to be written down.

    def view(self) -> FloorView:
        """Return the hall as it is; its version is for others to tell."""
        pairings = self._rounds.of(self._rounds.present)
        cards = self._cards.of(self._floor, pairings)
        named = [(card.name, card) for card in cards]
        missing = tuple(one for one in pairings if not of_table(one.table, named))
        return FloorView(
            0, self._name, cards, self._calls.shown, self._status, self._rounds.present or None, self._rounds.numbers,
            missing,
        )  # fmt: skip

    def notes(self) -> list[tuple[str, Note]]:
        """Return what is to be written down since this was asked last, by what it replaces."""
        notes, self._notes = self._notes, []
        for key, call in self._calls.changes().items():
            notes.append((f"call {key}", partial(_keep_call, call)))
        return notes

    def _note_seen(self, now: int) -> None:
        is_due = now - self._seen_at >= SEEN_MS
        heard = [entry for entry in self._floor if entry.heard == "online"]
        new = [entry for entry in heard if is_due or self._seen.get(entry.table) != entry.name]
        if is_due:
            self._seen_at = now
        for entry in new:
            self._seen[entry.table] = entry.name
            row = (entry.table, entry.name, now)
            self._notes.append((f"table {entry.table}", partial(_see, row)))


def _see(row: tuple[str, str, int], record: Record) -> None:
    record.see([row])


def _keep_call(call: LoggedCall, record: Record) -> None:
    record.keep_calls([call])


def _source(entry: Entry) -> str:
    return f"{entry.table} {entry.session}"


def _wanted(entry: Entry, state: State) -> list[Wanted]:
    """Return what the table calls for."""
    found: list[Wanted] = []
    for call in state.calls:
        again = sum(one.kind == call.kind and one.key.startswith(f"{call.since} ") for one in found)
        key = f"{call.since} {again}"
        found.append(Wanted(key, entry.table, entry.name, call.kind, message_of(call.text), call.points))
    return found


def _part(before: Part, told: Message, *, ok: bool, now: int) -> Part:
    since = before.since if before.ok == ok else now
    return Part(ok, told, since)
