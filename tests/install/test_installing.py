"""The installer: what it does and in which order, how it goes back, and what is left when it is taken away."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.install import installing, journal
from companion.install.installing import Installing
from companion.install.layout import Layout
from companion.install.removing import removal
from companion.install.system import Commands, InstallError, System

PI = System("bookworm", "aarch64", "Raspberry Pi 5 Model B", (3, 11), 20_000, 0)


class Told(Commands):
    """Commands that are only written down; making an environment makes its folder."""

    def __init__(self, *, packages: bool = True) -> None:
        self.lines: list[str] = []
        self.packages = packages
        self.user = False

    def run(self, *command: str | Path, quiet: bool = False) -> str:  # noqa: ARG002 - as the real one
        self.lines.append(" ".join(map(str, command)))
        if "venv" in command:
            Path(command[-1]).mkdir()
        self.user = self.user or command[0] == "useradd"
        return ""

    def has_package(self, name: str) -> bool:  # noqa: ARG002 - as the real one
        return self.packages

    def can_have(self, name: str) -> bool:
        return name != "python3-numpy"

    def has_user(self, name: str) -> bool:  # noqa: ARG002 - as the real one
        return self.user

    def groups(self, wanted: object) -> list[str]:  # noqa: ARG002 - as the real one
        return ["dialout", "video"]


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout(tmp_path)


def install(
    layout: Layout, commands: Told, release: str, monkeypatch: pytest.MonkeyPatch, *, comes_up: bool = True
) -> list[str]:
    broken = release if not comes_up else ""
    monkeypatch.setattr(
        installing, "has_come_up", lambda _is_well: layout.running is not None and layout.running.name != broken
    )
    done = []
    for step in Installing(layout, PI, commands, release).steps():
        done.append(step.about)
        step.do()
    return done


def with_journal(layout: Layout, version: int) -> None:
    layout.records.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(layout.records / journal.FILE)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("CREATE TABLE IF NOT EXISTS t (v)")
        connection.execute("INSERT INTO t VALUES (?)", (version,))
        connection.commit()


def kept_version(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_nothing_is_changed_by_asking_what_would_be_done(layout: Layout) -> None:
    commands = Told()
    steps = list(Installing(layout, PI, commands, "1").steps())
    assert len(steps) > 5
    assert commands.lines == []
    assert list(layout.root.iterdir()) == []


def test_a_first_installation(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Told()
    install(layout, commands, "1", monkeypatch)
    assert layout.running == layout.releases / "1"
    assert "SupplementaryGroups=dialout video\n" in layout.unit.read_text()
    assert layout.rules.is_file()
    assert not layout.kiosk.exists()
    asked = "\n".join(commands.lines)
    for wanted in (
        "useradd --system",
        "--system-site-packages",
        "--require-hashes",
        "systemctl enable companion.service",
    ):
        assert wanted in asked, wanted
    assert asked.index("systemctl stop") < asked.index("systemctl restart")


def test_once_more_only_what_is_new_is_done(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Told()
    install(layout, commands, "1", monkeypatch)
    layout.config.write_text("[panel]\nport = 9000\n")
    again = install(layout, commands, "2", monkeypatch)
    assert not any(about.startswith(("write", "make the user", "install packages")) for about in again)
    assert layout.config.read_text() == "[panel]\nport = 9000\n"
    assert layout.running == layout.releases / "2"
    install(layout, commands, "3", monkeypatch)
    assert sorted(one.name for one in layout.releases.iterdir()) == ["2", "3"]


def test_a_release_that_does_not_come_up_is_left_again(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Told()
    install(layout, commands, "1", monkeypatch)
    with_journal(layout, 4)
    with pytest.raises(InstallError, match="the one before is back, which runs again"):
        install(layout, commands, "2", monkeypatch, comes_up=False)
    assert layout.running == layout.releases / "1"
    assert kept_version(layout.records / journal.FILE) == 4
    assert kept_version(layout.records / "journal-before-2.sqlite3") == 4


def test_a_first_release_that_does_not_come_up_is_told(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InstallError, match="its panel does not answer"):
        install(layout, Told(), "1", monkeypatch, comes_up=False)


def test_a_journal_that_the_new_release_has_changed_is_put_back(layout: Layout) -> None:
    with_journal(layout, 4)
    copy = journal.save(layout.records, "2")
    assert not journal.put_back(layout.records, copy, "2")
    with_journal(layout, 5)
    assert journal.put_back(layout.records, copy, "2")
    assert kept_version(layout.records / journal.FILE) == 4
    assert kept_version(layout.records / "journal-of-2.sqlite3") == 5


def test_no_journal_needs_no_copy(tmp_path: Path) -> None:
    assert journal.save(tmp_path, "1") is None
    assert not journal.put_back(tmp_path, None, "1")


def test_what_cannot_be_had_is_told(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InstallError, match=r"cannot be had here: python3-numpy\."):
        install(layout, Told(packages=False), "1", monkeypatch)


@pytest.mark.parametrize("records", [False, True])
def test_only_the_records_are_left(layout: Layout, monkeypatch: pytest.MonkeyPatch, *, records: bool) -> None:
    commands = Told()
    install(layout, commands, "1", monkeypatch)
    with_journal(layout, 4)
    for step in removal(layout, commands, records=records):
        step.do()
    left = {file.relative_to(layout.root).as_posix() for file in layout.root.rglob("*") if file.is_file()}
    assert left == (set() if records else {"var/lib/companion/journal.sqlite3"})
    assert "userdel companion" in commands.lines


def test_the_screen_opens_the_panel_on_wish(layout: Layout) -> None:
    steps = [step.about for step in Installing(layout, PI, Told(), "1", kiosk=True).steps()]
    assert f"write {layout.kiosk}" in steps


@pytest.mark.parametrize(
    ("system", "problem"),
    [
        (PI, []),
        (replace(PI, user=1000), ["This changes the system: run it with sudo."]),
        (replace(PI, suite="bullseye"), ["It is made for Debian and Raspberry Pi OS bookworm and trixie."]),
        (replace(PI, machine="armv7l"), ["It needs a 64-bit system; this one is armv7l."]),
        (replace(PI, python=(3, 9)), ["It needs Python 3.11 or newer."]),
        (replace(PI, free_mb=7), ["It needs 1500 MB on the disk; 7 MB are free."]),
    ],
)
def test_what_is_found_is_looked_at_first(system: System, problem: list[str]) -> None:
    assert system.problems == problem


def test_a_command_that_fails_tells_why() -> None:
    with pytest.raises(InstallError, match="sh -c echo no >&2; exit 3 has failed:\nno"):
        Commands().run("sh", "-c", "echo no >&2; exit 3")
    with pytest.raises(InstallError, match="there-is-none cannot be run: No such file"):
        Commands().run("there-is-none")
    assert Commands().run("sh", "-c", "exit 3", quiet=True) == ""
