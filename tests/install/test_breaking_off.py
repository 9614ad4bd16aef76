"""Installations that are broken off, or have no room: what ran goes on, and once more all is well."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from companion.install import command, installing, journal, services, system
from companion.install.layout import Layout
from companion.install.releases import LEFT, MARK, PUT, alone
from companion.install.system import Commands, InstallError
from companion.language import speak
from tests.checkout import ROOT
from tests.install.test_installing import HALL, PI, Told, broken, install, kept_version, layout, with_journal

__all__ = ["broken", "layout"]

GOES_ON = "systemctl start --no-block companion.service"


def test_without_room_for_the_copy_what_ran_goes_on(layout: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Told()
    install(layout, commands, "1", HALL)
    with_journal(layout, 4)

    def full(*_: object) -> None:
        msg = "database or disk is full"
        raise sqlite3.OperationalError(msg)

    monkeypatch.setattr(services, "save", full)
    with pytest.raises(sqlite3.OperationalError):
        install(layout, commands, "2")
    assert layout.running == layout.releases / "1"
    assert commands.lines[-2:] == [GOES_ON, GOES_ON.replace("companion.", "companion-hall.")]


@pytest.mark.parametrize("version", [4, 5])
def test_broken_off_while_the_new_release_starts_the_one_before_goes_on(
    layout: Layout, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    commands = Told()
    install(layout, commands, "1")
    with_journal(layout, 4)

    def comes_up(_is_well: object) -> bool:
        assert layout.running == layout.releases / "2"
        with_journal(layout, version)
        raise KeyboardInterrupt

    monkeypatch.setattr(services, "has_come_up", comes_up)
    with pytest.raises(KeyboardInterrupt):
        install(layout, commands, "2")
    assert layout.running == layout.releases / "1"
    assert commands.lines[-1] == GOES_ON
    assert kept_version(layout.records / journal.JOURNAL.file) == 4


@pytest.mark.parametrize("fails", ["-m venv", "--require-hashes", "--no-build-isolation"])
def test_a_release_that_cannot_be_made_leaves_nothing(layout: Layout, fails: str) -> None:
    install(layout, Told(), "1")
    commands = Told(fails=fails)
    with pytest.raises(InstallError):
        install(layout, commands, "2")
    assert [one.name for one in layout.releases.iterdir()] == ["1"]
    assert not [line for line in commands.lines if "systemctl" in line]


def test_what_was_killed_in_the_middle_is_cleared_by_the_next(layout: Layout) -> None:
    install(layout, Told(), "1")
    (layout.releases / "2/lib").mkdir(parents=True)
    commands = Told(fails="--require-hashes")
    with pytest.raises(InstallError):
        install(layout, commands, "3")
    assert [one.name for one in layout.releases.iterdir()] == ["1"]


@pytest.mark.parametrize(("bad", "back"), [({"2", "3"}, "1"), ({"3"}, "2")])
def test_killed_after_the_change_the_last_good_release_is_gone_back_to(
    layout: Layout, broken: set[str], bad: set[str], back: str
) -> None:
    install(layout, Told(), "1")
    (layout.releases / "2").mkdir()
    layout.current.unlink()
    layout.current.symlink_to(layout.releases / "2")
    broken |= bad
    with pytest.raises(InstallError, match="the one before runs again"):
        install(layout, Told(), "3")
    assert layout.running == layout.releases / back


class PowerGoneError(Exception):
    """Stands for an end after which nothing more is done."""


def power_goes(layout: Layout, monkeypatch: pytest.MonkeyPatch, release: str, version: int) -> None:
    """Update to a release that brings the journal to a version, and end before that is judged."""

    def gone(*_: object) -> None:
        raise PowerGoneError

    def comes_up(_is_well: object) -> None:
        with_journal(layout, version)
        raise PowerGoneError

    with monkeypatch.context() as patched:
        patched.setattr(services, "has_come_up", comes_up)
        patched.setattr(installing.Installing, "_left", gone)
        with pytest.raises(PowerGoneError):
            install(layout, Told(), release)
    assert layout.running == layout.releases / release


def played(layout: Layout) -> list[int]:
    with closing(sqlite3.connect(layout.records / journal.JOURNAL.file)) as connection:
        return [row[0] for row in connection.execute("SELECT v FROM t")]


@pytest.mark.parametrize("noted", [True, False])
@pytest.mark.parametrize("releases", ["2", "23"])
def test_killed_after_the_change_the_last_good_release_gets_a_journal_that_it_can_read(
    layout: Layout, broken: set[str], monkeypatch: pytest.MonkeyPatch, releases: str, *, noted: bool
) -> None:
    install(layout, Told(), "1")
    with_journal(layout, 3)
    install(layout, Told(), "1b")
    with_journal(layout, 4)
    broken |= {"2", "3", "4"}
    for release in releases:
        power_goes(layout, monkeypatch, release, 5)
        if not noted:
            # As an older installer leaves it.
            shutil.rmtree(layout.releases / "1b" / LEFT)
            noted = True
    with pytest.raises(InstallError, match="the one before runs again"):
        install(layout, Told(), "4")
    assert layout.running == layout.releases / "1b"
    assert kept_version(layout.records / journal.JOURNAL.file) == 4
    assert played(layout) == [3, 4]
    assert kept_version(layout.records / "journal-of-4.sqlite3") == 5
    assert kept_version(layout.records / "journal-before-4.sqlite3") == 5


def test_what_was_played_with_a_release_that_was_never_judged_stays_if_it_can_be_read(
    layout: Layout, broken: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    install(layout, Told(), "1")
    with_journal(layout, 4)
    power_goes(layout, monkeypatch, "2", 4)
    broken |= {"2", "3"}

    def comes_up(_is_well: object) -> bool:
        if layout.running == layout.releases / "3":
            with_journal(layout, 5)
            return False
        return True

    monkeypatch.setattr(services, "has_come_up", comes_up)
    with pytest.raises(InstallError, match="the one before runs again"):
        install(layout, Told(), "3")
    assert layout.running == layout.releases / "1"
    assert played(layout) == [4, 4]


def test_broken_off_before_the_copy_a_journal_that_cannot_be_read_is_put_back_too(
    layout: Layout, broken: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    install(layout, Told(), "1")
    with_journal(layout, 4)
    power_goes(layout, monkeypatch, "2", 5)
    broken.add("2")
    with pytest.raises(InstallError):
        install(layout, Told(fails="systemctl enable"), "3")
    assert layout.running == layout.releases / "1"
    assert kept_version(layout.records / journal.JOURNAL.file) == 4
    assert kept_version(layout.records / "journal-of-3.sqlite3") == 5


def test_what_a_release_put_into_the_system_comes_back_with_it(layout: Layout, broken: set[str]) -> None:
    install(layout, Told(), "1")
    put = (layout.unit, layout.rules, layout.drivers, layout.command)
    for file in put:
        (layout.releases / "1" / PUT / file.name).write_text("as it was\n")
    broken.add("2")
    commands = Told()
    with pytest.raises(InstallError, match="the one before runs again"):
        install(layout, commands, "2")
    assert {file.read_text() for file in put} == {"as it was\n"}
    last = max(at for at, line in enumerate(commands.lines) if line == "systemctl daemon-reload")
    assert commands.lines.index("systemctl restart companion.service", last)


def test_only_a_release_that_came_up_is_marked(layout: Layout, broken: set[str]) -> None:
    broken.add("1")
    with pytest.raises(InstallError):
        install(layout, Told(), "1")
    assert not (layout.releases / "1" / MARK).exists()
    install(layout, Told(), "2")
    assert (layout.releases / "2" / MARK).exists()


def test_what_can_be_done_without_does_not_keep_it_from_being_installed(
    layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = Told(packages=False)
    monkeypatch.setattr(commands, "can_have", lambda _name: True)
    done = install(layout, commands, "1")
    assert "do without gnubg python3-picamera2 python3-rpi-lgpio, which cannot be had here" in done
    assert layout.running == layout.releases / "1"


def test_a_machine_without_the_internet_needs_no_update_of_packages(
    layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands, asked = Told(), []
    monkeypatch.setattr(commands, "has_package", lambda name: name != "gnubg")
    run = commands.run

    def offline(*words: str | Path, quiet: bool = False) -> str:
        if "apt-get" in words:
            asked.append(quiet)
        return run(*words, quiet=quiet)

    monkeypatch.setattr(commands, "run", offline)
    assert "do without gnubg, which cannot be had here" in install(layout, commands, "1")
    assert asked == [True, True], "neither may end it"


@pytest.mark.parametrize("busy", [False, True])
def test_others_who_change_the_packages_are_waited_for(
    layout: Layout, monkeypatch: pytest.MonkeyPatch, *, busy: bool
) -> None:
    commands = Told(packages=False)
    commands.busy = busy
    monkeypatch.setattr(commands, "can_have", lambda _name: True)
    done = install(layout, commands, "1")
    assert done.count("wait until another program is done with the packages of the system") == busy
    changes = [at for at, line in enumerate(commands.lines) if line.startswith(("dpkg --configure", "apt-get"))]
    assert len(changes) > 3
    assert {commands.lines[at - 1] for at in changes} == {"wait"}


HOLDS = (
    "import fcntl, sys; file = open(sys.argv[1], 'r+b'); fcntl.lockf(file, fcntl.LOCK_EX); print(flush=True); input()"
)


def test_a_lock_is_waited_for_until_it_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = tmp_path / "lock"
    lock.touch()
    monkeypatch.setattr(system, "LOCKS", (tmp_path / "none", lock))
    monkeypatch.setattr(system, "PAUSE_S", 0.01)
    commands = Commands()
    holder = [sys.executable, "-c", HOLDS, str(lock)]
    with subprocess.Popen(holder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        child.stdout.readline()
        assert commands.others_change_packages()
        with monkeypatch.context() as hasty:
            hasty.setattr(system, "PATIENCE_S", 0.1)
            commands.wait_for_packages()
            assert commands.others_change_packages(), "it is not waited for for ever"
        child.stdin.close()
        commands.wait_for_packages()
        assert not commands.others_change_packages()


def test_only_the_newest_copies_stay(layout: Layout) -> None:
    with_journal(layout, 4)
    for number in range(1, 7):
        install(layout, Told(), str(number))
        copy = layout.records / f"journal-before-{number}.sqlite3"
        os.utime(copy, (number, number))
    kept = {"journal-before-4.sqlite3", "journal-before-5.sqlite3", "journal-before-6.sqlite3"}
    assert {one.name for one in layout.records.glob("*before*")} == kept


def test_a_damaged_journal_is_kept_as_it_is(tmp_path: Path) -> None:
    (tmp_path / journal.JOURNAL.file).write_bytes(b"no database" * 1000)
    copy = journal.save(tmp_path, "2")
    assert copy is not None
    assert copy.read_bytes() == b"no database" * 1000
    assert not journal.put_back(tmp_path, copy, "2")


def on_a_small_disk(program: str, folder: Path) -> str:
    """Return what a program says that has a very small disk of its own, in a world in which anybody may mount one."""
    script = 'mount -t tmpfs -o size=1m none "$1" && exec "$2" -c "$3" "$1"'
    in_it = ["/usr/bin/unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh"]
    given = [str(folder), sys.executable, program]
    return subprocess.run([*in_it, *given], cwd=ROOT, capture_output=True, text=True, check=True).stdout


LITTLE_ROOM = """
import sqlite3, sys
from contextlib import closing
from pathlib import Path
from companion.install import command, journal
records = Path(sys.argv[1])
with closing(sqlite3.connect(records / journal.JOURNAL.file)) as made:
    made.execute("CREATE TABLE t (v)")
    made.execute("INSERT INTO t VALUES (zeroblob(600000))")
    made.commit()
try:
    journal.save(records, "2")
except sqlite3.Error as error:
    print(command._why(error), [one.name for one in records.iterdir()])
"""


def test_on_a_full_disk_no_half_copy_stays(tmp_path: Path) -> None:
    said = on_a_small_disk(LITTLE_ROOM, tmp_path)
    assert said == "There is no room left on the disk: make some, then run it again. ['journal.sqlite3']\n"


NO_ROOM_FOR_A_UNIT = """
import sys
from pathlib import Path
from companion.install import command
from companion.install.releases import write
unit = Path(sys.argv[1]) / "companion.service"
write(unit, "as it was")
try:
    write(unit, "x" * 2_000_000)
except OSError as error:
    print(command._why(error), [one.name for one in unit.parent.iterdir()], unit.read_text())
"""


def test_on_a_full_disk_a_file_of_the_system_stays_as_it_was(tmp_path: Path) -> None:
    said = on_a_small_disk(NO_ROOM_FOR_A_UNIT, tmp_path)
    assert said.endswith("run it again. ['companion.service'] as it was\n")


def test_two_installations_at_once_are_one_too_many(layout: Layout) -> None:
    with alone(layout), pytest.raises(InstallError, match="Another installation is going on"), alone(layout):
        pass
    with alone(layout):
        pass


WORKS = """
import signal, sys, time
from pathlib import Path
from companion.install import command
from companion.install.installing import Step
from companion.install.layout import Layout
command.Layout = lambda: Layout(Path(sys.argv[1]))
command.found = lambda: command.System("bookworm", "aarch64", "", (3, 11), 20000, 0)
command._steps = lambda *_: [Step("wait", lambda: time.sleep(600))]
# Whoever runs the tests may have been told to live on.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
sys.exit(command.main(sys.argv[2:]))
"""


@pytest.mark.usefixtures("ctrl_c_is_heard")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_end_from_outside_is_told(tmp_path: Path, number: signal.Signals) -> None:
    command_ = [sys.executable, "-c", WORKS, str(tmp_path), "--language", "nl"]
    with subprocess.Popen(command_, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        while not (line := child.stdout.readline()).startswith("-"):
            assert line, "it has ended"
        # What is told comes a moment before it is done.
        time.sleep(0.2)
        child.send_signal(number)
        _, said = child.communicate(timeout=60)
    assert child.returncode == 1
    assert said == "companion: Het is afgebroken; start het opnieuw om het af te maken.\n"


def test_a_step_that_fails_is_told_without_a_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> None:
        raise PermissionError(13, "Permission denied", "/etc/companion")

    monkeypatch.setattr(command, "Layout", lambda: Layout(tmp_path))
    monkeypatch.setattr(command, "found", lambda: PI)
    monkeypatch.setattr(command, "_steps", lambda *_: [installing.Step("write", fails)])
    monkeypatch.setattr(command, "_prepare", lambda: None)
    try:
        assert command.main(["--language", "en"]) == 1
    finally:
        speak("en")
    told = capsys.readouterr().err
    assert told.startswith("companion: It could not be done ([Errno 13] Permission denied: '/etc/companion')")


def test_the_whole_records_are_copied(tmp_path: Path) -> None:
    """Also what stands in the log beside the file still."""
    with closing(sqlite3.connect(tmp_path / journal.JOURNAL.file)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute("CREATE TABLE t (v)")
        connection.execute("INSERT INTO t VALUES (7)")
        connection.commit()
        copy = journal.save(tmp_path, "2")
    assert copy is not None
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT v FROM t").fetchall() == [(7,)]
