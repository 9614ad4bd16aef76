"""What the panel keeps in the data folder: the secret of the installation, PINs as hashes, what the owner wants."""

from __future__ import annotations

import json
import logging
import os
import secrets
import time
from dataclasses import asdict, dataclass, replace
from enum import IntEnum
from pathlib import Path
from threading import Lock

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

LOG = logging.getLogger(__name__)
SECRET_BYTES = 32
SHORTEST_PIN, LONGEST_PIN = 4, 12
HASHING_ROUNDS, HASHING_KB = 2, 19 * 1024
"""What OWASP asks for at least. More would hold up those who sign in while somebody guesses, and whoever has the hash
of a few digits finds them all the same."""


class Role(IntEnum):
    """What a device may do; each may do what the ones before it may."""

    NOBODY = 0
    WATCHER = 1
    TABLE = 2
    OWNER = 3


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept; `epoch` grows when a PIN changes, which ends every session opened before."""

    table_pin: str = ""
    owner_pin: str = ""
    open_to_watch: bool = True
    epoch: int = 0

    def hash_of(self, role: Role) -> str:
        """Return the hash of the PIN for a role; empty if none is set."""
        return self.owner_pin if role is Role.OWNER else self.table_pin

    @property
    def has_pin(self) -> bool:
        """Whether any PIN is set."""
        return bool(self.table_pin or self.owner_pin)


class Safe:
    """The two files `panel.secret` and `panel.json`, which only the companion's user can read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock()
        self._hasher = PasswordHasher(HASHING_ROUNDS, HASHING_KB, parallelism=1)
        self._read: tuple[tuple[int, int], Kept] | None = None

    def secret(self) -> bytes:
        """Return the secret of this installation, made when it is first asked for; in place of a damaged one, too."""
        path = self.folder / "panel.secret"
        with self._lock:
            kept = path.read_bytes() if path.exists() else None
            if kept is not None and len(kept) >= SECRET_BYTES:
                return kept
            if kept is not None:
                LOG.warning("%s is damaged and made anew: everybody signs in once more", path)
            secret = secrets.token_bytes(SECRET_BYTES)
            write_private(path, secret)
        return secret

    @property
    def kept(self) -> Kept:
        """What is kept now, also if `companion pin` has just changed it."""
        path = self.folder / "panel.json"
        try:
            status = path.stat()
        except FileNotFoundError:
            return Kept()
        stamp = status.st_mtime_ns, status.st_ino
        if self._read is None or self._read[0] != stamp:
            self._read = stamp, _kept(path)
        return self._read[1]

    def set_pin(self, role: Role, pin: str) -> None:
        """Set the PIN of a role; who was signed in by the old one is signed out. A damaged file begins anew with it."""
        check_pin(pin)
        hashed = self._hasher.hash(pin)
        with self._lock:
            try:
                kept = self.kept
            except DamagedError:
                # No session that was opened before counts up to here.
                kept = Kept(epoch=int(time.time()))
            kept = replace(kept, owner_pin=hashed) if role is Role.OWNER else replace(kept, table_pin=hashed)
            self._write(replace(kept, epoch=kept.epoch + 1))

    def set_open_to_watch(self, *, is_open: bool) -> None:
        """Let everybody in the network watch, or only who has a PIN."""
        with self._lock:
            self._write(replace(self.kept, open_to_watch=is_open))

    def sign_all_out(self) -> None:
        """End every session."""
        with self._lock:
            kept = self.kept
            self._write(replace(kept, epoch=kept.epoch + 1))

    def fits(self, role: Role, pin: str) -> bool:
        """Whether this is the PIN of a role. One at a time: each costs much memory."""
        known = self.kept.hash_of(role)
        if not known or len(pin) > LONGEST_PIN:
            return False
        with self._lock:
            try:
                return self._hasher.verify(known, pin)
            except (Argon2Error, InvalidHashError):
                return False

    def role_for(self, pin: str) -> Role | None:
        """Return what a PIN opens."""
        return next((role for role in (Role.OWNER, Role.TABLE) if self.fits(role, pin)), None)

    def _write(self, kept: Kept) -> None:
        write_private(self.folder / "panel.json", json.dumps(asdict(kept)).encode())


WRONG_LENGTH = "A PIN is 4 to 12 digits."
EASY = "That PIN is too easy to guess."


class PinError(ValueError):
    """No PIN that can be set."""


def check_pin(pin: str) -> None:
    """Refuse what is no PIN."""
    if not (pin.isascii() and pin.isdigit() and SHORTEST_PIN <= len(pin) <= LONGEST_PIN):
        raise PinError(WRONG_LENGTH)
    if len(set(pin)) == 1 or pin in "0123456789876543210":
        raise PinError(EASY)


class DamagedError(ValueError):
    """The file of the PINs cannot be read any more."""


def _kept(path: Path) -> Kept:
    usual = asdict(Kept())
    try:
        data = json.loads(path.read_bytes())
    except ValueError:
        data = None
    if not isinstance(data, dict) or any(type(value) is not type(usual.get(name)) for name, value in data.items()):
        msg = f"{path} is damaged; set the PINs anew with `companion pin`"
        raise DamagedError(msg)
    return Kept(**data)


def write_private(path: Path, content: bytes) -> None:
    """Write a file that nobody else can read, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
