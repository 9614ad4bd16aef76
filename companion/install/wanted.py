"""What is to be installed: packages of the system, and from the lock what the companion runs on."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from companion.install.system import System

ALWAYS = ("python3-venv", "python3-numpy", "libgl1", "libglib2.0-0", "gnubg")
"""The camera's library of the system is built for its own NumPy: another one in the environment would break it."""
OF_A_PI = ("python3-picamera2", "python3-rpi-lgpio")
"""Neither can be had for every Python but from the system."""
BROWSER = "chromium"
"""For the panel over the whole screen, where there is none yet."""
DISPENSABLE = ("gnubg", BROWSER, *OF_A_PI)
"""Without these the companion runs on: the doctor tells what is missing."""
RENAMED = {"trixie": {"libglib2.0-0": "libglib2.0-0t64"}}
"""Packages that have another name from a system on."""
FROM_SYSTEM = frozenset({"numpy"})
TO_BUILD = "setuptools"
FIRST = re.compile(r"^(?P<name>[\w.-]+)==", re.MULTILINE)
VIA = re.compile(r"^    #(?: via)? +(?P<name>[\w.-]+)(?: \(.*\))?$", re.MULTILINE)
NEWER_NUMPY = (3, 12)
"""From this Python on, the system's NumPy is new enough for the OpenCV of the lock."""


def packages(system: System) -> list[str]:
    """Return the packages of the system that are wanted."""
    renamed = RENAMED.get(system.suite, {})
    return [renamed.get(name, name) for name in (*ALWAYS, *(OF_A_PI if system.is_pi else ()))]


def requirements(source: Path, system: System, files: Path, extras: Sequence[str] = ()) -> str:
    """Return the part of the lock that the companion runs on, without what comes from the system."""
    blocks = dict(_blocks((source / "requirements.lock").read_text(encoding="utf-8")))
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lists = (project["dependencies"], *(project["optional-dependencies"][extra] for extra in extras))
    direct = {_name(line) for lines in lists for line in lines} | {TO_BUILD}
    left = FROM_SYSTEM
    older = ""
    if system.python < NEWER_NUMPY:
        left |= {"opencv-python"}
        older = (files / "opencv-python3.11.txt").read_text(encoding="utf-8")
    needed = _needed(blocks, direct) - left
    return "".join(text for name, text in blocks.items() if name in needed) + older


def with_all_that_they_ask_for(source: Path, names: Iterable[str]) -> str:
    """Return the part of the lock that some packages need."""
    blocks = dict(_blocks((source / "requirements.lock").read_text(encoding="utf-8")))
    needed = _needed(blocks, set(names))
    return "".join(text for name, text in blocks.items() if name in needed)


def _blocks(lock: str) -> Iterator[tuple[str, str]]:
    """Return each package of a lock with all of its lines; one that is there in several versions once."""
    starts = [found.start() for found in FIRST.finditer(lock)]
    whole: dict[str, str] = {}
    for start, end in zip(starts, [*starts[1:], len(lock)], strict=True):
        name = lock[start:end].partition("==")[0]
        whole[name] = whole.get(name, "") + lock[start:end]
    yield from whole.items()


def _needed(blocks: dict[str, str], direct: set[str]) -> set[str]:
    """Return what is asked for, and all that this asks for in turn."""
    needed = direct & blocks.keys()
    askers = {name: set(VIA.findall(text)) for name, text in blocks.items()}
    while True:
        more = {name for name, asking in askers.items() if needed & asking}
        if more <= needed:
            return needed
        needed |= more


def _name(line: str) -> str:
    return re.split(r"[^\w.-]", line, maxsplit=1)[0].lower()
