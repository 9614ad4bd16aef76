"""The line to a tournament hall: whether the broker lets this table in, and nobody else can read its password."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from uuid import uuid4

from companion.broker.access import Access, Trouble, Why, others_can_read
from companion.broker.client import Client, Handlers
from companion.broker.messages import Hall, MessageError, received
from companion.broker.topics import Topics
from companion.service.doctor.access import user
from companion.service.doctor.values import Case, Finding, ill, unused, well
from companion.service.doctor.words import FINDINGS, told
from companion.service.publishing import words
from companion.service.publishing.settings import access_of, path_of
from companion.service.view import Message

PART = "hall"
PATIENCE_S, HALL_S = 20.0, 1.0
"""How long the broker may take, and then a hall."""
MENDS: Mapping[Why, str] = MappingProxyType(
    {
        Why.DENIED: "right_user",
        Why.CERTIFICATE: "right_authority",
        Why.TLS: "right_authority",
        Why.PROTOCOL: "newer_broker",
        Why.PASSWORD_FILE: "readable_file",
        Why.CA_FILE: "readable_file",
        Why.CLIENT_CERT: "readable_file",
    }
)


def look_at_hall(case: Case) -> Iterator[Finding]:
    """Go to the broker as the table does, under another name."""
    hall = case.config.hall
    if not hall.broker:
        yield unused(PART, "not_used")
        return
    password = path_of(hall.password_file)
    if password is not None and others_can_read(password):
        yield ill(PART, told("password_open", path=str(password)), told("close_file", path=str(password)))
    access = access_of(hall, f"companion-doctor-{uuid4().hex[:8]}")
    visit = Visit(access, Topics(hall.prefix))
    yield _found(visit, str(access.address))


def _found(visit: Visit, address: str) -> Finding:
    trouble = visit.made()
    if trouble is not None:
        mend = told(MENDS.get(trouble.why, "right_broker"), user=user())
        return ill(PART, _sentence(trouble, address), mend)
    if visit.halls:
        return well(PART, "broker_with_hall", address=address, name=", ".join(visit.halls))
    return well(PART, "broker_alone", address=address)


def _sentence(trouble: Trouble, address: str) -> Message:
    """Return what is the matter; as the doctor says it, or else as the part itself does."""
    code = f"broker_{trouble.why.value}"
    if code in FINDINGS:
        return told(code, address=address, detail=trouble.detail)
    return words.told(f"hall_{trouble.why.value}", address=address, detail=trouble.detail)


class Visit:
    """A short call at the broker."""

    def __init__(self, access: Access, topics: Topics) -> None:
        self._topics = topics
        self._decided, self._met = threading.Event(), threading.Event()
        self._trouble: Trouble | None = Trouble(Why.SILENT)
        self.halls: list[str] = []
        """The names of the halls that are there."""
        handlers = Handlers(self._heard, self._let_in, self._refused)
        self._client = Client(access, handlers, [topics.of_hall("+")])

    def made(self) -> Trouble | None:
        """Go there, and return why one cannot; None if one can."""
        self._client.start()
        try:
            if self._decided.wait(PATIENCE_S) and self._trouble is None:
                self._met.wait(HALL_S)
        finally:
            self._client.stop()
        return self._trouble

    def _let_in(self) -> None:
        self._trouble = None
        self._decided.set()

    def _refused(self, trouble: Trouble) -> None:
        if not self._decided.is_set():
            self._trouble = trouble
            self._decided.set()

    def _heard(self, topic: str, payload: bytes, _kept: bool) -> None:  # noqa: FBT001 - as it is told
        try:
            _, message = received(self._topics, topic, payload)
        except MessageError:
            return
        if isinstance(message, Hall) and message.online:
            self.halls.append(message.name)
            self._met.set()
