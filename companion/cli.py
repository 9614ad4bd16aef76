"""The command line: `companion COMMAND`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from companion import __version__
from companion.casefile import CaseError, read_case, write_outcome
from companion.commands.analyse import add_analyse_command
from companion.commands.archive import add_archive_commands
from companion.commands.board_arguments import add_board_command
from companion.commands.camera_arguments import add_camera_commands
from companion.commands.cases import AFTER, CASE, add_cases_command
from companion.commands.doctor import add_doctor_command
from companion.commands.hall_arguments import add_hall_command
from companion.commands.hint import add_hint_command
from companion.commands.jsonlines import Answer, answer_file
from companion.commands.pin import add_pin_command
from companion.commands.run_arguments import add_run_commands
from companion.commands.subcommands import Commands
from companion.config import ConfigError, config_file, load
from companion.language import LANGUAGES, OPTION, _, help_spoken, language_of_system, speak, taken
from companion.rules.games import GAMES
from companion.rules.judge import Legal, judge
from companion.rules.plays import legal_plays
from companion.showcase import show_game


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
    about = _("every distinct legal outcome of each case (JSON lines)")
    _answer(add_cases_command(commands, "plays", about, CASE), plays)
    about = _("whether each case's 'after' is legal, and if not why (JSON lines)")
    _answer(add_cases_command(commands, "judge", about, {**CASE, **AFTER}), judged)
    add_hint_command(commands)
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


def _answer(parser: argparse.ArgumentParser, answer: Answer) -> None:
    parser.add_argument("file", nargs="?", type=Path, help=_("the cases; standard input if left out"))
    parser.set_defaults(run=lambda arguments: answer_file(arguments.file, answer))


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
    show_game(arguments.game, sys.stdout, seed=arguments.seed, throws=arguments.throws)
    return 0


def plays(data: object) -> dict[str, object]:
    """Return every distinct legal outcome of a case."""
    turn = read_case(data).turn
    return {"outcomes": [write_outcome(turn.game, outcome) for outcome in legal_plays(turn).sorted()]}


def judged(data: object) -> dict[str, object]:
    """Return whether a case's 'after' is legal, and if not why."""
    case = read_case(data)
    if case.after is None:
        msg = "'after' is missing: the position to be judged, with points, bar, reserve and off"
        raise CaseError(msg)
    judgement = judge(case.turn, case.after)
    if isinstance(judgement, Legal):
        return {"legal": True, "scored": judgement.outcome.scored}
    violation = judgement.violation
    return {
        "legal": False,
        "reason": violation.reason.value,
        "message": violation.sentence,
        "points": list(violation.points),
        "numbers": list(violation.numbers),
    }
