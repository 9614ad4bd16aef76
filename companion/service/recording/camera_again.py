"""The camera again: what was read and seen in each picture goes through the watcher and the port, without pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, cast

import numpy as np

from companion.config import Camera
from companion.service import words
from companion.service.builder import Around, empty_view
from companion.service.camera_port import CameraPort, Watching
from companion.service.ports import Condition, Report
from companion.service.recording import coding
from companion.service.recording.camera import ASKED, TELLS, WATCHES
from companion.service.recording.trouble import RawError
from companion.service.view import TableView
from vision.background import Background, Lay, Spot
from vision.calibration import Calibration
from vision.dice import DiceReading, Die, Half
from vision.events import Blind, CameraBack, CameraBlind, Event
from vision.eyesight import Eyesight
from vision.grabber import Phase
from vision.settling import Look
from vision.stillness import Stillness
from vision.watcher import Reads, Watcher
from vision.watching import Told

Json = Any
DARK = np.zeros((4, 4), np.uint8)
"""Stands for a picture: nothing is looked for in it."""
NOWHERE = Calibration(left=((0.0, 0.0),) * 4, right=((0.0, 0.0),) * 4)
EMPTY = empty_view(Around(), words.own("starting"))
ASKS_MORE = "The watcher asks more of its picture than it did."


class Answers:
    """What the parts of the watcher have answered, in order."""

    def __init__(self) -> None:
        self.at = 0.0
        self._rest: Iterator[Json] = iter(())

    def begin(self, at: float, answers: list[Json]) -> None:
        """Take the answers to what is asked of the next picture."""
        self.at, self._rest = at, iter(answers)

    def next(self) -> Any:  # noqa: ANN401 - whatever a part has answered
        """Return what was answered next."""
        try:
            return read_answer(next(self._rest), self.at)
        except StopIteration:
            raise RawError(ASKS_MORE) from None


class Answering:
    """Stands for a part of the watcher."""

    def __init__(self, name: str, answers: Answers) -> None:
        self._name, self._answers = name, answers

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the part has it
        """Return what was answered when this was looked up, or what answers when it is asked."""
        if name not in ASKED[self._name]:
            return self._answers.next()
        is_told = name in TELLS.get(self._name, ())
        return (lambda *_given: None) if is_told else (lambda *_given: self._answers.next())


def read_answer(data: Json, at: float) -> Any:  # noqa: ANN401 - whatever a part has answered
    """Return an answer."""
    if data is None or isinstance(data, bool | int | float):
        return data
    if isinstance(data, str):
        return Spot(data) if data in {one.value for one in Spot} else Blind(data)
    if "dice" in data:
        return DiceReading(read_dice(data["dice"]), None, 0.0)
    if "blind" in data:
        return CameraBlind(at, Blind(data["blind"]))
    return CameraBack(at) if "back" in data else DARK


def read_dice(data: Json) -> tuple[Die, ...]:
    """Return dice that were read."""
    return tuple(_read_die(one) for one in data)


def _read_die(data: Json) -> Die:
    corners = tuple((float(x), float(y)) for x, y in coding.field(data, "corners", list))
    half, value = data.get("half"), data.get("value")
    return Die(
        None if value is None else coding.field(data, "value", int),
        coding.number(data, "x"),
        coding.number(data, "y"),
        corners,
        None if half is None else Half(half),
        coding.field(data, "flat", bool),
        coding.field(data, "on_checker", bool),
        coding.field(data, "moving", bool),
        coding.number(data, "confidence"),
    )


class CameraAgain:
    """The way from readings to reports, as it stood."""

    def __init__(self, state: Json) -> None:
        """Take how it stood; raise `ValueError` if that is not told rightly."""
        self._answers, self._turns = Answers(), list[Any]()
        self._reports: list[Report] = []
        self._said: Condition | None = None
        config = Camera(white_sits=coding.field(state, "white_sits", str), evidence=False)
        calibration = NOWHERE if coding.field(state, "calibrated", bool) else None
        self._watching = Watching(CameraPort(config, Path(), self._look), calibration, self._tell)
        if state.get("watching") is not None:
            blind, unread = state["watching"]
            self._watching.go_on(blind, unread=bool(unread))
        self._watcher = self._watching_on(state.get("watcher"))

    def _watching_on(self, stood: Json) -> Watcher:
        watcher = Watcher(cast("Reads", Answering("reader", self._answers)))
        watcher.eyesight = cast("Eyesight", Answering("eyesight", self._answers))
        watcher.stillness = cast("Stillness", Answering("stillness", self._answers))
        watcher.background = cast("Background", Answering("background", self._answers))
        if stood is not None:
            watcher.told = tuple(Lay.of(die, DARK) for die in read_dice(coding.field(stood, "told", list)))
            watcher.settling.looks = [
                Look(float(at), read_dice(dice)) for at, dice in coding.field(stood, "looks", list)
            ]
            for name in WATCHES:
                setattr(watcher, name, stood[name])
        return watcher

    def take(self, entry: dict[str, Json]) -> list[dict[str, Json]]:
        """Take what went in, and return what the port tells of it."""
        what, *rest = coding.field(entry, "in", list)
        self._turns, self._reports = list(entry.get("saw", [])), []
        if what not in DO:
            msg = f"nothing that goes into a camera is {what!r}"
            raise RawError(msg)
        DO[what](self, rest)
        return [coding.plain_report(one) for one in self._reports]

    def see(self, rest: list[Json]) -> None:
        """Take what was seen in a picture."""
        at, answers = rest
        self._answers.begin(float(at), answers)
        self._notice(self._watcher.see(DARK, float(at)))

    def lost(self, rest: list[Json]) -> None:
        """Take it that there are no more pictures."""
        at, answers = rest
        self._answers.begin(float(at), answers)
        self._notice(self._watcher.lost(float(at)))

    def stand(self, rest: list[Json]) -> None:
        """Take how the camera was said to be."""
        phase, sentence = rest
        self._watching.stand(Phase(phase), str(sentence))

    def _notice(self, events: Iterable[Event]) -> None:
        for event in events:
            self._watching.tell(Told(event, None))

    def _tell(self, report: Report) -> None:
        if report == self._said:
            return
        if isinstance(report, Condition):
            self._said = report
        self._reports.append(report)

    def _look(self) -> TableView:
        (turn,) = self._turns.pop(0) if self._turns else (None,)
        if turn not in {None, "white", "black"}:
            _nobody(turn)
        return replace(EMPTY, turn=turn)


def _nobody(turn: Json) -> NoReturn:
    msg = f"nobody is {turn!r}"
    raise RawError(msg)


DO: Mapping[str, Callable[[CameraAgain, list[Json]], None]] = MappingProxyType(
    {"see": CameraAgain.see, "lost": CameraAgain.lost, "stand": CameraAgain.stand}
)
"""What goes into the camera's part, and what is done with it."""
