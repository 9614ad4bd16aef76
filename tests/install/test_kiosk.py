"""The panel over the whole screen: the desktop may be there before the panel is."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.install.kiosk import FLAGS
from companion.install.layout import FILES, Layout
from tests.checkout import ROOT
from tests.commands.test_run import companion_run, panel_port
from tests.waiting import wait_until

BROWSER = """#!/bin/sh
printf '%s\\n' "$@" >"$0.told.new"
mv "$0.told.new" "$0.told"
"""
START = "from pathlib import Path; from companion.install import kiosk; from companion.install.layout import Layout;"


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    layout = Layout(tmp_path)
    layout.config.parent.mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    return layout


def browser(layout: Layout) -> Path:
    """A browser that writes down what it was asked for."""
    file = layout.root / "bin/chromium"
    file.write_text(BROWSER)
    file.chmod(0o755)
    return file.with_name("chromium.told")


@contextmanager
def kiosk(layout: Layout) -> Iterator[subprocess.Popen[str]]:
    """What the desktop starts, looking for browsers in one folder alone."""
    child = subprocess.Popen(
        [sys.executable, "-c", f"{START} kiosk.main(Layout(Path({str(layout.root)!r})))"],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{layout.root / 'bin'}:/usr/bin:/bin" if browser_is_there(layout) else "/nowhere"},
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def browser_is_there(layout: Layout) -> bool:
    return (layout.root / "bin/chromium").exists()


def test_the_desktop_starts_what_is_installed() -> None:
    text = (FILES / "companion-kiosk.desktop").read_text()
    assert "\nExec=/opt/companion/current/bin/python -m companion.install.kiosk\n" in text


def test_the_browser_is_started_once_the_panel_answers(layout: Layout) -> None:
    told = browser(layout)
    with socket.create_server(("127.0.0.1", 0)) as closed:
        nobody = closed.getsockname()[1]
    layout.config.write_text(f"[panel]\nport = {nobody}\n")
    with kiosk(layout) as child:
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(3.0)
        assert not told.exists()
        with companion_run(layout.root / "data", "--host", "127.0.0.1") as service:
            port = panel_port(service)
            layout.config.write_text(f"[panel]\nport = {port}\n")
            wait_until(told.exists)
    assert told.read_text().splitlines() == [*FLAGS, f"http://127.0.0.1:{port}/#kiosk"]


def test_without_a_browser_it_is_said_how_to_have_one(layout: Layout) -> None:
    with companion_run(layout.root / "data", "--host", "127.0.0.1") as service:
        layout.config.write_text(f"[panel]\nport = {panel_port(service)}\n")
        with kiosk(layout) as child:
            _, said = child.communicate(timeout=60)
    assert child.returncode == 1
    assert "sudo apt install chromium" in said
