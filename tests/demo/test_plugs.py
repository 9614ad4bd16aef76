"""The virtual plugs: what is pulled fails as it does at a real table, and what is put back works again."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.demo.checkers import Checkers
from companion.demo.cup import Cup
from companion.demo.plugs import BOARD, CAMERA, FAULTS, OTHER_PORT, Plugs
from companion.demo.shelf import AWAY
from companion.journal.database import FILE
from companion.service import TableService
from firmware_bridge.virtual.board import VirtualBoard
from tests.demo.stage import Stage, playing, plays, state
from tests.service.playing import until

pytestmark = pytest.mark.real_time


@pytest.fixture
def checkers(tmp_path: Path) -> Checkers:
    return Checkers(Random(1), tmp_path)


def spoilt(board: VirtualBoard) -> tuple[object, ...]:
    """All that can be wrong with a board."""
    lines = [(line.corrupt, line.drop, line.duplicate, line.seconds_late) for line in (board.up, board.down)]
    return (*lines, board.hangs, board.is_gone, len(board.ills.cases), dict(board.ills.swapped))


@pytest.mark.parametrize("fault", BOARD)
def test_a_fault_of_the_board_is_there_until_it_is_mended(fault: str, checkers: Checkers, tmp_path: Path) -> None:
    plugs = Plugs(checkers, Cup(), tmp_path)
    whole = checkers.server.do(spoilt)
    plugs.pull(fault)
    assert set(plugs.pulled) == {fault}
    assert checkers.server.do(spoilt) != whole
    plugs.put_back(fault)
    assert not set(plugs.pulled)
    assert checkers.server.do(spoilt) == whole
    checkers.close()


def test_faults_add_up_and_are_mended_one_by_one(checkers: Checkers, tmp_path: Path) -> None:
    def late(board: VirtualBoard) -> tuple[bool, bool]:
        return board.up.seconds_late > 0, board.up.drop > 0

    plugs = Plugs(checkers, Cup(), tmp_path)
    for fault in ("slow", "lossy", "slow", "nonsense"):
        plugs.pull(fault)
    assert plugs.pulled == ("slow", "lossy")
    assert checkers.server.do(late) == (True, True)
    plugs.put_back("slow")
    assert checkers.server.do(late) == (False, True)
    plugs.mend()
    assert checkers.server.do(late) == (False, False)
    checkers.close()


def test_two_who_pull_at_once_both_have_their_way(checkers: Checkers, tmp_path: Path) -> None:
    plugs = Plugs(checkers, Cup(), tmp_path)
    two = [threading.Thread(target=plugs.pull, args=(fault,)) for fault in ("slow", "dark")]
    with plugs._lock:
        for one in two:
            one.start()
        # Both have begun, and wait for each other.
        time.sleep(0.1)
    for one in two:
        one.join()
    assert set(plugs.pulled) == {"slow", "dark"}
    checkers.close()


def test_the_camera_has_the_troubles_that_are_pulled(checkers: Checkers, tmp_path: Path) -> None:
    cup = Cup()
    plugs = Plugs(checkers, cup, tmp_path)
    for fault in CAMERA:
        plugs.pull(fault)
    assert cup.troubles == set(CAMERA)
    plugs.put_back("dark")
    assert cup.troubles == set(CAMERA) - {"dark"}
    plugs.mend()
    assert cup.troubles == set()
    checkers.close()


def test_the_journal_waits_and_is_then_written(tmp_path: Path) -> None:
    with playing(tmp_path, seed=5) as (service, demo):
        plays(service, 1)
        for fault in ("journal_gone", "journal_busy"):
            demo.pull(fault)
            view = until(service, lambda now: bool(now.trouble))
            assert state(view, "journal") == "failed"
            plays(service, 1)
            demo.put_back(fault)
            until(service, lambda now: state(now, "journal") == "running")
            assert not (tmp_path / AWAY).exists()
        shown = service.view()
    again = TableService(tmp_path)
    again.start()
    assert again.view().uid == shown.uid
    assert again.view().trouble == ()
    again.stop()


def test_a_journal_that_was_left_away_is_put_back_at_the_next_start(tmp_path: Path) -> None:
    with playing(tmp_path, seed=5) as (service, _):
        before = plays(service, 1)[-1]
    (tmp_path / AWAY).mkdir()
    (tmp_path / FILE).rename(tmp_path / AWAY / FILE)
    with playing(tmp_path, seed=5) as (service, _):
        assert service.view().uid == before.uid


def test_a_new_journal_is_not_written_over(tmp_path: Path) -> None:
    with playing(tmp_path, seed=5) as (service, demo):
        plays(service, 1)
        demo.pull("journal_gone")
        until(service, lambda now: any(one.name == "new_journal" for one in now.actions))
        assert service.post({"event": "new_journal"}, "a visitor").ok
        demo.put_back("journal_gone")
        plays(service, 1)
        assert service.view().trouble == ()
    assert (tmp_path / FILE).exists()
    assert (tmp_path / AWAY / FILE).exists()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Stage, Path]]:
    folder = tmp_path_factory.mktemp("demo")
    with playing(folder, seed=5) as stage:
        yield stage, folder


@pytest.fixture
def stage(running: tuple[Stage, Path]) -> Stage:
    """A demonstration in which nothing is wrong, and something has been played."""
    (service, demo), _ = running
    demo.mend()
    for part in ("board", "camera"):
        until(service, lambda now, part=part: state(now, part) == "running")  # type: ignore[misc]  # bound in the loop
    plays(service, 1)
    return service, demo


def test_plays_are_told_by_hand_while_the_board_is_unplugged(stage: Stage) -> None:
    service, demo = stage
    demo.pull("unplugged")
    until(service, lambda now: state(now, "board") == "lost")
    until(service, lambda now: now.last is not None and now.last.by_hand)
    demo.put_back("unplugged")
    until(service, lambda now: state(now, "board") == "running")
    until(service, lambda now: now.last is not None and not now.last.by_hand)


def test_the_board_is_found_at_another_port_and_again_at_its_own(
    stage: Stage, running: tuple[Stage, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    (service, demo), folder = stage, running[1]
    monkeypatch.setattr("companion.demo.plugs.REPLUGGING_S", 0.1)
    for put, port in ((demo.pull, "board-2"), (demo.put_back, "board-1")):
        put(OTHER_PORT)
        until(service, lambda now: state(now, "board") == "lost")
        until(service, lambda now: state(now, "board") == "running")
        assert [one.name for one in folder.glob("board-*")] == [port]
    plays(service, 1)


def test_throws_are_told_by_hand_while_the_camera_is_covered(stage: Stage) -> None:
    service, demo = stage
    demo.pull("covered")
    until(service, lambda now: state(now, "camera") == "lost")
    until(service, lambda now: bool(now.throw) and not now.dice)
    demo.mend()
    until(service, lambda now: state(now, "camera") == "running")
    until(service, lambda now: any(die.counts for die in now.dice))


def test_every_fault_belongs_to_a_part() -> None:
    assert set(FAULTS.values()) == {"board", "camera", "journal"}
    assert len(FAULTS) == len(BOARD) + 1 + len(CAMERA) + 2
