"""Weapons: Blast, Flame, Indirect, Heavy, team weapons, and the pinning tests they cause."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard import odds
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

SQUADS = "blue Squad a 20,20 {a}\nred Squad b 20,30 x3 {b}\nred Squad z 65,65"


def fired(weapon: str, dice: str, *answers: Any, a: str = "", b: str = "", points: int | None = None) -> Table:
    table = at(SQUADS.format(a=a, b=b), active="a", weapons={"a": (weapon,)}, points=points)
    return table.play("shoot:light:b", *answers, dice=dice)


# -- blast and flame --------------------------------------------------------------------------------------------------------


@proves("weapon.blast.no-goodshot", "weapon.flame.as-blast")
@pytest.mark.parametrize("kind", ["Blast", "Flame"])
def test_6s_of_blast_and_flame_are_never_goodshots(kind: str) -> None:
    pins = " / pinning 6" if kind == "Flame" else ""
    table = fired(f"gun: {kind}, P 2, Sr 3, R 0-20", "gun 6 6 1", b="Mr=9")
    assert table.asked.clause == "wounds.defender-allocates"
    table.play({"b1": 1, "b2": 1}, dice=pins.removeprefix(" / "))
    assert table.alive("b") == ["b3"]


@proves("weapon.blast.one-unit")
def test_the_surplus_of_a_blast_does_not_spill_to_a_neighbour() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30\nred Squad c 22.5,30\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": ("gun: Blast, P 2, Sr 4, R 0-20",)})
    table.play("shoot:light:b", dice="gun 5 5 5 5")
    assert (table.alive("b"), table.alive("c")) == ([], ["c1"])
    assert "b" not in table.keys


@proves("weapon.blast.needs-sight")
def test_a_blast_needs_sight_unless_it_is_indirect() -> None:
    drawn = SQUADS.format(a="", b="") + "\nshard 20,25 r=3\nshard 24,25 r=2"
    for kinds, may in (("Blast", False), ("Blast, Indirect", True)):
        table = at(drawn, active="a", weapons={"a": (f"gun: {kinds}, P 2, Sr 3, R 0-20",)})
        assert table.can("shoot") is may


@proves("weapon.flame.pins", "pin.trigger", "pin.out-of-turn", "pin.roll")
def test_a_flame_hit_forces_the_pinning_test_without_a_wound_and_without_asking() -> None:
    """Flame P 2 hits a walker machine with T 3 once: no wound, but the pinning test is taken."""
    drawn = "blue Squad a 20,20\nred Strider b 20,30 Mr=6\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": ("burner: Flame, P 2, Sr 2, R 0-8",)})
    table.play("shoot:light:b", dice="burner 4 1 / pinning 3")
    assert table["b1"].wounds == 0
    assert table.unit("b").pinned >= 0
    missed = at(drawn, active="a", weapons={"a": ("burner: Flame, P 2, Sr 2, R 0-8",)})
    assert missed.play("shoot:light:b", dice="burner 1 1").unit("b").pinned < 0


# -- pinning ----------------------------------------------------------------------------------------------------------------

HOOK = "hook: Gun, Pinning, P 2, Sr 2, R 0-20"


@proves("pin.attacker-asks", "pin.trigger", "pin.roll", "pin.highest-morale")
@pytest.mark.parametrize(("face", "pinned"), [(3, True), (4, False)])
def test_a_pinning_hit_lets_the_attacker_demand_the_test(face: int, pinned: bool) -> None:
    """Morale 6: a 3 gives 9, pinned; a 4 gives 10, passed."""
    table = fired(HOOK, "hook 4 1", {"b1": 1})
    assert table.asked.clause == "pin.attacker-asks"
    assert table.asked.player == 0
    found = odds.of(table.game, "yes")
    assert (found.fate, found.chance_removed()) == ("pinned", pytest.approx(1 / 2)), "3 and less of six faces"
    table.play("yes", dice=f"pinning {face}")
    assert (table.unit("b").pinned >= 0) is pinned
    declined = fired(HOOK, "hook 4 1", {"b1": 1}, "no")
    assert declined.unit("b").pinned < 0


@proves("pin.trigger", "pin.once-per-attack")
def test_no_hit_no_test_and_several_hits_one_test() -> None:
    missed = fired(HOOK, "hook 1 1")
    assert missed.asked.clause != "pin.attacker-asks"
    twice = fired(HOOK, "hook 4 4", {"b1": 1, "b2": 1}).play("yes", dice="pinning 1")
    assert twice.asked.clause != "pin.attacker-asks"


@proves("pin.once-per-attack")
def test_a_pinned_unit_is_not_tested_again() -> None:
    table = fired(HOOK, "hook 4 1", {"b1": 1}, b="pinned")
    assert table.asked.clause != "pin.attacker-asks"


@proves("pin.attacker-asks", "pin.roll")
@pytest.mark.parametrize(("morale", "asked"), [(8, True), (9, False)])
def test_nobody_is_asked_to_demand_a_test_that_no_die_fails(morale: int, asked: bool) -> None:
    """Morale 9 passes with a 1."""
    table = fired(HOOK, "hook 4 1", {"b1": 1}, b=f"Mr={morale}")
    assert (table.clause == "pin.attacker-asks") is asked


@proves("pin.attacker-asks", "pin.not-next")
@pytest.mark.parametrize(
    ("round", "b", "asked"), [(3, "played", True), (4, "played", False), (4, "fresh", True)]
)  # fmt: skip
def test_in_the_last_round_only_a_card_still_in_hand_is_worth_pinning(round: int, b: str, asked: bool) -> None:
    drawn = f"blue Squad a 20,20\nred Squad b 20,30 x3 {b}\nred Squad z 65,65"
    weapons = {"a": (HOOK,), "b": ("blade: CC, P 2, Sr 1",)}
    table = at(drawn, active="a", round=round, weapons=weapons).play("shoot:light:b", {"b1": 1}, dice="hook 4 1")
    assert (table.clause == "pin.attacker-asks") is asked


@proves("pin.after-casualties", "pin.highest-morale", "card.morale")
def test_the_best_surviving_morale_counts() -> None:
    """The Cohort's Prefect has Morale 7, the others 6. A roll of 3 passes while he lives; once he is dead it pins."""
    drawn = "blue Squad a 20,20\nred cohort b 20,30 x4\nred Squad z 65,65"
    for killed, pinned in (("b1", True), ("b2", False)):
        table = at(drawn, active="a", weapons={"a": (HOOK,)})
        table.play("shoot:light:b", {killed: 1}, "yes", dice="hook 4 1 / pinning 3")
        assert (table.unit("b").pinned >= 0) is pinned


@proves("pin.after-casualties")
def test_a_unit_wiped_out_takes_no_test() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": ("burner: Flame, P 2, Sr 2, R 0-9",)})
    assert table.play("shoot:light:b", dice="burner 4 1").alive("b") == []


@proves("pin.last-stand-unaffected")
def test_being_pinned_changes_no_dodge() -> None:
    table = fired("gun: Gun, P 2, Sr 1, R 0-20", "gun 2", b="pinned")
    assert table.alive("b") == ["b1", "b2", "b3"], "a 2 misses Dodge 2, pinned or not"
    assert fired("gun: Gun, P 2, Sr 1, R 0-20", "gun 3", {"b1": 1}, b="pinned").alive("b") == ["b2", "b3"]


# -- indirect ---------------------------------------------------------------------------------------------------------------

HIDDEN = "blue Squad a 20,10 {a}\nred Squad b 20,40 x2 {b}\nred Squad z 65,65\nlocomotive 10,32,22,24\n"
MORTAR = "mortar: Indirect, P 2, Sr {}, R 15-60"


@proves("weapon.indirect.no-sight", "weapon.indirect.skill-penalty", "goodshot.must-be-visible")
def test_indirect_fire_needs_no_sight_hits_anybody_and_has_no_goodshots_unseen() -> None:
    """Dodge 2 at Skill -1: a 4 hits, a 3 misses; a 6 is an ordinary hit."""
    table = at(HIDDEN.format(a="", b=""), active="a", weapons={"a": (MORTAR.format(3),)})
    table.play("shoot:light:b", dice="mortar 3 4 6")
    assert table.alive("b") == []
    one = at(HIDDEN.format(a="", b=""), active="a", weapons={"a": (MORTAR.format(2),)})
    one.play("shoot:light:b", dice="mortar 3 6")
    assert one.asked.clause == "wounds.defender-allocates"


@proves("weapon.indirect.spotter")
def test_a_spotter_lifts_the_penalty() -> None:
    spotted = HIDDEN.format(a="", b="") + "blue Squad s 60,40"
    table = at(spotted, active="a", weapons={"a": (MORTAR.format(1),)})
    table.play("shoot:light:b", dice="mortar 3")
    assert table.asked.clause == "wounds.defender-allocates", "a 3 hits Dodge 2"
    unseen = at(HIDDEN.format(a="", b=""), active="a", weapons={"a": (MORTAR.format(1),)})
    assert unseen.play("shoot:light:b", dice="mortar 3").alive("b") == ["b1", "b2"]


@proves("weapon.indirect.cover-still-counts", "weapon.range-and-minimum")
def test_cover_and_minimum_range_still_count_for_indirect_fire() -> None:
    """b touches the far side of a locomotive: Dodge 4, and Skill -1 needs a 6."""
    drawn = "blue Squad a 20,10\nred Squad b 20,{}\nred Squad z 65,65\nlocomotive 10,32,22,24\n"
    for face, dead in ((5, False), (6, True)):
        table = at(drawn.format(25), active="a", weapons={"a": ("mortar: Indirect, P 2, Sr 1, R 12-60",)})
        assert (table.play("shoot:light:b", dice=f"mortar {face}").alive("b") == []) is dead
    near = at(drawn.format(25), active="a", weapons={"a": (MORTAR.format(1),)})
    assert not near.can("shoot"), "13 cm is under the minimum of 15"


# -- heavy ------------------------------------------------------------------------------------------------------------------

CANNON = ("cannon: Gun, Heavy, P 7, Sr 1, R 0-60", "gun: Gun, P 3, Sr 2, R 0-24")


@proves("weapon.heavy.two-actions")
def test_a_heavy_weapon_needs_two_points_and_uses_both() -> None:
    drawn = "blue Tank a 20,20 north\nred Strider b 20,35 H=9 systems=\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": CANNON[:1]})
    table.play("shoot:heavy:b", dice="cannon 4")
    assert table["b1"].wounds == 4
    assert table.asked.player == 1, "and that was its turn"
    moved = at(drawn, active="a", weapons={"a": CANNON}).play("move", [[20, 21]])
    moved.play("shoot:light:b", dice="gun 1 4")
    assert moved["b1"].wounds == 0, "after a move only the other gun fires: P 3 does not beat T 3"
    alone = at(drawn, active="a", weapons={"a": CANNON[:1]}).play("move", [[20, 21]])
    assert not alone.can("shoot")


@proves("weapon.heavy.others-join")
def test_other_weapons_join_a_heavy_one_once() -> None:
    """One attack, the cannon's die and the gun's two, for two points."""
    drawn = "blue Tank a 20,20 north\nred Strider b 20,35 T=2 H=9 systems=\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": CANNON}).play("shoot:heavy:b", dice="cannon 4 / gun 4 1")
    assert table["b1"].wounds == 5 + 1
    light = at(drawn, active="a", weapons={"a": CANNON}).play("shoot:light:b", dice="gun 4 1")
    assert light["b1"].wounds == 1
    assert light.battle.turn is not None
    assert light.battle.turn.points == 1, "the owner may leave the cannon out"


@proves("weapon.heavy.modified-by-card", "cards.quick-rack")
def test_the_mules_rocket_rack_costs_one_point_once_a_turn() -> None:
    drawn = "blue mule a 20,20 north\nred Strider b 20,45 D=0 H=9 systems=\nred Squad z 65,65"
    table = at(drawn, active="a").play("shoot:light:b", dice="rocket-rack 4 4 4")
    assert table["b1"].wounds == 3
    assert table.battle.turn is not None
    assert table.battle.turn.points == 1
    assert not table.can("shoot"), "the cab gun does not reach, and the rack has fired"


@proves("weapon.several-kinds", "weapon.skill-modifier", "weapon.team-firer")
def test_a_mortar_is_indirect_blast_heavy_and_pinning_at_once() -> None:
    """The Sexton mortar: Skill 1 of its own, unseen -1: Dodge 2 is hit on 3. It is fired once by one of the crew."""
    drawn = "blue mortar a 20,10 x3\nred Squad b 20,40 x6\nred Squad z 65,65\nlocomotive 10,36,22,24"
    table = at(drawn, active="a").play("shoot:heavy:b", dice="sexton-mortar 6 3 2")
    assert table.asked.clause == "wounds.defender-allocates"
    table.play({"b1": 1, "b2": 1})
    assert table.asked.clause == "pin.attacker-asks"
    table.play("no")
    assert table.alive("b") == ["b3", "b4", "b5", "b6"]


@proves("weapon.dies-with-bearer")
def test_weapons_leave_play_with_their_bearers_and_a_team_weapon_with_the_last_of_the_team() -> None:
    """A Cohort without its support has no launcher; one man left of the mortar's crew still fires it."""
    cohort = "blue cohort a 20,20 x3\nred Strider b 20,30 T=0 H=20 D=0 systems=\nred Squad z 65,65"
    table = at(cohort, active="a").play("shoot:light:b", dice="service-rifle 4 4 / arc-pistol 4")
    assert table["b1"].wounds == 6
    crew = "blue mortar a 20,10\nred Squad b 20,40 x6\nred Squad z 65,65"
    alone = at(crew, active="a").play("shoot:heavy:b", dice="sexton-mortar 1 1 1")
    assert alone.alive("b") == ["b1", "b2", "b3", "b4", "b5", "b6"]


@proves("cards.bomblets", "weapon.special")
def test_bomblets_are_dropped_alone_and_once_a_turn() -> None:
    drawn = "blue shrike a 20,24 north\nred Squad b 20,30 x6\nred Squad z 65,65"
    table = at(drawn, active="a").play("shoot:bomblets:b", dice="bomblets 4 4 1")
    assert table.asked.clause == "wounds.defender-allocates"
    table.play({"b1": 1, "b2": 1}, "no")
    assert "shoot:bomblets:b" not in table.keys
    table.play("shoot:light:b", dice="rotary-gun 1 1 1")
