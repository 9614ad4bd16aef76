"""What is looked for in the archive, read from the address of the page, and which matches that is."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from companion.service.archive_view import MatchLine
from web.language import gettext as _

RESULTS = ("", "over", "open", "won", "lost")
LONGEST = 100
PAGE = 25


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; what is empty does not matter."""

    text: str = ""
    player: str = ""
    game: str = ""
    result: str = ""
    first: date | None = None
    last: date | None = None

    @classmethod
    def read(cls, asked: Mapping[str, str]) -> Wanted:
        """Return what an address asks for; what it cannot mean is left out."""
        result = asked.get("result", "")
        return cls(
            _short(asked.get("q", "")),
            _short(asked.get("player", "")),
            _short(asked.get("game", "")),
            result if result in RESULTS else "",
            _day(asked.get("from", "")),
            _day(asked.get("to", "")),
        )

    @property
    def needs_player(self) -> bool:
        """Whether the result means nothing without a player."""
        return self.result in {"won", "lost"} and not self.player

    @property
    def address(self) -> dict[str, str]:
        """The fields of the address that asks for this."""
        days = {"from": self.first, "to": self.last}
        fields = {"q": self.text, "player": self.player, "game": self.game, "result": self.result}
        return {name: str(value) for name, value in (fields | days).items() if value}

    def found(self, lines: Iterable[MatchLine]) -> list[MatchLine]:
        """Return the matches that are looked for."""
        words = plain(self.text).split()
        return [line for line in lines if self._fits(line) and all(word in _said_of(line) for word in words)]

    def _fits(self, line: MatchLine) -> bool:
        return (
            self._has_player(line)
            and self.game in {"", line.game}
            and self._has_result(line)
            and (self.first is None or day_of(line.begun) >= self.first)
            and (self.last is None or day_of(line.begun) <= self.last)
        )

    def _has_player(self, line: MatchLine) -> bool:
        return not self.player or plain(self.player) in {plain(line.names.white), plain(line.names.black)}

    def _has_result(self, line: MatchLine) -> bool:
        if not self.result:
            return True
        if line.is_open or self.result == "open":
            return line.is_open and self.result == "open"
        if self.result == "over" or not self.player:
            return True
        has_won = line.winner is not None and plain(line.names.of(line.winner)) == plain(self.player)
        return has_won if self.result == "won" else line.winner is not None and not has_won


def plain(text: str) -> str:
    """Return a text as texts are compared: accents and capitals make no difference."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in apart if not unicodedata.combining(letter)).split())


def day_of(wall: int) -> date:
    """Return the day of an instant, as it was at the table."""
    return datetime.fromtimestamp(wall / 1000).astimezone().date()


def _said_of(line: MatchLine) -> str:
    parts = (f"#{line.number}", *(line.names.white, line.names.black), line.game_name, _(line.game_name))
    return plain(" ".join((*parts, line.uid, line.source, f"{line.score.white}:{line.score.black}", line.length.text)))


def _short(text: str) -> str:
    return " ".join(text.split())[:LONGEST]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
