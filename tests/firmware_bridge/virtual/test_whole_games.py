"""A few turns of each game under each fault: the table records what was played, or asks, or says what it cannot see."""

import pytest

from companion.rules.games import GAMES, configured
from firmware_bridge.happenings import Pressed
from firmware_bridge.virtual.layout import layout
from firmware_bridge.zones import Sensing
from tests.firmware_bridge.virtual.sitting import Sitting
from tests.firmware_bridge.virtual.troubles import GOOD, TROUBLES
from tests.firmware_bridge.virtual.whole_games import OWN, SENSINGS, played

TURNS = 4
every_game = pytest.mark.parametrize("name", GAMES)
every_trouble = pytest.mark.parametrize("trouble", TROUBLES)


@every_game
@every_trouble
def test_no_wrong_record(name: str, trouble: str) -> None:
    sitting = Sitting(configured(name), TROUBLES[trouble], seed=f"short {trouble}")
    tally = sitting.play(TURNS)
    assert tally.wrong == tally.unfinished == []
    assert tally.counts["turns"] > 0
    assert sitting.is_recorded()


@every_game
def test_a_good_board_needs_no_help(name: str) -> None:
    sitting = Sitting(configured(name), GOOD, seed="no help")
    counts = sitting.play(2 * TURNS).counts
    assert counts["seen"] + counts["asked"] == counts["turns"]
    assert counts["seen"] >= counts["turns"] - 1
    assert sitting.presses == sitting.count(Pressed)


@pytest.mark.parametrize("sensing", [name for name in SENSINGS if name != OWN])
def test_other_kinds_of_board(sensing: str) -> None:
    tally = played((sensing, GOOD.name, "backgammon", 1, 20))
    assert tally.wrong == tally.unfinished == []
    assert tally.counts["seen"] + tally.counts["asked"] == 20


def test_a_whole_game() -> None:
    tally = played((OWN, GOOD.name, "backgammon", 1, 400))
    assert tally.counts["ended"] == 1
    assert tally.wrong == []


@pytest.mark.parametrize("trouble", [name for name, one in TROUBLES.items() if one.keeps_presses])
def test_no_press_is_lost_or_counts_twice(trouble: str) -> None:
    sitting = Sitting(configured("backgammon"), TROUBLES[trouble], seed="presses")
    sitting.play(8)
    sitting.board.mend()
    sitting.run(10.0)
    assert 0 < sitting.presses == sitting.count(Pressed)


@pytest.mark.parametrize("trouble", [name for name, one in TROUBLES.items() if not one.keeps_presses])
def test_no_press_counts_twice_even_where_some_are_lost(trouble: str) -> None:
    sitting = Sitting(configured("backgammon"), TROUBLES[trouble], seed="presses")
    sitting.play(8)
    sitting.board.mend()
    sitting.run(10.0)
    assert 0 < sitting.count(Pressed) <= sitting.presses


@every_trouble
def test_afterwards_the_board_is_read_rightly_again(trouble: str) -> None:
    sitting = Sitting(configured("backgammon"), TROUBLES[trouble], seed="afterwards")
    sitting.play(3)
    sitting.board.mend()
    sitting.run(20.0)
    assert sitting.table.board is not None
    assert sitting.table.board.shows(sitting.board.seat.setup)


def test_the_proof_would_see_a_wrong_record() -> None:
    sitting = Sitting(configured("backgammon"), GOOD, seed="cheat", groups=layout(Sensing.COUNT))
    sitting.play(2)
    assert sitting.is_recorded()
    sitting.goals[0] = sitting.goals[1]
    assert not sitting.is_recorded()
