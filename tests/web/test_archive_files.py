"""What is taken away from the archive is what the commands write; what cannot be is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main
from companion.service import archive
from tests.web.shelf import HOSTILE, keep, put
from tests.web.stage import Stage

FORMATS = ("json", "text", "mat", "sgf")


@pytest.mark.parametrize("name", ["cube_and_drop", "beaver", "illegal_let_stand", "crawford"])
@pytest.mark.parametrize("wanted", FORMATS)
def test_a_download_is_what_the_command_writes(table: Stage, tmp_path: Path, name: str, wanted: str) -> None:
    number = put(table, name)
    keep(table, number, 2)
    path = tmp_path / "written"
    answer = table.client().get(f"/archive/{number}/file/{wanted}")
    status = main(["export", str(number), "--data", str(table.folder), "--format", wanted, "--output", str(path)])
    if status:
        assert answer.status_code == 409
        return
    assert answer.status_code == 200
    assert answer.data == path.read_bytes()
    assert answer.data.count(b'"data":') == (wanted == "json")


def test_at_least_one_download_of_each_form_works(table: Stage) -> None:
    number = put(table, "cube_and_drop")
    for wanted in FORMATS:
        assert table.client().get(f"/archive/{number}/file/{wanted}").status_code == 200


def test_a_match_without_its_pictures(table: Stage, tmp_path: Path) -> None:
    number = put(table, "manual")
    keep(table, number, 2)
    path = tmp_path / "written"
    words = ["export", str(number), "--data", str(table.folder), "--format", "json", "--output", str(path)]
    assert main([*words, "--no-pictures"]) == 0
    assert table.client().get(f"/archive/{number}/file/json?pictures=no").data == path.read_bytes()
    page = table.client().get(f"/archive/{number}").get_data(as_text=True)
    assert "with 1 pictures, 1 kB" in page


def test_pictures_that_are_too_much_are_told(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    number = put(table, "manual")
    keep(table, number, 2)
    monkeypatch.setattr(archive, "MOST_PICTURE_BYTES", 10)
    answer = table.client().get(f"/archive/{number}/file/json")
    assert answer.status_code == 409
    assert b"Take it without them." in answer.data
    assert table.client().get(f"/archive/{number}/file/json?pictures=no").status_code == 200


@pytest.mark.parametrize(("name", "why"), [("trictrac_bridge", "Tric-Trac"), ("ravensburger", "Ravensburger")])
@pytest.mark.parametrize("wanted", ["mat", "sgf"])
def test_what_other_programs_do_not_know_is_told(table: Stage, name: str, why: str, wanted: str) -> None:
    number = put(table, name)
    answer = table.client().get(f"/archive/{number}/file/{wanted}")
    assert answer.status_code == 409
    assert "This match cannot be had in this form." in answer.get_data(as_text=True)
    assert why in answer.get_data(as_text=True)
    assert f"/file/{wanted}" not in table.client().get(f"/archive/{number}").get_data(as_text=True)


def test_the_name_of_a_file_holds_nothing_that_was_entered(table: Stage) -> None:
    number = put(table, "cube_and_drop", HOSTILE, "a\r\nSet-Cookie: b=c")
    for wanted, ending in archive.ENDINGS.items():
        answer = table.client().get(f"/archive/{number}/file/{wanted}")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="match-{number}{ending}"'
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.mimetype != "text/html"


def test_a_program_is_told_in_its_way(table: Stage) -> None:
    number = put(table, "trictrac_bridge")
    answer = table.client().get(f"/archive/{number}/file/mat", headers={"Accept": "application/json"})
    assert answer.json
    assert answer.json["ok"] is False
    assert "Tric-Trac" in answer.json["message"]
