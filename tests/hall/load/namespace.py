"""A network of its own for one table, whose cable can be pulled: needs root."""

from __future__ import annotations

import os
import subprocess

from tests.broker.mosquitto import program

PREFIX = "10.213.77"
HOST, GUEST = f"{PREFIX}.1", f"{PREFIX}.2"


class Namespace:
    """A network namespace, joined to this machine by one cable."""

    def __init__(self, port: int) -> None:
        """Take the port at which the broker listens at `HOST`."""
        self._port = port
        self._name = f"hall-{os.getpid()}"
        self._near, self._far = f"hn{os.getpid()}"[:15], f"hf{os.getpid()}"[:15]

    @property
    def broker(self) -> str:
        """The broker's address as it is seen from there."""
        return f"mqtt://{HOST}:{self._port}"

    def command(self, command: list[str]) -> list[str]:
        """Return how a program is run there."""
        return [program("ip"), "netns", "exec", self._name, *command]

    def open(self) -> None:
        """Lay the cable."""
        self._ip("netns", "add", self._name)
        self._ip("link", "add", self._near, "type", "veth", "peer", "name", self._far)
        self._ip("link", "set", self._far, "netns", self._name)
        self._ip("addr", "add", f"{HOST}/24", "dev", self._near)
        self._ip("link", "set", self._near, "up")
        for there in (("addr", "add", f"{GUEST}/24", "dev", self._far), ("link", "set", self._far, "up")):
            self._ip("netns", "exec", self._name, program("ip"), *there)

    def cut(self) -> None:
        """Pull the cable."""
        self._ip("link", "set", self._near, "down")

    def mend(self) -> None:
        """Plug it in again."""
        self._ip("link", "set", self._near, "up")

    def close(self) -> None:
        """Take everything away."""
        for command in (("link", "del", self._near), ("netns", "del", self._name)):
            subprocess.run([program("ip"), *command], check=False, capture_output=True)

    def _ip(self, *command: str) -> None:
        subprocess.run([program("ip"), *command], check=True, capture_output=True)
