"""The real GNU Backgammon shows what was recorded, and what it writes comes back the same."""

import re
from pathlib import Path

from companion.journal.exchange.mat import export_mat
from companion.journal.exchange.mat_reader import read_mat
from companion.journal.exchange.sgf import export_sgf
from companion.table.reducer import fold
from tests.journal.exchange.matches import Habits, random_session
from tests.journal.gnubg.compare import differences
from tests.journal.gnubg.program import Job, matches_of
from tests.journal.gnubg.round_trip import Found, round_trip

LEGAL, CONDONED = Habits(), Habits(illegal=0.03, strange=0.01, by_scorer=0.03)
TURNS = 250


def sent(habits: Habits, seeds: range, folder: Path) -> Found:
    tables = [(f"m{seed}", random_session(seed, habits, games=2, turns=TURNS).table) for seed in seeds]
    return round_trip(tables, folder)


def test_random_matches(tmp_path: Path) -> None:
    found = sent(LEGAL, range(16), tmp_path)
    assert not found.wrong, "\n".join(found.wrong)
    for kind in ("Played", "Cubed", "Resigns", "Replies", "Tied", "resigned", "Crawford games"):
        assert found.counts[kind], kind
    assert found.counts[".mat shown"] == found.counts[".sgf shown"] == found.counts["matches"]
    assert found.counts["mat.gnubg.mat back"] > found.counts["matches"] // 2


def test_matches_with_plays_let_stand_and_positions_set(tmp_path: Path) -> None:
    found = sent(CONDONED, range(100, 114), tmp_path)
    assert not found.wrong, "\n".join(found.wrong)
    assert found.counts["BoardPut"]
    assert found.counts["CubePut"]
    assert found.counts[".sgf shown"] == found.counts["matches"]


BEAVERS = """ 0 point match

 Game 1
 Ada : 0                        Ben : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4               42: 8/4 6/4
  3) 62: 24/18 13/11
                                   Wins 4 points

 Game 2
 Ada : 0                        Ben : 4
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Doubles => 4                Drops
      Wins 2 points

 Game 3
 Ada : 2                        Ben : 4
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4                Takes
      Wins 4 points

 Game 4
 Ada : 6                        Ben : 4
  1)                             31: 8/5 6/5
  2) 52: 13/8 24/22
"""
"""Taken, dropped, and taken in a game that is given up at once."""


def about_the_cube(text: str) -> list[str]:
    return [line for line in text.splitlines() if re.search("=>|Takes|Drops", line)]


def test_beavers_are_written_as_the_program_has_them_and_lose_no_game(tmp_path: Path) -> None:
    match = read_mat(BEAVERS.encode())
    table = fold(match.agreement.begin(), match.events)
    assert about_the_cube(export_mat(table)) == about_the_cube(BEAVERS)
    found = round_trip([("beavers", table)], tmp_path)
    assert not found.wrong, "\n".join(found.wrong)


def test_another_match_is_not_taken_for_the_same(tmp_path: Path) -> None:
    one, other = (random_session(seed, LEGAL, games=1, turns=60).table for seed in (1, 2))
    path = tmp_path / "one.sgf"
    path.write_text(export_sgf(one))
    (dump,) = matches_of([Job(path)])
    assert not differences(one, dump)
    assert differences(other, dump)
