"""What everybody may look at: all tables, one table, the big screen, the results of the rounds."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from companion.hall.view import FloorView
from web.access import csrf_token
from web.hall import words
from web.hall.parts import CARDS, Page, card_of, draw, message, parts
from web.hall.shared import shared
from web.look import look

pages = Blueprint("floor", __name__)


@pages.get("/")
def tables() -> ResponseReturnValue:
    """Show all tables of the round."""
    return live_page("tables", Page("tables", look()))


@pages.get("/screen")
def screen() -> ResponseReturnValue:
    """Show all tables to a whole hall."""
    return live_page("screen", Page("screen", look()))


@pages.get("/table/<table>")
def table(table: str) -> ResponseReturnValue:
    """Show one table."""
    view = shared().hall.view()
    if card_of(view, table) is None:
        abort(404)
    return live_page("table", Page("table", look(), table))


@pages.get("/results")
def rounds() -> ResponseReturnValue:
    """Show the results of the round that is played, or else the last one."""
    view = shared().hall.view()
    return results(view.round or max(view.rounds, default=0))


@pages.get("/results/<int:number>")
def results(number: int) -> ResponseReturnValue:
    """Show the results of a round."""
    view = shared().hall.view()
    if number not in view.rounds and view.rounds:
        abort(404)
    rows = shared().hall.results(number) if view.rounds else ()
    return render_template("hall/results.html", floor=view, number=number, rows=rows, said=words.said)


def live_page(name: str, page: Page) -> str:
    """Return a page that follows the hall, as it is now."""
    view: FloorView = shared().hall.view()
    known = parts(view, page)
    told = message(view, page, {}, full=True)
    return render_template(
        f"hall/{name}.html",
        floor=view,
        page=page,
        parts=known,
        told=told,
        card=card_of(view, page.table),
        words=words,
        of_tables=CARDS.get(name, ""),
        draw=lambda piece, shown: draw(piece, shown, csrf_token()),
    )
