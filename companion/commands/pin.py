"""`companion pin`: sets a PIN of the panel on the machine itself, also when the old one is forgotten."""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Callable
from pathlib import Path

from companion.commands.output import BAD_USE, say
from companion.commands.subcommands import Commands
from companion.config import ConfigError, config_file, load_naming
from companion.datafolder import data_folder
from companion.language import _


def add_pin_command(commands: Commands) -> None:
    """Add the command to those of the command line."""
    about = _("set the PIN with which throws and plays are entered on the panel")
    parser = commands.add_parser("pin", help=about, description=_("Asks for a new PIN twice, to {about}.", about=about))
    parser.add_argument(
        "--owner", action="store_true", help=_("set the owner's PIN instead, which also opens the settings")
    )
    parser.add_argument("--data", type=Path, metavar=_("DIR"), help=_("the folder of the companion's data"))
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    return set_pin(lambda: _folder(arguments.data), owner=arguments.owner)


def set_pin(folder: Callable[[], Path], *, owner: bool) -> int:
    """Ask for a PIN, and keep it in a folder; return the exit status."""
    # The panel may not be installed; the rest of the command line does without, and need not load what is said of it.
    from companion.sentences import translated  # noqa: PLC0415
    from web.safe import PinError, Role, Safe  # noqa: PLC0415

    try:
        pin = _asked()
        Safe(folder()).set_pin(Role.OWNER if owner else Role.TABLE, pin)
    except (PinError, ConfigError) as error:
        return say(translated(str(error)), BAD_USE)
    except OSError as error:
        return say(_("The PIN cannot be kept: {why}.", why=error.strerror), BAD_USE)
    sys.stdout.write(f"{_('The PIN is set. All devices have to enter it anew.')}\n")
    return 0


def _folder(given: Path | None) -> Path:
    return data_folder(given) if given else load_naming(config_file()).data


def _asked() -> str:
    """Return what is typed twice; not from a terminal, the one line that comes."""
    from web.safe import PinError  # noqa: PLC0415 - as above

    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    pin = getpass.getpass(f"{_('New PIN (4 to 12 digits):')} ")
    if getpass.getpass(f"{_('Once more:')} ") != pin:
        msg = _("The two are not the same.")
        raise PinError(msg)
    return pin
