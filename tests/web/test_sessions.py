"""Who is signed in is known over a restart, whatever the clock on the wall says."""

import stat
from pathlib import Path

import pytest

from web import sessions
from web.sessions import FILE, LONGEST_S, Clock, Sessions


class Machine:
    """A machine whose clock may be wrong."""

    def __init__(self) -> None:
        self.running, self.wall, self.boot = 100.0, 1_700_000_000.0, "first"

    def passes(self, seconds: float) -> None:
        self.running, self.wall = self.running + seconds, self.wall + seconds

    def starts_anew(self, wall: float) -> None:
        self.running, self.wall, self.boot = 5.0, wall, "next"

    def sessions(self, folder: Path) -> Sessions:
        return Sessions(folder, Clock(lambda: self.running, lambda: self.wall, lambda: self.boot))


def test_one_is_open_until_its_time_is_over(tmp_path: Path) -> None:
    machine = Machine()
    known = machine.sessions(tmp_path)
    name = known.begin()
    machine.passes(LONGEST_S - 1)
    assert known.is_open(name)
    machine.passes(1)
    assert not known.is_open(name)
    assert not known.end(name)
    assert not known.is_open("made up")


def test_one_that_was_ended_stays_so_over_a_restart(tmp_path: Path) -> None:
    machine = Machine()
    known = machine.sessions(tmp_path)
    ended, going_on = known.begin(), known.begin()
    assert known.end(ended)
    machine.passes(3600)
    machine.wall += 400 * 86400
    again = machine.sessions(tmp_path)
    assert (again.is_open(ended), again.is_open(going_on)) == (False, True)
    machine.passes(LONGEST_S - 3600)
    assert not again.is_open(going_on)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize(("later", "stays"), [(60, True), (-400 * 86400, True), (LONGEST_S, False)])
def test_over_a_start_of_the_machine_the_clock_on_the_wall_counts(tmp_path: Path, later: float, *, stays: bool) -> None:
    machine = Machine()
    name = machine.sessions(tmp_path).begin()
    machine.starts_anew(machine.wall + later)
    again = machine.sessions(tmp_path)
    assert again.is_open(name) is stays
    machine.passes(LONGEST_S)
    assert not again.is_open(name)


def test_there_are_never_more_than_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST", 5)
    machine = Machine()
    known = machine.sessions(tmp_path)
    names = []
    for _ in range(6):
        names.append(known.begin())
        machine.passes(1)
    assert [known.is_open(name) for name in (names[0], names[1], names[-1])] == [False, True, True]


@pytest.mark.parametrize(
    "damaged", [b"", b"[]", b'{"boot": 1}', b'{"boot": "x", "running": 1, "wall": 1, "left": [1]}']
)
def test_a_damaged_file_signs_all_out(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / FILE).write_bytes(damaged)
    known = Machine().sessions(tmp_path)
    assert known.is_open(known.begin())


def test_an_end_that_could_not_be_written_is_written_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    known = machine.sessions(tmp_path)
    name = known.begin()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(sessions, "write_private", full)
        assert known.end(name)
        assert machine.sessions(tmp_path).is_open(name)
    machine.passes(sessions.RETRY_S)
    assert not known.is_open("anybody")
    assert not machine.sessions(tmp_path).is_open(name)
