"""The virtual board in real time, at the end of a pseudo-terminal and of a socket, with the true link."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.happenings import Answered, Pressed, State
from firmware_bridge.link import Link, Wanted
from firmware_bridge.protocol import Light, Result, Tare
from firmware_bridge.virtual.board import VirtualBoard
from firmware_bridge.virtual.commands import Commands
from firmware_bridge.virtual.ends import EndError, PtyEnd, SocketEnd
from firmware_bridge.virtual.server import Server
from firmware_bridge.watch import Read
from tests.firmware_bridge.test_link import Told, linked

pytestmark = pytest.mark.real_time


@pytest.fixture
def commands() -> Commands:
    return Commands(VirtualBoard())


@pytest.fixture(params=["pty", "socket"])
def server(request: pytest.FixtureRequest, tmp_path: Path, commands: Commands) -> Iterator[Server]:
    end = PtyEnd(tmp_path / "board") if request.param == "pty" else SocketEnd()
    with Server(commands.board, end) as served:
        yield served


def sees_the_truth(told: Told, server: Server) -> bool:
    setup = server.do(lambda board: None if board.is_moving else board.seat.setup)
    reads = told.all(Read)
    return setup is not None and bool(reads) and reads[-1].reading.shows(setup)


@pytest.mark.usefixtures("patient")
def test_a_play_is_seen(server: Server, commands: Commands) -> None:
    with linked(Wanted(server.port)) as (_, told):
        told.wait(lambda: sees_the_truth(told, server))
        first = told.all(Read)[-1].reading
        server.do(lambda _board: commands.do("speed 20"))
        server.do(lambda _board: commands.do("play white 3-1 8/5 6/5"))
        told.wait(lambda: sees_the_truth(told, server) and told.all(Read)[-1].reading != first)


@pytest.mark.usefixtures("patient")
def test_buttons_lights_and_tare(server: Server, commands: Commands) -> None:
    with linked(Wanted(server.port)) as (link, told):
        told.wait_for(State.LIVE)
        server.do(lambda _board: commands.do("press 1"))
        told.wait(lambda: told.all(Pressed))
        link.set_lights((Light.OFF, Light.ON))
        told.wait(lambda: server.do(lambda board: board.device.lights[1:2]) == (Light.ON,))
        link.command(Tare())
        told.wait(lambda: answers(told) == [Result.OUT_OF_RANGE])


def answers(told: Told) -> list[Result | None]:
    return [one.result for one in told.all(Answered) if isinstance(one.command, Tare)]


def test_away_and_back_under_another_name(tmp_path: Path, commands: Commands) -> None:
    other = tmp_path / "board2"
    with Server(commands.board, PtyEnd(tmp_path / "board1")) as server:
        with linked(Wanted(server.port, patterns=(str(tmp_path / "board*"),))) as (link, told):
            told.wait_for(State.LIVE)
            server.do(lambda _board: commands.do(f"fault away 0.2 {other}"))
            told.wait_for(State.LOST)
            told.wait(lambda: is_live_at(link, str(other)))
        assert server.port == str(other)
    assert list(tmp_path.iterdir()) == []


def is_live_at(link: Link, port: str) -> bool:
    return (link.standing.state, link.standing.port) == (State.LIVE, port)


def test_a_socket_goes_away_and_comes_back(commands: Commands) -> None:
    with Server(commands.board, SocketEnd()) as server, linked(Wanted(server.port)) as (_, told):
        told.wait_for(State.LIVE)
        server.do(lambda _board: commands.do("fault away 0.2"))
        told.wait_for(State.LOST)
        told.wait_for(State.LIVE, 2)


def test_a_hang_is_noticed_and_over_one_day(server: Server, commands: Commands) -> None:
    with linked(Wanted(server.port)) as (_, told):
        told.wait_for(State.LIVE)
        server.do(lambda _board: commands.do("fault hang"))
        told.wait_for(State.STALE)
        server.do(lambda _board: commands.do("fault off"))
        told.wait_for(State.LIVE, 2)


def test_another_version_is_told_and_mended(server: Server, commands: Commands) -> None:
    with linked(Wanted(server.port)) as (link, told):
        told.wait_for(State.LIVE)
        server.do(lambda _board: commands.do("fault version 9"))
        told.wait(lambda: "version 9 of the protocol" in link.standing.sentence)
        server.do(lambda _board: commands.do("fault off"))
        told.wait_for(State.LIVE, 2)


def test_a_port_that_is_taken(commands: Commands) -> None:
    first = SocketEnd()
    first.open()
    taken = int(first.port.rpartition(":")[2])
    with pytest.raises(EndError, match=f"port {taken} cannot be used"):
        SocketEnd(taken).open()
    first.close()
    assert commands.board.device.about.lights == 24


def test_a_link_that_cannot_be_made(tmp_path: Path) -> None:
    here = tmp_path / "file"
    here.write_text("mine")
    with pytest.raises(EndError, match="cannot be made"):
        PtyEnd(here).open()
    assert here.read_text() == "mine"
