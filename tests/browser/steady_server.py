"""`vanguard serve` with nothing left to luck: every game has the same dice, and its bots the same whims and temperaments.

What a browser test meets then depends on what it does, not on the day.
"""

from __future__ import annotations

import sys

from vanguard.cli import main
from vanguard.server.play import bot_seats, hub, live_game
from vanguard.server.workers import crew


class Steady:
    """Takes the place of `secrets` where a temperament is drawn."""

    @staticmethod
    def choice(among: list[object]) -> object:
        return among[0]


if __name__ == "__main__":
    hub.new_dice_secret = lambda: "5eed" * 16
    live_game.luck_of_bots = lambda game: "steady"
    bot_seats.secrets = Steady  # type: ignore[assignment]
    crew.UPLOAD_SECONDS = 90  # by the clock: a busy machine is no fault of the table
    sys.exit(main())
