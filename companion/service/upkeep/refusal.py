"""What the set-up cannot do: why, for which the panel has a sentence, and what fills it."""

from __future__ import annotations

from enum import Enum


class Why(Enum):
    """Why something cannot be done."""

    DEMO = "demo"
    GIVEN = "given"
    NOT_SO = "not_so"
    NOT_KEPT = "not_kept"
    NO_BOARD = "no_board"
    NO_PICTURE = "no_picture"
    NO_MARKERS = "no_markers"
    MARKERS_MISSING = "markers_missing"
    MARKERS_MISPLACED = "markers_misplaced"
    MARKERS_WRONG = "markers_wrong"
    NO_OUTLINE = "no_outline"
    WRONG_CORNERS = "wrong_corners"
    NO_DIE = "no_die"
    NO_SUCH_THROW = "no_such_throw"


class SetupError(Exception):
    """The set-up cannot do what it is asked to."""

    def __init__(self, why: Why, **params: object) -> None:
        """Take the reason and what fills its sentence."""
        super().__init__(why.value)
        self.why, self.params = why, params
