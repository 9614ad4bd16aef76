"""Matches of the archive that are judged, by an adviser whose opinion is quickly had."""

from __future__ import annotations

from companion.hints.adviser import Advisers, Seat
from companion.hints.decisions import games_of
from companion.hints.gradual import Settings, Shelf, judge_match
from companion.hints.report import Json
from companion.journal.store import Journal
from tests.hints.pip_adviser import PipAdviser
from tests.web import shelf
from tests.web.stage import Stage


def pips() -> Advisers:
    """Return advisers that know nothing but the race."""
    return Advisers([Seat(PipAdviser, 0)])


def judge(stage: Stage, number: int, adviser: PipAdviser | None = None) -> Json:
    """Judge a match of the archive; return what came of it."""
    known = Advisers([Seat(lambda: adviser, 0)]) if adviser else pips()
    with Journal.open(stage.folder) as journal:
        kept = Shelf(journal, number, Settings())
        return judge_match(known, games_of(journal.resume(number)), kept, lambda _done, _total: None)


def put_judged(stage: Stage, name: str, *names: str) -> int:
    """Shelve a scripted match, and judge it."""
    number = shelf.put(stage, name, *names)
    judge(stage, number)
    return number
