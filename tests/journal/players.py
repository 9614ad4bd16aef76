"""Random matches of every game: cube, resignations, corrections, illegal plays, games that go on."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.match.between import chooser
from companion.match.clock_rules import ClockKind, ClockRules
from companion.match.length import Length, MatchRules, Money, Rounds, ToPoints
from companion.match.score import Choice
from companion.rules.game import Doubles, Scoring
from companion.rules.games import configured
from companion.rules.notation import write_international
from companion.rules.opening import dice_each
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import Setup, Side
from companion.rules.turn import Turn
from companion.table import corrections as co
from companion.table import events as ev
from companion.table.agreement import Agreement
from companion.table.reading import exact_reading
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Asking, Disputed, GameOver, MatchOver, Naming, Opening, Playing, Table, ToThrow
from tests.rules.random_games import WAYS, Options, way_id
from tests.table.hands import illegal_boards

__all__ = ["WAYS", "Options", "Players", "agreed", "way_id"]


def agreed(game: str, options: Options, chance: random.Random) -> Agreement:
    """A match as people might agree on one."""
    chosen = dict(options)
    rules = configured(game, [])
    lengths: list[Length] = [Money(), ToPoints(chance.randint(1, 5))]
    lengths += [Rounds(chance.randint(1, 4))] * (1 if rules.scoring is not Scoring.POINTS else 5)
    length = chance.choice(lengths)
    if rules.cube and isinstance(length, Money):
        chosen |= {name: chance.random() < 0.5 for name in ("jacoby", "beaver", "automatic_doubles")}
    clock = ClockRules()
    if chance.random() < 0.3:
        clock = ClockRules(chance.choice(list(ClockKind)), Pair(600_000, 500_000), 5_000)
    names = Pair(chance.choice(("Ada", "Bea and Cem", '"Dot"', "Éva")), chance.choice(("Fen", " Gil", "a\nb")))
    return Agreement(MatchRules(configured(game, chosen.items()), length, names, clock))


@dataclass
class Players:
    """Two players who do whatever they may."""

    agreement: Agreement
    chance: random.Random
    table: Table = field(init=False)
    events: list[ev.Event] = field(default_factory=list)
    now: int = 0

    def __post_init__(self) -> None:
        self.table = self.agreement.begin()

    def play(self, things: int) -> None:
        """Do so many things, or until the match is over."""
        for _ in range(things):
            if isinstance(self.table.phase, MatchOver):
                return
            if self.chance.random() >= 0.12 or not self.do(self.chance.choice(BESIDES)(self)):
                self._go_on()

    def do(self, event: ev.Event | None) -> bool:
        """Let this happen, if the referee takes it."""
        after = None if event is None else apply(self.table, event)
        if event is None or after is None or isinstance(after, Rejection):
            return False
        self.table = after
        self.events.append(event)
        self.now += self.chance.randint(0, 900)
        return True

    def dice(self, count: int = 2) -> tuple[int, ...]:
        dice = tuple(self.chance.randint(1, 6) for _ in range(count))
        # Doubles of eight steps have tens of thousands of outcomes: one in four is enough of them.
        many = self.table.match.rules.game.doubles is Doubles.TOP_AND_BOTTOM and count == 2
        if many and dice[0] == dice[1] and self.chance.random() < 0.75:
            return dice[0], dice[0] % 6 + 1
        return dice

    def _go_on(self) -> None:
        phase, player = self.table.phase, self.table.game.player
        asked = self.table.game.stake.asked
        if asked is not None:
            self._answer(asked)
        elif isinstance(phase, Opening):
            other = self.chance.choice(list(Player))
            self.do(ev.ThrowEntered(self.now, other, self.dice(dice_each(self.table.match.rules.game))))
        elif isinstance(phase, ToThrow):
            self.do(ev.ThrowEntered(self.now, player, self.dice())) or self.do(ev.TurnEnded(self.now, player))
        elif isinstance(phase, Naming):
            self.do(ev.DoubleNamed(self.now, player, self.chance.randint(1, 6)))
        elif isinstance(phase, GameOver):
            winner = chooser(self.table.match)
            self.do(ev.NextGame(self.now, winner, self.chance.choice(list(Choice)) if winner else None))
        elif isinstance(phase, Playing | Asking | Disputed):
            self._turn(phase.turn)

    def _answer(self, player: Player) -> None:
        if self.chance.random() < 0.5:
            self.do(ev.CubeMoved(self.now, player, self.chance.choice(list(ev.CubeAction))))
        self.do(ev.Answered(self.now, player, self.chance.random() < 0.3))

    def _turn(self, turn: Turn) -> None:
        plays, chance, table = legal_plays(turn), self.chance, self.table
        if isinstance(table.phase, Asking):
            self.do(ev.WayChosen(self.now, ev.Way.PLAY_WAS, choice=1))
        elif isinstance(table.phase, Disputed):
            ways = (ev.Way.STAND, ev.Way.BOARD_IS_RIGHT)
            self.do(ev.WayChosen(self.now, chance.choice(ways)))
            self.do(ev.BoardLost(self.now))
        elif chance.random() < 0.06:
            self._against_rules(turn)
        else:
            (outcome,) = plays._made(chance.choices(list(plays.states)))
            self.do(ev.PlayEntered(self.now, turn.player, write_international(turn, plays[outcome])))

    def _against_rules(self, turn: Turn) -> None:
        board = next(illegal_boards(turn, legal_plays(turn), self.chance), (None, None))[0]
        if board is not None:
            self.do(ev.BoardSeen(self.now, exact_reading(board)))
            self.do(ev.TurnEnded(self.now, turn.player))
            self.do(ev.TurnEnded(self.now, turn.player))
            if not isinstance(self.table.phase, Disputed):
                self.do(ev.BoardLost(self.now))


def _moved(setup: Setup, chance: random.Random) -> Setup:
    """A board on which some checkers of a player were put elsewhere."""
    player = chance.choice(list(Player))
    side, other = setup.sides[player], setup.sides[player.opponent]
    points = list(side.points)
    full, empty = [
        [at for at in range(24) if bool(points[at]) is some and not other.points[at]] for some in (True, False)
    ]
    if not full or not empty:
        return setup
    source, target = chance.choice(full), chance.choice(empty)
    points[target] += points[source]
    points[source] = 0
    return Setup(setup.sides.with_(player, Side(tuple(points), side.bar, side.reserve, side.off)))


def _position(one: Players) -> ev.Event:
    setup, chance = _moved(one.table.game.position.setup, one.chance), one.chance
    points = Pair(chance.randint(0, 11), chance.randint(0, 11)) if one.table.match.rules.by_points else None
    return co.PositionSet(one.now, setup, chance.choice(list(Player)), "it lay so, because I say so", points)


def _taken(one: Players) -> ev.Event | None:
    if not isinstance(one.table.phase, ToThrow):
        return None
    one.do(ev.BoardSeen(one.now, exact_reading(_moved(one.table.game.position.setup, one.chance))))
    taken = one.do(ev.WayChosen(one.now, ev.Way.BOARD_IS_RIGHT))
    one.do(ev.BoardLost(one.now))
    return ev.TimePassed(one.now) if taken else None


def _flag(one: Players) -> ev.Event:
    running = one.table.clock.running
    if running is not None and one.chance.random() < 0.3:
        one.do(co.ClockSet(one.now, running, 1, "for the test"))
        one.now += 6_000
        one.do(ev.TimePassed(one.now))
    return ev.FlagClaimed(one.now, one.chance.choice(list(Player)))


def _either(make: Callable[[Players, Player], ev.Event]) -> Callable[[Players], ev.Event]:
    return lambda one: make(one, one.chance.choice(list(Player)))


BOTH = Pair(white=True, black=True)
OFFER = ev.CubeAction.OFFER
SCORE: Mapping[bool, str] = {True: '{ odd, "reason"', False: "seen wrongly"}
BESIDES: list[Callable[[Players], ev.Event | None]] = [
    *[lambda one: ev.CubeMoved(one.now, one.table.game.player, OFFER)] * 6,
    _either(lambda one, player: ev.Resigned(one.now, player, one.chance.randint(1, 4))),
    _either(lambda one, player: ev.CallOffWanted(one.now, player)),
    _position,
    _taken,
    _flag,
    _either(
        lambda one, player: co.CubeSet(
            one.now, 2 ** one.chance.randint(0, 4), one.chance.choice((player, None)), "so it was"
        )
    ),
    lambda one: co.ScoreSet(
        one.now, Pair(one.chance.randint(0, 2), one.chance.randint(0, 2)), SCORE[one.chance.random() < 0.5]
    ),
    lambda one: co.ThrowCorrected(one.now, (one.chance.randint(1, 6), one.chance.randint(1, 6)), "a five"),
    lambda one: co.Undone(one.now, one.chance.randint(1, 3), BOTH, "back"),
    lambda one: ev.SessionEnded(one.now) if one.chance.random() < 0.1 else None,
    lambda one: co.ClockStopped(one.now),
    lambda one: co.ClockResumed(one.now),
]
"""What may happen besides throws and plays."""
