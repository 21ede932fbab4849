"""Mission: situations worked out from the book by hand."""

from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, game_at, refusal
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import charging
from tests.rulebooks.fortyk_vanguard.test_mission import waiting
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.fortyk_vanguard import rulebook
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.objectives import capture_and_control, controlled
from vanguard.rulebooks.fortyk_vanguard.rounds import begin_turn, end_battle, end_phase, look_for_the_end
from vanguard.rulebooks.fortyk_vanguard.rulebook import MARKER_WAYS
from vanguard.rulebooks.fortyk_vanguard.setup import MarkerSpot, choose_zones, deploy_next, place_marker
from vanguard.rulebooks.fortyk_vanguard.state import DEPLOYMENT, DESTROYED, HEROICS, WAITING
from vanguard.rulebooks.fortyk_vanguard.table.messages import MESSAGES
from vanguard.testing.scripts import play

BURNING = 'gun: 24" Assault 1, S 4, AP 0, D 1, destroys_bearer_on_one'


@proves("core.mission.sequence")
def test_a_battle_that_cannot_be_set_up_is_refused_with_every_fault() -> None:
    good = rulebook.default_setup()
    wrong = Setup("conquest", "the-moon", good.armies, {"markers": "nowhere"})
    with pytest.raises(Refused) as refused:
        rulebook.new(wrong)
    for words in ("there is no mission 'conquest'", "there is no battlefield 'the-moon'", "nowhere"):
        assert words in str(refused.value)
    assert refused.value.clause == "core.mission.sequence"
    battle: Any = rulebook.new(good)
    assert len(battle.models) == sum(side.starting_models for side in battle.sides) > 0
    assert battle[battle.models[0].key] is battle.models[0]


@proves("core.mission.sequence")
def test_without_a_word_on_markers_the_usual_way_is_taken() -> None:
    good = rulebook.default_setup()
    battle: Any = rulebook.new(Setup(good.scenario, good.battlefield, good.armies, {}))
    assert battle.quick_markers is (MARKER_WAYS[0] == "fixed")


@proves("core.mission.objective-markers")
@pytest.mark.parametrize(
    ("size", "x", "y", "fine"),
    [
        ("small", 4, 4, True),  # centres stay 4" from edges: exactly that far is far enough
        ("small", 3.99, 4, False),
        ("large", 6.79, 15, True),  # the disc of 40 mm begins 6.003" from the edge
        ("large", 6.78, 15, False),
        ("small", 18, 26, True),
        ("small", 18, 26.1, False),
    ],
)
def test_where_the_first_marker_may_lie(size: str, x: float, y: float, fine: bool) -> None:
    table = at("blue Man a 1,1\nred Man b 21,29", size=size)
    table.battle.markers = ()
    assert MarkerSpot(table.battle).is_free(x, y) is fine


@proves("core.mission.objective-markers")
@pytest.mark.parametrize(
    ("size", "y", "fine"),
    [("small", 13, True), ("small", 12.99, False), ("large", 20.58, True), ("large", 20.57, False)],
)
def test_how_near_another_marker_the_second_may_lie(size: str, y: float, fine: bool) -> None:
    """From (11, 5) at least 8" between centres; from (11, 10) more than 9" between discs of 1.575"."""
    table = at("blue Man a 1,1\nred Man b 21,29", size=size)
    table.battle.markers = ((11, 5),) if size == "small" else ((11, 10),)
    assert MarkerSpot(table.battle).is_free(11, y) is fine


@proves("core.mission.objective-markers")
def test_a_fourth_marker_is_placed_though_only_a_corner_is_left_for_it() -> None:
    """Between the third marker and two edges lies a strip a fifth of an inch wide."""
    table = at("blue Man a 1,1\nred Man b 40,2", phase="markers")
    table.battle.setter = 0
    table.battle.markers = ((35.437, 13.915), (24.883, 15.992))
    table.do(place_marker, answers=([[13.206, 14.578]],))
    assert table.battle.phase == "markers"
    question = table.ask(place_marker)
    assert question.candidates()
    assert question.read([[6.79, 23.2]])


@proves("core.mission.objective-markers")
def test_a_marker_dragged_along_a_way_lies_at_its_end() -> None:
    table = waiting("blue Man a 5,5\nred Man b 30,5", "markers")
    table.battle.setter = 0
    table.do(place_marker, answers=([[1, 1], [10, 10], [22, 15]],))
    assert table.battle.markers == ((22, 15),)


@proves("core.mission.objective-markers")
@pytest.mark.parametrize(("third", "over"), [((33, 15), True), ((37, 22), False)])
def test_markers_that_leave_no_room_for_a_fourth_are_all_there_are(third: tuple[int, int], over: bool) -> None:
    table = waiting("blue Man a 5,5\nred Man b 30,5", "markers")
    table.battle.setter = 0
    table.battle.markers = ((11, 15), (22, 15))
    table.do(place_marker, answers=([list(third)],))
    assert len(table.battle.markers) == 3
    assert (table.battle.phase == "zones") is over


@proves("core.mission.objective-markers")
def test_a_marker_lies_where_it_was_put() -> None:
    table = at("blue Man a 4,4\nred Man b 40,26", phase="markers", round_=0)
    table.battle.markers = ()
    table.battle.setter = 0
    table.battle.quick_markers = False
    table.do(place_marker, answers=([[12, 20]],))
    assert table.battle.markers == ((12, 20),)
    assert table.battle.setter == 1


@proves("core.mission.objective-markers")
def test_markers_may_lie_where_the_map_has_them() -> None:
    table = at("blue Man a 4,4\nred Man b 40,26", phase="markers", round_=0)
    table.battle.markers = ()
    table.battle.quick_markers = True
    table.do(place_marker)
    assert table.battle.markers == table.battle.field.map.size.markers
    assert table.battle.phase == "zones"


@proves("core.mission.deployment-zone-choice")
@pytest.mark.parametrize(("dice", "winner"), [("roll-off 5 / roll-off 2", 0), ("roll-off 2 / roll-off 5", 1)])
def test_when_the_zones_are_chosen_the_loser_deploys_first(dice: str, winner: int) -> None:
    table = at("blue Man a 4,15\nred Man b 40,25", phase="zones", round_=0)
    assert table.ask(choose_zones, dice=dice).player == winner
    table.do(choose_zones, answers=("zone-2",), dice=dice)
    assert table.battle.zones[winner] == 1
    assert (table.battle.phase, table.battle.setter) == (DEPLOYMENT, 1 - winner)


@proves("core.mission.deployment-zone-choice")
def test_both_zones_may_be_chosen() -> None:
    table = at("blue Man a 4,15\nred Man b 40,25", phase="zones", round_=0)
    assert available(table.ask(choose_zones, dice="roll-off 5 / roll-off 2")) == ["zone-1", "zone-2"]
    table.do(choose_zones, answers=("zone-1",), dice="roll-off 5 / roll-off 2")
    assert table.battle.zones == (0, 1)


@proves("core.mission.deployment-zone-choice")
@pytest.mark.parametrize(
    ("dice", "zone", "zones"),
    [
        ("roll-off 5 / roll-off 2", "zone-1", (0, 1)),
        ("roll-off 5 / roll-off 2", "zone-2", (1, 0)),
        ("roll-off 2 / roll-off 5", "zone-1", (1, 0)),
        ("roll-off 2 / roll-off 5", "zone-2", (0, 1)),
    ],
)
def test_the_other_zone_is_the_other_players(dice: str, zone: str, zones: tuple[int, int]) -> None:
    table = at("blue Man a 4,15\nred Man b 40,25", phase="zones", round_=0)
    table.do(choose_zones, answers=(zone,), dice=dice)
    assert table.battle.zones == zones


@proves("core.mission.deploy-alternately", "core.mission.slay-the-warlord")
def test_a_tank_for_which_its_zone_has_no_room_left_is_lost_and_the_deployment_goes_on() -> None:
    """Men 4" apart leave no place for a hull of 4.7"; a man more still finds one."""
    rows = [f"red Man r{i}{j} {36 + 4 * i},{2 + 4 * j}" for i in range(2) for j in range(7)]
    drawn = "\n".join(["blue Man a 1,1", *rows, "red astra-militarum/leman-russ t 22,15 +warlord", "red Man m 22,20"])
    table = at(drawn, phase="deployment", turn=1, round_=0)
    table.battle.setter = 1
    for key in ("t", "m"):
        table[key].fate = WAITING
    table.do(deploy_next, answers=("t",))
    assert table.dead == ["t"]
    table.battle.setter = 1
    table.do(deploy_next, answers=("m", [[34.6, 4]]))
    assert table["m"].on_table


@proves("core.mission.deploy-alternately", "core.transport.start-embarked")
def test_a_transport_is_filled_to_the_last_place_when_it_is_set_up() -> None:
    boyz = "\n".join([f"blue orks/boyz p{number} 2,{2 * number + 1}" for number in range(14)])
    table = at(f"blue orks/trukk t 10,15\n{boyz}\nred Man b 40,25", phase="deployment", round_=0)
    for model in table.battle.models:
        model.fate = WAITING
    table.battle.setter = 0
    x1, y1, x2, y2 = table.battle.zone(0)
    spot = [[(x1 + x2) / 2, (y1 + y2) / 2]]
    aboard = tuple([f"p{number}" for number in range(12)])
    table.do(deploy_next, answers=("t", spot, *aboard))
    assert len(table.battle.passengers("t")) == 12
    assert [model.key for model in table.battle.models if model.fate == WAITING] == ["p12", "p13", "b"]


@proves("core.mission.zones", "core.concept.within", "core.mission.deploy-alternately")
@pytest.mark.parametrize(
    ("size", "at_limit", "beyond"), [("large", [8.325, 15], [8.33, 15]), ("small", [11, 5.325], [11, 5.33])]
)
def test_a_trukk_is_deployed_wholly_within_its_zone(size: str, at_limit: list[float], beyond: list[float]) -> None:
    """A disc of 3.35" across in a strip of 10", or of 7" on the small table."""
    table = at("blue orks/trukk t 3,3\nred Man b 21,29", size=size, phase="deployment")
    table["t"].fate = WAITING
    table.battle.setter = 0
    question = table.ask(deploy_next, answers=("t",))
    assert question.read([at_limit])
    assert "core.mission.deploy-alternately" in refusal(question, [beyond])


@proves("core.mission.objective-control", "core.mission.capture-and-control")
@pytest.mark.parametrize(("marker", "points"), [((20, 15), (1, 0)), ((30, 15), (0, 0))])
def test_who_is_in_range_of_one_marker_is_not_asked_and_holds_that_one(
    marker: tuple[int, int], points: tuple[int, int]
) -> None:
    table = at("blue Man a 17,15\nred Man b 40,5", phase="command")
    table.battle.markers = (marker,)
    table.do(capture_and_control)
    assert table.battle.points == points


@proves("core.mission.objective-control", "core.mission.objective-secured", "core.transport.embarked-inert")
@pytest.mark.parametrize(
    ("rows", "holder"),
    [
        ("blue orks/boyz a 13,15\nred Man b 14.5,15\nred Man c 13,17", 0),
        ("blue orks/gretchin a 13,15\nred Man b 14.5,15\nred Man c 13,17", 1),
        (
            "blue orks/boyz a 13,15\nblue orks/gretchin d 13,13\nred space-marines/intercessors b 14.5,15\nred Man c 13,17",
            -1,
        ),
        ("blue orks/trukk t 13,15\nblue orks/boyz a 0,0 in=t\nred Man b 15.5,16\nred Man c 13,18", 1),
        ("blue orks/boyz a 13,19.417\nred Man b 40,3", 0),  # 3" from the disc of 40 mm: 3 + 0.787 + 0.63
        ("blue orks/boyz a 13,19.43\nred Man b 40,3", -1),
    ],
)
def test_who_holds_the_first_marker(rows: str, holder: int) -> None:
    """It lies at 13,15."""
    assert controlled(at(rows).battle)[0] == holder


@proves("core.mission.objective-secured", "core.transport.embarked-inert")
def test_who_is_aboard_secures_no_marker() -> None:
    """A Trukk against two men: the boy inside has Objective Secured and counts for nothing."""
    table = at("blue orks/trukk t 13,18\nblue orks/boyz p 0,0 in=t\nred Man a 13,12\nred Man b 12,13")
    assert controlled(table.battle)[0] == 1


@proves("core.mission.end-bonus", "core.mission.objective-control")
def test_at_the_end_too_a_model_says_for_which_marker_it_counts() -> None:
    """One each if it says the first, both theirs or nobody's if it says the second."""
    table = at("blue Man a 17,15\nred Man b 40,5\nred Man c 20,12", phase="morale", turn=1, round_=5)
    table.battle.markers = ((14, 15), (20, 15))
    table.battle.first = 0
    table.do(end_phase, answers=("marker-1",))
    assert table.battle.points == (0, 0)


@proves("core.mission.end-bonus")
@pytest.mark.parametrize(("holder", "points"), [(0, (1, 0)), (1, (0, 1)), (-1, (0, 0))])
def test_who_holds_more_markers_at_the_end_scores_one_more(holder: int, points: tuple[int, int]) -> None:
    table = at("blue Man a 4,4\nred Man b 40,26")
    x, y = table.battle.markers[0]
    if holder >= 0:
        key = ("a", "b")[holder]
        table[key].base = table[key].base.at(x, y)
    table.battle.reason, table.battle.reason_clause = "over", "core.mission.battle-ends"
    table.do(end_battle)
    assert table.battle.points == points


@proves("core.mission.slay-the-warlord", "core.reinforcements.never-arrived", "core.mission.end-bonus")
def test_a_warlord_who_never_arrived_is_slain_and_his_men_hold_the_field() -> None:
    """Red holds two markers to none, and blue's Warlord is still in reserve: a point each."""
    table = at(
        "blue space-marines/terminators w reserve +warlord\nblue Man a 1,1\nred Man b 13,15\nred Man c 31,15 +warlord"
    )
    table.do(end_battle)
    assert table.battle.points == (0, 2)
    assert table.battle.winner == 1


@proves("core.mission.slay-the-warlord")
def test_whoever_else_was_slain_is_worth_nothing() -> None:
    table = at("blue Man a 4,4 +warlord\nblue Man c 4,8\nred Man b 40,28 +warlord")
    table["c"].fate = DESTROYED
    table.do(end_battle)
    assert table.battle.points == (0, 0)


@proves("core.mission.slay-the-warlord")
@pytest.mark.parametrize(("slain", "points"), [("", (0, 0)), ("b", (1, 0)), ("a", (0, 1))])
def test_a_warlord_that_lives_is_worth_nothing(slain: str, points: tuple[int, int]) -> None:
    table = at("blue Man a 4,4 +warlord\nblue Man c 4,8\nred Man b 40,26 +warlord\nred Man d 40,22")
    if slain:
        table[slain].fate, table[slain].wounds = DESTROYED, 0
    table.battle.reason, table.battle.reason_clause = "over", "core.mission.battle-ends"
    table.do(end_battle)
    assert table.battle.points == points


@proves("core.mission.battle-ends", "core.psychic.number-of-powers", "faction.shoot-sharp-and-scarper")
def test_nobody_is_asked_anything_more_when_the_last_enemy_is_gone() -> None:
    """Neither for the second power of a Librarian whose Smite destroyed it, nor whether a Ratling that shot it scarpers, nor
    which of two chargers fights first after lightning."""
    smite = game_at(
        at("blue space-marines/librarian a 4,15\nblue Man c 4,20 kw=CORE\nred Man b 12,15", phase="psychic")
    )
    play(smite, "a", "smite", dice="psychic 4 4 / mortal 5")
    assert (smite.question, rulebook.standing(smite.state).winner) == (None, 0)
    sniper = game_at(at("blue astra-militarum/ratlings a 4,15\nblue Man c 4,20\nred Man b 12,15"))
    play(sniper, "a", "sniper-rifle/sniper-rifle>b", dice="hit 6 / wound 6 / save 6")
    assert (sniper.question, rulebook.standing(sniper.state).winner) == (None, 0)
    storm = at(
        """
        blue necrons/plasmancer p 10,15
        blue necrons/scarab-swarms s 12,15 did=charged
        blue necrons/scarab-swarms t 12,18 did=charged
        red  Man b 12,16.5
        """,
        phase="fight",
    )
    lightning = play(game_at(storm), dice="lightning 4")
    assert (lightning.question, rulebook.standing(lightning.state).winner) == (None, 0)


@proves("core.mission.battle-ends", "core.attack.supercharge", "core.charge.roll")
def test_no_charge_is_rolled_for_when_overwatch_has_burnt_the_last_enemy() -> None:
    table = charging("blue Man a 4,15\nred Man b 10,15", weapons={"b": (BURNING,)}, cp=(0, 1))
    table.do(charge, table["a"], answers=("b", "b", "gun/gun>a"), dice="hit 1")
    assert table.dead == ["b"]


@proves("core.mission.battle-ends", "core.round.phases", "faction.harbinger-of-destruction")
def test_a_turn_goes_through_its_phases_to_the_other_players_and_after_the_last_round_the_battle_ends() -> None:
    """Harbingers strike when reinforcements have come, no sooner and no later; nobody else is in reach of anybody."""
    table = at("blue Man a 4,4 rules=harbinger-of-destruction\nred Man b 22,4 W=9", phase="command", round_=1)
    table.battle.first = 0
    rounds = table.battle.mission.rounds
    begin_turn(table.battle)
    seen: list[tuple[int, int, str]] = []
    while table.battle.phase != "ended":
        at_rest = (table.battle.round, table.battle.turn, table.battle.phase)
        seen.append(at_rest)
        hit = "harbinger 4 1 1" if at_rest[1:] == (0, "reinforcements") else ""
        table.do(end_phase, dice=hit)
    turn = ["command", "movement", "reinforcements", "psychic", "shooting", "charge", HEROICS, "fight", "morale"]
    assert seen == [(number, seat, phase) for number in range(1, rounds + 1) for seat in (0, 1) for phase in turn]
    assert table["b"].wounds == 9 - rounds
    assert table.battle.reason_clause == "core.mission.battle-ends"


@proves("core.mission.battle-ends", "core.psychic.same-power-once")
def test_a_new_round_lets_every_power_be_tried_again_and_the_second_turn_of_a_round_does_not() -> None:
    table = at("blue Man a 4,4\nred Man b 40,26", phase="morale", round_=1)
    table.battle.first = 0
    table.battle.powers_attempted = (("eadbanger",), ("da-jump",))
    table.do(end_phase)
    assert table.battle.powers_attempted == (("eadbanger",), ("da-jump",))
    table.battle.phase = "morale"
    table.do(end_phase)
    assert (table.battle.round, table.battle.powers_attempted) == (2, ((), ()))


@proves("core.mission.battle-ends")
def test_the_end_of_the_last_round_is_the_reason_told() -> None:
    table = at("blue Man a 4,4\nred Man b 40,26", phase="morale", round_=1)
    table.battle.first, table.battle.turn, table.battle.round = 0, 1, table.battle.mission.rounds
    table.do(end_phase)
    assert table.battle.phase == "ended"
    assert "rounds are over" in table.battle.reason


@proves("core.mission.army-destroyed-wins", "core.mission.victor", "core.ability.explodes")
@pytest.mark.parametrize(("points", "winner"), [((3, 2), 0), ((2, 3), 1), ((2, 2), -1)])
def test_two_armies_that_one_explosion_destroys_are_told_apart_by_their_points(
    points: tuple[int, int], winner: int
) -> None:
    """Both Warlords are slain, so both score one more."""
    table = at("blue orks/deff-dread a 10,15 wounds=1 +warlord\nred Man b 13,15 +warlord")
    table.battle.points = points
    table.do(destroy, "a", dice="explodes 6 / mortal 1")
    table.do(look_for_the_end)
    assert table.battle.points == (points[0] + 1, points[1] + 1)
    assert table.battle.winner == winner


@proves("core.mission.army-destroyed-wins", "core.mission.victor")
@pytest.mark.parametrize(
    ("fallen", "clause", "winner"),
    [
        ("b", "core.mission.army-destroyed-wins", 0),
        ("a", "core.mission.army-destroyed-wins", 1),
        ("ab", "core.mission.victor", -1),
    ],
)
def test_an_army_destroyed_loses_at_once_and_two_are_judged_by_their_points(
    fallen: str, clause: str, winner: int
) -> None:
    table = at("blue Man a 4,4\nred Man b 40,26")
    for key in fallen:
        table[key].fate, table[key].wounds = DESTROYED, 0
    table.do(look_for_the_end)
    assert (table.battle.phase, table.battle.reason_clause, table.battle.winner) == ("ended", clause, winner)


@proves("core.mission.army-destroyed-wins")
def test_the_log_says_whose_points_are_whose_at_the_end() -> None:
    table = at("blue Man a 2,2\nred Man b 40,29 +warlord")
    table.battle.points = (3, 7)
    table.do(destroy, "b")
    table.do(look_for_the_end)
    [end] = table.events("ends")
    assert end.sentence(MESSAGES) == "The battle ends, Bravo destroyed: Alpha win (Alpha 4 VP, Bravo 7 VP)."
