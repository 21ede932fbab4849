"""The drawing helper, and the pictures of docs/geometry.md, which the library draws itself."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import pytest

from tools.draw_geometry import DRAWN, PICTURES, sample_table
from tools.svg_drawing import Drawing
from vanguard.geometry.shapes import Base

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("name", "draw"), DRAWN.items(), ids=list(DRAWN))
def test_the_picture_in_the_documentation_is_what_the_library_draws(name: str, draw: Callable[[], str]) -> None:
    kept = (PICTURES / name).read_text(encoding="utf-8")
    assert kept == draw(), f"run python -m tools.draw_geometry to draw {name} again"


@pytest.mark.parametrize("draw", DRAWN.values(), ids=list(DRAWN))
def test_every_picture_is_well_formed_and_says_what_it_shows(draw: Callable[[], str]) -> None:
    picture = ElementTree.fromstring(draw())
    title = picture.find(f"{SVG}title")
    assert title is not None
    assert len(title.text or "") > 20


def test_north_is_up() -> None:
    drawing = Drawing(10.0, 10.0, "two bases", scale=10.0)
    drawing.base(Base("north", 5.0, 9.0, 0.5), "red")
    drawing.base(Base("south", 5.0, 1.0, 0.5, facing=90.0), "blue")
    circles = ElementTree.fromstring(drawing.svg()).findall(f"{SVG}circle")
    assert [circle.get("cy") for circle in circles] == ["10", "90"]
    assert len(ElementTree.fromstring(drawing.svg()).findall(f"{SVG}polyline")) == 1


def test_names_are_escaped() -> None:
    drawing = Drawing(10.0, 10.0, "a < b", scale=10.0)
    drawing.label(1.0, 1.0, "<script>&")
    picture = ElementTree.fromstring(drawing.svg())
    text = picture.find(f"{SVG}text")
    assert text is not None
    assert text.text == "<script>&"


def test_a_stopped_ray_differs_from_a_free_one_by_more_than_colour() -> None:
    free, stopped = Drawing(10.0, 10.0, "free"), Drawing(10.0, 10.0, "stopped")
    free.ray((0.0, 0.0), (10.0, 0.0))
    stopped.ray((0.0, 0.0), (10.0, 0.0), 0.5)
    assert "dasharray" not in free.svg()
    assert "dasharray" in stopped.svg()


def test_areas_keep_their_holes_and_paths_their_corners() -> None:
    drawing = Drawing(10.0, 10.0, "area and path", scale=10.0)
    drawing.areas([[(0, 0), (9, 0), (9, 9)], [(5, 1), (8, 1), (8, 4)]], "green")
    drawing.path([(1, 1), (2, 5), (3, 3)])
    picture = ElementTree.fromstring(drawing.svg())
    outline = picture.find(f"{SVG}path")
    assert outline is not None
    assert outline.get("fill-rule") == "evenodd"
    assert (outline.get("d") or "").count("M") == 2
    assert len(picture.findall(f"{SVG}circle")) == 3


def test_every_part_of_the_sample_table_is_named_in_its_picture() -> None:
    drawing = Drawing(20.0, 12.0, "sample")
    drawing.table(sample_table())
    words = {text.text for text in ElementTree.fromstring(drawing.svg()).findall(f"{SVG}text")}
    assert words == {part.name for part in sample_table().parts}
