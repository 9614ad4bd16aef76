"""What all tests share."""

from __future__ import annotations

import logging
import os
import signal
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
