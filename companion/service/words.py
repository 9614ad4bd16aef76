"""Messages for people: the referee's codes and the service's own, each with its English sentence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.match import refused
from companion.rules.board import OFF_PACE, booklet_name
from companion.rules.reasons import SENTENCES as REASONS
from companion.rules.reasons import Violation
from companion.service.device_words import DEVICES, NOTATION, SENSORS
from companion.service.doctor.words import DOCTOR
from companion.service.journal_words import JOURNAL
from companion.service.publishing.words import HALL
from companion.service.sentence_patterns import OPTION, WORD_PARAMS
from companion.service.speech import PHRASES, spaced
from companion.service.view import Message, Param
from companion.table.codes import REJECTED, SAID, WAITING
from companion.table.rejection import Rejection
from companion.table.state import Said

OWN: Mapping[str, str] = MappingProxyType(
    {
        # Without a match, or without somebody to answer.
        "no_match": "No match is being played.",
        "starting": "The table is being set up.",
        "resuming": "The match goes on: {done} of {count} events are gone through.",
        "stopped": "The companion is being switched off.",
        "no_answer": "The table does not answer; look at the log.",
        "bad_event": "{message}",
        "bad_agreement": "{message}",
        "not_by_hand": "Only the devices tell this.",
        "failed": "That went wrong; the log tells more.",
        "unwritten": "{message}",
        "not_open": "Match {number} is not open.",
        "no_such_device": "There is no device {device}.",
        "no_question": "The board asks nothing now.",
        "nothing_to_mend": "There is nothing the matter with the journal.",
        # The length of a match.
        "length_points": "To {points} points",
        "length_point": "To 1 point",
        "length_rounds": "{games} games",
        "length_round": "One game",
        "length_money": "As long as you like",
        # What the archive tells of a match.
        "let_stand": "A play against the rules was let stand.",
        "taken_as_it_lay": "The position was taken as the board showed it.",
        # Hints and analyses.
        "analysis_withheld": "While a tournament match is open, nothing is analysed.",
        "analysis_playing": "This match is analysed when it is over.",
        "analysis_failed": "The analysis has failed; the log tells more.",
        "no_hints_wanted": "Hints are shown when both players want them.",
        "nothing_to_hint": "There is nothing to advise on just now.",
        "no_hint": "{message}",
        # Buttons.
        "do_throw": "Enter the throw",
        "do_play": "Enter the play",
        "do_end_turn": "The play is made",
        "do_pass": "Let the turn pass",
        "do_name_double": "Double {number}",
        "do_double": "Double to {value}",
        "do_take": "Take",
        "do_drop": "Drop",
        "do_beaver": "Beaver",
        "do_accept": "Accept",
        "do_refuse": "Play on",
        "do_agree": "Agree",
        "do_resign": "Resign for {points}",
        "do_call_off": "Call the game off",
        "do_stand": "Let it stand",
        "do_change": "It must be changed",
        "do_throw_was": "The throw was {dice}",
        "do_board_is_right": "The board is right",
        "do_play_was": "It was {play}",
        "do_next_game": "Next game",
        "do_fresh": "Begin fresh",
        "do_continue": "Go on from here",
        "do_claim_flag": "Claim the win on time",
        "do_pause": "Pause the clock",
        "do_resume": "Let the clock go on",
        "do_undo": "Take back",
        "do_end_session": "Stop playing",
        "do_correct_throw": "Correct the throw",
        "do_set_score": "Set the score",
        "do_set_cube": "Set the cube",
        "do_set_position": "Set the position",
        "do_set_clock": "Set the time",
        "do_answer_device": "{answer}",
        "do_restart": "Try {device} again",
        "do_new_journal": "Set the journal aside and begin a new one",
        # The devices.
        "device_off": "Not used.",
        "device_starting": "Being started.",
        "device_running": "Running.",
        "device_failed": "It has failed, and is started again soon. {message}",
        "device_ended": "It has ended.",
        "device_says": "{message}",
        "device_asks": "{question}",
        "late_press": "Button {button} was pressed {seconds} seconds ago, which the board could tell only now:"
        " the press does not count.",
        "late_pin_press": "A button was pressed {seconds} seconds before that was noticed: the press does not count.",
        "stuck_pins": "A button has been held down for very long, and may be stuck: at pin {pins}.",
        "journal_writes": "All that happens is written down.",
        "journal_waits": "{message}",
        "die_unread": "A die cannot be read: enter the throw by hand, or throw again.",
    }
)
TEMPLATES: tuple[str, ...] = tuple(
    dict.fromkeys(
        (
            *SAID.values(),
            *WAITING.values(),
            *REJECTED.values(),
            *refused.SENTENCES.values(),
            *REASONS.values(),
            *OWN.values(),
            *DOCTOR.values(),
            *HALL.values(),
            *DEVICES,
            *SENSORS,
            *JOURNAL,
            *NOTATION,
        )
    )
)
"""Every sentence that may be a message's template, for translators."""
WHO = {"white": "White", "black": "Black"}
REFUSALS = {str(code): text for table in (REJECTED, refused.SENTENCES) for code, text in table.items()}


def own(code: str, /, **params: Param) -> Message:
    """Return a message of the service."""
    return _message(code, tuple(params.items()), OWN[code])


def said(one: Said) -> Message:
    """Return what the referee has said."""
    return _message(one.code, one.params, SAID[one.code])


def waits(one: Said) -> Message:
    """Return what the table is waiting for."""
    return _message(one.code, one.params, WAITING[one.code])


def rejected(rejection: Rejection) -> Message:
    """Return why something was turned down."""
    template = REFUSALS.get(rejection.code, "")
    if not template:
        return Message(rejection.code, rejection.params, rejection.message)
    return _message(rejection.code, rejection.params, template)


def why_illegal(violation: Violation) -> Message:
    """Return why a play is illegal; what fills its template are names of points and numbers, no words."""
    points = ", ".join(booklet_name(point) for point in violation.points if 0 < point < OFF_PACE)
    numbers = ", ".join(map(str, violation.numbers))
    around = f" ({points})" if points else ""
    params = {
        "at": around,
        "from_": around,
        "the_point": f" {points or 'that point'}",
        "points": points,
        "numbers": numbers,
    }
    template = "" if violation.detail else REASONS[violation.reason]
    return Message(violation.reason.value, tuple(params.items()), violation.sentence, template)


def _message(code: str, params: tuple[tuple[str, Param], ...], template: str) -> Message:
    shown = {name: _shown(name, value) for name, value in params}
    return Message(code, params, template.format(**shown).strip(), template)


def _shown(name: str, value: Param) -> Param:
    if not isinstance(value, str):
        return value
    if name == OPTION:
        return spaced(value).capitalize()
    return WHO.get(value) or PHRASES.get(value) or (spaced(value) if name in WORD_PARAMS else value)
