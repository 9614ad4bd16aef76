"""Catalogues of translations: each is kept as text for translators, and beside it as the programs read it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

TRANSLATED = ("de", "fr", "nl")
TEMPLATES = [("**.html", "jinja2")]
SINCE = datetime(2026, 11, 18, tzinfo=UTC)


def extracted(folder: Path, *names: str) -> Iterator[str]:
    """Every text that is given to a function of one of these names, in programs and templates."""
    for file in sorted(folder.rglob("*.py")):
        yield from _in_program(file, names)
    for _file, _line, text, _about, _context in extract_from_dir(folder, TEMPLATES, keywords=dict.fromkeys(names)):
        yield text if isinstance(text, str) else text[0]


def _in_program(file: Path, names: Sequence[str]) -> Iterator[str]:
    """Texts in a program, also those inside of others that are filled."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text)), *_]) if name in names:
                yield text


@dataclass(frozen=True)
class Domain:
    """Texts that are translated together."""

    name: str
    folder: Path
    about: str
    wanted: Callable[[], Sequence[str]]
    """Every text once."""
    follows: Domain | None = None
    """Whose translations are taken for texts that both have."""
    unmarked: frozenset[str] = frozenset()
    """Flags that are not kept, as they would be wrong for these texts."""

    def path_of(self, language: str) -> Path:
        """Where the catalogue of a language is kept."""
        return self.folder / language / "LC_MESSAGES" / f"{self.name}.po"

    def catalogue(self, language: str) -> Catalog:
        """The catalogue of a language as it is kept."""
        with self.path_of(language).open("rb") as file:
            return read_po(file, locale=language, domain=self.name)

    def update(self, language: str) -> None:
        """Write the catalogue anew: with every text that is wanted, and its translation if there is one."""
        known = self.catalogue(language) if self.path_of(language).exists() else Catalog(locale=language)
        said = self.follows.strings(language) if self.follows else {}
        fresh = self._empty(language)
        for text in self.wanted():
            old = known.get(text)
            string = said.get(text) or (old.string if old else "")
            fresh.add(text, string, flags=(old.flags - {"fuzzy"} - self.unmarked) if old else ())
        self.path_of(language).parent.mkdir(parents=True, exist_ok=True)
        with self.path_of(language).open("wb") as file:
            write_po(file, fresh, width=0, omit_header=False)
        with self.path_of(language).with_suffix(".mo").open("wb") as file:
            write_mo(file, fresh)

    def strings(self, language: str) -> dict[str, str]:
        """What the catalogue says, by the English text."""
        return {str(one.id): str(one.string) for one in self.catalogue(language) if one.id and one.string}

    def _empty(self, language: str) -> Catalog:
        return Catalog(
            locale=language,
            project="companion",
            copyright_holder="The companion authors",
            header_comment=f"# {self.about}; `python -m tests.web.catalogue` keeps the list complete.",
            msgid_bugs_address="-",
            last_translator="The companion authors",
            language_team=language,
            revision_date=SINCE,
            creation_date=SINCE,
            fuzzy=False,
        )

    def untranslated(self, language: str) -> list[str]:
        """Texts that are not translated yet, or doubtful."""
        known = self.catalogue(language)
        done = {str(one.id) for one in known if one.id and one.string and not one.fuzzy}
        return [text for text in self.wanted() if text not in done]


def bring_up_to_date(domains: Iterable[Domain], tell: Callable[[str], object]) -> int:
    """Write all catalogues anew and tell what is still to be translated; return how many texts that are."""
    left = 0
    for domain in domains:
        for language in TRANSLATED:
            domain.update(language)
            missing = domain.untranslated(language)
            left += len(missing)
            tell(f"{domain.name} {language}: {len(domain.wanted())} texts, {len(missing)} to be translated")
            for text in missing:
                tell(f"    {text}")
    return left
