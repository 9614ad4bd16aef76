"""The catalogues of translations: `python -m tests.web.catalogue` brings them up to date with all texts there are.

A new text appears untranslated, one that is gone disappears, and nothing is guessed; the tests fail until it is done.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.rules.games import GAMES
from companion.service import TEMPLATES
from tests.checkout import ROOT
from web.forms import as_title
from web.language import TRANSLATIONS
from web.new_match import COLOURS
from web.safe import EASY, WRONG_LENGTH
from web.texts import PLACES, WORDS

METHODS = [("**.py", "python"), ("**.html", "jinja2")]
KEYWORDS = {"_": None, "gettext": None}


def texts() -> Iterator[str]:
    """Every text that people may read in the panel."""
    for _file, _line, text, _comments, _context in extract_from_dir(ROOT / "web", METHODS, keywords=KEYWORDS):
        yield text if isinstance(text, str) else text[0]
    yield from TEMPLATES
    yield from WORDS | PLACES
    yield from COLOURS.values()
    yield from (EASY, WRONG_LENGTH)
    for game in GAMES.values():
        yield game.name
        for option in game.options:
            yield as_title(option.name)
            yield option.about
            yield from (str(one) for one in option.allowed if isinstance(one, str))


def wanted() -> list[str]:
    """Every text once, in a fixed order; those that are nothing but what fills them need no translation."""
    return sorted({text for text in texts() if text.strip("{}").replace("_", "").isalpha() is False or "{" not in text})


def path_of(language: str) -> Path:
    return TRANSLATIONS / language / "LC_MESSAGES" / "messages.po"


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it is kept."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language, domain="messages")


def update(language: str) -> None:
    """Write the catalogue anew: with every text that is wanted, and its translation if there is one."""
    known = catalogue(language) if path_of(language).exists() else Catalog(locale=language)
    fresh = Catalog(
        locale=language,
        project="companion",
        copyright_holder="The companion authors",
        header_comment="# Texts of the panel; `python -m tests.web.catalogue` keeps the list complete.",
        msgid_bugs_address="-",
        last_translator="The companion authors",
        language_team=language,
        revision_date=datetime(2026, 11, 18, tzinfo=UTC),
        creation_date=datetime(2026, 11, 18, tzinfo=UTC),
        fuzzy=False,
    )
    for text in wanted():
        old = known.get(text)
        fresh.add(text, old.string if old else "", flags=(old.flags - {"fuzzy"}) if old else ())
    path_of(language).parent.mkdir(parents=True, exist_ok=True)
    with path_of(language).open("wb") as file:
        write_po(file, fresh, width=0, omit_header=False)
    with path_of(language).with_suffix(".mo").open("wb") as file:
        write_mo(file, fresh)


if __name__ == "__main__":
    update("de")
