"""An analysis as a text for people: a table of the players, then the mistakes, the biggest first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.archive_tables import called, table
from companion.hints.report import Json
from companion.hints.why import Fact, Told, sentence
from companion.language import _, mark
from companion.rules.board import booklet_name
from companion.rules.notation import write_throw
from companion.rules.players import Player
from companion.sentences import translated

MOST = 10
"""So many mistakes are told."""
ACTIONS = {
    "no_double": mark("no double"),
    "double_take": mark("double, take"),
    "double_drop": mark("double, drop"),
    "too_good": mark("too good to double"),
}
ANSWERS = {"take": mark("takes"), "drop": mark("drops"), "beaver": mark("beavers")}


def written_out(report: Json) -> str:
    """Return the whole text."""
    return "\n".join(part for part in (_head(report), _players(report), _mistakes(report)) if part)


def _head(report: Json) -> str:
    names = [called(report["match"]["names"][player.value]) for player in Player]
    number, by = report["match"]["number"], ", ".join(report["advisers"])
    lines = [
        _("Match {number}: {white} - {black}", number=number, white=names[0], black=names[1]),
        _("Judged by {advisers}.", advisers=by),
        *(_(why) for why in report["instead"]),
        *_unjudged(report),
    ]
    return "".join(f"{line}\n" for line in lines)


def _unjudged(report: Json) -> Iterator[str]:
    total = sum(len(game["decisions"]) for game in report["games"])
    for one in report["unjudged"]:
        why = translated(one["why"])
        yield _("{count} of {total} decisions could not be judged: {why}", count=one["count"], total=total, why=why)


def _players(report: Json) -> str:
    head = (_("Game number"), _("Player"), _("Decisions"), _("Points lost"), _("Error rate"), _("Luck"))
    games = report["games"] if len(report["games"]) > 1 else []
    rows = [_row(report, report["players"], _("all games"), player) for player in Player]
    rows += [_row(report, game["players"], str(game["game"]), player) for game in games for player in Player]
    about = _("Lost and luck are in points; the error rate is in thousandths of a point for each unforced decision.")
    return f"{table(head, rows)}\n{about}\n"


def _row(report: Json, players: Json, game: str, player: Player) -> tuple[str, ...]:
    total, name = players[player.value], called(report["match"]["names"][player.value])
    numbers = f"{total['lost']:.3f}", f"{total['rate']:.1f}", f"{total['luck']:+.3f}"
    return (game, name, str(total["plays"] + total["cubes"]), *numbers)


def _mistakes(report: Json) -> str:
    found = report["mistakes"]
    if not found:
        return _("No mistake was big enough to be told.") + "\n"
    lines = [line for one in found[:MOST] for line in _mistake(report, one)]
    more = [_("And {count} more.", count=len(found) - MOST)] if len(found) > MOST else []
    return "".join(f"{line}\n" for line in (_("The biggest mistakes:"), *lines, *more))


def _mistake(report: Json, mistake: Json) -> Iterator[str]:
    decisions = report["games"][mistake["game"] - 1]["decisions"]
    one = decisions[mistake["decision"]]
    turn = sum(before["kind"] == "play" for before in decisions[: mistake["decision"]]) + 1
    name = called(report["match"]["names"][mistake["player"]])
    yield ""
    place = _("Game {game}, turn {turn}, {player}: {loss} points lost", game=mistake["game"], turn=turn, player=name,
              loss=f"{mistake['loss']:.3f}")  # fmt: skip
    yield f"{place}."
    yield from _play(one) if one["kind"] == "play" else _cube(one)


def _play(one: Json) -> Iterator[str]:
    dice = write_throw(one["dice"])
    made, best = one["made"], one["best"][0]
    yield "    " + _("{dice}: played {play} ({value})", dice=dice, play=made["international"], value=_value(made))
    told = _("best {play} ({value})", play=best["international"], value=_value(best))
    yield f"    {told}: {why_told(best)}"


def _cube(one: Json) -> Iterator[str]:
    done = _("doubled") if one["doubled"] else _("did not double")
    answer = f", {_(ANSWERS[one['answer']])}" if one["answer"] else ""
    yield f"    {done}{answer}; " + _("best: {action}", action=_(ACTIONS[one["action"]]))
    worth = (one["no_double"], one["double_take"], one["double_drop"])
    numbers = (f"{value:+.3f}" for value in worth)
    yield "    " + _(
        "no double {no}, taken {take}, dropped {drop}", **dict(zip(("no", "take", "drop"), numbers, strict=True))
    )


def _value(rated: Json) -> str:
    return _("{equity}, wins {win} %", equity=f"{rated['equity']:+.3f}", win=round(100 * rated["win"]))


def why_told(play: Json) -> str:
    """Return in one sentence what is to be said of a play; points are named as on the board."""
    facts = [Told(Fact[one["code"].upper()], tuple(one["points"]), one["count"]) for one in play["facts"]]
    return sentence(facts, _, booklet_name)
