"""The board: each thing that can be the matter with it is caused, and told with what mends it."""

from __future__ import annotations

import grp
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.service.doctor import access, board
from companion.service.doctor.board import MENDS, look_at_board
from companion.service.doctor.values import Device, Finding
from companion.service.words import TEMPLATES
from firmware_bridge import link
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.ends import PtyEnd
from firmware_bridge.virtual.server import Server
from tests.service.doctor.stage import NONE, at_last, case, codes

pytestmark = pytest.mark.real_time


def found(data: Path, devices: dict[str, Device] | None = None, **options: object) -> Finding:
    (only,) = look_at_board(case(data, devices, NONE, **options))
    return only


@pytest.fixture
def port(tmp_path: Path) -> Iterator[str]:
    with Server(VirtualBoard(chance=Random(1)), PtyEnd(tmp_path / "tty")):
        yield str(tmp_path / "tty")


def test_a_board_that_answers_tells_its_version(tmp_path: Path, port: str) -> None:
    answer = found(tmp_path, board__port=port)
    assert codes(answer) == ("well", "board_answers")
    assert port in answer.what.text
    assert "protocol version 1." in answer.what.text


def test_no_board_is_wanted(tmp_path: Path) -> None:
    assert codes(found(tmp_path, board__port="off")) == ("unused", "not_used")


def test_no_port_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "usb_ports", list)
    monkeypatch.setattr(board, "candidates", lambda *_: [])
    answer = at_last("No USB port is there", tmp_path)
    assert codes(answer) == ("mend", "said", "plug_board")


def test_nothing_is_plugged_in_there(tmp_path: Path) -> None:
    answer = at_last("Nothing is plugged in at", tmp_path, board__port=str(tmp_path / "ttyUSB9"))
    assert codes(answer) == ("mend", "said", "plug_board", "find_port")


def test_a_port_that_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no port")
    answer = at_last("is no serial port", tmp_path, board__port=str(tmp_path / "file"))
    assert codes(answer) == ("mend", "said", "find_port")


def test_nobody_answers_at_an_address(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        number = closed.getsockname()[1]
    answer = at_last("Nobody answers at", tmp_path, board__port=f"socket://127.0.0.1:{number}")
    assert codes(answer) == ("mend", "said", "address")


def test_a_port_at_which_nobody_speaks(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    try:
        answer = at_last("The line is open", tmp_path, board__port=os.ttyname(theirs))
    finally:
        os.close(ours)
        os.close(theirs)
    assert codes(answer) == ("mend", "said", "reset_board", "find_port")


def test_another_board_than_the_wanted(tmp_path: Path, port: str) -> None:
    answer = at_last("is not the one that is wanted", tmp_path, board__port=port, board__id="0011223344556677")
    assert codes(answer) == ("mend", "said", "other_board")


def test_an_id_that_is_none(tmp_path: Path) -> None:
    assert codes(found(tmp_path, board__port="x", board__id="zz")) == ("mend", "said", "other_board")


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A port that only its owner may open; root is taken for anybody."""
    monkeypatch.setattr(os, "access", lambda path, _how: path.stat().st_mode & 0o006 == 0o006)
    ours, theirs = os.openpty()
    path = Path(os.ttyname(theirs))
    path.chmod(0o620)
    yield path
    os.close(ours)
    os.close(theirs)


def test_a_port_that_belongs_to_another_group(tmp_path: Path, closed: Path) -> None:
    answer = found(tmp_path, board__port=str(closed))
    assert codes(answer) == ("mend", "port_denied", "rules")
    assert closed.owner() in answer.mends[0].text


@pytest.fixture
def group(closed: Path, monkeypatch: pytest.MonkeyPatch) -> grp.struct_group:
    """The port's group, which is the right one; nobody is in it yet."""
    closed.chmod(0o660)
    members: list[str] = []
    real = grp.getgrgid(closed.stat().st_gid)
    made = grp.struct_group((real.gr_name, "x", real.gr_gid, members))
    monkeypatch.setattr(grp, "getgrnam", lambda _name: made)
    monkeypatch.setattr(access, "user", lambda: "somebody")
    monkeypatch.setattr(os, "getgroups", list)
    return made


@pytest.mark.parametrize(("members", "mend"), [((), "join_group"), (("somebody",), "sign_in_again")])
def test_a_port_of_the_right_group(
    tmp_path: Path, closed: Path, group: grp.struct_group, members: tuple[str, ...], mend: str
) -> None:
    group.gr_mem.extend(members)
    assert codes(found(tmp_path, board__port=str(closed))) == ("mend", "port_denied", mend)


def test_a_port_that_the_file_does_not_forbid(
    tmp_path: Path, closed: Path, group: grp.struct_group, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service may use what the system knew when it started."""
    monkeypatch.setattr(os, "getgroups", lambda: [group.gr_gid])
    assert codes(found(tmp_path, board__port=str(closed))) == ("mend", "port_denied", "restart")


def test_the_service_knows_best(tmp_path: Path) -> None:
    running = {"board": Device("running", "The board is connected.")}
    assert codes(found(tmp_path, running)) == ("well", "said")
    busy = {
        "board": Device("failed", "It has failed, and is started again soon. Another program is using the port /x.")
    }
    answer = found(tmp_path, busy, board__port="/x")
    assert codes(answer) == ("mend", "said", "find_user")
    assert "fuser -v /x" in answer.mends[0].text
    kept = "The service may not use the port /x before it is started anew: sudo systemctl restart companion."
    answer = found(tmp_path, {"board": Device("failed", kept)}, board__port="/x")
    assert codes(answer) == ("mend", "said", "restart")
    assert codes(found(tmp_path, {})) == ("unused", "not_used")


def test_another_version_asks_for_another_firmware() -> None:
    said = (
        "The board speaks version 9 of the protocol, and this companion version 1:"
        " one of the two must be brought up to date."
    )
    assert codes(board.said(said)) == ("mend", "said", "flash_board")


def test_what_nobody_has_thought_of_points_to_the_log() -> None:
    assert codes(board.said("Something else.")) == ("mend", "said", "look_at_log")


def test_what_can_be_mended_is_said_somewhere() -> None:
    assert set(MENDS) <= set(TEMPLATES)
