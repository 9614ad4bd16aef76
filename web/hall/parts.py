"""The parts of the hall's pages: each a piece of HTML with a name, drawn anew only when it shows something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from flask import render_template

from companion.hall.view import FloorView, TableCard
from web.drawing import picture
from web.hall import words
from web.hall.shared import shared
from web.language import gettext as _
from web.live import Parts, mark
from web.look import Look
from web.render import place_in_words

CARDS = {"tables": "card", "screen": "tile", "director": "row"}
"""Which piece of its own each table has on a page."""
HEADS = {"tables": ("floor",), "screen": ("screen_head", "screen_calls"), "director": ("calls", "troubles", "status")}
"""The parts of a page that are about all tables."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the hall as a device sees it."""

    name: str
    look: Look
    table: str = ""
    """The id of the table that the page is about."""


def order(view: FloorView, page: Page) -> list[str]:
    """Return the names of the tables' pieces, in their order on the page."""
    return [name for name, _card in named(present(view, page))] if page.name in CARDS else []


def named(cards: Iterable[TableCard]) -> Iterator[tuple[str, TableCard]]:
    """Yield each table with the name of its piece; two that speak under one id have different ones."""
    before: Counter[str] = Counter()
    for card in cards:
        before[card.id] += 1
        again = f"-{before[card.id]}" if before[card.id] > 1 else ""
        yield f"t-{card.id}{again}", card


def present(view: FloorView, page: Page) -> tuple[TableCard, ...]:
    """Return the tables of a page: only those of the round that is played; all of them for directors."""
    if page.name == "director" or view.round is None:
        return view.tables
    playing = tuple(card for card in view.tables if card.pairing)
    return playing or view.tables


def card_of(view: FloorView, table: str) -> TableCard | None:
    """Return a table by its id."""
    return next((card for card in view.tables if card.id == table), None)


def parts(view: FloorView, page: Page) -> Parts:
    """Return the parts of a page, drawn once for all who want the same."""
    return shared().drawn.get((view.version, page), lambda: dict(_drawn(view, page)))


def _drawn(view: FloorView, page: Page) -> Iterator[tuple[str, str]]:
    if page.name == "table":
        yield "live", _piece(page, "live", _table(view, page.table))
        return
    for name in HEADS[page.name]:
        yield name, _piece(page, name, head(view, page, name))
    called, twins = words.called(view), words.twins(view.tables)
    for name, card in named(present(view, page)):
        shown = {"card": card, "called": card.id in called, "twin": card.name in twins}
        yield name, _piece(page, CARDS[page.name], shown, name)


def _piece(page: Page, template: str, shown: dict[str, Any], about: str = "") -> str:
    place = (page.look.language, template, about or page.table)
    return shared().pieces.get(place, shown, lambda: draw(template, shown))


def draw(template: str, shown: dict[str, Any], csrf: str = "") -> str:
    """Return a piece drawn anew; with the token for changes where a page has to work without JavaScript."""
    return render_template(f"hall/parts/{template}.html", csrf=csrf, words=words, **shown)


def head(view: FloorView, page: Page, name: str) -> dict[str, Any]:
    """Return what a part about all tables shows."""
    about: dict[str, Callable[[], dict[str, Any]]] = {
        "floor": lambda: {"round": view.round, "missing": view.missing, "count": len(present(view, page))},
        "screen_head": lambda: {"name": view.name, "round": view.round},
        "screen_calls": lambda: {"tables": _called_names(view)},
        "calls": lambda: {"calls": view.calls, "twins": words.twins(view.tables)},
        "troubles": lambda: {"cards": _troubled(view)},
        "status": lambda: {"status": view.status},
    }
    return about[name]()


def _called_names(view: FloorView) -> list[tuple[str, bool]]:
    """Return the tables that wait for a referee, the longest waiting first, and whether somebody is on the way."""
    names: dict[str, bool] = {}
    for call in view.calls:
        if call.kind in words.AT_TABLES:
            name = words.table_name(call)
            names[name] = names.get(name, True) and bool(call.answered)
    return list(names.items())


def _troubled(view: FloorView) -> tuple[TableCard, ...]:
    return tuple(card for card in view.tables if card.troubles or card.heard != "online")


def _table(view: FloorView, table: str) -> dict[str, Any]:
    card = card_of(view, table)
    found = {
        "card": card,
        "called": table in words.called(view),
        "twin": card is not None and card.name in words.twins(view.tables),
    }
    if card is None or card.view is None:
        return {**found, "picture": None}
    drawn = picture(card.view, "white")
    shown = {"view": card.view, "names": words.names_at(card.view), "place": place_in_words}
    # Nothing is to be tapped here.
    return {**found, **shown, "picture": drawn and replace(drawn, areas=())}


def message(view: FloorView, page: Page, changed: Parts, *, full: bool) -> dict[str, Any]:
    """Return what a browser is told of a change."""
    return {
        "id": mark(shared().epoch, view),
        "full": full,
        "now": shared().hall.now(),
        "order": order(view, page),
        "parts": changed,
        "announce": announced(view, page),
    }


def announced(view: FloorView, page: Page) -> str:
    """Return what screen readers are told: to directors the newest call, at a table what it waits for."""
    if page.name == "director" and view.calls:
        last = max(view.calls, key=lambda call: call.since)
        return _("Table %(name)s: %(kind)s", name=words.table_name(last), kind=words.kind(last.kind))
    card = card_of(view, page.table)
    return words.said(card.view.waiting, card.view) if card and card.view else ""
