"""What comes of a file from elsewhere: the match as events of our own, and what was wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.agreement import Agreement
from companion.table.events import Event


class ForeignFileError(ValueError):
    """A file that cannot be taken in: the message says what is wrong with it, where, and what to do."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that is against the rules, and where it stands."""

    game: int
    """The number of the game, from 1."""
    move: int
    """As the lines of a .mat file are numbered; in an SGF file the turns, from 1. 0: before all moves."""
    message: str

    def __str__(self) -> str:
        """Return it as a line."""
        move = f", move {self.move}" if self.move else ""
        return f"Game {self.game}{move}: {self.message}"


class IllegalPlaysError(ForeignFileError):
    """A file with plays against the rules, which were not to be let stand; `problems` is all of them."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        """Take all that was found."""
        self.problems = problems
        found = "1 play is" if len(problems) == 1 else f"{len(problems)} plays are"
        lines = "\n".join(f"  {problem}" for problem in problems)
        super().__init__(
            f"{found} against the rules, so nothing was imported. Import it with --condone to let them stand:\n{lines}"
        )


@dataclass(frozen=True)
class Imported:
    """A match from elsewhere, ready to be folded and kept."""

    agreement: Agreement
    events: tuple[Event, ...]
    problems: tuple[Problem, ...] = ()
    """The plays against the rules that were let stand."""
    notes: tuple[Problem, ...] = ()
    """What else is worth telling: scores and positions that the file sets, and the like."""
    begun: int | None = None
    """When it began, in Unix milliseconds; None if the file does not tell."""
