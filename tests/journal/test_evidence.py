"""Pictures lie whole beside the journal, and only those of matches that are over are ever tidied away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.store import Journal
from companion.journal.trouble import Code, JournalError
from companion.match.length import MatchRules, Money
from companion.rules.games import configured
from companion.table.agreement import Agreement
from companion.table.events import SessionEnded
from tests.journal.played import WALL, Played, append, files, written

AGREED = Agreement(MatchRules(configured("backgammon"), Money()))
OVER, OPEN = written(AGREED, [SessionEnded(5)]), written(AGREED, [])


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path) as opened:
        yield opened


def with_pictures(journal: Journal, match: Played, *sizes: int) -> int:
    number = append(journal, match)
    for seq, size in enumerate(sizes, 1):
        journal.keep_evidence(number, seq, bytes([seq]) * size)
    return number


def test_a_picture_is_kept(journal: Journal) -> None:
    number = append(journal, OPEN)
    journal.keep_evidence(number, 7, b"seven")
    journal.keep_evidence(number, 3, b"three", "png")
    first, second = journal.evidence(number)
    assert (first.seq, first.kind, first.size, first.missing) == (3, "png", 5, False)
    assert second.path == journal.folder / "evidence" / journal.match(number).uid / "7.jpg"
    assert (first.path.read_bytes(), second.path.read_bytes()) == (b"three", b"seven")


def test_a_better_picture_takes_its_place(journal: Journal) -> None:
    number = append(journal, OPEN)
    for picture in (b"dark", b"light!"):
        journal.keep_evidence(number, 1, picture)
    (only,) = journal.evidence(number)
    assert (only.size, only.path.read_bytes()) == (6, b"light!")


@pytest.mark.parametrize(("seq", "kind"), [(1, "../x"), (1, ""), (1, "JPG"), (1, "jpg/"), (0, "jpg"), (-1, "jpg")])
def test_what_is_no_picture_of_an_event(journal: Journal, seq: int, kind: str) -> None:
    number = append(journal, OPEN)
    before = files(journal.folder)
    with pytest.raises(JournalError) as raised:
        journal.keep_evidence(number, seq, b"x", kind)
    assert raised.value.code is Code.WRONG
    assert set(files(journal.folder)) == set(before)
    assert journal.evidence(number) == []


def test_a_match_that_is_not_there_has_no_pictures(journal: Journal) -> None:
    with pytest.raises(JournalError, match="no match 5"):
        journal.keep_evidence(5, 1, b"x")


@pytest.mark.parametrize("harm", ["removed", "cut off"])
def test_a_missing_picture_is_told(journal: Journal, harm: str) -> None:
    number = with_pictures(journal, OPEN, 10)
    (before,) = journal.evidence(number)
    before.path.unlink() if harm == "removed" else before.path.write_bytes(b"x")
    assert [one.missing for one in journal.evidence(number)] == [True]


def test_a_picture_that_cannot_be_written_leaves_nothing(journal: Journal) -> None:
    number = append(journal, OPEN)
    folder = journal.folder / "evidence" / journal.match(number).uid
    (folder / "1.jpg").mkdir(parents=True)
    with pytest.raises(JournalError):
        journal.keep_evidence(number, 1, b"x")
    assert journal.evidence(number) == []
    assert [path.name for path in folder.iterdir()] == ["1.jpg"]


def test_tidying_takes_the_oldest_of_matches_that_are_over(journal: Journal) -> None:
    first, going, last = (with_pictures(journal, match, 100, 100, 100) for match in (OVER, OPEN, OVER))
    tidied = journal.tidy(550)
    assert (tidied.removed, tidied.freed, tidied.left) == (4, 400, 500)
    assert [[one.seq for one in journal.evidence(number)] for number in (first, going, last)] == [[], [1, 2, 3], [2, 3]]
    assert sum(path.suffix == ".jpg" for path in journal.folder.rglob("*")) == 5
    assert not (journal.folder / "evidence" / journal.match(first).uid).exists()


def test_tidying_never_touches_an_open_match(journal: Journal) -> None:
    number = with_pictures(journal, OPEN, 100, 100)
    left_over = journal.evidence(number)[0].path.with_name("9.jpg.part")
    left_over.write_bytes(b"half")
    tidied = journal.tidy(0)
    assert (tidied.removed, tidied.left) == (0, 200)
    assert not any(one.missing for one in journal.evidence(number))
    assert left_over.exists()


def test_tidying_below_the_limit_takes_nothing(journal: Journal) -> None:
    number = with_pictures(journal, OVER, 100, 100)
    assert journal.tidy(200).removed == 0
    assert len(journal.evidence(number)) == 2


def test_tidying_sweeps_what_a_loss_of_power_left(journal: Journal) -> None:
    number = with_pictures(journal, OVER, 100)
    folder = journal.evidence(number)[0].path.parent
    for name in ("2.jpg", "1.jpg.part"):
        (folder / name).write_bytes(b"half")
    stranger = folder.parent / "somebody" / "1.jpg"
    stranger.parent.mkdir()
    stranger.write_bytes(b"x")
    journal.tidy(100)
    assert sorted(path.name for path in folder.iterdir()) == ["1.jpg"]
    assert stranger.exists()


def test_tidying_bears_missing_pictures(journal: Journal) -> None:
    number = with_pictures(journal, OVER, 100)
    journal.evidence(number)[0].path.unlink()
    assert journal.tidy(0).removed == 1
    assert journal.evidence(number) == []


def test_pictures_do_not_stop_other_readers(journal: Journal) -> None:
    number = with_pictures(journal, OPEN, 5)
    with Journal.open(journal.folder) as other:
        assert other.evidence(number) == journal.evidence(number)
        with pytest.raises(JournalError) as raised:
            other.keep_evidence(number, 2, b"x")
        assert raised.value.code is Code.BUSY
        assert other.match(number).begun == WALL
