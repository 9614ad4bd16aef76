"""What the referee says in any language: sentences by their English text, filled with words that are translated too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from companion.service.sentence_patterns import (
    GAME,
    LIST_PARAMS,
    OPTION,
    PLACE_PARAMS,
    PLAYER_PARAMS,
    RECURSIVE,
    SENTENCE_PARAMS,
    WORD_PARAMS,
    sentences,
)
from companion.service.view import Message, Param

Translate = Callable[[str], str]
WHO = {"white", "black"}
WORDS = frozenset(
    {
        # What is offered, how a game ends, which part it is.
        *"backgammon beaver black board buttons camera double dropped flag game hall journal".split(),
        *"played players point resignation resigned white and from or".split(),
        # What is shown if both want it.
        "hints",
        "the equity",
        "the pip count",
        # Why something was set, where a file says so.
        "as the file says",
        "as the record has it",
        # As it stands before its number.
        "the point",
        "that point",
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
PHRASES = {"hint": "hints", "pips": "the pip count", "equity": "the equity"}
"""What stands in a sentence for a code that is no English by itself."""
PLACES = frozenset({"bar", "off", "reserve"})
IN_PLACES = re.compile(rf"\b(?:{'|'.join(sorted(PLACES | WHO))})\b")
JOINS = re.compile(r"(?<= )(?:and|or)(?= )|(?<=\()from(?= )|\bpoint(?= \d)|\bthat point\b")
MOST_SENTENCES = 3
"""So many may be one template."""


class Speech:
    """Says sentences in the language that `translate` knows; those of the templates also where they stand in others."""

    def __init__(self, translate: Translate, templates: Iterable[str] = ()) -> None:
        """Take what translates a single text, and the English sentences there are."""
        self._translate = translate
        self.know(templates)

    def know(self, templates: Iterable[str]) -> None:
        """Take the sentences that may stand inside others."""
        self._sentences = sentences(tuple(templates))

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
        return self.sentence(text) if name in SENTENCE_PARAMS else self._filling(name, text)

    def _filling(self, name: str, text: str) -> str:
        """Return what fills a sentence; what people or machines have called so stays as it is."""
        if name == RECURSIVE:
            return self._why(text)
        if name in WORD_PARAMS:
            return self.word(text)
        if name in PLACE_PARAMS:
            return self.places(text)
        if name in LIST_PARAMS:
            return self.points(text)
        if name == OPTION:
            text = spaced(text).capitalize()
        return self._translate(text) if name in {GAME, OPTION} and text else text

    def word(self, text: str) -> str:
        """Return a single word of the referee's; anything else stays as it is."""
        english = PHRASES.get(text) or spaced(text)
        return self._translate(english) if english in WORDS else text

    def places(self, text: str) -> str:
        """Return places, and what lies there: `bar (+1 white), 12A (-2 black)`."""
        return IN_PLACES.sub(lambda found: self._translate(found[0]), text)

    def sentence(self, text: str) -> str:
        """Return English sentences of the referee's in this language, as far as they are known; line by line."""
        if "\n" in text:
            return "\n".join(map(self._line, text.split("\n")))
        parts = re.split(r"(?<=[.?!]) (?=[A-Z])", text)
        told = self._as(text, narrow=True) or " ".join(self._several(parts)) or self._as(text, narrow=False)
        if told:
            return told
        if len(parts) > 1:
            return " ".join(map(self.sentence, parts))
        return "; ".join(self._clause(part) for part in text.split("; "))

    def _line(self, text: str) -> str:
        bare = text.lstrip()
        return text.removesuffix(bare) + self.sentence(bare)

    def _as(self, text: str, *, narrow: bool) -> str:
        """Return a text by the template that it was made of, or nothing if there is none."""
        template, parts = self._sentences.find(text, narrow=narrow)
        filled = {name: self._part(name, value) for name, value in parts.items()}
        return tidy(self._translate(template).format(**filled)) if template else ""

    def _several(self, parts: Sequence[str]) -> list[str]:
        """Return several sentences if they are all known, else none."""
        for many in range(min(len(parts), MOST_SENTENCES), 0, -1):
            told = self._as(" ".join(parts[:many]), narrow=True)
            rest = self._several(parts[many:]) if told else []
            if told and (rest or many == len(parts)):
                return [told, *rest]
        return []

    def _clause(self, text: str) -> str:
        """Return a clause such as `white: too many checkers, 1 (bar)`, its words translated."""
        player, colon, rest = text.partition(": ")
        found = re.fullmatch(r"([^,(]*?)(, \d+)?( \(.*\))?", rest)
        if player not in WHO or not colon or found is None or found[1] not in WORDS:
            return text
        return f"{self._translate(player)}: {self._translate(found[1])}{found[2] or ''}{self.places(found[3] or '')}"

    def _part(self, name: str, value: str) -> str:
        if name in PLAYER_PARAMS:
            return self._translate(value) if value.lower() in WHO else value
        return self._filling(name, value)

    def _why(self, text: str) -> str:
        """Return a sentence that stands inside another one, perhaps without its full stop."""
        told = self.sentence(text)
        if told != text or text.endswith("."):
            return told
        return self.sentence(f"{text}.").removesuffix(".")

    def points(self, text: str) -> str:
        """Return what is named in a sentence one after the other, with the words between that join them."""
        return JOINS.sub(lambda found: self._translate("the point" if found[0] == "point" else found[0]), text)


def spaced(text: str) -> str:
    """Return a code as words."""
    return text.replace("_", " ")


def tidy(text: str) -> str:
    """Return a sentence without the gaps that empty fillings leave; spaces that hold signs together stay."""
    return re.sub(r" {2,}", " ", text).strip(" ")
