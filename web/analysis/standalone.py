"""An analysis as one page that needs nothing else: to be kept, sent, printed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask, render_template

from web.analysis.sheet import sheet_of
from web.analysis.words import TOOLS
from web.figures import teach
from web.language import ASKED, current_language, gettext, speak_languages

STYLES = ("panel.css", "archive.css", "analysis.css")
STATIC = Path(__file__).parents[1] / "static"


def page(report: Mapping[str, Any], language: str) -> str:
    """Return the page of a report in a language."""
    app = Flask("web")
    speak_languages(app)
    teach(app)
    style = "\n".join((STATIC / name).read_text(encoding="utf-8") for name in STYLES)
    with app.test_request_context(query_string={ASKED: language}):
        return render_template(
            "analysis/standalone.html",
            sheet=sheet_of(report, "white"),
            style=style,
            at=None,
            _=gettext,
            language=current_language,
            **TOOLS,
        )
