"""`companion hall`: its configuration, what it says of each wrong thing, and its life with a real broker."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.broker.messages import Cursor, Hall, encode, received
from companion.broker.topics import Topics
from companion.cli import main
from companion.commands.hall import opened_record, serve
from companion.hall.config import HallConfig, changed_hall, hall_defaults, load_hall, parse_hall
from companion.hall.rounds.reading import read_list
from companion.options import ConfigError
from tests.broker.listening import Ear, client
from tests.broker.mosquitto import Mosquitto, running
from tests.hall.postgres import Postgres
from tests.hall.tables import Table, alive, story
from web.safe import Role, Safe

pytestmark = pytest.mark.real_time

LIST = "round,table,white,black\n1,1,Ada,Zoë\n"


def test_the_defaults_are_what_is_written_out() -> None:
    assert parse_hall(hall_defaults()) == HallConfig()
    assert parse_hall("# nothing\n") == HallConfig()


def test_the_data_lie_where_they_are_said_to_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "a"))
    assert HallConfig().data == tmp_path / "a" / "hall"
    monkeypatch.setenv("COMPANION_HALL_DATA", str(tmp_path / "b"))
    assert HallConfig().data == tmp_path / "b"
    assert HallConfig(folder=str(tmp_path / "c")).data == tmp_path / "c"


def test_the_pin_is_set_where_an_installation_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_HALL_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("482913\n"))
    assert main(["hall", "pin"]) == 0
    assert Safe(tmp_path).fits(Role.TABLE, "482913")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[broker]\naddress = "http://here"', "broker.address is to be as mqtt://"),
        ('[broker]\naddress = "mqtt://me:secret-word@here"', "broker.user and .password_file"),
        ('[broker]\naddress = "mqtt://here"\nca_file = "x"', "need a broker at mqtts://"),
        ('[broker]\npassword_file = "x"', "needs a broker.user"),
        ('[broker]\nclient_key = "x"', "needs a broker.client_cert"),
        ('[broker]\nprefix = "a b"', "broker.prefix"),
        ("[panel]\nport = 99999", "panel.port is to be from 0 to 65535"),
        ('[panel]\nwatching = "all"', "panel.watching"),
        ("[brocker]\n", "did you mean broker?"),
        ("=", "It is not TOML"),
    ],
)
def test_what_is_wrong_is_told(text: str, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_hall(text)
    assert told in str(caught.value)
    assert "secret-word" not in str(caught.value)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(["hall", *arguments])
    told = capsys.readouterr()
    return status, told.out + told.err


def test_configuration_and_lists_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hall.toml"
    file.write_text(hall_defaults(), encoding="utf-8")
    assert load_hall(file) == HallConfig()
    assert said(capsys, "check", str(file)) == (0, f"{file}: all right.\n")
    file.write_text('[record]\nurl = "mysql://here/db"', encoding="utf-8")
    assert said(capsys, "check", str(file)) == (
        2, f"companion: {file}: mysql is no database that the hall can use: it is to be sqlite or postgresql.\n",
    )  # fmt: skip
    rounds = tmp_path / "list.csv"
    rounds.write_text(LIST, encoding="utf-8")
    assert said(capsys, "check", str(rounds)) == (0, f"{rounds}: 1 pairings in 1 rounds.\n")
    rounds.write_text(LIST + "x,2,Bo,Cy\n", encoding="utf-8")
    assert said(capsys, "check", str(rounds)) == (
        2, f"companion: {rounds}:3:1: x is no round: it is a whole number from 1 to 999.\n",
    )  # fmt: skip
    assert said(capsys, "show")[1] == hall_defaults()


def test_it_does_not_begin_with_what_cannot_be_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], postgres: Postgres
) -> None:
    data = ("--data", str(tmp_path / "data"), "--port", "0")
    rounds = tmp_path / "list.csv"
    rounds.write_text("round,table\n", encoding="utf-8")
    for status, told, arguments in (
        (2, "broker.address is to be as mqtt://", ("--broker", "here")),
        (1, "no address of a database", ("--database", "here")),
        (1, "does not belong into the address", ("--database", "postgresql://me:secret-word@here/db")),
        (1, "There is no such database", ("--database", postgres.url("nowhere"))),
        (1, "does not let the hall in", ("--database", postgres.url("postgres", "stranger"))),
        (1, "cannot be reached", ("--database", "postgresql://me@127.0.0.1:1/db")),
        (1, f"{rounds}:1: The columns white, black are missing", ("--list", str(rounds))),
        (1, "cannot be read", ("--list", str(tmp_path / "none.csv"))),
        (2, "It cannot be read", ("--config", str(tmp_path / "none.toml"))),
    ):
        found, text = said(capsys, *data, *arguments)
        assert (found, told in text) == (status, True), text
        assert "secret-word" not in text


def test_it_runs_until_it_is_told_to_stop_and_keeps_what_tables_tell(tmp_path: Path) -> None:
    table, topics, ear = Table(1, journal={"m": story("m", 6)}), Topics(), Ear()
    rounds = tmp_path / "list.csv"
    rounds.write_text(LIST, encoding="utf-8")
    with running(Mosquitto(tmp_path / "broker")) as broker:
        arguments = ("--data", str(tmp_path), "--broker", broker.url, "--port", "0", "--list", str(rounds))
        hall = subprocess.Popen(
            [sys.executable, "-m", "companion", "hall", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        with client(broker.access(), ear, topics.for_table(table.id)) as line:
            ear.until(lambda: any(topic.startswith("companion/hall/") for topic, _, _ in ear.messages))
            line.publish(topics.of_table("alive", table.id), encode(alive()), retained=True)
            for _ in range(2):
                events = table.events("m")
                assert events is not None
                asked = len(ear.messages)
                line.publish(topics.of_table("events", table.id), encode(events))
                ear.until(lambda asked=asked: len(ear.messages) > asked)  # type: ignore[misc]  # bound at once
                table.have["m"] = _cursors(ear)[-1].have
            assert _cursors(ear)[-1].have == 6
            hall.send_signal(signal.SIGTERM)
            out, _ = hall.communicate(timeout=60)
            assert hall.returncode == 0, out
            assert "The hall is at http://" in out
            ear.until(lambda: _last_of_hall(ear).online is False)


def test_a_list_that_was_taken_over_does_not_come_back(tmp_path: Path) -> None:
    file, later = tmp_path / "list.csv", LIST.replace("Ada", "Ida").encode()
    file.write_text(LIST, encoding="utf-8")
    config = changed_hall(HallConfig(), {"folder": str(tmp_path / "data"), "list": str(file), "panel.port": 0})
    assert _whites(config) == ["Ada"]
    record = opened_record(config)
    record.keep_rounds(read_list(later).rows, 1)
    record.close()
    # Started anew, it keeps to what the directors have handed in since; another file is another wish.
    assert _whites(config) == ["Ida"]
    file.write_text(LIST.replace("Ada", "Uma"), encoding="utf-8")
    assert _whites(config) == ["Uma"]
    other = changed_hall(config, {"record.url": f"sqlite:///{tmp_path}/other.sqlite"})
    assert _whites(other) == ["Uma"]


def _whites(config: HallConfig) -> list[str]:
    """Let a hall begin and end; return who plays White by its list."""
    stopped = threading.Event()
    stopped.set()
    record = opened_record(config)
    try:
        assert serve(config, record, stopped) == 0
        return [one.white for one in record.rounds().pairings]
    finally:
        record.close()


def _cursors(ear: Ear) -> list[Cursor]:
    told = [received(Topics(), topic, payload)[1] for topic, payload, _ in list(ear.messages)]
    return [one for one in told if isinstance(one, Cursor)]


def _last_of_hall(ear: Ear) -> Hall:
    told = [received(Topics(), topic, payload)[1] for topic, payload, _ in list(ear.messages)]
    return [one for one in told if isinstance(one, Hall)][-1]
