"""Laws of the table: a function of its events alone, never without an answer, never wrongly "illegal"."""

import random
from dataclasses import replace
from string import Formatter

import pytest

from companion.match.clock_rules import ClockKind, ClockRules
from companion.match.length import Length, MatchRules, Money, Rounds, ToPoints
from companion.match.score import Choice
from companion.rules.game import Game, Scoring
from companion.rules.games import GAMES, configured
from companion.rules.judge import Illegal, judge
from companion.rules.memory import Memory, loses_third
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import Setup, Side
from companion.rules.readings import Node, Reader, cells, setup_of
from companion.rules.steps import GATE_OPEN
from companion.rules.turn import Turn
from companion.table import corrections as co
from companion.table import events as ev
from companion.table.codec import decode, encode
from companion.table.codes import REJECTED, SAID, WAITING, Why
from companion.table.games import begin_table
from companion.table.reading import BoardReading, exact_reading, presence_reading
from companion.table.reducer import HANDLERS, apply, fold
from companion.table.rejection import Rejection
from companion.table.state import (
    Disputed,
    EndsBy,
    GameOver,
    IllegalPlays,
    Naming,
    Opening,
    Playing,
    Said,
    Table,
    TableRules,
    ToThrow,
)
from companion.table.turns import SETTLING_MS
from companion.table.waiting import waiting_for
from tests.effort import tried

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


def assert_same(one: Table | None, other: Table | None) -> None:
    """Equal, and all that can be taken back is equal, too."""
    while one is not None and other is not None:
        assert one == other
        assert waiting_for(one) == waiting_for(other)
        one, other = one.past, other.past
    assert one is other


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
    after = fold(table, [seen, ev.DiceLifted(at), ev.TimePassed(at + SETTLING_MS)])
    assert isinstance(after.phase, Disputed)
    assert after.phase.violation == judgement.violation
    return True


def any_die(chance: random.Random) -> ev.Die:
    half = chance.choice([None, *Player])
    return ev.Die(chance.randint(1, 6), half, chance.random() < 0.8, chance.random() < 0.2)


def any_setup(chance: random.Random) -> Setup:
    """Some checkers anywhere, often too many or two colours on a point."""
    counts = [[0] * 27, [0] * 27]
    for side in counts:
        for _ in range(15 if chance.random() < 0.8 else 13):
            side[chance.randrange(27)] += 1
    sides = [Side(tuple(side[:24]), *side[24:]) for side in counts]
    return Setup(Pair(*sides))


def anything_seen(chance: random.Random) -> BoardReading:
    """A reading of nonsense, with some points that say nothing or little."""
    reading = exact_reading(any_setup(chance))
    if chance.random() < 0.3:
        reading = replace(reading, bars=None, trays=None)
    return reading.distrusting(chance.sample(range(1, 25), chance.randint(0, 3)))


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
        ev.BoardSeen(at, anything_seen(chance)),
        ev.BoardSeen(
            at, presence_reading(table.game.position.setup, chance.randint(1, 6), zones=chance.random() < 0.5)
        ),
        ev.DiceSeen(at, tuple(any_die(chance) for _ in range(chance.randint(0, 5)))),
        ev.BoardLost(at),
        ev.TimePassed(at + chance.randint(-9, 9999)),
        ev.SessionEnded(at) if chance.random() < 0.05 else ev.DiceLifted(at),
        co.PositionSet(at, any_setup(chance), player, "why not", Pair(*dice(chance))),
    ]
    return chance.choice(anything)


def soup_table(game: Game, chance: random.Random) -> Table:
    """A table with some kind of end to a turn, of illegal plays, and a clock."""
    reserve = chance.choice([90, 10**9, 10**9])
    clock = ClockRules(chance.choice(list(ClockKind)), Pair(reserve, reserve), 5)
    lengths: list[Length] = [Rounds(2), ToPoints(3), Money()]
    rules = TableRules(chance.choice(list(EndsBy)), chance.choice(list(IllegalPlays)), tournament=chance.random() < 0.3)
    return begin_table(MatchRules(game, chance.choice(lengths), clock=clock), rules)


def something(table: Table, chance: random.Random, at: int) -> list[ev.Event]:
    """What might well happen now, or anything else."""
    if chance.random() < 0.6 and waiting_for(table).code != "nothing":
        player = table.game.player
        return [*happenings(table, chance, at), ev.ClockHit(at, player), ev.TurnEnded(at, player)]
    return [soup(chance, table, at)]


def rendered(table: Table) -> None:
    """Every code has its sentence, and that sentence all it needs."""
    for said in table.said:
        SAID[said.code].format(**dict(said.params))
    waiting = waiting_for(table)
    WAITING[waiting.code].format(**dict(waiting.params))


@every_game
def test_whatever_happens_is_answered(name: str) -> None:
    for seed in range(tried(2, 6)):
        chance = random.Random(f"{name} {seed}")
        first = table = soup_table(configured(name), chance)
        happened: list[ev.Event] = []
        for at in range(150):
            for event in something(table, chance, at):
                after = apply(table, event)
                assert after == apply(table, event)
                happened.append(event)
                if isinstance(after, Rejection):
                    assert after.message
                else:
                    table = after
                rendered(table)
        assert_same(fold(first, happened), table)
        cut = chance.randrange(len(happened))
        assert_same(fold(fold(first, happened[:cut]), happened[cut:]), table)
        assert_same(fold(first, [decode(encode(event)) for event in happened]), table)


@every_game
def test_what_is_turned_down_changes_nothing(name: str) -> None:
    chance = random.Random(name)
    table, turned_down = soup_table(configured(name), chance), 0
    for at in range(tried(80, 200)):
        for event in something(table, chance, at):
            before, state = table, repr(table)
            after = apply(table, event)
            turned_down += isinstance(after, Rejection)
            assert repr(before) == state
            table = before if isinstance(after, Rejection) else after
    assert turned_down


def test_every_event_is_handled_and_every_code_has_a_sentence() -> None:
    # By name: a dataclass with slots is a second class of its own.
    assert {kind.__name__ for kind in HANDLERS} == {kind.__name__ for kind in ev.Event.__subclasses__()}
    assert set(REJECTED) == set(Why)
    for sentence in [*SAID.values(), *WAITING.values(), *REJECTED.values()]:
        assert sentence.endswith((".", "?", "}", ")"))
        assert all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(sentence))
