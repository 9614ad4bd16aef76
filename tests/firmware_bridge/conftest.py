"""What the tests of the board's line share."""

import pytest

from firmware_bridge import asking, conversation, fresh


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A link that waits for a slow machine: its board is not taken for silent, and answers late."""
    monkeypatch.setattr(conversation, "STALE_AFTER", 100.0)
    monkeypatch.setattr(fresh, "WITHIN", 100.0)
    monkeypatch.setattr(asking, "AGAIN_AFTER", 5.0)
