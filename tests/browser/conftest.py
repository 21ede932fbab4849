"""A real server on loopback and Debian's chromium. Screenshots go to build/screenshots: look at them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.person import PATIENCE, Person

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "vanguard" / "server" / "static" / "index.html"
PICTURES = ROOT / "build" / "screenshots"
expect.set_options(timeout=PATIENCE)

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = next((path for path in map(shutil.which, CHROMIUM) if path), None)
    assert found, "the browser tests need chromium: `make test` installs it"
    return {**browser_type_launch_args, "executable_path": found, "args": ["--no-sandbox", "--disable-dev-shm-usage"]}


@contextmanager
def served(data: Path, *further: str, paths: tuple[Path, ...] = ()) -> Iterator[str]:
    """The address of a server that runs while this is open; `paths` hold what else is installed."""
    assert STATIC.exists(), "the table is not built: run `make install`"
    command = [
        sys.executable,
        "-m",
        "tests.browser.steady_server",
        "serve",
        "--port",
        "0",
        "--data",
        str(data),
        *further,
    ]
    found = os.pathsep.join([str(path) for path in (ROOT / "src", ROOT, *paths)])
    errors = (data / "server.log").open("w")
    server = subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": found}, stdout=subprocess.PIPE, stderr=errors, text=True
    )
    assert server.stdout is not None
    line = ""
    for line in server.stdout:
        if "Vanguard is at" in line:
            break
    address = next((word for word in line.split() if word.startswith("http://")), "")
    assert address, f"the server did not start: {(data / 'server.log').read_text()}"
    try:
        yield address.rstrip("/")
    finally:
        server.terminate()
        server.wait(timeout=20)
        errors.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that runs for all these tests, with the example duel beside the installed rulebooks."""
    with served(tmp_path_factory.mktemp("games"), "--rulebook", "tests.kit.duel:rulebook") as address:
        yield address


@pytest.fixture
def person(page: Page, site: str) -> Person:
    """Somebody at a wide screen."""
    page.set_viewport_size({"width": 1360, "height": 860})
    return Person(page, site, PICTURES)


@pytest.fixture
def another(browser: Browser, site: str) -> Iterator[Any]:
    """Makes further people, each with a browser of their own."""
    contexts: list[BrowserContext] = []

    def make(**how: Any) -> Person:
        context = browser.new_context(**how)
        contexts.append(context)
        return Person(context.new_page(), site, PICTURES)

    yield make
    for context in contexts:
        context.close()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """What a failing test saw, as a picture."""
    outcome: Any = yield
    report = outcome.get_result()
    page = getattr(item, "funcargs", {}).get("page")
    if report.when == "call" and report.failed and page is not None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"failed-{item.name.split('[')[0]}.png")


# -- a second try ---------------------------------------------------------------------------------------------------------

UNSTEADY = "unsteady"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A browser on a busy machine may stumble over something that is no fault of the table: what fails is tried once more.

    A fault fails twice. What fails once is told at the end with what went wrong, so that somebody looks into it."""
    if Path(__file__).parent not in item.path.parents:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    wrong = next((report for report in reports if report.failed), None)
    if wrong is not None:
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        for report in reports:
            report.user_properties.append((UNSTEADY, wrong.longreprtext))
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for report in terminalreporter.stats.get("passed", []):
        for name, what in report.user_properties:
            if name == UNSTEADY and report.when == "call":
                terminalreporter.section(f"unsteady: failed once, then passed: {report.nodeid}")
                terminalreporter.write_line(what)
