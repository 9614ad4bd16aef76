"""Messages of the service in the language of the device, with the players' names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.service.speech import Speech
from companion.service.view import Both, Message, TableView
from web.language import gettext

SPEECH = Speech(gettext)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says messages with the names of those who play."""

    names: Both[str] = Both("White", "Black")  # noqa: RUF009 - immutable

    @classmethod
    def of(cls, view: TableView) -> Speaker:
        """Return one that knows the names at a table; unnamed players are called by their colour."""
        return cls(Both(gettext(view.names.white), gettext(view.names.black)))

    def say(self, message: Message | None) -> str:
        """Return a message as a sentence."""
        return SPEECH.say(message, self.named)

    def named(self, who: str) -> str:
        """Return the name of a player who is told by the colour."""
        return self.names.white if who == "white" else self.names.black


def word(text: str) -> str:
    """Return a single word of the referee's; a name or a number stays as it is."""
    return SPEECH.word(text)


def known_sentence(text: str) -> str:
    """Return an English sentence of the referee's in the language of the device, as far as it is known."""
    return SPEECH.sentence(text)


def points_in_words(text: str) -> str:
    """Return the names of points as they stand in a sentence, with the word for them translated."""
    return SPEECH.points(text)


def know(templates: Iterable[str]) -> None:
    """Take the sentences that may stand inside others."""
    SPEECH.know(templates)
