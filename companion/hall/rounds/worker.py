"""Works out what matches have come to, in a thread of its own and only where somebody wants to know."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping

from companion.hall.record.record import Record
from companion.hall.record.trouble import RecordError
from companion.hall.record.values import KeptResult
from companion.hall.rounds.folding import Fold, Outcome

LOG = logging.getLogger(__name__)
MOST_FOLDS = 100
"""So many matches are kept in memory to go on with; others are read again."""
RETRY_S = 3.0
PARTING_S = 1.0
Found = Callable[[str, Outcome, int], None]


class Outcomes:
    """May be used from any thread."""

    def __init__(self, record: Record, found: Found) -> None:
        """Take the record, and who is told what was worked out: the match, how it stands, after how many lines."""
        self._record, self._found = record, found
        self._changed = threading.Condition()
        self._known: dict[str, tuple[int, Outcome]] = {}
        self._wanted: OrderedDict[str, int] = OrderedDict()
        self._folds: OrderedDict[str, Fold] = OrderedDict()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="results", daemon=True)

    def load(self, kept: Mapping[str, KeptResult]) -> None:
        """Take what was worked out before; what could not be read is tried again."""
        read = {match: (one.lines, Outcome.read(one.body)) for match, one in kept.items()}
        self._known = {match: known for match, known in read.items() if known[1].game and not known[1].unreadable}

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join(PARTING_S)

    def of(self, match: str) -> tuple[int, Outcome]:
        """Return how a match stood when that was worked out last, and after how many lines that was."""
        with self._changed:
            return self._known.get(match, (0, Outcome()))

    def want(self, match: str, lines: int) -> None:
        """Have a match worked out, if that is not done for so many lines yet."""
        with self._changed:
            if self._known.get(match, (0, None))[0] < lines:
                self._wanted[match] = lines
                self._changed.notify_all()

    def wait(self, matches: Mapping[str, int], seconds: float) -> None:
        """Wait until matches are worked out up to so many lines, but not for long."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._stopping or all(self._known.get(one, (0,))[0] >= lines for one, lines in matches.items()),
                seconds,
            )

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wanted or self._stopping)
                if self._stopping:
                    return
                match, _ = self._wanted.popitem(last=False)
            try:
                self._work_out(match)
            except RecordError as error:
                LOG.info("A result cannot be worked out now", extra={"match": match, "why": str(error)})
                self._later(match)
            except Exception:  # the edge of the thread: the other matches go on
                LOG.exception("A result could not be worked out", extra={"match": match})

    def _later(self, match: str) -> None:
        with self._changed:
            self._wanted.setdefault(match, 0)
            self._changed.wait_for(lambda: self._stopping, RETRY_S)

    def _work_out(self, match: str) -> None:
        fold = self._folds.pop(match, None) or Fold()
        lines = self._record.lines(match, fold.lines)
        fold.take(lines)
        self._folds[match] = fold
        if len(self._folds) > MOST_FOLDS:
            self._folds.popitem(last=False)
        outcome, count = fold.outcome, fold.lines
        self._record.keep_result(match, KeptResult(count, outcome.written()))
        # Lines after one that cannot be read are seen, but not understood.
        seen = max(count, fold.seen)
        with self._changed:
            self._known[match] = (seen, outcome)
            self._changed.notify_all()
        self._found(match, outcome, count)
