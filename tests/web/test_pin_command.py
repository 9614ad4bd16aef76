"""`companion pin` sets a PIN on the machine itself."""

import io
from pathlib import Path

import pytest

from companion.cli import main
from web.safe import Role, Safe


def run(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
    return main(["pin", *arguments])


@pytest.mark.parametrize(("option", "role"), [((), Role.TABLE), (("--owner",), Role.OWNER)])
def test_it_is_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: tuple[str, ...], role: Role) -> None:
    assert run(monkeypatch, "4071", "--data", str(tmp_path), *option) == 0
    assert Safe(tmp_path).role_for("4071") is role


def test_it_replaces_one_that_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Safe(tmp_path).set_pin(Role.TABLE, "4071")
    assert run(monkeypatch, "5082", "--data", str(tmp_path)) == 0
    assert Safe(tmp_path).role_for("4071") is None


@pytest.mark.parametrize("damaged", [b"", b"{", b"\xff", b"[]", b'{"epoch": "x"}', b'{"pin": ""}'])
def test_it_mends_a_damaged_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: bytes) -> None:
    safe = Safe(tmp_path)
    safe.set_pin(Role.OWNER, "860312")
    epoch = safe.kept.epoch
    (tmp_path / "panel.json").write_bytes(damaged)
    with pytest.raises(ValueError, match="companion pin"):
        _ = Safe(tmp_path).kept
    assert run(monkeypatch, "5082", "--data", str(tmp_path)) == 0
    assert [safe.role_for(pin) for pin in ("5082", "860312")] == [Role.TABLE, None]
    assert safe.kept.epoch > epoch


def test_a_poor_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "1111", "--data", str(tmp_path)) == 2
    assert "too easy" in capsys.readouterr().err
    assert not Safe(tmp_path).kept.has_pin


def test_where_nothing_can_be_written_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert run(monkeypatch, "4071", "--data", str(tmp_path / "file")) == 2
    assert "cannot be kept" in capsys.readouterr().err


def test_typed_twice_differently_it_is_not_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    typed = iter(["4071", "4072"])
    monkeypatch.setattr("getpass.getpass", lambda _prompt: next(typed))
    assert main(["pin", "--data", str(tmp_path)]) == 2
    assert not Safe(tmp_path).kept.has_pin
