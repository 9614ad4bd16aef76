"""Pages as people see them: whether they fit a screen, and whether all on them is in the language of the device."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from playwright.sync_api import Page

from tests.web.browser import SHOTS, Device
from tests.web.catalogue import PANEL
from tests.web.rulebook_catalogue import RULEBOOK

SCREENS = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900)}
TEXTS = """() => {
    // What is kept on one line is a part of its sentence.
    const body = document.body.cloneNode(true);
    for (const one of body.querySelectorAll('.whole')) one.replaceWith(one.textContent);
    body.normalize();
    const found = [], walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!parent.closest('script, style, template, [lang]:not(html), [translate=no]')) {
            found.push(walker.currentNode.data);
        }
    }
    for (const one of document.querySelectorAll('[aria-label], [title], [alt], [placeholder], [data-ask]')) {
        if (one.closest('[lang]:not(html), [translate=no]')) continue;
        for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'data-ask']) {
            found.push(one.getAttribute(name) || '');
        }
    }
    return [document.title, ...found];
}"""
TOO_WIDE = """() => {
    const wide = innerWidth, out = [];
    if (document.documentElement.scrollWidth > wide) out.push('the page is ' + document.documentElement.scrollWidth);
    for (const one of document.querySelectorAll('button, a.go, .action, select, input')) {
        const box = one.getBoundingClientRect();
        const aside = one.closest('.scroll, table, .wide, .more-lanes, svg');
        if (box.width && !aside && (box.right > wide + 1 || box.left < -1)) out.push(one.outerHTML.slice(0, 90));
    }
    for (const one of document.querySelectorAll('button, p, h1, h2, h3, li, dt, dd, label, .chip, .tap')) {
        const aside = one.closest('.scroll, .wide, .unseen, svg') || one.querySelector('.unseen, input, select');
        if (!aside && one.clientWidth && one.scrollWidth > one.clientWidth + 1) {
            out.push(`cut: ${one.innerText} (${one.localName}, ${one.scrollWidth} in ${one.clientWidth})`);
        }
    }
    return out;
}"""
GAP = re.compile(r"\\{\w+\\}|%\\\(\w+\\\)s")
LEAST_WORDS = 2
"""A text with gaps must have so many words of its own to be known again."""


def what_is_wrong(device: Device, path: str, language: str, name: str) -> list[str]:
    """Look at a page on each screen; return what does not fit and what is still English."""
    device.go(path)
    return wrong_as_shown(device, path, language, name)


def wrong_as_shown(device: Device, path: str, language: str, name: str) -> list[str]:
    """Look at the page that a device shows."""
    wrong = [f"{path}: {text!r} is English" for text in still_english(device.page, language)]
    for screen, (width, height) in SCREENS.items():
        device.page.set_viewport_size({"width": width, "height": height})
        wrong += [f"{path} on a {screen}: {one}" for one in device.page.evaluate(TOO_WIDE)]
        if SHOTS:
            device.page.screenshot(path=Path(SHOTS) / f"{name}.{language}.{screen}.png", full_page=True)
    wrong += [f"{path}: {one}" for one in device.wrong]
    device.wrong.clear()
    return wrong


def still_english(page: Page, language: str) -> list[str]:
    """Return the texts of a page that are English though there is another text for them."""
    if language == "en":
        return []
    seen = {" ".join(text.split()) for text in page.evaluate(TEXTS)}
    english, patterns, told = _english(language)
    return sorted(
        text
        for text in seen
        if text not in told and (text in english or any(one.fullmatch(text) for one in _that_may_fit(text, patterns)))
    )


def _that_may_fit(text: str, patterns: Mapping[str, list[re.Pattern[str]]]) -> list[re.Pattern[str]]:
    """Return the patterns that begin with the word that a text begins with, or with a gap; a few words are no text."""
    words = text.split()
    return [*patterns.get(words[0], ()), *patterns.get("", ())] if len(words) > LEAST_WORDS else []


@cache
def _english(language: str) -> tuple[frozenset[str], Mapping[str, list[re.Pattern[str]]], frozenset[str]]:
    """Return the English texts that differ in a language, those with gaps as patterns, and what is said instead."""
    strings = {**PANEL.strings(language), **RULEBOOK.strings(language)}
    differ = [text for text, said in strings.items() if text.casefold() != said.casefold()]
    told = frozenset(" ".join(said.split()) for said in strings.values())
    plain = frozenset(" ".join(text.split()) for text in differ)
    patterns: defaultdict[str, list[re.Pattern[str]]] = defaultdict(list)
    for text in differ:
        pattern = pattern_of(text)
        if pattern is not None:
            word = text.split()[0]
            patterns["" if re.search(r"[{%]", word) else word].append(pattern)
    return plain, patterns, told


def pattern_of(text: str) -> re.Pattern[str] | None:
    """Return what a text looks like with its gaps filled, if it has any and says enough besides."""
    parts = GAP.split(re.escape(" ".join(text.split())))
    words = re.findall(r"[A-Za-z]{2,}", " ".join(parts))
    if len(parts) < 2 or len(words) <= LEAST_WORDS:
        return None
    return re.compile(".+?".join(parts))
