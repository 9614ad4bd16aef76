"""What people type at a virtual board, read: places, players, dice, numbers."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.board import BAR, OFF, POINTS, RESERVE
from companion.rules.players import Player
from firmware_bridge.virtual.seat import Place

PLACES = {"bar": BAR, "off": OFF, "tray": OFF, "reserve": RESERVE}
MOST = 100_000


class CommandError(ValueError):
    """A command that cannot be done; the message says why."""


class Words:
    """The words of one command, taken one after the other."""

    def __init__(self, words: Sequence[str], usage: str) -> None:
        self._words, self._usage = list(words), usage

    @property
    def is_empty(self) -> bool:
        """Whether all words are taken."""
        return not self._words

    def word(self, what: str) -> str:
        """Return the next word, or say what is missing."""
        if not self._words:
            msg = f"{what} is missing. Like this: {self._usage}"
            raise CommandError(msg)
        return self._words.pop(0)

    def rest(self, what: str) -> str:
        """Return all words that are left."""
        words = [self.word(what), *self._words]
        self._words.clear()
        return " ".join(words)

    def player(self) -> Player:
        """Return the player who is named."""
        return _player(self.word("the player, white or black,"))

    def player_if_named(self) -> Player | None:
        """Return the player who is named next, if one is."""
        named = bool(self._words) and self._words[0].lower() in {player.value for player in Player}
        return self.player() if named else None

    def place(self) -> Place:
        """Return the place that is named: a point of the game, the bar, the tray or the reserve."""
        word = self.word("the place")
        if word.lower() in PLACES:
            return PLACES[word.lower()]
        if word.isdecimal() and 1 <= int(word) <= POINTS:
            return int(word)
        msg = f"{word!r} is no place: it is a point from 1 to 24, or bar, off, reserve"
        raise CommandError(msg)

    def slot_if_named(self) -> int | None:
        """Return a slot, counted from 0, if one is named: from 1, from the edge."""
        return None if self.is_empty else self.number("the slot", 1, 99) - 1

    def number(self, what: str, least: int = 1, most: int = MOST) -> int:
        """Return a whole number within limits."""
        word = self.word(what)
        if not (word.lstrip("-").isdecimal() and least <= int(word) <= most):
            msg = f"{what} is a whole number from {least} to {most}, not {word!r}"
            raise CommandError(msg)
        return int(word)

    def seconds(self, what: str) -> float:
        """Return a time, or another amount that may be broken."""
        word = self.word(what)
        try:
            seconds = float(word)
        except ValueError:
            seconds = -1.0
        if not 0 < seconds <= MOST:
            msg = f"{what} is a number above 0, not {word!r}"
            raise CommandError(msg)
        return seconds

    def dice(self) -> tuple[int, int]:
        """Return a throw."""
        word = self.word("the throw, like 3-1,")
        numbers = word.split("-")
        if len(numbers) != 2 or not all(one in set("123456") for one in numbers):
            msg = f"{word!r} is no throw: it is like 3-1"
            raise CommandError(msg)
        return int(numbers[0]), int(numbers[1])

    def end(self) -> None:
        """Say so if words are left that mean nothing."""
        if self._words:
            msg = f"what is {' '.join(self._words)!r} to mean? Like this: {self._usage}"
            raise CommandError(msg)


def _player(word: str) -> Player:
    try:
        return Player(word.lower())
    except ValueError as error:
        msg = f"{word!r} is no player: it is white or black"
        raise CommandError(msg) from error
