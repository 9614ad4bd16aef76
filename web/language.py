"""The language of a device: its own choice, else what its browser asks for, else English."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, request
from flask_babel import Babel, get_locale  # type: ignore[import-untyped]
from flask_babel import gettext as translate

COOKIE = "language"
LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Those that are complete, by their own name."""
TRANSLATIONS = Path(__file__).parent / "translations"


def wanted_language() -> str:
    """Return the language for this request."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(list(LANGUAGES), "en") or "en"


def current_language() -> str:
    """Return the language that texts are given in now."""
    return str(get_locale())


def gettext(text: str, **params: object) -> str:
    """Return a text in the language of the request."""
    return str(translate(text, **params))


def speak_languages(app: Flask) -> None:
    """Let the application answer in the language of each device."""
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = str(TRANSLATIONS)
    Babel(app, locale_selector=wanted_language)
