"""The hall's streams: full first, then only the tables that have changed; bounded, and told where there is no room."""

from __future__ import annotations

import contextlib
import json
import threading
from pathlib import Path

import pytest

from tests.hall.pages.stage import Stage, a_match, often, stage
from tests.waiting import wait_until
from tests.web.listening import Listener
from tests.web.stage import serving
from tests.web.test_stream import ask
from web.hall.shared import EXTENSION, Calmly, Pieces, Shared
from web.safe import Role, Safe

pytestmark = pytest.mark.real_time


def test_full_first_then_only_what_has_changed(hall: Stage) -> None:
    one, other = hall.table("1"), hall.table("2")
    with serving(hall.app) as url, Listener(url, "tables") as listener:
        messages = listener.messages()
        first = next(messages)
        assert first["full"]
        assert first["order"] == [f"t-{one.id}", f"t-{other.id}"]
        assert set(first["parts"]) == {"floor", *first["order"]}
        other.shows(a_match(score=a_match().score))
        other.calls("illegal")
        second = next(messages)
        assert not second["full"]
        assert set(second["parts"]) == {f"t-{other.id}"}


def test_a_new_table_is_put_in_its_place(hall: Stage) -> None:
    ten = hall.table("10")
    with serving(hall.app) as url, Listener(url, "screen") as listener:
        messages = listener.messages()
        next(messages)
        two = hall.table("2")
        told = next(one for one in messages if len(one["order"]) == 2)
        assert told["order"] == [f"t-{two.id}", f"t-{ten.id}"]


def test_what_others_do_is_not_sent(hall: Stage) -> None:
    one, other = hall.table("1"), hall.table("2")
    with serving(hall.app) as url, Listener(url, path=f"/live/table/{one.id}") as listener:
        lines = listener.lines()
        next(line for line in lines if line.startswith("data: {"))
        other.calls("illegal")
        hall.called(other)
        assert next(line for line in lines if line.startswith("event")) == "event: still"
        one.calls("question")
        told = next(json.loads(line[6:]) for line in lines if line.startswith("data: {"))
        assert set(told["parts"]) == {"live"}


def test_after_a_lost_connection_it_goes_on(hall: Stage) -> None:
    hall.table("1")
    with serving(hall.app) as url:
        with Listener(url, "tables") as listener:
            last = next(listener.messages())["id"]
        with Listener(url, "tables", last=last) as listener:
            assert next(listener.messages())["parts"] == {}
        with Listener(url, "tables", last="another-1") as listener:
            assert next(listener.messages())["parts"]


def test_above_the_cap_there_is_asking(tmp_path: Path) -> None:
    with stage(tmp_path, streams=1) as hall, serving(hall.app, 1) as url:
        hall.table("1")
        with Listener(url, "tables") as listener:
            assert listener.status == 200
            with Listener(url, "screen", source="127.0.0.9") as refused:
                assert refused.status == 503
                assert int(refused.headers["retry-after"]) > 0
            news = json.loads(ask(f"{url}/now/screen")[1])
            assert news["parts"]
            assert ask(f"{url}/now/screen?have={news['id']}") == (204, b"")
        shared: Shared = hall.app.extensions[EXTENSION]
        wait_until(lambda: shared.slots.free == 1)


def test_who_may_not_watch_any_more_is_told(tmp_path: Path) -> None:
    with stage(tmp_path) as hall, serving(hall.app) as url, Listener(url, "tables") as listener:
        lines = listener.lines()
        next(lines)
        safe = Safe(tmp_path)
        safe.set_pin(Role.TABLE, "5093")
        safe.set_open_to_watch(is_open=False)
        # The machine itself may still watch as long as no PIN is asked for: this is a device, and one is.
        assert "event: over" in lines


def test_a_busy_hall_is_shown_calmly(hall: Stage) -> None:
    table = hall.table("1")
    seen: list[int] = []
    source = Calmly(hall.hall)
    view = source.view()
    with often(lambda: table.shows(a_match()), 0.005):
        for _ in range(5):
            newer = source.wait(view.version, 5.0)
            assert newer is not None
            seen.append(newer.version - view.version)
            view = newer
    assert max(seen) > 1


def test_pieces_are_drawn_only_when_something_else_is_shown() -> None:
    drawn: list[str] = []

    def draw() -> str:
        drawn.append("once")
        return str(len(drawn))

    pieces = Pieces(2)
    assert [pieces.get(("de", "card", "1"), shown, draw) for shown in ({"a": 1}, {"a": 1}, {"a": 2})] == ["1", "1", "2"]
    pieces.get(("de", "card", "2"), 1, draw)
    pieces.get(("de", "card", "3"), 1, draw)
    assert pieces.get(("de", "card", "1"), {"a": 2}, draw) == "5"


def test_many_viewers_at_once_see_the_same(hall: Stage) -> None:
    for number in range(1, 9):
        hall.table(str(number))
    with serving(hall.app) as url, contextlib.ExitStack() as open_streams:
        listeners = [open_streams.enter_context(Listener(url, "tables")) for _ in range(12)]
        first = [next(listener.messages())["parts"] for listener in listeners]
        assert all(one == first[0] for one in first)
        hall.tables[3].calls("flag")
        found: list[str] = []
        threads = [
            threading.Thread(target=lambda one=one: found.extend(next(one.messages())["parts"])) for one in listeners
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert found == [f"t-{hall.tables[3].id}"] * 12
