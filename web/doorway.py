"""Who may be connected: so many from one address, and the longest idle makes room for who comes."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from web.limits import PER_ADDRESS, RESERVED

MACHINE = "the machine itself"
ITS_OWN = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
"""Other addresses of the loop are strangers: what runs in a container or a tunnel may have them."""
PASSED_ON = frozenset({"HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_REAL_IP", "HTTP_VIA"})
"""Headers by which programs at the machine tell that they pass on what somebody else asks."""
MOST_KNOWN = 256
NETWORK_BITS = 64
"""Of an IPv6 address: one who has a network has all the addresses in it."""


@dataclass(eq=False)
class Guest:
    """A connection; `since` tells since when we wait for it, None while it waits for us or is being served."""

    address: str
    place: str
    close: Callable[[], object]
    since: float | None
    is_served: bool = False


class Doorway:
    """Knows everybody who is connected."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._inside: dict[str, list[Guest]] = {}
        self._count = 0
        self._known: OrderedDict[str, None] = OrderedDict()

    def let_in(self, address: str, close: Callable[[], object]) -> Guest | None:
        """Let somebody in, for whom another may have to leave; None if nobody can."""
        place = place_of(address)
        mine = self._inside.get(place, [])
        if place != MACHINE and len(mine) >= PER_ADDRESS and not self._send_idle([mine]):
            return None
        is_known = place == MACHINE or place in self._known
        if self._count >= self._most + is_known * RESERVED:
            crowds = self._strangers()
            if not self._send_idle(crowds) and not self._send_last(crowds, len(mine)):
                return None
        guest = Guest(address, place, close, self._clock())
        self._inside.setdefault(place, []).append(guest)
        self._count += 1
        return guest

    def leave(self, guest: Guest) -> None:
        """Forget somebody, also for the second time."""
        mine = self._inside.get(guest.place, [])
        if guest in mine:
            mine.remove(guest)
            self._count -= 1
            if not mine:
                del self._inside[guest.place]

    def remember(self, guest: Guest) -> None:
        """Keep room from now on for where somebody has signed in."""
        self._known[guest.place] = None
        self._known.move_to_end(guest.place)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def waits(self, guest: Guest) -> None:
        """Note that something is awaited of somebody."""
        guest.since, guest.is_served = self._clock(), False

    def everybody(self) -> list[Guest]:
        """Return all who are connected."""
        return [guest for mine in self._inside.values() for guest in mine]

    def _strangers(self) -> list[list[Guest]]:
        """Return the guests of each address from where nobody has signed in, the most first."""
        strangers = [mine for place, mine in self._inside.items() if place != MACHINE and place not in self._known]
        return sorted(strangers, key=len, reverse=True)

    def _send_idle(self, crowds: list[list[Guest]]) -> bool:
        """Send away who keeps us waiting for longest, of the largest crowd in which anybody does."""
        for mine in crowds:
            idle = [(guest.since, guest) for guest in mine if guest.since is not None]
            if idle:
                self._send(min(idle, key=lambda one: one[0])[1])
                return True
        return False

    def _send_last(self, crowds: list[list[Guest]], fewer: int) -> bool:
        """Send away who came last of those who wait for us, where more are than at the address of who comes now."""
        for mine in crowds:
            waiting = [guest for guest in mine if not guest.is_served]
            if waiting and len(mine) > fewer + 1:
                # The first one has its turn soon.
                self._send(waiting[-1])
                return True
        return False

    def _send(self, guest: Guest) -> None:
        self.leave(guest)
        guest.close()


def is_of_machine(environ: Mapping[str, Any]) -> bool:
    """Whether a request comes from the machine itself, and not through a program that passes requests on."""
    return environ.get("REMOTE_ADDR") in ITS_OWN and not PASSED_ON & environ.keys()


def place_of(address: str) -> str:
    """Return what counts as one address."""
    if address in ITS_OWN:
        return MACHINE
    found = ipaddress.ip_address(address.partition("%")[0])
    found = getattr(found, "ipv4_mapped", None) or found
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, NETWORK_BITS), strict=False))
