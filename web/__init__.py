"""The panel: the table as it is seen on phones, tablets and screens beside it, and what is entered there."""

from __future__ import annotations

from web.app import create_app
from web.faults import offer
from web.server import make_server, stop_server
from web.upkeep.offering import offer_upkeep

__all__ = ["create_app", "make_server", "offer", "offer_upkeep", "stop_server"]
