"""Odds of whole attacks, worked out by hand: with the Last Stand that answers them and the pinning test they end in."""

from contextlib import suppress

import pytest

from tests.rulebooks.vijilant.positions import at
from vanguard import odds
from vanguard.core.rulebook import load_rulebook
from vanguard.odds.outcomes import aim_of
from vanguard.rulebooks.vijilant.actions import SHOOT
from vanguard.rulebooks.vijilant.content.content import content
from vanguard.rulebooks.vijilant.odds.trials import Start, attack_trial
from vanguard.server.workers.insights import shown_odds
from vanguard.testing.full_walk import CLOSE, FullWalk, TooWide
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

FAR = "\nred Squad z 65,65"
GUN = "gun: Gun, P 2, Sr 1, R 0-40"
HOOK = "hook: Gun, Pinning, P {}, Sr {}, R 0-40"


def of(drawn: str, option: str, **weapons: str) -> odds.Odds:
    table = at(drawn + FAR, active="a", weapons={key: (text,) for key, text in weapons.items()})
    return odds.of(table.game, option)


@proves("pin.trigger", "pin.roll", "pin.attacker-asks")
def test_the_chance_to_be_pinned_is_that_of_a_hit_and_of_a_failed_test() -> None:
    """Dodge 2: two of three dice hit; Morale 6: a 3 and less fails. A hit is enough, Power 1 wounds nobody."""
    found = of("blue Squad a 20,20\nred Squad b 20,30 x3", "shoot:light:b", a=HOOK.format(1, 1))
    assert found.plain()["tests"] == {"pinned": pytest.approx(2 / 3 * 1 / 2)}
    assert found.mean_damage() == 0
    assert {"label": "pinned", "chance": pytest.approx(1 / 3)} in shown_odds("", found)["outcomes"]


@proves("pin.after-casualties", "pin.highest-morale")
def test_nobody_is_pinned_who_is_wiped_out_and_the_leader_is_kept_while_there_are_others() -> None:
    alone = of("blue Squad a 20,20\nred Squad b 20,30", "shoot:light:b", a=HOOK.format(2, 1))
    assert alone.chance_removed() == pytest.approx(2 / 3)
    assert alone.chance_failed("pinned") == 0
    led = of("blue Squad a 20,20\nred cohort b 20,30 x2", "shoot:light:b", a=HOOK.format(2, 1))
    assert led.chance_failed("pinned") == pytest.approx(2 / 3 * 1 / 3), "Morale 7: a 2 and less"


@proves("pin.once-per-attack", "weapon.flame.pins")
def test_a_unit_pinned_already_is_not_tested_and_flame_needs_no_demand() -> None:
    burner = "burner: Flame, P 1, Sr 2, R 0-20"
    free = of("blue Squad a 20,20\nred Squad b 20,30 x3", "shoot:light:b", a=burner)
    assert free.chance_failed("pinned") == pytest.approx((1 - 1 / 9) * 1 / 2)
    assert of("blue Squad a 20,20\nred Squad b 20,30 x3 pinned", "shoot:light:b", a=burner).tests == ()


@proves("last-stand.when", "last-stand.had-turn")
def test_the_shot_back_of_the_dead_counts_as_the_attackers_loss() -> None:
    """Two of three dice kill, and then two of three dice kill the shooter."""
    fresh = of("blue Squad a 20,20\nred Squad b 20,30 fresh", "shoot:light:b", a=GUN, b=GUN)
    assert fresh.watched == ("b", "a")
    assert fresh.chance_removed() == pytest.approx(2 / 3)
    assert fresh.chance_removed(1) == pytest.approx(4 / 9)
    assert "Shoot at Squad a" in [entry["label"] for entry in fresh.best()]
    played = of("blue Squad a 20,20\nred Squad b 20,30", "shoot:light:b", a=GUN, b=GUN)
    assert played.watched == ("b",), "whoever has had a turn has no Last Stand"


@proves("last-stand.one-joint-action", "cc.fire-into-melee")
def test_the_dead_of_a_melee_strike_back_or_shoot_on_sixes() -> None:
    """Hooks against Dodge 2 kill by two of three dice; struck down in contact, the dead strike back as well as they were."""
    hooks = "hooks: CC, P 2, Sr 1"
    struck = of("blue Squad a 20,20\nred Squad b 20,22 fresh", "strike:b", a=hooks, b=hooks)
    assert struck.chance_removed(1) == pytest.approx(4 / 9)
    guns = of("blue Squad a 20,20\nred Squad b 20,22 fresh", "strike:b", a=hooks, b=GUN)
    assert guns.chance_removed(1) == pytest.approx(2 / 3 * 1 / 6)


@proves("cards.quick-rack")
def test_a_rack_that_has_fired_is_not_counted_again() -> None:
    """The cab gun alone: three dice at Dodge 2, two wounds each."""
    table = at("blue mule a 20,10 north\nred Squad b 20,30 x2 H=9" + FAR, active="a")
    table.play("shoot:light:b", {"b1": 1}, dice="rocket-rack 3 1 1 / cab-gun 1 1 1")
    assert odds.of(table.game, "shoot:light:b").mean_damage() == pytest.approx(4.0)


def duels() -> list[dict[str, object]]:
    """Every weapon of every unit at every enemy, squads cut down to three models, one of them wounded."""
    units = content().units
    return [
        {
            "attacker": attacker.key, "weapon": weapon.key, "target": target.key, "distance": 6,
            "target_models": min(3, target.count), "wounds": min(1, target.health - 1),
        }
        for attacker in units.values()
        for weapon in attacker.weapons
        for target in units.values()
        if weapon.farthest >= 6 and target.force != attacker.force
    ]  # fmt: skip


@pytest.mark.parametrize("part", range(6))
def test_nothing_is_lost_by_what_odds_leave_out_of_account(part: int) -> None:
    """Aims that are no use, like models, hits on the weakest: trying every answer leads to the same, Last Stands included."""
    rulebook = load_rulebook("vijilant")
    compared = 0
    for wish in duels()[part::48]:
        free = rulebook.trial(wish)
        battle = free.state
        battle.units[1].had_turn = False
        trial = attack_trial(battle, Start(SHOOT, 0, 1, free.start.word, free.start.only), free.label)
        with suppress(TooWide):
            slow = FullWalk(rulebook, trial, 400).value()
            found = odds.of_trial(rulebook, trial)
            assert not found.error
            assert aim_of(rulebook, trial).value(found.distribution) == pytest.approx(slow, abs=CLOSE), trial.label
            compared += 1
    assert compared > 2


LOBBER, RIFLE = "lobber: Gun, Indirect, P 3, Sr 1, R 0-40", "rifle: Gun, P 2, Sr 1, R 0-40"
STRONG, WEAK = "cannon: Gun, P 3, Sr 2, R 0-40", "rifle: Gun, P 2, Sr 1, R 0-40"
CUSTOMS = {
    "one Health": ("red Squad b 20,30 x3", (STRONG, WEAK), True),
    "two Health, one of them wounded": ("red Squad b 20,30 x2 H=2", (STRONG, WEAK), True),
    "three Health": ("red Squad b 20,30 x2 H=3", (STRONG,), False),
    "a tank that has had its turn": ("red Tank b 20,30 T=1", (STRONG, WEAK), True),
    "one in sight, one hidden, and a weapon that needs no sight": (
        "red Squad b 17,30 24,30\nstack 21.2,26,26,27",
        (LOBBER, RIFLE),
        False,
    ),
}


@pytest.mark.parametrize("squad", CUSTOMS)
def test_the_usual_answers_kill_as_many_as_any_others(squad: str) -> None:
    """Who takes a hit and what goodshots are aimed at is left at the usual answer only where no other one does better."""
    drawn, weapons, has_custom = CUSTOMS[squad]
    table = at(f"blue Squad a 20,20\n{drawn}{FAR}", active="a", weapons={"a": weapons})
    if len(table.alive("b")) > 1 and "H=" in drawn:
        table["b1"].wounds = 1
    rulebook = load_rulebook("vijilant")
    trial = rulebook.trials(table.battle, table.game.question)["shoot:light:b"]
    found = aim_of(rulebook, trial).value(odds.of_trial(rulebook, trial).distribution)
    customary = FullWalk(rulebook, trial, 1_000)
    assert found == pytest.approx(customary.value(), abs=CLOSE)
    assert customary.has_met_custom == has_custom
    free = FullWalk(rulebook, trial, 1_000)
    free.follows_custom = False
    assert found[:2] == pytest.approx(free.value()[:2], abs=CLOSE)
