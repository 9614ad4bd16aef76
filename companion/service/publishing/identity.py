"""Who this table is to a hall: an id that is made once, and anew where its card is put into another machine."""

from __future__ import annotations

import hashlib
import json
import logging
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from companion.broker.topics import ID

LOG = logging.getLogger(__name__)
FILE = "hall-table.json"
SERIALS = (Path("/proc/device-tree/serial-number"), Path("/sys/firmware/devicetree/base/serial-number"))
INTERFACES = Path("/sys/class/net")
MACHINE_ID = Path("/etc/machine-id")


@dataclass(frozen=True, slots=True)
class Places:
    """Where a system tells which machine it is."""

    serials: tuple[Path, ...] = SERIALS
    interfaces: Path = INTERFACES
    machine_id: Path = MACHINE_ID


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What tells a machine from others, as sums; empty where nothing is known."""

    serial: str
    addresses: tuple[str, ...]
    machine_id: str

    def is_of(self, other: Fingerprint) -> bool:
        """Whether it may be the same machine: what the card brings along counts only where nothing else is known."""
        if self.serial and other.serial:
            return self.serial == other.serial
        if self.addresses and other.addresses:
            return bool(set(self.addresses) & set(other.addresses))
        return self.machine_id == other.machine_id


def fingerprint(places: Places = Places()) -> Fingerprint:
    """Return what tells this machine from others."""
    serial = next(filter(None, map(_text, places.serials)), "")
    found = sorted(path for path in places.interfaces.glob("*/address") if (path.parent / "device").exists())
    addresses = tuple(_sum(address) for address in map(_text, found) if address.strip("0:"))
    return Fingerprint(_sum(serial), addresses, _sum(_text(places.machine_id)))


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""


def _sum(text: str) -> str:
    """Return what tells that it is the same, and nothing else of it."""
    return hashlib.sha256(f"companion {text}".encode()).hexdigest()[:16] if text else ""


def table_id(folder: Path, here: Fingerprint) -> str:
    """Return this table's id, as its data folder has it for this machine, or a new one."""
    kept = _kept(folder / FILE)
    if kept is not None and kept[1].is_of(here):
        return kept[0]
    made = uuid4().hex
    if kept is not None:
        LOG.warning("This card was in another machine: the table has a new id", extra={"before": kept[0], "now": made})
    try:
        _keep(folder / FILE, made, here)
    except OSError as error:
        LOG.warning("The table's id cannot be kept", extra={"why": str(error)})
        # The same again next time, as far as the machine is.
        return hashlib.sha256(f"{here} {folder}".encode()).hexdigest()[:32]
    return made


def _kept(file: Path) -> tuple[str, Fingerprint] | None:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        table, addresses = data["table"], data["addresses"]
        known = Fingerprint(str(data["serial"]), tuple(map(str, addresses)), str(data["machine_id"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return (table, known) if isinstance(table, str) and ID.fullmatch(table) else None


def _keep(file: Path, table: str, here: Fingerprint) -> None:
    told = {"serial": here.serial, "addresses": here.addresses, "machine_id": here.machine_id}
    new = file.with_name(f"{file.name}.new")
    try:
        with new.open("w", encoding="utf-8") as text:
            json.dump({"table": table, **told}, text)
            text.flush()
            os.fsync(text.fileno())
        new.replace(file)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
