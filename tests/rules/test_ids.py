"""The ids of GNU Backgammon and XGID, both ways.

GNU Backgammon 1.07.001 made `data/gnubg_ids.jsonl`. It was brought into each state by its own commands (`set board`,
`set cube`, `double`, `resign`, `drop`, ...; `kind` is what came last) and asked for its board, its score and its ids.
Then our `xgid` was given to it, and `read` is what it understood.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.casefile import read_setup
from companion.rules.board import BAR, OFF, POINTS
from companion.rules.games import ACEY_DEUCEY, BACKGAMMON, PUFF
from companion.rules.gnu_match import GameState, MatchState, match_id, state_of_match_id
from companion.rules.gnu_position import position_id, position_of_id
from companion.rules.ids import HIGHEST_CUBE, MOST_POINTS
from companion.rules.players import Pair, Player
from companion.rules.position import Position, Setup, start_position
from companion.rules.xgid import Offer, XgState, state_of_xgid, xgid

Row = Mapping[str, Any]

ROWS: list[Row] = [
    json.loads(line) for line in (Path(__file__).parent / "data" / "gnubg_ids.jsonl").read_text("utf-8").splitlines()
]
WITH_XGID = [row for row in ROWS if "xgid" in row]
START = start_position(BACKGAMMON)
START_ID = "4HPwATDgc/ABMA"
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"


def named(row: Row) -> str:
    return f"{row['kind']}-{row['position_id']}:{row['match_id']}"


def position_of(row: Row) -> Position:
    return Position.of(BACKGAMMON, read_setup(row))


def player_of(name: str | None) -> Player | None:
    return Player(name) if name else None


def state_of(row: Row) -> MatchState:
    return MatchState(
        on_roll=Player(row["on_roll"]),
        turn=Player(row["turn"]),
        dice=tuple(sorted(row["dice"], reverse=True)) if row["dice"] else None,
        cube=row["cube"],
        owner=player_of(row["owner"]),
        doubled=row["doubled"],
        resigned=row["resigned"],
        state=GameState[row["state"].upper()],
        length=row["length"],
        score=Pair(row["score"]["white"], row["score"]["black"]),
        crawford=row["crawford"],
        jacoby=row["jacoby"],
    )


def xg_state_of(row: Row) -> XgState:
    dice = tuple(row["dice"]) if row["dice"] else None
    return XgState(
        position=position_of(row),
        turn=Player(row["on_roll"]),
        throw=Offer.DOUBLE if row["doubled"] else dice,
        cube=row["cube"],
        owner=player_of(row["owner"]),
        length=row["length"],
        score=Pair(row["score"]["white"], row["score"]["black"]),
        crawford=row["crawford"],
        jacoby=row["jacoby"],
    )


def as_read(state: MatchState) -> MatchState:
    """Return `state` as GNU Backgammon takes it over: no double is on offer yet, the player on roll sits below."""
    before = replace(state, doubled=False, turn=state.on_roll)
    if state.on_roll is Player.WHITE:
        return before
    owner = before.owner and before.owner.opponent
    return replace(before, on_roll=Player.WHITE, turn=Player.WHITE, owner=owner, score=before.score.swapped)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Return all checkers of both anywhere, no point shared."""
    whites = draw(st.sets(st.integers(1, POINTS)))
    places: tuple[list[int | str], ...] = ([*whites], [point for point in range(1, POINTS + 1) if point not in whites])
    drawn = (draw(st.lists(st.sampled_from([BAR, OFF, *free]), min_size=15, max_size=15)) for free in places)
    return Position.of(BACKGAMMON, Setup.of(Pair(*map(Counter, drawn))))


PLAYERS = st.sampled_from(Player)
OWNERS = st.none() | PLAYERS
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
CUBES = st.integers(0, HIGHEST_CUBE.bit_length() - 1).map(lambda power: 1 << power)
POINTS_WON = st.integers(0, MOST_POINTS)
SCORES = st.builds(Pair, POINTS_WON, POINTS_WON)
MATCH_STATES = st.builds(
    MatchState,
    on_roll=PLAYERS,
    turn=PLAYERS,
    dice=st.none() | DICE.filter(lambda dice: dice[0] >= dice[1]),
    cube=CUBES,
    owner=OWNERS,
    doubled=st.booleans(),
    resigned=st.integers(0, 3),
    state=st.sampled_from(GameState),
    length=POINTS_WON,
    score=SCORES,
    crawford=st.booleans(),
    jacoby=st.booleans(),
)
IN_ANY_GAME = {
    "position": positions(),
    "turn": PLAYERS,
    "throw": st.none() | DICE | st.sampled_from(Offer),
    "cube": CUBES,
    "owner": OWNERS,
    "score": SCORES,
    "highest_cube": CUBES,
}
XG_STATES = st.builds(XgState, jacoby=st.booleans(), beaver=st.booleans(), **IN_ANY_GAME) | st.builds(
    XgState, length=st.integers(1, MOST_POINTS), crawford=st.booleans(), **IN_ANY_GAME
)


def test_the_frozen_states_are_varied() -> None:
    def seen(key: str) -> set[Any]:
        return {row[key] for row in ROWS}

    assert len(ROWS) > 90
    assert len(WITH_XGID) > 70
    assert {"white", "black"} == seen("on_roll") == seen("turn")
    assert {None, "white", "black"} == seen("owner")
    assert {1, 2, 4, 8, 16, 32, 64} < seen("cube")
    assert {"playing", "over", "resigned", "dropped"} == seen("state")
    assert seen("resigned") == {0, 1, 2, 3}
    assert len(seen("length")) > 5
    assert all(seen(key) == {True, False} for key in ("doubled", "crawford", "jacoby"))
    assert all(any(row[place][player.value] for row in ROWS) for place in (BAR, OFF) for player in Player)


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_gnu_backgammon_says_the_same(row: Row) -> None:
    on_roll = Player(row["on_roll"])
    assert position_id(BACKGAMMON, position_of(row), on_roll) == row["position_id"]
    assert position_of_id(BACKGAMMON, row["position_id"], on_roll) == position_of(row)
    assert match_id(state_of(row)) == row["match_id"]
    assert state_of_match_id(row["match_id"]) == state_of(row)


@pytest.mark.parametrize("row", WITH_XGID, ids=named)
def test_gnu_backgammon_reads_the_same_in_an_xgid(row: Row) -> None:
    assert xgid(BACKGAMMON, xg_state_of(row)) == row["xgid"]
    found = state_of_xgid(BACKGAMMON, row["xgid"])
    assert found == xg_state_of(row)
    assert position_id(BACKGAMMON, found.position, found.turn) == row["read"]["position_id"]
    assert match_id(as_read(state_of(row))) == row["read"]["match_id"]


@pytest.mark.parametrize("player", Player)
def test_the_start_has_the_well_known_ids(player: Player) -> None:
    assert position_id(BACKGAMMON, START, player) == START_ID
    assert position_of_id(BACKGAMMON, START_ID, player) == START
    assert xgid(BACKGAMMON, XgState(START, Player.WHITE)) == START_XGID


def test_the_opponent_of_the_player_on_roll_comes_first() -> None:
    # White has played 3-1 as 8/5 6/5.
    white: dict[int | str, int] = {5: 2, 6: 4, 8: 2, 13: 5, 24: 2}
    position = Position.of(BACKGAMMON, Setup.of(Pair(white, {1: 2, 12: 5, 17: 3, 19: 5})))
    assert position_id(BACKGAMMON, position, Player.BLACK) == "sGfwATDgc/ABMA"
    assert position_id(BACKGAMMON, position, Player.WHITE) == "4HPwATCwZ/ABMA"


def test_the_manuals_example_of_a_match_id() -> None:
    assert state_of_match_id("QYkqASAAIAAA") == MatchState(
        on_roll=Player.WHITE,
        turn=Player.WHITE,
        dice=(5, 2),
        cube=2,
        owner=Player.BLACK,
        length=9,
        score=Pair(4, 2),
        jacoby=True,  # from before ids had a bit for it
    )


def test_a_match_id_has_the_higher_of_the_dice_first() -> None:
    state = MatchState(Player.WHITE, Player.WHITE, dice=(1, 3))
    assert state_of_match_id(match_id(state)).dice == (3, 1)


def test_an_xgid_has_the_dice_as_they_lie() -> None:
    assert ":13:" in xgid(BACKGAMMON, XgState(START, Player.WHITE, throw=(1, 3)))


@pytest.mark.parametrize(
    ("text", "pips"),
    [
        ("XGID=----abF-B--BbB-Bacbd----A-:0:0:1:41:1:0:0:11:10", Pair(154, 158)),
        ("XGID=-A-Bb-DBB---bBa---bcbbaA-A:0:0:-1:00:4:0:0:0:8", Pair(135, 132)),
    ],
)
def test_xgids_that_others_made(text: str, pips: Pair[int]) -> None:
    state = state_of_xgid(BACKGAMMON, text)
    assert state.position.pips(BACKGAMMON) == pips
    assert xgid(BACKGAMMON, state) == text


def test_an_xgid_in_a_match_and_for_money() -> None:
    match = state_of_xgid(BACKGAMMON, "-b----E-C---eE---c-e----B-:2:-1:-1:D:4:3:1:5:10")
    assert match == XgState(
        START, Player.BLACK, Offer.DOUBLE, cube=4, owner=Player.BLACK, length=5, score=Pair(4, 3), crawford=True
    )
    money = state_of_xgid(BACKGAMMON, "-b----E-C---eE---c-e----B-:0:0:1:46:0:0:3:0:6")
    assert money == XgState(START, Player.WHITE, (4, 6), jacoby=True, beaver=True, highest_cube=64)


@pytest.mark.parametrize("text", [START_XGID, START_XGID.removeprefix("XGID="), f"  {START_XGID}\n"])
def test_prefix_and_blanks_may_be_missing(text: str) -> None:
    assert state_of_xgid(BACKGAMMON, text) == XgState(START, Player.WHITE)


@given(positions(), PLAYERS)
def test_a_position_comes_back_from_its_id(position: Position, on_roll: Player) -> None:
    text = position_id(BACKGAMMON, position, on_roll)
    assert re.fullmatch(r"[A-Za-z0-9+/]{14}", text)
    assert position_of_id(BACKGAMMON, text, on_roll) == position


@given(MATCH_STATES)
def test_a_match_state_comes_back_from_its_id(state: MatchState) -> None:
    text = match_id(state)
    assert re.fullmatch(r"[A-Za-z0-9+/]{12}", text)
    assert state_of_match_id(text) == state


@given(XG_STATES)
def test_everything_comes_back_from_an_xgid(state: XgState) -> None:
    assert state_of_xgid(BACKGAMMON, xgid(BACKGAMMON, state)) == state


@given(st.sampled_from(WITH_XGID), st.data())
def test_a_spoilt_id_is_refused_or_read_but_never_fails_otherwise(row: Row, data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(["position_id", "match_id", "xgid"]))
    text = row[key]
    at = data.draw(st.integers(0, len(text) - 1))
    spoilt = text[:at] + data.draw(st.characters()) + text[at + data.draw(st.integers(0, 1)) :]
    try:
        if key == "position_id":
            assert position_id(BACKGAMMON, position_of_id(BACKGAMMON, spoilt, Player.WHITE), Player.WHITE) == spoilt
        elif key == "match_id":
            state = state_of_match_id(spoilt)
            assert state_of_match_id(match_id(state)).score == state.score
        else:
            state_of_xgid(BACKGAMMON, spoilt)
    except ValueError as error:
        assert repr(spoilt) in str(error)  # noqa: PT017 - it may also be a good id


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "it has 0 characters and not 14"),
        ("4HPwATDgc/ABM", "it has 13 characters and not 14"),
        ("4HPwATDgc/ABMA==", "it has 16 characters and not 14"),
        ("4HPwATDgc-ABMA", "'-' cannot be in it, only A-Z, a-z, 0-9, + and /"),
        ("4HPwATDgc/ABMä", "'ä' cannot be in it"),
        ("4HPwATDgc/ABMB", "it cannot end in 'B', only in A, Q, g, w"),
        ("/////////////w", "it has more checkers than there can be"),
        ("4HPwATDgc/ABMg", "it has more checkers than there can be"),
        ("//8AAAAAAAAAAA", "black: too many checkers, 1"),
        ("AQAAAAAAAgAAAA", "white: both colours on one point (1A)"),
    ],
)
def test_a_bad_position_id_is_explained(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"position ID {text!r}: {wrong}")):
        position_of_id(BACKGAMMON, text, Player.WHITE)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (START_ID, "it has 14 characters and not 12"),
        ("cAkAAAAAAAA*", "'*' cannot be in it"),
        ("cAkAAAAAAAAI", "it has more bits than its fields need"),
        ("YAkAAAAAAAAA", "2 is no owner of the cube"),
        ("cA0AAAAAAAAA", "the state of the game is 0 to 4, not 5"),
        ("cIkDAAAAAAAA", "a die is 1 to 6, not 7"),
        ("cIkAAAAAAAAA", "a die is 1 to 6, not 0"),
    ],
)
def test_a_bad_match_id_is_explained(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"match ID {text!r}: {wrong}")):
        state_of_match_id(text)


@pytest.mark.parametrize(
    ("field", "value", "wrong"),
    [
        (0, "-b----E-C---eE---c-e----B", "its position has 25 places and not 26"),
        (0, "-b----E-C---eE---c-e----2-", "'2' cannot be in its position, only letters and -"),
        (0, "-b----E-C---eE---c-e----ß-", "'ß' cannot be in its position"),
        (0, "-b----E-C---eE---c-e----D-", "white: too many checkers, 2"),
        (0, "-b----E-C---eE---c-z----B-", "black: too many checkers, 21"),
        (0, "Ab----E-C---eE---c-e----A-", "the first place is the bar of the small letters"),
        (0, "-a----E-C---eE---c-e----Ba", "the first place is the bar of the small letters"),
        (1, "16", "a cube as a power of two is 0 to 15, not 16"),
        (1, "", "the cube is a whole number, not ''"),
        (2, "2", "a player is 1 (below) or -1 (above), not 2"),
        (3, "0", "the turn is 1 (below) or -1 (above), not 0"),
        (3, "+1", "the turn is a whole number, not '+1'"),
        (4, "10", "its dice are two numbers from 1 to 6, 00, D, B or R, not '10'"),
        (4, "d", "its dice are two numbers from 1 to 6, 00, D, B or R, not 'd'"),
        (5, "-1", "a number of points is 0 to 32767, not -1"),
        (6, "one", "the score above is a whole number, not 'one'"),
        (7, "4", "Jacoby (1) and beaver (2) is 0 to 3, not 4"),
        (8, "99999", "a number of points is 0 to 32767, not 99999"),
        (9, "10:1", "it has 11 fields between colons and not 10"),
        (9, "-1", "a cube as a power of two is 0 to 15, not -1"),
    ],
)
def test_a_bad_xgid_is_explained(field: int, value: str, wrong: str) -> None:
    fields = START_XGID.split(":")
    fields[field] = value
    text = ":".join(fields)
    with pytest.raises(ValueError, match=re.escape(f"XGID {text!r}: {wrong}")):
        state_of_xgid(BACKGAMMON, text)


def test_in_a_match_the_only_rule_is_crawford() -> None:
    with pytest.raises(ValueError, match="Crawford is 0 to 1, not 2"):
        state_of_xgid(BACKGAMMON, "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:5:10")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"cube": 3}, "the cube is 1, 2, 4 and so on up to 32768, not 3"),
        ({"cube": 0}, "the cube is 1, 2, 4 and so on up to 32768, not 0"),
        ({"cube": -4}, "the cube is 1, 2, 4 and so on up to 32768, not -4"),
        ({"cube": 65536}, "the cube is 1, 2, 4 and so on up to 32768, not 65536"),
        ({"dice": (0, 3)}, "a die is 1 to 6, not 0"),
        ({"resigned": 4}, "a resignation is 0 to 3, not 4"),
        ({"length": -1}, "a number of points is 0 to 32767, not -1"),
        ({"score": Pair(0, 40000)}, "a number of points is 0 to 32767, not 40000"),
    ],
)
def test_a_match_state_that_no_id_can_hold_is_refused(change: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=re.escape(wrong)):
        MatchState(Player.WHITE, Player.WHITE, **change)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"highest_cube": 100}, "the highest cube is 1, 2, 4 and so on up to 32768, not 100"),
        ({"throw": (7, 1)}, "a die is 1 to 6, not 7"),
        ({"crawford": True}, "Crawford is for matches only"),
        ({"length": 5, "jacoby": True}, "Jacoby and beavers are for money only"),
        ({"length": 5, "beaver": True}, "Jacoby and beavers are for money only"),
    ],
)
def test_a_state_that_no_xgid_can_hold_is_refused(change: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=re.escape(wrong)):
        XgState(START, Player.WHITE, **change)


def test_only_games_that_go_as_backgammon_have_ids() -> None:
    with pytest.raises(ValueError, match="puff has no ids: they are for games whose checkers travel as in backgammon"):
        position_id(PUFF, start_position(PUFF), Player.WHITE)
    with pytest.raises(ValueError, match="puff has no ids"):
        position_of_id(PUFF, START_ID, Player.WHITE)
    with pytest.raises(ValueError, match="puff has no ids"):
        state_of_xgid(PUFF, START_XGID)


def test_a_reserve_has_no_place_in_an_id() -> None:
    position = start_position(ACEY_DEUCEY)
    with pytest.raises(ValueError, match="no place for checkers that wait in the reserve"):
        position_id(ACEY_DEUCEY, position, Player.WHITE)
    with pytest.raises(ValueError, match="no place for checkers that wait in the reserve"):
        xgid(ACEY_DEUCEY, XgState(position, Player.WHITE))
