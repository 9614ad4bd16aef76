"""What other rooms say in English, in the language that is spoken: known by the sentences that are listed."""

from __future__ import annotations

from functools import cache

from companion.hints.words import REASONS
from companion.language import _
from companion.room_words import ROOMS
from companion.rules.reasons import Violation
from companion.service import words
from companion.service.file_words import FILES
from companion.service.speech import Speech
from companion.service.view import Message, Param
from companion.service.words import TEMPLATES
from companion.table.state import Said

KNOWN = tuple(dict.fromkeys((*ROOMS, *REASONS, *FILES, *TEMPLATES)))
"""What is looked for, in this order."""


@cache
def _speech() -> Speech:
    return Speech(_, KNOWN)


def translated(text: str) -> str:
    """Return an English sentence in the language that is spoken, as far as it is known."""
    return _speech().sentence(text)


def message_told(message: Message) -> str:
    """Return a message of the service."""
    return _speech().say(message, lambda who: _(who.title()))


def reason_told(violation: Violation) -> str:
    """Return why a play is illegal."""
    return translated(violation.sentence)


def said(code: str, params: tuple[tuple[str, Param], ...]) -> str:
    """Return something the referee has said, players called by their colour."""
    return _speech().say(words.said(Said(code, params)), lambda who: _(who.title()))
