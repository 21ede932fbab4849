"""The Shooting phase: who may shoot with what at whom, weapon types, Big Guns, smoke, open-topped transports, orders."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.questions import Choose
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import next_to_shoot, shoot
from vanguard.rulebooks.fortyk_vanguard.state import SHOT, Effect
from vanguard.rulebooks.fortyk_vanguard.targets import why_not_shoot

AIM = "gun/gun>b"
PISTOL = 'pistol: 12" Pistol 1, S 4, AP 0, D 1'
GUN = 'gun: 24" Assault 1, S 4, AP 0, D 1'
HEAVY = 'cannon: 36" Heavy 1, S 4, AP 0, D 1'
GRENADE = 'grenade: 6" Grenade 1, S 4, AP 0, D 1'


# -- who shoots -------------------------------------------------------------------------------------------------------------------


@proves("core.shoot.select", "vanguard.muster.unit-means-model")
def test_models_are_selected_one_at_a_time_in_any_order_each_once() -> None:
    table = at("blue Man a 4,15\nblue Man c 4,17\nred Man b 10,15")
    question = table.ask(next_to_shoot)
    assert available(question) == ["a", "c", "end-phase"]
    table.do(next_to_shoot, answers=("c", AIM), dice="hit 1")
    assert table["c"].did(SHOT)
    assert available(table.ask(next_to_shoot)) == ["a", "end-phase"]


@proves("core.shoot.select", "core.move.fall-back-restrictions", "core.move.advance-restrictions")
def test_who_fell_back_or_advanced_without_assault_weapons_cannot_shoot() -> None:
    fell = at("blue Man a 4,15 moved=fell-back\nblue Man c 4,17\nred Man b 10,15")
    assert "core.move.fall-back-restrictions" in why_not(fell.ask(next_to_shoot), "a")
    ran = at("blue Man a 4,15 moved=advanced\nred Man b 10,15", weapons={"a": (GUN, HEAVY)})
    question = ran.ask(shoot, "a")
    assert available(question) == [AIM, "hold-fire"]
    assert "core.move.advance-restrictions" in why_not(question, "cannon/cannon>b")


@proves("core.profile.dash")
def test_a_model_without_ballistic_skill_uses_no_ranged_weapons() -> None:
    table = at("blue necrons/scarab-swarms a 4,15\nblue Man c 4,17\nred Man b 10,15")
    assert why_not_shoot(table.battle, table["a"])[0]
    assert "a" not in available(table.ask(next_to_shoot))


@proves("faction.forwards-for-the-emperor")
def test_forwards_lets_a_model_shoot_after_an_advance() -> None:
    table = at("blue Man a 4,15 moved=advanced\nred Man b 10,15", weapons={"a": (HEAVY,)})
    table.battle.effects = (Effect("forwards", "a", 0, "shooting"),)
    assert why_not(table.ask(shoot, "a"), "cannon/cannon>b") == ""


# -- targets ------------------------------------------------------------------------------------------------------------------------


@proves("core.shoot.target-must-be-visible-and-in-range", "core.concept.measuring", "core.concept.within")
@pytest.mark.parametrize(("x", "near"), [(29, True), (29.01, False)])
def test_a_target_is_within_range_measured_between_bases(x: float, near: bool) -> None:
    table = at(f"blue Man a 4,15\nred Man b {x},15\nred Man c 10,20")
    assert (why_not(table.ask(shoot, "a"), AIM) == "") is near


@proves("core.shoot.target-must-be-visible-and-in-range", "core.visibility.true-line-of-sight")
def test_a_target_is_visible_if_any_part_of_it_can_be_seen() -> None:
    hidden = at("blue Man a 4,15\nred Man b 10,15\nred Man c 10,22\ncontainer 6,13,7,17 height=3")
    assert "not visible" in why_not(hidden.ask(shoot, "a"), AIM)
    peeking = at("blue Man a 4,15\nred Man b 10,15\nred Man c 10,22\ncontainer 6,13,7,15 height=3")
    assert why_not(peeking.ask(shoot, "a"), AIM) == ""
    low = at("blue Man a 4,15\nred Man b 10,15\nred Man c 10,22\nbarricade 6,13,7,17")
    assert why_not(low.ask(shoot, "a"), AIM) == ""
    others = at("blue Man a 4,15\nblue Man f 6,15\nred Man x 8,15\nred Man b 10,15")
    assert why_not(others.ask(shoot, "a"), AIM) == ""  # other models never block sight


@proves("core.shoot.no-shooting-while-engaged")
def test_a_model_in_combat_shoots_pistols_only() -> None:
    table = at("blue Man a 4,15\nred Man b 5.9,15", weapons={"a": (GUN, PISTOL)})
    question = table.ask(shoot, "a")
    assert "core.shoot.no-shooting-while-engaged" in why_not(question, AIM)
    assert why_not(question, "pistol/pistol>b") == ""


@proves("core.concept.engagement-range")
@pytest.mark.parametrize(
    ("place", "engaged"), [("6,15", True), ("6.01,15", False), ("6,15,3", True), ("6,15,5", True), ("6,15,5.1", False)]
)
def test_engagement_range_is_one_inch_across_and_five_up(place: str, engaged: bool) -> None:
    table = at(f"blue Man a 4,15\nred Man b {place}\nred Man c 14,15")
    assert ("no-shooting-while-engaged" in why_not(table.ask(shoot, "a"), "gun/gun>c")) is engaged


@proves("core.shoot.no-targets-engaged-with-friends")
def test_an_enemy_in_combat_with_a_friend_cannot_be_targeted() -> None:
    table = at("blue Man a 4,15\nblue Man f 20,15\nred Man b 18.5,15\nred Man c 18.5,18")
    question = table.ask(shoot, "a")
    assert "core.shoot.no-targets-engaged-with-friends" in why_not(question, AIM)
    assert why_not(question, "gun/gun>c") == ""


@proves("core.weapon.pistol-engaged")
def test_a_pistol_in_combat_shoots_whom_its_bearer_fights_though_friends_fight_him_too() -> None:
    table = at("blue Man a 4,15\nblue Man f 5.5,16.4\nred Man b 5.5,15\nred Man c 9,15", weapons={"a": (PISTOL,)})
    question = table.ask(shoot, "a")
    assert why_not(question, "pistol/pistol>b") == ""
    assert "core.weapon.pistol-engaged" in why_not(question, "pistol/pistol>c")


# -- which weapons together ---------------------------------------------------------------------------------------------------------


@proves("core.weapon.pistol-or-others", "core.weapon.grenade", "vanguard.muster.every-model-may-throw-a-grenade")
def test_a_model_shoots_pistols_or_the_others_or_one_grenade() -> None:
    arms = (GUN, HEAVY, PISTOL, 'sidearm: 12" Pistol 1, S 4, AP 0, D 1', GRENADE)
    drawn = "blue Man a 4,15\nblue Man f 4,17\nred Man b 9,15"

    def after(first: str) -> list[str]:
        question = at(drawn, weapons={"a": arms}).ask(shoot, "a", answers=(first,))
        return [key for key in available(question) if key != "hold-fire"]

    assert after(AIM) == ["cannon/cannon>b"]
    assert after("pistol/pistol>b") == ["sidearm/sidearm>b"]
    table = at(drawn, weapons={"a": arms, "f": arms})
    table.do(shoot, "a", answers=("grenade/grenade>b",), dice="hit 1")  # nothing else is offered
    assert "grenade/grenade>b" in available(table.ask(shoot, "f"))


@proves("core.weapon.one-use")
def test_a_weapon_of_one_use_is_spent_when_it_shoots() -> None:
    missile = 'missile: 48" Heavy 1, S 10, AP -2, D D6, once_per_battle'
    table = at("blue Man a 4,15\nred Man b 20,15", weapons={"a": (missile, GUN)})
    table.do(shoot, "a", answers=("missile/missile>b", "hold-fire"), dice="hit 1")
    assert "core.weapon.one-use" in why_not(table.ask(shoot, "a"), "missile/missile>b")


@proves("weapon.only-if-stationary", "core.move.remain-stationary")
def test_the_high_power_of_a_doomstalker_needs_it_to_stand_still() -> None:
    moved = at("blue necrons/doomstalker a 8,15 moved=normal\nred Man b 22,15")
    question = moved.ask(shoot, "a")
    high, low = "doomsday-blaster/doomsday-blaster-high-power>b", "doomsday-blaster/doomsday-blaster-low-power>b"
    assert why_not(question, high) != ""
    assert why_not(question, low) == ""
    stood = at("blue necrons/doomstalker a 8,15 moved=stationary\nred Man b 22,15")
    assert why_not(stood.ask(shoot, "a"), high) == ""


@proves("core.shoot.number-of-attacks", "core.profile.random-characteristics")
def test_a_random_number_of_attacks_is_rolled_once_for_the_weapon() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15", weapons={"a": ('gun: 24" Assault 2D6, S 4, AP 0, D 1',)})
    table.do(shoot, "a", answers=(AIM,), dice="attacks 1 2 / hit 1 1 1")
    assert table.heard("hits", of=3)


# -- big guns ---------------------------------------------------------------------------------------------------------------------

TANK = "blue Man a 4,15 kw=VEHICLE not=INFANTRY"


@proves("core.shoot.big-guns-may-shoot")
def test_vehicles_and_monsters_shoot_in_combat_also_at_whom_friends_fight() -> None:
    table = at(f"{TANK}\nblue Man f 5.5,16.4\nblue Man g 20,15\nred Man b 5.5,15\nred Man c 18.5,15")
    question = table.ask(shoot, "a")
    assert why_not(question, AIM) == ""
    assert "no-targets-engaged-with-friends" in why_not(question, "gun/gun>c")
    monster = at("blue Man a 4,15 kw=MONSTER not=INFANTRY\nred Man b 5.5,15")
    assert why_not(monster.ask(shoot, "a"), AIM) == ""


@proves("core.shoot.big-guns-other-targets")
def test_shots_out_of_combat_count_only_if_the_enemies_at_hand_are_gone() -> None:
    arms = {"a": (GUN, 'other: 24" Assault 1, S 4, AP 0, D 1')}
    drawn = f"{TANK}\nred Man b 5.5,15\nred Man c 18.5,15"
    table = at(drawn, weapons=arms)
    table.do(shoot, "a", answers=(AIM, "other/other>c", "b"), dice="hit 6 / wound 6 / save 1 / hit 1")
    assert table.heard("hits", target="c")
    lost = at(drawn, weapons=arms)
    lost.do(shoot, "a", answers=(AIM, "other/other>c", "b"), dice="hit 1")
    assert lost.heard("attacks-lost", target="c")


@proves("core.shoot.big-guns-heavy-penalty")
def test_heavy_weapons_hit_less_well_while_an_enemy_is_at_hand() -> None:
    table = at(f"{TANK} moved=normal\nred Man b 5.5,15", weapons={"a": (HEAVY,)})
    table.do(shoot, "a", answers=("cannon/cannon>b",), dice="hit 3")
    assert table.heard("hits", n=0)
    light = at(f"{TANK}\nred Man b 5.5,15")
    light.do(shoot, "a", answers=(AIM,), dice="hit 3 / wound 1")
    assert light.heard("hits", n=1)


# -- smoke, scarpering, transports --------------------------------------------------------------------------------------------------


@proves("faction.smoke-launchers")
def test_smoke_is_launched_instead_of_shooting_once_per_battle() -> None:
    table = at("blue astra-militarum/armoured-sentinel a 4,15\nred Man b 20,15")
    question = table.ask(shoot, "a")
    assert "smoke" in available(question)
    table.do(shoot, "a", answers=("smoke",))
    assert table.battle.effect_on("smoke-launchers", "a") is not None
    assert table.events("hits") == []
    assert "smoke" not in available(table.ask(shoot, "a"))


@proves("faction.shoot-sharp-and-scarper")
def test_a_ratling_may_move_after_it_has_shot() -> None:
    table = at("blue astra-militarum/ratlings a 4,15\nred Man b 20,15")
    answers = ("sniper-rifle/sniper-rifle>b", "yes", [[4, 10]])
    table.do(shoot, "a", answers=answers, dice="hit 1")
    assert table["a"].base.centre == (4, 10)
    stays = at("blue astra-militarum/ratlings a 4,15\nred Man b 20,15")
    stays.do(shoot, "a", answers=("sniper-rifle/sniper-rifle>b", "no"), dice="hit 1")
    assert stays["a"].base.centre == (4, 15)


@proves("core.sequencing.out-of-phase", "faction.shoot-sharp-and-scarper")
def test_a_ratling_that_scarpers_out_of_combat_cannot_be_cut_down() -> None:
    table = at(
        "blue astra-militarum/ratlings a 4,15\nred Man b 5.5,15",
        cp=(0, 1),
        weapons={"a": (PISTOL,)},
    )
    table.do(shoot, "a", answers=("pistol/pistol>b", "yes", [[4, 11]]), dice="hit 1")  # Cut Them Down is not offered
    assert table["a"].base.centre == (4, 11)


@proves("core.transport.open-topped", "core.transport.embarked-inert")
def test_passengers_of_an_open_topped_transport_shoot_from_it() -> None:
    table = at("blue orks/trukk t 10,15\nblue Man a 0,0 in=t\nred Man b 36,15\nred Man c 40,15")
    question = table.ask(next_to_shoot)
    assert "a" in available(question)
    aims = table.ask(shoot, "a")
    assert why_not(aims, AIM) == ""  # 24" from the hull
    assert why_not(aims, "gun/gun>c") != ""


@proves("core.transport.open-topped")
def test_while_their_transport_is_in_combat_passengers_use_pistols_only() -> None:
    table = at(
        "blue orks/trukk t 10,15\nblue Man a 0,0 in=t\nred Man b 12.9,15\nred Man c 20,15",
        weapons={"a": (GUN, PISTOL)},
    )
    question = table.ask(shoot, "a")
    assert why_not(question, AIM) != ""
    assert why_not(question, "pistol/pistol>b") == ""


@proves("core.transport.embarked-inert")
def test_passengers_share_the_move_of_their_transport() -> None:
    table = at(
        "blue orks/trukk t 10,15 moved=advanced\nblue Man a 0,0 in=t moved=advanced\nred Man b 20,15",
        weapons={"a": (HEAVY,)},
    )
    question = table.ask(shoot, "a")
    assert isinstance(question, Choose)
    assert "core.move.advance-restrictions" in why_not(question, "cannon/cannon>b")
    closed = at("blue Man t 10,15\nblue Man a 0,0 in=t\nred Man b 20,15")
    assert "core.transport.embarked-inert" in why_not_shoot(closed.battle, closed["a"])
