"""The process of GNU Backgammon: it may be missing, break off, hang or talk nonsense, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hints import gnubg_process
from companion.hints.gnubg_process import BrokeOffError, GnubgError, GnubgProcess, Limits, RefusedError
from tests.hints.gnubg_tools import (
    ANOTHER_NUMBER,
    EXITS,
    GARBAGE,
    NO_OBJECT,
    QUESTION,
    Started,
    pretender,
    real,
)
from tests.waiting import HANG_S, wait_until


@pytest.fixture
def process() -> Iterator[GnubgProcess]:
    one = real()
    yield one
    one.close()


def pid_of(process: GnubgProcess) -> int:
    """Return the number of the process after it has answered."""
    assert process.ask(QUESTION)["values"] == []
    assert process.pid
    return process.pid


def is_gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


def wait_until_gone(pid: int) -> None:
    wait_until(lambda: is_gone(pid), lambda: f"{pid} is still there")


def wait_until_stopped(pid: int) -> None:
    stat = Path(f"/proc/{pid}/stat")
    wait_until(lambda: stat.read_text().rpartition(")")[2].split()[0] == "T", lambda: f"{pid} goes on")


def asking_of(process: GnubgProcess) -> Started:
    """Return a question that is being asked."""
    asking = Started(lambda: process.ask(QUESTION))
    wait_until(process._lock.locked, lambda: "nothing is asked")
    return asking


def stop(pid: int) -> None:
    os.kill(pid, signal.SIGSTOP)
    wait_until_stopped(pid)


def test_it_stays_between_questions(process: GnubgProcess) -> None:
    assert pid_of(process) == pid_of(process)


def test_it_stands_back_for_others(process: GnubgProcess) -> None:
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pid_of(process)) == min(19, ours + Limits().nice)


def test_it_leaves_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    process = real()
    pid_of(process)
    assert not list(tmp_path.iterdir())
    process.close()


def test_closing_leaves_no_process(process: GnubgProcess) -> None:
    pid = pid_of(process)
    process.close()
    assert is_gone(pid)
    with pytest.raises(GnubgError):
        process.ask(QUESTION)


def test_killed_between_questions_it_is_started_again(process: GnubgProcess) -> None:
    pid = pid_of(process)
    os.kill(pid, signal.SIGKILL)
    assert pid_of(process) != pid
    assert is_gone(pid)


def test_killed_in_the_middle_of_an_answer_the_next_one_answers(process: GnubgProcess) -> None:
    pid = pid_of(process)
    stop(pid)
    asking = asking_of(process)
    os.kill(pid, signal.SIGKILL)
    answer = asking.end()
    assert isinstance(answer, dict)
    assert answer["values"] == []
    assert process.pid != pid


def test_a_hanging_one_is_ended_and_another_asked_next_time() -> None:
    process = real(Limits(start_s=HANG_S, answer_s=0.2))
    pid = pid_of(process)
    stop(pid)
    with pytest.raises(GnubgError, match="does not answer"):
        process.ask(QUESTION)
    assert is_gone(pid)
    assert pid_of(process) != pid
    process.close()


def test_closing_interrupts_an_answer(process: GnubgProcess) -> None:
    stop(pid_of(process))
    asking = asking_of(process)
    process.close()
    with pytest.raises(GnubgError):
        asking.end()
    assert process.pid is None


def test_a_question_it_cannot_answer_does_not_end_it(process: GnubgProcess) -> None:
    pid = pid_of(process)
    with pytest.raises(RefusedError):
        process.ask({"ask": "the way", "rules": ""})
    assert pid_of(process) == pid


def test_missing_is_said() -> None:
    with pytest.raises(GnubgError, match="not installed"):
        GnubgProcess(find=lambda: None).ask(QUESTION)


def test_it_is_found_in_the_games_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    found = gnubg_process.find_program()
    assert found, "GNU Backgammon is not installed: sh .ci/setup does it"
    assert found.endswith("/games/gnubg")


def test_what_cannot_be_started_is_said(tmp_path: Path) -> None:
    process = GnubgProcess(find=lambda: str(tmp_path / "gone"))
    with pytest.raises(GnubgError, match="could not be started"):
        process.ask(QUESTION)


@pytest.mark.parametrize("does", [GARBAGE, ANOTHER_NUMBER, NO_OBJECT])
def test_garbage_is_said(tmp_path: Path, does: str) -> None:
    program = pretender(tmp_path, does)
    process = GnubgProcess(find=lambda: program)
    with pytest.raises(GnubgError, match="makes no sense"):
        process.ask(QUESTION)
    assert process.pid is None


def test_failing_again_and_again_it_rests_longer_and_longer(tmp_path: Path) -> None:
    program, clock, starts = pretender(tmp_path, EXITS), [1000.0], [0]

    def find() -> str:
        starts[0] += 1
        return program

    process = GnubgProcess(find, Limits(first_rest_s=10, longest_rest_s=15), now=lambda: clock[0])
    with pytest.raises(BrokeOffError):
        process.ask(QUESTION)
    assert starts[0] == 2
    for number, rest in enumerate((10, 15, 15), 3):
        clock[0] += rest - 0.5
        with pytest.raises(GnubgError, match="given a rest"):
            process.ask(QUESTION)
        assert starts[0] == number - 1
        clock[0] += 0.5
        with pytest.raises(GnubgError):
            process.ask(QUESTION)
        assert starts[0] == number


def test_after_an_answer_all_failures_are_forgotten(process: GnubgProcess) -> None:
    for _ in range(4):
        os.kill(pid_of(process), signal.SIGKILL)
    pid_of(process)


@pytest.mark.parametrize("stopped", [False, True], ids=["running", "hanging"])
def test_it_goes_when_the_companion_is_killed(*, stopped: bool) -> None:
    code = (
        "from tests.hints.gnubg_tools import *\nprocess = real()\nprocess.ask(QUESTION)\n"
        "print(process.pid, flush=True)\nimport time\ntime.sleep(1000)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as companion:
        assert companion.stdout
        pid = int(companion.stdout.readline())
        assert not is_gone(pid)
        if stopped:
            stop(pid)
        companion.kill()
    wait_until_gone(pid)
