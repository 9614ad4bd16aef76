"""A table that a script is played at: what the referee turns down is told with game and move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.journal.exchange.importing import ForeignFileError, Problem
from companion.rules.players import Player
from companion.table.agreement import Agreement
from companion.table.events import Event
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import GameOver, MatchOver, Table

STEP_MS = 1000
"""How far apart events are put: files hold no times."""
MOST_PROBLEMS, SOME = 1_000, 5
REASON = "as the file says"
Make = Callable[[int], Event]


@dataclass
class Driver:
    """The table, all that has happened at it, and what was found on the way."""

    agreement: Agreement
    table: Table = field(init=False)
    events: list[Event] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    game: int = 0
    move: int = 0
    offered: int = 0
    """What the cube would be by an offer that the file has although no rule allows it; 0: there is none."""
    keeper: Player | None = None
    """Whose it would be."""

    def __post_init__(self) -> None:
        """Sit down at a fresh table."""
        self.table = self.agreement.begin()

    @property
    def is_over(self) -> bool:
        """Whether the game, or the match, has ended."""
        return isinstance(self.table.phase, GameOver | MatchOver)

    def do(self, make: Make) -> Rejection | None:
        """Let something happen, or return why it cannot."""
        event = make(STEP_MS * (len(self.events) + 1))
        after = apply(self.table, event)
        if isinstance(after, Rejection):
            return after
        self.events.append(event)
        self.table = after
        return None

    def must(self, make: Make, what: str = "") -> None:
        """Let something happen without which the rest of the file means nothing."""
        rejected = self.do(make)
        if rejected:
            message = rejected.message.removesuffix(".")
            self.stop(f"{what}{message}. The file cannot be followed from there on.")

    def stop(self, message: str) -> None:
        """Give the file up, with all that was found in it before."""
        lines = [str(Problem(self.game, self.move, message))]
        if self.problems:
            lines += ["Before that:", *(f"  {problem}" for problem in self.problems)]
        raise ForeignFileError("\n".join(lines))

    def problem(self, message: str) -> None:
        """Keep something that is against the rules."""
        self.problems.append(Problem(self.game, self.move, message))
        if len(self.problems) > MOST_PROBLEMS:
            told = "\n".join(f"  {problem}" for problem in self.problems[:SOME])
            msg = f"More than {MOST_PROBLEMS} plays are against the rules: this is no backgammon. The first:\n{told}"
            raise ForeignFileError(msg)

    def note(self, message: str) -> None:
        """Keep something else that is worth telling."""
        self.notes.append(Problem(self.game, self.move, message))


def called(player: Player) -> str:
    """Return how messages call a player."""
    return player.value.capitalize()
