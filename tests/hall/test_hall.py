"""The hall as the pages and the tables know it, with a real record in both databases."""

from __future__ import annotations

import json
import logging
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from psycopg import sql

from companion.broker.live import Call as TableCall
from companion.broker.live import Said
from companion.broker.topics import Topics
from companion.hall.hall import Hall, HallError
from companion.hall.link import Being
from companion.hall.record.address import address
from companion.hall.record.record import Record
from companion.hall.record.trouble import Code, trouble
from companion.hall.view import FloorView
from tests.hall.postgres import Postgres
from tests.hall.stage import FakeLine, Stage, staged
from tests.hall.tables import Table, alive, match, name, state, story
from tests.waiting import HANG_S

LIST = b"round,table,white,black\n1,1,Ada,Zo\xc3\xab\n1,2,Bo,Cy\n2,1,Ada,Bo\n"
ILLEGAL = TableCall("illegal", Said("illegal_play", (), "An illegal play."), 1_790_000_000_000, (3,))


def lines_of(record: Record, uid: str) -> list[tuple[int, str]]:
    return [(line.wall, line.body) for line in record.lines(uid)]


def deliver(stage: Stage, table: Table, uid: str) -> None:
    """Let a table tell a match to its end: it waits for each cursor, and sends again what was not answered."""
    while (events := table.events(uid)) is not None:
        before = len(stage.line.cursors)
        stage.tell(events)
        have = stage.line.next_of(table.id, uid, before)
        table.have[uid] = table.have.get(uid, 0) if have is None else have


def test_lines_are_confirmed_when_they_are_on_disk(record: Record) -> None:
    with staged(record) as stage:
        stage.tell(
            *(events for first in (0, 4, 8) if (events := Table(journal={"m": story("m", 10)}).events("m", first)))
        )
        stage.line.until(name(1), "m", 10)
        assert lines_of(record, "m") == list(story("m", 10))


def test_a_hall_that_is_started_again_goes_on(record: Record) -> None:
    table = Table(journal={"m": story("m", 10)})
    with staged(record) as stage:
        deliver(stage, table, "m")
    table.journal["m"] = story("m", 15)
    with staged(record) as stage:
        stage.tell(table.listed())
        stage.line.until(table.id, "m", 9)
        table.have["m"] = 9
        deliver(stage, table, "m")
        assert lines_of(record, "m") == list(story("m", 15))


def test_a_table_is_shown_as_it_tells(record: Record) -> None:
    with staged(record) as stage:
        stage.tell(alive(), state(shown=match()))
        (card,) = stage.until(lambda view: bool(view.tables) and view.tables[0].view is not None).tables
        assert (card.name, card.heard, card.panel, card.tail) == ("1", "online", "http://10.0.0.1:8080/", "0001")
        assert card.view is not None
        assert (card.view.names.black, card.view.score.black, card.view.game_name) == ("Zoë", 2, "Backgammon")
        stage.tell(alive(beat=1, online=False))
        stage.until(lambda view: view.tables[0].heard == "away")


def test_a_call_comes_is_answered_and_goes(record: Record) -> None:
    with staged(record) as stage:
        stage.tell(alive(), state(n=1, shown=match(), calls=(ILLEGAL,)))
        (call,) = stage.until(lambda view: bool(view.calls)).calls
        assert (call.kind, call.name, call.points, call.answered) == ("illegal", "1", (3,), "")
        assert stage.hall.answer(call.id, "on_the_way", "Eve\n")
        assert stage.hall.view().calls[0].by == "Eve"
        stage.tell(state(n=2, shown=match()))
        stage.until(lambda view: not view.calls)
        assert not stage.hall.answer(call.id, "done", "Eve")
    (logged,) = record.calls(10)
    assert (logged.kind, logged.by, logged.id) == ("illegal", "Eve", call.id)
    assert 0 < logged.came <= logged.answered <= logged.went


def test_what_was_dealt_with_stays_so_after_a_new_start(record: Record) -> None:
    told = alive(), state(n=1, shown=match(), calls=(ILLEGAL,))
    with staged(record) as stage:
        stage.tell(*told)
        (call,) = stage.until(lambda view: bool(view.calls)).calls
        assert stage.hall.answer(call.id, "done", "Eve")
        assert stage.hall.view().calls == ()
    with staged(record) as stage:
        stage.tell(*told)
        stage.until(lambda view: bool(view.tables) and view.tables[0].view is not None)
        assert stage.hall.view().calls == ()
        newer = TableCall("illegal", ILLEGAL.text, ILLEGAL.since + 1)
        stage.tell(state(n=2, shown=match(), calls=(newer,)))
        stage.until(lambda view: bool(view.calls))


def test_another_story_is_a_call_and_the_rest_goes_on(record: Record) -> None:
    table = Table(journal={"m": story("m", 9), "n": story("n", 3)})
    with staged(record) as stage:
        deliver(stage, table, "m")
        table.restart()
        table.journal["m"] = story("m", 10, "another")
        stage.tell(table.events("m", 4))  # type: ignore[arg-type]  # there is one
        view = stage.until(lambda view: "conflict" in {call.kind for call in view.calls})
        assert [call.table for call in view.calls if call.kind == "conflict"] == [table.id]
        deliver(stage, table, "n")
        assert lines_of(record, "m") == list(story("m", 9))
        assert lines_of(record, "n") == list(story("n", 3))
    with staged(record) as stage:
        view = stage.until(lambda view: "conflict" in {call.kind for call in view.calls})
        assert stage.hall.take_list(LIST, "Eve") == ()
        stage.tell(state(shown=match("m")))
        stage.until(lambda view: bool(view.tables) and view.tables[0].view is not None)
        assert stage.hall.results(1)[0].progress == "conflict"
        (call,) = (call for call in view.calls if call.kind == "conflict")
        stage.hall.answer(call.id, "done", "Eve")
        assert stage.hall.results(1)[0].progress != "conflict"
    with staged(record) as stage:
        stage.tell(state(shown=match("m")))
        stage.until(lambda view: bool(view.tables) and view.tables[0].view is not None)
        assert stage.hall.results(1)[0].progress != "conflict"
        assert "conflict" not in {call.kind for call in stage.hall.view().calls}


def test_two_tables_of_one_name_are_told_apart(record: Record) -> None:
    with staged(record) as stage:
        stage.tell(alive(1, name="7"), alive(2, name="7"))
        view = stage.until(lambda view: len(view.tables) == 2 and bool(view.calls))
        assert [card.tail for card in view.tables] == ["0001", "0002"]
        assert all(card.troubles for card in view.tables)
        assert [(call.kind, call.name) for call in view.calls] == [("same_name", "7")]
        stage.tell(alive(2, name="8", beat=1))
        stage.until(lambda view: not view.calls and not any(card.troubles for card in view.tables))


def test_the_list_says_who_plays_where(record: Record) -> None:
    with staged(record) as stage:
        assert stage.hall.take_list(LIST, "Eve") == ()
        stage.tell(
            alive(1), state(1, shown=match()), alive(3, name="Table 2"), state(3, shown=match("m-3", "Ada", "X"))
        )
        view = stage.until(lambda view: len(view.tables) == 2 and all(card.view for card in view.tables))
        assert view.round == 1
        assert view.rounds == (1, 2)
        first, second = view.tables
        assert first.pairing is not None
        assert (first.pairing.white, first.troubles) == ("Ada", ())
        assert second.pairing is not None
        assert [told.code for told in second.troubles] == ["names_differ"]
        assert stage.hall.choose_round(2, "Eve")
        view = stage.hall.view()
        assert (view.round, view.missing) == (2, ())
        assert not stage.hall.choose_round(9, "Eve")
    with staged(record) as stage:
        assert stage.hall.view().version == 0
        assert [one.table for one in stage.until(lambda view: view.round == 2).missing] == ["1"]


def test_a_list_with_a_bad_line_changes_nothing(record: Record) -> None:
    with staged(record) as stage:
        assert stage.hall.take_list(LIST, "Eve") == ()
        problems = stage.hall.take_list(LIST + b"2,2,Cy\n", "Eve")
        assert [(one.line, one.message.code) for one in problems] == [(5, "list_cells")]
        assert stage.hall.view().rounds == (1, 2)
        assert len(record.rounds().pairings) == 3


HOSTILE = (
    ("companion/table/x/events", b"{}"),
    ("companion/table/../../etc/passwd/state", b"{}"),
    (Topics().of_table("events", name(1)), b"\x00\xff"),
    (Topics().of_table("events", name(1)), b"[" * 100_000),
    (Topics().of_table("state", name(1)), b"x" * 300_000),
    (Topics().of_table("alive", name(1)), json.dumps({"v": 1, "table": name(2)}).encode()),
    (Topics().of_table("matches", name(1)), b'{"v":NaN}'),
    ("companion/table/\u202e\x1b[31m\n/state", b"{}"),
)


@pytest.mark.parametrize(("topic", "payload"), HOSTILE)
def test_what_makes_no_sense_is_refused_and_counted(record: Record, topic: str, payload: bytes) -> None:
    with staged(record) as stage:
        stage.hall.receive(topic, payload, retained=False)
        stage.tell(alive(4))
        stage.until(lambda view: len(view.tables) == 1 and view.status.refused == 1)
        (row,) = stage.hall.refused()
        assert row.count == 1
        assert (row.topic + row.why).isprintable()


def events_with(**changes: object) -> bytes:
    told: dict[str, object] = {
        "v": 1, "table": name(1), "session": name(1), "match": "m-1", "begun": 1, "first": 0,
        "lines": [[1, '{"a":1}']], "count": 1,
    }  # fmt: skip
    return json.dumps(told | changes).encode()


@pytest.mark.parametrize(
    "payload",
    [
        events_with(match="'; DROP TABLE lines; --"),
        events_with(match="../m"),
        events_with(match="m\u0661"),
        events_with(first=-1),
        events_with(first=1.5),
        events_with(first=True),
        events_with(first=2**70),
        events_with(first=5),
        events_with(count=0),
        events_with(lines=[]),
        events_with(lines=[[1, '{"a":1}']] * 65, count=65),
        events_with(lines=[[1, "\u0000\u0000"]]),
        events_with(lines=[[1, "zwölf"]]),
        events_with(lines=[[-1, "{}"]]),
        events_with(lines=[["1", "{}"]]),
        events_with(lines={"0": [1, "{}"]}),
        events_with(begun=None),
        events_with(session="x"),
        events_with(table=name(2)),
        b'{"v":1,"v":2}',
    ],
)
def test_hostile_lines_never_get_in(record: Record, payload: bytes) -> None:
    with staged(record) as stage:
        stage.tell(alive())
        stage.hall.receive(Topics().of_table("events", name(1)), payload, retained=False)
        stage.hall.receive(Topics().of_table("events", name(1)), events_with(match="good"), retained=False)
        stage.line.until(name(1), "good", 1)
        assert len(stage.hall.refused()) == 1
        assert [one.uid for one in record.matches()] == ["good"]


def test_only_a_session_that_has_said_that_it_is_there_tells_stories(record: Record) -> None:
    table, events = Table(journal={"m": story("m", 3)}), Topics().of_table("events", name(1))
    with staged(record) as stage:
        stage.tell(alive())
        forged = events_with(session=name(9), match="m", lines=[[1, '{"game":"forged"}']])
        stage.hall.receive(events, forged, retained=False)
        stage.hall.receive(Topics().of_table("matches", name(1)), _listed(1, session=name(9)), retained=False)
        deliver(stage, table, "m")
        assert lines_of(record, "m") == list(story("m", 3))
        assert [row.topic.rpartition("/")[2] for row in stage.hall.refused()] == ["matches", "events"]
        assert "conflict" not in {call.kind for call in stage.hall.view().calls}


def test_lines_that_are_ours_but_mean_harm_stay_text(record: Record) -> None:
    body = "'); DROP TABLE lines; -- %s %(x)s {0} ${x} \\u0000"
    with staged(record) as stage:
        stage.tell(alive())
        stage.hall.receive(
            Topics().of_table("events", name(1)), events_with(lines=[[2**53, body]], begun=2**53), retained=False
        )
        stage.line.until(name(1), "m-1", 1)
        assert lines_of(record, "m-1") == [(2**53, body)]


def test_the_log_tells_of_a_flood_once(record: Record, caplog: pytest.LogCaptureFixture) -> None:
    with staged(record) as stage, caplog.at_level(logging.WARNING):
        for _ in range(500):
            stage.hall.receive("companion/table/x/events", b"{}", retained=False)
        stage.until(lambda view: view.status.refused == 500)
        assert len([one for one in caplog.records if "refused" in one.message]) == 1
        assert [row.count for row in stage.hall.refused()] == [500]


def test_numbers_of_which_no_record_can_be_made_are_refused_alone(record: Record) -> None:
    with staged(record) as stage:
        stage.tell(alive())
        stage.hall.receive(Topics().of_table("matches", name(1)), _listed(2**53), retained=False)
        stage.line.until(name(1), "far", 0)
        assert record.matches() == []


def _listed(count: int, session: str = name(1)) -> bytes:
    told = {"v": 1, "table": name(1), "session": session, "matches": [["far", count]], "last": True}
    return json.dumps(told).encode()


@pytest.fixture
def in_postgres(postgres: Postgres) -> Iterator[Record]:
    """A record that is in PostgreSQL alone."""
    with postgres.lent() as url:
        found = Record(address(url, postgres.folder))
        found.open()
        yield found
        found.close()


def test_while_postgresql_is_away_pages_go_on_and_nothing_is_lost(postgres: Postgres, in_postgres: Record) -> None:
    tables = [Table(number, journal={f"m{number}": story(f"m{number}", 12)}) for number in range(1, 6)]
    with staged(in_postgres) as stage:
        assert stage.hall.take_list(LIST, "Eve") == ()
        deliver(stage, tables[0], "m1")
        postgres.stop()
        try:
            stage.tell(alive(1), state(1, shown=match("m1")))
            stage.tell(*(one for table in tables if (one := table.events(f"m{table.number}", 0))))
            view = stage.until(lambda view: not view.status.database.ok and bool(view.tables))
            assert view.status.database.message.code == "unreachable"
            assert [row.match for row in stage.hall.results(1)] == ["m1", ""]
            with pytest.raises(HallError):
                stage.hall.take_list(LIST, "Eve")
            with pytest.raises(HallError):
                stage.hall.call_log()
            assert {uid for _, uid, _ in stage.line.cursors} == {"m1"}
        finally:
            postgres.start()
        stage.until(lambda view: view.status.database.ok)
        for table in tables:
            deliver(stage, table, f"m{table.number}")
        for table in tables:
            assert lines_of(in_postgres, f"m{table.number}") == list(table.journal[f"m{table.number}"])


CUT = sql.SQL("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'companion hall'")


def test_connections_that_are_cut_lose_and_double_nothing(postgres: Postgres, in_postgres: Record) -> None:
    ended = threading.Event()

    def cut() -> None:
        chance = random.Random(7)
        while not ended.wait(chance.random()):
            postgres.run(CUT)

    cutting = threading.Thread(target=cut)
    with staged(in_postgres) as stage:
        cutting.start()
        try:
            for number in range(1, 4):
                deliver(stage, Table(number, journal={f"m{number}": story(f"m{number}", 40)}), f"m{number}")
        finally:
            ended.set()
            cutting.join()
        stage.until(lambda view: view.status.database.ok)
    for number in range(1, 4):
        assert lines_of(in_postgres, f"m{number}") == list(story(f"m{number}", 40))


def test_trouble_that_has_passed_before_it_is_shown_is_over(tmp_path: Path) -> None:
    lines: list[FakeLine] = []

    def line(being: Being, _hall: Hall) -> FakeLine:
        lines.append(FakeLine(being))
        return lines[-1]

    # Its own thread, which shows what has changed, does not run.
    hall = Hall(Record(address("", tmp_path)), make_line=line)
    hall._record_trouble(trouble(Code.FULL, "hall.sqlite"))
    for _ in range(2):
        hall._record_trouble(None)
    assert hall._desk.view().status.database.ok
    assert [one.renewed for one in lines] == [1]


def test_a_view_waits_for_something_new(record: Record) -> None:
    with staged(record) as stage:
        stage.tell(alive())
        view = stage.until(lambda view: bool(view.tables))
        seen: list[FloorView | None] = []
        waiting = threading.Thread(target=lambda: seen.append(stage.hall.wait(view.version, HANG_S)))
        waiting.start()
        stage.tell(alive(2))
        waiting.join()
        assert seen[0] is not None
        assert seen[0].version > view.version


def test_the_hall_gives_signs_of_life(record: Record) -> None:
    with staged(record) as stage:
        assert stage.hall.sign_of_life().result(HANG_S) is None
