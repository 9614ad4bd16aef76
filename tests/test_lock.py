"""requirements.lock pins, by hash, all that pyproject.toml asks for, and names no place to get it from."""

import re
import tomllib
from collections.abc import Iterable

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.checkout import ROOT

LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[\w.+!-]+)(?: ; [^\\]+)? \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")
COMMENT = re.compile(r"^ *#")


def pins(lock: str) -> dict[str, set[Version]]:
    """Return the versions that a lock pins; there are several where they depend on the Python."""
    pinned: dict[str, set[Version]] = {}
    for line in lock.splitlines():
        if match := PIN.match(line):
            pinned.setdefault(canonicalize_name(match["name"]), set()).add(Version(match["version"]))
    return pinned


FROM_THE_SYSTEM = {"pi"}
"""Extras that a Pi has from its own packages: the wheels are not there for every Python."""


def asked_for() -> Iterable[str]:
    yield from PROJECT["dependencies"]
    for name, extra in PROJECT["optional-dependencies"].items():
        if name not in FROM_THE_SYSTEM:
            yield from extra


def test_every_line_is_a_pin_a_hash_or_a_comment() -> None:
    assert [line for line in LOCK.splitlines() if not any(kind.match(line) for kind in (PIN, HASH, COMMENT))] == []


@pytest.mark.parametrize("line", list(asked_for()))
def test_what_is_asked_for_is_pinned(line: str) -> None:
    wanted = Requirement(line)
    versions = pins(LOCK)[canonicalize_name(wanted.name)]
    assert [version for version in versions if version not in wanted.specifier] == []


def test_no_place_is_named() -> None:
    assert "://" not in LOCK
