"""A thread that asks the advisers, so that nobody else has to wait: only the latest question counts."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion.hints.advice import AdviserError
from companion.hints.adviser import Advisers
from companion.hints.question import Hint, Question, answer, question_of
from companion.language import mark
from companion.table.corrections import HintWanted
from companion.table.state import Table

LOG = logging.getLogger(__name__)
JOIN_S = 5.0
FAILED = mark("No advice could be got.")

Tell = Callable[[Question, Hint | str], None]
"""Is told the answer to a question, or in words why there is none; called by the worker's own thread."""


class HintWorker:
    """Answers one question at a time; asking and cancelling never wait for an answer."""

    def __init__(self, advisers: Advisers, tell: Tell) -> None:
        """Take whom to ask, and who is told."""
        self._advisers, self._tell = advisers, tell
        self._changed = threading.Condition()
        self._wanted: Question | None = None
        self._asked: Question | None = None
        """What is being answered, if the answer is still wanted."""
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="hints", daemon=True)
        self._thread.start()

    def ask(self, table: Table, event: HintWanted) -> None:
        """Want a hint for the table instead of whatever was asked before.

        Raises what the referee raises where none is allowed: there is no other way in.
        """
        question = question_of(table, event)
        with self._changed:
            self._wanted, self._asked = question, None
            self._changed.notify()

    def cancel(self) -> None:
        """Want no answer any more: the table has gone on."""
        with self._changed:
            self._wanted = self._asked = None

    def close(self) -> None:
        """End the thread and the advisers."""
        with self._changed:
            self._closed, self._wanted, self._asked = True, None, None
            self._changed.notify()
        # An adviser that is being asked gives up when its process is gone.
        self._advisers.close()
        self._thread.join(JOIN_S)

    def _run(self) -> None:
        while (question := self._next()) is not None:
            said = self._answered(question)
            with self._changed:
                is_wanted, self._asked = self._asked is question, None
            if is_wanted:
                self._told(question, said)

    def _told(self, question: Question, said: Hint | str) -> None:
        try:
            self._tell(question, said)
        except Exception:
            LOG.exception("a hint could not be told")

    def _next(self) -> Question | None:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._wanted is not None)
            self._asked, self._wanted = self._wanted, None
            return self._asked

    def _answered(self, question: Question) -> Hint | str:
        try:
            return answer(self._advisers, question)
        except AdviserError as error:
            return str(error)
        except Exception:
            LOG.exception("an adviser failed")
            return FAILED
