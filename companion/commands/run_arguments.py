"""The arguments of `companion run` and `companion config`; what they do is loaded only when they run."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.subcommands import Commands, add_parser, later
from companion.language import _
from companion.rules.games import find_game

CONFIG = "companion.commands.config"


def add_run_commands(commands: Commands) -> None:
    """Add `run` and `config` to the command line."""
    about = _("the referee at the table, with its panel in the browser")
    described = _("Be {about}. Options win over the configuration.", about=about)
    parser = commands.add_parser("run", help=about, description=described)
    parser.add_argument("--config", type=Path, metavar=_("FILE"), help=_("the configuration (see 'companion config')"))
    parser.add_argument("--demo", action="store_true", help=_("let a virtual board and camera play on the panel"))
    game = _("what the demonstration begins with: one of the eleven games")
    parser.add_argument("--game", metavar=_("GAME"), type=_game, help=game)
    pace = _("how fast the demonstration plays: 2 is twice as fast")
    parser.add_argument("--pace", type=float, metavar="N", help=pace)
    parser.add_argument(
        "--board", metavar=_("PORT"), help=_("the sensor board: /dev/ttyUSB0, COM3, socket://HOST:PORT, auto or off")
    )
    parser.add_argument("--camera", metavar=_("SOURCE"), help=_("the camera: its number, path or address, or off"))
    parser.add_argument("--data", metavar=_("DIR"), help=_("the data folder"))
    parser.add_argument("--port", type=int, metavar="N", help=_("the panel's port (0: any that is free)"))
    parser.add_argument("--host", metavar=_("ADDRESS"), help=_("the address at which the panel listens"))
    parser.set_defaults(run=later("companion.commands.run", "run"))
    _add_config(commands)


def _game(name: str) -> str:
    """Return the name of a game, or of none: then it goes on with any."""
    try:
        return find_game(name).id if name else ""
    except ValueError as error:
        from companion.sentences import translated  # noqa: PLC0415 - only where something is wrong

        raise argparse.ArgumentTypeError(translated(str(error))) from None


def _add_config(commands: Commands) -> None:
    parser = add_parser(commands, "config", _("check a configuration, or show one with every option explained"))
    actions = parser.add_subparsers(title=_("what to do"), metavar=_("ACTION"), required=True)
    check = actions.add_parser("check", help=_("tell everything that is wrong with a configuration"))
    check.add_argument("file", nargs="?", type=Path, metavar=_("FILE"), help=_("the file; the usual one if left out"))
    check.set_defaults(run=later(CONFIG, "check"))
    show = actions.add_parser("show", help=_("write a configuration with every option at its default"))
    show.set_defaults(run=later(CONFIG, "show"))
