"""The client against a real Mosquitto that is killed, hangs, is locked; and against ports where nobody answers."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from companion.broker import connection as connection_module
from companion.broker.access import Access, Address, Trouble, Why
from companion.broker.client import WAITS, Client
from companion.broker.outbox import MOST, Letter
from tests.broker.listening import Ear, black_hole, client, mute
from tests.broker.mosquitto import HERE, Certificates, Mosquitto, free_port, running
from tests.waiting import HANG_S, wait_until

pytestmark = pytest.mark.real_time

WILL = Letter("t/alive", b"gone", retained=True)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with running(Mosquitto(tmp_path)) as made:
        yield made


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Certificates(tmp_path_factory.mktemp("authority"))


def test_what_one_publishes_the_other_hears(broker: Mosquitto) -> None:
    one, other = Ear(), Ear()
    with client(broker.access("one"), one), client(broker.access("other"), other, ["t/#"]) as second:
        with client(broker.access("first"), Ear()) as first:
            assert first.publish("t/a", b"1")
            other.until(lambda: len(other.messages) == 1)
        second.publish("t/b", bytes(200_000))
        other.until(lambda: len(other.messages) == 2)
    assert other.messages == [("t/a", b"1", False), ("t/b", bytes(200_000), False)]
    assert one.messages == []


def test_whoever_comes_later_hears_what_was_kept(broker: Mosquitto) -> None:
    first, later = Ear(), Ear()
    with client(broker.access("one"), first, ["t/state"]) as one:
        for number in range(300):
            one.publish("t/state", b"%d" % number, retained=True)
        first.until(lambda: first.payloads("t/state")[-1:] == [b"299"])
        numbers = [int(payload) for payload in first.payloads("t/state")]
        assert numbers == sorted(numbers)
        with client(broker.access("two"), later, ["t/state"]):
            later.until(lambda: bool(later.messages))
    assert later.messages == [("t/state", b"299", True)]


def test_what_need_not_be_certain_comes_too(broker: Mosquitto) -> None:
    ear = Ear()
    with client(broker.access(), ear, ["t/#"]) as one:
        for number in range(300):
            one.send(Letter("t/cursor", b"%d" % number, is_certain=number % 7 == 0))
        ear.until(lambda: len(ear.messages) == 300)
    assert sorted(int(payload) for payload in ear.payloads("t/cursor")) == list(range(300))


def test_what_is_kept_for_a_while_is_gone_then(broker: Mosquitto) -> None:
    ear, will = Ear(), replace(WILL, kept_s=1)
    with client(broker.access("one"), ear, ["t/#"], will=will) as one:
        one.send(Letter("t/fleeting", b"1", retained=True, kept_s=1))
        one.send(Letter("t/lasting", b"2", retained=True))
        ear.until(lambda: len(ear.messages) == 2)
    wait_until(lambda: _kept_by(broker) == ["t/lasting"])


def _kept_by(broker: Mosquitto) -> list[str]:
    """Return the topics of which a broker has kept something."""
    ear = Ear()
    with client(broker.access("later"), ear, ["t/#"]):
        ear.until(lambda: "t/lasting" in {topic for topic, _, _ in ear.messages})
    return [topic for topic, _, _ in ear.messages]


def test_many_messages_arrive_in_order(broker: Mosquitto) -> None:
    ear = Ear()
    with client(broker.access(), ear, ["t/events"]) as one:
        for number in range(1000):
            assert one.publish("t/events", b"%d" % number)
        ear.until(lambda: len(ear.messages) == 1000)
    assert [int(payload) for payload in ear.payloads("t/events")] == list(range(1000))


def test_the_broker_tells_that_a_killed_program_is_gone(broker: Mosquitto) -> None:
    ear = Ear()
    command = [sys.executable, "-m", "tests.broker.will_child", broker.url, WILL.topic]
    with (
        client(broker.access(), ear, [WILL.topic]),
        subprocess.Popen(command, stdout=subprocess.PIPE) as child,
    ):
        assert child.stdout is not None
        assert child.stdout.readline() == b"connected\n"
        ear.until(lambda: ear.payloads(WILL.topic) == [b"here"])
        child.kill()
        ear.until(lambda: ear.payloads(WILL.topic) == [b"here", b"gone"])
    later = Ear()
    with client(broker.access(), later, [WILL.topic]):
        later.until(lambda: later.messages == [(WILL.topic, b"gone", True)])


def test_one_that_stops_is_told_to_be_gone(broker: Mosquitto) -> None:
    ear = Ear()
    with client(broker.access("other"), ear, [WILL.topic]):
        with client(broker.access(), Ear(), will=WILL) as one:
            one.publish(WILL.topic, b"here", retained=True)
            ear.until(lambda: ear.payloads(WILL.topic) == [b"here"])
        ear.until(lambda: ear.payloads(WILL.topic) == [b"here", b"gone"])


def test_a_broker_that_was_killed_is_found_again(broker: Mosquitto) -> None:
    ear = Ear()
    with client(broker.access(), ear, ["t/#"]) as one:
        broker.kill()
        ear.until(lambda: bool(ear.lost))
        assert not one.is_connected
        assert not one.publish("t/a", b"lost")
        broker.start()
        ear.until(lambda: ear.connected == 2)
        assert one.publish("t/a", b"found")
        ear.until(lambda: ear.payloads("t/a") == [b"found"])
    assert {trouble.why for trouble in ear.lost} <= {Why.LOST, Why.UNREACHABLE}


def test_a_broker_may_come_later(tmp_path: Path) -> None:
    ear, broker = Ear(), Mosquitto(tmp_path)
    with client(broker.access(), ear, wait=False) as one:
        assert ear.failure() == Trouble(Why.UNREACHABLE, "Connection refused")
        with running(broker):
            ear.until(lambda: one.is_connected)
            assert one.here == HERE


def test_a_broker_that_hangs_lets_nobody_wait(broker: Mosquitto, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "KEEPALIVE_S", 1)
    ear = Ear()
    with client(broker.access(), ear) as one:
        broker.pause()
        taken = [one.publish("t/events", bytes(2000)) for _ in range(MOST + 2000)]
        assert not all(taken)
        assert one.publish("t/state", b"kept", retained=True) == one.is_connected
        ear.until(lambda: bool(ear.lost))
        broker.go_on()
        ear.until(lambda: ear.connected == 2)
        assert one.publish("t/state", b"kept", retained=True)


def test_a_broker_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "PATIENCE_S", 0.3)
    ear = Ear()
    with mute() as port, client(Access(Address(HERE, port), "id"), ear, wait=False) as one:
        assert not one.publish("t/a", b"1")
        ear.until(lambda: len(ear.lost) > 1)
    assert set(ear.lost) == {Trouble(Why.SILENT)}


def test_a_black_hole_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_module, "CONNECT_S", 0.3)
    ear = Ear()
    with black_hole() as port, client(Access(Address(HERE, port), "id"), ear, wait=False) as one:
        assert not one.publish("t/a", b"1")
        ear.until(lambda: len(ear.lost) > 1)
    assert set(ear.lost) == {Trouble(Why.UNREACHABLE, "timed out")}


def test_what_answers_may_be_no_broker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(connection_module, "PATIENCE_S", 5.0)
    ear = Ear()
    with running(Mosquitto(tmp_path, certificates=Certificates(tmp_path / "ca"))) as locked:
        access = replace(locked.access(), address=Address(HERE, locked.port))
        with client(access, ear, wait=False):
            assert ear.failure().why in {Why.UNREACHABLE, Why.LOST}


def test_an_unknown_host_is_named() -> None:
    ear = Ear()
    with client(Access(Address("nowhere.invalid", 1883), "id"), ear, wait=False):
        assert ear.failure().why is Why.UNKNOWN_HOST


def test_the_right_password_is_let_in_and_no_other(tmp_path: Path) -> None:
    with running(Mosquitto(tmp_path, users={"ada": "secret"})) as broker:
        right, wrong, foreign, nobody = Ear(), Ear(), Ear(), Ear()
        with client(broker.access(user="ada"), right):
            pass
        with (
            client(broker.access("b", "eve"), foreign, wait=False),
            client(replace(broker.access("c", "eve"), user="ada"), wrong, wait=False),
            client(broker.access("d"), nobody, wait=False),
        ):
            for ear in (wrong, foreign, nobody):
                assert ear.failure() == Trouble(Why.DENIED)


def test_a_password_that_is_put_right_counts_at_the_next_try(tmp_path: Path) -> None:
    with running(Mosquitto(tmp_path, users={"ada": "secret"})) as broker:
        ear, access = Ear(), broker.access(user="ada")
        assert access.password_file is not None
        access.password_file.write_text("wrong", encoding="utf-8")
        with client(access, ear, wait=False):
            ear.until(lambda: bool(ear.lost))
            access.password_file.write_text("secret", encoding="utf-8")
            ear.until(lambda: ear.connected == 1)


@pytest.mark.parametrize("why", [Why.DENIED, Why.CERTIFICATE, Why.PASSWORD_FILE])
def test_what_does_not_pass_by_itself_is_not_tried_all_the_time(why: Why) -> None:
    one = Client(Access(Address(HERE, 1), "id"), Ear().handlers)
    assert one._pause(Trouble(why), 0) >= WAITS[-1] / 2
    assert one._pause(Trouble(Why.LOST), 0) <= WAITS[0]
    assert WAITS[-1] / 2 <= one._pause(Trouble(Why.LOST), 100) <= WAITS[-1]
    one.stop()


def test_topics_that_are_not_allowed_are_told(tmp_path: Path) -> None:
    rights = "user ada\ntopic readwrite allowed/#\n"
    ear = Ear()
    with (
        running(Mosquitto(tmp_path, users={"ada": "secret"}, rights=rights)) as broker,
        client(broker.access(user="ada"), ear, ["allowed/#"]) as one,
    ):
        one.publish("forbidden/a", b"1")
        one.publish("allowed/a", b"1")
        ear.until(lambda: ear.denied == ["forbidden/a"])
        ear.until(lambda: ear.payloads("allowed/a") == [b"1"])


def test_a_private_line(tmp_path: Path, authority: Certificates) -> None:
    ear = Ear()
    with (
        running(Mosquitto(tmp_path, certificates=authority)) as broker,
        client(broker.access(), ear, ["t/#"]) as one,
    ):
        for number in range(50):
            one.publish("t/a", b"%d" % number + bytes(20_000))
        ear.until(lambda: len(ear.messages) == 50)


def test_a_broker_with_a_certificate_of_somebody_else_is_not_trusted(tmp_path: Path, authority: Certificates) -> None:
    ears = Ear(), Ear(), Ear()
    with running(Mosquitto(tmp_path, certificates=authority)) as broker:
        foreign = replace(broker.access(), ca_file=Certificates(tmp_path / "foreign").ca)
        unknown = replace(broker.access(), ca_file=None)
        by_name = replace(broker.access(), address=Address("localhost.localdomain", broker.port, tls=True))
        for ear, access in zip(ears, (foreign, unknown), strict=False):
            with client(access, ear, wait=False):
                assert ear.failure().why is Why.CERTIFICATE
                assert not ear.connected
        with client(by_name, ears[2], wait=False):
            assert ears[2].failure().why in {Why.CERTIFICATE, Why.UNKNOWN_HOST}


def test_a_broker_may_ask_for_a_certificate_of_ours(tmp_path: Path, authority: Certificates) -> None:
    with running(Mosquitto(tmp_path, certificates=authority, ask_certificate=True)) as broker:
        certificate, key = authority.signed("table-7")
        with client(replace(broker.access(), client_cert=certificate, client_key=key), Ear()):
            pass
        ear = Ear()
        with client(broker.access(), ear, wait=False):
            ear.until(lambda: bool(ear.lost))
            assert not ear.connected


def test_two_of_one_name_throw_each_other_out(broker: Mosquitto) -> None:
    first, second = Ear(), Ear()
    with client(broker.access("same"), first), client(broker.access("same"), second):
        # Not every broker says why.
        assert first.failure().why in {Why.TAKEN_OVER, Why.LOST}
        second.failure()


@pytest.mark.parametrize(
    ("name", "trouble"),
    [
        ("Session taken over", Trouble(Why.TAKEN_OVER)),
        ("Not authorized", Trouble(Why.DENIED)),
        ("Server shutting down", Trouble(Why.LOST, "Server shutting down")),
    ],
)
def test_what_a_broker_says_at_the_end_is_understood(name: str, trouble: Trouble) -> None:
    assert connection_module._of_reason(ReasonCode(PacketTypes.DISCONNECT, name)) == trouble


def test_stopping_takes_no_time_wherever_it_hangs() -> None:
    with black_hole() as port:
        one = Client(Access(Address(HERE, port), "id"), Ear().handlers)
        one.start()
        one.stop(0.1)
        # It has not been waited for.
        assert one._thread.is_alive()
    one._thread.join(HANG_S)


def test_one_that_never_began_can_be_stopped() -> None:
    one = Client(Access(Address(HERE, free_port()), "id"), Ear().handlers)
    one.stop()
    assert not one.publish("t/a", b"1")
