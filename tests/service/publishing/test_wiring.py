"""A hall that is configured is a part of the table that `companion run` puts to work."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Config, changed
from companion.run_command import plug_in
from tests.broker.mosquitto import HERE, free_port
from tests.service.playing import running, until


@pytest.mark.parametrize("address", ["", f"mqtt://{HERE}:{free_port()}"])
def test_the_hall_is_a_part_where_it_is_configured(tmp_path: Path, address: str) -> None:
    config = changed(Config(), {"folder": str(tmp_path), "board.port": "off", "hall.broker": address})
    with running(tmp_path) as service:
        plug_in(service, config)
        if address:
            view = until(service, lambda view: any(one.state == "lost" for one in view.devices))
            (hall,) = (one for one in view.devices if one.name == "hall")
            assert hall.message.code == "hall_unreachable"
        else:
            assert "hall" not in service._parts
