"""The pages of the archive: all matches with a search, a player's results, a single match."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.service.archive import (
    ENDINGS,
    Archive,
    NotInArchiveError,
    UnreadableArchiveError,
)
from companion.service.archive_view import MatchLine
from companion.service.view import Both, GameInfo
from web.access import asks_for_page, csrf_token
from web.analysis.words import why_not
from web.archive.search import PAGE, Wanted
from web.archive.words import in_words
from web.language import gettext as _
from web.render import panel
from web.texts import Speaker

pages = Blueprint("archive", __name__)
P = ParamSpec("P")
LARGEST_NUMBER = 2**63 - 1


def archive() -> Archive:
    """Return the recorded matches."""
    return panel().service.archive


def reads(page: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
    """Let a page tell in words what is not there, and that the journal cannot be read."""

    @wraps(page)
    def told(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        # No column holds a larger number.
        if any(isinstance(value, int) and value > LARGEST_NUMBER for value in kwargs.values()):
            abort(404)
        try:
            return page(*args, **kwargs)
        except NotInArchiveError:
            return sentence(_("That is not in the archive."), 404)
        except UnreadableArchiveError as error:
            return sentence(_("The archive cannot be read now."), 503, str(error))

    return told


def sentence(text: str, code: int, detail: str = "") -> ResponseReturnValue:
    """Tell a person on a page, and a program as JSON, what cannot be done; details are as the journal tells them."""
    if not asks_for_page():
        return {"ok": False, "message": f"{text} {in_words(detail)}".strip()}, code
    return render_template("archive/sentence.html", text=text, detail=in_words(detail), english=detail), code


@pages.get("/archive")
@reads
def overview() -> ResponseReturnValue:
    """Show the matches, the newest first: all, or those that are looked for."""
    wanted, lines = Wanted.read(request.args), archive().matches()
    found = wanted.found(lines)
    last = max(1, -(-len(found) // PAGE))
    page = min(max(1, request.args.get("page", 1, int)), last)
    return render_template(
        "archive/overview.html",
        wanted=wanted,
        lines=found[(page - 1) * PAGE : page * PAGE],
        found=len(found),
        count=len(lines),
        page=page,
        last=last,
        players=sorted({name for line in lines for name in (line.names.white, line.names.black)}, key=str.casefold),
        games=_games(lines),
        to=lambda number: url_for("archive.overview", **wanted.address, page=number),  # type: ignore[arg-type]
        **tools(),
    )


def _games(lines: list[MatchLine]) -> list[GameInfo]:
    """Return the games that were played."""
    played = {line.game for line in lines}
    return [one for one in panel().service.catalogue() if one.id in played]


@pages.get("/archive/player")
@reads
def player() -> ResponseReturnValue:
    """Show a player's results."""
    return render_template(
        "archive/player.html", player=archive().player(request.args.get("name", "")[:400]), **tools()
    )


@pages.get("/archive/<int:number>")
@reads
def match(number: int) -> ResponseReturnValue:
    """Show a match."""
    found = archive().match(number)
    speaker = Speaker(called(found.line.names))
    return render_template(
        "archive/match.html",
        match=found,
        line=found.line,
        endings=ENDINGS,
        source_of=source_of,
        state=panel().service.analysing.state(number),
        csrf=csrf_token(),
        why_not=why_not,
        **tools() | {"say": speaker.say},
    )


def source_of(source: str) -> str:
    """Return in words from where a match was taken."""
    if source == "table":
        return _("this table")
    if source == "salvaged":
        return _("a damaged journal")
    return _("a %(ending)s file", ending=ENDINGS[source]) if source in ENDINGS else source


def called(names: Both[str]) -> Both[str]:
    """Return what players are called: one without a name by the colour."""
    return Both(*(_(name) if name in {"White", "Black"} else name for name in (names.white, names.black)))


def tools() -> dict[str, object]:
    """Return what the templates of the archive say and count with."""
    return {"say": Speaker().say, "called": called, "span": span}


def span(ms: int) -> str:
    """Return how long something has taken."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
