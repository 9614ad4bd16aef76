"""The rulebook's texts, a domain of their own: `python -m tests.web.catalogue` brings its catalogues up to date."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tests.catalogues import Domain, extracted
from tests.checkout import ROOT
from web.drawing import PLAYERS
from web.language import LANGUAGES, TRANSLATIONS
from web.rulebook.book import book
from web.rulebook.language import DOMAIN

SOURCES = ("web/rulebook", "web/templates/rules")
PLACES = ("bar", "reserve", "off")
TRANSLATED = [language for language in LANGUAGES if language != "en"]


def texts() -> Iterator[str]:
    """Every text that people may read in the rulebook."""
    for folder in SOURCES:
        yield from extracted(ROOT / folder, "say")
    yield from book().texts()
    yield from (who.title() for who in PLAYERS)
    yield from PLACES


@cache
def wanted() -> tuple[str, ...]:
    """Every text once: first the words of the pages, then the rules in the order in which they are read."""
    return tuple(dict.fromkeys(texts()))


# A percent sign in a sentence is no gap.
RULEBOOK = Domain(DOMAIN, TRANSLATIONS, "Texts of the rulebook", wanted, unmarked=frozenset({"python-format"}))
path_of, catalogue, update = RULEBOOK.path_of, RULEBOOK.catalogue, RULEBOOK.update
