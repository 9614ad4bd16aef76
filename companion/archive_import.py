"""A file from elsewhere into the archive: the whole match, or nothing."""

from __future__ import annotations

import time
from pathlib import Path

from companion.archive_tables import length_shown
from companion.journal.exchange.complete import CompleteMatch
from companion.journal.exchange.importing import ForeignFileError
from companion.journal.exchange.record_json import MOST_BYTES
from companion.journal.exchange.taking_in import read_complete, ready, uid_of
from companion.journal.listing import MatchRow
from companion.journal.store import Journal, new_uid
from companion.journal.summary import New
from companion.journal.trouble import JournalError
from companion.progress import tell, watched


class ImportFailedError(Exception):
    """Nothing was imported: the message says why, and what to do."""


def match_in(path: Path, *, condone: bool) -> CompleteMatch:
    """Return the match that a file holds; raise `ImportFailedError` with what is wrong with it."""
    if path.stat().st_size > MOST_BYTES:
        msg = f"{path} has {path.stat().st_size:,} bytes; more than {MOST_BYTES:,} are not taken in."
        raise ImportFailedError(msg)
    data = path.read_bytes()
    tell(f"Reading {path} ...")
    try:
        return read_complete(data, path.name, condone=condone)
    except ForeignFileError as error:
        msg = f"{path}: {error}"
        raise ImportFailedError(msg) from error
    finally:
        tell("")


def take_in(journal: Journal, match: CompleteMatch, path: Path, *, again: bool) -> list[str]:
    """Put a match out of a file into the journal; return what there is to say of it."""
    uid = uid_of(match)
    there = journal.number_of(uid)
    if there is not None and not again:
        msg = f"{path}: this match is in the archive already, as match {there}; --again imports it once more."
        raise ImportFailedError(msg)
    number = _put(journal, match, new_uid() if there is not None else uid, path)
    stand = [f"Let stand: {problem}" for problem in match.problems]
    return [_told(journal.match(number)), *stand, *(f"Note: {note}" for note in match.notes)]


def _put(journal: Journal, match: CompleteMatch, uid: str, path: Path) -> int:
    begun = time.time_ns() // 1_000_000 if match.begun is None else match.begun
    new = New(uid, match.source or path.suffix.removeprefix(".").lower() or "file", begun)
    number = ready(match, new, watched(f"Importing {path}")).put(journal)
    for picture in match.pictures:
        try:
            journal.keep_evidence(number, picture.seq, picture.data, picture.kind)
        except JournalError as error:
            msg = f"{path} is imported as match {number}, but not all pictures with it: {error}"
            raise ImportFailedError(msg) from error
    return number


def _told(row: MatchRow) -> str:
    games = f"{row.games} game{'s' * (row.games != 1)} played"
    names = " against ".join(row.names)
    state = f"{row.names[row.winner]} has won" if row.winner else f"it is {row.state}"
    score = f"{row.score.white}-{row.score.black}"
    return f"Imported as match {row.number}: {row.game}, {length_shown(row.length)}, {names} {score}, {games}; {state}."
