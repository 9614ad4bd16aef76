"""Everybody who watches live: each picture is drawn once for all to whom it is the same, and sent to who is ready.

Who is still being sent something is passed over, and has the newest picture next: nobody falls behind by more than
what is on its way. One thread waits for each table that is watched; all viewers are served by the server's own.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
import time
import zlib
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tornado.http1connection import HTTP1Connection

from web import limits
from web.live import Live, Source
from web.turns import Rank, Turns

LOG = logging.getLogger(__name__)
KEEP_ALIVE = 1.0
"""Seconds: who is told nothing else is told that there is still somebody."""
LONGEST = 3600.0
"""Seconds after which a stream ends; the browser opens another."""
CALM_S = 0.001
"""For each viewer: with very many, pictures come a little less often."""
KEPT_S = 0.2
"""So long the same picture is sent: the time of its clocks is that of when it was drawn."""
ON_ITS_WAY = 16 * 1024
"""Bytes that the system takes for a viewer before the network has taken them: more would be old when they arrive."""
BEGIN, STILL, OVER = "retry: 1000\n\n", "event: still\ndata: \n\n", "event: over\ndata: \n\n"
"""Unlike a comment, a page hears that somebody is still there, and knows that it is not cut off."""
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


class Sent:
    """What is sent to many: as it is, and as a piece of a gzip stream that can be put behind any other."""

    def __init__(self, text: str) -> None:
        self.plain = text.encode()
        packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        self.packed = packer.compress(self.plain) + packer.flush(zlib.Z_SYNC_FLUSH)


@dataclass(eq=False)
class Viewer:
    """Somebody who watches."""

    connection: HTTP1Connection
    live: Live
    packs: bool
    began: float
    shown: int | None = None
    """The version that it was sent last."""
    is_waiting: bool = False
    """For a picture that is being drawn."""
    sending_since: float | None = None
    told_at: float = 0.0
    is_over: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether it can be sent something now."""
        return not (self.is_over or self.is_waiting or self.sending_since is not None)


@dataclass(eq=False)
class Followed:
    """Something that is watched, as it is now, and who watches it."""

    source: Source[Any]
    newest: Any
    viewers: set[Viewer] = field(default_factory=set)


class Viewers:
    """All who watch something that a server serves; all its methods belong to the server's thread."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self._followed: dict[Source[Any], Followed] = {}
        self._drawn: dict[Hashable, asyncio.Future[Sent]] = {}
        self._still, self._over, self._begin = Sent(STILL), Sent(OVER), Sent(BEGIN)
        self._is_asking = False

    def begin(self) -> None:
        """Begin to serve."""
        self._loop = asyncio.get_running_loop()
        self._ticking = self._loop.call_later(KEEP_ALIVE, self._tick)

    def end(self) -> None:
        """Let all go."""
        self._ticking.cancel()
        for viewer in self._all():
            self._end(viewer)

    def add(self, connection: HTTP1Connection, live: Live, *, packs: bool) -> Callable[[], None]:
        """Begin to send somebody what happens; return what is to be called when they are gone."""
        sock = connection.stream.socket
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ON_ITS_WAY)
        connection.stream.set_nodelay(value=True)
        viewer = Viewer(connection, live, packs, time.monotonic())
        followed = self._followed.get(live.source)
        if followed is None:
            followed = self._followed[live.source] = Followed(live.source, live.source.view(), {viewer})
            threading.Thread(target=self._follow, args=(followed,), name="panel-follows", daemon=True).start()
        followed.viewers.add(viewer)
        if packs:
            connection.write(GZIP_HEAD)
        self._send(viewer, self._begin)
        return partial(self._leave, viewer)

    def _all(self) -> list[Viewer]:
        return [viewer for followed in self._followed.values() for viewer in followed.viewers]

    # What happens

    def _follow(self, followed: Followed) -> None:
        """Tell the viewers of something what becomes of it, in a thread of its own, as long as there are any."""
        version = followed.newest.version
        with suppress(RuntimeError):
            # The loop may have ended meanwhile.
            while followed.viewers:
                began = time.monotonic()
                newer = followed.source.wait(version, KEEP_ALIVE)
                if newer is not None:
                    version = newer.version
                    self._loop.call_soon_threadsafe(self._changed, followed, newer)
                    time.sleep(CALM_S * len(followed.viewers))
                elif time.monotonic() - began < KEEP_ALIVE / 2:
                    # Only what stops has no patience; browsers come back as long as there is a server.
                    self._loop.call_soon_threadsafe(self._stopped, followed)
                    return

    def _changed(self, followed: Followed, newest: Any) -> None:  # noqa: ANN401 - of any source
        followed.newest = newest
        for viewer in followed.viewers:
            self._offer(viewer)

    def _stopped(self, followed: Followed) -> None:
        for viewer in list(followed.viewers):
            self._end(viewer)

    def _offer(self, viewer: Viewer) -> None:
        """Send somebody the newest picture, if they are ready and have not got it."""
        if not viewer.is_ready:
            return
        newest = self._followed[viewer.live.source].newest
        if viewer.shown == newest.version:
            return
        viewer.is_waiting = True
        drawn = self._draw(viewer, newest)
        drawn.add_done_callback(partial(self._drawn_for, viewer, newest.version))

    def _draw(self, viewer: Viewer, newest: Any) -> asyncio.Future[Sent]:  # noqa: ANN401 - as above
        live, before = viewer.live, viewer.shown
        key = live.source, live.alike, live.last if before is None else before, newest.version
        if key in self._drawn:
            return self._drawn[key]
        drawn = self._drawn[key] = self._loop.create_future()
        drawn.add_done_callback(lambda _: self._loop.call_later(KEPT_S, self._drawn.pop, key))

        def tell(result: Sent | None) -> None:
            if result is None:
                drawn.cancel()
            else:
                drawn.set_result(result)

        def work() -> None:
            result = None
            try:
                result = Sent(live.draw(before, newest))
            finally:
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(tell, result)

        self._turns.put(Rank.PICTURES, "", work)
        return drawn

    def _drawn_for(self, viewer: Viewer, version: int, drawn: asyncio.Future[Sent]) -> None:
        viewer.is_waiting = False
        if viewer.is_over:
            return
        if drawn.cancelled():
            # It could not be drawn: the browser comes back.
            self._end(viewer)
            return
        viewer.shown = version
        if drawn.result().plain:
            self._send(viewer, drawn.result())
        else:
            self._offer(viewer)

    def _send(self, viewer: Viewer, sent: Sent) -> None:
        viewer.told_at = viewer.sending_since = time.monotonic()
        written = viewer.connection.write(sent.packed if viewer.packs else sent.plain)
        written.add_done_callback(partial(self._has_sent, viewer))

    def _has_sent(self, viewer: Viewer, _written: asyncio.Future[None]) -> None:
        viewer.sending_since = None
        if not viewer.is_over:
            self._offer(viewer)

    # Now and then

    def _tick(self) -> None:
        self._ticking = self._loop.call_later(KEEP_ALIVE, self._tick)
        now = time.monotonic()
        for viewer in self._all():
            if viewer.sending_since is not None and now - viewer.sending_since > limits.SILENT_S:
                viewer.connection.stream.close()
            elif now - viewer.began > LONGEST:
                self._end(viewer)
            elif viewer.is_ready and now - viewer.told_at > KEEP_ALIVE / 2:
                self._send(viewer, self._still)
        self._ask()

    def _ask(self) -> None:
        """Ask whether all may still watch, outside of the server's thread."""
        if self._is_asking:
            return
        self._is_asking, asked = True, self._all()

        def work() -> None:
            refused = [viewer for viewer in asked if not _may_watch(viewer)]
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._refuse, refused)

        self._turns.put(Rank.PICTURES, "", work)

    def _refuse(self, refused: list[Viewer]) -> None:
        self._is_asking = False
        for viewer in refused:
            if not viewer.is_over:
                viewer.connection.write(self._over.packed if viewer.packs else self._over.plain)
                self._end(viewer)

    def _end(self, viewer: Viewer) -> None:
        self._leave(viewer)
        viewer.connection.finish()

    def _leave(self, viewer: Viewer) -> None:
        if viewer.is_over:
            return
        viewer.is_over = True
        viewer.live.give_back()
        followed = self._followed[viewer.live.source]
        followed.viewers.discard(viewer)
        if not followed.viewers:
            del self._followed[viewer.live.source]


def _may_watch(viewer: Viewer) -> bool:
    try:
        return viewer.live.may_watch()
    except Exception:
        LOG.exception("Nobody knows whether somebody may still watch")
        return False
