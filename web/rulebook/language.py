"""What the rulebook says: texts of a domain of their own, in the language of the device."""

from __future__ import annotations

from web.language import catalogue, current_language

DOMAIN = "rulebook"


def say(text: str, **fill: object) -> str:
    """Return a text of the rulebook in the language of the request, with its gaps filled."""
    told = catalogue(current_language(), DOMAIN).gettext(text)
    return told.format(**fill) if fill else told
