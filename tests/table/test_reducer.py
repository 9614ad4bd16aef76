"""Laws of the table: a function of its events alone, never without an answer, never wrongly "illegal"."""

import random
from string import Formatter

import pytest

from companion.match.length import MatchRules, Money, Rounds
from companion.match.score import Choice
from companion.rules.game import Game, Scoring
from companion.rules.games import GAMES, configured
from companion.rules.judge import Illegal, judge
from companion.rules.memory import Memory, loses_third
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.readings import Node, Reader, cells, setup_of
from companion.rules.steps import GATE_OPEN
from companion.rules.turn import Turn
from companion.table import corrections as co
from companion.table import events as ev
from companion.table.codes import REJECTED, SAID, WAITING, Why
from companion.table.games import begin_table
from companion.table.reading import exact_reading
from companion.table.reducer import HANDLERS, apply, fold
from companion.table.rejection import Rejection
from companion.table.state import Disputed, GameOver, Naming, Opening, Playing, Said, Table, ToThrow
from companion.table.waiting import waiting_for

every_game = pytest.mark.parametrize("name", GAMES)
MOST = 500


def new_table(game: Game) -> Table:
    return begin_table(MatchRules(game, Rounds(2) if game.scoring is Scoring.POINTS else Money()))


def dice(chance: random.Random) -> tuple[int, int]:
    return chance.randint(1, 6), chance.randint(1, 6)


def thrown(chance: random.Random, player: Player, at: int) -> ev.Event:
    return ev.DiceSeen(at, tuple(ev.Die(value, player) for value in dice(chance)))


def happenings(table: Table, chance: random.Random, at: int) -> list[ev.Event]:
    """What players at this table do next, seen by a board that senses everything."""
    phase, player = table.phase, table.game.player
    if isinstance(phase, Opening):
        each = 1 if table.match.rules.game.opening.name == "ONE_DIE_EACH" else 2
        return [ev.ThrowEntered(at, one, dice(chance)[:each]) for one in Player]
    if isinstance(phase, ToThrow):
        return [thrown(chance, player, at)]
    if isinstance(phase, Naming):
        return [ev.DoubleNamed(at, player, chance.randint(1, 6))]
    if isinstance(phase, Playing):
        return hands(phase.turn, chance, at)
    return [ev.NextGame(at, *chosen(table))]


def chosen(table: Table) -> tuple[Player | None, Choice | None]:
    waiting = waiting_for(table)
    if waiting.code != "choose_start":
        return None, None
    return Player(dict(waiting.params)["player"]), Choice.CONTINUE


def hands(turn: Turn, chance: random.Random, at: int) -> list[ev.Event]:
    """A checker lifted, another play tried and taken back, and at last a legal play, and the dice lifted."""
    plays = legal_plays(turn)
    states = list(plays)[:MOST]
    target, other = chance.choice(states), chance.choice(states)
    seen = [other.position.setup, turn.position.setup, target.position.setup]
    return [*(ev.BoardSeen(at, exact_reading(setup)) for setup in seen), ev.DiceLifted(at)]


@every_game
def test_legal_games_are_followed_without_a_false_illegal(name: str) -> None:
    chance = random.Random(name)
    table = new_table(configured(name))
    happened: list[ev.Event] = []
    first = table
    for at in range(120):
        assert not isinstance(table.phase, Disputed)
        if waiting_for(table).code == "nothing":
            break
        for event in happenings(table, chance, at):
            after = apply(table, event)
            assert not isinstance(after, Rejection), after
            assert "illegal" not in {said.code for said in after.said}
            happened.append(event)
            table = after
            assert isinstance(waiting_for(table), Said)
    assert table.game.record or isinstance(table.phase, GameOver)
    assert_same(fold(first, happened), table)
    assert_same(fold(fold(first, happened[:50]), happened[50:]), table)


def assert_same(one: Table, other: Table) -> None:
    assert (one.match.score, one.game.position, one.game.memory, one.said) == (
        other.match.score,
        other.game.position,
        other.game.memory,
        other.said,
    )
    assert one.clock == other.clock
    assert waiting_for(one) == waiting_for(other)


@every_game
def test_illegal_plays_are_caught_with_the_judge_s_reason(name: str) -> None:
    chance = random.Random(name)
    table, caught = new_table(configured(name)), 0
    for at in range(400):
        if caught >= 12:
            break
        if isinstance(table.phase, Playing) and not loses_third(*third(table.phase.turn)):
            caught += tried_illegally(table, table.phase.turn, chance, at)
        for event in happenings(table, chance, at):
            after = apply(table, event)
            table = table if isinstance(after, Rejection) else after
    assert caught >= 12


def third(turn: Turn) -> tuple[Game, Memory, tuple[int, int]]:
    return turn.game, turn.memory, turn.dice


def tried_illegally(table: Table, turn: Turn, chance: random.Random, at: int) -> bool:
    """Make some steps that may be illegal and end the turn; return whether they were, and were told so."""
    search = legal_plays(turn).search
    reader = Reader(turn.game, search.throw, began_entering=search.began_entering)
    own, opponent = cells(turn.game, turn.player, turn.position.setup)
    node = Node(own, opponent, search.numbers, bool(search.origin & GATE_OPEN))
    for _ in range(chance.randint(1, min(2, len(node.left)))):
        node = chance.choice([after for after, _ in reader.steps(node)] or [node])
    setup = setup_of(turn.game, turn.player, node.own, node.opponent)
    judgement = judge(turn, setup)
    if not isinstance(judgement, Illegal):
        return False
    seen = ev.BoardSeen(at, exact_reading(setup))
    after = fold(table, [seen, ev.DiceLifted(at), seen])
    assert isinstance(after.phase, Disputed)
    assert after.phase.violation == judgement.violation
    return True


def soup(chance: random.Random, table: Table, at: int) -> ev.Event:
    """Anything at all, at any time."""
    player = chance.choice(list(Player))
    anything: list[ev.Event] = [
        thrown(chance, player, at),
        ev.DiceLifted(at),
        ev.ClockHit(at, player),
        ev.TurnEnded(at, player),
        ev.ThrowEntered(at, player, dice(chance)[: chance.randint(0, 2)]),
        ev.PlayEntered(at, player, chance.choice(["", "24/18", "x", "13-7", "bar/20 6/off"])),
        ev.DoubleNamed(at, player, chance.randint(0, 7)),
        ev.CubeMoved(at, player, chance.choice(list(ev.CubeAction))),
        ev.Resigned(at, player, chance.randint(0, 5)),
        ev.Answered(at, player, chance.choice([True, False])),
        ev.CallOffWanted(at, player),
        ev.WayChosen(at, chance.choice(list(ev.Way)), dice(chance), chance.randint(0, 3)),
        co.Undone(at, chance.randint(0, 3), Pair(chance.choice([True, False]), black=True)),
        co.ThrowCorrected(at, dice(chance), chance.choice(["", "misread"])),
        co.ScoreSet(at, Pair(*dice(chance)), "why not"),
        co.CubeSet(at, chance.choice([0, 2, 3, 64]), player, "why not"),
        co.PositionSet(at, table.game.position.setup, player, "why not"),
        co.ClockSet(at, player, chance.randint(-5, 5), "why not"),
        co.ClockStopped(at),
        co.ClockResumed(at),
        ev.FlagClaimed(at, player),
        ev.NextGame(at, player, chance.choice([None, *Choice])),
        co.HintWanted(at, Pair(white=True, black=chance.choice([True, False]))),
        ev.BoardSeen(at, exact_reading(table.game.position.setup)),
    ]
    return chance.choice(anything)


@every_game
def test_whatever_happens_is_answered(name: str) -> None:
    for seed in range(6):
        chance = random.Random(f"{name} {seed}")
        table = new_table(configured(name))
        for at in range(150):
            if chance.random() < 0.5 and waiting_for(table).code != "nothing":
                event = chance.choice(happenings(table, chance, at))
            else:
                event = soup(chance, table, at)
            before = table
            after = apply(table, event)
            if isinstance(after, Rejection):
                assert after.message
                assert before == table
            else:
                table = after
            for said in table.said:
                SAID[said.code].format(**dict(said.params))
            waiting = waiting_for(table)
            WAITING[waiting.code].format(**dict(waiting.params))


def test_every_event_is_handled_and_every_code_has_a_sentence() -> None:
    # By name: a dataclass with slots is a second class of its own.
    assert {kind.__name__ for kind in HANDLERS} == {kind.__name__ for kind in ev.Event.__subclasses__()}
    assert set(REJECTED) == set(Why)
    for sentence in [*SAID.values(), *WAITING.values(), *REJECTED.values()]:
        assert sentence.endswith((".", "?", "}", ")"))
        assert all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(sentence))
