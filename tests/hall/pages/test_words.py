"""What tables say is said in the language of the device, and never taken as more than text."""

from __future__ import annotations

import pytest

from companion.hall.view import TableCard
from companion.hall.words import SENTENCES, message
from companion.service.view import Both, Message, TableView
from tests.hall.pages.stage import Stage
from web.hall import words

BOMB = "{player:>999999999}"


def test_a_sentence_of_ours_is_said_in_the_language(hall: Stage) -> None:
    with hall.app.test_request_context("/?lang=de"):
        told = words.said(message("clock_off", minutes=7))
        assert told == "Die eigene Uhr dieses Tisches geht um 7 Minuten falsch."


def test_a_table_is_said_with_the_names_that_play_there(hall: Stage) -> None:
    view = TableView(1, Message(""), names=Both("Ada", ""))
    said = Message("", (("player", "white"), ("dice", "5-2")), "", "{player} plays {dice}.")
    black = Message("", (("player", "black"), ("dice", "5-2")), "", "{player} plays {dice}.")
    with hall.app.test_request_context("/?lang=de"):
        assert words.said(said, view) == "Ada setzt 5-2."
        assert words.said(black, view) == "Schwarz setzt 5-2."


@pytest.mark.parametrize("template", [BOMB, "{player.__class__}", "{0}", "{", "{}{}{}"])
def test_a_pattern_that_is_none_of_ours_is_not_filled(hall: Stage, template: str) -> None:
    with hall.app.test_request_context("/"):
        assert words.said(Message("x", (("player", "white"),), "as it is", template)) == "as it is"


def test_every_sentence_of_the_hall_may_be_a_pattern() -> None:
    assert set(SENTENCES.values()) <= words.KNOWN
    assert BOMB not in words.KNOWN


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ada", "Ada"),
        ("\u202eFritz\u2066 evil", "Fritz evil"),
        ("a\x00b\r\nc", "abc"),
        ("\N{ZERO WIDTH SPACE}x\ufeff", "x"),
        ("क्‍ष", "क्‍ष"),
        ("x" * 5000, "x" * words.LONGEST_SAID),
    ],
)
def test_signs_that_nobody_sees_are_left_out(text: str, left: str) -> None:
    assert words.clean(text) == left


def test_names_that_run_from_right_to_left_leave_the_sentence_as_it_is() -> None:
    assert words.apart("אבג") == f"{words.APART}אבג{words.TOGETHER}"
    assert words.apart("Ada 5") == "Ada 5"


@pytest.mark.parametrize(
    ("panel", "link"),
    [
        ("http://192.168.7.31:8080/", True),
        ("https://table-7.local/", True),
        ("http://table-7:8080", True),
        ("http://[fe80::1]:8080/", True),
        # What is not plainly a panel in the local network can be read, and not tapped.
        ("http://evil.example/", False),
        ("http://8.8.8.8/", False),
        ("http://127.0.0.1:631/", False),
        ("http://192.168.7.1/reboot", False),
        ("http://192.168.7.1/?reboot=yes", False),
        ("http://192.168.7.31.evil.example/", False),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("http://", None),
        ("http://user:secret@elsewhere/", None),
        ("http://[half/", None),
        ("http://a b/", None),
        ("http://x/" + "y" * 300, None),
        ("//elsewhere/", None),
        ("", None),
    ],
)
def test_a_link_leads_to_a_panel_in_the_local_network_or_nowhere(panel: str, *, link: bool | None) -> None:
    told = words.panel_address(TableCard("1" * 32, "7", "1111", "online", 0, panel))
    assert told == (None if link is None else words.PanelAddress(panel, link))


def test_tables_of_one_name_are_twins() -> None:
    cards = [TableCard(str(number) * 32, name, "0000", "online", 0) for number, name in enumerate(("7", "8", "7"))]
    assert words.twins(cards) == {"7"}


@pytest.mark.parametrize("kind", ["illegal", "question", "board", "camera", "journal", "flag"])
def test_each_kind_of_call_of_a_table_has_a_word_of_its_own(hall: Stage, kind: str) -> None:
    with hall.app.test_request_context("/"):
        assert words.kind(kind) != words.kind("something new") == "Call"
