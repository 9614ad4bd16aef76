"""The application factory of the hall's pages."""

from __future__ import annotations

from flask import Flask
from flask.typing import ResponseReturnValue
from jinja2 import ChoiceLoader, FileSystemLoader

from companion.hall.hall import Hall, HallError
from web import sign_in
from web.access import access
from web.frame import HTTP_WRONG_HOST, frame, sentence
from web.hall import device, director, floor, known_tables, live, rounds
from web.hall.entrance import COOKIE, Entrance
from web.hall.entrance import director as name_of_director
from web.hall.ports import HallConfig
from web.hall.shared import EXTENSION, Shared
from web.hall.words import know_both, said
from web.language import TRANSLATIONS, gettext
from web.live import Slots

TEMPLATES = TRANSLATIONS.parent / "templates"


def create_hall_app(hall: Hall, config: HallConfig) -> Flask:
    """Return the pages of a hall."""
    app = Flask("web")
    # The hall's own frame and sign-in go before the panel's of the same name.
    app.jinja_loader = ChoiceLoader([FileSystemLoader(TEMPLATES / "hall"), FileSystemLoader(TEMPLATES)])
    app.extensions[EXTENSION] = Shared(hall, Slots(config.streams))
    know_both()
    frame(app, Entrance(config), _words)
    app.config["SESSION_COOKIE_NAME"] = COOKIE
    for module in (floor, live, director, known_tables, rounds, device, sign_in):
        app.register_blueprint(module.pages)
    app.register_error_handler(HallError, _not_now)
    app.context_processor(lambda: {"director": name_of_director, "access": access})
    return app


def _not_now(error: HallError) -> ResponseReturnValue:
    return sentence(said(error.problem), 503)


def _words(code: int) -> str:
    known = {
        400: gettext("The hall does not understand this."),
        403: gettext("For this the directors' PIN is needed."),
        404: gettext("There is no such page."),
        405: gettext("That does not work this way."),
        413: gettext("That is too much at once."),
        HTTP_WRONG_HOST: gettext("The hall is not known under this name. Use its address in numbers."),
    }
    return known.get(code, gettext("Something went wrong in the hall's pages. The tables go on."))
