"""The mark of a device on which a PIN was once entered: it opens nothing, but whoever guesses cannot use up its tries.

It stays when a PIN is changed: just then everybody has to sign in anew. Those who knew an older PIN may have marks,
too; so all marked devices together have no more tries than `web.attempts` says.
"""

from __future__ import annotations

from secrets import token_urlsafe

from flask import Response, after_this_request, current_app, request
from itsdangerous import BadSignature, URLSafeSerializer

SUFFIX = "_device"
"""Behind the name of the session's cookie: a table and a hall on one machine are told apart."""
BYTES = 12
KEPT_SECONDS = 400 * 24 * 3600
"""As long as browsers keep anything."""


def marked_device() -> str | None:
    """Return what the device that asks was marked with."""
    try:
        name = _signer().loads(request.cookies.get(_cookie(), ""))
    except BadSignature:
        return None
    return str(name)


def mark_device() -> None:
    """Mark the device that asks, for as long as it comes back."""
    marked = _signer().dumps(marked_device() or token_urlsafe(BYTES))

    @after_this_request
    def send(response: Response) -> Response:
        response.set_cookie(_cookie(), str(marked), KEPT_SECONDS, httponly=True, samesite="Strict")
        return response


def _cookie() -> str:
    return str(current_app.config["SESSION_COOKIE_NAME"]) + SUFFIX


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or b"", salt="companion-device")
