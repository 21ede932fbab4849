"""Situations worked out by hand from the book: where several rules meet, and exactly at their limits."""

from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, game_at, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.test_muster import clauses_against, legal, roster
from vanguard import odds
from vanguard.core.questions import Chance, Split
from vanguard.rulebooks.fortyk_vanguard.charge_phase import begin_charge_phase, charge, fire_overwatch, why_not_charge
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, next_to_fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import begin_movement, move_model
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import begin_psychic_phase, manifest, next_to_manifest
from vanguard.rulebooks.fortyk_vanguard.rounds import end_battle
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, EMBARKED, ON_TABLE, Effect
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import start_of_fights

HEAVY = 'gun: 24" Heavy 1, S 4, AP 0, D 1'
KILLER = 'gun: 24" Assault 1, S 9, AP -5, D 3'
AIM = "gun/gun>b"


def moving(drawn: str, **more: Any) -> Table:
    table = at(drawn, phase="movement", **more)
    begin_movement(table.battle)
    return table


def charging(drawn: str, **more: Any) -> Table:
    table = at(drawn, phase="charge", **more)
    begin_charge_phase(table.battle)
    return table


def fighting(drawn: str, **more: Any) -> Table:
    table = at(drawn, phase="fight", **more)
    for model in table.battle.models:
        if model.did(CHARGED):
            model.charge_targets = tuple([enemy.key for enemy in table.battle.enemies_of(model.seat)])
    return table


def cast(table: Table, power: str, *answers: Any, dice: str, caster: str = "a") -> Table:
    psyker = table[caster].profile.psyker
    assert psyker is not None
    table.do(manifest, table[caster], next(it for it in psyker.known if it.key == power), answers=answers, dice=dice)
    return table


def shot(drawn: str, *guns: str, dice: str, answers: tuple[Any, ...] = (AIM,), **more: Any) -> Table:
    table = at(drawn, weapons={"a": guns} if guns else {}, **more)
    table.do(shoot, "a", answers=answers, dice=dice)
    return table


def next_question(table: Table, rule: Any, *given: Any, answers: tuple[Any, ...]) -> str:
    """What is asked after these answers, or what is rolled first."""
    waiting, procedure, value = list(answers), rule(table.battle, *given), None
    while True:
        question = procedure.send(value)
        if isinstance(question, Chance) or not waiting:
            procedure.close()
            return question.prompt
        value = question.read(waiting.pop(0))[1]


# -- muster -----------------------------------------------------------------------------------------------------------------------------


@proves("vanguard.detachment.role-half-points", "core.army.vanguard-spearhead-outrider")
@pytest.mark.parametrize(("gretchin", "fine"), [(15, True), (16, False)])
def test_exactly_half_of_the_points_fulfils_a_role(gretchin: int, fine: bool) -> None:
    """A Deff Dread costs 60, a Gretchin 4."""
    assert legal(roster("orks", "Spearhead Detachment", "1 x Deff Dread", f"{gretchin} x Gretchin"), 200) is fine


@proves("vanguard.detachment.role-half-points", "vanguard.detachment.role-other-roles-still-required")
def test_half_of_the_points_in_one_hq_fulfils_that_role_and_no_other() -> None:
    battalion = roster("space-marines", "Battalion Detachment", "1 x Primaris Captain", "1 x Tactical Squad")
    assert clauses_against(battalion, 400) == ["vanguard.detachment.role-other-roles-still-required"]


# -- movement ---------------------------------------------------------------------------------------------------------------------------


@proves("core.move.normal", "core.concept.engagement-range")
def test_exactly_an_inch_from_an_enemy_is_too_near_to_end_a_normal_move() -> None:
    table = moving("blue Man a 4,15\nred Man b 12,15")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert "core.move.normal" in refusal(question, [[10, 15]])
    assert question.read([[9.99, 15]])


@proves("core.terrain.difficult-ground")
def test_two_craters_slow_a_move_once_and_a_flyer_never() -> None:
    craters = "red Man b 30,15\ncrater 5,13,6,17\ncrater 7,13,7.2,17"
    walker = moving(f"blue Man a 4,15\n{craters}")
    question = walker.ask(move_model, walker["a"], answers=("normal",))
    assert question.read([[8, 15]])
    assert "core.terrain.difficult-ground" in refusal(question, [[8.01, 15]])
    flyer = moving(f"blue Man a 4,15 kw=FLY\n{craters}")
    assert flyer.ask(move_model, flyer["a"], answers=("normal",)).read([[10, 15]])


@proves("core.terrain.difficult-ground", "core.fight.pile-in")
def test_piling_in_is_not_slowed() -> None:
    table = fighting("blue Man a 4,15 did=charged\nred Man b 7.9,15\ncrater 5,13,6,17")
    assert table.ask(fight, table["a"], answers=("yes",)).read([[6.9, 15]])


@proves("faction.relentless-march", "core.move.fall-back")
def test_the_overlord_hurries_nobody_who_falls_back() -> None:
    drawn = "blue necrons/overlord o 4,12\nblue necrons/warriors a 4,15\nred Man b {},15"
    falls = moving(drawn.format(5.7))
    question = falls.ask(move_model, falls["a"], answers=("fall-back",))
    assert question.read([[4, 20]])
    assert "core.move.fall-back" in refusal(question, [[4, 20.01]])
    walks = moving(drawn.format(30))
    assert walks.ask(move_model, walks["a"], answers=("normal",)).read([[4, 21]])


@proves("core.terrain.breachable", "core.move.climb")
def test_infantry_walks_through_the_wall_of_a_ruin_and_a_vehicle_does_not() -> None:
    drawn = "blue Man a 4,15 {}\nred Man b 30,15\nruin 6,10,10,20 wall=6.9,10,7.1,20"
    man = moving(drawn.format(""))
    assert man.ask(move_model, man["a"], answers=("normal",)).read([[9, 15]])
    tank = moving(drawn.format("kw=VEHICLE not=INFANTRY"))
    assert refusal(tank.ask(move_model, tank["a"], answers=("normal",)), [[9, 15]])


@proves("core.stratagem.cut-them-down")
def test_cutting_down_rolls_a_die_for_each_who_is_within_engagement_range() -> None:
    table = moving("blue Man a 4,15 W=3\nred Man b 5.5,15\nred Man c 4,16.5\nred Man d 4,20", cp=(0, 1))
    table.do(move_model, table["a"], answers=("fall-back", "yes", [[0.6, 12]]), dice="cut 6 5")
    assert table["a"].wounds == 2


# -- transports and explosions ------------------------------------------------------------------------------------------------------------


@proves("core.transport.embark", "core.transport.embark-limits", "core.transport.capacity")
def test_a_transport_that_takes_nobody_is_listed_with_the_reason() -> None:
    """Three Trukks within 3": one has room, one is full, an enemy stands at the third."""
    full = "\n".join([f"blue orks/boyz p{number} 0,0 in=u" for number in range(12)])
    drawn = f"blue orks/boyz a 17,15\nblue orks/trukk u 12,18\nblue orks/trukk v 12,12\nred Man e 9.5,12\n{full}"
    table = moving(f"{drawn}\nblue orks/trukk t 20,18")
    question = table.ask(move_model, table["a"], answers=("normal", [[16, 15]]))
    assert available(question) == ["stay", "t"]
    assert why_not(question, "u") == "u is full [core.transport.capacity]"
    at_v = "an enemy is within Engagement Range of v [core.transport.embark-limits]"
    assert why_not(question, "v") == at_v
    barred = moving(drawn)
    barred.do(move_model, barred["a"], answers=("normal", [[16, 15]]))  # nobody is asked, and the log says why
    assert [(event.clause, event.values["why"]) for event in barred.events("stays-outside")] == [
        ("core.transport.capacity", "u is full"),
        ("core.transport.embark-limits", "an enemy is within Engagement Range of v"),
    ]


@proves("core.transport.embark", "core.transport.embark-limits")
def test_who_fell_back_may_embark_and_who_got_out_is_not_told_that_it_may_not() -> None:
    table = moving("blue orks/trukk t 10,15\nblue orks/boyz a 15,15\nred Man e 16.9,15")
    table.do(move_model, table["a"], answers=("fall-back", [[14, 15]], "t"))
    assert table["a"].fate == EMBARKED
    out = moving("blue orks/trukk t 10,15\nblue orks/boyz a 15,15 did=disembarked\nred Man e 40,15")
    out.do(move_model, out["a"], answers=("normal", [[14, 15]]))
    assert not out.events("stays-outside")


@proves("core.ability.explodes", "core.sequencing.during-a-turn")
@pytest.mark.parametrize(("turn", "order"), [(0, ["f", "e"]), (1, ["e", "f"])])
def test_an_explosion_reaches_the_active_players_models_first(turn: int, order: list[str]) -> None:
    table = at("blue orks/deff-dread d 10,15\nblue Man f 13,15 W=5\nred Man e 7,15 W=5", turn=turn)
    table.do(destroy, "d", dice="explodes 6 / mortal 1 / mortal 1")
    assert [event.values["who"] for event in table.events("mortal")] == order


@proves("core.ability.explodes", "core.unit.destroyed")
def test_one_explosion_sets_off_another_and_everybody_suffers_each_once() -> None:
    """c is near the second only, d near both."""
    table = at(
        """
        blue orks/deff-dread a 10,15 wounds=1
        blue orks/deff-dread b 14,15 wounds=1
        red  Man c 17.5,15 W=9
        red  Man d 12,11 W=9
        """
    )
    table.do(destroy, "a", dice="explodes 6 / mortal 2 / explodes 6 / mortal 2 / mortal 2 / mortal 2")
    assert table.dead == ["a", "b"]
    assert (table["c"].wounds, table["d"].wounds) == (8, 7)


@proves("core.transport.destroyed", "core.ability.explodes")
def test_who_leaves_a_wreck_is_not_reached_by_the_explosion_that_made_it() -> None:
    table = at(
        "blue orks/trukk a 10,15\nblue orks/trukk b 15,15 wounds=1\nblue orks/boyz/leader p 0,0 in=b\nred Man c 40,15"
    )
    table.do(destroy, "a", answers=([[15, 18.5]],), dice="explodes 6 / mortal 2 / explodes 1 / wreck 2")
    assert table.dead == ["a", "b"]
    assert table["p"].wounds == 2


@proves("core.shoot.lost-attacks")
def test_what_was_declared_is_shot_although_the_shooter_dies_in_an_explosion() -> None:
    table = shot(
        "blue Man a 8,15\nred orks/deff-dread b 11.5,15 wounds=1\nred Man c 8,20",
        KILLER, 'bow: 24" Assault 1, S 9, AP -5, D 3',
        answers=(AIM, "bow/bow>c", "b"), dice="hit 6 / wound 6 / explodes 6 / mortal 1 / hit 6 / wound 6",
    )  # fmt: skip
    assert table.dead == ["a", "b", "c"]


@proves("core.fight.sequence", "core.ability.explodes")
def test_a_fighter_that_dies_in_an_explosion_does_not_consolidate() -> None:
    table = fighting(
        "blue Man a 8,15 A=2\nred orks/deff-dread b 10.5,15 wounds=1\nred Man c 8,20",
        weapons={"a": ("claw: Melee, S 9, AP -5, D 3",)},
    )
    table.do(fight, table["a"], answers=("no",), dice="hit 6 6 / wound 6 6 / explodes 6 / mortal 1")
    assert table.dead == ["a", "b"]


@proves("faction.living-lightning", "core.ability.explodes")
def test_lightning_does_not_look_for_whom_the_explosion_it_set_off_has_destroyed() -> None:
    table = fighting("blue necrons/plasmancer p 10,15\nred orks/deff-dread b 15,15 wounds=1\nred Man c 15,18")
    table.do(start_of_fights, dice="lightning 4 / explodes 6 / mortal 1")
    assert table.dead == ["b", "c"]


# -- psychic ------------------------------------------------------------------------------------------------------------------------------


LIBRARIAN = "blue space-marines/librarian a 10,15"


@proves("core.psychic.smite", "core.concept.closest-tie")
def test_of_two_equally_close_enemies_the_psyker_picks_one_and_a_hidden_one_is_none() -> None:
    table = at(f"{LIBRARIAN}\nred Man b 15,15\nred Man c 5,15", phase="psychic")
    psyker = table["a"].profile.psyker
    assert psyker is not None
    assert available(table.ask(manifest, table["a"], psyker.known[0], dice="psychic 4 4")) == ["b", "c"]
    wall = at(f"{LIBRARIAN}\nred Man b 15,15 W=9\nred Man c 5,15 W=9\ncontainer 12,12,13,18 height=5", phase="psychic")
    cast(wall, "smite", dice="psychic 4 4 / mortal 6")
    assert (wall["b"].wounds, wall["c"].wounds) == (9, 6)


@proves("core.psychic.smite-gets-harder")
def test_a_smite_that_failed_makes_the_next_one_harder_too() -> None:
    table = at("blue orks/weirdboy a 10,15\nblue orks/weirdboy c 10,18\nred Man b 15,15 W=9", phase="psychic")
    begin_psychic_phase(table.battle)
    table.do(next_to_manifest, answers=("a", "smite"), dice="psychic 1 2")
    table.do(next_to_manifest, answers=("c", "smite"), dice="psychic 3 2")  # 6 are needed now
    assert table["b"].wounds == 9


@proves("core.psychic.perils-death", "core.transport.embarked-inert", "core.sequencing.during-a-turn")
def test_the_death_of_a_psyker_reaches_friend_and_enemy_but_no_passengers() -> None:
    table = at(
        """
        red  Man b 10,18 W=5
        red  Man c 10,25 W=5
        blue orks/weirdboy a 10,15 wounds=1
        blue orks/trukk t 14,15
        blue orks/boyz p 0,0 in=t
        """,
        phase="psychic",
    )
    cast(table, "smite", dice="psychic 6 6 / perils 1 / mortal 2 / mortal 3")
    assert [event.values["who"] for event in table.events("mortal")] == ["t", "b"]
    assert [table[key].wounds for key in "tbcp"] == [9, 3, 5, 1]


@proves("core.psychic.deny", "core.transport.embarked-inert")
def test_a_passenger_denies_nothing() -> None:
    table = at(f"{LIBRARIAN}\nred orks/trukk t 20,15\nred orks/weirdboy d 0,0 in=t", phase="psychic")
    cast(table, "smite", dice="psychic 4 4 / mortal 1")


@proves("faction.eadbanger")
@pytest.mark.parametrize(("bang", "left"), [("bang 4", 9), ("bang 5 / mortal 6", 3)])
def test_heads_bang_when_the_die_beats_toughness_seen_or_unseen(bang: str, left: int) -> None:
    table = at(
        "blue orks/weirdboy a 10,15 powers=eadbanger\nred Man b 15,15 W=9\ncontainer 12,5,13,25 height=5",
        phase="psychic",
    )
    cast(table, "eadbanger", dice=f"psychic 4 4 / {bang}")
    assert table["b"].wounds == left


@proves("faction.fists-of-gork", "core.visibility.true-line-of-sight")
@pytest.mark.parametrize(("dice", "amount"), [("psychic 5 5", 2), ("psychic 5 6", 3)])
def test_a_weirdboy_may_bless_his_own_fists(dice: str, amount: int) -> None:
    table = at("blue orks/weirdboy a 10,15 powers=fists-of-gork\nred Man b 15,15", phase="psychic")
    cast(table, "fists-of-gork", dice=dice)
    assert [(it.key, it.about, it.amount) for it in table.battle.effects] == [("fists-of-gork", "a", amount)]


@proves("faction.da-jump", "core.move.repositioned", "core.move.advance-restrictions")
def test_who_advanced_and_was_made_to_jump_still_does_not_charge() -> None:
    table = at(
        "blue orks/weirdboy a 10,15 powers=da-jump\nblue orks/boyz c 10,18 moved=advanced\nred Man b 40,25",
        phase="psychic",
    )
    cast(table, "da-jump", [[30, 20]], dice="psychic 4 4")
    begin_charge_phase(table.battle)
    assert why_not_charge(table.battle, table["c"])[1] == "core.move.advance-restrictions"


# -- shooting -----------------------------------------------------------------------------------------------------------------------------


@proves("core.attack.hit-modifier-cap", "core.weapon.assault", "core.terrain.dense-cover")
def test_an_advance_and_a_wood_are_one_worse_together() -> None:
    table = shot("blue Man a 4,15 moved=advanced\nred Man b 14,15\nwoods 8,13,10,17", dice="hit 4 / wound 1")
    assert table.heard("hits", n=1)


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


@proves("core.weapon.rapid-fire")
@pytest.mark.parametrize(("x", "dice"), [(17, "hit 1 1"), (17.01, "hit 1")])
def test_exactly_half_the_range_doubles_rapid_fire(x: float, dice: str) -> None:
    shot(f"blue Man a 4,15\nred Man b {x},15", 'gun: 24" Rapid Fire 1, S 4, AP 0, D 1', dice=dice)


@proves("faction.first-rank-fire", "core.weapon.rapid-fire")
def test_the_first_and_second_rank_fire_four_times_at_half_range() -> None:
    table = at("blue astra-militarum/infantry-squad a 4,15\nred Man b 14,15")
    table.battle.effects = (Effect("first-rank", "a", 0, "shooting", 1),)
    table.do(shoot, "a", answers=("lasgun/lasgun>b",), dice="hit 1 1 1 1")


@proves("faction.diminutive", "core.profile.dash", "core.attack.saving-throw")
@pytest.mark.parametrize(("face", "dead"), [(5, []), (4, ["b"])])
def test_a_gretchin_in_a_crater_saves_on_five(face: int, dead: list[str]) -> None:
    """7+ with one for the cover and one for being small."""
    table = shot("blue Man a 4,15\nred orks/gretchin b 10,15\ncrater 9,14,11,16", dice=f"hit 6 / wound 6 / save {face}")
    assert table.dead == dead


@proves("core.attack.supercharge", "faction.rites-of-battle", "core.dice.unmodified-result")
def test_a_one_rolled_again_under_a_captains_eyes_does_not_burn_the_plasma_gunner() -> None:
    table = at(
        "blue space-marines/captain c 4,18\nblue space-marines/tactical-squad+plasma-gun a 4,15\nred Man b 10,15"
    )
    aim = next(key for key in available(table.ask(shoot, "a")) if "supercharge" in key)
    table.do(shoot, "a", answers=(aim,), dice="hit 1 / hit-again 3 / wound 1 / hit 4 / wound 1")
    assert not table.dead


@proves("vanguard.look-out-sir.distance-from-shooter", "core.transport.open-topped")
def test_a_screen_before_the_transport_keeps_its_passengers_from_a_character() -> None:
    table = at(
        "blue orks/trukk t 10,15\nblue orks/boyz+shoota p 0,0 in=t\nred Man c 20,15 kw=CHARACTER\nred Man s 18.2,15"
    )
    assert "vanguard.look-out-sir.cannot-target" in why_not(table.ask(shoot, "p"), "shoota/shoota>c")


@proves("vanguard.blast.other-hit-modifiers-from-shooter", "faction.nightshroud")
def test_a_veil_over_one_victim_of_a_blast_hides_that_one() -> None:
    table = at(
        "blue Man a 4,15\nred Man b 14,15\nred Man c 14,16.5",
        weapons={"a": ('gun: 36" Heavy 2, S 4, AP 0, D 1, blast',)},
    )
    table.battle.effects = (Effect("nightshroud", "c", 1, "command", 1),)
    table.do(shoot, "a", answers=(AIM, "as-listed"), dice="hit 3 / wound 1 / hit 3")
    assert [(event.values["target"], event.values["n"]) for event in table.events("hits")] == [("b", 1), ("c", 0)]


@proves("core.shoot.declare-all-targets-first")
def test_the_odds_of_shooting_no_more_are_those_of_the_weapons_aimed_so_far() -> None:
    """The gun alone: hit on 3+, wound on 2+, no save: 5/9. The two arrows, of which each kills once in six, come on top."""
    table = at(
        "blue Man a 8,15\nred Man b 14.5,15 W=3\nred Man c 14.5,17",
        weapons={"a": (KILLER, 'bow: 24" Assault 2, S 4, AP 0, D 1')},
    )
    game = game_at(table)
    game.answer("a")
    game.answer(AIM)
    assert odds.of(game, "hold-fire").chance_removed() == pytest.approx(5 / 9)
    game.answer("bow/bow>b")
    assert isinstance(game.question, Split)
    assert game.question.is_attack, "nothing is left to choose: the whole volley"
    assert odds.of(game, {"b": 1, "c": 1}).chance_removed(1) == pytest.approx(1 / 6)


@proves("core.overwatch.only-natural-sixes")
def test_the_odds_of_a_volley_in_overwatch_know_that_only_sixes_hit() -> None:
    guns = (KILLER, 'bow: 24" Assault 1, S 4, AP 0, D 1')
    game = game_at(charging("blue Man a 4,15\nred Man b 10,15", weapons={"b": guns}, cp=(0, 1)))
    for answer in ("a", "b", "b", "gun/gun>a"):
        game.answer(answer)
    assert odds.of(game, "hold-fire").chance_removed() == pytest.approx(5 / 36)


# -- charges and Overwatch -----------------------------------------------------------------------------------------------------------------


@proves("core.charge.terrain", "core.charge.success", "core.charge.fly")
@pytest.mark.parametrize("who", ["", "kw=FLY"])
@pytest.mark.parametrize(("dice", "reaches"), [("charge 5 4", False), ("charge 5 5", True)])
def test_a_charge_over_a_wall_reaches_with_exactly_enough(who: str, dice: str, reaches: bool) -> None:
    """6" to the enemy's Engagement Range, 2" up and 2" down."""
    table = charging(f"blue Man a 4,15 {who}\nred Man b 12,15\ncontainer 6,5,7,25 height=2")
    table.do(charge, table["a"], answers=("b", [[10, 15]]) if reaches else ("b",), dice=dice)
    assert table["a"].did(CHARGED) is reaches


@proves("core.charge.terrain", "core.terrain.difficult-ground")
@pytest.mark.parametrize(("dice", "reaches"), [("charge 4 3", False), ("charge 4 4", True)])
def test_a_crater_costs_a_charge_two_inches(dice: str, reaches: bool) -> None:
    table = charging("blue Man a 4,15\nred Man b 12,15\ncrater 6,3,8,27")
    table.do(charge, table["a"], answers=("b", [[10, 15]]) if reaches else ("b",), dice=dice)
    assert table["a"].did(CHARGED) is reaches


@proves("core.concept.engagement-range", "core.charge.success")
def test_an_enemy_on_the_floor_above_is_reached_from_below() -> None:
    table = charging("blue Man a 4,15\nred Man b 8,15,3\nruin 6,10,12,20 floor=6,10,12,20,3")
    table.do(charge, table["a"], answers=("b", "neither", [[6, 15]]), dice="charge 1 1")
    assert table["a"].did(CHARGED)


@proves("core.charge.declare-targets", "core.terrain.defence-line")
@pytest.mark.parametrize(
    ("enemies", "chosen", "asked"),
    [
        ("b 10,15\nred Man c 10,19", "b", True),  # 3" apart: a base of 1" between them is an inch from each
        ("b 10,15\nred Man c 10,19.01", "b", False),
        ("b 10,15\nred Man c 10,18,5\nruin 9,17.4,12,20 floor=9,17.4,12,20,5", "b", True),  # on the floor above
        ("b 10,14.6\nred Man c 10,19.6\nbarricade 9,16,11,16.4", "b", True),  # b is struck across the barricade
        ("b 10,14.6\nred Man c 10,19.7\nbarricade 9,16,11,16.4", "b", False),
        ("b 10,13\nred Man c 10,15\nred Man d 10,17.1", "bc", False),  # near the second, not the first
        ("b 10,15\nred Man c 10,13\nred Man d 10,17.1", "bc", False),  # near the first, not the second
        ("b 10,15\nred Man c 10,13.5\nred Man d 10,16.5", "bc", True),
    ],
)
def test_another_target_is_asked_for_where_one_place_could_reach_it_and_all_the_others(
    enemies: str, chosen: str, asked: bool
) -> None:
    table = charging(f"blue Man a 6,15\nred Man {enemies}")
    question = next_question(table, charge, table["a"], answers=tuple(chosen))
    assert ("whom else" in question) is asked, question


@proves("core.terrain.set-to-defend", "core.stratagem.fire-overwatch")
def test_who_is_set_to_defend_leaves_overwatch_to_the_other_target() -> None:
    table = charging("blue Man a 4,15\nred Man b 10,14.5\nred Man c 10,16.2\nruin 9,12,11,18", cp=(0, 1))
    question = table.ask(charge, table["a"], answers=("b", "c", "set-to-defend", "neither"))
    assert available(question) == ["no", "c"]


@proves("core.terrain.hold-steady", "core.attack.extra-hits")
@pytest.mark.parametrize(
    ("steady", "dice", "left"), [("", "hit 6 5 / wound 6 6 6", 2), ("did=steady", "hit 5 4 / wound 6", 4)]
)
def test_held_steady_a_five_hits_in_overwatch_and_only_a_six_sparks(steady: str, dice: str, left: int) -> None:
    tesla = 'gun: 24" Assault 2, S 4, AP 0, D 1, extra_hits_on_six=2'
    table = charging(f"blue Man a 4,15 W=5 Sv=7\nred Man b 10,15 {steady}", weapons={"b": (tesla,)})
    table.do(fire_overwatch, table["b"], table["a"], answers=("gun/gun>a",), dice=dice)
    assert table["a"].wounds == left


@proves("core.weapon.one-use", "core.overwatch.range-and-sight")
def test_a_weapon_of_one_use_is_spent_in_overwatch_too() -> None:
    rocket = 'gun: 24" Assault 1, S 4, AP 0, D 1, once_per_battle'
    table = charging("blue Man a 4,15\nred Man b 10,15", weapons={"b": (rocket,)})
    table.do(fire_overwatch, table["b"], table["a"], answers=("gun/gun>a",), dice="hit 5")
    assert table["b"].used_up == ("gun",)


@proves("faction.reanimation-protocols", "core.charge.overwatch-window")
def test_a_necron_shot_down_in_overwatch_gets_up_and_charges_on() -> None:
    table = charging("blue necrons/immortals a 4,15\nred Man b 10,15", weapons={"b": (KILLER,)}, cp=(0, 1))
    answers = ("b", "b", "gun/gun>a", "a", [[8.5, 15]])
    table.do(charge, table["a"], answers=answers, dice="hit 6 / wound 6 / reanimation 5 / charge 6 5")
    assert table["a"].did(CHARGED)


# -- fights -------------------------------------------------------------------------------------------------------------------------------


@proves("core.terrain.heavy-cover")
@pytest.mark.parametrize(("did", "dead"), [("", []), ("did=charged", ["b"])])
def test_a_barricade_helps_against_blows_unless_they_are_those_of_a_charge(did: str, dead: list[str]) -> None:
    table = fighting(f"blue Man a 8,15 {did}\nred Man b 10.2,15 Sv=4\nbarricade 8.9,13,9.3,17")
    table.do(fight, table["a"], answers=("no",) if dead else ("no", "no"), dice="hit 6 / wound 6 / save 3")
    assert table.dead == dead


@proves("faction.warboss", "weapon.hit-modifier")
def test_a_warboss_makes_up_for_an_unwieldy_klaw_but_not_from_inside_a_trukk() -> None:
    drawn = "blue orks/boyz/leader+power-klaw a 10,15\nred Man b 11.3,15 W=9\n{}"
    near = fighting(drawn.format("blue orks/warboss w 10,20"))
    near.do(fight, near["a"], answers=("no", "no"), dice="hit 3 3 3 / wound 1 1 1")
    aboard = fighting(drawn.format("blue orks/trukk t 10,20\nblue orks/warboss w 0,0 in=t"))
    aboard.do(fight, aboard["a"], answers=("no", "no"), dice="hit 3 3 3")


@proves("core.stratagem.counter-offensive", "core.fight.alternate")
def test_after_a_counter_offensive_the_interrupted_order_goes_on() -> None:
    table = fighting(
        "blue Man a 10,4 did=charged\nblue Man c 10,8 did=charged\nred Man b 11,4\nred Man d 11,8", cp=(0, 2)
    )
    table.do(next_to_fight, answers=("a",), dice="hit 1")
    table.do(next_to_fight, answers=("d",), dice="hit 1")
    table.do(next_to_fight, dice="hit 1")
    table.do(next_to_fight, dice="hit 1")
    assert [event.values["who"] for event in table.events("hits")] == ["a", "d", "c", "b"]


# -- morale and the end ---------------------------------------------------------------------------------------------------------------------


def after_losses(rows: str, lost: int, starting: int) -> Table:
    table = at(f"{rows}\nred Man e 40,25", phase="morale", starting=(starting, 1))
    table.battle.destroyed_this_turn = (lost, 0)
    return table


@proves(
    "faction.cowardly", "vanguard.morale.attrition-minus-one-below-half", "vanguard.morale.double-losses-below-half"
)
def test_gretchin_below_half_flee_on_a_three() -> None:
    rows = "\n".join([f"blue orks/gretchin {key} {x},5" for key, x in (("a", 2), ("b", 4), ("c", 6))])
    table = after_losses(rows, 5, 8)
    table.do(morale_of, 0, answers=("a", "b"), dice="morale 5 / attrition 3 4")
    assert table.dead == ["a", "b"]


@proves("faction.mental-fortitude", "vanguard.morale.failed-one-flees")
def test_nobody_flees_where_a_power_holds_everybody() -> None:
    table = after_losses("blue Man a 2,5\nblue Man b 4,5", 6, 8)
    table.battle.effects = tuple([Effect("mental-fortitude", key, 0, "psychic", 1) for key in "ab"])
    table.do(morale_of, 0, dice="morale 6")
    assert not table.dead


@proves("vanguard.morale.fled-models-are-destroyed")
def test_who_rides_in_a_transport_that_flees_is_gone_with_it() -> None:
    table = after_losses("blue orks/trukk t 10,15\nblue orks/boyz p 0,0 in=t\nblue Man c 2,5", 6, 9)
    table.do(morale_of, 0, answers=("t",), dice="morale 6 / attrition 6")
    assert table.dead == ["t", "p"]
    assert table["c"].fate == ON_TABLE
    assert not table.events("explodes") + table.events("burns-out"), "a flight triggers nothing"


@proves("core.reinforcements.never-arrived", "core.mission.army-destroyed-wins")
def test_an_army_of_which_only_reserves_are_left_at_the_end_is_destroyed() -> None:
    table = at("blue Man r reserve\nred Man b 40,29")
    table.battle.points = (9, 0)
    table.do(end_battle)
    assert table.battle.winner == 1
