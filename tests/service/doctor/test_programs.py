"""GNU Backgammon and the panel: as they are, and with each fault."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion import asking
from companion.hints import gnubg_process
from companion.hints.gnubg_process import TOO_SLOW, GnubgProcess, Limits
from companion.service.doctor import programs
from companion.service.doctor.doctor import LOOKS, examine
from companion.service.doctor.programs import look_at_gnubg, look_at_panel
from companion.service.doctor.values import Case, Device, Finding
from tests.commands.test_run import companion_run, panel_port
from tests.service.doctor.stage import case, codes
from tests.service.doctor.strangers import ENDLESS, STRANGE, serving, shut, streaming
from tests.service.upkeep.stage import when


def only(found: Iterator[Finding]) -> tuple[str, ...]:
    (one,) = found
    return codes(one)


def test_gnu_backgammon_answers(tmp_path: Path) -> None:
    assert only(look_at_gnubg(case(tmp_path))) == ("well", "gnubg_answers")


def test_gnu_backgammon_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(gnubg_process, "GAMES_FOLDERS", ())
    assert only(look_at_gnubg(case(tmp_path))) == ("mend", "said", "install_gnubg")


def test_gnu_backgammon_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gnubg").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "gnubg").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert only(look_at_gnubg(case(tmp_path))) == ("mend", "said", "reinstall_gnubg")


@pytest.mark.parametrize("text", ["exec sleep 600", "while true; do echo nonsense; sleep 0.1; done"])
def test_gnu_backgammon_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (tmp_path / "gnubg").write_text(f"#!/bin/sh\n{text}\n")
    (tmp_path / "gnubg").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    limits = Limits(start_s=0.5, answer_s=0.5)
    monkeypatch.setattr(programs, "GnubgProcess", lambda: GnubgProcess(limits=limits))
    (one,) = look_at_gnubg(case(tmp_path))
    assert one.what.text == TOO_SLOW
    assert codes(one) == ("mend", "said", "reinstall_gnubg")


def test_a_panel_that_is_off_or_anywhere(tmp_path: Path) -> None:
    assert only(look_at_panel(case(tmp_path, panel__on=False))) == ("unused", "not_used")
    assert only(look_at_panel(case(tmp_path, panel__port=0))) == ("unused", "panel_any_port")


def test_nobody_answers(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    asked = case(tmp_path, panel__port=port, panel__host="127.0.0.1")
    assert only(look_at_panel(asked)) == ("mend", "panel_silent", "start")
    assert programs.running(asked.config) is None


@contextmanager
def taking_calls() -> Iterator[int]:
    """Somebody who takes the call and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_somebody_takes_the_call_and_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PATIENCE_S", 0.5)
    with taking_calls() as port:
        asked = case(tmp_path, panel__port=port, panel__host="127.0.0.1")
        assert only(look_at_panel(asked)) == ("mend", "panel_hangs", "start_anew", "other_port")
        assert programs.running(asked.config) is None


def test_an_address_of_the_newer_kind_is_told_as_browsers_take_it(tmp_path: Path) -> None:
    asked = case(tmp_path, panel__host="::1", panel__port=8080)
    assert programs.addresses(asked.config) == ["http://[::1]:8080/"]


FOREIGN = ("mend", "panel_foreign", "other_port")
OURS = b'{"error": {"code": "wrong_host", "message": "The panel is not known under this name."}}'


@pytest.mark.parametrize(
    ("status", "body", "told"),
    [
        *((200, body, FOREIGN) for body in STRANGE),
        (302, b"", FOREIGN),
        (401, b"[]", FOREIGN),
        (403, b'{"error": "pin_needed"}', FOREIGN),
        (404, b"[]", FOREIGN),
        (421, OURS, ("mend", "panel_ill", "look_at_log")),
        (500, b"[]", ("mend", "panel_ill", "look_at_log")),
    ],
)
def test_something_else_answers(tmp_path: Path, status: int, body: bytes, told: tuple[str, ...]) -> None:
    with serving(status, body) as port:
        asked = case(tmp_path, panel__port=port, panel__host="127.0.0.1")
        assert only(look_at_panel(asked)) == told
        assert programs.running(asked.config) is None


@pytest.mark.parametrize("begins", ENDLESS)
def test_something_answers_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begins: bytes) -> None:
    monkeypatch.setattr(asking, "DEADLINE_S", 1.0)
    with streaming(begins) as port:
        assert only(look_at_panel(case(tmp_path, panel__port=port, panel__host="127.0.0.1"))) == FOREIGN


def test_a_panel_that_shows_nothing_without_the_pin_is_well(tmp_path: Path) -> None:
    shut(tmp_path)
    with companion_run(tmp_path, "--host", "127.0.0.1") as child:
        asked = case(tmp_path, panel__port=panel_port(child), panel__host="127.0.0.1")
        assert only(look_at_panel(asked)) == ("well", "panel_here")
        assert programs.running(asked.config) is None


def test_the_panel_answers_and_tells_of_the_devices(tmp_path: Path) -> None:
    with companion_run(tmp_path, "--host", "127.0.0.1") as child:
        asked = case(tmp_path, panel__port=panel_port(child), panel__host="127.0.0.1")
        assert only(look_at_panel(asked)) == ("well", "panel_here")
        devices = programs.running(asked.config)
    assert devices is not None
    # Neither board nor camera is used.
    assert set(devices) <= {"journal"}


def test_the_panel_tells_of_a_camera_that_fails(tmp_path: Path) -> None:
    with companion_run(tmp_path, "--host", "127.0.0.1", "--camera", "/dev/no-camera") as child:
        asked = case(tmp_path, panel__port=panel_port(child), panel__host="127.0.0.1")
        found = when(lambda: (programs.running(asked.config) or {}).get("camera"), bool)
    assert isinstance(found, Device)


def test_phones_are_told_the_name_and_the_number(tmp_path: Path) -> None:
    name = socket.gethostname().partition(".")[0]
    first = programs.addresses(case(tmp_path).config)[0]
    assert first == f"http://{name}.local:8080/"
    inside = Case(case(tmp_path).config, from_within=True)
    assert only(look_at_panel(inside)) == ("well", "panel_open")


def test_a_look_that_fails_spoils_no_other(tmp_path: Path) -> None:
    def fails(_case: Case) -> Iterator[Finding]:
        raise RuntimeError

    found = list(examine(case(tmp_path), {"disk": fails, "journal": LOOKS["journal"]}))
    assert [codes(one) for one in found] == [
        ("mend", "failed_itself", "look_at_log"),
        ("unused", "journal_none"),
    ]
