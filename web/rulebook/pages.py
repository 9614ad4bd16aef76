"""The pages of the rulebook: an overview of the games, and a page for each, with examples to step through."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.service.view import Who
from web.drawing import Picture
from web.formats import as_percent
from web.language import LANGUAGES, asked_language, current_language
from web.look import look
from web.render import panel
from web.rulebook.book import Example, GameRules, Setting, book
from web.rulebook.chances import THROWS, Chance, chances
from web.rulebook.drawn import drawn, empty, in_words, play_in_words, shown, start
from web.rulebook.language import say

pages = Blueprint("rules", __name__)


@dataclass(frozen=True)
class Card:
    """A game in the overview."""

    rules: GameRules
    picture: Picture
    field: str


@pages.get("/rules")
def overview() -> ResponseReturnValue:
    """Show all games."""
    cards = [_card(rules, look().seat) for rules in book().games.values()]
    fields = {card.field: empty(card.rules, look().seat) for card in cards}
    return render_template("rules/overview.html", cards=cards, names=_names(), fields_of_page=fields, **_tools())


@pages.get("/rules/<name>")
def game(name: str) -> ResponseReturnValue:
    """Show the rules of a game, each example at its first step but the one that the address names."""
    rules, seat = _rules(name), look().seat
    at = {request.args.get("example", ""): _step()}
    return render_template(
        "rules/game.html",
        rules=rules,
        facts=book().facts,
        titles=book().titles,
        names=_names(),
        fields_of_page={field_of(rules): empty(rules, seat)},
        picture_turned=seat == "black",
        start=start(rules, seat),
        examples=[shown(rules, one, at.get(one.id, 0), seat) for one in rules.examples],
        tables=chances(rules.facts["doubles"]),
        defaults=_defaults(name),
        **_tools(rules),
    )


@pages.get("/rules/<name>/<example>")
def example(name: str, example: str) -> ResponseReturnValue:
    """Show an example at a step, to be put in the place of another step."""
    rules = _rules(name)
    found = next((one for one in rules.examples if one.id == example), None)
    if found is None:
        abort(404)
    return render_template(
        "rules/example.html", one=shown(rules, found, _step(), look().seat), rules=rules, **_tools(rules)
    )


def _rules(name: str) -> GameRules:
    found = book().games.get(name)
    if found is None:
        abort(404)
    return found


def _names() -> dict[str, str]:
    return {one.id: one.name for one in book().games.values()}


def _step() -> int:
    return request.args.get("step", 0, int)


def _card(rules: GameRules, seat: Who) -> Card:
    return Card(rules, drawn(rules, rules.picture.scenes[1], seat), field_of(rules))


def field_of(rules: GameRules) -> str:
    """Return the name of the empty board that a game is played on."""
    reserve = any(rules.start.sides.of(who).get("reserve") for who in ("white", "black"))
    return f"field-{'points' if rules.for_points else 'plain'}{'-reserve' * reserve}"


def _defaults(name: str) -> dict[str, str]:
    """Return the usual setting of each option."""
    info = next(one for one in panel().service.catalogue() if one.id == name)
    return {option.name: _value(option.default) for option in info.options}


def _value(value: Setting) -> str:
    words: dict[Setting, str] = {
        True: say("on"),
        False: say("not in use"),
        "turn": say("in one turn"),
        "exact": say("exactly there"),
    }
    return words.get(value, str(value)) if isinstance(value, bool | str) else str(value)


def _tools(rules: GameRules | None = None) -> dict[str, object]:
    """Return what the pages say and link with; an address that names a language keeps it."""
    language = asked_language()

    def link(name: str = "", example: str | None = None, step: int | None = None) -> str:
        if not name:
            return url_for("rules.overview", lang=language)
        return url_for("rules.game", name=name, lang=language, example=example, step=step)

    def part(one: Example) -> str:
        return url_for("rules.example", name=rules.id if rules else "", example=one.id, lang=language)

    return {
        "say": say,
        "link": link,
        "part": part,
        "field": field_of(rules) if rules else "",
        "tongue": current_language(),
        "tongues": LANGUAGES,
        "in_words": in_words,
        "play_in_words": play_in_words,
        "percent": lambda count: as_percent(count / THROWS),
        "throws": _throws,
    }


def _throws(row: Chance) -> str:
    """Return throws as a text: every throw with a number, and others one by one."""
    every = [say("with a {number}", number=row.distance)] if row.direct else []
    return ", ".join([*every, *(f"{high}\N{NON-BREAKING HYPHEN}{low}" for high, low in row.combined)])
