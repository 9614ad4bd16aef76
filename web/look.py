"""How a device wants to see the table: its seat, light or dark, and what it may do; kept in cookies of the device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from flask import request

from companion.service.view import Who
from web.access import role
from web.language import wanted_language
from web.safe import Role

Theme = Literal["auto", "light", "dark"]
SEAT, THEME = "seat", "theme"
COOKIE_SECONDS = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Look:
    """All that a picture of the table depends on besides the table."""

    language: str = "en"
    seat: Who = "white"
    may_enter: bool = False


def look() -> Look:
    """Return how the device that asks wants to see the table."""
    seat: Who = "black" if request.cookies.get(SEAT) == "black" else "white"
    return Look(wanted_language(), seat, role() >= Role.TABLE)


def theme() -> Theme:
    """Return whether the device wants light, dark, or what its system says."""
    chosen = request.cookies.get(THEME)
    return "light" if chosen == "light" else "dark" if chosen == "dark" else "auto"
