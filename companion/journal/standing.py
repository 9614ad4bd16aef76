"""What of a match's events was decided, entry by entry, and which of it still stands at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from companion.journal.lines import Stored
from companion.match.score import MatchState
from companion.match.stake import Stake
from companion.rules.memory import Memory
from companion.rules.position import Position
from companion.rules.turn import Turn
from companion.table.agreement import Agreement
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Act, Asking, Deed, Disputed, Playing, Record, Said, Table

ONLY_SEEN = frozenset(
    "seen_unmoved seen_on_the_way seen_complete seen_ambiguous seen_not_legal seen_impossible numbers_left"
    " board_differs board_agrees dice_not_expected dice_count unfinished not_a_position turn_goes_on".split()
)
"""What the referee only notices: it makes no step of a match."""
SETTLING = frozenset("played not_played third_paid condoned position_taken turn_passes".split())
THROWING = frozenset("thrown named given rest_played".split())
NEVER_UNDONE = frozenset("undone clock_set clock_stopped clock_resumed hint_allowed flag".split())
"""What stays as it is when steps are taken back."""


@dataclass
class Happening:
    """An event, or a part of one, by which something was decided."""

    stored: Stored
    table: Table
    """As it stood after the whole event."""
    match: MatchState
    """As it stood after this part of it, like `stake`."""
    stake: Stake
    said: tuple[Said, ...]
    entries: tuple[Record | Act, ...]
    """What it has put into the record of the game."""
    throw: Turn | None
    """The throw that began with it."""
    ended: bool
    """Whether it has ended a game."""
    last: bool = True
    """Whether it is the last part of its event."""
    stands: bool = True

    @property
    def played(self) -> Record | None:
        """The turn that was settled with it."""
        return next((entry for entry in self.entries if isinstance(entry, Record)), None)

    @property
    def position(self) -> Position:
        """Where the checkers are after it."""
        if self.last or not (self.played or self.throw):
            return self.table.game.position
        return self.played.after if self.played else self.throw.position if self.throw else self.table.game.position

    @property
    def memory(self) -> Memory:
        """What is remembered after it."""
        if self.last or not (self.played or self.throw):
            return self.table.game.memory
        return self.played.outcome.memory if self.played else self.throw.memory if self.throw else Memory()

    def has_said(self, codes: Iterable[str]) -> bool:
        """Whether any of these was said."""
        return any(said.code in codes for said in self.said)


def happenings(agreement: Agreement, stored: Iterable[Stored]) -> tuple[list[Happening], Table]:
    """Fold all events; return what was decided, in order, and the table at the end.

    What a match's events no longer allow changes nothing, as in `fold`.
    """
    follower = _Follower(agreement.begin())
    for one in stored:
        after = apply(follower.table, one.event)
        if not isinstance(after, Rejection):
            follower.take(one, after)
    return follower.found, follower.table


@dataclass
class _Level:
    """All that happened between two tables that can be gone back to."""

    past: Table | None
    found: list[Happening] = field(default_factory=list)


class _Follower:
    """Follows the tables that can be gone back to, to know what goes when one of them is."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.found: list[Happening] = []
        self.levels = [_Level(None)]
        self.depths: dict[int, int] = {id(None): 0}
        self.turns: dict[int, Happening] = {}
        self.entries: set[int] = set()

    def take(self, stored: Stored, after: Table) -> None:
        """Take the next event with the table after it."""
        before, self.table = self.table, after
        parts = self._parts(stored, before, after)
        if any(said.code == "throw_corrected" for said in after.said):
            self._replace_throw(before)
        fresh = self._go_to(after)
        for number, part in enumerate(parts):
            level = self.levels[min(fresh + number, len(self.levels) - 1)]
            level.found.append(part)
            self.found.append(part)
            if part.throw is not None:
                self.turns[id(part.throw)] = part

    def _parts(self, stored: Stored, before: Table, after: Table) -> list[Happening]:
        entries, throw = self._new_entries(after), self._new_throw(after)
        told = [said for said in after.said if said.code not in ONLY_SEEN]
        begins = after.game.number != before.game.number
        if not (told or entries or throw or begins):
            return []
        ended = _has_ended(before, after)
        *first, last = _divided(told)
        parts = []
        for said in first:
            own, entries = _share(entries, settles=_any_of(said, SETTLING))
            turn, throw = (throw, None) if _any_of(said, THROWING) else (None, throw)
            part = Happening(stored, after, before.match, before.game.stake, said, own, turn, ended=False, last=False)
            parts.append(part)
        return [*parts, Happening(stored, after, after.match, after.game.stake, last, entries, throw, ended)]

    def _new_entries(self, after: Table) -> tuple[Record | Act, ...]:
        record = after.game.record
        known = next((at for at in range(len(record), 0, -1) if id(record[at - 1]) in self.entries), 0)
        self.entries.update(map(id, record[known:]))
        return record[known:]

    def _new_throw(self, after: Table) -> Turn | None:
        phase = after.phase
        if isinstance(phase, Playing | Asking | Disputed):
            turn = phase.turn
        elif after.game.record and isinstance(after.game.record[-1], Record):
            turn = after.game.record[-1].turn
        else:
            return None
        return None if id(turn) in self.turns else turn

    def _replace_throw(self, before: Table) -> None:
        """Let the throw that was read wrongly stand no more."""
        phase, record = before.phase, before.game.record
        if isinstance(phase, Playing | Asking | Disputed):
            turn = phase.turn
        elif record and isinstance(record[-1], Record):
            turn = record[-1].turn
        else:
            return
        owner = self.turns.get(id(turn))
        if owner is not None and not owner.entries:
            owner.stands = False

    def _go_to(self, after: Table) -> int:
        """Drop the levels that were gone back from, add the new ones; return where the new ones begin."""
        fresh: list[Table | None] = []
        past = after.past
        while id(past) not in self.depths:
            fresh.append(past)
            past = past.past if past is not None else None
        kept = self.depths[id(past)]
        for level in self.levels[kept + 1 :]:
            self._drop(level)
        del self.levels[kept + 1 :]
        for past in reversed(fresh):
            self.depths[id(past)] = len(self.levels)
            self.levels.append(_Level(past))
        return kept + 1 if fresh else kept

    def _drop(self, level: _Level) -> None:
        del self.depths[id(level.past)]
        for one in level.found:
            if not one.said or any(said.code not in NEVER_UNDONE for said in one.said):
                one.stands = False


def _has_ended(before: Table, after: Table) -> bool:
    """Whether a game has ended between two tables, or has ended otherwise."""
    games, same = after.games, len(after.games) == len(before.games)
    return bool(games) and (games[-1] is not before.games[-1] if same else len(games) > len(before.games))


def _any_of(told: Sequence[Said], codes: frozenset[str]) -> bool:
    return any(said.code in codes for said in told)


def _divided(told: Sequence[Said]) -> list[tuple[Said, ...]]:
    """Return what was said in parts, so that a throw and a play are told one by one."""
    parts: list[tuple[Said, ...]] = [()]
    for said in told:
        other = next((codes for codes, own in ((SETTLING, THROWING), (THROWING, SETTLING)) if said.code in own), None)
        if other is not None and _any_of(parts[-1], other):
            parts.append(())
        parts[-1] += (said,)
    return parts


Entries = tuple[Record | Act, ...]


def _share(entries: Entries, *, settles: bool) -> tuple[Entries, Entries]:
    """Return the entries of a part, with the first turn that is over if it `settles` one, and the rest."""
    ends = (at for at, one in enumerate(entries) if isinstance(one, Record) or one.deed is Deed.PASSED)
    end = next(ends, len(entries)) + settles
    return entries[:end], entries[end:]
