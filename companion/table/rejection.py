"""What a table turns down, and why."""

from __future__ import annotations

from dataclasses import dataclass

from companion.match.refused import Refused
from companion.table.codes import REJECTED, Why

Param = int | str


class RejectedError(Exception):
    """An event that does not fit what is going on: a code with its parameters."""

    def __init__(self, code: Why, **params: Param) -> None:
        """Take a code of `REJECTED` and what its sentence needs."""
        super().__init__(REJECTED[code].format(**params))
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Rejection:
    """The table stays as it was; this is why."""

    code: str
    params: tuple[tuple[str, Param], ...]
    message: str

    @classmethod
    def of(cls, error: RejectedError | Refused) -> Rejection:
        """Return what an error says."""
        return cls(str(error.code), tuple(error.params.items()), str(error))
