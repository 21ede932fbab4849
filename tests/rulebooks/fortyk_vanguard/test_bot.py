"""What the script does where a choice is plain."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, game_at
from vanguard.bots.ladder import make_bot
from vanguard.testing import scripts


def test_a_charge_is_declared_at_one_enemy_though_others_stand_by() -> None:
    table = at("blue orks/warboss a 4,15 did=near\nred Man b 8,15\nred Man c 8,16.5\nred Man d 8,13.5", phase="charge")
    game = game_at(table)
    bot = make_bot("fortyk_vanguard", "script")
    scripts.play(game, "a", "b")
    assert bot.answer(game, 0) == "no-more"


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


@pytest.mark.parametrize(
    ("men", "order"),
    [
        ("blue astra-militarum/infantry-squad g 6,15", "c/first-rank>"),
        ("blue astra-militarum/infantry-squad g 6,15 moved=advanced", "c/forwards>"),
        ("blue astra-militarum/ratlings g 6,15", "c/take-aim>"),
        ("blue astra-militarum/ratlings g 30,5", "c/take-aim>c"),
    ],
)
def test_an_officer_gives_the_order_that_adds_most_shots(men: str, order: str) -> None:
    table = at(f"blue astra-militarum/company-commander c 4,15\n{men}\nred Man e 20,15")
    assert make_bot("fortyk_vanguard", "script").answer(game_at(table), 0).startswith(order)
