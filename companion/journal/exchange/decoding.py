"""From bytes to text, with limits: what is too big, binary or endless is refused before anything is made of it."""

from __future__ import annotations

from companion.journal.exchange.importing import ForeignFileError

MOST_BYTES = 10_000_000
MOST_POINTS = 2**15 - 1
MOST_GAMES = 5_000
MOST_ACTIONS = 50_000
"""In all games of a file: some two hundred long matches."""
MOST_NAME = 200
LATEST = 10**14
"""In Unix milliseconds, far in the future: beyond the year 9999 nothing can show a date."""


def too_big(size: int, most: int) -> str:
    """Return what there is to say of a file of more bytes than there may be."""
    return f"The file has {-(-size // 1000)} kB; more than {most // 1000} kB are not taken in. Is it the right one?"


def text_of(data: bytes) -> str:
    """Return the text of a file, in UTF-8 or else Latin-1, with plain line ends."""
    if len(data) > MOST_BYTES:
        msg = too_big(len(data), MOST_BYTES)
        raise ForeignFileError(msg)
    if not data.strip():
        msg = "The file is empty."
        raise ForeignFileError(msg)
    text = _decoded(data)
    odd = next((place for place, sign in enumerate(text) if sign < " " and sign not in "\t\n\r\f\v\x1a"), None)
    if odd is not None:
        line = text.count("\n", 0, odd) + 1
        msg = f"Line {line}: this is no text (it has the byte {ord(text[odd]):#04x}). Is it the right file?"
        raise ForeignFileError(msg)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x1a", "")


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as error:
            msg = "The file begins like UTF-16 text but is not: save it as UTF-8."
            raise ForeignFileError(msg) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def check_length(points: int, where: str) -> int:
    """Return the length of a match, or raise if no match is that long."""
    if not 0 <= points <= MOST_POINTS:
        msg = f"{where}: a match to {shown(str(points))} points cannot be; it is 1 to {MOST_POINTS}, or 0 for money."
        raise ForeignFileError(msg)
    return points


def number_of(text: str, where: str) -> int:
    """Return a whole number from a file, or raise if it is none or endless."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        msg = f"{where}: {shown(digits)} should be a whole number."
        raise ForeignFileError(msg)
    return int(digits)


def shown(text: str) -> str:
    """Return a piece of a file as it can be shown in an error."""
    tidy = "".join(sign if sign.isprintable() else "?" for sign in text.strip())
    short = tidy if len(tidy) <= 40 else f"{tidy[:37]}..."
    return f"'{short}'"


def name_of(text: str, otherwise: str) -> str:
    """Return a player's name from a file in one line, or the other word if there is none."""
    tidy = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return tidy[:MOST_NAME] or otherwise
