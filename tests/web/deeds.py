"""What two players are going to do in a match, settled beforehand by a seed: whatever is told of it can be compared."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from companion.rules.board import OFF_PACE, POINTS
from companion.rules.following import following
from companion.rules.game import Game, Scoring
from companion.rules.games import configured
from companion.rules.judge import Illegal, judge
from companion.rules.memory import Memory
from companion.rules.opening import dice_each, open_game
from companion.rules.players import Pair, Player, both
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import BAR_AT, OFF_AT, RESERVE_AT, Position, Setup, defects, start_position
from companion.rules.results import game_count
from companion.rules.turn import Outcome, Turn
from firmware_bridge.virtual.hands import carries
from firmware_bridge.virtual.layout import POINT_SLOTS

Dice = tuple[int, ...]
Place = int | str
Mends = Literal["back", "corrected"]
NAMES: dict[int, Place] = {BAR_AT: "bar", OFF_AT: "off", RESERVE_AT: "reserve"}


@dataclass(frozen=True, slots=True)
class Opens:
    """A player's throw for who begins."""

    player: Player
    dice: Dice


@dataclass(frozen=True, slots=True)
class Throws:
    """A throw that is to be played; the one with which a game is opened lies there already."""

    player: Player
    dice: Dice


@dataclass(frozen=True, slots=True)
class Fails:
    """A throw that does not count: the first die lies badly."""

    player: Player
    dice: Dice
    kind: str


@dataclass(frozen=True, slots=True)
class Moves:
    """A play that counts, and how the checkers lie after it; `scored`: in Tric-Trac."""

    player: Player
    dice: Dice
    after: Setup
    stands: bool = False
    """Whether it is illegal, and let stand."""
    scored: int = 0
    steps: tuple[tuple[Place, Place], ...] = ()


@dataclass(frozen=True, slots=True)
class Errs:
    """Checkers are put down wrongly, and the opponent wants it changed."""

    player: Player
    after: Setup


@dataclass(frozen=True, slots=True)
class Doubles:
    """The cube is offered."""

    player: Player
    value: int


@dataclass(frozen=True, slots=True)
class Answers:
    """The cube is taken or dropped."""

    player: Player
    takes: bool


@dataclass(frozen=True, slots=True)
class Ends:
    """A game is over, with the score of the match after it."""

    winner: Player
    counted: int
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mistypes:
    """A throw is entered wrongly, and taken back by consent or corrected by the scorer."""

    player: Player
    dice: tuple[int, int]
    meant: tuple[int, int]
    mends: Mends


@dataclass(frozen=True, slots=True)
class SetsScore:
    """The scorer sets the score, with a reason."""

    score: tuple[int, int]
    reason: str


@dataclass(frozen=True, slots=True)
class Resigns:
    """A game is given up, and the other accepts."""

    player: Player
    points: int


Deed = Opens | Throws | Fails | Moves | Errs | Doubles | Answers | Ends | Mistypes | SetsScore | Resigns


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is to happen in a game besides throws and plays: each at the first chance from that turn on."""

    double: int | None = None
    takes: bool = True
    errs: int | None = None
    stands: int | None = None
    fails: dict[int, str] = field(default_factory=dict)
    """How the dice of a turn come to lie first."""


FAIR = (1, 2, 3, 4, 5, 6)
LOADED = (3, 5, 6, 6)
"""Dice with which a game is soon over."""
BACKGAMMON = (
    Wishes(double=5, takes=False, errs=2, fails={3: "outside"}),
    Wishes(double=3, takes=True, stands=5, fails={4: "cocked"}),
)
TRICTRAC = (Wishes(errs=2, fails={3: "outside"}),)


@dataclass
class Planner:
    """Thinks a match up."""

    game: Game
    points: int
    """How many decide the match."""
    chance: Random
    wishes: tuple[Wishes, ...] = ()
    faces: tuple[int, ...] = FAIR
    score: Pair[int] = field(default_factory=lambda: both(0))

    def match(self) -> Iterator[Deed]:
        """Return everything that is done until a player has won."""
        number = 0
        while max(self.score) < self.points:
            wishes = self.wishes[number] if number < len(self.wishes) else Wishes()
            yield from _OneGame(self, wishes).deeds()
            number += 1

    def die(self) -> int:
        return self.chance.choice(self.faces)

    def count(self, winner: Player, counted: int) -> Ends:
        # No more counts than is needed, where points decide; a single game of Tric-Trac counts as it is.
        counted = min(counted, self.points - self.score[winner]) if self.game.cube else counted
        self.score = self.score.with_(winner, self.score[winner] + counted)
        return Ends(winner, counted, (self.score.white, self.score.black))


class _OneGame:
    """A game that is being thought up."""

    def __init__(self, planner: Planner, wishes: Wishes) -> None:
        self._all, self._wishes = planner, wishes
        self._game = planner.game
        self._position = start_position(self._game)
        self._memory = Memory()
        self._player = Player.WHITE
        self._cube = 1
        self._done: set[str] = set()
        self._over = False

    def deeds(self) -> Iterator[Deed]:
        dice: Dice | None = yield from self._open()
        number = 0
        while not self._over:
            number += 1
            doubles = dice is None and self._game.cube and self._due("double", number)
            if not doubles or (yield from self._double()):
                yield from self._turn(number, dice)
            dice = None

    def _due(self, name: str, number: int) -> bool:
        wanted: int | None = getattr(self._wishes, name)
        return wanted is not None and number >= wanted and name not in self._done

    def _open(self) -> Generator[Deed, None, Dice | None]:
        each = dice_each(self._game)
        while True:
            thrown = Pair(*(tuple(self._all.die() for _ in range(each)) for _ in Player))
            yield from (Opens(player, thrown[player]) for player in Player)
            opened = open_game(self._game, thrown)
            if opened is not None:
                self._player = opened.player
                return opened.dice

    def _double(self) -> Generator[Deed, None, bool]:
        """Offer the cube; return whether the game goes on."""
        self._done.add("double")
        player, value = self._player, 2 * self._cube
        yield Doubles(player, value)
        yield Answers(player.opponent, self._wishes.takes)
        if self._wishes.takes:
            self._cube = value
        else:
            self._over = True
            yield self._all.count(player, self._cube)
        return not self._over

    def _turn(self, number: int, dice: Dice | None) -> Iterator[Deed]:
        player, kind = self._player, self._wishes.fails.get(number)
        if kind and dice is None:
            yield Fails(player, (self._all.die(), self._all.die()), kind)
        dice = dice or (self._all.die(), self._all.die())
        yield Throws(player, dice)
        turn = Turn(self._game, self._position, player, (dice[0], dice[1]), self._memory)
        plays = legal_plays(turn)
        best = self._best(plays)
        wrong = mistaken(turn, best) if self._due("errs", number) or self._due("stands", number) else None
        if wrong and self._due("stands", number):
            self._done.add("stands")
            moved = carries(self._game, self._position.setup, wrong)
            steps = tuple((one.source, one.target) for one in moved if one.player is player)
            yield Moves(player, dice, wrong, stands=True, steps=steps)
            self._position, self._player = Position.of(self._game, wrong), player.opponent
            return
        if wrong:
            self._done.add("errs")
            yield Errs(player, wrong)
        steps = tuple(
            (NAMES.get(one.source, one.source), NAMES.get(one.target, one.target)) for one in plays[best].steps
        )
        yield Moves(player, dice, best.position.setup, scored=best.scored, steps=steps)
        yield from self._go_on(turn, best)

    def _go_on(self, turn: Turn, best: Outcome) -> Iterator[Deed]:
        self._position = best.position
        then = following(turn, best)
        if then is None:
            self._over = True
            yield self._all.count(turn.player, self._counted(best, turn.player))
        else:
            self._player, self._memory = then.player, then.memory

    def _counted(self, outcome: Outcome, winner: Player) -> int:
        by_cube = self._cube if self._game.cube else 1
        return game_count(self._game, outcome, winner) * by_cube

    def _best(self, plays: Plays) -> Outcome:
        """Return a play that is not too bad, and that the checkers alone can tell from all others."""
        plain = [one for one in plays.sorted() if len(plays.at(one.position)) == 1] or plays.sorted()
        scores = 20 if self._game.scoring is Scoring.POINTS else 0
        return max(
            plain,
            key=lambda one: worth(self._game, self._player, one.position.setup) + scores * one.scored + 99 * one.won,
        )


def _is_counted(setup: Setup) -> bool:
    """Whether no point is so full that the board cannot count its checkers: who errs then is not told how."""
    return all(one + other < POINT_SLOTS for one, other in zip(*(side.points for side in setup.sides), strict=True))


def worth(game: Game, player: Player, setup: Setup) -> float:
    """Return roughly what a position is worth to the one who has moved: bands, no blots, checkers on their way."""
    own, other, path = setup.sides[player], setup.sides[player.opponent], game.path(player)
    value = 9.0 * other.bar + own.off - 2.0 * own.bar
    for point, count in enumerate(own.points, 1):
        pace = path.pace(point)
        value += 0.02 * pace * count + (2.5 + 2.5 * (pace > POINTS - 6)) * (count > 1) - 0.6 * max(0, count - 3)
        value -= (1.0 + 3.5 * pace / OFF_PACE) * (count == 1)
    return value


def mistaken(turn: Turn, best: Outcome) -> Setup | None:
    """Return where the checkers lie with one of them a point too far; None where that would be legal or impossible."""
    path, setup = turn.game.path(turn.player), best.position.setup
    before = turn.position.setup.sides[turn.player]
    own, other = setup.sides[turn.player], setup.sides[turn.player.opponent]
    for point, count in enumerate(own.points, 1):
        pace = path.pace(point)
        if count <= before.points[point - 1] or pace == 24 or other.points[path.point(pace + 1) - 1]:
            continue
        points = list(own.points)
        points[point - 1] -= 1
        points[path.point(pace + 1) - 1] += 1
        wrong = Setup(setup.sides.with_(turn.player, type(own)(tuple(points), own.bar, own.reserve, own.off)))
        faults = [one for one in defects(turn.game, wrong) if one.fault.fatal]
        if not faults and _is_counted(wrong) and isinstance(judge(turn, wrong), Illegal):
            return wrong
    return None


def planned(
    game: str, points: int, seed: int, wishes: tuple[Wishes, ...] = (), faces: tuple[int, ...] = FAIR
) -> list[Deed]:
    """Return a match: of backgammon to so many points, or a single game of Tric-Trac; `faces` are those of the dice."""
    wishes = wishes or (BACKGAMMON if game == "backgammon" else TRICTRAC)
    return list(Planner(configured(game), points, Random(seed), wishes, faces).match())


@dataclass(frozen=True, slots=True)
class Later:
    """The end of a game: how it stands, and what is still done."""

    setup: Setup
    player: Player
    points: Pair[int]
    rest: list[Deed]


def later(deeds: list[Deed], throws: int) -> Later:
    """Return the last so many throws of a single game, and how it stands before them."""
    begins = [number for number, deed in enumerate(deeds) if isinstance(deed, Throws)][-throws]
    before = [deed for deed in deeds[:begins] if isinstance(deed, Moves)]
    points = Pair(*(sum(deed.scored for deed in before if deed.player is player) for player in Player))
    first = deeds[begins]
    assert isinstance(first, Throws)
    return Later(before[-1].after, first.player, points, deeds[begins:])
