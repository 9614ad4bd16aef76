"""Every text there is has a translation, and what is said is said in the language of the device."""

import re
import string
from dataclasses import replace
from io import BytesIO

import pytest
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import write_po

from companion.match import refused
from companion.rules.reasons import SENTENCES as REASONS
from companion.service import Both, Message
from companion.table.codes import REJECTED, SAID, WAITING
from tests.web.catalogue import catalogue, path_of, update, wanted
from tests.web.stage import Stage
from web.language import LANGUAGES
from web.texts import SPEECH, Speaker

TRANSLATED = [language for language in LANGUAGES if language != "en"]
CODES = [*SAID.values(), *WAITING.values(), *REJECTED.values(), *refused.SENTENCES.values(), *REASONS.values()]


def placeholders(text: str) -> set[str]:
    braces = {name for _, name, _, _ in string.Formatter().parse(text) if name}
    return braces | set(re.findall(r"%\((\w+)\)s", text))


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_missing_or_doubtful(language: str) -> None:
    known = catalogue(language)
    assert [text for text in wanted() if not (known.get(text) and known[text].string)] == []
    assert [message.id for message in known if message.id and message.fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_kept_that_nobody_says(language: str) -> None:
    assert {str(message.id) for message in catalogue(language) if message.id} == set(wanted())


def test_every_sentence_of_the_referee_is_wanted() -> None:
    known = {*wanted(), "{message}"}
    assert [text for text in CODES if text not in known] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_what_fills_the_text(language: str) -> None:
    known = catalogue(language)
    more = {text: placeholders(str(known[text].string)) - placeholders(text) for text in wanted()}
    assert {text: names for text, names in more.items() if names} == {}
    lost = {text: placeholders(text) - placeholders(str(known[text].string)) for text in wanted()}
    assert {text: names for text, names in lost.items() if names - {"player"}} == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_is_read_by_the_panel_is_what_was_written(language: str) -> None:
    file = BytesIO()
    write_mo(file, catalogue(language))
    file.seek(0)
    with path_of(language).with_suffix(".mo").open("rb") as kept:
        assert {m.id: m.string for m in read_mo(kept)} == {m.id: m.string for m in read_mo(file)}


@pytest.mark.parametrize("language", TRANSLATED)
def test_bringing_it_up_to_date_changes_nothing(language: str) -> None:
    before = path_of(language).read_bytes()
    file = BytesIO()
    write_po(file, catalogue(language), width=0)
    assert file.getvalue() == before
    update(language)
    assert path_of(language).read_bytes() == before


def test_the_player_is_called_by_name(table: Stage) -> None:
    said = Message("throw", (("player", "white"),), "White throws.", "{player} throws.")
    with table.app.test_request_context(headers={"Accept-Language": "de"}):
        assert Speaker(Both("Ada", "Bo")).say(said) == "Ada wirft."
    with table.app.test_request_context(headers={"Accept-Language": "fi"}):
        assert Speaker(Both("Ada", "Bo")).say(said) == "Ada throws."


def test_who_has_no_name_is_called_by_the_colour(table: Stage) -> None:
    with table.app.test_request_context(headers={"Accept-Language": "de"}):
        assert Speaker.of(replace(table.service.view(), names=Both("White", "Black"))).names.white == "Weiß"


def test_a_reason_inside_a_sentence_is_translated_with_its_points(table: Stage) -> None:
    inside = "The opponent holds point 12A: no step can end there, not even in passing."
    said = Message("illegal", (("message", inside), ("reason", "blocked")), "", "The play is illegal: {message}")
    with table.app.test_request_context(headers={"Accept-Language": "de"}):
        text = Speaker().say(said)
    assert "Der Gegner hält Zunge 12A" in text
    assert "opponent" not in text


def test_what_is_wrong_with_a_position_is_translated(table: Stage) -> None:
    with table.app.test_request_context(headers={"Accept-Language": "de"}):
        text = SPEECH.sentence("white: too many checkers, 1; black: too few checkers, 2")
    assert text == "weiß: zu viele Steine, 1; schwarz: zu wenige Steine, 2"


def test_words_and_names_are_kept_apart(table: Stage) -> None:
    with table.app.test_request_context(headers={"Accept-Language": "de"}):
        assert [SPEECH.word(one) for one in ("beaver_dropped", "Ada", "3-1")] == ["Beaver abgelehnt", "Ada", "3-1"]
        assert SPEECH.points(" (from point 8 and point 1A)") == " (von Zunge 8 und Zunge 1A)"


def test_a_text_without_a_template_stays_as_it_was_written(table: Stage) -> None:
    with table.app.test_request_context(headers={"Accept-Language": "de"}):
        assert Speaker().say(Message("own", (), "Something {odd}")) == "Something {odd}"
        assert Speaker().say(Message("own", (), "fallback", "{missing}")) == "fallback"


def test_the_device_s_own_choice_comes_first(table: Stage) -> None:
    client = table.client()
    assert b'lang="de"' in client.get("/", headers={"Accept-Language": "de-CH,de;q=0.9"}).data
    client.set_cookie("language", "en")
    assert b'lang="en"' in client.get("/", headers={"Accept-Language": "de"}).data
    client.set_cookie("language", "xx")
    assert b'lang="de"' in client.get("/", headers={"Accept-Language": "de"}).data
