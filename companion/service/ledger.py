"""The match that is being played, and the journal it is written to: opened, resumed, retried, set aside."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from companion.journal import salvage
from companion.journal.listing import MatchRow
from companion.journal.recorder import Follow, Recorder
from companion.journal.store import Journal
from companion.journal.trouble import Code, JournalError, Trouble
from companion.service import words
from companion.service.bookmark import mark, marked, unmark
from companion.service.view import DeviceView, Message
from companion.table.agreement import Agreement

LOG = logging.getLogger(__name__)
SOURCE = "table"
"""What the journal calls a match that is played here, not imported."""
MENDABLE = frozenset({Code.DAMAGED, Code.GONE})
"""What a new journal mends."""
UNWRITTEN = "What has happened must be written down before another match goes on."
Wall = Callable[[], int]


class Ledger:
    """Belongs to one thread, as the journal does."""

    def __init__(self, folder: Path, wall: Wall, pictures: int, follow: Follow | None = None) -> None:
        self.folder = folder
        self.wall = wall
        self.pictures = pictures
        """How many bytes pictures may take."""
        self.journal: Journal | None = None
        self.recorder: Recorder | None = None
        self._follow = follow
        """Is told how a match that goes on is gone through."""
        self._refused: JournalError | None = None
        """Why the journal cannot be used, or only be read, if that is so."""
        self._since = wall()

    def open(self) -> None:
        """Open the journal, and go on with the match that is open in it, if this program has none yet."""
        try:
            self._open()
        except JournalError as error:
            self.close()
            self._refuse(error)

    def _open(self) -> None:
        journal, unwritable = Journal.open(self.folder), None
        try:
            journal.try_writing()
        except JournalError as error:
            # One that cannot be written now still tells what was played; one that others write is theirs.
            if error.code is Code.BUSY:
                journal.close()
                raise
            unwritable = error
        self.journal = journal
        if self.recorder is None:
            self.recorder = self._resumed(journal)
        else:
            self.recorder.attach(journal, self.wall())
        if unwritable is not None:
            self._refuse(unwritable)
        else:
            self._refused = None
            LOG.info("The journal is open", extra={"folder": str(self.folder)})

    def _resumed(self, journal: Journal) -> Recorder | None:
        last = self._last(journal)
        if last is None or not last.is_open:
            return None
        try:
            recorder = Recorder.resume(journal, last.number, self._follow)
        except JournalError as error:
            if error.code is Code.DAMAGED:
                raise
            # A match that only a newer companion can read leaves the journal to others.
            LOG.error("The open match cannot go on", extra={"match": last.number, "why": str(error)})  # noqa: TRY400
            return None
        LOG.info("A match goes on", extra={"match": last.number, "events": last.events})
        return recorder

    def _last(self, journal: Journal) -> MatchRow | None:
        """Return the match that was played last: the newest, or one that was gone back to."""
        rows, back = [row for row in journal.matches() if row.source == SOURCE], marked(self.folder)
        return next((row for row in rows if row.uid == back), rows[0] if rows else None)

    def open_matches(self) -> list[MatchRow]:
        """Return the matches that can go on, but for the one that is being played; the newest first."""
        if self.journal is None:
            return []
        playing = self.recorder.uid if self.recorder else None
        return [row for row in self.journal.matches(state="open") if row.source == SOURCE and row.uid != playing]

    def go_back(self, number: int) -> Recorder:
        """Go on with another match that is open; the present one stays as it is. Raises `JournalError`."""
        if self.journal is None or self.trouble:
            raise JournalError(Code.NO_JOURNAL, UNWRITTEN)
        recorder = Recorder.resume(self.journal, number, self._follow)
        mark(self.folder, recorder.uid)
        self.recorder = recorder
        return recorder

    def _refuse(self, error: JournalError) -> None:
        if self._refused is None or str(self._refused) != str(error):
            LOG.error("The journal cannot be used", extra={"why": str(error), "code": error.code.value})
            self._since = self.wall()
        self._refused = error

    def begin(self, agreement: Agreement) -> Recorder:
        """Begin another match; the one before stays as it is."""
        self.recorder = Recorder.begin(self.journal, agreement, self.wall(), SOURCE)
        unmark(self.folder)
        self._tidy()
        return self.recorder

    def retry(self) -> None:
        """Try again what could not be done."""
        if self._refused is not None:
            self.close()
            self.open()
        elif self.recorder is not None:
            self.recorder.retry(self.wall())

    @property
    def trouble(self) -> Trouble | None:
        """What is the matter with the journal."""
        written = self.recorder.trouble if self.recorder else None
        if self._refused is None:
            return written
        waiting = written.waiting if written else 0
        return Trouble(self._refused.code, str(self._refused), waiting, self._since)

    @property
    def is_on_disk(self) -> bool:
        """Whether all that has happened is written down."""
        return self.recorder is None or self.recorder.is_on_disk

    @property
    def mendable(self) -> bool:
        """Whether a new journal would mend it."""
        return self.trouble is not None and self.trouble.code in MENDABLE

    @property
    def message(self) -> Message:
        """How the journal is, in words."""
        trouble = self.trouble
        if trouble is None:
            return words.own("journal_writes")
        text = trouble.sentence if trouble.waiting else trouble.message
        return words.own("journal_waits", message=text, code=trouble.code.value, waiting=trouble.waiting)

    @property
    def device(self) -> DeviceView:
        """The journal as a part of the installation."""
        trouble = self.trouble
        since = trouble.since if trouble else self._since
        return DeviceView("journal", "failed" if trouble else "running", self.message, since)

    def begin_anew(self) -> None:
        """Set the journal aside and begin a new one with what can be saved; raise `JournalError` if that fails."""
        if self.recorder is not None and self.journal is not None:
            saved = self.recorder.set_aside(self.wall())
        else:
            aside = salvage.set_aside(self.folder)
            self.open()
            if self.journal is None:
                raise self._refused or JournalError(Code.FAILING, str(self.folder))
            saved = salvage.salvage(aside, self.journal)
        self._refused = None
        LOG.warning("A new journal is begun", extra={"aside": str(saved.path), "whole": saved.whole})
        for sentence in saved.lost:
            LOG.warning("Not everything could be saved", extra={"what": sentence})

    def keep_picture(self, picture: bytes) -> None:
        """Keep a picture of what happened last."""
        if self.journal is None or self.recorder is None or self.recorder.match is None or self.trouble:
            return
        try:
            self.journal.keep_evidence(self.recorder.match, len(self.recorder.recorded), picture)
        except JournalError as error:
            LOG.warning("A picture is not kept", extra={"why": str(error)})

    def _tidy(self) -> None:
        """Take away the oldest pictures where they take too much room."""
        if self.journal is None or self.trouble:
            return
        try:
            self.journal.tidy(self.pictures)
        except JournalError as error:
            LOG.warning("Pictures are not tidied", extra={"why": str(error)})

    def close(self) -> None:
        """Let other programs write."""
        journal, self.journal = self.journal, None
        if journal is None:
            return
        try:
            journal.close()
        except JournalError as error:
            LOG.warning("The journal was not closed", extra={"why": str(error)})
