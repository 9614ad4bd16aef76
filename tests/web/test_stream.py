"""The live stream: full first, then what has changed; it never takes all of the server."""

import contextlib
import json
import socket
import threading
import urllib.error
import urllib.request
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.waiting import HANG_S, wait_until
from tests.web.listening import Listener
from tests.web.stage import Stage, serving, stage
from web.live import DrawnOnce, Slots
from web.render import EXTENSION, PAGES, message
from web.safe import Role, Safe

pytestmark = pytest.mark.real_time

STRANGER = "127.0.0.9"


def ask(address: str) -> tuple[int, bytes]:
    """Return what the server answers to a simple request."""
    try:
        with urllib.request.urlopen(address, timeout=HANG_S) as answer:  # noqa: S310 - our own server
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, b""


def free(table: Stage) -> int:
    slots: Slots = table.app.extensions[EXTENSION].slots
    return slots.free


@pytest.mark.parametrize("page", list(PAGES))
def test_the_full_picture_comes_first(table: Stage, page: str) -> None:
    table.begin()
    with serving(table.app) as url, Listener(url, page) as listener:
        first = next(listener.messages())
        assert first["full"]
        assert set(first["parts"]) == set(PAGES[page])
        assert first["announce"] == "Both players throw for who begins."


def test_then_only_what_has_changed_with_a_number(table: Stage) -> None:
    table.begin()
    with serving(table.app) as url, Listener(url) as listener:
        messages = listener.messages()
        first = next(messages)
        table.post("throw_entered", player="white", dice=[3])
        second = next(messages)
        assert not second["full"]
        assert "say" in second["parts"]
        assert "players" not in second["parts"]
        epoch, before = first["id"].split("-")
        assert second["id"].split("-")[0] == epoch
        assert int(second["id"].split("-")[1]) > int(before)


def test_after_a_lost_connection_it_goes_on(table: Stage) -> None:
    table.begin()
    with serving(table.app) as url:
        with Listener(url) as listener:
            last = next(listener.messages())["id"]
        with Listener(url, last=last) as listener:
            assert next(listener.messages())["parts"] == {}
        table.post("throw_entered", player="white", dice=[3])
        with Listener(url, last=last) as listener:
            assert set(next(listener.messages())["parts"]) == set(PAGES["table"])
        with Listener(url, last="another-1") as listener:
            assert set(next(listener.messages())["parts"]) == set(PAGES["table"])


def test_it_is_kept_alive(table: Stage) -> None:
    with serving(table.app) as url, Listener(url) as listener:
        assert any(line == "event: still" for line in listener.lines())


def test_above_the_cap_there_is_polling(tmp_path: Path) -> None:
    with stage(tmp_path, streams=2) as table, serving(table.app, 2) as url, contextlib.ExitStack() as open_streams:
        table.begin()
        listeners = [open_streams.enter_context(Listener(url)) for _ in range(2)]
        assert [one.status for one in listeners] == [200, 200]
        with Listener(url, source=STRANGER) as refused:
            assert refused.status == 503
            assert int(refused.headers["retry-after"]) > 0
        news = json.loads(ask(f"{url}/now/table")[1])
        assert ask(f"{url}/now/table?have={news['id']}") == (204, b"")
        listeners[0].close()
        wait_until(lambda: free(table) == 1)
        with Listener(url, source=STRANGER) as again:
            assert again.status == 200


def test_viewers_that_are_gone_are_noticed(table: Stage) -> None:
    with serving(table.app) as url:
        with contextlib.ExitStack() as open_streams:
            for _ in range(5):
                open_streams.enter_context(Listener(url))
            wait_until(lambda: free(table) == 19)
        wait_until(lambda: free(table) == 24)


def test_forty_viewers_do_not_stand_in_the_way(table: Stage) -> None:
    table.begin()
    with serving(table.app) as url, contextlib.ExitStack() as open_streams:
        listeners = [open_streams.enter_context(Listener(url, source=f"127.0.1.{one}")) for one in range(1, 41)]
        watching = [one for one in listeners if one.status == 200]
        assert len(watching) == 24
        assert {one.status for one in listeners} == {200, 503}
        streams = [one.messages() for one in watching]
        for messages in streams:
            next(messages)
        assert ask(f"{url}/now/score")[0] == 200
        table.post("throw_entered", player="white", dice=[3])
        for messages in streams:
            assert "say" in next(messages)["parts"]


def test_a_viewer_that_reads_nothing_holds_up_nobody(table: Stage) -> None:
    table.begin()
    with serving(table.app) as url:
        place = urlsplit(url)
        with socket.create_connection((place.hostname, place.port)) as deaf, Listener(url) as listener:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.sendall(f"GET /live/table HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
            messages = listener.messages()
            next(messages)
            for number in range(60):
                table.post("score_set", score={"white": number % 5, "black": 0}, reason="again and again")
            wait_until(lambda: ">4<" in next(messages)["parts"].get("players", ""))


def test_it_ends_where_watching_is_no_more_allowed(table: Stage) -> None:
    with serving(table.app) as url, Listener(url) as listener:
        lines = listener.lines()
        next(lines)
        Safe(table.folder).set_open_to_watch(is_open=False)
        assert any(line == "event: over" for line in lines)
        wait_until(lambda: free(table) == 24)


def test_it_ends_where_the_table_stops(table: Stage) -> None:
    with serving(table.app) as url, Listener(url) as listener:
        lines = listener.lines()
        next(lines)
        table.service.stop()
        assert sum(line == "event: still" for line in islice(lines, 100)) <= 1
        wait_until(lambda: free(table) == 24)


def test_a_page_that_is_not_live_is_not_there(table: Stage) -> None:
    assert table.client().get("/live/nothing").status_code == 404
    assert table.client().get("/now/nothing").status_code == 404


def test_what_several_want_at_once_is_drawn_once() -> None:
    drawn: list[int] = []
    begun, go_on = threading.Event(), threading.Event()
    once = DrawnOnce()

    def draw() -> dict[str, str]:
        drawn.append(1)
        begun.set()
        assert go_on.wait(HANG_S)
        return {"say": "x"}

    results: list[dict[str, str]] = []
    threads = [threading.Thread(target=lambda: results.append(once.get("key", draw))) for _ in range(8)]
    for thread in threads:
        thread.start()
    assert begun.wait(HANG_S)
    go_on.set()
    for thread in threads:
        thread.join()
    assert (len(drawn), results) == (1, [{"say": "x"}] * 8)


def test_what_could_not_be_drawn_is_tried_again() -> None:
    once = DrawnOnce()

    def fail() -> dict[str, str]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        once.get("key", fail)
    assert once.get("key", lambda: {"a": "b"}) == {"a": "b"}


def test_one_address_has_a_part_of_the_streams_and_who_may_enter_something_some_more() -> None:
    slots = Slots(24)
    assert sum(slots.take("192.0.2.1") is not None for _ in range(24)) == 6
    assert sum(slots.take(f"192.0.2.{one}") is not None for one in range(2, 60)) == 18
    assert slots.take("192.0.2.99", is_known=True) is not None


def test_what_is_packed_says_the_same(table: Stage) -> None:
    table.begin()
    with serving(table.app) as url, Listener(url) as plain, Listener(url, packed=True) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        streams = plain.messages(), packed.messages()
        for number in range(3):
            first, second = (next(one) for one in streams)
            assert first["parts"] == second["parts"]
            table.post("score_set", score={"white": number + 1, "black": 0}, reason="again")


def test_it_is_drawn_once_for_all_who_see_the_same(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def noted(*args: Any, **more: Any) -> dict[str, Any]:
        drawn.append(1)
        return message(*args, **more)

    monkeypatch.setattr("web.stream.message", noted)
    table.begin()
    with serving(table.app) as url, contextlib.ExitStack() as open_streams:
        streams = [open_streams.enter_context(Listener(url)).messages() for _ in range(12)]
        for one in streams:
            next(one)
        drawn.clear()
        table.post("throw_entered", player="white", dice=[3])
        assert all("say" in next(one)["parts"] for one in streams)
    assert len(drawn) == 1


def test_a_place_is_given_back_only_once() -> None:
    slots = Slots(1)
    give_back = slots.take()
    assert give_back is not None
    assert slots.take() is None
    give_back()
    give_back()
    assert slots.take() is not None
    assert slots.take() is None


def test_signing_in_elsewhere_on_the_device_begins_anew(table: Stage) -> None:
    with serving(table.app) as url, Listener(url) as listener:
        next(listener.messages())
        Safe(table.folder).set_pin(Role.TABLE, "5082")
        table.begin()
        assert next(listener.messages())["parts"]
