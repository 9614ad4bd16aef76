"""The support bundle: what is in it, that no secret is, and that it stays small."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from companion.config import Config, changed
from companion.service.upkeep import bundle
from companion.service.upkeep.log_tail import LONGEST, LogTail, listen
from companion.service.upkeep.redaction import REMOVED, redacted, secrets_of
from companion.service.upkeep.settings import Settings
from companion.service.upkeep.upkeep import Upkeep
from tests.service.playing import begun, play_first, running
from web.safe import Role, Safe

ADDRESS = "rtsp://watcher:p%40ss-w0rd@camera.local/stream?token=abc123def"
NAMES = "versions configuration machine table board camera events log".split()


@pytest.fixture
def packed(tmp_path: Path) -> tuple[Path, dict[str, bytes]]:
    """A bundle of a table with PINs, a camera with a password, and a log in which somebody told all of them."""
    safe = Safe(tmp_path)
    safe._hasher = PasswordHasher(1, 8, 1)
    safe.set_pin(Role.TABLE, "4711")
    safe.set_pin(Role.OWNER, "815093")
    secret = safe.secret()
    tail = LogTail()
    base = changed(Config(), {"folder": str(tmp_path), "board.port": "off", "camera.source": "off"})
    with running(tmp_path) as service:
        begun(service)
        play_first(service)
        settings = Settings(base)
        settings.choose({"camera.source": ADDRESS})
        for line in (
            f"opening {ADDRESS}",
            f"hash {safe.kept.table_pin}",
            f"secret {secret.hex()}",
            "password p@ss-w0rd",
            'headers {"Cookie": "companion=eyJyb2xlIjozfQ.sig"} pin=815093',
        ):
            tail.emit(logging.makeLogRecord({"msg": line}))
        with zipfile.ZipFile(io.BytesIO(Upkeep(service, settings, log=tail).packed())) as archive:
            return tmp_path, {name: archive.read(name) for name in archive.namelist()}


def test_it_holds_what_helps(packed: tuple[Path, dict[str, bytes]]) -> None:
    _, files = packed
    assert [name.removeprefix("companion/").partition(".")[0] for name in files] == NAMES
    assert b"Python: 3." in files["companion/versions.txt"]
    assert b"board.port = 'off'" in files["companion/configuration.txt"]
    assert b"camera.local/stream" in files["companion/configuration.txt"]
    events = [json.loads(line) for line in files["companion/events.jsonl"].splitlines()]
    assert [one["seq"] for one in events] == [0, 1, 2, 3]
    assert "play_entered" in events[-1]["event"]
    assert json.loads(files["companion/table.json"])["game"] == "backgammon"
    assert json.loads(files["companion/machine.json"])["disk"]["journal"] > 0


def test_no_secret_is_in_it(packed: tuple[Path, dict[str, bytes]]) -> None:
    folder, files = packed
    kept = json.loads((folder / "panel.json").read_text())
    secret = (folder / "panel.secret").read_bytes()
    whole = b"\n".join(files.values())
    assert b"opening" in whole
    hidden = [kept["table_pin"], kept["owner_pin"], secret.hex(), "p%40ss-w0rd", "p@ss-w0rd", "abc123def", "815093"]
    hidden += ["watcher:", "eyJyb2xlIjozfQ", "$argon2"]
    assert [one for one in hidden if one.encode() in whole] == []
    assert secret not in whole


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("http://a:b@host/x", f"http://{REMOVED}@host/x"),
        ("http://only@host/x", f"http://{REMOVED}@host/x"),
        ("http://host/x?user=me&password=very&more=1", f"http://host/x?user=me&password={REMOVED}&more=1"),
        ("api_key: 'one two'", f"api_key: {REMOVED}"),
        ('{"pin": "4711", "points": 5}', f'{{"pin": {REMOVED}, "points": 5}}'),
        ("$argon2id$v=19$m=8,t=1,p=1$abc$def end", f"{REMOVED} end"),
        ("spinning=5 pips=3 a@b", "spinning=5 pips=3 a@b"),
    ],
)
def test_texts_lose_what_nobody_else_may_know(text: str, clean: str) -> None:
    assert redacted(text) == clean


def test_secrets_are_found_in_every_way_of_writing(tmp_path: Path) -> None:
    (tmp_path / "panel.secret").write_bytes(bytes(range(32)))
    found = set(secrets_of(tmp_path, ["http://name:p%20w@host/", "/dev/video0"]))
    assert {bytes(range(32)).hex(), "p%20w", "p w", "name:p%20w"} <= found


def test_a_long_log_keeps_its_end() -> None:
    lines = "".join(f"line {number} {'x' * 100}\n" for number in range(10_000))
    part = bundle._part("log.txt", lines)
    assert part.cut
    assert len(part.content) <= bundle.LARGEST_PART
    assert part.content.startswith(b"line ")
    assert part.content.endswith(b"x\n")
    whole = list(bundle._within([part] * 20))
    assert sum(len(one.content) for one in whole) <= bundle.LARGEST
    assert len(whole) < 20


def test_a_journal_that_is_missing_or_damaged_is_told(tmp_path: Path) -> None:
    assert bundle.events(tmp_path / "nothing") == "There is no journal.\n"
    (tmp_path / "journal.sqlite3").write_bytes(b"no database at all" * 100)
    assert bundle.events(tmp_path / "journal.sqlite3").startswith("The journal cannot be read")


def test_the_end_of_the_log_is_kept() -> None:
    before = logging.getLogger().handlers[:]
    tail = listen()
    try:
        tail.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
        logging.getLogger("somewhere").warning("It was %s", "x" * 2 * LONGEST)
        assert tail.text().startswith("WARNING It was x")
        assert len(tail.text()) == LONGEST + 1
    finally:
        logging.getLogger().handlers = before
