"""The secret and the PINs stay where they belong."""

import stat
from pathlib import Path

import pytest

from web.safe import PinError, Role, Safe


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_secret_is_made_once_and_only_for_us(tmp_path: Path) -> None:
    secret = Safe(tmp_path).secret()
    assert len(secret) == 32
    assert Safe(tmp_path).secret() == secret
    assert mode(tmp_path / "panel.secret") == 0o600


def test_two_installations_have_two_secrets(tmp_path: Path) -> None:
    assert Safe(tmp_path / "one").secret() != Safe(tmp_path / "two").secret()


@pytest.mark.parametrize("damaged", [b"short", b""])
def test_a_damaged_secret_is_not_used_but_made_anew(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "panel.secret").write_bytes(damaged)
    secret = Safe(tmp_path).secret()
    assert len(secret) == 32
    assert Safe(tmp_path).secret() == secret


def test_a_pin_is_kept_as_a_hash_only_for_us(tmp_path: Path) -> None:
    safe = Safe(tmp_path)
    safe.set_pin(Role.TABLE, "4071")
    text = (tmp_path / "panel.json").read_text(encoding="utf-8")
    assert "argon2id" in text
    assert "4071" not in text
    assert mode(tmp_path / "panel.json") == 0o600


def test_each_pin_opens_its_role(tmp_path: Path) -> None:
    safe = Safe(tmp_path)
    safe.set_pin(Role.TABLE, "4071")
    safe.set_pin(Role.OWNER, "860312")
    assert [safe.role_for(pin) for pin in ("4071", "860312", "4072", "")] == [Role.TABLE, Role.OWNER, None, None]


def test_without_a_pin_none_is_right(tmp_path: Path) -> None:
    assert Safe(tmp_path).role_for("") is None


def test_a_pin_set_by_another_program_is_known_at_once(tmp_path: Path) -> None:
    running = Safe(tmp_path)
    running.set_pin(Role.TABLE, "4071")
    epoch = running.kept.epoch
    Safe(tmp_path).set_pin(Role.TABLE, "5082")
    assert running.role_for("5082") is Role.TABLE
    assert running.role_for("4071") is None
    assert running.kept.epoch == epoch + 1


@pytest.mark.parametrize(
    "pin", ["", "123", "0000", "1234", "9876", "12345678901234", "12a4", "\uff11\uff12\uff13\uff14"]
)
def test_a_poor_pin_is_refused(tmp_path: Path, pin: str) -> None:
    with pytest.raises(PinError):
        Safe(tmp_path).set_pin(Role.TABLE, pin)
    assert not Safe(tmp_path).kept.has_pin


def test_an_endless_pin_is_not_even_hashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    safe = Safe(tmp_path)
    safe.set_pin(Role.TABLE, "4071")

    def never(*_args: object) -> bool:
        raise AssertionError

    monkeypatch.setattr(safe, "_hasher", type("Never", (), {"verify": never})())
    assert safe.role_for("4" * 10_000) is None
