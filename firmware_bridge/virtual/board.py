"""A virtual board with the world around it: checkers, hands, faults and a line, in times that are values."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.rules.position import Setup
from firmware_bridge.orientation import Orientation
from firmware_bridge.payloads import VERSION
from firmware_bridge.virtual.device import Device
from firmware_bridge.virtual.hands import Lift, Movement, Put
from firmware_bridge.virtual.ills import Ills
from firmware_bridge.virtual.layout import hello_of, layout
from firmware_bridge.virtual.line_faults import Direction
from firmware_bridge.virtual.seat import Seat
from firmware_bridge.virtual.world import Piece, World, WorldError, sensed
from firmware_bridge.zones import Checker, Group

FOR_EVER = float("inf")


class VirtualBoard:
    """All of it, sans I/O: bytes and seconds in, bytes out.

    Times never go back. Whoever moves time calls `tick` at the latest when something is `due`, and then takes what has
    `arrived` at the host; while the board `is_gone` there is no line at all.
    """

    def __init__(
        self,
        groups: tuple[Group, ...] | None = None,
        orientation: Orientation | None = None,
        chance: random.Random | None = None,
    ) -> None:
        self.chance = chance if chance is not None else random.Random(1)  # noqa: S311 - no secrets
        self.groups = groups if groups is not None else layout()
        self.world = World(self.groups)
        self.seat = Seat(self.world, orientation if orientation is not None else Orientation())
        self.ills = Ills(self.chance)
        self.device = Device(hello_of(self.groups), sensed(self.groups, self.world))
        self.up, self.down = Direction(self.chance), Direction(self.chance)
        self.held: dict[int, Piece] = {}
        self.now = 0.0
        self.name = ""
        """Under which other name the board comes back, if under another."""
        self.mishap = ""
        """Why hands could not go on."""
        self._agenda: list[Movement] = []
        self._hangs_until = self._gone_until = 0.0

    # The line

    def receive(self, data: bytes, now: float) -> None:
        """Take what the host has sent."""
        self.tick(now)
        if not self.is_gone:
            self.down.send([data], now)
            self._exchange(now)

    def arrived(self) -> bytes:
        """Return what has come to the host by now, once."""
        return self.up.arrived(self.now)

    @property
    def is_gone(self) -> bool:
        """Whether the board is unplugged."""
        return self.now < self._gone_until

    @property
    def hangs(self) -> bool:
        """Whether the board does nothing at all."""
        return self.now < self._hangs_until

    # Time

    @property
    def due(self) -> float:
        """When `tick` has to be called at the latest."""
        return min(self._due, self.up.due or FOR_EVER)

    @property
    def _due(self) -> float:
        return min(at for at in self._timers() if at is not None)

    def _timers(self) -> Iterator[float | None]:
        yield self._agenda[0].at if self._agenda else None
        yield self.ills.due(self.now)
        if self.is_gone:
            yield self._gone_until
            return
        yield self._hangs_until if self.hangs else self.device.due / 1000
        yield self.down.due

    def tick(self, now: float) -> None:
        """Do what is due by now, each thing at its time."""
        while (due := self._due) <= now:
            self._go_to(due)
            self._move()
            self._exchange(self.now)
        self._go_to(now)
        self._exchange(now)

    def _go_to(self, now: float) -> None:
        was_gone, before, self.now = self.is_gone, self.now, max(now, self.now)
        flickers = self.ills.due(before)
        if flickers is not None and flickers <= self.now:
            self.look()
        if was_gone and not self.is_gone:
            self.restart()

    def _exchange(self, now: float) -> None:
        if self.is_gone:
            return
        data = self.down.arrived(now)
        if self.hangs:
            return
        milliseconds = self.milliseconds
        if data:
            self.device.receive(data, milliseconds)
        self.device.tick(milliseconds)
        self.up.send(self.device.take(), now)

    @property
    def milliseconds(self) -> int:
        """The time as the board's controller counts it."""
        return int(self.now * 1000 + 1e-6)

    # Hands

    @property
    def is_moving(self) -> bool:
        """Whether hands are at work."""
        return bool(self._agenda)

    def move(self, movements: Iterable[Movement]) -> None:
        """Let hands do this, each movement at its time."""
        self._agenda = sorted([*self._agenda, *movements], key=lambda one: one.at)

    def stop(self) -> None:
        """Let the hands do nothing more."""
        self._agenda.clear()

    def _move(self) -> None:
        while self._agenda and self._agenda[0].at <= self.now:
            movement = self._agenda.pop(0)
            try:
                self._do(movement)
            except WorldError as error:
                self.stop()
                self.mishap = f"The hands stop: {error}."
            self.look()

    def _do(self, movement: Movement) -> None:
        if isinstance(movement, Lift):
            self._lift(movement)
        else:
            self._put(movement)

    def _lift(self, lift: Lift) -> None:
        seat = self.seat
        if lift.hand in self.held:
            msg = "that hand already holds a checker"
            raise WorldError(msg)
        self.held[lift.hand] = self.world.take(seat.where(lift.player, lift.place), seat.colour(lift.player))
        seat.note(lift.player, lift.place, -1)

    def _put(self, put: Put) -> None:
        where = self.seat.where(put.player, put.place)
        slots = self.world.rooms[where].slots
        # Whoever slides by does so beyond the checkers, at the points' ends.
        slot = len(slots) - 1 if put.passing and self.world.is_free(where, len(slots) - 1) else None
        self.world.put(self.held.pop(put.hand), where, slot)
        self.seat.note(put.player, put.place, 1)

    # What people do to it

    def lay(self, setup: Setup) -> None:
        """Set these checkers up, whatever lay there."""
        self.stop()
        self.held.clear()
        self.seat.lay(setup)
        self.look()

    def press(self, button: int, *, pressed: bool = True) -> None:
        """Press a button, or let it go."""
        if not (self.is_gone or self.hangs):
            self.device.press(button, self.milliseconds, pressed=pressed)
            self._exchange(self.now)

    def restart(self) -> None:
        """Let the controller start anew, as after a loss of power."""
        self.up.cut()
        self.down.cut()
        self.look()
        self.device.boot(self.milliseconds)

    def look(self) -> None:
        """Let the sensors feel what lies there now: the world was changed."""
        board = self.ills.spoilt(self.device.zones, sensed(self.groups, self.world), self.now)
        self.device.see(board, self.milliseconds)

    # Faults

    def hang(self, seconds: float = FOR_EVER) -> None:
        """Do nothing for so long."""
        self._hangs_until = self.now + seconds

    def go_away(self, seconds: float = FOR_EVER, name: str = "") -> None:
        """Be unplugged for so long, and come back under another name if one is given."""
        self._gone_until, self.name = self.now + seconds, name or self.name
        self.up.cut()
        self.down.cut()

    def speak(self, version: int) -> None:
        """Speak another version of the protocol from now on; starts anew."""
        about = self.device.about
        self.device.about = replace(about, head=replace(about.head, version=version))
        self.restart()

    def mend(self) -> None:
        """End all faults."""
        self.ills.clear()
        self.up.clear()
        self.down.clear()
        self._hangs_until = min(self._hangs_until, self.now)
        if self.is_gone:
            self._gone_until = self.now
            self.restart()
        if self.device.about.head.version != VERSION:
            self.speak(VERSION)
        self.look()

    def colour_held(self) -> Checker | None:
        """Return the colour of the checker in the first hand."""
        piece = self.held.get(0)
        return piece.colour if piece is not None else None
