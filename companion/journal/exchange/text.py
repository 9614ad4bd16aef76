"""A match as a readable text, in the booklets' notation, for all games: what stands in the record, game by game.

    Companion match 1
    Date: 2026-11-18 14:52:50 UTC
    Game: Backgammon (backgammon)
    White: Ada
    Black: Ben
    Length: 7 points
    ...

    Game 1, 0-0
    White 3, Black 1: White begins
      1. White 3-1: 8-5, 6-5
      2. Black 6-5: 1-12
    White doubles to 2
    Black takes
      3. White 6-6: illegal (must_use_more), stands: White 6:5 8:3 ...; Black 1:2 ...
    ...
    White wins 2 (played), 2-0

A throw that is not played yet, or was followed by something else first, is `3. White 6-6: ...`. What only JSON holds is
left out: times, what the sensors saw, what was taken back, who told a play. `text_reader` reads it back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from companion.journal.exchange.complete import CompleteMatch
from companion.journal.exchange.text_head import Head, write_head
from companion.journal.exchange.text_words import called, placed, quoted, score_shown
from companion.journal.standing import Happening, happenings
from companion.rules.game import Scoring
from companion.rules.notation import write_booklet, write_throw
from companion.rules.players import Pair, Player, both
from companion.rules.turn import Outcome, Turn
from companion.table.corrections import ScoreSet
from companion.table.course import dice_played
from companion.table.events import SessionEnded
from companion.table.state import Act, Deed, Opening, Record, Table

UNPLAYED = "..."
STOPPED = "The players stop"
TAKEN = "The position is taken as it lies: "


def export_text(match: CompleteMatch) -> str:
    """Return a match as text."""
    found, end = happenings(match.agreement, match.stored)
    games = _Writer(match.agreement.begin(), found, end).lines()
    return "\n".join([*write_head(Head(match.agreement, match.begun, match.uid)), "", *games]) + "\n"


class _Writer:
    """Writes the games one after the other."""

    def __init__(self, start: Table, found: list[Happening], end: Table) -> None:
        self.start, self.found, self.end = start, found, end
        self.game = 0
        self.number = 0
        self.throw: Turn | None = None
        """The throw that lies there, unplayed."""
        self.told = False
        """Whether a line of its own says so."""

    def lines(self) -> Iterator[str]:
        """Every line after the head."""
        yield from self._begun(self.start)
        for one in self.found:
            fallen = _fallen(one)
            # Only a play that was read anew is the other player's: it came before the flag fell.
            play_first = one.played is not None and one.played.player is not fallen
            if fallen and not play_first:
                yield from self._flag(fallen)
            if one.stands:
                yield from self._written(one)
            if fallen and play_first:
                yield from self._flag(fallen)
        yield from self._pending()
        if isinstance(self.end.phase, Opening) and any(self.end.phase.thrown):
            yield opening_line(self.end.phase.thrown)

    def _begun(self, table: Table) -> Iterator[str]:
        """Return the line with which a game begins."""
        if table.game.number == self.game:
            return
        if self.game:
            yield ""
        self.game, self.number, self.throw, self.told = table.game.number, 0, None, False
        choice = f", {table.match.choice.value}" if table.match.choice else ""
        yield f"Game {self.game}, {score_shown(table.match.score)}{choice}"

    def _flag(self, fallen: Player) -> Iterator[str]:
        yield from self._pending()
        yield f"{called(fallen)}'s time runs out"

    def _written(self, one: Happening) -> Iterator[str]:
        yield from self._begun(one.table)
        for entry in one.entries:
            yield from self._turn(entry) if isinstance(entry, Record) else self._act(entry)
        yield from self._besides(one)
        if one.throw is not None and (one.played is None or one.played.turn is not one.throw):
            self.throw = one.throw
        if one.ended:
            yield result_line(one.table)

    def _turn(self, record: Record) -> Iterator[str]:
        yield f"{self._thrown(record.turn)} {_play(record)}{points(record.turn, record.outcome)}"
        self.throw, self.told = None, False

    def _thrown(self, turn: Turn) -> str:
        self.number += not self.told
        return f"{self.number:>3}. {called(turn.player)}{how(turn)} {write_throw(dice_played(turn))}:"

    def _pending(self) -> Iterator[str]:
        """Return the throw that lies unplayed, when something else is to be written."""
        if self.throw is not None and not self.told:
            yield f"{self._thrown(self.throw)} {UNPLAYED}"
            self.told = True

    def _act(self, act: Act) -> Iterator[str]:
        yield from self._pending()
        if act.deed is Deed.POSITION_SET:
            self.throw, self.told = None, False
        yield act_line(act)

    def _besides(self, one: Happening) -> Iterator[str]:
        """Return what stands though it is not in the record of the game."""
        event = one.stored.event
        if isinstance(event, SessionEnded):
            yield from self._pending()
            yield STOPPED
        if isinstance(event, ScoreSet):
            yield score_line(event)
        if one.has_said({"position_taken"}) and not one.entries:
            yield f"{TAKEN}{placed(one.position.setup)}"


def _fallen(one: Happening) -> Player | None:
    """Return whose time has run out with it."""
    told = next((said for said in one.said if said.code == "flag"), None)
    return Player(dict(told.params)["player"]) if told else None


def how(turn: Turn) -> str:
    """Return how the player has come by the numbers, if not by throwing."""
    if turn.begun:
        return " plays on with"
    return " names" if turn.memory.named else " is given" if turn.memory.given else ""


def _play(record: Record) -> str:
    if record.play is not None:
        return write_booklet(record.turn, record.play)
    lies = placed(record.after.setup)
    return f"illegal ({record.condoned.value}), stands: {lies}" if record.condoned else f"taken as it lies: {lies}"


def points(turn: Turn, outcome: Outcome) -> str:
    """Return the points that a play brings in a game that is won by points, else nothing."""
    if turn.game.scoring is not Scoring.POINTS:
        return ""
    return f" [scores {outcome.scored}, has {outcome.memory.score[turn.player]}]"


def opening_line(thrown: Pair[tuple[int, ...]]) -> str:
    """Return what has been thrown to open."""
    return ", ".join(f"{called(player)} {write_throw(thrown[player])}" for player in Player if thrown[player])


def act_line(act: Act) -> str:
    """Return the line for something else than a turn."""
    return LINES[act.deed](act, called(act.player) if act.player else "")


def _cube_set(act: Act, who: str) -> str:
    where = f"gives {who} the cube" if who else "puts the cube into the middle"
    return f"The scorer {where}, at {act.value}, because {quoted(act.reason)}"


def _position_set(act: Act, who: str) -> str:
    score = f"; points {score_shown(act.memory.score)}" if act.memory and any(act.memory.score) else ""
    lies = placed(act.position.setup) if act.position else ""
    return f"The scorer sets the position, {who} to throw: {lies}{score}, because {quoted(act.reason)}"


def score_line(event: ScoreSet) -> str:
    """Return the line for a score that the scorer has set."""
    crawford = f", Crawford game {event.crawford.value}" if event.crawford else ""
    return f"The scorer sets the score to {score_shown(event.score)}{crawford}, because {quoted(event.reason)}"


def result_line(table: Table) -> str:
    """Return how the last game has ended, and how the match stands now."""
    result, score = table.games[-1].result, score_shown(table.match.score)
    if result.winner is None:
        return f"The game is called off, {score}"
    over = f", and {called(table.match.winner)} wins the match" if table.match.winner else ""
    return f"{called(result.winner)} wins {result.points} ({result.how.value}), {score}{over}"


LINES: Mapping[Deed, Callable[[Act, str], str]] = MappingProxyType(
    {
        Deed.TIE: lambda act, _: f"{opening_line(act.thrown or both(()))}: equal, the stake is {act.value}",
        Deed.OPENING: lambda act, who: f"{opening_line(act.thrown or both(()))}: {who} begins",
        Deed.PASSED: lambda _, who: f"{who} is closed out and need not throw",
        Deed.DOUBLE: lambda act, who: f"{who} doubles to {act.value}",
        Deed.BEAVER: lambda act, who: f"{who} beavers to {act.value}",
        Deed.TAKE: lambda _, who: f"{who} takes",
        Deed.DROP: lambda _, who: f"{who} drops",
        Deed.RESIGN: lambda act, who: f"{who} resigns a game that counts {act.value}",
        Deed.CALL_OFF: lambda _, who: f"{who} would call the game off",
        Deed.AGREE: lambda _, who: f"{who} agrees",
        Deed.REFUSE: lambda _, who: f"{who} plays on",
        Deed.FLAG: lambda _, who: f"{who} claims the win on time",
        Deed.CUBE_SET: _cube_set,
        Deed.POSITION_SET: _position_set,
    }
)
