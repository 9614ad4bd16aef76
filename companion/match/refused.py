"""What a match refuses, and why: a code with its parameters, and a plain sentence."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

Param = int | str


class Code(StrEnum):
    """Why something is refused."""

    TOO_SHORT = "too_short"
    SCORE_BEYOND_LENGTH = "score_beyond_length"
    MONEY_ONLY = "money_only"
    OPTION_NEEDS_CUBE = "option_needs_cube"
    GAME_HAS_NO_CUBE = "game_has_no_cube"
    NAME_MISSING = "name_missing"
    NEGATIVE_TIME = "negative_time"
    NO_TIME_AT_ALL = "no_time_at_all"
    RESERVE_NOT_KNOWN = "reserve_not_known"
    MATCH_IS_OVER = "match_is_over"
    ANSWER_FIRST = "answer_first"
    NOTHING_OFFERED = "nothing_offered"
    NOT_OFFERED_TO_YOU = "not_offered_to_you"
    NO_CUBE = "no_cube"
    CRAWFORD_GAME = "crawford_game"
    NOT_YOUR_TURN = "not_your_turn"
    BEFORE_OPENING_PLAY = "before_opening_play"
    TOO_LATE_TO_DOUBLE = "too_late_to_double"
    NOT_YOUR_CUBE = "not_your_cube"
    NO_BEAVERS = "no_beavers"
    NO_SECOND_BEAVER = "no_second_beaver"
    NO_AUTOMATIC_DOUBLES = "no_automatic_doubles"
    DICE_NOT_EQUAL = "dice_not_equal"
    ONE_AUTOMATIC_DOUBLE = "one_automatic_double"
    LEVEL_NOT_IN_THIS_GAME = "level_not_in_this_game"
    LEVEL_TOO_LOW = "level_too_low"
    CHOICE_PENDING = "choice_pending"
    NO_CHOICE = "no_choice"
    NOT_THE_WINNER = "not_the_winner"
    NO_CLOCK = "no_clock"
    CLOCK_RUNS_ALREADY = "clock_runs_already"
    CLOCK_IS_NOT_RUNNING = "clock_is_not_running"
    CLOCK_IS_PAUSED = "clock_is_paused"
    CLOCK_IS_NOT_PAUSED = "clock_is_not_paused"
    FLAG_HAS_FALLEN = "flag_has_fallen"


SENTENCES: Mapping[Code, str] = MappingProxyType(
    {
        # The match as it is set up.
        Code.TOO_SHORT: "A match is at least 1 {unit} long, not {length}.",
        Code.SCORE_BEYOND_LENGTH: "A match to {length} points does not begin with a score of {white} to {black}.",
        Code.MONEY_ONLY: "{option} is for money play only.",
        Code.OPTION_NEEDS_CUBE: "{option} has no meaning without a cube.",
        Code.GAME_HAS_NO_CUBE: "{game} is played without a cube.",
        Code.NAME_MISSING: "{player} needs a name.",
        Code.NEGATIVE_TIME: "A clock cannot hold {ms} ms.",
        Code.NO_TIME_AT_ALL: "{player} would have no time at all.",
        Code.RESERVE_NOT_KNOWN: "The usual reserve goes by the match's length; money play has to name one.",
        # The match as it goes.
        Code.MATCH_IS_OVER: "The match is over.",
        Code.ANSWER_FIRST: "{player} has to answer the {pending} first.",
        Code.NOTHING_OFFERED: "No {wanted} is waiting for an answer.",
        Code.NOT_OFFERED_TO_YOU: "It is for {player} to answer.",
        # The cube.
        Code.NO_CUBE: "This match is played without a cube.",
        Code.CRAWFORD_GAME: "The Crawford game is played without the cube.",
        Code.NOT_YOUR_TURN: "It is {player}'s turn.",
        Code.BEFORE_OPENING_PLAY: "No one may double before the opening play has been made.",
        Code.TOO_LATE_TO_DOUBLE: "A player doubles before throwing; now it is too late.",
        Code.NOT_YOUR_CUBE: "The cube is {player}'s.",
        Code.NO_BEAVERS: "This match is played without beavers.",
        Code.NO_SECOND_BEAVER: "A beaver can only be taken or dropped.",
        Code.NO_AUTOMATIC_DOUBLES: "This match is played without automatic doubles.",
        Code.DICE_NOT_EQUAL: "Only equal opening dice double the stake.",
        Code.ONE_AUTOMATIC_DOUBLE: "The stake doubles by itself once a game and no more.",
        # Resigning, and the game after a game.
        Code.LEVEL_NOT_IN_THIS_GAME: "Here a game counts at least {least} and at most {most}, not {level}.",
        Code.LEVEL_TOO_LOW: "By the points on the board this game counts at least {least}, not {level}.",
        Code.CHOICE_PENDING: "{player} has to say first whether the next game is fresh or goes on from here.",
        Code.NO_CHOICE: "There is nothing to choose: the next game's beginning is settled.",
        Code.NOT_THE_WINNER: "{player} has won the game and chooses.",
        # The clock.
        Code.NO_CLOCK: "This match is played without a clock.",
        Code.CLOCK_RUNS_ALREADY: "{player}'s time is running already.",
        Code.CLOCK_IS_NOT_RUNNING: "No one's time is running.",
        Code.CLOCK_IS_PAUSED: "The clock is paused.",
        Code.CLOCK_IS_NOT_PAUSED: "The clock is not paused.",
        Code.FLAG_HAS_FALLEN: "{player}'s time has run out.",
    }
)
"""Every code with what it says; translations go by the code."""


class Refused(Exception):  # noqa: N818 - it says what happened to an action, as `ImpossiblePosition` does
    """An action that the rules of the match do not allow, or the reason why it would not be allowed."""

    def __init__(self, code: Code, **params: Param) -> None:
        """Take a code and what its sentence needs."""
        super().__init__(SENTENCES[code].format(**params))
        self.code = code
        self.params: Mapping[str, Param] = MappingProxyType(params)


class ImpossibleMatch(ValueError):  # noqa: N818 - as `ImpossiblePosition`
    """A match that cannot be played as it was set up; `misfits` is all that is wrong with it."""

    def __init__(self, misfits: tuple[Refused, ...]) -> None:
        """Take everything that does not fit."""
        super().__init__(" ".join(map(str, misfits)))
        self.misfits = misfits
