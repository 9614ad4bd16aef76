"""Backgammon side by side with an engine that others wrote: 200 random games of OpenSpiel, every turn of them.

At every turn all legal actions of OpenSpiel are played out, and the positions they lead to must be exactly those of
`legal_plays`; then one of them, chosen at random, is played in both. Nothing is sampled, doubles are compared in full
too: 19,492 turns with 362,498 positions, in about 15 seconds of one core.

How OpenSpiel 2.0 has it, and what follows for the comparison:

- Its points 0 to 23 are our points 1 to 24. Its player 0, "x", goes up and is our Black; player 1, "o", is our White.
- The throw is a chance node. The opening throw is one that also says who begins, and is never a double.
- An action is two steps. A double is two actions of the same player, so both are played out and the positions after
  the second are compared. Using as many numbers as can be in each half is the same as in all four steps: with one
  number only, a step that can be made stays possible until it is made.
- Who can do nothing has one action, "Pass", and the position stays; so it is with us. The other player throws next.
- Its games end undecided after 500 turns. Our rules know no such end; the longest of these games are far shorter.

Where the rules could differ:

- D24, the last checker could go off with the large number at once, although another play uses both: OpenSpiel has only
  the play with both numbers, as we do. In the positions this shows only if the step before hits, which is rare at
  random. A position cannot be handed to OpenSpiel, so the second test chooses throws that lead there.
- Nothing else was found: no position differed, and no result (single, gammon or backgammon).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest

from companion.rules.following import following, next_turn
from companion.rules.games import configured
from companion.rules.players import Player
from companion.rules.plays import Plays, legal_plays
from companion.rules.position import Position, Side, start_position
from companion.rules.results import game_count
from companion.rules.turn import OFF, Outcome, Turn
from tests.effort import tried

Board = tuple[int, ...]
"""Our 24 signed counts, then White's and Black's checkers on the bar and off."""

GAME = configured("backgammon")
SPIEL = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
IDS = {Player.BLACK: 0, Player.WHITE: 1}
PLAYERS = {number: player for player, number in IDS.items()}
BAR = 100
CHECKERS = 15
BATCHES, GAMES_EACH = 10, tried(8, 20)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_agree_at_every_turn(batch: int) -> None:
    chance = random.Random(batch)
    seen = Counter[str]()
    for _ in range(GAMES_EACH):
        follow_game(chance, seen)
    assert seen["turns"] > 75 * GAMES_EACH
    assert seen["doubles"] > 10 * GAMES_EACH
    assert seen["passes"] > 2.5 * GAMES_EACH
    assert seen["positions"] > 1250 * GAMES_EACH
    assert seen["won"] == GAMES_EACH


def follow_game(chance: random.Random, seen: Counter[str]) -> None:
    """Play one game in both engines, compare every turn, and count what was compared."""
    state = thrown(SPIEL.new_initial_state(), chance)
    turn = Turn(GAME, start_position(GAME), PLAYERS[state.current_player()], dice_of(state))
    while True:
        finals, plays = finals_of(state), legal_plays(turn)
        compare(turn, plays, finals)
        tally(turn, finals, seen)
        board = chance.choice(sorted(finals))
        state, outcome = finals[board], outcome_at(plays, board)
        then = following(turn, outcome)
        assert state.is_terminal() == (then is None)
        if then is None:
            break
        state = thrown(state, chance)
        assert PLAYERS[state.current_player()] is then.player
        turn = next_turn(GAME, outcome, then, dice_of(state))
    assert state.returns()[IDS[turn.player]] == game_count(GAME, outcome, turn.player)
    seen["won"] += 1


def compare(turn: Turn, plays: Plays, finals: dict[Board, Any]) -> None:
    """The whole turn: the same positions, and each of ours only once."""
    ours = {board_of(outcome.position) for outcome in plays}
    assert len(ours) == len(plays)
    assert ours == finals.keys(), (turn, sorted(ours ^ finals.keys()))


def tally(turn: Turn, finals: dict[Board, Any], seen: Counter[str]) -> None:
    seen["turns"] += 1
    seen["positions"] += len(finals)
    seen["doubles"] += turn.dice[0] == turn.dice[1]
    seen["passes"] += list(finals) == [board_of(turn.position)]


def outcome_at(plays: Plays, board: Board) -> Outcome:
    (outcome,) = [one for one in plays if board_of(one.position) == board]
    return outcome


def board_of(position: Position) -> Board:
    return (*position.points, *position.bar, *position.off)


def thrown(state: Any, chance: random.Random) -> Any:
    """The state after a random throw."""
    actions, odds = zip(*state.chance_outcomes(), strict=True)
    return state.child(chance.choices(actions, odds)[0])


def dice_of(state: Any) -> tuple[int, int]:
    """The throw, which is the last that OpenSpiel tells its observers."""
    first, second = state.observation_tensor()[-2:]
    return int(first), int(second)


def finals_of(state: Any) -> dict[Board, Any]:
    """Each position that a turn can lead to, with a state that has it."""
    after = distinct(after_actions(state))
    halves = [one for one in after if one.is_player_node()]
    whole = [one for one in after if not one.is_player_node()]
    return {spiel_board(one): one for one in whole + distinct(two for one in halves for two in after_actions(one))}


def after_actions(state: Any) -> Iterator[Any]:
    return (state.child(action) for action in state.legal_actions())


def distinct(states: Iterator[Any]) -> list[Any]:
    """The states without those that look the same: its pictures show all there is of a position."""
    return list({str(state): state for state in states}.values())


def spiel_board(state: Any) -> Board:
    white, black = ([state.board(IDS[player], point) for point in (*range(24), BAR)] for player in Player)
    points = (mine - theirs for mine, theirs in zip(white[:24], black[:24], strict=True))
    return (*points, white[24], black[24], CHECKERS - sum(white), CHECKERS - sum(black))


def test_the_last_checker_must_use_both_numbers_in_both_engines() -> None:
    chance = random.Random(24)
    seen = Counter[str]()
    for _ in range(40):
        for state in turns_to_the_last_checker(chance):
            turn = turn_of(state)
            if is_last_checker_with_a_choice(turn):
                seen.update([turn.player.value])
                seen["hits"] += assert_both_are_used(state, legal_plays(turn))
    assert min(seen["white"], seen["black"]) >= 5
    assert seen["hits"] >= 2


def turns_to_the_last_checker(chance: random.Random) -> Iterator[Any]:
    """The turns of a game in which who bears off throws ones, keeps a checker behind, and then may choose (D24)."""
    state = SPIEL.new_initial_state()
    while not state.is_terminal():
        bears_off = any(position_of(state).off)
        if state.is_chance_node():
            state = max(shuffled(state, chance), key=suits) if bears_off else thrown(state, chance)
            yield state
        elif bears_off:
            state = max(shuffled(state, chance), key=straggling)
        else:
            state = state.child(chance.choice(state.legal_actions()))


def shuffled(state: Any, chance: random.Random) -> list[Any]:
    after = list(after_actions(state))
    return chance.sample(after, len(after))


def suits(state: Any) -> int:
    """How well a throw helps to come to a last checker that has a choice."""
    turn = turn_of(state)
    slow = turn.dice == (1, 1) and turn.position.off[turn.player] > 0
    return 2 * is_last_checker_with_a_choice(turn) + slow


def straggling(state: Any) -> tuple[int, int]:
    """How many checkers are off, and how far behind the rearmost ones are."""
    position = position_of(state)
    return sum(position.off), sum(rear_pips(player, position.sides[player]) for player in Player)


def turn_of(state: Any) -> Turn:
    return Turn(GAME, position_of(state), PLAYERS[state.current_player()], dice_of(state))


def position_of(state: Any) -> Position:
    return Position(b"".join(side_code(state, player) for player in Player))


def side_code(state: Any, player: Player) -> bytes:
    points = [state.board(IDS[player], point) for point in range(24)]
    bar = state.board(IDS[player], BAR)
    return bytes((bar, *points, CHECKERS - sum(points) - bar, 0, 0))


def is_last_checker_with_a_choice(turn: Turn) -> bool:
    """Whether one checker is left, can go off at once, and can also move within its home first (D24)."""
    low, high = sorted(turn.dice)
    side = turn.position.sides[turn.player]
    if side.off != CHECKERS - 1 or side.bar or low == high:
        return False
    pips = rear_pips(turn.player, side)
    theirs = turn.position.sides[turn.player.opponent].points
    return low < pips <= high and theirs[at(turn.player, pips - low)] < 2


def rear_pips(player: Player, side: Side) -> int:
    """How many pips the rearmost checker on the board has to go."""
    return max((pips for pips in range(1, 25) if side.points[at(player, pips)]), default=0)


def at(player: Player, pips: int) -> int:
    """The index of the point from which a player has so many pips to go."""
    return pips - 1 if player is Player.WHITE else 24 - pips


def assert_both_are_used(state: Any, plays: Plays) -> bool:
    """Both engines: one play, of two steps. Return whether its first hits, so that the positions show it too."""
    player = state.current_player()
    for action in state.legal_actions():
        assert all(move.num > 0 for move in state.spiel_move_to_checker_moves(player, action))
    (outcome,) = plays
    assert {board_of(outcome.position)} == finals_of(state).keys()
    play = plays[outcome]
    assert [step.number for step in play.steps] == sorted(plays.turn.dice)
    assert play.steps[-1].target == OFF
    return bool(play.hits)
