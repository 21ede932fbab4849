"""Stratagems: situations worked out from the book by hand."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    AIM,
    FAR,
    FIVE_MORE,
    RIDER,
    TRUKK,
    cast,
    chance,
    duel,
    fighting,
    in_the_fight_phase,
    moving,
    shot,
)
from vanguard.core.questions import Choose
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.fight_phase import next_to_fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import begin_movement, move_model
from vanguard.rulebooks.fortyk_vanguard.rounds import begin_phase, play_on
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot
from vanguard.rulebooks.fortyk_vanguard.state import FELL_BACK, FOUGHT, Effect
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import next_order, start_of_fights

SNIPER = 'gun: 36" Heavy 1, S 4, AP 0, D 1, mortal_wounds_on_six=1'
A_CHARGER = "blue Man a 10,15 did=charged\nred Man b 11.5,15 W=9\nred Man d 21.5,15 W=9\nred Man m 31.5,15 W=9\n"


def keep_if(asked: bool) -> tuple[str, ...]:
    return ("keep",) if asked else ()


@proves("core.stratagem.once-per-phase", "core.stratagem.command-re-roll", "core.stratagem.cost")
def test_the_second_model_to_shoot_in_a_phase_rolls_nothing_again() -> None:
    """One Command Re-roll a phase, whoever it helps; the next phase has its own."""
    table = at("blue Man a 4,15\nblue Man b 4,18\nred Man c 12,15 W=9", cp=(2, 0))
    table.do(shoot, "a", answers=("gun/gun>c", "re-roll-1"), dice="hit 1 / re-roll 1")
    table.do(shoot, "b", answers=("gun/gun>c",), dice="hit 1")
    assert table.battle.command_points == (1, 0)
    begin_phase(table.battle, "charge")
    table.battle.phase = "shooting"
    table["b"].flags = 0
    assert "Re-roll" in table.ask(shoot, "b", answers=("gun/gun>c",), dice="hit 1").prompt


@proves("core.stratagem.command-re-roll", "core.weapon.blast-minimum-three")
@pytest.mark.parametrize(("gun", "asked"), [("Heavy D3", False), ("Heavy D6", True)])
def test_a_number_that_many_models_raise_to_the_most_is_not_rolled_again(gun: str, asked: bool) -> None:
    """Six are caught: a D3 is 3 attacks whatever it shows; a D6 of 2 is 3 and might be more."""
    cannon = f'gun: 36" {gun}, S 4, AP 0, D 1, blast'
    table = at(f"blue Man a 4,15\nred Man b 20,15\n{FIVE_MORE}", weapons={"a": (cannon,)}, cp=(1, 0))
    question = table.ask(shoot, "a", answers=(AIM,), dice="attacks 2")
    assert ("Re-roll" in question.prompt) is asked


@proves("core.stratagem.command-re-roll", "weapon.sniper", "core.attack.mortal-wounds-in-addition")
@pytest.mark.parametrize(
    ("target", "dice", "asked"),
    [
        ("W=1", "6 / save 1", False),  # the mortal wound takes what is left, saved or not
        ("W=3 wounds=1", "6 / save 1", False),
        ("W=1", "5 / save 1", True),
        ("W=2", "6 / save 1", True),
        ("W=1 ignore=5", "6 / save 1 / ignore 6 / ignore 1", True),
    ],
)
def test_a_save_is_not_rolled_again_from_which_the_mortal_wound_kills_anyway(
    target: str, dice: str, asked: bool
) -> None:
    answers = (AIM, *keep_if(asked))
    shot(f"blue Man a 4,15\nred Man b 12,15 {target}", SNIPER, dice=f"hit 6 / wound {dice}", answers=answers, cp=(0, 1))


@proves("core.stratagem.command-re-roll", "core.psychic.smite")
@pytest.mark.parametrize(
    ("target", "asked"), [("W=1", False), ("W=4 wounds=1", False), ("W=2", True), ("W=1 ignore=5", True)]
)
def test_a_smite_that_kills_anyway_is_not_tested_again_to_be_stronger(target: str, asked: bool) -> None:
    ignored = " / ignore 1" if "ignore" in target else ""
    table = at(f"blue space-marines/librarian a 4,15\nred Man b 12,15 {target}", phase="psychic", cp=(1, 0))
    cast(table, "smite", *keep_if(asked), dice=f"psychic 3 4 / mortal 2{ignored}")


@proves("core.stratagem.command-re-roll")
def test_a_re_roll_says_how_many_faces_would_be_better() -> None:
    table = at("blue Man a 4,15 BS=4\nred Man b 14,15", cp=(1, 0))
    question = table.ask(shoot, "a", answers=("gun/gun>b",), dice="hit 2")
    assert isinstance(question, Choose)
    assert question.option("re-roll-2").facts == {"better_faces": 3}


@proves("core.stratagem.command-re-roll")
def test_of_like_dice_the_first_is_the_one_rolled_again() -> None:
    table = at("blue Man a 4,15\nred Man b 14,15", weapons={"a": ('gun: 24" Assault 3, S 4, AP 0, D 1',)}, cp=(1, 0))
    question = table.ask(shoot, "a", answers=("gun/gun>b",), dice="hit 2 1 6")
    assert available(question) == ["keep", "re-roll-2"]


@proves("core.stratagem.command-re-roll")
def test_no_better_result_no_question() -> None:
    table = duel(cp=(1, 0), target="W=9 Sv=2")
    table.do(shoot, "a", answers=(AIM,), dice="hit 6 / wound 6 / save 6")


@proves("core.stratagem.command-re-roll", "core.dice.reroll-once")
def test_a_die_that_an_order_rolled_again_is_not_among_those_for_a_point() -> None:
    table = duel('gun: 24" Assault 2, S 4, AP 0, D 1', cp=(1, 0), target="W=9")
    table.battle.effects = (Effect("take-aim", "a", 0, "charge"),)
    question = table.ask(shoot, "a", answers=(AIM,), dice="hit 1 2 / hit-again 2")
    assert [option.dice for option in question.options if option.key.startswith("re-roll")] == [(1,)]  # type: ignore[attr-defined]


@proves("core.stratagem.command-re-roll")
def test_dice_that_come_to_the_same_are_one_choice() -> None:
    table = duel('gun: 24" Assault 3, S 4, AP 0, D 1', cp=(1, 0), target="W=9")
    question = table.ask(shoot, "a", answers=(AIM,), dice="hit 2 2 1")
    assert len(available(question)) == 2


@proves("core.stratagem.command-re-roll", "core.attack.excess-damage-lost", "core.attack.damage-reduction")
@pytest.mark.parametrize(
    ("target", "dice", "asked"),
    [
        ("Man b 12,15 W=9 wounds=3", "3", False),  # it takes all that is left
        ("Man b 12,15 W=9 wounds=3", "2", True),
        ("Man b 12,15 W=9 wounds=3 ignore=5", "3 / ignore 1 1 1", True),  # some might have been ignored
        ("space-marines/dreadnought b 12,15 wounds=3", "4 / explodes 1", False),  # one less
        ("space-marines/dreadnought b 12,15 wounds=3", "3", True),
    ],
)
def test_damage_that_is_enough_is_not_rolled_again(target: str, dice: str, asked: bool) -> None:
    gun = 'gun: 24" Assault 1, S 9, AP -5, D D6'
    shot(
        f"blue Man a 4,15\nred {target}", gun, dice=f"hit 6 / wound 6 / damage {dice}", answers=(AIM, *keep_if(asked)),
        cp=(1, 0),
    )  # fmt: skip


@proves("core.stratagem.command-re-roll", "core.attack.saving-throw")
@pytest.mark.parametrize(
    ("target", "dice", "asked"),
    [
        ("W=1", "1 2", False),  # one more saved leaves one too many
        ("W=1", "1 5", True),
        ("W=2", "1 2", True),
        ("W=3 wounds=1", "1 2", False),
        ("W=1 ignore=6", "1 2 / ignore 6 / ignore 1", True),
    ],
)
def test_a_save_that_cannot_help_is_not_rolled_again(target: str, dice: str, asked: bool) -> None:
    gun = 'gun: 24" Assault 2, S 9, AP 0, D 1'
    shot(
        f"blue Man a 4,15\nred Man b 12,15 {target}", gun, dice=f"hit 6 6 / wound 6 6 / save {dice}",
        answers=(AIM, *keep_if(asked)), cp=(0, 1),
    )  # fmt: skip


@proves("core.stratagem.command-re-roll", "core.psychic.test", "core.psychic.deny")
@pytest.mark.parametrize(
    ("power", "dice", "asked"),
    [
        ("smite", "4 4 / mortal 1", True),  # 11 would do more
        ("smite", "5 6 / mortal 1", False),
        ("withering-gaze", "4 4", False),
        ("withering-gaze", "2 3", True),
        ("withering-gaze", "6 6 / perils 1", True),
    ],
)
def test_a_psychic_test_is_rolled_again_where_that_could_help(power: str, dice: str, asked: bool) -> None:
    drawn = "blue space-marines/librarian a 4,15 powers=withering-gaze\nred Man b 10,15 W=9"
    cast(at(drawn, phase="psychic", cp=(1, 0)), power, *keep_if(asked), dice=f"psychic {dice}")


@proves("core.stratagem.command-re-roll", "core.psychic.deny")
def test_a_test_that_might_be_denied_may_be_rolled_again_to_be_harder_to_deny() -> None:
    drawn = "blue space-marines/librarian a 4,15\nred orks/weirdboy b 10,15"
    cast(at(drawn, phase="psychic", cp=(1, 0)), "smite", "keep", "no", dice="psychic 5 6 / mortal 1")


@proves("core.stratagem.cut-them-down")
def test_cutting_down_rolls_a_die_for_each_who_is_within_engagement_range() -> None:
    table = moving("blue Man a 4,15 W=3\nred Man b 5.5,15\nred Man c 4,16.5\nred Man d 4,20", cp=(0, 1))
    table.do(move_model, table["a"], answers=("fall-back", "yes", [[0.6, 12]]), dice="cut 6 5")
    assert table["a"].wounds == 2


@proves("core.stratagem.cut-them-down")
def test_the_chance_of_cutting_down() -> None:
    drawn = "blue Man a 10,15\nred Man b 11.5,15\nred Man c 10,16.5\nred Man d 10,13.5"
    table = at(drawn, phase="movement", cp=(0, 1))
    assert chance(table, "a", "fall-back", "yes") == 1 - Fraction(5, 6) ** 3


@proves("core.stratagem.cut-them-down", "core.transport.destroyed", "core.ability.explodes")
def test_a_trukk_cut_down_explodes_in_the_face_of_who_cut_it() -> None:
    table = moving(f"{RIDER.format(' wounds=1')}\n{FAR}\nred Man e 12.9,15 W=5", cp=(0, 1))
    answers = ("fall-back", "yes", [[7, 15]])
    table.do(move_model, table["t"], answers=answers, dice="cut 6 / explodes 6 / mortal 1 / wreck 2")
    assert table.dead == ["t"]
    assert (table["e"].wounds, table["p"].base.x) == (4, 7)


@proves("core.stratagem.cut-them-down")
@pytest.mark.parametrize(("points", "asked"), [(0, False), (1, True)])
def test_cutting_down_is_offered_to_who_can_pay(points: int, asked: bool) -> None:
    table = at("blue Man a 10,15\nred Man b 11.5,15", phase="movement", cp=(0, points))
    begin_movement(table.battle)
    answers: tuple[Any, ...] = ("fall-back", "no", [[6, 15]]) if asked else ("fall-back", [[6, 15]])
    table.do(move_model, table["a"], answers=answers)
    assert table["a"].base.x == 6


@proves("core.stratagem.desperate-breakout", "faction.voice-of-command", "faction.mask-of-dread")
def test_who_broke_out_gives_no_orders_and_frightens_nobody_this_turn() -> None:
    squad = "blue astra-militarum/infantry-squad g 12,15\nred Man b 30,15"
    officer = "blue astra-militarum/company-commander c 10,15"
    assert "c/take-aim>g" in available(at(f"{officer} moved=fell-back\n{squad}").ask(next_order))
    broken = at(f"{officer} moved=fell-back did=broke-out\n{squad}")
    assert broken.do(next_order) is False
    masked = "blue necrons/overlord+mask-of-dread a 10,15{}\nred Man b 13,15"
    assert "b" in available(fighting(masked.format("")).ask(start_of_fights))
    fighting(masked.format(" did=broke-out")).do(start_of_fights)


@proves("core.stratagem.desperate-breakout", "core.transport.destroyed", "core.transport.destroyed-roll")
def test_a_trukk_lost_in_breaking_out_explodes_over_its_enemy_before_the_boys_get_out() -> None:
    """A 1 destroys it; it explodes over b, then c is set up clear of b and rolls a 2."""
    table = moving("blue orks/trukk t 10,15\nblue orks/boyz c 0,0 in=t\nred Man b 12.5,15 W=9", cp=(2, 0))
    answers = ("breakout", [[7.3, 15]])
    table.do(move_model, table["t"], answers=answers, dice="breakout 1 / explodes 6 / mortal 6 / wreck 2")
    assert (table.dead, table["b"].wounds) == (["t"], 6)
    assert table.battle.destroyed_this_turn == (1, 0)


@proves("core.stratagem.desperate-breakout", "core.transport.destroyed-roll")
def test_a_trukk_that_breaks_out_on_a_one_is_a_wreck_like_any_other() -> None:
    table = moving(f"{RIDER.format('')}\n{FAR}\nred Man e 12.9,15 W=9", cp=(2, 0))
    answers = ("breakout", [[7, 15]])
    table.do(move_model, table["t"], answers=answers, dice="breakout 1 / explodes 6 / mortal 3 / wreck 1")
    assert table.dead == ["t", "p"]
    assert table["e"].wounds == 7


@proves("core.stratagem.desperate-breakout", "core.move.fall-back-restrictions")
def test_breaking_out_is_a_fall_back() -> None:
    table = moving("blue Man a 4,15\nred Man b 5.5,15", cp=(2, 0))
    table.do(move_model, table["a"], answers=("breakout", [[4, 10]]), dice="breakout 2")
    assert table["a"].moved == FELL_BACK


@proves("core.stratagem.desperate-breakout", "core.stratagem.cut-them-down")
def test_who_is_cut_down_while_breaking_out_goes_nowhere() -> None:
    table = moving("blue Man a 4,15\nblue Man c 4,25\nred Man b 5.5,15", cp=(2, 1))
    table.do(move_model, table["a"], answers=("breakout", "yes"), dice="breakout 2 / cut 6")
    assert table.dead == ["a"]
    assert not table.events("desperate-breakout") + table.events("caught")


@proves("core.stratagem.desperate-breakout")
def test_who_broke_out_does_not_fight() -> None:
    table = in_the_fight_phase(
        "blue Man a 10,4\nblue Man b 10,8\nblue Man c 10,12 did=broke-out\nred Man d 11,4\nred Man e 11,8\nred Man f 11,12",
        turn=1,
    )
    question = table.ask(next_to_fight)
    assert available(question) == ["a", "b"]
    assert why_not(question, "c").endswith("[core.stratagem.desperate-breakout]")


@proves("core.stratagem.desperate-breakout", "core.stratagem.cut-them-down", "core.move.fall-back")
def test_ringed_in_only_a_breakout_is_left_and_a_flyer_flies() -> None:
    places = ("11.5,15", "8.5,15", "10,16.5", "10,13.5", "11.2,16.2", "8.8,16.2", "11.2,13.8", "8.8,13.8")
    ring = "\n".join([f"red Man e{number} {place}" for number, place in enumerate(places)])
    table = moving(f"blue Man a 10,15\n{ring}", cp=(2, 0))
    question = table.ask(move_model, table["a"])
    assert available(question) == ["breakout", "stationary"]
    assert "core.move.fall-back" in why_not(question, "fall-back")
    poor = moving(f"blue Man a 10,15\n{ring}", cp=(1, 0))
    assert available(poor.ask(move_model, poor["a"])) == ["stationary"]
    flyer = moving(f"blue Man a 10,15 kw=FLY\n{ring}")
    assert "fall-back" in available(flyer.ask(move_model, flyer["a"]))


@proves("core.stratagem.emergency-disembarkation", "core.stratagem.once-per-phase", "core.ability.explodes")
def test_a_trukk_blown_up_by_another_is_left_before_it_and_by_the_one_emergency_there_is() -> None:
    """u dies of the explosion of t, whose own passenger gets out only afterwards: the Stratagem is used up by then, however many
    points are left."""
    rows = "blue orks/boyz p 0,0 in=t\nblue orks/trukk u 16,15 wounds=1\nblue orks/boyz q 0,0 in=u\nred Man e 40,25"
    table = at(f"{TRUKK}\n{rows}", cp=(3, 0))
    dice = "explodes 6 / mortal 1 / explodes 1 / wreck 3 / wreck 2"
    table.do(destroy, "t", answers=("yes", [[22, 15]], [[10, 18.5]]), dice=dice)
    assert table.dead == ["t", "u"]
    assert table.battle.command_points == (2, 0)


@proves("core.stratagem.counter-offensive", "core.fight.alternate")
def test_after_a_counter_offensive_the_interrupted_order_goes_on() -> None:
    table = fighting(
        "blue Man a 10,4 did=charged\nblue Man c 10,8 did=charged\nred Man b 11,4\nred Man d 11,8", cp=(0, 2)
    )
    table.do(next_to_fight, answers=("a",), dice="hit 1")
    table.do(next_to_fight, answers=("d",), dice="hit 1")
    table.do(next_to_fight, dice="hit 1")
    table.do(next_to_fight, dice="hit 1")
    assert [event.values["who"] for event in table.events("hits")] == ["a", "d", "c", "b"]


@proves("core.stratagem.counter-offensive", "core.fight.chargers-first")
def test_an_interruption_may_be_interrupted_and_then_the_chargers_go_on() -> None:
    """a has charged and fought; b interrupts; blue's c, whose turn it would be anyway, or n might follow at once."""
    drawn = """
        blue Man a 10,15 did=charged
        blue Man c 20,15 did=charged
        blue Man n 30,15
        red  Man b 11.5,15 W=9
        red  Man d 21.5,15 W=9
        red  Man m 31.5,15 W=9
    """
    table = fighting(drawn, cp=(2, 2))
    table.do(next_to_fight, answers=("a", "no", "keep", "no"), dice="hit 2")
    question = table.ask(next_to_fight)
    assert (question.player, available(question)) == (1, ["no", "b", "d", "m"])
    table.do(next_to_fight, answers=("b", "no", "no"), dice="hit 2")
    assert table.battle.command_points == (2, 0)
    countered = table.ask(next_to_fight)
    assert (countered.player, available(countered)) == (0, ["no", "c", "n"])


@proves("core.stratagem.counter-offensive", "core.fight.chargers-first")
@pytest.mark.parametrize(
    ("more", "offered"),
    [
        ("blue Man c 20,15 did=charged", []),  # the last of its side: it fights next by right
        ("blue Man c 20,15 did=charged\nblue Man e 30,15 did=charged", []),  # both chargers fight before any enemy
        ("blue Man c 20,15 did=charged\nblue Man n 30,15", ["no", "c", "n"]),  # n would have to wait for the enemy
        ("blue Man n 20,15\nblue Man o 30,15", ["no", "n", "o"]),  # two in a row
        ("blue Man n 20,15", []),
    ],
)
def test_a_counter_is_offered_only_where_it_changes_the_order(more: str, offered: list[str]) -> None:
    """b has interrupted after a; now blue could."""
    table = fighting(A_CHARGER + more, cp=(2, 0))
    table["a"].flags |= FOUGHT
    table["b"].flags |= FOUGHT
    table.battle.fight_turns = (0, 0, -1)
    table.battle.counter = 0
    question = table.ask(next_to_fight, answers=())
    keys = available(question) if question.clause == "core.stratagem.counter-offensive" else []
    assert keys == offered


@proves("core.stratagem.counter-offensive")
@pytest.mark.parametrize("turn", [0, 1])
def test_either_player_may_counter_with_those_who_are_in_combat_and_only_once(turn: int) -> None:
    drawn = """
        blue Man a 10,4{}
        blue Man b 10,8{}
        blue Man x 30,4
        red  Man c 11,4{}
        red  Man d 11,8{}
        red  Man y 30,15
        """
    charged = " did=charged"
    mine = ("a", "b", "c", "d") if turn == 0 else ("c", "d", "a", "b")
    table = in_the_fight_phase(
        drawn.format(*([charged, charged, "", ""] if turn == 0 else ["", "", charged, charged])), turn=turn, cp=(4, 4)
    )
    for key in mine[:2]:
        table[key].charge_targets = mine[2:]
    table.battle.stratagems_used = (("command-re-roll",), ("command-re-roll",))
    table.do(next_to_fight, answers=(mine[0],), dice="hit 1")
    question = table.ask(next_to_fight)
    assert question.player == 1 - turn
    assert available(question) == ["no", mine[2], mine[3]], "not who stands apart"
    table.do(next_to_fight, answers=("no",), dice="hit 1")
    fought = [event.values["who"] for event in table.events("hits")]
    assert fought == [mine[0], mine[1]], "who declines is not asked again before the next has fought"


@proves("core.stratagem.counter-offensive")
def test_nobody_is_asked_for_a_counter_that_nobody_could_make() -> None:
    table = in_the_fight_phase(
        "blue Man a 10,4 did=charged\nblue Man b 10,8 did=charged\nred Man c 11,4 did=last\nred Man d 11,8 did=last",
        cp=(0, 4),
    )
    for key in ("a", "b"):
        table[key].charge_targets = ("c", "d")
    table.battle.stratagems_used = ((), ("command-re-roll",))
    table.do(next_to_fight, answers=("a",), dice="hit 1")
    table.do(next_to_fight, dice="hit 1")
    assert [event.values["who"] for event in table.events("hits")] == ["a", "b"]


@proves("core.stratagem.counter-offensive")
def test_there_is_nothing_to_counter_when_no_enemy_is_left_to_fight() -> None:
    table = in_the_fight_phase("blue Man a 10,4 did=charged\nred Man c 11,4\nred Man d 10,5", cp=(0, 4))
    table["a"].charge_targets = ("c", "d")
    table.battle.stratagems_used = ((), ("command-re-roll",))
    table.do(next_to_fight, answers=({"blade>c": 1, "blade>d": 0},), dice="hit 1")
    question = table.ask(next_to_fight)
    assert question.clause == "core.fight.alternate"


@proves(
    "core.stratagem.insane-bravery", "vanguard.morale.one-test-per-player", "vanguard.morale.active-player-tests-first"
)
def test_both_armies_may_be_insanely_brave_in_one_phase() -> None:
    table = at("blue Man a 4,15\nred Man b 40,15", phase="morale", cp=(2, 2), starting=(5, 5), turn=1)
    table.battle.destroyed_this_turn = (4, 4)
    table.do(play_on, answers=("yes", "yes"))
    assert table.dead == []
    assert [event.values["who"] for event in table.events("stratagem")] == ["Bravo", "Alpha"]
    assert table.battle.command_points[1] == 0


@proves("core.stratagem.insane-bravery", "vanguard.morale.normal-test")
@pytest.mark.parametrize(("leadership", "asked"), [(7, False), (6, True)])
def test_bravery_is_not_asked_for_where_no_die_could_fail(leadership: int, asked: bool) -> None:
    """One model lost of many: a 6 makes 7."""
    table = at(
        f"blue Man a 4,15 Ld={leadership}\nblue Man c 4,19 Ld={leadership}\nred Man b 40,15",
        phase="morale",
        cp=(2, 0),
        starting=(3, 1),
    )
    table.battle.destroyed_this_turn = (1, 0)
    table.do(morale_of, 0, answers=("no",) if asked else (), dice="morale 1")
    assert len(table.events("morale-passed")) == 1
