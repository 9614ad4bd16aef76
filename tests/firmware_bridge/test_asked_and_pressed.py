"""What a conversation tells of presses, and of what lies on the board now."""

import pytest

from firmware_bridge.happenings import Heard, Pressed, Shown, Standing, State
from firmware_bridge.protocol import Button, ButtonSeen, RawMode, SnapshotWanted, Status, Tare
from firmware_bridge.session import Session
from tests.firmware_bridge.device import SIX, Device, laid
from tests.firmware_bridge.talk import Talk
from tests.firmware_bridge.test_session import live, states


def test_what_is_asked_for_is_heard_after_it_is_shown() -> None:
    talk = live()
    talk.device.board = laid(SIX, {4: 2})
    asked = talk.now
    talk.note(list(talk.bridge.session.want_fresh(asked)))
    talk.run(0.02)
    shown, heard = talk.all(Shown)[-1], talk.all(Heard)
    assert shown.board == laid(SIX, {4: 2})
    assert [one.since for one in heard] == [asked]
    assert talk.events.index(shown) < talk.events.index(heard[0])
    assert states(talk) == []


def test_other_snapshots_are_no_answers() -> None:
    talk = live()
    talk.down = lambda _data: b""
    talk.note(list(talk.bridge.session.want_fresh(talk.now)))
    talk.device.show(talk.milliseconds)
    talk.run(0.9)
    assert talk.all(Shown)
    assert talk.all(Heard) == []


def test_a_board_that_does_not_answer_is_stale_soon_and_comes_back() -> None:
    talk = live()
    talk.down = lambda _data: b""
    talk.note(list(talk.bridge.session.want_fresh(talk.now)))
    talk.run(0.9)
    assert State.STALE not in states(talk)
    talk.run(0.1)
    assert states(talk)[-1] is State.STALE
    assert "does not answer" in talk.all(Standing)[-1].sentence
    talk.down = lambda data: data
    talk.run(1.0)
    assert states(talk)[-2:] == [State.SYNCING, State.LIVE]
    assert talk.all(Heard) == []


def test_one_answer_of_four_is_enough() -> None:
    talk = live()
    losses = iter([b""] * 3)
    talk.down = lambda data: next(losses, data) if data else data
    talk.note(list(talk.bridge.session.want_fresh(talk.now)))
    talk.run(0.95)
    assert len(talk.all(Heard)) == 1
    assert State.STALE not in states(talk)


def test_an_answer_that_came_too_soon_is_asked_for_again() -> None:
    talk = live()
    talk.bridge.session._fresh.trips.shortest = 0.5
    talk.note(list(talk.bridge.session.want_fresh(talk.now)))
    talk.run(0.45)
    assert talk.all(Heard) == []
    talk.run(0.1)
    assert len(talk.all(Heard)) == 1
    assert states(talk) == []


def test_on_a_slow_line_what_was_said_before_it_was_met_again_is_not_shown() -> None:
    talk = live()
    talk.bridge.session._fresh.trips.shortest = 3.0
    talk.note(list(talk.bridge.session.want_fresh(talk.now)))
    talk.run(1.0, device_is_on=False)
    assert states(talk)[-1] is State.STALE
    talk.forget()
    # An answer to a HELLO of long ago, and what was shown after it.
    talk.device.say(talk.device.about)
    talk.down = lambda _data: b""
    talk.run(2.6)
    assert states(talk) == [State.SYNCING]
    assert talk.all(Shown) == []
    talk.run(1.2)
    assert states(talk) == [State.SYNCING, State.LIVE]
    assert len(talk.all(Shown)) == 1


def test_a_question_does_not_wait_behind_other_commands() -> None:
    talk = live()
    session = talk.bridge.session
    for command in (Tare(), RawMode(3), RawMode(0)):
        session.command(command, talk.now)
    session.want_fresh(talk.now)
    talk.run(0.3)
    assert [type(message) for message in talk.device.heard] == [Tare, SnapshotWanted, RawMode]


def test_nothing_is_waited_for_of_a_board_that_is_not_there() -> None:
    talk = live()
    talk.note(talk.bridge.close(talk.now, "gone"))
    talk.forget()
    assert talk.bridge.session.want_fresh(talk.now) == []
    assert talk.bridge.session.due is None


def test_a_press_tells_how_long_ago_it_was() -> None:
    talk = live()
    talk.device.press(talk.milliseconds)
    talk.run(0.05)
    talk.device.press(talk.milliseconds, 2)
    talk.run(8.0, device_is_on=False)
    talk.run(1.0)
    first, second = talk.all(Pressed)
    assert first.button == 1
    assert first.age == pytest.approx(0.0, abs=0.02)
    assert second.button == 2
    assert second.age == pytest.approx(8.0, abs=0.5)


def test_a_press_from_before_we_came_is_told_with_its_age() -> None:
    device = Device()
    device.press(1000)
    talk = Talk(device)
    talk.run(1.0)
    (pressed,) = talk.all(Pressed)
    assert pressed.age == pytest.approx(4.0, abs=0.2)
    assert talk.device.pressed == []


def test_before_the_board_has_told_its_time_a_press_is_not_acknowledged() -> None:
    session = Session()
    session.open(0.0)
    device = Device()
    device.say(device.about)
    device.press(100)
    happened = session.receive(device.take(), 0.1)
    assert not any(isinstance(one, Pressed) for one in happened)
    device.say(Status(200, 1))
    device.tick(200)
    (pressed,) = [one for one in session.receive(device.take(), 0.2) if isinstance(one, Pressed)]
    assert pressed.milliseconds == 100


def test_a_press_counts_once_however_often_it_comes() -> None:
    talk = live()
    talk.down = lambda _data: b""
    talk.device.press(talk.milliseconds, 2)
    talk.run(0.5)
    assert [(one.button, one.pressed) for one in talk.all(Pressed)] == [(2, True)]
    assert len(talk.device.pressed) == 1
    talk.down = lambda data: data
    talk.run(0.3)
    assert talk.device.pressed == []
    assert len(talk.all(Pressed)) == 1


def test_a_press_is_not_acknowledged_before_the_board_is_known() -> None:
    session = Session()
    session.open(0.0)
    device = Device()
    device.press(100)
    assert session.receive(device.take(), 0.1) == []
    device.receive(session.to_send(), 100)
    assert ButtonSeen(1) not in device.heard


def test_the_first_press_after_an_unnoticed_start_is_not_taken_for_the_one_before() -> None:
    talk = live()
    talk.device.say(Button(1, 1, pressed=True, milliseconds=7000))
    talk.device.say(Button(1, 1, pressed=True, milliseconds=7000))
    talk.device.say(Button(1, 1, pressed=True, milliseconds=300))
    talk.run(0.05)
    assert [one.milliseconds for one in talk.all(Pressed)] == [7000, 300]


def test_presses_are_remembered_over_a_lost_connection() -> None:
    talk = live()
    talk.down = lambda _data: b""
    talk.device.press(talk.milliseconds)
    talk.run(0.05)
    talk.note(talk.bridge.close(talk.now, "gone"))
    talk.note(talk.bridge.open(talk.now))
    talk.down = lambda data: data
    talk.run(1.0)
    assert len(talk.all(Pressed)) == 1
    assert talk.device.pressed == []
