"""The line to the hall: as it is, and with each fault, at a real broker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.broker import connection
from companion.broker.access import others_can_read
from companion.broker.messages import encode
from companion.broker.topics import Topics
from companion.service.doctor import hall as module
from companion.service.doctor.hall import look_at_hall
from companion.service.doctor.values import Finding
from tests.broker.listening import Ear, client, mute
from tests.broker.mosquitto import HERE, Certificates, Mosquitto, free_port, running
from tests.broker.samples import HALL, RECORD
from tests.service.doctor.stage import case, codes

pytestmark = pytest.mark.real_time


def only(found: Iterator[Finding]) -> tuple[str, ...]:
    (one,) = found
    return codes(one)


def secret(folder: Path, word: str) -> str:
    file = folder / "secret"
    file.touch(mode=0o600)
    file.write_text(word, encoding="utf-8")
    return str(file)


def test_without_a_hall_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    assert only(look_at_hall(case(tmp_path))) == ("unused", "not_used")


def test_the_broker_and_the_hall_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HALL_S", 0.2)
    with running(Mosquitto(tmp_path)) as broker:
        assert only(look_at_hall(case(tmp_path, hall__broker=broker.url))) == ("well", "broker_alone")
        monkeypatch.setattr(module, "HALL_S", 60.0)
        topic, ear = Topics().of_hall(RECORD), Ear()
        with client(broker.access(), ear, [topic]) as one:
            one.publish(topic, b"nonsense")
            one.publish(topic, encode(HALL), retained=True)
            ear.until(lambda: len(ear.messages) == 2)
            (found,) = look_at_hall(case(tmp_path, hall__broker=broker.url))
    assert codes(found) == ("well", "broker_with_hall")
    assert "Main hall" in found.what.text


def test_nobody_is_there(tmp_path: Path) -> None:
    there = f"mqtt://{HERE}:{free_port()}"
    assert only(look_at_hall(case(tmp_path, hall__broker=there))) == ("mend", "broker_unreachable", "right_broker")
    there = "mqtt://nowhere.invalid"
    assert only(look_at_hall(case(tmp_path, hall__broker=there))) == ("mend", "broker_unknown_host", "right_broker")


def test_somebody_is_there_and_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE_S", 0.2)
    with mute() as port:
        found = only(look_at_hall(case(tmp_path, hall__broker=f"mqtt://{HERE}:{port}")))
    assert found == ("mend", "broker_silent", "right_broker")


def test_the_password_is_wrong_or_cannot_be_read_or_is_open_to_all(tmp_path: Path) -> None:
    with running(Mosquitto(tmp_path / "broker", users={"ada": "right"})) as broker:
        options: dict[str, Any] = {"hall__broker": broker.url, "hall__user": "ada"}
        file = secret(tmp_path, "wrong")
        found = only(look_at_hall(case(tmp_path, hall__password_file=file, **options)))
        assert found == ("mend", "hall_denied", "right_user")
        missing = str(tmp_path / "missing")
        found = only(look_at_hall(case(tmp_path, hall__password_file=missing, **options)))
        assert found == ("mend", "hall_password_file", "readable_file")
        Path(secret(tmp_path, "right")).chmod(0o644)
        assert others_can_read(Path(file))
        first, second = look_at_hall(case(tmp_path, hall__password_file=file, **options))
        assert codes(first) == ("mend", "password_open", "close_file")
        assert codes(second) == ("well", "broker_alone")


def test_the_certificate_is_of_somebody_else(tmp_path: Path) -> None:
    authority, other = Certificates(tmp_path / "authority"), Certificates(tmp_path / "other")
    with running(Mosquitto(tmp_path, certificates=authority)) as broker:
        options: dict[str, Any] = {"hall__broker": broker.url}
        found = only(look_at_hall(case(tmp_path, hall__ca_file=str(authority.ca), **options)))
        assert found == ("well", "broker_alone")
        found = only(look_at_hall(case(tmp_path, hall__ca_file=str(other.ca), **options)))
        assert found == ("mend", "hall_certificate", "right_authority")
        found = only(look_at_hall(case(tmp_path, hall__ca_file=str(tmp_path / "missing"), **options)))
        assert found == ("mend", "hall_ca_file", "readable_file")
