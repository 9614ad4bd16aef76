"""Files that people hand in for the archive: read beside the table, one at a time, and then written by who records."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from secrets import token_urlsafe
from typing import Any, Literal, Protocol

from companion.journal.exchange.complete import CompleteMatch, Picture
from companion.journal.exchange.formats import detect
from companion.journal.exchange.importing import ForeignFileError, IllegalPlaysError, Problem
from companion.journal.exchange.taking_in import read_complete, ready, uid_of
from companion.journal.store import Journal, new_uid
from companion.journal.summary import New
from companion.journal.trouble import Code, JournalError
from companion.table.events import Event

LOG = logging.getLogger(__name__)
KEPT = 4
"""How many files are remembered, with what came of them."""
EVERY = 50
MOST_TOLD = 100
"""How many plays against the rules are listed."""
State = Literal["reading", "going_through", "writing", "done", "illegal", "twice", "wrong", "unwritten", "failed"]
BUSY = frozenset({"reading", "going_through", "writing"})


class InJournal(Protocol):
    """Does something with the journal in the thread that may write it; raises `JournalError` if it cannot be."""

    def __call__(self, work: Callable[[Journal], Any]) -> Any:  # noqa: ANN401 - what the work returns
        """Return what came of it."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something about a file: in which game and move (0: of the whole file, or before all moves), and what."""

    game: int
    move: int
    text: str


@dataclass(frozen=True, slots=True)
class Handed:
    """A file that was handed in, and what has come of it so far."""

    id: str
    name: str
    size: int
    state: State = "reading"
    percent: int = 0
    format: str = ""
    match: int | None = None
    """Its number in the archive: now, or since before."""
    troubles: tuple[Trouble, ...] = ()
    """Plays against the rules: for which it was refused, or which were let stand."""
    more: int = 0
    """How many there are besides."""
    notes: tuple[Trouble, ...] = ()
    why: str = ""

    @property
    def is_busy(self) -> bool:
        """Whether it is still being worked on."""
        return self.state in BUSY


@dataclass
class _Task:
    """A file with what it holds: kept for as long as it may be asked for once more."""

    handed: Handed
    data: bytes
    condone: bool = False
    again: bool = False
    done: threading.Event = field(default_factory=threading.Event)


class Imports:
    """The files that were handed in last; may be asked from any thread."""

    def __init__(self, number_of: Callable[[str], int | None], in_journal: InJournal, wall: Callable[[], int]) -> None:
        """Take who knows which matches are there, who writes, and the clock on the wall."""
        self._number_of, self._in_journal, self._wall = number_of, in_journal, wall
        self._tasks: OrderedDict[str, _Task] = OrderedDict()
        self._lock = threading.Lock()

    def hand_in(self, data: bytes, name: str, *, condone: bool) -> Handed | None:
        """Begin to read a file; None while another one is being read."""
        with self._lock:
            if any(task.handed.is_busy for task in self._tasks.values()):
                return None
            task = _Task(Handed(token_urlsafe(9), name, len(data)), data, condone)
            self._tasks[task.handed.id] = task
            while len(self._tasks) > KEPT:
                self._tasks.popitem(last=False)
        self._begin(task)
        return task.handed

    def once_more(self, name: str, *, condone: bool, again: bool) -> Handed | None:
        """Read a file again that was refused: with its plays let stand, or although the match is there already."""
        with self._lock:
            task = self._tasks.get(name)
            if task is None or any(one.handed.is_busy for one in self._tasks.values()):
                return None
            if task.handed.state not in {"illegal", "twice", "unwritten"}:
                return task.handed
            task.condone, task.again = task.condone or condone, task.again or again
            task.handed = Handed(name, task.handed.name, task.handed.size)
            task.done.clear()
        self._begin(task)
        return task.handed

    def look(self, name: str, patience: float = 0.0) -> Handed | None:
        """Return what has come of a file, after waiting for its end for a while; None if it is not known any more."""
        task = self._tasks.get(name)
        if task is None:
            return None
        task.done.wait(patience)
        return task.handed

    def _begin(self, task: _Task) -> None:
        threading.Thread(target=self._run, args=(task,), name="import", daemon=True).start()

    def _run(self, task: _Task) -> None:
        try:
            self._take_in(task)
        except IllegalPlaysError as error:
            shown = tuple(map(_trouble, error.problems[:MOST_TOLD]))
            self._tell(task, state="illegal", troubles=shown, more=len(error.problems) - len(shown))
        except ForeignFileError as error:
            self._tell(task, state="wrong", why=str(error))
        except JournalError as error:
            self._tell(task, state="twice" if error.code is Code.TWICE else "unwritten", why=str(error))
        except Exception:  # the edge of the thread: whatever is in a file, the panel goes on
            LOG.exception("A file could not be read", extra={"size": len(task.data)})
            self._tell(task, state="failed")
        finally:
            if task.handed.state in {"done", "wrong", "failed"}:
                task.data = b""
            task.done.set()

    def _tell(self, task: _Task, **changes: Any) -> None:  # noqa: ANN401 - fields of Handed
        task.handed = replace(task.handed, **changes)

    def _take_in(self, task: _Task) -> None:
        # By what is in it alone: a name says nothing.
        self._tell(task, format=detect(task.data).name)
        match = read_complete(task.data, "", condone=task.condone)
        uid = uid_of(match)
        there = self._number_of(uid)
        if there is not None and not task.again:
            self._tell(task, state="twice", match=there)
            return
        self._tell(task, state="going_through")
        number = self._written(task, match, new_uid() if there is not None else uid)
        shown = tuple(map(_trouble, match.problems[:MOST_TOLD]))
        self._tell(
            task,
            state="done",
            match=number,
            troubles=shown,
            more=len(match.problems) - len(shown),
            notes=tuple(map(_trouble, match.notes[:MOST_TOLD])),
        )
        LOG.info("A file was taken in", extra={"match": number, "format": task.handed.format})

    def _written(self, task: _Task, match: CompleteMatch, uid: str) -> int:
        begun = self._wall() if match.begun is None else match.begun
        whole = ready(
            match, New(uid, match.source or task.handed.format, begun), lambda events: self._told(task, events)
        )
        self._tell(task, state="writing")
        number = int(self._in_journal(whole.put))
        for picture in match.pictures:
            # One by one: between them the table has its turn.
            self._in_journal(_keeping(number, picture))
        return number

    def _told(self, task: _Task, events: Sequence[Event]) -> Iterator[Event]:
        for number, event in enumerate(events):
            if number % EVERY == 0:
                self._tell(task, percent=100 * number // len(events))
            yield event


def _keeping(number: int, picture: Picture) -> Callable[[Journal], None]:
    return lambda journal: journal.keep_evidence(number, picture.seq, picture.data, picture.kind)


def _trouble(problem: Problem) -> Trouble:
    return Trouble(problem.game, problem.move, problem.message)
