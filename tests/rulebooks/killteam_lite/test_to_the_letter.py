"""Rules to the letter: what two of them make of each other, and the limits that the chapters' own tests leave open."""

from random import Random

import pytest

from tests.rulebooks.killteam_lite import slow_sight
from tests.rulebooks.killteam_lite.positions import Table, at
from tests.rulebooks.killteam_lite.test_abilities_and_ploys import with_ploy
from vanguard.core.refusals import Refused
from vanguard.geometry.measuring import gap
from vanguard.geometry.shapes import Base
from vanguard.odds.answers import of_trial, options_with_odds
from vanguard.rulebooks.killteam_lite import rulebook
from vanguard.rulebooks.killteam_lite.content.content import content
from vanguard.rulebooks.killteam_lite.killzone import Killzone
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")

APART = "blue Man a 4,11 Engage\nred Man b 12,11 Engage "


def removed(table: Table, attack: str) -> float:
    """The chance told ahead that the target is incapacitated."""
    return of_trial(rulebook, options_with_odds(table.game)[attack]).chance_removed()


# -- missions -----------------------------------------------------------------------------------------------------------------


@proves("battle.winner-by-mission")
def test_a_relic_lies_on_the_platform_where_its_carrier_fell() -> None:
    """Three inches up: who stands there picks it up, and nobody from the floor below."""
    drawn = "level 6,8,10,14\nblue Man a 8,11,3 Engage wounds=1 Df=0\nblue Man c {} Engage\nred Man b 20,11 Engage"
    for place, why_not in (("9.4,11,3", ""), ("8,15", 'the relic is 4.6" away, at most 1" is allowed')):
        table = at(drawn.format(place), active="b", mission="relic", turn=1)
        table.battle.carrier = "a"
        table.play("shoot", "a", "pass", "c", "engage", dice="attack 5 1 1 1")
        assert (table.battle.relic, table.battle.relic_level) == ((8, 11), 3)
        assert table.why_not("pick-up").startswith(why_not)
        assert ("pick-up" in table.keys) == (not why_not)


@proves("battle.winner-by-mission")
def test_with_nobody_left_on_either_side_a_mission_ends_with_the_turning_point() -> None:
    """One was shot, the last one leaves: nobody is asked who has the initiative of an empty killzone."""
    drawn = "blue Man a 27.5,11 Engage\nred Man b 4,11 Engage wounds=1 Df=0"
    table = at(drawn, active="a", mission="break-through", turning_point=2).play("shoot", "b", dice="attack 5 1 1 1")
    table.play("exit")
    assert table.game.question is None
    assert (table.battle.points, table.battle.winner) == ((4, 0), 0)
    assert table.events("won")[0].clause == "battle.winner-by-mission"


# -- ploys and abilities ------------------------------------------------------------------------------------------------------


@proves("strategy.ploys.tactical-timing", "special.duplicates")
def test_nobody_is_asked_to_snap_aside_who_has_as_good_a_save() -> None:
    drawn = "blue Warden w 4,11 Engage\nred Seer s 12,11 Engage\nred Needler n 12,14 Engage"
    table = at(drawn, active="w", cp=(0, 1)).play("shoot", "n")
    assert "Snap Aside" in table.prompt
    seer = at(drawn, active="w", cp=(0, 1)).play("shoot", "s", dice="attack 5 1 1 1")
    assert seer.clause == "invulnerable.instead-of-save", "5+ of her own"
    veiled = at(drawn, active="w", cp=(0, 1))
    veiled["n"].shielded_by = "s"
    veiled.play("shoot", "n", dice="attack 5 1 1 1")
    assert veiled.clause == "invulnerable.instead-of-save", "4+ of the veil"


@proves("firefight.illegal-action-refused", "rng.maximum")
def test_a_distance_that_is_too_far_never_reads_like_its_limit() -> None:
    """A gap of 1.016" is not told as 1.0" beside a reach of 1"."""
    medic = at("blue Medic m 4,11 Engage\nblue Trooper t 4,13 Engage wounds=3\nred Man b 20,11 Engage", active="m")
    assert "no legal target" in medic.why_not("patch-up")
    two = at(
        "blue Medic m 4,11 Engage wounds=3\nblue Trooper t 4,13 Engage wounds=3\nred Man b 20,11 Engage", active="m"
    ).play("patch-up")
    assert two.why_not("t").startswith('1.02" away, it reaches 1"')
    pistol = {"a": ('gun: A 4, BS 3+, D 3/4, Rng 6"',)}
    shot = at("blue Man a 4,11 Engage\nred Man b 11,11 Engage\nred Man c 11.04,12 Engage", active="a", weapons=pistol)
    shot.play("shoot")
    assert shot.why_not("c").startswith('6.1" away, its range is 6"')


@proves("stun.shooting", "apl.change-during-activation", "blast.hits-friends-too")
def test_who_stuns_itself_with_its_own_blast_loses_an_action_point() -> None:
    drawn = "blue Man a 10,11 Engage APL=3\nred Man b 12.5,11 Engage W=20"
    table = at(drawn, active="a", weapons={"a": ('gun: A 1, BS 3+, D 1/1, Blast 2", Stun',)})
    table.play("shoot", "b", dice="attack 6 / defence 1 1 1 / attack 6 / defence 1 1 1")
    assert (table.battle.action_points, table["a"].apl, table["b"].apl) == (1, 2, 1)


@proves("strategy.ploys.tactical-timing", "shooting.casualties-removed-after-action")
def test_a_fallen_medic_lets_nobody_hold_on_and_a_fallen_bystander_is_not_swept() -> None:
    splash = {"s": ("gun: A 1, BS 3+, D 1/1, Splash 1, Torrent 2",)}
    drawn = "red Man s 4,11 Engage\nblue Trooper a 12,11 Engage wounds=1\nblue Medic m 12,12.9 Engage wounds={}"
    both = at(drawn.format(1), active="s", cp=(1, 0), weapons=splash).play("shoot", "m", dice="attack 6")
    assert both.events("incapacitated") and both.game.question is None, "nobody was asked to hold on"
    alive = at(drawn.format(5), active="s", cp=(1, 0), weapons=splash).play("shoot", "m", dice="attack 6")
    assert "Use Hold On!?" in alive.prompt
    alive.play("no", dice="defence 1 1 1").play("keep")
    assert alive.clause != "torrent.extra-attacks", "the one felled by the splash is not attacked again"


@proves("charge.must-finish-engaged", "engagement.needs-visibility")
def test_a_charge_that_ends_near_nobody_is_told_how_far_it_ends_from_the_nearest() -> None:
    drawn = "blue Man a 10,11 Engage\nred Man b 16,11 Engage\nred Man c 16,5 Engage\n"
    with pytest.raises(Refused, match=r'; b would be 1\.01" away, at most 1" is allowed'):
        at(drawn, active="a").play("charge", [[13.99, 11]])
    with pytest.raises(Refused, match="; b is out of sight or on another level"):
        at(drawn + "wall 15,8,15.3,14", active="a").play("charge", [[14.4, 11]])


# -- line of sight ------------------------------------------------------------------------------------------------------------


def somewhere(chance: Random, key: str, ground: slow_sight.Ground) -> Base:
    """An operative of some size near some part, on the floor or on a level, where one may stand."""
    while True:
        size, height = chance.choice([(25, 1.2), (28, 1.5), (32, 1.5), (40, 2.0)])
        radius = size / 25.4 / 2
        near, _ = chance.choice(ground)
        x, y = chance.uniform(near.min_x - 3, near.max_x + 3), chance.uniform(near.min_y - 3, near.max_y + 3)
        disc = slow_sight.Spot(x, y).buffer(radius)
        levels = [part.top for part, outline in ground if "standable" in part.traits and outline.contains(disc)]
        z = chance.choice([0.0, *levels])
        if not any(
            [part.top >= z + 0.5 and part.bottom < z + height and outline.intersects(disc) for part, outline in ground]
        ):
            return Base(key, x, y, radius, z, height)


@proves("visible.definition", "visible.own-level-obstructs", "obscured.definition", "obscured.peering", "cover.definition",
        "cover.intervening", "cover.too-close")  # fmt: skip
@pytest.mark.parametrize("name", sorted(content().killzones))
def test_who_sees_whom_on_every_killzone_is_what_the_catalogue_comes_to(name: str) -> None:
    chance = Random(f"sight {name}")
    killzone = Killzone(content().killzones[name])
    ground = slow_sight.ground_of(list(killzone.parts))
    for _ in range(40):
        looker, target = somewhere(chance, "a", ground), somewhere(chance, "b", ground)
        while gap(looker, target) > 6:
            target = somewhere(chance, "b", ground)
        told = killzone.sightline(looker, target)
        assert told.visible is slow_sight.visible(looker, target, ground), (looker, target)
        if told.visible:
            assert (told.clear, told.open) == slow_sight.clear_and_open(looker, target, ground), (looker, target)


# -- odds worked out by hand --------------------------------------------------------------------------------------------------


@proves("shooting.cover-die", "shooting.two-normal-saves-discard-critical")
def test_odds_of_dug_in_troopers_are_those_worked_out_by_hand() -> None:
    """Two hits at a target with 3 wounds and 2 dice that may both be retained. A normal and a critical hit: one die is retained
    against the normal hit and a 6 is needed, 1 in 6. Two critical hits: two sixes. Anything less is stopped."""
    drawn = "blue Man a 4,11 Engage\nred Trooper b 12,11 Engage wounds=3 Df=2\nlow 10.8,9,11.2,13"
    table = with_ploy(at(drawn, active="a", weapons={"a": ("gun: A 2, BS 3+, D 3/4",)}), 1, "dig-in")
    assert removed(table, "shoot") == pytest.approx(2 * (1 / 6 * 3 / 6) * 5 / 6 + 1 / 36 * 35 / 36)


@proves("dice.reroll-once", "ceaseless.reroll-ones", "command-reroll.effect")
def test_odds_know_that_a_die_is_rolled_again_once_by_whatever_allows_it() -> None:
    """5+ with one die: of the four misses the 1 is free and the others are bought, and none is rolled a third time."""
    ceaseless = {"a": ("gun: A 1, BS 5+, D 3/4, Ceaseless",)}
    table = at(APART + "wounds=3 Df=0", active="a", cp=(1, 0), weapons=ceaseless)
    assert removed(table, "shoot") == pytest.approx(2 / 6 + 4 / 6 * 2 / 6)


@proves("damage.injured-skill", "hot.self-damage")
def test_odds_of_a_hot_gun_in_injured_hands() -> None:
    """Injured, so 4+; each 1 costs three wounds, and three are left."""
    table = at("blue Man a 4,11 Engage wounds=3\nred Man b 12,11 Engage wounds=3 Df=0", active="a",
               weapons={"a": ("gun: A 2, BS 3+, D 3/4, Hot",)})  # fmt: skip
    told = of_trial(rulebook, options_with_odds(table.game)["shoot"])
    assert told.chance_removed() == pytest.approx(3 / 4)
    assert told.wounds_left(1) == pytest.approx({0: 11 / 36, 3: 25 / 36})
