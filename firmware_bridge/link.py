"""The link to a board: a thread of its own that opens the line, talks, and begins again for ever when it is lost."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, SimpleQueue

from firmware_bridge.bridge import Bridge, Event
from firmware_bridge.happenings import Happening, LineCounts, Standing, State
from firmware_bridge.lines import BAUD, Line, LineError, open_line
from firmware_bridge.orientation import Orientation
from firmware_bridge.payloads import Light, Message
from firmware_bridge.ports import candidates, usb_ports
from firmware_bridge.session import CONNECTED
from firmware_bridge.wire import Recorder

LOG = logging.getLogger(__name__)
STOP_WAIT = 2.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which board is wanted, where it may be, and how patiently it is looked for."""

    port: str | None = None
    """Its name or URL; None: whatever USB port a board answers at."""
    board: bytes | None = None
    """Its id; None: any at the configured port, and if it is gone from there, the one that was."""
    baud: int = BAUD
    patterns: tuple[str, ...] = ()
    """Where else a board may be, besides the USB ports, as patterns of file names."""
    again_after: float = 0.25
    again_at_most: float = 2.0
    patience: float = 3.0
    """How long a port may be silent while there are others to try."""
    listed: Callable[[], Iterable[str]] = field(default=usb_ports, repr=False)


class Stopped(Exception):  # noqa: N818 - no error
    """The link is to end."""


Request = Callable[[float], Iterable[Happening]]


class Link:
    """Keeps in touch with one board; what happens is told from the link's own thread."""

    def __init__(self, wanted: Wanted, tell: Callable[[Event], None], bridge: Bridge | None = None) -> None:
        self.wanted = wanted
        self._tell = tell
        self._bridge = bridge if bridge is not None else Bridge()
        self._session = self._bridge.session
        self._requests: SimpleQueue[Callable[[float], None]] = SimpleQueue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="board link", daemon=True)
        self._began = time.monotonic()
        self._recorder: Recorder | None = None
        self._is_open = self._was_met = False
        self._alone_since = 0.0
        self.standing = Standing(0.0, State.ABSENT, "No board has been looked for yet.")

    # From any thread

    def start(self) -> None:
        """Begin to look for the board."""
        self._thread.start()

    def stop(self) -> None:
        """End; only a line that is just being opened may take longer, and is then closed behind our back."""
        self._stopping.set()
        self._thread.join(STOP_WAIT)

    @property
    def has_ended(self) -> bool:
        """Whether it does nothing more, by `stop` or by a fault of its own."""
        return self._thread.ident is not None and not self._thread.is_alive()

    def set_lights(self, lights: Sequence[Light]) -> None:
        """Light these, and again whenever the board has forgotten them."""
        self._request(lambda now: self._session.set_lights(lights, now))

    def set_raw_mode(self, every: int) -> None:
        """Ask for what the sensors measure after every so many scans, or with 0 no longer."""
        self._request(lambda now: self._session.set_raw_mode(every, now))

    def want_snapshot(self) -> None:
        """Ask for a snapshot."""
        self._request(self._session.want_snapshot)

    def look_again(self, number: int) -> None:
        """Ask what lies on the board now: `Looked` answers, or the board is stale or lost."""
        self._requests.put(lambda now: self._look_again(number, now))

    def want_calibration(self, first: int, count: int) -> None:
        """Ask what is stored for some channels."""
        self._request(lambda now: self._session.want_calibration(first, count, now))

    def command(self, command: Message) -> None:
        """Send a command that is not kept: tare, calibrate, reset."""
        self._request(lambda now: self._session.command(command, now))

    def orient(self, choices: Sequence[Orientation]) -> None:
        """Take it that the board stands in one of these ways."""
        self._requests.put(lambda now: self._orient(tuple(choices), now))

    def record(self, path: Path, limit: int | None = None) -> None:
        """Write down from now on what goes over the line."""
        recorder = Recorder(path) if limit is None else Recorder(path, limit)
        self._requests.put(lambda now: self._begin_recording(recorder, now))

    def stop_recording(self) -> None:
        """Write down no more."""
        self._requests.put(lambda _now: self._end_recording())

    def _request(self, request: Request) -> None:
        self._requests.put(lambda now: self._hand_on(self._bridge.follow(request(now))))

    @property
    def counts(self) -> LineCounts:
        """How well the line carries since it was opened."""
        return self._session.counts

    @property
    def round_trip(self) -> float | None:
        """The shortest way to the board and back since the line was opened, in seconds."""
        return self._session.round_trip

    # In the link's thread

    def _run(self) -> None:
        try:
            self._keep_in_touch()
        except Stopped:
            pass
        except Exception:
            LOG.exception("The link to the board has ended by a fault of its own")
            self._stand(State.LOST, "The link to the board has stopped by a fault of its own; its log says more.")
        finally:
            self._end_recording()

    def _keep_in_touch(self) -> None:
        wait = self.wanted.again_after
        while True:
            if self._try_all_ports():
                wait = self.wanted.again_after
            self._pause(wait)
            wait = min(2 * wait, self.wanted.again_at_most)

    def _pause(self, seconds: float) -> None:
        """Wait, and meanwhile do what is asked for."""
        until = self._now() + seconds
        while (left := until - self._now()) > 0:
            if self._stopping.wait(min(left, 0.05)):
                raise Stopped
            self._do_requests()
            self._hand_on(self._bridge.tick(self._now()))

    def _try_all_ports(self) -> bool:
        """Talk with the board at the first port where it is; tell whether it was at any."""
        ports = self._ports()
        refusals = []
        for port in ports:
            try:
                line = self._open(port)
            except LineError as error:
                refusals.append(str(error))
                continue
            if self._talk(line, port):
                return True
            refusals += [f"No board that is wanted answers at {port}.", *filter(None, [self._session.refusal])]
        self._say_absent(refusals)
        return False

    def _ports(self) -> list[str]:
        """Return where to look: at other ports than the configured one only for a board that is known."""
        known = self._wanted_elsewhere is not None
        if self.wanted.port is not None and not known:
            return [self.wanted.port]
        return candidates(self.wanted.port, self.wanted.patterns, self.wanted.listed)

    @property
    def _wanted_elsewhere(self) -> bytes | None:
        hello = self._session.hello
        return self.wanted.board or (hello.head.board if hello is not None else None)

    def _open(self, port: str) -> Line:
        if self.standing.state is State.ABSENT and self.standing.port != port:
            self._stand(State.OPENING, f"Opening {port}.", port)
        return open_line(port, self.wanted.baud)

    def _say_absent(self, refusals: list[str]) -> None:
        was_there = self._session.hello is not None
        start = "The board is gone, and is looked for." if was_there else "No board is found yet."
        why = refusals or ["No USB port is there that a board could be at."]
        self._stand(State.LOST if was_there else State.ABSENT, " ".join((start, *why)))

    def _talk(self, line: Line, port: str) -> bool:
        """Talk until the line is lost or leads nowhere; tell whether a board was there that may come back to it."""
        self._session.wanted = self.wanted.board if port == self.wanted.port else self._wanted_elsewhere
        self.standing = replace(self.standing, port=port)
        self._was_met = False
        sentence = "The link was ended."
        try:
            self._converse(line)
            sentence = "No board that is wanted answers here."
        except LineError as error:
            LOG.info("The line to the board is lost: %s", error)
            sentence = "The connection to the board is lost; it is looked for again."
            return self._was_met
        finally:
            self._shut(line)
            self._end_conversation(sentence)
        return False

    def _end_conversation(self, sentence: str) -> None:
        now, self._is_open = self._now(), False
        if self._recorder is not None:
            self._recorder.lost(now)
        self._hand_on(self._bridge.close(now, sentence))

    def _shut(self, line: Line) -> None:
        try:
            line.close()
        except LineError as error:
            LOG.info("The line was already gone: %s", error)

    def _converse(self, line: Line) -> None:
        begun = self._alone_since = self._now()
        self._is_open = True
        if self._recorder is not None:
            self._recorder.opened(begun)
        self._hand_on(self._bridge.open(begun))
        while not self._leads_nowhere():
            if self._stopping.is_set():
                raise Stopped
            self._do_requests()
            self._exchange(line)

    def _leads_nowhere(self) -> bool:
        """Whether no board has answered for long, or the wrong one has, and there are other ports to try."""
        now = self._now()
        if self.standing.state in CONNECTED:
            self._was_met, self._alone_since = True, now
        if self._session.stranger is None and now - self._alone_since <= self.wanted.patience:
            return False
        self._alone_since, self._session.stranger = now, None
        return len(self._ports()) > 1

    def _exchange(self, line: Line) -> None:
        """Send what waits, and take what has come or what time has brought."""
        outgoing = self._session.to_send()
        if outgoing:
            self._write(line, outgoing)
        data = line.read()
        now = self._now()
        if data and self._recorder is not None:
            self._recorder.received(data, now)
        self._hand_on(self._bridge.receive(data, now) if data else self._bridge.tick(now))

    def _write(self, line: Line, outgoing: bytes) -> None:
        if self._recorder is not None:
            self._recorder.sent(outgoing, self._now())
        if not line.write(outgoing):
            LOG.info("The board takes nothing: what was to be sent is given up")

    def _do_requests(self) -> None:
        while True:
            try:
                request = self._requests.get_nowait()
            except Empty:
                return
            request(self._now())

    def _orient(self, choices: Sequence[Orientation], now: float) -> None:
        if self._recorder is not None:
            self._recorder.stands(choices, now)
        self._hand_on(self._bridge.watch.orient(choices, now))

    def _look_again(self, number: int, now: float) -> None:
        if self._recorder is not None:
            self._recorder.looked(number, now)
        self._hand_on(self._bridge.look_again(number, now))

    def _begin_recording(self, recorder: Recorder, now: float) -> None:
        self._end_recording()
        self._recorder = recorder
        recorder.begin(self._bridge.watch.choices, now)
        if self._is_open:
            recorder.enter(self._session.hello if self.standing.state in CONNECTED else None, now)

    def _end_recording(self) -> None:
        if self._recorder is not None:
            self._recorder.close()
            self._recorder = None

    def _stand(self, state: State, sentence: str, port: str = "") -> None:
        if (state, sentence) != (self.standing.state, self.standing.sentence):
            self._hand_on([Standing(self._now(), state, sentence, port)])

    def _hand_on(self, events: Iterable[Event]) -> None:
        for event in events:
            told = event
            if isinstance(event, Standing):
                told = self.standing = event if event.port else replace(event, port=self.standing.port)
            self._tell(told)

    def _now(self) -> float:
        """Return the time since the link was made, as exact as a recording writes it."""
        return round(time.monotonic() - self._began, 6)
