"""Tables that were recorded once, with all kinds of trouble, give the same journal today.

Where the companion is changed on purpose so that something else comes out, they are recorded anew:
`python -m tests.service.recording.record`.
"""

from __future__ import annotations

import pytest

from tests.service.recording.record import RECORDED, STORIES
from tests.service.recording.stage import checked


def test_every_story_is_recorded() -> None:
    assert {path.stem for path in RECORDED.glob("*.zip")} == set(STORIES)


@pytest.mark.parametrize("name", STORIES)
def test_the_same_comes_out(name: str) -> None:
    pieces = checked(RECORDED / f"{name}.zip")
    assert [one.differences for one in pieces if one.differences] == []
    assert sum(one.events for one in pieces) > 5
    assert {part for one in pieces for part in one.reports} == {"board", "camera"}
