"""Matches judged in the background: one at a time, beside the table, and never while a tournament match is open."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from companion.analysis_report import described
from companion.hints.gradual import Shelf
from companion.service import words
from companion.service.analysing_process import FAILED, Judging
from companion.service.archive import Archive, NotInArchiveError, UnreadableArchiveError
from companion.service.view import Message, TableView

LOG = logging.getLogger(__name__)
LOOK_S = 5.0
"""How often it is looked whether there is something to do."""
STOP_S = 0.8
QUIET_S = 600.0
"""A table at which nothing has happened for so long is not played at."""
RECENT = 5
"""So many matches of this table are judged unasked, the last ones."""
SOURCE = "table"
FEWEST_CORES = 4
AT_TABLE = frozenset("opening to_throw naming playing asking disputed".split())
OVER = frozenset({"match_over", "no_match"})
State = Literal["none", "playing", "waiting", "busy", "done", "failed", "withheld"]
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """How far the analysis of a match is; `why` it has failed."""

    state: State
    percent: int = 0
    why: str = ""


def has_idle_cores(own: int) -> bool:
    """Whether the processor has so much to spare that a game that is being played does not feel this."""
    cores = os.cpu_count() or 1
    return cores >= FEWEST_CORES and os.getloadavg()[0] - own <= cores - 2


def child(folder: Path, number: int) -> list[str]:
    """Return the command that judges a match."""
    return [sys.executable, "-m", "companion.service.analysing_child", str(folder), str(number)]


class Analysing:
    """Knows which matches are judged, and has others judged; may be asked from any thread."""

    def __init__(
        self,
        folder: Path,
        archive: Archive,
        view: Callable[[], TableView],
        command: Callable[[Path, int], Sequence[str]] = child,
        is_idle: Callable[[int], bool] = has_idle_cores,
    ) -> None:
        """Take the folder of the journal, who reads it, what the table shows, and what judges a match."""
        self._folder, self._archive, self._view = folder, archive, view
        self._command, self._is_idle = command, is_idle
        self._changed = threading.Condition()
        self._wished: list[int] = []
        self._failed: dict[int, str] = {}
        self._now: tuple[int, int] | None = None
        """Which match is being judged, and how far that is in percent."""
        self._unasked = self._stopping = False
        self._looked: object = None
        self._seen: tuple[int, float] = (-1, 0.0)
        self._thread: threading.Thread | None = None

    # What is known.

    @property
    def is_withheld(self) -> bool:
        """Whether nothing of it is shown or done: a tournament match is open at this table."""
        view = self._view()
        return view.tournament and view.phase not in OVER

    def state(self, number: int) -> AnalysisState:
        """Return how far the analysis of a match is."""
        with self._archive.opened(number) as (journal, row):
            judged = Shelf(journal, number).games
            is_tournament = row.is_open and journal.agreement(number).table.tournament
        if is_tournament or self.is_withheld:
            return AnalysisState("withheld")
        under_way = self._under_way(number)
        if under_way or judged:
            return under_way or AnalysisState("done", 100)
        if row.is_open and self._view().match == number:
            return AnalysisState("playing")
        why = self._failed.get(number)
        return AnalysisState("none") if why is None else AnalysisState("failed", why=why)

    def _under_way(self, number: int) -> AnalysisState | None:
        with self._changed:
            if self._now and self._now[0] == number:
                return AnalysisState("busy", self._now[1])
            return AnalysisState("waiting") if number in self._wished else None

    def report(self, number: int) -> Json | None:
        """Return what came of a match, as `companion analyse` writes it; None if it is not judged."""
        if self.state(number).state != "done":
            return None
        with self._archive.opened(number) as (journal, row):
            found = Shelf(journal, number).report()
            return described(found, journal, row) if found else None

    def game(self, number: int, game: int) -> list[Json] | None:
        """Return the judged decisions of a game; None if they are not judged."""
        if self.state(number).state != "done":
            return None
        with self._archive.opened(number) as (journal, _row):
            return Shelf(journal, number).part(game).decisions

    # What is done.

    def wish(self, number: int) -> Message | None:
        """Have a match judged before all others; return why not, if it is not."""
        state = self.state(number).state
        if state in {"withheld", "playing"}:
            return words.own(f"analysis_{state}")
        if state in {"none", "failed"}:
            with self._changed:
                self._failed.pop(number, None)
                if number not in self._wished:
                    self._wished.append(number)
                self._changed.notify_all()
            self._start()
        return None

    def begin(self) -> None:
        """Judge the last matches of this table unasked from now on."""
        self._unasked = True
        self._start()

    def stop(self) -> None:
        """End at once; what is judged is kept."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(STOP_S)

    def _start(self) -> None:
        with self._changed:
            if self._thread is None and not self._stopping:
                self._thread = threading.Thread(target=self._run, name="analysis", daemon=True)
                self._thread.start()

    # The thread.

    def _run(self) -> None:
        while not self._stopping:
            try:
                number = self._next()
                if number is not None and self._may_go_on(number):
                    self._judge(number)
            except (NotInArchiveError, UnreadableArchiveError) as error:
                LOG.warning("The journal cannot be read to judge a match", extra={"why": str(error)})
            except Exception:  # the edge of a thread: the table goes on
                LOG.exception("The analysis has failed")
            with self._changed:
                self._changed.wait_for(lambda: self._stopping or self._is_waited_for(), LOOK_S)

    def _is_waited_for(self) -> bool:
        return bool(self._wished) and not self.is_withheld

    def _next(self) -> int | None:
        """Return which match is to be judged: one that somebody waits for, or one of the last."""
        if self._wished:
            return self._wished[0]
        view = self._view()
        if not self._unasked or self._looked == (view.match, view.phase in AT_TABLE):
            return None
        with self._archive.reading() as journal:
            rows = journal.matches(state="over") if journal else []
            recent = [row.number for row in rows if row.source == SOURCE][:RECENT]
            left = [one for one in recent if one not in self._failed and journal and not Shelf(journal, one).games]
        if not left:
            self._looked = (view.match, view.phase in AT_TABLE)
        return left[0] if left else None

    def _may_go_on(self, number: int, own: int = 0) -> bool:
        if self._stopping or self.is_withheld:
            return False
        return number in self._wished or not self._is_played_at() or self._is_idle(own)

    def _is_played_at(self) -> bool:
        view, now = self._view(), time.monotonic()
        if view.version != self._seen[0]:
            self._seen = view.version, now
        return view.phase in AT_TABLE and now - self._seen[1] < QUIET_S

    def _judge(self, number: int) -> None:
        LOG.info("A match is judged", extra={"match": number})
        self._now = number, 0
        # What goes wrong here would go wrong again at once, and for ever: it is over.
        is_over, failed = True, FAILED
        try:
            is_over, failed = self._listened(number)
        finally:
            self._settle(number, failed, is_over=is_over)

    def _listened(self, number: int) -> tuple[bool, str]:
        """Have a match judged; return whether that has come to its end, and why it has failed, if it has."""
        judging = Judging(self._command(self._folder, number))
        try:
            for percent in judging.news(lambda: self._may_go_on(number, 1)):
                self._now = number, percent
        finally:
            judging.end()
        return judging.is_over, judging.failed or ""

    def _settle(self, number: int, failed: str, *, is_over: bool) -> None:
        with self._changed:
            self._now = None
            if is_over and number in self._wished:
                self._wished.remove(number)
            if is_over and failed:
                self._failed[number] = failed
        LOG.info("A match was judged", extra={"match": number, "over": is_over, "failed": failed})
