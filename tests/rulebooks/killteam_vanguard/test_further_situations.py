"""More situations worked out from the book: rules that meet, cards no ready warband fields, what is not offered."""

from __future__ import annotations

import pytest

from tests.rulebooks.killteam_vanguard.positions import Position, at, battle_at
from tests.rulebooks.killteam_vanguard.test_worked_by_hand import TOUCH, drawn, pool, removed, rolled
from vanguard.odds import of_option, of_trial
from vanguard.rulebooks.killteam_vanguard import rulebook
from vanguard.rulebooks.killteam_vanguard.content.content import make_faction
from vanguard.rulebooks.killteam_vanguard.content.content_models import CardEntry, FactionEntry, OptionEntry
from vanguard.rulebooks.killteam_vanguard.profiles import Profile
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")

# -- cards nobody fields yet --------------------------------------------------------------------------------------------------


@proves("stat.attack-special", "melee.modifier.charge", "dice.modifier.bonus-dice")
def test_an_unwieldy_club_loses_a_die_in_the_charge_and_none_where_it_stands() -> None:
    card = 'card ogre SP6 AR4+ WN3: Club [MELEE] (0", 3D6, 3+, AP0, D1) UNWIELDY\n'
    charge = drawn(card + "blue ogre a 10,10\nred gunner t 16,10\nactive a")
    charge.play("charge", "t", [[16 - TOUCH, 10]], "club", "hit", "decline", dice="hit 1 1")
    assert charge.modifiers("Hit roll") == {"charge": 1, "UNWIELDY (dice)": -1}
    standing = drawn(card + f"blue ogre a 10,10\nred gunner t {10 + TOUCH},10\nactive a")
    standing.play("attack", "club>t", "decline", dice="hit 1 1 1")
    assert rolled(standing) == [3]


def fielded(card: CardEntry, options: list[str], leader: bool = False) -> Profile:
    faction = make_faction(
        "own", FactionEntry(name="Own", summary="Own", leader_abilities=["Unbowed"], entries={"lord": card})
    )
    [made] = faction.cards
    return Profile(made, faction, [it for it in made.options if it.name in options], leader)


def lord(*options: OptionEntry) -> CardEntry:
    attacks = ['Staff [MELEE] (0", 3D6, 2+, AP2, D1)', 'Staff [RANGED] (12", 3D6, 2+, AP2, D1)']
    return CardEntry(
        name="Lord", type="Lord", points=20, max=1, CP=2, SP=5, AR="3+", WN=3, NE="3+", base_mm=32, height=1.5,
        attacks=attacks, abilities=["Unbowed"], options=list(options),
    )  # fmt: skip


@proves("warband.options", "card.weapon-line-format")
def test_who_gives_up_a_staff_gives_up_both_of_its_attacks() -> None:
    blade = OptionEntry(name="Blade", points=2, attack='Blade [MELEE] (0", 4D6, 3+, AP0, D1)', instead_of="Staff")
    assert [weapon.name for weapon in fielded(lord(blade), ["Blade"]).weapons] == ["Blade"]
    assert [weapon.key for weapon in fielded(lord(blade), []).weapons] == ["staff-melee", "staff-ranged"]


@proves("card.special-abilities.cp-cost", "warband.leader-bonus")
def test_an_ability_that_a_card_and_its_leader_both_have_counts_once() -> None:
    assert [ability.name for ability in fielded(lord(), [], leader=True).abilities] == ["Unbowed"]


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


# -- rules that meet ----------------------------------------------------------------------------------------------------------

LEDGE = "piece platform 3 11,8 18,14 sheer sheer sheer sheer\nactive a"


@proves("blast.who-is-caught", "retaliate.against-charge-and-disengaging", "blast.timing")
def test_who_answers_with_a_blast_while_leaving_is_caught_in_it_and_walks_on() -> None:
    card = 'card bomber SP6 AR4+ WN3: Fist [MELEE] (0", 1D6, 3+, AP0, D1) BLAST (2")\n'
    game = drawn(card + f"blue bomber a 10,10\nred gunner b {10 + TOUCH},10\nactive a")
    game.play("walk", [[6, 10]], "knife", "fist", dice="hit 4 / armor 6 / hit 3 / armor 6 / hit 4 1 / armor 1")
    assert (game["a"].x, game["a"].wounds, game["a"].fatigued, game["b"].wounds) == (6, 2, True, 3)


@proves("mortal.no-armor", "blast.no-modifiers", "blast.no-chain")
def test_a_mortal_bomb_spares_the_armor_of_those_beside_its_target() -> None:
    card = 'card witcher SP6 AR4+ WN3: Hex [RANGED] (12", 1D6, 3+, AP0, D2) MORTAL BLAST (2")\n'
    game = drawn(card + "blue witcher a 10,10\nred gunner t 18,10\nred gunner u 18,12\nactive a")
    game.play("attack", "hex>t", dice="hit 3 / hit 4 1 / armor 6")
    assert (game["t"].wounds, game["u"].wounds) == (1, 3)


@proves("drop.fall-knockdown", "knockdown.must-stand", "fatigue.action.marking")
def test_who_falls_while_running_may_stand_up_for_fatigue() -> None:
    game = drawn(f"blue gunner a 13,11,3\nred archer t 30,30\n{LEDGE}").play("run", [[9, 11]], dice="armor 1")
    assert game.options == ["stand-up", "done"]
    game.play("stand-up")
    assert (game["a"].standing, game["a"].fatigued, game["a"].activated) == (True, True, True)


@proves("fallback.ends-activation", "cp.follow-up")
def test_after_a_fallback_a_friend_may_follow_up() -> None:
    scene = "blue rifleman a 10,14\nblue rifleman c 20,20\nred warden t 30,30\nbroken blue\ncp 1 0\nturn blue"
    game = at(scene).play("activate a", dice="nerve 1")
    assert game.options == ["stop", "activate c"]


@proves("warband.leader-scenario", "gather.capture.standing")
def test_a_leader_who_lies_beside_the_counter_still_makes_a_friends_capture_worth_three() -> None:
    scene = "scenario cut-off-the-head\nblue gunner* l 18,17.2 down, activated\nblue gunner a 18,18.9 activated"
    game = drawn(scene + "\nred archer t 30,30 activated\nfinished blue red\nstep end phase")
    assert game.battle.victory_points == [3, 0]


@proves("card.special-abilities", "reactivate.may-repeat-earlier-action")
def test_who_acts_again_wails_again() -> None:
    game = at("blue howler h 10,10 activated\nred rifleman t 14,10\ncp 2 0\nturn blue").play("again h")
    assert game.options == ["t", "nobody"]


@proves("mortal.recovery", "knockdown.no-recovery")
def test_poison_kills_one_who_lies_without_a_die() -> None:
    scene = (
        "blue rifleman a 10,10 down, toxin, activated\nblue rifleman c 3,3 activated\nred rifleman t 30,30 activated"
    )
    assert not at(scene + "\nfinished blue red\nstep end phase")["a"].in_play


# -- odds, worked out by hand -------------------------------------------------------------------------------------------------


@proves("blast.who-is-caught", "blast.no-modifiers")
def test_odds_of_a_friend_in_the_blast() -> None:
    """Two dice in three set the bomb off; the friend then has its own two dice at 4+ to fear, unmodified."""
    card = 'card grenadier SP6: Bomb [RANGED] (12", 1D6, 3+, AP2, D1) BLAST (2")\n'
    game = drawn(card + "blue grenadier a 10,10\nblue archer f 18,12.5 down\nred gunner t 18,10\nactive a").play(
        "attack"
    )
    told = of_option(game.game, "bomb>t")
    assert told.chance_removed(2) == pytest.approx(2 / 3 * removed(pool(2, 4, 0), 4, 0, 1, 1, False), abs=1e-6)


@proves("melee.modifier.charge", "melee.modifier.charge-plus-focus")
def test_odds_of_a_charge_take_the_better_of_its_bonuses() -> None:
    """Three dice at 4+ at armor 3+: +1 to hit, or one more to pierce."""
    card = 'card rider SP6 AR4+ WN2: Lance [MELEE] (0", 3D6, 4+, AP1, D1)\ncard guard AR3+ WN2: Knife [MELEE] (0", 1D6, 4+, AP0, D1)\n'
    game = drawn(card + "blue rider a 10,10\nred guard t 16,10\nactive a").play("charge", "t", [[16 - TOUCH, 10]])
    ways = [removed(pool(3, 4, hit), 3, -1 - pierce, 1, 2) for hit, pierce in ((1, 0), (0, 1))]
    assert of_option(game.game, "lance").chance_removed() == pytest.approx(max(ways), abs=1e-6)


@proves("melee.modifier.disengaging", "disengage.attack")
def test_odds_of_a_blow_at_one_who_leaves() -> None:
    game = drawn(f"blue archer a 10,10\nred fencer b {10 + TOUCH},10\nactive a").play("walk", [[6, 10]])
    assert of_option(game.game, "sword").chance_removed() == pytest.approx(
        removed(pool(2, 3, 1), 4, -1, 1, 1), abs=1e-6
    )


@proves("drop.fall-hits", "drop.fall-armor")
def test_odds_of_a_fall_of_four_inches_and_a_half() -> None:
    """Two hits at AP2 against armor 5+, a wound: only sixes save."""
    told = of_trial(rulebook, rulebook.trial({"what": "fall", "target": "rifleman", "height": 4.5}))
    assert told.chance_removed() == pytest.approx(removed([0.0, 0.0, 1.0], 5, -2, 1, 1), abs=1e-6)
