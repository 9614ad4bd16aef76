"""What the panel's tests share: a table with its panel, and PINs that are quickly hashed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from tests.web.stage import Stage, serving, share, stage


@pytest.fixture(autouse=True)
def _quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.safe.PasswordHasher", lambda *_, **__: PasswordHasher(1, 8, 1))


@pytest.fixture(autouse=True)
def _shared(monkeypatch: pytest.MonkeyPatch) -> None:
    share(monkeypatch)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path) as one:
        yield one


@pytest.fixture
def url(table: Stage) -> Iterator[str]:
    """The address of the table's panel, which is served."""
    with serving(table.app) as address:
        yield address
