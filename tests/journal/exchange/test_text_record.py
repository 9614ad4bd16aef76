"""Matches go out as text and come back to the same standing record; what is written wrongly is told."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal.exchange.complete import CompleteMatch
from companion.journal.exchange.importing import ForeignFileError, IllegalPlaysError
from companion.journal.exchange.text import export_text
from companion.journal.exchange.text_reader import read_text
from companion.journal.lines import Stored
from companion.journal.standing import happenings
from companion.table.agreement import Agreement
from companion.table.reducer import fold
from companion.table.state import GameState, IllegalPlays, Record, Table, TableRules
from tests.journal.players import WAYS, Options, Players, agreed, way_id
from tests.journal.scripts import NAMES, WALL, kept, session


def text_of(agreement: Agreement, stored: tuple[Stored, ...]) -> tuple[str, Table]:
    events = tuple(one.event for one in stored)
    return export_text(CompleteMatch(agreement, events, uid="a-uid", begun=WALL)), happenings(agreement, stored)[1]


def turns(game: GameState) -> list[object]:
    """What a text record holds of the turns of a game: of the dice, that the larger is written first."""
    return [
        (
            replace(one.turn, dice=(max(one.turn.dice), min(one.turn.dice))),
            one.outcome,
            one.play is None,
            one.condoned,
        )
        for one in game.record
        if isinstance(one, Record)
    ]


def check_survives(agreement: Agreement, stored: tuple[Stored, ...]) -> str:
    text, table = text_of(agreement, stored)
    back = read_text(text.encode())
    assert (back.begun, back.uid, back.problems) == (WALL, "a-uid", ())
    again, end = text_of(back.agreement, kept(list(back.events)))
    assert again == text
    assert [turns(one.game) for one in end.games] == [turns(one.game) for one in table.games]
    assert [one.result for one in end.games] == [one.result for one in table.games]
    assert turns(end.game) == turns(table.game)
    assert end.game.position == table.game.position
    assert end.game.memory == table.game.memory
    assert end.game.stake == table.game.stake
    assert (end.match.score, end.match.crawford) == (table.match.score, table.match.crawford)
    return text


@pytest.mark.parametrize("name", NAMES)
def test_a_scripted_table_survives(name: str) -> None:
    agreement, stored, _ = session(name)
    check_survives(agreement, stored)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "options"), WAYS, ids=way_id)
def test_random_matches_survive(game: str, options: Options, seed: int) -> None:
    chance = random.Random(f"text {game} {options} {seed}")
    players = Players(agreed(game, options, chance), chance)
    players.play(80)
    check_survives(players.agreement, kept(players.events))


def test_random_matches_hold_everything_that_a_record_can_tell() -> None:
    lines = []
    for seed in range(40):
        chance = random.Random(f"all {seed}")
        players = Players(agreed("backgammon" if seed % 2 else "trictrac", (), chance), chance)
        players.play(150)
        lines += text_of(players.agreement, kept(players.events))[0].splitlines()
    wanted = (
        "illegal (|taken as it lies: |: ...|The position is taken|The scorer sets the position|The scorer gives"
        "|The scorer puts|The scorer sets the score|doubles to|beavers to|takes|drops|resigns|would call|agrees"
        "|plays on|The game is called off|claims the win on time|'s time runs out|equal, the stake|, continue|, fresh"
        "|The players stop|plays on with|(resigned)|(dropped)|(played)"
    )
    assert [words for words in wanted.split("|") if not any(words in line for line in lines)] == []


HEAD = """Companion match 1
Game: Backgammon (backgammon)
White: Ada
Black: Ben
Length: 3 points
"""
GOOD = f"""{HEAD}
Game 1, 0-0
White 3, Black 1: White begins
  1. White 3-1: 8-5, 6-5
  2. Black 6-5: 1-7-12
White doubles to 2
Black takes
  3. White 6-4: 12A-7, 8-4
Black resigns a game that counts 1
White agrees
White wins 2 (resigned), 2-0

Game 2, 2-0
White 6, Black 1
"""


def test_what_is_written_by_hand_is_read() -> None:
    match = read_text(GOOD.encode())
    table = fold(match.agreement.begin(), match.events)
    assert (match.uid, match.begun, list(table.match.score)) == (None, None, [2, 0])
    assert table.game.number == 2
    assert export_text(CompleteMatch(match.agreement, match.events)).endswith("  1. White 6-1: ...\n")


@pytest.mark.parametrize(
    "change", [("\n", "\r\n"), ("Companion", "\ufeffCompanion"), ("  1. ", "1. "), (" 3-1: ", " 1-3: ")]
)
def test_small_differences_do_not_matter(change: tuple[str, str]) -> None:
    assert len(read_text(GOOD.replace(*change).encode()).events) == len(read_text(GOOD.encode()).events)


ILLEGAL = GOOD.replace("1-7-12", "1-7, 12-10A")


def test_plays_against_the_rules_are_told_and_nothing_is_taken_in() -> None:
    with pytest.raises(IllegalPlaysError) as raised:
        read_text(ILLEGAL.encode())
    (problem,) = raised.value.problems
    assert (problem.game, problem.move) == (1, 2)
    assert "--condone" in str(raised.value)


def test_plays_against_the_rules_stand_if_that_is_wanted() -> None:
    match = read_text(ILLEGAL.encode(), condone=True)
    text = export_text(CompleteMatch(match.agreement, match.events))
    assert len(match.problems) == 1
    assert "  2. Black 6-5: illegal (" in text
    assert read_text(text.encode()).problems == ()


def test_where_plays_must_be_put_right_none_stands() -> None:
    table = "Table: turns end by dice, illegal plays: correct, no hints\n"
    with pytest.raises(ForeignFileError, match=r"cannot stand.* At this table an illegal play must be put right"):
        read_text(ILLEGAL.replace("Length: 3 points\n", f"Length: 3 points\n{table}").encode(), condone=True)
    agreement = read_text(GOOD.replace("Length: 3 points\n", f"Length: 3 points\n{table}").encode()).agreement
    assert agreement.table == TableRules(illegal_plays=IllegalPlays.CORRECT, tournament=True)


WRONG: list[tuple[str, str, str]] = [
    ("Companion match 1", "Companion match 2", "this companion reads 'Companion match 1'. Update"),
    ("Companion match 1", "Hello", "The file is no text record of a match"),
    ("Game: Backgammon (backgammon)", "Game: Chess (chess)", "does not fit together"),
    ("Game: Backgammon (backgammon)", "Game: Backgammon", "Line 2: 'Backgammon' should be like"),
    ("White: Ada", "Id: ../up", "The Id '../up' is none"),
    ("White: Ada", "Date: yesterday", "'yesterday' is no date"),
    ("White: Ada", "Date: 9999-12-31 23:59:59 UTC", "'9999-12-31 23:59:59 UTC' is no date"),
    ("White: Ada", "Date: 0001-01-01 00:00:00 UTC", "'0001-01-01 00:00:00 UTC' is no date"),
    ("White: Ada", "Colour: red", "Line 3: 'Colour: red' does not belong into the head"),
    ("White: Ada", "Black: Ada", "Line 4: 'Black: Ben' does not belong into the head"),
    ("White: Ada", 'White: "Ada', "Line 3:"),
    ("White: Ada", f"White: {'x' * 999}", "has 999 letters"),
    ("White: Ada", 'White: "\\ud800"', "half a character"),
    ("White: Ada", "Options: jacoby=[[", "Line 3:"),
    ("White: Ada", "Options: jacoby=true", "does not fit together"),
    ("White: Ada", "Cube: perhaps", "Line 3: 'perhaps' should be one of"),
    ("White: Ada", "Clock: quick, fast", "Line 3: 'quick, fast' should be like"),
    ("White: Ada", "Clock: delay, reserve 99999999999 ms and 1 ms, step 1 ms", "should be a whole number"),
    ("White: Ada", "Table: round", "Line 3: 'round' should be like"),
    ("White: Ada", "Score before: 9-9", "does not fit together"),
    ("3 points", "999999999 points", "a match to '999999999' points cannot be"),
    ("3 points", f"{'9' * 4000} points", "should be a whole number"),
    ("3 points", "99999 games", "are too many"),
    ("3 points", "some", "should be like '7 points'"),
    ("Game 1, 0-0", "", "the games begin with 'Game 1, 0-0'"),
    ("Game 1, 0-0", "Game 2, 0-0", "the number of the game is told as '2', but"),
    ("Game 1, 0-0", "Game 1, 1-0", "the score is told as '1-0', but by what comes before it is '0-0'"),
    ("White 3, Black 1: White begins", "White 3, Black 1: Black begins", "the line is told as"),
    ("White 3, Black 1: White begins", "White 3-3, Black 1", "Line 8:"),
    ("White 3-1: 8-5, 6-5", "White 3-1: 8-5 quickly", "Line 9:"),
    ("White 3-1: 8-5, 6-5", "White 3-1: 7-4, 6-5", "Line 9:"),
    ("White 3-1: 8-5, 6-5", "Black 3-1: 8-5, 6-5", "Line 9:"),
    ("White 3-1: 8-5, 6-5", "White names 3-3: 8-5", "Line 9:"),
    ("White 3-1: 8-5, 6-5", "White is given 3-1: 8-5, 6-5", "how the numbers came about"),
    ("White 3-1: 8-5, 6-5", "White 3-1: illegal (odd), stands: White 5:1", "a position is like"),
    ("White 3-1: 8-5, 6-5", "White 3-1: taken as it lies: White 9B:1; Black", "'9B' is not a point"),
    ("Black 6-5: 1-7-12", "Black 6-5: ...", "Line 11:"),
    ("White doubles to 2", "White doubles to 4", "the line is told as 'White doubles to 4'"),
    ("White doubles to 2", "Black doubles to 2", "Line 11: It is white's turn"),
    ("White doubles to 2", "White beavers to 4", "Line 11: No double is waiting for an answer"),
    ("White wins 2", "White wins 3", "the result is told as"),
    ("Black resigns a game that counts 1\nWhite agrees\n", "", "by what was played the game is not over"),
    ("White 6, Black 1", "Black's time runs out", "Line 19: This match is played without a clock"),
    ("White 6, Black 1", "The scorer gives White the cube, at 3, because", "is no line of a record"),
    ("White 6, Black 1", "The scorer gives White the cube, at 3, because so", "3 is not possible here"),
    ("White 6, Black 1", "Anything", "Line 19: 'Anything' is no line of a record"),
    ("White 6, Black 1", "The position is taken as it lies: White 1:15; Black 1A:15", "Line 19:"),
    ("White 6, Black 1", "\x00", "this is no text"),
]


@pytest.mark.parametrize(("part", "put", "told"), WRONG, ids=map(str, range(len(WRONG))))
def test_what_is_wrong_is_told_with_its_line(part: str, put: str, told: str) -> None:
    assert part in GOOD
    with pytest.raises(ForeignFileError) as raised:
        read_text(GOOD.replace(part, put, 1).encode())
    assert told in str(raised.value)


def test_a_turn_before_the_opening_is_told() -> None:
    record = "Companion match 1\nGame: Puff (puff)\nLength: money\n\nGame 1, 0-0\n  1. White 3-1: 3, 1\n"
    with pytest.raises(ForeignFileError, match=r"Line 6: there is no throw to be played\."):
        read_text(record.encode())


def test_a_record_without_end_is_told() -> None:
    with pytest.raises(ForeignFileError, match="lines; more than"):
        read_text((GOOD + "\n" * 200_000 + "The players stop\n").encode())


LONG, _ = text_of(*session("scorer")[:2])


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_mutilated_record_is_read_or_told(data: st.DataObject) -> None:
    good = data.draw(st.sampled_from([GOOD, LONG])).encode()
    at = data.draw(st.integers(0, len(good) - 1))
    cut = data.draw(st.integers(0, 30))
    words = [b"White", b"Black ", b"6-6", b"\n", b": ", b"off:9", b", because x", b"plays on"]
    put = data.draw(st.binary(max_size=8) | st.sampled_from(words))
    mutilated = good[:at] + put + good[at + cut :]
    try:
        match = read_text(mutilated, condone=True)
    except ForeignFileError:
        return
    check_survives(match.agreement, kept(list(match.events)))
