"""Stat cards: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at, battle_at
from tests.rulebooks.killteam_vanguard.situations.sketches import (
    BOMBER,
    TOUCH,
    drawn,
    drawn_plain,
    fielded,
    lord,
    pool,
    removed,
    rolled,
)
from vanguard.core.refusals import Refused
from vanguard.odds import of as odds_of
from vanguard.rulebooks.killteam_vanguard.content.content_models import CardEntry
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


@proves("card.special-actions")
@pytest.mark.parametrize(("height", "lands"), [(3, True), (3.5, False)])
def test_a_leap_takes_three_inches_of_height_and_no_more(height: float, lands: bool) -> None:
    game = at(f"""
        blue leaper a 10,10
        red rifleman t 30,30
        piece platform {height} 11,8 15,12 sheer sheer sheer sheer
        active a
    """)
    if lands:
        game.play("leap", [[13, 10]])
        assert game["a"].elevation == height
    else:
        with pytest.raises(Refused, match="level changes"):
            game.play("leap", [[13, 10]])


@proves("card.special-actions", "counters.several-per-model")
def test_who_is_rallied_stands_tired_and_who_is_dressed_lies_less_wounded() -> None:
    rally = at(
        "blue rifles-captain* c 10,10\nblue rifleman r 13,10 down, fatigued\nred rifleman t 29,10\nactive c"
    ).play("rally")
    assert (rally["r"].standing, rally["r"].fatigued) == (True, True)
    scene = "blue field-medic m 10,10\nblue rifles-captain* c 11.122,10 down, wounds 1\nred rifleman t 29,10\nactive m"
    dressed = at(scene).play("field-dressing")
    assert (dressed["c"].wounds, dressed["c"].knocked_down) == (2, True)


@proves("card.special-actions.cp-cost", "reactivate.eligibility")
def test_whom_the_prophet_exhorts_may_act_again() -> None:
    scene = "blue ember-prophet* p 10,10\nblue choir-zealot z 12,10 activated, fatigued\nred archer t 30,30\nred archer u 33,30\ncp 2 0\nactive p"
    game = drawn_plain(scene)
    game.play("exhort")
    assert (game["z"].fatigued, game.battle.command_points[0]) == (False, 1)


@proves("card.special-abilities", "charge.target-in-los")
def test_one_who_lies_is_as_dreadful_to_charge() -> None:
    game = at("""
        blue rifleman a 10,10
        red flayed-one f 14,10   down
        active a
    """)
    game.play("charge", "f", dice="nerve 1")
    assert "charge" not in game.options
    assert {"walk", "run"} <= set(game.options)


@proves("card.special-abilities", "dice.reroll.once")
def test_who_has_two_charms_may_use_each_of_them_once_a_round() -> None:
    """Both dice are rolled again free, one by each; the next roll of the Round finds neither."""
    charmed = CardEntry(
        name="Charmed", type="Charmed", points=20, max=1, CP=0, SP=5, AR="4+", WN=2, NE="3+", base_mm=32, height=1.5,
        attacks=['Gun [RANGED] (24", 2D6, 4+, AP0, D1)'], abilities=["Lucky Charm", "Foresight"],
    )  # fmt: skip
    battle = battle_at("blue warden a 10,10\nred rifleman t 19,10\nactive a")
    battle["a"].profile = fielded(charmed, [])
    game = Position(battle).play("attack", "gun>t", dice="hit 1 1")
    game.play("free-die-1", "free-die-2", dice="hit-reroll 1 / hit-reroll 1")
    assert game["a"].charms_used == ("lucky-charm", "foresight")
    assert [event.values["giver"] for event in game.events("re-rolled by a card")] == [
        "its Lucky Charm",
        "its Foresight",
    ]


@proves("card.special-abilities", "reactivate.may-repeat-earlier-action")
def test_who_acts_again_wails_again() -> None:
    game = at("blue howler h 10,10 activated\nred rifleman t 14,10\ncp 2 0\nturn blue").play("again h")
    assert game.options == ["t", "nobody"]


@proves("card.special-abilities")
def test_nobody_wails_at_those_who_are_tired_already() -> None:
    scene = "blue howler h 10,10\nred rifleman t 12,10 {}\nred rifleman u 30,30\nturn blue"
    assert at(scene.format("")).play("activate h").options == ["t", "nobody"]
    assert at(scene.format("fatigued")).play("activate h").clause == "activation.budget"


@proves("card.special-abilities", "nerve.test")
def test_who_dares_not_charge_one_of_two_alike_may_try_the_other() -> None:
    scene = "blue warden a 10,10\nred flayed-one x 14,10\nred flayed-one y 14,14\nactive a"
    game = at(scene).play("charge", "x", dice="nerve 1")
    assert game["a"].activated is False
    game.play("charge")
    assert game.options == ["y"]


@proves("card.special-abilities.cp-cost", "action.stand-up")
def test_who_only_stood_up_has_not_moved_and_may_drill_its_volley() -> None:
    game = at("""
        blue rifleman a 10,10   down
        red rifleman t 14,10
        cp 1 0
        active a
    """)
    game.play("stand-up", "attack", "halden-rifle>t")
    assert game.options == ["no", "yes"]


@proves("card.special-abilities.cp-cost", "warband.leader-bonus")
def test_an_ability_that_a_card_and_its_leader_both_have_counts_once() -> None:
    assert [ability.name for ability in fielded(lord(), [], leader=True).abilities] == ["Unbowed"]


@proves("card.special-abilities.cp-cost")
@pytest.mark.parametrize(("ap", "asked"), [(0, True), (3, True), (4, False), (5, False)])
def test_nobody_is_asked_to_brace_where_no_face_would_save_that_does_not_save_already(ap: int, asked: bool) -> None:
    """AR 3+: with AP3 a 5 saves only if it is braced; with AP4 a six is needed either way."""
    card = f'card piercer SP6 AR4+ WN1: Rod [RANGED] (24", 1D6, 3+, AP{ap}, D1)\n'
    game = drawn(card + "blue piercer a 10,10\nred shieldbearer t 19,10\ncp 0 1\nactive a")
    game.play("attack", "rod>t", dice="hit 3" if asked else "hit 3 / armor 1")
    assert ("yes" in game.options) is asked


@proves("card.special-abilities.cp-cost", "end.step1-effects")
def test_two_of_one_card_each_repair_once() -> None:
    scene = "blue immortal a 10,10 wounds 1, activated\nblue immortal b 14,10 wounds 1, activated\nred gunner t 30,30 activated\n"
    game = drawn(scene + "finished blue red\nstep end phase\ncp 4 0").play("self-repair a", "self-repair b")
    assert (game["a"].wounds, game["b"].wounds) == (2, 2)


@proves("card.special-abilities.cp-cost", "dice.modifier.bonus-dice", "dice.modifier.cumulative")
def test_a_drilled_volley_adds_a_die() -> None:
    """Two dice of the rifle and one bought."""
    game = at("blue rifleman a 10,10\nred rifleman t 19,10\ncp 1 0\nactive a")
    game.play("attack", "halden-rifle>t", "yes", dice="hit 1 1 1")
    assert (rolled(game), game.battle.command_points[0]) == ([3], 0)


@proves("ability.targeting-routines", "dice.auto-fail-one")
@pytest.mark.parametrize(("away", "asked"), [(10, False), (14, True)])
def test_routines_are_not_sold_to_one_who_hits_with_anything_but_a_one(away: int, asked: bool) -> None:
    game = at(f"blue deathmark a 10,10\nred rifleman t {10 + away},10\ncp 1 0\nactive a")
    game.play("attack", "synaptic-disintegrator>t", dice="" if asked else "hit 1")
    assert game.options == (["no", "yes"] if asked else ["keep", "die-1"])


@proves("action.reanimation-protocol", "broken.threshold")
def test_the_last_one_may_call_the_first_back_and_the_warband_is_whole_enough_again() -> None:
    """One of four is broken; with a Warrior back there are two, exactly half."""
    game = at("""
        blue necron-lord* l 10,10
        blue necron-warrior w 0,0   removed
        blue necron-warrior v 0,0   removed
        blue necron-warrior u 0,0   removed
        red rifleman t 30,30   activated
        starting 4 1
        broken blue
        finished red
        turn blue
        cp 0 0
    """)
    game.play("activate l", "reanimation-protocol", "w", [[12, 10]], "done", dice="nerve 6")
    assert game.battle.round == 2
    assert game.battle.broken == [False, False]
    assert any("no longer broken" in line for line in game.log)


@proves("action.reanimation-protocol.state", "cp.follow-up.reactivation", "reactivate.fatigued-after")
def test_who_has_just_returned_may_follow_up_for_two_points_and_is_tired_then() -> None:
    scene = "blue necron-lord* l 10,10\nblue necron-warrior w 3,3 removed\nred rifleman t 30,30\ncp 2 0\nactive l"
    game = at(scene).play("reanimation-protocol", [[12, 10]], "done")
    assert "again w" in game.options
    game.play("again w", "walk", [[14, 10]])
    assert (game["w"].fatigued, game["w"].wounds, game.battle.command_points[0]) == (True, 1, 0)


@proves("stat.attack-special", "dice.modifier.bonus-dice")
def test_an_unwieldy_die_lost_where_one_was_declared_leaves_none_to_roll() -> None:
    """Three dice at one and one at the other, who loses its die: three are rolled at the first, none at the second."""
    game = at("""
        blue heavy-gunner a 10,10
        red rifleman t 14,10
        red rifleman u 15.5,10
        active a
    """)
    game.play("walk", [[10, 10.5]], "attack", "repeater>t", {"t": 3, "u": 1}, "u", "t", dice="hit 1 1 1")
    assert game["u"].in_play
    rolls = game.events("action hit roll")
    assert [len(roll.dice.faces) for roll in rolls if roll.dice is not None] == [3, 0]


@proves("stat.attack-special", "melee.modifier.charge", "dice.modifier.bonus-dice")
def test_an_unwieldy_club_loses_a_die_in_the_charge_and_none_where_it_stands() -> None:
    card = 'card ogre SP6 AR4+ WN3: Club [MELEE] (0", 3D6, 3+, AP0, D1) UNWIELDY\n'
    charge = drawn_plain(card + "blue ogre a 10,10\nred gunner t 16,10\nactive a")
    charge.play("charge", "t", [[16 - TOUCH, 10]], "club", "hit", "decline", dice="hit 1 1")
    assert charge.modifiers("Hit roll") == {"charge": 1, "UNWIELDY (dice)": -1}
    standing = drawn_plain(card + f"blue ogre a 10,10\nred gunner t {10 + TOUCH},10\nactive a")
    standing.play("attack", "club>t", "decline", dice="hit 1 1 1")
    assert rolled(standing) == [3]


@proves("stat.attack-special", "drop.safe")
def test_a_push_over_a_two_inch_ledge_hurts_nobody() -> None:
    game = drawn_plain(
        f"blue brute a 13,11,2\nred fencer t {13 - TOUCH},11,2\npiece platform 2 11,8 18,14 sheer sheer sheer sheer\nactive a"
    )
    game.play("attack", "maul>t", dice="hit 3 1 / armor 6")
    assert (game["t"].elevation, game["t"].wounds, game["t"].standing) == (0, 2, True)
    assert game["t"].x == pytest.approx(11 - 0.63, abs=0.02)


@proves("stat.attack-special", "drop.fall-hits", "attack.recovery.already-knocked-down", "knockdown.armor-penalty")
def test_one_who_lies_and_is_pushed_off_a_ledge_is_gone_with_its_last_wound() -> None:
    """The maul is saved; the fall of 3 is one hit at AP1 (not AP2), unsaved by a 4: removed, no recovery."""
    ledge = "piece platform 3 11,8 18,14 sheer sheer sheer sheer\nactive a"
    game = drawn_plain(f"blue brute a 13,11,3\nred archer t {13 - TOUCH},11,3 down\n{ledge}")
    game.play("attack", "maul>t", dice="hit 2 1 / armor 6 / armor 4")
    assert game.modifiers("Armor roll") == {"AP1": -1}
    assert not game["t"].in_play


@proves("blast.trigger", "blast.no-chain", "retaliate.no-chain")
def test_an_engaged_bystander_blown_over_does_not_strike_back() -> None:
    """Friend and foe locked in melee beside the target are both attacked with two dice at 4+, and nobody retaliates."""
    scene = f"blue bomber a 8,11\nblue fencer f 18,12.4\nred archer t 16,11\nred fencer u {18 + TOUCH},12.4\nactive a"
    game = drawn_plain(BOMBER + scene).play("attack", "bomb>t", dice="hit 3 / armor 6 / hit 4 1 / armor 1")
    assert [event.about[1] for event in game.events("blast hit roll")] == ["f"]
    assert (game["f"].wounds, game.decider) == (1, 0)


@proves("blast.who-is-caught", "retaliate.against-charge-and-disengaging", "blast.timing")
def test_who_answers_with_a_blast_while_leaving_is_caught_in_it_and_walks_on() -> None:
    card = 'card bomber SP6 AR4+ WN3: Fist [MELEE] (0", 1D6, 3+, AP0, D1) BLAST (2")\n'
    game = drawn_plain(card + f"blue bomber a 10,10\nred gunner b {10 + TOUCH},10\nactive a")
    game.play("walk", [[6, 10]], "knife", "fist", dice="hit 4 / armor 6 / hit 3 / armor 6 / hit 4 1 / armor 1")
    assert (game["a"].x, game["a"].wounds, game["a"].fatigued, game["b"].wounds) == (6, 2, True, 3)


@proves("blast.who-is-caught", "blast.no-modifiers")
def test_odds_of_a_friend_in_the_blast() -> None:
    """Two dice in three set the bomb off; the friend then has its own two dice at 4+ to fear, unmodified."""
    card = 'card grenadier SP6: Bomb [RANGED] (12", 1D6, 3+, AP2, D1) BLAST (2")\n'
    game = drawn_plain(card + "blue grenadier a 10,10\nblue archer f 18,12.5 down\nred gunner t 18,10\nactive a").play(
        "attack"
    )
    told = odds_of(game.game, "bomb>t")
    assert told.chance_removed(2) == pytest.approx(2 / 3 * removed(pool(2, 4, 0), 4, 0, 1, 1, False), abs=1e-6)


@proves("blast.who-is-caught", "blast.no-modifiers")
def test_a_blast_reaches_aslant_and_not_two_inches_up() -> None:
    """1.2 up and 1.6 across is 2 exactly: caught. 1.7 across is not."""
    for across, caught in ((1.6, True), (1.7, False)):
        x = 16 + TOUCH + across
        scene = f"blue bomber a 8,11\nred archer t 16,11\nred archer u {x},11,1.2\npiece platform 1.2 {x - 0.64},8 24,14 sheer sheer sheer sheer\nactive a"
        game = drawn_plain(BOMBER + scene).play(
            "attack", "bomb>t", dice="hit 3 / armor 6" + (" / hit 3 3" if caught else "")
        )
        assert bool(game.events("blast hit roll")) is caught


@proves("blast.no-modifiers", "card.special-abilities.cp-cost")
def test_nobody_braces_against_a_blast_which_nothing_modifies() -> None:
    """The rifleman hit saves; the blast's hit on the Shieldbearer beside it is answered with AR 3+ as printed: a 2 fails."""
    game = at("""
        blue firebomber a 10,10
        red rifleman t 14,10
        red shieldbearer s 15.5,10
        cp 0 3
        active a
    """)
    game.play("attack", "firebomb>t", "keep", dice="hit 3 / armor 6 / hit 4 1 / armor 2")
    assert game["s"].wounds == 1
    assert not any("Brace" in line for line in game.log)


@proves("blast.no-modifiers", "invulnerable.choice")
def test_a_blast_may_still_be_answered_with_an_invulnerable_armor() -> None:
    game = at("""
        blue firebomber a 10,10
        red warden t 14,10
        red bulwark s 15.5,10
        active a
    """)
    game.play("attack", "firebomb>t", "armor", dice="hit 3 / armor 5 / hit 4 1")
    assert game.options == ["armor", "invulnerable-4", "invulnerable-6"]


@proves("blast.timing", "activation.ends-when-removed", "warband.leader-scenario")
def test_a_leader_its_own_bomb_removes_still_has_its_dice_rolled_and_is_paid_for_once() -> None:
    scene = "scenario cut-off-the-head\nblue bomber* a 10,10 wounds 1\nblue fencer b 30,3\nred gunner x 12.5,10\nred gunner y 12.5,11.5\nactive a"
    game = drawn(scene).play("attack", "bomb>x", {"x": 1, "y": 1}, "x", dice="hit 3 / armor 4")
    game.play("a", dice="hit 4 1 / armor 1 / recovery 1 / hit 1 1 / hit 3 / armor 4 / hit 1 1")
    assert not game["a"].in_play
    assert game.battle.victory_points == [0, 5]
    assert game.decider == 1, "without a command point nobody follows up"


@proves("blast.timing", "attack.split.modifiers-per-target", "attack.recovery.already-knocked-down")
def test_the_second_target_lies_already_when_its_own_die_comes() -> None:
    """The blast at t fells u (recovery passed); u's own hit then has +1 AP, and no second recovery."""
    card = 'card grenadier SP6 AR4+ WN2: Bomb [RANGED] (12", 2D6, 3+, AP0, D1) BLAST (2")\n'
    game = drawn_plain(card + "blue grenadier a 8,11\nred archer t 16,11\nred archer u 16,13\nactive a")
    game.play("attack", "bomb>t", {"t": 1, "u": 1}, "t",
              dice="hit 3 / armor 6 / hit 4 1 / armor 1 / recovery 4 / hit 3 / armor 4 / hit 1 1")  # fmt: skip
    assert not game["u"].in_play
