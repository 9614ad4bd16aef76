"""The camera on tape: of each picture that mattered, what was read and seen in it, and what the port told of it.

Pictures themselves are not kept: what the watcher asks of a picture is written as it was answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, cast

from companion.service.ports import Report, Tell
from companion.service.recording.recording import Recording
from companion.service.recording.tape import Tape
from companion.service.view import TableView
from companion.table.codec import plain
from vision import events
from vision.background import Spot
from vision.dice import DiceReading
from vision.events import Event
from vision.eyesight import Eyesight
from vision.grabber import Phase
from vision.pictures import Picture
from vision.settling import Look
from vision.watcher import Reads, Watcher

PART = "camera"
PLACES = 4
"""Times and shares are told to the watcher as exactly as they are written."""
ASKED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "reader": ("read",),
        "eyesight": ("look", "lose", "has_compared"),
        "stillness": ("look", "still_since", "still_near"),
        "background": ("look", "learn", "absorb", "is_new", "spot", "hidden"),
    }
)
"""What the watcher asks of its parts with brackets; all else is looked up."""
TELLS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"stillness": ("look",), "background": ("look", "learn", "absorb")}
)
"""What is answered with nothing, and so not written."""
WATCHES = ("_read_at", "_settled_at", "_bare_since", "_hand")
"""How a watcher stands, besides the dice that lie."""


class Noting:
    """Stands before a part of the watcher, and notes what it answers."""

    def __init__(self, name: str, inner: object, note: Callable[[Any], None]) -> None:
        """Take the part, and where its answers are noted."""
        self._name, self.inner, self._note = name, inner, note

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the part has it
        """Return what the part has, or what asks it."""
        if name not in ASKED[self._name]:
            return self._noted(getattr(self.inner, name))
        is_told = name in TELLS.get(self._name, ())

        def ask(*given: Any) -> Any:  # noqa: ANN401 - as above
            # The parts know each other as they are.
            answer = getattr(self.inner, name)(*(one.inner if isinstance(one, Noting) else one for one in given))
            return answer if is_told else self._noted(answer)

        return ask

    def _noted(self, answer: Any) -> Any:  # noqa: ANN401 - as above
        if isinstance(answer, float):
            answer = round(answer, PLACES)
        self._note(plain_answer(answer))
        return answer


def plain_answer(answer: Any) -> Any:  # noqa: ANN401 - whatever a part answers
    """Return an answer as plain data; of a picture, only that there is one."""
    if answer is None or isinstance(answer, bool | int | float):
        return answer
    if isinstance(answer, Spot | events.Blind):
        return answer.value
    if isinstance(answer, DiceReading):
        return {"dice": plain(answer.dice)}
    if isinstance(answer, events.CameraBlind):
        return {"blind": answer.why.value}
    return {"back": True} if isinstance(answer, events.CameraBack) else {"picture": True}


class TapedWatcher(Watcher):
    """A watcher of which is written what it was answered."""

    def __init__(self, reader: Reads, eyesight: Eyesight | None = None, *, tape: CameraTape) -> None:
        """Take the tape besides."""
        super().__init__(reader, eyesight)
        self._tape, self._answers = tape, list[Any]()
        tape.watcher = self
        self.reader = cast("Reads", Noting("reader", self.reader, self._note))
        for name in ("eyesight", "stillness", "background"):
            setattr(self, name, Noting(name, getattr(self, name), self._note))

    def see(self, frame: Picture, at: float) -> list[Event]:
        """Take in the next frame."""
        at = round(at, PLACES)
        # What lay before is held on to, so that what lies then is nothing else by chance.
        lying, before = self.told, self._stand()
        self._answers = []
        self._tape.tape.enter("see", at, self._answers, worth=False)
        found = super().see(frame, at)
        if found or self.told is not lying or self._stand() != before:
            self._tape.tape.matters()
        return found

    def lost(self, at: float) -> list[Event]:
        """The camera delivers no more."""
        at = round(at, PLACES)
        self._answers = []
        self._tape.tape.enter("lost", at, self._answers, worth=False)
        found = super().lost(at)
        if found:
            self._tape.tape.matters()
        return found

    def _note(self, answer: Any) -> None:  # noqa: ANN401 - plain data
        self._answers.append(answer)

    def _stand(self) -> tuple[object, ...]:
        return (self.readings, len(self.settling.looks), *(getattr(self, name) for name in WATCHES))

    def plain(self) -> dict[str, Any]:
        """Return how it stands as plain data."""
        return {
            "told": plain(tuple(lay.die for lay in self.told)),
            "looks": [_plain_look(one) for one in self.settling.looks],
            **{name: getattr(self, name) for name in WATCHES},
        }


def _plain_look(look: Look) -> list[Any]:
    return [look.at, plain(look.dice)]


class CameraTape:
    """The tape of one run of the camera's port."""

    def __init__(self, recording: Recording, white_sits: str, *, calibrated: bool) -> None:
        """Take where it is written, and what the port goes by."""
        self.tape = Tape(recording, PART, self._state)
        self._goes_by = {"white_sits": white_sits, "calibrated": calibrated}
        self.watcher: TapedWatcher | None = None
        self.watching: Any = None
        """The port's own, which has been told of what was noticed."""

    def watches(self, reader: Reads, eyesight: Eyesight | None = None) -> Watcher:
        """Return a watcher that is written down."""
        return TapedWatcher(reader, eyesight, tape=self)

    def stand(self, phase: Phase, sentence: str) -> None:
        """It is told how the camera is."""
        self.tape.enter("stand", phase.value, sentence, worth=False)

    def tell(self, tell: Tell) -> Tell:
        """Return what tells, and writes it down."""

        def told(report: Report) -> None:
            self.tape.told(report)
            tell(report)

        return told

    def seen(self, view: TableView) -> TableView:
        """Return a view that the port has looked at, written down."""
        self.tape.saw(view.turn)
        return view

    def end(self) -> None:
        """The port's run has ended."""
        self.tape.settle()

    def _state(self) -> dict[str, Any]:
        watcher = self.watcher.plain() if self.watcher is not None else None
        return {**self._goes_by, "watcher": watcher, "watching": self.watching.stands if self.watching else None}
