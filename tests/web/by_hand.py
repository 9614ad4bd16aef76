"""A match that is entered wholly by hand on a phone, with what people do besides: mistype, take back, resign."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from companion.rules.players import Player
from companion.service import TableService, TableView, Who
from tests.service.playing import until
from tests.web.browser import Device
from tests.web.deeds import (
    Answers,
    Deed,
    Doubles,
    Ends,
    Mends,
    Mistypes,
    Moves,
    Opens,
    Place,
    Resigns,
    SetsScore,
    Throws,
)
from tests.web.seen import agree
from tests.web.whole_table import setup_of


@dataclass
class Hand:
    """A phone on which everything is entered, and the devices that are looked at."""

    service: TableService
    phone: Device
    devices: dict[Who, Device]
    looks: int = 0
    plays: int = 0

    def do(self, deeds: Sequence[Deed]) -> None:
        """Do all of it, and look after each."""
        for number, deed in enumerate(deeds):
            self._do(deed)
            self.looks += agree(self.service, self.devices, f"{number}: {deed}")
            if isinstance(deed, Ends) and self._view.phase == "game_over":
                self._button("Next game")
                self._waits("Both players throw for who begins.")

    def _do(self, deed: Deed) -> None:
        match deed:
            case Opens():
                self._dice(deed.player, deed.dice)
            case Throws():
                self._throw(deed)
            case Moves():
                self._play(deed)
            case Mistypes():
                self._mistype(deed)
            case Doubles():
                self._button(f"Double to {deed.value}", sure=True)
            case Answers():
                self._button("Take" if deed.takes else "Drop", sure=not deed.takes)
            case SetsScore():
                self._score(deed)
            case Resigns():
                self._resign(deed)
            case Ends():
                self._ends(deed)

    # Throws

    def _throw(self, deed: Throws) -> None:
        if self._view.phase == "to_throw":
            self._dice(deed.player, deed.dice)
        assert sorted(self._view.throw) == sorted(deed.dice)

    def _dice(self, player: Player, dice: Sequence[int]) -> None:
        """Tap the dice, and then the button."""
        before = _thrown(self._view)
        form = self._page.locator(f"form.dice-form:has(input[name=player][value={player.value}])")
        for name, value in zip(("first", "second"), dice, strict=False):
            form.locator(f"label.pick:has(input[name={name}][value='{value}'])").tap()
        form.locator("button").tap()
        self._until(lambda view: _thrown(view) != before)

    def _mistype(self, deed: Mistypes) -> None:
        self._dice(deed.player, deed.dice)
        self._waits(f"{self._name(deed.player)} plays {_shown(deed.dice)}.")
        if deed.mends == "back":
            self._more()
            self._button("Take back", sure=True)
            self._until_phase("to_throw")
            return
        form = self._corrections("throw_corrected")
        for name, value in zip(("first", "second"), deed.meant, strict=True):
            form.locator(f"select[name={name}]").select_option(str(value))
        self._send(form, "mistyped")
        self._waits(f"{self._name(deed.player)} plays {_shown(deed.meant)}.")

    # Plays

    def _play(self, deed: Moves) -> None:
        """Tell a play by tapping from and to: now on the board, now on the buttons; or write it where it is illegal."""
        self.plays += 1
        if deed.stands:
            self._write(deed)
            self._button("Let it stand", sure=True)
        elif not deed.steps:
            self._button("Nothing is moved")
        else:
            self._tap_all(deed.steps)
            self._button("That was the play")
        self._until_phase("to_throw", "game_over", "match_over")
        board = self._view.game_board
        assert board is not None
        assert self._view.phase in {"game_over", "match_over"} or setup_of(board) == deed.after, deed

    def _tap_all(self, steps: Sequence[tuple[Place, Place]]) -> None:
        told = ""
        for source, target in steps:
            if self.plays % 2:
                for place in (source, target):
                    self._page.locator(f".board .area.possible[data-place='{place}']").tap()
            else:
                self._page.locator(f"a.tap[data-from='{source}'][data-to='{target}']").tap()
            told += f",{source}-{target}" if told else f"{source}-{target}"
            expect(self._page.locator(".hand")).to_have_attribute("data-steps", told)

    def _write(self, deed: Moves) -> None:
        self._page.locator(".typed summary").tap()
        text = " ".join(f"{_named(deed.player, source)}/{_named(deed.player, target)}" for source, target in deed.steps)
        self._page.fill("input[name=text]", text)
        self._page.locator(".typed button").tap()
        self._until_phase("disputed")
        self.looks += agree(self.service, self.devices, "an illegal play")

    # The rest

    def _score(self, deed: SetsScore) -> None:
        form = self._corrections("score_set")
        for name, value in zip(("white", "black"), deed.score, strict=True):
            form.locator(f"input[name={name}]").fill(str(value))
        self._send(form, deed.reason)
        assert (self._view.score.white, self._view.score.black) == deed.score

    def _resign(self, deed: Resigns) -> None:
        self._more()
        button = self._page.locator("form.act button", has_text=f"Resign for {deed.points}")
        button.filter(has_text=self._name(deed.player)).tap()
        self.phone.sure()
        self._waits("resign")
        self._button("Accept", sure=True)

    def _ends(self, deed: Ends) -> None:
        self._until_phase("game_over", "match_over")
        view = self._view
        assert (view.winner, view.score.white, view.score.black) == (deed.winner.value, *deed.score)

    # Tapping and waiting

    @property
    def _page(self) -> Page:
        return self.phone.page

    @property
    def _view(self) -> TableView:
        return self.service.view()

    def _name(self, player: Player) -> str:
        return self._view.names.of(player.value)

    def _button(self, text: str, *, sure: bool = False) -> None:
        self._page.locator("button:visible", has_text=text).first.tap()
        if sure:
            self._page.locator("#sure [data-yes]").tap()

    def _more(self) -> None:
        """Open what is one tap further away, if it is not open."""
        if self._page.locator("details.more[open]").count() == 0:
            self._page.locator("details.more summary").tap()

    def _corrections(self, what: str) -> Locator:
        self._more()
        self._page.locator("a", has_text="Put something right").tap()
        return self._page.locator(f"form[action$={what}]")

    def _send(self, form: Locator, reason: str) -> None:
        form.locator("input[name=reason]").fill(reason)
        form.locator("button").tap()
        self._page.wait_for_url(f"{self.phone.url}/")

    def _waits(self, text: str) -> None:
        self.phone.says(text)

    def _until_phase(self, *phases: str) -> None:
        self._until(lambda view: view.phase in phases)

    def _until(self, is_so: Callable[[TableView], bool]) -> None:
        until(self.service, is_so)


def _thrown(view: TableView) -> object:
    """Return what a throw that is entered changes."""
    return view.phase, view.throw, view.opening


RESIGNS_AFTER = 7
"""Turns in the second game."""
MISTYPED: dict[int, Mends] = {3: "back", 5: "corrected"}
"""Which throws of the first game are entered wrongly, and how that is put right."""


def _shown(dice: Sequence[int]) -> str:
    return "-".join(map(str, sorted(dice, reverse=True)))


def _named(player: Player, place: Place) -> str:
    """Return a place as the player counts it."""
    if isinstance(place, str) or player is Player.WHITE:
        return str(place)
    return str(25 - place)


def with_mishaps(deeds: Sequence[Deed]) -> Iterator[Deed]:
    """Return a match with what goes wrong in it: throws mistyped in the first game, the second game resigned."""
    games = throws = 0
    for deed in deeds:
        if isinstance(deed, Throws):
            throws += 1
            yield from _mistyped(deed, games, throws)
        yield deed
        if isinstance(deed, Ends):
            games, throws = games + 1, 0
            yield from _score_set(deed)
        if isinstance(deed, Moves) and games == 1 and throws >= RESIGNS_AFTER:
            winner = next(one.winner for one in deeds if isinstance(one, Ends))
            yield Resigns(winner.opponent, 2)
            score = [0, 0]
            score[winner is Player.BLACK] = 3
            yield Ends(winner, 2, (score[0], score[1]))
            return


def _mistyped(deed: Throws, games: int, throws: int) -> Iterator[Deed]:
    first, second = deed.dice
    if games == 0 and throws in MISTYPED:
        yield Mistypes(deed.player, (7 - first, second), (first, second), MISTYPED[throws])


def _score_set(deed: Ends) -> Iterator[Deed]:
    white, black = deed.score
    yield SetsScore((white + 1, black), "a slip")
    yield SetsScore((white, black), "as it was")
