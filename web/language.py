"""The language of a device: what its address asks for, else its own choice, else what its browser asks for."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from babel.support import NullTranslations, Translations
from flask import Flask, has_request_context, request
from flask_babel import Babel, get_locale  # type: ignore[import-untyped]
from flask_babel import gettext as translate

COOKIE = "language"
ASKED = "lang"
"""What an address asks for a language with; pages keep it for what they ask for themselves."""
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "nl": "Nederlands"}
"""Those that are complete, by their own name."""
USUAL = "en"
TRANSLATIONS = Path(__file__).parent / "translations"


def asked_language() -> str | None:
    """Return the language that the address of this request names, if it names one that is known."""
    asked = request.args.get(ASKED)
    return asked if asked in LANGUAGES else None


def wanted_language() -> str:
    """Return the language for this request."""
    chosen = asked_language() or request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(list(LANGUAGES), USUAL) or USUAL


def current_language() -> str:
    """Return the language that texts are given in now."""
    return str(get_locale()) if has_request_context() else USUAL


def mark(text: str) -> str:
    """Mark a text for translators; it is translated where it is shown."""
    return text


def gettext(text: str, **params: object) -> str:
    """Return a text in the language of the request."""
    return str(translate(text, **params))


@cache
def catalogue(language: str, domain: str) -> NullTranslations:
    """Return the texts of a language in a domain of its own."""
    return Translations.load(str(TRANSLATIONS), [language], domain)


def speak_languages(app: Flask) -> None:
    """Let the application answer in the language of each device."""
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(TRANSLATIONS)
    Babel(app, locale_selector=wanted_language)
