"""What really happened at the virtual table, whatever the service believes of it: a match told by its players alone.

The story is a table of its own, folded from nothing but what the players have thrown, played and said. It is compared
with what the service shows while they play, and in the end with what it has written down.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import zip_longest
from typing import Any

from companion.rules.position import Setup
from companion.service.builder import Around, table_view
from companion.table.agreement import Agreement
from companion.table.codec import encode
from companion.table.events import Event
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Act, Record, Table

Mark = str
"""All that tells one moment of a match from another, as far as it shows."""
ONE_PHASE = {"asking": "playing", "disputed": "playing"}
"""What is only about a play that is being recognised."""
LATEST = 40
"""So many of the last moments a service that was killed may stand at."""
Line = tuple[Any, ...]
"""Something that stands in the record of a game."""


class ImpossibleStoryError(Exception):
    """The players have done what the rules forbid: a fault of the soak itself."""


class Story:
    """One match."""

    def __init__(self, agreement: Agreement) -> None:
        self.agreement = agreement
        self.table = agreement.begin()
        self.facts: list[Event] = []
        self._marks = [mark(shown(self.table))]

    @property
    def count(self) -> int:
        """How much has happened."""
        return len(self.facts)

    @property
    def setup(self) -> Setup:
        """Where the checkers belong now."""
        return self.table.game.position.setup

    def add(self, fact: Event) -> None:
        """Let something happen."""
        after = apply(self.table, fact)
        if isinstance(after, Rejection):
            msg = f"{encode(fact)}: {after.message}"
            raise ImpossibleStoryError(msg)
        self.table = after
        self.facts.append(fact)
        self._marks.append(mark(shown(after)))

    def find(self, view: Mapping[str, Any]) -> int | None:
        """Return how much of it a view shows; None if it shows something that never was."""
        wanted = mark(view)
        earliest = max(0, self.count - LATEST)
        return next((at for at in range(self.count, earliest - 1, -1) if self._marks[at] == wanted), None)


def shown(table: Table) -> Mapping[str, Any]:
    """Return a table as the service shows one."""
    return asdict(table_view(table, Around()))


def mark(view: Mapping[str, Any]) -> Mark:
    """Return what tells the moment that a view shows; the text is the same for finished values and for JSON."""
    phase, board, cube = view["phase"], view["game_board"] or {}, view["cube"] or {}
    return json.dumps(
        [
            *(view[name] for name in ("game", "game_number", "turn", "asked", "winner", "score", "points")),
            ONE_PHASE.get(phase, phase),
            sorted(view["throw"]),
            [board.get(name) for name in ("points", "bar", "off", "reserve")],
            [cube.get(name) for name in ("value", "owner", "offer", "offered_by")],
            {who: sorted(dice) for who, dice in view["opening"].items()} if phase == "opening" else None,
        ]
    )


def lines(table: Table) -> list[list[Line]]:
    """Return the record of each game; the order of two dice means nothing."""
    games = [played.game for played in table.games]
    # A game that is over stands there already.
    games += [table.game] if table.game not in games else []
    return [[_line(one) for one in game.record] for game in games if game.record]


def _line(one: Record | Act) -> Line:
    if isinstance(one, Act):
        thrown = one.thrown and tuple(tuple(sorted(dice)) for dice in one.thrown)
        return (one.deed.value, one.player, one.value, thrown)
    turn, outcome = one.turn, one.outcome
    dice = tuple(sorted(turn.dice))
    before, after = (_places(position.setup) for position in (turn.position, outcome.position))
    return ("turn", turn.player.value, dice, turn.memory.named, before, after, outcome.scored)


def _places(setup: Setup) -> str:
    """Return where all checkers are: each point as it counts, White's above nothing; then both players' trays."""
    white, black = setup.sides
    points = " ".join(str(own - other) for own, other in zip(white.points, black.points, strict=True))
    trays = " ".join(f"{side.bar}/{side.reserve}/{side.off}" for side in (white, black))
    return f"{points} {trays}"


def differences(true: Table, recorded: Table) -> Iterator[str]:
    """Return what was recorded otherwise than it was; nothing if all is as it was."""
    nothing: list[Line] = []
    for game, (own, other) in enumerate(zip_longest(lines(true), lines(recorded), fillvalue=nothing), 1):
        for number, (was, written) in enumerate(zip_longest(own, other), 1):
            if was != written:
                yield f"game {game}, line {number}: was {was}, recorded is {written}"
                break
    if true.match.score != recorded.match.score:
        yield f"the score was {true.match.score}, recorded is {recorded.match.score}"
