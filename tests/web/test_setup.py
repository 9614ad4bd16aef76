"""The set-up and the diagnostics as pages: who may see them, what they show, and that each step does what it says."""

from __future__ import annotations

import html
import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.service.upkeep import upkeep
from companion.service.upkeep.progress import STEPS
from companion.service.upkeep.values import Place
from firmware_bridge.orientation import Orientation
from tests.firmware_bridge.device import PtyDevice
from tests.firmware_bridge.refused import ABLE, GOOD_HELLO, HEAD, SNAPSHOTS, OddBoard
from tests.service.playing import begun
from tests.service.upkeep.stage import Looked, looked_after
from tests.waiting import wait_until
from tests.web.stage import OWNER_PIN, PIN, Settings, Stage, token
from vision import sheet
from web import create_app, offer_upkeep
from web.safe import Role, Safe
from web.upkeep import words
from web.upkeep.diagnostics import size_in_words
from web.upkeep.sensor_map import HIGH, sensor_map, stand_zones

pytestmark = pytest.mark.real_time

PAGES = [
    *(f"/setup/{step}" for step in STEPS),
    *("/setup", "/diagnostics", "/diagnostics/doctor", "/diagnostics/bundle"),
    "/diagnostics/recording",
]
NOW = [*(f"/setup/{step}/now" for step in ("board", "orientation", "walk", "camera", "dice")), "/diagnostics/now"]
MORE = ["/setup/markers.svg", "/setup/camera/plain.jpg", "/setup/camera/read.jpg", "/setup/dice/1.jpg"]
CHANGES = [
    *(f"/setup/{step}" for step in ("language", "pin", "board", "orientation", "walk", "camera", "dice")),
    *("/setup/put-off", "/setup/board/leave", "/setup/take-back", "/setup/walk/tare", "/setup/camera/corners"),
    *("/setup/camera/propose", "/diagnostics/bundle", "/diagnostics/recording"),
]


@dataclass
class SetUp:
    """A table that is set up in the panel."""

    table: Looked
    app: Flask
    folder: Path

    def device(self, pin: str = OWNER_PIN) -> FlaskClient:
        client = Stage(self.table.service, self.app, self.folder, Settings(self.folder)).client()
        if pin:
            assert client.post("/sign-in", data={"pin": pin, "csrf": token(client)}).status_code == 302
        return client


@contextmanager
def set_up(folder: Path, *, pins: bool = True, **options: object) -> Iterator[SetUp]:
    with looked_after(folder, **options) as table:  # type: ignore[arg-type]  # options by name
        config = Settings(folder / "data")
        if pins:
            safe = Safe(config.data)
            safe.set_pin(Role.TABLE, PIN)
            safe.set_pin(Role.OWNER, OWNER_PIN)
        app = create_app(table.service, config)
        offer_upkeep(app, table.upkeep)
        yield SetUp(table, app, config.data)


def page(client: FlaskClient, path: str, language: str = "en") -> str:
    answer = client.get(path, headers={"Accept-Language": language}, follow_redirects=True)
    assert answer.status_code == 200, path
    return html.unescape(answer.get_data(as_text=True))


def send(client: FlaskClient, path: str, **data: str) -> str:
    """Send a form, and return the page that it leads to."""
    answer = client.post(path, data={**data, "csrf": token(client)}, follow_redirects=True)
    assert answer.status_code == 200, (path, answer.status_code)
    return html.unescape(answer.get_data(as_text=True))


def part(client: FlaskClient, path: str, name: str) -> str:
    """A part of a page as it is now."""
    answer = client.get(path).json
    assert answer is not None
    return html.unescape(answer["parts"][name])


def test_it_is_for_the_owner_alone(tmp_path: Path) -> None:
    with set_up(tmp_path) as one:
        nobody, player = one.device(""), one.device(PIN)
        for path in (*PAGES, *MORE):
            assert nobody.get(path).status_code == 302, path
            assert player.get(path).status_code == 302, path
        for path in NOW:
            assert player.get(path, headers={"Accept": "application/json"}).status_code == 403, path
        for path in CHANGES:
            assert player.post(path, data={"csrf": token(player)}).status_code == 403, path
            assert one.device().post(path, data={}).status_code == 400, path
        assert one.table.upkeep.keeper.progress.steps == {}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_is_there_without_any_device(tmp_path: Path, language: str) -> None:
    with set_up(tmp_path) as one:
        client = one.device()
        for path in PAGES:
            assert "<h1>" in page(client, path, language)
        for path in NOW:
            assert client.get(path).json


def test_without_anything_to_set_up_there_is_no_link(table: Stage) -> None:
    client = table.signed_in(OWNER_PIN)
    assert "/setup" not in page(client, "/settings")
    assert client.get("/setup").status_code == 404


def test_it_is_offered_until_something_is_set_up_or_nobody_wants_it(tmp_path: Path) -> None:
    offer = "This table has not been set up yet."
    with set_up(tmp_path, pins=False) as one:
        assert offer not in page(one.device(""), "/")
        machine = one.app.test_client()
        assert offer in page(machine, "/")
        send(machine, "/setup/put-off")
        assert offer not in page(machine, "/")
        assert "/setup" in page(machine, "/settings")


def test_each_step_is_done_or_skipped_and_goes_on(tmp_path: Path) -> None:
    with set_up(tmp_path) as one:
        client = one.device()
        for step, after in zip(STEPS, (*STEPS[1:], ""), strict=True):
            state = "skipped" if step == "walk" else "done"
            answer = client.post(f"/setup/{step}/leave", data={"state": state, "csrf": token(client)})
            assert answer.location == (f"/setup/{after}" if after else "/setup")
        assert one.table.upkeep.keeper.progress.steps["walk"] == "skipped"
        assert "Everything is set up" in page(client, "/setup")
        assert client.post("/setup/board/leave", data={"state": "odd", "csrf": token(client)}).status_code == 400
        assert client.post("/setup/odd/leave", data={"state": "done", "csrf": token(client)}).status_code == 400


def test_the_language_is_of_this_device(tmp_path: Path) -> None:
    with set_up(tmp_path) as one:
        client = one.device()
        assert "Wer am Tisch etwas eingeben" in send(client, "/setup/language", language="de")
        assert client.post("/setup/language", data={"language": "xx", "csrf": token(client)}).status_code == 400


def test_pins_are_set_and_this_device_stays_signed_in(tmp_path: Path) -> None:
    with set_up(tmp_path, pins=False) as one:
        client = one.app.test_client()
        assert "too easy" in send(client, "/setup/pin", table="4711", owner="1111")
        assert not Safe(one.folder).kept.has_pin
        assert "No PIN was entered." in send(client, "/setup/pin", table="", owner="")
        send(client, "/setup/pin", table="4711", owner="815093")
        assert Safe(one.folder).role_for("815093") is Role.OWNER
        assert Safe(one.folder).role_for("4711") is Role.TABLE
        assert "Step 3 of 7" in page(client, "/setup/board")


def test_a_board_is_chosen_oriented_and_walked_over(tmp_path: Path) -> None:
    with set_up(tmp_path) as one:
        client = one.device()
        assert "Nothing was chosen." in send(client, "/setup/board", port="other", other=" ")
        assert "It counts from now on" in send(client, "/setup/board", port="other", other=one.table.port)
        one.table.live()
        assert one.table.port in page(client, "/setup/board")
        assert "As usual again" in page(client, "/setup/board")
        one.table.hands("start backgammon")
        wait_until(lambda: "A is White's" in part(client, "/setup/orientation/now", "stands"))
        send(client, "/setup/orientation", corner="1", colour_a="white")
        wait_until(lambda: "It is known" in part(client, "/setup/orientation/now", "stands"))
        one.table.clear()
        send(client, "/setup/walk", do="begin")
        wait_until(lambda: "Slide a checker along point 1" in part(client, "/setup/walk/now", "walk"))
        one.table.hands("place white 5 1")
        wait_until(lambda: "point 5 lit up" in part(client, "/setup/walk/now", "walk"))
        assert "Slide a checker along point 2" in send(client, "/setup/walk", do="pass", zone="0")
        assert "say so" in send(client, "/setup/walk/tare")
        assert "something still lies on the board" in send(client, "/setup/walk/tare", empty="yes")
        send(client, "/setup/take-back", step="board")
        assert one.table.upkeep.setting("board.port").source == "default"


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("orientation", {"corner": "7"}),
        ("orientation", {"corner": "1", "colour_a": "red"}),
        ("walk", {"do": "odd"}),
        ("walk", {"do": "pass", "zone": "-1"}),
        ("walk", {"do": "pass", "zone": "9" * 5000}),
        ("take-back", {"step": "odd"}),
        ("camera", {"source": "off", "white_sits": "left"}),
        ("camera/propose", {"how": "odd"}),
        ("camera/corners", {"wide": "640", "high": "nan"}),
        ("camera/corners", {"wide": "640", "high": "1e9"}),
        ("dice", {"do": "right", "number": "9"}),
        ("dice", {"do": "right", "number": "9" * 5000}),
        ("dice", {"do": "was", "number": "1", "first": "7", "second": "1"}),
    ],
)
def test_what_no_page_of_ours_sends_is_turned_down(tmp_path: Path, path: str, data: dict[str, str]) -> None:
    with set_up(tmp_path) as one:
        client = one.device()
        assert client.post(f"/setup/{path}", data={**data, "csrf": token(client)}).status_code == 400


REFUSED = {
    "en": "because its HELLO message is wrong: group 1 has no slots.",
    "de": "denn seine Meldung HELLO ist falsch: Gruppe 1 hat keine Plätze.",
    "fr": "HELLO est faux\N{NO-BREAK SPACE}: le groupe 1 n\N{RIGHT SINGLE QUOTATION MARK}a pas de places.",
    "nl": "want zijn bericht HELLO klopt niet: groep 1 heeft geen plaatsen.",
}
IGNORED = {
    "en": "SNAPSHOT message is ignored: it brings 11 bytes of data where HELLO tells of 12.",
    "de": "Meldung SNAPSHOT des Bretts wird nicht beachtet: sie bringt 11 Bytes an Daten, HELLO nennt aber 12.",
    "fr": "SNAPSHOT du plateau est ignoré\N{NO-BREAK SPACE}: il apporte 11 octets de données alors que HELLO",
    "nl": "bericht SNAPSHOT van het bord wordt genegeerd: het brengt 11 bytes aan gegevens, maar HELLO noemt er 12.",
}


@pytest.mark.parametrize(
    ("board", "told"),
    [(OddBoard(f"{HEAD} {ABLE} 01 00 01 18 00 02"), REFUSED), (OddBoard(GOOD_HELLO, list(SNAPSHOTS)[4]), IGNORED)],
)
def test_a_board_that_cannot_be_used_is_told_why(tmp_path: Path, board: OddBoard, told: dict[str, str]) -> None:
    with PtyDevice(tmp_path / "odd", board), set_up(tmp_path, board__port=str(tmp_path / "odd")) as one:
        client = one.device()
        wait_until(lambda: told["en"] in part(client, "/setup/board/now", "board"))
        for language, sentence in told.items():
            assert sentence in page(client, "/setup/board", language), language


def test_a_camera_is_chosen_and_its_corners_kept(tmp_path: Path) -> None:
    with set_up(tmp_path) as one:
        client = one.device()
        send(client, "/setup/camera", source="other", other="virtual:", white_sits="top")
        wait_until(lambda: one.table.upkeep.camera().pictures)
        assert one.table.upkeep.settings.config.camera.white_sits == "top"
        shown = page(client, "/setup/camera")
        assert shown.count("data-grip=") == 8
        assert client.get("/setup/camera/plain.jpg").data[:3] == b"\xff\xd8\xff"
        wait_until(lambda: client.get("/setup/camera/read.jpg").status_code == 200)
        corners = {
            f"left{at}{axis}": str(30 + 200 * (at in {1, 2}) * (axis == "x") + 300 * (at > 1) * (axis == "y"))
            for at in range(4)
            for axis in "xy"
        }
        corners |= {
            name.replace("left", "right"): str(float(value) + 250 * name.endswith("x"))
            for name, value in corners.items()
        }
        assert "must go round" in send(
            client, "/setup/camera/corners", wide="640", high="480", **{**corners, "left0x": "500"}
        )
        assert "Kept." in send(client, "/setup/camera/corners", wide="640", high="480", **corners)
        wait_until(lambda: one.table.upkeep.camera().calibrated)
        assert "printed markers is seen" in send(client, "/setup/camera/propose", how="markers")


def test_a_password_is_not_shown_and_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # No picture comes from there, ever.
    monkeypatch.setattr(upkeep, "PICTURE_S", 0.1)
    with set_up(tmp_path) as one:
        client = one.device()
        send(client, "/setup/camera", source="other", other="http://who:very-secret@127.0.0.1:1/video")
        shown = page(client, "/setup/camera")
        assert "very-secret" not in shown
        at = shown.partition('name="other" value="')[2].partition('"')[0]
        assert at == "http://(removed)@127.0.0.1:1/video"
        send(client, "/setup/camera", source="other", other=at, white_sits="top")
        assert one.table.upkeep.settings.config.camera.source == "http://who:very-secret@127.0.0.1:1/video"
        for path in ("/", "/diagnostics"):
            assert "very-secret" not in page(client, path)


def test_the_dice_test_is_told_in_words(tmp_path: Path) -> None:
    with set_up(tmp_path, camera__source="virtual:") as one:
        client = one.device()
        wait_until(lambda: one.table.upkeep.camera().pictures)
        assert "Throw 1 of 5" in send(client, "/setup/dice", do="begin")
        wait_until(lambda: "That is right" in part(client, "/setup/dice/now", "throws"))
        assert client.get("/setup/dice/1.jpg").data[:3] == b"\xff\xd8\xff"
        assert "1 of 1 throws were read rightly" in send(client, "/setup/dice", do="right", number="1")


def test_a_match_that_goes_on_is_pointed_out(tmp_path: Path) -> None:
    with set_up(tmp_path) as one:
        note = "A match is being played"
        assert note not in page(one.device(), "/setup/walk")
        begun(one.table.service)
        assert note in page(one.device(), "/setup/walk")


def test_the_diagnostics_follow_the_board(tmp_path: Path) -> None:
    with set_up(tmp_path, board__corner=1) as one:
        one.table.upkeep.choose({"board.port": one.table.port})
        client = one.device()
        wait_until(lambda: 'class="heat"' in part(client, "/diagnostics/now", "board"))
        one.table.hands("fault dead 8 2")
        wait_until(lambda: "<b>point 8, slot 2" in part(client, "/diagnostics/now", "board"))


def test_the_bundle_says_what_is_in_it_and_comes(tmp_path: Path) -> None:
    with set_up(tmp_path) as one:
        client = one.device()
        shown = page(client, "/diagnostics/bundle")
        answer = client.post("/diagnostics/bundle", data={"csrf": token(client)})
        assert answer.mimetype == "application/zip"
        with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
            names = [name.removeprefix("companion/") for name in archive.namelist()]
            whole = b"".join(archive.read(name) for name in archive.namelist())
        assert all(f"<b>{name}</b>" in shown for name in names)
        kept = json.loads((one.folder / "panel.json").read_text())
        assert kept["owner_pin"].encode() not in whole
        assert (one.folder / "panel.secret").read_bytes() not in whole


def test_the_sheet_of_markers_is_told_in_the_language_of_the_device(tmp_path: Path) -> None:
    with set_up(tmp_path) as one:
        german = page(one.device(), "/setup/markers.svg", "de")
        assert "Marken für die Kamera" in german
        assert "linke Hälfte" in german
        with one.app.test_request_context():
            assert set(words.sheet_texts()) == set(sheet.texts())


@pytest.mark.parametrize("corner", [1, 12, 13, 24])
def test_the_board_s_own_numbers_are_drawn_where_they_are(corner: int) -> None:
    drawn = {name: (x, y) for x, y, name in stand_zones((corner, "white"))}
    stands = Orientation(corner)
    for own in (1, 12, 13, 24):
        x, y = drawn[str(own)]
        point = stands.point(own)
        assert (y < HIGH / 2) is (point > 12), "White's points 1 to 12 are at the lower edge"
        assert (x > 450) is (point in {*range(1, 7), *range(19, 25)})


def test_places_have_names(tmp_path: Path) -> None:
    with set_up(tmp_path) as one, one.app.test_request_context():
        named = [
            words.place_name(place)
            for place in (
                Place("point", 20, of_game=True),
                Place("point", 20),
                Place("bar", 0, "white"),
                Place("bar", 2),
                Place("tray", 1),
            )
        ]
    assert named == ["point 5A", "the board's point 20", "White's bar", "the bar", "the tray, side 2"]


@pytest.mark.parametrize(
    ("size", "language", "told"),
    [
        (0, "en", "0 B"),
        (999, "de", "999 B"),
        (1500, "en", "1.5 kB"),
        (2_340_000, "de", "2,34 MB"),
        (1500, "fr", "1,5 ko"),
        (3e12, "nl", "3 TB"),
        (4e15, "en", "4,000 TB"),
    ],
)
def test_sizes_are_told_as_people_read_them(table: Stage, size: float, language: str, told: str) -> None:
    with table.app.test_request_context(headers={"Accept-Language": language}):
        assert size_in_words(size) == told


def test_an_empty_board_has_an_empty_map(tmp_path: Path) -> None:
    with set_up(tmp_path) as one, one.app.test_request_context():
        assert sensor_map(one.table.upkeep.board(), "heat").lanes == ()
