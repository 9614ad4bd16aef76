"""The parts of a page that follow the table: each a piece of HTML with a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from flask import current_app, render_template

from companion.service.view import Action, Place, TableView
from web.analysis.words import action, one_sentence
from web.drawing import picture, point_name
from web.language import gettext
from web.live import DrawnOnce, Parts, Slots, mark
from web.look import Look
from web.missing import missing
from web.ports import Service, Step
from web.texts import Speaker
from web.voice import heard
from web.voice import told as told_aloud

EXTENSION = "companion_panel"
PAGES = {
    "table": ("notice", "say", "board", "words", "players", "play", "answers", "hint", "hand", "more", "log"),
    "score": ("big",),
}
"""The parts of each page that follows the table."""
ANSWERS = frozenset(
    "take drop beaver accept agree refuse stand change throw_was play_was board_is_right next_game fresh continue"
    " claim_flag pass name_double double end_turn answer_device restart_device".split()
)
"""What is at hand as a large button; the rest is one tap further away."""
FIRST = frozenset("take accept agree next_game fresh continue end_turn name_double play_was claim_flag".split())
"""Buttons that stand out."""


@dataclass
class Panel:
    """What one application shares among its requests."""

    service: Service
    slots: Slots
    epoch: str = field(default_factory=lambda: token_hex(4))
    drawn: DrawnOnce = field(default_factory=DrawnOnce)


def panel() -> Panel:
    """Return what this application shares."""
    shared: Panel = current_app.extensions[EXTENSION]
    return shared


def parts(view: TableView, look: Look, page: str) -> Parts:
    """Return the parts of a page, drawn once for all who want the same."""
    return panel().drawn.get((view.version, look, page), lambda: draw(view, look, PAGES[page]))


def draw(view: TableView, look: Look, names: Sequence[str], csrf: str = "", steps: Sequence[Step] = ()) -> Parts:
    """Return parts drawn anew; with the token for changes where a page has to work without JavaScript."""
    context = told(view, look, steps)
    return {name: render_template(f"parts/{name}.html", csrf=csrf, **context) for name in names}


def told(view: TableView, look: Look, steps: Sequence[Step] = ()) -> dict[str, Any]:
    """Return what the templates know of a table."""
    taps = _taps(view, look, steps)
    speaker = Speaker.of(view)
    return {
        "view": view,
        "look": look,
        "say": speaker.say,
        "names": speaker.names,
        "picture": picture(view, look.seat, steps, [source for source, _ in taps]),
        "taps": taps,
        "missing": missing(view),
        "steps": steps,
        "steps_text": _steps_text(steps),
        "steps_back": _steps_text(steps[:-1]),
        "whole": bool(steps) and panel().service.is_whole(steps),
        "play_text": panel().service.play_text(steps) if steps else "",
        "answers": [one for one in view.actions if one.name in ANSWERS and not one.wants],
        "others": [one for one in view.actions if one.name not in ANSWERS and not one.wants],
        "throwers": [one for one in view.actions if one.name == "throw"],
        "player_of_play": next((one.player for one in view.actions if one.name == "play"), None),
        "corrections": [one for one in view.actions if one.needs == "scorer" and one.wants],
        "first": FIRST,
        "place": place_in_words,
        "label": lambda action: label(speaker, action),
        "one_sentence": one_sentence,
        "action": action,
    }


def label(speaker: Speaker, action: Action) -> str:
    """Return what stands on a button."""
    return speaker.say(action.label)


def place_in_words(place: Place) -> str:
    """Return the name of a place."""
    return point_name(place) if isinstance(place, int) else gettext(place)


def _taps(view: TableView, look: Look, steps: Sequence[Step]) -> Sequence[Step]:
    """Return the steps that may come next, where a play can be told by hand."""
    if not look.may_enter or not any(one.name == "play" for one in view.actions):
        return ()
    return panel().service.next_steps(steps)


def _steps_text(steps: Sequence[Step]) -> str:
    return ",".join(f"{source}-{target}" for source, target in steps)


def message(view: TableView, changed: Parts, now: int, *, full: bool, aloud: bool = False) -> dict[str, Any]:
    """Return what a browser is told of a change; also what is to be spoken, if it wants that."""
    return {
        "id": mark(panel().epoch, view),
        "full": full,
        "now": now,
        "parts": changed,
        "title": Speaker.of(view).say(view.waiting),
        "announce": told_aloud(view),
        **({"heard": heard(view)} if aloud else {}),
    }
