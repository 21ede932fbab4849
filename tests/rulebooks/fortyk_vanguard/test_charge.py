"""The Charge phase: who may charge whom, Overwatch, the roll, the move, Heroic Interventions."""

from math import cos, radians, sin

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, refusal
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.questions import Choose
from vanguard.rulebooks.fortyk_vanguard.charge_phase import (
    begin_charge_phase,
    charge,
    charge_distance,
    fire_overwatch,
    next_to_charge,
    next_to_intervene,
    overwatch,
    why_not_charge,
    why_not_intervene,
)
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, INTERVENED, WAS_CHARGED, Effect

AIM = "gun/gun>a"


def phase(drawn: str, **more: object) -> Table:
    table = at(drawn, phase="charge", **more)  # type: ignore[arg-type]
    begin_charge_phase(table.battle)
    return table


def may_charge(table: Table) -> str:
    return " ".join(why_not_charge(table.battle, table["a"]))


# -- who charges --------------------------------------------------------------------------------------------------------------------


@proves("core.charge.eligible", "core.charge.declare-targets")
@pytest.mark.parametrize(("x", "near"), [(17, True), (17.01, False)])
def test_an_enemy_must_be_within_twelve_inches(x: float, near: bool) -> None:
    table = phase(f"blue Man a 4,15\nred Man b {x},15")
    assert (may_charge(table) == " ") is near


@proves(
    "core.charge.eligible",
    "core.move.advance-restrictions",
    "core.move.fall-back-restrictions",
    "core.transport.destroyed-restrictions",
)
def test_who_advanced_fell_back_or_is_in_combat_cannot_charge() -> None:
    assert "core.move.advance-restrictions" in may_charge(phase("blue Man a 4,15 moved=advanced\nred Man b 10,15"))
    assert "core.move.fall-back-restrictions" in may_charge(phase("blue Man a 4,15 moved=fell-back\nred Man b 10,15"))
    assert "core.charge.eligible" in may_charge(phase("blue Man a 4,15\nred Man b 5.5,15\nred Man c 10,15"))
    assert "core.transport.destroyed-restrictions" in may_charge(phase("blue Man a 4,15 did=wreck\nred Man b 10,15"))


@proves("core.reinforcements.count-as-moved", "core.move.repositioned")
def test_who_arrived_or_was_set_up_again_may_charge() -> None:
    assert may_charge(phase("blue Man a 4,15 moved=arrived\nred Man b 14,15")) == " "
    assert may_charge(phase("blue Man a 4,15 did=repositioned\nred Man b 14,15")) == " "


@proves("faction.waaagh", "core.move.advance-restrictions")
def test_core_orks_and_characters_charge_after_an_advance_in_a_waaagh() -> None:
    def reason(kind: str, amount: int) -> str:
        table = phase(f"blue {kind} a 4,15 moved=advanced\nred Man b 14,15")
        table.battle.effects = (Effect("waaagh", "", 0, "command", amount),)
        return may_charge(table)

    assert reason("orks/boyz", 2) == " "
    assert reason("orks/warboss", 2) == " "
    assert "advance-restrictions" in reason("orks/deff-dread", 2)
    assert "advance-restrictions" in reason("orks/boyz", 1)  # its second round


@proves("core.charge.each-unit-once", "vanguard.muster.charge-one-model-at-a-time")
def test_each_model_charges_by_itself_and_once() -> None:
    table = phase("blue Man a 4,15\nblue Man c 4,17\nred Man b 10,15")
    assert available(table.ask(next_to_charge)) == ["a", "c", "end-phase"]
    table.do(next_to_charge, answers=("a", "b"), dice="charge 1 1")
    assert table.heard("charge-fails", who="a")
    assert available(table.ask(next_to_charge)) == ["c", "end-phase"]


# -- the charge ---------------------------------------------------------------------------------------------------------------------


@proves("core.charge.roll", "core.charge.success")
@pytest.mark.parametrize(("dice", "reaches"), [("charge 3 3", True), ("charge 2 3", False)])
def test_a_charge_of_six_reaches_an_enemy_seven_inches_away(dice: str, reaches: bool) -> None:
    table = phase("blue Man a 4,15\nred Man b 12,15")
    table.do(charge, table["a"], answers=("b", *([[[10, 15]]] if reaches else [])), dice=dice)
    assert table["a"].did(CHARGED) is reaches
    assert table["b"].did(WAS_CHARGED) is reaches


@proves("core.charge.success")
def test_a_charge_ends_within_engagement_range_of_every_target() -> None:
    table = phase("blue Man a 4,15\nred Man b 10,14\nred Man c 10,16.4")
    question = table.ask(charge, table["a"], answers=("b", "c"), dice="charge 6 6")
    assert "core.charge.success" in refusal(question, [[8.5, 13.5]])
    assert question.read([[8.7, 15.2]])


@proves("core.charge.success")
@pytest.mark.parametrize("degrees", [90.0, 101.25, 33.0, 146.3])
def test_a_charge_finds_the_one_narrow_place_within_reach_of_both_targets(degrees: float) -> None:
    along, aside = 1.99 * cos(radians(degrees)), 1.99 * sin(radians(degrees))
    either_side = f"red Man b {20 - along:.3f},{15 - aside:.3f}\nred Man c {20 + along:.3f},{15 + aside:.3f}"
    table = phase(f"blue Man a 15,15\n{either_side}")
    question = table.ask(charge, table["a"], answers=("b", "c"), dice="charge 6 6")
    assert question.clause == "core.charge.success"
    assert question.candidates()


@proves("core.charge.success")
def test_a_charge_finds_the_one_gap_that_friends_have_left_around_its_target() -> None:
    """Seven friends stand around b; where an eighth has room to come within 1\" is narrow and at no round angle."""
    angles = [radians(198.75 + 50 * i) for i in range(7)]
    crowd = [
        f"blue Man f{i} {20 + 1.37 * cos(angle):.3f},{15 + 1.37 * sin(angle):.3f}" for i, angle in enumerate(angles)
    ]
    table = phase("\n".join(["blue Man a 13,14", "red Man b 20,15", *crowd]))
    question = table.ask(charge, table["a"], answers=("b",), dice="charge 4 3")
    assert question.candidates()


@proves("core.charge.failure")
def test_a_charge_that_cannot_reach_all_its_targets_fails_and_nobody_moves() -> None:
    table = phase("blue Man a 4,15\nred Man b 9,15\nred Man c 12,15")
    table.do(charge, table["a"], answers=("b", "c"), dice="charge 3 2")
    assert table["a"].base.centre == (4, 15)
    assert not table["a"].did(CHARGED)


@proves("core.charge.success")
def test_no_enemy_that_is_not_a_target_may_come_within_engagement_range() -> None:
    table = phase("blue Man a 4,15\nred Man b 10,15\nred Man c 10,17")
    question = table.ask(charge, table["a"], answers=("b", "no-more"), dice="charge 6 6")
    assert refusal(question, [[8.6, 16]])
    assert question.read([[8.9, 14]])


@proves("core.charge.declare-targets")
def test_a_target_need_not_be_visible() -> None:
    table = phase("blue Man a 4,15\nred Man b 10,15\ncontainer 6,12,7,18 height=4")
    assert "b" in available(table.ask(charge, table["a"]))


@proves("core.charge.terrain", "core.terrain.difficult-ground")
def test_a_charge_climbs_and_is_slowed_like_any_move() -> None:
    drawn = "blue Man a 4,15\nred Man b 10,15\n{terrain}"
    high = phase(drawn.format(terrain="barricade 6,0,6.2,30 height=2 traits=unstable-position"))
    high.do(charge, high["a"], answers=("b",), dice="charge 3 4")  # 4" and 4" of climbing are 8
    assert not high["a"].did(CHARGED)
    slow = phase(drawn.format(terrain="crater 6,0,8,30"))
    slow.do(charge, slow["a"], answers=("b",), dice="charge 2 3")  # 4" and 2" for the crater are 6
    assert not slow["a"].did(CHARGED)
    slow = phase(drawn.format(terrain="crater 6,0,8,30"))
    slow.do(charge, slow["a"], answers=("b", [[8, 15]]), dice="charge 3 3")
    assert slow["a"].did(CHARGED)


@proves("core.charge.fly")
def test_flyers_charge_over_models_but_climb_terrain() -> None:
    line = "\n".join([f"blue Man f{number} 6,{y}" for number, y in enumerate(range(9, 22))])
    over = phase(f"blue Man a 4,15 kw=FLY\n{line}\nred Man b 10,15")
    over.do(charge, over["a"], answers=("b", [[8, 15]]), dice="charge 2 2")
    assert over["a"].did(CHARGED)
    walled = phase("blue Man a 4,15 kw=FLY\nred Man b 10,15\nbarricade 6,0,6.2,30 height=2 traits=unstable-position")
    walled.do(charge, walled["a"], answers=("b",), dice="charge 3 4")
    assert not walled["a"].did(CHARGED)


@proves("core.terrain.defence-line")
def test_a_charge_may_end_at_a_barricade_two_inches_from_its_target() -> None:
    table = phase("blue Man a 4,15\nred Man b 10.9,15\nbarricade 9,0,9.4,30")
    question = table.ask(charge, table["a"], answers=("b", "neither"), dice="charge 3 4")
    assert "core.charge.success" in refusal(question, [[8.1, 15]])  # 1.8" from b, but not in contact with the barricade
    table.do(charge, table["a"], answers=("b", "neither", [[8.5, 15]]), dice="charge 3 4")
    assert table["a"].did(CHARGED)


@proves("faction.ere-we-go", "core.dice.reroll-sum")
def test_orks_roll_their_charge_again_whole() -> None:
    table = phase("blue orks/boyz a 4,15\nred Man b 12,15")
    move = table.do(charge_distance, table["a"], ("b",), answers=("re-roll",), dice="charge 1 2 / charge-again 5 4")
    assert move.allowance == 9
    keeps = phase("blue orks/boyz a 4,15\nred Man b 12,15")
    assert keeps.do(charge_distance, keeps["a"], ("b",), answers=("keep",), dice="charge 1 2") is None
    grot = phase("blue orks/gretchin a 4,15\nred Man b 12,15")
    assert grot.do(charge_distance, grot["a"], ("b",), dice="charge 1 2") is None


@proves("core.dice.reroll-once", "core.dice.reroll-sum", "core.stratagem.command-re-roll")
def test_a_charge_rolled_again_is_not_rolled_a_third_time() -> None:
    table = phase("blue orks/boyz a 4,15\nred Man b 12,15", cp=(1, 0))
    dice = "charge 1 2 / charge-again 1 1"
    assert table.do(charge_distance, table["a"], ("b",), answers=("re-roll",), dice=dice) is None
    man = phase("blue Man a 4,15\nred Man b 12,15", cp=(1, 0))
    move = man.do(charge_distance, man["a"], ("b",), answers=("re-roll",), dice="charge 1 2 / re-roll 6 5")
    assert move.allowance == 11


@proves("core.charge.roll", "core.stratagem.command-re-roll", "faction.ere-we-go")
@pytest.mark.parametrize("who", ["orks/boyz", "Man"])
@pytest.mark.parametrize(
    ("enemy", "dice"),
    [
        ("red Man b 10.13,15", "charge 3 2"),  # it reaches
        ("red Man b 12,15\nred Man c 10.9,15\nred Man d 12,16.1\nred Man e 12,13.9\nred Man f 13.1,15", "charge 1 2"),
    ],
)  # the other one no roll could reach: everywhere around him another stands, who is no target
def test_a_charge_is_rolled_again_only_where_that_could_help(who: str, enemy: str, dice: str) -> None:
    table = phase(f"blue {who} a 4,15\n{enemy}", cp=(1, 0))
    table.do(charge_distance, table["a"], ("b",), dice=dice)


@proves("faction.ere-we-go", "core.charge.roll")
def test_who_may_roll_a_charge_again_is_told_what_is_needed_or_that_something_is_in_the_way() -> None:
    far = phase("blue orks/boyz a 4,15\nred Man b 13.13,15")
    told = far.ask(charge_distance, far["a"], ("b",), dice="charge 1 2").prompt
    assert told == 'Charge roll of a: 3", which does not reach (7" needed). Roll it again?'
    line = phase("blue orks/boyz a 4,15\nred Man b 13.13,15\nbarricade 11.6,13,12,17")  # struck across it from 2"
    told = line.ask(charge_distance, line["a"], ("b",), dice="charge 1 2").prompt
    assert told == 'Charge roll of a: 3", which does not reach (6" needed). Roll it again?'
    wall = phase("blue orks/boyz a 4,15\nred Man b 13.13,15\ncontainer 6,3,7,27")
    told = wall.ask(charge_distance, wall["a"], ("b",), dice="charge 5 3").prompt
    assert told == 'Charge roll of a: 8", which does not reach. Roll it again?'


# -- overwatch ----------------------------------------------------------------------------------------------------------------------


@proves("core.charge.overwatch-window", "core.overwatch.needs-a-rule", "core.stratagem.fire-overwatch")
def test_one_target_fires_overwatch_by_stratagem_before_the_charge_roll() -> None:
    drawn = "blue Man a 4,15 Sv=7\nred Man b 10,14\nred Man c 10,16.4"
    table = phase(drawn, cp=(0, 1))
    question = table.ask(charge, table["a"], answers=("b", "c"))
    assert available(question) == ["no", "b", "c"]
    assert isinstance(question, Choose)
    assert question.option("no").declines
    fired = table.odds(question, "c")
    assert fired.chance_removed() == pytest.approx(1 / 6 * 1 / 2), "a 6 to hit, and 4 or more to wound"
    table.do(charge, table["a"], answers=("b", "c", "c", AIM), dice="hit 6 / wound 6")
    assert table.dead == ["a"]  # and no charge roll is made
    assert table.battle.command_points == (0, 0)
    poor = phase(drawn)
    poor.do(charge, poor["a"], answers=("b", "no-more"), dice="charge 1 1")


@proves("vanguard.muster.stratagem-once-per-phase-still-army-wide", "core.stratagem.once-per-phase")
def test_overwatch_is_fired_by_one_model_in_a_phase() -> None:
    table = phase("blue Man a 4,15\nblue Man d 4,17\nred Man b 10,15", cp=(0, 2))
    table.do(next_to_charge, answers=("a", "b", "b", AIM, "keep"), dice="hit 1 / charge 1 1")
    table.do(next_to_charge, answers=("d", "b"), dice="charge 1 1")
    assert table.battle.command_points == (0, 1)


@proves("core.overwatch.not-while-engaged")
def test_nobody_in_combat_fires_overwatch() -> None:
    table = phase("blue Man a 4,15\nblue Man f 11.5,15\nred Man b 10,15", cp=(0, 1))
    table.do(overwatch, table["a"], ("b",))
    assert table.events("hits") == []


@proves("core.overwatch.only-natural-sixes")
def test_overwatch_hits_on_natural_sixes_whatever_the_skill() -> None:
    table = phase("blue Man a 4,15\nred Man b 10,15 BS=2", weapons={"b": ('gun: 24" Assault 3, S 4, AP 0, D 1',)})
    table.do(fire_overwatch, table["b"], table["a"], answers=(AIM,), dice="hit 6 5 2 / wound 1")
    assert table.heard("hits", n=1, of=3)
    fire = phase(
        "blue Man a 4,15\nred Man b 10,15", weapons={"b": ('gun: 12" Assault 2, S 4, AP 0, D 1, automatic_hits',)}
    )
    fire.do(fire_overwatch, fire["b"], fire["a"], answers=(AIM,), dice="wound 1 1")


@proves("core.overwatch.range-and-sight")
def test_overwatch_needs_range_and_sight() -> None:
    blind = phase("blue Man a 4,15\nred Man b 10,15\ncontainer 6,10,7,20 height=4", cp=(0, 1))
    blind.do(overwatch, blind["a"], ("b",))
    short = phase("blue Man a 4,15\nred Man b 14,15", cp=(0, 1), weapons={"b": ('gun: 6" Assault 1, S 4, AP 0, D 1',)})
    short.do(overwatch, short["a"], ("b",))


@proves("faction.sentinel-construct")
def test_a_doomstalker_fires_for_a_friend_within_six_inches_with_high_power_only() -> None:
    table = phase("blue Man a 4,15\nred Man b 10,15\nred necrons/doomstalker d 16,15 moved=normal")
    question = table.ask(overwatch, table["a"], ("b",), answers=("yes",))
    high = "doomsday-blaster/doomsday-blaster-high-power>a"
    assert available(question) == [high, "twin-gauss-flayer/twin-gauss-flayer>a", "hold-fire"]  # never with low power
    table = phase("blue Man a 4,15 W=9\nred Man b 10,15\nred necrons/doomstalker d 16,15 moved=normal")
    table.do(overwatch, table["a"], ("b",), answers=("yes", high, "hold-fire"), dice="attacks 2 / hit 5 6 / wound 1")
    assert table.battle.command_points == (0, 0)
    far = phase("blue Man a 4,15\nred Man b 10,15\nred necrons/doomstalker d 19.2,15")
    far.do(overwatch, far["a"], ("b",))
    busy = phase("blue Man a 4,15\nblue Man f 19,15\nred Man b 10,15\nred necrons/doomstalker d 16,15")
    busy.do(overwatch, busy["a"], ("b",))


# -- heroic interventions -------------------------------------------------------------------------------------------------------------


@proves("core.heroic.eligible", "core.heroic.not-own-phase")
@pytest.mark.parametrize(
    ("hero", "able"),
    [("14,15 kw=CHARACTER", True), ("14.01,15 kw=CHARACTER", False), ("11.5,15 kw=CHARACTER", False), ("14,15", False)],
)
def test_characters_of_the_other_player_within_three_inches_may_intervene(hero: str, able: bool) -> None:
    table = phase(f"blue Man a 10,15 kw=CHARACTER\nred Man h {hero}")
    if able:
        assert available(table.ask(next_to_intervene)) == ["h", "end-phase"]
    else:
        assert table.do(next_to_intervene) is False


@proves("core.transport.destroyed-restrictions")
def test_who_left_a_wreck_does_not_intervene() -> None:
    table = phase("blue Man a 10,15\nred Man h 14,15 kw=CHARACTER did=wreck")
    assert "core.transport.destroyed-restrictions" in why_not_intervene(table.battle, table["h"])


@proves("core.heroic.move")
def test_a_hero_moves_three_inches_closer_to_the_closest_enemy() -> None:
    table = phase("blue Man a 10,15\nred Man h 14,15 kw=CHARACTER")
    question = table.ask(next_to_intervene, answers=("h",))
    assert "core.heroic.move" in refusal(question, [[14, 17]])
    assert "core.heroic.move" in refusal(question, [[14, 15], [12, 15], [12, 16.5]])
    table = phase("blue Man a 10,15\nred Man h 14,15 kw=CHARACTER")
    table.do(next_to_intervene, answers=("h", [[11.2, 15]]))
    assert table["h"].did(INTERVENED)
