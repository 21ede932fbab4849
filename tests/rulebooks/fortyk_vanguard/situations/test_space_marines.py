"""Space marines: situations worked out from the book by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    BOLT,
    HALF,
    SIXTH,
    THIRD,
    TWO_THIRDS,
    Y,
    after_losses,
    cast,
    chance,
    fighting,
    in_the_fight_phase,
    moving,
    some,
    under,
)
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model
from vanguard.rulebooks.fortyk_vanguard.reinforcements import next_to_arrive
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.special_rules import PsychicHood, extra_attacks, move_of
from vanguard.rulebooks.fortyk_vanguard.state import Effect
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import harbingers


def printed(table: Table, key: str, rule: str, **numbers: float) -> None:
    """An ability of this rule with other numbers on the card of a model."""
    profile = table[key].profile
    profile.abilities = tuple([replace(it, **numbers) if it.rule == rule else it for it in profile.abilities])


@proves(
    "faction.and-they-shall-know-no-fear",
    "faction.cowardly",
    "faction.mental-fortitude",
    "vanguard.morale.combat-attrition-army-wide",
)
def test_attrition_asks_each_model_by_what_it_is() -> None:
    """Below half: a Gretchin flees on 3 or less, a man on 2 or less, a Marine on 1, whom a power holds on nothing."""
    table = after_losses(
        "blue space-marines/intercessors m 2,5\nblue orks/gretchin g 4,5\nblue Man p 6,5\nblue Man h 8,5\nblue Man x 10,5",
        9, 14,
    )  # fmt: skip
    under(table, Effect("mental-fortitude", "h", 0, "psychic", 1))
    table.do(morale_of, 0, answers=("x",), dice="morale 6 / attrition 4 / attrition 3 / attrition 2")
    assert table.dead == ["x"]


@proves("faction.bolter-discipline", "core.weapon.rapid-fire")
@pytest.mark.parametrize(
    ("who", "x", "shots"),
    [
        ("dreadnought a 4,15", 20, 2),  # no INFANTRY
        ("dreadnought a 4,15", 17.6, 4),  # 12" between bases of 60 mm and 1"
        ("terminators a 4,15 moved=normal", 20, 4),
        ("terminators a 4,15 moved=arrived", 28, 4),
    ],
)
def test_whose_storm_bolter_fires_four_times(who: str, x: float, shots: int) -> None:
    table = at(f"blue space-marines/{who}\nred Man b {x},15 W=9")
    answers = ("storm-bolter/storm-bolter>b", *(("hold-fire",) if "dreadnought" in who else ()))
    table.do(shoot, "a", answers=answers, dice="hit" + " 1" * shots)


@proves("faction.bolter-discipline", "faction.their-number-is-legion")
def test_the_chance_of_a_terminator_at_a_warrior_that_may_get_up() -> None:
    """Four bolts at 20": 3+, 4+, no save on 4+. It gets up on 5+, a 1 once again: 1/3 + 1/18."""
    table = at(f"blue space-marines/terminators a 4,15 moved=arrived\nred necrons/warriors b 24,15\n{Y}")
    stays = 1 - (THIRD + SIXTH * THIRD)
    assert some(TWO_THIRDS * HALF * HALF, 4) * stays == chance(table, "a", "storm-bolter/storm-bolter>b")


@proves("faction.bolter-discipline")
def test_bolter_discipline_is_for_bolters_and_not_for_plasma() -> None:
    table = at("blue space-marines/tactical-squad+plasma-gun a 4,15 moved=stationary\nred Man b 20,15")
    aim = next(key for key in available(table.ask(shoot, "a")) if "plasma" in key)
    table.do(shoot, "a", answers=(aim,), dice="hit 1")


@proves("faction.shock-assault", "faction.hallowed-fury", "weapon.extra-attacks")
def test_a_charging_sergeant_in_hallowed_fury_counts_every_bonus_once() -> None:
    """2, one for the shock though he charged and was charged, one for the fury, one for the chainsword; S 5 against T 4: 3+."""
    drawn = "blue space-marines/assault-squad/leader a 10,15 did=charged,was-charged\nred Man b 11.4,15 W=9"
    table = under(fighting(drawn), Effect("hallowed-fury", "a", 0, "psychic", 1))
    table.do(fight, table["a"], answers=("no", "no"), dice="hit 3 3 3 3 3 / wound 3 2 2 2 2 / save 5")
    assert table["b"].wounds == 9, "4+ and AP -1: a 5 saves"


@proves(
    "faction.shock-assault", "faction.full-throttle", "faction.harbinger-of-destruction", "faction.relentless-march"
)
def test_abilities_have_the_numbers_and_reaches_printed_on_the_card() -> None:
    table = at(
        "blue Man a 4,15 rules=shock-assault did=charged kw=CORE\nred Man b 12,15 W=9\nblue Man m 12,17 rules=relentless-march"
    )
    assert (extra_attacks(table.battle, table["a"]), move_of(table.battle, table["a"])) == (1, 6)
    printed(table, "a", "shock-assault", number=2)
    printed(table, "m", "relentless-march", number=3, reach=8)
    assert (extra_attacks(table.battle, table["a"]), move_of(table.battle, table["a"])) == (2, 9)
    storm = at("blue Man a 4,15 rules=harbinger-of-destruction\nred Man b 12,15 W=9", phase="reinforcements")
    printed(storm, "a", "harbinger-of-destruction", number=2)
    storm.do(harbingers, dice="harbinger 4 4")
    assert storm["b"].wounds == 7
    rush = moving("blue Man a 4,15 rules=full-throttle\nred Man b 40,2")
    printed(rush, "a", "full-throttle", number=8)
    rush.do(move_model, rush["a"], answers=("advance", [[18, 15]]), dice="throttle 1")
    reserve = at("blue Man a reserve rules=deep-strike\nred Man b 40,2", phase="reinforcements")
    printed(reserve, "a", "deep-strike", reach=6)
    reserve.do(next_to_arrive, answers=("a", [[32.9, 2]]))


@proves("faction.shock-assault", "faction.psychic-hood")
def test_an_ability_whose_moment_has_not_come_adds_nothing_and_takes_nothing() -> None:
    table = in_the_fight_phase("blue Man a 10,15 A=2 rules=shock-assault\nred Man b 11,15 W=9")
    table.do(fight, table["a"], dice="hit 1 1")
    assert table.heard("hits", of=2)
    far = at("blue space-marines/librarian a 10,15\nred orks/weirdboy b 30,15", phase="psychic")
    near = at("blue space-marines/librarian a 10,15\nred orks/weirdboy b 18,15", phase="psychic")
    assert [PsychicHood().deny_bonus(it.battle, it["a"], it["b"]) for it in (far, near)] == [0, 1]


@proves("faction.rites-of-battle", "faction.withering-gaze", "core.dice.reroll-once")
@pytest.mark.parametrize(("dice", "hits"), [("1 / hit-again 3", 0), ("1 / hit-again 4 / wound 1", 1), ("3", 0)])
def test_a_one_is_rolled_again_before_the_gaze_takes_one_away(dice: str, hits: int) -> None:
    """BS 3+ under a Withering Gaze: a 3 is no 1 and stays; whatever the second roll shows, one is taken from it."""
    table = at(
        "blue space-marines/captain c 4,18\nblue space-marines/intercessors a 4,15 moved=normal\nred Man b 30,15"
    )
    under(table, Effect("withering-gaze", "a", 1, "psychic", 1))
    table.do(shoot, "a", answers=("bolt-rifle/bolt-rifle>b",), dice=f"hit {dice}")
    assert table.heard("hits", n=hits)


@proves("faction.rites-of-battle", "faction.shock-assault")
def test_the_chance_of_an_eviscerator_under_a_captains_eyes() -> None:
    """One and one for the charge: 3+ less 1 with ones again is 7/12; S 7 against T 5: 3+; no save."""
    table = fighting(
        "blue space-marines/assault-squad+eviscerator a 10,15 did=charged\nblue space-marines/captain c 10,18\n"
        "blue Man x 30,5 did=charged\nred orks/boyz b 11.3,15\nred Man y 31,5"
    )
    assert chance(table, "a") == some(Fraction(7, 12) * TWO_THIRDS, 2)


@proves("faction.rites-of-battle", "core.dice.reroll-once", "core.attack.hit-modifier-cap")
def test_the_chance_of_bolts_beside_a_captain() -> None:
    """Ones are rolled again: 2/3 + 1/6 x 2/3. Behind a wood 4+: 1/2 + 1/6 x 1/2."""
    drawn = "blue space-marines/captain c 4,18\nblue space-marines/intercessors a 4,15\nred orks/boyz b 30,15\n{}"
    assert chance(at(drawn.format("")), "a", BOLT) == some(Fraction(7, 9) * THIRD, 2)
    wood = at(drawn.format("woods 15,5,18,25"))
    assert chance(wood, "a", BOLT) == some(Fraction(7, 12) * THIRD, 2)


@proves("faction.psychic-hood", "core.psychic.deny", "core.concept.within")
@pytest.mark.parametrize(("x", "denied"), [(23.57, True), (23.59, False)])
def test_a_hood_helps_at_exactly_twelve_inches(x: float, denied: bool) -> None:
    """Two bases of 40 mm: 1.57" of the way are theirs. 8 + 1 beats 8."""
    drawn = f"blue orks/weirdboy a 10,15\nred space-marines/librarian d {x},15\nred Man b 14,15 W=9"
    table = at(drawn, phase="psychic")
    cast(table, "smite", "d", dice="psychic 4 4 / deny 4 4" + ("" if denied else " / mortal 1"))
    assert (table["b"].wounds == 9) is denied


@proves("faction.duty-eternal", "vanguard.split-fire.per-attack-effects-use-own-target", "core.attack.damage-reduction")
@pytest.mark.parametrize(("x", "left"), [(11, 6), (13, 7)])
def test_a_melta_at_a_dreadnought_near_and_far(x: float, left: int) -> None:
    """A damage roll of 1: 1 + 2 - 1 at half range, and 1 - 1 but at least 1 beyond."""
    table = at(f"blue space-marines/tactical-squad+meltagun a 4,15\nred space-marines/dreadnought b {x},15")
    table.do(shoot, "a", answers=("meltagun/meltagun>b",), dice="hit 3 / wound 3 / damage 1")
    assert table["b"].wounds == left


@proves("faction.hallowed-fury")
def test_a_strong_test_makes_no_other_blessing_stronger() -> None:
    table = at("blue space-marines/librarian a 10,15 powers=hallowed-fury\nred Man b 30,15", phase="psychic")
    cast(table, "hallowed-fury", dice="psychic 6 5")
    assert [(it.key, it.amount) for it in table.battle.effects] == [("hallowed-fury", 1)]
