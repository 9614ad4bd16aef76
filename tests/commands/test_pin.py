"""The configuration at fault: `companion pin` and `companion hall pin`; see also tests/web/test_pin_command.py."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.output import BAD_USE


@pytest.mark.parametrize(
    ("command", "variable"), [(("pin",), "COMPANION_CONFIG"), (("hall", "pin"), "COMPANION_HALL_CONFIG")]
)
def test_a_configuration_that_cannot_be_used_is_named(
    command: tuple[str, ...],
    variable: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "its.toml"
    file.write_text("nonsense", encoding="utf-8")
    monkeypatch.setenv(variable, str(file))
    monkeypatch.setattr("sys.stdin", io.StringIO("8264\n"))
    assert main(command) == BAD_USE
    assert f"{file}: It is not TOML" in capsys.readouterr().err
