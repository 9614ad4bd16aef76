"""The single steps of one number, on positions packed into one integer.

The integer holds a byte for each place, the mover's places first: bar, paces 1-24, tray, reserve; then the
opponent's, *also by the mover's paces*. Adding 127 to every byte sets its top bit where at least one checker is,
adding 126 where at least two are, so all legal sources of a number are found at once. What a throw has to
remember of itself lies above the checkers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from companion.rules.board import HOME_PACE, OFF_PACE, POINTS, Path
from companion.rules.game import BearOff, Doubles, Game, Hits, Order
from companion.rules.players import Pair, Player
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT, SIDE_BYTES, Position

BITS = 8
OPP = SIDE_BYTES * BITS
BOARD_BYTES = 2 * SIDE_BYTES
BOARD_BITS = BOARD_BYTES * BITS
BOARD = (1 << BOARD_BITS) - 1
HUCKE, OPPONENT_HUCKE = 12, 13


def field(place: int) -> int:
    """Return one checker of the mover at `place`."""
    return 1 << (BITS * place)


def fields(places: range) -> int:
    """Return one checker of the mover at each of `places`."""
    return sum(field(place) for place in places)


UNITS = fields(range(1, POINTS + 1))
ON_BOARD = UNITS * 0xFF
ADD_ONE = UNITS * 127
ADD_TWO = UNITS * 126
BYTE = 0xFF
BAR_UNIT, OFF_UNIT, RESERVE_UNIT = field(BAR_AT), field(OFF_AT), field(RESERVE_AT)
RESERVE_SHIFT, OFF_SHIFT = BITS * RESERVE_AT, BITS * OFF_AT
AWAY = (fields(range(1, HOME_PACE)) | BAR_UNIT | RESERVE_UNIT) * BYTE
PILE = field(1)
HUCKE_SHIFT = BITS * HUCKE

SCORED_SHIFT = BOARD_BITS
SCORE_ONE = 1 << SCORED_SHIFT
FRESH_SHIFT = SCORED_SHIFT + BITS
FRESH = BYTE << FRESH_SHIFT
GATE_OPEN = 1 << (FRESH_SHIFT + BITS)
ARRIVING = GATE_OPEN << 1
LEAVING = GATE_OPEN << 2
ENDED = GATE_OPEN << 3
PENDING = ARRIVING | LEAVING


def _turned(code: bytes) -> bytes:
    """Return packed places with the points of both sides in reverse."""
    half = SIDE_BYTES
    return (
        code[:1] + code[POINTS:0:-1] + code[OFF_AT : half + 1] + code[half + POINTS : half : -1] + code[half + OFF_AT :]
    )


def _exchanged(code: bytes) -> bytes:
    return code[SIDE_BYTES:] + code[:SIDE_BYTES]


def _turned_and_exchanged(code: bytes) -> bytes:
    return _exchanged(_turned(code))


def _as_it_is(code: bytes) -> bytes:
    return code


def _view(game: Game, player: Player) -> Callable[[bytes], bytes]:
    """Return what changes White's rising view into the player's, and back."""
    if game.path(player) is Path.FALLING:
        return _turned if player is Player.WHITE else _turned_and_exchanged
    return _as_it_is if player is Player.WHITE else _exchanged


def pack(game: Game, position: Position, player: Player) -> int:
    """Return `position` as `player` travels it."""
    return int.from_bytes(stepper(game).views[player](position.code), "little")


def board_bytes(state: int) -> bytes:
    """Return the checkers of a state, the places by the mover's paces."""
    return (state & BOARD).to_bytes(BOARD_BYTES, "little")


def places_seen(game: Game, player: Player) -> list[int]:
    """Return for each place of a position where a state has it that `player` travels."""
    return list(stepper(game).views[player](bytes(range(BOARD_BYTES))))


def unpacker(game: Game, player: Player) -> Callable[[int], Position]:
    """Return what makes positions of states as `player` travels them."""
    view = stepper(game).views[player]
    return lambda state: Position(view(board_bytes(state)))


def occupied(side: int) -> int:
    """Return one in each field of `side` (points only) that holds a checker."""
    return ((side + ADD_ONE) >> 7) & UNITS


def held(side: int) -> int:
    """Return one in each field of `side` (points only) that holds a band."""
    return ((side + ADD_TWO) >> 7) & UNITS


@lru_cache(maxsize=1024)
def taken_and_held(side: int) -> tuple[int, int]:
    """Return `occupied` and `held` of the side that stands still: nearly always the same from step to step."""
    return occupied(side), held(side)


class Stepper:
    """The steps that a game allows its players, by the game's policies."""

    def __init__(self, game: Game) -> None:
        """Turn the game's policies into masks."""
        self.game = game
        self.views = Pair(*(_view(game, player) for player in Player))
        self.free_entry_from = game.free_entry_from
        self.singles = fields(game.singles)
        self.marked = game.hits is Hits.MARKED
        self.past_goal = game.bear_off is BearOff.PAST_GOAL
        self.exact = game.bear_off is BearOff.EXACT
        last = POINTS - 1 if self.past_goal else POINTS
        self.reach = [fields(range(1, last + 1 - number)) for number in range(7)]
        self.gate = fields(game.hit_gate) if game.hit_gate else 0
        self.past_gate = fields(range(game.hit_gate.stop, OFF_AT + 1)) * BYTE if game.hit_gate else 0
        self.meet = field(game.meet_pace)
        self.restricted = bool(self.gate or self.singles or game.hucke)
        self.scores_hits = game.hits is Hits.TO_START
        self.plain = not (self.restricted or game.start_pile or self.past_goal) and (
            game.hits is Hits.TO_BAR and game.doubles is Doubles.FOUR_STEPS and game.order is not Order.LOWER_FIRST
        )

    def start(self, state: int, *, gate_open: bool) -> int:
        """Return `state` with what the throw must know from before."""
        if self.gate and (gate_open or state & self.gate * BYTE):
            return state | GATE_OPEN
        return state

    def passed_gate(self, before: int, after: int) -> bool:
        """Whether a checker may have stood on the gate between two states, and gone on."""
        return (before & self.past_gate) % BYTE != (after & self.past_gate) % BYTE

    def steps(self, state: int, number: int, *, more: bool) -> list[tuple[int, int]]:
        """Return every legal step of `number` as its source and the state after it; `more`: another can follow."""
        if state & PENDING:
            return self._moves(state, number, more=more)
        if state & BYTE:
            return self._enter(state, number, BAR_AT)
        if not (state >> RESERVE_SHIFT) & BYTE:
            return self._moves(state, number, more=more) + self._bear_off(state, number)
        entered = self._enter(state, number, RESERVE_AT)
        if self.free_entry_from is None or not self.may_mix(state):
            return entered
        return entered + self._moves(state, number, more=more)

    def may_mix(self, state: int) -> bool:
        """Whether the reserve need not be entered first."""
        # 256 leaves 1 when divided by 255, so this remainder is the sum of the bytes.
        on_board = (state & ON_BOARD) % BYTE
        return self.free_entry_from is not None and on_board >= self.free_entry_from

    def closed(self, state: int) -> int:
        """Return one in each field where no step may end."""
        taken, closed = taken_and_held((state >> OPP) & ON_BOARD)
        if self.marked:
            closed = taken
        if not self.restricted:
            return closed
        if self.singles:
            closed |= occupied(state & ON_BOARD) & self.singles
        if self.game.hucke:
            closed |= field(OPPONENT_HUCKE)
        if self.gate and not state & GATE_OPEN:
            closed |= taken
        return closed

    def _enter(self, state: int, number: int, place: int) -> list[tuple[int, int]]:
        target = field(number)
        if self.closed(state) & target:
            return []
        return [(place, self._land(state - field(place), target))]

    def _moves(self, state: int, number: int, *, more: bool) -> list[tuple[int, int]]:
        shift = BITS * number
        sources = occupied(state & ON_BOARD) & self.reach[number] & ~(self.closed(state) >> shift)
        if self.game.start_pile:
            sources &= _may_leave(state)
        if self.game.hucke:
            sources = _keeping_pairs(state, sources, number, more=more)
        blots, _ = taken_and_held((state >> OPP) & ON_BOARD)
        joined = state & ~PENDING
        found = []
        while sources:
            unit = sources & -sources
            sources ^= unit
            target = unit << shift
            after = joined - unit
            after = self._land(after, target) if target & blots or self.gate else after + target
            found.append((unit.bit_length() >> 3, after))
        return self._remembering(state, found, number, more=more)

    def _land(self, state: int, target: int) -> int:
        state += target
        if self.gate and target & self.gate:
            state |= GATE_OPEN
        if not (state >> OPP) & (target * BYTE):
            return state
        state -= target << OPP
        if self.scores_hits:
            return state + SCORE_ONE + (self.meet << OPP)
        if self.game.hits is Hits.TO_START_IF_EMPTY and not state & (self.meet * BYTE):
            return state + (self.meet << OPP)
        return state + (BAR_UNIT << OPP)

    def _remembering(
        self, state: int, found: list[tuple[int, int]], number: int, *, more: bool
    ) -> list[tuple[int, int]]:
        if not more:
            return found
        if self.game.start_pile and state & (PILE * BYTE):
            return [
                (source, after | ((1 + number) << FRESH_SHIFT) if after & (PILE * BYTE) else after)
                for source, after in found
            ]
        if self.game.hucke:
            return [(source, after | _pair_pending(state, source, after)) for source, after in found]
        return found

    def _bear_off(self, state: int, number: int) -> list[tuple[int, int]]:
        if self.past_goal:
            return self._past_goal(state, number)
        if state & AWAY:
            return []
        own = state & ON_BOARD
        exact = OFF_PACE - number
        if own & (field(exact) * BYTE):
            return [(exact, state - field(exact) + OFF_UNIT)]
        rear = occupied(own)
        unit = rear & -rear
        if self.exact or unit < field(exact):
            return []
        return [(unit.bit_length() >> 3, state - unit + OFF_UNIT)]

    def _past_goal(self, state: int, number: int) -> list[tuple[int, int]]:
        if state & (PENDING | PILE * BYTE):
            return []
        sources = occupied(state & ON_BOARD) & ~self.reach[number]
        return [
            (pace, state - field(pace) + OFF_UNIT + SCORE_ONE)
            for pace in range(POINTS - number, POINTS + 1)
            if sources & field(pace)
        ]


def _may_leave(state: int) -> int:
    """Return the sources that a start pile leaves free: itself, and a checker brought out in this throw."""
    if not state & (PILE * BYTE):
        return UNITS
    fresh = (state & FRESH) >> FRESH_SHIFT
    return PILE | field(fresh) if fresh else PILE


def _keeping_pairs(state: int, sources: int, number: int, *, more: bool) -> int:
    """Return the sources whose step leaves no checker alone on the own Hucke that the throw could not join."""
    arrives, leaves = field(HUCKE - number), field(HUCKE)
    if state & ARRIVING:
        return sources & arrives
    if state & LEAVING:
        return sources & leaves
    on_hucke = (state >> HUCKE_SHIFT) & BYTE
    if on_hucke == 0 and not more:
        return sources & ~arrives
    if on_hucke == 2 and not more:
        return sources & ~leaves
    return sources


def _pair_pending(state: int, source: int, after: int) -> int:
    """Return the mark for a step that left one checker on the own Hucke."""
    left = (after >> HUCKE_SHIFT) & BYTE
    if left != 1 or left == (state >> HUCKE_SHIFT) & BYTE:
        return 0
    return LEAVING if source == HUCKE else ARRIVING


@lru_cache(maxsize=128)
def stepper(game: Game) -> Stepper:
    """Return the stepper of `game`."""
    return Stepper(game)
