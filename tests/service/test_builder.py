"""What single tables show: dice, numbers left, cube, clock, marks of Tric-Trac, questions, disputes."""

from __future__ import annotations

from string import Formatter

import pytest

from companion.match.clock_rules import ClockKind, ClockRules
from companion.match.length import Length, MatchRules, Money, Rounds, ToPoints
from companion.match.refused import SENTENCES
from companion.rules.games import configured
from companion.rules.memory import Memory
from companion.rules.players import Pair, Player
from companion.rules.position import Position, Setup
from companion.rules.reasons import Reason, Violation
from companion.service import words
from companion.service.builder import Around, empty_view, table_view
from companion.service.view import Both, CubeView, DieView, TableView
from companion.table.codes import REJECTED, SAID, WAITING
from companion.table.events import DiceSeen, Die, Event, PlayEntered, ThrowEntered
from companion.table.games import begin_table
from companion.table.reducer import fold
from companion.table.state import EndsBy, Table, TableRules, ToThrow
from tests.service.tables import tables_of

WHITE, BLACK = Player.WHITE, Player.BLACK
OPENED = (ThrowEntered(1, WHITE, (3,)), ThrowEntered(2, BLACK, (1,)))


def shown(table: Table) -> TableView:
    return table_view(table, Around())


def backgammon(*happened: Event, length: Length | None = None, clock: ClockRules | None = None) -> TableView:
    rules = MatchRules(configured("backgammon"), length or Money(), clock=clock or ClockRules())
    return shown(fold(begin_table(rules), happened))


def first(name: str, phase: str) -> TableView:
    """The first view of a session in a phase."""
    return next(view for view in map(shown, tables_of(name)) if view.phase == phase)


def test_without_a_match() -> None:
    view = empty_view(Around(version=3, demo=True))
    assert (view.version, view.demo, view.waiting.text) == (3, True, "No match is being played.")


def test_before_the_first_throw() -> None:
    view = backgammon()
    assert view.opening == Both((), ())
    assert view.pips == Both(167, 167)
    assert view.cube == CubeView(1, None, face=64)
    assert (view.points, view.hucke, view.bridge, view.last, view.clock) == (None, None, None, None, None)
    assert view.board == view.game_board


def test_dice_that_count_are_marked() -> None:
    mine = (Die(6, BLACK), Die(2, BLACK))
    turned = (*OPENED, PlayEntered(3, WHITE, "8/5 6/5"), DiceSeen(4, mine))
    view = backgammon(*turned)
    assert view.dice == (DieView(6, "black", counts=True), DieView(2, "black", counts=True))
    view = backgammon(*turned, DiceSeen(5, (*mine, Die(6, WHITE), Die(3, None, flat=False))))
    assert [one.counts for one in view.dice] == [True, True, False, False]
    assert (view.dice[3].half, view.dice[3].flat) == (None, False)


@pytest.mark.parametrize(
    ("game", "white", "black", "counting"),
    [
        ("backgammon", (3,), (1,), [True, True]),
        ("snake", (2,), (6,), [True, True]),
        # The higher throw is played, the lower one is not.
        ("trictrac", (6, 5), (2, 1), [True, True, False, False]),
        # Whoever begins throws anew.
        ("puff", (6, 5), (2, 1), [False, False, False, False]),
    ],
)
def test_the_dice_of_the_opening_count_where_they_are_played(
    game: str, white: tuple[int, ...], black: tuple[int, ...], counting: list[bool]
) -> None:
    lying = tuple(Die(value, player) for player, thrown in ((WHITE, white), (BLACK, black)) for value in thrown)
    table = fold(begin_table(MatchRules(configured(game), Money())), [DiceSeen(1, lying)])
    assert [one.counts for one in shown(table).dice] == counting


def test_a_die_that_is_thrown_while_the_opening_is_played_does_not_count() -> None:
    opening = Die(3, WHITE), Die(1, BLACK)
    view = backgammon(DiceSeen(1, opening), DiceSeen(2, (*opening, Die(5, BLACK))))
    assert [one.counts for one in view.dice] == [True, True, False]
    view = backgammon(DiceSeen(1, opening), PlayEntered(2, WHITE, "8/5 6/5"), DiceSeen(3, (*opening, Die(5, BLACK))))
    assert not any(one.counts for one in view.dice)


@pytest.mark.parametrize(
    ("game", "dice", "left"),
    [("backgammon", (4, 4), (4, 4, 4, 4)), ("backgammon", (5, 2), (5, 2)), ("puff", (5, 5), (5, 5, 2, 2))],
)
def test_the_numbers_left(game: str, dice: tuple[int, int], left: tuple[int, ...]) -> None:
    table = begin_table(MatchRules(configured(game), Money())).change(player=WHITE, opening_over=True)
    view = shown(fold(table.go_to(ToThrow()), [ThrowEntered(1, WHITE, dice)]))
    assert (view.throw, view.left) == (dice, left)


def test_the_length_in_words() -> None:
    said = [backgammon(length=length).length for length in (Money(), ToPoints(5), Rounds(12))]
    assert [one and one.text for one in said] == ["As long as you like", "To 5 points", "12 games"]


def test_the_clock_as_of_the_last_event() -> None:
    clock = ClockRules(ClockKind.DELAY, Pair(60_000, 50_000), 10_000)
    view = backgammon(*OPENED, PlayEntered(4_002, WHITE, "8/5 6/5"), clock=clock)
    assert view.clock is not None
    assert (view.clock.kind, view.clock.running, view.clock.at) == ("delay", "black", 4_002)
    assert (view.clock.reserve_ms, view.clock.delay_ms) == (Both(60_000, 50_000), 10_000)


def test_in_a_tournament_no_pips_are_shown() -> None:
    table = begin_table(MatchRules(configured("backgammon"), Money()), TableRules(EndsBy.CLOCK, tournament=True))
    view = shown(table)
    assert view.tournament
    assert view.pips is None


def test_tric_trac_has_points_huckes_and_bridges() -> None:
    table = begin_table(MatchRules(configured("trictrac"), Rounds(2)))
    game = table.match.rules.game
    path = game.path(WHITE)
    hucke = path.point(12)
    bridge: dict[int | str, int] = {path.point(pace): 2 for pace in range(7, 13)}
    rest = game.checkers.white - sum(bridge.values())
    black: dict[int | str, int] = {game.path(BLACK).point(1): game.checkers.black}
    setup = Setup.of(Pair({**bridge, path.point(1): rest}, black))
    table = table.change(position=Position.of(game, setup), memory=Memory(score=Pair(7, 11)))
    view = shown(table)
    assert view.points == Both(7, 11)
    assert view.bridge == Both(True, False)  # noqa: FBT003 - a value for each
    assert view.hucke is not None
    assert view.hucke.white == hucke
    assert view.cube is None


def test_a_question_names_the_plays_in_both_notations() -> None:
    view = first("presence_one_sensor", "asking")
    assert len(view.question) == len(view.question_booklet) >= 2
    assert [one.label.text for one in view.actions if one.name == "play_was"] == [
        f"It was {play}" for play in view.question
    ]


def test_a_dispute_says_why_and_how_to_put_it_right() -> None:
    view = first("illegal_and_put_right", "disputed")
    assert view.dispute is not None
    assert view.dispute.reason.text.endswith(".")
    assert view.dispute.arrows
    assert not view.dispute.must_change
    assert first("illegal_must_be_put_right", "disputed").dispute is not None


def test_where_it_must_be_put_right_it_cannot_stand() -> None:
    view = first("illegal_must_be_put_right", "disputed")
    assert view.dispute is not None
    assert view.dispute.must_change
    assert not {"stand", "board_is_right"} & {one.name for one in view.actions}


def test_the_winner_of_a_game() -> None:
    view = first("cube_and_drop", "game_over")
    assert view.winner is not None
    assert view.turn is None
    assert view.last is not None


def test_every_template_can_be_filled() -> None:
    sentences = {*SAID.values(), *WAITING.values(), *REJECTED.values(), *SENTENCES.values(), *words.OWN.values()}
    assert set(words.TEMPLATES) >= sentences
    for template in words.TEMPLATES:
        list(Formatter().parse(template))


@pytest.mark.parametrize("reason", Reason)
def test_a_reason_fills_its_template_without_words(reason: Reason) -> None:
    message = words.why_illegal(Violation(reason, (5, 20), (3,)))
    filled = message.template.format(**dict(message.params))
    assert "{" not in filled
    assert message.text == Violation(reason, (5, 20), (3,)).sentence


def test_a_reason_with_its_own_words_has_no_template() -> None:
    message = words.why_illegal(Violation(Reason.BLOCKED, detail="Something else."))
    assert (message.text, message.template) == ("Something else.", "")
