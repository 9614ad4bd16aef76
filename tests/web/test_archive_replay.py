"""A game of the archive step by step, as pages: what each step tells, its marks, its addresses, its pictures."""

from __future__ import annotations

import re

import pytest

from companion.service import BoardView
from tests.journal.scripts import NAMES
from tests.web.shelf import JPEG, keep, put
from tests.web.stage import Stage
from tests.web.test_pages import text_of

FIRST = "/archive/1/game/1/step"


def steps_on(page: str) -> list[str]:
    """The addresses of the list of all steps."""
    return re.findall(r'<a href="([^"]+)" data-step="\d+"', page.partition('<ol id="steps">')[2])


@pytest.mark.parametrize("name", NAMES[::4])
def test_every_step_of_every_game_has_a_page(table: Stage, name: str) -> None:
    number = put(table, name)
    client, archive = table.client(), table.service.archive
    for line in archive.match(number).games:
        game = archive.game(number, line.number)
        begin = client.get(f"/archive/{number}/game/{line.number}")
        addresses = steps_on(text_of(client, begin.location))
        assert len(addresses) == len(game.steps)
        for address, step in zip(addresses, game.steps, strict=True):
            page = text_of(client, f"{address}?part=yes")
            assert f'data-at="{step.number}"' in page
            assert page.count('class="checker ') == drawn(step.table.game_board)
            assert step.play is None or f"<b>{step.play.international}</b>" in page
            assert (f"<code>{step.xgid}</code>" in page) == bool(step.xgid)


def drawn(board: BoardView | None) -> int:
    """How many checkers are drawn of a board: five at most on a point, three on the bar."""
    assert board is not None
    bar = sum(min(3, count) for count in (board.bar.white, board.bar.black))
    return sum(min(5, sum(counts)) for counts in board.points) + bar


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("illegal_let_stand", "Against the rules, and let stand:"),
        ("illegal_let_stand", "against the rules, let stand"),
        ("throw_does_not_count", "the throw did not count"),
        ("undo", "taken back"),
        ("scorer", "put right"),
        ("manual", "told by hand"),
        ("acey_deucey", "a named double"),
        ("cube_and_drop", "Cube"),
        ("cube_and_drop", "the game is over"),
        ("crawford", "Crawford game"),
        ("clock_fischer", "Clock"),
        ("trictrac_score", "Points in this game"),
    ],
)
def test_what_a_step_is_marked_with(table: Stage, name: str, says: str) -> None:
    number = put(table, name)
    client, archive = table.client(), table.service.archive
    steps = [(one.number, len(archive.game(number, one.number).steps)) for one in archive.match(number).games]
    pages = [
        text_of(client, f"/archive/{number}/game/{game}/step/{step}").partition('<aside class="all-steps">')
        for game, count in steps
        for step in range(1, count + 1)
    ]
    first = "".join(page for page, _, _ in pages)
    assert says in first or says in pages[0][2].partition("</ol>")[0]


def test_a_step_tells_all_there_is(table: Stage) -> None:
    put(table, "manual")
    game = table.service.archive.game(1, 1)
    step = next(one for one in game.steps if one.play)
    page = text_of(table.client(), f"{FIRST}/{step.number}")
    assert step.play
    for words in (
        step.play.international,
        step.play.booklet,
        "Ada 0 : 0 Bo",
        "Pips",
        "XGID=",
        f"Step {step.number} of {len(game.steps)}",
    ):
        assert words in page
    assert "<path d=" in page.partition('class="arrows"')[2].partition("</g>")[0]
    assert "Ada: " in page.partition('id="board-words"')[2]


def test_a_step_that_there_is_not_is_the_nearest(table: Stage) -> None:
    put(table, "manual")
    client, last = table.client(), len(table.service.archive.game(1, 1).steps)
    for asked, shown in ((0, 1), (last + 1, last), (10**9, last)):
        answer = client.get(f"{FIRST}/{asked}")
        assert (answer.status_code, answer.location) == (302, f"{FIRST}/{shown}")
    assert client.get("/archive/1/game/1?step=4").location == f"{FIRST}/4"
    for wrong in ("x", "-3", ""):
        assert client.get(f"/archive/1/game/1?step={wrong}").location == f"{FIRST}/1"


def test_both_seats_have_addresses(table: Stage) -> None:
    put(table, "manual")
    client = table.client()
    white, black = text_of(client, f"{FIRST}/3"), text_of(client, f"{FIRST}/3?seat=black")
    assert f'href="{FIRST}/3?seat=black"' in white
    assert f'href="{FIRST}/4?seat=black"' in black
    assert f'href="{FIRST}/4"' in white
    client.set_cookie("seat", "black")
    own = text_of(client, f"{FIRST}/3")
    svg = [page.partition('<svg class="board"')[2].partition("</svg>")[0] for page in (white, black, own)]
    assert svg[0] != svg[1] == svg[2]
    assert f'href="{FIRST}/4"' in own


def test_the_picture_of_a_throw_is_shown(table: Stage) -> None:
    put(table, "manual")
    throw = next(step for step in table.service.archive.game(1, 1).steps if step.table.throw)
    keep(table, 1, throw.seq)
    client = table.client()
    page = text_of(client, f"{FIRST}/{throw.number}")
    assert f'src="/archive/1/picture/{throw.seq}"' in page
    assert "What the camera saw of the throw" in page
    answer = client.get(f"/archive/1/picture/{throw.seq}")
    assert (answer.data, answer.mimetype) == (JPEG, "image/jpeg")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("kind", ["svg", "html", "jpg"])
def test_what_is_no_picture_is_not_shown_as_one(table: Stage, kind: str) -> None:
    put(table, "manual")
    keep(table, 1, 3, b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", kind)
    assert table.client().get("/archive/1/picture/3").status_code == 404


def test_an_open_match_is_followed_as_it_goes_on(table: Stage) -> None:
    table.begin()
    client = table.client()
    assert client.get("/archive/1").status_code == 200
    assert "Nothing has been played yet." in text_of(client, "/archive/1")
    table.open_with(3, 1)
    before = len(steps_on(text_of(client, f"{FIRST}/1")))
    table.post("play_entered", player="white", play="8/5 6/5")
    after = steps_on(text_of(client, f"{FIRST}/1"))
    assert len(after) == before + 1
    assert "8/5 6/5" in text_of(client, after[-1])


def test_at_an_open_tournament_pips_are_kept_back(table: Stage) -> None:
    table.begin(table={"ends_by": "button", "illegal_plays": "condone", "tournament": True})
    table.open_with(3, 1)
    assert "Pips" not in text_of(table.client(), f"{FIRST}/1")
    assert "tournament" in str(table.service.archive.match(1).agreed)


def test_a_replay_speaks_german(table: Stage) -> None:
    put(table, "manual")
    page = text_of(table.client(), f"{FIRST}/3", "de")
    for words in ("Alle Schritte", "Abspielen", "Wurf", "Gesehen vom Platz von", "Augen"):
        assert words in page


@pytest.mark.parametrize("path", ["/archive/1/game/1", "/archive/1/game/1?step=2&seat=black", "/archive/1/event/3"])
def test_on_the_way_to_a_step_the_language_is_kept(table: Stage, path: str) -> None:
    put(table, "beaver")
    mark = "&" if "?" in path else "?"
    assert "lang=" not in table.client().get(path).location
    to = table.client().get(f"{path}{mark}lang=fr").location
    assert "lang=fr" in to
    page = text_of(table.client(), to)
    assert 'lang="fr"' in page
    other = "white" if "seat=black" in to else "black"
    seats = page.partition('<p class="seats">')[2].partition("</p>")[0]
    assert f"seat={other}" in seats
    assert "lang=fr" in seats
