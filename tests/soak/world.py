"""The virtual table around the service: a board at a serial line, dice below a camera in the network, their plugs."""

from __future__ import annotations

import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any

from companion.datafolder import CAMERAS
from companion.demo.checkers import Checkers, Mover
from companion.demo.cup import Cup, Thrown
from companion.demo.filming import Filming
from companion.demo.plugs import Plugs
from companion.rules.game import Game
from companion.rules.players import Player
from companion.rules.position import Setup
from vision.pictures import as_jpeg
from vision.sources import SourceError, Wishes, shown

IDLE_S, RESTS_S, DRAWS_S = 0.3, 3.0, 2.0
"""Where nobody has thrown for a while, fewer pictures are enough; how long that is; and how often one is drawn then."""
QUALITY, SENT = 90, 2000
LATE_S, BACK_S = 1.5, 3.0
"""A camera that takes longer for a picture is late; and so long afterwards it may count as lost because of it."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the table is used: how slow hands are beside people's, and how many pictures the camera gives."""

    seed: int = 1
    slowness: float = 0.05
    fps: float = 0.0
    """Pictures a second; 0: only as many as are needed."""


class World:
    """One table; the service's data folder is beside it."""

    def __init__(self, folder: Path, data: Path, manner: Manner) -> None:
        seed, self._slowness = manner.seed, manner.slowness
        chance = Random(seed)
        self.checkers, self.cup = Checkers(chance, folder / "ports"), Cup()
        self.film = FilmServer(Filming(self.checkers, self.cup, seed), self.cup, manner.fps)
        self.plugs = Plugs(self.checkers, self.cup, data)
        self.laid_at = 0.0
        """When the last checker was put down."""
        self._never = threading.Event()

    def start(self, data: Path) -> None:
        """Switch the camera on, as calibrated."""
        self.film.start()
        self.film.filming.calibrate(data / CAMERAS, shown(self.film.url))

    def throw(self, dice: tuple[tuple[Player, int], ...], by: Player, kind: str = "flat") -> None:
        """Throw dice onto the board; those that lie there are taken up before."""
        if self.cup.lying is not None:
            self.take(self.cup.lying.by)
            time.sleep(1.2)
        self.film.used_at = time.monotonic()
        self.cup.throw(Thrown(dice, by, kind))

    def take(self, by: Player) -> None:
        """Take the dice up."""
        self.film.used_at = time.monotonic()
        self.cup.take(by)

    def carry(self, game: Game, player: Player, after: Setup) -> None:
        """Let hands carry the checkers to where they belong."""
        if self.checkers.setup != after:
            self.checkers.carry(Mover(game, player, self._slowness), after, self._never)
            self.laid_at = time.monotonic()

    def close(self) -> None:
        """Put all of it away."""
        self.plugs.close()
        self.film.stop()
        self.checkers.close()


class FilmServer:
    """The virtual camera in the network: MJPEG for one who asks."""

    def __init__(self, filming: Filming, cup: Cup, fps: float = 0.0) -> None:
        self.filming, self._cup, self._fps = filming, cup, fps
        self.frozen = False
        """Whether the line is there and no more pictures come."""
        self.used_at = 0.0
        """When somebody has touched the dice last."""
        self.sent: deque[tuple[float, float]] = deque(maxlen=SENT)
        """Of the last pictures: of which moment each is, and when it was on its way."""
        self._drawing: dict[int, float] = {}
        """By thread, since when a picture is being drawn."""
        self._late_at = float("-inf")
        self._stopping = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/video"

    @property
    def is_late(self) -> bool:
        """Whether the machine is too busy to draw pictures as fast as a camera sends them."""
        now = time.monotonic()
        if any(now - since > LATE_S for since in list(self._drawing.values())):
            self._late_at = now
        return now - self._late_at < BACK_S

    def start(self) -> None:
        threading.Thread(target=self._server.serve_forever, name="films", daemon=True).start()

    def stop(self) -> None:
        self._stopping.set()
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if "lost" in server._cup.troubles:
                    self.send_error(503)
                    return
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                with suppress(OSError, SourceError):
                    server._film(self)
                server._drawing.pop(threading.get_ident(), None)

            def log_message(self, *_: Any) -> None:
                pass

        return Handler

    def _film(self, handler: BaseHTTPRequestHandler) -> None:
        film = self.filming.open("", Wishes())
        film._pause = 1 / self._fps if self._fps else film._pause
        while not self._stopping.is_set():
            self._drawing[threading.get_ident()] = time.monotonic()
            shot = film.read()
            while self.frozen and not self._stopping.wait(IDLE_S):
                pass
            if shot is None:
                return
            data = as_jpeg(shot.picture, QUALITY)
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            frame = head.encode() + data + b"\r\n"
            handler.wfile.write(frame)
            self.sent.append((shot.at, time.monotonic()))
            self._drawing.pop(threading.get_ident())
            self._rest(handler, frame)

    def _rest(self, handler: BaseHTTPRequestHandler, frame: bytes) -> None:
        """Show the same again while nobody throws: to draw it takes most of what a soak needs."""
        until = time.monotonic() + DRAWS_S
        while self._rests() and time.monotonic() < until and not self._stopping.wait(IDLE_S):
            if not self._rests():
                return
            handler.wfile.write(frame)

    def _rests(self) -> bool:
        is_well = not self.frozen and not self._cup.troubles
        return not self._fps and is_well and time.monotonic() - self.used_at > RESTS_S
