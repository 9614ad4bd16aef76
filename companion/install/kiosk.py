"""Opens the panel over the whole screen as soon as it answers: what the desktop starts."""

from __future__ import annotations

import os
import shutil
import sys
import time

from companion.install.health import address_of, answers
from companion.install.layout import Layout
from companion.language import _, language_of_system, speak

BROWSERS = ("chromium", "chromium-browser")
FLAGS = (
    "--kiosk",
    "--noerrdialogs",
    "--disable-session-crashed-bubble",
    "--no-first-run",
    "--disable-features=Translate",
    "--overscroll-history-navigation=0",
    # Nobody is there to open a key ring.
    "--password-store=basic",
)
MARK = "#kiosk"
"""Lets the pages offer digits to tap, as there may be no keyboard."""
PAUSE_S = 1.0


def main(layout: Layout | None = None) -> None:
    """Wait for the panel, then become the browser."""
    speak(language_of_system())
    config = (layout or Layout()).config
    while (address := address_of(config)) is None or not answers(address):
        # The machine's desktop may be there before the service, or the panel still switched off.
        time.sleep(PAUSE_S)
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit(_("There is no browser here: sudo apt install chromium"))
    os.execv(browser, [browser, *FLAGS, *sys.argv[1:], f"{address}{MARK}"])  # noqa: S606 - the desktop's own browser


if __name__ == "__main__":
    main()
