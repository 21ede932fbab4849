"""The traps of the catalogue: where a hasty reading of the book goes wrong. Those proven elsewhere are not repeated."""

from tests.kit.proves import proves_for
from tests.rulebooks.killteam_lite.positions import at
from tests.rulebooks.killteam_lite.test_shooting import shot

proves = proves_for("killteam_lite")


@proves("fall-back.cost", "stun.shooting")
def test_one_stun_pins_an_operative_with_two_action_points() -> None:
    table = at(
        "blue Man a 4,11 Engage\nblue Man c 9,13.5 Engage\nred Man b 10,11 Engage",
        active="a",
        weapons={"a": ("gun: A 1, BS 3+, D 1/1, Stun",)},
    )
    table.play("shoot", "b", dice="attack 6 / defence 1 1 1").play("pass")
    table["c"].base = table["c"].base.at(8.5, 11)
    table.play("b", "engage")
    assert table.battle.action_points == 1
    assert table.why_not("fall-back") == "costs 2 AP, 1 left [firefight.spend-ap]"


@proves("lethal.must-be-successful", "shooting.six-always-critical-hit", "shooting.one-always-fails")
def test_a_worsened_skill_leaves_sixes_and_takes_lethal_fives() -> None:
    drawn = "blue Man a 4,11 Engage done wounds=1\nred Man b 10,11 Engage Df=0 W=30"
    table = at(drawn, weapons={"a": ("gun: A 4, BS 5+, D 1/4, Lethal 5+",)}).play("a", "b", dice="attack 6 5 5 1")
    assert table["b"].wounds == 26, "needs 7+: only the 6 hits, and it is critical"


@proves("shooting.cover-die-comes-from-the-pool", "command-reroll.not-a-retained-die", "shooting.six-critical-save")
def test_the_cover_die_is_a_normal_save_out_of_the_pool() -> None:
    """AP3 leaves Df 3 nothing, Cover or not; a retained die never discards a critical hit alone."""
    bare = shot("gun: A 1, BS 3+, D 1/1, AP3", "Df=3", "attack 6", cover=True)
    assert bare["b"].wounds == 7
    table = shot("gun: A 1, BS 3+, D 1/2", "Df=1", "attack 6", "retain-1", cover=True)
    assert table["b"].wounds == 6


@proves("combat.no-paired-parry", "shooting.two-normal-saves-discard-critical")
def test_pairing_belongs_to_shooting_only() -> None:
    shooting = shot("gun: A 1, BS 3+, D 1/2", "Df=2", "attack 6 / defence 4 4")
    assert shooting.keys[0] == "discard-1c-0n"
    combat = at(
        "blue Man a 4,11 Engage W=20\nred Man b 5.5,11 Engage W=20",
        active="a",
        weapons={"a": ("blade: A 1, WS 3+, D 1/2",), "b": ("blade: A 2, WS 3+, D 1/2",)},
    )
    combat.play("fight", "strike-critical", dice="fight 6 / fight 4 4")
    assert combat["a"].wounds == 18, "both normal hits could only strike"


@proves("hot.attack-continues", "blast.visible-from-target", "shooting.no-attack-on-the-incapacitated")
def test_a_shooter_killed_by_its_own_weapon_still_finishes_its_blast() -> None:
    table = at(
        "blue Man a 4,11 Engage wounds=1\nblue Man a2 2,2 Engage\nred Man b 12,11 Engage Df=0 wounds=1\nred Man c 13.5,11 Engage Df=0",
        active="a",
        weapons={"a": ('bomb: A 2, BS 3+, D 1/2, Hot, Blast 2"',)},
    )
    table.play("shoot", "b", dice="attack 5 1 / attack 5 5")
    assert not table["a"].in_play
    assert not table["b"].in_play
    assert table["c"].wounds == 6


@proves("overwatch.is-not-a-shoot-action", "silent.not-overwatch-or-charge", "heavy.overwatch-allowed")
def test_overwatch_is_no_shoot_action() -> None:
    """Heavy does not matter after a move; a Shoot in the activation does not use the Overwatch up."""
    table = at(
        "blue Man a 4,11 Engage\nred Man b 15,11 Engage Df=0 W=20\nred Man c 15,16 Engage W=20",
        active="a",
        weapons={"a": ("cannon: A 1, BS 3+, D 1/1, Heavy", "pistol: A 1, BS 3+, D 1/1")},
    )
    table.play("normal-move", [[5, 11]], "shoot", "b", dice="attack 5").play("b", "engage", "pass")
    assert table.keys == ["a", "none"]
    table.play("a")
    assert table.keys == ["cannon", "pistol"]


@proves("indirect.not-obscured", "no-cover.no-retained-die", "barrage.overhead-cover", "obscured.any-order")
def test_neither_indirect_nor_no_cover_nor_barrage_lifts_obscured() -> None:
    for rule in ("Indirect", "No Cover", "Barrage"):
        table = at(
            "blue Man a 4,11 Engage\nred Man b 14,11 Engage\nopen 9,5,9.25,17",
            active="a",
            weapons={"a": (f"gun: A 1, BS 3+, D 1/1, {rule}",)},
        )
        assert "no valid target" in table.why_not("shoot"), rule


@proves("charge.distance", "dash.ignores-m", "move.injured-allowance")
def test_a_charge_uses_the_reduced_movement_and_a_dash_does_not() -> None:
    table = at("blue Man a 4,11 Engage wounds=1\nred Man b 12.1,11 Engage", active="a")
    assert "[charge.must-finish-engaged]" in table.why_not("charge"), (
        "4 + 2 inches reach 6, the enemy is 6.1 inches off"
    )
    assert 'up to 3"' in table.play("dash").asked.prompt
