"""The end of the log, kept in memory for the support bundle."""

from __future__ import annotations

import logging
from collections import deque

LINES = 2000
LONGEST = 4000
"""Characters of a line; a longer one loses its end."""


class LogTail(logging.Handler):
    """Keeps the last lines of the log, as they are written."""

    def __init__(self, lines: int = LINES) -> None:
        super().__init__()
        self._lines: deque[str] = deque(maxlen=lines)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        try:
            self._lines.append(self.format(record)[:LONGEST])
        except Exception:  # noqa: BLE001 - the edge of a logger: it must never fail whom it serves
            self.handleError(record)

    def text(self) -> str:
        """Return what is kept."""
        return "".join(f"{line}\n" for line in list(self._lines))


def listen(like: logging.Handler | None = None) -> LogTail:
    """Keep the end of all that is logged from now on, formatted as another handler does."""
    tail = LogTail()
    if like is not None and like.formatter is not None:
        tail.setFormatter(like.formatter)
    logging.getLogger().addHandler(tail)
    return tail
