"""How a board stands, found from what lies on it."""

import pytest

from companion.rules.games import GAMES
from companion.rules.players import Player
from companion.rules.position import start_position
from firmware_bridge.health import Trouble
from firmware_bridge.orientation import EVERY, Orientation, possible
from firmware_bridge.seating import Finding, find, question
from firmware_bridge.zones import Sensing, Slot
from tests.firmware_bridge.test_readings import sensed

STARTS_ON_POINTS = ("backgammon", "snake", "trictrac", "revertier")


def found(name: str, orientation: Orientation, sensing: Sensing, games: tuple[str, ...] = tuple(GAMES)) -> Finding:
    zones, board = sensed(start_position(GAMES[name]).setup, orientation, sensing, 6)
    return find(zones, board, {}, [GAMES[game] for game in games], possible(zones))


def truly(orientation: Orientation, sensing: Sensing) -> Orientation:
    return orientation if sensing is Sensing.COLOUR else Orientation(orientation.corner)


@pytest.mark.parametrize("sensing", [Sensing.COLOUR, Sensing.PRESENCE])
@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("orientation", EVERY)
def test_the_truth_is_always_among_the_choices(name: str, orientation: Orientation, sensing: Sensing) -> None:
    finding = found(name, orientation, sensing)
    assert name in finding.games
    assert truly(orientation, sensing) in finding.choices
    assert (finding.question is None) is (len(finding.choices) == 1)


@pytest.mark.parametrize("sensing", [Sensing.COLOUR, Sensing.PRESENCE])
@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("orientation", EVERY)
def test_right_answers_lead_to_the_truth(name: str, orientation: Orientation, sensing: Sensing) -> None:
    truth = truly(orientation, sensing)
    zones, board = sensed(start_position(GAMES[name]).setup, orientation, sensing, 6)
    choices = possible(zones)
    for _ in range(3):
        finding = find(zones, board, {}, [GAMES[name]], choices)
        choices = finding.choices
        if finding.question is None:
            break
        answers = [left for _, left in finding.question.answers]
        assert sorted(map(repr, sum(answers, ()))) == sorted(map(repr, choices))
        assert all(answers)
        (choices,) = (left for left in answers if truth in left)
    assert choices == (truth,)


def test_snake_tells_it_all() -> None:
    finding = found("snake", Orientation(13, Player.BLACK), Sensing.COLOUR)
    assert finding == Finding(("snake",), (Orientation(13, Player.BLACK),), None)


def test_backgammon_leaves_one_question() -> None:
    finding = found("backgammon", Orientation(12), Sensing.COLOUR)
    assert finding.games == ("backgammon",)
    assert set(finding.choices) == {Orientation(12), Orientation(13, Player.BLACK)}
    assert finding.question is not None
    assert finding.question.text == "Whose are the checkers on the board's point 1?"
    assert finding.question.answers == (
        ("White's", (Orientation(13, Player.BLACK),)),
        ("Black's", (Orientation(12),)),
    ) or finding.question.answers == (("White's", (Orientation(12),)), ("Black's", (Orientation(13, Player.BLACK),)))


def test_an_empty_board_leaves_all_to_be_asked() -> None:
    finding = found("puff", Orientation(1), Sensing.COLOUR)
    assert set(finding.choices) == set(EVERY)
    assert finding.question is not None
    assert finding.question.text == "Where is White's point 1?"
    assert len(finding.question.answers) == 4


def test_amid_a_game_one_can_ask_too() -> None:
    asked = question(EVERY)
    assert asked.text == "Where is White's point 1?"
    assert asked.answers[1] == ("at the board's point 12", (Orientation(12), Orientation(12, Player.BLACK)))
    assert question(asked.answers[1][1]).text == "Which checkers are White's?"


@pytest.mark.parametrize("name", STARTS_ON_POINTS)
def test_in_the_middle_of_a_game_nothing_is_found(name: str) -> None:
    zones, board = sensed(start_position(GAMES[name]).setup, Orientation(), Sensing.COLOUR, 6)
    lifted = next(at for at, row in enumerate(board) if row[0] != Slot())
    moved = (*board[:lifted], (Slot(), *board[lifted][1:]), *board[lifted + 1 :])
    assert find(zones, moved, {}, GAMES.values(), possible(zones)) == Finding((), (), None)


def test_a_slot_in_doubt_does_not_hide_the_start() -> None:
    zones, board = sensed(start_position(GAMES["snake"]).setup, Orientation(24), Sensing.COLOUR, 6)
    faulty = (*board[:9], (*board[9][:3], Slot(fault=True), *board[9][4:]), *board[10:])
    assert find(zones, faulty, {(9, 3): Trouble.FAULT}, GAMES.values(), EVERY).choices == (Orientation(24),)
