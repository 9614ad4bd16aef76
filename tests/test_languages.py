"""Commands in the user's language: complete in each, chosen by the user, and what programs read stays as it is."""

import json
import os
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest

from companion import language
from companion.language import LANGUAGES, language_of_system, prefer, speak, spoken, taken
from companion.sentences import said, translated
from tests.catalogues import TRANSLATED
from tests.commands.inside import LANGUAGE_OF_SYSTEM, spoken_to
from tests.commands_catalogue import ARGPARSE, COMMANDS, wanted
from tests.firmware_bridge.refused import HELLOS, SNAPSHOTS, of_hello, of_snapshot

HELP = {
    "en": ("usage: ", "options:"),
    "de": ("Aufruf: ", "Optionen:"),
    "fr": ("usage\N{NO-BREAK SPACE}: ", "options:"),
    "nl": ("gebruik: ", "opties:"),
}


def program(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as people do, as a program of its own."""
    kept = {name: value for name, value in os.environ.items() if name not in LANGUAGE_OF_SYSTEM}
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        env={**kept, "PYTHONIOENCODING": "utf-8", "COLUMNS": "200", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("wanted_", TRANSLATED)
def test_nothing_is_missing_doubtful_or_left_over(wanted_: str) -> None:
    assert COMMANDS.untranslated(wanted_) == []
    assert set(COMMANDS.strings(wanted_)) == set(wanted())


@pytest.mark.parametrize("wanted_", TRANSLATED)
def test_a_translation_has_what_fills_the_text(wanted_: str) -> None:
    def gaps(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    told = COMMANDS.strings(wanted_)
    assert {text: said_ for text, said_ in told.items() if gaps(said_) - gaps(text)} == {}
    assert {text: said_ for text, said_ in told.items() if gaps(text) - gaps(said_) - {"player"}} == {}


@pytest.mark.parametrize("wanted_", TRANSLATED)
def test_what_is_read_is_what_was_written(wanted_: str) -> None:
    speak(wanted_)
    told = COMMANDS.strings(wanted_)
    assert {text: language._(text) for text in told} == told
    before = COMMANDS.path_of(wanted_).read_bytes()
    COMMANDS.update(wanted_)
    assert COMMANDS.path_of(wanted_).read_bytes() == before


@pytest.mark.parametrize("wanted_", LANGUAGES)
def test_help_is_in_the_language_that_is_asked_for(wanted_: str) -> None:
    for arguments in (["--help"], ["run", "--help"], ["board", "--help"], ["camera", "calibrate", "--help"]):
        told = spoken_to("--language", wanted_, *arguments)
        assert told.returncode == 0, told.stderr
        assert told.stdout.startswith(HELP[wanted_][0])
        assert HELP[wanted_][1] in told.stdout
        if wanted_ != "en":
            assert "show this help" not in told.stdout


@pytest.mark.parametrize(
    ("environment", "spoken_"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_BE@euro"}, "nl"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fi:fr:de"}, "fr"),
        ({"LANG": "", "LC_ALL": ""}, "en"),
        ({}, "en"),
    ],
)
def test_else_it_is_the_system_s(environment: dict[str, str], spoken_: str) -> None:
    assert language_of_system(environment) == spoken_


def test_an_error_is_told_in_the_system_s_language() -> None:
    told = program("export", "7", "--format", "json", "--data", "/nowhere", LANG="nl_NL.UTF-8")
    assert told.stderr.startswith("companion: In /nowhere is nog geen wedstrijd opgeschreven;")
    missing = program("judge", "/nowhere/cases", LC_ALL="fr_FR.UTF-8")
    assert missing.stderr.startswith("companion: /nowhere/cases est illisible")


def test_the_configuration_goes_before_the_system_and_the_command_line_before_both(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text('language = "fr"\n')
    settings = {"COMPANION_CONFIG": str(file), "LANG": "nl_NL.UTF-8"}
    assert program("--help", **settings).stdout.startswith(HELP["fr"][0])
    assert program("--help", "--language=de", **settings).stdout.startswith(HELP["de"][0])
    file.write_text("language = 7\n")
    told = program("config", "check", **settings)
    assert "language moet een tekst zijn, niet 7." in told.stderr


def test_one_that_is_asked_for_stays() -> None:
    speak("de", asked=True)
    prefer("fr")
    assert spoken() == "de"
    speak("de")
    prefer("")
    assert spoken() == "de"
    prefer("fr")
    assert spoken() == "fr"


def test_it_may_be_asked_for_anywhere() -> None:
    assert taken(["games", "--language", "de", "--json"]) == ("de", ["games", "--json"])
    assert taken(["--language=fr", "games"]) == ("fr", ["games"])
    assert taken(["import", "--", "--language", "de"]) == (None, ["import", "--", "--language", "de"])
    assert taken(["games", "--language"]) == (None, ["games", "--language"])
    assert taken(["--language", "--language=de"]) == ("de", ["--language"])
    assert spoken_to("--language", "xx", "games").returncode == 2
    assert "xx" in spoken_to("games", "--language", "xx").stderr
    assert spoken_to("games", "--language").returncode == 2


def test_what_programs_read_is_the_same_in_every_language() -> None:
    stands = {"points": [2, *[0] * 22, -2], "off": {"white": 13, "black": 13}}
    case = {"game": "backgammon", "turn": "white", "dice": [5, 2], **stands}
    unmoved = {**case, "after": stands}
    lines = f"{json.dumps(unmoved)}\nnonsense\n"
    answers = {spoken_to("--language", one, "judge", given=lines).stdout for one in LANGUAGES}
    assert len(answers) == 1
    assert '"reason":"not_moved","message":"Nothing was moved' in answers.pop()


def test_a_game_is_shown_in_each_language() -> None:
    arguments = ("show", "puff", "--seed", "4", "--throws", "3")
    shown = {one: spoken_to("--language", one, *arguments).stdout for one in LANGUAGES}
    assert "Nach 3 Würfen aufgehört." in shown["de"]
    assert "Arrêté après 3 lancers." in shown["fr"]
    assert "Gestopt na 3 worpen." in shown["nl"]
    assert "Stopped after 3 throws." in shown["en"]


def test_sentences_of_other_rooms_are_known() -> None:
    speak("de")
    assert translated("The file is empty.") == "Die Datei ist leer."
    assert translated("There is no match 9: they go from 1 to 3.").startswith("Den Wettkampf 9 gibt es nicht")
    assert translated("Nobody ever says this.") == "Nobody ever says this."
    assert said("begins", (("player", "white"),)) == "Weiß beginnt."


@pytest.mark.parametrize("wanted_", TRANSLATED)
def test_why_a_board_is_refused_is_told_to_the_end(wanted_: str) -> None:
    speak(wanted_)
    reasons = {
        **{one: of_hello(one) for one in HELLOS.values()},
        **{one: of_snapshot(one) for one in SNAPSHOTS.values()},
    }
    told = {reason: translated(sentence) for reason, sentence in reasons.items()}
    assert [reason for reason, one in told.items() if reason in one or one == reasons[reason]] == []
    assert all(set(re.findall(r"\d+", reason)) <= set(re.findall(r"\d+", one)) for reason, one in told.items())


def test_what_python_says_of_arguments_is_translated() -> None:
    told = program("--language", "de", "show", "chess")
    assert "steht nicht zur Wahl" in told.stderr
    assert ": Fehler: " in told.stderr
    assert "diese Argumente sind nötig" in program("--language", "de", "import").stderr
    assert len(set(ARGPARSE)) == len(ARGPARSE)
