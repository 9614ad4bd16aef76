"""What commands tell people, the files they write, and their exit status where something is not done."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from companion.language import _

FAILED, BAD_USE = 1, 2


def say(message: str, status: int) -> int:
    """Tell why something is not done; return the exit status."""
    sys.stderr.write(f"companion: {message}\n")
    return status


def say_all(problems: Iterable[str], status: int = BAD_USE) -> int:
    """Tell everything that is wrong; return the exit status."""
    for problem in problems:
        say(problem, status)
    return status


def write(text: str) -> None:
    """Write a text, with a mark for letters that the terminal has not."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding))


def written(path: Path, data: bytes, *, force: bool) -> int:
    """Write a file as a whole or not at all; return the exit status."""
    part = path.parent / f"{path.name}.part"
    try:
        if path.exists() and not force:
            return say(_("{file} is there already; --force overwrites it.", file=path), BAD_USE)
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        return say(_("{file} cannot be written: {why}", file=path, why=error.strerror), BAD_USE)
    return 0
