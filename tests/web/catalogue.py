"""The catalogues of translations: `python -m tests.web.catalogue` brings them up to date with all texts there are.

That is done in all languages, for the panel, the rulebook and the command line. A new text appears untranslated, one
that is gone disappears, and nothing is guessed; what is left to be translated is told, and the tests fail until it is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache

from companion.hall.words import TEMPLATES as HALL
from companion.hints.words import TEXTS as HINTS
from companion.rules.games import GAMES
from companion.service import TEMPLATES
from companion.service.file_words import FILES
from companion.service.speech import PLACES, WORDS
from tests.catalogues import Domain, bring_up_to_date, extracted
from tests.checkout import ROOT
from web.forms import as_title
from web.language import TRANSLATIONS
from web.new_match import COLOURS
from web.safe import EASY, WRONG_LENGTH


def texts() -> Iterator[str]:
    """Every text that people may read in the panel."""
    yield from extracted(ROOT / "web", "_", "gettext")
    yield from (*TEMPLATES, *FILES, *HINTS, *HALL)
    yield from WORDS | PLACES
    yield from COLOURS.values()
    yield from (EASY, WRONG_LENGTH)
    for game in GAMES.values():
        yield game.name
        for option in game.options:
            yield as_title(option.name)
            yield option.about
            yield from (str(one) for one in option.allowed if isinstance(one, str))


@cache
def wanted() -> tuple[str, ...]:
    """Every text once, in a fixed order."""
    return tuple(sorted({text for text in texts() if needs_translation(text)}))


def needs_translation(text: str) -> bool:
    """Whether a text is more than what fills it."""
    return "{" not in text or not text.strip("{}").replace("_", "").isalpha()


PANEL: Domain = Domain("messages", TRANSLATIONS, "Texts of the panel", wanted)
path_of, catalogue, update = PANEL.path_of, PANEL.catalogue, PANEL.update


if __name__ == "__main__":
    # Loaded only here, where all are wanted.
    from tests.commands_catalogue import COMMANDS
    from tests.web.rulebook_catalogue import RULEBOOK

    sys.exit(1 if bring_up_to_date((PANEL, RULEBOOK, COMMANDS), print) else 0)
