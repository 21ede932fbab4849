"""Blast: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    AIM,
    BLAST,
    FIVE_MORE,
    HALF,
    SURE,
    TWO_THIRDS,
    WALKER,
    attacked,
    chance,
    charging,
    shot,
    some,
)
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import Effect

CANNON = 'cannon: 36" Heavy D6, S 9, AP -5, D 1, blast'


@proves("vanguard.blast.initial-target", "vanguard.split-fire.initial-target")
@pytest.mark.parametrize(
    ("blast", "clause"), [(", blast", "vanguard.blast.initial-target"), ("", "vanguard.split-fire.initial-target")]
)
def test_the_log_names_the_rule_by_which_a_target_was_selected(blast: str, clause: str) -> None:
    table = shot("blue Man a 4,15\nred Man b 12,15", f'gun: 24" Assault 1, S 4, AP 0, D 1{blast}', dice="hit 1")
    assert [event.clause for event in table.events("aims")] == [clause]


@proves("vanguard.blast.no-friends-in-blast-range", "core.concept.measuring")
@pytest.mark.parametrize(("height", "open_to_it"), [(3.0, True), (1.2, False)])
def test_a_friend_on_the_floor_above_is_near_on_the_slant(height: float, open_to_it: bool) -> None:
    """1.5" across: 3" up are 3.4" away, 1.2" up are 1.9"."""
    ruin = f"ruin 8,10,14,20 floor=8,10,14,20,{height}"
    table = at(f"blue Man a 4,25\nblue Man f 11,15,{height}\nred Man b 11,17.5\n{ruin}", weapons={"a": (BLAST,)})
    assert (AIM in available(table.ask(shoot, "a"))) is open_to_it


@proves("vanguard.blast.shooter-counts-as-friend", "core.transport.open-topped")
@pytest.mark.parametrize(("beyond", "able"), [(-0.05, False), (0.05, True)])
def test_a_passenger_does_not_blast_whoever_is_too_near_its_transport(beyond: float, able: bool) -> None:
    table = at(
        "blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nred Man b 30,15",
        weapons={"a": ('gun: 24" Assault D6, S 8, AP 0, D 1, blast',)},
    )
    reach = table["a"].profile.ranged[0].ranged[0].blast_range
    apart = table["t"].base.radius + table["b"].base.radius + reach + beyond
    table["b"].base = table["b"].base.at(round(10 + apart, 3), 15)
    question = table.ask(shoot, "a")
    assert (AIM in available(question)) is able
    if not able:
        assert why_not(question, AIM).endswith("[vanguard.blast.shooter-counts-as-friend]")


@proves(
    "vanguard.blast.victims", "vanguard.look-out-sir.blast-may-allocate", "vanguard.split-fire.each-weapon-separately"
)
def test_a_frag_missile_catches_the_boss_whom_no_bolt_may_find() -> None:
    """Boy at 14, boss 2" behind him: the frag takes both, krak and split bolts take the boy alone."""
    drawn = "blue Man a 4,15\nred orks/boyz b 14,15\nred orks/warboss w 17.4,15"
    launcher = {"a": ('launcher frag: 48" Heavy 3, S 4, AP 0, D 1, blast | krak: 48" Heavy 2, S 8, AP -2, D 1',)}
    table = at(drawn, weapons=launcher)
    question = table.ask(shoot, "a")
    assert "launcher/launcher-krak>b" in available(question)
    assert "vanguard.look-out-sir.cannot-target" in why_not(question, "launcher/launcher-krak>w")
    table.do(shoot, "a", answers=("launcher/launcher-frag>b", "as-listed"), dice="hit 3 1 / wound 1 / hit 3 / wound 1")
    assert {event.values["target"] for event in table.events("hits")} == {"b", "w"}


@proves("vanguard.blast.single-unit-for-counting", "core.transport.destroyed", "vanguard.blast.allocate-before-rolling")
def test_passengers_thrown_out_into_a_blast_are_not_caught_by_it() -> None:
    """Trukk and v are two models: of three attacks two are the Trukk's and one is v's, whoever gets out between them."""
    table = at(
        "blue Man a 10,28 BS=2\nred orks/trukk t 10,15 wounds=1\nred orks/boyz p 0,0 in=t\nred Man v 10,18.2",
        weapons={"a": (CANNON,)},
    )
    dice = "attacks 3 / hit 2 2 / wound 3 3 / explodes 1 / wreck 2 / hit 2 / wound 2"
    table.do(shoot, "a", answers=("cannon/cannon>t", "as-listed", [[10, 12]]), dice=dice)
    assert table.dead == ["t", "v"]
    assert attacked(table) == {"t": 2, "v": 1}


@proves("vanguard.blast.attack-count", "core.weapon.blast-minimum-three", "faction.grinding-advance")
def test_the_chance_of_a_blast_at_six_and_of_two_at_one() -> None:
    """Of three to six attacks on six models the initial target gets one. Alone it gets all of two D6."""
    cannon = 'gun: 36" Heavy D6, S 8, AP -5, D 1, blast'
    one = TWO_THIRDS * Fraction(5, 6)
    assert chance(at(f"blue Man a 4,15\nred Man b 20,15\n{FIVE_MORE}", weapons={"a": (cannon,)}), "a", AIM) == one
    tank = at("blue astra-militarum/leman-russ a 6,15\nred Man b 30,15")
    spared = sum([(1 - HALF * Fraction(5, 6) * Fraction(5, 6)) ** count for count in range(1, 7)]) / 6
    assert chance(tank, "a", "battle-cannon/battle-cannon>b") == 1 - spared**2


@proves("vanguard.blast.attack-count", "vanguard.blast.repeat-in-rounds")
def test_the_chance_of_a_frag_missile() -> None:
    """3+, 3+, saved on 5+. Alone a man gets every attack of the D6; beside another the odd ones."""
    launcher = "blue space-marines/tactical-squad+missile-launcher a 4,15\nred astra-militarum/infantry-squad b 20,15\n"
    one, frag = TWO_THIRDS**3, "missile-launcher/missile-launcher-frag>b"
    assert chance(at(launcher), "a", frag) == sum([some(one, count) for count in range(1, 7)]) / 6
    beside = at(f"{launcher}red astra-militarum/infantry-squad c 21.5,15")
    assert chance(beside, "a", frag) == sum([some(one, (count + 1) // 2) for count in range(1, 7)]) / 6


@proves("vanguard.blast.repeat-in-rounds", "faction.grinding-advance", "vanguard.blast.first-attack-on-initial-target")
def test_each_shot_of_a_tank_goes_round_for_itself() -> None:
    """Two shots of one attack: both are the initial target's, though the victim gets none."""
    table = at("blue astra-militarum/leman-russ a 6,15\nred Man i 20,15 W=9\nred Man v 22,15")
    table.do(shoot, "a", answers=("battle-cannon/battle-cannon>i",), dice="attacks 1 / attacks 1 / hit 1 / hit 1")
    assert attacked(table) == {"i": 2}


@proves("vanguard.blast.repeat-in-rounds", "vanguard.blast.first-attack-on-initial-target", "faction.grinding-advance")
def test_both_shots_of_a_tank_are_allocated_before_the_first_die_and_the_second_may_go_elsewhere() -> None:
    """Two attacks each on three men: b twice, c by the first shot, d by the second. b dies of the first, so its second is lost."""
    table = at("blue astra-militarum/leman-russ a 6,15\nred Man b 30,15\nred Man c 31.5,15\nred Man d 28.5,15")
    aim = "battle-cannon/battle-cannon>b"
    answers = (aim, {"c": 1, "d": 0}, {"c": 0, "d": 1}, "as-listed")
    dice = "attacks 2 / attacks 2 / hit 4 / wound 2 / save 1 / damage 1 / hit 3 / hit 3"
    table.do(shoot, "a", answers=answers, dice=dice)
    assert table.dead == ["b"]
    assert table.heard("attacks-lost", target="b", n=1)


@proves("vanguard.blast.repeat-in-rounds", "vanguard.blast.attack-count")
def test_the_chance_of_a_plasma_cannon_at_two_men() -> None:
    """A D3: one, one or two of them are the first one's; 3+, 2+, no save."""
    table = at(
        "blue space-marines/tactical-squad+plasma-cannon a 4,15\nred astra-militarum/infantry-squad b 20,15\n"
        "red astra-militarum/infantry-squad c 21.5,15"
    )
    one = TWO_THIRDS * Fraction(5, 6)
    assert chance(table, "a", "plasma-cannon/plasma-cannon>b") == (2 * one + some(one, 2)) / 3


@proves("vanguard.blast.cover-seen-from-initial-target", "core.attack.hit-modifier-cap", "core.weapon.heavy")
def test_moved_and_a_wood_between_the_blast_and_its_victim_is_one_worse() -> None:
    table = at(
        "blue Man a 4,15 moved=normal\nred Man b 14,15\nred Man c 14,17.9\nwoods 13,16.2,15,16.6",
        weapons={"a": ('gun: 36" Heavy 2, S 4, AP 0, D 1, blast',)},
    )
    table.do(shoot, "a", answers=(AIM, "as-listed"), dice="hit 4 / wound 1 / hit 4 / wound 1")


@proves("vanguard.blast.other-hit-modifiers-from-shooter", "faction.nightshroud")
def test_a_veil_over_one_victim_of_a_blast_hides_that_one() -> None:
    table = at(
        "blue Man a 4,15\nred Man b 14,15\nred Man c 14,16.5",
        weapons={"a": ('gun: 36" Heavy 2, S 4, AP 0, D 1, blast',)},
    )
    table.battle.effects = (Effect("nightshroud", "c", 1, "command", 1),)
    table.do(shoot, "a", answers=(AIM, "as-listed"), dice="hit 3 / wound 1 / hit 3")
    assert [(event.values["target"], event.values["n"]) for event in table.events("hits")] == [("b", 1), ("c", 0)]


@proves("vanguard.blast.vehicle-in-engagement", "vanguard.blast.victims")
def test_all_of_a_blast_is_lost_while_the_walker_is_in_combat_also_on_the_victim_it_is_in_combat_with() -> None:
    """Gap to v 0.42": engaged; to i 2.32": out of combat and out of the shooter's own Blast Range; v is 0.9" from i."""
    drawn = f"{WALKER}\nred Man v 6.1,15\nred Man i 8,15"
    table = at(drawn, weapons={"a": (CANNON,)})
    table.do(shoot, "a", answers=("cannon/cannon>i", "as-listed"), dice="attacks 4")
    assert attacked(table, lost=True) == {"i": 2, "v": 2}
    assert table.dead == []


@proves("vanguard.blast.vehicle-in-engagement", "vanguard.blast.allocate-before-rolling")
def test_once_its_combat_is_cleared_the_rest_of_the_blast_comes_down() -> None:
    """The gun fells v first; of the blast's two and two, those on v find nobody, those on i hit on a 3 again."""
    table = at(f"{WALKER}\nred Man v 6.1,15\nred Man i 8,15 W=3", weapons={"a": (CANNON, SURE)})
    answers = ("cannon/cannon>i", "gun/gun>v", "v", "gun")
    table.do(shoot, "a", answers=answers, dice="attacks 4 / hit 3 / wound 2 / hit 3 3 / wound 2 2")
    assert table.dead == ["v"]
    assert attacked(table, lost=True) == {"v": 2}
    assert table["i"].wounds == 1


@proves("vanguard.blast.overwatch-hits-charger-only", "core.stratagem.fire-overwatch")
def test_nobody_is_asked_for_overwatch_whose_one_blast_would_reach_a_friend() -> None:
    drawn = "blue Man a 4,15\nred Man b 10,15\nred Man f 6.9,15"
    table = charging(drawn, weapons={"b": (BLAST,)}, cp=(0, 1))
    table.do(charge, table["a"], answers=("b", "no-more"), dice="charge 1 1")
