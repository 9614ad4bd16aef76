"""What `companion hint` reads besides a case, and what it writes: advice as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict

from companion.casefile import CaseError, write_position
from companion.hints.advice import Chances, CubeAdvice, RatedPlay, Stakes
from companion.hints.adviser import Answered
from companion.hints.openings import recommended
from companion.hints.why import Told, facts_of, sentence
from companion.rules.board import OFF_PACE
from companion.rules.game import Game
from companion.rules.notation import write_international
from companion.rules.players import Pair, Player
from companion.rules.plays import Plays

KEYS = ("length", "score", "cube", "owner", "crawford", "jacoby", "beavers")
HIGHEST = 1 << 15
DIGITS = 5


def read_stakes(game: Game, data: object) -> Stakes:
    """Return what a case is played for: its 'match', and where that says nothing, money by the game's options."""
    match = {} if data is None else data
    if not isinstance(match, dict):
        msg = "'match' must be a JSON object in braces"
        raise CaseError(msg)
    for key in match:
        if key not in KEYS:
            msg = f"'match' has no {key!r}: it may hold {', '.join(KEYS)}"
            raise CaseError(msg)
    length = _whole(match.get("length", 0), "length")
    score, owner = _score(match.get("score", {})), _owner(match.get("owner"))
    cube, crawford = _cube(match.get("cube", 1)), _flag(match.get("crawford", False), "crawford")
    jacoby, beavers = (
        _flag(match.get(key, game.settings.get(option, False)), key)
        for key, option in (("jacoby", "jacoby"), ("beavers", "beaver"))
    )
    _check_score(length, score, crawford=crawford)
    money = not length
    return Stakes(length, score, cube, owner, crawford, jacoby and money, beavers and money, has_cube=game.cube)


def _check_score(length: int, score: Pair[int], *, crawford: bool) -> None:
    if length and max(score) >= length:
        msg = f"the match to {length} is over at {score.white} to {score.black}"
        raise CaseError(msg)
    if crawford and not (length and max(score) == length - 1 and (length == 1 or min(score) < length - 1)):
        msg = "'crawford' is for the game after one player came to need one point"
        raise CaseError(msg)


def _whole(value: object, name: str) -> int:
    if type(value) is not int or not 0 <= value < HIGHEST:
        msg = f"match: {name} {value!r} is not a whole number from 0 to {HIGHEST - 1}"
        raise CaseError(msg)
    return value


def _score(value: object) -> Pair[int]:
    if isinstance(value, list) and len(value) == len(Player):
        value = dict(zip((player.value for player in Player), value, strict=True))
    names = {player.value for player in Player}
    if not isinstance(value, dict) or not names.issuperset(value):
        msg = 'match: score must be {"white": n, "black": n}'
        raise CaseError(msg)
    return Pair(*(_whole(value.get(player.value, 0), "score") for player in Player))


def _cube(value: object) -> int:
    if type(value) is not int or not 1 <= value <= HIGHEST or value & (value - 1):
        msg = f"match: cube {value!r} is not 1, 2, 4 and so on up to {HIGHEST}"
        raise CaseError(msg)
    return value


def _owner(value: object) -> Player | None:
    try:
        return None if value is None else Player(value)
    except ValueError:
        msg = f'match: owner must be "white", "black" or null, not {value!r}'
        raise CaseError(msg) from None


def _flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        msg = f"match: {name} {value!r} must be true or false"
        raise CaseError(msg)
    return value


Say = Callable[[str], str]


def write_plays(plays: Plays, rated: list[RatedPlay], say: Say) -> list[dict[str, object]]:
    """Return plays in their order, each with its chances and why."""
    booklet = recommended(plays)
    return [_play(plays, one, say, is_recommended=one.outcome in booklet) for one in rated]


def _play(plays: Plays, rated: RatedPlay, say: Say, *, is_recommended: bool) -> dict[str, object]:
    turn, play = plays.turn, plays[rated.outcome]
    facts = facts_of(turn, rated.outcome, play, recommended=is_recommended)
    path = turn.game.path(turn.player)
    return {
        "notation": write_international(turn, play),
        "after": write_position(rated.outcome.position),
        "equity": round(rated.equity, DIGITS),
        **_chances(rated.chances),
        "plies": rated.plies,
        # Points as in the notation, from the mover's own end.
        "why": sentence(facts, say, lambda point: str(OFF_PACE - path.pace(point))),
        "facts": [_fact(told) for told in facts],
        "recommended": is_recommended,
    }


def _fact(told: Told) -> dict[str, object]:
    return {"code": told.code, "points": list(told.points), "count": told.count}


def _chances(chances: Chances) -> Mapping[str, object]:
    return {name: round(value, DIGITS) for name, value in asdict(chances).items()}


def write_cube(advice: Answered[CubeAdvice]) -> dict[str, object]:
    """Return what to do with the cube."""
    cube = advice.value
    return {
        "action": cube.action.value,
        "take": cube.double_take <= cube.double_drop,
        "beaver": cube.beaver,
        "no_double": round(cube.no_double, DIGITS),
        "double_take": round(cube.double_take, DIGITS),
        "double_drop": round(cube.double_drop, DIGITS),
        **_chances(cube.chances),
        "plies": cube.plies,
        **write_source(advice),
    }


def write_source(answered: Answered[object]) -> dict[str, object]:
    """Return who answered, and why nobody before."""
    return {"adviser": answered.by} | ({"instead": list(answered.instead)} if answered.instead else {})
