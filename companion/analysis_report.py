"""An analysis with the match it is about: what its page and its file tell besides the decisions."""

from __future__ import annotations

from companion.archive_tables import game_lines, match_lines
from companion.hints.report import Json
from companion.journal.listing import MatchRow
from companion.journal.store import Journal
from companion.rules.players import Player


def described(report: Json, journal: Journal, row: MatchRow) -> Json:
    """Return a report with its match, the results of the games, and the score at the beginning."""
    begun = journal.agreement(row.number).score
    return {
        "match": next(match_lines([row])),
        "begun_at": {player.value: begun[player] for player in Player},
        "results": list(game_lines(journal.games(row.number))),
        **report,
    }
