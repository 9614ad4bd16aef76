"""The arguments of the commands about matches that were recorded; what they do is loaded only when they run."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.subcommands import Commands, add_parser, later
from companion.datafolder import VARIABLE
from companion.journal.exchange.endings import ENDINGS
from companion.language import _

MODULE = "companion.commands.archive"
RAW = "raw"


def add_archive_commands(commands: Commands) -> None:
    """Add the commands to the command line."""
    _add_games(commands)
    _add_export(commands)
    _add_import(commands)
    _add_replay(commands)


def _add_games(commands: Commands) -> None:
    parser = add_about_archive(commands, "games", _("the recorded matches, the newest first, or the games of one"))
    parser.add_argument("match", nargs="?", metavar=_("MATCH"), help=_("a number or id: list the games of this match"))
    parser.add_argument("--player", metavar=_("NAME"), help=_("only what this player has played"))
    parser.add_argument("--results", action="store_true", help=_("results per player, in all and against each other"))
    parser.add_argument("--json", action="store_true", help=_("a line of JSON for each instead of a table"))
    parser.set_defaults(run=later(MODULE, "games"))


def _add_export(commands: Commands) -> None:
    parser = add_about_archive(commands, "export", _("the record of a match, for people or other programs"))
    parser.set_defaults(run=later(MODULE, "export_one"))
    parser.add_argument("match", metavar=_("MATCH"), help=_("a number or id, as 'companion games' shows it"))
    about = _(
        "json is complete; mat and sgf: backgammon; raw: all that came in, to look for a fault; else by FILE's name"
    )
    parser.add_argument("--format", choices=(*ENDINGS, RAW), help=about)
    parser.add_argument("--output", type=Path, metavar=_("FILE"), help=_("write to this file, not to standard output"))
    parser.add_argument("--force", action="store_true", help=_("overwrite the file if it is there"))
    parser.add_argument("--no-pictures", action="store_true", help=_("leave the pictures of throws out of json"))
    parser.add_argument("--no-names", action="store_true", help=_("leave the players' names out of raw"))


def _add_import(commands: Commands) -> None:
    parser = add_about_archive(
        commands, "import", _("a match from a file (.json or .txt of ours, .mat, .sgf) into the archive")
    )
    parser.set_defaults(run=later(MODULE, "import_one"))
    parser.add_argument("file", type=Path, metavar=_("FILE"))
    parser.add_argument("--condone", action="store_true", help=_("let plays against the rules stand"))
    parser.add_argument("--again", action="store_true", help=_("also if this match is in the archive already"))


def _add_replay(commands: Commands) -> None:
    parser = add_about_archive(commands, "replay", _("a match step by step: a line of JSON for each"))
    parser.set_defaults(run=later(MODULE, "replay"))
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("match", nargs="?", metavar=_("MATCH"), help=_("a number or id, as 'companion games' shows it"))
    raw = _("play again all that came in at a table, from a file that its panel or 'companion export' has made")
    what.add_argument("--raw", type=Path, metavar=_("FILE"), help=raw)
    parser.add_argument("--check", action="store_true", help=_("with --raw: whether the same comes out as then"))
    parser.add_argument("--game", type=int, metavar="N", help=_("only this game"))
    parser.add_argument("--step", type=int, metavar="N", help=_("only this step of the match"))
    parser.add_argument("--show", action="store_true", help=_("in words and with the board, for people"))


def add_about_archive(commands: Commands, name: str, about: str) -> argparse.ArgumentParser:
    """Add a command about the archive."""
    parser = add_parser(commands, name, about)
    parser.add_argument(
        "--data",
        type=Path,
        metavar=_("DIR"),
        help=_("the data folder; else {variable}, else the usual one", variable=VARIABLE),
    )
    return parser
