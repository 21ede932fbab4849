"""What Normandy's script goes for: men to the Strategic Points, guns where they have a shot."""

from __future__ import annotations

import random

from tests.rulebooks.normandy.positions import Drawn, drawn
from vanguard.rulebooks.normandy.bot.mind import goals_of, has_to_be_set_up, mind, takes_ground

GUN = "blue us-mg gun 7,9\nred de-grenadiers enemy 7,5 8,5\nactive gun"
MEN = "\n".join([f"blue us-riflemen men{i} {3 * i},13 {3 * i + 1},13" for i in range(1, 4)])


def deed_of(position: Drawn) -> str:
    """What the script does next with whoever is active."""
    question = position.game.question_for(0)
    assert question is not None
    assert question.clause == "ap.spend-freely"
    return str(mind.script(position.game, 0, question, random.Random(1)))


def test_a_machine_gun_with_a_target_fires_where_it_is_and_leaves_strategic_points_to_others() -> None:
    position = drawn(f"{GUN}\n{MEN}")
    gun = position["gun"]
    assert has_to_be_set_up(gun)
    assert not takes_ground(position.battle, gun)
    assert gun.key not in goals_of(position.battle, 0)
    assert deed_of(position).startswith("attack")


def test_a_machine_gun_takes_ground_where_hardly_anybody_else_is_left() -> None:
    position = drawn(GUN)
    assert takes_ground(position.battle, position["gun"])
    assert position["gun"].key in goals_of(position.battle, 0)
