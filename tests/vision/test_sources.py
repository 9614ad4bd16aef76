"""Films and folders, and what each name of a source opens."""

import os
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.camera_server import number_of, numbered
from vision.films import Film, Folder
from vision.pictures import as_jpeg
from vision.sources import Source, SourceError, Wishes, open_source, shown
from vision.virtual.source import Demonstration


def taken(source: Source) -> list[tuple[int, float]]:
    found = []
    while (shot := source.read()) is not None:
        found.append((number_of(shot.picture), round(shot.at, 4)))
    source.close()
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in (1, 2, 10):
        (tmp_path / f"frame_{number}.jpg").write_bytes(as_jpeg(numbered(number * 20), 95))
    (tmp_path / "notes.txt").write_text("no picture", encoding="utf-8")
    return tmp_path


def near(found: list[tuple[int, float]], expected: list[tuple[int, float]]) -> bool:
    pairs = zip(found, expected, strict=True)
    return all(abs(one[0] - other[0]) <= 3 and abs(one[1] - other[1]) < 0.001 for one, other in pairs)


def test_a_folder_gives_its_pictures_in_the_order_of_their_numbers(folder: Path) -> None:
    source = open_source(str(folder), Wishes(fps=10.0))
    assert not source.live
    assert near(taken(source), [(20, 0.0), (40, 0.1), (200, 0.2)])
    assert Folder(folder).fps == 15.0


def test_a_folder_without_pictures_or_with_a_broken_one_says_so(folder: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(SourceError, match="no pictures in"):
        open_source(str(empty))
    (folder / "frame_0.jpg").write_bytes(b"rubbish")
    with pytest.raises(SourceError, match=r"frame_0\.jpg is no picture"):
        open_source(str(folder)).read()


def test_a_folder_with_a_name_that_is_not_utf_8_is_read(folder: Path) -> None:
    (folder / os.fsdecode(b"fr\xe4me_11.jpg")).write_bytes(as_jpeg(numbered(220), 95))
    assert len(taken(open_source(str(folder)))) == 4


@pytest.fixture
def film(tmp_path: Path) -> Path:
    file = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for number in (50, 100, 150, 200):
        writer.write(np.asarray(numbered(number)))
    writer.release()
    return file


def test_a_film_gives_every_picture_with_its_time(film: Path) -> None:
    source = open_source(str(film))
    assert isinstance(source, Film)
    assert near(taken(source), [(50, 0.0), (100, 0.05), (150, 0.1), (200, 0.15)])
    assert near(taken(open_source(str(film), Wishes(fps=4.0))), [(50, 0.0), (100, 0.25), (150, 0.5), (200, 0.75)])


def stretched(film: bytes, by: int) -> bytes:
    """Return an MP4 film of four pictures, the second of which stands so many times as long."""
    at = film.index(b"stts") + 4
    count, duration = struct.unpack_from(">II", film, at + 8)
    assert count == 4
    table = struct.pack(">IIIIIIII", 0, 3, 1, duration, 1, by * duration, 2, duration)
    made = bytearray(film[:at] + table + film[at + 16 :])
    # Every box around the table has grown by as much.
    for name in (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stts"):
        place = made.index(name) - 4
        struct.pack_into(">I", made, place, struct.unpack_from(">I", made, place)[0] + len(table) - 16)
    edit = made.index(b"edts")
    made[edit : edit + 4] = b"free"
    return bytes(made)


def test_the_times_of_a_film_are_those_of_its_pictures(tmp_path: Path) -> None:
    file = tmp_path / "film.mp4"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"mp4v"), 20.0, (64, 48))
    for number in (50, 100, 150, 200):
        writer.write(np.asarray(numbered(number)))
    writer.release()
    assert [at for _, at in taken(open_source(str(file)))] == [0.0, 0.05, 0.1, 0.15]
    file.write_bytes(stretched(file.read_bytes(), 40))
    assert [at for _, at in taken(open_source(str(file)))] == [0.0, 0.05, 2.05, 2.1]
    assert [at for _, at in taken(open_source(str(file), Wishes(fps=10.0)))] == [0.0, 0.1, 0.2, 0.3]


def test_a_film_whose_name_is_not_utf_8_is_refused(film: Path) -> None:
    latin = film.rename(film.with_name(os.fsdecode(b"f\xefilm.avi")))
    with pytest.raises(SourceError, match="f\ufffdilm\\.avi is not in UTF-8"):
        open_source(str(latin))
    with pytest.raises(SourceError, match="rtsp://there/\ufffd is not in UTF-8"):
        open_source(os.fsdecode(b"rtsp://me:secret@there/\xef"))


def test_a_film_without_pictures_says_so(tmp_path: Path) -> None:
    empty = tmp_path / "empty.avi"
    cv2.VideoWriter(str(empty), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48)).release()
    text = tmp_path / "text.jpg"
    text.write_text("no picture\n", encoding="utf-8")
    for file in (empty, text):
        with pytest.raises(SourceError, match="no video"):
            open_source(str(file)).read()


def test_a_file_that_is_no_film_says_so(tmp_path: Path) -> None:
    file = tmp_path / "film.mp4"
    file.write_bytes(b"rubbish" * 100)
    with pytest.raises(SourceError, match="no video"):
        open_source(str(file))


@pytest.mark.parametrize("name", ["nothing.mp4", "", "ftp://there/film", "picamera3"])
def test_a_name_that_is_nothing_is_told_what_it_may_be(name: str) -> None:
    with pytest.raises(SourceError, match="come from a USB camera by its number or path"):
        open_source(name)


@pytest.mark.parametrize("name", ["987", "/dev/video987"])
def test_a_usb_camera_that_is_not_there_is_told_in_a_sentence(name: str) -> None:
    with pytest.raises(SourceError, match="plugged in"):
        open_source(name)


@pytest.mark.parametrize("name", ["http://[::1/x", "http://me:pa[ss@127.0.0.1:1/", "http://me:1/secret@127.0.0.1:1/"])
def test_an_address_that_is_none_is_told_without_its_password(name: str) -> None:
    with pytest.raises(SourceError, match="does not answer") as caught:
        open_source(name)
    assert "ss@" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_the_kind_of_an_address_may_stand_in_capitals() -> None:
    with pytest.raises(SourceError, match="does not answer"):
        open_source("HTTP://127.0.0.1:1/")


def test_the_virtual_table_is_a_source_in_which_throws_happen() -> None:
    now = [100.0]
    source = open_source("virtual:blue", Wishes(fps=5.0, clock=lambda: now[0]))
    assert isinstance(source, Demonstration)
    seen = set()
    for _ in range(60):
        now[0] += 0.5
        shot = source.read()
        assert shot is not None
        assert shot.at == now[0]
        seen.add(len(source.camera.truth(now[0])))
    assert seen >= {0, 2}
    assert len(source.camera.stage.acts) < 20
    source.close()


def test_a_virtual_board_that_is_not_there_is_named() -> None:
    with pytest.raises(SourceError, match="green, blue, brown"):
        open_source("virtual:pink")


@pytest.mark.parametrize(
    ("name", "without"),
    [
        ("http://me:secret@cam/video?x=1", "http://cam/video?x=1"),
        ("rtsp://cam:554/1", "rtsp://cam:554/1"),
        ("rtsp://a:b@cam:554/1", "rtsp://cam:554/1"),
        ("/dev/video0", "/dev/video0"),
        ("rtsp://admin:pa#ss@host/x", "rtsp://host/x"),
        ("http://admin:pa/ss@host", "http://host"),
        ("http://admin:p@ss/word@host/x", "http://host/x"),
        ("http://admin:p[ss@host/x", "http://host/x"),
        ("http://admin:pa?ss@host/x", "http://host/x"),
        ("http://token@host/x", "http://host/x"),
        ("http://host/x@y", "http://host/x@y"),
        ("http://[::1/x", "http://[::1/x"),
    ],
)
def test_no_password_is_shown(name: str, without: str) -> None:
    assert shown(name) == without
