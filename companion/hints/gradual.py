"""A match judged bit by bit: what was judged once is kept, and not judged again."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, Protocol

from companion.hints.advice import Adviser, AdviserError, AwayError
from companion.hints.adviser import Advisers
from companion.hints.analysis import Watch, judge_decision
from companion.hints.choice import Choice
from companion.hints.decisions import Decision, Recorded, decisions
from companion.hints.report import VERSION, Json, assembled, decision_data, is_judged, unjudged_data
from companion.journal.store import Journal

EVERY = 5
"""After so many decisions what is judged is written down."""
HEAD = -1_000_000
"""Where it is kept that a match is judged to its end; its games are kept below nothing by their numbers."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How it was judged: what was judged otherwise does not go with it."""

    adviser: str = Choice.AUTO.value
    plies: int | None = None


@dataclass
class Part:
    """What is judged of a game, and by whom."""

    decisions: list[Json] = field(default_factory=list)
    advisers: list[str] = field(default_factory=list)
    instead: list[str] = field(default_factory=list)


class Keep(Protocol):
    """Where the games are kept."""

    def part(self, game: int) -> Part:
        """Return what is judged of a game so far."""

    def keep(self, game: int, part: Part) -> None:
        """Remember it."""

    def finish(self, games: int) -> None:
        """Remember that all of so many games is judged."""


class Shelf:
    """Keeps the games of a match in the journal's cache: with another event in the match, all is forgotten."""

    def __init__(self, journal: Journal, match: int, settings: Settings | None = None) -> None:
        """Take a match; without settings whatever is kept is good."""
        self._journal, self._match = journal, match
        self._settings = settings and asdict(settings)

    def part(self, game: int) -> Part:
        """Return what is judged of a game so far."""
        body = self._body(-game)
        return Part(body["decisions"], body["advisers"], body["instead"]) if body else Part()

    def keep(self, game: int, part: Part) -> None:
        """Remember it."""
        self._write(-game, asdict(part))

    def finish(self, games: int) -> None:
        """Remember that all of so many games is judged."""
        self._write(HEAD, {"games": games})

    def forget(self) -> None:
        """Judge everything anew."""
        count = len(self._journal.games(self._match)) + 1
        for number in (HEAD, *(-game for game in range(1, count + 1))):
            self._journal.cache(self._match, number, b"{}")

    @property
    def games(self) -> int:
        """How many games are judged, all of them; 0 as long as the match is not judged to its end."""
        body = self._body(HEAD)
        return int(body["games"]) if body else 0

    def report(self) -> Json | None:
        """Return what came of a match that is judged to its end."""
        return report_of([self.part(game) for game in range(1, self.games + 1)]) if self.games else None

    def _write(self, number: int, body: Json) -> None:
        whole = {"version": VERSION, "settings": self._settings or asdict(Settings()), **body}
        self._journal.cache(self._match, number, json.dumps(whole, separators=(",", ":")).encode())

    def _body(self, number: int) -> Json | None:
        found: Any = json.loads(self._journal.cached(self._match, number) or b"{}")
        if found.get("version") != VERSION or self._settings not in (None, found["settings"]):
            return None
        return dict(found)


def judge_match(advisers: Advisers, games: Sequence[Recorded], keep: Keep, watch: Watch) -> Json:
    """Judge what is not judged yet; whatever breaks it off, what is judged is kept.

    Single decisions that nobody can judge are left out; raise why if that is all of them, or if nobody is there.
    """
    listed = [decisions(*game) for game in games]
    total, before, parts = sum(map(len, listed)), 0, []
    for number, found in enumerate(listed, 1):
        part = keep.part(number)
        counting = partial(_counted, watch, before, total)
        if len(part.decisions) < len(found):
            _judge_game(advisers, found, part, counting, partial(keep.keep, number))
        parts.append(part)
        before += len(found)
    watch(total, total)
    _check_judged(parts, keep)
    keep.finish(len(listed))
    return report_of(parts)


def _check_judged(parts: Sequence[Part], keep: Keep) -> None:
    """Raise why nothing at all could be judged, and forget that it was tried."""
    found = [one for part in parts for one in part.decisions]
    if not found or any(map(is_judged, found)):
        return
    for number in range(1, len(parts) + 1):
        keep.keep(number, Part())
    raise AdviserError(found[0]["unjudged"])


def report_of(parts: Sequence[Part]) -> Json:
    """Return what the games come to."""
    names = dict.fromkeys(name for part in parts for name in part.advisers)
    reasons = dict.fromkeys(why for part in parts for why in part.instead)
    return assembled([part.decisions for part in parts], tuple(names), tuple(reasons))


def _counted(watch: Watch, before: int, total: int, done: int) -> None:
    watch(before + done, total)


def _judge_game(
    advisers: Advisers,
    found: Sequence[Decision],
    part: Part,
    watch: Callable[[int], None],
    keep: Callable[[Part], None],
) -> None:
    try:
        for decision in found[len(part.decisions) :]:
            watch(len(part.decisions))
            _judge(advisers, decision, part)
            if len(part.decisions) % EVERY == 0:
                keep(part)
    finally:
        keep(part)


def _judge(advisers: Advisers, decision: Decision, part: Part) -> None:
    try:
        answered = advisers.ask(partial(_data, decision))
    except AwayError:
        raise
    except AdviserError as error:
        part.decisions.append(unjudged_data(decision, str(error)))
        return
    part.decisions.append(answered.value)
    part.advisers[:] = dict.fromkeys([*part.advisers, answered.by])
    part.instead[:] = dict.fromkeys([*part.instead, *answered.instead])


def _data(decision: Decision, adviser: Adviser, plies: int) -> Json:
    return decision_data(judge_decision(adviser, decision, plies))
