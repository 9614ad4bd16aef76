"""Why the referee of a hall is wanted at a table: a pure function of what it shows, of the time, and of before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.broker.live import MOST_CALLS, MOST_POINTS, Call
from companion.service.publishing.showing import said
from companion.service.publishing.words import told
from companion.service.view import DeviceView, Message, TableView

PATIENCE_S = 20.0
"""How long the players have to answer what the table asks, before somebody is called."""
LOST = frozenset({"failed", "lost"})
SENSES = frozenset({"board", "camera"})
JOURNAL = "journal"
ASKS = "device_asks"
ENDED = frozenset({"no_match", "game_over", "match_over"})


@dataclass(frozen=True, slots=True)
class Now:
    """The time: one clock that never goes back, in seconds, and that on the wall, in Unix milliseconds."""

    monotonic: float
    wall: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that is the matter; the same as long as its key is."""

    key: tuple[str, ...]
    kind: str
    text: Message
    points: tuple[int, ...] = ()
    patience_s: float = 0.0
    since: int | None = None
    """Since when, where the table itself knows it."""


@dataclass(frozen=True, slots=True)
class Calling:
    """What is the matter, and since when."""

    began: Mapping[tuple[str, ...], Now] = field(default_factory=dict)
    calls: tuple[Call, ...] = ()


def calling(before: Calling, view: TableView, now: Now) -> Calling:
    """Return what is the matter now; what was the matter before keeps its time."""
    reasons = list(_reasons(view))
    began = {one.key: before.began.get(one.key, now) for one in reasons}
    due = (one for one in reasons if now.monotonic - began[one.key].monotonic >= one.patience_s)
    calls = tuple(_call(one, began[one.key].wall) for one in due)
    return Calling(began, calls[:MOST_CALLS])


def _call(reason: Reason, began: int) -> Call:
    since = began if reason.since is None else reason.since
    return Call(reason.kind, said(reason.text), max(0, since), reason.points[:MOST_POINTS])


def _reasons(view: TableView) -> Iterator[Reason]:
    yield from _at_the_board(view)
    for device in view.devices:
        yield from _of_device(device)


def _at_the_board(view: TableView) -> Iterator[Reason]:
    match, flagged = view.uid or "", view.clock.flagged if view.clock else None
    if view.dispute is not None:
        points = tuple(sorted({point for point in view.dispute.points if 1 <= point <= 24}))
        yield Reason(("illegal", match, view.dispute.player), "illegal", view.dispute.reason, points)
    if view.phase == "asking":
        yield Reason(("asking", match, *view.question), "question", view.waiting, patience_s=PATIENCE_S)
    if flagged is not None and view.phase not in ENDED:
        yield Reason(("flag", match, flagged), "flag", told("hall_flag", player=flagged))


def _of_device(device: DeviceView) -> Iterator[Reason]:
    if device.message.code == ASKS:
        question = (device.name, ASKS, device.message.text)
        yield Reason(question, "question", device.message, patience_s=PATIENCE_S)
    if device.state not in LOST:
        return
    if device.name in SENSES:
        yield Reason((device.name,), device.name, device.message, since=device.since)
    elif device.name == JOURNAL:
        yield Reason((JOURNAL,), JOURNAL, device.message, since=device.since)
