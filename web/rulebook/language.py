"""The language of the rulebook: it is complete in four, also where the rest of the panel is not yet."""

from __future__ import annotations

from functools import cache

from babel.support import NullTranslations, Translations
from flask import g, request

from web.language import COOKIE, TRANSLATIONS

DOMAIN = "rulebook"
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "nl": "Nederlands"}
"""Those that the rulebook is written in, by their own name."""
ASKED = "lang"


def wanted_language() -> str:
    """Return the language of this request: what its address asks for, else the device's, else the browser's."""
    for wanted in (request.args.get(ASKED, ""), request.cookies.get(COOKIE, "")):
        if wanted in LANGUAGES:
            return wanted
    return request.accept_languages.best_match(list(LANGUAGES), "en") or "en"


def say(text: str, **fill: object) -> str:
    """Return a text of the rulebook in the language of the request, with its gaps filled."""
    if "rulebook_language" not in g:
        g.rulebook_language = wanted_language()
    told = catalogue(g.rulebook_language).gettext(text)
    return told.format(**fill) if fill else told


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the texts of a language."""
    return Translations.load(str(TRANSLATIONS), [language], DOMAIN)
