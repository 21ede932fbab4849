"""A server in a process of its own, for tests that kill it: `python -m tests.server.serving DATA [RULEBOOK…]`.

It prints its port and serves until it is stopped. Limits are those of a machine that plays many games at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MANY = 1e9


def start(data: Path, *rulebooks: str, environment: dict[str, str] | None = None) -> tuple[subprocess.Popen[str], int]:
    """The running server and its port."""
    places = [str(ROOT), str(ROOT / "src")]
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.server.serving", str(data), *rulebooks],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places), **(environment or {})},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    line = server.stdout.readline()
    if not line.strip().isdigit():
        server.kill()
        raise RuntimeError(f"the server did not start: {line}")
    return server, int(line)


def main() -> None:
    # Here and not above: every worker runs this module again when it starts, as multiprocessing does with the program of its
    # server, and would load the whole server while people come back to their games. `vanguard serve` is small in that respect.
    from vanguard.cli.serve import listening_socket
    from vanguard.server.app import Settings
    from vanguard.server.play.upkeep import Keeping
    from vanguard.server.running import run
    from vanguard.server.wire import door
    from vanguard.server.workers import crew

    patience = os.environ.get("VANGUARD_TEST_PATIENCE")
    if patience:
        door.HEADER_SECONDS = door.BODY_SECONDS = float(patience)
    crew.UPLOAD_SECONDS = int(float(os.environ.get("VANGUARD_TEST_UPLOAD_SECONDS", crew.UPLOAD_SECONDS)))
    settings = Settings(
        Path(sys.argv[1]),
        tuple(sys.argv[2:]),
        new_games_at_once=MANY,
        requests_at_once=MANY,
        keeping=Keeping(of_one_maker=1_000_000, empty=1_000_000, unfinished=1_000_000),
        connections=int(os.environ.get("VANGUARD_TEST_CONNECTIONS", "1000000")),
        loop_share=MANY,
        log_level="WARNING",
        warm="VANGUARD_TEST_WARM" in os.environ,
    )
    listening = listening_socket("127.0.0.1", 0)
    run(settings, listening, lambda: print(listening.getsockname()[1], flush=True))


if __name__ == "__main__":
    main()
