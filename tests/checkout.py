"""The checkout under test: where it is, and which files belong to it."""

import os
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("companion", "firmware_bridge", "vision", "web")


@cache
def files() -> tuple[Path, ...]:
    """Return every file that git has, or would take with the next `git add`, relative to ROOT."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    names = {os.fsdecode(name) for name in listed.split(b"\0") if name}
    return tuple(sorted(Path(name) for name in names if (ROOT / name).is_file()))


def python_files(*, tests: bool = True) -> tuple[Path, ...]:
    """Return the Python files of the checkout, relative to ROOT."""
    return tuple(path for path in files() if path.suffix == ".py" and (tests or path.parts[0] in PACKAGES))
