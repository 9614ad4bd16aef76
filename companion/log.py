"""The log of the service: a line for each event, as key=value for people or as JSON for programs."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from datetime import datetime
from typing import TextIO

from companion.config import Log

BASE = frozenset((*vars(logging.LogRecord("", 0, "", 0, "", (), None)), "message", "asctime", "taskName"))
"""What every record has; all else was given with `extra`."""
LOUD = ("asyncio", "tornado", "werkzeug")
"""Libraries that tell more than anybody wants to know."""


def fields_of(record: logging.LogRecord) -> Iterator[tuple[str, object]]:
    """Everything that a record tells, in order."""
    when = datetime.fromtimestamp(record.created).astimezone()
    yield "at", when.isoformat(timespec="milliseconds")
    yield "level", record.levelname.lower()
    yield "from", record.name
    yield "what", record.getMessage()
    yield from ((name, value) for name, value in vars(record).items() if name not in BASE)


class Lines(logging.Formatter):
    """Each record as one line."""

    def __init__(self, form: str) -> None:
        """Take `text` or `json`."""
        super().__init__()
        self._write = _json if form == "json" else _text

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        told = dict(fields_of(record))
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return self._write(told)


def _json(told: dict[str, object]) -> str:
    return json.dumps(told, default=str, ensure_ascii=False)


def _text(told: dict[str, object]) -> str:
    return " ".join(f"{name}={_word(value)}" for name, value in told.items())


def _word(value: object) -> str:
    text = str(value)
    plain = text and not any(mark in text for mark in ' "=\n\r\t')
    return text if plain else json.dumps(text, ensure_ascii=False)


def set_up(config: Log, stream: TextIO | None = None) -> None:
    """Let everything be logged as configured, to standard error unless told otherwise."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines(config.form))
    logging.basicConfig(level=config.level.upper(), handlers=[handler], force=True)
    for name in LOUD:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
