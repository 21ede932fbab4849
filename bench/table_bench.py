"""How the table feels in a real browser: first paint, weight, and the frames while a ghost is dragged among 20 models.

    python bench/table_bench.py --rulebook killteam_vanguard

Two people at one screen set up the largest ready warbands on a loopback server; chromium looks at it. Needs `make install`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from vanguard.core.rulebook import registered
from vanguard.lab.pace import Pace, beside

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
MODELS = 20
ONE_FRAME = 17.5
"""Milliseconds: a screen shows 60 frames a second, however fast the machine is."""

LISTEN_TO_FRAMES = """
() => {
  window.frames_seen = []
  let last = performance.now()
  const tick = now => { window.frames_seen.push(now - last); last = now; window.ticking = requestAnimationFrame(tick) }
  window.ticking = requestAnimationFrame(tick)
}
"""
MORE_MODELS = """
([rulebook, armies, seats]) => fetch('/api/games', {
  method: 'POST', headers: {'Content-Type': 'application/json'},
  body: JSON.stringify({rulebook, armies, seats}),
}).then(reply => reply.json())
"""


def largest_armies(page: Page, rulebook: str) -> list[str]:
    """The ready army with the most models, twice."""
    books: list[dict[str, Any]] = page.evaluate("fetch('/api/rulebooks').then(reply => reply.json())")
    book = next(one for one in books if one["name"] == rulebook)
    sizes = {army["key"]: sum(e["count"] for e in army["details"]["roster"]["entries"]) for army in book["armies"]}
    largest = max(sizes, key=lambda key: sizes[key])
    return [largest, largest]


def to_a_move(page: Page) -> None:
    """Through deployment to the first move of a model, with everybody on the table."""
    for _ in range(300):
        page.wait_for_function(
            "() => ['choose', 'place', 'split'].includes(document.querySelector('.prompt')?.dataset.kind)"
        )
        kind, moment = page.locator(".prompt").evaluate("p => [p.dataset.kind, p.dataset.moment]")
        if kind == "place" and page.locator(".model.option").count() == 1:
            return
        if kind == "choose":
            walk = page.locator('[data-option="walk"], [data-option="run"], [data-option="move"]')
            (walk.first if walk.count() else page.locator("[data-option]").first).click()
        elif kind == "place":
            page.get_by_role("button", name="Suggest").click()
            page.locator("[data-confirm]:enabled").click()
        else:
            page.locator("[data-confirm]").click()
        page.wait_for_function("was => document.querySelector('.prompt')?.dataset.moment !== was", arg=moment)
    raise SystemExit("no model could be moved")


def measured(page: Page, address: str, rulebook: str) -> list[tuple[str, float, float, str]]:
    """Each figure with its limit and unit."""
    page.goto(address)
    both = [{"kind": "human"}, {"kind": "human"}]
    created: dict[str, Any] = page.evaluate(MORE_MODELS, [rulebook, largest_armies(page, rulebook), both])
    secrets = "&".join(f"seat={seat['secret']}" for seat in created["seats"])
    page.goto(f"{address}/g/{created['game']}#{secrets}")
    to_a_move(page)
    page.reload()
    page.locator(".model.option").first.wait_for()
    paint: float = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    bytes_sent: int = page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".filter(one => !one.name.includes('/api/')).reduce((sum, one) => sum + one.encodedBodySize, 0)"
    )
    models = page.locator("[data-model]").count()
    frames = sorted(frames_of_a_drag(page))
    typical, nearly_all, longest = frames[len(frames) // 2], frames[int(0.99 * (len(frames) - 1))], frames[-1]
    return [
        ("first paint of a running table", paint, 1000.0, "ms"),
        ("weight of the page, compressed", bytes_sent / 1000, 200.0, "kB"),
        ("models on the table", -float(models), -float(MODELS), ""),
        ("frame while dragging, typical", typical, 20.0, "ms"),
        ("frame while dragging, 99 in 100", nearly_all, 50.0, "ms"),
        ("frame while dragging, longest", longest, 50.0, "ms"),
    ]


def frames_of_a_drag(page: Page) -> list[float]:
    """Milliseconds between frames while a ghost is dragged around for some seconds."""
    box = page.locator(".model.option .base").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12, steps=5)  # the drag has begun, and the first plan is drawn
    page.evaluate(LISTEN_TO_FRAMES)
    for round_trip in range(4):
        reach = 60 + 30 * round_trip
        for dx, dy in ((reach, 0), (0, reach), (-reach, 0), (0, -reach)):
            page.mouse.move(x + dx, y + dy, steps=30)
    frames: list[float] = page.evaluate("cancelAnimationFrame(window.ticking), window.frames_seen.slice(1)")
    page.mouse.up()
    return frames


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--rulebook", default="killteam_vanguard", choices=sorted(registered()), help="with ready armies"
    )
    rulebook: str = parser.parse_args().rulebook
    chromium = next((path for path in map(shutil.which, CHROMIUM) if path), None)
    if chromium is None:
        print("chromium is needed: make system", file=sys.stderr)
        return 1
    print("The table in the browser (chromium, loopback)")
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "vanguard", "serve", "--port", "0", "--data", data]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = next(word for line in server.stdout for word in line.split() if word.startswith("http://"))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1360, "height": 860})
                figures, pace = beside(partial(measured, page, address.rstrip("/"), rulebook))
                browser.close()
        finally:
            server.terminate()
            server.wait(timeout=20)
    return 0 if all([told(*figure, pace) for figure in figures]) else 1


def told(name: str, value: float, limit: float, unit: str, pace: Pace) -> bool:
    """Prints a figure; was it kept? What is a time is owed as the pace of this machine has it."""
    owed = max(pace.most(limit), ONE_FRAME) if unit == "ms" else limit
    limited = f"at most {owed:.4g}" if owed > 0 else f"at least {-owed:g}"
    scaled = f": {pace.words(limit)}" if unit == "ms" else ""
    print(f"{name:34} {abs(value):8.1f} {unit:2}  {'kept' if value <= owed else 'MISSED'} ({limited}{scaled})")
    return value <= owed


if __name__ == "__main__":
    sys.exit(main())
