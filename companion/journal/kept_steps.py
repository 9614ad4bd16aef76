"""The steps of a game out of the journal: at once where they were worked out before, else worked out and kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from companion.journal.lines import Stored
from companion.journal.replay import plain, steps_of
from companion.journal.store import Journal

MOST = 2**63 - 1
"""No number of a game is as large; what the journal keeps beside games has numbers below 1."""
VERSION = 2
"""Of what is kept: what has another one is worked out anew."""
Watch = Callable[[list[Stored]], Iterable[Stored]]
Steps = list[dict[str, Any]]


def steps_of_game(journal: Journal, match: int, game: int, watch: Watch = iter) -> Steps:
    """Return the steps of a game as plain data; `watch` is handed the events if they have to be gone through."""
    if not 1 <= game <= MOST:
        return []
    kept = _read(journal.cached(match, game))
    return steps_by_game(journal, match, watch).get(game, []) if kept is None else kept


def steps_by_game(journal: Journal, match: int, watch: Watch = iter) -> dict[int, Steps]:
    """Work out the steps of all games of a match, and keep them for the next time."""
    stored = journal.events(match)
    found: dict[int, Steps] = {}
    for step in steps_of(journal.agreement(match), watch(stored)):
        found.setdefault(step.game, []).append(plain(step))
    for game, steps in found.items():
        # Meanwhile the match may have gone on at the table.
        journal.cache(match, game, json.dumps({"version": VERSION, "steps": steps}).encode(), len(stored))
    return found


def _read(body: bytes | None) -> Steps | None:
    if body is None:
        return None
    try:
        kept = json.loads(body)
    except ValueError:
        return None
    current = isinstance(kept, dict) and kept.get("version") == VERSION
    return list(kept["steps"]) if current else None
