"""The recording of a match, to be sent to whoever looks for a fault: a page to choose it, and the file."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Response, abort, render_template, request
from flask.typing import ResponseReturnValue

from companion.service.upkeep.recordings import NothingRecordedError, RecordedMatch
from web.access import needs
from web.formats import as_day
from web.language import gettext as _
from web.safe import Role
from web.upkeep.diagnostics import pages, size_in_words
from web.upkeep.shared import upkeep


@pages.get("/diagnostics/recording")
@needs(Role.OWNER)
def recording() -> ResponseReturnValue:
    """Show of which matches there are recordings."""
    found = [(one.uid, _called(one), size_in_words(one.size)) for one in upkeep().recordings.all()]
    return render_template("setup/recording.html", found=found, is_on=upkeep().recordings.is_on)


@pages.post("/diagnostics/recording")
@needs(Role.OWNER)
def recorded() -> ResponseReturnValue:
    """Return the file."""
    form = request.form
    try:
        content = upkeep().recordings.packed(
            form.get("match", ""), names="no_names" not in form, pictures="pictures" in form
        )
    except NothingRecordedError:
        return abort(404)
    name = f"companion-recording-{datetime.now(UTC):%Y%m%d-%H%M}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype="application/zip", headers=headers)


def _called(one: RecordedMatch) -> str:
    """Return what a match is called in the list."""
    if one.line is None:
        return _("Unknown match") if one.uid else _("While there was no match")
    line = one.line
    names = _("%(white)s and %(black)s", white=line.names.white, black=line.names.black)
    told = f"{names}, {_(line.game_name)}, {as_day(line.begun)}"
    return f"{told} ({_('played now')})" if one.is_playing else told
