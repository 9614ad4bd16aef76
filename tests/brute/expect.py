"""How the tests of this folder tell a case and read its outcomes."""

from __future__ import annotations

from typing import Any

from tests.brute.enumerator import outcomes
from tests.brute.following import with_dice
from tests.brute.placed import Counts, placed


def make(  # noqa: PLR0913
    game: str,
    dice: tuple[int, int],
    white: Counts,
    black: Counts | None = None,
    *,
    turn: str = "white",
    bar: tuple[int, int] = (0, 0),
    reserve: tuple[int, int] = (0, 0),
    memory: dict[str, Any] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """A case from checkers by point; those not named are off."""
    case = placed(game, white, black, turn=turn, bar=bar, reserve=reserve, memory=memory, options=options)
    return with_dice(case, list(dice))


def whites(outcome: dict[str, Any]) -> Counts:
    """White's checkers by point."""
    return {i + 1: n for i, n in enumerate(outcome["points"]) if n > 0}


def blacks(outcome: dict[str, Any]) -> Counts:
    """Black's checkers by point."""
    return {i + 1: -n for i, n in enumerate(outcome["points"]) if n < 0}


def white_results(case: dict[str, Any]) -> list[Counts]:
    """White's checkers by point in every outcome."""
    return [whites(outcome) for outcome in outcomes(case)]


def same(found: list[Counts], expected: list[Counts]) -> bool:
    """Whether the two lists hold the same sets of checkers, in any order."""
    return sorted(sorted(counts.items()) for counts in found) == sorted(sorted(counts.items()) for counts in expected)
