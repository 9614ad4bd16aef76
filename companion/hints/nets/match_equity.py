"""How likely a match is won at each score: the table Kazaross-XG2, and beyond it Janowski's formula.

The table goes to 25 points. It was made public by its author for any use; `kazaross_xg2.json` holds its figures.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources

TABLE = "kazaross_xg2.json"
EVEN = 0.5


@lru_cache(maxsize=1)
def _table() -> tuple[list[list[float]], list[float]]:
    kept = json.loads(resources.files(__package__).joinpath(TABLE).read_text(encoding="utf-8"))
    return kept["before_crawford"], kept["after_crawford"]


def chance_of_match(away: int, opponent_away: int, *, after_crawford: bool) -> float:
    """Return how likely a player wins the match who needs so many points; the Crawford game is over or not."""
    if away <= 0 or opponent_away <= 0:
        return float(away <= 0)
    before, after = _table()
    if after_crawford and 1 in {away, opponent_away}:
        behind = max(away, opponent_away)
        chance = after[min(behind, len(after)) - 1]
        return chance if behind == away else 1 - chance
    if max(away, opponent_away) <= len(before):
        return before[away - 1][opponent_away - 1]
    return _beyond(away, opponent_away)


def _beyond(away: int, opponent_away: int) -> float:
    """Return Janowski's estimate for long matches."""
    lead, behind = opponent_away - away, max(away, opponent_away)
    return min(max(EVEN + 0.85 * lead / (behind + 6), 0.0), 1.0)
