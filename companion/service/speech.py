"""What the referee says in any language: sentences by their English text, filled with words that are translated too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from companion.service.view import Message, Param

Translate = Callable[[str], str]
WHO = {"white", "black"}
PLAYER_PARAMS = {"player", "opponent"}
WORDS = frozenset(
    {
        # What is offered, how a game ends, what is shown.
        *"backgammon beaver black board camera double dropped equity flag game hint journal pips played".split(),
        *"players point resignation resigned white and from".split(),
        # As it stands before its number.
        "the point",
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


class Speech:
    """Says sentences in the language that `translate` knows; those of the templates also where they stand in others."""

    def __init__(self, translate: Translate, templates: Iterable[str] = ()) -> None:
        """Take what translates a single text, and the English sentences there are."""
        self._translate = translate
        self._patterns: list[tuple[str, re.Pattern[str]]] = []
        self.know(templates)

    def know(self, templates: Iterable[str]) -> None:
        """Take the sentences that may stand inside others; one that begins with what fills it could be anything."""
        fixed = [one for one in templates if not one.startswith("{") and not SENTENCE_PARAMS.intersection(_names(one))]
        self._patterns = [(template, _pattern(template)) for template in fixed]

    def say(self, message: Message | None, named: Translate) -> str:
        """Return a message as a sentence; `named` tells the names of "white" and "black"."""
        if message is None:
            return ""
        if not message.template:
            return self._translate(message.text) if message.text else ""
        filled = {name: self._filled(name, value, named) for name, value in message.params}
        try:
            return tidy(self._translate(message.template).format(**filled))
        except (KeyError, IndexError, ValueError):
            return message.text

    def _filled(self, name: str, value: Param, named: Translate) -> str:
        text = str(value)
        if name in PLAYER_PARAMS and text in WHO:
            return named(text)
        return self.sentence(text) if name in SENTENCE_PARAMS else self.word(text)

    def word(self, text: str) -> str:
        """Return a single word of the referee's; a name or a number stays as it is."""
        spaced = text.replace("_", " ")
        return self._translate(spaced) if spaced in WORDS else text

    def sentence(self, text: str) -> str:
        """Return an English sentence of the referee's in this language, as far as it is known."""
        for template, pattern in self._patterns:
            found = pattern.fullmatch(text)
            if found:
                return tidy(self._translate(template).format(**self._parts(found)))
        several = re.split(r"(?<=[.?!]) (?=[A-Z])", text)
        if len(several) > 1:
            return " ".join(map(self.sentence, several))
        return "; ".join(self._clause(part) for part in text.split("; "))

    def _clause(self, text: str) -> str:
        """Return a clause such as `white: too many checkers, 1 (12A)`, its words translated."""
        player, colon, rest = text.partition(": ")
        found = re.fullmatch(r"([^,(]*?)(, \d+)?( \(.*\))?", rest)
        if player not in WHO or not colon or found is None or found[1] not in WORDS:
            return text
        return f"{self._translate(player)}: {self._translate(found[1])}{found[2] or ''}{found[3] or ''}"

    def _parts(self, found: re.Match[str]) -> dict[str, str]:
        return {name: self._part(name, value or "") for name, value in found.groupdict().items()}

    def _part(self, name: str, value: str) -> str:
        if name == "why":
            return self.sentence(value)
        return self.word(value) if name in PLAYER_PARAMS else self.points(value)

    def points(self, text: str) -> str:
        """Return the names of points as they stand in a sentence, with the word for them translated."""
        say = self._translate
        text = re.sub(r"\bpoint (?=\d)", lambda _: say("the point") + " ", text)
        return text.replace(" and ", f" {say('and')} ").replace("(from ", f"({say('from')} ")


def tidy(text: str) -> str:
    """Return a sentence without the gaps that empty fillings leave; spaces that hold signs together stay."""
    return re.sub(r" {2,}", " ", text).strip(" ")


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
