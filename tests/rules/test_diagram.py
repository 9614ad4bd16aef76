"""Diagrams show what is on the board, and are read as what they show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import diagram as diagram_module
from companion.rules.diagram import diagram, parse_diagram
from companion.rules.games import GAMES
from companion.rules.players import Pair
from companion.rules.position import Setup, Side, start_position
from tests.rules.random_games import random_turns

START = """\
  13  14  15  16  17  18 |bar|  19  20  21  22  23  24
   O   .   .   .   X   . |   |   X   .   .   .   .   O
   O   .   .   .   X   . |   |   X   .   .   .   .   O
   O   .   .   .   X   . |   |   X   .   .   .   .   .
   O   .   .   .   .   . |   |   X   .   .   .   .   .
   O   .   .   .   .   . |   |   X   .   .   .   .   .
                         |   |
   X   .   .   .   .   . |   |   O   .   .   .   .   .
   X   .   .   .   .   . |   |   O   .   .   .   .   .
   X   .   .   .   O   . |   |   O   .   .   .   .   .
   X   .   .   .   O   . |   |   O   .   .   .   .   X
   X   .   .   .   O   . |   |   O   .   .   .   .   X
  12  11  10   9   8   7 |bar|   6   5   4   3   2   1
O White: bar 0, reserve 0, off 0
X Black: bar 0, reserve 0, off 0
"""

PILES = """\
 12A 11A 10A  9A  8A  7A |bar|  6A  5A  4A  3A  2A  1A
   .   .   .   .   .   . |   |   .   .   .   .   .   X
   .   .   .   .   .   . |   |   .   .   .   .   .   X
   .   .   .   .   .   . |   |   .   .   .   .   .   X
   .   .   .   .   .   . |   |   .   .   .   .   .   X
   .   .   .   .   .   . |   |   .   .   .   .   .   X
   .   .   .   .   .   . |   |   .   .   .   .   .  15
                         |   |
   .   .   .   .   .   . |   |   .   .   .   .   .  15
   .   .   .   .   .   . |   |   .   .   .   .   .   O
   .   .   .   .   .   . |   |   .   .   .   .   .   O
   .   .   .   .   .   . |   |   .   .   .   .   .   O
   .   .   .   .   .   . |   |   .   .   .   .   .   O
   .   .   .   .   .   . |   |   .   .   .   .   .   O
  12  11  10   9   8   7 |bar|   6   5   4   3   2   1
O White: bar 0, reserve 0, off 0
X Black: bar 0, reserve 0, off 0
"""

counts = st.integers(0, 127)
few = st.sampled_from([0, 0, 0, 1, 2, 5, 6, 15])
sides = st.builds(Side, st.tuples(*[few | counts] * 24), counts, counts, counts)
setups = st.builds(Setup, st.builds(Pair, sides, sides))


def test_the_start_of_backgammon() -> None:
    assert diagram(start_position(GAMES["backgammon"])) == START


def test_a_tall_stack_and_the_booklets_names() -> None:
    assert diagram(start_position(GAMES["trictrac"]), booklet_names=True) == PILES


@given(setups, st.booleans())
def test_what_is_drawn_is_read_again(setup: Setup, booklet_names: bool) -> None:  # noqa: FBT001 - drawn by hypothesis
    drawn = diagram(setup, booklet_names=booklet_names)
    assert drawn.isascii()
    assert parse_diagram(drawn) == setup
    assert diagram(parse_diagram(drawn), booklet_names=booklet_names) == drawn


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_games_are_drawn_and_read_again(name: str) -> None:
    for turn in random_turns(GAMES[name].with_options({}), 1, 60):
        assert parse_diagram(diagram(turn.position)) == turn.position.setup


def test_the_example_that_is_documented() -> None:
    documented = (diagram_module.__doc__ or "").split("\n\n")[1]
    setup = parse_diagram(documented)
    assert setup.sides.map(lambda side: side.total) == Pair(15, 15)
    assert [line.strip() for line in documented.splitlines()] == [line.strip() for line in diagram(setup).splitlines()]


def test_what_is_off_the_points_is_told() -> None:
    setup = Setup(Pair(Side(bar=1, reserve=2, off=3), Side(off=15)))
    assert diagram(setup).endswith("O White: bar 1, reserve 2, off 3\nX Black: bar 0, reserve 0, off 15\n")


def test_both_colours_on_a_point_are_told() -> None:
    setup = Setup.of(Pair({5: 2, 13: 1}, {5: 1, 13: 7, 1: 1}))
    assert diagram(setup).endswith("X Black: bar 0, reserve 0, off 0, also 1 on 5, 7 on 13\n")
    assert parse_diagram(diagram(setup)) == setup


def test_empty_rows_and_spaces_may_be_left_out() -> None:
    drawn = """
        13 14 15 16 17 18 |bar| 19 20 21 22 23 24
         .  .  .  .  .  X |   |  .  .  .  .  .  O
                          |   |
        12 11 10  9  8  7 |bar|  6  5  4  3  2  1
        O White: bar 0, reserve 0, off 14
        X Black: bar 1, reserve 0, off 13
    """
    assert parse_diagram(drawn) == Setup.of(Pair({24: 1, "off": 14}, {18: 1, "bar": 1, "off": 13}))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (START, "", "a diagram has the points 13 to 24 above"),
        ("13  14", "14  13", "a diagram has the points 13 to 24 above"),
        ("12  11", "12A 11A", "a diagram has the points 13 to 24 above"),
        ("                         |   |\n", "", "a row without checkers between"),
        ("                         |   |\n", "|   |\n|   |\n", "a row without checkers between"),
        ("X Black: bar 0, reserve 0, off 0\n", "", "and two lines more"),
        ("O   .", "O O .", "is no row of a diagram: it has 6 cells on each side"),
        (". |   |", ".     |", "is no row of a diagram"),
        ("   O   .", "   .   .", "point 13 is drawn wrongly: . O O O O"),
        ("   O   .", "   X   .", "point 13 is drawn wrongly: X O O O O"),
        ("   O   .   .   .   .   . |   |   X", "   Q   .   .   .   .   . |   |   X", "point 13 .*: O O O Q O"),
        ("   O   .   .   .   .   . |   |   X", "   7   .   .   .   .   . |   |   X", "point 13 .*: O O O 7 O"),
        (
            "   O   .   .   .   X   . |   |   X   .   .   .   .   .",
            "  O . . . 3 . | | X . . . . .",
            "point 17 .*: X X 3",
        ),
        (
            "White: bar 0",
            "White: bar -1",
            "'O White: bar -1, reserve 0, off 0' does not tell what else there is of white",
        ),
        ("O White", "X Black", "does not tell what else there is of white"),
        ("off 0\nX", "off 0, also something\nX", "'something' does not tell where checkers are"),
        ("off 0\nX", "off 0, also 1 on 25\nX", "'1 on 25' does not tell where checkers are"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, said: str) -> None:
    assert old in START
    with pytest.raises(ValueError, match=said):
        parse_diagram(START.replace(old, new, 1))


def test_less_than_nothing_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="less than no checkers"):
        diagram(Setup(Pair(Side(bar=-1), Side())))
