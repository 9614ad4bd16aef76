"""Damaged and hostile files: a clear error each, never a crash, never endless."""

import random
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal.exchange.decoding import MOST_ACTIONS, MOST_BYTES, MOST_GAMES
from companion.journal.exchange.formats import read_foreign
from companion.journal.exchange.importing import ForeignFileError, Imported
from companion.journal.exchange.mat import export_mat
from companion.journal.exchange.mat_reader import read_mat
from companion.journal.exchange.sgf import export_sgf
from companion.journal.exchange.sgf_reader import read_sgf
from companion.table.reducer import fold
from tests.journal.exchange.matches import Habits, random_session

READERS: list[Callable[..., Imported]] = [read_mat, read_sgf]
TABLE = random_session(5, Habits(illegal=0.05), games=2, turns=120).table
GOOD = [export_mat(TABLE).encode(), export_sgf(TABLE).encode()]
GAME = b" Game 1\n A : 0     B : 0\n"
PIECES = [
    *b"( ) ; [ ] W[31hefe] B[double] MI[length:3] AE[a:y] AB[a] CV[2] RE[W+1] \\ \n GM[6] PL[B] DI[66]".split(b" "),
    *b"  1) |31: 8/5 6/5 | Doubles => 2| Takes| Drops| Wins 3 points| 3 point match\n|\n".split(b"|"),
    b" Game 2\n",
    b" A : 1   B : 0\n",
]


def taken(read: Callable[..., Imported], data: bytes) -> str:
    """What is said of a file; if it is taken, all of it must fold."""
    try:
        match = read(data, condone=True)
    except ForeignFileError as error:
        return str(error) or "nothing is said"
    table = fold(match.agreement.begin(), match.events)
    assert table.now == (match.events[-1].at if match.events else 0)
    return ""


@pytest.mark.parametrize("read", READERS)
@given(data=st.binary(max_size=300))
def test_any_bytes(read: Callable[..., Imported], data: bytes) -> None:
    taken(read, data)


@pytest.mark.parametrize("read", READERS)
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_pieces(read: Callable[..., Imported], pieces: list[bytes]) -> None:
    head = b" 3 point match\n" + GAME if read is read_mat else b"(;"
    taken(read, head + b"".join(pieces))


@pytest.mark.parametrize(("read", "good"), list(zip(READERS, GOOD, strict=True)))
@settings(max_examples=60)
@given(seed=st.integers())
def test_good_files_damaged(read: Callable[..., Imported], good: bytes, seed: int) -> None:
    chance, data = random.Random(seed), bytearray(good)
    for _ in range(chance.randint(1, 4)):
        at, length = chance.randrange(len(data)), chance.randint(1, 40)
        kind = chance.randrange(4)
        if kind == 0:
            data[at] = chance.choice(b" 0123456789/:()[];*aehmxyzWB\n\\")
        elif kind == 1:
            del data[at : at + length]
        elif kind == 2:
            data[at:at] = data[at : at + length]
        else:
            data[at:at] = bytes(chance.choice(good) for _ in range(length))
    taken(read, bytes(data))


@pytest.mark.parametrize(("read", "good"), list(zip(READERS, GOOD, strict=True)))
def test_cut_off_anywhere(read: Callable[..., Imported], good: bytes) -> None:
    assert taken(read, good) == ""
    for length in range(0, len(good), len(good) // 40):
        taken(read, good[:length])


HUGE = {
    "too big": (b" " * (MOST_BYTES + 1), "10001 kB"),
    "empty": (b" \n\t", "empty"),
    "binary": (b" 3 point match\n" + GAME + b"\x00\x01\x02", "Line 4: this is no text"),
    "half UTF-16": (b"\xff\xfe1", "UTF-16"),
    "one long line": (b" 3 point match\n" + b"x" * 1_000_000, "Line 2: the line is too long"),
    "many games": (b" 3 point match\n" + GAME * (MOST_GAMES + 1), f"more than {MOST_GAMES} games"),
    "many moves": (b" 3 point match\n" + GAME + b" 1) 31:   31:\n" * MOST_ACTIONS, f"more than {MOST_ACTIONS} moves"),
    "deep": (b"(;GM[6]MI[length:1]" + b"(;W[31]" * 200_000, "deep"),
    "many SGF games": (b"(;GM[6])" * (MOST_GAMES + 1), f"more than {MOST_GAMES} games"),
    "many SGF moves": (b"(;GM[6]MI[length:1]" + b";W[31]" * (MOST_ACTIONS + 1) + b")", f"{MOST_ACTIONS} moves"),
    "many nodes": (b"(" + b";" * 1_000_000 + b")", "moves: this is no record"),
    "a value without end": (b"(;GM[6]C[" + b"a\\\\" * 1_000_000, "no value that ends"),
    "no backgammon": (b"(;MI[length:0];W[31hefe]" + b";B[21];W[21]" * 600 + b")", "this is no backgammon"),
    "many cubes": (b"(;MI[length:0];W[31hefe]" + b";B[double];W[double]" * 1000 + b")", "No cube is turned so often"),
}


@pytest.mark.parametrize("case", HUGE)
def test_hostile_files_are_refused_in_words(case: str) -> None:
    data, why = HUGE[case]
    read = read_sgf if data.startswith(b"(") else read_mat
    assert re.search(re.escape(why), taken(read, data))


@given(data=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_whatever_is_called_a_match(data: bytes) -> None:
    with pytest.raises(ForeignFileError, match=r"\w"):
        read_foreign(data, "match")
