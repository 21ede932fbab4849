"""Making attacks: hit roll, wound roll, saving throw, damage, mortal wounds, and what weapons do besides."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.questions import Choose
from vanguard.rulebooks.fortyk_vanguard.attacks import wound_needed
from vanguard.rulebooks.fortyk_vanguard.damage import regain_wounds, suffer_mortal_wounds
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import Effect

AIM = "gun/gun>b"


def duel(
    gun: str = 'gun: 24" Assault 1, S 4, AP 0, D 1',
    shooter: str = "",
    target: str = "",
    extra: str = "",
    **more: object,
) -> Table:
    cp = more.get("cp", (0, 0))
    assert isinstance(cp, tuple)
    return at(f"blue Man a 4,15 {shooter}\nred Man b 10,15 {target}\n{extra}", weapons={"a": (gun,)}, cp=(cp[0], cp[1]))


def fire(table: Table, dice: str, *answers: str) -> Table:
    table.do(shoot, "a", answers=(AIM, *answers), dice=dice)
    return table


def effect(table: Table, key: str, about: str, amount: int = 0) -> None:
    table.battle.effects = (*table.battle.effects, Effect(key, about, table[about].seat, "psychic", amount))


# -- hit rolls --------------------------------------------------------------------------------------------------------------------


@proves("core.attack.hit-roll")
@pytest.mark.parametrize(("skill", "face", "hit"), [(3, 3, 1), (3, 2, 0), (5, 5, 1), (5, 4, 0), (2, 2, 1)])
def test_a_hit_roll_needs_the_ballistic_skill(skill: int, face: int, hit: int) -> None:
    table = fire(duel(shooter=f"BS={skill}"), f"hit {face}" + (" / wound 1" if hit else ""))
    assert table.heard("hits", n=hit, of=1)


@proves("core.attack.hit-extremes", "core.dice.unmodified-result")
def test_an_unmodified_one_misses_and_a_six_hits_whatever_the_modifiers() -> None:
    lucky = duel(shooter="BS=2 rules=warboss")
    effect(lucky, "my-will-be-done", "a")
    assert fire(lucky, "hit 1").heard("hits", n=0)
    hard = duel(shooter="BS=6 moved=advanced")
    assert fire(hard, "hit 6 / wound 1").heard("hits", n=1)


@proves("core.attack.hit-modifier-cap", "core.weapon.assault", "faction.nightshroud", "faction.my-will-be-done")
def test_hit_modifiers_are_summed_and_then_capped_at_one() -> None:
    worse = duel(shooter="moved=advanced")
    effect(worse, "nightshroud", "b")
    assert fire(worse, "hit 4 / wound 1").heard("hits", n=1)  # -2 is capped at -1: 4 hits on 3+
    balanced = duel(shooter="moved=advanced")
    effect(balanced, "nightshroud", "b")
    effect(balanced, "my-will-be-done", "a")
    assert fire(balanced, "hit 3").heard("hits", n=0)  # -1 in sum


@proves("core.weapon.assault", "core.move.advance-restrictions")
def test_assault_weapons_shoot_after_an_advance_with_a_penalty() -> None:
    assert fire(duel(shooter="moved=advanced"), "hit 3").heard("hits", n=0)
    assert fire(duel(shooter="moved=normal"), "hit 3 / wound 1").heard("hits", n=1)


@proves("core.weapon.heavy", "core.move.what-counts-as-moved")
@pytest.mark.parametrize(
    ("who", "hit"),
    [
        ("moved=stationary", 1),
        ("moved=normal", 0),
        ("moved=arrived", 0),
        ("did=disembarked", 0),
        ("moved=normal kw=VEHICLE not=INFANTRY", 1),
        ("did=charged", 1),
    ],
)
def test_infantry_that_moved_hits_less_well_with_heavy_weapons(who: str, hit: int) -> None:
    table = fire(duel('gun: 24" Heavy 1, S 4, AP 0, D 1', shooter=who), "hit 3" + (" / wound 1" if hit else ""))
    assert table.heard("hits", n=hit)


@proves("weapon.hit-modifier")
def test_an_unwieldy_weapon_hits_less_well() -> None:
    table = fire(duel('gun: 24" Assault 1, S 4, AP 0, D 1, hit_modifier=-1'), "hit 3")
    assert table.heard("hits", n=0)


@proves("core.dice.reroll-once", "faction.rites-of-battle", "core.ability.aura")
def test_hit_rolls_of_one_are_rolled_again_once_near_a_captain() -> None:
    captain = "blue space-marines/captain k 4,18"
    table = duel('gun: 24" Assault 3, S 4, AP 0, D 1', shooter="kw=CORE", extra=captain)
    fire(table, "hit 1 1 2 / hit-again 1 4 / wound 1")
    assert table.heard("hits", n=1, of=3)
    far = duel('gun: 24" Assault 3, S 4, AP 0, D 1', shooter="kw=CORE", extra="blue space-marines/captain k 4,24")
    assert fire(far, "hit 1 1 2").heard("hits", n=0)
    no_core = duel('gun: 24" Assault 3, S 4, AP 0, D 1', extra=captain)
    assert fire(no_core, "hit 1 1 2").heard("hits", n=0)


@proves("core.ability.same-aura-once", "core.ability.aura")
def test_two_captains_re_roll_a_one_once() -> None:
    captains = "blue space-marines/captain k 4,18\nblue space-marines/captain l 4,12"
    fire(duel(shooter="kw=CORE", extra=captains), "hit 1 / hit-again 1")


@proves("faction.take-aim", "faction.hardwired-for-destruction")
@pytest.mark.parametrize("how", ["order", "ability"])
def test_orders_and_hard_wiring_re_roll_ones_too(how: str) -> None:
    table = duel(shooter="rules=hardwired-for-destruction" if how == "ability" else "")
    if how == "order":
        effect(table, "take-aim", "a")
    assert fire(table, "hit 1 / hit-again 3 / wound 1").heard("hits", n=1)


@proves("faction.withering-gaze", "faction.jabbin-fingerz", "faction.smoke-launchers")
@pytest.mark.parametrize(("key", "about"), [("withering-gaze", "a"), ("jabbin-fingerz", "a"), ("smoke-launchers", "b")])
def test_a_curse_or_smoke_makes_hits_harder(key: str, about: str) -> None:
    table = duel()
    effect(table, key, about)
    assert fire(table, "hit 3").heard("hits", n=0)


# -- wound rolls ------------------------------------------------------------------------------------------------------------------


@proves("core.attack.wound-table")
@pytest.mark.parametrize(
    ("strength", "toughness", "needed"),
    [
        (8, 4, 2),
        (9, 4, 2),
        (7, 4, 3),
        (5, 4, 3),
        (4, 4, 4),
        (4, 5, 5),
        (3, 6, 6),
        (4, 7, 5),
        (4, 8, 6),
        (3, 4, 5),
        (1, 2, 6),
        (1, 1, 4),
        (2, 1, 2),
    ],
)
def test_the_wound_table(strength: int, toughness: int, needed: int) -> None:
    assert wound_needed(strength, toughness) == needed
    table = duel(f'gun: 24" Assault 2, S {strength}, AP 0, D 1', target=f"T={toughness} Sv=7")
    fire(table, f"hit 6 6 / wound {needed} {needed - 1}")
    assert table.heard("wound-rolls", n=1, of=2)


@proves("core.attack.wound-extremes")
def test_an_unmodified_wound_roll_of_one_fails_and_of_six_wounds() -> None:
    assert fire(duel('gun: 24" Assault 1, S 16, AP 0, D 1', target="T=1"), "hit 6 / wound 1").heard("wound-rolls", n=0)
    assert fire(duel('gun: 24" Assault 1, S 1, AP 0, D 1', target="T=9 Sv=7"), "hit 6 / wound 6").dead == ["b"]


# -- saving throws ----------------------------------------------------------------------------------------------------------------


def saved(table: Table, face: int) -> bool:
    return not fire(table, f"hit 6 / wound 6 / save {face}").dead


@proves("core.attack.saving-throw")
@pytest.mark.parametrize(("face", "safe"), [(4, True), (3, False)])
def test_armour_penetration_is_taken_from_the_saving_throw(face: int, safe: bool) -> None:
    assert saved(duel('gun: 24" Assault 1, S 4, AP -1, D 1', target="Sv=3"), face) is safe


@proves("core.attack.saving-throw", "core.terrain.light-cover", "core.terrain.area-cover")
def test_cover_and_armour_penetration_add_up() -> None:
    assert saved(duel('gun: 24" Assault 1, S 4, AP -1, D 1', target="Sv=3", extra="crater 9,14,11,16"), 3)


@proves("core.attack.saving-throw")
def test_save_modifiers_have_no_cap() -> None:
    table = duel('gun: 24" Assault 1, S 4, AP -3, D 1', target="Sv=3")
    assert not saved(table, 5)
    none_left = duel('gun: 24" Assault 1, S 4, AP -4, D 1', target="Sv=3")
    assert fire(none_left, "hit 6 / wound 6").dead == ["b"]


@proves("core.attack.save-natural-one")
def test_a_saving_throw_of_one_always_fails() -> None:
    assert not saved(duel(target="Sv=2", extra="crater 9,14,11,16"), 1)


@proves("core.attack.invulnerable-save")
def test_the_better_save_is_used_and_cover_never_helps_an_invulnerable_one() -> None:
    pierced = 'gun: 24" Assault 1, S 4, AP -4, D 1'
    assert saved(duel(pierced, target="Sv=2 inv=5"), 5)
    assert not saved(duel(pierced, target="Sv=2 inv=5"), 4)
    assert not saved(duel('gun: 24" Assault 1, S 4, AP -6, D 1', target="Sv=3 inv=5", extra="crater 9,14,11,16"), 4)
    assert saved(duel(target="Sv=2 inv=5"), 2)  # against AP 0 the armour is better


@proves("core.profile.dash")
def test_a_save_of_seven_needs_a_bonus() -> None:
    assert fire(duel(target="Sv=7"), "hit 6 / wound 6").dead == ["b"]
    assert saved(duel(target="Sv=7", extra="crater 9,14,11,16"), 6)


@proves("faction.diminutive")
def test_gretchin_and_ratlings_hide_better_in_cover() -> None:
    grot = at("blue Man a 4,15\nred orks/gretchin b 10,15\ncrater 9,14,11,16")
    grot.do(shoot, "a", answers=(AIM,), dice="hit 6 / wound 6 / save 5")
    assert grot.dead == []
    open_ = at("blue Man a 4,15\nred astra-militarum/ratlings b 10,15")
    open_.do(shoot, "a", answers=(AIM,), dice="hit 6 / wound 6 / save 5")
    assert open_.dead == ["b"]


@proves("faction.slabshield", "faction.brute-shield", "faction.psychic-barrier")
def test_shields_and_barriers_help_saving_throws() -> None:
    def bullgryn(options: str, face: int, barrier: bool = False) -> int:
        table = at(
            f"blue Man a 4,15\nred astra-militarum/bullgryns{options} b 10,15",
            weapons={"a": ('gun: 24" Assault 1, S 16, AP -3, D 1',)},
        )
        if barrier:
            effect(table, "psychic-barrier", "b")
        table.do(shoot, "a", answers=(AIM,), dice=f"hit 6 / wound 6 / save {face}")
        return table["b"].wounds

    assert (bullgryn("", 5), bullgryn("", 4)) == (3, 2)  # 4+ with +2 and AP -3: 5
    assert (bullgryn("+brute-shield", 4), bullgryn("+brute-shield", 3)) == (3, 2)
    assert (bullgryn("+brute-shield", 3, True), bullgryn("", 4, True)) == (3, 3)


# -- damage ---------------------------------------------------------------------------------------------------------------------


@proves("core.attack.inflict-damage", "core.profile.random-characteristics", "core.dice.d6-and-d3")
def test_random_damage_is_rolled_for_each_failed_save() -> None:
    table = duel('gun: 24" Assault 3, S 4, AP 0, D D3', target="W=9")
    fire(table, "hit 6 6 6 / wound 6 6 6 / save 1 1 1 / damage 3 / damage 6 / damage 1")
    assert table["b"].wounds == 9 - 2 - 3 - 1


@proves("core.attack.excess-damage-lost", "core.unit.destroyed")
def test_damage_beyond_the_last_wound_is_lost() -> None:
    table = duel('gun: 24" Assault 1, S 4, AP 0, D 3', target="W=2", extra="red Man c 10,16.5")
    fire(table, "hit 6 / wound 6 / save 1")
    assert table.dead == ["b"]
    assert table["c"].wounds == 1
    assert table.battle.destroyed_this_turn == (0, 1)


@proves("core.attack.damage-reduction", "faction.duty-eternal")
def test_a_dreadnought_suffers_one_less_but_at_least_one() -> None:
    for face, lost in ((1, 1), (2, 1), (3, 1), (5, 2)):
        table = at(
            "blue Man a 4,15\nred space-marines/dreadnought b 10,15",
            weapons={"a": ('gun: 24" Assault 1, S 16, AP -5, D D3',)},
        )
        table.do(shoot, "a", answers=(AIM,), dice=f"hit 6 / wound 6 / damage {face}")
        assert table["b"].wounds == 8 - lost


@proves("faction.ramshackle")
@pytest.mark.parametrize(("strength", "lost"), [(7, 2), (8, 3)])
def test_ramshackle_helps_against_strength_seven_or_less(strength: int, lost: int) -> None:
    table = at(
        "blue Man a 4,15\nred orks/deff-dread b 10,15",
        weapons={"a": (f'gun: 24" Assault 1, S {strength}, AP -5, D 3',)},
    )
    table.do(shoot, "a", answers=(AIM,), dice="hit 6 / wound 6")
    assert table["b"].wounds == 8 - lost


@proves("core.attack.ignore-wounds", "faction.cybork-body")
def test_each_lost_wound_may_be_ignored_by_a_die_of_its_own() -> None:
    table = duel('gun: 24" Assault 1, S 4, AP 0, D 3', target="W=6 ignore=5")
    fire(table, "hit 6 / wound 6 / save 1 / ignore 5 2 6")
    assert table["b"].wounds == 5


@proves("core.attack.ignore-wounds", "core.attack.mortal-wounds")
def test_mortal_wounds_are_ignored_like_others_but_never_saved() -> None:
    table = at("red Man b 10,15 W=6 ignore=5 inv=2")
    table.do(suffer_mortal_wounds, "b", 2, "core.attack.mortal-wounds", dice="ignore 5 1")
    assert table["b"].wounds == 5


@proves("vanguard.muster.excess-mortal-wounds-lost", "core.attack.mortal-wounds")
def test_mortal_wounds_never_spill_to_a_neighbour() -> None:
    table = at("red Man b 10,15\nred Man c 11,15")
    table.do(suffer_mortal_wounds, "b", 2, "core.attack.mortal-wounds")
    assert table.dead == ["b"]
    assert table["c"].wounds == 1


@proves("core.unit.regain-wounds")
def test_nobody_regains_more_wounds_than_his_characteristic() -> None:
    table = at("red Man b 10,15 W=4 wounds=3")
    regain_wounds(table.battle, "b", 3, "core.unit.regain-wounds")
    assert table["b"].wounds == 4


# -- what weapons do besides ----------------------------------------------------------------------------------------------------


@proves("core.attack.extra-hits")
def test_a_tesla_six_scores_two_more_hits_on_the_same_model() -> None:
    table = duel(
        'gun: 24" Assault 2, S 4, AP 0, D 1, extra_hits_on_six=2', target="W=9 Sv=7", extra="red Man c 10,16.5"
    )
    table.do(shoot, "a", answers=(AIM, {"b": 2, "c": 0}), dice="hit 6 3 / wound 4 4 4 4")
    assert table["b"].wounds == 5  # one hit and one six with two more: four wounds, none of them rolled to hit again


@proves("core.attack.automatic-wounds")
def test_mandibles_wound_without_a_roll_on_an_unmodified_six() -> None:
    table = duel('gun: 24" Assault 3, S 4, AP 0, D 1, automatic_wounds_on_six', target="W=9 T=9 Sv=4")
    fire(table, "hit 6 6 3 / wound 1 / save 1 4")
    assert table["b"].wounds == 8


@proves("core.attack.mortal-wounds-in-addition", "weapon.sniper")
def test_a_sniper_rifle_adds_a_mortal_wound_even_if_the_damage_is_saved() -> None:
    table = duel('gun: 36" Heavy 1, S 4, AP 0, D 1, mortal_wounds_on_six=1', target="W=3 Sv=2")
    fire(table, "hit 6 / wound 6 / save 2")
    assert table["b"].wounds == 2
    five = duel('gun: 36" Heavy 1, S 4, AP 0, D 1, mortal_wounds_on_six=1', target="W=3 Sv=2")
    assert fire(five, "hit 6 / wound 5 / save 2")["b"].wounds == 3


@proves("core.attack.supercharge")
def test_an_overheating_plasma_gun_destroys_its_bearer_after_all_its_attacks() -> None:
    table = duel('gun: 24" Assault 2, S 8, AP -3, D 2, destroys_bearer_on_one', target="W=2 Sv=7")
    fire(table, "hit 1 / hit 3 / wound 2")
    assert table.dead == ["a", "b"]
    assert [event.key for event in table.battle.events][-1] == "destroyed"
    assert table.battle.destroyed_this_turn == (1, 1)


@proves("weapon.mortal-wound-to-bearer")
def test_a_mega_blasta_hurts_its_bearer_once_for_any_ones() -> None:
    table = duel('gun: 24" Assault 3, S 8, AP -3, D 1, mortal_wound_to_bearer_on_one', shooter="W=3")
    fire(table, "hit 1 / hit 1 / hit 2")
    assert table["a"].wounds == 2


# -- command re-rolls -----------------------------------------------------------------------------------------------------------


@proves("core.stratagem.command-re-roll", "core.stratagem.once-per-phase")
def test_one_die_of_a_phase_can_be_rolled_again_for_a_command_point() -> None:
    table = duel('gun: 24" Assault 2, S 4, AP 0, D 1', target="Sv=7 W=3", cp=(2, 0))
    fire(table, "hit 2 4 / re-roll 5 / wound 1 2", "re-roll-2")
    assert table.heard("hits", n=2, of=2)
    assert table.battle.command_points == (1, 0)  # a second Command Re-roll in the phase is not even offered


@proves("core.stratagem.command-re-roll")
def test_the_defender_may_re_roll_a_save_and_pays_from_his_own_points() -> None:
    table = duel(cp=(0, 1))
    fire(table, "hit 6 / wound 6 / save 1 / re-roll 4", "re-roll-1")
    assert table.dead == []
    assert table.battle.command_points == (0, 0)


@proves("core.stratagem.command-re-roll")
def test_a_re_roll_is_decided_with_the_dice_and_what_they_really_need_in_sight() -> None:
    table = duel('gun: 24" Assault 2, S 4, AP -1, D 1', target="Sv=4 W=3", cp=(0, 1))
    question = table.ask(shoot, "a", answers=(AIM,), dice="hit 6 6 / wound 6 6 / save 4 5")
    dice = question.dice
    assert isinstance(question, Choose) and dice is not None
    assert (dice.faces, dice.marks, dice.needed) == ((4, 5), ("fail", "save"), "4+, with modifiers 5+")
    assert [option.dice for option in question.available] == [(), (0,)], "the die that fails can be clicked"


@proves("core.dice.reroll-once")
def test_a_die_rolled_again_by_an_ability_cannot_be_rolled_again_for_a_point() -> None:
    table = duel(shooter="rules=hardwired-for-destruction", cp=(1, 0))
    fire(table, "hit 1 / hit-again 1")
    assert table.battle.command_points == (1, 0)


@proves("core.stratagem.command-re-roll", "vanguard.split-fire.attack-count-before-allocation")
def test_the_number_of_attacks_and_the_damage_can_be_rolled_again() -> None:
    table = duel('gun: 24" Assault D6, S 4, AP 0, D 1', cp=(1, 0))
    table.do(shoot, "a", answers=(AIM, "re-roll"), dice="attacks 1 / re-roll 3 / hit 1 1 1")
    assert table.heard("hits", of=3)
    damage = duel('gun: 24" Assault 1, S 4, AP 0, D D6', target="W=9 Sv=7", cp=(1, 0))
    fire(damage, "hit 6 / wound 6 / damage 1 / re-roll 5", "re-roll")
    assert damage["b"].wounds == 4


# -- bolters, orders, Tanks -----------------------------------------------------------------------------------------------------


@proves("faction.bolter-discipline")
@pytest.mark.parametrize(
    ("who", "attacks"),
    [
        ("moved=stationary", 2),
        ("moved=normal", 1),
        ("moved=normal kw=TERMINATOR", 2),
        ("moved=stationary kw=VEHICLE not=INFANTRY", 1),
    ],
)
def test_bolters_fire_twice_at_long_range_for_those_who_stand_or_are_terminators(who: str, attacks: int) -> None:
    table = at(
        f"blue Man a 4,15 rules=bolter-discipline {who}\nred Man b 24,15",
        weapons={"a": ('gun: 24" Rapid Fire 1, S 4, AP 0, D 1, bolt',)},
    )
    table.do(shoot, "a", answers=(AIM,), dice="hit" + " 1" * attacks)


@proves("faction.first-rank-fire")
@pytest.mark.parametrize(("x", "attacks"), [(24, 2), (10, 4)])
def test_lasguns_are_rapid_fire_two_by_order(x: float, attacks: int) -> None:
    table = at(
        f"blue Man a 4,15\nred Man b {x},15",
        weapons={"a": ('gun: 24" Rapid Fire 1, S 3, AP 0, D 1, lasgun',)},
    )
    effect(table, "first-rank", "a")
    table.do(shoot, "a", answers=(AIM,), dice="hit" + " 1" * attacks)


@proves("faction.grinding-advance")
@pytest.mark.parametrize(
    ("moved", "volleys"), [("moved=stationary", 2), ("moved=normal did=slowly", 2), ("moved=normal", 1)]
)
def test_a_slow_tank_shoots_its_battle_cannon_twice_at_one_initial_target(moved: str, volleys: int) -> None:
    table = at(f"blue astra-militarum/leman-russ a 8,15 {moved}\nred Man b 30,15\nred Man c 30,17")
    count = " / ".join(["attacks 2"] * volleys)
    hits = " / ".join(["hit 1"] * volleys)
    answers = ("battle-cannon/battle-cannon>b", "as-listed")
    table.do(shoot, "a", answers=answers, dice=f"{count} / {hits} / {hits}")
    assert len(table.events("aims")) == volleys


# -- at the edges -----------------------------------------------------------------------------------------------------------------


@proves("core.attack.supercharge")
def test_a_plasma_gun_overheats_aboard_an_open_topped_transport_too() -> None:
    table = at(
        "blue orks/trukk t 10,15\nblue Man a 0,0 in=t\nred Man b 20,15",
        weapons={"a": ('gun: 24" Assault 1, S 8, AP -3, D 2, destroys_bearer_on_one',)},
    )
    table.do(shoot, "a", answers=(AIM,), dice="hit 1")
    assert table.dead == ["a"]
    assert table.battle.destroyed_this_turn == (1, 0)


@proves("core.attack.supercharge", "core.shoot.lost-attacks")
def test_attacks_that_are_lost_harm_nobody() -> None:
    table = at(
        "blue Man a 4,15\nred Man b 10,15",
        weapons={
            "a": (
                'gun: 24" Assault 1, S 9, AP -5, D 1',
                'plasma: 24" Assault 1, S 8, AP -3, D 2, destroys_bearer_on_one',
            )
        },
    )
    table.do(shoot, "a", answers=(AIM, "plasma/plasma>b", "gun"), dice="hit 6 / wound 6")
    assert table.dead == ["b"]
    assert table.heard("attacks-lost", weapon="plasma")


@proves("core.attack.invulnerable-save")
def test_the_log_says_which_save_was_used() -> None:
    table = duel('gun: 24" Assault 1, S 4, AP -5, D 1', target="Sv=3 inv=4 W=2")
    fire(table, "hit 6 / wound 6 / save 4")
    assert table.heard("saves", kind="invulnerable save")
    armour = duel(target="Sv=3 inv=4 W=2")
    fire(armour, "hit 6 / wound 6 / save 4")
    assert armour.heard("saves", kind="saving throw")


@proves("core.attack.ignore-wounds")
def test_who_ignores_every_wound_loses_none() -> None:
    table = duel('gun: 24" Assault 1, S 4, AP 0, D 2', target="W=2 ignore=5")
    fire(table, "hit 6 / wound 6 / save 1 / ignore 5 6")
    assert table["b"].wounds == 2
    assert table.events("wounds") == []


@proves("core.unit.regain-wounds")
def test_who_has_lost_nothing_regains_nothing_and_nothing_is_told() -> None:
    table = at("red Man b 10,15 W=4")
    regain_wounds(table.battle, "b", 1, "core.unit.regain-wounds")
    assert table.events("regains") == []


@proves("core.unit.destroyed")
def test_a_destroyed_model_has_no_wounds_and_is_aboard_nothing() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15 W=3 wounds=1", weapons={"a": ('gun: 24" Assault 1, S 9, AP -5, D 1',)})
    table.do(shoot, "a", answers=(AIM,), dice="hit 6 / wound 6")
    assert (table["b"].wounds, table["b"].alive, table["b"].on_table) == (0, False, False)


@proves("core.attack.inflict-damage")
def test_every_failed_save_counts_until_the_last_wound_is_gone() -> None:
    table = duel('gun: 24" Assault 3, S 4, AP -6, D D3', target="W=2")
    fire(table, "hit 6 6 6 / wound 6 6 6 / damage 1 / damage 2")  # the third has nothing left to hurt
    assert table.dead == ["b"]


@proves("core.attack.automatic-wounds")
def test_an_automatic_wound_alone_is_one_wound_and_no_more() -> None:
    table = duel('gun: 24" Assault 1, S 4, AP -6, D 1, automatic_wounds_on_six', target="W=3")
    fire(table, "hit 6")
    assert table["b"].wounds == 2


@proves("core.attack.automatic-wounds", "core.attack.wound-table")
def test_automatic_wounds_are_added_to_those_that_are_rolled() -> None:
    table = duel('gun: 24" Assault 4, S 4, AP -6, D 1, automatic_wounds_on_six', target="W=9")
    fire(table, "hit 6 6 5 5 / wound 6 1")
    assert table["b"].wounds == 9 - 2 - 1


@proves("core.attack.supercharge", "core.ability.explodes")
def test_who_dies_in_the_explosion_of_its_target_does_not_die_again_of_its_own_weapon() -> None:
    table = at(
        "blue Man a 7,15\nblue Man f 2,2\nred orks/deff-dread b 10,15 wounds=1",
        weapons={"a": ('gun: 24" Assault 2, S 16, AP -6, D 3, destroys_bearer_on_one',)},
    )
    table.do(shoot, "a", answers=(AIM,), dice="hit 1 / hit 6 / wound 6 / explodes 6 / mortal 1")
    assert table.dead == ["a", "b"]
    assert table.battle.destroyed_this_turn == (1, 1)


@proves("core.attack.ignore-wounds", "faction.cybork-body")
def test_the_last_wound_can_be_ignored_too() -> None:
    table = duel('gun: 24" Assault 1, S 4, AP -6, D 1', target="W=3 wounds=1 ignore=5")
    fire(table, "hit 6 / wound 6 / ignore 5")
    assert table["b"].wounds == 1


@proves("faction.first-rank-fire")
def test_only_lasguns_are_doubled_and_only_by_order() -> None:
    other = at("blue Man a 4,15\nred Man b 24,15", weapons={"a": ('gun: 24" Rapid Fire 1, S 3, AP 0, D 1',)})
    effect(other, "first-rank", "a")
    other.do(shoot, "a", answers=(AIM,), dice="hit 1")
    unordered = at(
        "blue Man a 4,15\nred Man b 24,15", weapons={"a": ('gun: 24" Rapid Fire 1, S 3, AP 0, D 1, lasgun',)}
    )
    unordered.do(shoot, "a", answers=(AIM,), dice="hit 1")
