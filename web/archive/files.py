"""What is taken away from the archive: a match as a file of each format, the pictures of its throws."""

from __future__ import annotations

from flask import Response, abort, request
from flask.typing import ResponseReturnValue

from companion.service.archive import ENDINGS, NotToBeHadError
from web.archive.pages import archive, pages, reads, sentence
from web.language import gettext as _

MIMETYPES = {"json": "application/json", "text": "text/plain", "sgf": "application/x-go-sgf", "mat": "text/plain"}


@pages.get("/archive/<int:number>/file/<name>")
@reads
def file(number: int, name: str) -> ResponseReturnValue:
    """Hand out a match as a file; its name holds nothing that anybody has entered."""
    if name not in ENDINGS:
        abort(404)
    try:
        return handed_out(number, name, pictures=request.args.get("pictures") != "no")
    except NotToBeHadError as error:
        return sentence(_("This match cannot be had in this form."), 409, str(error))


def handed_out(number: int, name: str, *, pictures: bool) -> Response:
    """Return a match as a file of a format; raise `NotToBeHadError` if it cannot be had in that."""
    data = archive().export(number, name, pictures=pictures)
    response = Response(data, mimetype=MIMETYPES[name])
    response.headers["Content-Disposition"] = f'attachment; filename="match-{number}{ENDINGS[name]}"'
    return response


@pages.get("/archive/<int:number>/picture/<int:seq>")
@reads
def shot(number: int, seq: int) -> ResponseReturnValue:
    """Hand out the picture that was kept with an event."""
    kept = archive().picture(number, seq)
    return Response(kept.data, mimetype=kept.mimetype)
