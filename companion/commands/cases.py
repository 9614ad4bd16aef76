"""An example of a case for the help of the commands that read cases."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Mapping

from companion.commands.subcommands import Commands
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


def add_cases_command(
    commands: Commands, name: str, about: str, example: Mapping[str, object]
) -> argparse.ArgumentParser:
    """Add a command that answers cases; its help ends with one that can be tried."""
    described = _("Answer {about}; one line out for each line in.", about=about)
    tried = _("An example: White has thrown 3-1 at the start.")
    return commands.add_parser(
        name,
        help=about,
        description=textwrap.fill(described),
        # Nothing in a case is broken into lines: it is there to be copied.
        epilog=f"{tried}\n\n  echo '{json.dumps(example)}' | companion {name}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
