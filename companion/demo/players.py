"""The virtual players: they look at what the table waits for, as people do, and do it with their hands."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar

from companion.demo.agreements import FIRST, agreement, is_enough
from companion.demo.checkers import Checkers, Mover
from companion.demo.choosing import Chosen, chosen, mistaken, setup_of
from companion.demo.cup import Cup, Thrown
from companion.demo.doubling import takes, wants_a_beaver, wants_to_double
from companion.demo.resigning import is_content, resigns
from companion.demo.wishes import Wishes
from companion.rules.games import configured
from companion.rules.opening import dice_each
from companion.rules.players import Player
from companion.rules.position import Setup
from companion.service import words
from companion.service.ports import Condition, Tell
from companion.service.service import TableService
from companion.service.view import Action, TableView

LOG = logging.getLogger(__name__)
SIT_DOWN_S, CAMERA_S = 1.5, 10.0
NOTICED_S, DICE_NOTICED_S, BLIND_S = 4.0, 10.0, 2.5
"""How long people wait for the table to notice what they did, their dice, and what it cannot see; then they help it."""
REST_S = 8.0
"""How long they rest between two matches."""
COCKED, WRONG, LENIENT = 0.04, 0.03, 0.35
"""How often a die comes to lie badly, a checker is put down beside its point, and that is let stand."""
BAD_KINDS = ("cocked", "on_checker", "outside")
IN_TURN = frozenset({"play", "play_on", "finish", "set_right", "dispute", "must_change", "choose_play", "enter_play"})
BETWEEN = frozenset({"opening", "opening_of", "choose_start"})
"""What the players do for the visitor too."""
Is = Callable[[TableView], bool]


class Players:
    """Both of them, as a part of the installation."""

    def __init__(self, service: TableService, wishes: Wishes, checkers: Checkers, cup: Cup, chance: Random) -> None:
        self._service, self._wishes, self._chance = service, wishes, chance
        self._checkers, self._cup = checkers, cup
        self._stop = threading.Event()
        self._played: tuple[object, Chosen] | None = None
        """For which throw a play was chosen, and the play."""
        self._missed = 0
        """How often the table has not noticed a throw."""
        self._resigned: object = None
        """The game in which somebody has offered to give up: once is enough."""
        self._match: str | None = None
        """The match in which they are doing something."""

    def run(self, tell: Tell, stop: threading.Event) -> None:
        """Play until `stop` is set."""
        self._stop = stop
        tell(Condition("running", words.own("device_running")))
        self._sit_down()
        while not stop.is_set():
            self._act(self._service.view())

    def _sit_down(self) -> None:
        """Set the board up, and wait for the camera: it has to see the board without dice."""
        self._begin_as_wished()
        view = self._service.view()
        if view.game_board is not None:
            self._checkers.lay(setup_of(view.game_board))
        begun = time.monotonic()
        while not _runs(self._service.view(), "camera") and time.monotonic() < begun + CAMERA_S:
            if self._stop.wait(0.1):
                return
        self._stop.wait(SIT_DOWN_S)

    def _begin_as_wished(self) -> None:
        """Begin with the game that is wished for, where another one or none is going on."""
        wanted, self._wishes.game = self._wishes.game, ""
        view = self._service.view()
        if wanted and (wanted != view.game or view.phase == "match_over"):
            self._begin(view, wanted)

    def _act(self, view: TableView) -> None:
        """Do what the table waits for, unless that is for the visitor to do."""
        self._match = view.uid
        who = dict(view.waiting.params).get("player")
        if who in self._wishes.sides and view.waiting.code not in BETWEEN:
            self._help(view)
            return
        self._DO.get(view.waiting.code, Players._look_on)(self, view)

    def _look_on(self, view: TableView) -> None:
        """Wait for something that somebody else has to do."""
        self._until(lambda now: now.version != view.version, 1.0)

    def _help(self, view: TableView) -> None:
        """Keep the board as the visitor's game says, and answer what the visitor plays."""
        if view.phase == "to_throw":
            self._put_right(view)
        if view.waiting.code == "dispute":
            self._answer(view, "change")
        self._look_on(view)

    # Matches and games

    def _new_match(self, view: TableView) -> None:
        if view.match is not None:
            self._rest(REST_S)
        if self._service.view().uid != view.uid:
            # A visitor was quicker.
            return
        self._begin(view, view.game)

    def _begin(self, view: TableView, wanted: str) -> None:
        game = wanted or FIRST
        about = next(one for one in self._service.catalogue() if one.id == game)
        self._service.new_match(agreement(about, 1 + (view.match or 0)), "players")

    def _next_game(self, view: TableView) -> None:
        self._rest(3.0)
        self._answer(view, *(("end_session",) if is_enough(view) else ("next_game", "fresh", "continue")))

    # Throws

    def _open(self, view: TableView) -> None:
        self._put_right(view)
        each = dice_each(_mover(view, Player.WHITE).game)
        # With one die each both throw at once, with two one after the other.
        thrown = view.opening
        throwers = [player for player in Player if thrown is None or not thrown.of(player.value)]
        throwers = throwers if each == 1 else throwers[:1]
        self._throw(Thrown(tuple((who, self._die()) for who in throwers for _ in range(each)), throwers[0]))

    def _throw_or_double(self, view: TableView) -> None:
        self._put_right(view)
        if self._proposes(view):
            return
        player = Player(view.turn)
        kind = self._chance.choice(BAD_KINDS) if self._chance.random() < COCKED else "flat"
        self._throw(Thrown(((player, self._die()), (player, self._die())), player, kind))

    def _proposes(self, view: TableView) -> bool:
        """Double, or give the game up, if that is wanted; return whether it was."""
        if any(one.name == "double" for one in view.actions) and wants_to_double(view, self._chance):
            self._rest(1.0)
            self._answer(view, "double")
            return True
        game = view.uid, view.game_number
        button = resigns(view, self._chance) if game != self._resigned else None
        if button is not None:
            self._resigned = game
            self._rest(2.0)
            self._post(button.event, button.player or "players")
        return button is not None

    def _throw(self, thrown: Thrown) -> None:
        """Throw until the table has noticed; if it does not, tell it."""
        if self._cup.lying:
            self._cup.take(self._cup.lying.by)
        self._rest(self._chance.uniform(0.3, 1.0))
        before = self._service.view()
        self._cup.throw(thrown)
        if _runs(before, "camera"):
            self._until(lambda now: _was_noticed(now, before) or not _runs(now, "camera"), DICE_NOTICED_S)
        patience = 0.0 if _runs(self._service.view(), "camera") else BLIND_S
        if self._until(lambda now: _was_noticed(now, before), patience) or thrown.kind != "flat":
            self._missed = 0
            self._compare(thrown)
            return
        self._missed += 1
        if self._missed > 1 or not _runs(self._service.view(), "camera"):
            LOG.info("The throw is entered by hand")
            self._enter(thrown)

    def _compare(self, thrown: Thrown) -> None:
        """Have it written down where the table believes another throw; it is played as the table says."""
        counts, dice = self._service.view().throw, sorted(value for _, value in thrown.dice)
        if thrown.kind == "flat" and len(counts) == len(dice) and sorted(counts) != dice:
            read, game = str(sorted(counts)), self._service.view().game
            LOG.warning("The table has read another throw", extra={"thrown": str(dice), "read": read, "game": game})

    def _enter(self, thrown: Thrown) -> None:
        for player in Player:
            dice = [value for owner, value in thrown.dice if owner is player]
            if dice:
                self._post({"event": "throw_entered", "player": player.value, "dice": dice}, player.value)

    def _die(self) -> int:
        return self._chance.randint(1, 6)

    # Plays

    def _play(self, view: TableView) -> None:
        """Make a play; made already, and still not understood, the turn is ended all the same."""
        made = self._played is not None and self._played[0] == _throw_of(view)
        play = self._choose(view)
        if made and self._checkers.setup == play.after:
            self._end_turn(view)
            return
        self._rest(self._chance.uniform(0.5, 1.8))
        player = Player(view.turn)
        wrong = None
        if not made and self._chance.random() < WRONG:
            wrong = mistaken(_mover(view, player).game, player, setup_of_game(view), play)
        self._carry(view, wrong or play.after)
        if wrong:
            self._rest(1.0)
            self._end_turn(view)
        elif _runs(self._service.view(), "board"):
            self._until(lambda now: now.waiting.code not in IN_TURN, NOTICED_S)

    def _choose(self, view: TableView) -> Chosen:
        """Return what is played with this throw, chosen once."""
        throw = _throw_of(view)
        if self._played is None or self._played[0] != throw:
            player = Player(view.turn)
            game = _mover(view, player).game
            play = chosen(game, player, setup_of_game(view), self._service.next_steps, self._chance)
            self._played = throw, play
        return self._played[1]

    def _end_turn(self, view: TableView) -> None:
        """Take the dice up; where that is not noticed, or none lie there, say it by a button."""
        self._rest(self._chance.uniform(0.3, 0.9))
        lay = self._cup.lying
        if lay is not None:
            self._cup.take(Player(view.turn))
        if lay is None or not self._until(lambda now: now.waiting != view.waiting, DICE_NOTICED_S):
            self._answer(self._service.view(), "end_turn")

    def _throw_again(self, view: TableView) -> None:
        if self._missed:
            # Before the turn is ended, a throw cannot be told by hand.
            self._missed = 0
            self._answer(view, "end_turn")
            return
        player = Player(view.turn)
        self._throw(Thrown(((player, self._die()), (player, self._die())), player))

    def _pass(self, view: TableView) -> None:
        self._rest(1.0)
        self._answer(view, "pass")

    def _name(self, view: TableView) -> None:
        self._rest(1.5)
        self._answer(view, "name_double")

    # When the table does not understand

    def _tell_play(self, view: TableView) -> None:
        """Say which play it was."""
        self._rest(1.5)
        self._carry(view, self._choose(view).after)
        self._enter_play(view)

    def _finish(self, view: TableView) -> None:
        """Put the checkers as they belong; where that does not help, say which play it was."""
        self._rest(1.0)
        self._carry(view, self._choose(view).after)
        if not self._until(lambda now: now.waiting.code not in IN_TURN, NOTICED_S):
            self._enter_play(self._service.view())

    def _settle(self, view: TableView) -> None:
        """After an illegal play: the opponent lets it stand, or wants it changed, and it is."""
        self._rest(4.0)
        now = self._service.view()
        if now.waiting == view.waiting and view.dispute and not view.dispute.must_change:
            stands = any(one.name == "stand" for one in now.actions) and self._chance.random() < LENIENT
            self._answer(now, "stand" if stands else "change")
            if stands:
                return
        self._finish(self._service.view())

    def _enter_play(self, view: TableView) -> None:
        if view.waiting.code not in IN_TURN or view.turn is None:
            return
        LOG.info("The play is entered by hand", extra={"waiting": view.waiting.text})
        text = self._service.play_text(self._choose(view).taps)
        self._post({"event": "play_entered", "player": view.turn, "play": text}, view.turn)

    # Answers

    def _answer_double(self, view: TableView) -> None:
        self._rest(2.0)
        if any(one.name == "beaver" for one in view.actions) and wants_a_beaver(view, self._chance):
            self._answer(view, "beaver")
        else:
            self._answer(view, "take" if takes(view, self._chance) else "drop")

    def _answer_resignation(self, view: TableView) -> None:
        self._rest(2.0)
        self._answer(view, "accept" if is_content(view, self._chance) else "refuse")

    def _agree(self, view: TableView) -> None:
        self._rest(2.0)
        self._answer(view, "agree")

    def _answer(self, view: TableView, *names: str) -> None:
        """Press one of the buttons that are there under these names."""
        buttons = [one for one in view.actions if one.name in names]
        if not buttons:
            LOG.info("There is no such button", extra={"names": " ".join(names), "waiting": view.waiting.text})
            self._look_on(view)
            return
        button: Action = self._chance.choice(buttons)
        self._post(button.event, button.player or "players")

    def _post(self, event: Mapping[str, Any], by: str) -> None:
        answer = self._service.post(event, by)
        if not answer.ok:
            LOG.info("The table turns this down", extra={"why": answer.message and answer.message.text})
            self._stop.wait(0.5)

    # Hands and patience

    def _put_right(self, view: TableView) -> None:
        """Lay the checkers as the game says they are: for the next game, or after something went by hand."""
        wanted = setup_of_game(view)
        if self._checkers.setup != wanted:
            self._carry(view, wanted, 0.3)
            self._until(lambda now: not now.differs, NOTICED_S)

    def _carry(self, view: TableView, after: Setup, slowness: float = 1.0) -> None:
        player = Player(view.turn or "white")
        mover = _mover(view, player, slowness / self._wishes.pace)
        self._checkers.carry(mover, after, self._stop)

    def _rest(self, seconds: float) -> None:
        self._stop.wait(seconds / self._wishes.pace)

    def _until(self, is_so: Is, seconds: float) -> bool:
        """Wait until the table shows what is wanted; return whether it came in time.

        In another match nobody waits any more for what was to come in the one before.
        """
        until = time.monotonic() + seconds
        view = self._service.view()
        while not is_so(view) and view.uid == self._match:
            left = until - time.monotonic()
            if left <= 0 or self._stop.is_set():
                return False
            view = self._service.wait(view.version, min(left, 0.5)) or self._service.view()
        return True

    _DO: ClassVar[Mapping[str, Callable[[Players, TableView], None]]] = {
        "no_match": _new_match,
        "nothing": _new_match,
        "next_game": _next_game,
        "choose_start": _next_game,
        "opening": _open,
        "opening_of": _open,
        "throw": _throw_or_double,
        "throw_or_double": _throw_or_double,
        "need_not_throw": _pass,
        "need_not_throw_or_double": _pass,
        "name_double": _name,
        "play": _play,
        "play_on": _play,
        "pay_third": _play,
        "lift_dice": _end_turn,
        "no_play": _end_turn,
        "press_button": _end_turn,
        "hit_clock": _end_turn,
        "throw_again": _throw_again,
        "finish": _finish,
        "set_right": _finish,
        "enter_play": _tell_play,
        "choose_play": _tell_play,
        "dispute": _settle,
        "must_change": _settle,
        "answer_double": _answer_double,
        "answer_beaver": _answer_double,
        "answer_resignation": _answer_resignation,
        "answer_call_off": _agree,
    }


def setup_of_game(view: TableView) -> Setup:
    """Return where the game says the checkers are."""
    if view.game_board is None:
        msg = "there is no game"
        raise ValueError(msg)
    return setup_of(view.game_board)


def _mover(view: TableView, player: Player, slowness: float = 1.0) -> Mover:
    return Mover(configured(view.game, tuple((view.options or {}).items())), player, slowness)


def _was_noticed(now: TableView, before: TableView) -> bool:
    """Return whether a throw was: where both throw alike for who begins, they are waited for as before."""
    return (now.waiting, now.said) != (before.waiting, before.said)


def _throw_of(view: TableView) -> object:
    """Return what tells one throw from another."""
    return view.uid, view.game_number, view.turn, view.throw, view.game_board


def _runs(view: TableView, part: str) -> bool:
    return any(one.name == part and one.state == "running" for one in view.devices)
