"""What was said last at a table, line by line."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from companion.journal.recorder import Followed
from companion.service import words
from companion.service.view import LogLine
from companion.table.state import Said

LINES = 30


class History:
    """The last lines."""

    def __init__(self, lines: Iterable[LogLine] = ()) -> None:
        self._lines: deque[LogLine] = deque(lines, maxlen=LINES)
        self._past: deque[tuple[int, int, Said]] = deque(maxlen=LINES)

    def follow(self, one: Followed) -> None:
        """Take what was said long ago: put into words only if it is among the last."""
        self._past.extend((one.seq, one.wall, said) for said in one.table.said)

    def forget(self) -> None:
        """Nothing was said yet in a match that is gone through now."""
        self._past.clear()

    def begin(self) -> None:
        """The past is over: what is said from now on comes after it."""
        past, self._past = self._past, deque(maxlen=LINES)
        self._lines = deque((LogLine(seq, wall, words.said(said)) for seq, wall, said in past), LINES)

    def add(self, seq: int, wall: int, said: tuple[Said, ...]) -> None:
        """Take what was said of an event."""
        self._lines.extend(LogLine(seq, wall, words.said(one)) for one in said)

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """The last lines, the newest last."""
        return tuple(self._lines)
