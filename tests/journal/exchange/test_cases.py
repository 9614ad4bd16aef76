import pytest

from tests.journal.exchange.cases import DATA, Case, cases, told

CASES = [(path.stem, case) for path in (DATA / "mat.txt", DATA / "sgf.txt") for case in cases(path)]


@pytest.mark.parametrize(("kind", "case"), CASES, ids=[f"{kind}: {case.title}" for kind, case in CASES])
def test_what_is_told_of_a_file(kind: str, case: Case) -> None:
    assert told(kind, case) == case.told


@pytest.mark.parametrize("change", ["\r\n", "\r", "bom", "utf-16", "\t"])
def test_encodings_and_line_ends_mean_nothing(change: str) -> None:
    _, case = CASES[0]
    changes = {
        "bom": lambda data: b"\xef\xbb\xbf" + data,
        "utf-16": lambda data: data.decode().encode("utf-16"),
        "\t": lambda data: data.replace(b"        ", b"\t"),
    }
    data = changes.get(change, lambda data: data.replace(b"\n", change.encode()))(case.text.encode())
    assert told("mat", case, data) == case.told
