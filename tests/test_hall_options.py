"""The options for a hall: everything that is wrong with them is told, and none of it while there is no hall."""

from __future__ import annotations

import pytest

from companion.config import Config, ConfigError, changed

BROKER = "mqtt://hall:1883"
WRONG: dict[str, dict[str, object]] = {
    'hall.broker is to be as mqtt://name:1883 or mqtts://name:8883, not "hall".': {"broker": "hall"},
    "hall.broker is to hold no user and no password: they go to hall.user and hall.password_file.": {
        "broker": "mqtt://ada:secret@hall"
    },
    "hall.ca_file and hall.client_cert need a broker at mqtts://, not mqtt://.": {"ca_file": "ca.crt"},
    'hall.prefix is to be made of letters without accents, digits and _ . - /, not "a/#".': {"prefix": "a/#"},
    'hall.panel is to be an address as http://name:8080/, not "javascript:x".': {"panel": "javascript:x"},
    "hall.table is to have at most 60 characters.": {"table": "7" * 61},
    "hall.password_file needs a hall.user whose password it is.": {"password_file": "secret"},
    "hall.client_key needs a hall.client_cert that it belongs to.": {"client_key": "key"},
}


def with_hall(**options: object) -> Config:
    return changed(Config(), {f"hall.{name}": value for name, value in {"broker": BROKER, **options}.items()})


@pytest.mark.parametrize("problem", WRONG)
def test_what_is_wrong_is_told(problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        with_hall(**WRONG[problem])
    assert caught.value.problems == (problem,)


@pytest.mark.parametrize("problem", WRONG)
def test_without_a_broker_nothing_is_wrong(problem: str) -> None:
    if "broker" not in WRONG[problem]:
        assert with_hall(**WRONG[problem], broker="").hall.broker == ""


def test_options_that_fit_may_be_used() -> None:
    options: dict[str, object] = {"broker": "mqtts://hall", "user": "t7", "password_file": "~/secret", "ca_file": "ca"}
    hall = with_hall(**options, client_cert="c", client_key="k", prefix="club/spring", panel="https://t7/").hall
    assert (hall.broker, hall.user, hall.prefix) == ("mqtts://hall", "t7", "club/spring")
