"""The application factory."""

from __future__ import annotations

from flask import Flask

from companion.service import TEMPLATES
from web import api, archive, corrections, entry, hints, new_match, pages, sign_in, stream
from web.access import Access
from web.analysis import pages as analysis
from web.api.description import readable
from web.api.errors import ApiError, answered
from web.frame import HTTP_WRONG_HOST, frame
from web.language import gettext
from web.live import Slots
from web.overlay import offer_overlay
from web.ports import PanelConfig, Service
from web.render import EXTENSION, Panel
from web.rulebook import pages as rulebook
from web.safe import Safe
from web.texts import know


def create_app(service: Service, config: PanelConfig) -> Flask:
    """Return the panel of a table."""
    app = Flask(__name__)
    app.extensions[EXTENSION] = Panel(service, Slots(config.streams))
    know(TEMPLATES)
    frame(app, Access(Safe(config.data), config.hosts), _words, config.origins)
    for module in (pages, stream, entry, corrections, new_match, sign_in, rulebook, archive, analysis, hints, api):
        app.register_blueprint(module.pages)
    app.register_blueprint(readable)
    offer_overlay(app, service)
    app.register_error_handler(ApiError, answered)
    return app


def _words(code: int) -> str:
    known = {
        400: gettext("The panel does not understand this."),
        403: gettext("For this the table's PIN is needed."),
        404: gettext("There is no such page."),
        405: gettext("That does not work this way."),
        413: gettext("That is too much at once."),
        HTTP_WRONG_HOST: gettext("The panel is not known under this name. Use its address in numbers."),
    }
    return known.get(code, gettext("Something went wrong in the panel. The table itself goes on."))
