"""Files for the archive: handed in with the PIN, read beside the table, and told what has come of them."""

from __future__ import annotations

from contextlib import closing

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from web.access import csrf_token, needs
from web.archive.pages import archive, pages, reads, tools
from web.archive.words import in_words
from web.language import gettext as _
from web.limits import LARGEST_FILE
from web.render import panel
from web.safe import Role

LONGEST_NAME = 80
PATIENCE = 0.7
"""Seconds that a page waits before it tells how far the file is; most files are through by then."""
MB = 1_000_000
LINES_TOLD = 120


@pages.get("/archive/upload")
@needs(Role.TABLE)
def choose_file() -> ResponseReturnValue:
    """Ask for a file."""
    return render_template("archive/upload.html", csrf=csrf_token(), most=LARGEST_FILE // MB)


@pages.post("/archive/upload")
@needs(Role.TABLE)
def hand_in() -> ResponseReturnValue:
    """Begin to read a file."""
    data, name = _sent()
    if not data.strip():
        return _again(_("Choose a file that is not empty."))
    if len(data) > LARGEST_FILE:
        return _again(_("The file is larger than %(most)s MB.", most=LARGEST_FILE // MB))
    begun = archive().imports.hand_in(data, name, condone=request.form.get("condone") == "yes")
    if begun is None:
        return _again(_("Another file is being read. Try again in a moment."))
    return redirect(url_for("archive.handed", name=begun.id))


def _sent() -> tuple[bytes, str]:
    """Return what was sent, and what its file is called."""
    sent = request.files.get("file")
    if sent is None:
        return b"", ""
    with closing(sent):
        return sent.stream.read(LARGEST_FILE + 1), (sent.filename or "")[:LONGEST_NAME]


def _again(why: str) -> ResponseReturnValue:
    flash(why, "bad")
    return redirect(url_for("archive.choose_file"))


@pages.get("/archive/upload/<name>")
@needs(Role.TABLE)
@reads
def handed(name: str) -> ResponseReturnValue:
    """Tell what has come of a file, or how far it is."""
    one = archive().imports.look(name, PATIENCE)
    if one is None:
        return _again(_("That file is not known any more. Choose it once more."))
    return render_template(
        "archive/handed.html",
        one=one,
        csrf=csrf_token(),
        known=in_words,
        why=one.why.splitlines()[:LINES_TOLD],
        view=panel().service.view(),
        **tools(),
    )


@pages.post("/archive/upload/<name>")
@needs(Role.TABLE)
def once_more(name: str) -> ResponseReturnValue:
    """Read a file again: with its plays let stand, or although the match is there."""
    imports, wanted = archive().imports, {word: request.form.get(word) == "yes" for word in ("condone", "again")}
    one = imports.look(name)
    if one is None:
        return _again(_("That file is not known any more. Choose it once more."))
    # Somebody who is in a hurry asks twice.
    if not one.is_busy and imports.once_more(name, condone=wanted["condone"], again=wanted["again"]) is None:
        flash(_("Another file is being read. Try again in a moment."), "bad")
    return redirect(url_for("archive.handed", name=name))
