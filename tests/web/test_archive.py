"""The pages of the archive: lists and searches, players, matches; and what is no match."""

from __future__ import annotations

import html
from datetime import datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.journal.database import FILE
from tests.journal.scripts import WALL
from tests.web.shelf import DAY, HOSTILE, put
from tests.web.stage import Stage
from tests.web.test_pages import text_of
from web.access import EXTENSION
from web.archive.search import plain


def numbers(client: FlaskClient, query: str = "") -> list[int]:
    """The matches that a search shows, from top to bottom."""
    page = text_of(client, f"/archive?{query}")
    return [int(part.partition('"')[0]) for part in page.split('match-line" href="/archive/')[1:]]


@pytest.fixture
def shelf(table: Stage) -> Stage:
    put(table, "cube_and_drop", "Ada", "Bo")
    put(table, "trictrac_rounds_end", "Bo", "Zoë", begun=WALL + DAY)
    put(table, "illegal_let_stand", "Ada", "Cem", begun=WALL + 2 * DAY, source="mat")
    put(table, "beaver", "Ada", "Bo", begun=WALL + 3 * DAY)
    return table


def day(wall: int) -> str:
    return f"{datetime.fromtimestamp(wall / 1000).astimezone():%Y-%m-%d}"


def test_an_empty_archive_says_so(table: Stage) -> None:
    assert "No match has been recorded yet." in text_of(table.client(), "/archive")


def test_without_a_journal_there_is_nothing_and_nothing_is_made(table: Stage) -> None:
    table.service.stop()
    for path in table.folder.glob(f"{FILE}*"):
        path.unlink()
    assert "No match has been recorded yet." in text_of(table.client(), "/archive")
    assert table.client().get("/archive/1").status_code == 404
    assert not (table.folder / FILE).exists()


def test_all_matches_are_listed_the_newest_first(shelf: Stage) -> None:
    client = shelf.client()
    assert numbers(client) == [4, 3, 2, 1]
    page = text_of(client, "/archive")
    assert "Matches: 4" in page
    assert "Bo \N{EN DASH} Zoë" in page
    assert "Archiv" in text_of(client, "/archive", "de")


def test_a_search_finds_what_it_is_asked_for(shelf: Stage) -> None:
    client = shelf.client()
    first, second = day(WALL), day(WALL + DAY)
    found = {
        "player=ada": [4, 3, 1],
        "player=Zoe": [2],
        "player=Ad": [],
        "q=zoe": [2],
        "q=ada+cem": [3],
        "q=%234": [4],
        "q=mat": [3],
        "q=tric": [2],
        "q=nobody": [],
        "game=trictrac": [2],
        "game=nonsense": [],
        f"from={second}": [4, 3, 2],
        f"to={second}": [2, 1],
        f"from={second}&to={second}": [2],
        f"to={first}": [1],
        "from=nonsense": [4, 3, 2, 1],
        "result=nonsense": [4, 3, 2, 1],
        "player=Bo&game=backgammon": [4, 1],
    }
    assert {query: numbers(client, query) for query in found} == found


def test_a_search_by_result(shelf: Stage) -> None:
    client, rows = shelf.client(), {one.number: one for one in shelf.service.archive.matches()}
    is_open = [number for number, one in rows.items() if one.is_open]
    over = [number for number, one in rows.items() if not one.is_open]
    assert is_open
    assert over
    assert numbers(client, "result=open") == is_open
    assert numbers(client, "result=over") == over
    won = [one for one in over if rows[one].winner]
    assert won
    for number in won:
        names, winner = rows[number].names, rows[number].winner
        assert winner
        loser = names.black if winner == "white" else names.white
        assert number in numbers(client, f"result=won&player={names.of(winner)}")
        assert number not in numbers(client, f"result=lost&player={names.of(winner)}")
        assert number in numbers(client, f"result=lost&player={loser}")
    drawn = [one for one in over if not rows[one].winner]
    assert drawn
    assert not set(drawn) & set(numbers(client, "result=won&player=Ada") + numbers(client, "result=lost&player=Ada"))
    assert "Name the player who has won or lost." in text_of(client, "/archive?result=won")


def test_pages_of_many_matches(table: Stage) -> None:
    for number in range(60):
        put(table, "cube_and_drop", f"Player {number % 7}", "Bo", begun=WALL + number * DAY)
    client = table.client()
    pages = [numbers(client, f"page={page}") for page in (1, 2, 3)]
    assert [number for page in pages for number in page] == list(range(60, 0, -1))
    assert numbers(client, "page=99") == pages[2]
    assert numbers(client, "page=-1") == numbers(client, "page=x") == pages[0]
    page = text_of(client, "/archive?player=Bo&page=2")
    assert "/archive?player=Bo&page=3" in page
    assert "/archive?player=Bo&page=1" in page


def test_a_player_s_results(shelf: Stage) -> None:
    page = text_of(shelf.client(), "/archive/player?name=ADA")
    known = shelf.service.archive.player("Ada")
    assert "<h1>Ada</h1>" in page
    assert [name for name, _ in known.against] == ["Bo", "Cem"]
    assert known.total.matches == sum(one.tally.matches for one in known.by_game) == 3
    assert [one.number for one in known.last] == [4, 3, 1]
    for name, tally in known.against:
        assert f'href="/archive/player?name={name}">{name}</a></th><td>{tally.matches}</td>' in page
    assert shelf.client().get("/archive/player?name=Nobody").status_code == 404
    assert shelf.client().get("/archive/player").status_code == 404


def test_who_plays_alone_has_matches_but_no_results(table: Stage) -> None:
    put(table, "cube_and_drop", "Ada", "ada")
    player = table.service.archive.player("ada")
    assert (player.total.matches, player.against, len(player.last)) == (0, (), 1)
    assert "Last matches" in text_of(table.client(), "/archive/player?name=Ada")


def test_the_page_of_a_match(shelf: Stage) -> None:
    page = text_of(shelf.client(), "/archive/3")
    for words in ("What was agreed", "Backgammon", "A play against the rules was let stand.", "/archive/3/file/mat"):
        assert words in page
    shown = shelf.service.archive.match(1)
    assert (shown.games[0].how, shown.games[0].is_over) == ("dropped", True)
    page = text_of(shelf.client(), "/archive/2")
    assert "there is no .mat and no .sgf file of it" in page
    assert "/archive/2/file/mat" not in page
    assert "/archive/2/file/json" in page


@pytest.mark.parametrize(
    ("name", "says"),
    [("rounds_drawn", "drawn"), ("rounds_stopped", "ended"), ("beaver", "ended"), ("jacoby_gammon", "ended")],
)
def test_only_a_match_of_so_many_games_that_came_out_level_is_drawn(table: Stage, name: str, says: str) -> None:
    number = put(table, name)
    assert table.service.archive.match(number).line.is_drawn == (says == "drawn")
    for path in ("/archive", f"/archive/{number}"):
        assert f" · {says}</" in text_of(table.client(), path), path


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("scorer", "The scorer sets the score to"),
        ("undo", "Steps taken back: "),
        ("throw_was_misread", "The throw was 6-1."),
        ("beaver", None),
        ("throw_corrected_in_play", "The throw was "),
        ("board_is_right", "The position was taken as the board showed it."),
    ],
)
def test_corrections_are_listed_and_lead_to_their_step(table: Stage, name: str, says: str | None) -> None:
    number = put(table, name)
    found = table.service.archive.match(number).corrections
    page = text_of(table.client(), f"/archive/{number}")
    assert (says is None) == ("Nothing was put right" in page)
    assert bool(found) == (says is not None)
    assert says is None or says in page
    for one in found:
        answer = table.client().get(f"/archive/{number}/event/{one.seq}")
        assert answer.status_code == 302
        step = int(answer.location.rpartition("/")[2])
        steps = table.service.archive.game(number, one.game).steps
        assert steps[step - 1].seq == max(other.seq for other in steps if other.seq <= one.seq)


def test_names_never_become_markup(table: Stage) -> None:
    number = put(table, "cube_and_drop", HOSTILE, "../../etc/passwd")
    client = table.client()
    game = f"/archive/{number}/game/1/step"
    pages = (
        "/archive",
        f"/archive/{number}",
        f"{game}/1",
        f"{game}/2?part=yes",
        f"/archive?q={HOSTILE}&player={HOSTILE}",
    )
    for path in pages:
        page = client.get(path, follow_redirects=True).get_data(as_text=True)
        assert "<script>alert" not in page
        assert HOSTILE in html.unescape(page)
        assert "49" not in html.unescape(page).partition("alert")[2][:30]
    player = client.get("/archive/player", query_string={"name": HOSTILE})
    assert player.status_code == 200
    assert b"<script>alert" not in player.data


@pytest.mark.parametrize(
    "path",
    [
        "/archive/99",
        "/archive/0",
        f"/archive/{'9' * 40}",
        "/archive/x",
        "/archive/1/game/99/step/1",
        "/archive/1/game/0/step/1",
        f"/archive/1/game/{'9' * 30}/step/1",
        "/archive/1/file/exe",
        "/archive/1/file/..%2f..%2fpanel.secret",
        "/archive/1/picture/1",
        f"/archive/1/picture/{'9' * 30}",
        f"/archive/{'9' * 25}/event/1",
        "/archive/99/file/json",
    ],
)
def test_what_is_not_there_is_told(shelf: Stage, path: str) -> None:
    answer = shelf.client().get(path)
    assert answer.status_code == 404
    assert b"Internal" not in answer.data


def test_a_damaged_journal_is_told_and_nothing_breaks(shelf: Stage) -> None:
    shelf.service.stop()
    path = shelf.folder / FILE
    path.write_bytes(b"\0" * 5000)
    Path(f"{path}-wal").unlink(missing_ok=True)
    for page in ("/archive", "/archive/1", "/archive/1/file/json", "/archive/player?name=Ada"):
        answer = shelf.client().get(page)
        assert answer.status_code == 503
        assert "The archive cannot be read now." in answer.get_data(as_text=True)


def test_where_watching_needs_the_pin_the_archive_does_too(shelf: Stage) -> None:
    shelf.app.extensions[EXTENSION].safe.set_open_to_watch(is_open=False)
    for path in ("/archive", "/archive/1", "/archive/1/file/json", "/archive/1/game/1/step/1"):
        assert shelf.client().get(path).status_code == 302
    assert shelf.signed_in().get("/archive").status_code == 200


def test_texts_are_compared_without_accents_and_capitals() -> None:
    assert plain("  ZOË  Straße ") == "zoe strasse"
