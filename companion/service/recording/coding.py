"""What comes in at the table as plain data for JSON, and back: read strictly, for a recording may come from anybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self, TypeVar

from companion.journal.lines import Line
from companion.journal.recorder import Recorder
from companion.journal.summary import New
from companion.service.deeds import Begun, Deed, Forgotten, Opened, Posted, Retried, ShownAnew, Told, WentBack
from companion.service.desk import Standing
from companion.service.ports import Asked, Condition, Looked, Noticed, Reads, Report
from companion.service.recording.trouble import RawError
from companion.service.view import DeviceView, Message
from companion.table.agreement import Agreement, decode_recorded_agreement, encode_agreement
from companion.table.codec import decode, encode, plain, read_as
from companion.table.reading import BoardReading

Json = Any
T = TypeVar("T")
STATES = frozenset({"off", "starting", "running", "failed", "lost"})
NUMBER = (int, float)


# Reading strictly


def field(data: Json, name: str, kind: type[T] | tuple[type[T], ...]) -> T:
    """Return a field of an object; raise `RawError` if it is not there, or not of the kind."""
    value = data.get(name) if isinstance(data, dict) else None
    # A bool is an int for Python, not here.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        msg = f"{name} is missing, or not what it should be"
        raise RawError(msg)
    return value


def number(data: Json, name: str) -> float:
    """Return a number of an object as it was written: whole, or not."""
    return field(data, name, NUMBER)


# What is done


def plain_deed(deed: Deed) -> dict[str, Json]:
    """Return a deed as plain data."""
    match deed:
        case Posted(event=event, by=by):
            return {"posted": dict(event), "by": by}
        case Told(name=name, report=report):
            return {"told": name, **plain_report(report)}
        case Begun(agreement=agreement, by=by):
            return {"begun": dict(agreement), "by": by}
        case WentBack(match=match, by=by):
            return {"went_back": match, "by": by}
        case Forgotten(name=name):
            return {"forgotten": name}
        case _:
            return {WORDS[type(deed)]: True}


WORDS: Mapping[type, str] = {ShownAnew: "shown_anew", Opened: "opened", Retried: "retried"}
SIMPLE: Mapping[str, Callable[[], Deed]] = {"shown_anew": ShownAnew, "opened": Opened, "retried": Retried}


def read_deed(data: Json) -> Deed:
    """Return the deed that plain data tells of."""
    for word, make in SIMPLE.items():
        if field(data, word, bool) if word in data else False:
            return make()
    if "posted" in data:
        return Posted(field(data, "posted", dict), field(data, "by", str))
    if "told" in data:
        return Told(field(data, "told", str), read_report(data))
    if "begun" in data:
        return Begun(field(data, "begun", dict), field(data, "by", str))
    if "went_back" in data:
        return WentBack(field(data, "went_back", int), field(data, "by", str))
    return Forgotten(field(data, "forgotten", str))


# What parts tell


def plain_report(report: Report) -> dict[str, Json]:
    """Return what a part tells as plain data; of a picture, how large it is."""
    match report:
        case Noticed(event=event, picture=picture):
            return {"noticed": encode(event), **({"picture": len(picture)} if picture is not None else {})}
        case Condition(state=state, message=message):
            return {"condition": state, "message": plain_message(message)}
        case Asked(question=question, answers=answers):
            return {"asked": question, "answers": [text for text, _ in answers]}
        case Looked(number=asked):
            return {"looked": asked}
        case _:
            return {"reads": True}


def read_report(data: Json) -> Report:
    """Return what a part has told; what an answer or another look would do is done no more."""
    if "noticed" in data:
        return Noticed(decode(field(data, "noticed", dict)))
    if "condition" in data:
        return Condition(_state(data, "condition"), read_message(field(data, "message", list)))
    if "asked" in data:
        answers = field(data, "answers", list)
        return Asked(field(data, "asked", str), tuple((str(text), _nothing) for text in answers))
    if "looked" in data:
        return Looked(field(data, "looked", int))
    field(data, "reads", bool)
    return Reads(_nowhere)


def _state(data: Json, name: str) -> Any:  # noqa: ANN401 - one of the words of a state
    state = field(data, name, str)
    if state not in STATES:
        msg = f"a part cannot be {state!r}"
        raise RawError(msg)
    return state


def _nothing() -> None:
    """Do what an answer does in a recording."""


def _nowhere(_number: int) -> None:
    """Look at the board of a recording: what it answered is recorded, too."""


def plain_message(message: Message) -> list[Json]:
    """Return a message as plain data."""
    return [message.code, [list(one) for one in message.params], message.text, message.template]


def read_message(data: list[Json]) -> Message:
    """Return a message."""
    code, params, text, template = _of_length(data, 4)
    if not all(isinstance(one, str) for one in (code, text, template)) or not isinstance(params, list):
        msg = "something that is told is no text"
        raise RawError(msg)
    return Message(
        code, tuple((str(name), value) for name, value in (_of_length(one, 2) for one in params)), text, template
    )


def _of_length(data: Json, length: int) -> list[Json]:
    if not isinstance(data, list) or len(data) != length:
        msg = f"a list of {length} is wanted"
        raise RawError(msg)
    return data


# How a desk stands


def plain_standing(standing: Standing) -> dict[str, Json]:
    """Return how a desk stands as plain data."""
    return {
        "time": list(standing.time),
        "devices": [_plain_device(one) for one in standing.devices],
        "asked": [{"told": name, **plain_report(one)} for name, one in standing.asked],
        "reads": [name for name, _ in standing.reads],
        "reading": None if standing.reading is None else plain(standing.reading),
        "reader": standing.reader,
        "numbers": [standing.questions, standing.looked, standing.ticked_at],
    }


def read_standing(data: Json) -> Standing:
    """Return how a desk stood."""
    instant, begun, last = _numbers(field(data, "time", list), 3)
    questions, looked, ticked_at = _numbers(field(data, "numbers", list), 3)
    reading, reader = data.get("reading"), data.get("reader")
    return Standing(
        (instant, int(begun), int(last)),
        tuple(map(_read_device, field(data, "devices", list))),
        tuple(_read_asked(one) for one in field(data, "asked", list)),
        tuple((str(name), Reads(_nowhere)) for name in field(data, "reads", list)),
        None if reading is None else read_as(BoardReading, reading, "reading"),
        None if reader is None else str(reader),
        int(questions),
        int(looked),
        int(ticked_at),
    )


def _read_asked(data: Json) -> tuple[str, Asked]:
    report = read_report(data)
    if not isinstance(report, Asked):
        msg = "a question is wanted"
        raise RawError(msg)
    return field(data, "told", str), report


def _numbers(data: Json, length: int) -> list[Any]:
    if not all(isinstance(one, NUMBER) and not isinstance(one, bool) for one in _of_length(data, length)):
        msg = "a number is wanted"
        raise RawError(msg)
    return list(data)


def _plain_device(device: DeviceView) -> list[Json]:
    return [device.name, device.state, plain_message(device.message), device.since]


def _read_device(data: Json) -> DeviceView:
    name, state, message, since = _of_length(data, 4)
    return DeviceView(str(name), _state({"state": state}, "state"), read_message(message), int(since))


# Lines and matches


def plain_lines(lines: Any) -> list[Json]:  # noqa: ANN401 - any sequence of lines
    """Return lines of the journal as plain data."""
    return [[line.wall, line.body] for line in lines]


def read_lines(data: Json) -> list[Line]:
    """Return lines of the journal."""
    found = []
    for one in data:
        wall, body = _of_length(one, 2)
        if type(wall) is not int or not isinstance(body, str):
            msg = "a line of the journal is wanted"
            raise RawError(msg)
        found.append(Line(wall, body))
    return found


@dataclass(frozen=True, slots=True)
class Stand:
    """A match as it stands: what was agreed on, and all that has happened until then."""

    uid: str
    number: int | None
    agreement: Agreement
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, recorder: Recorder, count: int | None = None) -> Self:
        """Return how a match stands, or stood after so many lines."""
        return cls(recorder.uid, recorder.match, recorder.agreement, tuple(recorder.recorded[:count]))

    def plain(self) -> dict[str, Json]:
        """Return it as plain data."""
        agreement, lines = encode_agreement(self.agreement), plain_lines(self.lines)
        return {"uid": self.uid, "number": self.number, "agreement": agreement, "lines": lines}


def read_stand(data: Json) -> Recorder:
    """Return a match that goes on from where it stood, without a journal."""
    new = New(field(data, "uid", str), "table", 0, data.get("number"))
    agreement, lines = decode_recorded_agreement(field(data, "agreement", dict)), read_lines(field(data, "lines", list))
    return Recorder.of_lines(new, agreement, lines)
