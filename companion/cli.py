"""The command line: `companion COMMAND`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from companion import __version__
from companion.archive_commands import add_archive_commands
from companion.board_arguments import add_board_command
from companion.camera_arguments import add_camera_commands
from companion.casefile import CaseError, read_case, write_outcome
from companion.jsonlines import Answer, answer_lines
from companion.pin_command import add_pin_command
from companion.rules.games import GAMES
from companion.rules.judge import Legal, judge
from companion.rules.plays import legal_plays
from companion.run_arguments import add_run_commands
from companion.showcase import show_game
from companion.subcommands import Commands

BAD_USE = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that `argv` names; return its exit status."""
    arguments = _parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int] = arguments.run
    try:
        return run(arguments)
    except BrokenPipeError:
        # Whoever read our output has closed it; nothing is left to say, also not when Python closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion", description="A patient referee beside a real board: backgammon and ten of its kin."
    )
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_lines(commands, "plays", "every distinct legal outcome of each case (JSON lines)", plays)
    _add_lines(commands, "judge", "whether each case's 'after' is legal, and if not why (JSON lines)", judged)
    _add_show(commands)
    add_run_commands(commands)
    add_archive_commands(commands)
    add_camera_commands(commands)
    add_pin_command(commands)
    add_board_command(commands)
    return parser


def _add_lines(commands: Commands, name: str, about: str, answer: Answer) -> None:
    parser = commands.add_parser(name, help=about, description=f"Answer {about}; one line out for each line in.")
    parser.add_argument("file", nargs="?", type=Path, help="the cases; standard input if left out")
    parser.set_defaults(run=lambda arguments: _run_lines(arguments, answer))


def _add_show(commands: Commands) -> None:
    about = "a game played out in the terminal, throw by throw"
    parser = commands.add_parser("show", help=about, description=f"Show {about}, an illegal play explained at each.")
    games = ", ".join(GAMES)
    parser.add_argument("game", nargs="?", choices=list(GAMES), default="backgammon", metavar="GAME", help=games)
    parser.add_argument("--seed", type=int, help="play the same game again")
    parser.add_argument("--throws", type=int, default=0, help="stop after so many throws (0: play to the end)")
    parser.set_defaults(run=_run_show)


def _run_show(arguments: argparse.Namespace) -> int:
    show_game(arguments.game, sys.stdout, seed=arguments.seed, throws=arguments.throws)
    return 0


def _run_lines(arguments: argparse.Namespace, answer: Answer) -> int:
    if arguments.file is None:
        return answer_lines(sys.stdin.buffer, sys.stdout, answer)
    try:
        source: BinaryIO = arguments.file.open("rb")
    except OSError as error:
        sys.stderr.write(f"companion: {arguments.file} cannot be read: {error.strerror}\n")
        return BAD_USE
    with source:
        return answer_lines(source, sys.stdout, answer)


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
