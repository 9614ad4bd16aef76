"""An archive for tests: scripted tables and files of other programs as matches in the journal of a stage."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.journal.lines import event_lines
from companion.journal.store import Journal, new_uid
from companion.journal.summary import New
from companion.rules.players import Pair
from tests.journal.scripts import WALL, session
from tests.web.stage import Stage, token

DAY = 86_400_000
USUAL = ("Ada", "Bo")
HOSTILE = '<script>alert("x")</script>\'"&{{7*7}}'
JPEG = b"\xff\xd8\xff\xe0 not much of a picture"
GOOD = b""" 3 point match

 Game 1
 Cleo : 0                        Dan : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Cleo : 1                        Dan : 0
  1) 31: 8/5 6/5                 64: 24/14
  2) 52: 13/8 13/11               33: bar/22 24/21 13/10(2)
"""
ILLEGAL = GOOD.replace(b"2) 52: 13/8 13/11", b"2) 52: 13/7 13/11")


def put(stage: Stage, name: str, *names: str, begun: int = WALL, source: str = "table") -> int:
    """Shelve the match of a scripted table under two names; return its number."""
    agreement, stored, table = session(name)
    agreement = replace(agreement, rules=replace(agreement.rules, names=Pair(*(names or USUAL))))
    lines = event_lines([one.event for one in stored], [begun + one.event.at for one in stored])
    new = New(new_uid(), source, begun)
    return int(stage.service._in_journal(lambda journal: journal.put(new, agreement, lines, table)))


def keep(stage: Stage, number: int, seq: int, picture: bytes = JPEG, kind: str = "jpg") -> None:
    """Keep a picture with an event."""

    def work(journal: Journal) -> None:
        journal.keep_evidence(number, seq, picture, kind)

    stage.service._in_journal(work)


def hand_in(client: FlaskClient, data: bytes, name: str = "match.mat", **fields: str) -> TestResponse:
    """Hand a file in, and return the page that tells what came of it."""
    return settled(client, send_file(client, "/archive/upload", data, name, **fields))


def send_file(client: FlaskClient, path: str, data: bytes, name: str = "match.mat", **fields: str) -> TestResponse:
    """Send a file as a form does."""
    sent = {"csrf": token(client), "file": (BytesIO(data), name), **fields}
    answer = client.post(path, data=sent, content_type="multipart/form-data")
    answer.request.environ["wsgi.input"].close()
    return answer


def settled(client: FlaskClient, answer: TestResponse) -> TestResponse:
    """Follow to the page of a file until the file is through."""
    while answer.status_code == 302 or b'http-equiv="refresh"' in answer.data:
        answer = client.get(answer.location or answer.request.path)
    return answer
