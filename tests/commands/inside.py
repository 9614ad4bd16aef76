"""Commands in this process: what they say and do is the same as in one of their own, which takes long to load."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from companion.cli import main

LANGUAGE_OF_SYSTEM = ("LANGUAGE", "LC_ALL", "LANG")


def companion(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command as a program is run, but here."""
    streams = [io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="\n") for data in (given, b"", b"")]
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        try:
            status = main(arguments)
        except SystemExit as ended:
            # Python's own reading of arguments ends so.
            status = ended.code if isinstance(ended.code, int) else 0
    return subprocess.CompletedProcess(arguments, status, *map(_written, streams[1:]))


def spoken_to(*arguments: str, given: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command where the system speaks as the environment says, else no language that is known."""
    with pytest.MonkeyPatch.context() as patch:
        for name in LANGUAGE_OF_SYSTEM:
            patch.delenv(name, raising=False)
        for name, value in {"COLUMNS": "200", **environment}.items():
            patch.setenv(name, value)
        done = companion(*arguments, given=given.encode())
    return subprocess.CompletedProcess(arguments, done.returncode, done.stdout.decode(), done.stderr.decode())


def _written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    data = stream.buffer
    assert isinstance(data, io.BytesIO)
    return data.getvalue()
