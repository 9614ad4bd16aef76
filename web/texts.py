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


def know(templates: Iterable[str]) -> None:
    """Take the sentences that may stand inside others."""
    SPEECH.know(templates)
