"""What the hands did: a reading looked up among the outcomes of the throw."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from companion.rules.judge import Legal, judge
from companion.rules.players import Pair, Player
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import Fault, Position, Setup, defects
from companion.rules.progress import resting_points
from companion.rules.readings import Node, Reader, cells, setup_of
from companion.rules.reasons import Violation
from companion.rules.steps import BOARD, GATE_OPEN, pack
from companion.rules.turn import Outcome, Turn
from companion.table.reading import BoardReading, Range, Seen, exact_setup

MOST_READINGS = 4000
"""How many ways of breaking the rules are looked through before giving up on naming one."""


class Kind(Enum):
    """What a reading means in a turn."""

    UNMOVED = "unmoved"
    ON_THE_WAY = "on_the_way"
    COMPLETE = "complete"
    AMBIGUOUS = "ambiguous"
    NOT_LEGAL = "not_legal"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Recognition:
    """What a reading means, with the outcomes it may be or become."""

    kind: Kind
    outcomes: tuple[Outcome, ...] = ()
    after: Setup | None = None
    """What stands on the board, where that is sure and not legal."""
    violation: Violation | None = None
    wrong_places: tuple[int | str, ...] = ()


class Recogniser:
    """Looks readings up in one turn."""

    def __init__(self, turn: Turn) -> None:
        """Find the plays of `turn` once."""
        self.turn = turn
        self.plays: Plays = legal_plays(turn)
        self.before = turn.position.setup
        self._setups: list[tuple[Outcome, Setup]] | None = None

    @property
    def setups(self) -> list[tuple[Outcome, Setup]]:
        """Every outcome with what it looks like."""
        if self._setups is None:
            self._setups = [(outcome, outcome.position.setup) for outcome in self.plays.sorted()]
        return self._setups

    def recognise(self, reading: BoardReading) -> Recognition:
        """Say what `reading` means now."""
        complete = [outcome for outcome, setup in self.setups if reading.shows(setup)]
        if complete:
            return Recognition(Kind.COMPLETE if len(complete) == 1 else Kind.AMBIGUOUS, tuple(complete))
        if reading.shows(self.before):
            return Recognition(Kind.UNMOVED)
        coming = tuple(self._coming(reading))
        if coming:
            return Recognition(Kind.ON_THE_WAY, coming, after=self._all_down(reading))
        return self._not_legal(reading)

    def _all_down(self, reading: BoardReading) -> Setup | None:
        """Return what stands on the board if no checker of the mover is in the hand and all of it is sure."""
        setup = exact_setup(reading, self.turn.game.checkers, self.before)
        if setup is None or any(defect.fault.fatal for defect in defects(self.turn.game, setup)):
            return None
        player = self.turn.player
        return setup if setup.sides[player].bar <= self.before.sides[player].bar else None

    def _coming(self, reading: BoardReading) -> Iterator[Outcome]:
        """Every outcome that the hands may still be making for; checkers resting on their way only if need be."""
        found = [outcome for outcome, after in self.setups if _between(reading, self.before, after)]
        if found or len(self.setups) > MOST_READINGS:
            yield from found
            return
        for outcome, after in self.setups:
            resting = resting_points(self.turn, self.plays[outcome])
            if _between(reading, self.before, after, resting, self.turn.player):
                yield outcome

    def _not_legal(self, reading: BoardReading) -> Recognition:
        setup = exact_setup(reading, self.turn.game.checkers, self.before)
        if setup is None:
            return self._not_legal_by_presence(reading)
        # Both colours on a point is not a position, but the judge can say what is wrong with it.
        faults = {defect.fault for defect in defects(self.turn.game, setup) if defect.fault.fatal}
        if faults - {Fault.SHARED}:
            return Recognition(Kind.IMPOSSIBLE, after=setup, wrong_places=changed_places(self.before, setup))
        return self._judged(setup)

    def _judged(self, setup: Setup) -> Recognition:
        judgement = judge(self.turn, setup, self.plays)
        if isinstance(judgement, Legal):
            # Only bars and trays that were inferred can have hidden it.
            return Recognition(Kind.COMPLETE, (judgement.outcome,))
        return Recognition(Kind.NOT_LEGAL, after=setup, violation=judgement.violation)

    def _not_legal_by_presence(self, reading: BoardReading) -> Recognition:
        """Return the first rule-breaking way of using the throw that looks like the reading."""
        for setup in self._ways_of_breaking_rules():
            if reading.shows(setup):
                return self._judged(setup)
        return Recognition(Kind.IMPOSSIBLE, wrong_places=doubtful_places(reading, self.before))

    def _ways_of_breaking_rules(self) -> Iterator[Setup]:
        turn, search = self.turn, self.plays.search
        reader = Reader(turn.game, search.throw, began_entering=search.began_entering)
        own, opponent = cells(turn.game, turn.player, self.before)
        level = [Node(own, opponent, search.numbers, bool(search.origin & GATE_OPEN))]
        while level:
            found = dict.fromkeys(after for node in level for after, _ in reader.steps(node))
            level = list(found)[:MOST_READINGS]
            yield from (setup_of(turn.game, turn.player, node.own, node.opponent) for node in level)


def numbers_left(turn: Turn, after: Setup) -> tuple[int, ...]:
    """Return which numbers are left when the play has come as far as `after`; none if that is no way to play it."""
    state = pack(turn.game, Position.of(turn.game, after), turn.player)
    for line in legal_plays(turn).search.lines:
        for depth, level in enumerate(line.levels):
            if any(reached & BOARD == state for reached in level):
                return line.numbers[depth:]
    return ()


def changed_places(before: Setup, after: Setup) -> tuple[int | str, ...]:
    """Return where two setups differ."""
    found: dict[int | str, None] = {}
    for one, other in zip(before.sides, after.sides, strict=True):
        there, then = dict(one.places()), dict(other.places())
        found |= {place: None for place in {**there, **then} if there.get(place) != then.get(place)}
    return tuple(found)


def doubtful_places(reading: BoardReading, before: Setup) -> tuple[int | str, ...]:
    """Return the points that do not look as they did before."""
    white, black = before.sides
    counts = enumerate(zip(reading.points, white.points, black.points, strict=True), 1)
    return tuple(point for point, (seen, *here) in counts if not seen.allows(Pair(*here)))


@lru_cache(maxsize=4)
def recogniser(turn: Turn) -> Recogniser:
    """Return the recogniser of `turn`; kept, because a turn brings many readings."""
    return Recogniser(turn)


def _between(
    reading: BoardReading, before: Setup, after: Setup, resting: Collection[int] = (), mover: Player | None = None
) -> bool:
    """Whether every place shows something between what was there and what will be."""
    for point in range(1, 25):
        ranges = [
            _span(before.sides[player].points[point - 1], after.sides[player].points[point - 1]) for player in Player
        ]
        spans = Pair(*ranges)
        if mover is not None and point in resting:
            spans = spans.with_(mover, (spans[mover][0], spans[mover][1] + 1))
        if not _may_be(reading.points[point - 1], spans):
            return False
    return _zone_between(reading.bars, before, after, "bar") and _zone_between(reading.trays, before, after, "tray")


def _span(one: int, other: int) -> Range:
    return min(one, other), max(one, other)


def _may_be(seen: Seen, ranges: Pair[Range]) -> bool:
    total = (ranges.white[0] + ranges.black[0], ranges.white[1] + ranges.black[1])
    return _meet(seen.total, total) and all(_meet(seen.colours[player], ranges[player]) for player in Player)


def _meet(one: Range, other: Range) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _zone_between(zone: Pair[Range] | None, before: Setup, after: Setup, name: str) -> bool:
    if zone is None:
        return True
    return all(
        _meet(zone[player], _span(_in_zone(before, player, name), _in_zone(after, player, name))) for player in Player
    )


def _in_zone(setup: Setup, player: Player, name: str) -> int:
    side = setup.sides[player]
    return side.bar if name == "bar" else side.off + side.reserve
