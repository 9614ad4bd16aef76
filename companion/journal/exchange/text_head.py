"""The head of a text record: which match it is and what was agreed on, a line each, written and read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from companion.journal.exchange.decoding import LATEST, MOST_GAMES, MOST_POINTS, check_length, number_of, shown
from companion.journal.exchange.importing import ForeignFileError
from companion.journal.exchange.text_words import SCORE, WordError, called, quoted, score_shown, unquoted
from companion.journal.store import UID
from companion.journal.summary import unusual
from companion.match.clock_rules import ClockKind
from companion.match.length import Length, Rounds, ToPoints
from companion.rules.game import Game
from companion.rules.players import Player
from companion.table.agreement import Agreement, decode_agreement
from companion.table.codec import CodecError

TITLE = "Companion match 1"
"""The first line, with the version of the format."""
DATE = "%Y-%m-%d %H:%M:%S UTC"
CUBES: Mapping[bool | None, str] = MappingProxyType({None: "as usual in this game", True: "yes", False: "no"})
HINTS: Mapping[bool, str] = MappingProxyType({False: "hints if both want them", True: "no hints"})


@dataclass(frozen=True, slots=True)
class Head:
    """What a record says of the match as a whole."""

    agreement: Agreement
    begun: int | None = None
    """When, in Unix milliseconds, to the second."""
    uid: str | None = None


def write_head(head: Head) -> Iterator[str]:
    """Return the lines of a head."""
    rules, table = head.agreement.rules, head.agreement.table
    yield TITLE
    if head.uid is not None:
        yield f"Id: {head.uid}"
    if head.begun is not None:
        yield f"Date: {datetime.fromtimestamp(head.begun // 1000, UTC):{DATE}}"
    yield f"Game: {rules.game.name} ({rules.game.id})"
    if _options(rules.game):
        yield f"Options: {', '.join(_options(rules.game))}"
    yield from (f"{called(player)}: {quoted(rules.names[player])}" for player in Player)
    yield f"Length: {length_shown(rules.length)}"
    yield f"Cube: {CUBES[rules.cube]}"
    yield f"Clock: {', '.join(_clock(head.agreement))}"
    ends, illegal = table.ends_by.value, table.illegal_plays.value
    yield f"Table: turns end by {ends}, illegal plays: {illegal}, {HINTS[table.tournament]}"
    yield from _before(head.agreement)


def _options(game: Game) -> list[str]:
    """Return the options of a game that are not as usual."""
    return [f"{name}={json.dumps(value)}" for name, value in unusual(game).items()]


def length_shown(length: Length) -> str:
    """Return how long is played."""
    if isinstance(length, ToPoints):
        return f"{length.points} point{'s' * (length.points != 1)}"
    return f"{length.games} game{'s' * (length.games != 1)}" if isinstance(length, Rounds) else "money"


def _clock(agreement: Agreement) -> Iterator[str]:
    clock = agreement.rules.clock
    yield clock.kind.value
    if clock.kind is not ClockKind.NONE:
        reserve = clock.reserve_ms
        yield "usual reserve" if reserve is None else f"reserve {reserve.white} ms and {reserve.black} ms"
        yield f"step {clock.step_ms} ms"


def _before(agreement: Agreement) -> Iterator[str]:
    if any(agreement.score) or agreement.crawford:
        crawford = f", Crawford game {agreement.crawford.value}" if agreement.crawford else ""
        yield f"Score before: {score_shown(agreement.score)}{crawford}"


LINE = re.compile(r"([A-Z][A-Za-z ]*): *(.*)")
GAME = re.compile(r".*\((\w+)\)", re.ASCII)
LENGTH = re.compile(r"(money)|(\d+) (point|game)s?", re.ASCII)
CLOCK = re.compile(r"(\w+)(?:, (?:usual reserve|reserve (\d+) ms and (\d+) ms), step (\d+) ms)?", re.ASCII)
TABLE = re.compile(rf"turns end by (\w+), illegal plays: (\w+), ({'|'.join(HINTS.values())})", re.ASCII)
BEFORE = re.compile(rf"({SCORE})(?:, Crawford game (\w+))?", re.ASCII)


def read_head(lines: list[str]) -> Head:
    """Return what the lines of a head say; raise `ForeignFileError` with the line that is wrong."""
    if lines[:1] != [TITLE]:
        raise ForeignFileError(_no_record(lines[0] if lines else ""))
    found: dict[str, str] = {}
    data: dict[str, Any] = {}
    for number, line in enumerate(lines[1:], 2):
        match = LINE.fullmatch(line)
        if match is None or match[1] in found or match[1] not in {*READERS, "Id", "Date"}:
            msg = f"Line {number}: {shown(line)} does not belong into the head of a record."
            raise ForeignFileError(msg)
        found[match[1]] = match[2]
        try:
            data |= READERS[match[1]](match[2]) if match[1] in READERS else {}
        except (WordError, ForeignFileError) as error:
            msg = f"Line {number}: {error}"
            raise ForeignFileError(msg) from error
    return Head(_agreement(data), _date(found.get("Date")), _uid(found.get("Id")))


def _no_record(line: str) -> str:
    if line.startswith(TITLE[:-1]):
        return f"The record is written as {shown(line)}; this companion reads {TITLE!r}. Update the companion."
    return f"The file is no text record of a match: it would begin with the line {TITLE!r}."


def _agreement(data: dict[str, Any]) -> Agreement:
    names = {player: data.pop(player.value, called(player)) for player in Player}
    try:
        return decode_agreement({**data, "names": {player.value: name for player, name in names.items()}})
    except CodecError as error:
        msg = f"The head of the record does not fit together: {error}."
        raise ForeignFileError(msg) from error


def _uid(text: str | None) -> str | None:
    if text is not None and not UID.fullmatch(text):
        msg = f"The Id {shown(text)} is none: leave the line out if it is not known."
        raise ForeignFileError(msg)
    return text


def _date(text: str | None) -> int | None:
    if text is None:
        return None
    msg = f"{shown(text)} is no date: it is like 2026-01-31 18:00:00 UTC."
    try:
        begun = int(datetime.strptime(text, DATE).replace(tzinfo=UTC).timestamp()) * 1000
    except ValueError as error:
        raise ForeignFileError(msg) from error
    if not 0 <= begun <= LATEST:
        raise ForeignFileError(msg)
    return begun


def _matched(pattern: re.Pattern[str], text: str, example: str) -> re.Match[str]:
    match = pattern.fullmatch(text)
    if match is None:
        msg = f"{shown(text)} should be like {example}."
        raise WordError(msg)
    return match


def _read_game(text: str) -> dict[str, Any]:
    return {"game": _matched(GAME, text, "'Backgammon (backgammon)'")[1]}


def _read_options(text: str) -> dict[str, Any]:
    options = dict(part.strip().partition("=")[::2] for part in text.split(","))
    try:
        return {"options": {name: json.loads(value) for name, value in options.items()}}
    except (ValueError, RecursionError) as error:
        msg = f"{shown(text)} should be like 'jacoby=true, handicap=12'."
        raise WordError(msg) from error


def _read_length(text: str) -> dict[str, Any]:
    match = _matched(LENGTH, text, "'7 points', '12 games', 'money'")
    if match[1]:
        return {"length": {"kind": "money"}}
    number = number_of(match[2], "the length")
    if match[3] == "point":
        return {"length": {"kind": "points", "points": check_length(number, "the length")}}
    if number > MOST_GAMES:
        msg = f"{number} games are too many; no more than {MOST_GAMES} are taken in (to points: {MOST_POINTS})."
        raise WordError(msg)
    return {"length": {"kind": "rounds", "games": number}}


def _read_cube(text: str) -> dict[str, Any]:
    known = {words: value for value, words in CUBES.items()}
    if text not in known:
        msg = f"{shown(text)} should be one of: {', '.join(known)}."
        raise WordError(msg)
    return {"cube": known[text]}


def _read_clock(text: str) -> dict[str, Any]:
    match = _matched(CLOCK, text, "'none', 'delay, reserve 840000 ms and 840000 ms, step 12000 ms'")
    clock: dict[str, Any] = {"kind": match[1]}
    if match[2]:
        clock["reserve_ms"] = {"white": number_of(match[2], "the time"), "black": number_of(match[3], "the time")}
    if match[4]:
        clock["step_ms"] = number_of(match[4], "the time")
    return {"clock": clock}


def _read_table(text: str) -> dict[str, Any]:
    example = f"'turns end by dice, illegal plays: condone, {HINTS[False]}'"
    match = _matched(TABLE, text, example)
    return {"table": {"ends_by": match[1], "illegal_plays": match[2], "tournament": match[3] == HINTS[True]}}


def _read_before(text: str) -> dict[str, Any]:
    match = _matched(BEFORE, text, "'2-1', '6-4, Crawford game over'")
    white, black = map(int, match[1].split("-"))
    return {"score": {"white": white, "black": black}, "crawford": match[2]}


READERS: Mapping[str, Callable[[str], dict[str, Any]]] = MappingProxyType(
    {
        "Game": _read_game,
        "Options": _read_options,
        "White": lambda text: {"white": unquoted(text)},
        "Black": lambda text: {"black": unquoted(text)},
        "Length": _read_length,
        "Cube": _read_cube,
        "Clock": _read_clock,
        "Table": _read_table,
        "Score before": _read_before,
    }
)
