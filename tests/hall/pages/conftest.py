"""What the tests of the hall's pages share: a hall, and PINs that are quickly hashed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from tests.hall.pages.stage import Stage, stage
from tests.web.stage import share


@pytest.fixture(autouse=True)
def _quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.safe.PasswordHasher", lambda *_, **__: PasswordHasher(1, 8, 1))


@pytest.fixture(autouse=True)
def _shared(monkeypatch: pytest.MonkeyPatch) -> None:
    share(monkeypatch)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Stage]:
    with stage(tmp_path) as one:
        yield one
