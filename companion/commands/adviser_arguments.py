"""Which adviser a command asks, and how far that looks ahead: the same options wherever advice is given."""

from __future__ import annotations

import argparse

from companion.hints.choice import Choice
from companion.language import _

MOST_PLIES = 3


def add_adviser_options(parser: argparse.ArgumentParser) -> None:
    """Add --adviser and --plies."""
    parser.add_argument(
        "--adviser",
        choices=[choice.value for choice in Choice],
        default=Choice.AUTO.value,
        help=_("whom to ask; auto: GNU Backgammon where it can, else the companion's own nets"),
    )
    parser.add_argument(
        "--plies",
        type=int,
        choices=range(MOST_PLIES + 1),
        metavar="N",
        help=_("how many throws to look ahead, 0 to {most} (GNU Backgammon: 2, own nets: 1)", most=MOST_PLIES),
    )
