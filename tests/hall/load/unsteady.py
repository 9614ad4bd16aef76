"""A part of a table that makes calls come and go: it asks what nobody answers, fails, and comes back."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from companion.service import Asked, Condition, Message, PortError, Tell

RUNNING = Condition("running", Message("device_running", (), "Running."))
QUESTION = "Is the camera where it was?"


@dataclass(frozen=True)
class Unsteady:
    """A camera without pictures."""

    calm_s: float
    asks_s: float

    def run(self, tell: Tell, stop: threading.Event) -> None:
        """Work for a while, ask for a while, and fail."""
        tell(RUNNING)
        if stop.wait(self.calm_s):
            return
        tell(Asked(QUESTION, (("Yes", lambda: None),)))
        if stop.wait(self.asks_s):
            return
        tell(Asked(""))
        msg = "The camera is not there."
        raise PortError(msg)
