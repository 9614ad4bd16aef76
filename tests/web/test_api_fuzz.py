"""The API fuzzed from its description, and walked from action to action: the short form of `tests.web.fuzz_api`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.fuzz_api import ALL_IS_WELL, APART, busy, fuzzed, walked
from tests.web.stage import Stage
from web.api.operations import OPERATIONS

pytestmark = pytest.mark.real_time

EXAMPLES, STEPS = 5, 330


@pytest.fixture
def at_work(tmp_path: Path) -> Iterator[Stage]:
    with busy(tmp_path, seed=11) as table:
        yield table


def test_nothing_fails_and_every_answer_is_as_described(at_work: Stage) -> None:
    done = fuzzed(at_work, EXAMPLES, seed=5)
    assert done.returncode == ALL_IS_WELL, done.stdout[-8000:] + done.stderr[-2000:]
    # All but what is left out, and the description that it was given.
    assert f"{len(OPERATIONS) - len(APART) - 1} passed" in done.stdout


def test_a_program_that_knows_only_the_description_plays_all_games(at_work: Stage) -> None:
    walker = walked(at_work, STEPS, seed=3)
    assert walker.taken == STEPS
    assert set(walker.statuses) == {200, 409}
    assert {"throw_entered", "play_entered", "cube_moved", "resigned", "answered", "undone"} <= set(+walker.names)


def test_a_failure_would_be_found(at_work: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError

    monkeypatch.setattr(type(at_work.service), "open_matches", lambda _self: broken())
    done = fuzzed(at_work, 1, seed=5, only="/matches")
    assert done.returncode != ALL_IS_WELL
    assert "GET /matches" in done.stdout
