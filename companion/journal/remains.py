"""What comes after damage in a match: games that begin afresh, as far as the journal bears them out.

Nobody knows any more how the game stood in which events were lost. But a later game that is not continued begins from
the start position, and the score before it follows from the journal's list of games. From there on the referee can go
through what happened, and is believed as long as nothing is turned down and each game ends as the list has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.journal.lines import AGREED, Line, event_of
from companion.journal.listing import GameRow
from companion.match.carried import always_goes_on
from companion.match.length import Rounds
from companion.match.refused import Refused
from companion.match.score import Choice, GameResult, MatchState, record
from companion.rules.players import Pair
from companion.table.agreement import Agreement
from companion.table.events import Event, NextGame
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import PlayedGame, Table


@dataclass(frozen=True, slots=True)
class Remains:
    """Games of a match that stand by themselves, as a match that begins with their score."""

    first: int
    """The number of its first line in the match."""
    game: int
    """The number of its first game in the match."""
    agreement: Agreement
    lines: tuple[Line, ...]
    table: Table


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a match with gaps: what was agreed on, the table before the first gap, and the list of games."""

    agreement: Agreement
    table: Table
    games: Sequence[GameRow]
    score: Pair[int]
    """After all its events."""
    events: int
    """How many there were."""


def stretches(lines: Mapping[int, Line]) -> list[list[int]]:
    """Return the numbers of the lines that are there, in runs without a gap."""
    numbers = sorted(lines)
    if not numbers:
        return []
    starts = [0, *(at for at, (one, then) in enumerate(pairwise(numbers), 1) if then != one + 1)]
    return [numbers[start:end] for start, end in zip(starts, [*starts[1:], len(numbers)], strict=True)]


def remains(known: Known, lines: Mapping[int, Line]) -> Iterator[Remains]:
    """Yield what can be told of the lines of each run that does not begin with the match."""
    if always_goes_on(known.agreement.rules.game):
        return
    for run in stretches(lines):
        if run[0] == AGREED + 1:
            continue
        events = [event_of(lines[seq], 0, seq) for seq in run]
        fresh = (at for at, event in enumerate(events) if _begins_afresh(event))
        found = (_from_game(known, run[at + 1 :], events[at + 1 :], lines) for at in fresh)
        first = next((one for one in found if one is not None), None)
        if first is not None:
            yield first


def _begins_afresh(event: Event) -> bool:
    return isinstance(event, NextGame) and event.choice is not Choice.CONTINUE


def _from_game(known: Known, run: Sequence[int], events: Sequence[Event], lines: Mapping[int, Line]) -> Remains | None:
    """Return what can be told from the game on that begins before these events."""
    before = [game for game in known.games if run and game.last < run[0]]
    agreement = _agreed(known, before)
    if agreement is None:
        return None
    count, table = _borne_out(agreement, events, known.games[len(before) :])
    # The list of games does not have what a scorer has set: the score has to come out, here or with all later games.
    rest = () if count == len(run) and run[-1] == known.events else known.games[len(before) + len(table.games) :]
    if not count or _with(table.match.score, rest) != known.score:
        return None
    return Remains(run[0], len(before) + 1, agreement, tuple(lines[seq] for seq in run[:count]), table)


def _with(score: Pair[int], games: Sequence[GameRow]) -> Pair[int]:
    """Return the score after further games."""
    for game in games:
        if game.winner:
            score = score.with_(game.winner, score[game.winner] + game.points)
    return score


def _agreed(known: Known, before: Sequence[GameRow]) -> Agreement | None:
    """Return what a match would have to agree on that begins where these games have ended; None if they do not fit."""
    match: MatchState = known.table.match
    since = before[len(known.table.games) :]
    if not since or [game.number for game in before] != list(range(1, len(before) + 1)):
        return None
    try:
        for game in since:
            match = record(match, GameResult(game.winner, game.how, game.count, game.cube))
            if match.results[-1].counted != game.points:
                return None
    except Refused:
        return None
    if match.is_over:
        return None
    rules = match.rules
    if match.games_left is not None:
        rules = replace(rules, length=Rounds(match.games_left))
    return replace(known.agreement, rules=rules, score=match.score, crawford=match.crawford)


def _borne_out(agreement: Agreement, events: Sequence[Event], games: Sequence[GameRow]) -> tuple[int, Table]:
    """Return how many events are borne out, with the table after them: all, or those up to the last game that is."""
    table = agreement.begin()
    sure = 0, table
    for count, event in enumerate(events, 1):
        after = apply(table, event)
        if isinstance(after, Rejection):
            return sure
        if len(after.games) > len(table.games):
            if not _is_listed(after.games[-1], games[len(after.games) - 1 : len(after.games)]):
                return sure
            sure = count, after
        table = after
    return len(events), table


def _is_listed(game: PlayedGame, rows: Sequence[GameRow]) -> bool:
    result = game.result
    told = result.winner, result.how, result.count, result.cube, result.counted
    return [(row.winner, row.how, row.count, row.cube, row.points) for row in rows] == [told]
