"""The host's side of a conversation: how it begins, goes on, falters and recovers."""

from dataclasses import replace

import pytest

from firmware_bridge.frames import encode
from firmware_bridge.happenings import Answered, Met, Pressed, Shown, Standing, State, Told
from firmware_bridge.protocol import (
    Calibration,
    CalibrationWanted,
    Head,
    Hello,
    HostHello,
    Light,
    Lights,
    OtherVersion,
    RawMode,
    Result,
    Snapshot,
    SnapshotWanted,
    Status,
    Tare,
    Why,
)
from firmware_bridge.session import Session
from firmware_bridge.zones import Sensing
from tests.firmware_bridge.device import BACKGAMMON, COLOURED, SIX, Device, hello, laid
from tests.firmware_bridge.refused import GOOD_HELLO, HELLOS, SNAPSHOTS, of_hello, of_snapshot
from tests.firmware_bridge.talk import Talk


def live(device: Device | None = None) -> Talk:
    talk = Talk(device)
    talk.run(0.5)
    assert talk.bridge.session.standing.state is State.LIVE
    talk.forget()
    talk.device.heard.clear()
    return talk


def states(talk: Talk) -> list[State]:
    return [standing.state for standing in talk.all(Standing)]


def test_hello_then_a_snapshot_then_live() -> None:
    talk = Talk()
    talk.run(0.2)
    assert states(talk) == [State.HELLO, State.SYNCING, State.LIVE]
    assert [type(message) for message in talk.device.heard] == [HostHello, SnapshotWanted, Lights]
    assert [met.hello for met in talk.all(Met)] == [hello()]
    assert talk.all(Shown)[0].board == laid(SIX, BACKGAMMON)
    assert all(standing.sentence for standing in talk.all(Standing))


def test_hello_is_said_every_half_second_until_one_comes() -> None:
    talk = Talk()
    talk.run(2.05, device_is_on=False)
    assert states(talk) == [State.HELLO]
    session = Session()
    session.open(0.0)
    said = [at for at in range(0, 3000, 10) if session.tick(at / 1000) is not None and session.to_send()]
    assert said == [0, 500, 1000, 1500, 2000, 2500]


def test_only_a_board_that_was_there_is_lost() -> None:
    silent = Session()
    silent.open(0.0)
    silent.close(1.0)
    assert silent.standing.state is State.ABSENT
    talk = live()
    talk.bridge.session.close(talk.now)
    assert talk.bridge.session.standing.state is State.LOST


def test_snapshots_in_parts() -> None:
    device = Device(hello(COLOURED), laid(COLOURED, BACKGAMMON))
    device.room = 7
    talk = Talk(device)
    talk.run(0.2)
    assert talk.all(Shown)[0].board == laid(COLOURED, BACKGAMMON)


def test_noise_before_hello_does_no_harm() -> None:
    session = Session()
    session.open(0.0)
    session.receive(b"sensor board 1\r\n\xff\x00\x81", 0.1)
    assert session.standing.state is State.HELLO


def test_something_else_on_the_line_is_told() -> None:
    session = Session()
    session.open(0.0)
    for at in range(1, 6):
        session.receive(b"$GPGGA,1234\r\n\0", at / 2)
    assert "right port" in session.standing.sentence


def test_another_version_is_named_and_asked_again_until_the_board_has_changed() -> None:
    talk = Talk()
    talk.device.about = OtherVersion(Head(b"futurist", 3))  # type: ignore[assignment]
    talk.device.show = lambda *_: None  # type: ignore[method-assign]
    talk.run(16.0)
    (*_, last) = talk.all(Standing)
    assert (last.state, len(talk.all(Standing))) == (State.HELLO, 2)
    assert "version 3" in last.sentence
    assert "version 1" in last.sentence
    assert len([one for one in talk.device.heard if isinstance(one, HostHello)]) == 4
    talk.device.about = hello()
    talk.run(5.0)
    assert [met.hello for met in talk.all(Met)] == [hello()]


def said_by(payload: str, kind: int = Hello.TYPE) -> bytes:
    return encode(kind, 0, bytes.fromhex(payload))


@pytest.mark.parametrize(("payload", "why"), HELLOS.items())
def test_a_hello_that_is_refused_is_told_of_and_asked_for_again(payload: str, why: str) -> None:
    session = Session()
    session.open(0.0)
    session.tick(0.0)
    session.to_send()
    # Noise before it is no reason to take it for something else than a board.
    happened = session.receive(b"noise\0" + said_by(payload), 3.0)
    assert happened == [Standing(3.0, State.HELLO, of_hello(why))]
    assert session.receive(said_by(payload), 3.1) == []
    assert (session.counts.misunderstood, session.due) == (2, 3.6)
    session.receive(said_by(GOOD_HELLO), 3.2)
    assert (session.standing.state, session.refusal) == (State.SYNCING, "")


def test_a_live_board_whose_hello_becomes_wrong_is_not_used_any_more() -> None:
    talk = live()
    talk.note(talk.bridge.receive(said_by(next(iter(HELLOS))), talk.now))
    talk.device.show(talk.milliseconds)
    talk.note(talk.bridge.receive(talk.device.take(), talk.now))
    assert states(talk) == [State.HELLO]
    assert talk.all(Shown) == []
    talk.run(1.0)
    assert states(talk) == [State.HELLO, State.SYNCING, State.LIVE]


@pytest.mark.parametrize(("payload", "why"), SNAPSHOTS.items())
def test_a_board_of_which_no_snapshot_can_be_taken_is_told_why(payload: str, why: str) -> None:
    session = Session()
    session.open(0.0)
    told = session.receive(said_by(GOOD_HELLO), 0.1)
    for at in range(1, 9):
        told += session.receive(said_by(payload, Snapshot.TYPE), at / 2)
        told += session.receive(said_by(GOOD_HELLO), at / 2)
    wrong = of_snapshot(why)
    assert [(one.state, one.sentence) for one in told if isinstance(one, Standing)][1:] == [
        (State.SYNCING, wrong),
        (State.STALE, wrong),
        (State.SYNCING, wrong),
    ]
    session.receive(said_by(f"0000 00000000 01 00 01 {'00' * 12}", Snapshot.TYPE), 4.6)
    assert session.standing == Standing(4.6, State.LIVE, "The board is connected.")


def test_a_wrong_message_in_between_is_told_of_until_the_board_has_answered() -> None:
    talk = live()
    talk.device.say(Snapshot(7, talk.milliseconds, Why.CHANGED, bytes(71)))
    talk.run(4.0)
    wrong = of_snapshot("it brings 71 bytes of data where HELLO tells of 72")
    assert [(one.state, one.sentence) for one in talk.all(Standing)] == [
        (State.LIVE, wrong),
        (State.LIVE, "The board is connected."),
    ]


def test_a_lost_part_of_a_snapshot_in_between_is_not_told_of() -> None:
    device = Device(hello(COLOURED), laid(COLOURED, BACKGAMMON))
    device.room = 50
    talk = live(device)
    talk.up = lambda data: data if len(data) < 100 else data[60:]
    talk.device.show(talk.milliseconds)
    talk.run(0.1)
    assert talk.bridge.session._ignored.endswith("is missing.")
    assert talk.all(Standing) == []


def test_another_board_than_the_wanted_one_is_turned_away() -> None:
    talk = Talk()
    talk.bridge.session.wanted = b"theother"
    talk.run(1.0)
    assert states(talk) == [State.HELLO, State.HELLO]
    assert talk.all(Met) == []
    assert talk.bridge.session.stranger == hello().head


def test_silence_makes_stale_and_hello_begins_again() -> None:
    talk = live()
    talk.run(1.9, device_is_on=False)
    assert states(talk) == []
    talk.run(0.2, device_is_on=False)
    assert states(talk) == [State.STALE]
    talk.run(1.0)
    assert states(talk) == [State.STALE, State.SYNCING, State.LIVE]
    assert [met.anew for met in talk.all(Met)] == [False]


def test_a_board_that_tells_everything_but_snapshots_is_stale() -> None:
    talk = live()
    talk.device.show = lambda *_: talk.device.say(Status(talk.milliseconds, 1))  # type: ignore[method-assign]
    talk.run(3.0)
    assert states(talk)[0] is State.STALE
    assert State.LIVE not in states(talk)


def test_what_is_stale_is_not_shown_before_the_board_has_answered() -> None:
    talk = live()
    talk.run(3.0, device_is_on=False)
    talk.forget()
    talk.device.show(talk.milliseconds)
    talk.note(talk.bridge.receive(talk.device.take(), talk.now))
    assert talk.all(Shown) == []


def test_a_board_that_has_started_anew_gets_its_lights_back() -> None:
    talk = live()
    lights = [Light.ON, Light.OFF, Light.BLINKING, Light.OFF]
    talk.bridge.session.set_lights(lights, talk.now)
    talk.bridge.session.set_raw_mode(5, talk.now)
    talk.run(0.3)
    assert list(talk.device.lights) == lights
    talk.device.lights = ()
    talk.device.heard.clear()
    talk.device.about = hello(boot=2)
    talk.device.boot(talk.milliseconds)
    talk.run(0.3)
    assert list(talk.device.lights) == lights
    assert RawMode(5) in talk.device.heard
    assert [met.anew for met in talk.all(Met)] == [True]
    assert states(talk) == [State.SYNCING, State.LIVE]


def test_a_start_whose_hello_was_lost_shows_in_the_board_s_clock() -> None:
    talk = live()
    talk.device.about = hello(boot=2)
    talk.device.say(Snapshot(0, 20, Why.CHANGED, bytes(72)))
    talk.run(0.01)
    assert states(talk) == [State.HELLO]
    assert talk.all(Shown) == []
    talk.run(0.1)
    assert [met.anew for met in talk.all(Met)] == [True]


def test_a_message_made_out_a_little_earlier_is_no_start() -> None:
    talk = live()
    talk.device.say(Status(talk.milliseconds - 30, 1))
    talk.device.show(talk.milliseconds - 50)
    talk.run(0.1)
    assert states(talk) == []
    assert len(talk.all(Shown)) == 1


def test_other_zones_that_send_the_same_bytes_show_another_board() -> None:
    talk = live()
    turned = (replace(SIX[0], sensing=Sensing.COLOUR),)
    talk.device.about = hello(turned, boot=2)
    talk.device.boot(talk.milliseconds)
    talk.run(0.3)
    assert talk.all(Met)[0].hello.groups == turned
    assert talk.all(Shown)[-1].board == laid(SIX, BACKGAMMON)


def test_a_clock_that_is_full_begins_again_unnoticed() -> None:
    talk = live()
    session = talk.bridge.session
    session._clock = 2**32 - 5
    talk.device.say(Status(3, 1))
    talk.note(session.receive(talk.device.take(), talk.now))  # type: ignore[arg-type]
    assert states(talk) == []


def test_a_second_hello_of_the_same_start_changes_nothing() -> None:
    talk = live()
    talk.device.say(hello())
    talk.run(0.1)
    assert states(talk) == []
    assert talk.all(Met) == []


def test_a_command_is_said_three_times_with_one_number_and_given_up() -> None:
    talk = live()
    sent: list[bytes] = []

    def swallow(data: bytes) -> bytes:
        sent.extend([data] * bool(data))
        return b""

    talk.down = swallow
    talk.bridge.session.command(Tare(), talk.now)
    talk.run(0.9)
    assert [len(sent), len(set(sent))] == [3, 1]
    assert [(one.command, one.result) for one in talk.all(Answered)] == [(Tare(), None)]


def test_a_lost_answer_does_not_do_it_twice() -> None:
    talk = live()
    drops = iter([b""])
    talk.up = lambda data: next(drops, data) if data else data
    talk.bridge.session.set_lights([Light.ON], talk.now)
    talk.run(0.6)
    assert [one.result for one in talk.all(Answered)] == [Result.DONE]
    assert [one for one in talk.device.heard if isinstance(one, Lights)] == [Lights((Light.ON, *[Light.OFF] * 3))] * 2


def test_commands_go_one_after_the_other() -> None:
    talk = live()
    talk.down = lambda _data: b""
    session = talk.bridge.session
    session.command(Tare(), talk.now)
    session.set_lights([Light.ON], talk.now)
    session.set_lights([Light.BLINKING], talk.now)
    talk.down = lambda data: data
    talk.run(0.3)
    assert talk.device.heard == [Tare(), Lights((Light.BLINKING, *[Light.OFF] * 3))]


def test_a_command_without_a_board_is_answered_at_once() -> None:
    session = Session()
    session.open(0.0)
    assert session.command(Tare(), 0.0) == [Answered(0.0, Tare(), None)]


def test_too_many_commands_are_answered_at_once() -> None:
    talk = live()
    talk.down = lambda _data: b""
    for _ in range(80):
        talk.note(list(talk.bridge.session.command(Tare(), talk.now)))
    assert {(one.command, one.result) for one in talk.all(Answered)} == {(Tare(), None)}
    assert len(talk.all(Answered)) == 80 - 65


def test_calibration_that_nobody_can_tell_is_answered_at_once() -> None:
    session = Session()
    session.open(0.0)
    assert len(session.want_calibration(0, 100, 0.0)) == 2


def test_lights_set_before_the_board_is_there_are_lit_later() -> None:
    talk = Talk()
    talk.bridge.session.set_lights([Light.BLINKING_FAST], 0.0)
    talk.run(0.3)
    assert talk.device.lights[0] is Light.BLINKING_FAST


def test_a_board_without_lights_is_not_asked_for_them() -> None:
    talk = live(Device(replace(hello(), features=hello().features & 0, lights=0)))
    talk.bridge.session.set_lights([Light.ON], talk.now)
    talk.run(5.0)
    assert not any(isinstance(message, Lights) for message in talk.device.heard)


@pytest.mark.parametrize(("lights", "wanted"), [((Light.ON,), Lights), ((), SnapshotWanted)])
def test_the_board_hears_something_every_two_seconds(lights: tuple[Light, ...], wanted: type) -> None:
    talk = live()
    talk.bridge.session.set_lights(lights, talk.now)
    talk.run(0.1)
    talk.device.heard.clear()
    talk.run(10.0)
    assert {type(message) for message in talk.device.heard} == {wanted}
    assert len(talk.device.heard) in {4, 5}


def test_a_board_that_does_not_hear_is_told_of() -> None:
    talk = live()
    talk.down = lambda _data: b""
    talk.run(4.0)
    assert [(one.state, "does not hear" in one.sentence) for one in talk.all(Standing)] == [(State.LIVE, True)]
    talk.down = lambda data: data
    talk.run(3.0)
    assert [one.sentence for one in talk.all(Standing)][-1].endswith("is connected.")


def test_nor_is_one_after_an_unplug_before_the_board_has_said_whether_it_is_the_same() -> None:
    talk = live()
    talk.note(talk.bridge.close(talk.now, "gone"))
    talk.note(talk.bridge.open(talk.now))
    talk.bridge.session.to_send()
    talk.device.press(talk.milliseconds)
    talk.note(talk.bridge.receive(talk.device.take(), talk.now))
    talk.device.receive(talk.bridge.session.to_send(), talk.milliseconds)
    assert talk.all(Pressed) == []
    assert len(talk.device.pressed) == 1


def test_a_command_is_given_up_when_the_board_starts_anew() -> None:
    talk = live()
    talk.down = lambda _data: b""
    talk.bridge.session.command(Tare(), talk.now)
    talk.device.about = hello(boot=2)
    talk.device.boot(talk.milliseconds)
    talk.run(0.02)
    assert [(one.command, one.result) for one in talk.all(Answered)] == [(Tare(), None)]


def test_calibration_is_asked_for_in_frames_that_fit() -> None:
    talk = live()
    talk.bridge.session.want_calibration(0, 144, talk.now)
    talk.run(0.3)
    assert [one for one in talk.device.heard if isinstance(one, CalibrationWanted)] == [
        CalibrationWanted(0, 60),
        CalibrationWanted(60, 60),
        CalibrationWanted(120, 24),
    ]
    told = [one.message for one in talk.all(Told) if isinstance(one.message, Calibration)]
    assert [(one.first, len(one.channels)) for one in told] == [(0, 60), (60, 60), (120, 24)]


def test_the_rest_of_a_calibration_is_asked_for_again() -> None:
    talk = live()
    talk.device.most_channels = 25
    talk.bridge.session.want_calibration(0, 60, talk.now)
    talk.run(0.3)
    told = [one.message for one in talk.all(Told) if isinstance(one.message, Calibration)]
    assert [(one.first, len(one.channels)) for one in told] == [(0, 25), (25, 25), (50, 10)]


def test_a_snapshot_of_the_wrong_size_is_dropped() -> None:
    talk = live()
    talk.device.say(Snapshot(7, talk.milliseconds, Why.CHANGED, bytes(71)))
    talk.device.say(Snapshot(7, talk.milliseconds, Why.CHANGED, bytes(73)))
    talk.run(0.05)
    assert talk.all(Shown) == []
    assert talk.bridge.session.counts.misunderstood == 2


def test_a_clock_of_ours_that_jumps_floods_nobody() -> None:
    session = Session()
    session.open(0.0)
    session.tick(0.0)
    session.to_send()
    session.tick(3600.0)
    assert len(session.to_send()) < 30
    assert session.due == pytest.approx(3600.5)
