"""Close combat: riding on movement, in contact, all in coherency, without cover; the extra movement; fire into a melee."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard.core.refusals import Refused
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

HOOKS = "hooks: CC, P 2, Sr 1"
LOCKED = "blue Squad a 20,20 {a}\nred Squad b 20,22 {b}\nred Squad z 65,65"


def struck(
    dice: str, *answers: Any, a: str = "", b: str = "", weapons: tuple[str, ...] = (HOOKS,), **more: Any
) -> Table:
    """Blue, already in contact, stays where it is and strikes as part of a movement action."""
    table = at(LOCKED.format(a=a, b=b) + more.pop("drawn", ""), active="a", weapons={"a": weapons}, **more)
    return table.play("move", [[20, 20]], "b", *answers, dice=dice)


@proves("weapon.cc.in-movement-action", "weapon.cc.contact", "cc.like-shooting", "cc.contact-needed")
def test_a_cc_attack_rides_on_a_movement_action_of_any_length() -> None:
    table = struck("hooks 3")
    assert table.alive("b") == []
    closing = at("blue Squad a 20,20 M=6\nred Squad b 20,27\nred Squad z 65,65", active="a", weapons={"a": (HOOKS,)})
    closing.play("move", [[20, 25]], "b", dice="hooks 3")
    assert closing.alive("b") == []
    short = at("blue Squad a 20,20 M=6\nred Squad b 20,29\nred Squad z 65,65", active="a", weapons={"a": (HOOKS,)})
    short.play("move", [[20, 26]])
    assert short.alive("b") == ["b1"]
    assert short.asked.clause != "weapon.cc.contact"


@proves("weapon.cc.in-movement-action")
def test_one_cc_attack_per_movement_action_against_one_unit() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,22 H=9\nred Squad c 22,20 H=9\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("move", [[20, 20]], "b", dice="hooks 3")
    assert (table["b1"].wounds, table["c1"].wounds) == (1, 0)
    assert table.battle.turn is not None
    assert table.battle.turn.points == 1


@proves("cc.needs-weapon")
def test_only_models_with_a_cc_weapon_strike_and_others_may_fire_into_the_melee() -> None:
    table = at(LOCKED.format(a="", b=""), active="a").play("move", [[20, 20]])
    assert table.alive("b") == ["b1"]
    assert table.can("shoot")
    cohort = "blue cohort a 20,20 x4\nred Squad b 20,22 H=9\nred Squad z 65,65"
    strikes = at(cohort, active="a").play("move", [[20, 20]], "b", dice="prefects-blade 3 3")
    assert strikes["b1"].wounds == 2, "the Prefect's blade alone"


@proves("cc.coherent-models-attack", "cc.contact-needed")
def test_all_models_in_coherency_strike_and_strays_do_not() -> None:
    """One of four touches; the fourth is 10 cm away from its squad."""
    drawn = "blue Squad a 20,20 17.5,20 22.5,20 40,20\nred Squad b 20,22 H=9\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (HOOKS,)})
    table.play("move", [[20, 20]], "b", dice="hooks 3 3 3")
    assert table["b1"].wounds == 3


@proves("cc.all-can-be-hit")
def test_every_model_of_the_enemy_unit_may_be_given_wounds() -> None:
    """b2 is out of coherency and out of sight behind glass: red gives it the hit."""
    drawn = "blue Squad a 20,20\nred Squad b 20,22 40,22\nred Squad z 65,65\nshard 30,21 r=5"
    table = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("move", [[20, 20]], "b", dice="hooks 3")
    assert table.asked.clause == "wounds.defender-allocates"
    assert table.play({"b2": 1}).alive("b") == ["b1"]


@proves("cc.ignore-cover", "hunker.stacks-with-cover")
def test_cover_gives_nothing_in_close_combat_but_hunkering_does() -> None:
    heap = "\nheap 15,25,21,26"
    assert struck("hooks 3", drawn=heap).alive("b") == []
    assert struck("hooks 3", b="hunkered", drawn=heap).alive("b") == ["b1"]
    assert struck("hooks 4", b="hunkered", drawn=heap).alive("b") == []


@proves("cards.ward-cloak", "cards.smoke-curtain")
def test_a_ward_cloak_does_not_help_in_close_combat() -> None:
    drawn = "blue Squad a 20,20\nred overseer b 20,22.25\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": ("axe: CC, P 3, Sr 1",)}).play("move", [[20, 20]], "b", dice="axe 3")
    assert table["b1"].wounds == 1


@proves("cc.goodshot")
def test_6s_in_close_combat_are_goodshots() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,22 22.5,22\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("move", [[20, 20]], "b", dice="hooks 6")
    assert table.asked.clause == "goodshot.nominate"
    assert table.play("b2").alive("b") == ["b1"]


# -- the extra movement action ----------------------------------------------------------------------------------------------


@proves("cc.extra-movement-action")
def test_two_actions_to_close_in_and_the_extra_one_to_strike() -> None:
    """Infantry M 7, 20 cm from the enemy: 7 + 7 with its points, 6 with the extra action, then the attack."""
    drawn = "blue Squad a 20,20 M=7\nred Squad b 20,42\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (HOOKS,)})
    table.play("move", [[20, 27]]).play("move", [[20, 34]])
    assert table.battle.turn is not None
    assert table.battle.turn.points == 0
    table.play("extra-move", [[20, 40]], dice="hooks 3")
    assert table.alive("b") == []


@proves("cc.extra-movement-action")
def test_whoever_cannot_reach_gets_no_extra_action() -> None:
    """At 21.5 cm it cannot: the turn is over after two moves."""
    drawn = "blue Squad a 20,20 M=7\nred Squad b 20,43.5\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (HOOKS,)})
    table.play("move", [[20, 27]]).play("move", [[20, 34]])
    assert table.asked.player == 1, "blue's turn is over"
    near = at(drawn.replace("43.5", "42"), active="a", weapons={"a": (HOOKS,)})
    near.play("move", [[20, 27]]).play("move", [[20, 34]]).play("extra-move")
    with pytest.raises(Refused) as why:
        near.play([[20, 35]])
    assert why.value.clause == "cc.extra-movement-action"


@proves("cc.up-to-three-strikes", "cc.extra-movement-action")
def test_a_unit_in_contact_strikes_with_every_movement_action_three_times_a_turn() -> None:
    table = struck("hooks 3", b="H=9")
    table.play("move", [[20, 20]], "b", dice="hooks 3")
    table.play("extra-move", [[20, 20]], "b", dice="hooks 3")
    assert table["b1"].wounds == 3
    assert table.asked.player == 1


@proves("cc.extra-movement-action")
def test_after_a_strike_the_extra_action_may_be_a_move_away() -> None:
    """Locked, so half of M 6."""
    table = struck("hooks 1", a="M=6").play("move", [[20, 20]], "no").play("extra-move", [[20, 17]])
    assert table.at("a1") == (20.0, 17.0)


# -- locked -----------------------------------------------------------------------------------------------------------------


@proves("cc.fire-into-melee", "cc.fire-into-melee-no-goodshot", "cc.no-friendly-casualties")
def test_fire_into_a_melee_hits_only_on_natural_6s_and_they_are_no_goodshots() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,22 22.5,22 H=2\nblue Squad s 40,22\nred Squad z 65,65"
    table = at(drawn, active="s", weapons={"s": ("gun: Gun, P 2, Sr 3, R 0-24",)})
    table.play("shoot:light:b", dice="gun 5 6 5")
    assert table.asked.clause == "wounds.defender-allocates", "a 6, but no goodshot"
    table.play({"b2": 1})
    assert (table["b1"].wounds, table["b2"].wounds, table.alive("a")) == (0, 1, ["a1"])
    hard = at(drawn.replace("H=2", "D=6"), active="s", weapons={"s": ("gun: Gun, P 2, Sr 3, R 0-24",)})
    assert hard.play("shoot:light:b", dice="gun 6 6 6")["b1"].wounds == 0, "the 6 must still beat the Dodge"


@proves("cc.fire-into-melee")
def test_the_locked_units_own_guns_need_6s_too_and_command_cards() -> None:
    own = at(LOCKED.format(a="", b="H=9"), active="a", weapons={"a": ("gun: Gun, P 2, Sr 3, R 0-24",)})
    assert own.play("shoot:light:b", dice="gun 5 5 6")["b1"].wounds == 1
    command = at(LOCKED.format(a="", b="H=9 D=0"), hands=("strafing-run", ""))
    command.play("play:strafing-run", "b", dice="strafing-run 5 5 5 5 6")
    assert command["b1"].wounds == 2


@proves("cc.locked-may-shoot-others", "cc.locked")
def test_a_locked_unit_may_shoot_at_others_as_usual() -> None:
    drawn = LOCKED.format(a="", b="") + "\nred Squad c 40,20"
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-24",)})
    assert table.play("shoot:light:c", dice="gun 3").alive("c") == []


@proves("cc.locked", "units.flyer.no-contact")
def test_an_airborne_flyer_locks_nobody() -> None:
    drawn = "blue Squad a 20,20 M=6\nred Flyer b 20,23\nred Squad z 65,65"
    assert at(drawn, active="a").play("move", [[20, 14]]).at("a1") == (20.0, 14.0)
    landed = at(drawn.replace("20,23", "20,23 landed"), active="a").play("move")
    with pytest.raises(Refused):
        landed.play([[20, 14]])


@proves("cc.locked", "movement.top-of-container")
def test_contact_reaches_over_3_cm_of_height_and_no_further() -> None:
    """On a container (2.5) one still touches who stands beside it; on a stack (5) not."""
    for piece, may in (("container", True), ("stack", False)):
        drawn = f"blue Squad a 20,19.95\nred Squad b 20,22\nred Squad z 65,65\n{piece} 18,22,18.5,20.95"
        table = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("move", [[20, 19.95]])
        assert (table.asked.clause == "weapon.cc.contact" or "b" in table.keys) is may


# -- who makes contact --------------------------------------------------------------------------------------------------------


@proves("cc.extra-movement-action", "cc.contact-needed")
@pytest.mark.parametrize(("x", "reached"), [(29.0, True), (33.0, True), (33.2, False)])
def test_any_model_of_the_squad_may_be_the_one_that_makes_contact(x: float, reached: bool) -> None:
    """M 6: the last of three in a row, at (25,20), reaches an enemy 6 cm off, though the first is 5 cm further away."""
    drawn = f"blue Squad a 20,20 x3 M=6\nred Squad b {x},20 H=9\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (HOOKS,)})
    assert ("extra-move" in table.keys) is reached
    if reached:
        table.play("extra-move", lambda question: question.candidates()[0], dice="hooks 3 3 3")
        assert table["b1"].wounds == 3
    else:
        assert "[cc.extra-movement-action]" in table.why_not("extra-move")


@proves("cc.extra-movement-action")
def test_contact_may_be_made_around_what_is_in_between() -> None:
    drawn = "blue Squad a 20,20 M=9\nred Squad b 20,25 H=9\nlocomotive 19,21,22,22.5\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (HOOKS,)})
    table.play("extra-move", lambda question: question.candidates()[0], dice="hooks 3")
    assert table["b1"].wounds == 1


@proves("cc.extra-movement-action", "cc.contact-needed")
def test_whoever_stands_on_a_stack_of_5_cm_is_not_in_contact_with_the_ground() -> None:
    """The extra movement action cannot be spent on a place from which nobody can be struck."""
    drawn = "blue Squad a 20,16 M=6\nred Squad b 20,22.15 H=9\n{} 18,22,21.1,23.6\nred Squad z 65,65"
    low = at(drawn.format("container"), active="a", weapons={"a": (HOOKS,)})
    assert "extra-move" in low.keys
    high = at(drawn.format("stack"), active="a", weapons={"a": (HOOKS,)})
    assert "extra-move" not in high.keys
