"""What players are told: why an option is not open, what a refusal says, and how the log tells what a die decided."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import cast, charging
from tests.rulebooks.fortyk_vanguard.test_mission import waiting
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge, fire_overwatch
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model, next_to_move
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import next_to_manifest
from vanguard.rulebooks.fortyk_vanguard.rounds import begin_phase, end_turn
from vanguard.rulebooks.fortyk_vanguard.setup import deploy_next
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import next_to_shoot, shoot
from vanguard.rulebooks.fortyk_vanguard.table.messages import MESSAGES
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import start_of_fights

SURE = 'gun: 24" Assault 1, S 9, AP -5, D 3'
THREE_SHOTS = 'gun: 24" Assault 3, S 4, AP 0, D 1'


def sentences(table: Table) -> list[str]:
    """The log so far, as it reads."""
    return [event.sentence(MESSAGES) for event in table.battle.events]


# -- why not --------------------------------------------------------------------------------------------------------------------


@proves("core.move.options-when-free", "core.move.options-when-engaged")
def test_moves_that_are_not_open_are_listed_with_the_reason() -> None:
    engaged = at("blue Man a 4,15\nred Man b 5.5,15", phase="movement")
    question = engaged.ask(move_model, engaged["a"])
    for move in ("normal", "advance"):
        assert why_not(question, move) == "it is within Engagement Range of b [core.move.options-when-engaged]"
    free = at("blue Man a 4,15\nred Man b 15,15", phase="movement")
    question = free.ask(move_model, free["a"])
    assert why_not(question, "fall-back") == "no enemy is within Engagement Range [core.move.options-when-free]"
    assert available(question) == ["normal", "advance", "stationary"]


@proves("core.shoot.select", "core.move.advance-restrictions", "core.shoot.no-shooting-while-engaged")
def test_who_has_no_weapon_to_shoot_is_told_what_bars_them_all() -> None:
    ran = at(
        "blue Man a 4,15 moved=advanced\nblue Man c 4,18\nred Man b 10,15",
        weapons={"a": ('rifle: 24" Rapid Fire 1, S 4, AP 0, D 1',)},
    )
    assert why_not(ran.ask(next_to_shoot), "a") == "it Advanced this turn [core.move.advance-restrictions]"
    fought = at("blue Man a 4,15\nblue Man c 4,19\nred Man b 5.5,15\nred Man d 10,19")
    assert "[core.shoot.no-shooting-while-engaged]" in why_not(fought.ask(next_to_shoot), "a")
    far = at("blue Man a 4,15\nblue Man c 14,15\nred Man b 30,15")
    assert "[core.shoot.target-must-be-visible-and-in-range]" in why_not(far.ask(next_to_shoot), "a")


@proves("core.shoot.target-must-be-visible-and-in-range")
def test_a_target_out_of_range_is_told_with_its_distance_and_the_range() -> None:
    table = at("blue Man a 4,15\nred Man b 29.01,15\nred Man c 10,20")
    assert 'it is 24.01" away, the range is 24"' in why_not(table.ask(shoot, "a"), "gun/gun>b")


@proves("core.weapon.pistol-or-others", "core.weapon.grenade")
def test_weapons_given_up_for_the_first_one_stay_listed_with_the_reason() -> None:
    table = at("blue orks/warboss a 10,15\nred Man b 17,15 W=9")
    question = table.ask(shoot, "a", answers=("slugga/slugga>b",))
    assert available(question) == ["slugga-2/slugga>b", "hold-fire"]
    assert "core.weapon.pistol-or-others" in why_not(question, "kustom-shoota/kustom-shoota>b")
    assert "core.weapon.grenade" in why_not(question, "stikkbombs/stikkbombs>b")


# -- refusals -------------------------------------------------------------------------------------------------------------------


def objection(drawn: str, *path: tuple[float, ...], how: str = "normal", dice: str = "") -> str:
    table = at(drawn, phase="movement")
    return refusal(table.ask(move_model, table["a"], answers=(how,), dice=dice), [list(point) for point in path])


@proves("core.move.climb")
def test_a_climb_that_is_too_dear_is_refused_with_its_cost() -> None:
    over = objection("blue Man a 10,15\nred Man b 40,15\ncontainer 11.5,10,11.6,20", (12.9, 15))
    assert 'with 4" of climbing the move costs 6.9", the limit is 6"' in over
    onto = objection("blue Man a 10,15\nred Man b 40,15\ncontainer 11.5,10,14.6,20", (14.1, 15))
    assert 'with 2" of climbing the move costs 6.1", the limit is 6"' in onto


@proves("core.terrain.scaleable")
def test_a_vehicle_is_told_that_it_cannot_stand_on_scaleable_terrain() -> None:
    drawn = "blue space-marines/dreadnought a 10,15 M=9\nred Man b 40,15\ncontainer 11.5,10,16.6,20"
    assert "[core.terrain.scaleable]" in objection(drawn, (14, 15))


@proves("core.move.fly")
def test_a_flight_that_is_hardly_too_long_is_refused_with_its_length() -> None:
    refused = objection("blue orks/stormboyz a 10,15\nred Man b 40,15", (28.01, 15), how="advance", dice="throttle 3")
    assert 'the advance is 18.01", the limit is 18"' in refused


@proves("core.move.normal", "core.concept.engagement-range")
def test_who_comes_too_near_or_goes_too_far_is_told_so_in_the_words_of_the_book() -> None:
    past = objection("blue Man a 10,15\nred Man b 13,16.5", (13, 15), (15, 15))
    assert "the path comes within Engagement Range of b [core.move.normal]" in past
    far = objection("blue Man a 10,15\nred Man b 40,15", (16.5, 15))
    assert 'the move costs 6.5", the allowance is 6" [core.move.normal]' in far


@proves("core.move.fly")
def test_a_flight_with_a_bend_is_refused_as_no_straight_line() -> None:
    refused = objection("blue orks/stormboyz a 10,15\nred Man b 40,15", (12, 15), (14, 18))
    assert "a: the normal move is one straight line: give its end only" in refused


# -- the log ----------------------------------------------------------------------------------------------------------------------


@proves("core.weapon.blast-minimum-three")
def test_the_log_says_that_many_models_make_three_attacks_of_one() -> None:
    crowd = "\n".join([f"red Man e{i} {20 + 1.1 * (i % 3)},{15 + 1.1 * (i // 3)}" for i in range(6)])
    table = at(f"blue Man a 4,15\n{crowd}", weapons={"a": ('bomb: 24" Heavy D6, S 4, AP 0, D 1, blast',)})
    chosen = {"e0": 1, "e1": 1}
    table.do(shoot, "a", answers=("bomb/bomb>e4", chosen, "as-listed"), dice="attacks 1 / hit 1 / hit 1 / hit 1")
    assert "6 models are caught: at least 3 attacks." in sentences(table)


@proves("core.psychic.deny")
@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ("deny 4 4 / mortal 1", "P fails to deny it: 8, more than 8 is needed."),
        ("deny 4 5", "P denies it: 9 against 8."),
    ],
)
def test_the_log_says_what_a_deny_roll_came_to(dice: str, told: str) -> None:
    caster = "blue orks/weirdboy a 10,15 powers=eadbanger,da-jump"
    table = at(f"{caster}\nred Man b 20,15 W=9\nred astra-militarum/primaris-psyker p 24,15", phase="psychic")
    table.do(next_to_manifest, answers=("a", "smite", "p"), dice=f"psychic 4 4 / {dice}")
    assert told in sentences(table)


@proves("faction.psychic-hood", "core.psychic.deny")
@pytest.mark.parametrize(("x", "shown"), [(20.0, [1]), (26.0, [])])
def test_what_a_hood_adds_is_shown_beside_the_dice(x: float, shown: list[int]) -> None:
    table = at(
        f"blue orks/weirdboy a 10,15\nred space-marines/librarian d {x},15\nred Man b 14,15 W=9", phase="psychic"
    )
    cast(table, "smite", "d", dice="psychic 6 5 / deny 3 5 / mortal 1")
    [told] = table.events("fails-to-deny")
    assert told.dice is not None
    assert [modifier.amount for modifier in told.dice.modifiers] == shown
    assert {(it.label, it.clause) for it in told.dice.modifiers} <= {("Psychic Hood", "faction.psychic-hood")}


@proves("faction.ere-we-go", "core.dice.reroll-sum")
def test_the_log_tells_a_charge_rolled_again_for_nothing_by_its_own_rule() -> None:
    table = charging("blue orks/boyz a 10,15\nred Man b 19,15")
    table.do(charge, table["a"], answers=("b", "re-roll"), dice="charge 1 2 / charge-again 1 4")
    [told] = table.events("re-rolled")
    assert told.clause == "faction.ere-we-go"
    assert "Alpha roll 1, 2 again: 1, 4." in sentences(table)


@proves("faction.their-number-is-legion")
def test_the_log_tells_the_ones_of_a_legion_rolled_again() -> None:
    table = at("blue Man a 10,15\nred necrons/warriors b 14,15\nred Man c 30,15", weapons={"a": (SURE,)})
    table.do(shoot, "a", answers=("gun/gun>b",), dice="hit 6 / wound 6 / reanimation 1 / reanimation-again 2")
    [told] = table.events("re-rolls-ones")
    assert told.clause == "faction.their-number-is-legion"
    assert "B rolls 1 die showing 1 again." in sentences(table)


@proves("faction.sentinel-construct")
def test_the_log_says_that_a_sentinel_fires_and_why() -> None:
    table = charging("blue Man a 10,15\nred necrons/warriors b 16,15\nred necrons/doomstalker d 18,19")
    answers = ("b", "no-more", "yes", "doomsday-blaster/doomsday-blaster-high-power>a", "hold-fire")
    table.do(charge, table["a"], answers=answers, dice="attacks 1 / hit 1 / charge 1 1")
    [told] = table.events("sentinel")
    assert told.clause == "faction.sentinel-construct"
    assert "D fires Overwatch as a Sentinel Construct." in sentences(table)


@proves("core.reinforcements.never-arrived", "core.mission.army-destroyed-wins")
def test_an_army_that_never_arrived_is_told_as_the_reason_of_its_defeat() -> None:
    table = at("blue Man a 10,15\nred space-marines/terminators b reserve", phase="morale", turn=1, round_=5)
    table.battle.points = (0, 9)
    table.do(end_turn)
    assert table.battle.winner == 0
    assert table.battle.reason == "5 battle rounds are over, Bravo destroyed"
    assert table.battle.reason_clause == "core.mission.army-destroyed-wins"


@proves("core.stratagem.emergency-disembarkation")
def test_a_single_passenger_is_one_model() -> None:
    table = at("blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nred Man e 40,15", cp=(1, 0))
    told = table.ask(destroy, "t", dice="explodes 1").prompt
    assert told == "t is destroyed with 1 model aboard. Use Emergency Disembarkation?"


@proves("vanguard.morale.combat-attrition-army-wide")
@pytest.mark.parametrize(
    ("men", "dice", "flee", "told"),
    [(3, "2 3", (), "2 dice: 0 more models flee."), (2, "1", (), "1 die: 1 more model flees.")],
)
def test_the_log_says_how_many_more_models_flee(men: int, dice: str, flee: tuple[str, ...], told: str) -> None:
    rows = "\n".join([f"blue Man m{i} {4 + 3 * i},5 Ld=1" for i in range(men)])
    table = at(f"{rows}\nred Man e 40,25", phase="morale", starting=(men, 1))
    table.battle.destroyed_this_turn = (1, 0)
    table.do(morale_of, 0, answers=("m0", *flee), dice=f"morale 6 / attrition {dice}")
    assert f"Combat Attrition of Alpha, {told}" in sentences(table)


@proves("core.ability.optional-use")
def test_not_to_shoot_at_all_is_holding_fire_and_afterwards_shooting_no_more() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15", weapons={"a": ('rifle: 24" Heavy 1, S 4, AP 0, D 1', THREE_SHOTS)})
    first = table.ask(shoot, "a")
    then = table.ask(shoot, "a", answers=("rifle/rifle>b",))
    assert [it.option("hold-fire").label for it in (first, then)] == ["Hold fire", "Shoot no more"]


@proves("core.shoot.resolve-target-by-target")
def test_whose_weapon_is_next_is_asked_of_the_shooter() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15", weapons={"a": ('rifle: 24" Heavy 1, S 4, AP 0, D 1', THREE_SHOTS)})
    question = table.ask(shoot, "a", answers=("rifle/rifle>b", "gun/gun>b"))
    assert question.prompt == "a: which weapon at b next?"


@proves("faction.eadbanger")
def test_the_log_says_what_a_die_came_to_against_toughness() -> None:
    table = at("blue orks/weirdboy a 10,15 powers=eadbanger,da-jump\nred Man b 20,15 W=9 T=4", phase="psychic")
    table.do(next_to_manifest, answers=("a", "eadbanger"), dice="psychic 3 3 / bang 4")
    assert "B resists: 4, more than Toughness 4 is needed." in sentences(table)


@proves("core.transport.destroyed-roll")
def test_the_log_tells_who_is_lost_in_a_wreck_from_who_scrambles_out() -> None:
    table = at("blue orks/trukk t 10,15\nblue orks/boyz a 10,15 in=t\nblue orks/boyz c 10,15 in=t\nred Man e 40,15")
    spots = ([[13, 15]], [[10, 12]])
    table.do(destroy, "t", answers=spots, dice="explodes 1 / wreck 1 / wreck 2")
    told = sentences(table)
    assert "A is lost in the wreck." in told
    assert "C scrambles out of the wreck." in told
    assert "A scrambles out of the wreck." not in told


@proves("core.stratagem.desperate-breakout")
def test_the_log_says_why_a_breakout_ends_in_destruction() -> None:
    table = at("blue Man a 10,15\nblue Man z 3,3\nred Man b 11.5,15", phase="movement", cp=(2, 0))
    table.do(move_model, table["a"], answers=("breakout", [[9.5, 15]]), dice="breakout 2")
    assert table.dead == ["a"]
    assert "A ends its breakout within Engagement Range." in sentences(table)


@proves("faction.living-lightning")
def test_the_log_tells_lightning_that_strikes_from_lightning_that_does_not() -> None:
    table = at("blue necrons/plasmancer a 10,15\nred Man b 13,15\nred Man c 10,18", phase="fight")
    table.do(start_of_fights, dice="lightning 3 / lightning 4")
    told = sentences(table)
    assert "Lightning from a misses b." in told
    assert "Lightning leaps from a to c." in told


@proves("core.stratagem.command-re-roll", "core.dice.reroll-sum")
def test_the_log_says_what_was_rolled_again_and_what_it_came_to() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15", cp=(1, 0))
    table.do(shoot, "a", answers=("gun/gun>b", "re-roll-2"), dice="hit 2 / re-roll 6 / wound 1")
    assert "Alpha roll 2 again: 6." in sentences(table)
    charge_of = at("blue Man a 4,15 did=near\nred Man b 10,15", phase="charge", cp=(1, 0))
    charge_of.do(charge, charge_of["a"], answers=("b", "re-roll"), dice="charge 1 2 / re-roll 1 1")
    assert "Alpha roll 1, 2 again: 1, 1." in sentences(charge_of)


@proves("core.charge.failure")
def test_a_charge_that_fails_says_how_far_it_was_or_that_there_is_no_room() -> None:
    short = at("blue Man a 4,15 did=near\nred Man b 12,15", phase="charge")
    short.do(charge, short["a"], answers=("b",), dice="charge 3 2")
    assert 'A needs 6" to reach b and rolled 5": the charge fails.' in sentences(short)
    guards = "red Man c 10,13.8\nred Man d 10,16.2\nred Man e 8.8,15\nred Man f 11.2,15"
    barred = at(f"blue Man a 4,15 did=near\nred Man b 10,15\n{guards}", phase="charge")
    barred.do(charge, barred["a"], answers=("b", "no-more"), dice="charge 6 6")
    assert 'A finds no way to end within Engagement Range of b with 12": the charge fails.' in sentences(barred)


@proves("core.move.normal", "core.move.advance", "core.move.fall-back")
def test_the_question_where_to_says_how_far() -> None:
    free = at("blue Man a 4,15\nred Man b 30,15", phase="movement")
    assert free.ask(move_model, free["a"], answers=("normal",)).prompt == 'Where does a move to, up to 6"?'
    ran = free.ask(move_model, free["a"], answers=("advance",), dice="advance 3")
    assert ran.prompt == 'Where does a Advance to, up to 9"?'
    engaged = at("blue Man a 4,15\nred Man b 5.5,15", phase="movement")
    assert (
        engaged.ask(move_model, engaged["a"], answers=("fall-back",)).prompt == 'Where does a Fall Back to, up to 6"?'
    )


@proves("core.move.each-unit-once")
def test_who_stayed_is_not_said_to_have_moved() -> None:
    table = at("blue Man a 4,15\nblue Man c 4,18\nred Man b 30,15", phase="movement")
    table.do(next_to_move, answers=("a", "stationary"))
    assert why_not(table.ask(next_to_move), "a") == "Remained Stationary [core.move.each-unit-once]"


@proves("core.stratagem.insane-bravery", "vanguard.morale.double-losses-below-half")
def test_who_may_be_insanely_brave_is_told_on_which_rolls_the_test_fails() -> None:
    men = "\n".join([f"blue Man m{i} {2 + 2 * i},5 Ld=8" for i in range(4)])
    table = at(f"{men}\nred Man e 40,25", phase="morale", starting=(9, 1), cp=(2, 0))
    table.battle.destroyed_this_turn = (3, 0)
    question = table.ask(morale_of, 0)
    assert question.prompt == "Morale test: D6 + 6 against Leadership 8, which fails on 3+. Use Insane Bravery?"
    table.battle.destroyed_this_turn = (8, 0)
    assert "fails on 2+" in table.ask(morale_of, 0).prompt  # an unmodified 1 always passes


@proves("core.attack.hit-roll")
def test_the_log_says_that_like_attacks_were_rolled_together() -> None:
    three = at("blue Man a 4,15\nred Man b 10,15", weapons={"a": (THREE_SHOTS,)})
    three.do(shoot, "a", answers=("gun/gun>b",), dice="hit 1 1 2")
    assert "A at b with gun: 0 of 3 hit, rolled together." in sentences(three)
    one = at("blue Man a 4,15\nred Man b 10,15")
    one.do(shoot, "a", answers=("gun/gun>b",), dice="hit 1")
    assert "A at b with gun: 0 of 1 hit." in sentences(one)


@proves("core.psychic.number-of-powers")
def test_a_psyker_too_far_from_everybody_is_told_so() -> None:
    near = "blue orks/weirdboy a 10,15 powers=eadbanger,jabbin-fingerz\nred Man b 20,15"
    table = at(f"{near}\nblue orks/weirdboy c 2,28 powers=eadbanger,jabbin-fingerz\nred Man d 25,15", phase="psychic")
    told = why_not(table.ask(next_to_manifest), "c")
    assert told == "nobody is where one of its powers could affect them [core.psychic.number-of-powers]"


@proves("vanguard.split-fire.first-attack-on-initial-target")
def test_a_split_without_the_first_attack_is_refused_by_its_own_clause() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15\nred Man c 10,17", weapons={"a": (THREE_SHOTS,)})
    refused = refusal(table.ask(shoot, "a", answers=("gun/gun>b",)), {"c": 3})
    assert "b (initial target) takes 1 to 3, not 0" in refused
    assert "[vanguard.split-fire.first-attack-on-initial-target]" in refused


@proves("vanguard.blast.then-one-each", "core.fight.targets")
def test_one_attack_is_not_called_attacks() -> None:
    crowd = "red Man b 16,15\nred Man c 17.5,15\nred Man d 16,16.5"
    blast = at(f"blue Man a 4,15\n{crowd}", weapons={"a": ('bomb: 24" Heavy 5, S 4, AP 0, D 1, blast',)})
    assert blast.ask(shoot, "a", answers=("bomb/bomb>b",)).prompt == "The last attack of the blast: at whom?"
    fought = at("blue Man a 10,15\nred Man b 11.9,15\nred Man c 10,16.9", phase="fight")
    assert fought.ask(fight, fought["a"], answers=("no",)).prompt == "a: 1 attack, with what at whom?"


@proves("core.round.phases")
@pytest.mark.parametrize(
    ("phase", "x", "told"), [("charge", 17, True), ("charge", 17.1, False), ("shooting", 40, True)]
)
def test_a_charge_phase_in_which_nobody_could_charge_is_passed_over_in_the_log(
    phase: str, x: float, told: bool
) -> None:
    table = at(f"blue Man a 4,15\nred Man b {x},15", phase="shooting")
    begin_phase(table.battle, phase)
    assert bool(table.events("phase")) is told


@proves("core.overwatch.only-natural-sixes")
def test_the_log_cites_overwatch_for_its_hits() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15", phase="charge")
    table.do(fire_overwatch, table["b"], table["a"], answers=("gun/gun>a",), dice="hit 5")
    assert [event.clause for event in table.events("hits")] == ["core.overwatch.only-natural-sixes"]


@proves("core.transport.start-embarked", "core.transport.embark")
def test_the_log_tells_who_begins_aboard_from_who_gets_in() -> None:
    setting_out = waiting("blue orks/trukk t 5,5\nblue orks/boyz a 9,5\nred Man b 30,5", "deployment")
    setting_out.battle.setter = 0
    setting_out.do(deploy_next, answers=("t", [[5, 15]], "a"))
    getting_in = at("blue orks/trukk t 10,15\nblue orks/boyz a 16,15\nred Man e 40,15", phase="movement")
    getting_in.do(move_model, getting_in["a"], answers=("normal", [[14, 15]], "t"))
    told = [event.clause for table in (setting_out, getting_in) for event in table.events("embarks")]
    assert told == ["core.transport.start-embarked", "core.transport.embark"]


def test_whose_turn_it_is_is_told_by_name() -> None:
    battle = at("blue Man a 4,15\nred Man b 15,15").battle
    battle.round, battle.turn = 3, 1
    assert battle.stage_told() == f"round 3, turn of {battle.sides[1].name}"


def test_dice_that_may_be_rolled_again_are_called_what_people_call_them() -> None:
    guns = {"a": ('gun: 24" Assault D6, S 4, AP 0, D 1',)}
    table = at("blue Man a 4,15\nred Man b 15,15", weapons=guns, phase="shooting", cp=(1, 1))
    question = table.ask(shoot, "a", answers=("gun/gun>b",), dice="attacks 1")
    assert question.dice is not None
    assert question.dice.label == "a: number of attacks of gun"
