"""Signs as each language sets them: spaces before them, quotation marks, and words cut short before a vowel."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.commands_catalogue import COMMANDS
from tests.web.catalogue import PANEL
from tests.web.rulebook_catalogue import RULEBOOK

DOMAINS = {"panel": PANEL, "rulebook": RULEBOOK, "commands": COMMANDS}
NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
GAP = r"(?:\{\w+\}|%\(\w+\)s)"
QUOTED = re.compile(f"«{NO_BREAK}[^»]*{NO_BREAK}»")
"""What files and commands are called, or what stands in them, is written as it stands there."""
VERBATIM = re.compile(r"Content-Type:|\"\w+\":|%\(prog\)s:|virtual:")
WRONG_IN_FRENCH = {
    "a space that breaks before a sign": re.compile(r" [:;?!»]"),
    "a space that breaks after a quotation mark": re.compile(r"« "),
    "no space before a sign": re.compile(
        rf"[^\s{NO_BREAK}{NARROW}:/?!;.(][;?!»]|[^\s{NO_BREAK}:](?<!http)(?<!https):(?:\s|$)"
    ),
    "a wide space before a sign that has a narrow one": re.compile(f"{NO_BREAK}[;?!]"),
    "no space inside quotation marks": re.compile(rf"«[^{NO_BREAK}]|[^{NO_BREAK}]»"),
    "a straight apostrophe": re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])"),
    "quotation marks of another language": re.compile(
        "[“”„\N{SINGLE LOW-9 QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}]"
    ),
}
NEVER_A_VOWEL = re.compile(
    r"(?:least|most|more|first|last|low|high|count|size|games?|moves?|lines|points|dice|length|number|total|white|minutes|seconds|ms|left"
    r"|values?|edge|other|known|data|place|reason|wide|width|what|port|number|last|pips|found|free)"
)
"""Gaps that are filled with numbers, or with words that the catalogue itself has, with their article."""
CUT_SHORT = re.compile(rf"\b(?:[Dd]e|[Qq]ue|[Jj]usque|[Ll]orsque|[Pp]uisque|[Ll]e|[Ll]a|[Nn]e|[Ss]e) ({GAP})")


def texts(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield each text with its translation, and where it belongs."""
    for name, domain in DOMAINS.items():
        for text, said in domain.strings(language).items():
            yield name, text, said


@pytest.mark.parametrize("what", WRONG_IN_FRENCH)
def test_french_signs_have_their_spaces(what: str) -> None:
    pattern = WRONG_IN_FRENCH[what]
    bare = {
        f"{name}: {said}": VERBATIM.sub("", QUOTED.sub(f"«{NO_BREAK}x{NO_BREAK}»", said))
        for name, _, said in texts("fr")
    }
    assert len(bare) > 2000
    assert [said for said, text in bare.items() if pattern.search(text)] == []


def test_french_words_are_not_cut_short_before_what_nobody_knows_yet() -> None:
    """Whether it is "de Bo" or "d'Ada" cannot be known in the catalogue: so neither is said."""
    found = [
        f"{name}: {said}"
        for name, _, said in texts("fr")
        for gap in CUT_SHORT.findall(said)
        if not NEVER_A_VOWEL.fullmatch(gap.strip("{}%()").removesuffix(")s"))
    ]
    assert found == []


@pytest.mark.parametrize(("language", "opening", "closing"), [("de", "„", "“"), ("nl", "“", "”")])
def test_quotation_marks_are_those_of_the_language(language: str, opening: str, closing: str) -> None:
    strange = set("„“”«»\"'\N{SINGLE LOW-9 QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}") - {opening, closing}
    for name, text, said in texts(language):
        kept = strange - set(text)
        assert not kept & set(said), f"{name}: {said}"
        assert said.count(opening) == said.count(closing), f"{name}: {said}"


@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_the_companion_has_its_name_in_the_language(language: str) -> None:
    """The word stands only where a command, a file or a program is meant."""
    allowed = re.compile(r"[«“„`][^»”“`]*\bcompanion\b[^»”“`]*[»”“`]|\.?companion[./]\S*", re.IGNORECASE)
    found = [
        f"{name}: {said}"
        for name, text, said in texts(language)
        if re.search(r"\bcompanion\b", allowed.sub("", said), re.IGNORECASE) and "companion " not in text.lower()[:10]
    ]
    assert found == []


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a space that breaks before a sign", "Oui ?"),
        ("a space that breaks after a quotation mark", f"« a{NO_BREAK}»"),
        ("no space before a sign", "Oui?"),
        ("no space before a sign", "Le score: 3"),
        ("a wide space before a sign that has a narrow one", f"Oui{NO_BREAK}!"),
        ("no space inside quotation marks", "«Oui»"),
        ("a straight apostrophe", "l'as"),
        ("quotation marks of another language", "“oui”"),
    ],
)
def test_a_fault_would_be_found(what: str, text: str) -> None:
    assert WRONG_IN_FRENCH[what].search(text)
    assert not WRONG_IN_FRENCH[what].search(
        f"Le score{NO_BREAK}: l\N{RIGHT SINGLE QUOTATION MARK}as{NARROW}; «{NO_BREAK}x{NO_BREAK}» à 12:30"
    )
