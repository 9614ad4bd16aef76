"""How long players sit together, and by which rules: what is agreed on before the first game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.match.clock_rules import ClockKind, ClockRules, usual_reserve
from companion.match.refused import Code, ImpossibleMatch, Refused
from companion.rules.game import Game, Scoring, Setting
from companion.rules.players import Pair, Player

MONEY_OPTIONS = ("jacoby", "beaver", "automatic_doubles")


@dataclass(frozen=True, slots=True)
class Money:
    """As many games as the players like, each for its stake."""


@dataclass(frozen=True, slots=True)
class ToPoints:
    """Until one player has so many points."""

    points: int


@dataclass(frozen=True, slots=True)
class Rounds:
    """So many games; the sum of what they count decides."""

    games: int = 12


Length = Money | ToPoints | Rounds


@dataclass(frozen=True)
class MatchRules:
    """A match as agreed on; one that cannot be played raises `ImpossibleMatch` with all that does not fit.

    `cube` says whether the cube is used (None: if the game has one). The option `crawford` is on by default, so it
    just has no effect outside matches to points.
    """

    game: Game
    length: Length
    names: Pair[str] = Pair("White", "Black")  # noqa: RUF009 - immutable
    clock: ClockRules = field(default_factory=ClockRules)
    cube: bool | None = None

    def __post_init__(self) -> None:
        """Refuse what does not fit together."""
        found = tuple(misfits(self))
        if found:
            raise ImpossibleMatch(found)

    @property
    def has_cube(self) -> bool:
        """Whether there is a cube on the table."""
        return self.game.cube if self.cube is None else self.cube

    @property
    def money(self) -> bool:
        """Whether this is money play."""
        return isinstance(self.length, Money)

    @property
    def crawford(self) -> bool:
        """Whether there will be a Crawford game."""
        return isinstance(self.length, ToPoints) and self.has_cube and self.option("crawford")

    @property
    def by_points(self) -> bool:
        """Whether a game is won by points, so that the next one can go on from it."""
        return self.game.scoring is Scoring.POINTS

    def option(self, name: str) -> bool:
        """Whether the game's option `name` is on; a game that does not know it has it off."""
        return bool(_settings(self.game).get(name, False))


def misfits(rules: MatchRules) -> Iterator[Refused]:
    """Everything that cannot be played in a match as it was set up."""
    yield from _length_misfits(rules.length)
    if rules.cube and not rules.game.cube:
        yield Refused(Code.GAME_HAS_NO_CUBE, game=rules.game.name)
    for option in filter(rules.option, MONEY_OPTIONS):
        if not rules.money:
            yield Refused(Code.MONEY_ONLY, option=option)
        if not rules.has_cube:
            yield Refused(Code.OPTION_NEEDS_CUBE, option=option)
    for player in Player:
        if not rules.names[player].strip():
            yield Refused(Code.NAME_MISSING, player=player.value)
    yield from _clock_misfits(rules)


def reserve_for(rules: MatchRules, score: Pair[int], games_played: int = 0) -> Pair[int]:
    """Return both reserves for a clock that starts at this score: as agreed on, or the usual ones.

    **Decided here**: where the number of games is fixed, each game still to come brings 2 minutes.
    """
    length, agreed = rules.length, rules.clock.reserve_ms
    if agreed is not None:
        return agreed
    if isinstance(length, ToPoints):
        usual = usual_reserve(length.points, sum(score))
    else:
        usual = usual_reserve(length.games - games_played, 0) if isinstance(length, Rounds) else 0
    return Pair(usual, usual)


def _length_misfits(length: Length) -> Iterator[Refused]:
    if isinstance(length, ToPoints) and length.points < 1:
        yield Refused(Code.TOO_SHORT, unit="point", length=length.points)
    if isinstance(length, Rounds) and length.games < 1:
        yield Refused(Code.TOO_SHORT, unit="game", length=length.games)


def _clock_misfits(rules: MatchRules) -> Iterator[Refused]:
    clock = rules.clock
    if clock.kind is ClockKind.NONE:
        return
    if clock.reserve_ms is None and rules.money:
        yield Refused(Code.RESERVE_NOT_KNOWN)
    for ms in (*(clock.reserve_ms or ()), clock.step_ms):
        if ms < 0:
            yield Refused(Code.NEGATIVE_TIME, ms=ms)
    free = clock.step_ms if clock.kind is ClockKind.DELAY else 0
    for player in Player:
        if clock.reserve_ms and clock.reserve_ms[player] + free == 0:
            yield Refused(Code.NO_TIME_AT_ALL, player=player.value)


def _settings(game: Game) -> dict[str, Setting]:
    """Return the options as chosen, or as they stand if none were."""
    return {option.name: option.default for option in game.options} | dict(game.chosen)
