"""`companion run` and `companion config`, as people and scripts use them."""

from __future__ import annotations

import argparse
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

from companion import cli
from companion.commands.run import configured, plug_in, serve, stopping
from companion.config import Config, ConfigError, changed, parse
from companion.service import TableService
from companion.service.upkeep.settings import Settings
from tests.checkout import ROOT
from tests.service.playing import begun, running, until

ADDRESS = re.compile(r"The panel is at (http://\S+):(\d+)/")


@contextmanager
def companion_run(data: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command as a program of its own, at any free port."""
    command = [sys.executable, "-m", "companion", "run", "--data", str(data), "--port", "0", "--board", "off"]
    child = subprocess.Popen(
        [*command, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def panel_port(child: subprocess.Popen[str]) -> int:
    assert child.stdout is not None
    found = ADDRESS.match(child.stdout.readline())
    assert found, child.communicate()
    return int(found[2])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_runs_until_it_is_told_to_stop(tmp_path: Path, number: signal.Signals) -> None:
    with companion_run(tmp_path, "--host", "127.0.0.1") as child:
        address = f"http://127.0.0.1:{panel_port(child)}/"
        with build_opener(ProxyHandler({})).open(address, timeout=30) as page:
            assert page.status == 200
        child.send_signal(number)
        _, log = child.communicate(timeout=60)
        assert child.returncode == 0
    assert "The companion stops" in log
    assert "Traceback" not in log
    assert (tmp_path / "journal.sqlite3").is_file()


def test_what_it_keeps_is_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with companion_run(data, "--host", "127.0.0.1", "--demo") as child:
        panel_port(child)
        while not ((data / "journal.sqlite3-wal").is_file() and any(data.glob("raw/*/*"))):
            assert child.poll() is None
            time.sleep(0.03)
        assert [path for path in (data, *data.rglob("*")) if path.stat().st_mode & 0o077] == []


def test_the_open_match_goes_on(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        begun(service)
    config = tmp_path / "its.toml"
    config.write_text("[log]\nform = 'json'\n[panel]\nhost = '127.0.0.1'\n")
    with companion_run(tmp_path, "--config", str(config)) as child:
        panel_port(child)
        child.send_signal(signal.SIGTERM)
        _, log = child.communicate(timeout=60)
    told = [json.loads(line) for line in log.splitlines()]
    (goes_on,) = [line for line in told if line["what"] == "A match goes on"]
    assert (goes_on["match"], goes_on["events"]) == (1, 2)


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        with companion_run(tmp_path, "--host", "127.0.0.1", "--port", port) as child:
            _, told = child.communicate(timeout=60)
    assert child.returncode == 1
    assert f"companion: The panel cannot listen at 127.0.0.1:{port}: Address already in use. --port" in told
    assert "Traceback" not in told


def test_an_address_that_is_none_is_told(tmp_path: Path) -> None:
    with companion_run(tmp_path, "--host", "999.1.1.1", "--port", "0") as child:
        _, told = child.communicate(timeout=60)
    assert child.returncode == 1
    assert "companion: The panel cannot listen at 999.1.1.1:0: Name or service not known." in told
    assert "Traceback" not in told


def test_why_the_set_up_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "set-up.toml").write_text("[panel]\nprt = 3\n", encoding="utf-8")
    with companion_run(tmp_path) as child:
        panel_port(child)
        child.send_signal(signal.SIGTERM)
        _, log = child.communicate(timeout=60)
    (line,) = [line for line in log.splitlines() if "What the set-up has chosen cannot be used" in line]
    assert "level=error" in line
    assert "set-up.toml: The set-up does not choose panel.prt." in line


def test_a_data_folder_that_cannot_be_used_is_not_told_as_a_port(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    with companion_run(file / "data", "--host", "127.0.0.1") as child:
        _, told = child.communicate(timeout=60)
    assert child.returncode == 1
    assert f"companion: {file / 'data'} cannot be used: Not a directory" in told
    assert "listen" not in told


def test_it_can_do_without_a_panel(tmp_path: Path) -> None:
    stopped = threading.Event()
    stopped.set()
    text = "[panel]\non = false\n[board]\nport = 'off'"
    assert serve(changed(parse(text), {"folder": str(tmp_path)}), stopped) == 0


def arguments(*given: str) -> argparse.Namespace:
    return cli._parser().parse_args(["run", *given])


def test_the_command_line_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = tmp_path / "its.toml"
    file.write_text("folder = '/kept'\n[panel]\nport = 1\nhost = 'a'\n[board]\nport = 'b'\n[camera]\nsource = 'c'\n")
    config = configured(arguments("--config", str(file)))
    assert (str(config.data), config.panel.port, config.panel.host) == ("/kept", 1, "a")
    given = ("--data", "/given", "--port", "2", "--host", "x", "--board", "y", "--camera", "z")
    config = configured(arguments("--config", str(file), *given))
    assert (str(config.data), config.panel.port, config.panel.host) == ("/given", 2, "x")
    assert (config.board.port, config.camera.source, config.demo.on) == ("y", "z", False)


def test_what_the_set_up_has_chosen_goes_before_the_file_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    file = tmp_path / "its.toml"
    file.write_text(f"folder = '{tmp_path}'\n[board]\nport = 'b'\n[camera]\nsource = 'c'\n")
    Settings(Config(), tmp_path).choose({"board.port": "chosen"})
    config = configured(arguments("--config", str(file)))
    assert (config.board.port, config.camera.source) == ("chosen", "c")
    assert configured(arguments("--config", str(file), "--board", "given")).board.port == "given"
    assert configured(arguments("--config", str(file), "--demo")).board.port == "b"
    assert cli.main(["config", "check", str(file)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told == [
        f"{file}: all right.",
        'board.port = "chosen" was chosen in the panel\'s set-up, and goes before this.',
    ]
    (tmp_path / "set-up.toml").write_text("odd")
    assert cli.main(["config", "check", str(file)]) == 2
    assert "set-up.toml: It is not TOML" in capsys.readouterr().err


def test_the_demo_keeps_its_data_to_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "mine"))
    assert configured(arguments()).data == tmp_path / "mine"
    config = configured(arguments("--demo"))
    assert config.demo.on
    assert config.data == tmp_path / "mine" / "demo"
    assert configured(arguments("--demo", "--data", "/given")).data == Path("/given")


def test_the_demo_plays_what_is_asked_for(tmp_path: Path) -> None:
    config = configured(arguments("--demo", "--data", str(tmp_path), "--game", "snake", "--pace", "3"))
    assert (config.demo.game, config.demo.pace) == ("snake", 3.0)


@pytest.mark.parametrize(
    ("game", "told"), [("Reverter", "did you mean 'revertier'?"), ("chess", "the games are backgam")]
)
def test_a_game_that_there_is_not_is_told_as_a_game(game: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        arguments("--demo", "--game", game)
    error = capsys.readouterr().err
    assert f"argument --game: there is no game '{game}'; {told}" in error
    assert "demo.game" not in error


def test_wrong_options_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ConfigError, match=r"panel\.port is to be from 0 to 65535"):
        configured(arguments("--port", "99999"))
    file = tmp_path / "its.toml"
    file.write_text("[panel]\nprot = 1\n")
    assert cli.main(["run", "--config", str(file)]) == 2
    assert capsys.readouterr().err == f"companion: {file}: There is no prot in [panel]: did you mean port?\n"


@pytest.mark.real_time
def test_the_parts_that_are_configured_are_put_to_work(tmp_path: Path) -> None:
    config = changed(Config(), {"folder": str(tmp_path), "board.port": str(tmp_path / "no board")})
    config = changed(config, {"camera.source": str(tmp_path / "no camera")})
    with running(tmp_path) as service:
        plug_in(service, config)
        names = {"board", "camera"}
        until(service, lambda view: names <= {one.name for one in view.devices if "no " in one.message.text})
        view = service.view()
        assert {one.name: one.state for one in view.devices if one.name in names} == {
            "board": "starting",
            "camera": "failed",
        }


def test_parts_that_are_off_are_not_there(tmp_path: Path) -> None:
    service = TableService(tmp_path)
    plug_in(service, changed(Config(), {"board.port": "off"}))
    assert service._parts == {}


def test_signals_are_as_before_after_it() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with stopping() as stopped:
        assert not stopped.is_set()
        signal.raise_signal(signal.SIGTERM)
        assert stopped.is_set()
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_configuration_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "its.toml"
    file.write_text("[panel]\nport = 80\n")
    assert cli.main(["config", "check", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: all right.\n"
    file.write_text("[panel]\nport = 'x'\nhots = []\n")
    assert cli.main(["config", "check", str(file)]) == 2
    assert capsys.readouterr().err == (
        f'companion: {file}: panel.port is to be a whole number, not "x".\n'
        f"companion: {file}: There is no hots in [panel]: did you mean hosts?\n"
    )


def test_without_a_configuration_there_is_nothing_to_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert cli.main(["config", "check"]) == 0
    assert "There is no configuration" in capsys.readouterr().out


def test_a_configuration_is_shown_that_can_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["config", "show"]) == 0
    assert parse(capsys.readouterr().out) == Config()
