"""The arrows between the rooms hold, and the check would see it if they did not."""

from pathlib import Path

import pytest

from tests.arrows import modules, violations
from tests.checkout import ROOT


def made(root: Path, path: str, source: str) -> Path:
    """Return root, now with this one module in it."""
    module = root / path
    module.parent.mkdir(parents=True)
    module.write_text(source + "\n", encoding="utf-8")
    return root


def test_all_arrows_point_the_right_way() -> None:
    assert violations(ROOT) == []


def test_rules_are_read() -> None:
    assert modules(ROOT, "companion.rules")


def test_nothing_is_wrong_where_no_room_is(tmp_path: Path) -> None:
    assert violations(tmp_path) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("companion/rules/a.py", "from __future__ import annotations"),
        ("companion/rules/a.py", "from collections.abc import Mapping"),
        ("companion/rules/a.py", "from companion.rules import b"),
        ("companion/rules/deep/a.py", "from ..b import c"),
        ("companion/match/a.py", "from companion.rules.games import GAMES"),
        ("companion/match.py", "from companion import rules"),
        ("companion/table/a.py", "import companion.match, companion.rules"),
        ("companion/journal/a.py", "import sqlite3, companion.table"),
        ("companion/service.py", "import threading, firmware_bridge, vision, web"),
        ("firmware_bridge/a.py", "from companion.rules import position\nimport serial"),
        ("vision/a.py", "import numpy"),
        ("web/a.py", "from companion.service import Service\nfrom companion import config\nimport flask"),
        ("web/views/a.py", "from . import b\nfrom web.pages import c"),
    ],
)
def test_allowed(tmp_path: Path, path: str, source: str) -> None:
    assert violations(made(tmp_path, path, source)) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("companion/rules/a.py", "import numpy"),
        ("companion/rules/a.py", "import companion"),
        ("companion/rules/a.py", "from companion import table"),
        ("companion/rules/a.py", "from .. import table"),
        ("companion/rules/a.py", "from ..match.score import Score"),
        ("companion/rules/a.py", "def late() -> None:\n    import companion.journal"),
        ("companion/rules/a.py", "if TYPE_CHECKING:\n    from companion.match import Match"),
        ("companion/rules/a.py", "from companion.rules_extra import a"),
        ("companion/rules/a.py", "open('a')"),
        ("companion/rules/a.py", "print('a')"),
        ("companion/match/a.py", "from companion.table import Table"),
        ("companion/match.py", "import companion.casefile"),
        ("companion/table/a.py", "from companion import journal"),
        ("companion/table/a.py", "import firmware_bridge"),
        ("companion/service.py", "from tests import brute"),
        ("firmware_bridge/a.py", "from companion.table import Table"),
        ("firmware_bridge/a.py", "import vision"),
        ("vision/a.py", "import companion.service"),
        ("web/a.py", "from companion.rules import Position"),
        ("web/a.py", "from companion import table"),
        ("web/a.py", "import firmware_bridge"),
    ],
)
def test_forbidden(tmp_path: Path, path: str, source: str) -> None:
    assert {found.path for found in violations(made(tmp_path, path, source))} == {path}


@pytest.mark.parametrize("room", ["rules", "match", "table"])
@pytest.mark.parametrize(
    "module",
    "asyncio datetime importlib io logging multiprocessing os pathlib random secrets socket sqlite3 subprocess sys"
    " threading time urllib.request uuid".split(),
)
def test_the_core_is_pure(tmp_path: Path, room: str, module: str) -> None:
    assert violations(made(tmp_path, f"companion/{room}/a.py", f"import {module}"))


def test_a_violation_names_its_line(tmp_path: Path) -> None:
    (found,) = violations(made(tmp_path, "companion/table/a.py", "import re\nfrom time import time"))
    assert found == ("companion/table/a.py", 2, "companion.table", "imports time.time")
