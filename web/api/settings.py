"""The owner's settings for programs: PINs, who may watch, and all others signed out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from web.access import access
from web.api.doing import SignedIn, signed_in
from web.api.errors import ApiError
from web.api.operations import Operation, offer
from web.entered import NOBODY
from web.kinds import YES_NO, Fields, OneOf, Text
from web.language import gettext
from web.language import mark as _
from web.safe import LONGEST_PIN, SHORTEST_PIN, PinError, Role
from web.tokens import brings_token


@dataclass(frozen=True, slots=True)
class Settings:
    """Which PINs are set, and whether everybody in the network may watch."""

    table_pin: bool
    owner_pin: bool
    open_to_watch: bool


def settings() -> Settings:
    """Return what is set."""
    kept = access().safe.kept
    return Settings(bool(kept.table_pin), bool(kept.owner_pin), kept.open_to_watch)


def set_pin(body: Mapping[str, Any]) -> SignedIn:
    """Set a PIN; whoever does so stays signed in."""
    try:
        access().safe.set_pin(Role[body["which"].upper()], body["pin"])
    except PinError as error:
        raise ApiError(422, gettext(str(error))) from None
    return _still_in()


def set_watching(body: Mapping[str, Any]) -> Settings:
    """Let everybody in the network watch, or only who has a PIN."""
    access().safe.set_open_to_watch(is_open=body["open"])
    return settings()


def sign_all_out(body: Mapping[str, Any]) -> SignedIn:  # noqa: ARG001 - nothing is to be said
    """End every session and token but a new one."""
    access().safe.sign_all_out()
    return _still_in()


def _still_in() -> SignedIn:
    """Return a token in place of the one that has just ended; a page's own program keeps its session."""
    if not brings_token():
        access().sign_in(Role.OWNER)
    return signed_in(Role.OWNER)


PIN = Fields({"which": OneOf(("table", "owner")), "pin": Text(LONGEST_PIN, "4071", SHORTEST_PIN)})
for one in (
    Operation("settings", "GET", "/settings", _("Which PINs are set, and who may watch."), settings, Settings),
    Operation(
        "set_pin",
        "POST",
        "/settings/pin",
        _("Set a PIN of 4 to 12 digits. All are signed out by it; the answer has a new token."),
        set_pin,
        SignedIn,
        body=PIN,
    ),
    Operation(
        "set_watching",
        "POST",
        "/settings/watching",
        _("Let everybody in the network watch, or only who has a PIN."),
        set_watching,
        Settings,
        body=Fields({"open": YES_NO}),
    ),
    Operation(
        "sign_all_out",
        "POST",
        "/settings/sign-all-out",
        _("Sign all others out; the answer has a new token."),
        sign_all_out,
        SignedIn,
        body=NOBODY,
    ),
):
    offer(one.of("settings", Role.OWNER))
