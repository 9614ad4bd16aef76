"""What the hands did: a reading looked up among the outcomes of the throw.

Outcomes are compared as packed states, and positions made only of those that fit. Nothing is said of a play by which
the board cannot be told apart: a checker in the hand looks like one that lies where no sensor is. So a board that shows
a legal outcome shows that outcome, and what is missing otherwise is taken to be in the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache

from companion.rules.judge import Judgement, Legal, judge
from companion.rules.players import Player
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import Fault, Position, Setup, defects
from companion.rules.progress import resting_points
from companion.rules.readings import Node, Reader, cells
from companion.rules.reasons import Violation
from companion.rules.steps import (
    BAR_UNIT,
    BITS,
    BOARD,
    BYTE,
    GATE_OPEN,
    ON_BOARD,
    OPP,
    RESERVE_UNIT,
    UNITS,
    field,
    occupied,
    pack,
    unpacker,
)
from companion.rules.turn import Outcome, Turn
from companion.table.aiming import MANY, Aiming
from companion.table.differences import Difference, differences
from companion.table.reading import BoardReading, exact_reading, exact_setup
from companion.table.sight import ByPoints, Sight, folded

MOST_WAYS = 1500
"""How many ways of breaking the rules are looked through before giving up on naming one."""
MOST_LOOKED_THROUGH = 16_000
"""Up to how many outcomes it is said which comes nearest to a board that shows none."""
MOST_WEIGHED = 200
"""How many outcomes are put in order by what was seen on the way."""
MOST_COMING = 300
"""Up to how many outcomes it is told which of them a play on the way may become."""
UNCOUNTED = frozenset({Fault.TOO_MANY, Fault.TOO_FEW, Fault.NEGATIVE})


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
    """What a reading means."""

    kind: Kind
    outcomes: tuple[Outcome, ...] = ()
    """The outcomes that look like it, the likely one first; of a play on the way, if there are few and it is not seen
    exactly, those that it may become."""
    after: Setup | None = None
    """What stands on the board, where that is sure and not legal, or not legal yet."""
    violation: Violation | None = None
    """Why it is not legal, once the hands are done: a play is not judged before."""
    left: tuple[int, ...] | None = None
    """The numbers still to be played, where that can be told."""
    differences: tuple[Difference, ...] = ()
    """What is too much or missing where, by the outcome or the board before that comes nearest."""


class Recogniser:
    """Looks readings up in one turn."""

    def __init__(self, turn: Turn) -> None:
        """Find the plays of `turn` once."""
        self.turn = turn
        self.plays: Plays = legal_plays(turn)
        self.before = turn.position.setup
        self._origin = pack(turn.game, turn.position, turn.player)
        self._position_of = unpacker(turn.game, turn.player)
        self._aiming = Aiming(self.plays, self._origin)
        self._judged_last: tuple[Setup, Judgement] | None = None

    @cached_property
    def _many(self) -> bool:
        """Whether there are too many outcomes to look through them all."""
        return self.plays.search.top_and_bottom and self.plays.more_than(MANY)

    @cached_property
    def _must_move(self) -> bool:
        """Whether no play leaves the board as it is, by all that sensors can tell."""
        if self._many:
            return not self.plays.at(self.turn.position)
        looks = folded(self._origin)
        return not any(folded(state) == looks for state in self.plays.states)

    @cached_property
    def _by_points(self) -> ByPoints:
        """The outcomes by what stands on the points."""
        return ByPoints(self.plays.states)

    @cached_property
    def _halfway(self) -> dict[int, tuple[int, ...]]:
        """The boards half-way on which all checkers are down, each with the numbers that are left."""
        found: dict[int, tuple[int, ...]] = {}
        for line in self.plays.search.lines:
            for depth, level in enumerate(line.levels):
                left = line.numbers[depth:]
                for state in level:
                    found.setdefault(state & BOARD, left)
        return found

    @cached_property
    def _halfway_by_points(self) -> ByPoints:
        return ByPoints(self._halfway)

    def recognise(
        self, reading: BoardReading, earlier: Sequence[BoardReading] = (), *, hands_done: bool = False
    ) -> Recognition:
        """Say what `reading` means now.

        `earlier` readings of this turn tell which of several plays is the likely one. With `hands_done` the turn is
        over: a board on which all checkers may be down is judged, even if going on could make it legal.
        """
        sight = Sight(reading, self.turn.game, self.turn.player)
        unmoved = sight.shows(self._origin)
        # Nothing need be looked up while nothing is touched: an outcome that looks the same is the same.
        found = self._showing(sight) if not (unmoved and sight.whole and self._must_move) else []
        if found:
            outcomes = self._outcomes(found, earlier)
            return Recognition(Kind.COMPLETE if len(outcomes) == 1 else Kind.AMBIGUOUS, outcomes)
        if unmoved:
            return Recognition(Kind.UNMOVED, left=self.plays.search.numbers)
        if self._is_coming(sight):
            return self._on_the_way(reading, sight, hands_done=hands_done)
        return self._not_legal(reading, sight, hands_done=hands_done)

    def coming(self, reading: BoardReading) -> list[Outcome]:
        """Return every outcome that the hands may still be making for."""
        sight = Sight(reading, self.turn.game, self.turn.player)
        ways = list(self._ways_on(sight))
        return self._made(state for state in self.plays.states if any(may_become(state) for may_become in ways))

    def numbers_left(self, after: Setup) -> tuple[int, ...]:
        """Return which numbers are left when the play has come as far as `after`; none if that is no way to play it."""
        if any(defect.fault.fatal for defect in defects(self.turn.game, after)):
            return ()
        state = pack(self.turn.game, Position.of(self.turn.game, after), self.turn.player)
        if self._many:
            seen = Sight(exact_reading(after), self.turn.game, self.turn.player)
            return self._aiming.halfway(seen).get(state, ())
        return self._halfway.get(state, ())

    def judgement(self, after: Setup) -> Judgement:
        """Say whether the play may lead to `after`, and if not why; asked again, what was found before."""
        # Several threads may ask: a match is also read back while it is played.
        known = self._judged_last
        if known is None or known[0] != after:
            known = self._judged_last = after, judge(self.turn, after, self.plays)
        return known[1]

    # Outcomes

    def _showing(self, sight: Sight) -> list[int]:
        """Return the outcomes that look like the reading."""
        if self._many:
            return self._aiming.showing(sight)
        if sight.exact:
            return sight.showing(self._by_points.at(sight))
        return sight.showing(self.plays.states)

    def _made(self, states: Iterable[int]) -> list[Outcome]:
        """Return an outcome for each position, as the judge has it: the one that scores most."""
        positions = dict.fromkeys(self._position_of(state) for state in states)
        return [max(self.plays.at(position), key=lambda outcome: outcome.scored) for position in positions]

    def _outcomes(self, states: list[int], earlier: Sequence[BoardReading]) -> tuple[Outcome, ...]:
        outcomes = self._made(states)
        if len(outcomes) == 1:
            return tuple(outcomes)
        outcomes.sort(key=lambda outcome: (self._blots(outcome), outcome.order))
        likely = outcomes[:MOST_WEIGHED]
        sights = [Sight(one, self.turn.game, self.turn.player) for one in dict.fromkeys(earlier)]
        if sights:
            likely.sort(key=lambda outcome: -self._evidence(outcome, sights))
        return (*likely, *outcomes[MOST_WEIGHED:])

    def _blots(self, outcome: Outcome) -> int:
        """Return how many checkers the mover leaves alone: careful plays are more likely."""
        side = outcome.position.sides[self.turn.player]
        return side.points.count(1)

    def _evidence(self, outcome: Outcome, sights: list[Sight]) -> int:
        """Return how many of the readings on the way can have been on the way to `outcome`."""
        state = pack(self.turn.game, outcome.position, self.turn.player)
        path = self.turn.game.path(self.turn.player)
        resting = sum(field(path.pace(point)) for point in resting_points(self.turn, self.plays[outcome]))
        return sum(sight.between(self._origin, resting)(state) for sight in sights)

    # On the way

    def _is_coming(self, sight: Sight) -> bool:
        if self._has_too_many(sight):
            return False
        if self._leads_on(sight):
            return True
        return sight.exact and bool(self._halfway_showing(sight))

    def _leads_on(self, sight: Sight) -> bool:
        if self._many:
            return self._aiming.comes(sight, self._on_its_way, self.turn.game.checkers[self.turn.player])
        return any(any(map(may_become, self.plays.states)) for may_become in self._ways_on(sight))

    def _has_too_many(self, sight: Sight) -> bool:
        checkers, player = self.turn.game.checkers, self.turn.player
        return sight.least(0) > checkers[player] or sight.least(OPP) > checkers[player.opponent]

    def _ways_on(self, sight: Sight) -> Iterator[Callable[[int], bool]]:
        """What tells whether the board can still become an outcome, by putting down or by going on."""
        yield sight.between(self._origin)
        if not sight.exact:
            yield sight.between(self._origin, self._on_its_way)
            return
        ahead = sight.ahead(self._origin, self.turn.game.checkers[self.turn.player])
        if ahead is not None:
            yield ahead

    @cached_property
    def _on_its_way(self) -> int:
        """One at each point that a checker of the mover may pass."""
        waiting = self._origin & (BAR_UNIT | RESERVE_UNIT) * BYTE
        own = 0 if waiting else occupied(self._origin & ON_BOARD)
        rear = (own & -own).bit_length() >> 3
        return UNITS >> BITS * (rear + 1) << BITS * (rear + 1)

    def _halfway_showing(self, sight: Sight) -> dict[int, tuple[int, ...]]:
        """Return the boards half-way that look like the reading, each with the numbers that are left."""
        if self._many:
            halfway = self._aiming.halfway(sight)
            states = sight.showing(halfway)
        else:
            halfway = self._halfway
            states = sight.showing(self._halfway_by_points.at(sight) if sight.exact else halfway)
        return {state: halfway[state] for state in states}

    def _on_the_way(self, reading: BoardReading, sight: Sight, *, hands_done: bool) -> Recognition:
        states = self._halfway_showing(sight)
        left = set(states.values())
        after = self._position_of(next(iter(states))).setup if len(states) == 1 or (states and sight.exact) else None
        if not states:
            after = self._all_down(reading)
            left = self._left_with_checkers_in_the_hand(sight)
        if hands_done and after is None and not sight.exact:
            after = self._supposed(sight)
        if hands_done and after is not None:
            return self._judged(after, hands_done=True)
        few = not sight.exact and not self.plays.more_than(MOST_COMING)
        return Recognition(
            Kind.ON_THE_WAY,
            tuple(self.coming(reading)) if few else (),
            after=after,
            left=left.pop() if len(left) == 1 else None,
            differences=self._differences(reading, sight) if hands_done else (),
        )

    def _left_with_checkers_in_the_hand(self, sight: Sight) -> set[tuple[int, ...]]:
        """Return the numbers that may be left where nothing but lifting leads on from a board half-way."""
        if not sight.exact:
            return set()
        if self._many:
            found = self._aiming.least_lifted(sight)
            return set() if found is None else {found}
        lifted = [left for state, left in self._halfway.items() if sight.lifted(state)]
        most = max(map(len, lifted), default=0)
        return {left for left in lifted if len(left) == most}

    def _all_down(self, reading: BoardReading) -> Setup | None:
        """Return what stands on the board if no checker is in the hand and all of it is sure."""
        player, game = self.turn.player, self.turn.game
        setup = exact_setup(reading, game.checkers, self.before, player, has_bar=game.has_bar)
        if setup is None or any(defect.fault in UNCOUNTED for defect in defects(game, setup)):
            return None
        was = self.before.sides
        if reading.trays is None and any(setup.sides[one].off > was[one].off for one in Player):
            return None
        return setup if setup.sides[player].bar <= was[player].bar else None

    # Not legal

    def _not_legal(self, reading: BoardReading, sight: Sight, *, hands_done: bool) -> Recognition:
        setup = self._all_down(reading)
        if setup is None and not sight.exact:
            setup = self._supposed(sight)
        if setup is not None:
            return self._judged(setup, hands_done=hands_done)
        exact = exact_setup(
            reading, self.turn.game.checkers, self.before, self.turn.player, has_bar=self.turn.game.has_bar
        )
        return Recognition(Kind.IMPOSSIBLE, after=exact, differences=self._differences(reading, sight))

    def _judged(self, setup: Setup, *, hands_done: bool) -> Recognition:
        if not hands_done:
            return Recognition(Kind.NOT_LEGAL, after=setup)
        judgement = self.judgement(setup)
        if isinstance(judgement, Legal):
            # Only where the tray's checkers were told apart wrongly.
            return Recognition(Kind.COMPLETE, (judgement.outcome,))
        return Recognition(Kind.NOT_LEGAL, after=setup, violation=judgement.violation)

    def _differences(self, reading: BoardReading, sight: Sight) -> tuple[Difference, ...]:
        """Return what differs from the outcome, or the board before, that comes nearest."""
        outcomes = () if self.plays.more_than(MOST_LOOKED_THROUGH) else self.plays.states
        nearest = min((self._origin, *outcomes), key=sight.misfits)
        return differences(reading, self._position_of(nearest).setup)

    def _supposed(self, sight: Sight) -> Setup | None:
        """Return the only board, all checkers down, that breaks rules and looks like the reading."""
        unseen = sight.trays_unseen
        off = self.before.sides[self.turn.player].off
        ways = [
            state
            for state in sight.showing(self._ways_of_breaking_rules)
            if not unseen or self._position_of(state).off[self.turn.player] <= off
        ]
        if not ways:
            moved = sight.by_least_change(self._origin)
            ways = [moved] if moved is not None and sight.shows(moved) else []
        return self._position_of(ways[0]).setup if len(ways) == 1 else None

    @cached_property
    def _ways_of_breaking_rules(self) -> list[int]:
        """Boards that the thrown numbers lead to, whatever rules that breaks."""
        turn, search = self.turn, self.plays.search
        reader = Reader(turn.game, search.throw, began_entering=search.began_entering)
        own, opponent = cells(turn.game, turn.player, self.before)
        level = [Node(own, opponent, search.numbers, bool(search.origin & GATE_OPEN))]
        found: dict[int, None] = {}
        while level and len(found) < MOST_WAYS:
            after = dict.fromkeys(after for node in level for after, _ in reader.steps(node))
            level = list(after)[: MOST_WAYS - len(found)]
            found |= dict.fromkeys(_state(node) for node in level)
        return list(found)


def _state(node: Node) -> int:
    return int.from_bytes(bytes((*node.own, 0, *node.opponent, 0)), "little")


def numbers_left(turn: Turn, after: Setup) -> tuple[int, ...]:
    """Return which numbers are left when the play has come as far as `after`; none if that is no way to play it."""
    return recogniser(turn).numbers_left(after)


@lru_cache(maxsize=4)
def recogniser(turn: Turn) -> Recogniser:
    """Return the recogniser of `turn`; kept, because a turn brings many readings."""
    return Recogniser(turn)


def plays_of(turn: Turn) -> Plays:
    """Return the legal plays of `turn`, found once."""
    return recogniser(turn).plays
