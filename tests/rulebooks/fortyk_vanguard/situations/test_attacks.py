"""Attacks: situations worked out from the book by hand."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    AIM,
    HALF,
    SIXTH,
    TESLA,
    THIRD,
    TWO_THIRDS,
    chance,
    duel,
    fighting,
    gun_of,
    shot,
    some,
)
from vanguard.core.attacks.courses import Course
from vanguard.core.attacks.undertakings import Settled
from vanguard.core.dice import ScriptedDice
from vanguard.core.questions import Chance
from vanguard.rulebooks.fortyk_vanguard.attack_groups import AttackGroup
from vanguard.rulebooks.fortyk_vanguard.attacks import Damage, HitRoll, SaveRoll, WoundRoll
from vanguard.rulebooks.fortyk_vanguard.charge_phase import fire_overwatch
from vanguard.rulebooks.fortyk_vanguard.damage import suffer_mortal_wounds
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import aimed, shoot
from vanguard.rulebooks.fortyk_vanguard.state import ON_TABLE, RESERVE, Battle, Effect
from vanguard.rulebooks.fortyk_vanguard.table.messages import MESSAGES
from vanguard.rulebooks.fortyk_vanguard.targets import Shooter
from vanguard.testing import scripts

PLASMA = 'gun: 24" Assault 2, S 9, AP -5, D 1, destroys_bearer_on_one'


async def what_hits(battle: Battle, group: AttackGroup) -> tuple[int, int, bool]:
    """Dice for wounds, wounds without one, and whether the weapon will harm its bearer."""
    counted, sure = 0, 0
    course = Course(HitRoll(group, group.count))
    while not isinstance(course.todo[0], (WoundRoll, SaveRoll, Damage)):
        asked = course.asks(battle)
        if asked is None:
            await course.act(battle)
        else:
            course.answered(battle, asked.value if isinstance(asked, Settled) else await asked)
    wounds = course.todo[0]
    if isinstance(wounds, WoundRoll):
        counted, sure = wounds.count, wounds.besides
    return counted, sure, bool(battle.overheated)


def rolls(table: Table, rule: Any, *given: Any, answers: tuple[Any, ...] = (), dice: str = "") -> list[tuple[str, str]]:
    """What was rolled, each roll by its first word and its clause."""
    script = ScriptedDice(scripts.dice_script(dice))
    waiting, procedure, value = list(answers), rule(table.battle, *given), None
    found: list[tuple[str, str]] = []
    while True:
        try:
            question = procedure.send(value)
        except StopIteration:
            script.check_used_up()
            assert not waiting, f"never asked for: {waiting}"
            return found
        if isinstance(question, Chance):
            found.append((question.key.split()[0], question.clause))
            value = script.outcome(question, question.key)
        else:
            value = question.read(waiting.pop(0))[1]


@proves("core.attack.hit-roll", "core.dice.unmodified-result")
@pytest.mark.parametrize(
    ("more", "dice", "counted"),
    [
        ("", "hit 1 2 3 6", (2, 0, False)),
        (", extra_hits_on_six=2", "hit 1 2 3 6", (4, 0, False)),
        (", automatic_wounds_on_six", "hit 1 3 6 6", (1, 2, False)),
        (", destroys_bearer_on_one", "hit 1 1 3 6", (2, 0, True)),
        (", mortal_wound_to_bearer_on_one", "hit 1 2 3 6", (2, 0, True)),
    ],
)
@pytest.mark.parametrize("captain", [False, True])
def test_what_a_hit_roll_counts(more: str, dice: str, counted: tuple[int, int, bool], captain: bool) -> None:
    """Hits, sixes that wound by themselves, and ones where they matter; under a captain's eyes ones are twos by then."""
    who = "blue space-marines/captain c 4,18\nblue Man a 4,15 kw=CORE" if captain else "blue Man a 4,15 kw=CORE"
    table = at(f"{who}\nred Man b 14,15", weapons={"a": (f'gun: 24" Assault 4, S 4, AP 0, D 1{more}',)})
    shooter = Shooter(table.battle, table["a"])
    group = aimed(shooter, "gun", gun_of(table), table["b"], 4, shooter.base).made_now(table.battle)
    ones = dice.count("1")
    again = f" / hit-again {' '.join(['2'] * ones)}" if captain else ""
    assert table.do(what_hits, group, dice=dice + again) == (*counted[:2], not captain and counted[2])


@proves("core.attack.hit-roll", "core.overwatch.only-natural-sixes")
def test_a_hit_roll_is_rolled_by_its_own_rule_and_in_overwatch_by_that_of_overwatch() -> None:
    shot = rolls(duel(), shoot, "a", answers=(AIM,), dice="hit 1")
    assert shot == [("hit", "core.attack.hit-roll")]
    table = duel()
    watch = rolls(table, fire_overwatch, table["a"], table["b"], answers=(AIM,), dice="hit 5")
    assert watch == [("hit", "core.overwatch.only-natural-sixes")]


@proves("core.attack.hit-modifier-cap", "core.weapon.assault", "core.terrain.dense-cover")
def test_an_advance_and_a_wood_are_one_worse_together() -> None:
    table = shot("blue Man a 4,15 moved=advanced\nred Man b 14,15\nwoods 8,13,10,17", dice="hit 4 / wound 1")
    assert table.heard("hits", n=1)


@proves("core.attack.hit-modifier-cap", "faction.nightshroud", "faction.my-will-be-done")
@pytest.mark.parametrize("will", [True, False])
def test_two_worse_and_one_better_is_one_worse_like_two_worse(will: bool) -> None:
    """Advanced under a nightshroud: -2, capped; with My Will Be Done -1: BS 3+ needs a 4 either way."""
    table = at("blue Man a 4,15 moved=advanced\nred Man b 10,15")
    table.battle.effects = (Effect("nightshroud", "b", 1, "command", 1),)
    if will:
        table.battle.effects += (Effect("my-will-be-done", "a", 0, "command", 1),)
    table.do(shoot, "a", answers=(AIM,), dice="hit 3")


@proves("core.attack.wound-table", "core.stratagem.command-re-roll")
@pytest.mark.parametrize(("face", "asked"), [(3, True), (4, False)])
def test_a_wound_roll_that_fails_may_be_rolled_again_and_one_that_wounds_not(face: int, asked: bool) -> None:
    table = at("blue Man a 4,15\nred Man b 14,15 Sv=2", cp=(1, 0))
    answers = ("gun/gun>b", "keep") if asked else ("gun/gun>b",)
    table.do(shoot, "a", answers=answers, dice=f"hit 3 / wound {face}" + ("" if asked else " / save 6"))


@proves("core.attack.wound-table", "core.stratagem.command-re-roll")
@pytest.mark.parametrize(("face", "asked"), [(5, True), (6, False)])
def test_where_a_six_does_more_a_five_may_be_rolled_again_and_a_six_not(face: int, asked: bool) -> None:
    gun = {"a": ('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wounds_on_six=1',)}
    table = at("blue Man a 4,15\nred Man b 14,15 W=9 Sv=2", weapons=gun, cp=(1, 0))
    answers = ("gun/gun>b", "keep") if asked else ("gun/gun>b",)
    table.do(shoot, "a", answers=answers, dice=f"hit 3 / wound {face} / save 6")


@proves("core.attack.wound-table", "core.stratagem.command-re-roll")
def test_a_wound_that_might_have_been_a_six_can_be_rolled_again_only_where_a_six_does_more() -> None:
    plain = duel(cp=(1, 0), target="W=9 Sv=2")
    plain.do(shoot, "a", answers=(AIM, "keep"), dice="hit 1")  # a miss could have been a hit
    better = duel('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wounds_on_six=1', cp=(1, 0), target="W=9 Sv=2")
    question = better.ask(shoot, "a", answers=(AIM,), dice="hit 3 / wound 4")
    assert available(question) == ["keep", "re-roll-4"]
    enough = duel(cp=(1, 0), target="W=9 Sv=2")
    enough.do(shoot, "a", answers=(AIM,), dice="hit 3 / wound 4 / save 6")  # nobody is asked


@proves("core.attack.saving-throw", "core.terrain.light-cover", "faction.diminutive", "core.attack.wound-table")
def test_the_chance_of_a_bolt_at_a_gretchin_in_a_crater() -> None:
    """3+, S 4 against T 3: 3+. In the open AP -1 leaves no save; in a crater 7+ is 5+ with cover and Diminutive, 6+ with AP -1."""
    drawn = "blue space-marines/intercessors a 4,15 moved=normal\nred orks/gretchin b 24,15\n{}"
    hit_and_wound = TWO_THIRDS * TWO_THIRDS
    assert chance(at(drawn.format("")), "a", "bolt-rifle/bolt-rifle>b") == hit_and_wound
    crater = at(drawn.format("crater 22,13,26,17"))
    assert chance(crater, "a", "bolt-rifle/bolt-rifle>b") == hit_and_wound * Fraction(5, 6)


@proves("core.attack.invulnerable-save", "core.attack.saving-throw")
def test_a_saving_throw_is_rolled_by_the_rule_of_the_save_that_is_used() -> None:
    armour = rolls(duel(target="Sv=3 W=9"), shoot, "a", answers=(AIM,), dice="hit 6 / wound 6 / save 3")
    assert armour[-1] == ("save", "core.attack.saving-throw")
    field = rolls(duel(target="Sv=6 inv=4 W=9"), shoot, "a", answers=(AIM,), dice="hit 6 / wound 6 / save 4")
    assert field[-1] == ("save", "core.attack.invulnerable-save")


@proves("core.attack.inflict-damage", "core.attack.ignore-wounds")
def test_wounds_are_ignored_attack_by_attack_until_the_model_is_gone() -> None:
    """Two attacks of Damage 3 at two wounds: the first takes them, the second is lost with its dice."""
    gun = ('gun: 24" Assault 2, S 8, AP -5, D 3',)
    table = at("blue Man a 4,15\nred Man b 14,15 W=2 ignore=5", weapons={"a": gun})
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 6 6 / wound 6 6 / ignore 1 1 6")
    assert table.dead == ["b"]


@proves("core.attack.inflict-damage")
def test_a_melta_does_its_other_damage_within_half_range_and_saves_cost_nothing() -> None:
    gun = 'gun: 12" Assault 1, S 8, AP 0, D 1, damage_at_half_range=D3+1'
    for x, left, more in ((9, 6, " / damage 3"), (12, 8, "")):
        table = at(f"blue Man a 4,15\nred Man b {x},15 W=9 Sv=6", weapons={"a": (gun,)})
        table.do(shoot, "a", answers=(AIM,), dice="hit 6 / wound 6 / save 1" + more)
        assert table["b"].wounds == left
    saved = at("blue Man a 4,15\nred Man b 9,15 W=9 Sv=6", weapons={"a": (gun,)})
    saved.do(shoot, "a", answers=(AIM,), dice="hit 6 / wound 6 / save 6")
    assert saved["b"].wounds == 9
    assert not saved.events("loses")


@proves("core.attack.inflict-damage", "core.attack.damage-reduction")
@pytest.mark.parametrize(
    ("damage", "target", "dice", "told"),
    [
        ("D6", "Man b 12,15 W=9", " / damage 4", "Damage of gun: 4."),
        ("2", "Man b 12,15 W=9", "", ""),
        ("3", "space-marines/dreadnought b 14,15", "", "Damage of gun: 3, of which b suffers 2."),
        ("D3", "space-marines/dreadnought b 14,15", " / damage 6", "Damage of gun: 3, of which b suffers 2."),
        ("D3", "space-marines/dreadnought b 14,15", " / damage 1", "Damage of gun: 1."),
    ],
)
def test_the_log_says_what_damage_was_rolled_and_what_is_left_of_it(
    damage: str, target: str, dice: str, told: str
) -> None:
    gun = f'gun: 24" Assault 1, S 9, AP -5, D {damage}'
    table = shot(f"blue Man a 4,15\nred {target}", gun, dice=f"hit 6 / wound 6{dice}")
    events = [*table.events("damage"), *table.events("damage-reduced")]
    assert [event.sentence(MESSAGES) for event in events] == ([told] if told else [])


@proves("core.attack.inflict-damage", "core.dice.d6-and-d3", "core.attack.damage-reduction")
def test_the_chance_of_random_damage() -> None:
    """A krak grenade: 3+, 3+, saved on 4+ of 3+, two wounds by a D3 of 2 or 3. A lascannon at a Dreadnought with three
    wounds left: 3+, 3+, saved on 6, a D6 of 4 or more less 1."""
    krak = at("blue space-marines/intercessors a 4,15\nred space-marines/intercessors b 10,15")
    assert chance(krak, "a", "krak-grenades/krak-grenades>b") == TWO_THIRDS * TWO_THIRDS * HALF * TWO_THIRDS
    laser = at("blue space-marines/tactical-squad+lascannon a 4,15\nred space-marines/dreadnought b 20,15 wounds=3")
    assert chance(laser, "a", "lascannon/lascannon>b") == TWO_THIRDS * TWO_THIRDS * Fraction(5, 6) * HALF


@proves("core.attack.damage-reduction", "core.attack.inflict-damage")
def test_the_chance_of_two_lasers_at_a_worn_dreadnought() -> None:
    """Each: 3+, 3+, saved on 6: 10/27. A D6 less 1 but at least 1: four wounds by a 5 or 6 alone, or by 28 of 36 pairs."""
    table = at("blue space-marines/dreadnought+twin-lascannon a 4,15\nred space-marines/dreadnought b 30,15 wounds=4")
    one = Fraction(10, 27)
    expected = 2 * one * (1 - one) * THIRD + one * one * Fraction(28, 36)
    assert expected == Fraction(1720, 6561)
    assert chance(table, "a", "twin-lascannon/twin-lascannon>b") == expected


@proves("core.attack.mortal-wounds", "core.unit.destroyed")
def test_who_has_no_wounds_left_suffers_no_more() -> None:
    table = at("blue Man a 4,15\nred Man b 30,15")
    table["a"].wounds = 0  # it is about to be removed
    table.do(suffer_mortal_wounds, "a", 1, "core.attack.mortal-wounds")
    assert not table.battle.events


@proves("core.attack.mortal-wounds")
@pytest.mark.parametrize(("amount", "left"), [(0, 3), (1, 2), (2, 1), (5, 0)])
def test_every_mortal_wound_counts_even_a_single_one(amount: int, left: int) -> None:
    table = duel(target="W=3")
    table.do(suffer_mortal_wounds, "b", amount, "core.attack.mortal-wounds")
    assert table["b"].wounds == left
    assert len(table.events("mortal")) == (1 if amount else 0)


@proves("core.attack.mortal-wounds")
def test_who_is_not_on_the_battlefield_suffers_no_mortal_wounds() -> None:
    table = duel(target="W=3")
    table["b"].fate = RESERVE
    table.do(suffer_mortal_wounds, "b", 2, "core.attack.mortal-wounds")
    assert table["b"].wounds == 3
    assert not table.events("mortal")


@proves("core.attack.mortal-wounds-in-addition")
@pytest.mark.parametrize(("wounds", "dead"), [(1, ["b"]), (2, [])])
def test_the_mortal_wound_of_a_six_takes_the_last_wound_too(wounds: int, dead: list[str]) -> None:
    gun = ('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wounds_on_six=1',)
    table = at(f"blue Man a 4,15\nred Man b 14,15 W={wounds} Sv=2", weapons={"a": gun})
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 6 / wound 6 / save 6")
    assert table.dead == dead


@proves("core.attack.mortal-wounds-in-addition", "faction.reanimation-protocols")
def test_a_necron_that_falls_to_the_mortal_wound_of_a_shot_was_shot() -> None:
    gun = ('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wounds_on_six=1',)
    table = at("blue Man a 4,15\nred necrons/immortals b 14,15", weapons={"a": gun})
    table.do(shoot, "a", answers=("gun/gun>b", "b"), dice="hit 6 / wound 6 / save 6 / reanimation 5")
    assert table["b"].fate == ON_TABLE


@proves("core.attack.mortal-wounds-in-addition")
def test_nothing_is_added_to_damage_that_was_enough() -> None:
    gun = ('gun: 24" Assault 1, S 4, AP 0, D 1, mortal_wounds_on_six=1',)
    table = at("blue Man a 4,15\nred Man b 14,15", weapons={"a": gun})
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 6 / wound 6 / save 1")
    assert table.dead == ["b"]
    assert not table.events("mortal")


@proves("core.attack.mortal-wounds-in-addition", "core.attack.extra-hits", "core.attack.wound-table")
def test_extra_hits_are_rolled_with_the_others_and_each_six_to_wound_adds_its_mortal_wound() -> None:
    """A six to hit is three hits: with the other one four wound rolls, two of them sixes."""
    gun = 'gun: 24" Assault 2, S 4, AP 0, D 1, extra_hits_on_six=2, mortal_wounds_on_six=1'
    table = duel(gun, target="W=9 Sv=2")
    table.do(shoot, "a", answers=(AIM,), dice="hit 6 3 / wound 6 6 4 1 / save 6 6 6")
    assert table["b"].wounds == 7
    assert table.heard("mortal", n=2)


@proves("core.attack.mortal-wounds-in-addition", "core.attack.automatic-wounds")
def test_automatic_wounds_alone_add_no_mortal_wounds() -> None:
    gun = 'gun: 24" Assault 1, S 4, AP 0, D 1, automatic_wounds_on_six, mortal_wounds_on_six=1'
    table = duel(gun, target="W=9 Sv=7")
    table.do(shoot, "a", answers=(AIM,), dice="hit 6")
    assert table["b"].wounds == 8
    assert not table.events("mortal")


@proves("core.attack.extra-hits", "vanguard.split-fire.own-profile", "vanguard.split-fire.unused-attacks-are-lost")
def test_the_sparks_of_each_split_attack_stay_with_the_model_it_was_aimed_at() -> None:
    """Assault 2, one each; both sixes: three hits on b and three on c, whose one save spares a wound."""
    table = at("blue necrons/immortals+tesla-carbines a 4,15\nred Man b 12,15 W=3\nred Man c 12,17 W=3")
    dice = "hit 6 / wound 4 4 4 / save 1 1 1 / hit 6 / wound 4 4 4 / save 1 1 4"
    table.do(shoot, "a", answers=(f"{TESLA}b", {"b": 1, "c": 1}, "as-listed"), dice=dice)
    assert table.dead == ["b"]
    assert table["c"].wounds == 1


@proves("core.attack.extra-hits", "core.attack.mortal-wounds-in-addition")
def test_the_chance_of_sparks_and_of_snipers() -> None:
    """Tesla: three hits by a 6, one by 3 to 5, each wounds on 4+ past a save of 6. A sniper: a wound roll of 6 kills
    whatever is saved, 4 and 5 only past a save of 2+."""
    sparks = at("blue necrons/immortals+tesla-carbines a 4,15\nred orks/boyz b 15,15")
    kills = HALF * Fraction(5, 6)
    spared = THIRD + HALF * (1 - kills) + SIXTH * (1 - kills) ** 3
    assert chance(sparks, "a", "tesla-carbine/tesla-carbine>b") == 1 - spared**2
    sniper = at("blue astra-militarum/ratlings a 4,15\nred Man b 20,15 Sv=2")
    assert chance(sniper, "a", "sniper-rifle/sniper-rifle>b") == TWO_THIRDS * (THIRD * SIXTH + SIXTH)


@proves("core.attack.automatic-wounds", "faction.shock-assault", "core.fight.number-of-attacks")
def test_the_chance_of_blows() -> None:
    """Four bites on 4+, a 6 wounds, else 5+, saved on 3+. A charging Marine: one, one for his sword, one for the shock."""
    bites = fighting(
        "blue necrons/scarab-swarms a 10,15\nblue Man x 30,5\nred space-marines/intercessors b 11.5,15 wounds=1\nred Man y 31,5",
        turn=1,
    )
    assert chance(bites, "a") == some((SIXTH + THIRD * THIRD) * THIRD, 4)
    charge_home = fighting(
        "blue space-marines/assault-squad a 10,15 did=charged\nblue Man x 30,5 did=charged\nred orks/boyz b 11.3,15\nred Man y 31,5"
    )
    assert chance(charge_home, "a") == some(TWO_THIRDS * THIRD, 3)


@proves("core.attack.supercharge", "faction.rites-of-battle", "core.dice.unmodified-result")
def test_a_one_rolled_again_under_a_captains_eyes_does_not_burn_the_plasma_gunner() -> None:
    table = at(
        "blue space-marines/captain c 4,18\nblue space-marines/tactical-squad+plasma-gun a 4,15\nred Man b 10,15"
    )
    aim = next(key for key in available(table.ask(shoot, "a")) if "supercharge" in key)
    table.do(shoot, "a", answers=(aim,), dice="hit 1 / hit-again 3 / wound 1 / hit 4 / wound 1")
    assert not table.dead


@proves("core.attack.supercharge", "core.shoot.lost-attacks", "core.attack.hit-roll")
@pytest.mark.parametrize(
    ("dice", "dead"),
    [
        ("hit 3 / wound 2", ["b"]),  # the second attack is lost, and with it its hit roll
        ("hit 2 / hit 1", ["a"]),
        ("hit 1 / hit 3 / wound 2", ["a", "b"]),
        ("hit 3 / wound 1 / hit 1", ["a"]),
    ],
)
def test_a_gunner_who_has_felled_his_target_runs_no_further_risk(dice: str, dead: list[str]) -> None:
    table = at("blue Man a 4,15\nblue Man x 2,2\nred Man b 12,15\nred Man y 40,25", weapons={"a": (PLASMA,)})
    table.do(shoot, "a", answers=(AIM,), dice=dice)
    assert table.dead == dead


@proves("core.attack.supercharge", "core.attack.hit-roll")
def test_the_chance_that_a_gunner_burns_at_a_man_he_may_fell_first() -> None:
    """A 1 first: 1/6. No 1 and b still alive, 5/6 less 2/3 x 5/6 = 5/18, then a 1: 5/108. Together 23/108, not 11/36."""
    table = at("blue Man a 4,15\nblue Man x 2,2\nred Man b 12,15\nred Man y 40,25", weapons={"a": (PLASMA,)})
    assert Fraction(23, 108) == chance(table, "a", AIM, of=1)


@proves("core.attack.supercharge", "core.weapon.rapid-fire", "vanguard.morale.trigger")
def test_an_overheating_gunner_fires_both_shots_and_is_a_loss_of_his_own_army() -> None:
    table = at("blue space-marines/tactical-squad+plasma-gun a 4,15\nred Man b 12,15 W=3\nblue Man x 2,2")
    table.do(shoot, "a", answers=("plasma-gun/plasma-gun-supercharge>b",), dice="hit 1 / hit 3 / wound 2")
    assert table.dead == ["a"]
    assert table["b"].wounds == 1
    assert table.battle.destroyed_this_turn == (1, 0)


@proves("core.attack.supercharge", "faction.rites-of-battle", "core.dice.reroll-once")
def test_the_chance_that_a_gunner_beside_a_captain_burns() -> None:
    """A one is rolled again: 1/36 a shot. The target cannot die, so both shots are made."""
    gunner = "blue space-marines/tactical-squad/trooper+plasma-gun a 4,15\nblue space-marines/captain c 4,18\n"
    table = at(gunner + "red Man b 12,15 W=20")
    assert chance(table, "a", "plasma-gun/plasma-gun-supercharge>b", of=1) == 1 - Fraction(35, 36) ** 2
