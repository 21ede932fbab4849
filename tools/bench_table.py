"""How the table feels, measured in a real browser: first paint, weight, and the longest frame while a ghost is dragged.

Run `make install` first; it needs chromium. Figures of a loopback server on this machine.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
FIRST_PAINT_MS = 1000.0
WEIGHT_KB = 200.0
LONGEST_FRAME_MS = 50.0

LISTEN_TO_FRAMES = """
() => {
  window.longest = 0
  let last = performance.now()
  const tick = now => { window.longest = Math.max(window.longest, now - last); last = now; requestAnimationFrame(tick) }
  requestAnimationFrame(tick)
}
"""


def to_a_move(page: Page) -> None:
    """Through deployment to the first move of a model that stands on the table."""
    for _ in range(200):
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


def measured(page: Page, address: str) -> dict[str, tuple[float, float]]:
    """Each figure with its limit."""
    page.goto(address)
    page.locator("[data-quick=killteam_vanguard]").click()
    to_a_move(page)
    page.reload()
    page.locator(".model.option").first.wait_for()
    paint: float = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    bytes_sent: int = page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".filter(one => !one.name.includes('/api/')).reduce((sum, one) => sum + one.encodedBodySize, 0)"
    )
    box = page.locator(".model.option .base").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(LISTEN_TO_FRAMES)
    for round_trip in range(4):
        reach = 60 + 30 * round_trip
        for dx, dy in ((reach, 0), (0, reach), (-reach, 0), (0, -reach)):
            page.mouse.move(x + dx, y + dy, steps=30)
    longest: float = page.evaluate("window.longest")
    page.mouse.up()
    return {
        "first paint of a running table, ms": (paint, FIRST_PAINT_MS),
        "weight of the page, kB compressed": (bytes_sent / 1000, WEIGHT_KB),
        "longest frame while dragging, ms": (longest, LONGEST_FRAME_MS),
    }


def main() -> int:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("chromium is needed: make browser", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "vanguard", "serve", "--port", "0", "--data", data]
        server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        address = next(word for line in server.stdout for word in line.split() if word.startswith("http://"))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                figures = measured(browser.new_page(viewport={"width": 1360, "height": 860}), address)
                browser.close()
        finally:
            server.terminate()
            server.wait(timeout=20)
    for name, (value, limit) in figures.items():
        print(f"{name:40} {value:8.1f}  (at most {limit:g}) {'' if value <= limit else 'MISSED'}")
    return 0 if all(value <= limit for value, limit in figures.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
