"""Finds the template that an English sentence was made of, and what fills it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache

PLAYER_PARAMS = frozenset({"player", "opponent"})
SENTENCE_PARAMS = frozenset({"message", "question", "answer"})
RECURSIVE = "why"
"""What fills this may be sentences again."""
WORD_PARAMS = frozenset({"device", "how", "pending", "reason", "unit", "wanted", "what"})
"""What fills these may be one of the referee's words."""
PLACE_PARAMS = frozenset({"moves", "places", "point"})
"""What fills these names places, and perhaps the colour of what lies there."""
LIST_PARAMS = frozenset({"at", "example", "from_", "numbers", "plays", "points", "the_point"})
"""What fills these may join names of points, numbers or plays with a word."""
GAME, OPTION = "game", "option"
LEADING: Mapping[str, str] = {
    "player": "White|Black|white|black",
    "count": r"\d+",
    "where": r"[\w.\[\]]+",
    RECURSIVE: r".*?",
}
"""What a template may begin with, as that can be told from any other word."""
WITHIN = r"(?:(?![.?!] [A-Z]).)*?"
"""Not beyond the end of a sentence."""


class _Pattern:
    """A template, and what texts look like that were made of it; that is worked out when it is first looked for."""

    def __init__(self, template: str) -> None:
        self.template = template
        self.word = _first_word(template)
        self.says = len(re.sub(r"\{\w+\}", "", template))
        """How many letters it has besides what fills it."""

    @cached_property
    def narrow(self) -> re.Pattern[str]:
        """What fills it stays within a sentence."""
        return re.compile(_pattern(self.template, WITHIN))

    @cached_property
    def wide(self) -> re.Pattern[str]:
        """What fills it may be anything."""
        return re.compile(_pattern(self.template, ".*?"))


class Sentences:
    """Templates by their first word: only few have to be tried for a text."""

    def __init__(self, templates: Iterable[str]) -> None:
        """Take the templates."""
        patterns = sorted(map(_Pattern, filter(_can_be_told, templates)), key=_order)
        self._by_word: dict[str, list[_Pattern]] = {"": [], **{one.word: [] for one in patterns}}
        for one in patterns:
            # Those that begin with what fills them may fit any first word.
            for fitting in [self._by_word[one.word]] if one.word else self._by_word.values():
                fitting.append(one)

    def find(self, text: str, *, narrow: bool) -> tuple[str, dict[str, str]]:
        """Return the template of a text and what fills it; `narrow`: what fills it stays within a sentence.

        Where several fit, it is the one that says most by itself.
        """
        for one in self._by_word.get(_first_word(text)) or self._by_word[""]:
            found = (one.narrow if narrow else one.wide).fullmatch(text)
            if found:
                return one.template, {name: value or "" for name, value in found.groupdict().items()}
        return "", {}


@lru_cache(maxsize=8)
def sentences(templates: tuple[str, ...]) -> Sentences:
    """Return the templates in order: whoever speaks knows the same ones, so they are put in order once."""
    return Sentences(templates)


def _order(one: _Pattern) -> tuple[int, str]:
    return -one.says, one.template


def _names(template: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", template)


def _can_be_told(template: str) -> bool:
    """Whether it is more than what fills it; one that begins with what fills it could be anything."""
    begins = re.match(r"\{(\w+)\}(.*)", template)
    return not SENTENCE_PARAMS.intersection(_names(template)) and (
        begins is None or (begins[1] in LEADING and bool(begins[2]))
    )


def _first_word(text: str) -> str:
    word = text.partition(" ")[0]
    return "" if "{" in word or word[:1] in "'\"" else word


def _pattern(template: str, usual: str) -> str:
    parts = re.split(r"\{(\w+)\}", template)
    seen: set[str] = set()
    text = ""
    for at, part in enumerate(parts):
        if at % 2 == 0:
            text += re.escape(part)
        else:
            kind = LEADING.get(part, usual) if at == 1 and not parts[0] else usual
            text += f"(?P={part})" if part in seen else f"(?P<{part}>{'.*?' if part == RECURSIVE else kind})"
            seen.add(part)
    return text
