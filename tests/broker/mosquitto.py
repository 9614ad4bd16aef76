"""A real broker for a test: Mosquitto on a port of its own, with users, rights and certificates, killed at will."""

from __future__ import annotations

import getpass
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from companion.broker.access import Access, Address
from tests.waiting import HANG_S, wait_until

HERE = "127.0.0.1"
PATHS = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"


def program(name: str) -> str:
    """Return where a program is; one that is missing is a failure of the installation, not of a test to be skipped."""
    found = shutil.which(name, path=PATHS)
    assert found, f"{name} is not installed"
    return found


def free_port() -> int:
    with socket.socket() as line:
        line.bind((HERE, 0))
        return int(line.getsockname()[1])


@dataclass(frozen=True)
class Certificates:
    """An authority, and what it has signed; made with openssl in a folder."""

    folder: Path

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
        ends = ("-days", "2", "-keyout", str(self.ca_key), "-out", str(self.ca))
        ca = ("-addext", "keyUsage=critical,keyCertSign,cRLSign")
        self._openssl("req", "-x509", *key, "-subj", "/CN=An authority of the tests", *ca, *ends)

    @property
    def ca(self) -> Path:
        return self.folder / "ca.crt"

    @property
    def ca_key(self) -> Path:
        return self.folder / "ca.key"

    def signed(self, name: str, also: str = f"IP:{HERE},DNS:localhost") -> tuple[Path, Path]:
        """Return a certificate and its key, signed by the authority."""
        key, request, certificate = (self.folder / f"{name}.{end}" for end in ("key", "csr", "crt"))
        self._openssl(
            *("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
            *("-subj", f"/CN={name}", "-addext", f"subjectAltName={also}"),
            *("-keyout", str(key), "-out", str(request)),
        )
        self._openssl(
            *("x509", "-req", "-in", str(request), "-CA", str(self.ca), "-CAkey", str(self.ca_key)),
            *("-days", "2", "-copy_extensions", "copy", "-out", str(certificate)),
        )
        return certificate, key

    def _openssl(self, *arguments: str) -> None:
        subprocess.run([program("openssl"), *arguments], check=True, capture_output=True)


@dataclass
class Mosquitto:
    """The broker; what was retained is forgotten when it ends, as by a broker that lost its disk."""

    folder: Path
    users: Mapping[str, str] = field(default_factory=dict)
    """Names and passwords; without any, everybody is let in."""
    rights: str = ""
    """As an ACL file has them; empty: everything."""
    certificates: Certificates | None = None
    ask_certificate: bool = False
    extra: str = ""
    """More lines of its configuration."""
    port: int = field(default_factory=free_port)
    _process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"{'mqtts' if self.certificates else 'mqtt'}://{HERE}:{self.port}"

    @property
    def pid(self) -> int:
        """Which process it is; 0: none."""
        return self._process.pid if self._process else 0

    def access(self, client_id: str = "tester", user: str = "") -> Access:
        """Return how a user gets there, whose password is put into a file."""
        password = None
        if user:
            password = self.folder / f"{user}.password"
            password.touch(mode=0o600)
            password.write_text(self.users.get(user, "wrong") + "\n", encoding="utf-8")
        ca = self.certificates.ca if self.certificates else None
        return Access(Address.parse(self.url), client_id, user, password, ca)

    def start(self) -> None:
        """Begin, and return as soon as it listens."""
        self.folder.mkdir(parents=True, exist_ok=True)
        log = (self.folder / "mosquitto.log").open("ab")
        with log:
            self._process = subprocess.Popen([program("mosquitto"), "-c", self._configured()], stdout=log, stderr=log)
        wait_until(self._listens, lambda: "Mosquitto does not listen")

    def _listens(self) -> bool:
        assert self._process
        assert self._process.poll() is None, (self.folder / "mosquitto.log").read_text(encoding="utf-8")
        with socket.socket() as line:
            return line.connect_ex((HERE, self.port)) == 0

    def pause(self) -> None:
        """Let it be there and do nothing, as one whose machine hangs."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """End the pause."""
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it without a word."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(HANG_S)
            self._process = None

    def _signal(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def _configured(self) -> str:
        lines = [f"listener {self.port} {HERE}", f"user {getpass.getuser()}", "persistence false", "log_type all"]
        lines += ["set_tcp_nodelay true", f"allow_anonymous {'false' if self.users else 'true'}"]
        if self.users:
            lines.append(f"password_file {self._passwords()}")
        if self.rights:
            rights = self.folder / "rights"
            rights.write_text(self.rights, encoding="utf-8")
            lines.append(f"acl_file {rights}")
        if self.certificates:
            certificate, key = self.certificates.signed("broker")
            lines += [f"cafile {self.certificates.ca}", f"certfile {certificate}", f"keyfile {key}"]
            lines.append(f"require_certificate {'true' if self.ask_certificate else 'false'}")
        file = self.folder / "mosquitto.conf"
        file.write_text("\n".join([*lines, self.extra, ""]), encoding="utf-8")
        return str(file)

    def _passwords(self) -> Path:
        file = self.folder / "passwords"
        file.write_text("".join(f"{name}:{word}\n" for name, word in self.users.items()), encoding="utf-8")
        subprocess.run([program("mosquitto_passwd"), "-U", str(file)], check=True, capture_output=True)
        return file


@contextmanager
def running(broker: Mosquitto) -> Iterator[Mosquitto]:
    """Start a broker, and end it with the test."""
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()
