"""The pages to look at: the table, the score board, and what a device can choose for itself."""

from __future__ import annotations

from secrets import token_hex

from flask import Blueprint, abort, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from companion.service.view import TableView
from web.access import csrf_token, needs, role
from web.language import COOKIE as LANGUAGE
from web.language import LANGUAGES
from web.live import mark
from web.look import COOKIE_SECONDS, SEAT, THEME, look, theme
from web.ports import Step
from web.render import PAGES, draw, panel, parts
from web.safe import Role
from web.texts import Speaker
from web.voice import ON, VOICE, has_voice, heard

pages = Blueprint("pages", __name__)

MOST_STEPS = 16
TOKEN, NOW = f"token-{token_hex(16)}", f"now-{token_hex(16)}"
"""Where in a page its token for changes stands, and the time of the clocks: nobody can guess them."""
NAMED = frozenset({"bar", "off", "reserve"})
CHOICES = {LANGUAGE: ("", *LANGUAGES), SEAT: ("white", "black"), THEME: ("auto", "light", "dark"), VOICE: ("", ON)}
"""What a device may choose, by the name of its cookie."""


@pages.get("/")
def table() -> ResponseReturnValue:
    """Show the table."""
    return _live_page("table")


@pages.get("/score")
def score() -> ResponseReturnValue:
    """Show the score for people who sit farther away."""
    return _live_page("score")


def _live_page(name: str) -> str:
    """Return a page that follows the table: drawn once for all to whom it is the same but for what is put in last."""
    view, steps = panel().service.view(), read_steps(request.args.get("steps", ""))
    if steps or role() >= Role.OWNER or "_flashes" in session:
        page = _drawn(name, view, steps)
    else:
        alike = name, view.version, look(), theme(), has_voice()
        page = panel().drawn.get(alike, lambda: {name: _drawn(name, view, ())})[name]
    return page.replace(TOKEN, csrf_token()).replace(NOW, str(panel().service.now()))


def _drawn(name: str, view: TableView, steps: tuple[Step, ...]) -> str:
    return render_template(
        f"{name}.html",
        view=view,
        parts=draw(view, look(), PAGES[name], TOKEN, steps),
        id=mark(panel().epoch, view),
        now=NOW,
        csrf_token=lambda: TOKEN,
        waiting=Speaker.of(view).say(view.waiting),
        heard=heard(view) if has_voice() else None,
    )


@pages.get("/hand")
@needs(Role.TABLE)
def hand() -> ResponseReturnValue:
    """Return the parts with which a play is told by hand, after the steps that are told already."""
    steps = read_steps(request.args.get("steps", ""))
    view = panel().service.view()
    if not steps:
        known = parts(view, look(), "table")
        return {name: known[name] for name in ("hand", "board")}
    return dict(draw(view, look(), ("hand", "board"), steps=steps))


@pages.get("/device")
def device() -> ResponseReturnValue:
    """Show what a device can choose for itself."""
    chosen = request.cookies.get(LANGUAGE, "")
    return render_template("device.html", languages=LANGUAGES, chosen=chosen, has_voice=has_voice())


@pages.post("/device")
def choose() -> ResponseReturnValue:
    """Remember on the device what was chosen."""
    return remember("pages.device")


def remember(target: str) -> ResponseReturnValue:
    """Keep on the device what its form says, and go on to a page."""
    response = make_response(redirect(url_for(target)))
    for name, allowed in CHOICES.items():
        value = request.form.get(name)
        if value is None:
            continue
        if value not in allowed:
            abort(400)
        response.set_cookie(name, value, max_age=COOKIE_SECONDS, httponly=True, samesite="Strict")
    return response


def read_steps(text: str) -> tuple[Step, ...]:
    """Return the steps that an address names; nothing if it names none."""
    parts_of = [part.split("-") for part in text.split(",")] if text else []
    if len(parts_of) > MOST_STEPS or any(len(one) != 2 for one in parts_of):
        return ()
    try:
        return tuple((_place(source), _place(target)) for source, target in parts_of)
    except ValueError:
        return ()


def _place(name: str) -> int | str:
    if name in NAMED:
        return name
    if not (name.isascii() and name.isdigit() and 1 <= int(name) <= 24):
        msg = f"{name!r} is no place"
        raise ValueError(msg)
    return int(name)
