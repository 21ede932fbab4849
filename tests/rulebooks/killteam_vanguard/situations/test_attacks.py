"""Attacks: situations worked out from the book by hand."""

from math import hypot, sqrt

import pytest

from tests.rulebooks.killteam_vanguard.positions import at
from tests.rulebooks.killteam_vanguard.situations.sketches import (
    TOUCH,
    chance,
    drawn,
    drawn_plain,
    drawn_round,
    pool,
    removed,
    rolled,
)
from vanguard.core.refusals import Refused
from vanguard.odds import of as odds_of
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


def curse(dice: int, wounds: int) -> float:
    gone = 0.0
    for hits, share in enumerate(pool(dice, 4, 0)):
        if hits >= wounds:
            gone += share * (1 - (len([face for face in (2, 3, 4, 5) if face - (hits - wounds) >= 4]) + 1) / 6)
    return gone


@proves(
    "attack.target.range", "attack.target.los", "engage.not-ranged-target", "engage.no-ranged-attack", "melee.targets"
)
def test_who_can_attack_nobody_is_told_what_keeps_the_nearest_enemy_safe() -> None:
    far = drawn_round("blue gunner a 5,10\nred gunner t 30.28,10\nactive a")
    assert far.why_not("attack").endswith('; Gun at t: 24.02" away, its range is 24" [attack.target.range]')
    hidden = drawn_round("blue gunner a 5,10\nred gunner t 15,10\npiece blocking 4 9,5 11,15\nactive a")
    assert hidden.why_not("attack").endswith("; Gun at t: no line of sight [attack.target.los]")
    busy = drawn_round("blue gunner a 5,10\nblue gunner b 14,10\nred gunner t 15.26,10\nactive a")
    assert busy.why_not("attack").endswith("; Gun at t: it is engaged [engage.not-ranged-target]")
    speared = "blue {} a 5,10\nred spearman t 7.5,10\nactive a"
    assert "no enemy within reach of its melee attacks [melee.targets]" in drawn_round(
        speared.format("gunner")
    ).why_not("attack")
    assert "an engaged model may not shoot [engage.no-ranged-attack]" in drawn_round(speared.format("archer")).why_not(
        "attack"
    )


@proves("attack.target.range", "measure.base-to-base")
def test_range_is_measured_aslant_to_a_platform() -> None:
    """3 up: a gap of sqrt(135) in plan is 12 away exactly; 0.05 more is out of a bow's range."""
    for more, reached in ((0.0, True), (0.05, False)):
        x = 10 + TOUCH + sqrt(135) + more
        game = drawn_plain(
            f"blue archer a 10,11\nred archer t {x:.3f},11,3\npiece platform 3 21,8 28,14 sheer sheer sheer sheer\nactive a"
        )
        assert ("attack" in game.options) is reached


@proves("attack.split.declare", "blast.timing")
def test_dice_for_somebody_the_blast_of_the_first_target_removed_are_told_as_lost() -> None:
    bomber = 'card bomber SP6 AR4+ WN3 base 32: Bomb [RANGED] (24", 2D6, 3+, AP0, D1) BLAST (2")\n'
    game = drawn_round(bomber + "blue bomber a 10,10\nred fencer x 14,10\nred fencer y 15.5,10\nactive a")
    hits = "hit 3 / armor 1 / recovery 1 / hit 4 1 / armor 1 / recovery 1"
    game.play("attack", "bomb>x", {"x": 1, "y": 1}, "x", dice=hits)
    assert "Y is gone: 1 die meant for it cannot be rolled." in game.log


@proves("attack.split.declare", "measure.base-to-base")
def test_a_third_target_in_a_chain_is_not_within_two_inches_of_the_first() -> None:
    first = (19.0, 10.0)
    second = (19.0, 10.0 + TOUCH + 1.9)
    third = (19.0, 10.0 + 2 * TOUCH + 3.8)
    assert hypot(third[0] - first[0], third[1] - first[1]) - TOUCH > 2
    game = drawn_plain(
        f"blue gunner a 10,10\nred archer t {first[0]},{first[1]}\nred archer u {second[0]},{second[1]}\nred archer v {third[0]},{third[1]}\nactive a"
    )
    game.play("attack", "gun>t")
    with pytest.raises(Refused):
        game.play({"t": 1, "v": 1})
    game.play({"t": 1, "u": 1}, "t", dice="hit 1 / hit 1")
    assert rolled(game) == [1, 1]


@proves("attack.split.modifiers-per-target", "dice.modifier.bonus-dice")
def test_of_a_split_only_the_target_within_half_range_gets_the_rapid_die() -> None:
    """Half of 18 is 9: t is 9 away, u 9.3."""
    game = drawn_plain(
        f"blue trooper a 10,10\nred archer t {10 + TOUCH + 9},10\nred archer u {10 + TOUCH + 9.2},12\nactive a"
    )
    game.play("attack", "rifle>t", {"t": 1, "u": 1}, "t", dice="hit 1 1 / hit 1")
    assert rolled(game) == [2, 1]


@proves("attack.recovery.excess-modifier", "attack.recovery.natural")
@pytest.mark.parametrize(("face", "up"), [(5, False), (6, True)])
def test_a_lance_of_three_wounds_leaves_one_wound_a_six_only(face: int, up: bool) -> None:
    """D3 on one wound is two too many: 4+ with -2 wants a six; with exactly its wounds it would be a 4."""
    game = at("""
        blue lancer a 10,10
        red rifleman t 20,10
        active a
    """)
    game.play("attack", "sun-lance>t", dice=f"hit 5 / armor 5 / recovery {face}")
    assert game["t"].in_play is up


@proves("attack.recovery.excess-modifier", "attack.recovery.natural")
@pytest.mark.parametrize(("face", "stays"), [(4, False), (5, True), (1, False)])
def test_the_angry_brute_gets_up_one_easier(face: int, stays: bool) -> None:
    """1 wound left, 3 suffered: -2, and +1 of its own: 5+."""
    game = drawn_plain(
        'card cannoneer SP6: Cannon [RANGED] (24", 1D6, 2+, AP4, D3)\nblue cannoneer a 10,10\nred slag-brute t 20,10 wounds 1\nactive a'
    )
    game.play("attack", "cannon>t", dice=f"hit 2 / armor 5 / recovery {face}")
    assert game["t"].in_play is stays


@proves("attack.recovery.excess-modifier", "dice.exploding-six")
def test_odds_of_heavy_damage_against_the_angry_brute() -> None:
    card = 'card cannoneer SP6: Cannon [RANGED] (24", 2D6, 3+, AP2, D2)\n'
    game = drawn_plain(card + "blue cannoneer a 10,10\nred slag-brute t 20,10 wounds 3\nactive a").play("attack")
    armor = game["t"].profile.armor
    assert chance(game, "cannon>t") == pytest.approx(removed(pool(2, 3, 0), armor, -2, 2, 3, True, 1), abs=1e-6)


@proves("ranged.modifier.obscured", "ranged.modifier.cover", "ranged.modifier.aim", "ranged.modifier.long-range")
def test_odds_of_a_long_aimed_shot_at_somebody_behind_a_fence() -> None:
    """+1 -1 -1 to hit, +1 armor."""
    game = drawn_plain("blue gunner a 5,10\nred fencer t 20.63,10\npiece obstacle 1 20,5 20,15\nactive a").play(
        "aim", "attack"
    )
    assert chance(game, "gun>t") == pytest.approx(removed(pool(2, 3, -1), 4, 1, 1, 2), abs=1e-6)


@proves("ranged.modifier.long-range")
def test_height_makes_a_long_shot_of_a_gap_of_eleven_and_three_quarters() -> None:
    """sqrt(11.7^2 + 3^2) = 12.08."""
    scene = "blue gunner a 10,11\nred gunner t {},11{}\npiece platform 3 {} sheer sheer sheer sheer\nactive a"
    high = drawn_plain(scene.format(10 + TOUCH + 11.7, ",3", "22,8 28,14")).play("attack", "gun>t", dice="hit 1 1")
    assert high.modifiers("Hit roll")["long range"] == -1
    low = drawn_plain(scene.format(10 + TOUCH + 11.7, "", "28,28 34,34")).play("attack", "gun>t", dice="hit 1 1")
    assert low.modifiers("Hit roll") == {}


@proves("ranged.modifier.aim", "ranged.modifier.long-range", "ranged.modifier.obscured", "dice.modifier.cumulative")
def test_aim_long_range_and_woods_come_to_minus_one() -> None:
    """3+ with -1: a 4 hits and a 3 does not."""
    game = drawn_plain("blue gunner a 10,10\nred gunner t 25,10\npiece woods 3 15,5 18,15\nactive a")
    game.play("aim", "attack", "gun>t", dice="hit 4 3 / armor 6")
    assert game.modifiers("Hit roll") == {"aim": 1, "long range": -1, "obscured": -1}
    assert len(game.events("armor roll")) == 1


@proves("ranged.modifier.cover", "terrain.window")
def test_behind_a_window_one_has_cover_and_beside_it_none() -> None:
    """The sill hides its legs and it touches it; a foot behind the wall it is out of sight."""
    scene = "blue gunner a 10,10\nred archer t {},10\npiece wall 3 20,5 20,15 window 4-6\nactive a"
    at_it = drawn_plain(scene.format(20.63)).play("attack", "gun>t", dice="hit 4 1 / armor 3")
    assert at_it.modifiers("Armor roll") == {"cover": 1}
    assert at_it["t"].in_play
    assert "attack" not in drawn_plain(scene.format(21.2)).options


@proves("ranged.modifier.cover")
def test_cover_needs_the_base_to_touch_the_fence() -> None:
    scene = "blue gunner a 10,10\nred archer t {},10\npiece obstacle 1 20,5 20,15\nactive a"
    for x, armor in ((20.63, {"cover": 1}), (20.7, {})):
        game = drawn_plain(scene.format(x)).play("attack", "gun>t", dice="hit 4 1 / armor 6")
        assert game.modifiers("Armor roll") == armor
        assert game.modifiers("Hit roll") == {"obscured": -1}


@proves("melee.modifier.charge", "melee.modifier.charge-plus-focus")
def test_odds_of_a_charge_take_the_better_of_its_bonuses() -> None:
    """Three dice at 4+ at armor 3+: +1 to hit, or one more to pierce."""
    card = 'card rider SP6 AR4+ WN2: Lance [MELEE] (0", 3D6, 4+, AP1, D1)\ncard guard AR3+ WN2: Knife [MELEE] (0", 1D6, 4+, AP0, D1)\n'
    game = drawn_plain(card + "blue rider a 10,10\nred guard t 16,10\nactive a").play("charge", "t", [[16 - TOUCH, 10]])
    ways = [removed(pool(3, 4, hit), 3, -1 - pierce, 1, 2) for hit, pierce in ((1, 0), (0, 1))]
    assert odds_of(game.game, "lance").chance_removed() == pytest.approx(max(ways), abs=1e-6)


@proves("melee.modifier.charge", "melee.modifier.knocked-down", "melee.modifier.charge-plus-focus")
def test_a_focused_charge_at_one_who_lies_hits_on_anything_but_a_one() -> None:
    """Focus +1, charge +1, lying +1 on 3+: 2s hit, the natural 1 does not."""
    game = drawn_plain("blue fencer a 10,10\nred archer t 16,10 down\nactive a")
    game.play("focus", "charge", "t", [[14.74, 10]], "sword", "hit", "hit", dice="hit 2 1 / armor 6")
    assert sum(game.modifiers("Hit roll").values()) == 3
    assert game["a"].fatigued


@proves(
    "melee.modifier.outnumbering", "melee.modifier.knocked-down", "melee.modifier.focus", "dice.modifier.cumulative"
)
def test_a_focused_blow_at_one_who_lies_among_two_enemies() -> None:
    """One die more, +1 to hit and +1 AP for lying, +1 AP of the focus: 2 hits at 3+; armor 4+ needs a 6."""
    game = drawn_plain(
        f"blue fencer a 10,10\nblue fencer h {10 + 2 * TOUCH},10\nred gunner t {10 + TOUCH},10 down\nactive a"
    )
    game.play("focus", "attack", "sword>t", "ap", dice="hit 2 2 1 / armor 5 6 1")
    assert game.modifiers("Hit roll") == {"outnumbering (dice)": 1, "target knocked down": 1}
    assert sum(game.modifiers("Armor roll").values()) == -2
    assert game["t"].wounds == 2


@proves("melee.modifier.outnumbering", "melee.modifier.charge")
def test_a_charger_is_helped_by_a_spear_two_inches_off() -> None:
    scene = f"blue fencer a 10,10\nblue spearman h 16,{10 + TOUCH + 2}\nred gunner t 16,10\nactive a"
    game = drawn_plain(scene).play("charge", "t", [[16 - TOUCH, 10]], "sword", "hit", "decline", dice="hit 1 1 1")
    assert game.modifiers("Hit roll") == {"charge": 1, "outnumbering (dice)": 1}


@proves("melee.modifier.outnumbering-helper", "engage.range")
@pytest.mark.parametrize(("away", "helps"), [(2.0, True), (2.02, False)])
def test_a_spear_helps_from_exactly_two_inches(away: float, helps: bool) -> None:
    game = at(f"""
        blue choir-zealot a 10,10
        blue choir-zealot+hooked-spear h {10.984 + 2 * 0.492 + away},10
        red rifleman t 10.984,10
        active a
    """)
    game.play("attack", "cudgel>t", dice="hit 1 1" + (" 1" if helps else ""))
    assert ("outnumbering (dice)" in game.modifiers("Hit roll")) is helps
    assert game.clause == "retaliate.who"


@proves("melee.modifier.outnumbering-helper", "engage.mutual", "knockdown.does-not-engage")
@pytest.mark.parametrize(("state", "dice"), [("", 2), ("down", 3)])
def test_a_helper_whom_a_spear_two_inches_off_engages_does_not_help(state: str, dice: int) -> None:
    """Unless the spearman lies: then it engages nobody."""
    line = f"blue fencer a 10,10\nblue fencer h {10 + 2 * TOUCH},10\nred gunner t {10 + TOUCH},10\n"
    game = drawn_plain(line + f"red spearman s {10 + 3 * TOUCH + 2},10 {state}\nactive a")
    game.play("attack", "sword>t", "decline", dice="hit " + " ".join(["1"] * dice))
    assert rolled(game) == [dice]


@proves("melee.modifier.disengaging", "disengage.attack")
def test_odds_of_a_blow_at_one_who_leaves() -> None:
    game = drawn_plain(f"blue archer a 10,10\nred fencer b {10 + TOUCH},10\nactive a").play("walk", [[6, 10]])
    assert odds_of(game.game, "sword").chance_removed() == pytest.approx(removed(pool(2, 3, 1), 4, -1, 1, 1), abs=1e-6)


@proves("retaliate.who", "card.special-abilities")
def test_whom_a_wail_has_tired_does_not_strike_back_in_the_same_activation() -> None:
    game = at(f"blue howler h 10,10\nred rifleman t {10 + 0.63 + 0.492},10\nred rifleman u 30,30\nturn blue")
    game.play("activate h", "t", "attack", "claws>t", dice="nerve 1 / hit 1 1 1")
    assert (game["t"].fatigued, game.clause) == (True, "activation.budget")


@proves("retaliate.who", "free-action.reactions-not-limited", "turn.finished-is-final")
def test_who_has_finished_still_strikes_back_and_buys_its_dice() -> None:
    scene = f"blue fencer a 10,10\nred fencer t {10 + TOUCH},10 activated\ncp 0 1\nfinished red\nactive a"
    game = drawn_plain(scene).play("attack", "sword>t", "sword", dice="hit 1 1 / hit 1 2")
    assert game.decider == 1
    game.play("die-1", dice="hit-reroll 3 / armor 1")
    assert (game["a"].wounds, game["t"].fatigued, game.battle.command_points) == (1, True, (0, 0))


@proves("retaliate.timing", "retaliate.fatigues")
def test_who_would_strike_back_last_is_not_tired_when_the_attacker_is_gone() -> None:
    scene = f"blue fencer a 10,10 wounds 1\nblue fencer b 30,3\nred fencer t {10 + TOUCH},10\nred fencer u {10 - TOUCH},10\nactive a"
    game = drawn(scene).play("attack", "sword>t", {"t": 1, "u": 1}, "t", dice="hit 1 / hit 1")
    game.play("sword", dice="hit 3 1 1 / armor 1 / recovery 1")
    assert (game["t"].fatigued, game["u"].fatigued, game.decider) == (True, False, 1)


@proves("retaliate.timing", "attack.recovery.already-knocked-down", "melee.modifier.outnumbering-helper",
        "melee.modifier.knocked-down")  # fmt: skip
def test_the_second_of_two_retaliations_meets_a_fallen_attacker_and_has_no_help_from_the_first() -> None:
    """The first has a helper and rolls three dice; it is tired then, so the second rolls two, at +1, and nobody recovers twice."""
    game = drawn_round("blue fencer a 10,10\nred fencer x 11.26,10\nred fencer z 10,11.26\nactive a")
    game.play("attack", "sword>x", {"x": 1, "z": 1}, "x", dice="hit 1 / hit 1")
    game.play("sword", dice="hit 3 1 1 / armor 1 / recovery 6")
    assert (game["a"].knocked_down, game["x"].fatigued) == (True, True)
    game.play("sword", dice="hit 2 1 / armor 4")
    assert not game["a"].in_play and game["z"].fatigued


@proves("retaliate.timing", "attack.recovery.already-knocked-down", "melee.modifier.knocked-down")
def test_the_second_to_strike_back_finishes_an_attacker_whom_the_first_has_felled() -> None:
    """t brings a to its knees (recovery passed); u strikes with +1 to hit and +1 AP, and there is no second recovery."""
    game = drawn_plain(
        f"blue fencer a 10,10 wounds 1\nred fencer t {10 + TOUCH},10\nred fencer u {10 - TOUCH},10\nactive a"
    )
    game.play("attack", "sword>t", {"t": 1, "u": 1}, "t", dice="hit 1 / hit 1")
    game.play("sword", dice="hit 3 1 1 / armor 1 / recovery 4")
    assert game["a"].knocked_down
    game.play("sword", dice="hit 2 1 / armor 4")
    assert game.modifiers("Hit roll") == {"target knocked down": 1}
    assert not game["a"].in_play


@proves("retaliate.attack", "stat.attack-special")
def test_who_is_pushed_out_of_reach_cannot_strike_back() -> None:
    game = drawn_plain(f"blue brute a 10,10\nred fencer t {10 + TOUCH},10\nactive a").play(
        "attack", "maul>t", dice="hit 3 1 / armor 6"
    )
    assert game["t"].x == pytest.approx(10 + TOUCH + 3, abs=0.01)
    assert game.decider == 0


@proves("retaliate.attack", "stat.attack-special")
def test_a_brute_that_strikes_back_pushes_its_attacker_away() -> None:
    game = drawn_plain(f"blue fencer a 10,10\nred brute t {10 + TOUCH},10\nactive a")
    game.play("attack", "sword>t", "maul", dice="hit 1 1 / hit 3 1 / armor 6")
    assert game["a"].x == pytest.approx(7, abs=0.01)
    assert game["t"].fatigued


@proves("retaliate.fatigues", "activation.ends-when-removed", "cp.follow-up")
def test_an_attacker_felled_by_the_answer_is_done_and_a_friend_may_follow() -> None:
    scene = f"blue archer b 3,3\nblue fencer a 10,10 wounds 1\nred fencer t {10 + TOUCH},10\ncp 1 0\nactive a"
    game = drawn_plain(scene).play(
        "attack", "sword>t", "keep", "sword", "keep", dice="hit 1 1 / hit 3 1 / armor 1 / recovery 1"
    )
    assert not game["a"].in_play
    assert (game.decider, game.clause) == (0, "cp.follow-up")


@proves("retaliate.against-charge-and-disengaging", "attack.recovery.pass")
def test_odds_of_a_duel_count_the_answer() -> None:
    """Swords of two dice at 3+, armor 4+, a wound each: only an untouched defender answers."""
    card = 'card duellist SP6 AR4+ WN1: Sword [MELEE] (0", 2D6, 3+, AP0, D1)\n'
    game = drawn_plain(card + f"blue duellist a 10,10\nred duellist t {10 + TOUCH},10\nactive a").play("attack")
    odds = odds_of(game.game, "sword>t")
    kill = removed(pool(2, 3, 0), 4, 0, 1, 1)
    untouched = sum([h * sum(pool(n, 4, 0)[n:]) for n, h in enumerate(pool(2, 3, 0)) if h > 1e-9])
    assert odds.chance_removed(0) == pytest.approx(kill, abs=1e-6)
    assert odds.chance_removed(1) == pytest.approx(untouched * kill, abs=1e-6)


@proves("invulnerable.choice", "invulnerable.unmodified", "knockdown.armor-penalty")
def test_a_lord_who_lies_rolls_its_phase_shifter_as_ever() -> None:
    game = at("blue deathmark a 10,10\nred necron-lord* t 19,10 down\nactive a")
    game.play("attack", "synaptic-disintegrator>t", "invulnerable-4", dice="hit 2 / armor 4")
    assert game["t"].wounds == 4
    assert "invulnerable.unmodified" in game.clauses


@proves("mortal.no-armor", "blast.no-modifiers", "blast.no-chain")
def test_a_mortal_bomb_spares_the_armor_of_those_beside_its_target() -> None:
    card = 'card witcher SP6 AR4+ WN3: Hex [RANGED] (12", 1D6, 3+, AP0, D2) MORTAL BLAST (2")\n'
    game = drawn_plain(card + "blue witcher a 10,10\nred gunner t 18,10\nred gunner u 18,12\nactive a")
    game.play("attack", "hex>t", dice="hit 3 / hit 4 1 / armor 6")
    assert (game["t"].wounds, game["u"].wounds) == (1, 3)


@proves("mortal.no-armor", "attack.recovery.already-knocked-down")
def test_a_curse_on_one_who_lies_needs_no_further_die() -> None:
    game = drawn_plain("blue witch a 10,10\nred gunner t 16,10 down, wounds 1\nactive a").play(
        "attack", "curse>t", dice="hit 4 1"
    )
    assert not game["t"].in_play


@proves("mortal.no-armor", "mortal.recovery")
def test_odds_of_a_curse_of_two_dice() -> None:
    game = drawn_plain("blue witch a 10,10\nred witch t 16,10\nactive a").play("attack")
    assert chance(game, "curse>t") == pytest.approx(
        removed(pool(2, 4, 0), 4, -99, 1, 2) if False else curse(2, 2), abs=1e-6
    )


@proves("mortal.recovery", "knockdown.no-recovery")
def test_poison_kills_one_who_lies_without_a_die() -> None:
    scene = (
        "blue rifleman a 10,10 down, toxin, activated\nblue rifleman c 3,3 activated\nred rifleman t 30,30 activated"
    )
    assert not at(scene + "\nfinished blue red\nstep end phase")["a"].in_play


@proves("mortal.recovery", "attack.recovery.excess-modifier")
def test_two_curses_at_one_last_wound_make_recovery_harder() -> None:
    game = drawn_plain("blue witch a 10,10\nred archer t 16,10\nactive a").play(
        "attack", "curse>t", dice="hit 4 4 / recovery 4"
    )
    assert game.modifiers("Recovery roll") == {"excess wounds": -1}
    assert not game["t"].in_play
