"""Recordings of the line, and how they are played again."""

from pathlib import Path

import pytest

from companion.rules.players import Player
from firmware_bridge.bridge import Bridge, Looked
from firmware_bridge.happenings import Pressed, Standing, State
from firmware_bridge.orientation import Orientation
from firmware_bridge.watch import Read, Stands, Watch
from firmware_bridge.wire import HEADER, Recorder, WireError, choices_of, lines_of, replay
from tests.firmware_bridge.device import BACKGAMMON, COLOURED, Device, hello, laid
from tests.firmware_bridge.talk import Talk

HERE = Orientation(24, Player.BLACK)


class Recorded(Talk):
    """A talk that is written down, as the link does it."""

    def __init__(self, path: Path) -> None:
        self.recorder = Recorder(path)
        super().__init__(Device(hello(COLOURED), laid(COLOURED, BACKGAMMON)), Bridge(Watch(among=(HERE,))))
        self.recorder.begin((HERE,), 0.0)
        self.recorder.opened(0.0)
        self.up, self.down = self.heard, self.said

    def heard(self, data: bytes) -> bytes:
        if data:
            self.recorder.received(data, self.now)
        return data

    def said(self, data: bytes) -> bytes:
        if data:
            self.recorder.sent(data, self.now)
        return data


def played(path: Path) -> list[object]:
    with path.open(encoding="ascii") as file:
        return [event for event in replay(file) if isinstance(event, Read | Pressed)]


def test_a_recording_gives_the_same_readings_at_the_same_times(tmp_path: Path) -> None:
    talk = Recorded(tmp_path / "wire")
    for point in (5, 4, 3, 2, 1):
        talk.run(0.7 if point % 2 else 0.1)
        talk.device.lay(laid(COLOURED, {point: 3, 20: -2}), talk.milliseconds)
        talk.device.press(talk.milliseconds)
    talk.run(0.5)
    talk.recorder.lost(talk.now)
    talk.note(talk.bridge.close(talk.now, "gone"))
    talk.recorder.opened(talk.now)
    talk.note(talk.bridge.open(talk.now))
    talk.run(2.0)
    talk.recorder.close()
    live = [event for event in talk.events if isinstance(event, Read | Pressed)]
    assert len([event for event in live if isinstance(event, Read)]) == 5
    assert played(tmp_path / "wire") == live


def test_a_recording_may_begin_amid_a_conversation(tmp_path: Path) -> None:
    talk = Recorded(tmp_path / "whole")
    talk.run(1.0)
    talk.recorder.close()
    talk.recorder = Recorder(tmp_path / "rest")
    talk.recorder.begin((HERE,), talk.now)
    talk.recorder.enter(talk.bridge.session.hello, talk.now)
    talk.forget()
    talk.run(2.0)
    talk.device.lay(laid(COLOURED, {1: 1}), talk.milliseconds)
    talk.run(1.0)
    talk.recorder.close()
    again = [event for event in played(tmp_path / "rest") if isinstance(event, Read)]
    assert [one.reading for one in again[-1:]] == [one.reading for one in talk.all(Read)]
    assert len(again) == 2


def shortly(event: object) -> object:
    match event:
        case Read(reading=reading):
            return reading
        case Looked(number=number):
            return number
        case Standing(state=state):
            return state
        case _:
            return type(event)


def test_what_was_asked_for_is_played(tmp_path: Path) -> None:
    talk = Recorded(tmp_path / "wire")
    for number in (1, 2):
        talk.run(2.0)
        if number == 2:
            talk.up = lambda _data: b""
        talk.recorder.looked(number, talk.now)
        talk.note(talk.bridge.look_again(number, talk.now))
    talk.run(1.0)
    talk.up = talk.heard
    talk.run(1.0)
    talk.recorder.lost(talk.now)
    talk.recorder.close()
    with (tmp_path / "wire").open(encoding="ascii") as file:
        again = list(map(shortly, replay(file)))
    assert again[1:-1] == list(map(shortly, talk.events))
    assert [one.number for one in talk.all(Looked)] == [1]
    assert State.STALE in [one.state for one in talk.all(Standing)]


def test_both_directions_are_written(tmp_path: Path) -> None:
    talk = Recorded(tmp_path / "wire")
    talk.run(0.5)
    talk.recorder.close()
    lines = (tmp_path / "wire").read_text(encoding="ascii").splitlines()
    assert lines[:3] == [HEADER, "0.000000 = 24b", "0.000000 +"]
    assert {line.split()[1] for line in lines[3:]} == {"<", ">"}
    assert bytes.fromhex(lines[3].split()[2])[:1] == b"\0"


def test_a_recording_is_never_longer_than_its_limit(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "wire", limit=500)
    recorder.begin((), 0.0)
    for at in range(100):
        recorder.received(bytes(10), at / 10)
    recorder.close()
    text = (tmp_path / "wire").read_text(encoding="ascii")
    assert text.endswith("#\n")
    assert 450 < len(text) <= 520
    assert played(tmp_path / "wire") == []


def test_what_happened_to_the_line_is_played(tmp_path: Path) -> None:
    path = tmp_path / "wire"
    path.write_text(f"{HEADER}\n0 = 1w 24b\n1 +\n2 -\n", encoding="ascii")
    with path.open(encoding="ascii") as file:
        events = list(replay(file))
    assert [one.choices for one in events if isinstance(one, Stands)] == [(Orientation(), HERE)]
    assert [(one.at, one.state) for one in events if isinstance(one, Standing)] == [
        (1.0, State.HELLO),
        (2.0, State.ABSENT),
    ]


def test_how_a_board_stands_is_written_shortly() -> None:
    assert choices_of("1w 24b") == (Orientation(), HERE)
    assert choices_of("") == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "A recording begins with"),
        ("something else\n", "A recording begins with"),
        (f"{HEADER}\n1.0 ! 00\n", "Line 2 "),
        (f"{HEADER}\n1.0 ? what\n", "Line 2 "),
        (f"{HEADER}\n1.0 < 0\n", "Line 2 "),
        (f"{HEADER}\n1.0 < 00\nsoon < 00\n", "Line 3 "),
        (f"{HEADER}\n1.0 = 5w\n", "Line 2 "),
        (f"{HEADER}\n1.0 = 1x\n", "Line 2 "),
        (f"{HEADER}\n1.0\n", "Line 2 "),
    ],
)
def test_what_is_no_recording_is_named(text: str, says: str) -> None:
    with pytest.raises(WireError, match=says):
        list(lines_of(text.splitlines(keepends=True)))


def test_a_full_disk_ends_the_recording_and_nothing_else(caplog: pytest.LogCaptureFixture) -> None:
    recorder = Recorder(Path("/dev/full"))
    for at in range(2000):
        recorder.received(bytes(10), float(at))
    recorder.close()
    assert recorder._file is None
    assert "recording" in caplog.text
