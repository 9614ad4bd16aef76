"""The one long-lived process of GNU Backgammon: started when first asked, watched, ended, started again."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.hints import gnubg_script
from companion.hints.advice import AdviserError, AwayError
from companion.language import mark

PROGRAM = "gnubg"
GAMES_FOLDERS = ("/usr/games", "/usr/local/games")
"""Where Debian puts games, which is not on everybody's path."""
CHUNK = 1 << 16
MOST_ANSWER = 1 << 24

MISSING = mark("GNU Backgammon is not installed.")
NOT_STARTED = mark("GNU Backgammon could not be started.")
BROKE_OFF = mark("GNU Backgammon has broken off.")
TOO_SLOW = mark("GNU Backgammon does not answer.")
GARBAGE = mark("GNU Backgammon has answered something that makes no sense.")
RESTING = mark("GNU Backgammon has failed several times and is given a rest.")


class GnubgError(AdviserError):
    """GNU Backgammon could not be asked, or not be understood."""


class GnubgAwayError(GnubgError, AwayError):
    """There is no process, and none can be started now."""


class BrokeOffError(GnubgError):
    """The process ended while it was asked: a new one may well answer."""


class RefusedError(GnubgError):
    """The program answered that it cannot say; it is well otherwise."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long it may take, and how long it rests after failing."""

    start_s: float = 30.0
    answer_s: float = 20.0
    first_rest_s: float = 1.0
    longest_rest_s: float = 300.0
    nice: int = 10


def find_program() -> str | None:
    """Return where the program is."""
    return shutil.which(PROGRAM, path=os.pathsep.join((os.environ.get("PATH", ""), *GAMES_FOLDERS)))


class _Running:
    """A process with the private line to it; what it says on standard output is chatter."""

    def __init__(self, program: str, nice: int) -> None:
        """Start the program with our script."""
        self.home = tempfile.mkdtemp(prefix="companion-gnubg-")
        self.line, its_line = socket.socketpair()
        lifeline, self.lifeline = os.pipe()
        try:
            self.process = self._start(program, its_line.fileno(), lifeline, nice)
        except OSError:
            self._forget()
            raise
        finally:
            its_line.close()
            os.close(lifeline)
        self.rest = b""

    def _start(self, program: str, line: int, lifeline: int, nice: int) -> subprocess.Popen[bytes]:
        given = {gnubg_script.SOCKET: line, gnubg_script.LIFELINE: lifeline, gnubg_script.NICE: nice}
        names = {name: str(value) for name, value in given.items()}
        homes = dict.fromkeys(("HOME", gnubg_script.HOME), self.home)
        return subprocess.Popen(  # noqa: S603 - the program that was found, and our own script
            [program, "-t", "-q", "-r", "-p", str(Path(gnubg_script.__file__))],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C.UTF-8", **homes, **names},
            cwd="/",
            pass_fds=(line, lifeline),
            # What stops the companion from the keyboard is not for it: it goes when its lifeline goes.
            start_new_session=True,
        )

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Return the line that answers `question`."""
        until = time.monotonic() + seconds
        self.line.settimeout(seconds)
        self.line.sendall(question + b"\n")
        while b"\n" not in self.rest:
            self.line.settimeout(max(0.001, until - time.monotonic()))
            more = self.line.recv(CHUNK)
            if not more:
                raise ConnectionError
            self.rest += more
            if len(self.rest) > MOST_ANSWER or time.monotonic() > until:
                raise TimeoutError
        answer, _, self.rest = self.rest.partition(b"\n")
        return answer

    def end(self) -> None:
        """End the process, whatever it does, and leave nothing of it."""
        self.kill()
        self.process.wait()
        self._forget()

    def kill(self) -> None:
        """Kill the process; it is still to be ended by who asks it."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    def _forget(self) -> None:
        self.line.close()
        os.close(self.lifeline)
        shutil.rmtree(self.home, ignore_errors=True)


class GnubgProcess:
    """Asks the program, from any thread, one question after the other."""

    def __init__(
        self,
        find: Callable[[], str | None] = find_program,
        limits: Limits | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take how the program is found; it is started with the first question."""
        self.limits = limits or Limits()
        self.find, self._now = find, now
        self._running: _Running | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._number = 0
        self._failures = 0
        self._rests_until = 0.0

    @property
    def pid(self) -> int | None:
        """The number of the process, if there is one."""
        return self._running.process.pid if self._running else None

    def ask(self, question: Mapping[str, object]) -> dict[str, Any]:
        """Return the answer; where the process breaks off, of a second one."""
        with self._lock:
            try:
                return self._asked(question)
            except BrokeOffError:
                return self._asked(question)

    def _asked(self, question: Mapping[str, object]) -> dict[str, Any]:
        fresh = self._running is None
        running = self._running = self._running or self._started()
        self._number += 1
        text = json.dumps({**question, "number": self._number}).encode()
        seconds = self.limits.answer_s + fresh * self.limits.start_s
        try:
            answer = _decoded(running.ask(text, seconds), self._number)
        except TimeoutError:
            raise self._failed(GnubgError(TOO_SLOW)) from None
        except OSError:
            raise self._failed(BrokeOffError(BROKE_OFF)) from None
        except ValueError:
            raise self._failed(GnubgError(GARBAGE)) from None
        self._failures = 0
        if "error" in answer:
            raise RefusedError(GARBAGE)
        return answer

    def _started(self) -> _Running:
        if self._closed:
            raise GnubgAwayError(BROKE_OFF)
        if self._now() < self._rests_until:
            raise GnubgAwayError(RESTING)
        program = self.find()
        if program is None:
            raise GnubgAwayError(MISSING)
        try:
            return _Running(program, self.limits.nice)
        except OSError:
            raise self._failed(GnubgAwayError(NOT_STARTED)) from None

    def distrusted(self) -> GnubgError:
        """End the process, because an answer of it makes no sense, and return that as an error."""
        with self._lock:
            return self._failed(GnubgError(GARBAGE))

    def _failed(self, error: GnubgError) -> GnubgError:
        self._end()
        if self._failures:
            # The first time a new one is started at once.
            rest = self.limits.first_rest_s * 2.0 ** min(self._failures - 1, 30)
            self._rests_until = self._now() + min(rest, self.limits.longest_rest_s)
        self._failures += 1
        return error

    def _end(self) -> None:
        if self._running:
            self._running.end()
        self._running = None

    def close(self) -> None:
        """End the process for good; who is just asking it is told that it broke off."""
        self._closed = True
        running = self._running
        if running:
            running.kill()
        with self._lock:
            self._end()


def _decoded(line: bytes, number: int) -> dict[str, Any]:
    answer = json.loads(line)
    if not isinstance(answer, dict) or answer.get("number") != number:
        msg = "it is no answer to this question"
        raise ValueError(msg)
    return answer
