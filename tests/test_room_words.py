"""What rooms without translations say is known to those who translate it: on the command line and in the panel."""

import re
from collections.abc import Iterator

import pytest

from companion.sentences import KNOWN
from companion.service import TEMPLATES
from companion.service.file_words import FILES
from companion.service.journal_words import JOURNAL
from companion.service.speech import Speech
from firmware_bridge.health import Trouble
from firmware_bridge.orientation import Orientation, name_of
from firmware_bridge.zones import Kind, Sensing, Zone
from tests.said_in_rooms import Said, said_in_rooms

SAID = said_in_rooms()
OF_FILES = [said for said in SAID if "/exchange/" in said.path or "/table/" in said.path]
ENGLISH = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")


def wordless(text: str) -> str:
    """Stand in for a translation: a text without its words, so that those are seen that were not translated."""
    return re.sub(r"[A-Za-z']+(?![^{}]*\})", "~", text) if len(text) > 1 else text


def untold(said: list[Said], templates: tuple[str, ...]) -> list[str]:
    speech = Speech(wordless, templates)
    return [f"{one.path}:{one.line}: {one.text}" for one in said if ENGLISH.search(speech.sentence(one.text))]


def test_there_is_much_to_be_said() -> None:
    assert len(SAID) > 200
    assert {said.path.partition("/")[0] for said in SAID} == {"companion", "firmware_bridge", "vision"}


def test_what_is_not_known_would_be_found() -> None:
    strange = [Said("x", 1, "Nobody has ever said this."), Said("x", 2, "Line 3: nobody has ever said this.")]
    assert len(untold(strange, KNOWN)) == len(strange)


def test_commands_know_every_sentence() -> None:
    assert untold(SAID, KNOWN) == []


def test_the_panel_knows_every_sentence_of_files() -> None:
    assert untold(OF_FILES, (*FILES, *TEMPLATES)) == []


def test_the_panel_knows_every_sentence_of_parts_and_of_the_journal() -> None:
    of_devices = [
        said
        for said in SAID
        if said not in OF_FILES and not said.path.endswith(("wire.py", "ends.py", "markers.py", "stuck.py"))
    ]
    assert untold(of_devices, TEMPLATES) == []
    assert set(JOURNAL) <= set(TEMPLATES)


def sensors() -> Iterator[str]:
    zones = [
        Zone(kind, number, slots, Sensing.COLOUR)
        for kind, numbers in ((Kind.POINTS, (1, 20)), (Kind.BARS, (0, 1, 2)), (Kind.TRAYS, (0, 1, 2)))
        for number in numbers
        for slots in (1, 6)
    ]
    for orientation in (None, Orientation()):
        for zone in zones:
            name = name_of(zone, zone.slots - 1, orientation)
            yield f"{name[0].upper()}{name[1:]}"


@pytest.mark.parametrize("trouble", Trouble)
def test_every_sensor_s_trouble_is_known(trouble: Trouble) -> None:
    speech = Speech(wordless, TEMPLATES)
    told = {name: speech.sentence(f"{name}: {trouble.value}.") for name in sensors()}
    assert len(told) > 20
    assert {name: text for name, text in told.items() if ENGLISH.search(text)} == {}


def test_many_sentences_are_told_one_by_one() -> None:
    speech = Speech(str.upper, TEMPLATES)
    text = "The board is connected. Point 8, slot 2 from the edge: cannot decide on the colour of its checker."
    assert "{" not in speech.sentence("The board is connected. The camera is covered.")
    with pytest.raises(KeyError):
        # In capitals what fills a text has another name: so it was looked for.
        speech.sentence(text)


def test_what_fills_a_sentence_does_not_swallow_the_next() -> None:
    speech = Speech(lambda text: text.replace("throws", "wirft").replace("Nothing was moved", "Nichts"), KNOWN)
    text = "Game 1, move 2: White throws 3-1 and plays 8/5. Nothing was moved, but a play is possible."
    assert speech.sentence(text) == "Game 1, move 2: White wirft 3-1 and plays 8/5. Nichts, but a play is possible."


def test_lines_keep_their_place() -> None:
    speech = Speech(lambda text: text.replace("Equal dice", "Päsche"), KNOWN)
    text = "Before that:\n  Game 1: Equal dice let nobody begin."
    assert speech.sentence(text) == "Before that:\n  Game 1: Päsche let nobody begin."
