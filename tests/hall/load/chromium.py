"""A real Chromium that watches the hall's page; prints as JSON what it has drawn of each table, and when."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.web.browser import chromium

WATCH = """
window.sights = [];
const known = {};
const look = () => {
  const now = Date.now();
  for (const card of document.querySelectorAll('[data-part^="t-"]')) {
    const id = card.dataset.part.slice(2);
    const text = card.querySelector(".state")?.textContent.trim();
    if (text !== undefined && known[id] !== text) {
      known[id] = text;
      sights.push([now, id, text]);
    }
  }
};
new MutationObserver(() => requestAnimationFrame(look)).observe(document, {childList: true, subtree: true});
"""


def main() -> int:
    """Watch for a while."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--picture", type=Path, required=True)
    given = parser.parse_args()
    with chromium() as browser:
        page = browser.new_page(locale="en", viewport={"width": 1360, "height": 850})
        page.add_init_script(WATCH)
        page.goto(given.url)
        page.wait_for_timeout(1000 * given.seconds)
        page.screenshot(path=given.picture, full_page=True)
        sys.stdout.write(json.dumps(page.evaluate("() => window.sights")) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
