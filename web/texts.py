"""Messages of the service in the language of the device, with the players' names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from companion.service.view import Both, Message, Param, TableView
from web.language import gettext

WHO = {"white", "black"}
PLAYER_PARAMS = {"player", "opponent"}
WORDS = frozenset(
    {
        # What is offered, how a game ends, what is shown.
        *"backgammon beaver black board camera double dropped equity flag game hint journal pips played point".split(),
        *"resignation resigned white and from".split(),
        "beaver dropped",
        "called off",
        "calling off",
        "resignation or calling off",
        "Both players agree.",
        # Why a play that stands is illegal, in short.
        "blocked",
        "checker count",
        "exact number",
        "hit not removed",
        "hucke opponent",
        "hucke pair",
        "lower first",
        "must enter first",
        "must move up",
        "must use both",
        "must use higher",
        "must use more",
        "no band here",
        "no hit yet",
        "not home",
        "not moved",
        "number not thrown",
        "opponent moved",
        "start pile first",
        "top first",
        "wrong way",
        # What is wrong with a position.
        "a checker left on its goal",
        "a checker on the opponent's Hucke",
        "a count below nothing",
        "a single checker on its own Hucke",
        "both colours on one point",
        "more than one checker on a point of the own side",
        "the game has no bar",
        "the game has no reserve",
        "too few checkers",
        "too many checkers",
    }
)
"""Single words that sentences are filled with, and that are translated too."""
PLACES = frozenset({"bar", "off", "reserve"})
SENTENCE_PARAMS = {"message", "question", "answer"}


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
        if message is None:
            return ""
        if not message.template:
            return gettext(message.text) if message.text else ""
        params = dict(message.params)
        filled = {name: self._filled(name, value) for name, value in params.items()}
        try:
            return " ".join(gettext(message.template).format(**filled).split())
        except (KeyError, IndexError, ValueError):
            return message.text

    def _filled(self, name: str, value: Param) -> str:
        text = str(value)
        if name in PLAYER_PARAMS and text in WHO:
            return self.names.white if text == "white" else self.names.black
        if name in SENTENCE_PARAMS:
            return known_sentence(text)
        return word(text)


def word(text: str) -> str:
    """Return a single word of the referee's; a name or a number stays as it is."""
    spaced = text.replace("_", " ")
    return gettext(spaced) if spaced in WORDS else text


def known_sentence(text: str) -> str:
    """Return an English sentence of the referee's in the language of the device, as far as it is known."""
    for template, pattern in _PATTERNS:
        found = pattern.fullmatch(text)
        if found:
            return " ".join(gettext(template).format(**_parts(found)).split())
    several = re.split(r"(?<=[.?!]) (?=[A-Z])", text)
    if len(several) > 1:
        return " ".join(map(known_sentence, several))
    return "; ".join(_clause(part) for part in text.split("; "))


def _clause(text: str) -> str:
    """Return a clause such as `white: too many checkers, 1 (12A)`, its words translated."""
    player, colon, rest = text.partition(": ")
    found = re.fullmatch(r"([^,(]*?)(, \d+)?( \(.*\))?", rest)
    if player not in WHO or not colon or found is None or found[1] not in WORDS:
        return text
    return f"{gettext(player)}: {gettext(found[1])}{found[2] or ''}{found[3] or ''}"


def _parts(found: re.Match[str]) -> dict[str, str]:
    return {name: _part(name, value or "") for name, value in found.groupdict().items()}


def _part(name: str, value: str) -> str:
    if name == "why":
        return known_sentence(value)
    return word(value) if name in PLAYER_PARAMS else points_in_words(value)


def points_in_words(text: str) -> str:
    """Return the names of points as they stand in a sentence, with the word for them translated."""
    text = re.sub(r"\bpoint (?=\d)", lambda _: gettext("point") + " ", text)
    return text.replace(" and ", f" {gettext('and')} ").replace("(from ", f"({gettext('from')} ")


_PATTERNS: list[tuple[str, re.Pattern[str]]] = []


def know(templates: Iterable[str]) -> None:
    """Take the sentences that may stand inside others; one that begins with what fills it could be anything."""
    fixed = [one for one in templates if not one.startswith("{") and not SENTENCE_PARAMS.intersection(_names(one))]
    _PATTERNS[:] = [(template, _pattern(template)) for template in fixed]


def _names(template: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", template)


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    seen: set[str] = set()
    text = ""
    for at, part in enumerate(parts):
        if at % 2 == 0:
            text += re.escape(part)
        else:
            text += f"(?P={part})" if part in seen else f"(?P<{part}>.*?)"
            seen.add(part)
    return re.compile(text)
