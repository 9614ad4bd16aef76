"""The house is in order: what stands at the top, how long things are, what no file may contain."""

import ast
import os
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.arrows import statements
from tests.checkout import PACKAGES, ROOT, files, python_files

TOP_LEVEL = ("pyproject.toml", "README.md", "LICENSE", "requirements.lock", "tests", *PACKAGES, ".*")
LONGEST_MODULE = 500
LONG_FUNCTION = 30
LONG_SHARE = 0.1

DATA_TABLES: frozenset[str] = frozenset()
"""Modules that are nothing but data, and so may be longer."""

BINARY = frozenset(
    {
        ".gif",
        ".ico",
        ".jpg",
        ".jpeg",
        ".mo",
        ".mp4",
        ".npz",
        ".ogg",
        ".onnx",
        ".png",
        ".wav",
        ".webp",
        ".woff2",
        ".xz",
        ".zip",
    }
)

MACHINE_PATH = re.compile(r"(?<![A-Za-z0-9_.])/(?:work|farm)/")
REGISTRY_HOST = re.compile(r"\b(?:pypi|pythonhosted|npmjs|debian)\.org\b", re.IGNORECASE)


def text_files() -> list[Path]:
    return [path for path in files() if path.suffix not in BINARY]


def long_share(sources: list[str]) -> float:
    """Return which share of the functions is longer than is easily read."""
    functions = [
        node
        for source in sources
        for node in statements(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    long = [node for node in functions if (node.end_lineno or 0) - node.lineno >= LONG_FUNCTION]
    return len(long) / max(len(functions), 1)


def test_the_top_level_is_what_was_agreed_on() -> None:
    tops = {path.parts[0] for path in files()}
    assert {top for top in tops if not any(fnmatch(top, allowed) for allowed in TOP_LEVEL)} == set()


@pytest.mark.parametrize("name", ["pyproject.toml", "README.md", "LICENSE", "requirements.lock", "companion/py.typed"])
def test_it_is_there(name: str) -> None:
    assert (ROOT / name).is_file()


def test_no_module_is_too_long() -> None:
    lengths = {str(path): len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in python_files()}
    assert {name for name, length in lengths.items() if length > LONGEST_MODULE} <= DATA_TABLES


def test_nine_of_ten_functions_are_short() -> None:
    assert long_share([(ROOT / path).read_text(encoding="utf-8") for path in python_files(tests=False)]) <= LONG_SHARE


def test_long_functions_are_seen() -> None:
    short, long = "def f():\n    pass\n", "def g():\n" + "    pass\n" * LONG_FUNCTION
    assert long_share([short, long]) == pytest.approx(0.5)


def test_text_is_utf_8() -> None:
    def is_text(path: Path) -> bool:
        try:
            (ROOT / path).read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            return False
        return True

    assert [path for path in text_files() if not is_text(path)] == []


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY_HOST], ids=["a path of a machine", "a registry's host"])
def test_no_file_names(pattern: re.Pattern[str]) -> None:
    found = [
        path for path in text_files() if pattern.search((ROOT / path).read_text(encoding="utf-8", errors="replace"))
    ]
    assert found == []


@pytest.mark.parametrize("folder", ["work", "farm"])
def test_a_machine_path_is_seen(folder: str) -> None:
    assert MACHINE_PATH.search(f"see /{folder}/main")
    assert not MACHINE_PATH.search(f"see my/{folder}/main")


@pytest.mark.parametrize("script", ["run", "check", "setup", "apt"])
def test_scripts_can_be_run(script: str) -> None:
    assert os.access(ROOT / ".ci" / script, os.X_OK)
