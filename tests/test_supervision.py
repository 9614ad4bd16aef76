"""What systemd is told: ready and alive only while the table answers."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.service import TableService
from companion.supervision import ALIVE, READY, STOPPING, Manager, Supervision
from tests.commands.test_run import companion_run, panel_port
from tests.service.playing import running
from tests.waiting import HANG_S

pytestmark = pytest.mark.real_time


@contextmanager
def listening(folder: Path, address: str = "") -> Iterator[tuple[Manager, socket.socket]]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.settimeout(HANG_S)
        where = address or str(folder / "notify")
        line.bind(where.replace("@", "\0", 1) if address else where)
        yield Manager(where, 8.0), line


def heard(line: socket.socket) -> list[str]:
    """All that has been told so far."""
    told = []
    line.settimeout(0)
    try:
        while True:
            told.append(line.recv(100).decode())
    except BlockingIOError:
        line.settimeout(HANG_S)
        return told


def hang(service: TableService) -> threading.Event:
    """Let the table's thread hang; return what ends that."""
    hangs, go_on = threading.Event(), threading.Event()

    def wait(_instant: float) -> None:
        hangs.set()
        go_on.wait()

    service._put(wait)
    assert hangs.wait(HANG_S)
    return go_on


def test_a_table_that_answers_is_ready_and_alive(tmp_path: Path) -> None:
    with listening(tmp_path) as (manager, line), running(tmp_path / "data") as service:
        supervision = Supervision(service.sign_of_life, manager)
        assert supervision.look(HANG_S)
        assert heard(line) == [READY, ALIVE]
        assert supervision.look(HANG_S)
        assert heard(line) == [ALIVE]
        supervision.stop()
        assert heard(line) == [STOPPING]


def test_nothing_is_told_while_the_table_hangs(tmp_path: Path) -> None:
    with listening(tmp_path) as (manager, line), running(tmp_path / "data") as service:
        supervision = Supervision(service.sign_of_life, manager)
        assert supervision.look(HANG_S)
        go_on = hang(service)
        heard(line)
        assert not supervision.look(0.01)
        assert not supervision.look(0.01)
        assert heard(line) == []
        go_on.set()
        assert supervision.look(HANG_S)
        assert heard(line) == [ALIVE]


def test_a_table_that_hangs_from_the_start_is_never_ready(tmp_path: Path) -> None:
    with listening(tmp_path) as (manager, line), running(tmp_path / "data") as service:
        go_on = hang(service)
        assert not Supervision(service.sign_of_life, manager).look(0.01)
        assert heard(line) == []
        go_on.set()


def test_an_address_may_be_abstract(tmp_path: Path) -> None:
    with listening(tmp_path, f"@companion-test-{os.getpid()}") as (manager, line):
        manager.tell(READY)
        assert heard(line) == [READY]


def test_a_manager_that_does_not_listen_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Manager(str(tmp_path / "nowhere"), 1.0).tell(ALIVE)
    assert "The system's manager cannot be told" in caplog.text


@pytest.mark.parametrize(
    ("environment", "manager"),
    [
        ({}, Manager()),
        ({"NOTIFY_SOCKET": "/run/n"}, Manager("/run/n")),
        ({"NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "90000000"}, Manager("/run/n", 90.0)),
        ({"NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "90000000", "WATCHDOG_PID": "7"}, Manager("/run/n", 90.0)),
        ({"NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "90000000", "WATCHDOG_PID": "8"}, Manager("/run/n")),
        ({"NOTIFY_SOCKET": "/run/n", "WATCHDOG_USEC": "soon"}, Manager("/run/n")),
    ],
)
def test_the_environment_names_the_manager_for_this_process_alone(
    environment: dict[str, str], manager: Manager
) -> None:
    given = {**environment, "PATH": "/bin"}
    assert Manager.of(given, 7) == manager
    assert given == {"PATH": "/bin"}


def test_the_service_tells_from_its_start_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(tmp_path) as (manager, line):
        monkeypatch.setenv("NOTIFY_SOCKET", manager.address)
        monkeypatch.setenv("WATCHDOG_USEC", "200000")
        with companion_run(tmp_path / "data", "--host", "127.0.0.1") as child:
            panel_port(child)
            told = [line.recv(100).decode() for _ in range(4)]
            assert told == [READY, ALIVE, ALIVE, ALIVE]
            child.send_signal(signal.SIGTERM)
            child.communicate(timeout=HANG_S)
        assert heard(line)[-1] == STOPPING
