"""Every table that comes up in the scripted sessions of `tests/sessions`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Table
from tests.table.script import Script

SESSIONS = Path(__file__).parents[1] / "sessions"
NAMES = sorted(path.stem for path in SESSIONS.glob("*.txt"))


@cache
def tables_of(name: str) -> tuple[Table, ...]:
    """The tables of a session: before its first event, and after each."""
    return tuple(_tables(name))


def table_at_the_end(name: str) -> Table:
    """How a session ends."""
    return tables_of(name)[-1]


def _tables(name: str) -> Iterator[Table]:
    script, began = Script(), False
    for line in (SESSIONS / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith(">"):
            continue
        word, *words = shlex.split(line[1:])
        if hasattr(script, f"set_{word}"):
            getattr(script, f"set_{word}")(words)
            continue
        if not began:
            began = True
            yield script.table
        if word != "show":
            after = apply(script.table, getattr(script, f"on_{word}")(words))
            if not isinstance(after, Rejection):
                script._table = after
                yield after
