"""What is told of files that are handed in: the readers' English sentences, translated."""

from __future__ import annotations

from companion.service import TEMPLATES
from companion.service.file_words import FILES
from companion.service.speech import Speech
from web.language import gettext

SPEECH = Speech(gettext, (*FILES, *TEMPLATES))


def in_words(text: str) -> str:
    """Return a sentence of a reader in the language of the device, as far as it is known."""
    return SPEECH.sentence(text)
