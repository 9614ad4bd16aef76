"""What fills a sentence is translated like the sentence: every message there is, with all kinds of what fills it."""

import html
import re
import shlex
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from companion.hall.words import TEMPLATES as HALL
from companion.journal.exchange.driver import REASON
from companion.journal.exchange.text_replay import AS_RECORDED
from companion.match.score import How
from companion.rules.board import BAR, OFF, POINTS, RESERVE
from companion.rules.games import GAMES
from companion.rules.players import Player
from companion.rules.position import Defect, Fault
from companion.rules.reasons import Reason, Violation
from companion.rules.wording import BOOKLET, INTERNATIONAL
from companion.sentences import KNOWN
from companion.service import TEMPLATES, Both, Message, words
from companion.service.actions import BY_CONSENT
from companion.service.builder import Around, table_view
from companion.service.file_words import FILES
from companion.service.speech import Speech
from companion.service.view import DeviceView, LogLine
from companion.table.corrections import Aid
from companion.table.course import places_shown
from companion.table.differences import Difference
from companion.table.disputes import moves_shown
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Table
from firmware_bridge.health import Trouble
from tests.catalogues import TRANSLATED, Domain
from tests.commands_catalogue import COMMANDS
from tests.service.tables import NAMES, SESSIONS
from tests.table.script import Script
from tests.web.catalogue import PANEL
from tests.web.stage import Stage
from web.look import Look
from web.overlay import BESIDE
from web.render import PAGES, draw

PLACES: tuple[int | str, ...] = (1, POINTS, BAR, OFF, RESERVE)
PLAYS = "bar/20, 6/off or 8/5(2)"
FILLINGS: dict[str, tuple[str | int, ...]] = {
    "answer": ("White's", "Black's", "at the board's point 7", "those that the board calls 7"),
    "at": ("", " (point 12A)", " (point 7 and point 1A)"),
    "device": ("board", "camera", "buttons", "hall", "players"),
    "example": (INTERNATIONAL.example, BOOKLET.example),
    "from_": ("", " (from point 12A)", " (from point 7, point 8 and point 1A)"),
    "game": (7, *(game.name for game in GAMES.values())),
    "how": tuple(how.value for how in How),
    "message": (
        *(Violation(reason, (7, 24), (3, 2)).sentence for reason in Reason),
        *(str(Defect(fault, player, place, 2)) for fault in Fault for player in Player for place in (None, *PLACES)),
        "'7' is not a move: one is written like 24/18, 8/5(2) or bar/20*",
        "'7': white has too few checkers on bar",
    ),
    "moves": (moves_shown([(place, 7) for place in PLACES]), moves_shown([(7, place) for place in PLACES])),
    "numbers": ("3", "3, 2", "3 and 2"),
    "option": tuple(option.name for game in GAMES.values() for option in game.options),
    "pending": ("double", "beaver", "resignation", "calling off"),
    "places": (places_shown(tuple(Difference(at, who, -2) for at in PLACES for who in (*Player, None))),),
    "play": (7, "-"),
    "plays": (7, "100+", PLAYS),
    "point": ("12A", *map(str, PLACES[2:])),
    "points": (7, "12A, 1A", "1-12, 1A-12A"),
    "question": (
        "Where is White's point 1?",
        "Which checkers are White's?",
        "Whose are the checkers on the board's point 7?",
    ),
    "reason": (BY_CONSENT, REASON, AS_RECORDED, *(reason.value for reason in Reason)),
    "the_point": (" that point", " point 12A"),
    "unit": ("point", "game"),
    "wanted": (2, "double", "resignation or calling off"),
    "what": tuple(aid.value for aid in Aid),
    "why": (
        "The camera is covered.",
        *(f"{trouble.value}." for trouble in Trouble),
        "the time: '7' should be a whole number.",
    ),
}
"""What fills sentences with words of ours, by its name; where those come from somewhere, they are taken from there."""
WHO = frozenset({"player", "opponent"})
AS_IT_IS = frozenset(
    # Numbers, and times as digits.
    "button byte choice column count counted day degrees dice done edge event first free games height high known last"
    " least left length level line lines low match minutes more most move ms now number other port round score scored"
    " seconds seen sensing seq shown size slot steps time value version wide width won year black white"
    # Names that people, machines and other programs have given, and what those say.
    " address addresses before copy data detail field file firmware format found group id key kind library machine"
    " name names near own owner panels path pins sign source table tails text topic told uid user variant where word"
    " words".split()
)
"""What stays as it was written, in every language."""
NOTATION = re.compile(r"\b(?:bar|reserve)[/-]\w+|\b\w+[/-]off\b|\d+A|\bx\b|\bH\b")
"""Plays are written in one way everywhere, as they are entered; the Hucke has its letter."""
HIDDEN = re.compile(r"\{\w+\}|%\(\w+\)s|[^\W\d_]")
Translate = Callable[[str], str]


@cache
def hidden(domain: Domain, language: str) -> Translate:
    """Translate into a language, with all letters of it hidden: what can be read then was not translated."""
    known = {
        text: HIDDEN.sub(lambda found: found[0] if len(found[0]) > 1 else "~", string)
        for text, string in domain.strings(language).items()
    }
    return lambda text: known.get(text, text)


def english(text: str) -> str:
    """Return what can be read in a text that was to be hidden."""
    return " ".join(re.findall(r"[^\W\d_]+", NOTATION.sub("", text)))


def messages(templates: tuple[str, ...]) -> Iterator[Message]:
    """Yield every message, once with each kind of what fills it."""
    for template in templates:
        names = re.findall(r"\{(\w+)\}", template)
        kinds = {name: ("white", "black") if name in WHO else FILLINGS.get(name, (7,)) for name in names}
        for at in range(max(map(len, kinds.values()), default=1)):
            params = tuple((name, kind[at % len(kind)]) for name, kind in kinds.items())
            yield Message("any", params, template.format(**dict(params)), template)


def left_in_english(speech: Speech, templates: tuple[str, ...]) -> list[str]:
    return [
        f"{message.text} -> {found}"
        for message in messages(templates)
        if (found := english(speech.say(message, lambda _who: "~")))
    ]


ALL_OF_PANEL = tuple(dict.fromkeys((*TEMPLATES, *HALL, *FILES)))


def test_of_everything_that_fills_a_sentence_it_is_known_whether_it_is_translated() -> None:
    names = {name for text in (*ALL_OF_PANEL, *KNOWN) for name in re.findall(r"\{(\w+)\}", text)}
    assert names - FILLINGS.keys() - WHO - AS_IT_IS == set()
    assert FILLINGS.keys() & AS_IT_IS == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_of_the_panel_stays_in_english(language: str) -> None:
    assert left_in_english(Speech(hidden(PANEL, language), ALL_OF_PANEL), ALL_OF_PANEL) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_message_of_the_commands_stays_in_english(language: str) -> None:
    assert left_in_english(Speech(hidden(COMMANDS, language), KNOWN), KNOWN) == []


@cache
def tables() -> tuple[tuple[Table, tuple[Message, ...]], ...]:
    """Tables at which all that the sessions know of happens, each kind of it once, with what was turned down there."""
    found: dict[object, tuple[Table, tuple[Message, ...]]] = {}
    for name in NAMES:
        for table, refused in _tables(name):
            view = table_view(table, Around())
            codes = (
                view.phase,
                view.waiting.code,
                *(one.code for one in view.said),
                *(one.name for one in view.actions),
            )
            found.setdefault((frozenset(codes), *(one.code for one in refused)), (table, refused))
    return tuple(found.values())


def _tables(name: str) -> Iterator[tuple[Table, tuple[Message, ...]]]:
    script = Script()
    for line in (SESSIONS / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        word, *given = shlex.split(line[1:]) if line.startswith(">") else ("show",)
        if hasattr(script, f"set_{word}"):
            getattr(script, f"set_{word}")(given)
        elif word != "show":
            event = getattr(script, f"on_{word}")(given)
            after = apply(script.table, replace(event, reason="7") if getattr(event, "reason", "") else event)
            if isinstance(after, Rejection):
                yield script.table, (words.rejected(after),)
            else:
                script._table = after
                yield after, ()


def people_read(page: str) -> str:
    """Return what is read on a page, or read out."""
    told = re.findall(r'(?:aria-label|title|alt)="([^"]*)"', page)
    return html.unescape(" ".join([re.sub(r"<[^>]*>", " ", page), *told]))


GONE = words.own("device_says", message="The board is gone, and is looked for. Nothing is plugged in at 7.")
COVERED = words.own("device_says", message="The camera is covered.")
NOW = round(time.time() * 1000)
DEVICES = DeviceView("board", "lost", GONE, NOW, NOW), DeviceView("camera", "lost", COVERED, NOW, NOW)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_page_of_the_table_shows_english(table: Stage, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    translate = hidden(PANEL, language)
    monkeypatch.setattr(
        "web.language.translate", lambda text, **params: translate(text) % params if params else translate(text)
    )
    shown, look = set(), Look(language, may_enter=True)
    with table.app.test_request_context(headers={"Accept-Language": language}):
        for one, refused in tables():
            view = replace(
                table_view(one, Around(devices=DEVICES)),
                names=Both("1", "2"),
                log=tuple(LogLine(1, 0, said) for said in refused),
            )
            parts = draw(view, look, (*PAGES["table"], *PAGES["score"], *BESIDE.values()))
            shown |= {(name, english(people_read(part))) for name, part in parts.items()}
    assert {(name, found) for name, found in shown if found} == set()
