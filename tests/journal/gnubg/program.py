"""Runs the real GNU Backgammon: one process for many files, because its start takes a second."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("gnubg", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/games")))
START_S, FILE_S = 60, 5
"""What it may take at most."""
SCRIPT = """
import gnubg, json
with open({jobs!r}) as file:
    jobs = json.load(file)
for command in ("set display off", "set confirm new off", "set confirm save off"):
    gnubg.command(command)
with open({found!r}, "w") as file:
    for job in jobs:
        for command in job["before"]:
            gnubg.command(command)
        match = gnubg.match(0, 1)
        for command in job["after"]:
            gnubg.command(command)
        file.write(json.dumps(match) + "\\n")
        file.flush()
"""


@dataclass(frozen=True)
class Job:
    """A file to be loaded, and where to write it again."""

    path: Path
    jacoby: bool = False
    as_mat: Path | None = None
    as_sgf: Path | None = None

    def plain(self) -> dict[str, list[str]]:
        load = "import mat" if self.path.suffix == ".mat" else "load match"
        after = ["export match mat", "save match"]
        written = zip(after, (self.as_mat, self.as_sgf), strict=True)
        return {
            "before": [f"set jacoby {'on' if self.jacoby else 'off'}", f"{load} {self.path}"],
            "after": [f"{command} {path}" for command, path in written if path],
        }


def matches_of(jobs: Sequence[Job]) -> list[Any]:
    """What the program shows of each file: `gnubg.match()`."""
    assert PROGRAM, "GNU Backgammon is not installed: sh .ci/setup does it"
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        todo, found, script = folder / "jobs.json", folder / "found.jsonl", folder / "script.py"
        todo.write_text(json.dumps([job.plain() for job in jobs]))
        script.write_text(SCRIPT.format(jobs=str(todo), found=str(found)))
        done = subprocess.run(
            [PROGRAM, "-t", "-q", "-r", "-p", str(script)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={**os.environ, "HOME": home, "LC_ALL": "C.UTF-8"},
            cwd=home,
            timeout=START_S + FILE_S * len(jobs),
            check=False,
        )
        lines = found.read_text().splitlines() if found.exists() else []
        if len(lines) != len(jobs):
            at, said = jobs[len(lines)].path, f"{done.stdout[-500:]!r} {done.stderr[-500:]!r}"
            msg = f"GNU Backgammon broke off (exit {done.returncode}) at {at}: {said}"
            raise AssertionError(msg)
        return [json.loads(line) for line in lines]
