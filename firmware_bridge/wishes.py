"""What the companion wants of a board for as long as it runs, whatever board that is and however often it starts."""

from __future__ import annotations

from firmware_bridge.payloads import Feature, Light, Message
from firmware_bridge.protocol import Hello, Lights, RawMode, SnapshotWanted


class Wishes:
    """Lights and raw mode; `lights_are_set` is false while the board may show others."""

    def __init__(self) -> None:
        self.lights: tuple[Light, ...] = ()
        self.lights_are_set = True
        self.raw_every = 0

    def lights_for(self, hello: Hello | None) -> Lights:
        """Return the command for the lights that the board has."""
        return Lights(self.lights[: hello.lights] if hello is not None else self.lights)

    def after_meeting(self, hello: Hello) -> list[Message]:
        """Return what to ask a board that may have forgotten everything, or still show another host's lights."""
        wanted: list[Message] = [SnapshotWanted(), self.lights_for(hello)]
        if self.raw_every:
            wanted.append(RawMode(self.raw_every))
        return [command for command in wanted if is_able(hello, command)]

    def to_keep_alive(self, hello: Hello | None) -> Message:
        """Return what keeps the board from putting its lights out, or at least from taking us for gone."""
        lights, raw = self.lights_for(hello), RawMode(self.raw_every)
        if (any(lights.lights) or not self.lights_are_set) and is_able(hello, lights):
            return lights
        return raw if self.raw_every and is_able(hello, raw) else SnapshotWanted()


def is_able(hello: Hello | None, command: Message) -> bool:
    """Whether the board has what the command is about."""
    features = hello.features if hello is not None else Feature(0)
    needed = {Lights: Feature.LIGHTS, RawMode: Feature.RAW}.get(type(command))
    return needed is None or needed in features
