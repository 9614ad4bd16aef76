"""What can go wrong with the record, in plain words, and whether it may pass by itself."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from types import MappingProxyType

import psycopg
from sqlalchemy import exc

from companion.hall.words import message
from companion.service.view import Message


class Code(StrEnum):
    """What kind of trouble it is."""

    BAD_URL = "bad_url"
    BAD_KIND = "bad_kind"
    URL_PASSWORD = "url_password"  # noqa: S105 - no password
    NO_FILE = "no_file"
    NO_FOLDER = "no_folder"
    FULL = "full"
    READ_ONLY = "read_only"
    NOT_LET_IN = "not_let_in"
    NO_DATABASE = "no_database"
    UNREACHABLE = "unreachable"
    DAMAGED = "damaged"
    LOCKED = "locked"
    FAILING = "failing"
    FOREIGN = "foreign"
    NEWER = "newer"
    TAKEN = "taken"
    """Somebody else has written the same meanwhile."""
    UNFIT = "unfit"
    """What is to be written does not fit into the record, now or later."""


OF_SQLITE: Mapping[int, Code] = MappingProxyType(
    {
        sqlite3.SQLITE_FULL: Code.FULL,
        sqlite3.SQLITE_READONLY: Code.READ_ONLY,
        sqlite3.SQLITE_PERM: Code.READ_ONLY,
        sqlite3.SQLITE_CANTOPEN: Code.READ_ONLY,
        sqlite3.SQLITE_CORRUPT: Code.DAMAGED,
        sqlite3.SQLITE_NOTADB: Code.DAMAGED,
        sqlite3.SQLITE_BUSY: Code.LOCKED,
        sqlite3.SQLITE_LOCKED: Code.LOCKED,
    }
)
"""By SQLite's primary result code."""
OF_POSTGRESQL: Mapping[str, Code] = MappingProxyType(
    {
        "53100": Code.FULL,
        "25006": Code.READ_ONLY,
        "42501": Code.READ_ONLY,
        "3D000": Code.NO_DATABASE,
        "55P03": Code.LOCKED,
        "57P": Code.UNREACHABLE,
        "28": Code.NOT_LET_IN,
        "08": Code.UNREACHABLE,
        "XX": Code.DAMAGED,
    }
)
"""By the code of the error, or how it begins."""
OF_TEXT = (
    (
        re.compile(r"authentication failed|no password supplied|pg_hba|role \S+ (does not exist|is not)"),
        Code.NOT_LET_IN,
    ),
    (re.compile(r"database \S+ does not exist"), Code.NO_DATABASE),
)
"""While connecting there is no code, only what the server says."""


class RecordError(Exception):
    """The record cannot do what it is asked to; `problem` says why, for people."""

    def __init__(self, code: Code, problem: Message) -> None:
        """Take the kind of trouble, and the message."""
        super().__init__(problem.text)
        self.code, self.problem = code, problem


def trouble(code: Code, address: str, why: str = "") -> RecordError:
    """Return the error for trouble of a known kind."""
    return RecordError(code, message(code.value, address=address, why=why))


@contextmanager
def told(address: str) -> Iterator[None]:
    """Turn what the database reports into messages; `address` is shown in them, without a password."""
    try:
        yield
    except exc.IntegrityError as error:
        raise RecordError(Code.TAKEN, message("failing", address=address, why=_why(error))) from error
    except exc.DataError as error:
        raise RecordError(Code.UNFIT, message("failing", address=address, why=_why(error))) from error
    except exc.TimeoutError as error:
        raise trouble(Code.UNREACHABLE, address, "it is too busy") from error
    except exc.SQLAlchemyError as error:
        raise trouble(_code(error), address, _why(error)) from error


def _code(error: exc.SQLAlchemyError) -> Code:
    cause = getattr(error, "orig", None)
    if isinstance(cause, sqlite3.Error):
        return OF_SQLITE.get(int(getattr(cause, "sqlite_errorcode", 0)) & 0xFF, Code.FAILING)
    if isinstance(cause, psycopg.Error):
        return _of_postgresql(cause)
    return Code.FAILING


def _of_postgresql(cause: psycopg.Error) -> Code:
    state = cause.sqlstate or ""
    known = [OF_POSTGRESQL[part] for part in (state, state[:3], state[:2]) if part in OF_POSTGRESQL]
    if known or state:
        return known[0] if known else Code.FAILING
    return next((code for pattern, code in OF_TEXT if pattern.search(str(cause))), Code.UNREACHABLE)


def _why(error: exc.SQLAlchemyError) -> str:
    """Return the first line of what was said; the others repeat what was asked."""
    cause = getattr(error, "orig", None) or error
    lines = [line.strip() for line in str(cause).splitlines() if line.strip()]
    return lines[0][-300:] if lines else type(cause).__name__
