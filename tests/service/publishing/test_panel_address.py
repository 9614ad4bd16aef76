"""Where the hall finds a table's panel."""

from __future__ import annotations

import pytest

from companion.config import Config, changed
from companion.service.publishing.panel_address import panel_address

CASES: list[tuple[dict[str, object], str, str]] = [
    ({}, "10.0.0.7", "http://10.0.0.7:8080/"),
    ({}, "fd00::7", "http://[fd00::7]:8080/"),
    ({"panel.port": 80}, "10.0.0.7", "http://10.0.0.7:80/"),
    ({"panel.host": "192.168.1.9"}, "10.0.0.7", "http://192.168.1.9:8080/"),
    ({"panel.host": "127.0.0.1"}, "10.0.0.7", ""),
    ({"panel.host": "localhost"}, "10.0.0.7", ""),
    ({"panel.on": False}, "10.0.0.7", ""),
    ({"panel.port": 0}, "10.0.0.7", ""),
    ({"panel.on": False, "hall.panel": "https://t7/"}, "", "https://t7/"),
]


@pytest.mark.parametrize(("options", "here", "address"), CASES)
def test_the_address_is_that_by_which_the_table_is_known(options: dict[str, object], here: str, address: str) -> None:
    assert panel_address(changed(Config(), {"hall.broker": "mqtt://hall", **options}), here) == address


@pytest.mark.parametrize("here", ["127.0.0.1", "::1", ""])
def test_a_broker_on_this_machine_knows_no_address_that_helps(here: str) -> None:
    assert "127.0.0.1" not in panel_address(Config(), here)
    assert "[::1]" not in panel_address(Config(), here)
