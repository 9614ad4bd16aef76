"""A play told by tapping, checker by checker: which single steps may come next, and how the tapped ones are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from companion.rules.board import POINTS
from companion.rules.hucke import privileged
from companion.rules.moves import counted_from
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT
from companion.rules.search import Line
from companion.rules.steps import HUCKE
from companion.rules.turn import Turn
from companion.rules.wording import INTERNATIONAL
from companion.service.view import Place
from companion.table.recognition import plays_of

Tap = tuple[Place, Place]
NAMED: dict[int, Place] = {BAR_AT: "bar", OFF_AT: "off", RESERVE_AT: "reserve"}
STOPS: dict[Place, int] = {name: stop for stop, name in NAMED.items()}


@dataclass(frozen=True, slots=True)
class _Node:
    """A state on the way along one order of the numbers."""

    line: int
    depth: int
    state: int


@dataclass(frozen=True, slots=True)
class _Privileged:
    """Two checkers that take the own Hucke by privilege: those that are still to go."""

    sources: tuple[int, ...]


_At = _Node | _Privileged


class Taps:
    """The ways of one turn, step by step."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self._path = turn.game.path(turn.player)
        plays = plays_of(turn)
        self._moves = any(play.steps for play in plays.values()) if not plays.more_than(1) else True
        self._search = plays.search
        stepper = self._search.stepper
        self._last = POINTS - 1 if stepper.past_goal else POINTS
        self._known: dict[_Node, bool] = {}

    @cached_property
    def _lines(self) -> list[Line]:
        return self._search.outlines if self._moves else []

    def after(self, taps: Sequence[Tap]) -> set[_At]:
        """Return all that may stand after these steps; nothing if they begin no legal play."""
        nodes = set(self._begin())
        for tap in taps:
            nodes = {then for node in nodes for step, then in self._next(node) if step == tap}
        return nodes

    def next_steps(self, taps: Sequence[Tap]) -> list[Tap]:
        """Return every step that may follow, each once."""
        return list(dict.fromkeys(step for node in self.after(taps) for step, _ in self._next(node)))

    def is_whole(self, taps: Sequence[Tap]) -> bool:
        """Whether a legal play may end here."""
        return any(self._may_end(node) for node in self.after(taps))

    def text(self, taps: Sequence[Tap]) -> str:
        """Return the steps in the international notation."""
        names = [tuple(INTERNATIONAL.name(self._path, self._stop(place)) for place in tap) for tap in taps]
        return " ".join("/".join(pair) for pair in names) or "-"

    def _begin(self) -> Iterator[_At]:
        for number in range(len(self._lines)):
            node = _Node(number, 0, self._search.origin)
            if self._leads_on(node):
                yield node
        yield from self._privileges()

    def _privileges(self) -> Iterator[_Privileged]:
        turn, search = self.turn, self._search
        if not turn.game.hucke or turn.begun or not self._moves:
            return
        for line in privileged(search.origin, search.throw, start_pile=turn.game.start_pile):
            sources = (source for level in line.levels[1:] for _, source in level.values())
            yield _Privileged(tuple(sources))

    def _next(self, node: _At) -> Iterator[tuple[Tap, _At]]:
        if isinstance(node, _Privileged):
            for source in set(node.sources):
                rest = list(node.sources)
                rest.remove(source)
                yield (self._place(source), self._place(HUCKE)), _Privileged(tuple(rest))
            return
        for tap, then in self._steps(node):
            if self._leads_on(then):
                yield tap, then

    def _steps(self, node: _Node) -> Iterator[tuple[Tap, _Node]]:
        numbers = self._lines[node.line].numbers[node.depth : node.depth + 2]
        if not numbers:
            return
        levels = self._search.run(numbers, {node.state: (node.state, BAR_AT)})
        for after, (_, source) in levels[1].items() if len(levels) > 1 else ():
            pace = counted_from(source) + numbers[0]
            target = pace if pace <= self._last else OFF_AT
            yield (self._place(source), self._place(target)), _Node(node.line, node.depth + 1, after)

    def _leads_on(self, node: _Node) -> bool:
        """Whether a legal play ends here or further on."""
        if node not in self._known:
            self._known[node] = self._may_end(node) or any(self._leads_on(then) for _, then in self._steps(node))
        return self._known[node]

    def _may_end(self, node: _At) -> bool:
        if isinstance(node, _Privileged):
            return not node.sources
        return self._lines[node.line].may_end(node.state, node.depth)

    def _place(self, stop: int) -> Place:
        return NAMED[stop] if stop in NAMED else self._path.point(stop)

    def _stop(self, place: Place) -> int:
        return self._path.pace(place) if isinstance(place, int) else STOPS[place]


@lru_cache(maxsize=4)
def taps(turn: Turn) -> Taps:
    """Return the ways of a turn; asked again, what was found before."""
    return Taps(turn)
