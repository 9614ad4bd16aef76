"""The rulebook in its four languages: nothing is missing or doubtful, and every number is told alike in each."""

import re
import string
from collections import Counter
from io import BytesIO

import pytest
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import write_po

from tests.web.rulebook_catalogue import TRANSLATED, catalogue, path_of, update, wanted
from web.language import LANGUAGES
from web.rulebook.book import book

languages = pytest.mark.parametrize("language", TRANSLATED)
NAMED = re.compile(r"\d+A?")


def told(language: str) -> dict[str, str]:
    return {str(message.id): str(message.string) for message in catalogue(language) if message.id}


def test_there_are_four_languages() -> None:
    assert list(LANGUAGES) == ["en", "de", "fr", "nl"]
    assert TRANSLATED == ["de", "fr", "nl"]


@languages
def test_nothing_is_missing_or_doubtful(language: str) -> None:
    known = told(language)
    assert [text for text in wanted() if not known.get(text)] == []
    assert [message.id for message in catalogue(language) if message.id and message.fuzzy] == []


@languages
def test_nothing_is_kept_that_nobody_reads(language: str) -> None:
    assert set(told(language)) == set(wanted())


@languages
def test_gaps_are_filled_alike(language: str) -> None:
    def gaps(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert {text: said for text, said in told(language).items() if gaps(said) != gaps(text)} == {}


@languages
def test_points_and_numbers_are_those_of_the_english_text(language: str) -> None:
    def numbers(text: str) -> Counter[str]:
        return Counter(NAMED.findall(text))

    assert {text: said for text, said in told(language).items() if numbers(said) != numbers(text)} == {}


@languages
def test_no_sentence_is_left_in_english(language: str) -> None:
    """Only names and words that are the same there may be."""
    same = {text for text, said in told(language).items() if text == said}
    assert {text for text in same if len(re.findall(r"[a-z]{2,}", text)) > 3} == set()
    assert (
        same & {text for game in book().games.values() for section in game.sections for text in section.texts} == set()
    )


@languages
def test_a_text_ends_as_the_english_one(language: str) -> None:
    ends = {".", ",", ":"}
    wrong = {
        text: said for text, said in told(language).items() if {text[-1], said[-1]} & ends and text[-1] != said[-1]
    }
    assert wrong == {}


@languages
def test_what_is_read_by_the_panel_is_what_was_written(language: str) -> None:
    file = BytesIO()
    write_mo(file, catalogue(language))
    file.seek(0)
    with path_of(language).with_suffix(".mo").open("rb") as kept:
        assert {m.id: m.string for m in read_mo(kept)} == {m.id: m.string for m in read_mo(file)}


@languages
def test_bringing_it_up_to_date_changes_nothing(language: str) -> None:
    before = path_of(language).read_bytes()
    file = BytesIO()
    write_po(file, catalogue(language), width=0)
    assert file.getvalue() == before
    update(language)
    assert path_of(language).read_bytes() == before


@languages
def test_the_terms_are_those_of_the_rulebook_in_four_languages(language: str) -> None:
    """Where the English text has a term, its translation has the term of that language."""
    terms = {
        "de": {"checker": "stein|setzt sie|legt sie", "blot": "blot", "bar": "bar", "closed points": "bänder|band"},
        "fr": {"checker": "pion|sort", "blot": "blot", "bar": "barre", "closed points": "bande"},
        "nl": {"checker": "ste[en]|stenen", "blot": "blot", "bar": "bar", "closed points": "band"},
    }[language]
    for text, said in told(language).items():
        for word, known in terms.items():
            if re.search(rf"\b{word}\b", text.lower()):
                assert re.search(known, said.lower()), (word, text, said)
