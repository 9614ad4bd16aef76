"""Hands and sensors as they are: the boards on the way from one position to another, and what sensors make of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.rules.board import BAR, OFF, POINTS, RESERVE
from companion.rules.game import Game
from companion.rules.judge import Illegal, judge
from companion.rules.players import Pair, Player
from companion.rules.plays import Plays
from companion.rules.position import Fault, Setup, defects
from companion.rules.readings import Node, Reader, cells, setup_of
from companion.rules.reasons import Reason
from companion.rules.steps import GATE_OPEN
from companion.rules.turn import Turn
from companion.table.reading import (
    BoardReading,
    Range,
    Seen,
    counted,
    exact_reading,
    presence_reading,
    present,
    uncoloured,
)

Place = int | str


@dataclass(frozen=True, slots=True)
class Carry:
    """A checker that has to get from one place to another."""

    player: Player
    source: Place
    target: Place


class Board:
    """The true board under the hands."""

    def __init__(self, setup: Setup) -> None:
        self.sides = {player: Counter(dict(setup.sides[player].places())) for player in Player}

    @property
    def setup(self) -> Setup:
        return Setup.of(Pair(self.sides[Player.WHITE], self.sides[Player.BLACK]))

    def lift(self, player: Player, place: Place) -> None:
        assert self.sides[player][place] > 0, f"no checker of {player} on {place}"
        self.sides[player][place] -= 1

    def put(self, player: Player, place: Place) -> None:
        self.sides[player][place] += 1


def carries(game: Game, before: Setup, after: Setup) -> list[Carry]:
    """Which checkers have to be carried where, each player's rearmost first."""
    found = []
    for player in Player:
        was, will = (Counter(dict(setup.sides[player].places())) for setup in (before, after))
        leave = sorted((was - will).elements(), key=lambda place: order(game, player, place))
        come = sorted((will - was).elements(), key=lambda place: order(game, player, place))
        found += [Carry(player, *way) for way in zip(leave, come, strict=True)]
    return found


def order(game: Game, player: Player, place: Place) -> int:
    """How far along its path a place is."""
    if isinstance(place, int):
        return game.path(player).pace(place)
    return {BAR: 0, RESERVE: 0, OFF: POINTS + 1}[place]


class Hands:
    """Hands that carry checkers as people do: one by one or two at once, lifted or slid, in any order."""

    def __init__(self, turn: Turn, chance: random.Random) -> None:
        self.turn, self.chance = turn, chance
        self.board = Board(turn.position.setup)

    def play(self, after: Setup, otherwise: Setup | None = None) -> Iterator[Setup]:
        """The boards on the way to `after`; before that something is done for `otherwise`, and put back."""
        if otherwise is not None:
            yield from self._try(otherwise)
        yield from self._carry(self._in_any_order(carries(self.turn.game, self.board.setup, after)))
        assert self.board.setup == after

    def _try(self, otherwise: Setup) -> Iterator[Setup]:
        """Play some of it, and put it all back."""
        wanted = self._in_any_order(carries(self.turn.game, self.board.setup, otherwise))
        some = wanted[: self.chance.randint(1, len(wanted))] if wanted else []
        yield from self._carry(some)
        back = [Carry(carry.player, carry.target, carry.source) for carry in some]
        yield from self._carry(self._in_any_order(back), slide=False)

    def _in_any_order(self, wanted: list[Carry]) -> list[Carry]:
        """The own checkers in any order, and the opponent's first, last or between."""
        self.chance.shuffle(wanted)
        where = self.chance.choice(("first", "last", "between"))
        if where != "between":
            wanted.sort(key=lambda carry: (carry.player is self.turn.player) is (where == "first"))
        return wanted

    def _carry(self, wanted: list[Carry], *, slide: bool = True) -> Iterator[Setup]:
        wanted = list(wanted)
        while wanted:
            if len(wanted) > 1 and self.chance.random() < 0.3:
                yield from self._two_at_once(wanted[0], wanted[1])
                wanted = wanted[2:]
                continue
            carry = wanted.pop(0)
            slides = slide and isinstance(carry.source, int) and isinstance(carry.target, int)
            yield from self._slide(carry) if slides and self.chance.random() < 0.3 else self._lift_and_put(carry)

    def _lift_and_put(self, carry: Carry) -> Iterator[Setup]:
        self.board.lift(carry.player, carry.source)
        yield self.board.setup
        stops = self._between(carry)
        if stops and self.chance.random() < 0.3:
            stop = self.chance.choice(stops)
            self.board.put(carry.player, stop)
            yield self.board.setup
            self.board.lift(carry.player, stop)
            yield self.board.setup
        self.board.put(carry.player, carry.target)
        yield self.board.setup

    def _slide(self, carry: Carry) -> Iterator[Setup]:
        """The checker is seen on points on its way, and at times on none."""
        here = carry.source
        for stop in (*self._between(carry), carry.target):
            if stop != carry.target and self.chance.random() < 0.4:
                continue
            self.board.lift(carry.player, here)
            if self.chance.random() < 0.5:
                yield self.board.setup
            self.board.put(carry.player, stop)
            yield self.board.setup
            here = stop

    def _two_at_once(self, *pair: Carry) -> Iterator[Setup]:
        for carry in pair:
            self.board.lift(carry.player, carry.source)
            if self.chance.random() < 0.3:
                yield self.board.setup
        yield self.board.setup
        for carry in pair:
            self.board.put(carry.player, carry.target)
            yield self.board.setup

    def _between(self, carry: Carry) -> list[Place]:
        """The points that a checker of the mover passes."""
        if carry.player is not self.turn.player:
            return []
        path = self.turn.game.path(carry.player)
        first, last = (order(self.turn.game, carry.player, place) for place in (carry.source, carry.target))
        return [path.point(pace) for pace in range(first + 1, last)]


# Sensors


def points_only(setup: Setup) -> BoardReading:
    return exact_reading(setup).without_zones()


def without_bars(setup: Setup) -> BoardReading:
    return replace(exact_reading(setup), bars=None)


def without_trays(setup: Setup) -> BoardReading:
    return replace(exact_reading(setup), trays=None)


def six_coloured_slots(setup: Setup) -> BoardReading:
    """Slots that tell colours, too few for a high point, and no zones."""
    white, black = setup.sides
    slots = [_in_slots(*counts, 6) for counts in zip(white.points, black.points, strict=True)]
    return BoardReading(tuple(slots))


def _in_slots(white: int, black: int, slots: int) -> Seen:
    white = min(white, slots)
    return counted(white, min(black, slots - white), slots)


DOUBTED = (6, 13)
"""Points with a slot that cannot be trusted."""


def doubted_slots(setup: Setup) -> BoardReading:
    """A board that tells all, but on two points a slot is stuck: one checker is seen there whether it is or not."""
    reading = exact_reading(setup)
    points = list(reading.points)
    for point in DOUBTED:
        white, black = (side.points[point - 1] for side in setup.sides)
        stuck = counted(white, black) if white + black else counted(1, 0)
        points[point - 1] = stuck.loosened(1)
    return replace(reading, points=tuple(points))


def doubted_presence(setup: Setup) -> BoardReading:
    """Slots that tell presence, on two points one of them is not to be trusted."""
    reading = presence_reading(setup, 6)
    points = list(reading.points)
    for point in DOUBTED:
        count = min(6, sum(side.points[point - 1] for side in setup.sides))
        points[point - 1] = present(min(count, 5), 6, untrusted=1) if count < 6 else present(5, 6, untrusted=1)
        if 0 < count < 6:
            points[point - 1] = present(count - 1, 6, untrusted=1)
    return replace(reading, points=tuple(points))


def some_without_colour(setup: Setup) -> BoardReading:
    """On each point one checker lies so that its colour cannot be told."""
    reading = exact_reading(setup)
    points = [
        uncoloured(max(0, white - 1), black - 1 if black and not white else black, 1)
        if white + black
        else counted(0, 0)
        for white, black in zip(*(side.points for side in setup.sides), strict=True)
    ]
    return replace(reading, points=tuple(points))


Sensing = Callable[[Setup], BoardReading]
EXACT: Mapping[str, Sensing] = {
    "counts and colours": exact_reading,
    "the same without bars": without_bars,
    "the same without trays": without_trays,
    "the same, points only": points_only,
}
"""Boards that tell every play."""
VAGUE: Mapping[str, Sensing] = {
    "some colours unknown": some_without_colour,
    "colours, 6 slots, points only": six_coloured_slots,
    "colours, two slots doubted": doubted_slots,
    "presence, 6 slots, bars and trays": lambda setup: presence_reading(setup, 6, zones=True),
    "presence, 6 slots": lambda setup: presence_reading(setup, 6),
    "presence, 6 slots, two doubted": doubted_presence,
    "presence, 5 slots": lambda setup: presence_reading(setup, 5),
    "presence, 1 sensor a point": lambda setup: presence_reading(setup, 1),
}
"""Boards to which several plays may look alike."""
SENSINGS: Mapping[str, Sensing] = {**EXACT, **VAGUE}


def flickering(reading: BoardReading, chance: random.Random) -> BoardReading:
    """The reading with a sensor of one point that says too much or too little."""
    at = chance.randrange(POINTS)
    seen = reading.points[at]
    off = 1 if seen.total[0] == 0 or chance.random() < 0.5 else -1
    there = [player for player in Player if seen.colours[player][1]] or [chance.choice(list(Player))]
    colours = seen.colours
    for player in there:
        colours = colours.with_(player, _shifted(colours[player], off))
    wrong = Seen(colours, _shifted(seen.total, off))
    return replace(reading, points=(*reading.points[:at], wrong, *reading.points[at + 1 :]))


def _shifted(allowed: Range, by: int) -> Range:
    return max(0, allowed[0] + by), max(0, allowed[1] + by)


def readings(
    boards: list[Setup], sense: Sensing, chance: random.Random, *, flicker: float = 0.1
) -> Iterator[BoardReading]:
    """What a board reports of these: only what has changed, at times with a sensor that flickers, at last rightly."""
    last = None
    for setup in boards:
        reading = sense(setup)
        seen = [flickering(reading, chance), reading] if chance.random() < flicker else [reading]
        for one in seen:
            if one != last:
                yield one
            last = one


# Plays against the rules


def illegal_boards(turn: Turn, plays: Plays, chance: random.Random) -> Iterator[tuple[Setup, Reason]]:
    """Boards to which no legal play leads, each with the judge's reason: as many as there are ways of going wrong."""
    for way in chance.sample(WAYS, len(WAYS)):
        after = way(turn, plays, chance)
        if after is None or not _is_told_by_sensors(turn, after):
            continue
        judgement = judge(turn, after, plays)
        if isinstance(judgement, Illegal):
            yield after, judgement.violation.reason


def _is_told_by_sensors(turn: Turn, after: Setup) -> bool:
    """Whether the checkers add up, and none has gone from the reserve to the tray or back, which no sensor sees."""
    if any(defect.fault in {Fault.TOO_MANY, Fault.TOO_FEW, Fault.NEGATIVE} for defect in defects(turn.game, after)):
        return False
    pairs = zip(turn.position.sides, after.sides, strict=True)
    return all(now.reserve == min(was.reserve, max(0, now.off + now.reserve - was.off)) for was, now in pairs)


def steps_against_rules(turn: Turn, plays: Plays, chance: random.Random) -> Setup | None:
    """The thrown numbers used, some or all, in a way that breaks rules."""
    search = plays.search
    reader = Reader(turn.game, search.throw, began_entering=search.began_entering)
    own, opponent = cells(turn.game, turn.player, turn.position.setup)
    node = Node(own, opponent, search.numbers, bool(search.origin & GATE_OPEN))
    for _ in range(chance.randint(1, len(search.numbers))):
        after = [reached for reached, _ in reader.steps(node)]
        if not after:
            break
        node = chance.choice(after)
    return setup_of(turn.game, turn.player, node.own, node.opponent)


def nothing(turn: Turn, _plays: Plays, _chance: random.Random) -> Setup | None:
    """Nothing is moved."""
    return turn.position.setup


def another_number(turn: Turn, plays: Plays, chance: random.Random) -> Setup | None:
    """A legal play after which an own checker is moved once more, by any number of points, at times backwards."""
    return _one_moved(_legal(plays, chance), turn.player, chance)


def single_checker(turn: Turn, _plays: Plays, chance: random.Random) -> Setup | None:
    """A single checker is moved anywhere."""
    return _one_moved(turn.position.setup, turn.player, chance)


def opponent_moved(turn: Turn, plays: Plays, chance: random.Random) -> Setup | None:
    """A legal play, but a checker of the opponent is moved, too: perhaps one that was hit, to a wrong place."""
    return _one_moved(_legal(plays, chance), turn.player.opponent, chance)


def borne_off(turn: Turn, plays: Plays, chance: random.Random) -> Setup | None:
    """A legal play after which a checker is taken off."""
    return _one_moved(_legal(plays, chance), turn.player, chance, OFF)


def hit_checker_left(turn: Turn, plays: Plays, chance: random.Random) -> Setup | None:
    """A legal play, but nothing is done to the opponent's checkers."""
    after = _legal(plays, chance).sides
    there = turn.position.sides[turn.player.opponent]
    return Setup(after.with_(turn.player.opponent, there))


WAYS = [steps_against_rules] * 3 + [
    nothing,
    another_number,
    single_checker,
    opponent_moved,
    borne_off,
    hit_checker_left,
]


def _legal(plays: Plays, chance: random.Random) -> Setup:
    (outcome,) = plays._made([chance.choice(list(plays.states))])
    return outcome.position.setup


def _one_moved(setup: Setup, player: Player, chance: random.Random, target: Place | None = None) -> Setup | None:
    board = Board(setup)
    sources = [place for place, count in board.sides[player].items() if count and place != OFF]
    free = [point for point in range(1, POINTS + 1) if not board.sides[player.opponent][point]]
    source = chance.choice(sources) if sources else None
    target = target or chance.choice(free)
    if source is None or source == target:
        return None
    board.lift(player, source)
    board.put(player, target)
    return board.setup
