"""Attack a table of one's own, and print what its users notice of it, beside the goals.

    python -m tests.attack                       all subjects: a few minutes
    python -m tests.attack load streams          some of them
    python -m tests.attack --before ce86611      the same with an old revision, printed side by side

Nothing but 127.0.0.0/8 is attacked; each 127.x.y.z counts as another device. Close other programs: the attack and the
table share this machine. The status is 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.attack import access, connections, load, streams
from tests.attack.row import Row, printed
from tests.attack.table import StartError, started
from tests.checkout import ROOT

SUBJECTS = {
    "access": access.attack,
    "connections": connections.attack,
    "load": load.attack,
    "streams": streams.attack,
}
"""What is attacked, by name: add yours here."""


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Have an old revision in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="before-") as own:
        folder = Path(own) / "checkout"
        _git("worktree", "add", "-q", "--detach", str(folder), revision)
        try:
            yield folder
        finally:
            _git("worktree", "remove", "--force", str(folder))


def _git(*arguments: str) -> None:
    command = ["git", *arguments]
    subprocess.run(command, cwd=ROOT, check=True)


def attacked(root: Path, names: list[str], what: str) -> list[Row]:
    """Return what the attacks on a checkout have measured; each row is told as soon as it is there."""
    rows = []
    for name in names:
        for row in SUBJECTS[name](partial(started, root)):
            rows.append(row)
            sys.stderr.write(f"{what}, {name}: {row.name}: {row.figure}\n")
            sys.stderr.flush()
    return rows


def main() -> int:
    """Attack."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.attack", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=f"what to attack: {', '.join(SUBJECTS)}")
    parser.add_argument("--before", metavar="REV", help="attack this revision too, in a git worktree of its own")
    given = parser.parse_args()
    names = given.subjects or list(SUBJECTS)
    if unknown := set(names) - SUBJECTS.keys():
        parser.error(f"no such subject: {', '.join(sorted(unknown))}")
    before: list[Row] = []
    if given.before:
        with checked_out(given.before) as folder:
            try:
                before = attacked(folder, names, "before")
            except StartError as error:
                hint = "\nOld revisions need waitress: pip install waitress" if "waitress" in str(error) else ""
                parser.error(f"{given.before}: {error}{hint}")
    rows = attacked(ROOT, names, "now")
    sys.stdout.write(f"{printed(rows, before)}\n")
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
