"""What a match has come to, by its lines: read as the table itself reads its journal, a few lines at a time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from companion.hall.record.story import TableLine
from companion.journal.lines import Line, agreement_of, event_of
from companion.journal.trouble import JournalError
from companion.rules.players import Player
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import MatchOver, Table


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match stands after some of its lines."""

    white: str = ""
    black: str = ""
    game: str = ""
    score_white: int = 0
    score_black: int = 0
    games: int = 0
    over: bool = False
    winner: str = ""
    """`white` or `black`."""
    unreadable: str = ""
    """Why the line after those cannot be read; nothing after it counts."""

    def written(self) -> str:
        """Return it as the record keeps it."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Outcome:
        """Return one that the record has kept; an empty one if it is of another version."""
        try:
            return cls(**json.loads(text))
        except (TypeError, ValueError):
            return cls()


@dataclass
class Fold:
    """A match that is followed."""

    lines: int = 0
    """Those that were read and understood."""
    seen: int = 0
    """Those that were read."""
    table: Table | None = None
    unreadable: str = ""

    def take(self, lines: Sequence[TableLine]) -> None:
        """Follow further lines, up to one that cannot be read."""
        self.seen = max(self.seen, self.lines + len(lines))
        for line in lines:
            if self.unreadable:
                return
            try:
                self._take(Line(line.wall, line.body))
            except JournalError as error:
                self.unreadable = str(error.__cause__ or error)
            except Exception as error:  # noqa: BLE001 - whatever is in a line of another version, the others count
                self.unreadable = f"{type(error).__name__}: {error}"
            else:
                self.lines += 1

    def _take(self, line: Line) -> None:
        if self.table is None:
            self.table = agreement_of(line, 0).begin()
            return
        after = apply(self.table, event_of(line, 0, self.lines))
        if not isinstance(after, Rejection):
            self.table = after

    @property
    def outcome(self) -> Outcome:
        """How it stands."""
        if self.table is None:
            return Outcome(unreadable=self.unreadable)
        match = self.table.match
        over = isinstance(self.table.phase, MatchOver)
        winner: Player | None = match.winner if over else None
        return Outcome(
            match.rules.names.white, match.rules.names.black, match.rules.game.id, match.score.white,
            match.score.black, len(self.table.games), over, winner.value if winner else "", self.unreadable,
        )  # fmt: skip
