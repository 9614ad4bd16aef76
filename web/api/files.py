"""The archive's files for programs: a match taken away in each format, the pictures of throws, a match handed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response

from companion.service.archive import ENDINGS, NotInArchiveError, NotToBeHadError
from companion.service.importing import Handed
from web.api.archived import reading
from web.api.errors import ApiError
from web.api.operations import Operation, offer
from web.archive.files import MIMETYPES, handed_out
from web.archive.pages import archive
from web.archive.uploads import LONGEST_NAME, PATIENCE
from web.archive.words import in_words
from web.kinds import YES_NO, Fields, OneOf, Text
from web.language import gettext
from web.language import mark as _
from web.safe import Role

YES, NO = "yes", "no"
LONGEST_ID = 40
PICTURES = ("image/jpeg", "image/png", "image/webp")


def file(match: int, format: str, pictures: str = YES) -> Response:  # noqa: A002 - as it is called in the address
    """Return a match as a file."""
    if format not in ENDINGS:
        raise NotInArchiveError
    try:
        return handed_out(match, format, pictures=pictures == YES)
    except NotToBeHadError as error:
        told = gettext("This match cannot be had in this form.")
        raise ApiError(409, f"{told} {in_words(str(error))}") from None


def picture(match: int, event: int) -> Response:
    """Return the picture that was kept with a throw."""
    kept = archive().picture(match, event)
    return Response(kept.data, mimetype=kept.mimetype)


def hand_in(data: bytes, name: str = "", condone: str = NO) -> Handed:
    """Begin to read a file, and wait a moment for what comes of it."""
    if not data:
        raise ApiError(422, gettext("Choose a file that is not empty."))
    begun = archive().imports.hand_in(data, name, condone=condone == YES)
    if begun is None:
        raise ApiError(409, gettext("Another file is being read. Try again in a moment."))
    return handed(begun.id)


def handed(file: str) -> Handed:
    """Return what has come of a file."""
    found = archive().imports.look(file, PATIENCE)
    if found is None:
        raise ApiError(404, gettext("That file is not known any more. Choose it once more."))
    return found


def once_more(file: str, body: Mapping[str, Any]) -> Handed:
    """Read a file again."""
    handed(file)
    wanted = {name: body.get(name, False) for name in ("condone", "again")}
    if archive().imports.once_more(file, **wanted) is None:
        raise ApiError(409, gettext("Another file is being read. Try again in a moment."))
    return handed(file)


reading(
    Operation(
        "file",
        "GET",
        "/archive/{match}/file/{format}",
        _("A match as a file. Only .json holds everything; of games that other programs do not know there is no .mat."),
        file,
        tuple(sorted(set(MIMETYPES.values()))),
        query={"pictures": OneOf((YES, NO))},
        path_kinds={"format": OneOf(tuple(ENDINGS))},
        errors=(409,),
    )
)
reading(
    Operation(
        "picture",
        "GET",
        "/archive/{match}/pictures/{event}",
        _("The picture of a throw, by the number of its event, which a step names."),
        picture,
        PICTURES,
    )
)
offer(
    Operation(
        "hand_in",
        "POST",
        "/archive/files",
        _("Hand in a match that was recorded elsewhere: .json, .txt, .mat or .sgf, whatever it is called."),
        hand_in,
        Handed,
        "archive",
        Role.TABLE,
        query={"name": Text(LONGEST_NAME, "match.mat"), "condone": OneOf((YES, NO))},
        takes_file=True,
        errors=(409,),
    )
)
offer(
    Operation(
        "handed",
        "GET",
        "/archive/files/{file}",
        _("What has come of a file, or how far it is. Only the last few are remembered."),
        handed,
        Handed,
        "archive",
        Role.TABLE,
        path_kinds={"file": Text(LONGEST_ID, "x")},
        errors=(404,),
    )
)
offer(
    Operation(
        "once_more",
        "POST",
        "/archive/files/{file}",
        _("Read a file again that was refused: with its plays let stand, or although the match is there already."),
        once_more,
        Handed,
        "archive",
        Role.TABLE,
        path_kinds={"file": Text(LONGEST_ID, "x")},
        body=Fields({"condone": YES_NO, "again": YES_NO}, frozenset({"condone", "again"})),
        errors=(404, 409),
    )
)
