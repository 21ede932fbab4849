"""The application: storage, hub, routes, guard and the built page, put together."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response

from vanguard.core.refusals import Refused
from vanguard.server.play.hub import Hub
from vanguard.server.play.library import Library
from vanguard.server.play.refusals import NoSuchGame, NotNow
from vanguard.server.play.seats import WrongSecret
from vanguard.server.play.upkeep import Keeping, TooMany
from vanguard.server.storage.folder import DataFolder
from vanguard.server.storage.store import StorageFault, Store, Unreadable
from vanguard.server.wire.access import AccessKey
from vanguard.server.wire.budget import SECONDS_PER_SECOND
from vanguard.server.wire.door import MOST_CONNECTIONS
from vanguard.server.wire.guard import Guard, PaceByAddress, networks
from vanguard.server.wire.pages import NotFound, TooOften, pages
from vanguard.server.wire.sockets import GameSockets
from vanguard.server.workers.crew import Crew

log = logging.getLogger("vanguard.server")

CARE_SECONDS = 1.0
COLLECT_EVERY = 60
STATIC = Path(__file__).parent / "static"
NOT_BUILT = "The table has not been built yet: run `make play`, which builds it, or `npm run build` in web/.\n"


@dataclass(frozen=True)
class Settings:
    """Where games are kept and what this server allows."""

    data: Path
    rulebooks: tuple[str, ...] = ()
    """Further rulebooks by place (`package.module:rulebook`), beside the installed ones."""
    names: tuple[str, ...] = ()
    """Host names this server goes by, beside numeric addresses and localhost."""
    static: Path = STATIC
    new_games_at_once: float = 120
    new_games_per_second: float = 2
    requests_at_once: float = 600
    requests_per_second: float = 100
    proxies: tuple[str, ...] = ()
    """Reverse proxies whose word on who asks is believed, by address or network."""
    keeping: Keeping = field(default_factory=Keeping)
    connections: int = MOST_CONNECTIONS
    """Of one address."""
    log_level: str = "INFO"
    key: str = ""
    """For a closed circle: whoever comes is asked for it once."""
    loop_share: float = SECONDS_PER_SECOND
    """How much of the loop's time one person may use."""
    workers: int | None = None
    warm: bool = field(default=True)
    """Start the workers and load the rulebooks at once, so that nobody waits for it at the first game."""


@dataclass
class Disk:
    """The data folder and the games in it, opened: whatever is wrong with them is told before anything is served."""

    folder: DataFolder
    store: Store

    @classmethod
    def open(cls, data: Path) -> Disk:
        folder = DataFolder(data)
        folder.take()
        try:
            return cls(folder, Store(folder.games))
        except BaseException:
            folder.release()
            raise

    def close(self) -> None:
        self.store.close()
        self.folder.release()


def create_app(settings: Settings, opened: Disk | None = None) -> FastAPI:
    library = Library(settings.rulebooks)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        disk = opened or Disk.open(settings.data)
        crew = Crew(settings.workers)
        hub = app.state.hub = Hub(library, disk.store, crew, settings.keeping, settings.loop_share)
        if settings.warm:
            crew.warm_up()
            library.warm_up()
        await hub.upkeep.tidy()
        caring = asyncio.create_task(_take_care(hub))
        try:
            yield
        finally:
            caring.cancel()
            await hub.close()
            crew.close()
            disk.close()

    app = FastAPI(
        title="Vanguard",
        version="1",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        separate_input_output_schemas=False,
    )
    app.state.making = PaceByAddress(settings.new_games_at_once, settings.new_games_per_second)
    app.include_router(pages)
    _tell_refusals(app)
    _serve_page(app, settings.static)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(GameSockets)
    if settings.key:
        app.add_middleware(AccessKey, key=settings.key)
    requests = PaceByAddress(settings.requests_at_once, settings.requests_per_second)
    app.add_middleware(Guard, names=settings.names, requests=requests, proxies=networks(settings.proxies))
    return app


async def _take_care(hub: Hub) -> None:
    """What is to be done now and then while the server runs."""
    turns = 0
    while True:
        await asyncio.sleep(CARE_SECONDS)
        turns += 1
        try:
            hub.look_after_saving()
            if turns % COLLECT_EVERY == 0 and not hub.browsers():
                gc.collect()  # nobody is here to wait for it
        except Exception:
            log.exception("looking after the server failed")


# -- refusals -----------------------------------------------------------------------------------------------------------------

STATUS: tuple[tuple[type[Refused], int], ...] = (
    (NoSuchGame, 404),
    (NotFound, 404),
    (WrongSecret, 403),
    (NotNow, 409),
    (Unreadable, 503),
    (TooOften, 429),
    (TooMany, 429),
    (Refused, 422),
)


def _tell_refusals(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(request: Request, refusal: Refused) -> Response:
        status = next(status for kind, status in STATUS if isinstance(refusal, kind))
        problem = {"why": refusal.message}
        if refusal.clause:
            problem["clause"] = refusal.clause
        return JSONResponse(problem, status)

    @app.exception_handler(StorageFault)
    async def not_saved(request: Request, fault: StorageFault) -> Response:
        return JSONResponse({"why": str(fault)}, 503)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, fault: RequestValidationError) -> Response:
        faults = [
            f"{'.'.join(str(part) for part in error['loc'][1:])}: {error['msg']}" for error in fault.errors()[:20]
        ]
        return JSONResponse({"why": "this is not what is wanted here", "faults": faults}, 422)

    @app.exception_handler(HTTPException)
    async def other(request: Request, fault: HTTPException) -> Response:
        return JSONResponse({"why": str(fault.detail)}, fault.status_code, headers=fault.headers)


# -- the page -----------------------------------------------------------------------------------------------------------------


def _serve_page(app: FastAPI, static: Path) -> None:
    """Built files by their path; any other path is the page itself, which knows its own routes."""
    root = static.resolve()

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            return JSONResponse({"why": "there is no such route"}, 404)
        file = _built_file(root, path)
        if file is not None:
            # Built assets carry a hash in their name; anything else may change with the next build.
            lasting = path.startswith("assets/")
            caching = "public, max-age=31536000, immutable" if lasting else "no-cache"
            return FileResponse(file, headers={"Cache-Control": caching})
        if "." in path.rpartition("/")[2]:
            return JSONResponse({"why": "there is no such file"}, 404)
        index = root / "index.html"
        if not index.is_file():
            return PlainTextResponse(NOT_BUILT, 503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})


def _built_file(root: Path, path: str) -> Path | None:
    """The file of this path below the page's folder, if it is one."""
    try:
        file = (root / path).resolve()
        return file if path and file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):
        return None  # longer than any file's name, or no path at all
