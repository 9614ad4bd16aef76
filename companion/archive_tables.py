"""The archive as readable tables: matches, the games of one, results per player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from companion.journal.listing import GameRow, MatchRow
from companion.journal.results import PlayerRow, Tally
from companion.language import _, mark
from companion.match.length import Length, Rounds, ToPoints
from companion.rules.players import Pair, Player

NUMERIC = "0123456789-+."
STATES = (mark("open"), mark("over"))
COLOURS = (mark("White"), mark("Black"))
"""What players without a name are called."""


def length_shown(length: Length) -> str:
    """Return how long is played, shortly."""
    if isinstance(length, ToPoints):
        return f"to {length.points}"
    return f"{length.games} game{'s' * (length.games != 1)}" if isinstance(length, Rounds) else "money"


def length_told(length: Length) -> str:
    """Return how long is played, for people."""
    if isinstance(length, ToPoints):
        return _("to {points}", points=length.points)
    if isinstance(length, Rounds):
        return _("1 game") if length.games == 1 else _("{games} games", games=length.games)
    return _("money")


def called(name: str) -> str:
    """Return a player's name as it is told."""
    return _(name) if name in COLOURS else name


def _day(wall: int) -> str:
    return f"{datetime.fromtimestamp(wall / 1000).astimezone():%Y-%m-%d %H:%M}"


def matches_table(rows: Iterable[MatchRow]) -> str:
    """Return a line for each match."""
    head = (_("No."), _("Begun"), _("Game"), _("Length"), _("White"), _("Black"), _("Score"), _("Games"), _("State"))
    return table((*head, _("From"), _("Id")), [_match(row) for row in rows])


def _match(row: MatchRow) -> tuple[str, ...]:
    won = _("{player} won", player=called(row.names[row.winner])) if row.winner else _(row.state)
    score = f"{row.score.white}-{row.score.black}"
    played = (length_told(row.length), *map(called, row.names), score, str(row.games), won)
    return (str(row.number), _day(row.begun), row.game, *played, row.source, row.uid[:8])


def games_table(names: Pair[str], rows: Iterable[GameRow]) -> str:
    """Return a line for each game of a match that has ended."""
    lines = [
        (str(row.number), called(names[row.winner]) if row.winner else _("nobody"), _(row.how.value.replace("_", " ")),
         str(row.count), str(row.cube), str(row.points), _span(row.ended))
        for row in rows
    ]  # fmt: skip
    head = (_("Game"), _("Won by"), _("How"), _("Counts"), _("Cube"), _("Points"), _("Ended after"))
    return table(head, lines)


def _span(ms: int) -> str:
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def results_table(rows: Iterable[PlayerRow]) -> str:
    """Return each player's results, in all and against each opponent."""
    results = (_("Matches"), _("Won"), _("Lost"), _("Games won"), _("Games lost"), _("Points for"), _("Points against"))
    return table((_("Player"), _("Against"), *results), [line for row in rows for line in _results(row)])


def _results(row: PlayerRow) -> Iterator[tuple[str, ...]]:
    yield called(row.name), _("all"), *_numbers(row.total)
    if len(row.against) > 1:
        yield from (("", called(name), *_numbers(tally)) for name, tally in sorted(row.against.items()))


def _numbers(tally: Tally) -> tuple[str, ...]:
    numbers = tally.matches, tally.won, tally.lost, tally.games_won, tally.games_lost
    return tuple(map(str, (*numbers, tally.points_for, tally.points_against)))


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return lines in columns, numbers to the right."""
    lines = [[_plain(cell) for cell in line] for line in lines]
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]
    right = [bool(lines) and all(cell.strip(NUMERIC) == "" for cell in column) for column in zip(*lines, strict=True)]
    right = right or [False] * len(head)
    return "".join(f"{_row(line, widths, right)}\n" for line in (head, *lines))


def _row(line: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    cells = zip(line, widths, right, strict=True)
    return "  ".join(f"{cell:>{width}}" if is_right else f"{cell:<{width}}" for cell, width, is_right in cells).rstrip()


def _plain(text: str) -> str:
    """Return a name as it can stand in a table."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def match_lines(rows: Iterable[MatchRow]) -> Iterator[dict[str, object]]:
    """Return each match as plain data for JSON; times are Unix milliseconds."""
    for row in rows:
        yield {
            "number": row.number,
            "uid": row.uid,
            "source": row.source,
            "game": row.game,
            "options": dict(row.options),
            "length": length_shown(row.length),
            "names": _pair(row.names),
            "begun": row.begun,
            "changed": row.changed,
            "events": row.events,
            "games": row.games,
            "score": _pair(row.score),
            "state": row.state,
            "winner": row.winner.value if row.winner else None,
        }


def game_lines(rows: Iterable[GameRow]) -> Iterator[dict[str, object]]:
    """Return each game as plain data for JSON; `ended` is milliseconds since the match began."""
    for row in rows:
        yield {
            "game": row.number,
            "winner": row.winner.value if row.winner else None,
            "how": row.how.value,
            "count": row.count,
            "cube": row.cube,
            "points": row.points,
            "ended": row.ended,
            "events": [row.first, row.last],
        }


def result_lines(rows: Iterable[PlayerRow]) -> Iterator[dict[str, object]]:
    """Return each player's results as plain data for JSON."""
    for row in rows:
        against = {name: _tally(tally) for name, tally in row.against.items()}
        yield {"player": row.name, **_tally(row.total), "against": against}


def _tally(tally: Tally) -> dict[str, int]:
    return {name: getattr(tally, name) for name in tally.__slots__}


def _pair(pair: Pair[str] | Pair[int]) -> dict[str, str | int]:
    return {player.value: pair[player] for player in Player}
