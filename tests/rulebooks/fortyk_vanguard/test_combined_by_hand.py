"""Two or three special rules at a time, worked out by hand from the book before the engine was asked; and their chances as fractions."""

from fractions import Fraction

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_by_hand import AIM, after_losses, charging, fighting, moving
from tests.rulebooks.fortyk_vanguard.test_worked_by_hand import HALF, SIXTH, THIRD, TWO_THIRDS, chance, some
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, next_to_fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, Effect
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import harbingers

SURE = 'gun: 24" Assault 1, S 9, AP -5, D 1'
TESLA = "tesla-carbine/tesla-carbine>"


def under(table: Table, *effects: Effect) -> Table:
    table.battle.effects = effects
    return table


# -- hits -------------------------------------------------------------------------------------------------------------------------------


@proves("core.attack.extra-hits", "vanguard.split-fire.own-profile", "vanguard.split-fire.unused-attacks-are-lost")
def test_the_sparks_of_each_split_attack_stay_with_the_model_it_was_aimed_at() -> None:
    """Assault 2, one each; both sixes: three hits on b and three on c, whose one save spares a wound."""
    table = at("blue necrons/immortals+tesla-carbines a 4,15\nred Man b 12,15 W=3\nred Man c 12,17 W=3")
    dice = "hit 6 / wound 4 4 4 / save 1 1 1 / hit 6 / wound 4 4 4 / save 1 1 4"
    table.do(shoot, "a", answers=(f"{TESLA}b", {"b": 1, "c": 1}, "as-listed"), dice=dice)
    assert table.dead == ["b"]
    assert table["c"].wounds == 1


@proves("faction.my-will-be-done", "core.overwatch.only-natural-sixes", "core.attack.extra-hits")
def test_the_overlords_will_makes_no_five_hit_in_overwatch_and_a_six_still_sparks() -> None:
    table = charging("blue Man a 4,15 W=9\nred necrons/immortals+tesla-carbines b 10,15", cp=(0, 1))
    under(table, Effect("my-will-be-done", "b", 1, "command", 1))
    table.do(charge, table["a"], answers=("b", "b", f"{TESLA}a"), dice="hit 5 6 / wound 1 1 1 / charge 1 1")
    assert table["a"].wounds == 9


@proves("faction.rites-of-battle", "faction.withering-gaze", "core.dice.reroll-once")
@pytest.mark.parametrize(("dice", "hits"), [("1 / hit-again 3", 0), ("1 / hit-again 4 / wound 1", 1), ("3", 0)])
def test_a_one_is_rolled_again_before_the_gaze_takes_one_away(dice: str, hits: int) -> None:
    """BS 3+ under a Withering Gaze: a 3 is no 1 and stays; whatever the second roll shows, one is taken from it."""
    table = at(
        "blue space-marines/captain c 4,18\nblue space-marines/intercessors a 4,15 moved=normal\nred Man b 30,15"
    )
    under(table, Effect("withering-gaze", "a", 1, "psychic", 1))
    table.do(shoot, "a", answers=("bolt-rifle/bolt-rifle>b",), dice=f"hit {dice}")
    assert table.heard("hits", n=hits)


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


@proves("core.weapon.heavy", "core.move.repositioned", "faction.da-jump")
def test_who_was_made_to_jump_fires_its_rokkit_less_well() -> None:
    table = at("blue orks/boyz+rokkit-launcha a 4,15 did=repositioned\nred Man b 20,15")
    table.do(shoot, "a", answers=("rokkit-launcha/rokkit-launcha>b",), dice="attacks 1 / hit 5")
    assert table.heard("hits", n=0)


@proves("faction.jabbin-fingerz", "core.weapon.heavy", "core.attack.hit-modifier-cap", "faction.take-aim")
def test_jabbed_moved_and_taking_aim_is_one_worse_and_ones_again() -> None:
    """BS 3+, -2 is -1: a 4 hits; the 1 is rolled again."""
    table = at(
        "blue Man a 4,15 moved=normal\nred Man b 12,15 W=9", weapons={"a": ('gun: 24" Heavy 2, S 4, AP 0, D 1',)}
    )
    under(table, Effect("jabbin-fingerz", "a", 1, "psychic", 1), Effect("take-aim", "a", 0, "charge"))
    table.do(shoot, "a", answers=(AIM,), dice="hit 1 3 / hit-again 4 / wound 1")
    assert table.heard("hits", n=1)


@proves("core.shoot.big-guns-other-targets", "core.shoot.big-guns-heavy-penalty", "core.shoot.resolve-target-by-target")
def test_a_walker_that_clears_its_combat_first_fires_on_without_the_penalty() -> None:
    """At whom it fights 3+ less 1: a 4. With nobody left beside it a 3 hits the other; first fired there it would be lost."""
    guns = ('gun: 24" Heavy 1, S 9, AP -5, D 1', 'cannon: 24" Heavy 1, S 9, AP -5, D 1')
    drawn = "blue Man a 10,15 kw=VEHICLE not=INFANTRY\nred Man b 11.5,15\nred Man c 20,15"
    table = at(drawn, weapons={"a": guns})
    table.do(shoot, "a", answers=(AIM, "cannon/cannon>c", "as-listed"), dice="hit 4 / wound 2 / hit 3 / wound 2")
    assert table.dead == ["b", "c"]
    missed = at(drawn, weapons={"a": guns})
    missed.do(shoot, "a", answers=(AIM, "cannon/cannon>c", "as-listed"), dice="hit 3")
    assert missed.dead == []
    assert missed.heard("attacks-lost", target="c")


@proves("faction.bolter-discipline", "core.weapon.rapid-fire")
@pytest.mark.parametrize(
    ("who", "x", "shots"),
    [
        ("dreadnought a 4,15", 20, 2),  # no INFANTRY
        ("dreadnought a 4,15", 17.6, 4),  # 12" between bases of 60 mm and 1"
        ("terminators a 4,15 moved=normal", 20, 4),
        ("terminators a 4,15 moved=arrived", 28, 4),
    ],
)
def test_whose_storm_bolter_fires_four_times(who: str, x: float, shots: int) -> None:
    table = at(f"blue space-marines/{who}\nred Man b {x},15 W=9")
    answers = ("storm-bolter/storm-bolter>b", *(("hold-fire",) if "dreadnought" in who else ()))
    table.do(shoot, "a", answers=answers, dice="hit" + " 1" * shots)


# -- strength, saves and damage ---------------------------------------------------------------------------------------------------------


@proves(
    "core.profile.modify-characteristics", "faction.fists-of-gork", "core.profile.weapon-strength", "faction.warboss"
)
def test_fists_of_gork_are_added_after_the_klaw_has_doubled() -> None:
    """6 x 2 + 2 = 14 against T 8: 3+, not 2+. 5 + 2 attacks; unwieldy and his own aura cancel: 2+."""
    table = fighting("blue orks/warboss+power-klaw a 10,15\nred Man b 11.5,15 T=8 W=9")
    under(table, Effect("fists-of-gork", "a", 0, "psychic", 2))
    table.do(fight, table["a"], answers=("no", "no"), dice="hit 2 2 2 2 2 2 1 / wound 2 2 2 2 2 3")
    assert table["b"].wounds == 7


@proves("core.profile.modify-characteristics", "faction.hallowed-fury", "core.profile.weapon-strength")
def test_hallowed_fury_is_added_after_the_fist_has_doubled() -> None:
    """4 x 2 + 1 = 9 against T 5: 3+; three attacks on 4+."""
    table = fighting("blue space-marines/terminators a 10,15\nred Man b 11.5,15 T=5 W=9")
    under(table, Effect("hallowed-fury", "a", 0, "psychic", 1))
    table.do(fight, table["a"], answers=("no", "no"), dice="hit 4 4 3 / wound 2 3")
    assert table["b"].wounds == 7


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


@proves("faction.cybork-body", "core.attack.mortal-wounds-in-addition", "core.attack.ignore-wounds")
@pytest.mark.parametrize(
    ("dice", "left"),
    [
        ("save 4 / ignore 5", 6),  # the bullet is saved, its mortal wound ignored
        ("save 4 / ignore 4", 5),
        ("save 3 / ignore 5 / ignore 1", 5),  # one die for the bullet, one for the mortal wound
        ("save 3 / ignore 4 / ignore 4", 4),
    ],
)
def test_a_cybork_boss_ignores_bullet_and_mortal_wound_one_by_one(dice: str, left: int) -> None:
    table = at("blue Man a 4,15\nred orks/warboss+cybork-body b 20,15",
               weapons={"a": ('gun: 36" Heavy 1, S 4, AP 0, D 1, ignores_look_out_sir, mortal_wounds_on_six=1',)})  # fmt: skip
    table.do(shoot, "a", answers=(AIM,), dice=f"hit 6 / wound 6 / {dice}")
    assert table["b"].wounds == left


@proves("faction.duty-eternal", "vanguard.split-fire.per-attack-effects-use-own-target", "core.attack.damage-reduction")
@pytest.mark.parametrize(("x", "left"), [(11, 6), (13, 7)])
def test_a_melta_at_a_dreadnought_near_and_far(x: float, left: int) -> None:
    """A damage roll of 1: 1 + 2 - 1 at half range, and 1 - 1 but at least 1 beyond."""
    table = at(f"blue space-marines/tactical-squad+meltagun a 4,15\nred space-marines/dreadnought b {x},15")
    table.do(shoot, "a", answers=("meltagun/meltagun>b",), dice="hit 3 / wound 3 / damage 1")
    assert table["b"].wounds == left


@proves("faction.ramshackle", "core.profile.modify-characteristics", "faction.hallowed-fury")
@pytest.mark.parametrize(("fury", "left"), [(False, 9), (True, 8)])
def test_an_eviscerator_blessed_beyond_strength_seven_is_not_softened(fury: bool, left: int) -> None:
    """4 + 3 = 7 costs a Trukk 2 - 1; 4 + 1 + 3 = 8 costs it 2."""
    table = fighting("blue space-marines/assault-squad+eviscerator a 10,15\nred orks/trukk b 12.8,15")
    if fury:
        under(table, Effect("hallowed-fury", "a", 0, "psychic", 1))
    table.do(fight, table["a"], answers=("no", "no"), dice="hit 4 1 / wound 3" if fury else "hit 4 / wound 3")
    assert table["b"].wounds == left


@proves("core.attack.supercharge", "core.weapon.rapid-fire", "vanguard.morale.trigger")
def test_an_overheating_gunner_fires_both_shots_and_is_a_loss_of_his_own_army() -> None:
    table = at("blue space-marines/tactical-squad+plasma-gun a 4,15\nred Man b 12,15 W=3\nblue Man x 2,2")
    table.do(shoot, "a", answers=("plasma-gun/plasma-gun-supercharge>b",), dice="hit 1 / hit 3 / wound 2")
    assert table.dead == ["a"]
    assert table["b"].wounds == 1
    assert table.battle.destroyed_this_turn == (1, 0)


# -- who may be shot at -----------------------------------------------------------------------------------------------------------------


@proves("vanguard.look-out-sir.characters-can-screen", "vanguard.look-out-sir.screen-within-two-inches")
@pytest.mark.parametrize(("x", "screened"), [(18.46, True), (18.48, False)])
def test_a_trukk_screens_a_boss_exactly_two_inches_behind_it(x: float, screened: bool) -> None:
    """Discs of 1.675" and 0.787": 2 + 2.462 between centres; who rides in it screens nobody."""
    table = at(f"blue Man a 4,15\nred orks/trukk t 14,15\nred orks/boyz p 0,0 in=t\nred orks/warboss b {x},15")
    question = table.ask(shoot, "a")
    assert ("vanguard.look-out-sir.cannot-target" in why_not(question, AIM)) is screened


@proves(
    "vanguard.blast.victims", "vanguard.look-out-sir.blast-may-allocate", "vanguard.split-fire.each-weapon-separately"
)
def test_a_frag_missile_catches_the_boss_whom_no_bolt_may_find() -> None:
    """Boy at 14, boss 2" behind him: the frag takes both, krak and split bolts take the boy alone."""
    drawn = "blue Man a 4,15\nred orks/boyz b 14,15\nred orks/warboss w 17.4,15"
    launcher = {"a": ('launcher frag: 48" Heavy 3, S 4, AP 0, D 1, blast | krak: 48" Heavy 2, S 8, AP -2, D 1',)}
    table = at(drawn, weapons=launcher)
    question = table.ask(shoot, "a")
    assert "launcher/launcher-krak>b" in available(question)
    assert "vanguard.look-out-sir.cannot-target" in why_not(question, "launcher/launcher-krak>w")
    table.do(shoot, "a", answers=("launcher/launcher-frag>b", "as-listed"), dice="hit 3 1 / wound 1 / hit 3 / wound 1")
    assert {event.values["target"] for event in table.events("hits")} == {"b", "w"}


@proves("faction.harbinger-of-destruction", "core.terrain.obscuring", "core.concept.within")
@pytest.mark.parametrize(("x", "struck"), [(29.28, "b"), (29.3, "")])
def test_a_harbinger_strikes_the_closest_it_sees_within_twenty_four_inches(x: float, struck: str) -> None:
    """Bases of 40 mm and 1": 24 + 1.287. The nearer one stands behind a ruin."""
    table = at(f"blue necrons/plasmancer a 4,15\nred Man b {x},15 W=9\nred Man c 12,25 W=9\nruin 6,18,14,22")
    table.do(harbingers, dice="harbinger 4 3 6" if struck else "")
    assert (table["b"].wounds, table["c"].wounds) == ((7, 9) if struck else (9, 9))


# -- moves and charges ------------------------------------------------------------------------------------------------------------------


@proves("faction.relentless-march", "core.move.advance", "core.terrain.difficult-ground")
def test_a_warrior_advances_under_its_lord_through_a_crater() -> None:
    """5 + 1 + 4 - 2."""
    table = moving("blue necrons/overlord o 4,12\nblue necrons/warriors a 4,15\nred Man b 30,15\ncrater 6,10,7,20")
    question = table.ask(move_model, table["a"], answers=("advance",), dice="advance 4")
    assert question.read([[12, 15]])
    assert "core.terrain.difficult-ground" in refusal(question, [[12.01, 15]])


@proves("faction.waaagh", "faction.full-throttle", "faction.ere-we-go", "core.charge.fly")
def test_a_stormboy_throttles_lives_and_charges_in_the_waaagh() -> None:
    """He advanced 18"; the charge of 3 is rolled again for nothing and comes to 9 over the head of another boy."""
    table = charging("blue orks/stormboyz a 10,15 moved=advanced\nblue Man f 13,15\nred Man b 19.1,15")
    under(table, Effect("waaagh", "", 0, "command", 2))
    table.do(charge, table["a"], answers=("b", "re-roll", [[17.9, 15]]), dice="charge 1 2 / charge-again 4 5")
    assert table["a"].did(CHARGED)


@proves("faction.waaagh", "weapon.extra-attacks", "faction.warboss")
def test_a_boss_in_the_waaagh_strikes_six_times_and_his_squig_twice() -> None:
    table = fighting("blue orks/warboss+attack-squig a 10,15\nred Man b 11.5,15 W=9")
    under(table, Effect("waaagh", "", 0, "command", 2))
    table.do(fight, table["a"], answers=("no", "as-listed", "no"), dice="hit 1 1 1 1 1 1 / hit 1 1")


@proves("faction.shock-assault", "faction.hallowed-fury", "weapon.extra-attacks")
def test_a_charging_sergeant_in_hallowed_fury_counts_every_bonus_once() -> None:
    """2, one for the shock though he charged and was charged, one for the fury, one for the chainsword; S 5 against T 4: 3+."""
    drawn = "blue space-marines/assault-squad/leader a 10,15 did=charged,was-charged\nred Man b 11.4,15 W=9"
    table = under(fighting(drawn), Effect("hallowed-fury", "a", 0, "psychic", 1))
    table.do(fight, table["a"], answers=("no", "no"), dice="hit 3 3 3 3 3 / wound 3 2 2 2 2 / save 5")
    assert table["b"].wounds == 9, "4+ and AP -1: a 5 saves"


@proves(
    "faction.quicksilver-veteran", "faction.mask-of-dread", "core.fight.first-and-last-cancel", "core.fight.alternate"
)
def test_a_quick_veteran_in_dread_waits_for_the_normal_group() -> None:
    """Blue's turn, nobody charged: unmasked he strikes first of all; in dread the other player begins with whom he likes."""
    drawn = (
        "blue necrons/overlord o 10,15\nred space-marines/assault-squad/leader+quicksilver-veteran s 12,15{}\n"
        "red Man d 10,16.6"
    )
    quick = fighting(drawn.format(""))
    quick.do(next_to_fight, answers=("no", "no"), dice="hit 1 1 1")
    assert [event.values["who"] for event in quick.events("hits")] == ["s"]
    dread = fighting(drawn.format(" did=last"))
    assert set(available(dread.ask(next_to_fight))) == {"s", "d"}


@proves("core.terrain.set-to-defend", "core.terrain.heavy-cover", "core.fight.chargers-first")
def test_a_defender_behind_a_barricade_hits_better_but_saves_no_better_against_the_charge() -> None:
    """b set to defend: WS 3+ hits on 2. The charger's blow meets 4+, a later one of another 3+."""
    table = fighting(
        "blue Man a 10.3,15 did=charged\nblue Man c 10.3,16.1\nred Man b 12,15 W=9 did=defends\nbarricade 10.8,10,11.2,20"
    )
    table.do(fight, table["a"], answers=("no",) * 2, dice="hit 6 / wound 6 / save 3")
    assert table["b"].wounds == 8
    table.do(fight, table["b"], answers=("no", {"blade>a": 1, "blade>c": 0}, "no"), dice="hit 2 / wound 1")
    table.do(fight, table["c"], answers=("no",) * 2, dice="hit 6 / wound 6 / save 3")
    assert table["b"].wounds == 8


@proves("core.fight.pile-in", "core.terrain.unstable-position")
def test_a_fighter_a_step_from_a_barricade_may_pile_in_up_to_it() -> None:
    """Only 0.3" are free before the barricade, and its top bears nobody: a shorter step than usual, but a step closer."""
    table = fighting("blue Man a 10,15\nred Man b 12,15 W=9\nbarricade 10.8,10,11.2,20")
    question = table.ask(fight, table["a"], answers=("yes",))
    assert question.read([[10.3, 15]])
    assert question.read([[10.1, 15]])
    assert "core.terrain.unstable-position" in refusal(question, [[10.4, 15]])


@proves("core.fight.pile-in", "core.terrain.defence-line", "core.fight.who-attacks")
def test_a_charger_that_piles_in_against_a_barricade_strikes_across_it() -> None:
    """b is 1.6" off and within an inch of the barricade: in contact with it a strikes at 2"."""
    table = fighting("blue Man a 10,15 did=charged\nred Man b 12.6,15 W=9\nbarricade 10.8,10,11.2,20")
    table.do(fight, table["a"], answers=("yes", [[10.3, 15]], "no"), dice="hit 6 / wound 6 / save 1")
    assert table["b"].wounds == 8


@proves("core.fight.pile-in", "core.move.path")
def test_a_fighter_wedged_between_friends_may_still_pile_in_the_last_bit() -> None:
    """Friends left and right of the way let it go 0.265" forward: sqrt(1 - 0.55 x 0.55) before the line between them."""
    table = fighting("blue Man a 10,15\nblue Man f 11.1,15.55\nblue Man g 11.1,14.45\nred Man b 11.95,15 W=9")
    question = table.ask(fight, table["a"], answers=("yes",))
    assert question.read([[10.26, 15]])
    assert "core.move.path" in refusal(question, [[10.28, 15]])


# -- morale -----------------------------------------------------------------------------------------------------------------------------


@proves(
    "faction.and-they-shall-know-no-fear",
    "faction.cowardly",
    "faction.mental-fortitude",
    "vanguard.morale.combat-attrition-army-wide",
)
def test_attrition_asks_each_model_by_what_it_is() -> None:
    """Below half: a Gretchin flees on 3 or less, a man on 2 or less, a Marine on 1, whom a power holds on nothing."""
    table = after_losses(
        "blue space-marines/intercessors m 2,5\nblue orks/gretchin g 4,5\nblue Man p 6,5\nblue Man h 8,5\nblue Man x 10,5",
        9, 14,
    )  # fmt: skip
    under(table, Effect("mental-fortitude", "h", 0, "psychic", 1))
    table.do(morale_of, 0, answers=("x",), dice="morale 6 / attrition 4 / attrition 3 / attrition 2")
    assert table.dead == ["x"]


# -- chances by fractions ---------------------------------------------------------------------------------------------------------------


@proves("core.attack.damage-reduction", "core.attack.inflict-damage")
def test_the_chance_of_two_lasers_at_a_worn_dreadnought() -> None:
    """Each: 3+, 3+, saved on 6: 10/27. A D6 less 1 but at least 1: four wounds by a 5 or 6 alone, or by 28 of 36 pairs."""
    table = at("blue space-marines/dreadnought+twin-lascannon a 4,15\nred space-marines/dreadnought b 30,15 wounds=4")
    one = Fraction(10, 27)
    expected = 2 * one * (1 - one) * THIRD + one * one * Fraction(28, 36)
    assert expected == Fraction(1720, 6561)
    assert chance(table, "a", "twin-lascannon/twin-lascannon>b") == expected


@proves("faction.cybork-body", "core.attack.mortal-wounds-in-addition", "core.attack.ignore-wounds")
def test_the_chance_of_a_sniper_at_a_cybork_boss_on_his_last_wound() -> None:
    """3+; a 5 wounds past a save of 4+ and one die of 5+; a 6 leaves 2/3 when saved and 8/9 when not: 10/81."""
    table = at("blue astra-militarum/ratlings a 4,15\nred orks/warboss+cybork-body b 20,15 wounds=1")
    five, six = HALF * TWO_THIRDS, HALF * Fraction(8, 9) + HALF * TWO_THIRDS
    assert TWO_THIRDS * (SIXTH * five + SIXTH * six) == Fraction(10, 81)
    assert chance(table, "a", "sniper-rifle/sniper-rifle>b") == Fraction(10, 81)


@proves("faction.my-will-be-done", "core.attack.extra-hits", "core.attack.hit-extremes")
def test_the_chance_of_sparks_by_the_overlords_will() -> None:
    """2 to 5 hit once, a 6 three times, a 1 never; each hit wounds on 4+ past a save of 6."""
    table = at("blue necrons/immortals+tesla-carbines a 4,15\nred orks/boyz b 15,15")
    under(table, Effect("my-will-be-done", "a", 0, "command", 1))
    miss = 1 - HALF * Fraction(5, 6)
    spared = SIXTH + TWO_THIRDS * miss + SIXTH * miss**3
    assert chance(table, "a", f"{TESLA}b") == 1 - spared**2


@proves("faction.take-aim", "faction.nightshroud", "core.weapon.rapid-fire")
def test_the_chance_of_aimed_lasguns_at_a_shrouded_man() -> None:
    """4+ less 1, ones again: 1/3 + 1/18; 4+ to wound, saved on 5+; twice at half range."""
    table = at("blue astra-militarum/infantry-squad a 4,15\nred astra-militarum/infantry-squad b 14,15")
    under(table, Effect("take-aim", "a", 0, "charge"), Effect("nightshroud", "b", 1, "command", 1))
    one = (THIRD + SIXTH * THIRD) * HALF * TWO_THIRDS
    assert chance(table, "a", "lasgun/lasgun>b") == some(one, 2)


@proves("vanguard.blast.repeat-in-rounds", "vanguard.blast.attack-count")
def test_the_chance_of_a_plasma_cannon_at_two_men() -> None:
    """A D3: one, one or two of them are the first one's; 3+, 2+, no save."""
    table = at(
        "blue space-marines/tactical-squad+plasma-cannon a 4,15\nred astra-militarum/infantry-squad b 20,15\n"
        "red astra-militarum/infantry-squad c 21.5,15"
    )
    one = TWO_THIRDS * Fraction(5, 6)
    assert chance(table, "a", "plasma-cannon/plasma-cannon>b") == (2 * one + some(one, 2)) / 3


@proves("faction.hardwired-for-destruction", "faction.my-will-be-done", "weapon.extra-attacks")
def test_the_chance_of_a_destroyers_blows_by_the_overlords_will() -> None:
    """Four blows: 2+ and ones again are 35/36; 4+, no save."""
    table = fighting(
        "blue necrons/skorpekh-destroyers a 10,15\nblue Man x 30,5\nred orks/boyz b 11.9,15\nred Man y 31,5", turn=1
    )
    under(table, Effect("my-will-be-done", "a", 0, "command", 1))
    assert chance(table, "a") == some(Fraction(35, 36) * HALF, 4)


@proves("faction.rites-of-battle", "faction.shock-assault")
def test_the_chance_of_an_eviscerator_under_a_captains_eyes() -> None:
    """One and one for the charge: 3+ less 1 with ones again is 7/12; S 7 against T 5: 3+; no save."""
    table = fighting(
        "blue space-marines/assault-squad+eviscerator a 10,15 did=charged\nblue space-marines/captain c 10,18\n"
        "blue Man x 30,5 did=charged\nred orks/boyz b 11.3,15\nred Man y 31,5"
    )
    assert chance(table, "a") == some(Fraction(7, 12) * TWO_THIRDS, 2)


@proves("core.psychic.smite", "faction.cybork-body", "core.attack.ignore-wounds")
def test_the_chance_of_a_smite_at_a_cybork_boss_on_his_last_wound() -> None:
    """Each mortal wound is ignored on 5+: 68/81 by a D3 after 5 to 10, 2005/2187 by a D6 after 11 and 12."""
    table = at("blue space-marines/librarian a 4,15\nred orks/warboss+cybork-body b 13,15 wounds=1", phase="psychic")
    few = sum([1 - THIRD**n for n in (1, 2, 3)]) / 3
    many = sum([1 - THIRD**n for n in range(1, 7)]) / 6
    assert (few, many) == (Fraction(68, 81), Fraction(2005, 2187))
    assert chance(table, "a", "smite") == Fraction(27, 36) * few + Fraction(3, 36) * many
