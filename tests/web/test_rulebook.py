"""What the rulebook says is what the rules do: set-ups, facts, decisions, options, every example, every chance."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from companion.rules.board import Path as Way
from companion.rules.game import BearOff, Doubles, Game, Hits, Opening, Option, Order, Scoring
from companion.rules.games import GAMES, configured
from companion.rules.memory import Memory
from companion.rules.notation import NotationError, booklet
from companion.rules.players import Pair, Player, both
from companion.rules.plays import legal_plays
from companion.rules.position import Position, Setup, start_position
from companion.rules.results import game_count
from companion.rules.turn import Outcome, Turn
from web.rulebook.boards import Board, hops
from web.rulebook.book import Example, GameRules, Scene, book, read
from web.rulebook.chances import ALL_THROWS, DOUBLES, chances, reached

BOOK = book()
BOOKLET_CHANCES = (11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
BOOKLET_PERCENT = (31, 33, 39, 42, 42, 47, 17, 17, 14, 8, 6, 8)

games = pytest.mark.parametrize("rules", BOOK.games.values(), ids=list(BOOK.games))


def setup(board: Board) -> Setup:
    return Setup.of(Pair(*(dict(board.sides.of(player.value)) for player in Player)))


def position(game: Game, board: Board) -> Position:
    return Position.of(game, setup(board))


def test_every_game_has_its_page() -> None:
    assert list(BOOK.games) == list(GAMES)
    assert {id_: rules.name for id_, rules in BOOK.games.items()} == {id_: game.name for id_, game in GAMES.items()}


@games
def test_kin_are_other_games(rules: GameRules) -> None:
    assert rules.kin
    assert set(rules.kin) <= set(GAMES) - {rules.id}


@games
def test_the_set_up_is_that_of_the_game(rules: GameRules) -> None:
    game = GAMES[rules.id]
    assert position(game, rules.start) == start_position(game)
    assert (rules.checkers.white, rules.checkers.black) == tuple(game.checkers)


@games
def test_the_set_up_is_told_in_words_too(rules: GameRules) -> None:
    told = " ".join(text for section in rules.sections if section.name == "setup" for text in section.texts)
    for side in (rules.start.sides.white, rules.start.sides.black):
        for place, count in side.items():
            if rules.id in {"backgammon", "snake"} and place != "reserve":
                number = {2: "two", 3: "three", 5: "five"}[count]
                assert number in told
            assert place != "reserve" or "reserve" in told


WAYS = {
    "facing": (Way.FALLING, Way.RISING),
    "contrary": (Way.RISING, Way.FALLING),
    "together": (Way.RISING, Way.RISING),
}
OPENINGS = {
    "one_die": Opening.ONE_DIE_EACH,
    "two_played": Opening.TWO_DICE_PLAYED,
    "two_anew": Opening.TWO_DICE_ANEW,
}
HITS = {"bar": Hits.TO_BAR, "start": Hits.TO_START, "marked": Hits.MARKED}
OFF = {"home": BearOff.FROM_HOME, "exact": BearOff.EXACT, "any_time": BearOff.PAST_GOAL}
WINS = {"single": Scoring.SINGLE, "gammons": Scoring.GAMMONS, "points": Scoring.POINTS}


@games
def test_the_facts_at_a_glance_are_those_of_the_game(rules: GameRules) -> None:
    game, facts = GAMES[rules.id], rules.facts
    assert tuple(game.paths) == WAYS[facts["ways"]]
    assert game.opening is OPENINGS[facts["opening"]]
    assert game.hits is HITS[facts["hits"]]
    assert game.bear_off is OFF[facts["bearing_off"]]
    assert game.scoring is WINS[facts["wins"]]
    assert game.cube is (facts["cube"] == "yes")
    assert doubles_of(game) == facts["doubles"]
    assert all(facts[kind] in BOOK.facts[kind] for kind in facts)


def doubles_of(game: Game) -> str:
    if game.ace_deuce:
        return "ace_deuce"
    words = {Doubles.FOUR_STEPS: "four", Doubles.TWICE_AND_AGAIN: "twice", Doubles.TOP_AND_BOTTOM: "top_bottom"}
    return words[game.doubles]


PARAGRAPHS = read("paragraphs")


def has(rules: GameRules, group: str, name: str) -> bool:
    return PARAGRAPHS[group][name] in [text for section in rules.sections for text in section.texts]


@games
def test_a_paragraph_stands_where_the_game_has_that_rule(rules: GameRules) -> None:
    """Each sentence that tells a policy of the rules is told of exactly the games that have the policy."""
    game = GAMES[rules.id]
    lower = game.order is Order.LOWER_FIRST
    free = game.free_entry_from
    wanted = {
        ("aim", "race"): game.scoring is not Scoring.POINTS and game.id != "snake",
        ("setup", "standard"): game.id == "backgammon",
        ("setup", "reserve"): game.has_reserve and game.id != "snake",
        ("setup", "facing"): tuple(game.paths) == WAYS["facing"],
        ("setup", "together"): tuple(game.paths) == WAYS["together"],
        ("opening", "one_die"): game.opening is Opening.ONE_DIE_EACH,
        ("opening", "two_anew"): game.opening is Opening.TWO_DICE_ANEW,
        ("opening", "two_played"): game.opening is Opening.TWO_DICE_PLAYED,
        ("movement", "use_higher"): game.order is Order.HIGHER,
        ("movement", "use_choice"): game.order is Order.CHOICE,
        ("movement", "lower_first"): lower and free is None,
        ("movement", "entering_any_order"): lower and free is None,
        ("movement", "russian_order"): lower and free is not None,
        ("movement", "reserve_first"): lower and free is None and game.has_reserve,
        ("movement", "enter_freely"): free == 0 and game.has_bar,
        ("movement", "mix_entering"): free == 0 and not game.has_bar,
        ("movement", "russian_gate"): free == 2,
        ("movement", "start_pile"): game.start_pile,
        ("movement", "one_each_old"): bool(game.singles) and game.hucke,
        ("movement", "one_each_revertier"): bool(game.singles) and not game.hucke,
        ("movement", "one_blocks"): game.hits is Hits.MARKED,
        ("movement", "land"): game.hits is not Hits.MARKED,
        ("hucke", "own"): game.hucke,
        ("hucke", "opponent"): game.hucke,
        ("hucke", "privilege"): game.hucke,
        ("hucke", "privilege_pile"): game.hucke and game.start_pile,
        ("hitting", "bar"): game.has_bar,
        ("hitting", "bar_first"): game.has_bar,
        ("hitting", "closed_board"): game.has_bar,
        ("hitting", "to_start"): game.hits is Hits.TO_START,
        ("hitting", "marks"): game.hits is Hits.MARKED,
        ("hitting", "dutch"): game.hit_gate == range(19, 20),
        ("doubles", "four"): game.doubles is Doubles.FOUR_STEPS,
        ("doubles", "ace_deuce"): game.ace_deuce is not None,
        ("doubles", "twice"): game.doubles is Doubles.TWICE_AND_AGAIN,
        ("doubles", "top_bottom"): game.doubles is Doubles.TOP_AND_BOTTOM,
        ("doubles", "again"): game.doubles is Doubles.TOP_AND_BOTTOM and not game.again_needs_all,
        ("doubles", "again_russian"): game.again_needs_all,
        ("bearing_off", "when"): game.bear_off is BearOff.FROM_HOME and game.has_reserve and game.has_bar,
        ("bearing_off", "when_no_reserve"): game.bear_off is BearOff.FROM_HOME and not game.has_reserve,
        ("bearing_off", "how"): game.bear_off is BearOff.FROM_HOME,
        ("bearing_off", "exact"): game.bear_off is BearOff.EXACT,
        ("bearing_off", "goal"): game.bear_off is BearOff.PAST_GOAL,
        ("bearing_off", "refill"): game.refills and game.start_pile,
        ("bearing_off", "refill_old"): game.refills and not game.start_pile,
        ("winning", "single"): game.scoring is Scoring.SINGLE,
        ("winning", "gammons"): game.scoring is Scoring.GAMMONS and not game.has_reserve,
        ("winning", "gammons_reserve"): game.scoring is Scoring.GAMMONS and game.has_reserve,
        ("winning", "great_bridge"): game.scoring is Scoring.POINTS and game.hits is Hits.TO_START,
        ("winning", "twelve"): game.scoring is Scoring.POINTS and game.hits is not Hits.MARKED,
        ("winning", "twelve_old"): game.scoring is Scoring.POINTS and game.hits is Hits.MARKED,
        ("cube", "begin"): game.cube,
        ("table", "dice"): True,
    }
    assert {key: has(rules, *key) for key in wanted} == wanted


def test_every_paragraph_is_told_somewhere() -> None:
    told = set(BOOK.texts())
    assert [text for group in PARAGRAPHS.values() for text in group.values() if text not in told] == []


@games
def test_every_option_is_told(rules: GameRules) -> None:
    assert list(rules.options) == [option.name for option in GAMES[rules.id].options]


def test_numbers_that_options_tell_are_those_they_may_have() -> None:
    def option(game: str, name: str) -> Option:
        return next(one for one in GAMES[game].options if one.name == name)

    handicap = option("snake", "handicap")
    low, high = map(int, re.findall(r"\d+", PARAGRAPHS["options"]["handicap"]))
    assert handicap.allowed == tuple(range(low, high + 1))


def test_each_of_the_36_decisions_is_told_where_it_belongs() -> None:
    numbers = [one["number"] for one in read("decisions")["decision"]]
    assert numbers == list(range(1, 37))
    belongs: dict[int, Callable[[Game], bool]] = {
        2: lambda game: game.scoring is Scoring.GAMMONS,
        3: lambda game: any(one.name == "hit_to_start" for one in game.options),
        5: lambda game: game.ace_deuce is not None,
        7: lambda game: game.order is Order.CHOICE,
        8: lambda game: game.doubles is Doubles.TWICE_AND_AGAIN,
        9: lambda game: game.hucke,
        16: lambda game: game.hits is Hits.MARKED,
        17: lambda game: game.order is Order.LOWER_FIRST,
        19: lambda game: any(one.name == "doubles_count" for one in game.options),
        22: lambda game: game.hit_gate is not None,
        23: lambda game: game.hit_gate is not None or game.again_needs_all,
        24: lambda game: game.scoring is not Scoring.POINTS,
        25: lambda game: game.scoring is Scoring.GAMMONS and game.has_reserve,
        29: lambda game: game.start_pile,
        31: lambda game: game.refills,
        34: lambda game: game.again_needs_all,
        36: lambda _game: True,
    }
    for one in read("decisions")["decision"]:
        rule = belongs.get(one["number"])
        if rule:
            assert one["games"] == [game.id for game in GAMES.values() if rule(game)], one["number"]


# What a won game counts, as the pages say it.


def test_points_make_a_win_count_one_to_four() -> None:
    game = GAMES["trictrac"]
    outcome = Outcome(start_position(game), 0, won=True, again=False, memory=Memory())
    counts = [
        game_count(game, outcome._replace(memory=Memory(score=Pair(12, points))), Player.WHITE)
        for points in (7, 6, 3, 2, 1, 0)
    ]
    assert counts == [1, 2, 2, 3, 3, 4]
    said = PARAGRAPHS["winning"]["twelve"]
    assert "counts 1. It counts 2 if the loser has 6 points or fewer, 3 if the loser has 2 or fewer, and 4" in said


@pytest.mark.parametrize(("where", "count"), [("12A:15", 2), ("12A:14 bar:1", 3), ("12A:14 1:1", 3), ("1:14 off:1", 1)])
def test_gammon_and_backgammon_count_as_it_is_said(where: str, count: int) -> None:
    game = GAMES["backgammon"]
    board = Board.read("off:15", where)
    outcome = Outcome(position(game, board), 0, won=True, again=False, memory=Memory())
    assert game_count(game, outcome, Player.WHITE) == count


def test_the_reserve_counts_like_the_bar() -> None:
    game = GAMES["acey_deucey"]
    outcome = Outcome(
        position(game, Board.read("off:15", "12A:14 reserve:1")), 0, won=True, again=False, memory=Memory()
    )
    assert game_count(game, outcome, Player.WHITE) == 3


# The examples.


def scenes() -> list[Any]:
    return list(_scenes())


def _scenes() -> Iterator[Any]:
    for rules in BOOK.games.values():
        for example in rules.examples:
            for number, scene in enumerate(example.scenes):
                yield pytest.param(rules, example, scene, id=f"{rules.id}-{example.id}-{number}")


def turn_of(rules: GameRules, example: Example, scene: Scene) -> Turn:
    assert scene.before
    assert scene.told is not None
    game = configured(rules.id, tuple(example.options.items()))
    player = Player(scene.who)
    told, scored = scene.told, scene.told.get("scored", 0)
    score = Pair(scene.points.white, scene.points.black)
    memory = Memory(
        doubles=both(0).with_(player, told.get("doubles", 0)),
        score=score.with_(player, score[player] - scored),
        named=told.get("named", 0),
        ace_deuces=told.get("ace_deuces", 0),
    )
    return Turn(game, position(game, scene.before), player, scene.dice, memory)


@pytest.mark.parametrize(("rules", "example", "scene"), scenes())
def test_an_example_is_a_legal_play(rules: GameRules, example: Example, scene: Scene) -> None:
    game = configured(rules.id, tuple(example.options.items()))
    here = position(game, scene.board)
    if scene.told is None:
        assert scene.hops == ()
        return
    plays = legal_plays(turn_of(rules, example, scene))
    outcome = found_as_told(plays, scene, here)
    told = scene.told
    assert outcome.scored == told.get("scored", 0)
    assert outcome.won is told.get("won", False)
    assert outcome.again is told.get("again", False)
    assert outcome.memory.gate[plays.turn.player] is told.get("gate", False)
    if told.get("only"):
        assert len(plays) == 1
    for denied in told.get("deny", []):
        with pytest.raises(NotationError):
            booklet.resolve(plays, denied)


def found_as_told(plays: Any, scene: Scene, here: Position) -> Outcome:
    """The outcome of the play as it is written, which must leave the board as it is drawn."""
    assert scene.told is not None
    (outcome,) = plays.at(here)
    if "lost" not in scene.told:
        assert booklet.resolve(plays, scene.play) == outcome
    assert isinstance(outcome, Outcome)
    return outcome


@pytest.mark.parametrize(("rules", "example", "scene"), scenes())
def test_the_dice_that_are_told_are_those_of_the_scene(rules: GameRules, example: Example, scene: Scene) -> None:
    """A text that begins with a throw, such as 5-3:, stands beside that throw."""
    named = re.match(r"(?:.*?\b)?([1-6])-([1-6]):", scene.text)
    if named and scene.told is not None:
        assert (int(named[1]), int(named[2])) == scene.dice, (rules.id, example.id)


def test_each_game_has_examples() -> None:
    assert all(rules.examples for rules in BOOK.games.values())
    assert len({example.id for rules in BOOK.games.values() for example in rules.examples}) == sum(
        len(rules.examples) for rules in BOOK.games.values()
    )


def test_hands_cannot_move_what_is_not_there() -> None:
    with pytest.raises(ValueError, match="white has no checker at 5"):
        Board.read("6:15", "1A:15").moved("white", next(hops("5-4")), "bar")
    with pytest.raises(ValueError, match="is not a move"):
        list(hops("6 to 5"))


# The chances.


def test_the_chances_are_those_of_the_booklet() -> None:
    (table,) = chances("four")
    assert tuple(row.count for row in table[:12]) == BOOKLET_CHANCES
    assert tuple(row.percent for row in table[:12]) == BOOKLET_PERCENT
    assert [row.distance for row in table[:12]] == list(range(1, 13))


@pytest.mark.parametrize("doubles", DOUBLES)
def test_the_throws_that_are_named_are_those_counted(doubles: str) -> None:
    for table in chances(doubles):
        for row in table:
            direct = {dice for dice in ALL_THROWS if row.direct and row.distance in dice}
            combined = {dice for high, low in row.combined for dice in ((high, low), (low, high))}
            assert len(direct | combined) == row.count
            assert not direct & combined


REACHES = [
    ("backgammon", "four", 0),
    ("trictrac", "twice", 0),
    ("puff", "top_bottom", 0),
    ("puff_long", "top_bottom", 1),
    ("puff_russian", "top_bottom", 0),
]


@pytest.mark.parametrize(("name", "doubles", "before"), REACHES)
@pytest.mark.parametrize("distance", range(1, 16))
def test_a_chance_is_what_the_rules_make_it(name: str, doubles: str, before: int, distance: int) -> None:
    """One checker that hits, a blot ahead of it, and others beyond the blot that can use what is left over."""
    game = GAMES[name]
    double = DOUBLES[doubles][before]
    for dice in ALL_THROWS:
        if dice[0] <= dice[1] and not on_a_hucke(game, distance, dice):
            assert can_hit(game, distance, dice, before) == (distance in reached(dice, double, ace_deuce=False))


HITTER = 2
"""Where the checker stands that hits: not on a start pile."""


def on_a_hucke(game: Game, distance: int, dice: tuple[int, int]) -> bool:
    """Tric-Trac closes some points on the way, which the table does not count."""
    return game.hucke and bool({HITTER + distance, HITTER + dice[0], HITTER + dice[1]} & {12, 13})


def can_hit(game: Game, distance: int, dice: tuple[int, int], doubles: int = 0, named: int = 0) -> bool:
    return any(hits(outcome, game, distance) for outcome in outcomes(game, distance, dice, doubles, named))


def hits(outcome: Outcome, game: Game, distance: int) -> bool:
    point = game.path(Player.WHITE).point(HITTER + distance)
    return not outcome.position.sides.black.points[point - 1]


def outcomes(game: Game, distance: int, dice: tuple[int, int], doubles: int = 0, named: int = 0) -> list[Outcome]:
    point = game.path(Player.WHITE).point
    blot = point(HITTER + distance)
    white: dict[int | str, int] = {point(HITTER): 1, point(18): 4, "off": 10}
    black: dict[int | str, int] = {blot: 1, "off": 14}
    start = Position.of(game, Setup.of(Pair(white, black)))
    memory = Memory(doubles=both(0).with_(Player.WHITE, doubles), named=named)
    return list(legal_plays(Turn(game, start, Player.WHITE, dice, memory)))


@pytest.mark.parametrize("distance", range(1, 16))
def test_the_chances_of_a_1_2_are_what_the_rules_make_them(distance: int) -> None:
    game = GAMES["acey_deucey"]
    hit = any(
        hits(first, game, distance) or hits_named(game, first, distance) for first in outcomes(game, distance, (1, 2))
    )
    assert hit == (distance in reached((1, 2), DOUBLES["ace_deuce"][0], ace_deuce=True))


def hits_named(game: Game, first: Outcome, distance: int) -> bool:
    turns = (Turn(game, first.position, Player.WHITE, (1, 2), replace(first.memory, named=n)) for n in range(1, 7))
    return any(hits(outcome, game, distance) for turn in turns for outcome in legal_plays(turn))
