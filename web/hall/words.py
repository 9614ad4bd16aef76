"""The hall in words: what tables say, what they are called, why somebody is called, how they are heard."""

from __future__ import annotations

import ipaddress
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from urllib.parse import urlsplit

from companion.hall.view import Call, FloorView, TableCard
from companion.hall.words import TEMPLATES as HALL
from companion.service import TEMPLATES
from companion.service.view import Both, Message, TableView
from web.formats import as_time
from web.hall.entrance import is_near
from web.language import gettext as _
from web.texts import Speaker, know

KNOWN = frozenset((*TEMPLATES, *HALL))
LONGEST_SAID = 400
"""Letters of what a table says: longer than any sentence of ours, short enough for what looks through it."""
LONGEST_ADDRESS = 200
LOCAL_ENDS = (".local", ".lan", ".home", ".internal", ".home.arpa", ".fritz.box")
"""How names end that only the local network knows."""
AT_TABLES = frozenset({"illegal", "question", "board", "camera", "journal", "flag"})
"""Calls that come from a table: all may know that the referee is wanted there."""


JOINERS = frozenset("\u200c\u200d")
"""Signs that nobody sees, but that some scripts need between letters."""
APART, TOGETHER = "\u2068", "\u2069"
"""What is between these does not change the direction of what is around it."""


def know_both() -> None:
    """Take the sentences of the tables and of the hall that may stand inside others."""
    know((*TEMPLATES, *HALL))


def trusted(message: Message | None) -> Message | None:
    """Return a message of a table so that nothing in it is taken as a pattern but sentences of ours."""
    if message is None:
        return None
    text = clean(message.text)
    if message.template not in KNOWN:
        return Message("", (), text)
    params = ((name, value if isinstance(value, int) else apart(clean(value))) for name, value in message.params)
    return replace(message, params=tuple(params), text=text)


def clean(text: str) -> str:
    """Return a text without signs that nobody sees, and not too long."""
    fine = (sign for sign in text[:LONGEST_SAID] if sign in JOINERS or not unicodedata.category(sign).startswith("C"))
    return "".join(fine)


def apart(text: str) -> str:
    """Return a text as it can stand in a sentence: one that runs from right to left leaves the rest as it is."""
    turns = any(unicodedata.bidirectional(sign) in {"R", "AL"} for sign in text)
    return f"{APART}{text}{TOGETHER}" if turns else text


def said(message: Message | None, view: TableView | None = None) -> str:
    """Return what a table or the hall says, in the language of the device."""
    names = names_at(view)
    return Speaker(Both(apart(names.white), apart(names.black))).say(trusted(message))


def names_at(view: TableView | None) -> Both[str]:
    """Return the names at a table; unnamed players are called by their colour."""
    names = view.names if view else Both("", "")
    white, black = (clean(name) for name in (names.white, names.black))
    # A table tells the colours in English, as the names of players who have none.
    return Both(
        _("White") if white in {"", "White"} else white,
        _("Black") if black in {"", "Black"} else black,
    )


def table_name(card: TableCard | Call) -> str:
    """Return what a table is called."""
    return clean(card.name) or _("unnamed")


def twins(cards: Iterable[TableCard]) -> frozenset[str]:
    """Return the names that more than one table has: those are told apart by the end of their ids."""
    counts = Counter(card.name for card in cards)
    return frozenset(name for name, count in counts.items() if count > 1)


def called(view: FloorView) -> frozenset[str]:
    """Return the tables to which a referee is called."""
    return frozenset(call.table for call in view.calls if call.kind in AT_TABLES)


@dataclass(frozen=True, slots=True)
class PanelAddress:
    """Where a table says that its panel is; `link` says whether a browser may be sent there."""

    text: str
    link: bool


def panel_address(card: TableCard) -> PanelAddress | None:
    """Return the address of a table's panel; None if it is none.

    Any table may tell any address: what is not plainly the front page of a machine in the local network is only to be
    read.
    """
    if len(card.panel) > LONGEST_ADDRESS or not card.panel.isascii() or not card.panel.isprintable():
        return None
    try:
        parts = urlsplit(card.panel)
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username or " " in card.panel:
        return None
    is_front = parts.path in {"", "/"} and not parts.query and not parts.fragment
    return PanelAddress(card.panel, is_front and _is_local(parts.hostname))


def _is_local(name: str) -> bool:
    """Whether a machine is one of the local network, by its address or by the kind of its name."""
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(LOCAL_ENDS)
    return is_near(name) and not address.is_loopback


def heard(card: TableCard) -> str:
    """Return how a table is heard, where that is worth a word."""
    since = as_time(card.since)
    told = {
        "away": _("Away since %(time)s", time=since),
        "silent": _("Silent since %(time)s", time=since),
        "last_heard": _("Not heard since the hall began"),
    }
    return told.get(card.heard, "")


def kind(name: str) -> str:
    """Return why somebody is called, in a word."""
    told = {
        "illegal": _("Illegal play"),
        "question": _("Question"),
        "board": _("Sensor board"),
        "camera": _("Camera"),
        "journal": _("Journal"),
        "flag": _("Time is up"),
        "conflict": _("Two stories"),
        "same_name": _("One name twice"),
        "same_id": _("One id twice"),
        "moved": _("Moved"),
        "claimed": _("Claimed by another"),
        "unreadable": _("Not readable"),
    }
    return told.get(name, _("Call"))


@cache
def shape(name: str) -> str:
    """Return which sign goes with a kind of call."""
    return {"illegal": "hand", "question": "ask", "flag": "clock"}.get(name, "plug" if name in AT_TABLES else "hall")
