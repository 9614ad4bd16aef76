"""What can be wrong with a recording that is read: it may come from anybody."""

from __future__ import annotations


class RawError(ValueError):
    """Something in a recording is not what it should be."""


class NoRecordingError(RawError):
    """A file is no recording of a table, or so damaged that nothing of it can be read."""


class TooLargeError(RawError):
    """A recording is larger than any that was ever made."""


class OtherFormError(RawError):
    """A recording is of another form, that this version does not know."""

    def __init__(self, version: str) -> None:
        super().__init__(f"it was recorded by companion {version}")
        self.version = version


class DamagedError(RawError):
    """A recording is damaged at a line of one of its pieces; 0: the whole piece cannot be read."""

    def __init__(self, piece: str, line: int, why: object = "") -> None:
        super().__init__(f"{piece}, line {line}: {why}")
        self.piece, self.line = piece, line
