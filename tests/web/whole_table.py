"""Two players with hands and phones: they do what was planned, and look at every turn at what both devices show."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from threading import Event

from companion.demo.checkers import Mover
from companion.demo.cup import Thrown
from companion.rules.games import configured
from companion.rules.players import Pair, Player
from companion.rules.position import Setup, Side, start_position
from companion.service import BoardView, TableView, Who
from tests.web.browser import Device
from tests.web.deeds import Answers, Deed, Doubles, Ends, Errs, Fails, Moves, Opens, Throws
from tests.web.seen import agree
from tests.web.sitting import Is, Sitting

NOTICED_S = 12.0
"""How long the players wait for a throw to be noticed, before they throw the same once more."""
MOST_TRIES = 4
SLOWNESS = 0.08
"""Of the hands, as a part of how slow people are; how long the board has to be at rest is as at any table."""
WHO: tuple[Who, Who] = ("white", "black")


@dataclass
class Helped:
    """How often the players had to help, and how often both devices were looked at."""

    times: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return ", ".join(f"{name} {count}" for name, count in sorted(self.times.items()))


@dataclass
class WholeTable:
    """The table, its players and their devices."""

    game: str
    sitting: Sitting
    devices: dict[Who, Device]
    helped: Helped = field(default_factory=Helped)
    opening: list[Opens] = field(default_factory=list)
    stopped: Event = field(default_factory=Event)

    def do(self, deeds: list[Deed]) -> None:
        """Do all that was planned."""
        for number, deed in enumerate(deeds):
            self._do(deed)
            self.agree(f"{number}: {deed}")
            last = number == len(deeds) - 1
            if isinstance(deed, Ends) and not last:
                self._next_game()

    def _do(self, deed: Deed) -> None:
        match deed:
            case Opens():
                self._open(deed)
            case Throws():
                self._throws(deed)
            case Fails():
                self._fails(deed)
            case Errs():
                self._errs(deed)
            case Moves():
                self._moves(deed)
            case Doubles():
                self._doubles(deed)
            case Answers():
                self._answers(deed)
            case Ends():
                self._ends(deed)

    # Dice

    def _open(self, deed: Opens) -> None:
        """Both throw for who begins: at once where each has one die, else one after the other."""
        self.opening.append(deed)
        if len(deed.dice) == 1 and len(self.opening) == 1:
            return
        together, self.opening = self.opening, []
        dice = tuple((one.player, die) for one in together for die in one.dice)
        self._throw(Thrown(dice, deed.player))

    def _throws(self, deed: Throws) -> None:
        # The dice with which a game was opened may lie there already.
        if self.view.phase == "to_throw":
            self._throw(Thrown(tuple((deed.player, die) for die in deed.dice), deed.player))
        if sorted(self.view.throw) != sorted(deed.dice):
            self.helped.times["misread"] += 1
            self._correct(sorted(deed.dice))
        view = self.view
        assert (view.turn, sorted(view.throw)) == (deed.player.value, sorted(deed.dice)), view.waiting

    def _throw(self, thrown: Thrown) -> None:
        """Throw; what was not noticed or was misread is thrown or told once more, as people would."""
        for _ in range(MOST_TRIES):
            self._take_up()
            before = self.view
            self.sitting.cup.throw(thrown)
            if self.sitting.until(lambda now, before=before: _has_thrown(now, before), NOTICED_S):  # type: ignore[misc]  # bound in the loop
                self.helped.times["throws"] += 1
                return
            self.helped.times["not noticed"] += 1
        raise AssertionError(self.view)

    def _correct(self, dice: list[int]) -> None:
        """Put a throw right that the camera has misread, on a device."""
        device = self.devices["white"]
        device.go("/correct")
        form = device.page.locator("form[action$=throw_corrected]")
        for name, die in zip(("first", "second"), dice, strict=True):
            form.locator(f"select[name={name}]").select_option(str(die))
        form.locator("input[name=reason]").fill("misread")
        form.locator("button").click()
        self._until(lambda now: sorted(now.throw) == dice)

    def _fails(self, deed: Fails) -> None:
        """Throw badly; where the table believes it all the same, both agree to take it back."""
        before = self.view
        self._take_up()
        dice = tuple((deed.player, die) for die in deed.dice)
        self.sitting.cup.throw(Thrown(dice, deed.player, deed.kind))
        self._until(lambda now: now.phase == "playing" or (now.said != before.said and bool(now.dice)))
        if self.view.phase == "playing":
            self.helped.times[f"{deed.kind} believed"] += 1
            self._take_back()
        else:
            self.helped.times[f"{deed.kind} told"] += 1
        assert self.view.phase == "to_throw", self.view.waiting

    def _take_back(self) -> None:
        device = self.devices["black"]
        if device.page.locator("details.more[open]").count() == 0:
            device.page.locator("details.more summary").click()
        device.press("Take back")
        device.sure()
        self._until(lambda now: now.phase == "to_throw")

    def _take_up(self) -> None:
        """Take the dice up, if any lie there."""
        lying = self.sitting.cup.lying
        if lying is None:
            return
        self.sitting.cup.take(lying.by)
        if self.sitting.until(lambda now: not now.dice, NOTICED_S) is None:
            self.helped.times["lifting not noticed"] += 1

    # Checkers

    def _errs(self, deed: Errs) -> None:
        self._carry(deed.player, deed.after)
        self._end_turn(lambda now: now.phase == "disputed")
        self.agree("an illegal play")
        self._picture("illegal")
        self._of(deed.player.opponent).press("It must be changed")
        self._until(lambda now: now.dispute is not None and now.dispute.must_change)

    def _moves(self, deed: Moves) -> None:
        if deed.stands:
            self._let_stand(deed)
            return
        was_wrong = self.view.dispute is not None
        self._carry(deed.player, deed.after)
        if was_wrong:
            self._until(lambda now: now.phase != "disputed")
        else:
            self._end_turn(lambda now: now.phase != "playing")
        assert self._lies() == deed.after

    def _let_stand(self, deed: Moves) -> None:
        self._carry(deed.player, deed.after)
        self._end_turn(lambda now: now.phase == "disputed")
        self.agree("an illegal play that will be let stand")
        device = self._of(deed.player.opponent)
        device.press("Let it stand")
        device.sure()
        self._until(lambda now: now.phase == "to_throw")
        assert self._lies() == deed.after

    def _carry(self, player: Player, after: Setup) -> None:
        self.sitting.checkers.carry(Mover(configured(self.game), player, SLOWNESS), after, self.stopped)
        assert self.sitting.until(lambda now: now.board is not None and setup_of(now.board) == after), self.view

    def _end_turn(self, is_so: Is) -> None:
        """Take up the dice; where that is not noticed, say on a device that the play is made."""
        player = self.view.turn
        self._take_up()
        if self.sitting.until(is_so, NOTICED_S) is None:
            self.helped.times["turn ended by button"] += 1
            self.devices[player or "white"].press("The play is made")
            self._until(is_so)

    def _lies(self) -> Setup:
        board = self.view.game_board
        assert board is not None
        return setup_of(board)

    # The cube, and games

    def _doubles(self, deed: Doubles) -> None:
        device = self._of(deed.player)
        device.press(f"Double to {deed.value}")
        device.sure()
        self._until(lambda now: now.asked == deed.player.opponent.value)
        self._picture("doubled")

    def _answers(self, deed: Answers) -> None:
        device = self._of(deed.player)
        device.press("Take" if deed.takes else "Drop")
        if not deed.takes:
            device.sure()
        self._until(lambda now: now.asked is None)

    def _ends(self, deed: Ends) -> None:
        view = self.view
        assert view.phase in {"game_over", "match_over"}
        assert view.winner == deed.winner.value
        assert (view.score.white, view.score.black) == deed.score, (view.score, deed)

    def _next_game(self) -> None:
        self._take_up()
        self.sitting.checkers.lay(start_position(configured(self.game)).setup)
        self.devices["white"].press("Next game")
        self._until(lambda now: now.phase == "opening" and not now.differs)

    # What is seen

    @property
    def view(self) -> TableView:
        """What the service shows."""
        return self.sitting.service.view()

    def _of(self, player: Player) -> Device:
        return self.devices[player.value]

    def _until(self, is_so: Is) -> None:
        assert self.sitting.until(is_so), self.view

    def agree(self, when: str) -> None:
        """Both devices come to show just what the service shows."""
        self.helped.times["looks"] += agree(self.sitting.service, self.devices, when)

    def _picture(self, name: str) -> None:
        for seat, device in self.devices.items():
            device.keep(f"whole_{self.game}_{name}_{seat}")


def _has_thrown(now: TableView, before: TableView) -> bool:
    """Whether a throw has come in: what is said or waited for is another, and dice lie there."""
    return bool(now.dice) and (now.throw, now.opening, now.waiting, now.said) != (
        before.throw,
        before.opening,
        before.waiting,
        before.said,
    )


def setup_of(board: BoardView) -> Setup:
    """Return the checkers of a board that is shown."""
    return Setup(Pair(*(_side(board, number, who) for number, who in enumerate(WHO))))


def _side(board: BoardView, number: int, who: Who) -> Side:
    points = tuple(counts[number] for counts in board.points)
    return Side(points, board.bar.of(who), board.reserve.of(who), board.off.of(who))
