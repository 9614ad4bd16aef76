"""Takes out of texts what nobody else may know: passwords in addresses, and every secret of the installation."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote

REMOVED = "(removed)"
SHORTEST = 3
"""What is shorter is no secret, and would be found everywhere."""
IN_ADDRESS = re.compile(r"(?i)\b([a-z][a-z0-9+.-]*://)[^/\s\"'@]*@")
NAMED = re.compile(
    r"(?i)([?&;\s\"'{,]|^)((?:[a-z0-9]+[_-])*(?:password|passwd|pwd|token|secret|api[_-]?key|pin|csrf|cookie|auth)"
    r"[\"']?\s*[=:]\s*)(\"[^\"]*\"|'[^']*'|[^\s&\"',;}]+)",
    re.MULTILINE,
)
HASH = re.compile(r"\$argon2[a-z]*\$[^\s\"']+")


def redacted(text: str, secrets: Iterable[str] = ()) -> str:
    """Return a text without passwords, hashes, and the secrets that are named."""
    for secret in sorted({one for one in secrets if len(one) >= SHORTEST}, key=len, reverse=True):
        text = text.replace(secret, REMOVED)
    text = IN_ADDRESS.sub(rf"\1{REMOVED}@", text)
    text = HASH.sub(REMOVED, text)
    return NAMED.sub(rf"\1\2{REMOVED}", text)


def secrets_of(data: Path, addresses: Iterable[str] = ()) -> Iterator[str]:
    """Return every secret of an installation in each way it may be written."""
    try:
        secret = (data / "panel.secret").read_bytes()
    except OSError:
        secret = b""
    if secret:
        yield from (secret.hex(), base64.b64encode(secret).decode(), base64.urlsafe_b64encode(secret).decode())
        yield secret.decode("latin-1")
        yield secret.decode("utf-8", "replace")
    yield from _kept(data / "panel.json")
    for address in addresses:
        yield from _in(address)


def _kept(file: Path) -> Iterator[str]:
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return
    if isinstance(kept, dict):
        yield from (value for value in kept.values() if isinstance(value, str))


def _in(address: str) -> Iterator[str]:
    """Return the name and the password in an address, plain and as it is written there."""
    scheme, _, rest = address.partition("://")
    who = rest.partition("/")[0].rpartition("@")[0]
    if scheme and who:
        _name, _, password = who.partition(":")
        yield from (who, password, unquote(password))
