"""The archive beside a table that is alive: what is worked out once, and what changes it; who may write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.store import Journal
from companion.journal.trouble import JournalError
from companion.service import TableService
from companion.service.archive import LOCKS, MOST_SHOWN, NotInArchiveError, UnreadableArchiveError
from tests.journal.scripts import NAMES, WALL, session

MATCH = {"game": "backgammon", "length": {"kind": "points", "points": 5}, "names": {"white": "Ada", "black": "Bo"}}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[TableService]:
    one = TableService(tmp_path)
    one.start()
    yield one
    one.stop()


def enter(service: TableService, event: str, **fields: object) -> None:
    answer = service.post({"event": event, **fields}, "test")
    assert answer.ok, answer.message


def begin(service: TableService) -> None:
    assert service.new_match(MATCH, "test").ok
    for player, die in (("white", 3), ("black", 1)):
        enter(service, "throw_entered", player=player, dice=[die])


def test_what_was_gone_through_is_at_hand_until_something_happens(service: TableService) -> None:
    begin(service)
    first = service.archive.game(1, 1).steps
    assert service.archive.game(1, 1).steps is first
    enter(service, "play_entered", player="white", play="8/5 6/5")
    second = service.archive.game(1, 1).steps
    assert len(second) == len(first) + 1
    assert second[: len(first)] == first


def test_only_a_few_games_are_kept_at_hand(service: TableService) -> None:
    names = NAMES[: MOST_SHOWN + LOCKS]

    def put(journal: Journal) -> None:
        for name in names:
            agreement, stored, table = session(name)
            number = journal.begin(agreement, WALL)
            journal.append(number, [one.event for one in stored], [one.wall for one in stored], table)

    service._in_journal(put)
    for number in range(1, len(names) + 1):
        assert service.archive.game(number, 1).steps
    assert len(service.archive._shown) == MOST_SHOWN


def test_what_is_not_there_is_told(service: TableService) -> None:
    begin(service)
    archive = service.archive
    for ask in (
        lambda: archive.match(2),
        lambda: archive.game(1, 2),
        lambda: archive.game(2, 1),
        lambda: archive.picture(1, 1),
        lambda: archive.player("Cem"),
        lambda: archive.export(1, "exe"),
    ):
        with pytest.raises(NotInArchiveError):
            ask()


def test_a_folder_that_cannot_be_looked_into_is_told(service: TableService) -> None:
    service.archive._folder = Path("too long" * 99)
    with pytest.raises(UnreadableArchiveError):
        service.archive.matches()


def test_a_journal_that_cannot_be_written_is_told(service: TableService) -> None:
    service.stop()
    with pytest.raises(JournalError):
        service._in_journal(lambda journal: journal.matches())


def test_what_goes_wrong_while_writing_comes_back_and_the_table_goes_on(service: TableService) -> None:
    begin(service)
    with pytest.raises(JournalError, match="There is no match 7"):
        service._in_journal(lambda journal: journal.match(7))
    enter(service, "play_entered", player="white", play="8/5 6/5")
