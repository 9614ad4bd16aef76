"""Who may do what in the hall: the same PINs as at a table; who may watch without one is configured."""

from __future__ import annotations

import ipaddress

from flask import session

from web.access import Access, Doors, address
from web.hall.ports import HallConfig, Watching
from web.safe import Role, Safe

COOKIE = "companion_hall"
"""Not the name that a table's panel on the same machine uses: a browser does not tell ports apart."""
DOORS = Doors(
    "floor.tables",
    frozenset({"static", "access.sign_in", "access.enter", "device.show", "device.choose"}),
    frozenset({"rounds.hand_in"}),
)


class Entrance(Access):
    """The rules of access of a hall."""

    def __init__(self, config: HallConfig) -> None:
        super().__init__(Safe(config.data), config.hosts, doors=DOORS)
        self.lets: Watching = config.watching

    def role_of_all(self) -> Role:
        """Return what the device that asks may do without a PIN."""
        role = super().role_of_all()
        return Role.NOBODY if role is Role.WATCHER and not self._lets_watch() else role

    def _lets_watch(self) -> bool:
        return self.lets == "open" or (self.lets == "network" and is_near(address()))


def is_near(name: str) -> bool:
    """Whether an address is one of the local network, or of this machine."""
    try:
        found = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_private


def director() -> str:
    """Return what the director who asks is called; empty if they have not said."""
    return str(session.get("name", ""))
