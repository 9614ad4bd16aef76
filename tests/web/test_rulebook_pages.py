"""The pages of the rulebook: every game in every language, light enough, stepped through with and without a script."""

import html
import re

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from tests.web.browser import SHOTS, SIZES, Device, by_turns
from tests.web.rulebook_catalogue import TRANSLATED
from tests.web.stage import Stage
from tests.web.test_browser import SMALL_TARGETS
from web.language import LANGUAGES, catalogue
from web.rulebook.book import GameRules, book
from web.rulebook.language import DOMAIN

GAMES = book().games
HEAVIEST = 150_000
PATHS = ["/rules", *(f"/rules/{game}" for game in GAMES)]


def page_of(client: FlaskClient, path: str, **headers: str) -> str:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200
    return html.unescape(answer.get_data(as_text=True))


def texts_of(rules: GameRules) -> list[str]:
    """Every sentence that a game's page has at its first look."""
    examples = [text for one in rules.examples for text in (one.title, *(scene.text for scene in one.scenes))]
    sections = [text for section in rules.sections for text in section.texts]
    options = list(rules.options.values())
    return [
        rules.name,
        rules.line,
        *sections,
        *rules.advice,
        *options,
        *(one.text for one in rules.decisions),
        *examples,
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_tells_everything_in_its_language(table: Stage, language: str) -> None:
    client, say = table.client(), catalogue(language, DOMAIN).gettext
    for rules in GAMES.values():
        page = page_of(client, f"/rules/{rules.id}?lang={language}")
        assert f'class="rules" lang="{language}"' in page
        assert [text for text in texts_of(rules) if say(text) not in page] == []
        if language != "en":
            assert [text for text in texts_of(rules) if len(text.split()) > 4 and text in page] == []


def test_a_page_is_light(table: Stage) -> None:
    client = table.client()
    for path in PATHS:
        page = client.get(path).get_data()
        with_it = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.decode()))
        assert "/static/rules.css" in with_it
        weights = [len(page), *(len(client.get(one, buffered=True).get_data()) for one in with_it)]
        assert sum(weights) < HEAVIEST, path


def test_no_name_is_given_twice_on_a_page(table: Stage) -> None:
    client = table.client()
    for path in PATHS:
        page = page_of(client, path)
        names = re.findall(r'\bid="([^"]+)"', page)
        assert sorted(set(names)) == sorted(names), path
        led_to = re.findall(r'(?:href="#|aria-labelledby="|aria-describedby=")([^"]+)"', page)
        assert set(led_to) <= set(names), path


def test_the_overview_leads_to_every_game(table: Stage) -> None:
    page = page_of(table.client(), "/rules")
    assert all(f'href="/rules/{game}"' in page and rules.line in page for game, rules in GAMES.items())


def test_the_menu_leads_to_the_rules(table: Stage) -> None:
    assert 'href="/rules"' in page_of(table.client(), "/")


def test_a_game_or_an_example_that_there_is_not(table: Stage) -> None:
    client = table.client()
    paths = ["/rules/chess", "/rules/chess/hucke", "/rules/backgammon/hucke", "/rules/backgammon/nothing"]
    assert [client.get(path).status_code for path in paths] == [404] * 4


@pytest.mark.parametrize(("step", "shown"), [("-3", 0), ("0", 0), ("2", 2), ("99", 3), ("two", 0), ("", 0)])
def test_an_example_is_stepped_through_by_its_address(table: Stage, step: str, shown: int) -> None:
    (example,) = [one for one in GAMES["backgammon"].examples if one.id == "first-throw"]
    page = page_of(table.client(), f"/rules/backgammon?example=first-throw&step={step}")
    now = page.partition('id="first-throw"')[2].partition("</section>")[0]
    assert f'data-at="{shown}"' in now
    assert example.scenes[shown].text in now.partition('data-part="now"')[2].partition("</p>")[0]
    rest = page.partition('id="closed-points"')[2].partition("</section>")[0]
    assert 'data-at="0"' in rest


def test_the_links_of_an_example_keep_the_language(table: Stage) -> None:
    page = page_of(table.client(), "/rules/puff?lang=nl&example=entering&step=1")
    assert 'href="/rules/puff?lang=nl&example=entering&step=2#entering"' in page
    assert 'data-example="/rules/puff/entering?lang=nl"' in page
    assert 'href="/rules/puff_long?lang=nl"' in page
    assert 'href="/rules?lang=nl"' in page


def test_the_language_is_asked_for_or_the_device_s_or_the_browser_s(table: Stage) -> None:
    client = table.client()

    def language(path: str, wanted: str) -> str:
        found = re.search(r'class="rules" lang="(\w+)"', page_of(client, path, **{"Accept-Language": wanted}))
        assert found
        return found[1]

    assert language("/rules", "nl-BE,nl;q=0.9") == "nl"
    assert language("/rules", "fi") == "en"
    client.set_cookie("language", "de")
    assert language("/rules", "nl") == "de"
    assert language("/rules?lang=fr", "nl") == "fr"
    assert language("/rules?lang=xx", "nl") == "de"


def test_a_board_is_told_in_words(table: Stage) -> None:
    page = page_of(table.client(), "/rules/snake?lang=en")
    assert "White: 5 on 6, 3 on 8, 5 on 12A, 2 on 1A. Black: 2 on 1, 2 on 2, 2 on 3, 9 reserve." in page


def test_black_sees_the_boards_from_the_other_side(table: Stage) -> None:
    client = table.client()
    page = page_of(client, "/rules/backgammon")
    client.set_cookie("seat", "black")
    turned = page_of(client, "/rules/backgammon")
    assert "seen from White's place" in page
    assert "seen from Black's place" in turned
    assert page.count('class="checker ') == turned.count('class="checker ')


def test_the_usual_settings_are_told(table: Stage) -> None:
    page = page_of(table.client(), "/rules/puff_russian")
    assert "Usual: 2" in page
    assert "Usual: in one turn" in page


def test_an_example_is_stepped_through_by_keys_and_links(browser: Browser, url: str) -> None:
    device = Device(browser, url)
    device.go("/rules/puff")
    example = device.page.locator("#entering")
    board = example.locator("[data-at]")
    board.focus()
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 4), ("ArrowRight", 4), ("Home", 0)):
        device.page.keyboard.press(key)
        expect(example.locator(f"[data-at='{at}']")).to_be_visible()
    example.locator("a[rel=next]").click()
    expect(example.locator("[data-part=now]")).to_contain_text("White's 4-2 enters one checker on 4 and one on 2.")
    expect(example.locator("a[rel=next]")).to_be_focused()
    expect(example.locator(".board .checker")).to_have_count(2)
    expect(example.locator(".all [aria-current]")).to_contain_text("reserve-4, reserve-2")
    assert device.page.url.endswith("/rules/puff?example=entering&step=1#entering")
    assert device.wrong == []


def test_it_works_without_a_script(browser: Browser, url: str) -> None:
    device = Device(browser, url, "phone", "fr", script="off")
    device.go("/rules/trictrac")
    device.page.locator("#hucke ~ .example a[rel=next], #hucke a[rel=next]").first.click()
    device.page.wait_for_url("**step=1*")
    expect(device.page.locator("[data-at='1']")).to_be_visible()
    assert device.wrong == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_nothing_is_wider_than_the_page(browser: Browser, url: str, language: str, size: str) -> None:
    device = Device(browser, url, size, language)
    tabs = [device, device.tab()]
    for tab, path in by_turns(tabs, PATHS if size == "phone" or SHOTS else PATHS[:2]):
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert tab.page.evaluate(wide) <= 0, path
        tab.keep(f"rules_{path.rpartition('/')[2]}_{size}_{language}")
    for tab in tabs:
        assert tab.page.evaluate(SMALL_TARGETS) == []
        assert tab.wrong == []


def test_on_paper_every_step_is_told(browser: Browser, url: str) -> None:
    device = Device(browser, url)
    device.go("/rules/backgammon")
    last = device.page.locator("#opening-plays .on-paper").last
    expect(last).to_be_hidden()
    device.page.emulate_media(media="print")
    expect(last).to_be_visible()
    expect(device.page.locator("header.bar")).to_be_hidden()
    assert device.wrong == []
