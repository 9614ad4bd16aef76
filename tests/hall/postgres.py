"""A real PostgreSQL for the tests: one server in a folder of its own, stopped, hung and started at will."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import psycopg
from psycopg import sql

from tests.waiting import HANG_S, wait_until

HERE = "127.0.0.1"
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin")
USERS = ("postgres", "nobody")
"""As whom it may run where the tests are run by root, which PostgreSQL refuses."""
QUICK = {
    "fsync": "off", "full_page_writes": "off", "shared_buffers": "16MB", "max_connections": "60",
    "autovacuum": "off", "jit": "off", "logging_collector": "off", "lc_messages": "C",
}  # fmt: skip
SAFE = {name: value for name, value in QUICK.items() if name not in {"fsync", "full_page_writes", "autovacuum"}}
"""What is committed is on disk, as where it is used."""
OWNER = "hall"
EMPTY = sql.SQL(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid();"
    "ALTER DATABASE {} RESET ALL; DROP SCHEMA public CASCADE; CREATE SCHEMA public"
)
RIGHTS = f"host all {OWNER} {HERE}/32 trust\nhost all all {HERE}/32 scram-sha-256\n"


def program(name: str) -> str:
    """Return where a program of PostgreSQL is; one that is missing is a failure of the installation."""
    found = shutil.which(name) or next((str(one) for place in PLACES for one in _matching(place, name)), "")
    assert found, f"{name} is not installed: apt-get install postgresql"
    return found


def _matching(place: str, name: str) -> Iterator[Path]:
    for folder in sorted(Path("/").glob(place.lstrip("/")), reverse=True):
        if (folder / name).is_file():
            yield folder / name


def _as_other_user() -> list[str]:
    """Return what runs a command as somebody whom PostgreSQL lets run it."""
    if os.getuid():
        return []
    known = {one.pw_name: one for one in pwd.getpwall()}
    user = next(known[name] for name in USERS if name in known)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


def _give_away(folder: Path) -> None:
    if os.getuid() == 0:
        known = {one.pw_name: one for one in pwd.getpwall()}
        user = next(known[name] for name in USERS if name in known)
        os.chown(folder, user.pw_uid, user.pw_gid)


@dataclass
class Postgres:
    """The server; it is empty when it is made."""

    folder: Path
    port: int = 0
    settings: Mapping[str, str] = field(default_factory=lambda: QUICK)
    """What differs from its own defaults."""
    _process: subprocess.Popen[bytes] | None = None
    _emptied: list[str] = field(default_factory=list)
    """Databases that wait to be lent again."""

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def pid(self) -> int:
        """Which process it is; 0: none."""
        return self._process.pid if self._process else 0

    def make(self) -> None:
        """Make what it keeps its databases in."""
        _give_away(self.folder)
        command = [*_as_other_user(), program("initdb"), "-D", str(self.data), "-U", OWNER, "-A", "trust", "-N"]
        done = subprocess.run(
            [*command, "-E", "UTF8", "--locale=C"], capture_output=True, text=True, check=False, cwd=self.folder
        )
        assert done.returncode == 0, done.stdout + done.stderr
        (self.data / "pg_hba.conf").write_text(RIGHTS, encoding="utf-8")

    def start(self) -> None:
        """Begin, and return as soon as it takes connections."""
        self.port = self.port or _free_port()
        options = {**self.settings, "port": str(self.port), "listen_addresses": HERE, "unix_socket_directories": ""}
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        # It goes with the tests, also if they are killed.
        other = _as_other_user() or ["setpriv"]
        command = [*other, "--pdeathsig=INT", program("postgres"), "-D", str(self.data), *settings]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, start_new_session=True)
        wait_until(self._answers, lambda: self.log)

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def _answers(self) -> bool:
        assert self._process
        assert self._process.poll() is None, self.log
        try:
            psycopg.connect(self._named("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def _named(self, database: str) -> str:
        return f"host={HERE} port={self.port} user={OWNER} dbname={database}"

    def stop(self) -> None:
        """End it at once, its connections cut, what was committed kept."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(HANG_S)
            self._process = None

    def pause(self) -> None:
        """Let it be there and do nothing, with all its connections."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGSTOP)
        for backend in self._backends():
            os.kill(backend, signal.SIGSTOP)

    def go_on(self) -> None:
        """End the pause."""
        assert self._process is not None
        for backend in self._backends():
            os.kill(backend, signal.SIGCONT)
        os.killpg(self._process.pid, signal.SIGCONT)

    def _backends(self) -> list[int]:
        """Return the server's own processes, each in a group of its own."""
        assert self._process is not None
        found = []
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = status.read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == self._process.pid:
                found.append(int(status.parent.name))
        return found

    def database(self) -> str:
        """Return the URL of a database that is new and empty."""
        return self.url(self._new())

    @contextmanager
    def lent(self) -> Iterator[str]:
        """Lend an empty database, by its URL; making one takes long, so it is emptied and lent again."""
        name = self._emptied.pop() if self._emptied else self._new()
        yield self.url(name)
        # Also where it was set to be read alone.
        self.run(EMPTY.format(sql.Identifier(name)), f"{name} options='-c default_transaction_read_only=off'")
        self._emptied.append(name)

    def _new(self) -> str:
        name = f"test_{uuid4().hex[:12]}"
        self.run(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return name

    def url(self, database: str, user: str = OWNER) -> str:
        return f"postgresql://{user}@{HERE}:{self.port}/{database}"

    def run(self, command: sql.Composed | sql.SQL, database: str = "postgres") -> None:
        """Have something done by the owner."""
        with psycopg.connect(self._named(database), autocommit=True) as connection:
            connection.execute(command)


def _free_port() -> int:
    with socket.socket() as line:
        line.bind((HERE, 0))
        return int(line.getsockname()[1])


@contextmanager
def server(settings: Mapping[str, str] = QUICK) -> Iterator[Postgres]:
    """A server that goes with the block; its folder is one that other users can enter."""
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    postgres = Postgres(folder, settings=settings)
    try:
        postgres.make()
        postgres.start()
        yield postgres
    finally:
        postgres.stop()
        shutil.rmtree(folder)
