"""The language in which commands speak to people: asked for, configured, or the system's. What programs read stays."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

DOMAIN = "commands"
LANGUAGES = ("en", "de", "fr", "nl")
TRANSLATIONS = Path(__file__).parent / "translations"
OPTION = "--language"
FIRST, *OTHERS = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where the system says what its language is: the first of these that is set decides."""
YES = frozenset("y yes j ja o oui".split())


@dataclass
class _Speech:
    """What is spoken now."""

    language: str = LANGUAGES[0]
    texts: gettext.NullTranslations = field(default_factory=gettext.NullTranslations)
    asked: bool = False
    """Whether somebody has asked for it on the command line: then nothing else counts."""


_NOW = _Speech()


def _(text: str, /, **fill: object) -> str:
    """Return a text in the language that is spoken, with its gaps filled."""
    # Nothing is the key of the catalogue's own head.
    told = _NOW.texts.gettext(text) if text else ""
    return told.format(**fill) if fill else told


def mark(text: str) -> str:
    """Return a text as it is: it is translated where it is told."""
    return text


def is_yes(answer: str) -> bool:
    """Return whether somebody agrees, in any of the languages."""
    return answer.strip().lower() in YES


def spoken() -> str:
    """Return the language that is spoken now."""
    return _NOW.language


def speak(language: str, *, asked: bool = False) -> None:
    """Speak a language from now on."""
    _NOW.language, _NOW.asked = language, asked
    _NOW.texts = gettext.translation(DOMAIN, TRANSLATIONS, [language], fallback=True)


def prefer(language: str) -> None:
    """Speak the language of a configuration that was read, if it has one and nobody has asked for another."""
    if language and not _NOW.asked:
        speak(language)


def language_of_system(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment wants, else English."""
    value = next((environment[name] for name in (FIRST, *OTHERS) if environment.get(name)), "")
    codes = (one.replace(".", "_").replace("@", "_").partition("_")[0].lower() for one in value.split(":"))
    return next((code for code in codes if code in LANGUAGES), LANGUAGES[0])


def taken(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the language that is asked for anywhere before `--`, and the arguments without that."""
    asked, rest = None, list(arguments)
    end = rest.index("--") if "--" in rest else len(rest)
    for at in reversed(range(end)):
        name, sep, value = rest[at].partition("=")
        if name != OPTION:
            continue
        if not sep and at + 1 >= end:
            # Nothing follows it: that is told as with any other option.
            continue
        asked = asked or (value if sep else rest[at + 1])
        words = 1 if sep else 2
        del rest[at : at + words]
        end -= words
    return asked, rest


@contextmanager
def help_spoken() -> Iterator[None]:
    """Let what Python itself says of arguments be in the language that is spoken."""
    domain, folder, before = gettext.textdomain(), gettext.bindtextdomain(DOMAIN), os.environ.get(FIRST)
    gettext.bindtextdomain(DOMAIN, str(TRANSLATIONS))
    gettext.textdomain(DOMAIN)
    os.environ[FIRST] = _NOW.language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        gettext.bindtextdomain(DOMAIN, folder)
        if before is None:
            del os.environ[FIRST]
        else:
            os.environ[FIRST] = before
