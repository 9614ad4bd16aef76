"""A match's analysis as plain data for JSON, which the archive keeps and the pages are made of.

    {"version": 1, "advisers": ["GNU Backgammon 1.07.001"], "instead": [],
     "players": {"white": {"plays": 18, "cubes": 3, "lost": 0.41, "lost_by_plays": 0.4, "lost_by_cubes": 0.01,
                           "luck": 0.3, "rate": 19.5}, "black": {...}},
     "games": [{"game": 1, "cube": true, "players": {...}, "decisions": [
         {"kind": "play", "index": 0, "at": 61000, "player": "white", "dice": [3, 1], "named": false, "forced": false,
          "position": {"points": [...], "bar": {...}, "reserve": {...}, "off": {...}},
          "loss": 0.012, "luck": 0.05, "before": {"equity": 0.07, "win": 0.52, ...}, "illegal": false,
          "made": {"international": "8/5 6/5", "booklet": "8-5, 6-5", "moves": [[8, 5], [6, 5]],
                   "facts": [{"code": "made", "points": [5], "count": 0}], "recommended": true,
                   "equity": 0.159, "win": 0.55, ..., "plies": 2},
          "best": [{...}, ...], "score": {"white": 0, "black": 0}},
         {"kind": "cube", "index": 3, "player": "black", "cube": 1, "owner": null, "doubled": true, "answer": "take",
          "position": {...}, "action": "no_double", "no_double": 0.1, "double_take": -0.2, "double_drop": 1.0,
          "loss": 0.3, "answer_loss": 0.0, "counts": true, "win": 0.48, ..., "plies": 2}]}],
     "mistakes": [{"game": 1, "decision": 3, "player": "black", "loss": 0.3}, ...], "unjudged": []}

All values are those of the player who decides: equities in points at the cube's value then, luck and losses too.
`position` is that before the decision, `moves` are as the board names its points. `score` is the points of a game that
is won by points. `made` is null where an illegal play was let stand. `instead` says why others who were to be asked did
not answer. A decision that nobody can judge says so with `"unjudged": "why"`: it has lost nothing, counts nowhere, and
its `made`, `best` and `before`, or `action`, are empty; at the end they are counted: `[{"why": "...", "count": 3}]`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from companion.casefile import write_position
from companion.hints.advice import Chances, RatedPlay, Worth
from companion.hints.analysis import Judged, JudgedCube, JudgedPlay, Total, is_forced
from companion.hints.decisions import CubeDecision, Decision, PlayDecision
from companion.hints.openings import recommended
from companion.hints.why import facts_of
from companion.rules.game import Scoring
from companion.rules.notation import write_booklet, write_international
from companion.rules.players import Player
from companion.rules.plays import Plays, legal_plays
from companion.rules.turn import BAR, OFF, RESERVE, Outcome, Play
from companion.table.course import dice_played

VERSION = 1
DIGITS = 5
WORTH_NAMING = 0.02
"""What lost less is no mistake worth a line."""
PLACES = {BAR: "bar", OFF: "off", RESERVE: "reserve"}
Json = dict[str, Any]


def assembled(games: Sequence[Sequence[Json]], advisers: Sequence[str], instead: Sequence[str]) -> Json:
    """Return what the decisions of each game come to."""
    whole = [one for decisions in games for one in decisions]
    mistakes = [one for number, decisions in enumerate(games, 1) for one in _mistakes(number, decisions)]
    return {
        "version": VERSION,
        "advisers": list(advisers),
        "instead": list(instead),
        "players": _totals(whole),
        "games": [_game(number, decisions) for number, decisions in enumerate(games, 1)],
        "mistakes": sorted(mistakes, key=lambda one: -float(one["loss"])),
        "unjudged": [{"why": why, "count": count} for why, count in _reasons(whole).most_common()],
    }


def _reasons(decisions: Sequence[Json]) -> Counter[str]:
    return Counter(one["unjudged"] for one in decisions if not is_judged(one))


def is_judged(one: Json) -> bool:
    """Whether somebody could say what a decision was worth."""
    return "unjudged" not in one


def _game(number: int, decisions: Sequence[Json]) -> Json:
    has_cube = any(one["kind"] == "cube" for one in decisions)
    return {"game": number, "cube": has_cube, "players": _totals(decisions), "decisions": list(decisions)}


def _totals(decisions: Sequence[Json]) -> Json:
    return {player.value: _total(sum((_share(one, player) for one in decisions), Total())) for player in Player}


def _share(one: Json, player: Player) -> Total:
    """Return what a decision adds to a player's account."""
    if not is_judged(one):
        return Total()
    is_own = one["player"] == player.value
    if one["kind"] == "play":
        decided = not one["forced"] and not one["illegal"]
        return Total(plays=int(decided), lost_by_plays=one["loss"], luck=one["luck"]) if is_own else Total()
    if is_own:
        return Total(cubes=int(one["counts"]), lost_by_cubes=one["loss"])
    return Total(cubes=int(one["doubled"]), lost_by_cubes=one["answer_loss"])


def _mistakes(number: int, decisions: Sequence[Json]) -> Iterator[Json]:
    for at, one in enumerate(decisions):
        player = Player(one["player"])
        for who, loss in ((player, one["loss"]), (player.opponent, one.get("answer_loss", 0.0))):
            if loss > WORTH_NAMING:
                yield {"game": number, "decision": at, "player": who.value, "loss": loss}


def _total(total: Total) -> Json:
    data = {name: _short(value) for name, value in asdict(total).items()}
    return {**data, "lost": _short(total.lost), "rate": round(total.rate, 2)}


def decision_data(one: Judged) -> Json:
    """Return a decision as plain data."""
    return _play(one) if isinstance(one, JudgedPlay) else _cube(one)


def unjudged_data(decision: Decision, why: str) -> Json:
    """Return a decision that nobody could judge as plain data."""
    if isinstance(decision, PlayDecision):
        nothing: Json = {"loss": 0.0, "luck": 0.0, "before": None, "illegal": False, "made": None, "best": []}
        return {**_throw(decision), **nothing, "unjudged": why}
    nothing = {"action": None, "loss": 0.0, "answer_loss": 0.0, "counts": False}
    return {**_chance(decision), **nothing, "unjudged": why}


def _throw(decision: PlayDecision) -> Json:
    """Return what is known of a throw before it is judged."""
    record = decision.record
    score = record.outcome.memory.score if record.turn.game.scoring is Scoring.POINTS else None
    return {
        "kind": "play",
        "index": decision.index,
        "at": record.at,
        "player": record.player.value,
        "dice": list(dice_played(record.turn)),
        "named": bool(record.turn.memory.named),
        "forced": is_forced(record.turn),
        "position": write_position(record.before),
        **({"score": {player.value: score[player] for player in Player}} if score else {}),
    }


def _play(one: JudgedPlay) -> Json:
    plays = legal_plays(one.decision.record.turn)
    return {
        **_throw(one.decision),
        "loss": _short(one.loss),
        "luck": _short(one.luck),
        "before": _worth(one.before),
        "illegal": one.made is None,
        "made": _rated(plays, one.made) if one.made else None,
        "best": [_rated(plays, play) for play in one.plays],
    }


def _rated(plays: Plays, rated: RatedPlay) -> Json:
    return {
        **play_data(plays, rated.outcome),
        "equity": _short(rated.equity),
        **_chances(rated.chances),
        "plies": rated.plies,
    }


def play_data(plays: Plays, outcome: Outcome) -> Json:
    """Return a play with both its names, its moves, and what is to be said of it."""
    turn, play = plays.turn, plays[outcome]
    is_recommended = outcome in recommended(plays)
    facts = facts_of(turn, outcome, play, recommended=is_recommended)
    return {
        "international": write_international(turn, play),
        "booklet": write_booklet(turn, play),
        "moves": moves_of(play),
        "facts": [{"code": told.code, "points": list(told.points), "count": told.count} for told in facts],
        "recommended": is_recommended,
    }


def moves_of(play: Play) -> list[list[int | str]]:
    """Return from where to where each step of a play goes."""
    ways = ((step.source, step.target) for step in play.steps)
    return [[PLACES.get(source, source), PLACES.get(target, target)] for source, target in ways]


def _worth(worth: Worth) -> Json:
    return {"equity": _short(worth.equity), **_chances(worth.chances)}


def _chances(chances: Chances) -> Mapping[str, float]:
    return {name: _short(value) for name, value in asdict(chances).items()}


def _chance(decision: CubeDecision) -> Json:
    """Return what is known of a chance to double before it is judged."""
    return {
        "kind": "cube",
        "index": decision.index,
        "player": decision.player.value,
        "position": write_position(decision.position),
        "cube": decision.stakes.cube,
        "owner": decision.stakes.owner.value if decision.stakes.owner else None,
        "doubled": decision.doubled,
        "answer": decision.answer.value if decision.answer else None,
    }


def _cube(one: JudgedCube) -> Json:
    advice = one.advice
    return {
        **_chance(one.decision),
        "action": advice.action.value,
        "no_double": _short(advice.no_double),
        "double_take": _short(advice.double_take),
        "double_drop": _short(advice.double_drop),
        "loss": _short(one.loss),
        "answer_loss": _short(one.answer_loss),
        "counts": one.counts,
        **_chances(advice.chances),
        "plies": advice.plies,
    }


def _short(value: float) -> float:
    return round(value, DIGITS)
