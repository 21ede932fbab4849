"""The pictures of the README, from a real table: `python tools/draw_table.py killteam_vanguard`.

Two bots play it on a loopback server; chromium watches. `docs/pictures/table.png` is a still,
`docs/pictures/following.png` an animated PNG of one turn as the table shows it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
FRAMES = 8
DELAY = 600
"""Milliseconds a frame is shown."""


def chunks_of(png: bytes) -> list[tuple[bytes, bytes]]:
    found, at = [], 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        found.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += length + 12
    return found


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def animated(frames: list[bytes], delay: int) -> bytes:
    """Pictures of one size as one animated PNG, shown over and over."""
    header = next(data for kind, data in chunks_of(frames[0]) if kind == b"IHDR")
    width, height = struct.unpack(">II", header[:8])
    out = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", header), chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    number = 0
    for i, frame in enumerate(frames):
        control = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, delay, 1000, 0, 0)
        out.append(chunk(b"fcTL", control))
        number += 1
        for kind, data in chunks_of(frame):
            if kind != b"IDAT":
                continue
            if i == 0:
                out.append(chunk(b"IDAT", data))
            else:
                out.append(chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
    return b"".join([*out, chunk(b"IEND", b"")])


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
    page.add_init_script("localStorage.setItem('vanguard.settings', JSON.stringify({ speed: 'normal' }))")
    page.goto(site + bots_at_play(site, rulebook))
    page.wait_for_function("() => document.querySelector('.shot') && document.querySelector('.trail')", timeout=300_000)
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / "table.png")
    board = page.locator(".board-area")
    frames = []
    for _ in range(FRAMES):
        frames.append(board.screenshot())
        page.wait_for_timeout(DELAY)
    (PICTURES / "following.png").write_bytes(animated(frames, DELAY))


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
