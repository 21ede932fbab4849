"""Fight: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import AIM, VEHICLE, fighting, in_the_fight_phase
from vanguard.core.questions import Split
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, next_to_fight, why_not_fight
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import FOUGHT

SLAYER = "claw: Melee, S 9, AP -5, D 3"


@proves("core.fight.eligible")
def test_whoever_does_not_fight_now_is_listed_with_the_reason() -> None:
    table = in_the_fight_phase(
        """
        blue Man a 10,4 did=charged
        blue Man b 10,8 did=charged
        blue Man c 10,12
        blue Man d 10,16 did=fought
        blue Man e 30,15
        red  Man f 11,4
        red  Man g 11,8
        red  Man h 11,12
        red  Man i 11,16
        """
    )
    for key in ("a", "b"):
        table[key].charge_targets = ("f", "g")
    question = table.ask(next_to_fight)
    assert available(question) == ["a", "b"]
    assert why_not(question, "c") == "others fight first [core.fight.chargers-first]"
    assert why_not(question, "d") == "it has fought [core.fight.eligible]"
    assert why_not(question, "e") == "not in combat [core.fight.eligible]"


@proves("core.fight.eligible", "core.fight.sequence")
def test_a_charger_whose_target_is_gone_still_moves_to_the_next() -> None:
    table = fighting("blue Man a 8,15 did=charged\nred Man b 13,15")
    table["a"].charge_targets = ()
    table.do(next_to_fight, answers=("yes", [[10, 15]], "yes", [[11.9, 15]]))
    assert table["a"].base.x == 11.9


@proves("core.fight.chargers-first", "core.fight.eligible")
def test_who_waits_for_chargers_is_told_so_and_who_fights_nobody_that() -> None:
    table = fighting("blue Man a 4,15\nblue Man c 20,15\nred Man b 5,15")
    assert why_not_fight(table.battle, table["a"])[1] == "core.fight.chargers-first"
    assert why_not_fight(table.battle, table["c"])[1] == "core.fight.eligible"


@proves("core.fight.fights-last", "faction.mask-of-dread")
def test_who_fights_last_is_told_so_while_others_fight() -> None:
    table = in_the_fight_phase(
        "blue Man a 4,15 did=last\nblue Man c 10,15\nblue Man d 16,15\nred Man b 5,15\nred Man e 11,15\nred Man f 17,15",
        turn=1,
    )
    assert why_not(table.ask(next_to_fight), "a") == "others fight first [core.fight.fights-last]"


@proves("core.fight.alternate", "core.fight.new-eligible-units", "core.fight.fights-first")
def test_the_normal_group_goes_on_where_a_veteran_drawn_into_combat_interrupted_it() -> None:
    """Blue's turn. Red begins the normal group with b, who consolidates up to the veteran v; v fights first. In the normal
    group red has selected and blue has not: blue is next, not red again."""
    table = fighting(
        "blue Man a 11.5,15 W=9\nblue Man v 10.9,17 W=9 rules=fights-first\nblue Man x 20,5 W=9\n"
        "red Man b 10,15 W=9\nred Man y 21.5,5 W=9"
    )
    table.do(next_to_fight, answers=("b", "no", "yes", [[10.3, 15.15]]), dice="hit 1")
    table.do(next_to_fight, answers=("no", "no"), dice="hit 1")
    assert table["v"].did(FOUGHT)
    question = table.ask(next_to_fight)
    assert (question.player, available(question)) == (0, ["a", "x"])


@proves("core.fight.new-eligible-units", "core.fight.consolidate")
def test_who_is_consolidated_into_may_strike_back_in_the_same_phase() -> None:
    table = fighting("blue Man a 8,15 did=charged\nred Man b 9.5,15\nred Man c 12,15", weapons={"a": (SLAYER,)})
    table["a"].charge_targets = ("b",)
    table.do(next_to_fight, answers=("no", "yes", [[10.5, 15]]), dice="hit 6 / wound 6")
    table.do(next_to_fight, answers=("no", "no"), dice="hit 1")
    assert [event.values["who"] for event in table.events("hits")] == ["a", "c"]


@proves("core.fight.sequence", "core.ability.explodes")
def test_a_fighter_that_dies_in_an_explosion_does_not_consolidate() -> None:
    table = fighting(
        "blue Man a 8,15 A=2\nred orks/deff-dread b 10.5,15 wounds=1\nred Man c 8,20",
        weapons={"a": ("claw: Melee, S 9, AP -5, D 3",)},
    )
    table.do(fight, table["a"], answers=("no",), dice="hit 6 6 / wound 6 6 / explodes 6 / mortal 1")
    assert table.dead == ["a", "b"]


@proves("core.fight.pile-in", "core.terrain.unstable-position")
def test_a_fighter_a_step_from_a_barricade_may_pile_in_up_to_it() -> None:
    """Only 0.3" are free before the barricade, and its top bears nobody: a shorter step than usual, but a step closer."""
    table = fighting("blue Man a 10,15\nred Man b 12,15 W=9\nbarricade 10.8,10,11.2,20")
    question = table.ask(fight, table["a"], answers=("yes",))
    assert question.read([[10.3, 15]])
    assert question.read([[10.1, 15]])
    assert "core.terrain.unstable-position" in refusal(question, [[10.4, 15]])


@proves("core.fight.pile-in", "core.terrain.defence-line", "core.fight.who-attacks")
def test_a_charger_that_piles_in_against_a_barricade_strikes_across_it() -> None:
    """b is 1.6" off and within an inch of the barricade: in contact with it a strikes at 2"."""
    table = fighting("blue Man a 10,15 did=charged\nred Man b 12.6,15 W=9\nbarricade 10.8,10,11.2,20")
    table.do(fight, table["a"], answers=("yes", [[10.3, 15]], "no"), dice="hit 6 / wound 6 / save 1")
    assert table["b"].wounds == 8


@proves("core.fight.pile-in", "core.move.path")
def test_a_fighter_wedged_between_friends_may_still_pile_in_the_last_bit() -> None:
    """Friends left and right of the way let it go 0.265" forward: sqrt(1 - 0.55 x 0.55) before the line between them."""
    table = fighting("blue Man a 10,15\nblue Man f 11.1,15.55\nblue Man g 11.1,14.45\nred Man b 11.95,15 W=9")
    question = table.ask(fight, table["a"], answers=("yes",))
    assert question.read([[10.26, 15]])
    assert "core.move.path" in refusal(question, [[10.28, 15]])


@proves("core.fight.pile-in", "core.terrain.scaleable")
def test_who_piles_in_finds_the_way_along_a_passage() -> None:
    """b is 0.9" away behind a wall, to the right and ahead; along the passage, just as wide as the base, one comes closer."""
    drawn = f"""
        blue Man a 10,15 {VEHICLE}
        red Man b 11.593,16.035
        container 9,10,9.5,18
        container 10.5,10,11.09,18
    """
    table = at(f"{drawn}\ncontainer 9.5,16,10.5,18", phase="fight")
    assert table.ask(fight, table["a"]).clause == "core.fight.pile-in"
    assert table.ask(fight, table["a"], answers=("yes",)).read([[10, 15.4]])
    shut = at(f"{drawn}\ncontainer 9.5,15.5,10.5,18", phase="fight")
    shut.do(fight, shut["a"], dice="hit 1")
    assert shut["a"].base.y == 15


@proves("core.fight.pile-in", "core.move.path")
@pytest.mark.parametrize("container", ["", "container 30,4,32,6"])
def test_who_is_wedged_in_may_close_in_the_last_bit_whatever_stands_elsewhere(container: str) -> None:
    """Friends beside the way and behind leave 0.265"; that a container far away could be stood on changes nothing."""
    drawn = """
        blue Man a 10,15 did=charged
        blue Man f 11.1,15.55
        blue Man g 11.1,14.45
        blue Man h 9.9,16.05
        blue Man i 9.9,13.95
        red Man b 13.6,15
    """
    table = at(f"{drawn}\n{container}", phase="fight")
    assert table.ask(fight, table["a"], answers=("yes",)).read([[10.26, 15]])


@proves("core.fight.pile-in")
@pytest.mark.parametrize(("x", "asked"), [(11.05, False), (11.06, True)])
def test_who_stands_a_hair_from_an_enemy_is_in_contact(x: float, asked: bool) -> None:
    table = fighting(f"blue Man a 10,15 A=2\nred Man b {x},15\nred Man c 10,16.5")
    question = table.ask(fight, table["a"])
    assert (question.clause == "core.fight.pile-in") is asked


@proves("core.fight.pile-in", "core.concept.closest-tie")
def test_of_two_equally_close_enemies_it_is_enough_to_come_closer_to_one() -> None:
    """A friend bars the way to b; toward c, as near, the others leave 0.265"."""
    drawn = """
        blue Man a 10,15 did=charged
        blue Man e 11.005,15
        blue Man f 8.9,15.55
        blue Man g 8.9,14.45
        blue Man h 10.1,16.05
        blue Man i 10.1,13.95
        red Man b 12.5,15
        red Man c 7.5,15
    """
    table = at(drawn, phase="fight")
    assert table.ask(fight, table["a"], answers=("yes",)).read([[9.74, 15]])


@proves("core.fight.number-of-attacks", "core.stratagem.command-re-roll")
def test_a_random_number_of_blows_may_be_rolled_again() -> None:
    table = fighting("blue Man a 10,15 A=D3\nred Man b 11,15", cp=(1, 0))
    table.do(fight, table["a"], answers=("re-roll",), dice="melee 1 / re-roll 5 / hit 1 1 1")


@proves("core.fight.number-of-attacks")
def test_extra_attacks_go_to_their_weapon_and_the_others_anywhere() -> None:
    blades = {"a": ("claw: Melee, S User, AP 0, D 1, extra_attacks=1", "blade: Melee, S User, AP 0, D 1")}
    table = in_the_fight_phase("blue Man a 10,15 A=2\nred Man b 11,15 W=5", weapons=blades)
    question = table.ask(fight, table["a"])
    assert isinstance(question, Split)
    assert question.total == 3
    assert "1 attack must be made with claw, not 0" in refusal(question, {"claw>b": 0, "blade>b": 3})
    for claws in (1, 2, 3):
        question.read({"claw>b": claws, "blade>b": 3 - claws})


@proves("core.fight.number-of-attacks")
@pytest.mark.parametrize(("attacks", "made"), [(0, 1), (1, 1), (2, 2)])
def test_a_model_makes_as_many_attacks_as_it_has_and_at_least_one(attacks: int, made: int) -> None:
    table = in_the_fight_phase(f"blue Man a 10,15 A={attacks}\nred Man b 11,15 W=5")
    table.do(fight, table["a"], dice="hit" + " 1" * made)
    assert table.heard("hits", of=made)


@proves("core.fight.number-of-attacks", "core.fight.weapons")
def test_a_weapon_that_only_adds_attacks_makes_those_and_no_more() -> None:
    blades = {
        "a": ("horns: Melee, S User, AP 0, D 1, extra_attacks=1, only_extra_attacks", "axe: Melee, S User, AP 0, D 1")
    }
    table = in_the_fight_phase("blue Man a 10,15 A=2\nred Man b 11,15 W=5\nred Man c 10,16 W=5", weapons=blades)
    question = table.ask(fight, table["a"])
    question.read({"horns>b": 1, "horns>c": 0, "axe>b": 2, "axe>c": 0})
    assert "no more than 1 attack can" in refusal(question, {"horns>b": 2, "horns>c": 0, "axe>b": 1, "axe>c": 0})


@proves("core.fight.number-of-attacks")
def test_abilities_add_attacks_to_the_characteristic() -> None:
    table = in_the_fight_phase("blue Man a 10,15 A=2 rules=shock-assault did=charged\nred Man b 11,15 W=9")
    table["a"].charge_targets = ("b",)
    table.do(fight, table["a"], dice="hit 1 1 1")
    assert table.heard("hits", of=3)


@proves("core.fight.number-of-attacks", "core.profile.random-characteristics")
def test_a_trukk_with_four_wounds_left_rolls_for_its_attacks_and_adds_its_ball() -> None:
    """A D3 with Strength 5, and one attack with the ball, S +2."""
    table = fighting("blue orks/trukk+wreckin-ball a 10,15 wounds=4\nred Man b 12.5,15 W=9")
    dice = "melee 3 / hit 5 / wound 3 / save 4 / hit 5 1 / wound 2"
    table.do(fight, table["a"], answers=("no", "as-listed", "no"), dice=dice)
    assert table["b"].wounds == 7


@proves("core.fight.charger-targets", "core.fight.pile-in")
def test_a_charger_that_piles_in_to_another_enemy_does_not_strike_it() -> None:
    table = fighting("blue Man a 8,15 did=charged A=2\nred Man b 9.5,15 W=9\nred Man c 9.5,16.6")
    table["a"].charge_targets = ("b",)
    table.do(fight, table["a"], answers=("yes", [[8.45, 15.2]], "no"), dice="hit 1 1")
    assert [event.values["target"] for event in table.events("hits")] == ["b"]


@proves("core.fight.lost-attacks", "core.shoot.lost-attacks")
def test_lost_blows_and_lost_shots_are_told_by_their_own_rules() -> None:
    blades = {"a": ("axe: Melee, S User, AP 0, D 1", "pick: Melee, S User, AP 0, D 1")}
    blows = in_the_fight_phase("blue Man a 10,15 A=2\nred Man b 11,15 Sv=7\nred Man c 30,15", weapons=blades)
    blows.do(fight, blows["a"], answers=({"axe>b": 1, "pick>b": 1}, "as-listed", "no"), dice="hit 6 / wound 6")
    assert [event.clause for event in blows.events("attacks-lost")] == ["core.fight.lost-attacks"]
    guns = {"a": ('gun: 24" Assault 1, S 4, AP 0, D 1', 'rifle: 24" Assault 1, S 4, AP 0, D 1')}
    shots = at("blue Man a 4,15\nred Man b 10,15 Sv=7\nred Man c 40,25", weapons=guns)
    shots.do(shoot, "a", answers=(AIM, "rifle/rifle>b", "as-listed"), dice="hit 6 / wound 6")
    assert [event.clause for event in shots.events("attacks-lost")] == ["core.shoot.lost-attacks"]


@proves("core.fight.consolidate", "core.fight.pile-in")
def test_piling_in_and_consolidating_are_asked_for_by_their_own_rules() -> None:
    table = in_the_fight_phase("blue Man a 10,15\nred Man b 11.8,15 W=5\nred Man c 14.5,15")
    assert table.ask(fight, table["a"]).clause == "core.fight.pile-in"
    assert table.ask(fight, table["a"], answers=("no",), dice="hit 1").clause == "core.fight.consolidate"
