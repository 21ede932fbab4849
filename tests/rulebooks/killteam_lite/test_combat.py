"""FIGHT IN COMBAT: both roll, then strike or parry in turn."""

from tests.rulebooks.killteam_lite.positions import Table, at
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


def combat(mine: str = "", theirs: str = "", blue: str = "", red: str = "", **more: object) -> Table:
    """Blue a and red b half an inch apart; blue is about to act."""
    weapons = {key: (text,) for key, text in (("a", mine), ("b", theirs)) if text}
    drawn = f"blue Man a 4,11 Engage {blue}\nred Man b 5.5,11 Engage {red}"
    return at(drawn, active="a", weapons=weapons, **more)  # type: ignore[arg-type]


@proves("combat.example", "combat.steps", "combat.roles", "combat.alternate", "combat.parry-critical", "combat.parry-normal",
        "combat.strike-critical", "combat.die-spent", "combat.attack-dice", "combat.hit", "fight.action")  # fmt: skip
def test_the_worked_combat_of_the_book() -> None:
    """Attacker 6 4 3 1, Defender 6 4 2: the Defender's operative loses 5, the Attacker's nothing."""
    table = combat("axe: A 4, WS 3+, D 4/5", "pick: A 3, WS 4+, D 3/4", red="W=12")
    table.play("fight", dice="fight 6 4 3 1 / fight 6 4 2")
    assert table.asked.player == 0
    table.play("strike-critical")
    assert table.asked.player == 1
    table.play("parry-critical-normal", "parry-normal-normal")
    assert table["b"].wounds == 7
    assert table["a"].wounds == 8
    assert table.battle.action_points == 1


@proves("combat.select-target", "combat.one-target", "fight.any-order-any-sequence", "order.conceal.allows-the-rest")
def test_the_attacker_selects_one_engaged_enemy_and_only_these_two_fight() -> None:
    """A Conceal operative that starts engaged may Fight; the friend beside it neither rolls nor helps."""
    table = at(
        """
        blue Man a 4,11 Conceal
        blue Man a2 5.5,12.2 Engage
        red  Man b 5.5,11 Conceal
        red  Man c 4,9.5 Engage
        red  Man far 20,11 Engage
        """,
        active="a",
    )
    table.play("fight")
    assert table.keys == ["b", "c"]
    table.play("b", dice="fight 5 1 1 1 / fight 1 1 1 1")
    assert (table["b"].wounds, table["c"].wounds) == (5, 8)


@proves("combat.select-weapons")
def test_both_select_a_melee_weapon_the_attacker_first() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Man b 5.5,11 Engage",
        active="a",
        weapons={
            "a": ("axe: A 1, WS 3+, D 1/1", "pick: A 1, WS 3+, D 2/2"),
            "b": ("club: A 1, WS 3+, D 3/3", "fist: A 1, WS 3+, D 4/4"),
        },
    )
    table.play("fight")
    assert (table.asked.player, table.keys) == (0, ["axe", "pick"])
    table.play("pick")
    assert (table.asked.player, table.keys) == (1, ["club", "fist"])
    table.play("fist", dice="fight 5 / fight 5")
    table.play("strike-normal")
    assert (table["a"].wounds, table["b"].wounds) == (4, 6)


@proves("combat.no-melee-weapon")
def test_an_operative_without_a_melee_weapon_rolls_no_dice() -> None:
    table = combat(red="blades=none").play("fight", dice="fight 5 1 1 1")
    assert table["b"].wounds == 5
    assert "rolls no dice" in table.log


@proves("combat.six-and-one", "combat.hit", "combat.strike-normal")
def test_in_combat_a_six_is_critical_and_a_one_fails() -> None:
    table = combat("axe: A 4, WS 2+, D 1/3", red="blades=none").play(
        "fight",
        dice="fight 6 2 1 1",
    )
    assert table.keys == ["strike-critical", "strike-normal"]
    table.play("strike-normal")
    assert table["b"].wounds == 8 - 1 - 3


@proves("combat.six-and-one", "damage.injured-skill")
def test_an_injured_fighter_needs_one_more() -> None:
    table = combat(blue="wounds=3", red="blades=none").play("fight", dice="fight 3 3 3 4")
    assert table["b"].wounds == 5


@proves("combat.roll-attack-step-order", "command-reroll.order-in-combat", "rending.upgrade-one")
def test_the_attacker_rerolls_and_rends_before_the_defender() -> None:
    table = combat(
        "axe: A 2, WS 3+, D 1/2, Rending", "pick: A 2, WS 3+, D 1/2, Rending", cp=(1, 1), blue="W=20", red="W=20"
    )
    table.play("fight", dice="fight 6 2 / fight 6 1")
    assert (table.asked.player, table.asked.clause) == (0, "command-reroll.window")
    table.play("command-2", dice="reroll 4")
    assert (table.asked.player, table.asked.clause) == (1, "command-reroll.window")
    table.play("command-1", dice="reroll 3")
    assert (table.asked.player, table.asked.clause) == (0, "rending.upgrade-one")
    table.play("upgrade")
    assert (table.asked.player, table.asked.clause) == (1, "rending.upgrade-one")
    table.play("no")
    assert (table.asked.player, table.asked.clause) == (0, "combat.alternate")
    assert "strike-normal" not in table.keys
    assert table.asked.dice.faces == (6, 4) and table.asked.against.faces == (6, 3)
    table.play("strike-critical")
    assert table.asked.against.marks.count("used") == 1, "a hit that is resolved is marked so on its die"


@proves("combat.fighting-back-is-free")
def test_fighting_back_needs_no_ap_and_is_no_fight_action() -> None:
    table = combat(red="done").play("fight", dice="fight 1 1 1 1 / fight 5 1 1 1")
    assert table["a"].wounds == 5
    assert not table["b"].ready
    assert table.battle.performed == ("fight",)


@proves("combat.must-resolve", "combat.no-paired-parry", "combat.parry-needs-a-die")
def test_nobody_may_hold_a_die_back_or_parry_nothing() -> None:
    """Two normal hits against one critical hit: they can only strike."""
    table = combat(blue="W=20", red="W=20").play("fight", dice="fight 5 5 1 1 / fight 6 1 1 1")
    assert table["b"].wounds == 17, "the first normal hit had no choice but to strike"
    assert table.keys == ["strike-critical", "parry-critical-normal"], (
        "the opponent may use the critical hit either way"
    )


@proves("combat.run-out")
def test_when_one_side_has_no_hits_left_the_other_strikes_with_all_it_has() -> None:
    table = combat(red="W=20").play("fight", dice="fight 5 5 5 1 / fight 1 1 1 1")
    assert table["b"].wounds == 11


@proves("combat.ends-on-incapacitation", "damage.incapacitated-removal-time")
def test_the_combat_stops_at_once_when_somebody_falls() -> None:
    """The Attacker strikes first and incapacitates: the three retained hits are never resolved."""
    table = at(
        "blue Man a 4,11 Engage wounds=1\nred Man b 5.5,11 Engage wounds=3\nred Man far 20,20 Engage", active="a"
    )
    table.play("fight", dice="fight 5 5 1 1 / fight 5 5 5 1")
    table.play("strike-normal")
    assert not table["b"].in_play
    assert table["a"].wounds == 1


@proves("combat.dice-not-reassessed", "damage.injured-at-once")
def test_becoming_injured_does_not_change_dice_already_rolled() -> None:
    table = combat("axe: A 2, WS 3+, D 5/5", "pick: A 2, WS 3+, D 2/2")
    table.play("fight", dice="fight 3 3 / fight 3 3")
    table.play("strike-normal")
    assert table.battle.is_injured(table["b"])
    assert "strike-normal" in table.keys, "its 3s still count although it now needs 4+"
    table.play("strike-normal")
    assert table["a"].wounds == 6
    assert table.clause == "combat.alternate"


@proves("brutal.parry-only-with-criticals", "brutal.own-parries-unaffected")
def test_against_brutal_normal_hits_can_only_strike() -> None:
    """Opponent holds normal, normal: both must strike; the bearer itself parries as usual."""
    table = combat("maul: A 2, WS 3+, D 1/2, Brutal", "pick: A 2, WS 3+, D 1/2")
    table.play("fight", dice="fight 5 5 / fight 5 5")
    assert "parry-normal-normal" in table.keys
    table.play("strike-normal")
    assert table["a"].wounds == 7, "red had no choice: its normal hit struck"
    assert table.decider == 0
    table = combat("maul: A 2, WS 3+, D 1/2, Brutal", "pick: A 2, WS 3+, D 1/2")
    table.play("fight", "strike-normal", dice="fight 5 5 / fight 6 5")
    assert (
        table.why_not("parry-normal-normal")
        == "Brutal: only critical hits can parry [brutal.parry-only-with-criticals]"
    )
    assert "parry-critical-normal" in table.keys


@proves("special.applies-when-fighting-back", "brutal.own-parries-unaffected")
def test_a_weapons_rules_work_when_fighting_back() -> None:
    table = combat("pick: A 2, WS 3+, D 1/2", "maul: A 2, WS 3+, D 1/2, Brutal")
    table.play("fight", dice="fight 6 5 / fight 5 1")
    assert "Brutal" in table.why_not("parry-normal-normal")


@proves("stun.combat-first", "stun.combat-second", "stun.strikes-only")
def test_stun_takes_a_hit_with_the_first_critical_strike_and_apl_with_the_second() -> None:
    table = combat("maul: A 3, WS 3+, D 1/1, Stun", "pick: A 4, WS 3+, D 1/2", blue="W=20", red="W=20")
    table.play("fight", "strike-critical", dice="fight 6 6 6 / fight 5 5 5 1")
    assert len(table.events("stunned-hit")) == 1
    assert table["a"].wounds == 19, "one of the two normal hits left has struck back"
    table.play("strike-critical")
    assert table["b"].apl == 1
    assert len(table.events("stunned-hit")) == 1, "only the first critical strike takes a hit"
    assert table["b"].apl_change == -1, "the third critical strike does nothing extra"


@proves("stun.strikes-only", "reap.strikes-only")
def test_critical_parries_trigger_neither_stun_nor_reap() -> None:
    table = at(
        "blue Man a 4,11 Engage W=20\nred Man b 5.5,11 Engage W=20\nred Man c 4,12.5 Engage",
        active="a",
        weapons={"a": ("maul: A 1, WS 3+, D 1/1, Stun, Reap 1",), "b": ("pick: A 2, WS 3+, D 1/2",)},
    )
    table.play("fight", "b", "parry-critical-normal", dice="fight 6 / fight 5 5")
    assert table["b"].apl == 2
    assert table["c"].wounds == 8
    assert not table.events("stunned-hit")


@proves("reap.area", "reap.not-the-target", "reap.order")
def test_reap_wounds_other_enemies_beside_the_bearer_or_the_struck() -> None:
    """Reap 1, two critical strikes: every such enemy loses 2; the target and friends are not affected."""
    table = at(
        """
        blue Man a 4,11 Engage
        blue Man friend 4,9.6 Engage
        red  Man b 5.5,11 Engage W=20
        red  Man beside-a 4,12.5 Engage
        red  Man beside-b 7.4,11 Engage
        red  Man away 9.6,11 Engage
        red  Man hidden 2.2,11 Engage
        wall 2.8,8,3.1,14
        """,
        active="a",
        weapons={"a": ("scythe: A 2, WS 3+, D 1/3, Reap 1",), "b": ("pick: A 1, WS 3+, D 1/2",)},
    )
    table.play("fight", "b", dice="fight 6 6 / fight 1")
    assert table["b"].wounds == 14
    assert (table["beside-a"].wounds, table["beside-b"].wounds) == (6, 6)
    assert (table["friend"].wounds, table["away"].wounds, table["hidden"].wounds) == (8, 8, 8)


@proves("reap.order", "combat.ends-on-incapacitation")
def test_reap_still_happens_when_the_strike_incapacitates_its_target() -> None:
    table = at(
        "blue Man a 4,11 Engage\nred Man b 5.5,11 Engage wounds=1\nred Man c 7.4,11 Engage wounds=1\nred Man far 20,20 Engage",
        active="a",
        weapons={"a": ("scythe: A 1, WS 3+, D 1/3, Reap 1",)},
    )
    table.play("fight", dice="fight 6 / fight 1 1 1 1")
    assert not table["b"].in_play
    assert not table["c"].in_play, "measured from where the struck operative stood"


@proves("lethal.counts-for-all-critical-effects", "lethal.critical-range")
def test_lethal_hits_are_critical_in_combat_too() -> None:
    table = combat("axe: A 2, WS 3+, D 1/4, Lethal 5+", red="blades=none")
    table.play("fight", dice="fight 5 4").play("strike-critical")
    assert table["b"].wounds == 8 - 4 - 1


@proves("combat.strike-normal", "combat.strike-critical", "combat.parry-normal", "combat.parry-critical")
def test_every_strike_and_parry_is_told_by_its_own_rule() -> None:
    """A critical strike, a critical parry, a normal parry, a normal strike: each line of the log stands for its rule."""
    table = combat("axe: A 4, WS 3+, D 1/2", "pick: A 3, WS 4+, D 1/1", red="W=12", blue="W=12")
    table.play("fight", dice="fight 6 6 4 4 / fight 6 4 4")
    table.play("strike-critical", "parry-critical-normal", "parry-critical-normal", "parry-normal-normal")
    told = [(event.key, event.clause) for event in table.game.events if event.clause.startswith("combat.")]
    assert ("strikes-critically", "combat.strike-critical") in told
    assert ("wounds-lost", "combat.strike-critical") in told
    parries = [clause for key, clause in told if "parr" in key]
    assert parries == ["combat.parry-critical", "combat.parry-critical", "combat.parry-normal"]
    normal = combat("axe: A 1, WS 3+, D 1/2", "pick: A 1, WS 4+, D 1/1", red="W=12").play(
        "fight", dice="fight 4 / fight 1"
    )
    told = [(event.key, event.clause) for event in normal.game.events]
    assert ("strikes", "combat.strike-normal") in told
    assert ("wounds-lost", "combat.strike-normal") in told


@proves("combat.no-melee-weapon")
def test_that_somebody_is_unarmed_is_told_once() -> None:
    table = combat("axe: A 3, WS 3+, D 1/2", red="blades=none W=20")
    table.play("fight", "strike-critical", dice="fight 6 5 5")
    assert [event.about for event in table.events("unarmed")] == [("b",)]
    assert len(table.events("fight-dice")) == 1
    assert table["b"].wounds == 20 - 2 - 1 - 1


@proves("combat.steps", "combat.select-target")
def test_the_only_enemy_is_fought_without_a_question_with_the_rules_of_the_weapon() -> None:
    """Lethal 5+: the 5 is critical."""
    table = combat("axe: A 1, WS 3+, D 1/3, Lethal 5+", "pick: A 1, WS 3+, D 1/1")
    table.play("fight", dice="fight 5 / fight 1")
    assert table["b"].wounds == 8 - 3


@proves("combat.select-weapons", "combat.no-melee-weapon")
def test_nobody_is_asked_for_the_only_weapon_or_for_none() -> None:
    table = combat("axe: A 1, WS 3+, D 1/1", red="blades=none")
    table.play("fight", dice="fight 1")
    assert table.asked.clause == "firefight.one-action-at-a-time"
    both = combat("axe: A 1, WS 3+, D 1/1", "pick: A 1, WS 3+, D 1/1")
    both.play("fight", dice="fight 1 / fight 1")
    assert both.asked.clause == "firefight.one-action-at-a-time"
