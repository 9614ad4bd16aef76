"""A table's id: the same for ever on one machine, another in another one, whatever its card brings along."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.broker.topics import ID
from companion.service.publishing.identity import FILE, Fingerprint, Places, fingerprint, table_id

HERE = Fingerprint("s1", ("a1", "a2"), "m1")
SAME = {
    "all": HERE,
    "a plug for the network more": replace(HERE, addresses=("a1", "a2", "a3")),
    "no interface yet": replace(HERE, addresses=()),
    "a system set up anew": replace(HERE, machine_id="m2"),
}
OTHER = {
    "another Pi with the same card": Fingerprint("s2", ("b1",), "m1"),
    "another machine without a serial number": Fingerprint("", ("b1",), "m1"),
}


def machine(folder: Path, serial: str = "", addresses: tuple[str, ...] = (), machine_id: str = "") -> Places:
    """A machine as its system shows it."""
    for number, address in enumerate(addresses):
        (folder / "net" / f"eth{number}" / "device").mkdir(parents=True)
        (folder / "net" / f"eth{number}" / "address").write_text(address + "\n")
    (folder / "net" / "docker0").mkdir(parents=True)
    (folder / "net" / "docker0" / "address").write_text("02:42:00:00:00:01\n")
    (folder / "serial").write_text(serial + "\0")
    (folder / "machine-id").write_text(machine_id + "\n")
    return Places((folder / "missing", folder / "serial"), folder / "net", folder / "machine-id")


def test_it_stays(tmp_path: Path) -> None:
    made = table_id(tmp_path, HERE)
    assert ID.fullmatch(made)
    assert [table_id(tmp_path, HERE) for _ in range(3)] == [made] * 3


def test_two_tables_differ(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    assert table_id(tmp_path, HERE) != table_id(tmp_path / "other", HERE)


@pytest.mark.parametrize("here", SAME.values(), ids=SAME)
def test_it_stays_on_the_same_machine(tmp_path: Path, here: Fingerprint) -> None:
    assert table_id(tmp_path, HERE) == table_id(tmp_path, here)


@pytest.mark.parametrize("there", OTHER.values(), ids=OTHER)
def test_another_machine_is_another_table(tmp_path: Path, there: Fingerprint) -> None:
    made = table_id(tmp_path, HERE)
    other = table_id(tmp_path, there)
    assert other != made
    assert table_id(tmp_path, there) == other


@pytest.mark.parametrize("content", ["", "{", "[]", '{"table": "x"}', '{"table": 7, "serial": 1}'])
def test_a_damaged_file_is_made_anew(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content, encoding="utf-8")
    made = table_id(tmp_path, HERE)
    assert table_id(tmp_path, HERE) == made == json.loads((tmp_path / FILE).read_text(encoding="utf-8"))["table"]


def test_where_nothing_can_be_kept_it_is_the_same_again(tmp_path: Path) -> None:
    nowhere = tmp_path / "file" / "folder"
    (tmp_path / "file").touch()
    made = table_id(nowhere, HERE)
    assert ID.fullmatch(made)
    assert table_id(nowhere, HERE) == made != table_id(nowhere, OTHER["another Pi with the same card"])


def test_what_tells_a_machine_is_read_and_only_its_sum_is_kept(tmp_path: Path) -> None:
    places = machine(tmp_path, "10000000abcdef01", ("dc:a6:32:00:00:01", "00:00:00:00:00:00"), "0123")
    found = fingerprint(places)
    assert len(found.addresses) == 1
    assert found.serial != found.machine_id != found.addresses[0]
    made = table_id(tmp_path, found)
    kept = (tmp_path / FILE).read_text(encoding="utf-8")
    assert made in kept
    assert not any(secret in kept for secret in ("abcdef01", "dc:a6", "0123"))


def test_a_machine_that_tells_nothing_has_a_mark_too(tmp_path: Path) -> None:
    nothing = fingerprint(Places((tmp_path / "a",), tmp_path / "b", tmp_path / "c"))
    assert nothing == Fingerprint("", (), "")
    assert table_id(tmp_path, nothing) == table_id(tmp_path, nothing)
