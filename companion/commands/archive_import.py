"""A file from elsewhere into the archive: the whole match, or nothing."""

from __future__ import annotations

import time
from pathlib import Path

from companion.archive_tables import called, length_told
from companion.commands.progress import tell, watched
from companion.journal.exchange.complete import CompleteMatch
from companion.journal.exchange.importing import ForeignFileError
from companion.journal.exchange.record_json import MOST_BYTES
from companion.journal.exchange.taking_in import read_complete, ready, uid_of
from companion.journal.listing import MatchRow
from companion.journal.store import Journal, new_uid
from companion.journal.summary import New
from companion.journal.trouble import JournalError
from companion.language import _
from companion.sentences import translated


class ImportFailedError(Exception):
    """Nothing was imported: the message says why, and what to do."""


def match_in(path: Path, *, condone: bool) -> CompleteMatch:
    """Return the match that a file holds; raise `ImportFailedError` with what is wrong with it."""
    if path.stat().st_size > MOST_BYTES:
        size, most = -(-path.stat().st_size // 1000), MOST_BYTES // 1000
        msg = _("{file} has {size} kB; more than {most} kB are not taken in.", file=path, size=size, most=most)
        raise ImportFailedError(msg)
    data = path.read_bytes()
    tell(_("Reading {file} ...", file=path))
    try:
        return read_complete(data, path.name, condone=condone)
    except ForeignFileError as error:
        msg = f"{path}: {translated(str(error))}"
        raise ImportFailedError(msg) from error
    finally:
        tell("")


def take_in(journal: Journal, match: CompleteMatch, path: Path, *, again: bool) -> list[str]:
    """Put a match out of a file into the journal; return what there is to say of it."""
    uid = uid_of(match)
    there = journal.number_of(uid)
    if there is not None and not again:
        text = _("{file}: this match is in the archive already, as match {number}; --again imports it once more.")
        msg = text.format(file=path, number=there)
        raise ImportFailedError(msg)
    number = _put(journal, match, new_uid() if there is not None else uid, path)
    stand = [_("Let stand: {problem}", problem=translated(str(one))) for one in match.problems]
    notes = [_("Note: {note}", note=translated(str(one))) for one in match.notes]
    return [_told(journal.match(number)), *stand, *notes]


def _put(journal: Journal, match: CompleteMatch, uid: str, path: Path) -> int:
    begun = time.time_ns() // 1_000_000 if match.begun is None else match.begun
    new = New(uid, match.source or path.suffix.removeprefix(".").lower() or "file", begun)
    number = ready(match, new, watched(_("Importing {file}", file=path))).put(journal)
    for picture in match.pictures:
        try:
            journal.keep_evidence(number, picture.seq, picture.data, picture.kind)
        except JournalError as error:
            why = translated(str(error))
            text = _("{file} is imported as match {number}, but not all pictures with it: {why}")
            msg = text.format(file=path, number=number, why=why)
            raise ImportFailedError(msg) from error
    return number


def _told(row: MatchRow) -> str:
    games = _("1 game played") if row.games == 1 else _("{games} games played", games=row.games)
    names = f" {_('against')} ".join(map(called, row.names))
    winner = called(row.names[row.winner]) if row.winner else ""
    state = _("{player} has won", player=winner) if winner else _("it is {state}", state=_(row.state))
    told = f"{row.game}, {length_told(row.length)}, {names} {row.score.white}-{row.score.black}, {games}; {state}."
    return f"{_('Imported as match {number}', number=row.number)}: {told}"
