"""The judge: is this play legal, and if not, why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from companion.rules.board import HOME_PACE, OFF_PACE
from companion.rules.game import BearOff, Game, Hits, Order
from companion.rules.players import Player
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT, Position, Setup, defects, start_at
from companion.rules.readings import Fault, Node, Reader, cells, dominated, first_of, later
from companion.rules.reasons import Reason, Violation
from companion.rules.steps import GATE_OPEN, HUCKE
from companion.rules.turn import Outcome, Play, Turn

THROW_IS_OVER = -1
"""Stands for the number of a step that breaks no rule but comes after the game was won or the throw given away."""
ALL_THROWS = tuple((high, low) for low, high in combinations_with_replacement(range(1, 7), 2))


@dataclass(frozen=True, slots=True)
class Legal:
    """The play may stand: what it leads to, and one way to make it."""

    outcome: Outcome
    play: Play


@dataclass(frozen=True, slots=True)
class Illegal:
    """The play is against the rules, and why."""

    violation: Violation


Judgement = Legal | Illegal


def judge(turn: Turn, after: Setup, plays: Plays | None = None) -> Judgement:
    """Say whether `turn` may lead to `after`, and if not why; `plays` saves finding them again."""
    plays = legal_plays(turn) if plays is None else plays
    reached = _position(turn.game, after)
    found = plays.at(reached) if reached is not None else []
    if not found:
        return Illegal(_Case(turn, after, plays).violation())
    best = max(found, key=lambda outcome: outcome.scored)
    return Legal(best, plays[best])


def throws_that_explain(turn: Turn, after: Setup) -> list[tuple[int, int]]:
    """Return which of the 21 throws would make the play from `turn` to `after` legal."""
    reached = _position(turn.game, after)
    if reached is None:
        return []
    begun = {step.number for step in turn.begun}
    throws = (dice for dice in ALL_THROWS if begun <= set(dice))
    return [dice for dice in throws if legal_plays(replace(turn, dice=dice)).at(reached)]


def _position(game: Game, setup: Setup) -> Position | None:
    if any(defect.fault.fatal for defect in defects(game, setup)):
        return None
    return Position.of(game, setup)


class _Case:
    """An illegal play whose reason is sought."""

    def __init__(self, turn: Turn, after: Setup, plays: Plays) -> None:
        """Compare the board of `turn` with `after`."""
        self.turn = turn
        self.after = after
        self.search = plays.search
        self.throw = self.search.throw
        self.own, self.opponent = cells(turn.game, turn.player, turn.position.setup)
        self.own_after, self.opponent_after = cells(turn.game, turn.player, after)

    def violation(self) -> Violation:
        """Return the first reason that applies."""
        return self._miscounted() or self._told(self._fault())

    def _miscounted(self) -> Violation | None:
        game = self.turn.game
        wrong = [
            f"{player.value} has {self.after.sides[player].total} of {game.checkers[player]}"
            for player in Player
            if self.after.sides[player].total != game.checkers[player]
        ]
        if wrong:
            return Violation(Reason.CHECKER_COUNT, detail=f"The checkers do not add up: {', '.join(wrong)}.")
        return None

    def _fault(self) -> Fault:
        if self.own == self.own_after and self.opponent == self.opponent_after:
            return Fault(Reason.NOT_MOVED)
        best: Fault | None = None
        found = False
        for node, broken in self._reader().readings(self._start(), self.own_after):
            fault = first_of(fault for fault in (broken, *self._end_faults(node)) if fault is not None)
            if not found or later(fault, best):
                best, found = fault, True
        if not found:
            return self._unread()
        return best or Fault(Reason.NUMBER_NOT_THROWN, number=THROW_IS_OVER)

    def _reader(self) -> Reader:
        return Reader(self.turn.game, self.throw, began_entering=self.search.began_entering)

    def _start(self) -> Node:
        return Node(self.own, self.opponent, self.search.numbers, bool(self.search.origin & GATE_OPEN))

    def _end_faults(self, node: Node) -> Iterator[Fault]:
        """Every rule that a reading breaks as a whole."""
        if node.pending:
            yield Fault(Reason.HUCKE_PAIR, HUCKE)
        yield from self._use_faults(node)
        if node.opponent != self.opponent_after:
            yield self._opponent_fault(node)

    def _use_faults(self, node: Node) -> Iterator[Fault]:
        used = list(self.search.numbers)
        for number in node.left:
            used.remove(number)
        if not used:
            return
        throw, least = self.throw, self.search.least_use
        if self.search.top_and_bottom:
            if used.count(throw.high) < least:
                yield Fault(Reason.MUST_USE_MORE, number=throw.high)
        elif len(used) < least:
            yield Fault(Reason.MUST_USE_MORE if throw.double else Reason.MUST_USE_BOTH, number=used[0])
        elif used == [throw.low] and not self.turn.begun and self._needs_higher():
            yield Fault(Reason.MUST_USE_HIGHER, number=throw.low)

    def _needs_higher(self) -> bool:
        """Whether the lower number alone is refused for being the lower."""
        order, lines, throw = self.turn.game.order, self.search.lines, self.throw
        if order is Order.HIGHER_OR_NOTHING and not self.search.least_use:
            return len(self.search.run((throw.low,))) > 1
        if order not in {Order.HIGHER, Order.HIGHER_OR_NOTHING}:
            return False
        return len(lines) == 1 and lines[0].numbers[0] == throw.high

    def _opponent_fault(self, node: Node) -> Fault:
        hit = [max(0, before - now) for before, now in zip(self.opponent, node.opponent, strict=True)]
        rest = zip(self.opponent_after, self.opponent, hit, strict=True)
        if any(hit) and all(after >= before - gone for after, before, gone in rest):
            return Fault(Reason.HIT_NOT_REMOVED, hit.index(1))
        return Fault(Reason.OPPONENT_MOVED, self._changed_pace())

    def _changed_pace(self) -> int:
        pairs = zip(self.opponent, self.opponent_after, strict=True)
        return next((pace for pace, (before, after) in enumerate(pairs) if before != after), 0)

    def _unread(self) -> Fault:
        """Return the fault of a movement that the thrown numbers cannot explain at all."""
        self._take_refill_back()
        if not self._hits_are_plausible():
            return Fault(Reason.OPPONENT_MOVED, self._changed_pace())
        if not dominated(self.own, self.own_after):
            return Fault(Reason.WRONG_WAY, self._backwards_to())
        left = next((pace for pace in range(1, OFF_PACE) if self.own_after[pace] < self.own[pace]), 0)
        passed_over = self.own_after[BAR_AT] and self.own_after[RESERVE_AT] < self.own[RESERVE_AT]
        if passed_over or ((left or self._beyond_entry()) and self._still_waiting()):
            return Fault(Reason.MUST_ENTER_FIRST, left)
        held = next((pace for pace in range(1, OFF_PACE) if self.own_after[pace] and self.opponent_after[pace] > 1), 0)
        if held:
            return Fault(Reason.BLOCKED, held)
        if self.own_after[OFF_AT] > self.own[OFF_AT] and self._not_home():
            return Fault(Reason.NOT_HOME, left)
        return Fault(Reason.NUMBER_NOT_THROWN, left)

    def _take_refill_back(self) -> None:
        """Look at the board as it was when the last checker was off: setting all up again is no move."""
        game, count = self.turn.game, self.turn.game.checkers[self.turn.player]
        if game.refills and self.own[OFF_AT] and self.own_after[start_at(game)] == count:
            self.own_after = tuple(count * (place == OFF_AT) for place in range(len(self.own_after)))

    def _beyond_entry(self) -> bool:
        """Whether a checker came farther than any number enters."""
        return any(after > before for before, after in zip(self.own[7:RESERVE_AT], self.own_after[7:], strict=False))

    def _still_waiting(self) -> bool:
        if self.own_after[BAR_AT]:
            return True
        free = self.turn.game.free_entry_from
        return bool(self.own_after[RESERVE_AT]) and (free is None or sum(self.own[1:OFF_AT]) < free)

    def _not_home(self) -> bool:
        own = self.own_after
        home = not (own[BAR_AT] or own[RESERVE_AT] or any(own[1:HOME_PACE]))
        return not home and self.turn.game.bear_off is not BearOff.PAST_GOAL

    def _backwards_to(self) -> int:
        pairs = zip(self.own, self.own_after, strict=True)
        return next((pace for pace, (before, after) in enumerate(pairs) if after > before), 0)

    def _hits_are_plausible(self) -> bool:
        """Whether every opposing checker that is gone was a blot that a moved checker reached or passed."""
        if self.opponent == self.opponent_after:
            return True
        if self.turn.game.hits is Hits.MARKED:
            return False
        gone = [pace for pace in range(1, OFF_PACE) if self.opponent_after[pace] < self.opponent[pace]]
        return bool(gone) and all(self.opponent[pace] == 1 and self._reaches(pace) for pace in gone)

    def _reaches(self, pace: int) -> bool:
        """Whether a checker of the mover landed on `pace` or went beyond it."""
        return bool(self.own_after[pace]) or sum(self.own_after[pace:RESERVE_AT]) > sum(self.own[pace:RESERVE_AT])

    def _told(self, fault: Fault) -> Violation:
        path = self.turn.game.path(self.turn.player)
        if fault.number == THROW_IS_OVER:
            return Violation(fault.reason, detail="The throw was over before this step: nothing more may be moved.")
        points = (path.point(fault.pace),) if 0 < fault.pace < OFF_PACE else ()
        return Violation(fault.reason, points, (fault.number,) if fault.number else ())
