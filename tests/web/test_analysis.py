"""The pages of an analysis: what they tell, who may begin one, what is kept back, which step each decision is at."""

from __future__ import annotations

import json
import re

import pytest
from flask import render_template_string

from tests.hints.pip_adviser import Baffled, PipAdviser
from tests.journal.scripts import NAMES
from tests.service.test_analysing import Commands
from tests.waiting import wait_until
from tests.web.judged import judge, put_judged
from tests.web.shelf import put
from tests.web.stage import Stage, token
from tests.web.test_pages import text_of
from web.analysis.charts import course, points_course
from web.analysis.standalone import page
from web.analysis.steps import decisions_at, step_of
from web.language import LANGUAGES

TOURNAMENT = {"ends_by": "button", "illegal_plays": "condone", "tournament": True}


def test_the_page_tells_all_there_is(table: Stage) -> None:
    number = put_judged(table, "cube_and_drop", "Ada", "Bo")
    shown = text_of(table.client(), f"/archive/{number}/analysis")
    for words in ("judged by pips", "Bo lost 1.240", "Ada lost 0.170", "Ada doubled; it was dropped.", "luck -0.040"):
        assert words in shown
    assert shown.count('class="board"') == 3
    assert "Winning chances of Ada, turn by turn" in shown
    assert 'href="/archive/1/analysis"' in text_of(table.client(), f"/archive/{number}")


def test_the_figures_are_those_of_the_report(table: Stage) -> None:
    number = put_judged(table, "crawford", "Ada", "Bo")
    report = table.client().get(f"/archive/{number}/analysis.json").json
    assert report is not None
    shown = text_of(table.client(), f"/archive/{number}/analysis")
    for player in report["players"].values():
        assert f"{player['lost']:.3f}" in shown
        assert f"{player['rate']:.1f}" in shown
    assert "The score after each game" in shown
    numbers = [one["game"] for one in report["games"]]
    assert [one["game"] for one in report["results"]] == numbers[: len(report["results"])]


@pytest.mark.parametrize("name", NAMES)
def test_each_decision_is_at_a_step_of_the_replay(table: Stage, name: str) -> None:
    number = put(table, name)
    report, archive = judge(table, number), table.service.archive
    for game in report["games"]:
        decisions, steps = game["decisions"], archive.game(number, game["game"]).steps
        at = decisions_at(steps, decisions)
        assert {one for found in at.values() for one in found} == set(range(len(decisions)))
        for step, found in at.items():
            last, shown = decisions[found[-1]], steps[step - 1]
            assert shown.stands
            if shown.play:
                assert (last["kind"], last["at"], last["player"]) == ("play", shown.at, shown.play.player)
        for one in range(len(decisions)):
            assert one in at[step_of(steps, decisions, one)]


def test_the_replay_tells_what_a_play_lost(table: Stage) -> None:
    number = put_judged(table, "cube_and_drop", "Ada", "Bo")
    client = table.client()
    link = client.get(f"/archive/{number}/analysis/game/1/decision/3")
    assert re.fullmatch(rf"/archive/{number}/game/1/step/\d+", link.location)
    shown = text_of(client, f"{link.location}?part=yes")
    assert "Bo lost 1.240" in shown
    assert "Ada lost 0.170" in shown
    throw = text_of(client, f"/archive/{number}/game/1/step/2")
    assert "Luck of the throw: -0.040" in throw
    assert "<b>24/20</b>" in throw
    assert client.get(f"/archive/{number}/analysis/game/1/decision/99").status_code == 404


def test_without_an_analysis_the_replay_says_nothing_of_it(table: Stage) -> None:
    number = put(table, "cube_and_drop")
    assert "Luck of the throw" not in text_of(table.client(), f"/archive/{number}/game/1/step/2")
    assert table.client().get(f"/archive/{number}/analysis.json").status_code == 404


def test_who_has_the_pin_may_have_a_match_analysed(table: Stage) -> None:
    number = put(table, "cube_and_drop")
    table.service.analysing._command = Commands()
    watcher, scorer = table.client(), table.signed_in()
    assert "Analyse now" not in text_of(watcher, f"/archive/{number}")
    refused = watcher.post(f"/archive/{number}/analysis", data={"csrf": token(watcher)})
    assert refused.status_code == 403
    assert "Analyse now" in text_of(scorer, f"/archive/{number}")
    begun = scorer.post(f"/archive/{number}/analysis", data={"csrf": token(scorer)})
    assert begun.location == f"/archive/{number}/analysis"
    wait_until(lambda: "The biggest mistakes" in text_of(scorer, f"/archive/{number}/analysis"))


WORDS = {
    "en": ("1 of 4 decisions could not be judged: GNU Backgammon does not know this game.", "This decision could"),
    "de": (
        "Nicht zu beurteilen: 1 von 4 Entscheidungen. GNU Backgammon kennt dieses Spiel nicht.",
        "Diese Entscheidung",
    ),
}


@pytest.mark.parametrize("language", WORDS)
def test_what_nobody_could_judge_is_told_on_all_pages(table: Stage, language: str) -> None:
    number = put(table, "cube_and_drop", "Ada", "Bo")
    judge(table, number, Baffled((6, 5)))
    told, at_step = WORDS[language]
    client = table.client()
    shown = text_of(client, f"/archive/{number}/analysis", language)
    assert told in shown
    assert "1.240" in shown.replace(",", ".")
    report = client.get(f"/archive/{number}/analysis.json").json
    assert report is not None
    assert told in page(report, language)
    found = [one for game in report["games"] for one in game["decisions"]]
    for number_of, one in enumerate(found):
        link = client.get(f"/archive/{number}/analysis/game/1/decision/{number_of}").location
        step = text_of(client, f"{link}?part=yes", language)
        assert (at_step in step) == ("unjudged" in one)


def test_turns_count_on_where_nobody_could_judge(table: Stage) -> None:
    number = put(table, "cube_and_drop")
    (game,) = judge(table, number, Baffled((3, 1)))["games"]
    found = course(game["decisions"])
    assert found is not None
    assert [figure.turn for figure in found.figures] == [2]


def test_how_far_it_is_stands_on_both_pages(table: Stage) -> None:
    number = put(table, "cube_and_drop")
    table.service.analysing._now = number, 34
    for path in (f"/archive/{number}", f"/archive/{number}/analysis"):
        assert "Being analysed: 34 %" in text_of(table.client(), path)
    assert 'http-equiv="refresh"' in text_of(table.client(), f"/archive/{number}/analysis")


def test_why_it_failed_is_told_in_the_readers_language(table: Stage) -> None:
    number = put(table, "cube_and_drop")
    table.service.analysing._failed[number] = "GNU Backgammon is not installed."
    assert "GNU Backgammon ist nicht installiert." in text_of(table.client(), f"/archive/{number}", "de")


def test_while_a_tournament_match_is_open_nothing_is_shown(table: Stage) -> None:
    number = put_judged(table, "cube_and_drop", "Ada", "Bo")
    table.begin(table=TOURNAMENT)
    client = table.signed_in()
    for path in (f"/archive/{number}", f"/archive/{number}/analysis"):
        shown = text_of(client, path)
        assert "While a tournament match is open, nothing is analysed." in shown
        assert "1.240" not in shown
    assert "Luck of the throw" not in text_of(client, f"/archive/{number}/game/1/step/2")
    assert client.get(f"/archive/{number}/analysis.json").status_code == 404
    assert client.get(f"/archive/{number}/analysis/game/1/decision/3").status_code == 404
    client.post(f"/archive/{number}/analysis", data={"csrf": token(client)})
    assert table.service.analysing._wished == []


def test_what_is_not_there_is_told(table: Stage) -> None:
    for path in ("/archive/7/analysis", "/archive/7/analysis.json", "/archive/7/analysis/game/1/decision/0"):
        assert table.client().get(path).status_code == 404


def test_a_game_for_points_has_its_course(table: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PipAdviser, "name", "pips", raising=False)
    number = put_judged(table, "trictrac_score")
    shown = text_of(table.client(), f"/archive/{number}/analysis")
    assert "The points after each turn" in shown
    assert 'class="hucke white"' in shown or "No mistake" in shown
    report = table.client().get(f"/archive/{number}/analysis.json").json
    assert report is not None
    points = points_course(report["games"][0]["decisions"])
    assert points is not None
    assert 0 < len(points.changes) < len(points.figures)
    turn, score = points.changes[0]
    assert f'<th scope="row">{turn}</th><td>{score.white}</td><td>{score.black}</td>' in shown


def test_only_games_with_gammons_speak_of_gammons(table: Stage) -> None:
    said = '{% from "analysis/words.html" import larger with context %}{{ larger(play, for_points) }}'
    play = {"win_gammon": 0.25, "lose_gammon": 0.1}
    with table.app.test_request_context(query_string={"lang": "en"}):
        assert render_template_string(said, play=play, for_points=False) == ", gammons 25% won, 10% lost"
        assert (
            render_template_string(said, play=play, for_points=True) == ", counting double or more: 25% won, 10% lost"
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_needs_nothing_else(table: Stage, language: str) -> None:
    number = put_judged(table, "cube_and_drop", "Ada", "<Bo>")
    report = table.client().get(f"/archive/{number}/analysis.json").json
    assert report is not None
    alone = page(json.loads(json.dumps(report)), language)
    assert f'<html lang="{language}"' in alone
    assert "<svg" in alone
    assert "&lt;Bo&gt;" in alone
    assert not re.search(r"<script|<link|<a |<img|url\(|<Bo>", alone)
