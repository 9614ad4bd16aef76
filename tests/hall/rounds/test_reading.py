"""The list of the rounds: read as people write it, refused with line and column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.rounds.reading import MOST_BYTES, read_list
from companion.hall.view import Pairing

HEAD = "round,table,white,black\n"


@pytest.mark.parametrize(
    "text",
    [
        "round,table,white,black\n1,7,Ada,Zoë\n",
        "round;table;white;black\r\n1;7;Ada;Zoë\r\n",
        "round\ttable\twhite\tblack\n1\t7\tAda\tZoë",
        "\ufeffRound, Table, White, Black\n\n 1, 7, Ada ,  Zoë \n\n",
        'black,white,table,round\nZoë,"Ada",7,1\n',
        "round,table,white,black\n1,7,Ada,Zoe\u0308\n",
        "sep=;\r\nround;table;white;black\r\n1;7;Ada;Zoë\r\n",
        '\ufeff"sep=,",,,\nround,table,white,black\n1,7,Ada,Zoë\n',
        "round;table;white;black;;\r\n1;7;Ada;Zoë;;\r\n;;;;;\r\n",
        "round;table;white;black;\r\n1;7;Ada;Zoë\r\n",
    ],
)
def test_a_list_is_read_however_it_was_saved(text: str) -> None:
    read = read_list(text.encode())
    assert read.problems == ()
    assert read.rows == (Pairing(1, "7", "Ada", "Zoë"),)


@pytest.mark.parametrize("coding", ["utf-16-le", "utf-16-be"])
def test_a_spreadsheet_may_save_it_as_unicode_text(coding: str) -> None:
    text = "\ufeffround\ttable\twhite\tblack\r\n1\t7\tAda\tZoë\r\n"
    assert read_list(text.encode(coding)).rows == (Pairing(1, "7", "Ada", "Zoë"),)


def test_game_and_length_may_stand_in_it() -> None:
    text = "round,table,white,black,game,length\n1,7,A,B,Backgammon,7\n1,8,C,D,puff,money\n2,7,A,C,,\n"
    assert [(row.game, row.length) for row in read_list(text.encode()).rows] == [
        ("backgammon", "7"), ("puff", "money"), ("", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [(1, 0, "list_empty")]),
        ("\n \n", [(1, 0, "list_empty")]),
        (HEAD, [(1, 0, "list_empty")]),
        ("round,table,white\n1,7,Ada\n", [(1, 0, "list_columns")]),
        ("round,table,white,black,rank\n", [(1, 5, "list_column")]),
        ("round,table,white,black,White\n", [(1, 5, "list_column_twice")]),
        (HEAD + "1,7,Ada\n", [(2, 0, "list_cells")]),
        (HEAD + "1,7,Ada,Zoe,5\n", [(2, 0, "list_cells")]),
        ("sep=;\nround;table;white;black\n1;7;Ada\n", [(3, 0, "list_cells")]),
        ("sep=;\n", [(1, 0, "list_empty")]),
        ("round,table,white,black,,extra\n", [(1, 5, "list_column"), (1, 6, "list_column")]),
        (HEAD + "1,7,,Zoe\n", [(2, 3, "list_missing")]),
        (HEAD + "x,7,Ada,Zoe\n0,8,Bo,Cy\n-1,9,Di,Ed\n1000,9,Di,Ed\n", [(n, 1, "list_round") for n in (2, 3, 4, 5)]),
        (HEAD + "\u0661,7,Ada,Zoe\n", [(2, 1, "list_round")]),
        (HEAD + f"1,7,{'A' * 81},Zoe\n", [(2, 3, "list_long")]),
        (HEAD + "1,7,A\u202eda,Zoe\n", [(2, 3, "list_signs")]),
        (HEAD + "1,7,A\x00da,Zoe\n", [(2, 3, "list_signs")]),
        (HEAD + "1,7,Ada,ADA\n", [(2, 4, "list_oneself")]),
        (HEAD + "1,7,Ada,Zoe\n\n1,07,Bo,Cy\n", [(4, 2, "list_table_twice")]),
        (HEAD + "1,7,Ada,Zoe\n1,8,zoe,Cy\n", [(3, 3, "list_player_twice")]),
        (HEAD + '1,7,"Ada,Zoe\n', [(2, 0, "list_quotes")]),
        ("round,table,white,black,game\n1,7,Ada,Zoe,chess\n", [(2, 5, "list_game")]),
        (
            "round,table,white,black,length\n1,7,Ada,Zoe,0\n1,8,Bo,Cy,7.5\n",
            [(2, 5, "list_length"), (3, 5, "list_length")],
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, found: list[tuple[int, int, str]]) -> None:
    read = read_list(text.encode())
    told = [(one.line, one.column, one.message.code) for one in read.problems]
    assert told == found
    assert read.rows == ()


def test_the_same_people_may_meet_again_in_another_round() -> None:
    assert len(read_list((HEAD + "1,7,Ada,Zoe\n2,7,Ada,Zoe\n").encode()).rows) == 2


def test_what_is_no_text_is_told() -> None:
    (problem,) = read_list(HEAD.encode() + b"1,7,Ada,Zo\xe9\n").problems
    assert (problem.line, problem.message.code) == (2, "list_not_text")
    assert read_list(b"\xff\xfex").problems[0].message.code == "list_not_text"
    assert read_list(b"PK\x03\x04\x14\x00\x06\x00\x08\x00\xe2").problems[0].message.code == "list_not_text"
    assert read_list(b"x" * (MOST_BYTES + 1)).problems[0].message.code == "list_large"


@given(st.binary(max_size=300))
def test_whatever_comes_is_read_or_refused(data: bytes) -> None:
    for some in (data, HEAD.encode() + data):
        read = read_list(some)
        assert bool(read.rows) != bool(read.problems)
        assert all(problem.line >= 1 and problem.message.text for problem in read.problems)
