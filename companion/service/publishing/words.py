"""What is said of the line to a tournament hall."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.service.view import Message, Param

KEPT = "What is played is kept here, and told the hall later."
HALL: Mapping[str, str] = MappingProxyType(
    {
        "hall_looking": "The broker at {address} is being reached.",
        "hall_told": "Connected: {name} is told what is played here.",
        "hall_nobody": f"The broker at {{address}} is reached, but no hall is listening there. {KEPT}",
        "hall_unknown_host": f"Not reachable since {{time}}: {{address}} is not known in this network. {KEPT}",
        "hall_unreachable": f"Not reachable since {{time}}: nobody answers at {{address}} ({{detail}}). {KEPT}",
        "hall_silent": f"Not reachable since {{time}}: what is at {{address}} takes the call and says nothing. {KEPT}",
        "hall_lost": f"Not reachable since {{time}}: the connection to {{address}} was lost. {KEPT}",
        "hall_taken_over": (
            f"Not reachable since {{time}}: another program has come to {{address}} in this table's name. {KEPT}"
        ),
        "hall_denied": "The broker at {address} does not let this table in: is its user, and its password, right?",
        "hall_certificate": "What is at {address} cannot show that it is the hall's broker ({detail}).",
        "hall_tls": "The broker at {address} and this table find no way to a private line ({detail}).",
        "hall_protocol": "The broker at {address} is too old: it does not know MQTT 5.",
        "hall_password_file": "The password for the broker cannot be read from the file {detail}.",
        "hall_ca_file": "There is no certificate of an authority in the file {detail}.",
        "hall_client_cert": "This table's own certificate, or its key, cannot be read from the file {detail}.",
        "hall_not_allowed": "The broker at {address} does not let this table use the topic {topic}.",
        "hall_flag": "{player}'s time is up.",
    }
)


def told(code: str, /, **params: Param) -> Message:
    """Return something that is said of the hall."""
    template = HALL[code]
    shown = {name: {"white": "White", "black": "Black"}.get(str(value), value) for name, value in params.items()}
    return Message(code, tuple(params.items()), template.format(**shown), template)
