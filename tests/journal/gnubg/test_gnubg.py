"""The real GNU Backgammon shows what was recorded, and what it writes comes back the same."""

from pathlib import Path

from companion.journal.exchange.sgf import export_sgf
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


def test_another_match_is_not_taken_for_the_same(tmp_path: Path) -> None:
    one, other = (random_session(seed, LEGAL, games=1, turns=60).table for seed in (1, 2))
    path = tmp_path / "one.sgf"
    path.write_text(export_sgf(one))
    (dump,) = matches_of([Job(path)])
    assert not differences(one, dump)
    assert differences(other, dump)
