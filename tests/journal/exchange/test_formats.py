import time
from dataclasses import replace
from datetime import datetime

import pytest

from companion.journal.exchange.complete import CompleteMatch
from companion.journal.exchange.days import day_of
from companion.journal.exchange.formats import EXPORTS, FORMATS, detect, export, read_foreign
from companion.journal.exchange.importing import ForeignFileError
from companion.table.reducer import fold
from tests.journal.exchange.matches import random_session
from tests.journal.gnubg.compare import positions_of

SESSION = random_session(3, games=1, turns=150)
MATCH = CompleteMatch(SESSION.agreement, tuple(SESSION.events), begun=0)


@pytest.mark.parametrize("name", EXPORTS)
def test_every_format_is_found_by_what_is_in_the_file_and_read_back(name: str) -> None:
    data = export(MATCH, name).encode()
    for called in ("", "match.bin", f"MATCH{FORMATS[name].ending.upper()}"):
        assert detect(data, called).name == name
    found = read_foreign(data)
    assert positions_of(fold(found.agreement.begin(), found.events)) == positions_of(SESSION.table)


@pytest.mark.parametrize("name", ["mat", "sgf"])
@pytest.mark.parametrize("hours", [0, 12, 23])
def test_the_day_of_a_match_goes_out_and_comes_back(name: str, hours: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for zone in ("UTC", "Pacific/Auckland", "America/Los_Angeles"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        begun = datetime(2024, 2, 29, hours, 59).astimezone()
        text = export(replace(MATCH, begun=int(begun.timestamp() * 1000)), name)
        assert ('EventDate "2024.02.29"' if name == "mat" else "DT[2024-02-29]") in text
        again = read_foreign(text.encode()).begun
        assert again is not None
        assert day_of(again).isoformat() == "2024-02-29"
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("told", ["????.??.??", "2024", "2024-02", "2024-13-01", "1887-01-01", "9999-12-31", ""])
def test_a_day_that_is_none_is_none(told: str) -> None:
    text = export(MATCH, "sgf").replace("DT[1970-01-01]", f"DT[{told}]")
    assert read_foreign(text.encode()).begun is None


def test_a_wrong_ending_does_not_mislead() -> None:
    assert detect(export(MATCH, "sgf").encode(), "match.mat").name == "sgf"


def test_a_file_of_no_format_names_those_there_are() -> None:
    with pytest.raises(ForeignFileError, match=r"\.json .*\.txt .*\.sgf .*\.mat"):
        detect(b"PK\x03\x04 and so on", "match.zip")


def test_a_damaged_file_of_a_known_ending_is_read_as_such() -> None:
    with pytest.raises(ForeignFileError, match=r"no \.mat file"):
        read_foreign(b"nothing of the kind", "match.mat")
