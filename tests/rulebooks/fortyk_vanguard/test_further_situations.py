"""More situations worked out by hand from the book: what happens between two halves of something else, and what is not asked."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, refusal
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_by_hand import AIM, cast, charging, fighting, moving, shot
from tests.rulebooks.fortyk_vanguard.test_muster import roster
from tests.rulebooks.fortyk_vanguard.test_worked_by_hand import HALF, SIXTH, THIRD, TWO_THIRDS, chance, keep_if
from vanguard.core.content import Shelf
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge
from vanguard.rulebooks.fortyk_vanguard.content.army_list import BOOK
from vanguard.rulebooks.fortyk_vanguard.content.content import ABILITIES, CONTENT, FACTIONS, POWERS, WEAPONS, content
from vanguard.rulebooks.fortyk_vanguard.engagement import enemies_to_strike, is_engaged
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, next_to_fight
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model
from vanguard.rulebooks.fortyk_vanguard.odds.trials import threats
from vanguard.rulebooks.fortyk_vanguard.reanimation import stand_up
from vanguard.rulebooks.fortyk_vanguard.reinforcements import next_to_arrive
from vanguard.rulebooks.fortyk_vanguard.setup import deploy_next, place_marker
from vanguard.rulebooks.fortyk_vanguard.special_rules import extra_attacks, move_of, rerolls_hit_ones
from vanguard.rulebooks.fortyk_vanguard.state import DESTROYED, FOUGHT, NORMAL_MOVE, STATIONARY, WAITING, Battle
from vanguard.rulebooks.fortyk_vanguard.terrain import has_light_cover
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import harbingers

SNIPER = 'gun: 36" Heavy 1, S 4, AP 0, D 1, mortal_wounds_on_six=1'
AXE = "axe: Melee, S 9, AP -5, D 9"
BURNING = 'gun: 24" Assault 1, S 4, AP 0, D 1, destroys_bearer_on_one'

# -- what cannot help is not asked -------------------------------------------------------------------------------------------------


@proves("core.stratagem.command-re-roll", "weapon.sniper", "core.attack.mortal-wounds-in-addition")
@pytest.mark.parametrize(
    ("target", "dice", "asked"),
    [
        ("W=1", "6 / save 1", False),  # the mortal wound takes what is left, saved or not
        ("W=3 wounds=1", "6 / save 1", False),
        ("W=1", "5 / save 1", True),
        ("W=2", "6 / save 1", True),
        ("W=1 ignore=5", "6 / save 1 / ignore 6 / ignore 1", True),
    ],
)
def test_a_save_is_not_rolled_again_from_which_the_mortal_wound_kills_anyway(
    target: str, dice: str, asked: bool
) -> None:
    answers = (AIM, *keep_if(asked))
    shot(f"blue Man a 4,15\nred Man b 12,15 {target}", SNIPER, dice=f"hit 6 / wound {dice}", answers=answers, cp=(0, 1))


@proves("core.stratagem.command-re-roll", "core.psychic.smite")
@pytest.mark.parametrize(
    ("target", "asked"), [("W=1", False), ("W=4 wounds=1", False), ("W=2", True), ("W=1 ignore=5", True)]
)
def test_a_smite_that_kills_anyway_is_not_tested_again_to_be_stronger(target: str, asked: bool) -> None:
    ignored = " / ignore 1" if "ignore" in target else ""
    table = at(f"blue space-marines/librarian a 4,15\nred Man b 12,15 {target}", phase="psychic", cp=(1, 0))
    cast(table, "smite", *keep_if(asked), dice=f"psychic 3 4 / mortal 2{ignored}")


@proves("core.psychic.deny", "faction.psychic-hood")
@pytest.mark.parametrize(("x", "asked"), [(20, False), (12, True)])
def test_a_power_that_no_roll_could_deny_is_not_asked_about(x: int, asked: bool) -> None:
    """Twelve with its Perils survived: thirteen would be needed, which only a hood could reach."""
    drawn = f"blue orks/weirdboy a 4,15\nred space-marines/librarian b {x},15\nred Man c 9,18"
    table = at(drawn, phase="psychic")
    cast(table, "smite", *(("no",) if asked else ()), dice="psychic 6 6 / perils 1 / mortal 6")
    assert table.dead == ["c"]


A_CHARGER = "blue Man a 10,15 did=charged\nred Man b 11.5,15 W=9\nred Man d 21.5,15 W=9\nred Man m 31.5,15 W=9\n"


@proves("core.stratagem.counter-offensive", "core.fight.chargers-first")
@pytest.mark.parametrize(
    ("more", "offered"),
    [
        ("blue Man c 20,15 did=charged", []),  # the last of its side: it fights next by right
        ("blue Man c 20,15 did=charged\nblue Man e 30,15 did=charged", []),  # both chargers fight before any enemy
        ("blue Man c 20,15 did=charged\nblue Man n 30,15", ["no", "c", "n"]),  # n would have to wait for the enemy
        ("blue Man n 20,15\nblue Man o 30,15", ["no", "n", "o"]),  # two in a row
        ("blue Man n 20,15", []),
    ],
)
def test_a_counter_is_offered_only_where_it_changes_the_order(more: str, offered: list[str]) -> None:
    """b has interrupted after a; now blue could."""
    table = fighting(A_CHARGER + more, cp=(2, 0))
    table["a"].flags |= FOUGHT
    table["b"].flags |= FOUGHT
    table.battle.fight_turns = (0, 0, -1)
    table.battle.counter = 0
    question = table.ask(next_to_fight, answers=())
    keys = available(question) if question.clause == "core.stratagem.counter-offensive" else []
    assert keys == offered


# -- moving ------------------------------------------------------------------------------------------------------------------------


@proves("core.move.what-counts-as-moved", "core.transport.embark")
@pytest.mark.parametrize(
    ("way", "moved", "answers"),
    [([[10, 15]], False, ()), ([[11, 15], [10, 15]], True, ("t",)), ([[11, 15], [10.001, 15]], True, ("t",))],
)
def test_who_goes_there_and_back_has_moved_and_may_embark(
    way: list[list[float]], moved: bool, answers: tuple[str, ...]
) -> None:
    table = moving("blue orks/boyz a 10,15\nblue orks/trukk t 10,18\nred Man b 40,2")
    table.do(move_model, table["a"], answers=("normal", way, *answers))
    assert table["a"].moved == (NORMAL_MOVE if moved else STATIONARY)
    assert table["a"].on_table is not moved


@proves("core.profile.dash", "core.fight.who-attacks")
def test_who_has_no_weapon_skill_closes_in_and_strikes_nobody() -> None:
    table = fighting("blue Man a 10,15 WS=0\nred Man b 11.8,15")
    table.do(fight, table["a"], answers=("yes", [[10.5, 15]], "no"))
    assert table["a"].did(FOUGHT)


# -- into and out of a wreck ---------------------------------------------------------------------------------------------------


@proves("core.transport.embark-limits", "core.transport.destroyed")
def test_who_is_thrown_out_of_one_trukk_does_not_get_into_another_in_the_same_phase() -> None:
    drawn = """
        blue orks/trukk t 10,15 wounds=1
        blue orks/boyz p 0,0 in=t
        blue orks/trukk u 18,15
        red  Man b 10,17.7
    """
    table = moving(drawn, cp=(0, 1))
    dice = "cut 6 / explodes 1 / wreck 6"
    table.do(move_model, table["t"], answers=("fall-back", "yes", [[12.5, 13.2]]), dice=dice)
    table.do(move_model, table["p"], answers=("normal", [[14.5, 13.4]]))
    assert table["p"].on_table


@proves("core.move.climb")
def test_who_cannot_get_round_terrain_in_time_is_told_how_long_the_way_is() -> None:
    """A hill 12" high: nobody climbs it for less than the way round."""
    table = moving("blue Man a 4,15 M=5\nred Man b 40,2\nhill 5,12,6,18 height=12")
    question = table.ask(move_model, table["a"], answers=("normal",))
    told = refusal(question, [[7.2, 15]])
    assert "the way round it costs" in told
    assert "climbing" not in told


@proves("core.terrain.obstacle-cover", "core.concept.measuring")
@pytest.mark.parametrize(("x", "covered"), [(12.8, True), (12.9, False)])
def test_who_stands_on_a_container_measures_down_to_the_barricade(x: float, covered: bool) -> None:
    """Its top is an inch below: 2.8" away in plan are 2.97, 2.9" are 3.07."""
    table = at(f"blue Man a 4,15\nred Man b {x + 0.5},15,2\nbarricade 9,12,10,18\ncontainer 10.1,13,16,17")
    assert has_light_cover(table.battle, table["a"].base, table["b"]) is covered


@proves("core.terrain.defence-line", "core.concept.measuring")
@pytest.mark.parametrize(("beyond", "strikes"), [(0.75, True), (0.85, False)])
def test_from_a_container_an_inch_to_a_barricade_is_measured_down_to_its_top(beyond: float, strikes: bool) -> None:
    """0.6" above it: 0.75" in plan are 0.96, 0.85" are 1.04. The two are more than 1" and less than 2" apart."""
    drawn = (
        f"blue Man a 8.4,15\nred Man b {9.7 + beyond},15,1.6\nbarricade 9,12,9.2,18\ncontainer 9.25,13,14,17 height=1.6"
    )
    table = at(drawn, phase="fight")
    assert bool(enemies_to_strike(table.battle, table["b"])) is strikes


# -- standing up ------------------------------------------------------------------------------------------------------------------


@proves("faction.reanimation-place", "core.terrain.defence-line", "core.fight.consolidate")
def test_who_fell_across_a_barricade_stands_up_out_of_combat_though_its_slayer_has_come_closer() -> None:
    """1.45" apart it was struck, not engaged. Two dice lie in the pool; when the other falls there are enough."""
    drawn = """
        blue Man a 9.9,15 A=1
        blue Man d 10,20 A=1
        red  necrons/skorpekh-destroyers b 12.834,15
        red  necrons/skorpekh-destroyers c 12.3,20
        barricade 10.9,13,11.1,16.5
    """
    table = fighting(drawn, weapons={"a": (AXE,), "d": (AXE,)})
    assert not is_engaged(table.battle, table["b"])
    answers = ("no", "yes", [[10.39, 15]])
    dice = "hit 6 / wound 6 / reanimation 5 5 1"
    table.do(fight, table["a"], answers=answers, dice=dice)
    assert table.dead == ["b"]
    table.do(fight, table["d"], answers=("no", "b", "no"), dice="hit 6 / wound 6 / reanimation 5 1 1")
    assert table.dead == ["c"]
    assert not is_engaged(table.battle, table["b"])


@proves("faction.reanimation-place", "core.concept.measuring")
@pytest.mark.parametrize(("hole", "stands"), [(1.262, (12.93, 15.34)), (1.25, None), (2.0, (12.93, 15.34))])
def test_a_fallen_immortal_finds_the_one_place_that_just_fits(hole: float, stands: tuple[float, float] | None) -> None:
    """Barricades all round but for a square 2.9" away, which holds a base of 32 mm: 1.26 inches."""
    x, y = 12.3, 14.71
    around = f"""
        barricade 4,5,{x},26
        barricade {x + hole},5,22,26
        barricade {x},{y + hole},{x + hole},26
        barricade {x},5,{x + hole},{y}
    """
    table = at(f"blue Man a 40,4\nred necrons/immortals b 14,27\n{around}")
    table["b"].fate = DESTROYED
    table["b"].base = table["b"].base.at(10, 15, 0)
    stand_up(table.battle, table["b"])
    place = table["b"].base.centre
    assert (place == stands) if stands else not (5 < place[1] < 26 and 4 < place[0] < 22)


@proves("faction.reanimation-place")
def test_it_stands_up_in_contact_with_whoever_has_taken_its_place() -> None:
    """A friend stands 0.3" beside where it fell: 1.13" lie between the centres of two bases in contact."""
    table = at("blue Man a 40,4\nred necrons/immortals b 14,27\nred Man c 10.3,15")
    table["b"].fate = DESTROYED
    table["b"].base = table["b"].base.at(10, 15, 0)
    stand_up(table.battle, table["b"])
    assert table["b"].base.centre == pytest.approx((9.17, 15), abs=0.002)


# -- when the battle is over -------------------------------------------------------------------------------------------------------


@proves("core.mission.battle-ends", "core.attack.supercharge", "core.charge.roll")
def test_no_charge_is_rolled_for_when_overwatch_has_burnt_the_last_enemy() -> None:
    table = charging("blue Man a 4,15\nred Man b 10,15", weapons={"b": (BURNING,)}, cp=(0, 1))
    table.do(charge, table["a"], answers=("b", "b", "gun/gun>a"), dice="hit 1")
    assert table.dead == ["b"]


# -- mustering ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("armies", "names"),
    [
        (("orks-mob", "orks-warboss"), ["Blue Boy 1", "Red Boy 1"]),  # different lists of one faction
        (("orks-mob", "guard-line"), ["Boy 1"]),
    ],
)
def test_no_two_models_of_a_battle_have_the_same_name(armies: tuple[str, str], names: list[str]) -> None:
    battle = rulebook.new(Setup("only-war", "refinery", tuple(content().armies[key].roster.plain() for key in armies)))
    assert isinstance(battle, Battle)
    found = [model.name for model in battle.models]
    assert len(set(found)) == len(found)
    assert [name for name in found if name.endswith("Boy 1")] == names


@pytest.mark.parametrize(
    ("squad", "told"),
    [
        (
            "1 x Infantry Squad: mortar team, without Guard Sergeant",
            "1 model of Infantry Squad has no two men for a team",
        ),
        (
            "2 x Infantry Squad: mortar team",
            "2 models of Infantry Squad have no two men for a team besides Guard Sergeant",
        ),
    ],
)
def test_a_team_without_its_two_men_is_one_fault(squad: str, told: str) -> None:
    faults = BOOK.legality(roster("astra-militarum", squad), 200).sentences()
    assert faults == [f"{told} [muster.options-in-order]"]


# -- setting up --------------------------------------------------------------------------------------------------------------------


@proves("core.mission.objective-markers")
def test_a_fourth_marker_is_placed_though_only_a_corner_is_left_for_it() -> None:
    """Between the third marker and two edges lies a strip a fifth of an inch wide."""
    table = at("blue Man a 1,1\nred Man b 40,2", phase="markers")
    table.battle.setter = 0
    table.battle.markers = ((35.437, 13.915), (24.883, 15.992))
    table.do(place_marker, answers=([[13.206, 14.578]],))
    assert table.battle.phase == "markers"
    question = table.ask(place_marker)
    assert question.candidates()
    assert question.read([[6.79, 23.2]])


@proves("core.mission.deploy-alternately", "core.mission.slay-the-warlord")
def test_a_tank_for_which_its_zone_has_no_room_left_is_lost_and_the_deployment_goes_on() -> None:
    """Men 4" apart leave no place for a hull of 4.7"; a man more still finds one."""
    rows = [f"red Man r{i}{j} {36 + 4 * i},{2 + 4 * j}" for i in range(2) for j in range(7)]
    drawn = "\n".join(["blue Man a 1,1", *rows, "red astra-militarum/leman-russ t 22,15 +warlord", "red Man m 22,20"])
    table = at(drawn, phase="deployment", turn=1, round_=0)
    table.battle.setter = 1
    for key in ("t", "m"):
        table[key].fate = WAITING
    table.do(deploy_next, answers=("t",))
    assert table.dead == ["t"]
    table.battle.setter = 1
    table.do(deploy_next, answers=("m", [[34.6, 4]]))
    assert table["m"].on_table


# -- cards of one's own ------------------------------------------------------------------------------------------------------------


UNIT = """
name = "Strangers"
keyword = "STRANGERS"
summary = "Nobody knows them."

[units.stranger]
name = "Stranger"
model = "Stranger"
role = "troops"
size = [1, 5]
points = 20
look = "trooper"
base_mm = 32
height = 1.3
keywords = ["INFANTRY"]
profile = { M = 6, WS = "3+", BS = "3+", S = 4, T = 4, W = 2, A = "2", Ld = 7, Sv = "3+" }
abilities = [ABILITY]
options = [{ name = "cyborg", abilities = ["cybork-body"] }]
"""


@pytest.mark.parametrize(
    ("ability", "field"),
    [
        ("ramshackle", "damage_reduction"), ("duty-eternal", "damage_reduction"), ("diminutive", "cover_bonus"),
        ("slabshield", "save_bonus"), ("brute-shield", "invulnerable"), ("explodes", "explosion"), ("open-topped", "capacity"),
    ],
)  # fmt: skip
def test_an_ability_that_is_a_number_of_the_card_wants_that_number(tmp_path: Path, ability: str, field: str) -> None:
    (tmp_path / "strangers.toml").write_text(UNIT.replace("ABILITY", f'"{ability}"'), encoding="utf-8")
    faults = Shelf(CONTENT).faults_of(FACTIONS, tmp_path / "strangers.toml")
    assert [(fault.entry, fault.field) for fault in faults] == [("Stranger", field), ("Stranger", "ignore_wounds")]


def test_abilities_and_powers_that_no_rule_knows_are_refused(tmp_path: Path) -> None:
    (tmp_path / "abilities.toml").write_text(
        '[fury]\nname = "Fury"\nrule = "shock-asault"\ntext = "Strikes."\n[stealth]\nname = "Stealth"\ntext = "Hides."\n',
        encoding="utf-8",
    )
    told = [str(fault) for fault in Shelf(CONTENT).faults_of(ABILITIES, tmp_path / "abilities.toml")]
    assert "did you mean shock-assault?" in told[0]
    assert "stealth" in told[1]
    power = '[gaze]\nname = "Gaze"\nwarp_charge = 6\nreach = 18\non = "enemy"\ntext = "Gazes."\n'
    (tmp_path / "powers.toml").write_text(power, encoding="utf-8")
    assert len(Shelf(CONTENT).faults_of(POWERS, tmp_path / "powers.toml")) == 1


@pytest.mark.parametrize(
    "line",
    [
        'type = "Melee", once_per_battle = true', 'type = "Melee", damage_at_half_range = "D6+2"',
        'type = "Rapid Fire 2", range = 24, blast = true', 'type = "Dakka 3/2", range = 24, blast = true',
    ],
)  # fmt: skip
def test_a_weapon_says_nothing_that_no_rule_would_heed(tmp_path: Path, line: str) -> None:
    text = f'[gun]\nname = "Gun"\nprofiles = [{{ {line}, S = "4", AP = 0, D = "1" }}]\n'
    (tmp_path / "weapons.toml").write_text(text, encoding="utf-8")
    assert len(Shelf(CONTENT).faults_of(WEAPONS, tmp_path / "weapons.toml")) == 1


def printed(table: Table, key: str, rule: str, **numbers: float) -> None:
    """An ability of this rule with other numbers on the card of a model."""
    profile = table[key].profile
    profile.abilities = tuple([replace(it, **numbers) if it.rule == rule else it for it in profile.abilities])


@proves(
    "faction.shock-assault", "faction.full-throttle", "faction.harbinger-of-destruction", "faction.relentless-march"
)
def test_abilities_have_the_numbers_and_reaches_printed_on_the_card() -> None:
    table = at(
        "blue Man a 4,15 rules=shock-assault did=charged kw=CORE\nred Man b 12,15 W=9\nblue Man m 12,17 rules=relentless-march"
    )
    assert (extra_attacks(table.battle, table["a"]), move_of(table.battle, table["a"])) == (1, 6)
    printed(table, "a", "shock-assault", number=2)
    printed(table, "m", "relentless-march", number=3, reach=8)
    assert (extra_attacks(table.battle, table["a"]), move_of(table.battle, table["a"])) == (2, 9)
    storm = at("blue Man a 4,15 rules=harbinger-of-destruction\nred Man b 12,15 W=9", phase="reinforcements")
    printed(storm, "a", "harbinger-of-destruction", number=2)
    storm.do(harbingers, dice="harbinger 4 4")
    assert storm["b"].wounds == 7
    rush = moving("blue Man a 4,15 rules=full-throttle\nred Man b 40,2")
    printed(rush, "a", "full-throttle", number=8)
    rush.do(move_model, rush["a"], answers=("advance", [[18, 15]]), dice="throttle 1")
    reserve = at("blue Man a reserve rules=deep-strike\nred Man b 40,2", phase="reinforcements")
    printed(reserve, "a", "deep-strike", reach=6)
    reserve.do(next_to_arrive, answers=("a", [[32.9, 2]]))


@proves("core.transport.embarked-inert", "faction.rites-of-battle")
def test_no_aura_reaches_into_a_transport() -> None:
    """Where a passenger last stood, a captain stands now."""
    drawn = "blue orks/trukk t 20,15\nblue space-marines/intercessors p 4,4 in=t\nblue space-marines/captain c 4,6\nred Man b 30,15"
    table = at(drawn)
    assert not rerolls_hit_ones(table.battle, table["p"])


@proves("core.transport.open-topped")
@pytest.mark.parametrize(("carrier", "count"), [("orks/trukk", 2), ("Man", 1)])
def test_who_looks_out_of_a_trukk_threatens_too(carrier: str, count: int) -> None:
    """Its own gun, and that of a passenger if it is open-topped; who stands inside anything else shoots nobody."""
    drawn = f"blue Man a 20,15\nred {carrier} t 10,15\nred Man p 0,0 in=t"
    assert len(threats(at(drawn).battle, "a", (18, 15))) == count


# -- exact chances ----------------------------------------------------------------------------------------------------------------


@proves("weapon.hit-modifier", "core.attack.invulnerable-save", "core.attack.excess-damage-lost")
def test_the_chance_of_a_klaw_at_a_terminator() -> None:
    """4+, 2+, and 5+ to save by armour or shield: 5/18 a blow, two of three are needed for three wounds at two each."""
    one = HALF * Fraction(5, 6) * TWO_THIRDS
    drawn = "blue orks/boyz/leader+power-klaw a 10,15\nred space-marines/terminators b 11.9,15\nblue Man c 30,15\nred Man d 31.5,15"
    assert chance(at(drawn, phase="fight", turn=1), "a") == 3 * one**2 * (1 - one) + one**3


@proves("core.weapon.automatic-hits", "core.shoot.number-of-attacks")
def test_the_chance_of_flames_at_a_gretchin() -> None:
    """Each flame kills with 2/3; one to six of them."""
    table = at("blue space-marines/tactical-squad/trooper+flamer a 4,15\nred orks/gretchin b 12,15")
    spared = sum([THIRD**count for count in range(1, 7)], Fraction(0)) / 6
    assert chance(table, "a", "flamer/flamer>b") == 1 - spared


@proves("weapon.melta", "faction.duty-eternal")
@pytest.mark.parametrize(("x", "damage"), [(11.8, HALF), (12, SIXTH)])
def test_the_chance_of_a_melta_at_a_dreadnought(x: float, damage: Fraction) -> None:
    """Five wounds left: D6+2 less one needs a 4, D6 less one a 6. At exactly half range it is near."""
    drawn = "blue space-marines/tactical-squad/trooper+meltagun a 4,15\nred space-marines/dreadnought b {},15 wounds=5"
    table = at(drawn.format(x))
    assert chance(table, "a", "meltagun/meltagun>b") == TWO_THIRDS * TWO_THIRDS * damage


@proves("core.attack.supercharge", "faction.rites-of-battle", "core.dice.reroll-once")
def test_the_chance_that_a_gunner_beside_a_captain_burns() -> None:
    """A one is rolled again: 1/36 a shot. The target cannot die, so both shots are made."""
    gunner = "blue space-marines/tactical-squad/trooper+plasma-gun a 4,15\nblue space-marines/captain c 4,18\n"
    table = at(gunner + "red Man b 12,15 W=20")
    assert chance(table, "a", "plasma-gun/plasma-gun-supercharge>b", of=1) == 1 - Fraction(35, 36) ** 2


@proves("core.stratagem.cut-them-down")
def test_the_chance_of_cutting_down() -> None:
    drawn = "blue Man a 10,15\nred Man b 11.5,15\nred Man c 10,16.5\nred Man d 10,13.5"
    table = at(drawn, phase="movement", cp=(0, 1))
    assert chance(table, "a", "fall-back", "yes") == 1 - Fraction(5, 6) ** 3
