"""The rulebook's catalogues: `python -m tests.web.rulebook_catalogue` brings them up to date with all texts there are.

They are a domain of their own, so that the rulebook is whole in each of its languages whatever the panel speaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.checkout import ROOT
from web.drawing import PLAYERS
from web.language import TRANSLATIONS
from web.rulebook.book import book
from web.rulebook.language import DOMAIN, LANGUAGES

SOURCES = (("web/rulebook", [("**.py", "python")]), ("web/templates/rules", [("**.html", "jinja2")]))
KEYWORDS = {"say": None}
PLACES = ("bar", "reserve", "off")
TRANSLATED = [language for language in LANGUAGES if language != "en"]


def texts() -> Iterator[str]:
    """Every text that people may read in the rulebook."""
    for folder, methods in SOURCES:
        for _file, _line, text, _comments, _context in extract_from_dir(ROOT / folder, methods, keywords=KEYWORDS):
            yield text if isinstance(text, str) else text[0]
    yield from book().texts()
    yield from (who.title() for who in PLAYERS)
    yield from PLACES


def wanted() -> list[str]:
    """Every text once: first the words of the pages, then the rules in the order in which they are read."""
    return list(dict.fromkeys(texts()))


def path_of(language: str) -> Path:
    return TRANSLATIONS / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it is kept."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def update(language: str) -> None:
    """Write the catalogue anew: with every text that is wanted, and its translation if there is one."""
    known = catalogue(language) if path_of(language).exists() else Catalog(locale=language)
    fresh = Catalog(
        locale=language,
        project="companion",
        copyright_holder="The companion authors",
        header_comment="# Texts of the rulebook; `python -m tests.web.rulebook_catalogue` keeps the list complete.",
        msgid_bugs_address="-",
        last_translator="The companion authors",
        language_team=language,
        revision_date=datetime(2026, 11, 18, tzinfo=UTC),
        creation_date=datetime(2026, 11, 18, tzinfo=UTC),
        fuzzy=False,
    )
    for text in wanted():
        old = known.get(text)
        fresh.add(text, old.string if old else "", flags=(old.flags - {"fuzzy", "python-format"}) if old else ())
    path_of(language).parent.mkdir(parents=True, exist_ok=True)
    with path_of(language).open("wb") as file:
        write_po(file, fresh, width=0, omit_header=False)
    with path_of(language).with_suffix(".mo").open("wb") as file:
        write_mo(file, fresh)


if __name__ == "__main__":
    for one in TRANSLATED:
        update(one)
