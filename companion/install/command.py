"""`sudo python3 -m companion.install`: from a checkout, with nothing but the system's own Python."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

from companion import __version__
from companion.install.installing import Installing, Step, Wishes
from companion.install.layout import Layout
from companion.install.releases import alone
from companion.install.removing import removal
from companion.install.system import Commands, InstallError, System, found
from companion.language import LANGUAGES, OPTION, _, help_spoken, language_of_system, speak, taken

FAILED, BAD_USE = 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Install, update or remove; return the exit status: 1 if it failed, 2 if it cannot be done here."""
    arguments = _arguments(sys.argv[1:] if argv is None else argv)
    layout, system = Layout(), found()
    _say(_("Found: {machine}, {system}, Python {version}.", **_seen(system)))
    problems = system.problems if not arguments.uninstall else system.problems_of_removal
    for problem in problems:
        _say(f"! {problem}")
    if problems and not arguments.dry_run:
        return BAD_USE
    _prepare()
    try:
        with nullcontext() if arguments.dry_run else alone(layout):
            return _done(_steps(arguments, layout, system), dry=arguments.dry_run)
    except (InstallError, OSError, sqlite3.Error, KeyboardInterrupt) as error:
        sys.stderr.write(f"companion: {_why(error)}\n")
        return FAILED


def _prepare() -> None:
    """Let what is written be read by the service, and an end from outside be one that can be tidied up after."""
    os.umask(0o022)
    for number in (signal.SIGTERM, signal.SIGHUP):
        # Under nohup a line that is hung up ends nothing.
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def _why(error: BaseException) -> str:
    """Return in words why it is not done."""
    if isinstance(error, KeyboardInterrupt):
        return _("It was broken off; run it again to bring it to its end.")
    full = isinstance(error, OSError) and error.errno in {errno.ENOSPC, errno.EDQUOT}
    if full or getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL:
        return _("There is no room left on the disk: make some, then run it again.")
    if isinstance(error, InstallError):
        return str(error)
    return _("It could not be done ({why}); mend that, then run it again.", why=error)


def _arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Return what is asked for, in the language in which it is told."""
    asked, rest = taken(argv)
    speak(asked if asked in LANGUAGES else language_of_system(), asked=asked in LANGUAGES)
    with help_spoken():
        parser = _parser()
        # One that is not known is told by the parser.
        arguments = parser.parse_args(rest if asked in (None, *LANGUAGES) else [f"{OPTION}={asked}", *rest])
        if arguments.delete_records and not arguments.uninstall:
            parser.error(_("--delete-records goes with --uninstall alone."))
        if arguments.wheels is not None and not arguments.wheels.is_dir():
            parser.error(_("There is no folder {path}.", path=arguments.wheels))
        return arguments


def _parser() -> argparse.ArgumentParser:
    about = _("Install the companion as a service, or bring it up to date; run it again whenever you like.")
    parser = argparse.ArgumentParser(prog="python3 -m companion.install", description=about)
    flags = {
        "--dry-run": _("only say what would be done"),
        "--hall": _("install the tournament hall, too: a service of its own"),
        "--kiosk": _("open the panel over the whole screen of this machine"),
        "--uninstall": _("take it away; the records stay"),
        "--delete-records": _("with --uninstall: the records, too"),
    }
    for name, help_ in flags.items():
        parser.add_argument(name, action="store_true", help=help_)
    parser.add_argument(
        "--wheels", type=Path, metavar=_("DIR"), help=_("take Python's packages from this folder alone")
    )
    parser.add_argument(OPTION, choices=LANGUAGES, help=_("the language of messages; else the system's"))
    return parser


def _steps(arguments: argparse.Namespace, layout: Layout, system: System) -> Iterable[Step]:
    if arguments.uninstall:
        return removal(layout, Commands(), records=arguments.delete_records)
    release = f"{__version__}-{datetime.now(UTC):%Y%m%d%H%M%S}"
    wishes = Wishes(arguments.wheels, kiosk=arguments.kiosk, hall=arguments.hall)
    return Installing(layout, system, Commands(), release, wishes).steps()


def _done(steps: Iterable[Step], *, dry: bool) -> int:
    if dry:
        _say(_("This would be done:"))
    for step in steps:
        _say(f"- {step.about}")
        if not dry:
            step.do()
    _say(_("Nothing was changed.") if dry else _("Done."))
    return 0


def _seen(system: System) -> dict[str, str]:
    return {
        "machine": system.model or system.machine,
        "system": system.suite or _("an unknown system"),
        "version": ".".join(map(str, system.python)),
    }


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
