"""The doctor's page: for the owner alone, the same findings as on the command line, in each language."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.service.doctor.doctor import LOOKS
from tests.waiting import wait_until
from tests.web.test_setup import page, set_up

pytestmark = pytest.mark.real_time

PATH = "/diagnostics/doctor"


def test_it_is_for_the_owner(tmp_path: Path) -> None:
    with set_up(tmp_path) as table:
        assert table.device("").get(PATH).status_code in {302, 401, 403}
        text = page(table.device(), PATH)
    assert [part for part in LOOKS if f'data-finding="{part}"' not in text] == []
    assert "GNU Backgammon is installed and answers." in text
    assert "The panel is open at http://" in text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Plug the board's USB cable in"),
        ("de", "Stecken Sie das USB-Kabel des Bretts ein"),
        ("fr", "Branchez le câble USB du plateau"),
        ("nl", "Steek de USB-kabel van het bord in"),
    ],
)
def test_what_is_to_be_mended_is_told_in_each_language(tmp_path: Path, language: str, words: str) -> None:
    with set_up(tmp_path, board__port=str(tmp_path / "ttyUSB7")) as table:
        wait_until(lambda: "Nothing is plugged in" in str(table.table.service.view().devices))
        text = page(table.device(), PATH, language)
    assert words in text
    assert 'data-finding="board" data-state="mend"' in text


def test_the_diagnostics_lead_there(tmp_path: Path) -> None:
    with set_up(tmp_path) as table:
        assert f'href="{PATH}"' in page(table.device(), "/diagnostics")
