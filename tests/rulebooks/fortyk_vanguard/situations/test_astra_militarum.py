"""Astra militarum: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import MOVED, at, available
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    AIM,
    HALF,
    SIXTH,
    THIRD,
    TWO_THIRDS,
    after_losses,
    chance,
    charging,
    duel,
    in_the_fight_phase,
    moving,
    ring,
    some,
    under,
)
from vanguard.rulebooks.fortyk_vanguard.attack_groups import AttackGroup
from vanguard.rulebooks.fortyk_vanguard.attacks import save_needed
from vanguard.rulebooks.fortyk_vanguard.charge_phase import begin_charge_phase, charge, why_not_charge
from vanguard.rulebooks.fortyk_vanguard.morale_phase import army_leadership, morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_after_shooting, move_model
from vanguard.rulebooks.fortyk_vanguard.rounds import begin_phase, begin_turn
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot, why_not_now
from vanguard.rulebooks.fortyk_vanguard.special_rules import AvalancheOfMuscle
from vanguard.rulebooks.fortyk_vanguard.state import FOUGHT, ORDERED, Effect
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import next_order


@proves("faction.voice-of-command")
def test_an_officer_may_keep_his_orders_to_himself() -> None:
    table = at("blue astra-militarum/company-commander o 4,15\nblue Man a 6,15\nred Man b 20,15")
    assert "done" in available(table.ask(next_order))
    assert table.do(next_order, answers=("done",)) is False
    assert not table.battle.effects
    assert not table["o"].orders_given


@proves("faction.voice-of-command")
def test_an_order_is_counted_and_reaches_each_who_hears_it_once() -> None:
    table = at(
        "blue astra-militarum/company-commander o 4,15\nblue Man a 6,15\nblue Man c 8,15\nblue Man far 30,15\nred Man b 40,25"
    )
    orders = table["o"].profile.ability("voice-of-command").number
    table.do(next_order, answers=("o/take-aim>a",))
    assert table["o"].orders_given == 1
    assert sorted([effect.about for effect in table.battle.effects]) == ["a", "c"]
    assert table.heard("order", n=2)
    assert orders >= 1


@proves("faction.voice-of-command")
def test_who_has_an_order_hears_no_second_one() -> None:
    table = at("blue astra-militarum/company-commander o 4,15\nblue Man a 6,15\nblue Man c 8,15\nred Man b 40,25")
    table["c"].flags |= ORDERED
    table.do(next_order, answers=("o/take-aim>a",))
    assert [effect.about for effect in table.battle.effects] == ["a"]


@proves("faction.take-aim", "faction.nightshroud", "core.weapon.rapid-fire")
def test_the_chance_of_aimed_lasguns_at_a_shrouded_man() -> None:
    """4+ less 1, ones again: 1/3 + 1/18; 4+ to wound, saved on 5+; twice at half range."""
    table = at("blue astra-militarum/infantry-squad a 4,15\nred astra-militarum/infantry-squad b 14,15")
    under(table, Effect("take-aim", "a", 0, "charge"), Effect("nightshroud", "b", 1, "command", 1))
    one = (THIRD + SIXTH * THIRD) * HALF * TWO_THIRDS
    assert chance(table, "a", "lasgun/lasgun>b") == some(one, 2)


@proves("faction.first-rank-fire", "core.weapon.rapid-fire")
def test_the_first_and_second_rank_fire_four_times_at_half_range() -> None:
    table = at("blue astra-militarum/infantry-squad a 4,15\nred Man b 14,15")
    table.battle.effects = (Effect("first-rank", "a", 0, "shooting", 1),)
    table.do(shoot, "a", answers=("lasgun/lasgun>b",), dice="hit 1 1 1 1")


@proves("faction.forwards-for-the-emperor", "core.weapon.heavy", "core.weapon.assault")
@pytest.mark.parametrize(
    ("who", "aim", "hits"),
    [
        ("infantry-squad", "lasgun/lasgun>b", 1),  # nothing speaks of a penalty
        ("infantry-squad+grenade-launcher", "grenade-launcher/grenade-launcher-krak>b", 0),  # Assault after an Advance
        ("infantry-squad/team+autocannon-team", "autocannon/autocannon>b", 0),  # Heavy, and it has moved
    ],
)
def test_forwards_for_the_emperor_lets_them_shoot_but_spares_no_penalty(who: str, aim: str, hits: int) -> None:
    """BS 4+, all dice show 4."""
    table = at(f"blue astra-militarum/{who} a 4,15 moved=advanced\nred Man b 20,15 W=9")
    under(table, Effect("forwards", "a", 0, "charge"))
    fours = "4 4" if "autocannon" in who else "4 / wound 1" if hits else "4"
    answers = (aim, "hold-fire") if "autocannon" in who else (aim,)  # the team has its lasguns besides
    table.do(shoot, "a", answers=answers, dice=f"hit {fours}")
    assert table.heard("hits", n=hits)


@proves("faction.slabshield", "core.terrain.light-cover", "core.attack.saving-throw")
def test_a_bullgryn_behind_slab_and_barricade() -> None:
    """4+ with +2 and +1 against AP -3 is 4+ again; a 1 fails whatever is added."""
    table = at(
        "blue Man a 4,15\nred astra-militarum/bullgryns b 18,15\nbarricade 16,8,16.4,22",
        weapons={"a": ('gun: 24" Assault 2, S 9, AP -3, D 1',)},
    )
    table.do(shoot, "a", answers=(AIM,), dice="hit 6 6 / wound 6 6 / save 4 3")
    assert table["b"].wounds == 2


@proves("faction.avalanche-of-muscle")
def test_the_avalanche_rolls_once_in_a_turn() -> None:
    table = in_the_fight_phase("blue astra-militarum/bullgryns a 10,15 did=charged\nred Man b 11.5,15 W=9")
    rule = AvalancheOfMuscle()
    assert rule.more_attacks(table.battle, table["a"]) == 1
    table["a"].flags |= FOUGHT
    assert rule.more_attacks(table.battle, table["a"]) == 0
    table["a"].flags = 0
    assert rule.more_attacks(table.battle, table["a"]) == 0


@proves("faction.shoot-sharp-and-scarper", "core.charge.eligible", "core.move.climb")
def test_a_ratling_scarpers_onto_a_container_or_up_to_whom_it_then_charges() -> None:
    aim = "sniper-rifle/sniper-rifle>b"
    table = at("blue astra-militarum/ratlings a 4,15\nred Man b 4,25\ncontainer 5,13,9,17")
    table.do(shoot, "a", answers=(aim, "yes", [[6, 15, 2]]), dice="hit 1")
    assert table["a"].base.elevation == 2
    near = at("blue astra-militarum/ratlings a 4,15\nred Man b 12,15")
    near.do(shoot, "a", answers=(aim, "yes", [[6, 15]]), dice="hit 1")
    begin_charge_phase(near.battle)
    assert why_not_charge(near.battle, near["a"]) == ("", "")


@proves("faction.shoot-sharp-and-scarper", "core.move.fall-back")
def test_a_ratling_hemmed_in_by_enemies_is_not_asked_to_scarper() -> None:
    table = at(f"blue astra-militarum/ratlings a 10,15\n{ring(6, 1.7, 40)}")
    table.do(move_after_shooting, table["a"])
    assert table["a"].base.centre == (10, 15)


@proves("faction.shoot-sharp-and-scarper")
@pytest.mark.parametrize(("enemy", "moved"), [("20,15", "normal"), ("11.5,15", "fell-back")])
def test_a_scarper_counts_as_the_move_it_is(enemy: str, moved: str) -> None:
    table = at(f"blue Man a 10,15 rules=shoot-sharp-and-scarper\nred Man b {enemy}")
    table.do(move_after_shooting, table["a"], answers=("yes", [[6, 15]]))
    assert table["a"].moved == MOVED[moved]


@proves("faction.smoke-launchers", "core.shoot.select")
def test_smoke_is_laid_instead_of_shooting_by_who_could_have_shot() -> None:
    drawn = "blue astra-militarum/armoured-sentinel a 10,15 moved={}\nred Man b 43,28"
    moved, advanced = at(drawn.format("normal")), at(drawn.format("advanced"))
    assert why_not_now(moved.battle, moved["a"]) == ("", "")
    assert why_not_now(advanced.battle, advanced["a"])[1] == "core.move.advance-restrictions"


@proves("faction.grinding-advance", "core.overwatch.needs-a-rule")
def test_a_tank_that_stands_still_fires_once_in_overwatch() -> None:
    table = charging("blue Man a 4,15 W=99\nred astra-militarum/leman-russ b 14,15", cp=(0, 1))
    answers = ("b", "b", "battle-cannon/battle-cannon>a")
    table.do(charge, table["a"], answers=answers, dice="attacks 1 / hit 5 / charge 1 1")


@proves("faction.grinding-advance", "core.profile.damage-table")
@pytest.mark.parametrize(
    ("wounds", "far", "shots"), [(12, 4.99, 2), (12, 5, 1), (6, 3.49, 2), (6, 3.5, 1), (3, 1.99, 2), (3, 2, 1)]
)
def test_a_tank_grinds_forward_less_than_half_of_what_it_could(wounds: int, far: float, shots: int) -> None:
    table = moving(f"blue astra-militarum/leman-russ a 10,15 wounds={wounds}\nred Man b 40,15 W=9")
    table.do(move_model, table["a"], answers=("normal", [[10 + far, 15]]))
    aim = next(key for key in available(table.ask(shoot, "a")) if key.startswith("battle-cannon"))
    dice = "attacks 1 / attacks 1 / hit 1 / hit 1" if shots == 2 else "attacks 1 / hit 1"
    table.do(shoot, "a", answers=(aim,), dice=dice)


@proves("faction.psychic-barrier", "core.attack.invulnerable-save", "core.terrain.light-cover")
@pytest.mark.parametrize(
    ("who", "ap", "terrain", "needed"),
    [
        ("space-marines/terminators", -4, "", 4),  # armour 2+ would need 5, the field 5+ and the barrier 4
        ("space-marines/terminators", -5, "ruin 12,10,20,20", 4),  # cover does not help the field
        ("space-marines/terminators", -2, "ruin 12,10,20,20", 2),  # 2+ with two better and two worse
        ("astra-militarum/bullgryns", -4, "", 5),  # 4+, slab +2, barrier +1, AP -4
        ("astra-militarum/bullgryns+brute-shield", -4, "", 3),
        ("orks/gretchin", -1, "crater 12,10,20,20", 5),  # 7+, cover, smallness, barrier, AP -1
    ],
)
def test_a_barrier_with_whatever_else_protects(who: str, ap: int, terrain: str, needed: int) -> None:
    for face, saved in ((needed, True), (needed - 1, False)):
        table = at(
            f"blue Man a 4,15\nred {who} b 16,15\n{terrain}", weapons={"a": (f'gun: 24" Assault 1, S 9, AP {ap}, D 1',)}
        )
        under(table, Effect("psychic-barrier", "b", 1, "psychic", 1))
        before = table["b"].wounds
        table.do(shoot, "a", answers=(AIM,), dice=f"hit 6 / wound 6 / save {face}")
        assert (before - table["b"].wounds == 0 and not table.dead) is saved, (face, needed)


@proves("faction.psychic-barrier")
def test_the_barrier_is_told_with_an_invulnerable_save_only_where_there_is_one() -> None:
    for warded, told in ((False, []), (True, ["faction.psychic-barrier"])):
        table = duel(target="Sv=7 inv=5 W=9")
        if warded:
            table.battle.effects = (Effect("psychic-barrier", "b", 1, "psychic"),)
        group = AttackGroup(table["a"], "gun", table["a"].profile.ranged[0].ranged[0], "b", 1)
        needed, modifiers, invulnerable = save_needed(table.battle, table["b"], group)
        assert invulnerable
        assert needed == (4 if warded else 5)
        assert [modifier.clause for modifier in modifiers] == told


@proves("faction.psychic-barrier", "core.attack.save-natural-one")
@pytest.mark.parametrize(("face", "dead"), [(3, []), (2, ["b"])])
def test_a_barrier_makes_an_invulnerable_four_a_three(face: int, dead: list[str]) -> None:
    table = at("blue Man a 4,15\nred Man b 10,15 inv=4", weapons={"a": ('gun: 24" Assault 1, S 9, AP -5, D 1',)})
    table.battle.effects = (Effect("psychic-barrier", "b", 1, "psychic", 1),)
    table.do(shoot, "a", answers=(AIM,), dice=f"hit 6 / wound 6 / save {face}")
    assert table.dead == dead


@proves("faction.nightshroud", "faction.psychic-barrier", "faction.mental-fortitude", "faction.terrifying-visions")
def test_some_powers_end_with_the_other_turn_and_some_with_the_next_psychic_phase() -> None:
    table = at("blue Man a 4,15\nred Man b 30,15", turn=1, phase="morale")
    powers = [
        ("nightshroud", "a", "command"),
        ("psychic-barrier", "a", "psychic"),
        ("terrifying-visions", "b", "command"),
    ]
    under(table, *[Effect(key, about, 0, until, 1) for key, about, until in powers])
    battle = table.battle
    begin_phase(battle, "psychic")  # the other player's ends nothing
    assert len(battle.effects) == 3
    battle.turn = 0
    begin_turn(battle)
    assert [effect.key for effect in battle.effects] == ["psychic-barrier"]
    begin_phase(battle, "shooting")
    assert [effect.key for effect in battle.effects] == ["psychic-barrier"]
    begin_phase(battle, "psychic")
    assert battle.effects == ()


@proves("faction.terrifying-visions", "vanguard.morale.leadership-is-the-highest")
def test_visions_in_the_head_of_one_leave_the_army_its_second() -> None:
    table = at("blue Man a 4,15 Ld=9\nblue Man b 6,15 Ld=8\nred Man c 40,15", phase="morale")
    table.battle.effects = (Effect("terrifying-visions", "a", 1, "command", 1),)
    assert army_leadership(table.battle, 0) == 8


@proves("faction.mental-fortitude", "vanguard.morale.failed-one-flees")
def test_nobody_flees_where_a_power_holds_everybody() -> None:
    table = after_losses("blue Man a 2,5\nblue Man b 4,5", 6, 8)
    table.battle.effects = tuple([Effect("mental-fortitude", key, 0, "psychic", 1) for key in "ab"])
    table.do(morale_of, 0, dice="morale 6")
    assert not table.dead
