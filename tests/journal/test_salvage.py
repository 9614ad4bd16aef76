"""A damaged journal is set aside, and what can be read of it is saved, with a report of the rest."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from companion.journal.database import FILE
from companion.journal.lines import Line
from companion.journal.salvage import MOST_NAMED, Salvaged, salvage, set_aside
from companion.journal.store import Journal
from companion.journal.trouble import JournalError
from tests.journal.played import Played, played, put, written

SEEDS = ("a", "b", "c", "d")


@cache
def short(seed: str) -> Played:
    match = played(seed=seed)
    return written(match.agreement, match.events[:60])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with four matches, with a picture in each."""
    with Journal.open(tmp_path) as journal:
        for seed in SEEDS:
            number = put(journal, short(seed), uid=f"uid-{seed}")
            journal.keep_evidence(number, 3, seed.encode())
    return tmp_path


def harm(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        connection.execute("DROP TRIGGER events_stay_as_they_are")
        connection.execute("DROP TRIGGER events_stay")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def saved(folder: Path) -> tuple[Salvaged, dict[int, list[Line]]]:
    """What is told, and what the new journal has; all of it is sound."""
    aside = set_aside(folder)
    whole = aside.read_bytes()
    with Journal.open(folder) as journal:
        report = salvage(aside, journal)
        assert journal.check() == []
        for row in journal.matches():
            assert row.games == len(journal.resume(row.number).games)
        found = {row.number: journal.lines(row.number) for row in journal.matches()}
        pictures = {
            row.number: [one.path.read_bytes() for one in journal.evidence(row.number)] for row in journal.matches()
        }
    assert pictures == {number: [SEEDS[number - 1].encode()] for number in found}
    assert aside.read_bytes() == whole
    return report, found


def truth(folder: Path) -> dict[int, list[Line]]:
    with Journal.open(folder) as journal:
        return {row.number: journal.lines(row.number) for row in journal.matches()}


def test_a_sound_journal_is_saved_whole(folder: Path) -> None:
    before = truth(folder)
    report, found = saved(folder)
    assert found == before
    assert (report.whole, report.lost, report.path.name) == (4, (), "journal-damaged.sqlite3")


def test_a_damaged_event_costs_the_rest_of_its_match(folder: Path) -> None:
    before = truth(folder)
    harm(folder, "UPDATE events SET body = 'x' WHERE match = 2 AND seq = 9")
    report, found = saved(folder)
    assert found == {**before, 2: before[2][:8]}
    names = "White against Black"
    assert report.lost == (f"Match 2 ({names}): its first 8 of {len(before[2])} events were saved.",)
    assert report.whole == 3


def test_a_match_nobody_can_read_is_told(folder: Path) -> None:
    before = truth(folder)
    harm(folder, "DELETE FROM events WHERE match = 3 AND seq = 0")
    report, found = saved(folder)
    assert found == {number: lines for number, lines in before.items() if number != 3}
    assert report.lost == ("Match 3: lost; what was agreed on cannot be read.",)


def test_a_match_that_is_gone_is_told(folder: Path) -> None:
    harm(folder, "DROP TRIGGER matches_stay", "DELETE FROM matches WHERE number = 4")
    report, found = saved(folder)
    assert sorted(found) == [1, 2, 3]
    assert report.lost == ("Match 4: lost; it cannot be found.",)


def test_a_match_that_only_the_index_still_has_is_told(folder: Path) -> None:
    before = truth(folder)
    with closing(sqlite3.connect(folder / FILE)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'matches'").fetchone()
    with (folder / FILE).open("r+b") as file:
        file.seek(4096 * (page - 1) + 3)
        file.write((1).to_bytes(2, "big"))  # how many rows the page has
    report, found = saved(folder)
    assert found == {1: before[1]}
    assert [text for text in report.lost if "cannot be read" in text] == [
        f"Match {number}: lost; what was agreed on cannot be read." for number in (2, 3, 4)
    ]


@pytest.mark.parametrize("count", ["'many'", str(2**62)])
def test_a_count_of_matches_that_damage_has_made_up_is_not_believed(folder: Path, count: str) -> None:
    before = truth(folder)
    harm(folder, f"UPDATE sqlite_sequence SET seq = {count} WHERE name = 'matches'")  # noqa: S608 - counts of ours
    report, found = saved(folder)
    assert (report.whole, found) == (4, before)
    assert len(report.lost) <= MOST_NAMED + 1


def test_what_is_there_already_stays(folder: Path) -> None:
    before = truth(folder)
    aside = set_aside(folder)
    with Journal.open(folder) as journal:
        put(journal, short("a"), uid="uid-b")
        report = salvage(aside, journal)
        assert (report.whole, report.lost) == (4, ())
        # Its number is taken: match 1 gets another one.
        assert {row.uid for row in journal.matches()} == {f"uid-{seed}" for seed in SEEDS}
        assert journal.lines(journal.find("uid-a").number) == before[1]


def test_a_file_that_is_no_database(folder: Path) -> None:
    (folder / FILE).write_bytes(b"rubbish" * 1000)
    with pytest.raises(JournalError):
        Journal.open(folder)
    aside = set_aside(folder)
    with Journal.open(folder) as journal:
        report = salvage(aside, journal)
        assert report.whole == 0
        assert len(report.lost) == 1
        assert journal.matches() == []


@pytest.mark.parametrize("page", range(1, 12))
def test_overwritten_pages(folder: Path, page: int) -> None:
    """Whatever page is lost: what is saved is as it was, and what is not saved is told."""
    before = truth(folder)
    with (folder / FILE).open("r+b") as file:
        file.seek(4096 * page)
        file.write(bytes(4096))
    aside = set_aside(folder)
    with Journal.open(folder) as journal:
        report = salvage(aside, journal)
        found = {row.number: journal.lines(row.number) for row in journal.matches()}
    assert all(lines == before[number][: len(lines)] for number, lines in found.items())
    assert report.lost or found == before


def test_each_keeps_its_name(folder: Path) -> None:
    names = []
    for _ in range(2):
        names.append(set_aside(folder).name)
        Journal.open(folder).close()
    assert names == ["journal-damaged.sqlite3", "journal-damaged-2.sqlite3"]


def test_nothing_is_set_aside_under_a_program_that_writes(folder: Path) -> None:
    with Journal.open(folder) as journal:
        journal.claim()
        with pytest.raises(JournalError, match="Another program"):
            set_aside(folder)
        assert (folder / FILE).exists()
