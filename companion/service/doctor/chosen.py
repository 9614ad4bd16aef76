"""What was chosen in the set-up: the service goes on without it where it cannot be used."""

from __future__ import annotations

from collections.abc import Iterator

from companion.config import ConfigError
from companion.service.doctor.access import is_hidden, mend_folder
from companion.service.doctor.values import Case, Finding, ill, unused, well
from companion.service.doctor.words import told
from companion.service.upkeep.settings import FILE, read_chosen

PART = "set_up"


def look_at_chosen(case: Case) -> Iterator[Finding]:
    """Read what was chosen, once more: the configuration only has it if it can be used."""
    file = case.config.data / FILE
    try:
        chosen = read_chosen(case.config.data)
    except ConfigError as error:
        mend = mend_folder(case.config.data) if is_hidden(file) else told("choose_again", path=str(file))
        yield ill(PART, told("said", message=str(error)), mend)
    else:
        yield well(PART, "set_up_used") if chosen else unused(PART, "set_up_none")
