"""The pictures of docs/geometry-movement.md are what the library draws today."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import pytest

from tools.draw_movement import DRAWN, PICTURES

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("name", "draw"), DRAWN.items(), ids=list(DRAWN))
def test_the_picture_of_a_move_is_what_the_library_draws(name: str, draw: Callable[[], str]):
    kept = (PICTURES / name).read_text(encoding="utf-8")
    assert kept == draw(), f"run python -m tools.draw_movement to draw {name} again"
    title = ElementTree.fromstring(kept).find(f"{SVG}title")
    assert title is not None
    assert len(title.text or "") > 20
