"""Random matches of backgammon of all kinds, played by hand at the real table."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.match.clock_rules import ClockKind, ClockRules
from companion.match.cube import Offer
from companion.match.length import Length, MatchRules, Money, ToPoints
from companion.match.stake import CallOff
from companion.rules.games import configured
from companion.rules.notation import write_international
from companion.rules.players import Pair, Player
from companion.rules.plays import Plays, legal_plays
from companion.rules.turn import Outcome, Turn
from companion.table import events as ev
from companion.table.agreement import Agreement
from companion.table.corrections import CubeSet, PositionSet, ScoreSet
from companion.table.reading import exact_reading
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Asking, Disputed, EndsBy, GameOver, MatchOver, Opening, Playing, TableRules, ToThrow

STEP_MS = 500
FLAG_MS = 100_000_000
NAMES = Pair("Ada", "Ben O'Neil (2)")
Make = Callable[[int], ev.Event]


@dataclass(frozen=True)
class Habits:
    """How often things are done that not every format can hold."""

    illegal: float = 0.0
    """A play against the rules that is let stand."""
    strange: float = 0.0
    """A position taken that no play leads to."""
    by_scorer: float = 0.0
    """Something put right by the scorer."""
    flags: float = 0.0
    """A flag that falls, and is claimed."""
    stopped: float = 0.3
    """A match that ends unfinished."""
    fewer_hits: float = 0.7


@dataclass
class Session:
    """A table with random players."""

    chance: random.Random
    agreement: Agreement
    habits: Habits
    events: list[ev.Event] = field(default_factory=list)
    now: int = 0

    def __post_init__(self) -> None:
        self.table = self.agreement.begin()

    def happen(self, make: Make) -> bool:
        """Let something happen; false if it may not."""
        self.now += STEP_MS
        event = make(self.now)
        after = apply(self.table, event)
        if isinstance(after, Rejection):
            return False
        self.events.append(event)
        self.table = after
        return True

    def must(self, make: Make) -> None:
        assert self.happen(make), make

    def play(self, games: int, turns: int) -> None:
        """Play so many games, or until so many things have been done."""
        for _ in range(turns):
            if isinstance(self.table.phase, MatchOver):
                return
            if isinstance(self.table.phase, GameOver):
                if len(self.table.games) >= games:
                    return
                self.must(ev.NextGame)
            self._go_on()
        if self.chance.random() > self.habits.stopped:
            return
        if not isinstance(self.table.phase, MatchOver):
            self.must(ev.SessionEnded)

    def _go_on(self) -> None:
        phase, chance = self.table.phase, self.chance
        player = self.table.game.player
        if isinstance(phase, Opening):
            self._open()
        elif self.table.game.stake.pending:
            self._answer()
        elif isinstance(phase, ToThrow):
            if chance.random() < self.habits.by_scorer:
                self._put_right()
            elif not self._before_throw(player):
                self._throw(player)
        elif isinstance(phase, Playing):
            if chance.random() < 0.003:
                self._give_up(chance.choice(list(Player)))
            else:
                self._turn(phase.turn)

    def _open(self) -> None:
        for player in Player:
            die = self.chance.randint(1, 6)
            self.must(lambda at, player=player, die=die: ev.ThrowEntered(at, player, (die,)))  # type: ignore[misc]

    def _throw(self, player: Player) -> None:
        if self.chance.random() < 0.5 and self.happen(lambda at: ev.TurnEnded(at, player)):
            return  # who is closed out may leave the throw
        dice = self.chance.randint(1, 6), self.chance.randint(1, 6)
        self.must(lambda at: ev.ThrowEntered(at, player, dice))

    def _before_throw(self, player: Player) -> bool:
        chance = self.chance.random()
        if chance < 0.03:
            return self.happen(lambda at: ev.CubeMoved(at, player, ev.CubeAction.OFFER))
        if chance < 0.036:
            return self._give_up(player)
        if chance < 0.038:
            return self.happen(lambda at: ev.CallOffWanted(at, player))
        if chance < 0.038 + self.habits.flags:
            self.now = self.table.now + FLAG_MS
            self.happen(ev.TimePassed)
            return any(self.happen(lambda at, one=one: ev.FlagClaimed(at, one)) for one in Player)  # type: ignore[misc]
        return False

    def _give_up(self, player: Player) -> bool:
        level = self.chance.choice([1, 1, 2, 3])
        return self.happen(lambda at: ev.Resigned(at, player, level))

    def _answer(self) -> None:
        pending = self.table.game.stake.pending
        assert pending
        player = pending.by.opponent
        if isinstance(pending, Offer):
            actions = self.chance.sample([ev.CubeAction.TAKE, ev.CubeAction.BEAVER, ev.CubeAction.DROP], 3)
            if self.chance.random() < 0.5:
                actions.insert(0, ev.CubeAction.TAKE)
            assert any(
                self.happen(lambda at, action=action: ev.CubeMoved(at, player, action))  # type: ignore[misc]
                for action in actions
            )
            return
        accepted = self.chance.random() < (0.3 if isinstance(pending, CallOff) else 0.6)
        self.must(lambda at: ev.Answered(at, player, accepted=accepted))

    def _turn(self, turn: Turn) -> None:
        plays = legal_plays(turn)
        if self.chance.random() < self.habits.illegal and self._against_rules(turn):
            return
        if self.chance.random() < self.habits.strange and self._strange(turn):
            return
        play = plays[self._chosen(plays)]
        text = write_international(turn, play)
        self.must(lambda at: ev.PlayEntered(at, turn.player, text))
        if isinstance(self.table.phase, Asking):
            self.must(lambda at: ev.WayChosen(at, ev.Way.PLAY_WAS, choice=1))

    def _chosen(self, plays: Plays) -> Outcome:
        found = plays._made(self.chance.choices(list(plays.states), k=3))
        if self.chance.random() < self.habits.fewer_hits:
            return min(found, key=lambda outcome: outcome.position.bar[plays.turn.player.opponent])
        return found[0]

    def _against_rules(self, turn: Turn) -> bool:
        """Move one or two checkers by what was not thrown."""
        side = turn.position.sides[turn.player]
        points = side.points if turn.player is Player.WHITE else side.points[::-1]
        sources = [place for place, count in enumerate(points, 1) if count]
        parts = []
        for source in self.chance.sample(sources, min(len(sources), self.chance.randint(1, 2))):
            target = self.chance.randint(0, 24)
            if target != source:
                parts.append(f"{source}/{target or 'off'}")
        text = " ".join(parts) or "-"
        if not self.happen(lambda at: ev.PlayEntered(at, turn.player, text)):
            return False
        return not isinstance(self.table.phase, Disputed) or self._let_stand()

    def _let_stand(self) -> bool:
        if self.happen(lambda at: ev.WayChosen(at, ev.Way.STAND)):
            return True
        phase = self.table.phase
        assert isinstance(phase, Disputed)
        play = legal_plays(phase.turn)[legal_plays(phase.turn).sorted()[0]]
        text = write_international(phase.turn, play)
        self.must(lambda at: ev.PlayEntered(at, phase.turn.player, text))
        return True

    def _strange(self, turn: Turn) -> bool:
        """Let the opponent's checkers have moved, too: nobody's play leads to that."""
        other = Turn(turn.game, turn.position, turn.player.opponent, (5, 3), turn.memory)
        outcome = self._chosen(legal_plays(other))
        self.must(lambda at: ev.BoardSeen(at, exact_reading(outcome.position.setup)))
        for _ in range(2):
            if isinstance(self.table.phase, Playing):
                self.happen(lambda at: ev.TurnEnded(at, turn.player))
        if isinstance(self.table.phase, Disputed):
            self._let_stand()
        self.must(ev.BoardLost)
        return not isinstance(self.table.phase, Playing)

    def _put_right(self) -> None:
        chance, game = self.chance, self.table.game
        kind = chance.randint(0, 2)
        if kind == 0:
            value, owner = 2 ** chance.randint(1, 4), chance.choice([None, *Player])
            self.happen(lambda at: CubeSet(at, value, owner, "it was turned wrongly"))
        elif kind == 1:
            other = Turn(self.agreement.rules.game, game.position, chance.choice(list(Player)), (6, 2), game.memory)
            setup = self._chosen(legal_plays(other)).position.setup
            player = chance.choice(list(Player))
            self.must(lambda at: PositionSet(at, setup, player, "checkers were bumped"))
        else:
            score = self.table.match.score.map(lambda points: max(0, points + chance.randint(-1, 1)))
            self.happen(lambda at: ScoreSet(at, score, "it was written down wrongly"))


def random_agreement(chance: random.Random, habits: Habits) -> Agreement:
    """A match or a money session by some of the rules there are."""
    length: Length = Money() if chance.random() < 0.4 else ToPoints(chance.choice([1, 2, 3, 5, 7, 11]))
    cube = None if chance.random() < 0.9 else False
    options: dict[str, bool] = {}
    if isinstance(length, Money) and cube is None:
        options = {name: chance.random() < 0.5 for name in ("jacoby", "beaver", "automatic_doubles")}
    elif cube is None:
        options["crawford"] = chance.random() < 0.8
    score = Pair(0, 0)
    if isinstance(length, ToPoints) and chance.random() < 0.3:
        score = Pair(*(chance.randrange(length.points) for _ in Player))
    clock = ClockRules(ClockKind.FISCHER, Pair(FLAG_MS // 2, FLAG_MS // 2), 1000) if habits.flags else ClockRules()
    rules = MatchRules(configured("backgammon", options.items()), length, NAMES, clock, cube)
    return Agreement(rules, TableRules(EndsBy.BUTTON), score)


def random_session(seed: object, habits: Habits | None = None, games: int = 4, turns: int = 1500) -> Session:
    """A match, or a part of one, played at random."""
    chance = random.Random(f"match {seed}")
    habits = habits or Habits()
    session = Session(chance, random_agreement(chance, habits), habits)
    limit = chance.choice([turns, turns, turns, chance.randrange(turns)])
    session.play(chance.randint(1, games), limit)
    return session
