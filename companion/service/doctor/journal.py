"""The journal: whether all of it can be read, and what to do where it cannot."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from companion.journal.database import FILE, Database
from companion.journal.inspection import damages
from companion.journal.trouble import Code, JournalError
from companion.service.doctor.access import is_hidden, mend_folder
from companion.service.doctor.values import Case, Finding, ill, unused, well
from companion.service.doctor.words import told
from companion.service.view import Message

PART = "journal"
MENDS: Mapping[Code, str] = MappingProxyType(
    {
        Code.FULL: "make_room",
        Code.DAMAGED: "set_aside",
        Code.GONE: "set_aside",
        Code.FAILING: "check_disk",
        Code.NEWER: "update",
    }
)
"""Only what the panel offers to set aside is told to be: any other journal is whole, or not ours."""
OF_THE_FILE: Mapping[Code, str] = MappingProxyType({Code.BUSY: "find_user", Code.FOREIGN: "move_away"})
"""Mends that name the file."""


def look_at_journal(case: Case) -> Iterator[Finding]:
    """Read the whole journal."""
    folder = case.config.data
    if is_hidden(folder / FILE):
        yield ill(PART, told("journal_denied", path=str(folder)), mend_folder(folder))
    elif not (folder / FILE).exists():
        yield unused(PART, "journal_none")
    else:
        found = _read(folder)
        yield from (ill(PART, told("said", message=str(error)), _mend(error, folder)) for error in found)
        if not found:
            yield well(PART, "journal_sound")


def _read(folder: Path) -> list[JournalError]:
    try:
        database = Database(folder, make=False)
    except JournalError as error:
        return [error]
    try:
        return damages(database)
    finally:
        database.close()


def _mend(error: JournalError, folder: Path) -> Message:
    if error.code is Code.READ_ONLY:
        return told("check_disk") if os.statvfs(folder).f_flag & os.ST_RDONLY else mend_folder(folder)
    if error.code in OF_THE_FILE:
        return told(OF_THE_FILE[error.code], path=str(folder / FILE))
    return told(MENDS.get(error.code, "look_at_log"))
