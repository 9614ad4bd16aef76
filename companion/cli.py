"""The command line: `companion COMMAND`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from companion import __version__
from companion.commands.analyse_arguments import add_analyse_command
from companion.commands.archive_arguments import add_archive_commands
from companion.commands.board_arguments import add_board_command
from companion.commands.camera_arguments import add_camera_commands
from companion.commands.cases_arguments import add_cases_commands
from companion.commands.doctor import add_doctor_command
from companion.commands.hall_arguments import add_hall_command
from companion.commands.pin import add_pin_command
from companion.commands.run_arguments import add_run_commands
from companion.commands.subcommands import Commands
from companion.config import ConfigError, config_file, load
from companion.language import LANGUAGES, OPTION, _, help_spoken, language_of_system, speak, taken
from companion.rules.games import GAMES


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that `argv` names; return its exit status."""
    arguments = _arguments(sys.argv[1:] if argv is None else argv)
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        status = run(arguments)
        # Not left to Python's own end: that would tell of a reader who has gone.
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has closed it; nothing is left to say, also not when Python closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Return what is asked for, in the language in which it is told."""
    asked, rest = taken(argv)
    speak(asked if asked in LANGUAGES else configured_language() or language_of_system(), asked=asked in LANGUAGES)
    with help_spoken():
        # One that is not known is told by the parser.
        return _parser().parse_args(rest if asked in (None, *LANGUAGES) else [f"{OPTION}={asked}", *rest])


def configured_language() -> str:
    """Return the language of the usual configuration; none if there is none, or it cannot be read."""
    try:
        return load(config_file()).language
    except ConfigError:
        return ""


def _parser() -> argparse.ArgumentParser:
    about = _("A patient referee beside a real board: backgammon and ten of its kin.")
    parser = argparse.ArgumentParser(prog="companion", description=about)
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    parser.add_argument(
        OPTION, choices=LANGUAGES, help=_("the language of messages; else the configuration's or the system's")
    )
    parser.epilog = _("To see it at work without any hardware: 'companion run --demo'")
    parser.set_defaults(run=lambda _arguments: _run_help(parser))
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"))
    add_cases_commands(commands)
    _add_show(commands)
    add_run_commands(commands)
    add_archive_commands(commands)
    add_analyse_command(commands)
    add_camera_commands(commands)
    add_pin_command(commands)
    add_board_command(commands)
    add_doctor_command(commands)
    add_hall_command(commands)
    return parser


def _run_help(parser: argparse.ArgumentParser) -> int:
    with help_spoken():
        parser.print_help()
    return 0


def _add_show(commands: Commands) -> None:
    about = _("a game played out in the terminal, throw by throw")
    parser = commands.add_parser(
        "show", help=about, description=_("Show {about}, an illegal play explained at each.", about=about)
    )
    games = ", ".join(GAMES)
    parser.add_argument("game", nargs="?", choices=list(GAMES), default="backgammon", metavar=_("GAME"), help=games)
    parser.add_argument("--seed", type=int, help=_("play the same game again"))
    parser.add_argument("--throws", type=int, default=0, help=_("stop after so many throws (0: play to the end)"))
    parser.set_defaults(run=_run_show)


def _run_show(arguments: argparse.Namespace) -> int:
    from companion.showcase import show_game  # noqa: PLC0415 - no other command needs what shows a game

    show_game(arguments.game, sys.stdout, seed=arguments.seed, throws=arguments.throws)
    return 0
