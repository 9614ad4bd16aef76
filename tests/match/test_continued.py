"""The game after a game: fresh or going on, what is carried over, and a round of twelve."""

import random

import pytest

from companion.match.between import choose, chooser, next_game
from companion.match.carried import Carried, carried_after, carried_before_play, carried_before_throw, refilled
from companion.match.ending import played
from companion.match.refused import Refused
from companion.match.score import Choice, GameResult, How, MatchState, begin, record
from companion.match.stake import Stake
from companion.rules.board import OFF, RESERVE
from companion.rules.following import following, next_turn
from companion.rules.game import Game, Opening
from companion.rules.games import configured
from companion.rules.memory import TARGET, Memory
from companion.rules.players import Pair, Player
from companion.rules.plays import legal_plays
from companion.rules.position import Position, Setup, start_position
from companion.rules.results import game_count
from companion.rules.turn import Outcome, Play, Turn
from tests.match.script import Case, rules_of, told

TRICTRAC, OLD = configured("trictrac"), configured("trictrac_old")
CASES = told("continued.jsonl")
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["about"]))


def places(counts: dict[str, int]) -> dict[int | str, int]:
    return {int(place) if place.isdigit() else place: count for place, count in counts.items()}


def turn_of(case: Case) -> Turn:
    game = configured(case["game"])
    position = Position.of(game, Setup.of(Pair(places(case["white"]), places(case["black"]))))
    high, low = case["dice"]
    return Turn(game, position, Player(case["turn"]), (high, low), Memory(score=Pair(*case["score"])))


def won(turn: Turn, steps: int) -> tuple[Outcome, Play]:
    """The play of so many steps that wins with the most points."""
    plays = legal_plays(turn)
    found = [(outcome, plays[outcome]) for outcome in plays.sorted() if outcome.won]
    return max((one for one in found if len(one[1].steps) == steps), key=lambda one: one[0].scored)


@every_case
def test_what_is_carried_over(case: Case) -> None:
    turn = turn_of(case)
    outcome, play = won(turn, case["steps"])
    carried = carried_after(turn, outcome, play)
    assert list(carried.memory.score) == case["points"]
    assert carried.player is Player(case["player"])
    assert carried.dice == (tuple(case["throw"]) if "throw" in case else None)
    assert carried.begun == (play.steps if "throw" in case else ())
    assert carried.position.off[turn.player] < turn.game.checkers[turn.player]
    if "pile" in case:
        first = turn.game.path(turn.player).point(1)
        assert abs(carried.position.points[first - 1]) == case["pile"]


@every_case
def test_the_game_goes_on_from_there(case: Case) -> None:
    turn = turn_of(case)
    outcome, play = won(turn, case["steps"])
    carried = carried_after(turn, outcome, play)
    then = carried.turn(turn.game, None if carried.dice else (6, 5))
    plays = legal_plays(then)
    assert plays
    if carried.dice:
        assert all(len(plays[after].steps) <= 1 for after in plays)


def test_a_second_number_starts_from_the_pile_put_back() -> None:
    turn = turn_of(next(case for case in CASES if "pile" in case))
    carried = carried_after(turn, *won(turn, 1))
    plays = legal_plays(carried.turn(TRICTRAC))
    assert {plays[outcome].steps[0].source for outcome in plays} == {1}
    (outcome,) = plays
    assert following(carried.turn(TRICTRAC), outcome) is not None


def test_a_throw_is_played_once() -> None:
    turn = turn_of(CASES[0])
    carried = carried_after(turn, *won(turn, 1))
    with pytest.raises(ValueError, match="already"):
        carried.turn(TRICTRAC, (6, 5))
    turn = turn_of(CASES[1])
    carried = carried_after(turn, *won(turn, 2))
    with pytest.raises(ValueError, match="throw first"):
        carried.turn(TRICTRAC)


def test_a_game_that_is_not_won_leaves_nothing() -> None:
    turn = turn_of({**CASES[0], "score": [0, 0]})
    plays = legal_plays(turn)
    outcome = plays.sorted()[0]
    with pytest.raises(ValueError, match="not won"):
        carried_after(turn, outcome, plays[outcome])


def test_a_resigned_game_stands_as_it_stood() -> None:
    turn = turn_of(CASES[0])
    unplayed = carried_before_play(turn, Player.BLACK)
    assert (unplayed.player, unplayed.dice) == (Player.WHITE, (5, 2))
    assert unplayed.memory.score == Pair(0, 0)
    unthrown = carried_before_throw(TRICTRAC, turn.position, turn.memory, Player.WHITE, Player.BLACK)
    assert unthrown == Carried(turn.position, unplayed.memory, Player.WHITE)


def test_a_resigned_old_game_lets_the_winner_throw_anew() -> None:
    turn = turn_of(CASES[-1])
    unplayed = carried_before_play(turn, Player.BLACK)
    assert (unplayed.player, unplayed.dice) == (Player.BLACK, None)
    assert unplayed.memory.score == Pair(11, 0)
    assert carried_before_throw(OLD, turn.position, turn.memory, Player.WHITE, Player.BLACK) == unplayed


@pytest.mark.parametrize(("game", "place"), [(TRICTRAC, 24), (OLD, RESERVE)])
def test_a_tray_that_is_full_is_set_up_again(game: Game, place: int | str) -> None:
    white: dict[int | str, int] = {12: 2, OFF: 13}
    full, again = (Position.of(game, Setup.of(Pair(white, {where: 15}))) for where in (OFF, place))
    assert refilled(game, full) == again == refilled(game, again)


def twelve(name: str = "trictrac") -> MatchState:
    return begin(rules_of({"game": name, "length": {"games": 12}}))


def result(winner: Player | None, count: int = 1) -> GameResult:
    return GameResult(winner, How.PLAYED if winner else How.CALLED_OFF, count if winner else 0)


CARRIED = Carried(start_position(TRICTRAC), Memory(score=Pair(1, 0)), Player.BLACK)


def test_the_first_game_starts_fresh() -> None:
    start = next_game(twelve())
    assert (start.number, start.opening, start.goes_on) == (1, Opening.TWO_DICE_PLAYED, None)
    assert start.position == start_position(TRICTRAC)
    assert start.memory == Memory()
    assert start.stake == Stake()


def test_the_winner_chooses_fresh() -> None:
    match = record(twelve(), result(Player.WHITE), CARRIED)
    assert chooser(match) is Player.WHITE
    start = next_game(choose(match, Player.WHITE, Choice.FRESH))
    assert (start.number, start.opening, start.memory) == (2, Opening.TWO_DICE_PLAYED, Memory())


def test_the_winner_chooses_to_continue() -> None:
    match = record(twelve(), result(Player.WHITE), CARRIED)
    match = choose(match, Player.WHITE, Choice.CONTINUE)
    start = next_game(match)
    assert (start.number, start.opening, start.goes_on) == (2, None, CARRIED)
    assert (start.position, start.memory.score) == (CARRIED.position, Pair(1, 0))
    assert chooser(record(match, result(None), CARRIED)) is None


@pytest.mark.parametrize(
    ("match", "player", "code"),
    [
        (record(twelve(), result(Player.WHITE), CARRIED), Player.BLACK, "not_the_winner"),
        (twelve(), Player.WHITE, "no_choice"),
        (record(twelve(), result(None), CARRIED), Player.WHITE, "no_choice"),
        (record(twelve("trictrac_old"), result(Player.WHITE), CARRIED), Player.WHITE, "no_choice"),
        (record(begin(rules_of({"length": 5})), result(Player.WHITE), CARRIED), Player.WHITE, "no_choice"),
        (
            record(begin(rules_of({"game": "trictrac", "length": 1})), result(Player.WHITE), CARRIED),
            Player.WHITE,
            "match_is_over",
        ),
    ],
)
def test_a_choice_is_refused(match: MatchState, player: Player, code: str) -> None:
    with pytest.raises(Refused) as refused:
        choose(match, player, Choice.CONTINUE)
    assert refused.value.code == code


def test_a_choice_is_made_once() -> None:
    match = choose(record(twelve(), result(Player.WHITE), CARRIED), Player.WHITE, Choice.FRESH)
    with pytest.raises(Refused) as refused:
        choose(match, Player.WHITE, Choice.CONTINUE)
    assert refused.value.code == "no_choice"


def test_the_next_game_waits_for_the_choice() -> None:
    with pytest.raises(Refused) as refused:
        next_game(record(twelve(), result(Player.WHITE), CARRIED))
    assert refused.value.code == "choice_pending"


def test_no_game_follows_the_last() -> None:
    match = begin(rules_of({"game": "trictrac", "length": {"games": 1}}))
    with pytest.raises(Refused) as refused:
        next_game(record(match, result(Player.WHITE), CARRIED))
    assert refused.value.code == "match_is_over"


def test_the_old_game_goes_on_unasked() -> None:
    start = next_game(record(twelve("trictrac_old"), result(Player.WHITE), CARRIED))
    assert start.goes_on == CARRIED


def test_a_game_called_off_is_followed_by_a_fresh_one() -> None:
    start = next_game(record(twelve("trictrac_old"), result(None), CARRIED))
    assert (start.goes_on, start.opening) == (None, Opening.TWO_DICE_ANEW)


def test_a_crawford_game_is_announced() -> None:
    match = begin(rules_of({"length": 3}))
    assert not next_game(match).is_crawford_game
    match = record(match, result(Player.WHITE, 2))
    assert next_game(match).is_crawford_game
    assert not next_game(record(match, result(Player.BLACK))).is_crawford_game


@pytest.mark.parametrize(("name", "seed"), [("trictrac", 1), ("trictrac", 2), ("trictrac_old", 3), ("trictrac_old", 4)])
def test_twelve_games_at_random(name: str, seed: int) -> None:
    chance, match = random.Random(seed), twelve(name)
    while not match.is_over:
        start = next_game(match)
        turn, outcome, play = random_game(first_turn(start.game, start.goes_on, chance), chance)
        count = game_count(turn.game, outcome, turn.player)
        match = record(match, played(match, Stake(), turn.player, count), carried_after(turn, outcome, play))
        if chooser(match):
            match = choose(match, turn.player, chance.choice(list(Choice)))
    assert len(match.results) == 12
    assert list(match.score) == [sum(one.counted for one in match.results if one.winner is who) for who in Player]


def dice(chance: random.Random) -> tuple[int, int]:
    return chance.randint(1, 6), chance.randint(1, 6)


def first_turn(game: Game, carried: Carried | None, chance: random.Random) -> Turn:
    if carried is None:
        return Turn(game, start_position(game), chance.choice(list(Player)), dice(chance))
    assert max(carried.memory.score) < TARGET
    return carried.turn(game, None if carried.dice else dice(chance))


def random_game(turn: Turn, chance: random.Random) -> tuple[Turn, Outcome, Play]:
    while True:
        plays = legal_plays(turn)
        outcome = max(chance.choices(plays.sorted(), k=3), key=lambda one: one.scored)
        then = following(turn, outcome)
        if then is None:
            return turn, outcome, plays[outcome]
        turn = next_turn(turn.game, outcome, then, dice(chance))
