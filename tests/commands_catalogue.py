"""The command line's texts, a domain of their own: `python -m tests.web.catalogue` brings its catalogues up to date.

What the referee says is said on the command line as on the panel: it is translated there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from companion.config import Config
from companion.hall.config import HallConfig
from companion.language import DOMAIN, TRANSLATIONS
from companion.options import options, sections
from companion.rules.games import GAMES
from companion.sentences import KNOWN
from companion.service.speech import PLACES, WORDS
from tests.catalogues import Domain, extracted
from tests.checkout import ROOT
from tests.web.catalogue import PANEL, needs_translation
from web.forms import as_title

ARGPARSE = (
    "usage: ",
    "positional arguments",
    "options",
    "show this help message and exit",
    "show program's version number and exit",
    "%(prog)s: error: %(message)s\n",
    "argument %(argument_name)s: %(message)s",
    "the following arguments are required: %s",
    "unrecognized arguments: %s",
    "ambiguous option: %(option)s could match %(matches)s",
    "one of the arguments %s is required",
    "not allowed with argument %s",
    "ignored explicit argument %r",
    "expected one argument",
    "expected at most one argument",
    "expected at least one argument",
    "invalid %(type)s value: %(value)r",
    "invalid choice: %(value)r (choose from %(choices)s)",
)
"""What Python itself says of arguments, and looks up in our catalogue (tested)."""


def texts() -> Iterator[str]:
    """Every text that people may read on the command line."""
    yield from extracted(ROOT / "companion", "_", "mark")
    yield from ARGPARSE
    yield from KNOWN
    yield from WORDS | PLACES
    for game in GAMES.values():
        yield game.name
        yield from (as_title(option.name) for option in game.options)
    for configuration in (Config, HallConfig):
        yield from (one.limits.about for one in options(configuration))
        yield from (str(kind.__doc__) for kind in sections(configuration).values())


@cache
def wanted() -> tuple[str, ...]:
    """Every text once, in a fixed order."""
    return tuple(sorted({text for text in texts() if needs_translation(text)}))


COMMANDS = Domain(DOMAIN, TRANSLATIONS, "Texts of the command line", wanted, follows=PANEL)
