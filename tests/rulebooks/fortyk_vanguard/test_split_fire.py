"""Selecting targets for weapons without Blast: initial target, number of attacks, splitting within 3 inches."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.questions import Choose, Split
from vanguard.rulebooks.fortyk_vanguard.charge_phase import fire_overwatch
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import aimed, resolve, shoot
from vanguard.rulebooks.fortyk_vanguard.targets import Shooter

ASSAULT_2 = 'gun: 24" Assault 2, S 4, AP 0, D 1'
ASSAULT_3 = 'gun: 24" Assault 3, S 4, AP 0, D 1'
ASSAULT_4 = 'gun: 24" Assault 4, S 4, AP 0, D 1'
RAPID_FIRE = 'gun: 24" Rapid Fire 1, S 4, AP 0, D 1'


def lots(table: Table, *answers: str, dice: str = "") -> dict[str, tuple[int, int]]:
    """Who may receive attacks, with the fewest and most."""
    split = table.ask(shoot, "a", answers=answers, dice=dice)
    assert isinstance(split, Split)
    return {lot.key: (lot.at_least, lot.at_most) for lot in split.lots}


# -- when it can be split -----------------------------------------------------------------------------------------------------


@proves("vanguard.split-fire.when-available")
def test_one_attack_cannot_be_split_and_nothing_is_asked() -> None:
    table = at(
        """
        blue Man a 4,15
        red  Man b 10,15
        red  Man c 10,17
        """
    )
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 1")
    assert table.heard("hits", of=1, target="b")


@proves("vanguard.split-fire.when-available", "vanguard.split-fire.attack-count-before-allocation")
def test_a_rolled_number_of_attacks_is_known_before_they_are_allocated() -> None:
    drawn = """
        blue Man a 4,15
        red  Man b 10,15
        red  Man c 10,17
        """
    random = {"a": ('gun: 24" Assault D3, S 4, AP 0, D 1',)}
    assert lots(at(drawn, weapons=random), "gun/gun>b", dice="attacks 5") == {"b": (1, 3), "c": (0, 2)}
    alone = at(drawn, weapons=random)
    alone.do(shoot, "a", answers=("gun/gun>b",), dice="attacks 2 / hit 1")  # D3 of 2 is 1: nothing to split


@proves("vanguard.split-fire.other-targets")
def test_the_log_tells_who_gets_how_many_attacks_only_where_they_are_split() -> None:
    drawn = "blue Man a 4,15\nred Man b 10,15\nred Man c 10,17"
    split = at(drawn, weapons={"a": (ASSAULT_3,)})
    split.do(shoot, "a", answers=("gun/gun>b", {"b": 2, "c": 1}, "as-listed"), dice="hit 1 1 / hit 1")
    assert [(event.values["shares"], event.about) for event in split.events("splits")] == [
        ("2 at b, 1 at c", ("a", "b", "c"))
    ]
    together = at(drawn, weapons={"a": (ASSAULT_3,)})
    together.do(shoot, "a", answers=("gun/gun>b", {"b": 3}), dice="hit 1 1 1")
    assert together.events("splits") == []


@proves("vanguard.split-fire.optional", "vanguard.split-fire.initial-target")
def test_all_attacks_may_stay_on_the_initial_target() -> None:
    table = at(
        """
        blue Man a 4,15
        red  Man b 10,15
        red  Man c 10,17
        """,
        weapons={"a": (ASSAULT_3,)},
    )
    table.do(shoot, "a", answers=("gun/gun>b", {"b": 3, "c": 0}), dice="hit 1 1 1")
    assert table.heard("hits", of=3, target="b")


@proves("vanguard.split-fire.first-attack-on-initial-target")
def test_the_first_attack_is_the_initial_targets() -> None:
    table = at(
        """
        blue Man a 4,15
        red  Man b 10,15
        red  Man c 10,17
        """,
        weapons={"a": (ASSAULT_3,)},
    )
    split = table.ask(shoot, "a", answers=("gun/gun>b",))
    assert refusal(split, {"b": 0, "c": 3})
    assert split.read({"b": 1, "c": 2})


# -- who else may be attacked -----------------------------------------------------------------------------------------------


@proves("vanguard.split-fire.other-targets", "vanguard.split-fire.measured-edge-to-edge", "core.concept.within")
def test_others_are_within_three_inches_of_the_initial_target_and_never_chained() -> None:
    table = at(
        """
        blue Man a  4,15
        red  Man b 10,15
        red  Man c 14,15
        red  Man d 10,19.01
        red  Man e 15,15
        """,
        weapons={"a": (ASSAULT_2,)},
    )
    assert set(lots(table, "gun/gun>b")) == {"b", "c"}  # exactly 3" is within, 3.01" is not, e is only near c


@proves("vanguard.split-fire.other-targets")
def test_others_are_in_range_of_the_shooter_and_visible_to_it() -> None:
    drawn = """
        blue Man a  4,15
        red  Man b 28,15
        red  Man c 29.1,15.5
        red  Man d 27,17
        {terrain}
        """
    table = at(drawn.format(terrain=""), weapons={"a": (ASSAULT_2,)})
    assert set(lots(table, "gun/gun>b")) == {"b", "d"}  # c is 24.1" away
    walled = at(drawn.format(terrain="container 15,15.2,16,25 height=4"), weapons={"a": (ASSAULT_2,)})
    assert walled.do(shoot, "a", answers=("gun/gun>b",), dice="hit 1 1") is None  # d is hidden: nothing to split


@proves("vanguard.split-fire.other-targets-must-be-legal")
def test_a_neighbour_in_combat_with_a_friend_cannot_be_given_attacks() -> None:
    table = at(
        """
        blue Man a  4,15
        blue Man f 12,18.5
        red  Man b 10,15
        red  Man c 12,17
        red  Man d 10,17
        """,
        weapons={"a": (ASSAULT_2,)},
    )
    assert set(lots(table, "gun/gun>b")) == {"b", "d"}


@proves("vanguard.split-fire.pistol-in-engagement", "core.weapon.pistol-engaged")
def test_pistols_in_combat_are_only_split_among_enemies_in_engagement_range() -> None:
    table = at(
        """
        blue Man a  4,15
        red  Man b  5.5,15
        red  Man c  4,16.5
        red  Man d  7,15
        """,
        weapons={"a": ('pistol: 12" Pistol 3, S 4, AP 0, D 1',)},
    )
    assert set(lots(table, "pistol/pistol>b")) == {"b", "c"}


# -- rules that look at the distance ------------------------------------------------------------------------------------------


@proves("vanguard.split-fire.rapid-fire-uses-initial-target", "core.weapon.rapid-fire")
def test_rapid_fire_doubles_by_the_distance_to_the_initial_target_alone() -> None:
    table = at(
        """
        blue Man a  4,15
        red  Man b 17,15
        red  Man c 18.4,15.5
        """,
        weapons={"a": (RAPID_FIRE,)},
    )
    assert lots(table, "gun/gun>b") == {"b": (1, 2), "c": (0, 1)}  # b at exactly 12"
    far = at(
        """
        blue Man a  4,15
        red  Man b 17.5,15
        red  Man c 16,15.5
        """,
        weapons={"a": (RAPID_FIRE,)},
    )
    far.do(shoot, "a", answers=("gun/gun>b",), dice="hit 1")  # 12.5" away, though c stands nearer


@proves("faction.dakka", "vanguard.split-fire.rapid-fire-uses-initial-target")
@pytest.mark.parametrize(("x", "attacks"), [(23, 5), (23.1, 3)])
def test_dakka_makes_its_first_number_within_half_range_and_else_the_second(x: float, attacks: int) -> None:
    table = at(f"blue Man a 4,15\nred Man b {x},15", weapons={"a": ('gun: 36" Dakka 5/3, S 5, AP 0, D 1',)})
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit" + " 1" * attacks)
    assert table.heard("hits", of=attacks)


@proves("vanguard.split-fire.per-attack-effects-use-own-target", "weapon.melta")
def test_melta_looks_at_the_model_each_attack_was_allocated_to() -> None:
    table = at(
        """
        blue Man a  4,15
        red  Man b 17,15 W=12
        red  Man c 18.1,16 W=12
        """,
        weapons={"a": ('melta: 24" Heavy 2, S 8, AP -4, D D6, damage_at_half_range=D6+2',)},
    )
    dice = "hit 6 / wound 6 / damage 1 / hit 6 / wound 6 / damage 1"
    table.do(shoot, "a", answers=("melta/melta>b", {"b": 1, "c": 1}, "as-listed"), dice=dice)
    assert (table["b"].wounds, table["c"].wounds) == (12 - 3, 12 - 1)


@proves("vanguard.split-fire.own-profile")
def test_each_attack_meets_the_toughness_and_save_of_its_own_model() -> None:
    table = at(
        """
        blue Man a  4,15
        red  Man b 10,15 T=8 Sv=2
        red  Man c 10,17 T=2 Sv=6
        """,
        weapons={"a": (ASSAULT_2,)},
    )
    dice = "hit 6 / wound 5 / hit 6 / wound 2 / save 5"
    table.do(shoot, "a", answers=("gun/gun>b", {"b": 1, "c": 1}, "as-listed"), dice=dice)


# -- several weapons, order, losses ---------------------------------------------------------------------------------------------


@proves("vanguard.split-fire.each-weapon-separately", "core.shoot.declare-all-targets-first")
def test_each_weapon_has_its_own_initial_target_before_any_die_is_rolled() -> None:
    table = at(
        """
        blue Man a  4,15
        red  Man b 10,15
        red  Man c 10,25
        """,
        weapons={"a": (ASSAULT_2, 'cannon: 36" Heavy 1, S 4, AP 0, D 1')},
    )
    question = table.ask(shoot, "a", answers=("gun/gun>b",))
    assert "cannon/cannon>c" in available(question)
    table = at("blue Man a 4,15\nred Man b 10,15\nred Man c 10,25", weapons={"a": (ASSAULT_2, GUN_1)})
    table.do(shoot, "a", answers=("gun/gun>b", "cannon/cannon>c", "as-listed"), dice="hit 1 1 / hit 1")
    assert [event.key for event in table.battle.events][:2] == ["aims", "aims"]


GUN_1 = 'cannon: 36" Heavy 1, S 4, AP 0, D 1'


@proves("vanguard.split-fire.resolution-order", "core.shoot.resolve-target-by-target")
def test_the_shooter_chooses_the_order_of_targets_and_of_profiles() -> None:
    drawn = """
        blue Man a  4,15
        red  Man b 10,15
        red  Man c 10,17
        """
    table = at(drawn, weapons={"a": (ASSAULT_2, GUN_1)})
    answers = ("gun/gun>b", {"b": 1, "c": 1}, "cannon/cannon>b", "c", "cannon")
    table.do(shoot, "a", answers=answers, dice="hit 1 / hit 2 / hit 1")
    rolls = [(event.values["target"], event.values["weapon"]) for event in table.events("hits")]
    assert rolls == [("c", "gun"), ("b", "cannon"), ("b", "gun")]


@proves("vanguard.split-fire.resolution-order")
def test_who_is_next_is_asked_when_the_last_target_is_done_with() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15\nred Man c 10,17\nred Man d 10,13", weapons={"a": (ASSAULT_4,)})
    split = ("gun/gun>b", {"b": 2, "c": 1, "d": 1})
    question = table.ask(shoot, "a", answers=(*split, "c"), dice="hit 3 / wound 4 / save 1")
    assert available(question) == ["as-listed", "b", "d"]
    table.do(shoot, "a", answers=(*split, "d", "as-listed"), dice="hit 1 / hit 1 1 / hit 1")
    assert [event.values["target"] for event in table.events("hits")] == ["d", "b", "c"]


@proves("vanguard.split-fire.resolution-order", "core.shoot.lost-attacks")
def test_attacks_on_whoever_died_in_an_explosion_are_lost_and_their_turn_is_not_asked_for() -> None:
    drawn = "blue Man a 4,15\nred astra-militarum/leman-russ b 16,15\nred Man c 12,19\nred Man d 12,11"
    table = at(drawn, weapons={"a": (ASSAULT_4.replace("S 4", "S 9"),)})
    table["b"].wounds = 1
    answers = ("gun/gun>b", {"b": 2, "c": 1, "d": 1}, "b")
    table.do(shoot, "a", answers=answers, dice="hit 6 1 / wound 6 / save 1 / explodes 6 / mortal 1 / mortal 1")
    assert table.dead == ["b", "c", "d"]
    assert [event.values["target"] for event in table.events("attacks-lost")] == ["c", "d"]


@proves("core.shoot.resolve-target-by-target")
def test_left_at_the_order_listed_like_weapons_still_shoot_together() -> None:
    guns = ('gun: 24" Assault 1, S 4, AP 0, D 1', 'bow: 24" Assault 1, S 5, AP 0, D 1')
    table = at("blue Man a 4,15\nred Man b 14,15", weapons={"a": guns})
    gun, bow = [weapon.ranged[0] for weapon in table["a"].profile.ranged]
    shooter = Shooter(table.battle, table["a"])
    groups = [aimed(shooter, key, it, table["b"], 1, shooter.base) for key, it in (("g", gun), ("w", bow), ("h", gun))]
    table.do(lambda battle: resolve(battle, battle["a"], groups), answers=("as-listed",), dice="hit 1 / hit 1 / hit 1")
    assert [event.values["weapon"] for event in table.events("hits")] == ["gun", "gun", "bow"]


@proves("vanguard.split-fire.unused-attacks-are-lost", "core.shoot.lost-attacks")
def test_attacks_on_a_model_already_destroyed_are_lost() -> None:
    table = at(
        """
        blue Man a  4,15
        red  Man b 10,15
        red  Man c 10,17
        """,
        weapons={"a": (ASSAULT_4, GUN_1)},
    )
    answers = ("gun/gun>b", {"b": 3, "c": 1}, "cannon/cannon>b", "b", "gun")
    table.do(shoot, "a", answers=answers, dice="hit 3 3 1 / wound 4 4 / save 1 1 / hit 1")
    assert table.dead == ["b"]
    assert table.heard("attacks-lost", n=1, weapon="cannon", target="b")
    assert table.heard("hits", of=1, target="c")


@proves("core.shoot.lost-attacks")
def test_attacks_stay_valid_if_the_target_can_merely_no_longer_be_seen() -> None:
    table = at(
        """
        blue Man a 4,15 kw=VEHICLE not=INFANTRY
        red  Man b 5.5,15
        red  Man c 10,15
        """,
        weapons={"a": (ASSAULT_2, GUN_1)},
    )
    answers = ("gun/gun>b", "cannon/cannon>c", "b")
    table.do(shoot, "a", answers=answers, dice="hit 6 6 / wound 6 6 / save 1 1 / hit 6 / wound 1")
    assert table.heard("hits", of=1, target="c")


@proves("vanguard.split-fire.automatic-hits-may-split", "core.weapon.automatic-hits")
def test_a_flamer_is_split_like_any_other_weapon_and_hits_without_a_roll() -> None:
    table = at(
        """
        blue Man a 4,15 moved=advanced
        red  Man b 10,15
        red  Man c 10,17
        """,
        weapons={"a": ('flamer: 12" Assault D6, S 4, AP 0, D 1, automatic_hits',)},
    )
    answers = ("flamer/flamer>b", {"b": 1, "c": 2}, "as-listed")
    table.do(shoot, "a", answers=answers, dice="attacks 3 / wound 1 / wound 1 4 / save 1")


@proves("vanguard.split-fire.not-in-overwatch")
def test_overwatch_is_never_split() -> None:
    table = at(
        """
        blue Man a 4,15
        red  Man b 8,15
        red  Man c 8,17
        """,
        phase="charge",
        turn=1,
        weapons={"a": (ASSAULT_2,)},
    )
    table.do(fire_overwatch, table["a"], table["b"], answers=("gun/gun>b",), dice="hit 1 2")
    assert table.heard("hits", of=2, target="b")


@proves("core.ability.optional-use")
def test_a_model_need_not_shoot() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15")
    question = table.ask(shoot, "a")
    assert isinstance(question, Choose)
    assert question.option("hold-fire").declines
    table.do(shoot, "a", answers=("hold-fire",))
    assert table.events("hits") == []
    assert why_not(question, "gun/gun>b") == ""
