"""The desk knows what is played where, and no more than that."""

from __future__ import annotations

from companion.hall.desk import Desk
from companion.hall.record.values import KeptMatch
from tests.hall.tables import WALL, alive, match, name, state


def desk_with(*matches: str) -> Desk:
    """A desk that knows some matches."""
    desk = Desk("A hall", name(9), 0)
    desk.matches = {uid: KeptMatch(uid, name(1), "1", WALL, 0, 1) for uid in matches}
    return desk


def test_a_match_that_its_table_has_left_is_to_be_worked_out_once() -> None:
    desk = desk_with("m-1", "m-2")
    desk.hear(alive(), 1, retained=False)
    left = []
    for n, uid in enumerate(("m-1", "m-1", "m-2", "m-2"), 1):
        desk.hear(state(n=n, shown=match(uid)), n, retained=False)
        left.append([one.uid for one in desk.tick(n)])
    assert left == [[], [], ["m-1"], []]


def test_a_table_that_begins_anew_again_and_again_takes_no_more_room() -> None:
    desk = desk_with()
    for session in range(1, 30):
        desk.hear(alive(session=session), session, retained=False)
        desk.hear(state(session=session, shown=match("m-1")), session, retained=False)
        desk.tick(session)
    assert len(desk._playing) == 1
