"""The example rulebook, installed as a third party's package, played in the browser: nothing of it is known to the server."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import PICTURES, ROOT, served
from tests.browser.person import Person


def installed(example: Path, into: Path) -> Path:
    """The example as pip leaves it: its package with content and catalogue, and its entry point."""
    source = into / "source"
    shutil.copytree(example, source)
    place = into / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    pip += ["--no-index", "--no-build-isolation", "--target", str(place), str(source)]
    subprocess.run(pip, check=True, capture_output=True, text=True)
    return place


def test_an_installed_example_rulebook_is_played_to_its_end(page: Page, tmp_path: Path) -> None:
    place = installed(ROOT / "examples" / "skirmish", tmp_path)
    games = tmp_path / "games"
    games.mkdir()
    with served(games, paths=(place,)) as address:
        page.set_viewport_size({"width": 1360, "height": 860})
        person = Person(page, address, PICTURES)
        person.sets_up("skirmish", "You against a bot")
        person.plays(8)
        person.takes_a_picture("skirmish-early")
        expect(page.locator("svg.board [data-model]").first).to_be_visible()
        person.plays_to_the_end()
        person.takes_a_picture("skirmish-over")
        expect(person.prompt).to_contain_text("Game over")
        assert person.complaints == []
