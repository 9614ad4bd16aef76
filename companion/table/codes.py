"""Everything the referee says or waits for, in plain words; translations go by the code."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

SAID: Mapping[str, str] = MappingProxyType(
    {
        # The opening and the throws.
        "opening_thrown": "{player} opens with {dice}.",
        "opening_tie": "Equal: both throw again.",
        "automatic_double": "Equal dice double the stake: {value}.",
        "begins": "{player} begins.",
        "thrown": "{player} throws {dice}; legal plays: {plays}.",
        "named": "{player} names {dice}; legal plays: {plays}.",
        "given": "{player} is given {dice}; legal plays: {plays}.",
        "rest_played": "{player} plays on with what is left of {dice}; legal plays: {plays}.",
        "no_play": "{player} cannot move.",
        "marked": "{player} marks points before the play: {points}.",
        "third_ace_deuce": "The third 2-1 in a row goes to the opponent.",
        "wrong_half": "A die is not in the half to the right of {player}: both are thrown again.",
        "outside": "A die lies outside the playing surface: both are thrown again.",
        "leaning": "A die does not lie flat: both are thrown again.",
        "on_checker": "A die lies on a checker: both are thrown again.",
        "dice_count": "Dice seen: {seen}; there should be {wanted}.",
        "one_again": "One die alone is no throw: both are thrown again.",
        "thrown_too_early": "{player} has thrown before the turn was over; the throw does not count.",
        "thrown_already": "{player} has thrown already: the first throw stands.",
        "dice_changed": "The dice now show {now}; the throw was {dice}.",
        "dice_not_expected": "No throw is expected now: these dice do not count.",
        "turn_goes_on": "The dice {dice} lie there again: {player} plays on.",
        "throw_held": "{player} has thrown; the throw counts once the play before it is known.",
        "turn_passes": "{player} is closed out and need not throw; the turn passes.",
        # The play.
        "seen_unmoved": "The checkers stand as before the play.",
        "seen_on_the_way": "The play has begun.",
        "seen_complete": "The play is complete.",
        "seen_ambiguous": "The play is complete, but more than one looks like this.",
        "seen_not_legal": "As the checkers stand now, the play would not be legal.",
        "seen_impossible": "As the checkers stand now, the position is not possible.",
        "numbers_left": "Still to play: {left}.",
        "played": "{player} has played {play}.",
        "third_paid": "{player} has put the furthest checker on the bar.",
        "not_played": "{player} has moved nothing.",
        "condoned": "{player}'s play stands although it is illegal ({reason}).",
        "position_taken": "The position is taken as the board shows it.",
        "illegal": "The play is illegal: {message}",
        "which_play": "Several plays look like this: {plays}.",
        "play_missing": "{player} has ended the turn, but the play is not known.",
        "unfinished": "{player} has ended the turn, but the play is not finished.",
        "not_a_position": "The board shows no possible position: {places}.",
        "put_right": "To put it right: {moves}.",
        "board_differs": "The board differs from the game at {places}.",
        "board_agrees": "The board agrees with the game again.",
        "points": "{player} scores {scored} and has {score}.",
        # Cube, resignation, results.
        "doubled": "{player} offers {value}.",
        "beavered": "{player} takes and redoubles to {value}.",
        "taken": "{player} takes; the cube is at {value}.",
        "dropped": "{player} drops.",
        "resigns": "{player} resigns; the game would count {points}.",
        "would_call_off": "{player} would call the game off.",
        "plays_on": "{player} plays on.",
        "game_won": "{player} wins the game, which counts {points} ({how}).",
        "game_called_off": "The game is called off.",
        "goes_on": "The game goes on from here; the points are {white} to {black}, and it is {player}'s turn.",
        "score": "The score is {white} to {black}.",
        "crawford": "The next game is the Crawford game, without the cube.",
        "match_won": "{player} wins the match.",
        "match_drawn": "The match is drawn.",
        "match_ended": "The match is ended.",
        "flag": "{player}'s time has run out.",
        # The scorer.
        "undone": "Steps taken back: {steps}. {reason}",
        "throw_corrected": "The throw was {dice}. {reason}",
        "score_set": "The scorer sets the score to {white} to {black}. {reason}",
        "cube_set": "The scorer sets the cube to {value}. {reason}",
        "position_set": "The scorer sets the position; {player} is to throw. {reason}",
        "clock_set": "The scorer sets {player}'s time. {reason}",
        "clock_stopped": "The clock is stopped.",
        "clock_resumed": "The clock goes on.",
        "hint_allowed": "Both players want to see {what}.",
    }
)

WAITING: Mapping[str, str] = MappingProxyType(
    {
        "opening": "Both players throw for who begins.",
        "opening_of": "{player} throws for who begins.",
        "throw": "{player} throws.",
        "throw_or_double": "{player} throws, or doubles.",
        "need_not_throw": "{player} is closed out: {opponent} throws.",
        "need_not_throw_or_double": "{player} is closed out: {opponent} throws, or doubles.",
        "name_double": "{player} names a double.",
        "play": "{player} plays {dice}.",
        "play_on": "{player} has {left} left to play of {dice}.",
        "lift_dice": "{player} has played {dice} and lifts the dice.",
        "throw_again": "{player} has played {dice} and throws again.",
        "hit_clock": "{player} has played {dice} and presses the clock.",
        "press_button": "{player} has played {dice} and presses the button.",
        "pay_third": "{player}'s third 2-1 is the opponent's: the furthest checker goes to the bar.",
        "no_play": "{player} cannot play {dice} and ends the turn.",
        "finish": "{player} has ended the turn, but the play of {dice} is not finished.",
        "enter_play": "Which play was it? {player} had {dice}.",
        "set_right": "The board shows no possible position; look at {places}.",
        "choose_play": "Which of {count} plays was it?",
        "dispute": "{player}'s play is illegal; it may be changed or let stand.",
        "must_change": "{player}'s play is illegal and must be put right.",
        "answer_double": "{player} takes or drops {value}.",
        "answer_beaver": "{player} takes or drops the beaver, {value}.",
        "answer_resignation": "{player} accepts the resignation or plays on.",
        "answer_call_off": "{player} agrees to call the game off, or plays on.",
        "choose_start": "{player} says whether the next game is fresh or goes on.",
        "next_game": "The next game can begin.",
        "nothing": "The match is over.",
        "flag_claim": "{player}'s time is up; {opponent} may claim the win.",
    }
)


class Why(StrEnum):
    """Why a table turns an event down."""

    NOT_NOW = "not_now"
    NOT_ON_TURN = "not_on_turn"
    THROW_FIRST = "throw_first"
    END_TURN_FIRST = "end_turn_first"
    SETTLE_FIRST = "settle_first"
    BAD_DICE = "bad_dice"
    BAD_PLAY = "bad_play"
    NOT_THAT_WAY = "not_that_way"
    THROW_DOES_NOT_FIT = "throw_does_not_fit"
    MUST_BE_CORRECTED = "must_be_corrected"
    NO_SUCH_CHOICE = "no_such_choice"
    BOTH_MUST_AGREE = "both_must_agree"
    NOTHING_TO_UNDO = "nothing_to_undo"
    IMPOSSIBLE_POSITION = "impossible_position"
    REASON_NEEDED = "reason_needed"
    BAD_VALUE = "bad_value"
    WOULD_NOT_BEGIN = "would_not_begin"
    NOT_IN_TOURNAMENT = "not_in_tournament"
    FLAG_HAS_NOT_FALLEN = "flag_has_not_fallen"
    NO_DOUBLE_TO_NAME = "no_double_to_name"


REJECTED: Mapping[Why, str] = MappingProxyType(
    {
        Why.NOT_NOW: "That is not possible now.",
        Why.NOT_ON_TURN: "It is {player}'s turn.",
        Why.THROW_FIRST: "{player} has to throw first.",
        Why.END_TURN_FIRST: "{player} has to end the turn first.",
        Why.SETTLE_FIRST: "What {player} has played has to be settled first.",
        Why.BAD_DICE: "{dice} is no throw.",
        Why.BAD_PLAY: "{message}",
        Why.NOT_THAT_WAY: "That way out is not open here.",
        Why.THROW_DOES_NOT_FIT: "With {dice} the play would not be legal either.",
        Why.MUST_BE_CORRECTED: "At this table an illegal play must be put right.",
        Why.NO_SUCH_CHOICE: "There is no play {choice} to choose.",
        Why.BOTH_MUST_AGREE: "Both players have to agree.",
        Why.NOTHING_TO_UNDO: "There are not {steps} steps to take back.",
        Why.IMPOSSIBLE_POSITION: "That is no possible position: {message}",
        Why.REASON_NEEDED: "A correction needs a reason.",
        Why.BAD_VALUE: "{value} is not possible here.",
        Why.WOULD_NOT_BEGIN: "With {dice} {player} would not begin. Take the opening back, and enter both throws anew.",
        Why.NOT_IN_TOURNAMENT: "In a tournament no hints are given.",
        Why.FLAG_HAS_NOT_FALLEN: "{player}'s time has not run out.",
        Why.NO_DOUBLE_TO_NAME: "{number} is no double: name 1 to 6.",
    }
)
