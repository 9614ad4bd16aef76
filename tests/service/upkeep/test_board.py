"""The sensor board looked at closely: a virtual one over the real link."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.service.upkeep import board_window
from companion.service.upkeep.board_window import RAW_A_SECOND, BoardWindow
from companion.service.upkeep.refusal import SetupError, Why
from companion.service.upkeep.values import BoardLook, Sensor
from companion.service.upkeep.walk import Walk
from firmware_bridge.happenings import LineCounts, Met, Shown, Standing, State, Told
from firmware_bridge.payloads import Feature
from firmware_bridge.protocol import Calibration, Raw, Snapshot, Tuning
from firmware_bridge.protocol import Why as Reason
from firmware_bridge.zones import Sensors
from tests.firmware_bridge.device import hello
from tests.service.upkeep.stage import EMPTY, Looked, looked_after, when
from tests.waiting import wait_until

pytestmark = pytest.mark.real_time


def sensor(look: BoardLook, point: int, slot: int) -> Sensor:
    (zone,) = (one for one in look.zones if one.place.kind == "point" and one.place.number == point)
    return zone.sensors[slot]


def chosen(table: Looked, **more: object) -> None:
    """Let the board be where it is, standing as White would have it."""
    table.upkeep.choose({"board.port": table.port, "board.corner": 1, "board.colour_a": "white", **more})
    table.live()


def test_a_board_is_chosen_without_a_restart_and_says_what_it_is(tmp_path: Path) -> None:
    with looked_after(tmp_path) as table:
        assert table.upkeep.board().state == "off"
        chosen(table)
        look = when(table.upkeep.board, lambda one: one.about)
        assert (look.state, look.port) == ("running", table.port)
        assert look.about is not None
        assert (look.about.sensors, look.about.sensing) == (160, ("colour",))
        table.upkeep.choose({"board.port": "off"})
        wait_until(lambda: table.upkeep.board().state == "off")


def test_what_its_sensors_measure_is_told_while_somebody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with looked_after(tmp_path) as table:
        chosen(table)
        seen = when(lambda: sensor(table.upkeep.board(), 6, 0), lambda one: one.strength)
        assert (seen.showing, seen.value, seen.tare, seen.threshold) == ("white", 632, 512, 33)
        assert seen.strength == pytest.approx(120 / 33)
        assert sensor(table.upkeep.board(), 2, 0).strength == 0
        assert table.server.do(lambda board: board.device.raw_every) == 100 // RAW_A_SECOND
        # Nobody looks any more, and has not for long.
        monkeypatch.setattr(board_window, "LOOKED_AT_S", 0.0)
        wait_until(lambda: table.server.do(lambda board: board.device.raw_every) == 0)


def test_age_round_trip_and_counters_are_told(tmp_path: Path) -> None:
    with looked_after(tmp_path) as table:
        chosen(table)
        look = when(table.upkeep.board, lambda one: one.round_trip and one.running_s)
        assert look.round_trip is not None
        assert 0 < look.round_trip < 1
        assert look.snapshot_age is not None
        assert look.snapshot_age >= 0
        assert (look.started, look.counters.bad_frames) == ("power", 0)
        table.hands("fault corrupt 40")
        wait_until(lambda: table.upkeep.board().counters.refused)


def test_how_it_stands_is_found_from_the_start_or_said(tmp_path: Path) -> None:
    with looked_after(tmp_path) as table:
        table.upkeep.choose({"board.port": table.port})
        table.hands("start backgammon")
        look = when(table.upkeep.board, lambda one: one.games)
        assert look.games == ("backgammon",)
        assert set(look.stands) == {(1, "white"), (24, "black")}
        assert not look.zones[0].place.of_game
        table.upkeep.orient(24, "black")
        look = when(table.upkeep.board, lambda one: one.zones and one.stands == ((24, "black"),))
        assert (look.zones[0].place.number, look.zones[0].place.of_game) == (24, True)
        assert sensor(look, 6, 0).showing == "white"


def test_a_walk_finds_good_weak_stuck_and_dead_sensors(tmp_path: Path) -> None:
    with looked_after(tmp_path) as table:
        table.hands(EMPTY, "fault dead 8 2", "fault stuck 20 3 checker", "fault weak 3 1")
        chosen(table)
        wait_until(lambda: sensor(table.upkeep.board(), 20, 2).showing == "white")
        table.upkeep.begin_walk()
        for slot in range(1, 7):
            table.hands(f"place white 1 {slot}")
            wait_until(lambda slot=slot: sensor(table.upkeep.board(), 1, slot - 1).verdict == "seen")  # type: ignore[misc]
            table.hands(f"lift 1 {slot}")
        look = when(table.upkeep.board, lambda one: one.walk.asked == 1)
        assert [sensor(look, point, slot).verdict for point, slot in ((8, 1), (20, 2), (2, 0))] == [
            "fault",
            "stuck",
            "unseen",
        ]
        table.upkeep.pass_zone(1)
        assert table.upkeep.board().walk.asked == 2
        wait_until(lambda: table.upkeep.keeper.progress.walk["walk"]["passed"] == [1])


def test_a_zone_that_is_skipped_while_a_snapshot_is_taken_in_stays_skipped() -> None:
    window, skipping = BoardWindow(), []

    class Slow(tuple[Sensors, ...]):
        """A board that somebody skips a zone of while it is looked at."""

        __slots__ = ()

        def __iter__(self) -> Iterator[Sensors]:
            one = threading.Thread(target=window.pass_zone, args=(1,))
            skipping.append(one)
            one.start()
            one.join(0.05)
            return super().__iter__()

    window.walk = Walk(before=frozenset({(0, 0)}))
    window.hear(Shown(0.0, Snapshot(1, 0, Reason.SECOND, b""), Slow()))
    for one in skipping:
        one.join()
    assert skipping
    assert (window.walk.before, window.walk.passed) == (frozenset(), frozenset({1}))


def test_a_walk_is_kept_over_a_restart_for_the_same_board(tmp_path: Path) -> None:
    with looked_after(tmp_path) as table:
        table.hands(EMPTY)
        chosen(table)
        table.upkeep.begin_walk()
        table.hands("place white 4 2")
        wait_until(lambda: [3, 1] in table.upkeep.keeper.progress.walk["walk"]["seen"])
    with looked_after(tmp_path) as table:
        table.live()
        assert sensor(table.upkeep.board(), 4, 1).verdict == "seen"


def test_without_a_board_there_is_no_walk(tmp_path: Path) -> None:
    with looked_after(tmp_path) as table:
        with pytest.raises(SetupError) as refused:
            table.upkeep.begin_walk()
        assert refused.value.why is Why.NO_BOARD
        assert table.upkeep.tare() == "silent"


def test_the_empty_board_is_measured(tmp_path: Path) -> None:
    with looked_after(tmp_path) as table:
        chosen(table)
        assert table.upkeep.tare() == "out_of_range"
        table.server.do(lambda board: board.world.clear())
        table.server.do(lambda board: board.look())
        assert when(table.upkeep.tare, lambda result: result != "out_of_range") == "done"


class Line:
    """A link that remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []
        self.counts = LineCounts(0, 0, 0, 0, 0)
        self.round_trip: float | None = None

    def set_raw_mode(self, every: int) -> None:
        self.asked.append(("raw", every))

    def want_calibration(self, first: int, count: int) -> None:
        self.asked.append(("stored", first, count))

    def command(self, command: object) -> None:
        self.asked.append((command,))


def test_what_is_stored_is_asked_for_until_all_is_there() -> None:
    now, line = [0.0], Line()
    window = BoardWindow(lambda: now[0])
    window.attach(line)
    able = hello()
    window.hear(Standing(0.0, State.LIVE, "Well."))
    window.hear(Met(0.0, type(able)(able.head, able.groups, Feature.RAW | Feature.CALIBRATION, scans=100), anew=False))
    window.turn()
    assert line.asked == [], "nobody looks"
    window.look()
    window.turn()
    assert line.asked == [("raw", 25), ("stored", 0, 144)]
    window.hear(Told(0.0, Calibration(0, (Tuning(512, 30),) * 60)))
    window.turn()
    assert line.asked[2:] == [("stored", 60, 84)]
    window.hear(Told(0.0, Calibration(60, (Tuning(512, 30),) * 84)))
    window.hear(Told(0.0, Raw(100, (1, 2))))
    window.hear(Told(0.0, Raw(0, (5,) * 144)))
    window.hear(Told(0.0, Raw(100, (1, 2))))
    assert window.heard.raw[99:103] == (5, 1, 2, 5)
    now[0] = 100.0
    window.turn()
    assert line.asked[3:] == [("raw", 0)]


def test_a_board_that_measures_nothing_is_not_asked() -> None:
    line = Line()
    window = BoardWindow()
    window.attach(line)
    mute = hello()
    window.hear(Standing(0.0, State.LIVE, "Well."))
    window.hear(Met(0.0, type(mute)(mute.head, mute.groups, Feature.LIGHTS, scans=100), anew=False))
    window.look()
    window.turn()
    assert line.asked == []
