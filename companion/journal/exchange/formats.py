"""The formats that matches go out and come in by: found by name, by the ending of a file, or by what is in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.journal.exchange.complete import CompleteMatch
from companion.journal.exchange.endings import ENDINGS
from companion.journal.exchange.importing import ForeignFileError, Imported
from companion.journal.exchange.mat import export_mat
from companion.journal.exchange.mat_reader import read_mat
from companion.journal.exchange.record_json import export_json, read_json
from companion.journal.exchange.sgf import export_sgf
from companion.journal.exchange.sgf_reader import read_sgf
from companion.journal.exchange.text import export_text
from companion.journal.exchange.text_head import TITLE
from companion.journal.exchange.text_reader import read_text
from companion.table.reducer import fold
from companion.table.state import Table

BEGINNING = 100_000
"""How much of a file is looked at to tell what it is."""


@dataclass(frozen=True)
class Format:
    """A way to write matches down and to read them."""

    name: str
    about: str
    sign: re.Pattern[str]
    """What shows that a file is of this format."""
    export: Callable[[CompleteMatch], str]
    read: Callable[[bytes, bool], Imported]
    """From bytes, and whether plays against the rules are let stand; raises `ForeignFileError`."""

    @property
    def ending(self) -> str:
        """How the name of a file ends."""
        return ENDINGS[self.name]


def _at_the_end(write: Callable[[Table, int | None], str]) -> Callable[[CompleteMatch], str]:
    """Export from the table as all events have left it."""
    return lambda match: write(fold(match.agreement.begin(), match.events), match.begun)


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        one.name: one
        for one in (
            Format("json", "complete, of all games", re.compile(r"\A\s*\{"), export_json, read_json),
            Format("text", "to read, of all games", re.compile(rf"\A\s*{re.escape(TITLE)}"), export_text, read_text),
            Format(
                "sgf",
                "backgammon, for GNU Backgammon",
                re.compile(r"\A[^(]{0,1000}\(\s*;"),
                _at_the_end(export_sgf),
                read_sgf,
            ),
            Format(
                "mat",
                "backgammon, for most programs",
                re.compile(r"^[ \t]*(?:\d+[ \t]+points?[ \t]+match|game[ \t]+\d)", re.IGNORECASE | re.MULTILINE),
                _at_the_end(export_mat),
                read_mat,
            ),
        )
    }
)
"""By name, in the order in which a file is tried."""
EXPORTS = tuple(FORMATS)


def export(match: CompleteMatch, name: str) -> str:
    """Return a match in the format of that name; raise `NotInThisFormatError` if it cannot hold the match."""
    return FORMATS[name].export(match)


def detect(data: bytes, name: str = "") -> Format:
    """Return the format of a file: by what is in it, and only then by the ending of its name."""
    text = data[:BEGINNING].decode("utf-8-sig", "replace").replace("\r", "\n")
    by_ending = [one for one in FORMATS.values() if name.lower().endswith(one.ending)]
    found = next((one for one in (*by_ending, *FORMATS.values()) if one.sign.search(text)), None)
    if found or by_ending:
        return found or by_ending[0]
    known = ", ".join(f"{one.ending} ({one.about})" for one in FORMATS.values())
    msg = f"This is no record of a match that can be read. There are: {known}."
    raise ForeignFileError(msg)


def read_foreign(data: bytes, name: str = "", condone: bool = False) -> Imported:  # noqa: FBT001, FBT002 - as all readers
    """Return the match in a file of any format; `condone` lets plays against the rules stand."""
    return detect(data, name).read(data, condone)
