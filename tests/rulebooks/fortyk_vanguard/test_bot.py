"""What the script does where a choice is plain."""

from tests.rulebooks.fortyk_vanguard.positions import at, game_at
from vanguard.bots.ladder import make_bot
from vanguard.testing import scripts


def test_whoever_is_worth_least_flees() -> None:
    table = at(
        "blue orks/boyz b 5,5\nblue orks/gretchin g 8,5 +warlord\nblue orks/gretchin h 11,5\nred Man e 40,25",
        phase="morale",
        starting=(9, 1),
    )
    table.battle.destroyed_this_turn = (5, 0)
    game = game_at(table)
    scripts.play(game, dice="morale 6")
    assert make_bot("fortyk_vanguard", "script").answer(game, 0) == "h"
