"""A play half made: which legal plays a board with checkers in the hand can still become."""

from __future__ import annotations

from itertools import accumulate, combinations

from companion.rules.plays import Plays
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT, Setup, start_at
from companion.rules.readings import Cells, cells, dominated
from companion.rules.turn import OFF, Outcome, Play, Turn

ON_THE_BOARD = range(1, OFF_AT)


def on_the_way(plays: Plays, setup: Setup) -> list[Outcome]:
    """Return the outcomes that the hands may be making for: checkers in the hand, or resting where numbers end."""
    view = _View(plays, setup)
    return [outcome for outcome in plays if view.fits(outcome)]


class _View:
    """What lies on the table in the middle of a turn, by the mover's paces."""

    def __init__(self, plays: Plays, setup: Setup) -> None:
        self.plays = plays
        turn = self.turn = plays.turn
        self.before = cells(turn.game, turn.player, turn.position.setup)
        self.now = cells(turn.game, turn.player, setup)
        self.lifted = tuple(sum(before) - sum(now) for before, now in zip(self.before, self.now, strict=True))

    def fits(self, outcome: Outcome) -> bool:
        """Whether the board can still become `outcome`."""
        own, opponent = cells(self.turn.game, self.turn.player, outcome.position.setup)
        return self._opponent_fits(opponent) and self._own_fits(own, outcome)

    def _opponent_fits(self, after: Cells) -> bool:
        """Whether only hit checkers have been touched: still there, in the hand, or where they go."""
        if self.lifted[1] < 0:
            return False
        return _between(self.now[1], self.before[1], after)

    def _own_fits(self, after: Cells, outcome: Outcome) -> bool:
        before, now, lifted = self.before[0], self.now[0], self.lifted[0]
        if lifted < 0:
            return False
        if after[OFF_AT] < before[OFF_AT]:
            return any(_between(now, *leg) for leg in _legs_round_an_empty_board(self.turn, before, after))
        # Not so where a third 1-2 cost a checker.
        if dominated(before, after) and not _can_get(before, now, after, lifted):
            return False
        return _between(now, before, after) or self._between_landings(after, outcome)

    def _between_landings(self, after: Cells, outcome: Outcome) -> bool:
        path = self.turn.game.path(self.turn.player)
        landings = {path.pace(point) for point in resting_points(self.turn, self.plays[outcome])}
        lowest = map(min, self.before[0], after)
        highest = (max(pair) + (pace in landings) for pace, pair in enumerate(zip(self.before[0], after, strict=True)))
        return all(low <= now <= high for low, now, high in zip(lowest, self.now[0], highest, strict=True))


def _between(now: Cells, before: Cells, after: Cells) -> bool:
    return all(min(a, b) <= n <= max(a, b) for n, b, a in zip(now, before, after, strict=True))


def _legs_round_an_empty_board(turn: Turn, before: Cells, after: Cells) -> tuple[tuple[Cells, Cells], ...]:
    """Return the ways to the tray that is emptied at once, and on from where its checkers begin anew."""
    checkers = sum(before)
    start = start_at(turn.game)
    full, anew = ([0] * len(before) for _ in range(2))
    full[OFF_AT] = anew[start] = checkers
    return (before, tuple(full)), (tuple(full), tuple(anew)), (tuple(anew), after)


def _can_get(before: Cells, now: Cells, after: Cells, lifted: int) -> bool:
    """Whether moving forwards only leads from `before` to `now` and on to `after`, some checkers in the hand."""
    if not (after[BAR_AT] <= now[BAR_AT] <= before[BAR_AT]) or not after[RESERVE_AT] <= now[RESERVE_AT]:
        return False
    reached = (accumulate(board[OFF_AT:0:-1]) for board in (before, now, after))
    return all(was - lifted <= is_now <= will for was, is_now, will in zip(*reached, strict=True))


def resting_points(turn: Turn, play: Play) -> set[int]:
    """Return the points on which the checkers of `play` may rest on their way, in any order of its numbers."""
    path = turn.game.path(turn.player)
    found: set[int] = set()
    for start, numbers in _chains(turn, play):
        for count in range(1, len(numbers)):
            found.update(start + sum(some) for some in combinations(numbers, count))
    return {path.point(pace) for pace in found if pace in ON_THE_BOARD}


def _chains(turn: Turn, play: Play) -> list[tuple[int, list[int]]]:
    """Return each checker's start and its numbers."""
    path = turn.game.path(turn.player)
    chains: list[tuple[int, list[int], int]] = []
    for step in play.steps:
        source = path.pace(step.source) if step.source in ON_THE_BOARD else 0
        target = OFF_AT if step.target == OFF else path.pace(step.target)
        going_on = next((chain for chain in chains if source and chain[2] == source), None)
        if going_on is not None:
            chains.remove(going_on)
        start, numbers, _ = going_on or (source, [], 0)
        chains.append((start, [*numbers, step.number], target))
    return [(start, numbers) for start, numbers, _ in chains]
