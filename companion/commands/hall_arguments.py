"""The arguments of `companion hall`; what it does is loaded only when it runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from companion.commands.subcommands import Commands, later
from companion.language import _


def add_hall_command(commands: Commands) -> None:
    """Add `hall` to the command line."""
    about = _("all tables of a tournament on one page, by what they tell a broker")
    described = _("Show {about}, and keep their record. Options win over the configuration.", about=about)
    parser = commands.add_parser("hall", help=about, description=described)
    _add_options(parser)
    parser.set_defaults(run=_later("run"))
    actions = parser.add_subparsers(title=_("what else to do"), metavar=_("ACTION"))
    check = actions.add_parser("check", help=_("tell everything that is wrong with a configuration, or with a list"))
    check.add_argument("file", nargs="?", type=Path, metavar=_("FILE"), help=_("the file; the usual one if left out"))
    check.set_defaults(run=_later("check"))
    show = actions.add_parser("show", help=_("write a configuration with every option at its default"))
    show.set_defaults(run=_later("show"))
    pin = actions.add_parser("pin", help=_("set the directors' PIN"))
    pin.add_argument(
        "--owner", action="store_true", help=_("set the owner's PIN instead, which also opens the settings")
    )
    pin.add_argument("--data", metavar=_("DIR"), help=_("the folder of the hall's data"))
    pin.set_defaults(run=_later("pin"))


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar=_("FILE"), help=_("the configuration (see 'companion hall show')")
    )
    parser.add_argument("--broker", metavar="URL", help=_("the broker, as mqtt://name:1883"))
    parser.add_argument(
        "--database", metavar="URL", help=_("the record: sqlite:///FILE or postgresql://user@host/name")
    )
    parser.add_argument("--list", metavar=_("FILE"), help=_("the list of the rounds, a CSV file"))
    parser.add_argument("--data", metavar=_("DIR"), help=_("the folder of the hall's data"))
    parser.add_argument("--port", type=int, metavar="N", help=_("the port of the hall's pages (0: any that is free)"))
    parser.add_argument("--host", metavar=_("ADDRESS"), help=_("the address at which the hall's pages listen"))


def _later(name: str) -> Callable[[argparse.Namespace], int]:
    """Return a function that loads what it needs when it is called, and says what is missing."""
    load = later("companion.commands.hall", name)

    def run(arguments: argparse.Namespace) -> int:
        try:
            return load(arguments)
        except ModuleNotFoundError as error:
            return _missing(error)

    return run


def _missing(error: ModuleNotFoundError) -> int:
    parser = argparse.ArgumentParser(prog="companion hall")
    told = _("{module} is not installed, which the hall needs: pip install 'companion[hall]'", module=error.name)
    parser.exit(2, f"companion: {told}\n")
