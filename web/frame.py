"""What all our applications have: limits, languages, access, headers, and a sentence for whatever fails."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from flask import Flask, Response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, InternalServerError

from web.access import Access, asks_for_page, at_the_machine, csrf_token, for_programs, guard, home, role
from web.api.errors import told as told_to_program
from web.figures import teach
from web.headers import protect
from web.language import LANGUAGES, current_language, gettext, speak_languages
from web.limits import LARGEST_BODY, LARGEST_UPLOAD
from web.look import look, theme
from web.safe import Role

LARGEST_FORM_FIELDS = 200
HTTP_WRONG_HOST = 421
LOG = logging.getLogger(__name__)
Words = Callable[[int], str]
"""Says what has failed, by the code of the answer."""


def frame(app: Flask, rules: Access, words: Words, origins: Iterable[str] = ()) -> None:
    """Give an application all that it shares with the others."""
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_UPLOAD,
        # Forms are no larger than a body; but files are read in pieces of this size too, with what is left of the last.
        MAX_FORM_MEMORY_SIZE=4 * LARGEST_BODY,
        MAX_FORM_PARTS=LARGEST_FORM_FIELDS,
        SEND_FILE_MAX_AGE_DEFAULT=3600,
    )
    teach(app)
    speak_languages(app)
    guard(app, rules)
    protect(app, origins)
    _answer_errors(app, words)
    app.context_processor(_known_to_all)


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
        "home": home,
    }


def _answer_errors(app: Flask, words: Words) -> None:
    def tell(error: HTTPException) -> ResponseReturnValue:
        """Answer what cannot be done with a sentence, and nothing of how the application works inside."""
        if error.response is not None:
            return error.response
        code = error.code or 500
        if for_programs():
            return _to_program(error, code, words)
        return _stale() if error.description == "csrf" else sentence(words(code), code)

    def failed(error: Exception) -> ResponseReturnValue:
        LOG.error("%s %s failed", request.method, request.path, exc_info=error)
        return tell(InternalServerError())

    app.register_error_handler(HTTPException, tell)
    app.register_error_handler(Exception, failed)


def _to_program(error: HTTPException, code: int, words: Words) -> ResponseReturnValue:
    if error.description == "csrf":
        return told_to_program(401, gettext("Sign in first: this needs a token."))
    headers = {name: value for name, value in error.get_headers() if name == "Allow"}
    return told_to_program(code, words(code), headers=headers)


def _stale() -> ResponseReturnValue:
    return sentence(gettext("This page was open for too long. Load it again, and do that once more."), 400)


def sentence(text: str, code: int) -> ResponseReturnValue:
    """Answer with a sentence: a page for people, JSON for a page's own program."""
    if not asks_for_page():
        return {"ok": False, "message": text}, code
    if code == HTTP_WRONG_HOST:
        # Neither a link nor a picture of ours may go out under a name that is not ours.
        return Response(text, code, mimetype="text/plain")
    return render_template("error.html", text=text, code=code), code
