"""More situations worked out from the book: rules that meet, weapons no ready kill team carries, what is not offered."""

from fractions import Fraction
from typing import Any

from tests.rulebooks.killteam_lite.positions import Table, at, battle_at
from tests.rulebooks.killteam_lite.test_abilities_and_ploys import with_ploy
from tests.rulebooks.killteam_lite.test_worked_by_hand import armed, exactly, odds
from vanguard.rulebooks.killteam_lite.state import INITIATIVE, PloyInForce
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


def duel(blue: str, red: str, one: str = "", other: str = "", **more: Any) -> Table:
    """Two who are engaged, each with the weapons named."""
    drawn = f"blue Man a 4,11 Engage {one}\nred Man b 5.6,11 Engage {other}\nred Man c 28,20 Conceal"
    weapons = {"a": tuple(blue.split("; ")), "b": tuple(red.split("; "))}
    return at(drawn, active="a", weapons=weapons, **more)


# -- Limited in combat --------------------------------------------------------------------------------------------------------


@proves("limited.once-per-battle", "combat.select-weapons")
def test_a_limited_blade_is_selected_once_in_a_battle() -> None:
    """The maul is spent in the first Fight of the drilled, the knife is left for the second."""
    weapons = {"w": ("maul: A 1, WS 3+, D 3/4, Limited", "knife: A 1, WS 3+, D 1/2"), "b": ("club: A 1, WS 3+, D 1/1",)}
    drawn = "blue Warden_Captain w 4,11 Engage\nred Man b 5.8,11 Engage W=20"
    table = at(drawn, active="w", weapons=weapons).play("fight")
    assert table.keys == ["maul", "knife"]
    table.play("maul", dice="fight 3 / fight 1")
    table.play("fight", dice="fight 3 / fight 1")
    assert (table["w"].used_up, table["b"].wounds) == (("maul",), 16)
    assert "Limited: already used this battle" in table.log


@proves("limited.once-per-battle", "special.applies-when-fighting-back", "combat.no-melee-weapon")
def test_a_limited_blade_is_spent_by_fighting_back_too() -> None:
    weapons = {"w": ("axe: A 1, WS 3+, D 1/1",), "b": ("stake: A 1, WS 3+, D 2/2, Limited",)}
    drawn = "blue Warden_Captain w 4,11 Engage\nred Man b 5.8,11 Engage W=20"
    table = at(drawn, active="w", weapons=weapons)
    table.play("fight", "strike-normal", dice="fight 3 / fight 3")
    assert (table["b"].used_up, table["w"].wounds) == (("stake",), 11)
    table.play("fight", dice="fight 1")
    assert table["b"].wounds == 19


# -- ploys and abilities that meet --------------------------------------------------------------------------------------------

FAR = "\nred Man far 28,20 Conceal"


def preying(table: Table, seat: int, prey: str) -> Table:
    table.battle.ploys_in_force = (PloyInForce(seat, "marked-prey", prey),)
    return table


@proves("stun.combat-first", "strategy.ploys.tactical-timing")
def test_a_stunning_strike_that_fells_takes_a_hit_before_the_last_blow() -> None:
    """The Warden has a critical and a normal hit left; the maul takes the normal one along."""
    drawn = "blue Man a 4,11 Engage\nred Warden w 5.6,11 Engage wounds=2\nred Warden v 28,20 Conceal"
    weapons = {"a": ("maul: A 1, WS 3+, D 1/2, Stun",), "w": ("blade: A 2, WS 3+, D 3/4",)}
    table = at(drawn, active="a", cp=(0, 1), weapons=weapons)
    table.play("fight", "keep", "strike-critical", dice="fight 6 / fight 6 3")
    assert table.keys == ["strike-critical", "no"]


@proves("firefight.end-of-activation", "charge.distance", "firefight.no-repeat")
def test_a_stunned_hunter_charges_with_its_only_point_and_fights_for_nothing_once() -> None:
    table = at("blue Hunter h 4,11 Engage apl_change=-1\nred Man b 12,11 Engage" + FAR, active="h", cp=(1, 0))
    table.play("charge", [[10, 11]], "use")
    assert table.keys == ["fight", "pass"]
    table.play("fight", dice="fight 2 2 2 2 2 / fight 1 1 1 1")
    assert table.decider == 1, "the free Fight is the end of it"


@proves("special.applies-when-fighting-back", "lethal.critical-range")
def test_the_prey_is_an_easier_kill_for_whom_it_fights() -> None:
    drawn = "blue Man a 4,11 Engage\nred Needler n 5.6,11 Engage\nred Needler m 28,20 Conceal"
    table = preying(at(drawn, active="a", weapons={"a": ("axe: A 1, WS 3+, D 1/1",)}), 1, "a")
    assert table.play("fight", dice="fight 1 / fight 5 1 1")["a"].wounds == 4, "a 5 of the knife is critical"


@proves("blast.extra-attacks", "special.per-shooting-attack", "lethal.critical-range")
def test_who_stands_beside_the_prey_is_no_prey() -> None:
    drawn = "blue Saboteur a 4,11 Engage\nred Man b 9,11 Engage Df=0 W=20\nred Man c 9,13 Engage Df=0 W=20"
    table = preying(armed(drawn, 'bomb: A 1, BS 3+, D 1/5, Blast 2"'), 0, "b")
    table.play("shoot", "b", dice="attack 5 / attack 5")
    assert (table["b"].wounds, table["c"].wounds) == (15, 19)


@proves("blast.hits-friends-too", "ap.reduces-defence")
def test_a_hard_shell_helps_against_ones_own_bomb() -> None:
    drawn = "blue Man a 4,11 Engage\nblue Tyrant t 12,13.4 Conceal\nred Man b 12,11 Engage Df=0 W=20"
    table = armed(drawn, 'gun: A 1, BS 2+, D 1/1, Blast 2", AP1', teams=("maw-brood", ""))
    with_ploy(table, 0, "hard-shell").play("shoot", "b", dice="attack 3 / attack 3 / defence 1 1 1 1")
    assert table["t"].wounds == 15


@proves("ap.not-cumulative", "p.with-ap")
def test_a_hard_shell_takes_one_from_the_ap_that_was_selected() -> None:
    """AP1 and P2 with a critical hit against Df 4: AP2 is selected, less one: three dice."""
    drawn = "blue Man a 4,11 Engage\nred Tyrant t 12,11 Engage"
    table = with_ploy(armed(drawn, "gun: A 2, BS 3+, D 1/1, AP1, P2"), 1, "hard-shell")
    table.play("shoot", "t", dice="attack 6 3")
    assert table.keys == ["ap2", "ap1"]
    assert table.play("ap2", dice="defence 1 1 1")["t"].wounds == 14


@proves("overwatch.once-per-turning-point", "firefight.no-repeat", "overwatch.worse-bs")
def test_who_has_shot_and_watched_in_its_activation_watches_no_more() -> None:
    drawn = "blue Sentinel s 4,11 Engage APL=3\nblue Warden w 4,14 Engage done\nred Man b 12,11 Engage\nred Man c 12,14 Engage"
    table = (
        at(drawn, active="s").play("shoot", "b", dice="attack 1 1 1 1").play("overwatch", "b", dice="attack 3 3 3 3")
    )
    assert table["b"].wounds == 8, "BS 4+"
    table.play("pass", "b", "engage", "pass")
    assert table.keys == ["w", "none"]
    assert "[overwatch.once-per-turning-point]" in table.why_not("s")


@proves("ceaseless.reroll-ones", "special.applies-when-fighting-back")
def test_a_counterblow_lasts_through_both_fights_of_the_drilled() -> None:
    drawn = "blue Warden_Captain c 4,11 Engage\nred Warden w 10.2,11 Engage W=40" + FAR
    weapons = {"c": ("axe: A 1, WS 3+, D 1/1",), "w": ("blade: A 2, WS 3+, D 1/1",)}
    table = at(drawn, active="c", cp=(0, 1), weapons=weapons, teams=("", "bastion-wardens"))
    table.play("charge", [[8.4, 11]], "use", "fight", "keep", dice="fight 1 / fight 1 1")
    table.play("fight", dice="fight 1 / fight 1 1")
    assert "ceaseless-1-1" in table.keys


@proves("visible.blocked-by-solid-terrain", "firefight.illegal-action-refused")
def test_nobody_is_patched_up_through_a_wall() -> None:
    drawn = "blue Medic m 4,11 Engage\nblue Trooper t 5.6,11 Engage wounds=1\nred Man b 28,11 Engage\nwall 4.7,8,4.9,14"
    assert "no legal target" in at(drawn, active="m").why_not("patch-up")


@proves("fusillade.separate-attacks", "strategy.ploys.tactical-timing")
def test_the_second_target_of_a_fusillade_may_go_to_ground_if_the_first_did_not() -> None:
    drawn = "blue Man a 4,11 Engage\nred Trooper t 12,11 Engage\nred Trooper u 12,12.9 Engage\nlow 12.8,9,13.3,14"
    table = armed(drawn, "gun: A 2, BS 3+, D 1/1, Fusillade", cp=(0, 1))
    table.play("shoot", "t", {"t": 1, "u": 1}, "no", dice="attack 1")
    assert (table.decider, table.keys) == (1, ["use", "no"])


@proves("battle.winner-by-mission", "firefight.alternate")
def test_whose_last_operative_breaks_through_leaves_the_battle_to_the_other() -> None:
    table = at("blue Man a 28.5,11 Engage\nred Man b 15,20 Engage", active="a", mission="break-through").play("exit")
    assert (table.battle.points, table.decider, table.game.over) == ((3, 0), 1, False)


# -- what the log says --------------------------------------------------------------------------------------------------------


@proves("hot.self-damage", "splash.area", "damage.mortal-wounds")
def test_mortal_wounds_are_told_by_the_rule_that_inflicts_them() -> None:
    table = armed("blue Man a 4,11 Engage\nred Man b 12,11 Engage Df=0" + FAR, "gun: A 2, BS 3+, D 1/1, Hot, Splash 1")
    table.play("shoot", "b", dice="attack 6 1")
    assert [event.clause for event in table.events("mortal-wounds")] == ["hot.self-damage", "splash.area"]


@proves("initiative.tie-later")
def test_a_tie_is_told_as_what_gives_the_initiative() -> None:
    battle = battle_at("blue Man a 4,11 Conceal\nred Man b 26,11 Conceal", turning_point=1, cp=(0, 0))
    battle.phase, battle.initiative = INITIATIVE, 0
    table = Table(battle).play(dice="initiative 3 / initiative 3")
    assert [event.clause for event in table.events("initiative")] == ["initiative.tie-later"]


# -- odds, enumerated by hand -------------------------------------------------------------------------------------------------

APART = "blue Man a 4,11 Engage {}\nred {} b 12,11 Engage {}"


@proves("overwatch.worse-bs", "damage.injured-skill")
def test_odds_of_an_injured_watcher() -> None:
    """BS 3+ comes to 5+: four wounds fall to a 6 or to two 5s. Neither comes in (4^4 + 4 x 4^3) of 6^4."""
    battle = battle_at(
        APART.format("wounds=3 done", "Man", "wounds=4 Df=0"), weapons={"a": ("gun: A 4, BS 3+, D 3/4",)}
    )
    told = odds(Table(battle).play("a"), "b")
    assert told.chance_removed() == exactly(Fraction(49, 81))


@proves("lethal.critical-range", "shooting.save")
def test_odds_of_a_lethal_gun_against_one_die() -> None:
    table = armed(APART.format("", "Man", "wounds=5 Df=1"), "gun: A 3, BS 3+, D 2/3, Lethal 5+")
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(25, 54))


@proves("shooting.cover-die", "ap.before-cover")
def test_odds_of_the_dug_in_against_ap() -> None:
    """Df 3 less 1, both retained: three hits of which two are discarded, or criticals that cost both dice."""
    drawn = APART.format("", "Trooper", "W=6 Sv=5") + "\nlow 10.8,9,11.2,13"
    table = with_ploy(armed(drawn, "gun: A 3, BS 3+, D 3/4, AP1"), 1, "dig-in")
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(305, 7776))


@proves("p.gains-ap", "invulnerable.ignores-ap", "shooting.cover-die")
def test_odds_of_piercing_an_invulnerable_in_cover() -> None:
    drawn = APART.format("", "Man", "wounds=4 inv=5") + "\nlow 10.8,9,11.2,13"
    table = armed(drawn, "gun: A 3, BS 3+, D 3/4, P2")
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(3281, 11664))


@proves("mw.before-saves", "no-cover.no-retained-die", "lethal.counts-for-all-critical-effects")
def test_odds_of_lethal_mortal_wounds_that_cover_does_not_stop() -> None:
    drawn = APART.format("", "Man", "wounds=4 Df=4 Sv=6") + "\nlow 10.8,9,11.2,13"
    table = armed(drawn, "gun: A 3, BS 4+, D 2/2, Lethal 5+, MW1, No Cover")
    assert odds(table, "shoot").chance_removed() == exactly(Fraction(2125, 5832))


@proves("combat.alternate", "combat.parry-critical")
def test_odds_of_a_duel_and_of_one_with_a_brutal_answer() -> None:
    plain = duel("axe: A 3, WS 3+, D 3/5", "club: A 3, WS 4+, D 2/3", "W=20", "wounds=6")
    assert odds(plain, "fight").chance_removed() == exactly(Fraction(1711, 3888))
    brutal = duel("axe: A 3, WS 4+, D 2/4", "club: A 2, WS 3+, D 3/4, Brutal", "W=20", "wounds=4")
    assert odds(brutal, "fight").chance_removed() == exactly(Fraction(103, 216))
