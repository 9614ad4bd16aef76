"""Tables that are none of ours: seen, turned away with all that they have told, or not heard before they are let in."""

from __future__ import annotations

import pytest

from companion.hall.intake import admissions
from companion.hall.intake.admissions import Admissions
from companion.hall.record.record import Record
from companion.hall.record.values import Admission
from companion.hall.view import KnownTable
from tests.hall.stage import Stage, staged
from tests.hall.tables import Table, alive, match, name, state, story
from tests.hall.test_hall import deliver, lines_of

OURS, MADE_UP = Table(1, journal={"m": story("m", 6)}), 2


def known(stage: Stage, number: int) -> KnownTable | None:
    return next((one for one in stage.hall.tables() if one.id == name(number)), None)


def made_up() -> Table:
    """A table that tells of a match of its own, and another story of ours."""
    return Table(MADE_UP, journal={"false": story("false", 8), "m": story("m", 9, turn="false")})


def shown(stage: Stage, number: int) -> bool:
    return any(card.id == name(number) for card in stage.hall.view().tables)


def tell_all(stage: Stage, table: Table, uid: str) -> None:
    """Let a table tell a match from its beginning."""
    if (events := table.events(uid, 0)) is not None:
        stage.tell(events)


def played(stage: Stage) -> tuple[Table, Table]:
    """Let both tables tell all that they have."""
    ours, other = Table(1, journal=dict(OURS.journal)), made_up()
    for table in (ours, other):
        stage.tell(alive(table.number), state(table.number, shown=match(f"live-{table.number}")))
        for uid in table.journal:
            tell_all(stage, table, uid)
    deliver(stage, ours, "m")
    deliver(stage, other, "false")
    stage.until(lambda view: {name(1), name(MADE_UP)} <= {card.id for card in view.tables})
    return ours, other


def test_a_table_that_is_turned_away_is_gone_with_its_matches(record: Record) -> None:
    with staged(record) as stage:
        _ours, other = played(stage)
        stage.until(lambda view: any(call.kind == "conflict" for call in view.calls))
        found = known(stage, MADE_UP)
        assert found is not None
        assert (found.matches, found.standing, found.first > 0) == (1, "", True)
        stage.hall.turn_away(name(MADE_UP), "Mo")
        stage.until(lambda view: all(call.table != name(MADE_UP) for call in view.calls) and not shown(stage, MADE_UP))
        # What it goes on to say is not taken, and told to nobody.
        before = len(stage.line.cursors)
        stage.tell(alive(MADE_UP, beat=9), state(MADE_UP, n=9, shown=match("false")))
        tell_all(stage, other, "false")
        stage.until(lambda view: view.status.refused > 0)
        assert not shown(stage, MADE_UP)
        stage.hall._writer.stop()
        assert (lines_of(record, "false"), lines_of(record, "m")) == ([], list(story("m", 6)))
        assert [one.uid for one in record.matches()] == ["m"]
        assert stage.line.cursors[before:] == []
    # Nor after a restart.
    with staged(record) as stage:
        stage.tell(alive(MADE_UP))
        found = known(stage, MADE_UP)
        assert found is not None
        assert (found.standing, found.by, found.matches) == ("turned_away", "Mo", 0)
        stage.tell(alive(1))
        stage.until(lambda _view: shown(stage, 1))
        assert not shown(stage, MADE_UP)


def test_a_table_that_was_turned_away_by_mistake_tells_all_once_more(record: Record) -> None:
    with staged(record) as stage:
        ours, _other = played(stage)
        stage.hall.turn_away(ours.id, "Mo")
        stage.until(lambda _view: not shown(stage, 1))
        stage.hall.let_in([ours.id], "Lu")
        assert stage.line.renewed == 1
        ours.restart()
        stage.tell(alive(1, ours.session), state(1, ours.session))
        deliver(stage, ours, "m")
        stage.until(lambda _view: shown(stage, 1))
        assert lines_of(record, "m") == list(story("m", 6))


def test_a_table_has_to_be_let_in_where_that_is_configured(record: Record) -> None:
    with staged(record, known_only=True) as stage:
        table = Table(1, journal={"m": story("m", 6)})
        stage.tell(alive(1), state(1, shown=match("m")), table.listed())
        tell_all(stage, table, "m")
        stage.until(lambda view: view.status.waiting == 1)
        assert (stage.hall.view().tables, record.matches(), stage.line.cursors) == ((), [], [])
        found = known(stage, 1)
        assert found is not None
        assert (found.name, found.standing) == ("1", "waits")
        stage.hall.let_in([name(1)], "Mo")
        # What it has told last is shown at once; its matches are asked for.
        view = stage.until(lambda view: bool(view.tables) and view.tables[0].view is not None)
        assert (view.status.waiting, stage.line.renewed) == (0, 1)
        deliver(stage, table, "m")
        assert lines_of(record, "m") == list(story("m", 6))
    with staged(record, known_only=True) as stage:
        stage.tell(alive(1), alive(3))
        stage.until(lambda view: view.status.waiting == 1 and shown(stage, 1))


def test_only_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admissions, "MOST_WAITING", 3)
    known = Admissions(known_only=True)
    for number in (1, 2, 3, 1, 4):
        assert known.note(alive(number), 0)
    assert set(known.waiting) == {name(3), name(1), name(4)}
    known.decide(Admission(name(1), "1", let_in=False, since=0))
    assert not known.note(alive(1), 0)
    assert not known.hears(name(1))
