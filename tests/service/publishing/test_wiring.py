"""A hall that is configured is a part of the table that `companion run` puts to work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.commands.run import plug_in
from companion.config import Config, changed
from companion.service.service import TableService
from tests.broker.mosquitto import HERE, free_port
from tests.service.playing import running, until


@contextmanager
def plugged(folder: Path, broker: str) -> Iterator[TableService]:
    """A table whose configuration names this broker."""
    config = changed(Config(), {"folder": str(folder), "board.port": "off", "hall.broker": broker})
    with running(folder) as service:
        plug_in(service, config)
        yield service


@pytest.mark.real_time
def test_the_hall_is_a_part_where_it_is_configured(tmp_path: Path) -> None:
    with plugged(tmp_path, f"mqtt://{HERE}:{free_port()}") as service:
        view = until(service, lambda view: any(one.state == "lost" for one in view.devices))
        (hall,) = (one for one in view.devices if one.name == "hall")
        assert hall.message.code == "hall_unreachable"


def test_without_a_broker_there_is_no_hall(tmp_path: Path) -> None:
    with plugged(tmp_path, "") as service:
        assert "hall" not in service._parts
