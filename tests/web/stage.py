"""A real table with its panel, for tests: the service, the application, and a server on a free port."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from companion.journal.database import FILE
from companion.service import TableService
from web import create_app, make_server
from web.safe import Role, Safe
from web.server import stop_server

PIN, OWNER_PIN = "4071", "860312"
BACKGAMMON = {"game": "backgammon", "length": {"kind": "points", "points": 5}, "names": {"white": "Ada", "black": "Bo"}}


@dataclass(frozen=True)
class Settings:
    """What is configured of a panel."""

    data: Path
    hosts: tuple[str, ...] = ()
    streams: int = 24
    origins: tuple[str, ...] = ()


class KeptTemplates(BytecodeCache):
    """Keeps templates translated for the applications that follow in the same process."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


TEMPLATES = KeptTemplates()


class SharedRule(Rule):
    """An address of an application, which every test has anew: how it is read and written is worked out once."""

    _known: ClassVar[dict[str, Rule]] = {}

    def compile(self) -> None:
        if self.defaults:
            super().compile()
            return
        if self.rule not in self._known:
            super().compile()
            self._known[self.rule] = self
        known = self._known[self.rule]
        self._parts, self._trace, self._converters = known._parts, known._trace, known._converters
        self._build, self._build_unknown = known._build, known._build_unknown
        self.arguments = known.arguments


def share(patch: pytest.MonkeyPatch) -> None:
    """Let all applications that are made have in common what is the same in each."""
    patch.setattr(Flask, "url_rule_class", SharedRule)
    patch.setattr(Flask, "jinja_options", {"bytecode_cache": TEMPLATES})


@dataclass
class Stage:
    """A table and its panel."""

    service: TableService
    app: Flask
    folder: Path
    config: Settings

    def post(self, event: str, **fields: Any) -> None:
        """Let something happen; it must not be turned down."""
        answer = self.service.post({"event": event, **fields}, "test")
        assert answer.ok, answer.message

    def begin(self, **agreed: Any) -> None:
        answer = self.service.new_match({**BACKGAMMON, **agreed}, "test")
        assert answer.ok, answer.message

    def open_with(self, white: int, black: int) -> None:
        """Both throw for who begins."""
        self.post("throw_entered", player="white", dice=[white])
        self.post("throw_entered", player="black", dice=[black])

    def client(self, address: str = "192.168.7.20") -> FlaskClient:
        """Return a device in the network."""
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        return client

    def signed_in(self, pin: str = PIN) -> FlaskClient:
        """Return a device on which the PIN was entered."""
        client = self.client()
        answer = client.post("/sign-in", data={"pin": pin, "csrf": token(client)})
        assert answer.status_code == 302
        return client


def token(client: FlaskClient) -> str:
    """Return the token that a page gives to a device."""
    page = client.get("/sign-in").get_data(as_text=True)
    return page.partition('<meta name="csrf" content="')[2].partition('"')[0]


@contextmanager
def stage(folder: Path, *, pins: bool = True, streams: int = 24) -> Iterator[Stage]:
    """Have a table and its panel for a while."""
    config = Settings(folder, streams=streams)
    if pins:
        safe = Safe(config.data)
        safe.set_pin(Role.TABLE, PIN)
        safe.set_pin(Role.OWNER, OWNER_PIN)
    service = TableService(config.data)
    service.start()
    try:
        yield Stage(service, create_app(service, config), folder, config)
    finally:
        service.stop()


@contextmanager
def journal_held(folder: Path) -> Iterator[None]:
    """Let another program write to the journal for a while, so that the table cannot."""
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def serving(app: Flask, streams: int = 24, port: int = 0) -> Iterator[str]:
    """Serve the panel on a free port of this machine, or on one that was free; return its address."""
    server: Any = make_server(app, "127.0.0.1", port, streams)
    thread = threading.Thread(target=server.run, name="panel", daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        stop_server(server)
        thread.join(5)
        assert not thread.is_alive()
