"""`vanguard serve`: the table in the browser."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from vanguard.core.refusals import Refused

USUAL_PORT = 8000
LOG_LEVELS = ("debug", "info", "warning", "error")


def serve(
    port: Annotated[
        int,
        typer.Option(min=0, max=65535, help="The port; if it is taken, a free one is used, but not behind a proxy."),
    ] = USUAL_PORT,
    data: Annotated[Path | None, typer.Option(help="Where games are kept (usually ~/.local/share/vanguard).")] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    host: Annotated[
        str, typer.Option(help="The address to listen at; 0.0.0.0 lets friends in your network join.")
    ] = "127.0.0.1",
    name: Annotated[list[str] | None, typer.Option(help="A host name this server goes by, if it has one.")] = None,
    proxy: Annotated[
        list[str] | None, typer.Option(help="The address of a reverse proxy whose X-Forwarded-For is believed.")
    ] = None,
    key: Annotated[
        str | None,
        typer.Option(envvar="VANGUARD_KEY", help="An access key for a closed circle: everybody is asked for it once."),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(help="How much is kept, such as finished=1000, empty_days=7 or of_one_maker=50."),
    ] = None,
    log: Annotated[str, typer.Option(help="What is logged: debug, info, warning or error.")] = "info",
    rulebook: Annotated[
        list[str] | None, typer.Option(help="A further rulebook that is not installed, as package.module:name.")
    ] = None,
) -> None:
    """Serve the table: open the printed address in a browser. Ctrl-C stops; every game is kept."""
    from vanguard.server.app import Disk, Settings
    from vanguard.server.play.upkeep import keeping_from
    from vanguard.server.running import run
    from vanguard.server.storage.folder import FolderInUse

    if log not in LOG_LEVELS:
        raise Refused(f"there is no log level {log!r:.40}; there is: {', '.join(LOG_LEVELS)}")
    settings = Settings(
        data or usual_data_directory(),
        tuple(rulebook or ()),
        tuple(name or ()),
        proxies=tuple(proxy or ()),
        key=key or "",
        keeping=keeping_from(keep or []),
        log_level=log.upper(),
    )
    try:
        disk = Disk.open(settings.data)
    except FolderInUse as elsewhere:
        if not open_browser or not elsewhere.address:
            raise
        print(f"Vanguard is running already at {elsewhere.address}")
        webbrowser.open(elsewhere.address)
        return
    listening = listening_socket(host, port, or_another=not proxy)
    taken = listening.getsockname()[1]
    shown_host = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    address = f"http://{f'[{shown_host}]' if ':' in shown_host else shown_host}:{taken}/"

    def started() -> None:
        if port not in (0, taken):
            print(f"Port {port} is taken, so this is {taken}.")
        print(f"Vanguard is at {address}  (games in {settings.data}; Ctrl-C stops)", flush=True)
        if open_browser and not webbrowser.open(address):
            print("No browser could be opened: please open the address yourself.", file=sys.stderr)

    run(settings, listening, started, disk, address)


def usual_data_directory() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "vanguard"


def listening_socket(host: str, port: int, or_another: bool = True) -> socket.socket:
    """A socket at this port, or at a free one if it is taken (not `or_another`: whoever leads people here knows only this)."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (port, 0) if or_another else (port,):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
        except OSError as fault:
            listening.close()
            if wanted == 0 or not or_another:
                raise Refused(f"cannot listen at {host}, port {port}: {fault.strerror}") from None
            continue
        listening.listen(2048)
        return listening
    raise Refused(f"cannot listen at {host}")
