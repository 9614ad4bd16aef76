"""A table that is attacked: `companion run` of some checkout in a process of its own, and who asks it for something."""

from __future__ import annotations

import http.client
import json
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from tests.soak.process import Service, free_port
from web.safe import Role, Safe

HERE = "127.0.0.1"
SCORER, PIN = "127.0.0.50", "4071"
STARTS_S, PATIENCE_S = 60.0, 20.0
MATCH = {"game": "backgammon", "length": {"kind": "money"}, "names": {"white": "Ada", "black": "Bo"}}


class StartError(Exception):
    """The table does not come up."""


@dataclass
class Device:
    """A phone or a program with an address of its own, and a connection that it keeps."""

    port: int
    address: str
    token: str = ""
    line: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.line = http.client.HTTPConnection(HERE, self.port, timeout=PATIENCE_S, source_address=(self.address, 0))

    def ask(self, method: str, path: str, data: Mapping[str, Any] | None = None) -> tuple[int, bytes]:
        """Return status and content of an answer; OSError and HTTPException if none comes."""
        head = {"Content-Type": "application/json"} if data is not None else {}
        head |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            self.line.request(method, path, None if data is None else json.dumps(data), head)
            answer = self.line.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.line.close()
            raise

    def again(self) -> Device:
        """Return the same device with another connection."""
        return Device(self.port, self.address, self.token)

    def seconds(self, method: str, path: str, data: Mapping[str, Any] | None = None) -> float:
        """Return how long an answer took; infinite if none came, or none that helps."""
        began = time.monotonic()
        try:
            status, _ = self.ask(method, path, data)
        except (OSError, http.client.HTTPException):
            return float("inf")
        return time.monotonic() - began if status < 400 else float("inf")

    def sign_in(self, pin: str = PIN) -> None:
        """Enter the PIN."""
        status, answer = self.ask("POST", "/api/v1/sign-in", {"pin": pin})
        if status != 200:
            msg = f"{self.address} cannot sign in: {status}"
            raise StartError(msg)
        self.token = json.loads(answer)["token"]


@dataclass
class Table:
    """A table that runs."""

    service: Service
    folder: Path
    log: Path
    port: int

    def device(self, address: str, *, signed_in: bool = False) -> Device:
        """Return somebody who comes from an address; each 127.x.y.z is another device."""
        one = Device(self.port, address)
        if signed_in:
            one.sign_in()
        return one

    def begin(self) -> Device:
        """Begin a match; return the scorer, who is signed in."""
        scorer = self.device(SCORER, signed_in=True)
        status, answer = scorer.ask("POST", "/api/v1/matches", MATCH)
        if status != 200:
            raise StartError(answer.decode())
        return scorer

    def wait(self) -> None:
        """Wait until it answers."""
        ends = time.monotonic() + STARTS_S
        while self.device(HERE).seconds("GET", "/api/v1/table") == float("inf"):
            if time.monotonic() > ends or self.service.has_ended:
                msg = f"the table does not come up:\n{self.log.read_text(errors='replace')[-1500:]}"
                raise StartError(msg)
            time.sleep(0.1)


class Start(Protocol):
    """Starts a table."""

    def __call__(self, folder: Path | None = None, **panel: object) -> AbstractContextManager[Table]:
        """Have one with these options of the panel; its data are kept in `folder` if there is one."""


@contextmanager
def started(root: Path, folder: Path | None = None, **panel: object) -> Iterator[Table]:
    """Have a table of the checkout at `root` for a while."""
    with tempfile.TemporaryDirectory(prefix="attack-") as own:
        beside, port = Path(own), free_port()
        data, file, log = folder or beside / "data", beside / "companion.toml", beside / "log"
        Safe(data).set_pin(Role.TABLE, PIN)
        options = "".join(f"{name} = {json.dumps(value)}\n" for name, value in panel.items())
        file.write_text(
            f'folder = "{data}"\n[panel]\nhost = "{HERE}"\nport = {port}\n{options}[board]\nport = "off"\n',
            encoding="utf-8",
        )
        service = Service(file, log, {"PYTHONPATH": str(root)}, root)
        service.start()
        try:
            table = Table(service, data, log, port)
            table.wait()
            yield table
        finally:
            service.stop()
