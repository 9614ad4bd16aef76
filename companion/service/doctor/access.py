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


def is_hidden(path: Path) -> bool:
    """Whether this process may not see what a file or a folder holds."""
    try:
        path.stat()
    except PermissionError:
        return True
    except OSError:
        return False
    return not os.access(path, os.R_OK)


def user() -> str:
    """Return the name of the user whose process this is."""
    with suppress(KeyError):
        return pwd.getpwuid(os.geteuid()).pw_name
    return str(os.geteuid())


def mend_access(path: Path, group: str, rules: str = "rules") -> Message:
    """Return what lets this user open a device that is meant for a group."""
    status = path.stat()
    owner = _owner(status.st_uid, status.st_gid)
    try:
        wanted = grp.getgrnam(group)
    except KeyError:
        return told(rules, owner=owner, group=group)
    if status.st_gid != wanted.gr_gid or status.st_mode & 0o060 != 0o060:
        return told(rules, owner=owner, group=group)
    if wanted.gr_gid in os.getgroups():
        # What keeps it from us is not the file: the service may use what was known when it started.
        return told("restart")
    if user() in wanted.gr_mem:
        return told("sign_in_again", user=user(), group=group)
    return told("join_group", user=user(), group=group)


def mend_folder(path: Path) -> Message:
    """Return what lets this user use a folder of data: another user's stays that user's."""
    owner = next(filter(None, map(name_of_owner, (path, *path.parents))), "root")
    return told("own_folder", user=user(), path=str(path)) if owner in {"root", user()} else told("ask_as", user=owner)


def name_of_owner(path: Path) -> str | None:
    """Return whose a file is; None if that cannot be told."""
    try:
        return path.owner()
    except (OSError, KeyError):
        return None


def _owner(number: int, group: int) -> str:
    names = [str(number), str(group)]
    with suppress(KeyError):
        names[0] = pwd.getpwuid(number).pw_name
    with suppress(KeyError):
        names[1] = grp.getgrgid(group).gr_name
    return ":".join(names)
