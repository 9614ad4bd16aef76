"""How a broker is reached: its address, who we are there, and what keeps the line private."""

from __future__ import annotations

import ipaddress
import re
import ssl
import stat
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

PORTS = {"mqtt": 1883, "mqtts": 8883}
HOST = re.compile(r"(?!-)[A-Za-z0-9_.-]{1,253}(?<!-)")
OF_OTHERS = stat.S_IRGRP | stat.S_IROTH
LONGEST_PASSWORD = 4096


class AddressError(ValueError):
    """No address of a broker; the message is one of these codes."""

    SCHEME, SECRET, PLACE = "scheme", "secret", "place"


class Why(StrEnum):
    """Why there is no connection: the broker, the line, or a file of ours that cannot be used."""

    UNKNOWN_HOST = "unknown_host"
    UNREACHABLE = "unreachable"
    SILENT = "silent"
    """It takes the connection, and says nothing."""
    DENIED = "denied"
    """The user, or the password."""
    CERTIFICATE = "certificate"
    """It is not the broker that is wanted, or does not show that it is."""
    TLS = "tls"
    PROTOCOL = "protocol"
    TAKEN_OVER = "taken_over"
    LOST = "lost"
    PASSWORD_FILE = "password_file"  # noqa: S105 - no password
    CA_FILE = "ca_file"
    CLIENT_CERT = "client_cert"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why there is no connection."""

    why: Why
    detail: str = ""
    """The system's own word for it, a reason of the broker's, or a file; empty if there is none."""


class TroubleError(Exception):
    """A broker cannot be used just now."""

    def __init__(self, why: Why, detail: str = "") -> None:
        """Take why, and what goes with it."""
        super().__init__(f"{why}: {detail}")
        self.trouble = Trouble(why, detail)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker is."""

    host: str
    port: int
    tls: bool = False

    @classmethod
    def parse(cls, text: str) -> Address:
        """Return the address that is written as mqtt://host:port, or mqtts:// for a private line; `AddressError`."""
        scheme, _, rest = text.strip().partition("://")
        if scheme not in PORTS:
            raise AddressError(AddressError.SCHEME)
        if "@" in rest:
            raise AddressError(AddressError.SECRET)
        try:
            parts = urlsplit(f"//{rest}")
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise AddressError(AddressError.PLACE) from None
        if not _is_host(host) or parts.path not in {"", "/"} or parts.query or parts.fragment or port == 0:
            raise AddressError(AddressError.PLACE)
        return cls(host, port or PORTS[scheme], scheme == "mqtts")

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Access:
    """All that a connection takes. Files are read at each new try: what is mended there counts at once."""

    address: Address
    client_id: str
    user: str = ""
    password_file: Path | None = None
    ca_file: Path | None = None
    """Whose certificates are trusted; without one, those that the system trusts."""
    client_cert: Path | None = None
    client_key: Path | None = None
    """With the certificate in the same file if there is none."""

    def password(self) -> str:
        """Return the password; raise `TroubleError` if its file cannot be read."""
        return read_password(self.password_file) if self.password_file else ""

    def context(self) -> ssl.SSLContext | None:
        """Return what makes the line private; None if it need not be. Raises `TroubleError`."""
        if not self.address.tls:
            return None
        try:
            context = ssl.create_default_context(cafile=self.ca_file)
        except (OSError, ValueError):
            raise TroubleError(Why.CA_FILE, str(self.ca_file)) from None
        if self.client_cert is not None:
            try:
                # A key that asks for a passphrase would wait for somebody to type it.
                context.load_cert_chain(self.client_cert, self.client_key, password=str)
            except (OSError, ValueError):
                raise TroubleError(Why.CLIENT_CERT, str(self.client_cert)) from None
        context.sslsocket_class = _Tidy
        return context


class _Tidy(ssl.SSLSocket):
    """Closed at once where the two do not agree on a private line."""

    def do_handshake(self, block: bool = False) -> None:  # noqa: FBT001, FBT002 - as Python has it
        try:
            super().do_handshake(block)
        except BaseException:
            self.close()
            raise


def _is_host(host: str) -> bool:
    if ":" in host:
        try:
            ipaddress.IPv6Address(host.partition("%")[0])
        except ValueError:
            return False
        return True
    return HOST.fullmatch(host) is not None


def read_password(file: Path) -> str:
    """Return the password that is the first line of a file; raise `TroubleError` if it cannot be read."""
    try:
        with file.open(encoding="utf-8") as text:
            return text.readline(LONGEST_PASSWORD).rstrip("\r\n")
    except (OSError, ValueError):
        raise TroubleError(Why.PASSWORD_FILE, str(file)) from None


def others_can_read(file: Path) -> bool:
    """Whether anybody but its owner can read a file that holds a secret."""
    try:
        return bool(file.stat().st_mode & OF_OTHERS)
    except OSError:
        return False
