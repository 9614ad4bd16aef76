"""JSON lines in, JSON lines out: one answer for each line, and no line stops the next."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO, TextIO

from companion.commands.output import BAD_USE, say
from companion.language import _

Answer = Callable[[object], dict[str, object]]


def answer_lines(lines: Iterable[bytes], out: TextIO, answer: Answer) -> int:
    """Write the answer to each line; return 1 if any of them was bad, else 0."""
    status = 0
    for number, line in enumerate(lines, 1):
        try:
            reply = answer(_decoded(line))
        except ValueError as error:
            reply, status = {"error": str(error), "line": number}, 1
        out.write(json.dumps(reply, separators=(",", ":")) + "\n")
        out.flush()
    return status


def answer_file(path: Path | None, answer: Answer) -> int:
    """Write the answer to each line of a file, or of standard input, to standard output; return the exit status."""
    if path is None:
        return answer_lines(sys.stdin.buffer, sys.stdout, answer)
    try:
        source: BinaryIO = path.open("rb")
    except OSError as error:
        return say(_("{file} cannot be read: {why}", file=path, why=error.strerror), BAD_USE)
    with source:
        return answer_lines(source, sys.stdout, answer)


def _decoded(line: bytes) -> object:
    if not line.strip():
        msg = "the line is empty; each line is one JSON object"
        raise ValueError(msg)
    try:
        return json.loads(line)
    except RecursionError:
        msg = "the line is not a case: it is nested too deeply"
        raise ValueError(msg) from None
    except UnicodeDecodeError:
        msg = "the line is not UTF-8 text"
        raise ValueError(msg) from None
    except json.JSONDecodeError as error:
        msg = f"the line is not JSON: {error.msg} at column {error.colno}"
        raise ValueError(msg) from None
