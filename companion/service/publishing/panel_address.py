"""Where the panel of this table is found by those who see it in the hall."""

from __future__ import annotations

import ipaddress
import socket

from companion.addresses import page_address
from companion.config import Config

EVERY = frozenset({"*", "0.0.0.0", "::"})  # noqa: S104 - only compared with
OUTSIDE = ("192.0.2.1", 9)
"""An address that nobody has: what leads there leads out of this machine."""


def panel_address(config: Config, here: str) -> str:
    """Return the address as it is configured, or else made of that by which the broker knows us; empty: there is none.

    A panel at any free port has to be configured: which it is, is not known before it listens.
    """
    panel, port = config.panel, config.panel.port
    if config.hall.panel:
        return config.hall.panel
    if not panel.on or not port:
        return ""
    host = _outside(here) if panel.host in EVERY else panel.host
    if not host or _is_local(host):
        return ""
    return page_address(host, port)


def _outside(here: str) -> str:
    """Return this machine's own number: that by which the broker knows us, unless the broker is on this machine."""
    if here and not _is_local(here):
        return here
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            # Nothing is sent for that.
            line.connect(OUTSIDE)
            return str(line.getsockname()[0])
        except OSError:
            return ""


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
