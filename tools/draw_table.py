"""The pictures of the README, from a real table: `python tools/draw_table.py killteam_vanguard`.

Two bots play it on a loopback server; chromium watches. `docs/pictures/table.png` is a still,
`docs/pictures/following.png` an animated PNG of one turn as the table shows it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.small_png import small  # noqa: E402  (the path comes first)

PICTURES = ROOT / "docs" / "pictures"
FRAMES = 8
DELAY = 900
"""Milliseconds a frame is shown."""
A_BEAT = 1500
"""After so many milliseconds whatever moves has arrived."""
STEP_TO_A_SHOT = """() => {
  const shot = document.querySelector('.shot')?.getBoundingClientRect()
  const caption = document.querySelector('.caption')?.getBoundingClientRect()
  if (shot && caption && shot.top > caption.bottom && document.querySelector('.trail')) return true
  for (const one of document.querySelectorAll('.playback button')) if (one.innerText === 'Next') one.click()
  return false
}"""


def serve(data: str) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "vanguard", "serve", "--port", "0", "--data", data]
    server = subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    for line in server.stdout:
        for word in line.split():
            if word.startswith("http://"):
                return server, word.rstrip("/")
    raise SystemExit("the server did not start")


def bots_at_play(site: str, rulebook: str) -> str:
    wanted = {"rulebook": rulebook, "seats": [{"kind": "bot", "level": "script"}] * 2}
    request = Request(f"{site}/api/games", json.dumps(wanted).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return str(json.load(answer)["watch_link"])


def draw(page: Any, site: str, rulebook: str) -> None:
    page.add_init_script("localStorage.setItem('vanguard.settings', JSON.stringify({ speed: 'step' }))")
    page.goto(site + bots_at_play(site, rulebook))
    page.wait_for_function(STEP_TO_A_SHOT, timeout=300_000)
    PICTURES.mkdir(parents=True, exist_ok=True)
    (PICTURES / "table.png").write_bytes(small([page.screenshot()]))
    board = page.locator(".board-area")
    frames = []
    for _ in range(FRAMES):
        page.wait_for_timeout(A_BEAT)
        frames.append(board.screenshot())
        page.get_by_role("button", name="Next").click()
    (PICTURES / "following.png").write_bytes(small(frames, DELAY))


def chromium() -> str:
    """Where Debian's chromium is."""
    found = next((path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path), None)
    if found is None:
        raise SystemExit("chromium is needed: make system")
    return found


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulebook")
    rulebook: str = parser.parse_args().rulebook
    found = chromium()
    with tempfile.TemporaryDirectory() as data:
        server, site = serve(data)
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
                draw(browser.new_page(viewport={"width": 1280, "height": 800}), site, rulebook)
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
