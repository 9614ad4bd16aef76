"""The application factory."""

from __future__ import annotations

import logging

from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, InternalServerError

from companion.service import TEMPLATES
from web import api, archive, corrections, entry, hints, new_match, pages, sign_in, stream
from web.access import Access, asks_for_page, at_the_machine, csrf_token, for_programs, guard, role
from web.analysis import pages as analysis
from web.api.description import readable
from web.api.errors import ApiError, answered
from web.api.errors import told as told_to_program
from web.figures import teach
from web.headers import protect
from web.language import LANGUAGES, current_language, gettext, speak_languages
from web.live import Slots
from web.look import look, theme
from web.overlay import offer_overlay
from web.ports import PanelConfig, Service
from web.render import EXTENSION, Panel
from web.rulebook import pages as rulebook
from web.safe import Role, Safe
from web.server import LARGEST_BODY, LARGEST_FILE
from web.texts import know

LARGEST_FORM_FIELDS = 200
HTTP_WRONG_HOST = 421
LOG = logging.getLogger(__name__)


def create_app(service: Service, config: PanelConfig) -> Flask:
    """Return the panel of a table."""
    app = Flask(__name__)
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_FILE + LARGEST_BODY,
        # Forms are no larger than a body; but files are read in pieces of this size too, with what is left of the last.
        MAX_FORM_MEMORY_SIZE=4 * LARGEST_BODY,
        MAX_FORM_PARTS=LARGEST_FORM_FIELDS,
        SEND_FILE_MAX_AGE_DEFAULT=3600,
    )
    teach(app)
    app.extensions[EXTENSION] = Panel(service, Slots(config.streams))
    know(TEMPLATES)
    speak_languages(app)
    guard(app, Access(Safe(config.data), config.hosts))
    protect(app, config.origins)
    for module in (pages, stream, entry, corrections, new_match, sign_in, rulebook, archive, analysis, hints, api):
        app.register_blueprint(module.pages)
    app.register_blueprint(readable)
    offer_overlay(app, service)
    app.register_error_handler(HTTPException, _tell)
    app.register_error_handler(ApiError, answered)
    app.register_error_handler(Exception, _failed)
    app.context_processor(_known_to_all)
    return app


def _known_to_all() -> dict[str, object]:
    return {
        "_": gettext,
        "language": current_language,
        "languages": LANGUAGES,
        "role": role,
        "Role": Role,
        "theme": theme,
        "csrf_token": csrf_token,
        "look": look(),
        "at_the_machine": at_the_machine,
    }


def _tell(error: HTTPException) -> ResponseReturnValue:
    """Answer what cannot be done with a sentence, and nothing of how the panel works inside."""
    if error.response is not None:
        return error.response
    code = error.code or 500
    if for_programs():
        return _to_program(error, code)
    if error.description == "csrf":
        return _stale()
    return _sentence(_words(code), code)


def _to_program(error: HTTPException, code: int) -> ResponseReturnValue:
    if error.description == "csrf":
        return told_to_program(401, gettext("Sign in first: this needs a token."))
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    return told_to_program(code, _words(code), headers=headers)


def _failed(error: Exception) -> ResponseReturnValue:
    LOG.error("%s %s failed", request.method, request.path, exc_info=error)
    return _tell(InternalServerError())


def _stale() -> ResponseReturnValue:
    return _sentence(gettext("This page was open for too long. Load it again, and do that once more."), 400)


def _sentence(text: str, code: int) -> ResponseReturnValue:
    if not asks_for_page():
        return {"ok": False, "message": text}, code
    if code == HTTP_WRONG_HOST:
        # Neither a link nor a picture of ours may go out under a name that is not ours.
        return Response(text, code, mimetype="text/plain")
    return render_template("error.html", text=text, code=code), code


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
