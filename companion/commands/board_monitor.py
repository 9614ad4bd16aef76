"""What a board tells, in words and drawings for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TextIO

from companion.language import _, mark
from companion.sentences import translated
from firmware_bridge.bridge import Event
from firmware_bridge.drawing import drawn
from firmware_bridge.happenings import LineCounts, Met, Pressed, Shown, Standing, Told
from firmware_bridge.payloads import Start
from firmware_bridge.reports import Hello, Status
from firmware_bridge.watch import Ailing, Settled, Stands
from firmware_bridge.zones import Board, Sensing, Zone, zones_of

STATES = (mark("absent"), mark("opening"), mark("hello"), mark("syncing"), mark("live"), mark("stale"), mark("lost"))
UNKNOWN = mark("of something unknown")
KINDS = (mark("Points"), mark("Bars"), mark("Trays"))
SENSED = (mark("presence"), mark("colour"), mark("count"), mark("identity"))
LATEST = 8
"""How many lines of what has happened stay in sight."""
CLEAR = "\x1b[H\x1b[2J"
STARTS = {
    Start.POWER: mark("power was switched on"),
    Start.BUTTON: mark("its reset button was pressed"),
    Start.LOW_VOLTAGE: mark("its supply was too low"),
    Start.WATCHDOG: mark("its program hung"),
    Start.COMMAND: mark("it was told to"),
}


def about(hello: Hello) -> Iterator[str]:
    """Say what a board is like."""
    head = hello.head
    version = ".".join(map(str, head.firmware))
    text = _("Board {name}, firmware {version}, start {boot}, {scans} scans a second.")
    yield text.format(name=head.name, version=version, boot=head.boot, scans=hello.scans)
    for group in hello.groups:
        slots = "" if group.sensing is Sensing.COUNT else f", {_('{slots} slots each', slots=group.slots)}"
        kind, sensing = group.kind.name.title(), _("sensing {what}", what=_(group.sensing.name.lower()))
        yield f"  {_(kind)}: {group.count}{slots}, {sensing}."
    yield f"  {_('{lights} lights, {buttons} buttons.', lights=hello.lights, buttons=hello.buttons)}"


def health(status: Status) -> str:
    """Say how a board is, by its own counters."""
    errors = {
        mark("bad frames"): status.bad_frames,
        mark("lost bytes"): status.lost_bytes,
        mark("unsent frames"): status.unsent_frames,
        mark("unsent buttons"): status.unsent_buttons,
        mark("faulty sensors"): status.faults,
    }
    told = ", ".join(f"{count} {_(name)}" for name, count in errors.items() if count) or _("no errors")
    why = STARTS.get(Start(status.start), UNKNOWN) if status.start in set(Start) else UNKNOWN
    return f"{told}; {_('started because {why}', why=_(why))}"


def carried(counts: LineCounts) -> str:
    """Say how well the line carries."""
    return _(
        "{frames} frames, {spoilt} spoilt, {lost} missing, {misunderstood} not understood,"
        " {dropped} snapshots not whole",
        frames=counts.frames,
        spoilt=counts.refused,
        lost=counts.lost,
        misunderstood=counts.misunderstood,
        dropped=counts.dropped_snapshots,
    )


@dataclass(frozen=True, slots=True)
class View:
    """All that is known of a board."""

    standing: str = mark("No board is known yet.")
    hello: Hello | None = None
    board: Board | None = None
    status: Status | None = None
    ailing: tuple[str, ...] = ()
    pressed: frozenset[int] = frozenset()
    log: tuple[str, ...] = ()
    """What has happened last."""


def seen(view: View, event: Event) -> View:
    """Return the view after an event."""
    match event:
        case Standing(state=state, sentence=sentence):
            view = replace(view, standing=f"{_(state.value)}: {translated(sentence)}")
        case Met(hello=hello):
            view = replace(view, hello=hello, board=None)
        case Shown(board=board):
            view = replace(view, board=board)
        case Told(message=Status() as status):
            view = replace(view, status=status)
        case Ailing(sentences=sentences):
            view = replace(view, ailing=sentences)
        case Pressed(button=button, pressed=pressed):
            view = replace(view, pressed=view.pressed | {button} if pressed else view.pressed - {button})
        case _:
            pass
    return replace(view, log=(*view.log, *said_of(event))[-LATEST:])


def said_of(event: Event) -> Iterator[str]:
    """Say in lines what has happened, apart from what is drawn."""
    match event:
        case Standing(state=state, sentence=sentence, port=port):
            where = f" {_('at {port}', port=port)}" if port else ""
            yield f"{_time(event.at)} {_(state.value)}{where}: {translated(sentence)}"
        case Met(hello=hello):
            yield from about(hello)
        case Pressed(button=button, pressed=pressed):
            text = _("Button {button} is pressed.") if pressed else _("Button {button} is let go.")
            yield f"{_time(event.at)} {text.format(button=button)}"
        case Ailing(sentences=sentences):
            yield from sentences or (f"{_time(event.at)} {_('All sensors are well again.')}",)
        case Stands(choices=choices, finding=finding):
            games = f" ({', '.join(finding.games)})" if finding is not None else ""
            text = _("The board may stand in {count} of 8 ways{games}.", count=len(choices), games=games)
            yield f"{_time(event.at)} {text}"
        case _:
            pass


def _time(at: float) -> str:
    return f"{at:8.2f}"


class Teller:
    """Tells line by line, and draws the board each time it has come to rest."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._zones: tuple[Zone, ...] = ()
        self._errors = ""

    def tell(self, event: Event) -> None:
        """Tell of an event."""
        for line in self._lines(event):
            self._out.write(f"{line}\n")
        self._out.flush()

    def _lines(self, event: Event) -> Iterator[str]:
        yield from said_of(event)
        match event:
            case Met(hello=hello):
                self._zones = zones_of(hello.groups)
            case Settled(at=at, board=board):
                yield f"{_time(at)} {_('The board is at rest:')}\n{drawn(self._zones, board)}"
            case Told(at=at, message=Status() as status) if health(status) != self._errors:
                self._errors = health(status)
                yield f"{_time(at)} {_('The board tells: {what}.', what=self._errors)}"
            case _:
                pass


def page(view: View, counts: LineCounts) -> str:
    """Return all of a view, to stand on a terminal of its own."""
    lines = [_(view.standing)]
    if view.hello is not None:
        lines += about(view.hello)
    if view.hello is not None and view.board is not None:
        lines += ["", drawn(zones_of(view.hello.groups), view.board)]
    if view.status is not None:
        lines.append(_("The board: {what}.", what=health(view.status)))
    lines.append(_("The line: {what}.", what=carried(counts)))
    if view.pressed:
        lines.append(_("Pressed: {buttons}.", buttons=", ".join(map(str, sorted(view.pressed)))))
    return CLEAR + "\n".join([*lines, *view.ailing, "", *view.log, _("Ctrl-C ends.")]) + "\n"
