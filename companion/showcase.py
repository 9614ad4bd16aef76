"""A game played out in the terminal: what the rules engine can do, shown throw by throw."""

from __future__ import annotations

import random
from collections import Counter
from typing import TextIO

from companion.language import _, mark
from companion.rules.board import booklet_name
from companion.rules.diagram import diagram
from companion.rules.following import Following, following, next_turn
from companion.rules.game import Game, Scoring
from companion.rules.games import find_game
from companion.rules.judge import Illegal, judge
from companion.rules.notation import write_booklet, write_international, write_throw
from companion.rules.opening import dice_each, open_game
from companion.rules.players import Pair, Player
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import start_position
from companion.rules.readings import Node, Reader, cells, setup_of
from companion.rules.reasons import Reason, Violation
from companion.rules.results import game_count
from companion.rules.steps import GATE_OPEN
from companion.rules.turn import BAR, OFF, RESERVE, Outcome, Turn
from companion.sentences import reason_told

SHOWN = 6
LOOKED_AT = 2000
TRIES = 12
CALLED_OFF = 500
PLACES = {BAR: mark("bar"), RESERVE: mark("reserve"), OFF: mark("off")}
WHO = {Player.WHITE: mark("White"), Player.BLACK: mark("Black")}


def show_game(name: str, out: TextIO, *, seed: int | None = None, throws: int = 0) -> None:
    """Play a game between two simple players and write it to `out`; the same `seed` gives the same game."""
    seed = random.SystemRandom().randrange(10_000) if seed is None else seed
    _Show(find_game(name).with_options({}), out, seed).run(throws or CALLED_OFF)


class _Show:
    def __init__(self, game: Game, out: TextIO, seed: int) -> None:
        self.game = game
        self.out = out
        self.seed = seed
        self.chance = random.Random(seed)  # noqa: S311 - dice for show
        self.explained: Counter[Reason] = Counter()

    def tell(self, text: str = "") -> None:
        self.out.write(text + "\n")

    def run(self, throws: int) -> None:
        again = _("{command} plays this game again", command=f"companion show {self.game.id} --seed {self.seed}")
        self.tell(f"{_(self.game.name)} ({again})")
        turn = self.open()
        for number in range(1, throws + 1):
            outcome = self.throw(number, turn)
            then = following(turn, outcome)
            if then is None:
                self.end(turn, outcome)
                return
            turn = self.next(outcome, then)
        self.tell(f"\n{_('Stopped after {throws} throws.', throws=throws)}")

    def open(self) -> Turn:
        while True:
            thrown = Pair(*(tuple(self.die() for _ in range(dice_each(self.game))) for _ in Player))
            shown = ", ".join(f"{_(WHO[player])} {write_throw(thrown[player])}" for player in Player)
            opened = open_game(self.game, thrown)
            if opened is not None:
                break
            self.tell(_("Opening throw: {thrown}: equal, so both throw again.", thrown=shown))
        self.tell(_("Opening throw: {thrown}: {player} begins.", thrown=shown, player=_(WHO[opened.player])))
        return Turn(self.game, start_position(self.game), opened.player, opened.dice or self.dice())

    def die(self) -> int:
        return self.chance.randint(1, 6)

    def dice(self) -> tuple[int, int]:
        return self.die(), self.die()

    def next(self, outcome: Outcome, then: Following) -> Turn:
        named = self.die() if then.names_double else 0
        if named:
            double = f"{named}-{named}"
            self.tell(f"    {_('{player} names the double {double}.', player=_(WHO[then.player]), double=double)}")
        return next_turn(self.game, outcome, then, self.dice(), named)

    def throw(self, number: int, turn: Turn) -> Outcome:
        self.tell()
        self.tell(diagram(turn.position))
        plays = legal_plays(turn)
        dice = write_throw((turn.memory.named,) * 2 if turn.memory.named else turn.dice)
        told = _("{player} plays {dice}.", player=_(WHO[turn.player]), dice=dice)
        self.tell(f"{number}. {told} {self.legal(plays)}")
        outcome = max(plays.sorted()[:LOOKED_AT], key=lambda outcome: self.worth(turn, outcome))
        self.tell(f"    {_('Played:')} {self.written(plays, outcome)}{self.scored(turn, outcome)}")
        self.explain(turn, plays)
        return outcome

    def legal(self, plays: Plays) -> str:
        some = [write_international(plays.turn, plays[outcome]) for outcome in plays.sorted()[:SHOWN]]
        rest = len(plays) - len(some)
        count = _("One legal play") if len(plays) == 1 else _("{count} legal plays", count=len(plays))
        more = f", {_('and {rest} more', rest=rest)}" if rest else ""
        return f"{count}: {', '.join(some)}{more}"

    def written(self, plays: Plays, outcome: Outcome) -> str:
        play = plays[outcome]
        return f"{write_international(plays.turn, play)}   ({_('booklets:')} {write_booklet(plays.turn, play)})"

    def scored(self, turn: Turn, outcome: Outcome) -> str:
        if self.game.scoring is not Scoring.POINTS:
            return ""
        return f"   {_('{scored} points, now {all}', scored=outcome.scored, all=outcome.memory.score[turn.player])}"

    def worth(self, turn: Turn, outcome: Outcome) -> tuple[bool, int, float]:
        """What a simple player looks at: winning, points, then the race, single checkers, and a whim."""
        pips, side = outcome.position.pips(self.game), outcome.position.sides[turn.player]
        race = 0.3 * pips[turn.player.opponent] - pips[turn.player]
        return outcome.won, outcome.scored, race - 4 * side.points.count(1) + 6 * self.chance.random()

    def end(self, turn: Turn, outcome: Outcome) -> None:
        self.tell()
        self.tell(diagram(outcome.position))
        count = game_count(self.game, outcome, turn.player)
        self.tell(_("{player} wins; the game counts {count}.", player=_(WHO[turn.player]), count=count))

    def explain(self, turn: Turn, plays: Plays) -> None:
        """Show a play that hands might make and the rules forbid: of several the reason shown least often."""
        tries = [tried for _ in range(TRIES) if (tried := self.illegal(turn, plays)) is not None]
        if not tries:
            return
        made, violation = min(tries, key=lambda tried: self.explained[tried[1].reason])
        self.explained[violation.reason] += 1
        self.tell(f"    {_('Illegal:')} {made}. {reason_told(violation)} [{violation.reason.value}]")

    def illegal(self, turn: Turn, plays: Plays) -> tuple[str, Violation] | None:
        """Return some steps with the thrown numbers that are against the rules, and why."""
        search = plays.search
        reader = Reader(self.game, search.throw, began_entering=search.began_entering)
        own, opponent = cells(self.game, turn.player, turn.position.setup)
        node = Node(own, opponent, search.numbers, bool(search.origin & GATE_OPEN))
        made: list[str] = []
        for _step in range(self.chance.randint(1, min(2, len(node.left)))):
            after = self.chance.choice([after for after, _move in reader.steps(node)] or [node])
            made += [self.step(turn, node, after)] if after is not node else []
            node = after
        judgement = judge(turn, setup_of(self.game, turn.player, node.own, node.opponent), plays)
        return (" ".join(made) or _("no step"), judgement.violation) if isinstance(judgement, Illegal) else None

    def step(self, turn: Turn, before: Node, after: Node) -> str:
        changes = [now - was for was, now in zip(before.own, after.own, strict=True)]
        return f"{self.place(turn, changes.index(min(changes)))}-{self.place(turn, changes.index(max(changes)))}"

    def place(self, turn: Turn, place: int) -> str:
        return _(PLACES[place]) if place in PLACES else booklet_name(self.game.path(turn.player).point(place))
