"""What was said last at a table, line by line."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Sequence

from companion.journal.lines import Line
from companion.service import words
from companion.service.view import LogLine
from companion.table.agreement import Agreement
from companion.table.codec import decode
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Said

LINES = 30


class History:
    """The last lines."""

    def __init__(self, lines: Iterable[LogLine] = ()) -> None:
        self._lines: deque[LogLine] = deque(lines, maxlen=LINES)

    def add(self, seq: int, wall: int, said: tuple[Said, ...]) -> None:
        """Take what was said of an event."""
        self._lines.extend(LogLine(seq, wall, words.said(one)) for one in said)

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """The last lines, the newest last."""
        return tuple(self._lines)


def recalled(agreement: Agreement, recorded: Sequence[Line]) -> tuple[LogLine, ...]:
    """Return what was said in a match so far: all of it is folded once more, for nobody has written that down."""
    history, table = History(), agreement.begin()
    for seq, line in enumerate(recorded, 1):
        after = apply(table, decode(json.loads(line.body)))
        if not isinstance(after, Rejection):
            table = after
            history.add(seq, line.wall, table.said)
    return history.lines
