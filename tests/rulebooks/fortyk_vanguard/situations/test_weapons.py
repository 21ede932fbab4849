"""Weapons: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    AIM,
    BOLT,
    FAR,
    HALF,
    SIXTH,
    THIRD,
    TWO_THIRDS,
    Y,
    chance,
    charging,
    gun_of,
    shot,
    some,
)
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge, fire_overwatch
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import allocate, shoot
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED
from vanguard.rulebooks.fortyk_vanguard.targets import Shooter

HEAVY = 'gun: 24" Heavy 1, S 4, AP 0, D 1'
BLASTA = "kustom-mega-blasta/kustom-mega-blasta"


@proves("core.weapon.heavy", "core.shoot.big-guns-heavy-penalty")
@pytest.mark.parametrize(
    ("who", "enemy", "gun", "hits"),
    [
        ("kw=VEHICLE not=INFANTRY moved=normal", "14,15", HEAVY, 1),
        ("moved=arrived", "14,15", HEAVY, 0),
        ("moved=normal", "14,15", 'gun: 24" Assault 1, S 4, AP 0, D 1', 1),
        ("did=disembarked", "14,15", HEAVY, 0),
        ("kw=VEHICLE not=INFANTRY", "5.5,15", HEAVY, 0),
        ("kw=MONSTER not=INFANTRY", "5.5,15", 'gun: 24" Assault 1, S 4, AP 0, D 1', 1),
    ],
)
def test_heavy_weapons_mind_moved_infantry_and_vehicles_in_combat(who: str, enemy: str, gun: str, hits: int) -> None:
    dice = "hit 3 / wound 1" if hits else "hit 3"
    assert shot(f"blue Man a 4,15 {who}\nred Man b {enemy}", gun, dice=dice).heard("hits", n=hits)


@proves("core.weapon.heavy", "core.move.repositioned", "faction.da-jump")
def test_who_was_made_to_jump_fires_its_rokkit_less_well() -> None:
    table = at("blue orks/boyz+rokkit-launcha a 4,15 did=repositioned\nred Man b 20,15")
    table.do(shoot, "a", answers=("rokkit-launcha/rokkit-launcha>b",), dice="attacks 1 / hit 5")
    assert table.heard("hits", n=0)


@proves("core.weapon.heavy", "faction.slabshield")
def test_the_chance_of_a_heavy_bolter_on_the_move_at_a_slabshield() -> None:
    """3+ is 4+; S 5 against T 5: 4+; 4+ with 2 more is 2+, with AP -1 it is 3+; 2 Damage are the 2 wounds left."""
    drawn = "blue space-marines/tactical-squad+heavy-bolter a 4,15 moved=normal"
    table = at(f"{drawn}\nred astra-militarum/bullgryns b 24,15 wounds=2\n{Y}")
    assert some(HALF * HALF * THIRD, 3) == chance(table, "a", "heavy-bolter/heavy-bolter>b")


@proves("core.weapon.rapid-fire")
@pytest.mark.parametrize(("x", "dice"), [(17, "hit 1 1"), (17.01, "hit 1")])
def test_exactly_half_the_range_doubles_rapid_fire(x: float, dice: str) -> None:
    shot(f"blue Man a 4,15\nred Man b {x},15", 'gun: 24" Rapid Fire 1, S 4, AP 0, D 1', dice=dice)


@proves("core.weapon.rapid-fire", "core.attack.supercharge")
def test_the_chance_of_a_supercharge_at_a_marine() -> None:
    """3+, S 8 against T 4: 2+, AP -3 leaves 3+ a 6; two shots within 12", each enough."""
    one = TWO_THIRDS * Fraction(5, 6) * Fraction(5, 6)
    table = at(f"blue space-marines/tactical-squad+plasma-gun a 4,15\nred space-marines/intercessors b 15,15\n{Y}")
    assert some(one, 2) == chance(table, "a", "plasma-gun/plasma-gun-supercharge>b")


@proves("core.weapon.rapid-fire", "core.attack.wound-table", "core.attack.saving-throw", "faction.bolter-discipline")
def test_the_chance_of_bolts_at_a_boy() -> None:
    """3+ to hit, S 4 against T 5: 5+, no save at AP -1; twice at half range, or where the shooter stood still."""
    one = TWO_THIRDS * THIRD
    drawn = "blue space-marines/intercessors a 4,15 {}\nred orks/boyz b {},15"
    assert chance(at(drawn.format("moved=normal", 20.2)), "a", BOLT) == some(one, 2)
    assert chance(at(drawn.format("moved=normal", 20.3)), "a", BOLT) == one
    assert chance(at(drawn.format("", 30)), "a", BOLT) == some(one, 2)


@proves("core.weapon.grenade", "core.shoot.no-shooting-while-engaged", "core.move.advance-restrictions")
def test_no_grenade_is_thrown_in_combat_nor_after_an_advance() -> None:
    engaged = at("blue space-marines/intercessors a 10,15\nred Man b 11.5,15")
    clause = "core.shoot.no-shooting-while-engaged"
    assert clause in why_not(engaged.ask(shoot, "a"), "krak-grenades/krak-grenades>b")
    advanced = at("blue space-marines/captain a 10,15 moved=advanced\nred Man b 14,15")
    question = advanced.ask(shoot, "a")
    assert "core.move.advance-restrictions" in why_not(question, "krak-grenades/krak-grenades>b")
    assert "core.move.advance-restrictions" in why_not(question, "bolt-pistol/bolt-pistol>b")


@proves("core.weapon.pistol-or-others", "vanguard.split-fire.each-weapon-separately", "core.weapon.grenade")
def test_a_boss_fires_both_sluggas_at_two_enemies_and_nothing_else() -> None:
    table = at("blue orks/warboss a 4,15\nred Man b 12,15 W=9\nred Man c 4,23 W=9")
    second = table.ask(shoot, "a", answers=("slugga/slugga>b",))
    assert available(second) == ["slugga-2/slugga>b", "slugga-2/slugga>c", "hold-fire"]
    assert "core.weapon.pistol-or-others" in why_not(second, "kustom-shoota/kustom-shoota>b")
    assert "core.weapon.grenade" in why_not(second, "stikkbombs/stikkbombs>b")
    answers = ("slugga/slugga>b", "slugga-2/slugga>c", "as-listed")
    table.do(shoot, "a", answers=answers, dice="hit 5 / wound 4 / save 1 / hit 4")
    assert (table["b"].wounds, table["c"].wounds) == (8, 9)


@proves("core.weapon.pistol-or-others", "core.shoot.declare-all-targets-first")
def test_the_first_weapon_and_further_ones_are_asked_for_by_their_own_rules() -> None:
    guns = {"a": ('gun: 24" Assault 1, S 4, AP 0, D 1', 'rifle: 24" Assault 1, S 4, AP 0, D 1')}
    table = at("blue Man a 4,15\nred Man b 10,15", weapons=guns)
    assert table.ask(shoot, "a").clause == "core.shoot.declare-all-targets-first"
    assert table.ask(shoot, "a", answers=(AIM,)).clause == "core.weapon.pistol-or-others"


@proves("core.weapon.blast-minimum-three")
@pytest.mark.parametrize(("face", "raised"), [(1, True), (2, True), (3, False), (4, False)])
def test_only_fewer_than_three_attacks_on_six_models_become_three(face: int, raised: bool) -> None:
    rows = [f"red Man b{i} {14 + i % 3 * 1.1},{15 + i // 3 * 1.1}" for i in range(6)]
    cannon = ('gun: 36" Heavy D6, S 4, AP 0, D 1, blast',)
    table = at("\n".join(["blue Man a 4,15", *rows]), weapons={"a": cannon})
    group = table.do(
        lambda battle: allocate(battle, Shooter(battle, battle["a"]), "gun", gun_of(table), battle["b1"]),
        answers=({f"b{i}": 1 if i in (0, 2, 3)[: max(face, 3) - 1] else 0 for i in (0, 2, 3, 4, 5)},),
        dice=f"attacks {face}",
    )
    assert sum([it.count for it in group]) == max(face, 3)
    assert bool(table.events("blast-least")) is raised


@proves("core.weapon.one-use", "core.overwatch.range-and-sight")
def test_a_weapon_of_one_use_is_spent_in_overwatch_too() -> None:
    rocket = 'gun: 24" Assault 1, S 4, AP 0, D 1, once_per_battle'
    table = charging("blue Man a 4,15\nred Man b 10,15", weapons={"b": (rocket,)})
    table.do(fire_overwatch, table["b"], table["a"], answers=("gun/gun>a",), dice="hit 5")
    assert table["b"].used_up == ("gun",)


@proves("core.weapon.one-use")
def test_a_weapon_with_one_rocket_keeps_its_other_shots() -> None:
    launcher = 'launcher rocket: 24" Heavy 1, S 8, AP 0, D 1, once_per_battle | slug: 24" Heavy 1, S 4, AP 0, D 1'
    table = at("blue Man a 4,15\nred Man b 14,15", weapons={"a": (launcher,)})
    table["a"].used_up = ("launcher",)
    assert available(table.ask(shoot, "a")) == ["launcher/launcher-slug>b", "hold-fire"]


@proves("core.weapon.automatic-hits", "core.shoot.number-of-attacks")
def test_the_chance_of_flames_at_a_gretchin() -> None:
    """Each flame kills with 2/3; one to six of them."""
    table = at("blue space-marines/tactical-squad/trooper+flamer a 4,15\nred orks/gretchin b 12,15")
    spared = sum([THIRD**count for count in range(1, 7)], Fraction(0)) / 6
    assert chance(table, "a", "flamer/flamer>b") == 1 - spared


@proves("core.weapon.automatic-hits", "core.shoot.big-guns-heavy-penalty")
def test_a_heavy_flamer_in_combat_hits_all_the_same() -> None:
    table = at("blue astra-militarum/armoured-sentinel+heavy-flamer a 10,15\nred Man b 12.5,15 W=3")
    aim = next(key for key in available(table.ask(shoot, "a")) if "flamer" in key)
    table.do(shoot, "a", answers=(aim,), dice="attacks 2 / wound 1 1")


@proves("weapon.melta", "faction.duty-eternal")
@pytest.mark.parametrize(("x", "damage"), [(11.8, HALF), (12, SIXTH)])
def test_the_chance_of_a_melta_at_a_dreadnought(x: float, damage: Fraction) -> None:
    """Five wounds left: D6+2 less one needs a 4, D6 less one a 6. At exactly half range it is near."""
    drawn = "blue space-marines/tactical-squad/trooper+meltagun a 4,15\nred space-marines/dreadnought b {},15 wounds=5"
    table = at(drawn.format(x))
    assert chance(table, "a", "meltagun/meltagun>b") == TWO_THIRDS * TWO_THIRDS * damage


@proves("weapon.hit-modifier", "core.attack.invulnerable-save", "core.attack.excess-damage-lost")
def test_the_chance_of_a_klaw_at_a_terminator() -> None:
    """4+, 2+, and 5+ to save by armour or shield: 5/18 a blow, two of three are needed for three wounds at two each."""
    one = HALF * Fraction(5, 6) * TWO_THIRDS
    drawn = "blue orks/boyz/leader+power-klaw a 10,15\nred space-marines/terminators b 11.9,15\nblue Man c 30,15\nred Man d 31.5,15"
    assert chance(at(drawn, phase="fight", turn=1), "a") == 3 * one**2 * (1 - one) + one**3


@proves("weapon.only-if-stationary", "core.overwatch.range-and-sight")
def test_a_weapon_for_those_who_stood_still_is_shot_in_overwatch_even_after_a_move() -> None:
    guns = {"a": ('gun: 24" Heavy 1, S 4, AP 0, D 1, only_if_stationary',)}
    table = at("blue Man a 4,15 moved=normal\nred Man b 10,15", weapons=guns)
    assert "[weapon.only-if-stationary]" in why_not(table.ask(shoot, "a"), AIM)
    table.do(fire_overwatch, table["a"], table["b"], answers=(AIM,), dice="hit 5")


@proves("weapon.mortal-wound-to-bearer", "core.charge.success", "core.ability.explodes")
def test_a_charge_goes_on_at_the_other_target_when_one_dies_of_its_own_overwatch() -> None:
    drawn = (
        "blue Man a 4,15 W=99\nred orks/deff-dread+kustom-mega-blasta b 9,15 wounds=1\nred Man c 9,17.2\nred Man z 40,2"
    )
    table = charging(drawn, cp=(0, 1))
    answers = ("b", "c", "b", f"{BLASTA}>a", "hold-fire", [[8, 17]])
    table.do(charge, table["a"], answers=answers, dice="attacks 1 / hit 1 / explodes 1 / charge 2 3")
    assert table.dead == ["b"]
    assert table["a"].did(CHARGED)


@proves("weapon.mortal-wound-to-bearer", "core.ability.explodes")
def test_a_dread_on_its_last_wound_blows_itself_up_with_its_blasta() -> None:
    table = at(f"blue orks/deff-dread+kustom-mega-blasta a 4,15 wounds=1\n{FAR}\nred Man b 14,15 W=9")
    table.do(shoot, "a", answers=(f"{BLASTA}>b", "hold-fire"), dice="attacks 1 / hit 1 / explodes 1")
    assert table.dead == ["a"]


@proves("weapon.mortal-wound-to-bearer", "core.shoot.big-guns-other-targets")
def test_a_mega_blasta_whose_attacks_are_lost_burns_nobody() -> None:
    table = at("blue orks/deff-dread+kustom-mega-blasta a 10,15\nred Man b 12.5,15\nred Man c 20,15")
    aim = next(key for key in available(table.ask(shoot, "a")) if "blasta" in key and key.endswith("c"))
    table.do(shoot, "a", answers=(aim, "hold-fire"), dice="attacks 3")
    assert table["a"].wounds == 8
    assert table.heard("attacks-lost", target="c")


@proves("weapon.sniper", "faction.diminutive", "core.terrain.light-cover")
def test_the_chance_of_a_sniper_at_a_gretchin_in_a_crater() -> None:
    """3+; S 4 against T 3: on 3, 4 and 5 it saves on 5+ (7 - 1 - 1), on a 6 the mortal wound does it anyway."""
    one = TWO_THIRDS * (HALF * TWO_THIRDS + SIXTH)
    table = at(f"blue astra-militarum/ratlings a 4,15\nred orks/gretchin b 20,15\n{Y}\ncrater 19,13,21,17")
    assert one == chance(table, "a", "sniper-rifle/sniper-rifle>b")
