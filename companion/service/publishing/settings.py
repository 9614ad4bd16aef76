"""The line to the hall as it is configured."""

from __future__ import annotations

import socket
from pathlib import Path

from companion.broker.access import Access, Address
from companion.config import Hall


def access_of(hall: Hall, client_id: str) -> Access:
    """Return how the broker is reached."""
    return Access(
        Address.parse(hall.broker),
        client_id,
        hall.user,
        path_of(hall.password_file),
        path_of(hall.ca_file),
        path_of(hall.client_cert),
        path_of(hall.client_key),
    )


def path_of(file: str) -> Path | None:
    """Return the file that is named; None if none is."""
    return Path(file).expanduser() if file else None


def name_of(hall: Hall) -> str:
    """Return what the hall calls this table."""
    return hall.table or socket.gethostname().partition(".")[0]
