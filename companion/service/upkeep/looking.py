"""From what the windows hold to what is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.config import OFF
from companion.service.upkeep.board_window import BoardWindow, Heard, stand_of
from companion.service.upkeep.camera_window import CameraWindow
from companion.service.upkeep.redaction import redacted
from companion.service.upkeep.values import (
    About,
    BoardLook,
    CameraLook,
    Counters,
    Place,
    Sensor,
    Showing,
    Trouble,
    WalkView,
    ZoneView,
)
from companion.service.upkeep.values import Kind as PlaceKind
from companion.service.upkeep.walk import Walk
from companion.service.view import DeviceView, TableView
from firmware_bridge import zones
from firmware_bridge.health import Trouble as Ill
from firmware_bridge.orientation import SIDES, Orientation
from firmware_bridge.payloads import Feature, Start
from firmware_bridge.reports import Hello
from firmware_bridge.zones import Checker, Counts, Kind, Zone

TROUBLES: dict[Ill, Trouble] = {
    Ill.FAULT: "fault",
    Ill.FLICKER: "flicker",
    Ill.COLOUR: "colour",
    Ill.STUCK: "stuck",
    Ill.WEAK: "weak",
}


def device(view: TableView, name: str) -> DeviceView | None:
    """Return a part as the table shows it."""
    return next((one for one in view.devices if one.name == name), None)


def board_look(window: BoardWindow, view: TableView, walked: str | None) -> BoardLook:
    """Return all that is known of the board; `walked` is the one whose sensors were walked over."""
    heard, part = window.look(), device(view, "board")
    look = BoardLook() if part is None else BoardLook(part.state, part.message)
    if heard.standing is None:
        return look
    walk = window.walk if heard.hello is not None and heard.hello.head.name == walked else None
    return replace(
        look,
        port=heard.standing.port,
        about=about(heard.hello) if heard.hello is not None else None,
        zones=tuple(_zones(heard, walk)),
        counters=_counters(window, heard),
        snapshot_age=window.snapshot_age,
        round_trip=window.round_trip,
        running_s=heard.status.milliseconds / 1000 if heard.status else None,
        started=Start(heard.status.start).name.lower() if heard.status and heard.status.start in set(Start) else "",
        stands=tuple(map(stand_of, heard.stands)),
        games=heard.games,
        walk=_walk_view(heard, walk),
    )


def about(hello: Hello) -> About:
    """Return what a board says of itself."""
    known = zones.zones_of(hello.groups)
    sensing = tuple(dict.fromkeys(group.sensing.name.lower() for group in hello.groups))
    version = ".".join(map(str, hello.head.firmware))
    sensors = sum(zone.sensors for zone in known)
    raw = bool(hello.features & Feature.RAW)
    return About(
        hello.head.name, version, hello.head.boot, hello.scans, hello.lights, hello.buttons, sensing, sensors, raw
    )


def _counters(window: BoardWindow, heard: Heard) -> Counters:
    counts, status = window.counts, heard.status
    told = Counters()
    if counts is not None:
        told = Counters(counts.frames, counts.refused, counts.lost, counts.misunderstood, counts.dropped_snapshots)
    if status is None:
        return told
    return replace(
        told,
        bad_frames=status.bad_frames,
        lost_bytes=status.lost_bytes,
        unsent_frames=status.unsent_frames,
        unsent_buttons=status.unsent_buttons,
        faults=status.faults,
    )


def _zones(heard: Heard, walk: Walk | None) -> Iterator[ZoneView]:
    if heard.board is None:
        return
    stands = heard.stands[0] if len(heard.stands) == 1 else None
    channel = 0
    for at, (zone, sensors) in enumerate(zip(heard.zones, heard.board, strict=True)):
        shown = []
        for slot, sensor in enumerate(sensors):
            one = _sensor(heard, (at, slot), sensor, stands)
            verdict = walk.verdict((at, slot), fault=sensor.fault) if walk is not None else ""
            shown.append(replace(_measured(one, heard, channel), verdict=verdict))
            channel += 1
        yield ZoneView(place_of(zone, stands), tuple(shown))


def place_of(zone: Zone, stands: Orientation | None) -> Place:
    """Return what a zone is, as the game calls it where that is known."""
    if zone.kind is Kind.POINTS:
        return Place("point", stands.point(zone.number) if stands else zone.number, of_game=stands is not None)
    kind: PlaceKind = "bar" if zone.kind is Kind.BARS else "tray"
    if stands is None or zone.number >= SIDES:
        return Place(kind, zone.number)
    return Place(kind, zone.number, stands.sits_at(zone.number).value)


def _sensor(heard: Heard, at: tuple[int, int], sensor: zones.Sensor, stands: Orientation | None) -> Sensor:
    doubt = (heard.doubts or {}).get(at)
    one = Sensor(*at, trouble=TROUBLES[doubt] if doubt is not None else "")
    if isinstance(sensor, Counts):
        count = sensor.a.count + sensor.b.count + sensor.unknown.count
        return replace(one, count=count, showing=_counted(sensor, stands))
    weak = isinstance(sensor, zones.Slot) and sensor.weak
    return replace(one, weak=weak, showing="fault" if sensor.fault else _showing(sensor.checker, stands))


def _counted(counts: Counts, stands: Orientation | None) -> Showing:
    if counts.fault:
        return "fault"
    if counts.a.count and not counts.b.count:
        return _showing(Checker.A, stands)
    if counts.b.count and not counts.a.count:
        return _showing(Checker.B, stands)
    return "unknown" if counts.a.count or counts.unknown.count else "empty"


def _showing(checker: Checker, stands: Orientation | None) -> Showing:
    if checker is Checker.NONE:
        return "empty"
    if checker is Checker.UNKNOWN:
        return "unknown"
    if stands is None:
        return "a" if checker is Checker.A else "b"
    player = stands.colour_a if checker is Checker.A else stands.colour_a.opponent
    return player.value


def _measured(one: Sensor, heard: Heard, channel: int) -> Sensor:
    if channel < len(heard.raw):
        one = replace(one, value=heard.raw[channel])
    if channel < len(heard.tunings):
        tuning = heard.tunings[channel]
        one = replace(one, tare=tuning.tare, threshold=tuning.threshold)
    return one


def _walk_view(heard: Heard, walk: Walk | None) -> WalkView:
    if walk is None or heard.board is None:
        return WalkView(running=False)
    count = sum(map(len, heard.board))
    asked = walk.asked(heard.board)
    return WalkView(asked is not None, len(walk.seen), count, asked, walk.elsewhere if asked is not None else ())


def camera_look(window: CameraWindow, view: TableView, source: str) -> CameraLook:
    """Return all that is known of the camera."""
    part, frame, eye = device(view, "camera"), window.look(), window.eye
    look = CameraLook(source=redacted(source))
    if part is not None:
        look = replace(look, state=part.state, message=part.message)
    if eye is None:
        return look
    if source == OFF:
        # The demonstration has a camera that nobody has configured.
        look = replace(look, source=eye.name)
    found = eye.calibration
    look = replace(look, pictures=True, per_second=window.rates.per_second, watch_ms=window.rates.watch_ms)
    if found is not None:
        look = replace(look, calibrated=True, how=found.how, die_px=found.die_px)
    return look if frame is None else replace(look, size=frame.size, read_ms=frame.read_ms)
