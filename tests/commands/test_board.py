"""`companion board`: virtual boards, monitored, recorded, replayed and tared, each as its own program."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.board_monitor import CLEAR, View, page, seen
from firmware_bridge.bridge import Bridge, Event
from firmware_bridge.happenings import LineCounts
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.commands import Commands
from tests.checkout import ROOT
from tests.commands.closed import with_nobody_reading
from tests.waiting import HANG_S

Running = subprocess.Popen[str]


def begun(*arguments: str) -> Running:
    command = [sys.executable, "-m", "companion", "board", *arguments]
    return subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def line_of(running: Running) -> str:
    assert running.stdout is not None
    return running.stdout.readline().rstrip("\n")


def told(running: Running, text: str) -> str:
    """Give a command, and return the first line of the answer."""
    assert running.stdin is not None
    running.stdin.write(f"{text}\n")
    running.stdin.flush()
    return line_of(running)


def ended(running: Running) -> str:
    rest, _ = running.communicate(timeout=HANG_S)
    return rest


@pytest.fixture
def virtual(tmp_path: Path) -> Iterator[Running]:
    running = begun("--virtual", "--link", str(tmp_path / "board"))
    assert line_of(running) == str(tmp_path / "board")
    yield running
    running.kill()
    ended(running)


def test_a_virtual_board_takes_commands_and_leaves_nothing_behind(virtual: Running, tmp_path: Path) -> None:
    assert told(virtual, "start puff") == "Puff is set up."
    assert told(virtual, "jump") == "There is no command 'jump': 'help' tells them all."
    assert told(virtual, "quit") == "Goodbye."
    assert ended(virtual) == ""
    assert virtual.returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_a_virtual_board_that_is_terminated_takes_its_link_away(virtual: Running, tmp_path: Path) -> None:
    virtual.send_signal(signal.SIGTERM)
    ended(virtual)
    assert virtual.returncode == 130
    assert list(tmp_path.iterdir()) == []


def test_without_a_link_the_device_is_named() -> None:
    running = begun("--virtual", "--sensing", "count", "--points-only")
    name = line_of(running)
    assert Path(name).is_char_device()
    assert ended(running) == ""
    assert running.returncode == 0


def test_a_board_at_a_socket() -> None:
    running = begun("--virtual", "--socket", "0")
    assert line_of(running).startswith("socket://127.0.0.1:")
    ended(running)


def test_nobody_to_give_commands_does_not_end_it() -> None:
    command = [sys.executable, "-m", "companion", "board", "--virtual"]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as running:
        assert Path(line_of(running)).is_char_device()
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(0.5)
        # Not SIGINT: what a shell starts in the background never hears that.
        running.terminate()
        assert running.wait(HANG_S) == 130


@pytest.mark.real_time
@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_the_monitor_shows_and_records_and_the_recording_shows_the_same(
    virtual: Running, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recording = tmp_path / "recording"
    monitor = begun("--monitor", str(tmp_path / "board"), "--record", str(recording))
    lines = read_until(monitor, "at rest")
    told(virtual, "press 2")
    lines += read_until(monitor, "Button 2 is pressed.")
    told(virtual, "fault dead 6 1")
    lines += read_until(monitor, "gives no signal")
    monitor.send_signal(signal.SIGINT)
    ended(monitor)
    assert any("live at" in line for line in lines)
    assert any("sensing colour" in line for line in lines)
    assert main(["board", "--replay", str(recording)]) == 0
    replayed = capsys.readouterr().out
    assert "Button 2 is pressed." in replayed
    assert "gives no signal" in replayed


@pytest.mark.real_time
@pytest.mark.usefixtures("virtual")
def test_a_monitor_that_nobody_reads_any_more_blames_no_file(tmp_path: Path) -> None:
    assert with_nobody_reading("board", "--monitor", str(tmp_path / "board")) == (1, "")


def read_until(running: Running, text: str) -> list[str]:
    lines = [line_of(running)]
    while text not in lines[-1]:
        assert running.poll() is None
        lines.append(line_of(running))
    return lines


@pytest.mark.real_time
def test_a_tare_asks_first(virtual: Running, tmp_path: Path) -> None:
    for answer, said, status in (("n", "", 1), ("y", "Nothing was changed: something still lies on the board", 1)):
        running = begun("--tare", str(tmp_path / "board"))
        text, _ = running.communicate(f"{answer}\n", timeout=HANG_S)
        assert text.startswith("Is everything taken off the board")
        assert said in text
        assert running.returncode == status
    told(virtual, "position " + "0 " * 24)
    told(virtual, "fault off")
    running = begun("--tare", str(tmp_path / "board"), "--yes")
    assert "something still lies" in ended(running), "the trays are not empty"


@pytest.mark.real_time
def test_a_tare_of_an_empty_board(tmp_path: Path) -> None:
    board = begun("--virtual", "--link", str(tmp_path / "board"), "--points-only")
    assert line_of(board) == str(tmp_path / "board")
    told(board, "position " + "0 " * 24)
    running = begun("--tare", str(tmp_path / "board"), "--yes")
    assert ended(running).startswith("Done:")
    assert running.returncode == 0
    ended(board)


@pytest.mark.real_time
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--replay", "nowhere"], 2),
        (["--replay", str(ROOT / "pyproject.toml")], 2),
        (["--monitor", "nowhere", "--record", str(ROOT / "nowhere" / "file")], 2),
        (["--virtual", "--link", str(ROOT / "pyproject.toml")], 2),
    ],
)
def test_bad_use_is_said_in_words(arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", *arguments]) == status
    assert capsys.readouterr().err.startswith("companion: ")


@pytest.mark.parametrize("arguments", [[], ["--virtual", "--slots", "0"], ["--virtual", "--monitor", "x"]])
def test_arguments_that_cannot_be(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["board", *arguments])


def test_the_page_of_the_monitor_tells_all() -> None:
    board, bridge, view = VirtualBoard(), Bridge(), View()
    commands = Commands(board)
    commands.do("fault dead 6 1")
    commands.do("press 3")
    events: list[Event] = bridge.open(0.0)
    for step in range(300):
        board.receive(bridge.session.to_send(), step / 100)
        events += bridge.receive(board.arrived(), step / 100)
    for event in events:
        view = seen(view, event)
    text = page(view, LineCounts(1, 2, 3, 4, 5))
    assert text.startswith(CLEAR + "live: The board is connected.")
    assert "slot 1 from the edge: gives no signal" in text
    assert "1 faulty sensors" in text
    assert "1 frames, 2 spoilt, 3 missing, 4 not understood, 5 snapshots not whole" in text
    assert "Pressed: 3." in text
    assert text.count("!") == 1


def test_a_closed_pipe_is_no_crash(tmp_path: Path) -> None:
    running = begun("--virtual", "--link", str(tmp_path / "board"))
    assert line_of(running)
    assert running.stdout is not None
    running.stdout.close()
    assert running.stdin is not None
    running.stdin.write("show\n")
    running.stdin.close()
    assert running.wait(HANG_S) == 1
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - names alone
