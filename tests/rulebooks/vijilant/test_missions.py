"""Depot Raid, The Heist and the open skirmish: zones, the train, win checks."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard.core.questions import Place
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant.battlefield import Battlefield
from vanguard.rulebooks.vijilant.coherency import in_coherency, is_coherent
from vanguard.rulebooks.vijilant.content.content import content
from vanguard.rulebooks.vijilant.train import ALONG, container_piece, may_start_aboard
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


def depot(drawn: str, **more: Any) -> Table:
    """Blue attacks from y = 0, red defends."""
    return at(drawn, mission="depot-raid", map="depot", defender=1, **more)


def heist(drawn: str, offset: float = 10.0, **more: Any) -> Table:
    """Blue attacks; in round 2 the deck lies from x = 10 to 41, y = 30.5 to 35.5."""
    return at(drawn, mission="the-heist", map="glasstrain", defender=1, offset=offset, **more)


def rounds_over(table: Table, count: int = 1) -> Table:
    for _ in range(count):
        table.play("end", "end")
    return table


# -- depot: who wins -------------------------------------------------------------------------------------------------------------


@proves("depot.win-attacker", "depot.goal", "round.end-sequence")
def test_the_same_model_touching_the_goal_at_two_round_ends_running_wins() -> None:
    table = rounds_over(depot("blue Squad a 35,41\nred Squad z 10,66"))
    assert table.game.question is not None
    rounds_over(table)
    standing = table.game.standing
    assert (standing.over, standing.winner, standing.clause) == (True, 0, "depot.win-attacker")


@proves("depot.win-attacker")
def test_another_model_of_the_squad_does_not_take_over() -> None:
    """X touches at the end of round 2 and dies in round 3; Y of the same squad touches later: that is not the same model."""
    drawn = "blue Squad a 35,41 37.5,40.5 M=6 fresh\nred Squad y 35,30 fresh"
    table = rounds_over(depot(drawn, weapons={"y": ("gun: Gun, P 2, Sr 1, R 0-24",), "a": ()}))
    assert table.battle.holders == (0,)
    table.play("save:a", "play:y", "shoot:light:a", {"a1": 1}, "done", dice="gun 5")
    assert table.battle.round == 4
    assert table.game.question is not None
    table.play("play:a", "move", [[35, 41]], "done", "save:y")
    assert table.game.standing.winner == 1, "Y touches at the end of round 4 only"


@proves("depot.win-attacker")
@pytest.mark.parametrize(
    ("place", "touches"),
    [("35,41", True), ("35,40.9", True), ("35,40.8", False), ("35,43.25", True), ("32,43", True), ("31.8,43", False)],
)
def test_touching_is_a_gap_of_at_most_a_millimetre_and_standing_on_top_counts(place: str, touches: bool) -> None:
    table = rounds_over(depot(f"blue Squad a {place}\nred Squad z 10,66"), 2)
    assert (table.game.question is None) is touches


@proves("depot.win-attacker", "transport.passengers-inactive", "units.flyer.no-contact")
def test_passengers_and_airborne_flyers_do_not_touch_the_goal() -> None:
    inside = rounds_over(depot("blue Gull t 35,39.5 north landed\nblue Squad a inside=t n=3\nred Squad z 10,66"), 2)
    assert inside.game.standing.winner == 0, "the landed dropship itself touches it"
    above = rounds_over(depot("blue Flyer t 35,43\nblue Squad y 2,2\nred Squad z 10,66"), 2)
    assert above.game.question is not None
    carried = rounds_over(depot("blue Truck t 35,30 north\nblue Squad a inside=t n=3\nred Squad z 10,66"), 2)
    assert carried.game.question is not None


@proves("depot.win-defender", "depot.attacker-deployment")
def test_the_defender_wins_when_four_rounds_are_over() -> None:
    table = rounds_over(depot("blue Squad a 35,20\nred Squad z 10,66", round=4))
    assert (table.game.standing.winner, table.game.standing.clause) == (1, "depot.win-defender")
    late = rounds_over(depot("blue Squad a 35,41\nred Squad z 10,66", round=4))
    assert late.game.standing.winner == 1, "one round end is not enough"


@proves("depot.attacker-wiped-out")
def test_an_attacker_without_a_living_unit_has_lost_at_once() -> None:
    table = depot("blue Squad a 35,20\nred Squad z 35,30", active="z", weapons={"z": ("gun: Gun, P 2, Sr 1, R 0-24",)})
    table.play("shoot:light:a", dice="gun 5")
    assert (table.game.standing.winner, table.game.standing.clause) == (1, "depot.attacker-wiped-out")
    waiting = depot("blue Squad a 35,20\nblue Squad w waiting\nred Squad z 35,30", active="z")
    waiting.play("shoot:light:a", dice="rifle 5")
    assert waiting.game.question is not None, "one is still to come"
    defender = depot("blue Squad a 35,20\nred Squad z 35,30", active="a")
    defender.play("shoot:light:z", dice="rifle 5")
    assert defender.game.question is not None, "the reverse does not end the game"


# -- depot: deployment --------------------------------------------------------------------------------------------------------------


@proves("depot.defender-zone", "depot.terrain-layout")
@pytest.mark.parametrize(
    ("place", "may"),
    [
        ("35,60", True),  # (a) in or behind the yard
        ("21,37", False),  # on the yard's edge, partly on a container
        ("20.9,60", False),  # not wholly within x 20-50
        ("21,60", True),
        ("35,36.9", False),  # before y = 36
        ("9,33", True),  # (b) touching a carriage, in front of it
        ("9,32.8", False),
        ("9,36.5", True),  # on its deck
        ("13,50", True),  # touching the locomotive from the side
        ("9.5,60", True),  # (c) straight behind the locomotive
        ("18.5,55", False),
        ("16,64.5", False),  # glass does not qualify
    ],
)
def test_defenders_are_set_up_in_the_yard_or_at_or_behind_the_train(place: str, may: bool) -> None:
    table = depot("blue Squad a 2,2\nred Squad z waiting", turn=1).play("play:z")
    x, y = (float(word) for word in place.split(","))
    if may:
        table.play([[x, y]])
        assert table.at("z1") == (x, y)
        assert table.asked.player == 0, "for both points"
    else:
        with pytest.raises(Refused):
            table.play([[x, y]])


@proves("depot.defender-zone")
def test_the_yard_and_the_ground_behind_the_train_are_drawn_for_whoever_is_set_up_there() -> None:
    asked = depot("blue Squad a 2,2\nred Squad z waiting", turn=1).play("play:z").asked
    assert isinstance(asked, Place) and asked.has_area
    yard, *behind = asked.area()
    assert (min(yard), max(yard)) == ((20.0, 36.0), (50.0, 70.0))
    assert behind and all(max(corner[1] for corner in strip) == 70.0 for strip in behind)


@proves("depot.defender-deploys-by-card", "deploy.cheaper-entries")
def test_a_defender_may_use_the_entry_of_its_own_card_instead() -> None:
    """The mortar is placed in the zone for one point; the captain would pay two there, or come from the edge for one."""
    mortar = depot("blue Squad a 2,2\nred mortar z waiting", turn=1).play("play:z")
    assert mortar.keys == ["zone", "short"]
    mortar.play("zone", [[35, 60]])
    assert mortar.battle.turn is not None
    assert mortar.battle.turn.points == 1
    captain = depot("blue Squad a 2,2\nred captain z waiting", turn=1).play("play:z", "zone", [[35, 60]])
    assert captain.battle.turn is not None
    assert captain.battle.turn.points == 1, "3 points less 2"


@proves("depot.attacker-deployment", "heist.attacker-deployment", "deploy.no-cc-on-double")
def test_attackers_enter_with_one_action_or_two() -> None:
    """M 7: one action to centre y = 6 with a point left, two to y = 13."""
    for table in (
        depot("blue Squad a waiting M=7\nred Squad z 35,60"),
        heist("blue Squad a waiting M=7\nred Squad z 35,60"),
    ):
        table.play("play:a")
        assert table.keys == ["edge", "short"]
        short = table.game.fork()
        table.play("short", [[45, 6]])
        assert table.battle.turn is not None
        assert table.battle.turn.points == 1
        assert short.question is not None
    far = depot("blue Squad a waiting M=7\nred Squad z 35,60").play("play:a", "edge", [[45, 13]])
    assert far.asked.player == 1
    with pytest.raises(Refused):
        depot("blue Squad a waiting M=7\nred Squad z 35,60").play("play:a", "short", [[45, 6.1]])


@proves("depot.attacker-deployment")
def test_an_attacker_may_use_its_cards_entry() -> None:
    skate = depot("blue skate a waiting\nred Squad z 35,60").play("play:a")
    assert skate.keys == ["touching edge", "short", "edge"]
    captain = depot("blue captain a waiting\nred Squad z 35,60").play("play:a")
    assert captain.keys == ["short", "edge"], "her own entry for one action, or two like anybody"
    captain.play("edge", [[45, 14.75]])
    assert captain.battle.turn is not None
    assert captain.battle.turn.points == 1, "3 points less 2"


@proves("cards.double-time", "depot.attacker-deployment")
def test_the_ways_to_enter_tell_the_raised_move() -> None:
    table = depot("blue Squad a waiting M=7\nred Squad z 35,60", hands=("double-time", "skip"))
    table.play("play:double-time", "a", "skip", "play:a")
    assert [table.option(key).label for key in ("edge", "short")] == [
        "Move in up to 18 cm (2 actions)",
        "Move in up to 9 cm (1 action)",
    ]


# -- the train ------------------------------------------------------------------------------------------------------------------------


@proves("heist.win-attacker", "heist.aboard-definition", "round.end-sequence")
def test_a_unit_aboard_at_two_round_ends_running_takes_the_train() -> None:
    table = rounds_over(heist("blue Squad a 20,33\nred Squad z 10,66"))
    assert table.game.question is not None
    rounds_over(table)
    assert (table.game.standing.winner, table.game.standing.clause) == (0, "heist.win-attacker")


@proves("heist.win-attacker")
def test_it_is_judged_by_unit_not_by_model() -> None:
    """a1 is aboard at the end of round 2 and jumps off; a2 is aboard at the end of round 3: the same unit."""
    table = rounds_over(heist("blue Squad a 20,33 20,36.6 M=30\nred Squad z 10,66"))
    assert table.battle.holders == (0,)
    assert [table.at("a1"), table.at("a2")] == [(30.0, 33.0), (20.0, 36.6)]
    table.play("a1", "play:a", "move", {"path": [[30, 37.5]], "models": {"a2": [[30, 34]]}}, "done", "end")
    assert table.game.standing.winner == 0


@proves("heist.win-attacker", "heist.win-defender")
def test_boarding_in_the_last_round_is_too_late_and_leaving_breaks_it() -> None:
    late = rounds_over(heist("blue Squad a 40,33\nred Squad z 10,66", offset=30.0, round=4))
    assert (late.game.standing.winner, late.game.standing.clause) == (1, "heist.win-defender")
    never = rounds_over(heist("blue Squad a 40,20\nred Squad z 10,66", offset=30.0, round=4))
    assert never.game.standing.winner == 1


@proves("heist.aboard-definition")
@pytest.mark.parametrize(
    ("unit", "aboard"),
    [
        ("Squad a 20,31.5", True),
        ("Squad a 20,31.49", True),  # the hundredth that is forgiven wherever it stands
        ("Squad a 20,31.489", False),
        ("Squad a 20,31.4", False),  # not its whole base
        ("Squad a 10.9,33", False),
        ("Skiff a 20,33", True),  # hovering over the deck
        ("Gull a 20,33 landed", True),
        ("Gull a 20,33 airborne", False),
        ("Flyer a 20,33", False),
    ],
)
def test_aboard_is_with_the_whole_base_on_the_deck(unit: str, aboard: bool) -> None:
    table = rounds_over(heist(f"blue {unit}\nblue Squad y 2,2\nred Squad z 10,66"))
    assert bool(table.battle.holders) is aboard


@proves("heist.attacker-wiped-out")
def test_no_attacker_left_ends_the_heist() -> None:
    table = heist("blue Squad a 35,20\nred Squad z 35,10", active="z").play("shoot:light:a", dice="rifle 5")
    assert (table.game.standing.winner, table.game.standing.clause) == (1, "heist.attacker-wiped-out")


@proves("heist.train-moves", "round.end-sequence")
def test_the_train_moves_10_cm_after_every_round_with_everything_aboard() -> None:
    drawn = "blue Squad a 20,32 22.5,32\nblue Squad g 50,20\nred Skiff s 10,33 south\nred Squad z 10,66"
    table = rounds_over(heist(drawn, offset=0.0, round=1))
    assert [table.at(key) for key in ("a1", "a2", "s1", "g1")] == [
        (30.0, 32.0),
        (32.5, 32.0),
        (20.0, 33.0),
        (50.0, 20.0),
    ]
    deck = table.battle.battlefield.deck
    assert deck is not None
    assert (deck.min_x, deck.max_x) == (10.0, 41.0)
    assert table.battle.battlefield.piece("L").part.max_x == 49.5


@proves("heist.train-moves")
def test_there_is_no_move_after_the_last_round_and_the_win_check_comes_first() -> None:
    table = rounds_over(heist("blue Squad a 40,20\nred Squad z 10,66", offset=30.0, round=4))
    assert table.battle.battlefield.offset == 30.0
    won = rounds_over(heist("blue Squad a 20,33\nred Squad z 10,66", offset=0.0, round=1), 2)
    assert won.battle.battlefield.offset == 10.0, "after round 1 only"


@proves("heist.train-moves")
def test_the_front_positions_of_the_four_rounds() -> None:
    """39.5, 49.5, 59.5, 69.5 cm from the rear edge of the table, either way."""
    plain = content().maps["glasstrain"]
    for map in (plain, plain.mirrored()):
        train = map.train
        assert train is not None
        for round, front in ((1, 39.5), (2, 49.5), (3, 59.5), (4, 69.5)):
            field = Battlefield(map, (), (), (round - 1) * train.advance * train.direction)
            part = field.piece("L").part
            assert (part.max_x if train.direction > 0 else 70 - part.min_x) == front


@proves("heist.train-pushes")
def test_whoever_stands_in_the_way_is_set_beside_the_train_without_harm() -> None:
    """The locomotive comes from x = 39.5 to 49.5: a model at (45,31) goes south to y = 29.5, one at (45,35) north."""
    drawn = "blue Squad a 45,31\nred Squad z 46.5,35\nred Squad y 10,66"
    table = rounds_over(heist(drawn, offset=0.0, round=1))
    assert table.at("a1") == (45.0, 29.5)
    assert table.at("z1") == (46.5, 36.5)
    assert table["a1"].wounds == 0


@proves("heist.train-pushes")
def test_its_owner_chooses_the_side_if_both_are_equally_near() -> None:
    table = heist("blue Squad a 45,33\nred Squad z 10,66", offset=0.0, round=1).play("end", "end")
    assert (table.asked.clause, table.asked.player) == ("heist.train-pushes", 0)
    assert table.play("north").at("a1") == (45.0, 36.5)


@proves("heist.train-pushes")
def test_a_taken_spot_is_not_pushed_into_and_vtols_in_the_air_stay() -> None:
    drawn = "blue Squad a 45,31\nblue Squad b 45,29\nblue Gull g 48,33 airborne\nred Squad z 10,66"
    table = rounds_over(heist(drawn, offset=0.0, round=1))
    x, y = table.at("a1")
    assert (x, y) != (45.0, 31.0)
    assert ((x - 45) ** 2 + (y - 29) ** 2) ** 0.5 >= 1.99
    assert table.at("g1") == (48.0, 33.0)


@proves("heist.bumping", "card.skill-can-be-negative")
def test_whoever_is_aboard_has_one_skill_less() -> None:
    """Dodge 2 at Skill -1: a 3 misses, a 4 hits; one model aboard is enough, of either side."""
    for drawn, face, dead in (
        ("blue Squad a 20,33\nred Squad z 20,45", 3, False),
        ("blue Squad a 20,33\nred Squad z 20,45", 4, True),
        ("blue Squad a 20,28\nred Squad z 20,45", 3, True),
    ):
        table = heist(drawn + "\nred Squad y 60,66", active="a").play("shoot:light:z", dice=f"rifle {face}")
        assert (table.alive("z") == []) is dead
    mixed = heist("blue Squad a 20,33 20,37\nred Squad z 20,45 D=3 H=9\nred Squad y 60,66", active="a")
    assert mixed.play("shoot:light:z", dice="rifle 4 4")["z1"].wounds == 0
    red = heist("blue Squad a 20,45\nred Squad z 20,33\nred Squad y 60,66", active="z")
    assert red.play("shoot:light:a", dice="rifle 3").alive("a") == ["a1"]


@proves("heist.train-cover", "units.flyer.sight-ignores-terrain")
def test_whoever_is_aboard_has_one_dodge_more_from_every_side_flyers_included() -> None:
    """Dodge 2: on the moving train 3, hunkered 4; also against a flyer and a command card."""
    for attacker in ("Squad a 20,20", "Squad a 20,45", "Flyer a 20,20"):
        for flags, dodge in (("", 3), ("hunkered", 4)):
            for face in (dodge, dodge + 1):
                table = heist(f"blue {attacker}\nred Squad z 20,33 {flags}\nred Squad y 60,66", active="a")
                table.play("shoot:light:z", dice=f"rifle {face}")
                assert (table.alive("z") == []) is (face > dodge), (attacker, flags, face)
    for face, dead in ((3, False), (4, True)):
        table = heist("blue Squad y 2,2\nred Squad z 20,33 played\nred Squad x 60,66", hands=("strafing-run", ""))
        table.play("play:strafing-run", "z", dice=f"strafing-run {face} 1 1 1 1")
        assert (table.alive("z") == []) is dead


@proves("heist.train-cover", "cc.ignore-cover")
def test_the_trains_cover_does_not_count_in_close_combat() -> None:
    drawn = "blue Squad a 20,32\nred Squad z 20,34\nred Squad y 60,66"
    table = heist(drawn, active="a", weapons={"a": ("hooks: CC, P 2, Sr 1, Skill 1",)})
    assert table.play("strike:z", dice="hooks 3").alive("z") == [], "Skill 1, -1 for the bumping, against Dodge 2"


@proves("heist.train-cover", "heist.containers-on-train", "terrain.container.blocks-sight")
def test_the_trains_cover_does_not_add_to_that_of_a_container() -> None:
    """A unit aboard behind and touching a container has +2, not +3."""
    field = Battlefield(content().maps["glasstrain"])
    field = field.with_container(container_piece(field, ALONG, (5.0, 32.0))).driven_on(10.0)
    for face, dead in ((4, False), (5, True)):
        table = heist("blue Squad a 17.6,20\nred Squad z 17,34.3\nred Squad y 60,66", active="a")
        table.battle.battlefield = field
        table.play("shoot:light:z", dice=f"rifle {face}")
        assert (table.alive("z") == []) is dead


@proves("heist.containers-on-train", "terrain.container.blocks-sight")
def test_a_container_on_the_train_blocks_sight_between_two_on_the_ground() -> None:
    """Its top is at 4 cm; the low deck under it does not let lines through."""
    field = Battlefield(content().maps["glasstrain"])
    field = field.with_container(container_piece(field, ALONG, (5.0, 33.0))).driven_on(10.0)
    table = heist("blue Squad a 15,26\nred Squad z 15,40\nred Squad y 60,66", active="a")
    assert table.can("shoot")
    blocked = heist("blue Squad a 15,26\nred Squad z 15,40\nred Squad y 60,66", active="a")
    blocked.battle.battlefield = field
    assert "shoot:light:z" not in blocked.keys


@proves("skirmish.set-up", "heist.bumping", "heist.train-cover")
def test_in_a_skirmish_the_standing_train_neither_bumps_nor_covers() -> None:
    drawn = "blue Squad a 20,33\nred Squad z 20,45\nred Squad y 60,66"
    table = at(drawn, active="a", map="glasstrain", offset=10.0).play("shoot:light:z", dice="rifle 3")
    assert table.alive("z") == []
    covered = at("blue Squad a 20,45\nred Squad z 20,33\nred Squad y 60,66", active="a", map="glasstrain", offset=10.0)
    assert covered.play("shoot:light:z", dice="rifle 3").alive("z") == []


@proves("skirmish.set-up", "heist.train-moves")
def test_in_a_skirmish_the_train_stands_still() -> None:
    table = rounds_over(at("blue Squad a 20,20\nred Squad z 20,60", map="glasstrain"))
    assert table.battle.battlefield.offset == 0.0


@proves("skirmish.winner")
@pytest.mark.parametrize(
    ("drawn", "winner"),
    [
        ("blue Squad a 20,20\nred Squad z 20,60", None),
        ("blue Squad a 20,20\nblue Squad b 30,20\nred Squad z 20,60", 0),
        ("blue Truck a 20,20\nblue Squad b inside=a\nred Squad z 20,60\nred Squad y 30,60", 1),
        ("blue Squad a 20,20\nblue Squad b waiting\nred Squad z 20,60", None),
    ],
)
def test_a_skirmish_is_won_by_more_living_units_on_the_table(drawn: str, winner: int | None) -> None:
    table = rounds_over(at(drawn, round=4))
    assert (table.game.standing.over, table.game.standing.winner) == (True, winner)
    assert rounds_over(at(drawn, round=3)).game.question is not None


# -- the train and squads -------------------------------------------------------------------------------------------------------


@proves("heist.train-pushes", "coherency.three-cm")
def test_a_squad_the_train_pushes_aside_stays_together_where_it_can() -> None:
    """Three are nearest to the south side, the fourth to the north: all of them are set to the south."""
    drawn = "blue Squad a 52,31 54.5,31 57,31 58.4,35.4\nred Squad z 10,66"
    table = rounds_over(heist(drawn))
    assert is_coherent(table.battle, table.unit("a"))
    places = [table.at(key) for key in table.alive("a")]
    assert places[:3] == [(52.0, 29.5), (54.5, 29.5), (57.0, 29.5)]
    assert places[3][1] <= 29.5, "beside the train, not before it"


@proves("heist.train-pushes")
def test_a_squad_that_was_split_before_is_pushed_by_the_shortest_way() -> None:
    table = rounds_over(heist("blue Squad a 52,31 58.4,35.4\nred Squad z 10,66"))
    assert [table.at(key) for key in table.alive("a")] == [(52.0, 29.5), (58.4, 36.5)]


@proves("heist.train-moves", "coherency.who-is-out")
def test_of_a_squad_half_of_which_is_carried_off_the_owner_names_the_part_that_counts() -> None:
    table = heist("blue Squad a 20,32 20,29\nred Squad z 10,66").play("end", "end")
    assert (table.asked.clause, table.asked.player) == ("coherency.who-is-out", 0)
    table.play("a2")
    assert [model.key for model in in_coherency(table.battle, table.unit("a"))] == ["a2"]


@proves("heist.defender-starts-on-train")
def test_a_gap_anywhere_on_a_crowded_deck_is_room() -> None:
    """Troopers every 4.75 cm along the middle of the deck leave 2.75 between them: room for a hero of 2.5."""
    crowd = " ".join([f"{11.85 + 4.75 * k:g},33" for k in range(7)])
    drawn = f"blue Squad q 5,5\nred Squad a {crowd}\nred Hero h waiting"
    table = heist(drawn)
    assert may_start_aboard(table.battle, table.unit("h")) == ""
    full = heist(drawn.replace(crowd, " ".join([f"{11.1 + 3.6 * k:g},33" for k in range(9)])))
    assert may_start_aboard(full.battle, full.unit("h")) == "there is no room on the deck"
