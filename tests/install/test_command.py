"""The installer's command: it runs on bare Python, and speaks to people in their language."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from companion.install import command
from companion.install.system import System
from companion.language import LANGUAGES, speak
from tests.checkout import ROOT
from tests.install.test_installing import PI

SAID = {
    "en": ("This would be done:", "write /etc/udev/rules.d/70-companion.rules", "Nothing was changed."),
    "de": ("Das würde getan:", "/etc/udev/rules.d/70-companion.rules schreiben", "Nichts wurde geändert."),
    "fr": ("Voici ce qui serait fait", "écrire /etc/udev/rules.d/70-companion.rules", "a été changé."),
    "nl": ("Dit zou er gebeuren:", "/etc/udev/rules.d/70-companion.rules schrijven", "Er is niets veranderd."),
}


def installer(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run it with nothing but Python's own library: no package can be imported."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LANG", "LC_"))}
    return subprocess.run(
        [sys.executable, "-S", "-m", "companion.install", *arguments],
        cwd=ROOT,
        env={**kept, "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_would_be_done_is_told_in_each_language(language: str) -> None:
    for told in (installer("--dry-run", "--language", language), installer("--dry-run", LANG=f"{language}.UTF-8")):
        assert told.returncode == 0, told.stderr
        assert [text for text in SAID[language] if text not in told.stdout] == []


def test_a_wrong_word_is_told_in_the_language_that_is_asked_for() -> None:
    told = installer("--language=nl", "--dry-runn", "--x")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("gebruik: ")
    assert installer("--language=fi", "--dry-run").returncode == 2


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["--delete-records"], "--delete-records goes with --uninstall alone."),
        (["--wheels", "/nowhere"], "There is no folder /nowhere."),
    ],
)
def test_wishes_that_make_no_sense_are_refused(given: list[str], told: str) -> None:
    answer = installer("--language=en", *given)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert told in answer.stderr


def test_a_full_disk_does_not_keep_it_from_being_removed() -> None:
    full = System("bookworm", PI.machine, PI.model, PI.python, 0, 0)
    assert full.problems != full.problems_of_removal == []
    other = System("sid", PI.machine, PI.model, PI.python, 0, 1000)
    assert other.problems_of_removal == ["This changes the system: run it with sudo."]


def test_what_is_in_the_way_is_told_before_anything_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = System("bullseye", PI.machine, PI.model, PI.python, PI.free_mb, 1000)
    monkeypatch.setattr(command, "found", lambda: there)
    try:
        assert command.main(["--language", "de"]) == 2
    finally:
        speak("en")
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Gefunden: Raspberry Pi 5 Model B, bullseye, Python 3.11."
    assert told[1:] == [
        "! Das ändert das System: bitte mit sudo aufrufen.",
        "! Es ist für Debian und Raspberry Pi OS gemacht, Bookworm oder Trixie.",
    ]
