"""Pictures of every page, to be looked at: `make pictures`, or `python tools/pictures.py table-normandy --width 390`.

A loopback server, chromium, and somebody who plays: the tables of all rulebooks in the middle of a game, the start page,
replays, results and odds, at four widths, light and dark. They go to `build/pictures`, a file for each.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, get_args
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402  (the paths come first)

from tests.browser.person import Person  # noqa: E402
from tools.draw_table import chromium, serve  # noqa: E402
from vanguard.core.rulebook import registered  # noqa: E402

BUILD = ROOT / "build" / "pictures"
HEIGHTS = {390: 844, 1024: 768, 1440: 900, 1920: 1080}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)
ANSWERS = 14
"""So far into the battle somebody has played when the table is drawn."""


def posted(site: str, path: str, wanted: dict[str, Any]) -> Any:
    request = Request(f"{site}/api{path}", json.dumps(wanted).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return json.load(answer)


def watched(site: str, rulebook: str, page: Page) -> str:
    """Two bots play to the end; the address of their table."""
    game = posted(site, "/games", {"rulebook": rulebook, "seats": [{"kind": "bot", "level": "script"}] * 2})
    page.goto(site + game["watch_link"])
    page.wait_for_function("() => document.querySelector('.prompt')?.dataset.kind === 'over'", timeout=240_000)
    return str(game["watch_link"])


def played(site: str, rulebook: str, page: Page) -> str:
    """Somebody sets up against a bot and plays into the first round; the address of their seat."""
    game = posted(
        site, "/games", {"rulebook": rulebook, "seats": [{"kind": "human"}, {"kind": "bot", "level": "script"}]}
    )
    link = f"/g/{game['game']}#seat={game['seats'][0]['secret']}"
    person = Person(page, site, BUILD)
    person.goes_to(link)
    person.sees_the_table()
    person.waits_until_asked()
    if page.locator("[data-set-up]").count():
        person.has_the_army_set_up()
    person.plays(ANSWERS)
    person.waits_until_asked()
    return link


class Gallery:
    """The addresses of what can be drawn, each prepared when it is first wanted."""

    def __init__(self, site: str, browser: Browser) -> None:
        self.site = site
        self.browser = browser
        self.found: dict[str, str] = {}

    def address(self, name: str) -> str:
        kind, _, rulebook = name.partition("-")
        if kind == "start":
            return "/"
        if kind == "odds":
            return f"/odds?rulebook={rulebook}"
        if kind == "rules":
            return f"/rules/{rulebook}"
        if kind == "table":
            return self._prepared(f"played-{rulebook}", played, rulebook)
        over = self._prepared(f"watched-{rulebook}", watched, rulebook)
        return over.replace("#", "?step=120#") if kind == "replay" else over

    def _prepared(self, name: str, prepare: Callable[[str, str, Page], str], rulebook: str) -> str:
        if name not in self.found:
            context = self.browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
            self.found[name] = prepare(self.site, rulebook, context.new_page())
            context.close()
        return self.found[name]


READY = {
    "start": "[data-quick]",
    "odds": ".odds, .fault",
    "rules": ".reader li",
    "table": ".prompt h2",
    "result": ".result h3",
    "replay": ".model",
}


def draw(gallery: Gallery, name: str, width: int, scheme: Scheme) -> None:
    touch = width < 800
    address = gallery.address(name)
    context = gallery.browser.new_context(
        viewport={"width": width, "height": HEIGHTS[width]}, color_scheme=scheme, reduced_motion="reduce",
        has_touch=touch, is_mobile=touch, device_scale_factor=1,
    )  # fmt: skip
    page = context.new_page()
    page.goto(gallery.site + address)
    page.locator(READY[name.partition("-")[0]]).first.wait_for(timeout=60_000)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=BUILD / f"{name}-{width}-{scheme}.png")
    context.close()


def names() -> list[str]:
    books = sorted(registered())
    return ["start", *[f"{kind}-{book}" for kind in ("table", "result", "replay", "odds", "rules") for book in books]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="which pages; all of them if none is named: " + ", ".join(names()))
    parser.add_argument("--width", type=int, action="append", choices=list(HEIGHTS))
    parser.add_argument("--scheme", action="append", choices=SCHEMES)
    wanted = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        server, site = serve(data)
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
                gallery = Gallery(site, browser)
                for name in wanted.only or names():
                    for width in wanted.width or HEIGHTS:
                        for scheme in wanted.scheme or SCHEMES:
                            draw(gallery, name, width, scheme)
                    print(f"build/pictures/{name}-*.png", flush=True)
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
