"""`sudo python3 -m companion.install`: from a checkout, with nothing but the system's own Python."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from companion import __version__
from companion.install.installing import Installing, Step
from companion.install.layout import Layout
from companion.install.removing import removal
from companion.install.system import Commands, InstallError, System, found

FAILED, BAD_USE = 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Install, update or remove; return the exit status: 1 if it failed, 2 if it cannot be done here."""
    arguments = _parser().parse_args(argv)
    layout, system = Layout(), found()
    _say(f"Found: {system.model or system.machine}, {system.suite or 'an unknown system'}, Python {_version(system)}.")
    problems = system.problems
    for problem in problems:
        _say(f"! {problem}")
    if problems and not arguments.dry_run:
        return BAD_USE
    try:
        return _done(_steps(arguments, layout, system), dry=arguments.dry_run)
    except InstallError as error:
        sys.stderr.write(f"companion: {error}\n")
        return FAILED


def _parser() -> argparse.ArgumentParser:
    about = "Install the companion as a service, or bring it up to date; run it again whenever you like."
    parser = argparse.ArgumentParser(prog="python3 -m companion.install", description=about)
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument("--wheels", type=Path, metavar="DIR", help="take Python's packages from this folder alone")
    parser.add_argument("--kiosk", action="store_true", help="open the panel over the whole screen of this machine")
    parser.add_argument("--uninstall", action="store_true", help="take it away; the records stay")
    parser.add_argument("--delete-records", action="store_true", help="with --uninstall: the records, too")
    return parser


def _steps(arguments: argparse.Namespace, layout: Layout, system: System) -> Iterable[Step]:
    if arguments.uninstall:
        return removal(layout, Commands(), records=arguments.delete_records)
    release = f"{__version__}-{datetime.now(UTC):%Y%m%d%H%M%S}"
    return Installing(layout, system, Commands(), release, wheels=arguments.wheels, kiosk=arguments.kiosk).steps()


def _done(steps: Iterable[Step], *, dry: bool) -> int:
    for step in steps:
        _say(f"{'would ' if dry else ''}{step.about}")
        if not dry:
            step.do()
    _say("Nothing was changed." if dry else "Done.")
    return 0


def _version(system: System) -> str:
    return ".".join(map(str, system.python))


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
