"""Large bodies: kept only of those who may send one, where one may be sent; all others are told why not."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import IO
from urllib.parse import urlsplit

import pytest

from tests.waiting import wait_until
from tests.web.shelf import GOOD
from tests.web.stage import Stage, serving, token
from tests.web.test_api import bearer
from web.limits import LARGEST_BODY, LARGEST_FILE, LARGEST_UPLOAD

pytestmark = pytest.mark.real_time

PIECE = b"x" * 65_536
MUCH = 2_000_000
FILES, FOR_PROGRAMS = "/archive/upload", "/api/v1/archive/files"
Headers = dict[str, str]


@pytest.fixture
def spooled(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Remembers each time that the server makes room for a large body."""
    begun: list[int] = []

    def noted(most: int) -> IO[bytes]:
        begun.append(most)
        return SpooledTemporaryFile(most)

    monkeypatch.setattr("web.exchange.SpooledTemporaryFile", noted)
    return begun


def pieces(length: int) -> Iterator[bytes]:
    for at in range(0, length, len(PIECE)):
        yield PIECE[: length - at]


def sent(url: str, path: str, length: int, headers: Headers, *, chunked: bool = False) -> tuple[int, str]:
    """Send a body; return what comes back when all of it is sent, and whether the line is still good for more."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=300)
    try:
        length_told = {} if chunked else {"Content-Length": str(length)}
        connection.request("POST", path, pieces(length), {**headers, **length_told}, encode_chunked=chunked)
        answer = connection.getresponse()
        told = answer.status, answer.read().decode()
        connection.request("GET", "/device")
        assert connection.getresponse().status == 200
        return told
    finally:
        connection.close()


def cookie_of(table: Stage) -> Headers:
    client = table.signed_in()
    found = client.get_cookie("companion")
    assert found is not None
    return {"Cookie": f"companion={found.value}", "X-CSRF-Token": token(client)}


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize("path", [FILES, FOR_PROGRAMS])
def test_without_the_pin_nothing_large_is_kept(table: Stage, spooled: list[int], path: str, *, chunked: bool) -> None:
    with serving(table.app) as url:
        for headers in ({}, {"Cookie": "companion=nonsense"}, {"Authorization": "Bearer nonsense"}):
            status, page = sent(url, path, MUCH, headers, chunked=chunked)
            assert status == 403
            assert "PIN" in page
    assert spooled == []


@pytest.mark.parametrize(("path", "status"), [("/throw", 413), ("/api/v1/table/turn_ended", 413), ("/nowhere", 413)])
def test_where_no_files_are_taken_nothing_large_is_kept_either(
    table: Stage, spooled: list[int], path: str, status: int
) -> None:
    with serving(table.app) as url:
        assert sent(url, path, MUCH, cookie_of(table))[0] == status
    assert spooled == []


def test_with_the_pin_a_file_is_taken(table: Stage, spooled: list[int]) -> None:
    with serving(table.app) as url:
        status, page = sent(url, FILES, MUCH, cookie_of(table))
        assert status == 302, page
    assert spooled


def test_with_a_token_a_program_s_file_is_taken(table: Stage, spooled: list[int]) -> None:
    headers = {**bearer(table.client()), "Content-Type": "application/octet-stream"}
    with serving(table.app) as url:
        for chunked in (False, True):
            status, told = sent(url, FOR_PROGRAMS, MUCH, headers, chunked=chunked)
            # Another one may still be being read.
            assert status in {200, 409}, told
    assert len(spooled) == 2


def test_larger_than_any_file_nobody_may_send(table: Stage) -> None:
    with serving(table.app) as url:
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=300)
        connection.request("POST", FILES, b"", {**cookie_of(table), "Content-Length": str(LARGEST_UPLOAD + 1)})
        assert connection.getresponse().status == 413
        connection.close()


@pytest.mark.parametrize(("more", "status"), [(0, 200), (1, 413), (LARGEST_BODY, 413), (LARGEST_BODY + 1, 413)])
def test_the_limit_is_the_one_that_is_told_and_programs_are_told_in_json(table: Stage, more: int, status: int) -> None:
    headers = {**bearer(table.client()), "Content-Type": "application/octet-stream"}
    with serving(table.app) as url:
        answered, told = sent(url, FOR_PROGRAMS, LARGEST_FILE + more, headers)
    assert (answered, "error" in json.loads(told)) == (status, status == 413)


def test_headers_that_are_too_large_are_refused(table: Stage) -> None:
    with serving(table.app) as url:
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        connection.request("GET", "/", headers={"X-More": "x" * 20_000})
        assert connection.getresponse().status == 431
        connection.close()


def test_small_bodies_are_kept_however_they_are_sent(table: Stage) -> None:
    body = b'{"pin": "4071"}'
    with serving(table.app) as url:
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=300)
        for chunked in (False, True):
            length = {} if chunked else {"Content-Length": str(len(body))}
            headers = {"Content-Type": "application/json", **length}
            connection.request("POST", "/api/v1/sign-in", iter([body]), headers, encode_chunked=chunked)
            answer = connection.getresponse()
            assert (answer.status, b"token" in answer.read()) == (200, True)
        connection.close()


def test_a_whole_file_arrives_as_it_was_sent(table: Stage) -> None:
    headers, edge = cookie_of(table), "edge-of-a-form"
    # What stands around the match makes the body large.
    filler = f'--{edge}\r\nContent-Disposition: form-data; name="x"\r\n\r\n'.encode() + b"x" * LARGEST_BODY + b"\r\n"
    head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="a.mat"\r\n\r\n'.encode()
    body = filler + head + GOOD + f"\r\n--{edge}--\r\n".encode()
    headers["Content-Type"] = f"multipart/form-data; boundary={edge}"
    with serving(table.app) as url:
        connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=300)
        connection.request("POST", FILES, body, headers)
        answer = connection.getresponse()
        assert answer.status == 302
        assert "/archive/upload/" in (answer.headers["Location"] or "")
        connection.close()
    wait_until(lambda: [one.names.white for one in table.service.archive.matches()] == ["Cleo"])
