"""How long a match is, in words: one point and one game are not several."""

from pathlib import Path

import pytest

from tests.service.playing import done, running

LENGTHS = [
    ("backgammon", {"kind": "points", "points": 1}, "To 1 point"),
    ("backgammon", {"kind": "points", "points": 3}, "To 3 points"),
    ("backgammon", {"kind": "money"}, "As long as you like"),
    ("trictrac", {"kind": "rounds", "games": 1}, "One game"),
    ("trictrac", {"kind": "rounds", "games": 12}, "12 games"),
]


@pytest.mark.parametrize(("game", "length", "text"), LENGTHS)
def test_a_length_in_words(tmp_path: Path, game: str, length: dict[str, object], text: str) -> None:
    with running(tmp_path) as service:
        view = done(service.new_match({"game": game, "length": length}, "white"))
        assert view.length is not None
        assert view.length.text == text
