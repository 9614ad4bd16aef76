"""The legal plays of a throw: a map from each distinct outcome to one play that brings it about."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.rules.aim import Aim
from companion.rules.alike import Alike
from companion.rules.board import POINTS
from companion.rules.game import Doubles, Scoring
from companion.rules.hucke import bridge_stands, marks, privileged
from companion.rules.memory import TARGET, Memory, Played, aftermath, loses_third
from companion.rules.position import BAR_AT, RESERVE_AT, Position
from companion.rules.quick import quick_ends
from companion.rules.search import Line, Search, Throw, Worth
from companion.rules.steps import (
    BAR_UNIT,
    BITS,
    BOARD,
    BYTE,
    ENDED,
    FRESH_SHIFT,
    GATE_OPEN,
    HUCKE,
    HUCKE_SHIFT,
    LEAVING,
    OFF_SHIFT,
    ON_BOARD,
    OPP,
    OPPONENT_HUCKE,
    SCORE_ONE,
    SCORED_SHIFT,
    occupied,
    pack,
    stepper,
    unpacker,
)
from companion.rules.turn import OFF, Outcome, Play, Step, Turn

KEY = BOARD | BYTE << SCORED_SHIFT
BRIDGE_POINTS = 2
NAMED_STEPS = 4
MOST_SCORED = 2 + BRIDGE_POINTS
"""By both steps, and by the bridge; what is marked is not kept with a state."""
NO_LIMIT = 1 << 40
MOST_KEPT = 64
"""How many positions are kept that were asked for one by one."""


@dataclass(slots=True)
class _End:
    """One way to a final state, and the rights that any way to it brings."""

    state: int
    line: Line | None = None
    depth: int = 0
    gate_open: bool = False
    all_used: bool = False


class Plays(Mapping[Outcome, Play]):
    """The distinct outcomes of a turn; each gives a canonical play when asked for."""

    def __init__(self, turn: Turn) -> None:
        """Find every legal play of `turn`."""
        self.turn = turn
        self._stepper = stepper(turn.game)
        self._lost = loses_third(turn.game, turn.memory, turn.dice)
        state = pack(turn.game, turn.position, turn.player)
        self._marked = marks(state, turn.dice) if self._stepper.marked else 0
        self._origin = self._begin(state)
        self._throw = self._dice_as_they_count()
        self._asked: dict[int, dict[int, _End]] = {}
        self._at_least = 0
        """How many outcomes there are at least, as far as that was found out."""
        self._quick: list[int] = []
        if self._stepper.plain and not (self._lost or turn.begun):
            self._quick, self._quick_uses_all = quick_ends(self._stepper, self._origin, self._throw)

    def _begin(self, state: int) -> int:
        turn = self.turn
        if self._stepper.gate:
            state = self._stepper.start(state, gate_open=turn.memory.gate[turn.player])
        if not turn.begun:
            return state
        last = turn.begun[-1]
        path = turn.game.path(turn.player)
        if last.source == path.point(1) and turn.game.start_pile:
            state |= path.pace(last.target) << FRESH_SHIFT
        if last.source == path.point(HUCKE) and turn.game.hucke and (state >> HUCKE_SHIFT) & BYTE == 1:
            state |= LEAVING
        return state

    def _dice_as_they_count(self) -> Throw:
        turn = self.turn
        named, doubles = turn.memory.named, turn.game.doubles
        if named:
            return Throw(named, named, NAMED_STEPS)
        low, high = sorted(turn.dice)
        each = 4 if doubles is Doubles.FOUR_STEPS else 2
        if doubles is Doubles.TOP_AND_BOTTOM and turn.memory.doubles[turn.player]:
            each = 4
        return Throw(high, low, each)

    @cached_property
    def search(self) -> Search:
        """The search of the turn, for those who must look at partial plays."""
        begun = self.turn.begun[-1].number if self.turn.begun else 0
        return Search(self._stepper, self._origin, self._throw, self._needed(), begun)

    @cached_property
    def _ends(self) -> dict[int, _End]:
        if self._lost:
            state = _furthest_to_bar(self._origin)
            return {state: _End(state)}
        search = self.search
        if self._marked and self._marked >= self._points_to_win:
            return {search.origin & KEY: _End(search.origin)}
        return self._collected(self._lines(search))

    def _collected(self, lines: list[Line]) -> dict[int, _End]:
        found: dict[int, _End] = {}
        for line in lines:
            for state, depth in line.ends():
                self._collect(found, _End(state, line, depth, bool(state & GATE_OPEN), self._uses_all(depth)))
        return found

    def _collect(self, found: dict[int, _End], end: _End) -> None:
        """Keep one of the ways to the same position with the same points."""
        key = end.state & KEY
        # A play that has won before its last number is over before the bridge counts; one that wins with it is not.
        over = end.state & ENDED and not (end.all_used and self.turn.game.bridge_in_win)
        if self._stepper.scores_hits and not over and bridge_stands(key):
            key += BRIDGE_POINTS * SCORE_ONE
        known = found.setdefault(key, end)
        known.gate_open |= end.gate_open
        known.all_used |= end.all_used

    def _uses_all(self, depth: int) -> bool:
        return depth == len(self.search.numbers)

    @property
    def _one_by_one(self) -> bool:
        """Whether single outcomes are found without finding all."""
        return "_ends" not in self.__dict__ and not self._lost and self.search.top_and_bottom

    def _ends_at(self, state: int) -> dict[int, _End]:
        """Return the ends among which those of a position are."""
        if not self._one_by_one:
            return self._ends
        # Several threads may ask: what one has found another may have cleared away.
        ends = self._asked.get(state)
        if ends is None:
            if len(self._asked) >= MOST_KEPT:
                self._asked.clear()
            ends = self._asked[state] = self._collected(self.search.lines_worth(Aim.at(state).worth))
        return ends

    def _lines(self, search: Search) -> list[Line]:
        if self.turn.begun or not self.turn.game.hucke:
            return search.lines
        return search.lines + privileged(search.origin, self._throw, start_pile=self.turn.game.start_pile)

    @cached_property
    def _points_to_win(self) -> int:
        return TARGET - self.turn.memory.score[self.turn.player]

    def _needed(self) -> int:
        """How many points scored by steps end the play at once."""
        return self._points_to_win if self._stepper.scores_hits else 0

    @property
    def states(self) -> Collection[int]:
        """The distinct outcomes as packed states: enough to count and to compare."""
        return self._quick or self._ends

    def states_worth(self, worth: Worth) -> Collection[int]:
        """Return the outcomes that are `worth` it, and perhaps others: not all of them if there are very many."""
        if not self._one_by_one:
            return self.states
        found = self._collected(self.search.lines_worth(worth))
        # Of these every way was found: they are likely to be asked for next.
        self._asked = {state: found for state in found if worth(state, 0)}
        return found

    def more_than(self, count: int) -> bool:
        """Whether there are more distinct outcomes than so many; found without finding all."""
        if not self._one_by_one:
            return len(self) > count
        if count >= self._at_least and self._exceed(count):
            self._at_least = count + 1
        return count < self._at_least

    def _exceed(self, count: int) -> bool:
        (outline,) = self.search.outlines
        depths = range(1, len(outline.numbers) + 1)
        # A few states on the way mostly lead to more outcomes; only where they do not, all are looked at.
        few = [count if depth in outline.accepted else count // 4 for depth in depths]
        return self._exceed_within(outline, few, count) or self._exceed_within(outline, [NO_LIMIT] * len(few), count)

    def _exceed_within(self, outline: Line, limits: list[int], count: int) -> bool:
        keys: set[int] = set()
        for depth, level in enumerate(self.search.levels_within(outline.numbers, limits)):
            if depth in outline.accepted:
                keys.update(state & KEY for state in level)
            if len(keys) > count:
                return True
        return False

    @cached_property
    def alike(self) -> Alike | None:
        """The outcomes not made yet, where all bring the same rights; None where they may differ."""
        if self._quick:
            return Alike(self._quick, self._made)
        game, gate_open = self.turn.game, bool(self._origin & GATE_OPEN)
        if self._lost or game.scoring is Scoring.POINTS or (self._stepper.gate and not gate_open):
            return None
        lines, whole = self.search.lines, len(self.search.numbers)
        all_used = {depth == whole for line in lines for depth in line.accepted}
        if len(all_used) > 1 and (game.again_needs_all or game.ace_deuce):
            return None
        states = list(dict.fromkeys(state & KEY for line in lines for state, _ in line.ends()))
        end = _End(0, gate_open=gate_open, all_used=all_used == {True})
        return Alike(states, lambda keys: self._made(keys, dict.fromkeys(keys, end)))

    @cached_property
    def _outcomes(self) -> list[Outcome]:
        return self._made(self.states)

    def _made(self, keys: Collection[int], ends: Mapping[int, _End] | None = None) -> list[Outcome]:
        """Return the outcomes of some states, which are among `ends`."""
        position_of = unpacker(self.turn.game, self.turn.player)
        if self._quick:
            # Nothing is scored or borne off there, so the aftermath is the same for all.
            again, memory = self._aftermath(Played(0, won=False, gate_open=False, all_used=self._quick_uses_all))
            return [Outcome(position_of(key), 0, False, again, memory) for key in keys]  # noqa: FBT003 - a tuple
        made, known = [], {}
        ends = self._ends if ends is None else ends
        for key in keys:
            end = ends[key]
            scored, won = self._result(key)
            played = scored, won, end.gate_open, end.all_used
            if played not in known:
                known[played] = self._aftermath(Played(*played))
            made.append(Outcome(position_of(key), scored, won, *known[played]))
        return made

    def _result(self, key: int) -> tuple[int, bool]:
        game = self.turn.game
        if game.scoring is not Scoring.POINTS:
            return 0, (key >> OFF_SHIFT) & BYTE == game.checkers[self.turn.player]
        scored = (key >> SCORED_SHIFT) + self._marked
        return scored, scored >= self._points_to_win

    def _aftermath(self, played: Played) -> tuple[bool, Memory]:
        if self._lost:
            return False, Memory(given=True)
        turn = self.turn
        return aftermath(turn.game, turn.player, turn.memory, turn.dice, played)

    def __len__(self) -> int:
        """Return how many distinct outcomes there are."""
        return len(self.states)

    def __iter__(self) -> Iterator[Outcome]:
        """Every distinct outcome, in no order."""
        return iter(self._outcomes)

    def __contains__(self, outcome: object) -> bool:
        """Whether `outcome` can be reached."""
        return isinstance(outcome, Outcome) and outcome in self.at(outcome.position)

    def __getitem__(self, outcome: Outcome) -> Play:
        """Return a play that leads to `outcome`."""
        state = self._packed(outcome.position)
        for key in self._keys_at(state):
            ends = self._ends_at(state)
            if self._made([key], ends) == [outcome]:
                return Play(tuple(_steps(self.turn, ends[key])), outcome.scored)
        raise KeyError(outcome)

    def at(self, position: Position) -> list[Outcome]:
        """Return the outcomes that leave `position`: more than one only if they score differently."""
        state = self._packed(position)
        return self._made(self._keys_at(state), None if self._quick else self._ends_at(state))

    def come_to(self, state: int, depth: int) -> list[Outcome]:
        """Return what `at` does for an end that a search came to with so many steps: mostly without another search."""
        if not self._one_by_one or self._other_ways_count(state, depth):
            return self.at(unpacker(self.turn.game, self.turn.player)(state))
        key, all_used = state & KEY, depth == len(self.search.numbers)
        return self._made([key], {key: _End(state, gate_open=bool(state & GATE_OPEN), all_used=all_used)})

    def _other_ways_count(self, state: int, depth: int) -> bool:
        """Whether another way to the end of a double of eight steps could bring a right that this one does not."""
        before = self._origin
        if self._stepper.gate and not state & GATE_OPEN and self._stepper.passed_gate(before, state):
            return True
        if not self.turn.game.again_needs_all or depth == len(self.search.numbers):
            return False
        # The pips tell how many numbers were used, but for those that bore off.
        return (state >> OFF_SHIFT) & BYTE != (before >> OFF_SHIFT) & BYTE

    def _packed(self, position: Position) -> int:
        return pack(self.turn.game, position, self.turn.player)

    def _keys_at(self, state: int) -> list[int]:
        states = self._quick_set if self._quick else self._ends_at(state)
        return [key for scored in range(MOST_SCORED + 1) if (key := state + scored * SCORE_ONE) in states]

    @cached_property
    def _quick_set(self) -> set[int]:
        return set(self._quick)

    def sorted(self) -> list[Outcome]:
        """Return the outcomes in their standing order."""
        return sorted(self._outcomes, key=lambda outcome: outcome.order)


def legal_plays(turn: Turn) -> Plays:
    """Return the legal plays of `turn`."""
    return Plays(turn)


def _furthest_to_bar(state: int) -> int:
    own = occupied(state & ON_BOARD)
    if not own:
        return state
    return state - (1 << (own.bit_length() - 1)) + BAR_UNIT


def _steps(turn: Turn, end: _End) -> list[Step]:
    """Return the steps that lead to `end`, by the states on the way."""
    if end.line is None:
        return []
    steps: list[Step] = []
    state = end.state
    for depth in range(end.depth, 0, -1):
        before, source = end.line.levels[depth][state]
        steps.append(_step(turn, before, source, end.line.numbers[depth - 1]))
        state = before
    steps.reverse()
    return steps


def _step(turn: Turn, before: int, source: int, number: int) -> Step:
    path = turn.game.path(turn.player)
    start = 0 if source in {BAR_AT, RESERVE_AT} else source
    pace = start + number
    if turn.game.hucke and pace == OPPONENT_HUCKE:
        # Only the privilege makes for it, and stops one pace short.
        pace = HUCKE
    last = POINTS - 1 if stepper(turn.game).past_goal else POINTS
    named = source if source in {BAR_AT, RESERVE_AT} else path.point(source)
    if pace > last:
        return Step(number, named, OFF)
    return Step(number, named, path.point(pace), bool(before >> OPP & (BYTE << BITS * pace)))
