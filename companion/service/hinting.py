"""Hints at the table: only if both players want them, never in a tournament, and never anything that delays the table.

The table's own thread asks only what is known; whoever thinks does so in a thread of its own.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.hints.adviser import Advisers, advisers
from companion.hints.question import Hint, NothingToAskError, Question, question_of
from companion.hints.worker import HintWorker
from companion.rules.players import Pair, Player, both
from companion.service import words
from companion.service.hinting_view import as_told
from companion.service.view import Answer, Both, HintsView, Message, TableView, Who
from companion.table.corrections import HintWanted
from companion.table.rejection import RejectedError
from companion.table.state import MatchOver, Table

LOG = logging.getLogger(__name__)
CLOSE_S = 0.8
NOBODY = both(False)  # noqa: FBT003 - a pair of answers
ALLOWED = HintWanted(0, both(True))  # noqa: FBT003 - a pair of answers
About = Literal["", "play", "cube"]


@dataclass(frozen=True, slots=True)
class Links:
    """What the hints have to do with the table: how it stands, how something is entered, how it is shown anew."""

    table: Callable[[], tuple[Table | None, str]]
    """The table, and the uid of its match."""
    view: Callable[[], TableView]
    post: Callable[[Mapping[str, Any], str], Answer]
    show: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what was said to it, or why nothing can be said."""

    question: Question
    said: HintsView | None = None


class Hinting:
    """Remembers for the match who wants hints, and passes on what is asked and answered."""

    def __init__(self, links: Links, make: Callable[[], Advisers] = advisers) -> None:
        """Take the table, and who makes the advisers when somebody first asks."""
        self._links, self._make = links, make
        self._lock = threading.Lock()
        self._worker: HintWorker | None = None
        self._match = ""
        self._wanted: Pair[bool] = NOBODY
        self._asked: Asked | None = None

    # By the table's own thread.

    def shown(self, table: Table | None, match: str) -> HintsView | None:
        """Return what is shown with the table; what it has left behind is forgotten."""
        with self._lock:
            if match != self._match:
                self._match, self._wanted = match, NOBODY
                self._drop()
            if table is None or table.rules.tournament or isinstance(table.phase, MatchOver):
                self._drop()
                return None
            question = _question(table)
            if self._asked and (self._asked.question != question or not all(self._wanted)):
                self._drop()
            return _view(self._wanted, question, self._asked)

    def _drop(self) -> None:
        self._asked = None
        if self._worker is not None:
            self._worker.cancel()

    # By who is at the panel.

    def want(self, player: Who, by: str, *, wanted: bool) -> Answer:
        """A player wants hints, or wants none any more."""
        table, match = self._links.table()
        if table is None or table.rules.tournament:
            return self._post(by)
        with self._lock:
            if match == self._match:
                self._wanted = self._wanted.with_(Player(player), wanted)
        LOG.info("Hints", extra={"player": player, "wanted": wanted, "by": by})
        self._links.show()
        return self._answer(None)

    def ask(self, by: str) -> Answer:
        """Ask what to do now, if both players want hints; the answer comes with a later view."""
        table, match = self._links.table()
        if table is None or table.rules.tournament:
            return self._post(by)
        if match != self._match or not all(self._wanted):
            return self._answer(words.own("no_hints_wanted"))
        question = _question(table)
        if question is None:
            return self._answer(words.own("nothing_to_hint"))
        # First the record says so: no hint is given of which it does not tell.
        answer = self._post(by)
        if answer.ok:
            self._think(question)
        return answer

    def _post(self, by: str) -> Answer:
        """Let the referee say whether hints are allowed, and have it written down."""
        agreed = {player.value: self._wanted[player] for player in Player}
        return self._links.post({"event": "hint_wanted", "agreed": agreed, "what": "hint"}, by)

    def _think(self, question: Question) -> None:
        table, match = self._links.table()
        with self._lock:
            if table is None or match != self._match or not all(self._wanted) or _question(table) != question:
                # Meanwhile the table has gone on.
                return
            if self._worker is None:
                self._worker = HintWorker(self._make(), self._told)
            self._worker.ask(table, ALLOWED)
            self._asked = Asked(question)
        self._links.show()

    def _told(self, question: Question, said: Hint | str) -> None:
        # Worked out here, in the thread of who thinks, and not in the table's.
        told = as_told(said)
        with self._lock:
            if self._asked is None or self._asked.question != question:
                return
            self._asked = Asked(question, told)
        self._links.show()

    def _answer(self, message: Message | None) -> Answer:
        return Answer(message is None, message, self._links.view())

    def close(self) -> None:
        """End without waiting for one who does not stop thinking."""
        with self._lock:
            worker, self._worker = self._worker, None
        if worker is not None:
            ending = threading.Thread(target=worker.close, name="hints end", daemon=True)
            ending.start()
            ending.join(CLOSE_S)


def _question(table: Table) -> Question | None:
    try:
        return question_of(table, ALLOWED)
    except (NothingToAskError, RejectedError):
        return None


def _view(wanted: Pair[bool], question: Question | None, asked: Asked | None) -> HintsView:
    told = HintsView() if asked is None else asked.said or HintsView(state="thinking")
    about: About = "" if question is None else "cube" if question.turn is None else "play"
    return replace(told, wanted=Both(*wanted), about=about)
