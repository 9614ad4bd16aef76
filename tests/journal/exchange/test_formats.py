import pytest

from companion.journal.exchange.complete import CompleteMatch
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


def test_a_wrong_ending_does_not_mislead() -> None:
    assert detect(export(MATCH, "sgf").encode(), "match.mat").name == "sgf"


def test_a_file_of_no_format_names_those_there_are() -> None:
    with pytest.raises(ForeignFileError, match=r"\.json .*\.txt .*\.sgf .*\.mat"):
        detect(b"PK\x03\x04 and so on", "match.zip")


def test_a_damaged_file_of_a_known_ending_is_read_as_such() -> None:
    with pytest.raises(ForeignFileError, match=r"no \.mat file"):
        read_foreign(b"nothing of the kind", "match.mat")
