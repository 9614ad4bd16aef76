"""The panel as a program sees it: the table as it is told live, and what is entered."""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from companion.table.codec import encode
from companion.table.events import Event
from tests.web.listening import Listener

View = Mapping[str, Any]
Is = Callable[[View], bool]
TOKEN = re.compile(rb'"csrf"[^>]*(?:value|content)="([^"]+)"')
STREAM = "/api/v1/table/stream"
BUSY_S, AWAY_S, ANSWER_S = 0.3, 0.1, 20.0


class Panel:
    """May be used from any thread; while the service is away there is no view."""

    def __init__(self, port: int) -> None:
        self.url, self._port = f"http://127.0.0.1:{port}", port
        self._changed = threading.Condition()
        self._view: View | None = None
        self._token = ""
        self._stopping = threading.Event()
        self.watch: Callable[[View | None], None] = lambda _view: None
        """Is shown every view, and None when the service goes away."""
        self.answered = 0
        """Which version the table had after what was entered last."""
        self.refused: list[tuple[str, str]] = []
        """What was entered and turned down, and why."""

    def start(self) -> None:
        threading.Thread(target=self._follow, name="follows the panel", daemon=True).start()

    def stop(self) -> None:
        self._stopping.set()

    @property
    def view(self) -> View | None:
        with self._changed:
            return self._view

    def wait(self, is_so: Is, seconds: float) -> View | None:
        """Return the first view that is as wanted, if it comes in time."""
        until = time.monotonic() + seconds
        with self._changed:
            while self._view is None or not is_so(self._view):
                left = until - time.monotonic()
                if left <= 0:
                    return None
                self._changed.wait(left)
            return self._view

    def _follow(self) -> None:
        while not self._stopping.is_set():
            try:
                pause = self._listen()
            except (OSError, ValueError, IndexError, http.client.HTTPException):
                pause = AWAY_S
                self._take(None)
            self._stopping.wait(pause)

    def _listen(self) -> float:
        with Listener(self.url, path=STREAM) as stream:
            if stream.status == HTTPStatus.OK:
                for message in stream.messages():
                    self._take(message["table"])
                    if self._stopping.is_set():
                        return 0.0
                raise ConnectionError
        # All places are taken: then it is asked for now and then, as pages do.
        self._take(self.ask("GET", "/api/v1/table")[1])
        return BUSY_S

    def _take(self, view: View | None) -> None:
        with self._changed:
            self._view = view
            self._changed.notify_all()
        self.watch(view)

    # What is entered

    def enter(self, event: Event) -> bool:
        """Enter an event, as a button does; return whether it was taken."""
        data = {name: value for name, value in encode(event).items() if name != "at"}
        return self.post(f"/table/{data.pop('event')}", data)

    def post(self, path: str, data: Mapping[str, Any]) -> bool:
        """Ask for something; return whether it was done."""
        try:
            status, answer = self.ask("POST", f"/api/v1{path}", data)
            if status == HTTPStatus.UNAUTHORIZED:
                # For a clock that has jumped, every token is over.
                self._sign_in()
                status, answer = self.ask("POST", f"/api/v1{path}", data)
        except (OSError, http.client.HTTPException, ValueError):
            # Killed while it was asked: what came of it shows.
            self._stopping.wait(AWAY_S)
            return False
        if status != HTTPStatus.OK:
            self.refused.append((path, str(answer)[:300]))
        elif "table" in answer:
            self.answered = answer["table"]["version"]
        return status == HTTPStatus.OK

    def ask(self, method: str, path: str, data: Mapping[str, Any] | None = None) -> tuple[int, Any]:
        body = None if data is None else json.dumps(data)
        head = {"Content-Type": "application/json"} if body else {}
        head |= {"Authorization": f"Bearer {self._token}"} if self._token else {}
        status, _, raw = self._asked(method, path, body, head)
        return status, json.loads(raw)

    def _sign_in(self) -> None:
        self._token = ""
        self._token = self.ask("POST", "/api/v1/sign-in", {})[1].get("token", "")

    def want_hints(self) -> bool:
        """Have both players want hints; and ask for one."""
        try:
            _, headers, page = self._asked("GET", "/", None, {})
            token = TOKEN.search(page)
            if token is None:
                return False
            head = {"Cookie": str(headers.get("Set-Cookie")).partition(";")[0], "X-CSRF-Token": token[1].decode()}
            head["Content-Type"] = "application/x-www-form-urlencoded"
            for player in ("white", "black"):
                self._asked("POST", "/hints/want", f"player={player}&wanted=yes", head)
            return self._asked("POST", "/hints/ask", "", head)[0] < 400
        except (OSError, http.client.HTTPException):
            return False

    def _asked(
        self, method: str, path: str, body: str | None, head: Mapping[str, str]
    ) -> tuple[int, Mapping[str, str], bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=ANSWER_S)
        try:
            line.request(method, path, body, dict(head))
            answer = line.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            line.close()
