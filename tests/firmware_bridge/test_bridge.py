"""From bytes to readings, on a good line and on bad ones."""

import random
from collections.abc import Callable
from typing import TypeVar

import pytest

from firmware_bridge.bridge import REST_WITHIN, Bridge, Looked
from firmware_bridge.frames import Deframer, encode
from firmware_bridge.happenings import Pressed, Shown, Standing, State
from firmware_bridge.orientation import Orientation
from firmware_bridge.readings import reading_of
from firmware_bridge.watch import Read, Watch
from firmware_bridge.zones import Board, zones_of
from tests.firmware_bridge.device import BACKGAMMON, COLOURED, Device, hello, laid
from tests.firmware_bridge.talk import Talk

E = TypeVar("E")
HERE = Orientation()


def talk_with(board: Board | None = None) -> Talk:
    bridge = Bridge(Watch(among=(HERE,)))
    return Talk(Device(hello(COLOURED), board if board is not None else laid(COLOURED, BACKGAMMON)), bridge)


def read_of(board: Board) -> object:
    return reading_of(zones_of(COLOURED), board, HERE, {})


def positions(chance: random.Random, number: int) -> list[Board]:
    return [
        laid(COLOURED, {point: chance.choice((-6, -2, 1, 3, 5)) for point in chance.sample(range(1, 25), 8)})
        for _ in range(number)
    ]


def test_a_reading_from_the_first_bytes_on() -> None:
    talk = talk_with()
    talk.run(1.0)
    assert [one.reading for one in talk.all(Read)] == [read_of(laid(COLOURED, BACKGAMMON))]


def look_again(talk: Talk, number: int = 1) -> float:
    talk.forget()
    talk.note(talk.bridge.look_again(number, talk.now))
    return talk.now


def test_a_board_at_rest_is_looked_at_at_once() -> None:
    talk = talk_with()
    talk.run(1.0)
    asked = look_again(talk, 5)
    talk.run(1.0)
    assert [one.number for one in talk.all(Looked)] == [5]
    assert talk.all(Looked)[0].at == pytest.approx(asked, abs=0.02)


def test_what_has_changed_unheard_is_read_before_that_is_told() -> None:
    talk = talk_with()
    talk.run(1.0)
    talk.device.board = laid(COLOURED, {1: 1})
    look_again(talk)
    talk.run(1.0)
    told = [one for one in talk.events if isinstance(one, Read | Looked)]
    assert [type(one) for one in told] == [Read, Looked]
    assert talk.all(Read)[0].reading == read_of(laid(COLOURED, {1: 1}))


def test_hands_that_go_on_are_not_waited_for_long() -> None:
    talk = talk_with()
    talk.run(1.0)
    asked = look_again(talk)
    for count in range(2, 12):
        talk.device.lay(laid(COLOURED, {2: count % 2 + 1}), talk.milliseconds)
        talk.run(0.1)
    assert [one.at for one in talk.all(Looked)] == [pytest.approx(asked + REST_WITHIN, abs=0.02)]


def test_a_board_that_does_not_answer_is_lost_instead() -> None:
    talk = talk_with()
    talk.run(1.0)
    talk.up = lambda _data: b""
    look_again(talk)
    talk.run(1.0)
    assert [one.state for one in talk.all(Standing)][-1] is State.STALE
    talk.up = lambda data: data
    talk.run(1.0)
    assert [one.fresh for one in talk.all(Read)] == [True]
    assert talk.all(Looked) == [], "the question is forgotten with the board"


def test_after_an_unplug_the_board_is_read_anew() -> None:
    talk = talk_with()
    talk.run(1.0)
    talk.note(talk.bridge.close(talk.now, "The cable is out."))
    assert talk.all(Standing)[-1] == Standing(talk.now, State.LOST, "The cable is out.")
    talk.device.board = laid(COLOURED, {1: 1})
    talk.forget()
    talk.note(talk.bridge.open(talk.now))
    talk.run(1.0)
    assert [(one.reading, one.fresh) for one in talk.all(Read)] == [(read_of(laid(COLOURED, {1: 1})), True)]


def test_the_times_do_not_depend_on_how_often_it_is_ticked() -> None:
    device = Device(hello(COLOURED), laid(COLOURED, BACKGAMMON))
    device.boot(0)
    device.show(0)
    often, seldom = (Bridge(Watch(among=(HERE,))) for _ in range(2))
    data = device.take()
    told = {}
    for name, bridge, times in (("often", often, range(900)), ("seldom", seldom, range(0, 900, 450))):
        events = bridge.open(0.0) + bridge.receive(data, 0.001)
        for at in times:
            events += bridge.tick(0.001 + at / 1000)
        told[name] = [event for event in events if isinstance(event, Read)]
    assert told["often"] == told["seldom"]
    assert len(told["often"]) == 1


def flip(chance: random.Random, data: bytes, at: int) -> bytes:
    return data[:at] + bytes((data[at] ^ 1 << chance.randrange(8),)) + data[at + 1 :]


def insert(chance: random.Random, data: bytes, at: int) -> bytes:
    return data[:at] + chance.randbytes(chance.randint(1, 9)) + data[at:]


FAULTS: tuple[Callable[[random.Random, bytes, int], bytes], ...] = (
    flip,
    insert,
    lambda _chance, _data, _at: b"",
    lambda _chance, data, _at: data + data,
    lambda _chance, data, at: data[:at],
    lambda _chance, data, at: data[:at] + data[at + 1 :],
    lambda chance, data, at: flip(chance, insert(chance, data, at), at // 2),
)
"""What lines do to the bytes of a frame."""


def frames_of(data: bytes) -> list[bytes]:
    return [encode(frame.type, frame.seq, frame.payload) for frame in Deframer().feed(data)]


class Spoilt:
    """A line that spoils a share of the frames."""

    def __init__(self, chance: random.Random, share: float) -> None:
        self.chance, self.share = chance, share
        self.spoilt = 0

    def __call__(self, data: bytes) -> bytes:
        return b"".join(map(self._frame, frames_of(data)))

    def _frame(self, frame: bytes) -> bytes:
        if self.chance.random() >= self.share:
            return frame
        self.spoilt += 1
        return self.chance.choice(FAULTS)(self.chance, frame, self.chance.randrange(len(frame)))


class BadLine:
    """A board that is moved about, pressed and asked, over a line that spoils most of what it carries."""

    def __init__(self, seed: int, share: float) -> None:
        self.chance = random.Random(seed)
        self.line = Spoilt(self.chance, share)
        self.bridge = Bridge(Watch(among=(HERE,)))
        self.device = Device(hello(COLOURED), laid(COLOURED, BACKGAMMON))
        self.boards = [self.device.board]
        self.presses = self.now = 0
        self.events = list(self.bridge.open(0.0))

    def step(self) -> None:
        self.now += 20
        self.device.receive(self.line(self.bridge.session.to_send()), self.now)
        self.device.show(self.now)
        self.device.tick(self.now)
        self.events += self.bridge.receive(self.line(self.device.take()), self.now / 1000)

    def disturb(self) -> None:
        self.device.board = positions(self.chance, 1)[0]
        self.boards.append(self.device.board)
        self.device.press(self.now)
        self.presses += 1

    def all(self, kind: type[E]) -> list[E]:
        return [event for event in self.events if isinstance(event, kind)]


def test_ten_thousand_spoilt_frames_leave_no_wrong_reading() -> None:
    bad = BadLine(2026, 0.8)
    while bad.line.spoilt < 10_000:
        if bad.now % 6000 == 3000:
            bad.disturb()
        bad.step()
    truths = [read_of(board) for board in bad.boards]
    assert len(bad.all(Read)) > 10
    assert all(event.reading in truths for event in bad.all(Read))
    assert all(event.board in bad.boards for event in bad.all(Shown))
    bad.line.share = 0.0
    for _ in range(300):
        bad.step()
    assert bad.bridge.session.standing.state is State.LIVE
    assert bad.all(Read)[-1].reading == truths[-1]
    assert bad.device.pressed == []
    assert len(bad.all(Pressed)) == len({one.milliseconds for one in bad.all(Pressed)}) == bad.presses


def test_a_million_random_bytes_leave_no_reading_and_the_board_is_found_behind_them() -> None:
    chance = random.Random(7)
    talk = talk_with()
    for _ in range(100):
        talk.note(talk.bridge.receive(chance.randbytes(10_000), 0.0))
    assert talk.bridge.session.deframer.refused > 3000
    assert (talk.all(Read), talk.all(Shown)) == ([], [])
    talk.run(2.0)
    assert [one.reading for one in talk.all(Read)] == [read_of(laid(COLOURED, BACKGAMMON))]


def test_random_bytes_amid_a_conversation_leave_no_wrong_reading() -> None:
    chance = random.Random(8)
    talk = talk_with()
    talk.up = lambda data: data + chance.randbytes(1000)
    talk.run(10.0)
    assert {repr(one.reading) for one in talk.all(Read)} == {repr(read_of(laid(COLOURED, BACKGAMMON)))}


@pytest.mark.parametrize("seed", range(20))
def test_a_line_that_spoils_one_frame_in_five_loses_nothing_for_good(seed: int) -> None:
    chance = random.Random(seed)
    talk = talk_with()
    talk.up, talk.down = Spoilt(chance, 0.2), Spoilt(chance, 0.2)
    pressed = 0
    for board in positions(chance, 5):
        talk.device.lay(board, talk.milliseconds)
        talk.device.press(talk.milliseconds)
        pressed += 1
        talk.run(3.0)
    talk.up = talk.down = lambda data: data
    talk.run(6.0)
    assert talk.bridge.session.standing.state is State.LIVE
    assert talk.all(Read)[-1].reading == read_of(talk.device.board)
    assert [one.milliseconds for one in talk.all(Pressed)] == sorted({one.milliseconds for one in talk.all(Pressed)})
    assert len(talk.all(Pressed)) == pressed
