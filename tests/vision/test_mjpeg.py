"""MJPEG over HTTP: pictures in pieces, cameras that stall, refuse, and end."""

import contextlib
import threading
import time

import pytest

from tests.vision.camera_server import CameraServer, Send, number_of, numbered
from vision.mjpeg import LARGEST, JpegParts, MjpegSource
from vision.pictures import as_jpeg
from vision.sources import SourceError, open_source

pytestmark = pytest.mark.real_time

HEAD = b"--frame\r\nContent-Type: image/jpeg\r\n"


def part(number: int, *, length: bool) -> tuple[bytes, bytes]:
    data = as_jpeg(numbered(number), 90)
    told = f"content-LENGTH: {len(data)}\r\n".encode() if length else b""
    return HEAD + told + b"\r\n" + data + b"\r\n", data


@pytest.mark.parametrize("length", [True, False])
@pytest.mark.parametrize("step", [1, 7, 100_000])
def test_pictures_are_found_however_the_bytes_come(step: int, *, length: bool) -> None:
    parts = [part(number, length=length) for number in (10, 20, 30)]
    stream = b"".join(whole for whole, _ in parts)
    finder, found = JpegParts(), []
    for start in range(0, len(stream), step):
        found += list(finder.feed(stream[start : start + step]))
    assert found == [data for _, data in parts]


def test_a_picture_is_not_cut_at_the_end_mark_of_a_picture_inside_it() -> None:
    _, small = part(10, length=False)
    data = small[:-2] + small + b"\xff\xd9"
    head = HEAD + f"Content-Length: {len(data)}\r\n\r\n".encode()
    assert list(JpegParts().feed(head + data)) == [data]
    in_pieces = JpegParts()
    assert not list(in_pieces.feed(head + data[:-30]))
    assert list(in_pieces.feed(data[-30:])) == [data]


def with_thumbnail() -> bytes:
    small, data = as_jpeg(numbered(10), 90), as_jpeg(numbered(200), 90)
    part_of_camera = b"Exif\0\0" + small
    return data[:2] + b"\xff\xe1" + (len(part_of_camera) + 2).to_bytes(2, "big") + part_of_camera + data[2:]


@pytest.mark.parametrize("step", [7, 100_000])
@pytest.mark.parametrize("told", [None, 0, 2, 100, 10_000, 10**9, 10**15, 10**30])
def test_a_picture_with_a_thumbnail_is_found_whatever_length_is_told(told: int | None, step: int) -> None:
    data = with_thumbnail()
    length = b"" if told is None else f"Content-Length: {told}\r\n".encode()
    stream = (HEAD + length + b"\r\n" + data + b"\r\n") * 3 + HEAD
    finder, found = JpegParts(), []
    for start in range(0, len(stream), step):
        found += list(finder.feed(stream[start : start + step]))
    assert found == [data] * 3


def test_of_a_picture_that_is_cut_off_its_thumbnail_is_not_taken_for_one() -> None:
    data = with_thumbnail()
    stream = HEAD + b"\r\n" + data[:-20] + b"\r\n" + HEAD + b"\r\n" + data
    assert list(JpegParts().feed(stream)) == [data]


def test_stray_bytes_between_the_parts_of_a_picture_do_no_harm() -> None:
    data = as_jpeg(numbered(90), 90)
    data = data[:20] + b"\0\0" + data[20:]
    assert list(JpegParts().feed(HEAD + b"\r\n" + data)) == [data]


def test_a_stream_without_pictures_does_not_fill_the_memory() -> None:
    finder = JpegParts()
    for _ in range(40):
        assert not list(finder.feed(bytes(1_000_000)))
    assert len(finder._bytes) <= LARGEST


def test_pictures_come_with_the_time_at_which_they_came() -> None:
    server = CameraServer()
    server.serves(lambda send: send(40))
    with server.running() as url:
        source = open_source(url)
        before = time.monotonic()
        shot = source.read()
        source.close()
    assert shot is not None
    assert source.live
    assert abs(number_of(shot.picture) - 40) <= 2
    assert before <= shot.at <= time.monotonic()


def test_of_several_pictures_that_wait_the_newest_is_given() -> None:
    server, sent = CameraServer(lengths=False), threading.Event()

    def all_at_once(send: Send) -> None:
        for number in (10, 20, 30, 90):
            send(number)
        sent.set()

    server.serves(all_at_once)
    with server.running() as url:
        source = MjpegSource(url, time.monotonic)
        assert sent.wait(60)
        assert number_of(source.read().picture) >= 88
        with pytest.raises(SourceError, match="ended the connection"):
            source.read()
        source.close()


def test_a_camera_that_stops_sending_is_noticed() -> None:
    server = CameraServer()

    def stall(send: Send) -> None:
        send(10)
        server.over.wait()

    server.serves(stall)
    with server.running() as url:
        source = MjpegSource(url, time.monotonic, timeout=0.2)
        source.read()
        with pytest.raises(SourceError, match="stopped sending"):
            source.read()
        source.close()


def test_rubbish_between_pictures_is_passed_over() -> None:
    server = CameraServer()

    def rubbish_first(send: Send) -> None:
        send(b"\xff\xd8\xff rubbish")
        server.over.wait(0.1)
        send(50)

    server.serves(rubbish_first)
    with server.running() as url:
        source = MjpegSource(url, time.monotonic)
        assert number_of(source.read().picture) >= 48
        source.close()


def test_a_stream_that_never_becomes_a_picture_is_given_up() -> None:
    server = CameraServer()

    def another_kind(send: Send) -> None:
        with contextlib.suppress(OSError):
            for _ in range(2000):
                send(bytes(1000))
                if server.over.wait(0.01):
                    return

    server.serves(another_kind)
    with server.running() as url:
        source = MjpegSource(url, time.monotonic, timeout=0.5)
        with pytest.raises(SourceError, match="stopped sending"):
            source.read()
        source.close()


def test_a_camera_that_is_not_there_or_refuses_is_told_in_a_sentence() -> None:
    with CameraServer(status=401).running() as url:
        with pytest.raises(SourceError, match="answers with an error: 401"):
            open_source(url)
        with pytest.raises(SourceError, match="does not answer"):
            open_source(url.replace("/video", ":1/"))
    with pytest.raises(SourceError, match="does not answer"):
        open_source(url)


def test_a_password_is_sent_and_never_shown() -> None:
    server = CameraServer(status=403)
    with server.running() as url, pytest.raises(SourceError) as caught:
        open_source(url.replace("http://", "http://me:se%20cret@"))
    assert server.asked == ["Basic bWU6c2UgY3JldA=="]
    assert "cret" not in str(caught.value)
    assert "127.0.0.1" in str(caught.value)


def test_a_password_is_not_sent_to_where_the_camera_points() -> None:
    camera, other = CameraServer(), CameraServer()
    other.serves(lambda send: send(40))
    with other.running() as there, camera.running() as url:
        camera.moved = there.replace("127.0.0.1", "localhost")
        source = MjpegSource(url.replace("http://", "http://me:secret@"), time.monotonic)
        source.read()
        source.close()
    assert camera.asked == ["Basic bWU6c2VjcmV0"]
    assert other.asked == [None]


def test_a_password_is_sent_to_where_the_camera_points_to_itself() -> None:
    camera = CameraServer()
    camera.moved = "/there"
    camera.serves(lambda send: send(40))
    with camera.running() as url:
        source = MjpegSource(url.replace("http://", "http://me:secret@"), time.monotonic)
        source.read()
        source.close()
    assert camera.asked == ["Basic bWU6c2VjcmV0"] * 2
