"""What programs may read of recorded matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import request

from companion.service.analysing import State
from companion.service.archive import NotInArchiveError, UnreadableArchiveError
from companion.service.archive_view import MatchLine, MatchView, PlayerView, ReplayStep
from web.analysis.words import why_not
from web.api.errors import ApiError
from web.api.operations import Operation, Said, offer
from web.archive.pages import LARGEST_NUMBER, archive, called
from web.archive.search import LONGEST, PAGE, RESULTS, Wanted
from web.entered import NOBODY
from web.kinds import Day, Kind, OneOf, Text, Whole
from web.language import gettext
from web.language import mark as _
from web.render import panel
from web.safe import Role
from web.texts import Speaker

LONGEST_PLAYER = 400
NUMBER = Whole(1, LARGEST_NUMBER)
WORDS = Text(LONGEST, "Ada")


@dataclass(frozen=True, slots=True)
class Found:
    """The matches of a page, the newest first; how many were found, and how many there are in all."""

    matches: tuple[MatchLine, ...]
    found: int
    count: int
    page: int
    last_page: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game that can be gone through; `games`: the numbers of all of the match."""

    match: MatchLine
    number: int
    games: tuple[int, ...]
    steps: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a match, or how far it is."""

    state: State
    """`none`: it can be begun; `playing`: the match goes on; `withheld`: a tournament match is open at this table."""
    percent: int
    why: str
    """Why it has failed, in the language of the request."""
    report: dict[str, Any] | None
    """When it is `done`: the same as `companion analyse --format json` writes."""


def reading(operation: Operation) -> None:
    """Offer what is read in the archive, which may not have it."""

    def read(**asked: Any) -> Any:  # noqa: ANN401 - as the operation says
        if any(isinstance(value, int) and value > LARGEST_NUMBER for value in asked.values()):
            raise ApiError(404, gettext("That is not in the archive."))
        try:
            return operation.run(**asked)
        except NotInArchiveError:
            raise ApiError(404, gettext("That is not in the archive.")) from None
        except UnreadableArchiveError:
            raise ApiError(503, gettext("The archive cannot be read now.")) from None

    kinds = {name: NUMBER for name in ("match", "game", "step", "event") if f"{{{name}}}" in operation.path}
    errors = (*operation.errors, 404, 503)
    offer(replace(operation, run=read, group="archive", path_kinds={**kinds, **operation.path_kinds}, errors=errors))


def matches(page: int = 1, **_asked: str) -> Found:
    """Return the matches that are looked for."""
    lines = archive().matches()
    found = Wanted.read(request.args).found(lines)
    last = max(1, -(-len(found) // PAGE))
    return Found(tuple(found[(page - 1) * PAGE : page * PAGE]), len(found), len(lines), page, last)


def player(name: str = "") -> PlayerView:
    """Return the results of a player."""
    return archive().player(name)


def match(match: int) -> Said:
    """Return a match."""
    found = archive().match(match)
    return Said(found, Speaker(called(found.line.names)))


def game(match: int, game: int) -> Said:
    """Return a game of a match."""
    found = archive().game(match, game)
    return Said(Game(found.line, found.number, found.games, len(found.steps)), Speaker(called(found.line.names)))


def step(match: int, game: int, step: int) -> Said:
    """Return a step of a game."""
    found = archive().game(match, game)
    if not 1 <= step <= len(found.steps):
        raise NotInArchiveError
    return Said(found.steps[step - 1], Speaker(called(found.line.names)))


def analysis(match: int) -> Analysis:
    """Return the analysis of a match, or how far it is."""
    analysing = panel().service.analysing
    known = analysing.state(match)
    report = analysing.report(match) if known.state == "done" else None
    return Analysis(known.state, known.percent, why_not(known.why), report)


def analyse(match: int, body: Mapping[str, Any]) -> Analysis:  # noqa: ARG001 - nothing is to be said
    """Have a match analysed before all others."""
    refused = panel().service.analysing.wish(match)
    if refused:
        raise ApiError(409, Speaker().say(refused), refused.code)
    return analysis(match)


SEARCH: Mapping[str, Kind] = {
    "q": WORDS,
    "player": WORDS,
    "game": WORDS,
    "result": OneOf(RESULTS),
    "from": Day(),
    "to": Day(),
    "page": Whole(1, 1_000_000),
}
NAME = {"name": Text(LONGEST_PLAYER, "Ada", 1)}
for one in (
    Operation("archive", "GET", "/archive", _("The recorded matches, searched."), matches, Found, query=SEARCH),
    Operation("player", "GET", "/archive/player", _("The results of a player."), player, PlayerView, query=NAME),
    Operation("match", "GET", "/archive/{match}", _("A recorded match with its games."), match, MatchView),
    Operation(
        "game", "GET", "/archive/{match}/games/{game}", _("A game of a match: how many steps it has."), game, Game
    ),
    Operation(
        "step",
        "GET",
        "/archive/{match}/games/{game}/steps/{step}",
        _("A step of a game, with the table as it stood after it."),
        step,
        ReplayStep,
    ),
    Operation(
        "analysis",
        "GET",
        "/archive/{match}/analysis",
        _("What each decision of a match was worth, or how far its analysis is."),
        analysis,
        Analysis,
    ),
    Operation(
        "analyse",
        "POST",
        "/archive/{match}/analysis",
        _("Have a match analysed now. How far that is can be asked at the same address."),
        analyse,
        Analysis,
        least=Role.TABLE,
        body=NOBODY,
        errors=(409,),
    ),
):
    reading(one)
