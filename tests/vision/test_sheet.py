"""The printed sheet: it is drawn from its SVG and its markers are found."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from vision.markers import PLACES, Print, find_markers
from vision.pictures import Picture
from vision.sheet import HIGH, WIDE, sheet

FINE = 6
SVG = "{http://www.w3.org/2000/svg}"
SHADES = {"white": 255, "none": -1, None: 0}


def drawn(page: str) -> Picture:
    """Draw the rectangles of the page, so many pixels for a millimetre."""
    picture = np.full((round(HIGH * FINE), round(WIDE * FINE)), 255, np.uint8)
    for box in ET.fromstring(page).iter(f"{SVG}rect"):  # noqa: S314 - our own page
        x, y, wide, high = (round(float(box.get(key, "0")) * FINE) for key in ("x", "y", "width", "height"))
        shade = SHADES[box.get("fill")]
        if shade >= 0:
            picture[y : y + high, x : x + wide] = shade
    return picture


@pytest.mark.parametrize("marker", [20.0, 30.0])
def test_every_marker_can_be_found_on_the_page_and_has_its_size(marker: float) -> None:
    found = find_markers(drawn(sheet(Print(marker=marker))))
    assert set(found) == set(PLACES)
    for corners in found.values():
        side = np.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1])
        assert side == pytest.approx(marker * FINE, rel=0.03)


def test_everything_is_on_the_page() -> None:
    for element in ET.fromstring(sheet()).iter():  # noqa: S314 - our own page
        x, y = (float(element.get(key, "0")) for key in ("x", "y"))
        wide, high = (float(element.get(key, "0").removesuffix("mm")) for key in ("width", "height"))
        assert 0 <= x <= x + wide <= WIDE
        assert 0 <= y <= y + high <= HIGH


def test_each_paper_says_where_it_belongs() -> None:
    page = sheet()
    for place in PLACES.values():
        for words in place.words.split(", "):
            assert words in page
