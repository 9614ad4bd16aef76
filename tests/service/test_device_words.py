"""Everything that devices and notations say is listed for translators, and nothing else is."""

from __future__ import annotations

import re

from companion.service.device_words import DEVICES, NOTATION
from tests.service.device_sentences import said_by_devices, said_of_notation

ONLY_LOGGED = {"The camera failed.", "The camera delivers no more pictures."}


def bare(text: str) -> str:
    return re.sub(r"\{\w*\}", "{}", text)


def test_every_sentence_of_a_device_is_listed() -> None:
    listed = set(map(bare, DEVICES))
    assert said_by_devices() - listed - ONLY_LOGGED == set()


def test_nothing_is_listed_that_no_device_says() -> None:
    whole = [text for text in DEVICES if text[0].isupper() and text[-1] in ".?" and "({why})" not in text]
    assert {bare(text) for text in whole} - said_by_devices() == set()


def test_every_complaint_about_a_notation_is_listed() -> None:
    listed = set(map(bare, NOTATION))
    for text in said_of_notation() - {"no play"}:
        together = [text, f"'{{}}' is not a move: {text}", text.replace("{}-{}", "{}")]
        assert text == "'{}' is not a move: {}" or listed.intersection(together), text
