"""What programs may enter: the same events as the panel, by the same checks and with the same rights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.service.view import Answer, Kept, Message, TableView
from web.access import TooManyTriesError, access
from web.api.errors import ApiError
from web.api.operations import Operation, Said, offer, sender
from web.entered import AGREEMENT, ENTRIES, MOST_MATCHES, begin, put
from web.kinds import Fields, Text, Whole
from web.language import gettext
from web.language import mark as _
from web.render import panel
from web.safe import LONGEST_PIN, Role
from web.texts import Speaker
from web.tokens import brings_token

NOT_NOW: Mapping[str, int] = MappingProxyType(
    {"starting": 503, "stopped": 503, "no_answer": 503, "unwritten": 503, "failed": 500}
)
"""Refusals that are nobody's fault but ours."""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of something that was entered."""

    message: Message | None
    kept: Kept
    """Where it is kept. In `memory` (status 202, not 200): the journal cannot be written, and a power cut takes it."""
    table: TableView


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A token for the header `Authorization: Bearer`; `until`: Unix seconds."""

    token: str
    role: str
    until: int


@dataclass(frozen=True, slots=True)
class SignedOut:
    """What became of a token; `ended`: whether it was good until now."""

    ended: bool


def sign_in(body: Mapping[str, Any]) -> SignedIn:
    """Take the PIN, but not too often; without one a token opens what is open to all."""
    pin = body.get("pin", "")
    try:
        opened = access().try_pin(pin) if pin else min(access().role_of_all(), Role.TABLE)
    except TooManyTriesError as error:
        raise ApiError(429, gettext("Too many wrong PINs. Wait a moment."), wait=error.wait) from None
    if not opened:
        raise ApiError(403, gettext("That PIN is not right."), "wrong_pin")
    return signed_in(opened, by_pin=bool(pin))


def signed_in(role: Role, *, by_pin: bool = True) -> SignedIn:
    """Return a new token for a role."""
    token = access().hand_out_token(role, by_pin=by_pin)
    return SignedIn(token.text, token.role.name.lower(), token.until)


def sign_out() -> SignedOut:
    """End the token of the request."""
    if not brings_token():
        raise ApiError(401, gettext("Sign in first: this needs a token."))
    return SignedOut(access().end_token())


def done(answer: Answer) -> Said:
    """Return what came of something; raise what was refused."""
    speaker = Speaker.of(answer.view)
    if answer.ok:
        kept = answer.view.kept
        return Said(Done(answer.message, kept, answer.view), speaker, 200 if kept == "disk" else 202)
    message, code = speaker.say(answer.message), answer.message.code if answer.message else ""
    raise ApiError(NOT_NOW.get(code, 409), message or gettext("That is not possible now."), code)


def _entering(event: str) -> Callable[..., Said]:
    def enter(body: Mapping[str, Any]) -> Said:
        return done(put({"event": event, **body}, sender()))

    return enter


def new_match(body: Mapping[str, Any]) -> Said:
    """Begin another match."""
    return done(begin(body, sender()))


def go_back(body: Mapping[str, Any]) -> Said:
    """Go on with a match that is open."""
    return done(panel().service.go_back(body["match"], sender()))


offer(
    Operation(
        "sign_in",
        "POST",
        "/sign-in",
        _("Enter the PIN and get a token, which goes into the header Authorization of all that needs a PIN."),
        sign_in,
        SignedIn,
        "access",
        Role.NOBODY,
        body=Fields({"pin": Text(LONGEST_PIN, "4071")}, frozenset({"pin"})),
        errors=(429,),
    )
)
offer(
    Operation(
        "sign_out",
        "POST",
        "/sign-out",
        _("End the token that is sent: from now on it opens nothing."),
        sign_out,
        SignedOut,
        "access",
        Role.NOBODY,
    )
)
for name, entry in ENTRIES.items():
    offer(
        Operation(
            name,
            "POST",
            f"/table/{name}",
            entry.about,
            _entering(name),
            Done,
            "events",
            Role.TABLE,
            body=entry.fields,
            errors=(409, 503),
            may_wait=True,
        )
    )
offer(
    Operation(
        "new_match",
        "POST",
        "/matches",
        _("Begin another match. A length to points, of rounds or for money; a cube that is null is as usual."),
        new_match,
        Done,
        "matches",
        Role.TABLE,
        body=AGREEMENT,
        errors=(409, 503),
        may_wait=True,
    )
)
offer(
    Operation(
        "go_back",
        "POST",
        "/matches/resume",
        _("Go on with another match that is open."),
        go_back,
        Done,
        "matches",
        Role.TABLE,
        body=Fields({"match": Whole(1, MOST_MATCHES)}),
        errors=(409, 503),
        may_wait=True,
    )
)
