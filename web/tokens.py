"""What programs sign in with: a token in a header, which says what its holder may do until it is over."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from flask import current_app, request
from itsdangerous import BadSignature, URLSafeSerializer

from web.safe import Role

SCHEME = "bearer"
SECONDS = 12 * 3600


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it is handed out; `session` is empty where no PIN was entered for it."""

    text: str
    role: Role
    until: int
    session: str = ""


def new_token(role: Role, epoch: int, begin: Callable[[float], str] | None) -> Token:
    """Return a token for a role, good as long as the PINs stay what they are and the session that is begun is open."""
    until = int(time.time()) + SECONDS
    session = begin(SECONDS) if begin else ""
    return Token(_signer().dumps([int(role), epoch, until, session]), role, until, session)


def brings_token() -> bool:
    """Whether the request comes with a token: no page of elsewhere can make a browser send one."""
    return "Authorization" in request.headers


def token_of_request(epoch: int) -> Token | None:
    """Return the token of the request; None if it is none of ours, or of PINs that were changed since."""
    sent = request.authorization
    if sent is None or sent.type != SCHEME or not sent.token:
        return None
    try:
        role, of_epoch, until, session = _signer().loads(sent.token)
    except (BadSignature, ValueError, TypeError):
        return None
    return Token(sent.token, Role(role), until, session) if of_epoch == epoch else None


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or b"", salt="companion-api")
