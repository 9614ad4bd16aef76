"""A match and a game played by hands on a virtual board under a virtual camera, watched on two devices at once.

In a short form: the dice of the match are loaded, and the game of Tric-Trac has begun. At length, and with other plays:
`python -m tests.web.whole_matches`.
"""

from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.deeds import LOADED, Errs, Fails, Moves, later, planned
from tests.web.record import recorded, told
from tests.web.stage import Stage
from tests.web.whole_matches import Whole, played

pytestmark = pytest.mark.real_time

MATCH_SEED, TRICTRAC_SEED, THROWS = 62, 20, 14


def test_a_match_of_backgammon(table: Stage, browser: Browser, tmp_path: Path) -> None:
    deeds = planned("backgammon", 3, MATCH_SEED, faces=LOADED)
    played(table, browser, Whole("backgammon", 3, deeds))
    done = told(deeds)
    assert recorded(tmp_path) == done
    kinds = Counter(words[0] for words in done)
    assert kinds["ends"] == kinds["doubles"] == 2
    assert kinds["taken"] == kinds["dropped"] == 1
    assert sum(isinstance(deed, Errs) for deed in deeds) == 1
    assert sum(isinstance(deed, Fails) for deed in deeds) == 2
    assert sum(isinstance(deed, Moves) and deed.stands for deed in deeds) == 1


def test_the_end_of_a_game_of_trictrac(table: Stage, browser: Browser, tmp_path: Path) -> None:
    begun = later(planned("trictrac", 1, TRICTRAC_SEED), THROWS)
    played(table, browser, Whole("trictrac", 1, begun.rest, begun))
    done = told(begun.rest)
    assert recorded(tmp_path) == done
    assert done[-1][0] == "ends"
    view = table.service.view()
    assert view.points is not None
    assert max(view.points.white, view.points.black) >= 12
    assert max(begun.points) < 12
