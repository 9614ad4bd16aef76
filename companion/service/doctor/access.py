"""Whether this user may open a device, and what to do about it."""

from __future__ import annotations

import grp
import os
import pwd
from contextlib import suppress
from pathlib import Path

from companion.service.doctor.words import told
from companion.service.view import Message


def may_use(path: Path) -> bool:
    """Whether this process may read and write a file."""
    return os.access(path, os.R_OK | os.W_OK)


def user() -> str:
    """Return the name of the user whose process this is."""
    with suppress(KeyError):
        return pwd.getpwuid(os.geteuid()).pw_name
    return str(os.geteuid())


def mend_access(path: Path, group: str) -> Message:
    """Return what lets this user open a device that is meant for a group."""
    status = path.stat()
    try:
        wanted = grp.getgrnam(group)
    except KeyError:
        return told("rules", owner=_owner(status.st_uid, status.st_gid), group=group)
    if status.st_gid != wanted.gr_gid or status.st_mode & 0o060 != 0o060:
        return told("rules", owner=_owner(status.st_uid, status.st_gid), group=group)
    if user() in wanted.gr_mem and wanted.gr_gid not in os.getgroups():
        return told("sign_in_again", user=user(), group=group)
    return told("join_group", user=user(), group=group)


def _owner(number: int, group: int) -> str:
    names = [str(number), str(group)]
    with suppress(KeyError):
        names[0] = pwd.getpwuid(number).pw_name
    with suppress(KeyError):
        names[1] = grp.getgrgid(group).gr_name
    return ":".join(names)
