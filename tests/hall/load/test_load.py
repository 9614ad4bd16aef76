"""Everything fails once while tables play and somebody means no good: the record is exact all the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hall.load.compare import compared, journals, lacking, told_by
from tests.hall.load.stand import Stand, Wishes, standing, until
from tests.hall.postgres import Postgres

pytestmark = pytest.mark.real_time

TABLES, PROCESSES, SPEED = 6, 2, 40.0
SOME = 12
"""So many lines are made before anything else happens."""
HOSTILE = 12
"""So many kinds of things a hostile client sends."""


def made(stand: Stand) -> int:
    """How many lines the tables' journals have."""
    return sum(told_by(stand.folders).values())


def plays_on(stand: Stand) -> None:
    """Wait until more was played: a table waits for nobody."""
    before = made(stand)
    until(lambda: made(stand) >= before + SOME)


def suffers(stand: Stand, fail: Callable[[], None], mend: Callable[[], None]) -> None:
    """Let something fail while the tables play on, mend it, and wait until what was made meanwhile is recorded."""
    fail()
    plays_on(stand)
    mend()
    told = told_by(stand.folders)
    until(lambda: lacking(told, stand.record) == 0)


def shows_the_end(stand: Stand) -> bool:
    """Whether the page says of each table what it says itself."""
    ids = stand.ids()
    seats = [seat for program in stand.programs for seat in program.done["seats"]]
    last = {ids[seat["name"]]: seat["entries"][-1][2] for seat in seats}
    return all(stand.watcher.seen[table][-1].text == text for table, text in last.items())


@pytest.mark.parametrize("database", ["postgresql", "sqlite"])
def test_each_event_is_recorded_once_and_in_order(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    postgres: Postgres | None = request.getfixturevalue("postgres") if database == "postgresql" else None
    url = postgres.database() if postgres else ""
    with standing(Wishes(tmp_path, url, TABLES, PROCESSES, SPEED)) as stand:
        plays_on(stand)
        suffers(stand, stand.broker.kill, stand.broker.start)
        suffers(stand, stand.hall.kill, stand.hall.start)
        if postgres is not None:
            suffers(stand, postgres.stop, postgres.start)
        suffers(stand, stand.network.cut, stand.network.mend)
        stand.stop_playing()
        stand.until_settled()
        until(lambda: shows_the_end(stand))
        until(lambda: len(stand.hostile.sent) == HOSTILE and stand.hostile.refused > 0)
        stand.hostile.stop()
        for program in stand.programs:
            program.end()
        found = compared(journals(stand.folders), stand.record)
        assert found.is_exact, found
        assert found.made >= (4 + (postgres is not None)) * SOME
        assert stand.hostile.let_in_wrongly == 0
        assert "A message was refused" in stand.hall.log.read_text(encoding="utf-8")
        assert stand.watcher.opened > 1
        assert stand.hall.stop() == 0
