"""Follows the moves of a text along the legal steps of a throw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rules.board import POINTS
from companion.rules.hucke import privileged
from companion.rules.moves import Move, Stops, counted_from, ways_of
from companion.rules.plays import Plays
from companion.rules.position import BAR_AT, OFF_AT
from companion.rules.search import Line
from companion.rules.steps import BITS, BYTE, HUCKE, OPP, unpacker
from companion.rules.turn import Outcome


@dataclass(frozen=True, slots=True)
class Way:
    """A legal way to make the moves of a text."""

    outcome: Outcome
    hits: frozenset[int] = frozenset()
    """The paces on which a checker is hit."""
    in_order: bool = True
    """Whether the moves are made one after the other as the text has them."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A state on the way, and for each checker of the text the stops from where it stands."""

    state: int
    rest: tuple[Stops, ...]
    hits: frozenset[int] = frozenset()
    last: int = 0
    in_order: bool = True

    @property
    def done(self) -> bool:
        """Whether every checker has arrived."""
        return all(len(stops) == 1 for stops in self.rest)


def legal_ways(plays: Plays, moves: Sequence[Move]) -> list[Way]:
    """Return every legal way to make `moves` as a whole play."""
    found = list(_Follower(plays, ways_of(moves)).ways())
    if not found and not moves and not plays.more_than(1):
        # A throw that is lost or that has won asks for no step, though some could be made.
        return [Way(outcome) for outcome, play in plays.items() if not play.steps]
    return found


class _Follower:
    """Follows the ways of so many checkers through one throw."""

    def __init__(self, plays: Plays, rest: tuple[Stops, ...]) -> None:
        self.plays = plays
        self.search = plays.search
        self.rest = rest
        self.last_pace = POINTS - 1 if self.search.stepper.past_goal else POINTS

    def ways(self) -> Iterator[Way]:
        """Every legal way."""
        for line in self.search.outlines:
            yield from self._along(line)
        yield from self._by_privilege()

    def _along(self, line: Line) -> Iterator[Way]:
        if len(self.rest) > len(line.numbers):
            return
        nodes = {_Node(self.search.origin, self.rest)}
        for depth in range(len(line.numbers) + 1):
            for node in nodes:
                if node.done and line.may_end(node.state, depth):
                    yield from self._way(node)
            numbers = line.numbers[depth : depth + 2]
            nodes = {after for node in nodes for after in self._next(node, numbers)}

    def _way(self, node: _Node) -> Iterator[Way]:
        turn = self.plays.turn
        reached = self.plays.at(unpacker(turn.game, turn.player)(node.state))
        if reached:
            best = max(reached, key=lambda outcome: outcome.scored)
            yield Way(best, node.hits, node.in_order)

    def _next(self, node: _Node, numbers: tuple[int, ...]) -> Iterator[_Node]:
        """Every node after a legal step of the first of `numbers` that one of the text's checkers makes."""
        if node.done or not numbers:
            return
        levels = self.search.run(numbers, {node.state: (node.state, BAR_AT)})
        for after, (_, source) in levels[1].items() if len(levels) > 1 else ():
            pace = counted_from(source) + numbers[0]
            target = pace if pace <= self.last_pace else OFF_AT
            hit = target != OFF_AT and bool(node.state >> OPP & BYTE << BITS * target)
            hits = node.hits | {target} if hit else node.hits
            for place, rest in _stepped(node.rest, source, target):
                yield _Node(after, rest, hits, place, node.in_order and place >= node.last)

    def _by_privilege(self) -> Iterator[Way]:
        turn = self.plays.turn
        if not turn.game.hucke or turn.begun:
            return
        for line in privileged(self.search.origin, self.search.throw, start_pile=turn.game.start_pile):
            sources = [source for level in line.levels[1:] for _, source in level.values()]
            if sorted(self.rest) == sorted((source, HUCKE) for source in sources):
                for state, _ in line.ends():
                    yield from self._way(_Node(state, self.rest))


def _stepped(rest: tuple[Stops, ...], source: int, target: int) -> Iterator[tuple[int, tuple[Stops, ...]]]:
    """Each place of `rest` whose checker may make this step without passing a stop, and `rest` after it."""
    movable: dict[Stops, int] = {}
    for place, stops in enumerate(rest):
        if len(stops) > 1 and stops[0] == source and target <= stops[1]:
            movable.setdefault(stops, place)
    for stops, place in movable.items():
        onward = stops[2:] if target == stops[1] else stops[1:]
        yield place, (*rest[:place], (target, *onward), *rest[place + 1 :])
