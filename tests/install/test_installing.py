"""The installer: what it does and in which order, how it goes back, and what is left when it is taken away."""

from __future__ import annotations

import os
import platform
import pwd
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.install import health, journal, releases, services, system
from companion.install.installing import Installing, Wishes
from companion.install.layout import Layout
from companion.install.removing import removal
from companion.install.system import Commands, InstallError, System, found

PI = System("bookworm", "aarch64", "Raspberry Pi 5 Model B", (3, 11), 20_000, 0)


class Told(Commands):
    """Commands that are only written down; making an environment makes its folder."""

    def __init__(self, *, packages: bool = True, fails: str = "") -> None:
        self.lines: list[str] = []
        self.packages = packages
        self.fails = fails
        """What a command that fails has in it."""
        self.user = False
        self.busy = False
        """Whether another program is changing the packages."""

    def run(self, *command: str | Path, quiet: bool = False) -> str:  # noqa: ARG002 - as the real one
        self.lines.append(" ".join(map(str, command)))
        if "venv" in command:
            Path(command[-1]).mkdir()
        if self.fails and self.fails in self.lines[-1]:
            raise InstallError(self.lines[-1])
        self.user = self.user or command[0] == "useradd"
        return ""

    def others_change_packages(self) -> bool:
        return self.busy

    def wait_for_packages(self) -> None:
        self.lines.append("wait")

    def has_package(self, name: str) -> bool:  # noqa: ARG002 - as the real one
        return self.packages

    def can_have(self, name: str) -> bool:
        return name != "python3-numpy"

    def has_user(self, name: str) -> bool:  # noqa: ARG002 - as the real one
        return self.user

    def has_service_user(self, name: str) -> bool:
        return self.has_user(name)

    def has_program(self, names: object) -> bool:  # noqa: ARG002 - as the real one
        return self.packages

    def groups(self, wanted: object) -> list[str]:  # noqa: ARG002 - as the real one
        return ["dialout", "video"]


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout(tmp_path)


@pytest.fixture(autouse=True)
def broken(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The releases that do not come up."""
    names: set[str] = set()

    def comes_up(_is_well: object) -> bool:
        return layout.running is not None and layout.running.name not in names

    monkeypatch.setattr(services, "has_come_up", comes_up)
    monkeypatch.setattr(services, "answers", lambda _address: comes_up(None))
    # All of it is copied in `test_files.py`.
    monkeypatch.setattr(releases, "SOURCES", ("LICENSE",))
    return names


def install(layout: Layout, commands: Told, release: str, wishes: Wishes | None = None) -> list[str]:
    done = []
    for step in Installing(layout, PI, commands, release, wishes or Wishes()).steps():
        done.append(step.about)
        step.do()
    return done


def with_journal(layout: Layout, version: int, folder: Path | None = None) -> None:
    folder = folder or layout.records
    folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(folder / journal.JOURNAL.file)) as connection:
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


def test_a_first_installation(layout: Layout) -> None:
    commands = Told()
    install(layout, commands, "1")
    assert layout.running == layout.releases / "1"
    assert "SupplementaryGroups=dialout video\n" in layout.unit.read_text()
    assert layout.rules.is_file()
    assert layout.command.stat().st_mode & 0o777 == 0o755
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


def test_the_drivers_are_there_before_the_service_starts(layout: Layout) -> None:
    commands = Told()
    install(layout, commands, "1")
    assert "\ncdc_acm\nusbserial\n" in layout.drivers.read_text()
    loaded = commands.lines.index("modprobe --all cdc_acm usbserial mc videodev")
    assert loaded < commands.lines.index("systemctl restart companion.service")


def test_without_the_command_that_loads_drivers_it_is_installed_all_the_same(layout: Layout) -> None:
    install(layout, Told(fails="modprobe"), "1")
    assert layout.running == layout.releases / "1"


def test_once_more_only_what_is_new_is_done(layout: Layout) -> None:
    commands = Told()
    install(layout, commands, "1")
    layout.config.write_text("[panel]\nport = 9000\n")
    again = install(layout, commands, "2")
    assert not any(about.startswith(("write", "make the user", "install packages")) for about in again)
    assert layout.config.read_text() == "[panel]\nport = 9000\n"
    assert layout.running == layout.releases / "2"
    install(layout, commands, "3")
    assert sorted(one.name for one in layout.releases.iterdir()) == ["2", "3"]


def test_a_release_that_does_not_come_up_is_left_again(layout: Layout, broken: set[str]) -> None:
    commands = Told()
    install(layout, commands, "1")
    with_journal(layout, 4)
    broken.add("2")
    with pytest.raises(InstallError, match="the one before runs again"):
        install(layout, commands, "2")
    assert layout.running == layout.releases / "1"
    assert kept_version(layout.records / journal.JOURNAL.file) == 4
    assert kept_version(layout.records / "journal-before-2.sqlite3") == 4


def test_a_first_release_that_does_not_come_up_is_told(layout: Layout, broken: set[str]) -> None:
    broken.add("1")
    with pytest.raises(InstallError, match="its panel does not answer"):
        install(layout, Told(), "1")


def test_a_journal_that_the_new_release_has_changed_is_put_back(layout: Layout) -> None:
    with_journal(layout, 4)
    copy = journal.save(layout.records, "2")
    assert not journal.put_back(layout.records, copy, "2")
    with_journal(layout, 5)
    assert journal.put_back(layout.records, copy, "2")
    assert kept_version(layout.records / journal.JOURNAL.file) == 4
    assert kept_version(layout.records / "journal-of-2.sqlite3") == 5


@pytest.mark.parametrize("named", ["{records}/club", "club", "~/club"])
def test_a_journal_in_another_folder_is_saved_and_put_back(layout: Layout, broken: set[str], named: str) -> None:
    install(layout, Told(), "1")
    club = layout.records / "club"
    layout.config.write_text(f'folder = "{named.format(records=layout.records)}"\n')
    with_journal(layout, 4, club)
    broken.add("2")

    class Bringing(Told):
        def run(self, *command: str | Path, quiet: bool = False) -> str:
            if "restart" in command and layout.running == layout.releases / "2":
                with_journal(layout, 5, club)
            return super().run(*command, quiet=quiet)

    with pytest.raises(InstallError, match="the one before runs again"):
        install(layout, Bringing(), "2")
    assert kept_version(club / journal.JOURNAL.file) == 4
    assert kept_version(club / "journal-of-2.sqlite3") == 5
    assert not (layout.records / journal.JOURNAL.file).exists()
    for number in range(3, 8):
        install(layout, Told(), str(number))
    assert len(list(club.glob("journal-before-*"))) == journal.COPIES


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_journal_that_is_put_back_belongs_to_whom_it_did(layout: Layout) -> None:
    with_journal(layout, 4)
    copy = journal.save(layout.records, "2")
    with_journal(layout, 5)
    os.chown(layout.records / journal.JOURNAL.file, 4321, 4322)
    assert journal.put_back(layout.records, copy, "2")
    owner = (layout.records / journal.JOURNAL.file).stat()
    assert (owner.st_uid, owner.st_gid) == (4321, 4322)


@pytest.mark.parametrize("text", ["", 'folder = ""', "folder = 7", "no TOML", "[panel]\nport = 1"])
def test_the_usual_folder_is_where_none_is_configured(tmp_path: Path, text: str) -> None:
    config = tmp_path / "companion.toml"
    assert health.folder_of(config, tmp_path) == tmp_path
    config.write_text(text)
    assert health.folder_of(config, tmp_path) == tmp_path


def test_no_journal_needs_no_copy(tmp_path: Path) -> None:
    assert journal.save(tmp_path, "1") is None
    assert not journal.put_back(tmp_path, None, "1")


def test_what_cannot_be_had_is_told(layout: Layout) -> None:
    with pytest.raises(InstallError, match=r"cannot be had here: python3-numpy\."):
        install(layout, Told(packages=False), "1")


@pytest.mark.parametrize("records", [False, True])
def test_only_the_records_are_left(layout: Layout, *, records: bool) -> None:
    commands = Told()
    install(layout, commands, "1", HALL)
    with_journal(layout, 4)
    for step in removal(layout, commands, records=records):
        step.do()
    left = {file.relative_to(layout.root).as_posix() for file in layout.root.rglob("*") if file.is_file()}
    assert left == (set() if records else {"var/lib/companion/journal.sqlite3"})
    assert "userdel companion" in commands.lines


def test_a_user_who_is_still_in_use_does_not_keep_it_from_being_removed(layout: Layout) -> None:
    install(layout, Told(), "1")
    commands, done = Told(fails="userdel"), []
    commands.user = True
    for step in removal(layout, commands, records=False):
        done.append(step.about)
        step.do()
    assert done[-3:] == [
        "delete the user companion",
        "leave the user companion, which can be deleted later with sudo userdel companion: userdel companion",
        "tell the system's manager",
    ]
    assert not layout.home.exists()


@pytest.mark.parametrize(
    ("number", "shell", "is_ours"),
    [(998, "/usr/sbin/nologin", True), (1001, "/usr/sbin/nologin", False), (998, "/bin/bash", False)],
)
def test_only_a_user_that_the_installer_makes_is_deleted(
    layout: Layout, monkeypatch: pytest.MonkeyPatch, number: int, shell: str, *, is_ours: bool
) -> None:
    entry = pwd.struct_passwd(("companion", "x", number, number, "", "/home/companion", shell))
    monkeypatch.setattr(pwd, "getpwall", lambda: [entry])
    deleted = [step.about for step in removal(layout, Commands(), records=True)].count("delete the user companion")
    assert deleted == is_ours


def test_the_screen_opens_the_panel_on_wish(layout: Layout) -> None:
    assert f"write {layout.kiosk}" in install(layout, Told(), "1", Wishes(kiosk=True))
    layout.kiosk.write_text("as it was in an older release")
    assert f"write {layout.kiosk}" in install(layout, Told(), "2"), "once wished, it stays"


def test_a_screen_needs_a_browser(layout: Layout) -> None:
    def first(wishes: Wishes) -> str:
        return next(Installing(layout, PI, Told(packages=False), "1", wishes).steps()).about

    assert "chromium" not in first(Wishes())
    assert first(Wishes(kiosk=True)).endswith(" chromium")


HALL = Wishes(hall=True)


def test_a_hall_has_a_service_of_its_own(layout: Layout) -> None:
    commands = Told()
    install(layout, commands, "1")
    assert not layout.hall_unit.exists()
    assert "sqlalchemy" not in (layout.releases / "1/requirements.txt").read_text()
    install(layout, commands, "2", HALL)
    assert "companion hall --config /etc/companion/hall.toml" in layout.hall_unit.read_text()
    assert layout.hall_config.is_file()
    assert {"systemctl enable companion-hall.service", "systemctl restart companion-hall.service"} <= set(
        commands.lines
    )
    install(layout, commands, "3")
    assert "sqlalchemy==" in (layout.releases / "3/requirements.txt").read_text()


def test_a_hall_that_does_not_come_up_is_taken_back_with_its_release(layout: Layout, broken: set[str]) -> None:
    commands = Told()
    install(layout, commands, "1")
    broken.add("2")
    with pytest.raises(InstallError, match="the one before runs again"):
        install(layout, commands, "2", HALL)
    assert layout.running == layout.releases / "1"
    assert not layout.hall_unit.exists()
    install(layout, commands, "3", HALL)
    broken.add("4")
    with pytest.raises(InstallError, match="the one before runs again"):
        install(layout, commands, "4")
    assert layout.running == layout.releases / "3"
    assert layout.hall_unit.exists()
    assert commands.lines[-1] == "systemctl restart companion-hall.service"


def test_a_panel_that_is_off_is_not_waited_for(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the manager is asked, which is told by the service when it is ready."""
    monkeypatch.setattr(services, "has_come_up", lambda is_well: is_well())
    commands = Told()
    monkeypatch.setattr(commands, "run", lambda *command, **_: "active\n" if "is-active" in command else "")
    service = services.table(layout)
    layout.config.parent.mkdir(parents=True)
    layout.config.write_text("[panel]\non = false\n")
    assert service.comes_up(commands)
    layout.config.write_text("[panel]\nport = 1\n")
    assert not service.comes_up(commands)


def test_a_hall_s_record_is_put_back_too(tmp_path: Path) -> None:
    def record(version: str) -> None:
        with closing(sqlite3.connect(tmp_path / journal.HALL.file)) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS hall_version (version_num TEXT)")
            connection.execute("DELETE FROM hall_version")
            connection.execute("INSERT INTO hall_version VALUES (?)", (version,))
            connection.commit()

    record("0001")
    copy = journal.save(tmp_path, "2", journal.HALL)
    assert not journal.put_back(tmp_path, copy, "2", journal.HALL)
    record("0002")
    assert journal.put_back(tmp_path, copy, "2", journal.HALL)
    with closing(sqlite3.connect(tmp_path / journal.HALL.file)) as connection:
        assert connection.execute("SELECT version_num FROM hall_version").fetchone() == ("0001",)


@pytest.mark.parametrize(
    ("there", "problem"),
    [
        (PI, []),
        (replace(PI, user=1000), ["This changes the system: run it with sudo."]),
        (replace(PI, suite="bullseye"), ["It is made for Debian and Raspberry Pi OS, Bookworm or Trixie."]),
        (replace(PI, machine="armv7l"), ["It needs a 64-bit system; this one is armv7l."]),
        (replace(PI, python=(3, 9)), ["It needs Python 3.11 or newer."]),
        (replace(PI, free_mb=7), ["It needs 1500 MB on the disk; 7 MB are free."]),
    ],
)
def test_what_is_found_is_looked_at_first(there: System, problem: list[str]) -> None:
    assert there.problems == problem


def program(file: Path, says: str) -> Path:
    """Make a program that says one thing."""
    file.write_text(f"#!/bin/sh\necho {says}\n")
    file.chmod(0o755)
    return file


@pytest.mark.parametrize(
    ("kind", "machine", "problem"),
    [
        ("arm64", "aarch64", []),
        ("amd64", "x86_64", []),
        # A Pi of these days boots a kernel of 64 bits for it.
        ("armhf", "armhf", ["It needs a 64-bit system; this one is armhf."]),
    ],
)
def test_the_programs_tell_what_kind_of_system_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, machine: str, problem: list[str]
) -> None:
    program(tmp_path / "dpkg", kind)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert found().machine == machine
    assert replace(PI, machine=found().machine).problems == problem
    (tmp_path / "dpkg").write_text("#!/bin/sh\nexit 1\n")
    assert found().machine == "aarch64"


def test_the_python_is_that_which_the_environment_is_made_with(
    layout: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert str(system.PYTHON) == "/usr/bin/python3"
    monkeypatch.setattr(system, "PYTHON", program(tmp_path / "python3", "3 77"))
    assert found().python == (3, 77)
    monkeypatch.setattr(system, "PYTHON", tmp_path / "none")
    assert found().python == sys.version_info[:2]
    commands = Told()
    install(layout, commands, "1")
    assert any(line.startswith("/usr/bin/python3 -m venv") for line in commands.lines)


def test_a_command_that_fails_tells_why() -> None:
    with pytest.raises(InstallError, match="sh -c echo no >&2; exit 3 has failed:\nno"):
        Commands().run("sh", "-c", "echo no >&2; exit 3")
    with pytest.raises(InstallError, match="there-is-none cannot be run: No such file"):
        Commands().run("there-is-none")
    assert Commands().run("sh", "-c", "exit 3", quiet=True) == ""
