"""One PostgreSQL for all tests of the hall, and an empty database of each kind for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hall.record.address import Address, address
from companion.hall.record.record import Record
from tests.hall.postgres import Postgres, server


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with server() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Address]:
    """The address of a record that is not there yet, in each of the databases."""
    if request.param == "sqlite":
        yield address("", tmp_path)
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    with postgres.lent() as url:
        yield address(url, tmp_path)


@pytest.fixture
def record(where: Address) -> Iterator[Record]:
    found = Record(where)
    found.open()
    yield found
    found.close()
