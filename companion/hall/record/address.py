"""The address of the record: SQLite or PostgreSQL, and how it is written without its password."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from companion.hall.record.trouble import Code, RecordError, trouble
from companion.hall.words import message

FILE = "hall.sqlite"
DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
PASSWORD = re.compile(r"(://[^/@:]*):[^@]*@")


@dataclass(frozen=True, slots=True)
class Address:
    """Where the record is; its text has no password."""

    url: URL

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file of SQLite."""
        return self.url.get_backend_name() == "sqlite"

    @property
    def file(self) -> Path:
        """The file of SQLite."""
        return Path(self.url.database or "")

    def __str__(self) -> str:
        if self.is_sqlite:
            return str(self.file)
        url = self.url
        return URL.create("postgresql", url.username, None, url.host, url.port, url.database).render_as_string()


def address(text: str, folder: Path, password: str = "") -> Address:
    """Return what a text names; empty: a file in `folder`. Raise `RecordError` for what is no database of ours."""
    if not text:
        return Address(URL.create(DRIVERS["sqlite"], database=str(folder / FILE)))
    url = _parsed(text)
    if url.password is not None or "password" in url.query:
        raise RecordError(Code.URL_PASSWORD, message("url_password"))
    if url.drivername == DRIVERS["sqlite"]:
        if url.database in (None, "", ":memory:"):
            raise RecordError(Code.NO_FILE, message("no_file"))
        return Address(url)
    return Address(url.set(password=password or None))


def _parsed(text: str) -> URL:
    shown = PASSWORD.sub(r"\1@", text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise RecordError(Code.BAD_URL, message("bad_url", address=shown)) from None
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise RecordError(Code.BAD_KIND, message("bad_kind", kind=kind))
    return url.set(drivername=DRIVERS[kind])


def make_folder(where: Address) -> None:
    """Make the folder of a file of SQLite."""
    try:
        where.file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise trouble(Code.NO_FOLDER, str(where), error.strerror or "") from error
