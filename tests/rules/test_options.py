"""Options and games by name: what may be chosen, and what is said of anything else."""

import pytest

from companion.rules.game import Hits, Order
from companion.rules.games import BACKGAMMON, GAMES, configured, find_game

OPTIONS = {
    "backgammon": ["ravensburger", "hit_to_start", "jacoby", "beaver", "crawford", "automatic_doubles"],
    "snake": ["handicap", "jacoby", "beaver", "crawford", "automatic_doubles"],
    "acey_deucey": ["pass_on", "third_ace_deuce"],
    "acey_deucey_european": ["pass_on", "third_ace_deuce"],
    "trictrac": [],
    "trictrac_old": [],
    "puff": ["doubles_count"],
    "puff_long": ["doubles_count"],
    "puff_russian": ["russian_gate", "doubles_count"],
    "puff_dutch": ["gate", "doubles_count"],
    "revertier": ["doubles_count"],
}
NOT_OFF = {
    "handicap": 15,
    "crawford": True,
    "doubles_count": "turn",
    "russian_gate": 2,
    "gate": "exact",
}
"""The defaults; all other options are off."""


@pytest.mark.parametrize("name", GAMES)
def test_what_can_be_chosen_and_what_is_chosen_without_a_word(name: str) -> None:
    assert [option.name for option in GAMES[name].options] == OPTIONS[name]
    chosen = configured(name).settings
    assert chosen == {option: NOT_OFF.get(option, False) for option in OPTIONS[name]}


@pytest.mark.parametrize("name", GAMES)
def test_every_option_says_what_it_is_about(name: str) -> None:
    for option in GAMES[name].options:
        assert option.about.endswith(".")
        assert option.default in option.allowed
        assert len({*map(type, option.allowed)}) == 1


@pytest.mark.parametrize("name", GAMES)
def test_every_value_that_is_allowed_can_be_chosen(name: str) -> None:
    for option in GAMES[name].options:
        for value in option.allowed:
            assert configured(name, ((option.name, value),)).settings[option.name] == value


def test_a_chosen_option_changes_the_game_and_leaves_the_original() -> None:
    chosen = BACKGAMMON.with_options({"ravensburger": True, "hit_to_start": True})
    assert (chosen.order, chosen.hits) == (Order.HIGHER_OR_NOTHING, Hits.TO_START_IF_EMPTY)
    assert (BACKGAMMON.order, BACKGAMMON.hits) == (Order.HIGHER, Hits.TO_BAR)
    assert chosen.base is BACKGAMMON


def test_the_same_choice_is_the_same_game() -> None:
    assert configured("puff") is configured("puff")
    assert configured("puff_dutch", (("gate", "home"),)) is configured("puff_dutch", (("gate", "home"),))
    assert configured("puff_dutch", (("gate", "home"),)) is not configured("puff_dutch")


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("backgammon", {"jacobi": True}, "backgammon has no option 'jacobi'; did you mean 'jacoby'?"),
        ("backgammon", {"ravensburg": True}, "backgammon has no option 'ravensburg'; did you mean 'ravensburger'?"),
        ("snake", {"handycap": 8}, "snake has no option 'handycap'; did you mean 'handicap'?"),
        ("puff", {"zzz": 1}, "puff has no option 'zzz'; it has doubles_count"),
        ("acey_deucey", {"zzz": 1}, "acey_deucey has no option 'zzz'; it has pass_on, third_ace_deuce"),
        ("trictrac", {"jacoby": True}, "trictrac has no option 'jacoby'; it has none"),
        ("snake", {"ravensburger": True}, "snake has no option 'ravensburger'"),
    ],
)
def test_an_unknown_option_is_an_error_with_a_hint(name: str, options: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("?", r"\?")):
        GAMES[name].with_options(options)


@pytest.mark.parametrize(
    ("name", "option", "value", "allowed"),
    [
        ("backgammon", "jacoby", 1, "false, true"),
        ("backgammon", "jacoby", 0, "false, true"),
        ("backgammon", "jacoby", "true", "false, true"),
        ("backgammon", "jacoby", None, "false, true"),
        ("snake", "handicap", 5, "6, 7, 8, 9, 10, 11, 12, 13, 14, 15"),
        ("snake", "handicap", 16, "6, 7, 8"),
        ("snake", "handicap", "8", "6, 7, 8"),
        ("snake", "handicap", 8.0, "6, 7, 8"),
        ("snake", "handicap", [8], "6, 7, 8"),
        ("puff_russian", "russian_gate", True, "0, 1, 2, 3"),
        ("puff_russian", "russian_gate", False, "0, 1, 2, 3"),
        ("puff_russian", "russian_gate", -1, "0, 1, 2, 3"),
        ("puff_dutch", "gate", "Home", "exact, home"),
        ("puff", "doubles_count", "match", "turn, game"),
    ],
)
def test_a_value_that_is_not_allowed_is_an_error(name: str, option: str, value: object, allowed: str) -> None:
    with pytest.raises(ValueError, match=f"option '{option}' cannot be .*: it may be {allowed}"):
        GAMES[name].with_options({option: value})


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("backgamon", "there is no game 'backgamon'; did you mean 'backgammon'?"),
        ("tric_trac", "there is no game 'tric_trac'; did you mean 'trictrac'?"),
        ("puf", "there is no game 'puf'; did you mean 'puff'?"),
        ("Backgammon", "there is no game 'Backgammon'; did you mean 'backgammon'?"),
        ("chess", "there is no game 'chess'; the games are backgammon, snake, acey_deucey, "),
        ("", "there is no game ''; the games are backgammon"),
    ],
)
def test_an_unknown_game_is_an_error_with_a_hint(name: str, said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("?", r"\?")):
        find_game(name)
    with pytest.raises(ValueError, match="there is no game"):
        configured(name)


def test_bool_and_int_are_not_mixed_up_where_choices_are_kept() -> None:
    """The kept game of gate 1 must not be handed out for gate true, which is no number."""
    assert configured("puff_russian", (("russian_gate", 1),)).settings == {"russian_gate": 1, "doubles_count": "turn"}
    with pytest.raises(ValueError, match="option 'russian_gate' cannot be True"):
        configured("puff_russian", (("russian_gate", True),))
    configured("backgammon", (("jacoby", True),))
    with pytest.raises(ValueError, match="option 'jacoby' cannot be 1"):
        configured("backgammon", (("jacoby", 1),))
