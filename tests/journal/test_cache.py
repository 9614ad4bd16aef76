"""What is cached comes back only while it is true, and is never missed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.cache import FILE
from companion.journal.store import Journal
from companion.rules.players import Pair
from companion.table import corrections as co
from companion.table.events import Event
from companion.table.reducer import fold
from tests.journal.played import WALL, played, put


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path) as opened:
        yield opened


def happens(journal: Journal, number: int, event: Event) -> None:
    table = fold(journal.resume(number), [event])
    journal.append(number, [event], WALL, table)


def test_it_comes_back(journal: Journal) -> None:
    number = put(journal, played(games=2))
    assert journal.cached(number, 1) is None
    journal.cache(number, 1, b"one" * 1000)
    journal.cache(number, 2, b"two")
    assert (journal.cached(number, 1), journal.cached(number, 2)) == (b"one" * 1000, b"two")
    journal.cache(number, 2, b"better")
    assert journal.cached(number, 2) == b"better"
    with Journal.open(journal.folder) as other:
        assert other.cached(number, 1) == b"one" * 1000


def test_what_happens_since_makes_it_untrue(journal: Journal) -> None:
    number = put(journal, played(games=3))
    for game in (1, 2, 3):
        journal.cache(number, game, b"%d" % game)
    now = journal.resume(number).now
    happens(journal, number, co.ScoreSet(now, Pair(1, 1), "as it was"))
    assert [journal.cached(number, game) for game in (1, 2, 3)] == [b"1", b"2", None]
    happens(journal, number, co.Undone(now, 4, Pair(white=True, black=True), "not over yet"))
    assert journal.match(number).games == 2
    assert [journal.cached(number, game) for game in (1, 2, 3)] == [b"1", None, None]


def test_each_match_has_its_own(journal: Journal) -> None:
    one, other = put(journal, played()), put(journal, played())
    journal.cache(one, 1, b"one")
    assert journal.cached(other, 1) is None


def test_readers_may_cache_while_another_program_writes(journal: Journal) -> None:
    number = put(journal, played())
    journal.claim()
    with Journal.open(journal.folder) as other:
        other.cache(number, 1, b"x")
    assert journal.cached(number, 1) == b"x"


@pytest.mark.parametrize("rubbish", [b"", b"x" * 5000])
def test_a_damaged_cache_is_made_anew(journal: Journal, rubbish: bytes) -> None:
    number = put(journal, played())
    (journal.folder / FILE).write_bytes(rubbish)
    assert journal.cached(number, 1) is None
    (journal.folder / FILE).write_bytes(rubbish)
    journal.cache(number, 1, b"x")
    assert journal.cached(number, 1) == b"x"


def refused(*_what: object, **_how: object) -> None:
    raise PermissionError


def test_a_damaged_cache_that_cannot_be_removed_is_not_missed(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = put(journal, played())
    (journal.folder / FILE).write_bytes(b"x" * 5000)
    monkeypatch.setattr(Path, "unlink", refused)
    journal.cache(number, 1, b"x")
    assert journal.cached(number, 1) is None


def test_a_cache_that_cannot_be_written_is_not_missed(journal: Journal) -> None:
    number = put(journal, played())
    (journal.folder / FILE).mkdir()
    journal.cache(number, 1, b"x")
    assert journal.cached(number, 1) is None
