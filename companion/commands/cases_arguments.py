"""The arguments of the commands that answer cases, with an example of a case; what they do is loaded when they run."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Mapping
from pathlib import Path

from companion.commands.adviser_arguments import add_adviser_options
from companion.commands.subcommands import Commands, later
from companion.language import _

CASE: Mapping[str, object] = {
    "game": "backgammon",
    "points": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2],
    "turn": "white",
    "dice": [3, 1],
}
"""White has thrown 3-1 at the start."""
AFTER: Mapping[str, object] = {
    "after": {"points": [-2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2]}
}
"""It has played 8/5 6/5."""


def add_cases_commands(commands: Commands) -> None:
    """Add `plays`, `judge` and `hint` to the command line."""
    about = _("every distinct legal outcome of each case (JSON lines)")
    _add(commands, "plays", about, CASE).set_defaults(run=later("companion.commands.judge", "answer_plays"))
    about = _("whether each case's 'after' is legal, and if not why (JSON lines)")
    judge = _add(commands, "judge", about, {**CASE, **AFTER})
    judge.set_defaults(run=later("companion.commands.judge", "answer_judged"))
    about = _("the best plays of each case and what to do with the cube (JSON lines)")
    hint = _add(commands, "hint", about, CASE)
    add_adviser_options(hint)
    hint.set_defaults(run=later("companion.commands.hint", "answer_hinted"))


def _add(commands: Commands, name: str, about: str, example: Mapping[str, object]) -> argparse.ArgumentParser:
    """Add a command that answers cases; its help ends with one that can be tried."""
    described = _("Answer {about}; one line out for each line in.", about=about)
    tried = _("An example: White has thrown 3-1 at the start.")
    parser = commands.add_parser(
        name,
        help=about,
        description=textwrap.fill(described),
        # Nothing in a case is broken into lines: it is there to be copied.
        epilog=f"{tried}\n\n  echo '{json.dumps(example)}' | companion {name}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", nargs="?", type=Path, help=_("the cases; standard input if left out"))
    return parser
