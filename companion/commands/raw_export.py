"""`companion export MATCH --format raw`: all that came in at a table while a match was played, as one file to send."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.output import BAD_USE, FAILED, say, written
from companion.datafolder import data_folder, may_be_there
from companion.journal.database import FILE
from companion.journal.store import Journal
from companion.journal.trouble import JournalError
from companion.language import _
from companion.sentences import translated


def export_raw(arguments: argparse.Namespace) -> int:
    """Write the file."""
    # Loaded here: no other command needs it.
    from companion.service.recording.export import NothingRecordedError, Wanted, packed  # noqa: PLC0415
    from companion.service.upkeep.redaction import secrets_of  # noqa: PLC0415

    data, target = data_folder(arguments.data), arguments.output
    if target is None:
        return say(_("A recording is no text: --output names the file it goes to."), BAD_USE)
    try:
        uid = uid_of(data, arguments.match)
        secrets = tuple(secrets_of(data))
        wanted = Wanted(uid, not arguments.no_names, not arguments.no_pictures, secrets)
        content = packed(data, wanted)
    except JournalError as error:
        return say(translated(str(error)), FAILED)
    except NothingRecordedError:
        return say(_("Of this match nothing is recorded, or it was taken away since."), FAILED)
    return written(target, content, force=arguments.force)


def uid_of(data: Path, match: str) -> str:
    """Return the uid of a match, by its number or uid; also where the journal itself is gone or damaged."""
    from companion.service.recording.export import recorded  # noqa: PLC0415 - as above

    known = {one.uid for one in recorded(data)}
    if match in known or not may_be_there(data / FILE):
        return match
    with Journal.open(data) as journal:
        return journal.find(match).uid
