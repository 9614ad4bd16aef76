"""The camera at the table: throws seen in whose half, dice that cannot be read, a camera that fails."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.config import Camera
from companion.rules.players import Player
from companion.service import Condition, Noticed, PortError, TableView
from companion.service.camera_port import NOT_CALIBRATED, UNUSABLE, CameraPort, Watching, half_of
from companion.service.words import own
from companion.table.events import DiceLifted, DiceSeen, Die
from tests.service.told import Told, at_work
from tests.vision.stand_ins import die_at
from vision import events
from vision.calibration import Calibration
from vision.dice import Half
from vision.grabber import Phase
from vision.sources import Shot, Source, SourceError, Wishes
from vision.virtual import source as virtual
from vision.watching import Told as Seen

PICTURE = np.zeros((48, 64, 3), np.uint8)
HALVES = Calibration(((0, 0), (30, 0), (30, 48), (0, 48)), ((34, 0), (64, 0), (64, 48), (34, 48)))
NO_MATCH = TableView(1, own("no_match"))


def port(data: Path, turn: str | None = None, **config: object) -> CameraPort:
    view = replace(NO_MATCH, turn=turn)  # type: ignore[arg-type]
    return CameraPort(replace(Camera(source="0"), **config), data, lambda: view)  # type: ignore[arg-type]


def watching(data: Path, *, calibrated: bool = True, **more: object) -> tuple[Watching, Told]:
    told = Told()
    return Watching(port(data, **more), HALVES if calibrated else None, told), told  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("half", "white_sits", "player"),
    [
        (Half.RIGHT, "bottom", Player.WHITE),
        (Half.LEFT, "bottom", Player.BLACK),
        (Half.RIGHT, "top", Player.BLACK),
        (Half.LEFT, "top", Player.WHITE),
        (Half.BAR, "bottom", None),
        (Half.OUTSIDE, "top", None),
    ],
)
def test_each_half_is_to_the_right_of_a_player(half: Half, white_sits: str, player: Player | None) -> None:
    assert half_of(half, white_sits) is player


def test_a_throw_is_told_with_its_picture(tmp_path: Path) -> None:
    watcher, told = watching(tmp_path)
    dice = (die_at(40, 10, 6, half=Half.RIGHT), die_at(50, 20, 1, half=Half.RIGHT))
    watcher.tell(Seen(events.Thrown(1.0, dice), PICTURE))
    (noticed,) = told.reports
    assert isinstance(noticed, Noticed)
    assert noticed.event == DiceSeen(0, (Die(6, Player.WHITE), Die(1, Player.WHITE)))
    assert noticed.picture is not None
    assert noticed.picture[:3] == b"\xff\xd8\xff"
    watcher.tell(Seen(events.Lifted(2.0), PICTURE))
    assert told.events(DiceLifted)


def test_no_picture_is_kept_where_none_is_wanted(tmp_path: Path) -> None:
    watcher, told = watching(tmp_path, evidence=False)
    watcher.tell(Seen(events.Thrown(1.0, (die_at(40, 10, 6, half=Half.RIGHT),) * 2), PICTURE))
    (noticed,) = told.reports
    assert isinstance(noticed, Noticed)
    assert noticed.picture is None


def test_a_throw_that_does_not_count_is_told_as_it_lies(tmp_path: Path) -> None:
    watcher, told = watching(tmp_path)
    dice = (die_at(10, 10, 3, half=Half.LEFT, flat=False), die_at(50, 20, 1, half=Half.OUTSIDE, on_checker=True))
    watcher.tell(Seen(events.Invalid(1.0, dice, (events.Flaw.COCKED,), "A die is cocked."), PICTURE))
    assert told.events(DiceSeen) == [DiceSeen(0, (Die(3, Player.BLACK, flat=False), Die(1, None, on_checker=True)))]


def test_a_die_that_cannot_be_read_is_told_to_people_only(tmp_path: Path) -> None:
    watcher, told = watching(tmp_path)
    dice = (die_at(40, 10, None, half=Half.RIGHT), die_at(50, 20, 1, half=Half.RIGHT))
    watcher.tell(Seen(events.Invalid(1.0, dice, (events.Flaw.UNREADABLE,), "A die cannot be read."), PICTURE))
    watcher.stand(Phase.RUNNING, "The camera is running.")
    assert told.reports == [Condition("running", own("die_unread"))]
    watcher.tell(Seen(events.Lifted(2.0), PICTURE))
    watcher.stand(Phase.RUNNING, "The camera is running.")
    assert told.conditions[-1].message.text == "The camera is running."


@pytest.mark.parametrize(
    ("lies", "told_as"),
    [
        ({"half": Half.RIGHT, "flat": False}, Die(0, Player.WHITE, flat=False)),
        ({"half": Half.RIGHT, "on_checker": True}, Die(0, Player.WHITE, on_checker=True)),
        ({"half": Half.BAR}, Die(0, None)),
    ],
)
def test_a_die_that_does_not_count_need_not_be_read(tmp_path: Path, lies: dict[str, Any], told_as: Die) -> None:
    watcher, told = watching(tmp_path)
    dice = (die_at(40, 10, None, **lies), die_at(50, 20, 1, half=Half.RIGHT))
    watcher.tell(Seen(events.Invalid(1.0, dice, (events.Flaw.COCKED,), "A die is cocked."), PICTURE))
    assert told.events(DiceSeen) == [DiceSeen(0, (told_as, Die(1, Player.WHITE)))]
    watcher.stand(Phase.RUNNING, "The camera is running.")
    assert told.conditions[-1].message.text == "The camera is running."


def test_a_camera_that_is_not_calibrated_goes_by_whose_turn_it_is(tmp_path: Path) -> None:
    dice = (die_at(40, 10, 6), die_at(50, 20, 1))
    for turn, player in (("black", Player.BLACK), (None, None)):
        watcher, told = watching(tmp_path, calibrated=False, turn=turn)
        watcher.tell(Seen(events.Thrown(1.0, dice), PICTURE))
        assert told.events(DiceSeen) == [DiceSeen(0, (Die(6, player), Die(1, player)))]
        watcher.stand(Phase.RUNNING, "The camera is running.")
        assert told.conditions[-1].message.text == NOT_CALIBRATED


def test_a_blind_camera_is_lost_until_it_sees_again(tmp_path: Path) -> None:
    watcher, told = watching(tmp_path)
    for event in (events.CameraBlind(1.0, events.Blind.COVERED), events.CameraBack(2.0), events.HandSeen(3.0)):
        watcher.tell(Seen(event, None))
        watcher.stand(Phase.RUNNING, "The camera is running.")
    assert [(one.state, one.message.text) for one in told.conditions] == [
        ("lost", "The camera is covered."),
        ("running", "The camera is running."),
        ("running", "The camera is running."),
    ]


class Film:
    """Pictures of nothing."""

    live = False

    def __init__(self) -> None:
        self.shots: Iterator[Shot] = iter([Shot(PICTURE, 0.0), Shot(PICTURE, 0.04)])
        self.closed = False

    def read(self) -> Shot | None:
        return next(self.shots, None)

    def close(self) -> None:
        self.closed = True


def test_a_film_is_watched_to_its_end(tmp_path: Path) -> None:
    film = Film()

    def opened(_name: str, _wishes: Wishes) -> Source:
        return film

    with at_work(replace(port(tmp_path), open=opened)) as told:
        told.wait(lambda: film.closed)
    assert [one.state for one in told.conditions] == ["running"]


def test_the_camera_is_asked_for_the_size_that_is_configured(tmp_path: Path) -> None:
    asked: list[Wishes] = []

    def opened(_name: str, wishes: Wishes) -> Source:
        asked.append(wishes)
        return Film()

    one = port(tmp_path)
    with at_work(replace(one, open=opened, config=replace(one.config, size="1280x960"))) as told:
        told.wait(lambda: asked)
    assert asked[0].size == (1280, 960)


def test_a_camera_that_is_not_there_is_told(tmp_path: Path) -> None:
    def opened(name: str, _wishes: Wishes) -> Source:
        msg = f"{name} is not there."
        raise SourceError(msg)

    with pytest.raises(PortError, match="is not there"):
        replace(port(tmp_path), open=opened).run(Told(), threading.Event())


def unusable(data: Path, content: str) -> None:
    (data / "cameras").mkdir()
    (data / "cameras" / "calibration-virtual.json").write_text(content)


OTHER_SHAPE = json.dumps({"left": HALVES.left, "right": HALVES.right, "size": [64, 48]})


@pytest.mark.real_time
@pytest.mark.parametrize(
    ("content", "size", "why"),
    [("nonsense", "640x480", "is not JSON"), (OTHER_SHAPE, "1280x720", "have another shape")],
)
def test_a_calibration_that_cannot_be_used_is_told_and_the_camera_goes_on(
    content: str, size: str, why: str, tmp_path: Path
) -> None:
    unusable(tmp_path, content)
    one = port(tmp_path, source="virtual:", size=size)
    with at_work(one) as told:
        told.wait(lambda: why in told.conditions[-1].message.text if told.conditions else False)
        assert told.conditions[-1].state == "running"
        assert told.conditions[-1].message.text.startswith(UNUSABLE.partition("{")[0])
        assert one.window.picture(10.0) is not None
        assert one.window.eye is not None
        assert one.window.eye.calibration is None


def test_a_film_is_watched_without_a_calibration_of_another_shape(tmp_path: Path) -> None:
    unusable(tmp_path, json.dumps({"left": HALVES.left, "right": HALVES.right, "size": [64, 90]}))
    film = Film()

    def opened(_name: str, _wishes: Wishes) -> Source:
        return film

    with at_work(replace(port(tmp_path, source="virtual:"), open=opened)) as told:
        told.wait(lambda: film.closed)
    runs, misfit = (one.message.text for one in told.conditions)
    assert runs == "The film is running."
    assert "have another shape" in misfit


@pytest.mark.real_time
def test_the_virtual_camera_throws_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Its dice lie for long, as the machine may be slow.
    monkeypatch.setattr(virtual, "TURN", 60.0)
    with at_work(port(tmp_path, turn="white", source="virtual:")) as told:
        told.wait(lambda: told.events(DiceSeen))
        assert len(told.events(DiceSeen)[0].dice) == 2
        assert told.conditions[-1].state == "running"
