"""The arguments of `companion board`; what it does is loaded only when it runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.subcommands import Commands, add_parser, later
from companion.language import _, mark
from companion.rules.games import GAMES

ABOUT = mark("a sensor board: a virtual one to play with, or a look at a real one")
SENSINGS = ("presence", "colour", "count", "identity")
PORT = mark("a serial port or URL: /dev/ttyUSB0, /dev/serial/by-id/..., COM3, socket://HOST:PORT")


def add_board_command(commands: Commands) -> None:
    """Add `board` to the command line."""
    parser = add_parser(commands, "board", _(ABOUT))
    what = parser.add_mutually_exclusive_group(required=True)
    about = _("be a board without hardware; prints its port, then takes commands ('help' tells them)")
    what.add_argument("--virtual", action="store_true", help=about)
    what.add_argument("--monitor", metavar=_("PORT"), help=_("show what a board tells: {port}", port=_(PORT)))
    what.add_argument("--tare", metavar=_("PORT"), help=_("have a board measure its sensors with nothing on it"))
    what.add_argument("--replay", metavar=_("FILE"), type=Path, help=_("show a recording made with --record"))
    _add_virtual(parser.add_argument_group(_("with --virtual")))
    other = parser.add_argument_group(_("with --monitor and --tare"))
    other.add_argument("--record", metavar=_("FILE"), type=Path, help=_("write down what goes over the line"))
    other.add_argument("--yes", action="store_true", help=_("do not ask whether the board is empty"))
    parser.set_defaults(run=later("companion.commands.board", "run_board"))


def _add_virtual(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--game", choices=list(GAMES), default="backgammon", metavar=_("GAME"), help=", ".join(GAMES))
    group.add_argument("--sensing", choices=SENSINGS, default="colour", help=_("what its sensors tell (colour)"))
    group.add_argument("--slots", type=_slots, default=6, metavar="N", help=_("slots a point, 1 to 15 (6)"))
    group.add_argument("--points-only", action="store_true", help=_("no sensors under bar and trays"))
    socket = _("at this TCP port (0: any), not a pseudo-terminal")
    group.add_argument("--socket", type=_port, metavar=_("PORT"), help=socket)
    group.add_argument("--link", type=Path, metavar=_("PATH"), help=_("make this a link to the pseudo-terminal"))
    seed = _("of all that is random: the same moves and faults again (1)")
    group.add_argument("--seed", type=int, default=1, help=seed)


def _slots(text: str) -> int:
    return _whole(text, 1, 15)


def _port(text: str) -> int:
    return _whole(text, 0, 65535)


def _whole(text: str, least: int, most: int) -> int:
    if not (text.isdecimal() and least <= int(text) <= most):
        msg = _("'{text}' is no whole number from {least} to {most}", text=text, least=least, most=most)
        raise argparse.ArgumentTypeError(msg)
    return int(text)
