"""What all tests share."""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from companion.language import speak
from tests.effort import tried

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A loaded machine is slow, not wrong; and what CI finds, anyone finds again.
settings.register_profile("companion", max_examples=tried(50, 100), deadline=None, derandomize="CI" in os.environ)
settings.load_profile("companion")

# Whatever the machine speaks, commands are tested in English unless a test wants otherwise.
os.environ["LANGUAGE"] = "en"


AT_THE_MACHINE_S_PACE = frozenset({"board link", "broker", "camera", "camera window", "panel", "virtual board"})
"""Threads that serve a line, a camera or a browser: what needs them goes one test at a time."""


@pytest.fixture(autouse=True, scope="session")
def _begun() -> Iterator[list[str]]:
    """What has begun since a test looked last: the names of threads, and pseudo-terminals."""
    begun: list[str] = []
    start, openpty = threading.Thread.start, os.openpty

    def noted(thread: threading.Thread) -> None:
        begun.append(thread.name)
        start(thread)

    def opened() -> tuple[int, int]:
        begun.append("pseudo-terminal")
        return openpty()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading.Thread, "start", noted)
        patch.setattr(os, "openpty", opened)
        yield begun


@pytest.fixture(autouse=True)
def _real_time_is_marked(request: pytest.FixtureRequest, _begun: list[str]) -> Iterator[None]:
    """Tests that depend on how fast the machine is stand in the stage where nothing else runs."""
    yield
    real = {name for name in _begun if name in {*AT_THE_MACHINE_S_PACE, "pseudo-terminal"}}
    _begun.clear()
    assert not real or request.node.get_closest_marker("real_time"), f"mark this test as real_time: it uses {real}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever is seen in a browser takes real time."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.real_time)


@pytest.fixture(autouse=True)
def _in_english() -> None:
    """What a test before has spoken is not handed on."""
    speak("en")


@pytest.fixture(autouse=True)
def _loggers_as_before() -> Iterator[None]:
    """What a test has logged to is not written to by those after it: it may be closed by then."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture(scope="session")
def _chromium() -> Iterator[Browser]:
    # Only where a test wants a browser; two at once are not possible.
    from tests.web.browser import chromium  # noqa: PLC0415

    with chromium() as one:
        yield one


@pytest.fixture
def browser(_chromium: Browser) -> Iterator[Browser]:
    """The one browser of all tests; the devices that a test had in it are gone afterwards."""
    yield _chromium
    for context in _chromium.contexts:
        context.close()


@pytest.fixture
def ctrl_c_is_heard() -> Iterator[None]:
    """What a shell starts in the background never hears SIGINT, nor does what that starts: here it does."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
