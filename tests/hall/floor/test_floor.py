"""Tables as they are heard: live, kept by the broker, silent, away, doubled, with a clock that is wrong."""

from __future__ import annotations

from companion.broker.live import Clock, Counts
from companion.hall.floor.cards import Cards
from companion.hall.floor.entry import SILENT_MS
from companion.hall.floor.floor import FORGOTTEN_MS, MOST_TABLES, Floor
from companion.hall.view import Pairing, TableCard
from tests.hall.tables import alive, match, name, state

NOW = 1_800_000_000_000
HOUR_MS = 3_600_000
RUNNING = Clock("bronstein", Counts(90_000, 80_000), 12_000, "white")


def cards(floor: Floor, *pairings: Pairing) -> tuple[TableCard, ...]:
    return Cards().of(floor, pairings)


def heard(floor: Floor) -> list[str]:
    return [entry.heard for entry in floor]


def test_what_the_broker_had_kept_is_shown_as_last_heard_until_a_beat_comes() -> None:
    floor = Floor()
    floor.hear(alive(sent=NOW), NOW, retained=True)
    floor.show(state(shown=match(clock=RUNNING)), NOW, retained=True)
    (card,) = cards(floor)
    assert card.heard == "last_heard"
    assert card.view is not None
    assert card.view.clock is not None
    assert card.view.clock.running is None
    floor.hear(alive(beat=1, sent=NOW), NOW + 9, retained=False)
    (card,) = cards(floor)
    assert card.heard == "online"
    assert card.view is not None
    assert card.view.clock is not None
    assert card.view.clock.running == "white"


def test_a_clock_that_was_kept_runs_from_when_it_was_sent_whatever_the_table_s_own_time() -> None:
    floor = Floor()
    off = 7 * HOUR_MS
    told = state(shown=match(clock=RUNNING))
    floor.hear(alive(sent=NOW - off), NOW, retained=True)
    floor.show(type(told)(told.table, told.session, 1, NOW - off - 5000, told.waiting, told.match), NOW, retained=True)
    floor.hear(alive(beat=1, sent=NOW - off + 40), NOW + 60, retained=False)
    (card,) = cards(floor)
    assert card.view is not None
    assert card.view.clock is not None
    assert card.view.clock.at == NOW - 5000 + 20
    assert [(one.code, dict(one.params)["minutes"]) for one in card.troubles] == [("clock_off", 420)]


def test_a_table_is_silent_after_a_while_and_comes_back() -> None:
    floor = Floor()
    floor.hear(alive(), NOW, retained=False)
    assert not floor.tick(NOW + SILENT_MS)
    assert floor.tick(NOW + SILENT_MS + 1)
    assert heard(floor) == ["silent"]
    floor.hear(alive(beat=1), NOW + 2 * SILENT_MS, retained=False)
    assert heard(floor) == ["online"]


def test_a_last_will_lets_a_table_go_and_stays_dim() -> None:
    floor = Floor()
    floor.hear(alive(), NOW, retained=False)
    floor.show(state(shown=match()), NOW, retained=False)
    floor.hear(alive(online=False), NOW + 5, retained=False)
    (card,) = cards(floor)
    assert (card.heard, card.since) == ("away", NOW + 5)
    assert card.view is not None


def test_an_older_state_never_replaces_a_newer() -> None:
    floor = Floor()
    assert floor.show(state(n=5, shown=match("new")), NOW, retained=False)
    assert floor.show(state(n=4, shown=match("old")), NOW, retained=False) is None
    assert [entry.view.uid for entry in floor if entry.view] == ["new"]


def test_a_new_session_follows_the_old_one_and_its_will_comes_too_late() -> None:
    floor = Floor()
    floor.hear(alive(session=1, beat=7), NOW, retained=False)
    floor.hear(alive(session=2), NOW + 1, retained=False)
    floor.hear(alive(session=1, beat=7, online=False), NOW + 20, retained=False)
    floor.show(state(session=1, n=99, shown=match("old")), NOW + 21, retained=False)
    assert [(entry.session, entry.heard) for entry in floor] == [(name(2), "online")]


def test_two_that_speak_under_one_id_are_both_shown() -> None:
    floor = Floor()
    for beat in range(4):
        for session in (1, 2):
            floor.hear(alive(session=session, beat=beat, panel=f"http://10.0.0.{session}/"), NOW + beat, retained=False)
    assert len(floor.doubled()) == 1
    shown = cards(floor)
    assert len({card.id for card in shown}) == len({card.tail for card in shown}) == 2
    for beat in range(4, 14):
        floor.hear(alive(session=2, beat=beat), NOW + beat * 10_000, retained=False)
        floor.tick(NOW + beat * 10_000)
    assert [entry.session for entry in floor] == [name(2)]


def test_one_copy_of_an_old_message_makes_no_second_table() -> None:
    floor = Floor()
    floor.hear(alive(session=1, beat=3), NOW, retained=False)
    floor.hear(alive(session=2, beat=0), NOW, retained=False)
    for _ in range(5):
        floor.hear(alive(session=1, beat=3), NOW, retained=False)
        floor.hear(alive(session=1, beat=2), NOW, retained=True)
    assert floor.doubled() == []


def test_without_the_broker_everybody_is_last_heard() -> None:
    floor = Floor()
    floor.hear(alive(1), NOW, retained=False)
    floor.hear(alive(2, online=False), NOW, retained=False)
    floor.cut_off(NOW + 1)
    floor.tick(NOW + HOUR_MS)
    assert heard(floor) == ["last_heard", "away"]
    floor.reconnect()
    floor.hear(alive(1, beat=1), NOW + HOUR_MS, retained=False)
    assert heard(floor) == ["online", "away"]


def test_there_is_an_end_to_how_many_tables_are_taken() -> None:
    floor = Floor()
    for number in range(MOST_TABLES):
        floor.hear(alive(number), NOW, retained=False)
    assert floor.is_full_for(name(MOST_TABLES), NOW)
    assert floor.hear(alive(MOST_TABLES), NOW, retained=False) is None
    assert floor.show(state(MOST_TABLES, shown=match()), NOW, retained=False) is None
    assert not floor.is_full_for(name(3), NOW)


def test_tables_that_have_been_silent_for_long_make_room_for_others() -> None:
    floor = Floor()
    for number in range(MOST_TABLES):
        floor.hear(alive(number), NOW + number, retained=False)
    later = NOW + FORGOTTEN_MS
    floor.hear(alive(0, beat=1), later, retained=False)
    assert floor.is_full_for(name(MOST_TABLES), later + 1)
    assert floor.hear(alive(MOST_TABLES), later + 2, retained=False) is not None
    assert floor.is_full_for(name(MOST_TABLES + 1), later + 2), "the next has been silent for just a minute"
    assert floor.show(state(MOST_TABLES + 1, shown=match()), later + 3, retained=False) is not None
    there = {entry.table for entry in floor}
    assert len(there) == MOST_TABLES
    assert {name(1), name(2)}.isdisjoint(there)
    assert {name(0), name(3), name(MOST_TABLES), name(MOST_TABLES + 1)} <= there


def test_cards_stand_by_number_and_stay_the_same_while_nothing_changes() -> None:
    floor, shown = Floor(), Cards()
    for number, called in ((1, "10"), (2, "Table 2"), (3, "Bar"), (4, "1")):
        floor.hear(alive(number, name=called), NOW, retained=False)
    first = shown.of(floor, ())
    assert [card.name for card in first] == ["1", "Table 2", "10", "Bar"]
    floor.hear(alive(1, name="10", beat=1), NOW + 10, retained=False)
    assert all(before is after for before, after in zip(first, shown.of(floor, ()), strict=True))


def test_other_names_than_on_the_list_are_told() -> None:
    floor = Floor()
    floor.hear(alive(7, sent=NOW), NOW, retained=False)
    floor.show(state(7, shown=match(white="ada", black="Bo")), NOW, retained=False)
    (card,) = cards(floor, Pairing(1, "7", "Ada", "Zoë"))
    assert [one.code for one in card.troubles] == ["names_differ"]
    (card,) = cards(floor, Pairing(1, "7", "Bo", "ADA"))
    assert card.troubles == ()
