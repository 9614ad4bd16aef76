"""A match judged by an adviser, with nothing kept for another time."""

from __future__ import annotations

from companion.hints.adviser import Advisers, Seat
from companion.hints.analysis import Judged, Watch, judge_decision
from companion.hints.decisions import decisions, games_of
from companion.hints.gradual import Part, judge_match
from companion.hints.report import Json
from tests.hints.pip_adviser import PipAdviser
from tests.journal.scripts import session


class NothingKept:
    """Forgets at once."""

    def part(self, game: int) -> Part:  # noqa: ARG002 - as all
        return Part()

    def keep(self, game: int, part: Part) -> None:
        """Forget it."""

    def finish(self, games: int) -> None:
        """Forget it."""


def asked(adviser: PipAdviser) -> Advisers:
    return Advisers([Seat(lambda: adviser, 0)])


def watch(_done: int, _total: int) -> None:
    """Look away."""


def judged(name: str, adviser: PipAdviser | None = None) -> list[list[Judged]]:
    """Every decision of a scripted table, by game."""
    knows = adviser or PipAdviser()
    return [[judge_decision(knows, one, 0) for one in decisions(*game)] for game in games_of(session(name)[2])]


def report(name: str, adviser: PipAdviser | None = None, look: Watch = watch) -> Json:
    """What a scripted table comes to."""
    return judge_match(asked(adviser or PipAdviser()), games_of(session(name)[2]), NothingKept(), look)
