"""What programs sign in with: a token in a header, which says what its holder may do until it is over."""

from __future__ import annotations

import time
from dataclasses import dataclass

from flask import current_app, request
from itsdangerous import BadSignature, URLSafeSerializer

from web.safe import Role

SCHEME = "bearer"
SECONDS = 12 * 3600


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it is handed out."""

    text: str
    role: Role
    until: int


def new_token(role: Role, epoch: int) -> Token:
    """Return a token for a role, good as long as the PINs stay what they are."""
    until = int(time.time()) + SECONDS
    return Token(_signer().dumps([int(role), epoch, until]), role, until)


def brings_token() -> bool:
    """Whether the request comes with a token: no page of elsewhere can make a browser send one."""
    return "Authorization" in request.headers


def role_of_token(epoch: int) -> Role | None:
    """Return what the token of the request opens; None if it is none, or over."""
    sent = request.authorization
    if sent is None or sent.type != SCHEME or not sent.token:
        return None
    try:
        role, of_epoch, until = _signer().loads(sent.token)
    except (BadSignature, ValueError, TypeError):
        return None
    return Role(role) if of_epoch == epoch and until > time.time() else None


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or b"", salt="companion-api")
