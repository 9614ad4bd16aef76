"""Views of every table that comes up in the scripted sessions: whole, consistent, and every button works."""

from __future__ import annotations

import pytest

from companion.rules.players import Pair
from companion.rules.position import Setup
from companion.service.builder import MOST_ASKED, Around, table_view
from companion.service.view import Action, BoardView, TableView
from companion.table.codec import CodecError, decode
from companion.table.reducer import apply
from companion.table.rejection import Rejection
from companion.table.state import Asking, Disputed, GameOver, MatchOver, Opening, Playing, Table
from tests.service.tables import NAMES, tables_of

AROUND = Around(version=7, match=3, uid="abc")
PHASES = {"opening", "to_throw", "naming", "playing", "asking", "disputed", "game_over", "match_over"}
FILLED: dict[str, dict[str, object]] = {
    "throw": {"dice": [3, 1]},
    "play": {"play": "-"},
    "correct_throw": {"dice": [6, 4], "reason": "misread"},
    "set_score": {"score": {"white": 0, "black": 0}, "reason": "wrong"},
    "set_cube": {"value": 2, "owner": "white", "reason": "wrong"},
    "set_clock": {"player": "white", "reserve": 1000, "reason": "wrong"},
}
"""How people may fill in what an action wants."""


@pytest.mark.parametrize("name", NAMES)
def test_a_session_is_shown_whole(name: str) -> None:
    for table in tables_of(name):
        view = table_view(table, AROUND)
        check_texts(view)
        check_boards(table, view)
        check_phase(table, view)
        assert (view.version, view.match, view.uid) == (7, 3, "abc")


@pytest.mark.parametrize("name", NAMES)
def test_every_button_of_a_session_works(name: str) -> None:
    for table in tables_of(name):
        view = table_view(table, AROUND)
        for action in view.actions:
            if not action.wants:
                assert not isinstance(posted(table, action), Rejection), (name, action)
            elif action.name in FILLED:
                check_filled(table, action)


def posted(table: Table, action: Action, **more: object) -> Table | Rejection:
    return apply(table, decode({**action.event, **more, "at": table.now + 10}))


def check_filled(table: Table, action: Action) -> None:
    """What is wanted is all that is missing, and what is turned down is so for what was filled in."""
    with pytest.raises(CodecError, match=action.wants[0]):
        posted(table, action)
    more: dict[str, object] = FILLED[action.name]
    if action.name == "throw" and dict(action.label.params)["count"] == 1:
        more = {"dice": [3]}
    after = posted(table, action, **more)
    if isinstance(after, Rejection):
        assert after.code in {"bad_play", "bad_value", "throw_does_not_fit"}, (action, after)


def check_texts(view: TableView) -> None:
    messages = [view.waiting, view.length, *view.said, *(action.label for action in view.actions)]
    messages += [view.dispute.reason] if view.dispute else []
    for message in messages:
        assert message is not None
        assert message.text
        assert "{" not in message.text
        assert not message.text.startswith(("white", "black"))
        if message.template and message is not (view.dispute and view.dispute.reason):
            assert message.template.format(**dict(message.params))


def check_boards(table: Table, view: TableView) -> None:
    assert view.board is not None
    assert view.game_board is not None
    assert counts(view.game_board) == table.game.position.setup
    assert view.board.seen is (table.board is not None and not told_by_hand(table))
    if table.board is not None and not told_by_hand(table):
        assert table.board.shows(counts(view.board)) or view.board.unsure or view.differs or in_hand(table, view)


def told_by_hand(table: Table) -> bool:
    return isinstance(table.phase, Disputed) and table.phase.told


def in_hand(table: Table, view: TableView) -> bool:
    """Whether checkers are missing on the board: nobody can show where they are."""
    assert view.board is not None
    shown = counts(view.board).sides
    return any(side.total != table.match.rules.game.checkers.white for side in shown) or any(
        side.bar or side.off for side in shown
    )


def counts(board: BoardView) -> Setup:
    def places(who: int) -> dict[int | str, int]:
        aside = {"bar": board.bar, "off": board.off, "reserve": board.reserve}
        points: dict[int | str, int] = {point: pair[who] for point, pair in enumerate(board.points, 1)}
        return {**points, **{name: (both.white, both.black)[who] for name, both in aside.items()}}

    return Setup.of(Pair(places(0), places(1)))


def check_phase(table: Table, view: TableView) -> None:
    assert view.phase in PHASES
    assert (view.turn is None) is isinstance(table.phase, Opening | GameOver | MatchOver)
    assert (view.pips is None) is table.rules.tournament
    assert (view.throw != ()) is isinstance(table.phase, Playing | Asking | Disputed)
    assert (view.dispute is not None) is isinstance(table.phase, Disputed)
    assert (view.question != ()) is isinstance(table.phase, Asking)
    assert (view.opening is not None) is isinstance(table.phase, Opening)
    assert (view.cube is not None) is table.match.rules.has_cube
    assert (view.asked is not None) is (table.game.stake.pending is not None)
    assert (view.points is not None) is table.match.rules.by_points
    assert (view.hucke is not None) is table.match.rules.game.hucke
    assert len(view.question) <= MOST_ASKED
    assert set(view.left) <= set(view.throw) | {7 - number for number in view.throw}
    assert view.winner is None or view.phase in {"game_over", "match_over"}
