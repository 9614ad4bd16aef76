"""Whether a table's options for its hall can be used: everything that is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.broker.topics import PREFIX
from companion.language import _
from companion.options import toml

if TYPE_CHECKING:
    from companion.config import Hall

PANEL = re.compile(r"https?://[\x21-\x7e]{1,280}")
LONGEST_NAME = 60


def problems(hall: Hall) -> Iterator[str]:
    """Everything that is wrong with the options for the hall."""
    if not hall.broker:
        return
    yield from _of_address(hall)
    if not PREFIX.fullmatch(hall.prefix):
        yield _(
            "hall.prefix is to be made of letters without accents, digits and _ . - /, not {value}.",
            value=toml(hall.prefix),
        )
    if hall.panel and not PANEL.fullmatch(hall.panel):
        yield _("hall.panel is to be an address as http://name:8080/, not {value}.", value=toml(hall.panel))
    if len(hall.table) > LONGEST_NAME:
        yield _("hall.table is to have at most {most} characters.", most=LONGEST_NAME)
    if hall.password_file and not hall.user:
        yield _("hall.password_file needs a hall.user whose password it is.")
    if hall.client_key and not hall.client_cert:
        yield _("hall.client_key needs a hall.client_cert that it belongs to.")


def _of_address(hall: Hall) -> Iterator[str]:
    # What makes a line private takes long to load, and few tables have a hall.
    from companion.broker.access import Address, AddressError  # noqa: PLC0415

    try:
        address = Address.parse(hall.broker)
    except AddressError as error:
        if str(error) == AddressError.SECRET:
            # It is not shown again: it holds a password.
            yield _("hall.broker is to hold no user and no password: they go to hall.user and hall.password_file.")
        else:
            yield _(
                "hall.broker is to be as mqtt://name:1883 or mqtts://name:8883, not {value}.", value=toml(hall.broker)
            )
        return
    if not address.tls and (hall.ca_file or hall.client_cert):
        yield _("hall.ca_file and hall.client_cert need a broker at mqtts://, not mqtt://.")
