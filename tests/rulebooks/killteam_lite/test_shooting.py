"""SHOOTING ATTACK: the six steps, with scripted dice."""

import pytest

from tests.rulebooks.killteam_lite.positions import Table, at
from vanguard.core.refusals import Refused
from vanguard.core.telling.events import DiceShown
from vanguard.geometry.shapes import Base
from vanguard.rulebooks.killteam_lite.content.content import special_rule
from vanguard.rulebooks.killteam_lite.defence import possible_discards
from vanguard.rulebooks.killteam_lite.killzone import Killzone
from vanguard.rulebooks.killteam_lite.profiles import KillzoneMap
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")

TWO_IN_THE_OPEN = """
    blue Man a  4,11 Engage
    red  Man b 10,11 Engage
    red  Man c 10,18 Engage
"""


def shot(gun: str, target: str = "", dice: str = "", *answers: str, cover: bool = False, **more: object) -> Table:
    """Blue shoots red with a gun; the position has the target behind a low wall if it is in Cover."""
    low = "low 8.9,9,9.2,13" if cover else ""
    table = at(
        f"""
        blue Man a 4,11 Engage
        red  Man b 10,11 Engage {target}
        red  Man far 28,20 Conceal
        {low}
        """,
        active="a",
        weapons={"a": (gun,)},
        **more,  # type: ignore[arg-type]
    )
    return table.play("shoot", "b", *answers, dice=dice)


@proves(
    "shooting.steps", "shooting.roles", "shoot.action", "setup.roles-are-not-combat-roles", "shooting.attack-dice-count"
)
def test_a_shot_goes_through_its_steps_and_the_shooters_player_is_the_attacker() -> None:
    """The set-up Defender (blue) shoots: in this attack red defends."""
    table = at(TWO_IN_THE_OPEN, active="a")
    table.play("shoot")
    assert table.asked.clause == "shooting.select-target"
    table.play("b", dice="attack 5 5 2 1 / defence 4 1 1")
    assert table.asked.clause == "shooting.saves-spent"
    assert table.asked.player == 1
    assert table.option("discard-0c-0n").idle, "to use no save discards less"
    assert not table.option("discard-0c-1n").idle
    table.play("discard-0c-1n")
    assert table["b"].wounds == 5
    assert table.battle.action_points == 1


@proves("shooting.select-weapon", "special.profiles", "shooting.select-target")
def test_the_attacker_selects_weapon_and_profile_before_the_target() -> None:
    table = at("blue Caster c 4,11 Engage W=7\nred Man b 10,11 Engage\nred Man d 10,14 Engage", active="c").play(
        "shoot"
    )
    assert table.keys == ["overload-caster-standard", "overload-caster-overcharge"]
    table.play("overload-caster-overcharge")
    assert table.keys == ["b", "d"]
    table.play(
        "b",
        dice="attack 4 4 2 1 / defence 3",
    )
    assert table["b"].wounds == 0, "AP2 of the overcharge leaves one die"
    assert table["c"].wounds == 4, "and its Hot costs 3 wounds; the other profile has neither"


@proves("command-reroll.window", "shooting.saves-spent")
@pytest.mark.parametrize(
    ("wounds", "points", "dice", "asked"),
    [
        (8, 3, "attack 3 1 1 1 / defence 4 1 1", False),
        (8, 3, "attack 6 1 1 1 / defence 4 4 1", False),
        (8, 3, "attack 6 3 1 1 / defence 4 4 1", True),
        (3, 1, "attack 3 3 3 3 / defence 4 4 1", False),
        (4, 1, "attack 3 3 3 3 / defence 4 4 1", True),
        (4, 1, "attack 3 3 3 3 / defence 4 1 1", False),
        (4, 2, "attack 3 3 3 3 / defence 4 1 1", True),
        (8, 1, "attack 6 6 6 6 / defence 6 6 6", False),
    ],
    ids=[
        "all saved", "saved by a pair", "a critical hit left", "one of four hits fells it", "a re-roll keeps it up",
        "one re-roll is not enough", "two are", "three critical saves",
    ],
)  # fmt: skip
def test_the_defender_is_asked_for_a_re_roll_where_it_could_save_more_and_the_target_may_live(
    wounds: int, points: int, dice: str, asked: bool
) -> None:
    drawn = TWO_IN_THE_OPEN.replace("Man b 10,11 Engage", f"Man b 10,11 Engage wounds={wounds}")
    table = at(drawn, active="a", cp=(0, points)).play("shoot", "b", dice=dice)
    assert (table.clause == "command-reroll.window") is asked


@proves("shooting.target-not-engaged-with-friends")
def test_an_enemy_engaged_with_a_friend_of_the_shooter_is_no_valid_target() -> None:
    """A2 is 0.8" from B1 and sees it: A1 cannot shoot B1."""
    table = at(
        "blue Man a 4,11 Engage\nblue Man a2 8.2,11 Engage\nred Man b 10,11 Engage\nred Man c 10,18 Engage", active="a"
    )
    table.play("shoot")
    assert table.keys == ["c"]
    assert "[shooting.target-not-engaged-with-friends]" in table.why_not("b")
    with pytest.raises(Refused, match="Engagement Range"):
        table.play("b")


@proves("shooting.unlimited-range", "rng.maximum", "rng.other-conditions-stay")
def test_a_weapon_reaches_any_distance_unless_it_has_rng() -> None:
    """Rng 6": a base 6.0" away is legal, 6.1" is not."""
    drawn = "blue Man a 1,11 Engage\nred Man b {},11 Engage\nred Man far 29,11 Engage"
    assert at(drawn.format(8), active="a").play("shoot").keys == ["b", "far"]
    short = {"a": ('pistol: A 4, BS 3+, D 3/4, Rng 6"',)}
    assert at(drawn.format(8), active="a", weapons=short).play("shoot").keys == ["b"]
    table = at(drawn.format(8.1), active="a", weapons=short)
    assert table.why_not("shoot") == "no valid target [shooting.no-valid-target]"
    hidden = drawn.format(8) + "\nwall 4,5,4.25,17"
    assert "no valid target" in at(hidden, active="a", weapons=short).why_not("shoot"), "in range, but not Visible"


@proves("shooting.no-valid-target", "firefight.illegal-action-refused", "limited.used-when-selected")
def test_without_a_valid_target_the_action_is_refused_and_nothing_is_spent() -> None:
    weapons = {"a": ('grenade: A 4, BS 4+, D 2/4, Rng 6", Limited',)}
    table = at("blue Man a 1,11 Engage\nred Man b 20,11 Engage", active="a", weapons=weapons)
    with pytest.raises(Refused, match="no valid target"):
        table.play("shoot")
    assert table.battle.action_points == 2
    assert table.battle.performed == ()
    assert table["a"].used_up == ()


@proves(
    "shooting.hit", "shooting.other-success-normal-hit", "shooting.one-always-fails", "shooting.six-always-critical-hit"
)
def test_results_of_the_skill_or_more_hit_sixes_are_critical_and_ones_fail() -> None:
    """BS 3+, A 4, results 6 3 2 1: two successes, one of them critical."""
    table = shot("gun: A 4, BS 3+, D 3/4", "Df=0", "attack 6 3 2 1")
    assert table.events("attack-dice")[0].values["hits"] == 1
    assert table.events("attack-dice")[0].values["criticals"] == 1
    assert table["b"].wounds == 8 - 3 - 4


@proves("shooting.six-always-critical-hit", "damage.injured-skill")
def test_a_six_hits_even_when_the_skill_is_worsened_beyond_six() -> None:
    """BS 6+ of an injured shooter would be 7+: only the 6 hits, and it is critical."""
    table = at(
        "blue Man a 4,11 Engage wounds=1\nred Man b 10,11 Engage Df=0",
        active="a",
        weapons={"a": ("gun: A 4, BS 6+, D 3/5",)},
    )
    table.play("shoot", "b", dice="attack 6 5 5 5")
    assert table["b"].wounds == 3


@proves("shooting.damage-normal", "shooting.damage-critical", "shooting.save", "shooting.defence-dice-count")
def test_each_hit_left_does_its_damage() -> None:
    """D 3/4 with one normal and one critical hit left: 7 damage."""
    table = shot("gun: A 4, BS 3+, D 3/4", "", "attack 6 5 1 1 / defence 3 3 1")
    assert table["b"].wounds == 1
    assert len(table.events("defence-dice")[0].dice.faces) == 3


@proves(
    "shooting.six-critical-save",
    "shooting.critical-save-discards-any",
    "shooting.normal-save-discards-normal",
    "shooting.saves-spent",
)
def test_a_critical_save_discards_any_hit_and_a_normal_save_only_a_normal_one() -> None:
    table = shot("gun: A 4, BS 3+, D 3/4", "", "attack 6 5 1 1 / defence 6 1 1")
    assert table.keys == ["discard-1c-0n", "discard-0c-1n", "discard-0c-0n"], "best for the Defender first"
    table = shot("gun: A 4, BS 3+, D 3/4", "", "attack 6 5 1 1 / defence 4 1 1")
    assert table.keys == ["discard-0c-1n", "discard-0c-0n"]
    table.play("discard-0c-0n")
    assert table["b"].wounds == 1, "nobody is obliged to use a save"


@proves("shooting.one-always-fails-save", "shooting.save")
def test_a_defence_die_of_one_always_fails_and_a_result_below_the_save_too() -> None:
    table = shot("gun: A 4, BS 3+, D 1/2", "Sv=2", "attack 5 5 1 1 / defence 1 2 1", "discard-0c-1n")
    assert table.events("defence-dice")[0].values["saves"] == 1
    assert table["b"].wounds == 7


@proves("shooting.two-normal-saves-discard-critical")
def test_two_normal_saves_discard_a_critical_hit_by_the_defenders_choice() -> None:
    """Hits critical, critical, normal with D 3/5; saves critical, normal, normal: 3 damage remain, or 5."""
    table = shot("gun: A 4, BS 3+, D 3/5", "W=14", "attack 6 6 5 1 / defence 6 4 4")
    assert table.keys[0] == "discard-2c-0n"
    best = table.option("discard-2c-0n").label
    assert "3 damage left" in best
    assert "5 damage left" in table.option("discard-1c-1n").label
    table.play("discard-2c-0n")
    assert table["b"].wounds == 11


@proves("shooting.saves-spent", "shooting.two-normal-saves-discard-critical")
def test_a_critical_save_is_never_half_of_a_pair() -> None:
    assert (2, 0) not in possible_discards(0, 2, 1, 1)
    assert (1, 0) in possible_discards(0, 1, 2, 0)
    assert (1, 0) not in possible_discards(0, 1, 1, 0)
    assert (1, 1) in possible_discards(1, 1, 1, 1)


@proves("shooting.two-normal-saves-discard-critical")
def test_greedy_saves_are_not_always_best() -> None:
    """Two normal saves against a critical and two normal hits: pair them or not depends on D."""
    cheap = shot("gun: A 4, BS 3+, D 1/6", "W=14", "attack 6 5 5 1 / defence 4 4 1")
    assert cheap.keys[0] == "discard-1c-0n"
    dear = shot("gun: A 4, BS 3+, D 4/5", "W=14", "attack 6 5 5 1 / defence 4 4 1")
    assert dear.keys[0] == "discard-0c-2n"


@proves("shooting.cover-die", "shooting.cover-die-comes-from-the-pool", "shooting.cover-for-any-order")
def test_in_cover_the_defender_may_retain_one_of_the_dice_as_a_normal_save() -> None:
    """Df 3 in Cover: one automatic normal save plus two rolled dice."""
    table = shot("gun: A 4, BS 3+, D 3/4", "", "attack 5 5 1 1", cover=True)
    assert table.keys == ["retain-1", "roll-all"]
    assert table.asked.player == 1
    table.play("retain-1", dice="defence 1 1")
    assert table.keys[0] == "discard-0c-1n"
    rolled = shot("gun: A 4, BS 3+, D 3/4", "", "attack 5 5 1 1 / defence 1 1 1", "roll-all", cover=True)
    assert rolled["b"].wounds == 2


@proves("ap.reduces-defence", "ap.before-cover", "shooting.cover-die-comes-from-the-pool", "ap.this-attack-only")
def test_ap_is_taken_before_the_cover_die() -> None:
    """Df 3, AP1, Cover: one retained, one rolled. Df 2, AP2: no dice, no Cover die."""
    table = shot("gun: A 4, BS 3+, D 1/1, AP1", "", "attack 5 5 1 1 / defence 2", "retain-1", cover=True)
    assert table.keys[0] == "discard-0c-1n"
    bare = shot("gun: A 4, BS 3+, D 1/1, AP2", "Df=2", "attack 5 5 1 1", cover=True)
    assert bare["b"].wounds == 6
    assert bare["b"].card.defence == 2, "only that attack was affected"


@proves("shooting.ends-when-nothing-is-left")
def test_no_defence_dice_are_rolled_when_nothing_hits_or_the_target_is_down_already() -> None:
    """Target with 3 wounds, MW3 and one critical hit: it is at 0, no defence dice."""
    missed = shot("gun: A 4, BS 3+, D 3/4", "", "attack 2 2 1 1")
    assert missed["b"].wounds == 8
    down = shot("gun: A 4, BS 3+, D 3/4, MW3", "wounds=3", "attack 6 5 5 1")
    assert not down["b"].in_play


@proves("shooting.excess-damage-lost", "damage.incapacitated")
def test_damage_beyond_the_last_wound_is_lost() -> None:
    table = shot("gun: A 4, BS 3+, D 5/9", "Df=0 wounds=2", "attack 6 6 6 6")
    assert not table["b"].in_play
    assert table["b"].wounds == 0
    assert table["far"].wounds == 8


@proves(
    "shooting.casualties-removed-after-action",
    "damage.incapacitated-removal-time",
    "blast.visible-from-target",
    "shooting.no-attack-on-the-incapacitated",
)
def test_casualties_stay_in_place_until_all_attacks_of_the_action_are_made() -> None:
    """The target falls first; its base still measures the Blast, and only then is it removed."""
    table = at(
        """
        blue Man a 4,11 Engage
        red  Man b 12,11 Engage wounds=1
        red  Man c 14.5,11 Engage Df=0
        """,
        active="a",
        weapons={"a": ('grenade: A 2, BS 3+, D 2/3, Blast 2"',)},
    )
    table.play("shoot", "b", dice="attack 5 1 / defence 1 1 1 / attack 5 5")
    order = [event.key for event in table.game.events if event.key in ("shoots", "incapacitated")]
    assert order == ["shoots", "shoots", "incapacitated"]
    assert table["c"].wounds == 4


@proves("shooting.no-attack-on-the-incapacitated")
def test_fusillade_dice_on_somebody_already_down_are_lost() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0\nred Man c 14,11 Engage Df=0 wounds=1",
        active="a",
        weapons={"a": ("gun: A 4, BS 3+, D 1/1, Fusillade, Splash 1",)},
    )
    table.play("shoot", "b", {"b": 2, "c": 2}, dice="attack 6 1")
    assert not table["c"].in_play, "fell to the splash; its two dice were never rolled"


@proves("shooting.cover-and-sight-fixed-at-selection", "shoot.any-time")
def test_cover_is_fixed_when_the_target_is_selected() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Man b 10,11 Engage\nlow 8.9,9,9.2,13",
        active="a",
        weapons={"a": ("gun: A 4, BS 3+, D 1/1",)},
    )
    table.play("shoot", "b", dice="attack 5 5 1 1")
    assert table.asked.clause == "shooting.cover-die", "in Cover as determined at selection"
    table.play("roll-all", dice="defence 1 1 1")
    assert table["b"].wounds == 6


@proves("shooting.roll-attack-step-order", "rending.before-critical-effects", "hot.after-rerolls")
def test_the_attack_roll_goes_rerolls_hot_rending_then_critical_effects() -> None:
    """Rending and MW2 with 6 4 1 1: two critical hits, 4 mortal wounds; the 1s that stayed burn first."""
    table = shot("gun: A 4, BS 3+, D 1/1, Ceaseless, Hot, Rending, MW2", "Df=0 W=12", "attack 6 4 1 1")
    assert table.keys == ["ceaseless-1-1", "ceaseless-1", "keep"]
    table.play("ceaseless-1", dice="reroll 1")
    assert table.asked.clause == "rending.upgrade-one", "the other 1 may no longer be re-rolled by Ceaseless"
    table.play("upgrade")
    assert table["a"].wounds == 2
    assert table["b"].wounds == 12 - 4 - 2
    order = [event.key for event in table.game.events if event.key in ("mortal-wounds", "rending")]
    assert order == ["mortal-wounds", "rending", "mortal-wounds"]


@proves("shooting.roll-attack-step-order")
def test_the_attacker_orders_several_critical_hit_rules() -> None:
    table = shot("gun: A 1, BS 3+, D 1/1, Stun, MW2", "Df=0", "attack 6")
    assert table.keys == ["Stun", "MW2"]
    table.play("MW2")
    assert table["b"].wounds == 8 - 2 - 1
    assert table["b"].apl == 1


@proves(
    "shooting.roll-defence-step-order",
    "invulnerable.ignores-ap",
    "invulnerable.instead-of-save",
    "invulnerable.otherwise-like-a-save",
)
def test_the_defender_chooses_the_save_then_the_cover_die() -> None:
    """Df 3, Sv 3+, invulnerable 5+, in Cover against AP2."""
    with_save = shot("gun: A 4, BS 3+, D 1/1, AP2", "Sv=3 inv=5", "attack 5 5 1 1", cover=True)
    assert with_save.keys == ["save", "invulnerable-5"]
    assert with_save.asked.dice.faces == (5, 5, 1, 1), "chosen with the attack dice in sight"
    with_save.play("save", "retain-1")
    assert with_save.keys[0] == "discard-0c-1n", "one die left, retained; nothing was rolled"
    table = shot("gun: A 4, BS 3+, D 1/1, AP2", "Sv=3 inv=5", "attack 5 5 1 1", cover=True)
    table.play("invulnerable-5", "retain-1", dice="defence 5 4")
    assert table.keys[0] == "discard-0c-2n", "the retained die and the 5; the 4 fails"
    assert (table.asked.dice.faces, table.asked.against.faces) == ((5, 4), (5, 5, 1, 1))


@proves("ap.not-cumulative", "p.with-ap", "shooting.roll-defence-step-order")
def test_several_ap_are_not_added_up_and_the_attacker_selects_one() -> None:
    """AP1 and P2 with a critical hit: AP1 or AP2, never AP3."""
    table = shot("gun: A 4, BS 3+, D 1/1, AP1, P2", "", "attack 6 5 1 1")
    assert table.asked.player == 0
    assert table.keys == ["ap2", "ap1"]
    table.play("ap2", dice="defence 1")
    assert table["b"].wounds == 6


@proves("invulnerable.cannot-be-modified", "invulnerable.shooting-only")
def test_an_invulnerable_save_is_never_worsened_and_is_of_no_use_in_combat() -> None:
    hurt = shot("gun: A 4, BS 3+, D 1/1", "inv=4 wounds=1 W=8 Df=1", "attack 5 1 1 1 / defence 4", "invulnerable-4")
    assert hurt.keys[0] == "discard-0c-1n", "4+ stays 4+ for an injured target"
    table = at("blue Man a 4,11 Engage\nred Man b 5.5,11 Engage inv=2 blades=none", active="a")
    table.play("fight", dice="fight 5 1 1 1")
    assert table["b"].wounds == 5


@proves("shooting.no-valid-target", "heavy.no-moves-with-shoot", "limited.once-per-battle")
def test_shoot_that_is_barred_names_every_weapon_with_its_reason() -> None:
    """One gun is Heavy and its bearer has moved, one reaches nobody."""
    drawn = "blue Man a 4,11 Engage\nred Man b 24,11 Engage"
    guns = {"a": ("cannon: A 4, BS 3+, D 3/4, Heavy", "pistol: A 4, BS 3+, D 3/4, Rng 6")}
    table = at(drawn, active="a", weapons=guns)
    table.play("normal-move", [[5, 11]])
    assert table.why_not("shoot") == (
        "cannon: Heavy: it has moved in this activation; no valid target for any other weapon [heavy.no-moves-with-shoot]"
    )


@proves("shooting.select-weapon", "rng.maximum")
def test_when_only_one_weapon_can_be_used_the_log_says_why_not_the_others() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 14,11 Engage"
    guns = {"a": ("cannon: A 1, BS 3+, D 3/4", "pistol: A 4, BS 3+, D 3/4, Rng 6")}
    table = at(drawn, active="a", weapons=guns)
    table.play("shoot", "b", dice="attack 1")
    assert "A leaves the pistol: no valid target." in table.game.log(None)


@proves("torrent.extra-attacks")
def test_the_torrent_lists_whom_it_does_not_sweep_on_to_with_the_distance() -> None:
    drawn = "blue Man a 4,11 Engage\nred Man b 10,11 Engage\nred Man c 10,12.5 Engage\nred Man d 10,18 Engage"
    table = at(drawn, active="a", weapons={"a": ("spray: A 1, BS 3+, D 3/4, Torrent 2",)})
    table.play("shoot", "b", dice="attack 1")
    assert table.keys == ["c", "stop"]
    assert table.why_not("d") == '6" from b, at most 2" is allowed [torrent.extra-attacks]'
    assert "attacked already" in table.why_not("b")


@proves("torrent.extra-attacks")
def test_the_torrent_names_the_target_that_is_too_far_and_before_it_what_else_is_in_the_way() -> None:
    """F is near both; D stands within 2" of B but not of C; E, farther still, is behind a wall."""
    drawn = """
        blue Man a  4,11   Engage
        red  Man b 10,11   Engage
        red  Man c 10,13.5 Engage
        red  Man d 10,8.5  Engage
        red  Man e 20,11   Engage
        red  Man f 12,12.2 Engage
        wall 15,9,15.5,13
    """
    table = at(drawn, active="a", weapons={"a": ("spray: A 1, BS 3+, D 3/4, Torrent 2, Rng 30",)})
    table.play("shoot", "b", dice="attack 1").play("c", dice="attack 1")
    assert table.why_not("d") == '4" from c, at most 2" is allowed [torrent.extra-attacks]'
    assert table.why_not("e") == "not Visible [visible.definition]"


@proves("shooting.cover-and-sight-fixed-at-selection")
def test_cover_stays_as_it_was_when_the_target_was_selected_whatever_changes_meanwhile() -> None:
    """The wall that covered b is gone before the defence dice are rolled, and b would not be seen any more at all."""
    table = at(
        "blue Man a 4,11 Engage\nred Man b 10,11 Engage\nlow 8.9,9,9.2,13",
        active="a",
        cp=(1, 0),
        weapons={"a": ("gun: A 4, BS 3+, D 1/1",)},
    )
    table.play("shoot", "b", dice="attack 5 5 1 1")
    assert table.asked.clause == "command-reroll.window"
    battle = table.battle
    battle.killzone = Killzone(KillzoneMap("bare", "Bare", "", ()))
    moved = battle["b"].base
    battle["b"].base = Base("b", moved.x, 21.0, moved.radius, moved.elevation, moved.height)
    table.play("keep")
    assert table.asked.clause == "shooting.cover-die", "in Cover as determined at selection"


@proves("shooting.no-valid-target", "shooting.select-weapon", "heavy.no-moves-with-shoot")
def test_a_weapon_without_a_valid_target_is_listed_with_that_reason_and_a_barred_one_with_its_own() -> None:
    guns = (
        "rifle: A 4, BS 3+, D 3/4",
        "carbine: A 4, BS 3+, D 3/4",
        "pistol: A 4, BS 3+, D 3/4, Rng 6",
        "mortar: A 4, BS 3+, D 3/4, Rng 6, Heavy",
    )
    table = at("blue Man a 4,11 Engage\nred Man b 16,11 Engage", active="a", weapons={"a": guns})
    table.play("normal-move", [[5, 11]], "shoot")
    assert table.keys == ["rifle", "carbine"]
    assert table.why_not("pistol") == "no valid target [shooting.no-valid-target]"
    assert table.why_not("mortar") == "Heavy: it has moved in this activation [heavy.no-moves-with-shoot]"


@proves("shooting.cover-die")
def test_a_target_in_the_open_retains_nothing_and_is_not_asked() -> None:
    """All three defence dice are rolled: the only hit left over is the one that a third save would have stopped."""
    table = shot("gun: A 3, BS 3+, D 1/1", "", "attack 5 5 5 / defence 4 4 1")
    assert table.asked.clause == "shooting.saves-spent"
    assert table.keys[0] == "discard-0c-2n"


@proves("shooting.damage-normal", "shooting.damage-critical")
def test_lost_wounds_are_told_by_the_rule_of_the_hits_that_cost_them() -> None:
    normal = shot("gun: A 2, BS 3+, D 2/5", "Df=0", "attack 5 1")
    [told] = normal.events("wounds-lost")
    assert (told.clause, normal["b"].wounds) == ("shooting.damage-normal", 6)
    critical = shot("gun: A 2, BS 3+, D 2/5", "Df=0", "attack 6 1")
    [told] = critical.events("wounds-lost")
    assert (told.clause, critical["b"].wounds) == ("shooting.damage-critical", 3)


@proves("shooting.hit", "hot.self-damage")
def test_a_discarded_one_is_a_fail_and_burns_whoever_shoots_a_hot_weapon() -> None:
    table = shot("gun: A 3, BS 2+, D 1/1, Hot", "Df=0", "attack 2 1 1")
    assert table["b"].wounds == 7
    assert table["a"].wounds == 8 - 2 * 3


@proves("shooting.save", "invulnerable.instead-of-save")
def test_defence_dice_are_shown_as_what_they_are_rolled_for() -> None:
    """Sv 4+, invulnerable 5+: a 4 saves only in the first roll."""
    plain = shot("gun: A 1, BS 3+, D 1/1", "Df=1", "attack 5 / defence 4", "discard-0c-1n")
    assert [(shown.label, shown.marks) for shown in dice_of(plain, "defence-dice")] == [("defence", ("save",))]
    warded = shot("gun: A 1, BS 3+, D 1/1", "Df=1 inv=5", "attack 5 / defence 4", "invulnerable-5")
    assert [(shown.label, shown.marks) for shown in dice_of(warded, "defence-dice")] == [
        ("invulnerable save", ("fail",))
    ]
    assert (plain["b"].wounds, warded["b"].wounds) == (8, 7)


def dice_of(table: Table, key: str) -> list[DiceShown]:
    return [event.dice for event in table.events(key) if event.dice is not None]


@proves("shooting.saves-spent")
def test_that_nothing_gets_through_is_told_only_when_every_hit_is_saved() -> None:
    saved = shot("gun: A 1, BS 3+, D 1/1", "Df=1", "attack 5 / defence 4", "discard-0c-1n")
    assert len(saved.events("saved")) == 1
    kept = shot("gun: A 1, BS 3+, D 1/1", "Df=1", "attack 5 / defence 4", "discard-0c-0n")
    assert not kept.events("saved")
    assert (saved["b"].wounds, kept["b"].wounds) == (8, 7)


@proves("unwieldy.extra-ap", "overwatch.outside-activation")
def test_a_shoot_action_pays_for_unwieldy_and_an_overwatch_pays_nothing() -> None:
    """With one action point only the light gun can be chosen; in Overwatch, without any, both light ones can."""
    guns = ("cannon: A 1, BS 3+, D 1/1, Unwieldy", "gun: A 1, BS 3+, D 1/1", "pistol: A 1, BS 3+, D 1/1")
    drawn = "blue Man a 4,11 Engage{}\nred Man b 10,11 Engage Df=0\nred Man c 10,14 Engage"
    poor = at(drawn.format(""), active="a", points=1, weapons={"a": guns}).play("shoot")
    assert poor.keys == ["gun", "pistol"]
    assert poor.why_not("cannon") == "costs 2 AP, 1 left [unwieldy.extra-ap]"
    rich = at(drawn.format(""), active="a", weapons={"a": guns}).play("shoot", "cannon", "b", dice="attack 5")
    assert rich.battle.active == "", "both points are spent"
    watch = at(drawn.format(" done"), turn=1, weapons={"a": guns}).play("b", "engage", "pass", "a")
    assert watch.keys == ["gun", "pistol"]
    assert "[unwieldy.no-overwatch]" in watch.why_not("cannon")


@proves("shooting.ends-when-nothing-is-left")
def test_a_single_hit_of_either_kind_is_still_answered() -> None:
    for face, hits in ((6, "discard-1c-0n"), (5, "discard-0c-1n")):
        table = shot("gun: A 2, BS 3+, D 1/1", "", f"attack {face} 1 / defence 6 1 1")
        assert table.keys[0] == hits
    missed = shot("gun: A 2, BS 3+, D 1/1", "", "attack 2 1")
    assert not missed.events("defence-dice")
    assert missed.asked.clause == "firefight.one-action-at-a-time"


@proves("shooting.steps")
def test_the_rules_of_the_weapon_are_in_force_in_its_attack() -> None:
    """Lethal 5+: the 5 is critical; the 4 is not."""
    table = shot("gun: A 2, BS 3+, D 1/4, Lethal 5+", "Df=0", "attack 5 4")
    assert table["b"].wounds == 8 - 4 - 1


@proves("shooting.roll-attack-step-order")
def test_without_a_critical_hit_nothing_acts_on_critical_hits() -> None:
    table = shot("gun: A 2, BS 3+, D 1/4, MW3, Stun, Splash 1", "Df=0", "attack 5 4")
    assert table.asked.clause == "firefight.one-action-at-a-time"
    assert (table["b"].wounds, table["b"].apl) == (6, 2)


@proves("shooting.select-weapon")
def test_who_has_no_ranged_weapon_is_told_so() -> None:
    table = at("blue Man a 4,11 Engage guns=none\nred Man b 10,11 Engage", active="a")
    assert table.why_not("shoot") == "it has no ranged weapon [shooting.select-weapon]"


@proves("unwieldy.extra-ap", "heavy.no-moves-with-shoot")
def test_a_weapon_barred_for_another_reason_is_told_by_that_one() -> None:
    guns = ("cannon: A 1, BS 3+, D 1/1, Unwieldy, Heavy", "gun: A 1, BS 3+, D 1/1", "pistol: A 1, BS 3+, D 1/1")
    table = at("blue Man a 4,11 Engage\nred Man b 12,11 Engage", active="a", weapons={"a": guns})
    table.play("normal-move", [[4, 12]], "shoot")
    assert table.keys == ["gun", "pistol"]
    assert table.why_not("cannon") == "Heavy: it has moved in this activation [heavy.no-moves-with-shoot]"


@proves("shooting.hit", "shooting.roll-attack-step-order")
def test_what_critical_hits_do_is_done_after_the_dice_are_sorted() -> None:
    table = shot("gun: A 2, BS 3+, D 1/1, MW3", "Df=0 W=20", "attack 6 2")
    assert table["b"].wounds == 20 - 3 - 1


@proves("shooting.saves-spent", "dice.reroll-stands")
def test_a_defence_die_rolled_again_is_told_before_the_saves() -> None:
    table = shot("gun: A 1, BS 3+, D 1/1", "Df=1", "attack 5 / defence 1", cp=(0, 1))
    table.play("command-1", "discard-0c-1n", dice="reroll 4")
    told = [event.key for event in table.game.events if event.key in ("rerolled", "defence-dice", "hits-saved")]
    assert told == ["rerolled", "defence-dice", "hits-saved"]


@proves("shooting.hit", "rending.upgrade-one")
def test_rending_may_be_left() -> None:
    for answer, left in (("no", 20 - 5 - 1), ("upgrade", 20 - 5 - 5)):
        table = shot("gun: A 2, BS 3+, D 1/5, Rending", "Df=0 W=20", "attack 6 3", answer)
        assert table["b"].wounds == left
        assert len(table.events("rending")) == (answer == "upgrade")


@proves("invulnerable.instead-of-save")
def test_an_invulnerable_save_is_printed_with_its_number() -> None:
    assert special_rule("Invulnerable Save 4+").value == 4
