"""Names, reasons, scores and positions as a text record has them, written and read."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator

from companion.journal.exchange.decoding import number_of, shown
from companion.rules.board import BAR, OFF, RESERVE, place_name, point_of_booklet_name
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, Side

SCORE = r"\d{1,9}-\d{1,9}"
PLACE = re.compile(r"(\w+):(\d{1,3})", re.ASCII)


class WordError(ValueError):
    """Words that say nothing here: the message says what they should be."""


def called(player: Player) -> str:
    """Return what a player is called in a record."""
    return player.value.title()


def player_of(word: str) -> Player:
    """Return the player who is called so."""
    return Player(word.lower())


def quoted(text: str) -> str:
    """Return a text on one line: as it is if that is plain, else in quotation marks as JSON has it."""
    plain = text == text.strip() and text.isprintable() and not text.startswith('"')
    return text if plain and text else json.dumps(text)


def unquoted(text: str) -> str:
    """Return the text that `quoted` has written."""
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError as error:
        msg = f"{shown(text)} begins with a quotation mark, but does not end with one as it should"
        raise WordError(msg) from error


def score_shown(score: Pair[int]) -> str:
    """Return a score, White's points first."""
    return f"{score.white}-{score.black}"


def score_of(text: str) -> Pair[int]:
    """Return the score that `score_shown` has written."""
    white, black = (number_of(part, "the score") for part in text.split("-"))
    return Pair(white, black)


def placed(board: Setup) -> str:
    """Return where all checkers are, by the booklets' names of the points."""
    return "; ".join(" ".join([called(player), *_places(board.sides[player])]) for player in Player)


def _places(side: Side) -> Iterator[str]:
    for place, count in side.places():
        yield f"{place_name(place)}:{count}"


def setup_of(text: str) -> Setup:
    """Return the board that `placed` has written."""
    white, _, black = text.partition(";")
    return Setup.of(Pair(_side(Player.WHITE, white.split()), _side(Player.BLACK, black.split())))


def _side(player: Player, words: list[str]) -> Counter[int | str]:
    counts: Counter[int | str] = Counter()
    if words[:1] != [called(player)]:
        msg = "a position is like 'White 6:5 8:3 bar:1; Black 12:5 1A:2': White's checkers, then Black's"
        raise WordError(msg)
    for word in words[1:]:
        match = PLACE.fullmatch(word)
        if match is None:
            msg = f"{word!r} is not a place with its checkers: one is like 12A:5, bar:1, reserve:3 or off:2"
            raise WordError(msg)
        counts[_place(match[1])] += int(match[2])
    return counts


def _place(name: str) -> int | str:
    try:
        return name if name in {BAR, RESERVE, OFF} else point_of_booklet_name(name)
    except ValueError as error:
        raise WordError(str(error)) from error
