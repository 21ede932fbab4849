"""The heist: situations worked out from the book by hand."""

from math import sqrt

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from tests.rulebooks.vijilant.situations.sketches import FAR, GUN, depot, heist, refusal, refused
from tests.rulebooks.vijilant.test_missions import rounds_over
from tests.rulebooks.vijilant.test_set_up import ON_TRAIN, SUBCARDS, battle_of, play, started
from tests.rulebooks.vijilant.test_set_up import heist as heist_set_up
from vanguard import odds
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import load_rulebook
from vanguard.rulebooks.vijilant.coherency import is_coherent
from vanguard.rulebooks.vijilant.state import CONTAINERS, REMOVED, TRAIN_SETUP
from vanguard.rulebooks.vijilant.train import may_start_aboard, on_deck
from vanguard.tabletop.squads import is_linked
from vanguard.testing import scripts
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


def faults(table: Table) -> list[str]:
    """What must never be; a drawing has no equal hands."""
    return [it for it in load_rulebook("vijilant").faults(table.battle) if "hands" not in it]


CROWDED_DECK = """
    red Gull v 27.4,33 east landed
    red Skiff s 4,33 east
    red Strider h 20.1,32.8
    red Squad q 12.4,33.7 16.8,32.8
    red Squad w waiting n=8
    blue Squad z 5,5
"""


@proves("heist.train-start", "heist.shards-random")
def test_the_train_is_set_up_in_three_steps() -> None:
    game = started("the-heist", "glasstrain", defender="first")
    play(game, *SUBCARDS, "nobody", "nobody", "nobody")
    assert battle_of(game).phase == TRAIN_SETUP
    assert scripts.asked(game).clause == "heist.train-start"
    shards = "shards south-2 south-5 south-7 south-8 south-10 / shards north-2 north-4 north-6"
    play(game, "left", dice=shards)
    battle = battle_of(game)
    assert battle.phase == CONTAINERS
    keys = {piece.key for piece in battle.battlefield.pieces if piece.kind == "glass shard"}
    assert keys == {"south-2", "south-5", "south-7", "south-8", "south-10", "north-2", "north-4", "north-6"}
    assert scripts.asked(game).clause == "heist.containers-on-train"
    assert "right to left" in "\n".join(game.log(None))


@proves("heist.containers-on-train")
def test_one_container_is_enough_and_when_there_is_no_room_nobody_is_asked() -> None:
    game = heist_set_up()
    assert "done" not in scripts.keys(game)
    play(game, "along", [[2, 31.75]])
    assert "done" in scripts.keys(game)
    assert scripts.asked(game).prompt == "Containers on the train: 1 of 6"
    play(game, "along")
    for place in ([[-500, 33]], [[500, 33]], [[5, -500]], [[5, 500]]):
        with pytest.raises(Refused) as why:
            play(game, place)
        assert why.value.clause == "heist.containers-on-train"


@proves("heist.defender-starts-on-train", "ramming.straight-line", "movement.rough")
def test_a_truck_on_the_deck_rams_over_half_its_move() -> None:
    drawn = "red Truck a 15,33 east started-aboard\nblue Squad b 19.5,33\nblue Squad y 2,2"
    assert refused(heist(drawn, active="a"), "ram", [[20.2, 33]]) == "movement.up-to-m"
    table = heist(drawn, active="a").play("ram", [[20, 33]])
    assert (table.alive("b"), table.at("a1")) == ([], (20, 33))


@proves("heist.defender-starts-on-train")
def test_only_a_vehicle_that_started_aboard_is_kept_from_coming_back_and_one_that_left_is_off_for_good() -> None:
    drawn = "blue Truck a 26,33 north M=60 started-aboard\nred Squad z 10,66"
    assert refusal(heist(drawn, active="a").play("move"), [[26, 40], [26, 33]]) == "heist.defender-starts-on-train"
    along = heist(drawn, active="a").play("move", [[30, 33], [20, 33], [20, 40]])
    assert not along.unit("a").on_deck
    assert refusal(along.play("move"), [[20, 33]]) == "units.vehicle.barred-by-terrain"
    skiff = heist("blue Skiff a 26,33 north M=60\nred Squad z 10,66", active="a")
    assert skiff.play("move", [[26, 40], [26, 33]]).at("a1") == (26, 33), "whoever hovers comes and goes"
    ground = at("blue Truck a 26,33 north started-aboard" + FAR, active="a").play("move", [[26, 40]])
    assert ground.at("a1") == (26, 40), "where there is no train there is nothing to come back to"


@proves("heist.defender-starts-on-train")
def test_a_way_that_grazes_off_the_deck_and_on_again_is_refused_however_it_is_cut() -> None:
    drawn = "blue Truck a 26,33 north M=90 started-aboard\nred Squad z 10,66"
    for way in ([[26, 38], [22, 38], [22, 33]], [[26, 38], [26, 28]], [[20, 33], [20, 38], [16, 33]]):
        assert refusal(heist(drawn, active="a").play("move"), way) == "heist.defender-starts-on-train"


@proves("heist.defender-starts-on-train")
def test_the_first_unit_of_the_defender_may_start_aboard_on_a_container_and_a_vehicle_not() -> None:
    game = play(heist_set_up(*ON_TRAIN), "blue-col-overseer", [[2, 31.75]])
    overseer = battle_of(game).units[0]
    assert battle_of(game).models[overseer.first].base.elevation == 4.0
    assert not overseer.on_deck, "the deck is no ground of its own for whoever walks"
    play(game, "blue-col-skiff")
    with pytest.raises(Refused, match="in the way"):
        play(game, [[4.5, 33]])
    play(game, [[8, 33]], "done", dice="roll-off 5 / roll-off 2")
    assert battle_of(game).round == 1


@proves("heist.defender-starts-on-train", "coherency.three-cm")
def test_eight_start_aboard_one_by_one_between_those_who_stand_there() -> None:
    table = heist(CROWDED_DECK, offset=0.0)
    assert may_start_aboard(table.battle, table.unit("w")) == ""
    placing = on_deck(table.battle, table.unit("w"))
    assert placing is not None
    moved = placing.check(placing.propose()[0])
    bases = [table.battle.models[index].base.at(*points[-1][:2]) for index, points, _ in moved]
    assert len(bases) == 8 and is_linked(bases, 3.01)
    assert all(table.battle.battlefield.is_aboard(base) for base in bases)


@proves("heist.defender-others", "deploy.default-edge")
def test_a_defender_of_the_train_comes_in_from_its_own_edge() -> None:
    drawn = "blue Squad a 2,2\nred Squad b waiting M=7"
    table = heist(drawn, turn=1, offset=0.0, round=1).play("play:b", [[20, 57]])
    assert table.at("b1") == (20.0, 57.0)
    assert table.asked.player == 0, "with both actions: one is for the attacker alone"


@proves("heist.attacker-deployment", "depot.attacker-deployment")
def test_the_short_entry_is_offered_by_the_rule_of_its_mission() -> None:
    for table, clause in (
        (depot("blue Squad a waiting n=1\nred Squad z 35,60"), "depot.attacker-deployment"),
        (heist("blue Squad a waiting n=1\nred Squad z 35,60"), "heist.attacker-deployment"),
    ):
        assert table.play("play:a").option("short").clause == clause


@proves("heist.bumping", "heist.train-cover", "combat.number-of-attacks")
def test_the_odds_of_a_strike_team_against_a_team_on_the_next_carriage() -> None:
    """Both aboard: Skill -1 against 3: a 5 or 6; three dice at one man."""
    table = heist(
        "blue Squad a 15,33\nred Squad b 30,33\nred Squad z 65,65",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 3, R 0-60",)},
    )
    assert odds.of(table.game, "shoot:light:b").chance_removed() == pytest.approx(1 - (4 / 6) ** 3)


@proves("heist.bumping", "weapon.indirect.skill-penalty", "weapon.skill-modifier", "card.skill-can-be-negative")
@pytest.mark.parametrize(("face", "dead"), [(3, False), (4, True)])
def test_a_mortar_on_the_train_that_nobody_spots_for(face: int, dead: bool) -> None:
    """Skill 0, its own +1, the train -1, no spotter -1: Dodge 2 is hit on a 4."""
    drawn = "blue mortar a 20,33\nred Squad b 20,60\nred Squad z 65,65\nlocomotive 2,60,45,47"
    table = heist(drawn, active="a").play("shoot:heavy:b", dice=f"sexton-mortar {face} 1 1")
    assert (table.alive("b") == []) is dead


@proves("heist.bumping", "last-stand.one-joint-action")
def test_the_dead_of_a_unit_aboard_shoot_as_badly_as_the_living() -> None:
    drawn = "blue Squad a 20,20 H=9\nred Squad b 20,33 fresh" + FAR
    for face, hurt in ((3, 0), (4, 1)):
        table = heist(drawn, active="a").play("shoot:light:b", "shoot:light:a", dice=f"rifle 4 / rifle {face}")
        assert table["a1"].wounds == hurt


@proves("heist.bumping", "last-stand.one-joint-action")
def test_the_dead_aboard_are_bumped_though_the_rest_of_their_squad_is_on_the_ground() -> None:
    """b1 dies on the deck and shoots at Skill -1: a 3 misses; b2 dies beside the train while b1 lives aboard: the same."""
    drawn = "blue Squad a 20,20 H=9\nred Squad b 20,32 20,29 fresh" + FAR
    for dead in ("b1", "b2"):
        table = heist(drawn, active="a")
        table.play("shoot:light:b", {dead: 1}, "shoot:light:a", dice="rifle 4 / rifle 3")
        assert table["a1"].wounds == 0, dead


@proves("heist.bumping")
@pytest.mark.parametrize(("places", "dodge", "wounds"), [("20,33 20,28.9", 2, 0), ("20,28.9 22.5,28.9", 2, 2)])
def test_one_model_aboard_costs_the_whole_squad_its_aim(places: str, dodge: int, wounds: int) -> None:
    drawn = f"blue Squad a {places}\nred Squad b 20,20 D={dodge} H=9\nred Squad z 10,66"
    table = heist(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", dice="gun 3 3")
    assert table["b1"].wounds == wounds


@proves("heist.train-cover", "cover.squad-shares", "command.attack-procedure")
@pytest.mark.parametrize(("second", "face", "hit"), [("20,29", 3, False), ("20,29", 4, True), ("40,20", 3, True)])
def test_a_squad_half_aboard_shares_the_trains_cover_against_a_command_too(second: str, face: int, hit: bool) -> None:
    """A stray far from the train has none of it and makes all of them easy to hit."""
    table = heist(f"blue Squad y 2,2\nred Squad b 20,32 {second} played\nred Squad x 60,66", hands=("strafing-run", ""))
    table.play("play:strafing-run", "b", dice=f"strafing-run {face} 1 1 1 1")
    assert (table.asked.clause == "wounds.defender-allocates") is hit


@proves("heist.train-cover", "cover.stray-excluded", "combat.weakest-dodge")
@pytest.mark.parametrize(("second", "face", "hit"), [("20,37.2", 3, False), ("20,37.2", 4, True), ("40,45", 3, True)])
def test_of_a_squad_half_aboard_those_near_share_the_trains_cover_and_a_stray_does_not(
    second: str, face: int, hit: bool
) -> None:
    drawn = f"blue Squad a 30,50\nred Squad b 20,34 {second}" + FAR
    table = heist(drawn, active="a").play("shoot:light:b", dice=f"rifle {face}")
    assert (table.asked.clause == "wounds.defender-allocates") is hit


@proves("heist.train-cover")
def test_beside_the_train_there_is_no_cover_from_it() -> None:
    for y, dead in ((33, False), (20, True)):
        table = heist(f"blue Squad q 2,2\nred Squad b 20,{y} D=2\nred Squad z 10,66", hands=("strafing-run", "skip"))
        table.play("play:strafing-run", "b", dice="strafing-run 3 1 1 1 1")
        assert (table.alive("b") == []) is dead
        assert (table.asked.clause == "last-stand.when") is dead


@proves("heist.train-cover", "cc.ignore-cover")
def test_aboard_and_hunkered_against_a_command_both_count() -> None:
    drawn = "blue Squad q 2,2\nred Squad b 20,33 D=2 hunkered\nred Squad z 10,66"
    table = heist(drawn, hands=("strafing-run", "skip"))
    key = next((k for k in table.keys if k.startswith("play:") and "straf" in k), "")
    assert key
    table.play(key, "b", dice="strafing-run 4 4 4 4 4")
    assert table.alive("b") == ["b1"]


@proves("heist.train-moves", "transport.ground-must-slow-to-pick-up")
def test_a_truck_that_has_slowed_on_the_deck_is_still_slow_when_the_train_has_carried_it() -> None:
    """It has not driven: troops that ride beside it get in."""
    drawn = "red Truck t 20,33 north slowed started-aboard\nred Squad p 16.7,33\nblue Squad a 5,5"
    table = rounds_over(heist(drawn)).play("save:a", "play:p", "load:t")
    assert table.unit("p").inside == table.unit("t").index


@proves("heist.train-moves")
def test_the_dead_stay_where_they_fell_and_only_those_aboard_are_carried() -> None:
    drawn = "blue Squad a 20,33 22.5,33\nblue Squad w waiting\nred Squad z 10,66"
    table = heist(drawn, offset=0.0, round=1)
    table["a2"].fate = REMOVED
    rounds_over(table)
    assert (table.at("a1"), table.at("a2")) == ((30, 33), (22.5, 33))
    [event] = table.events("train-moves")
    assert event.about == ("a1",)


@proves("heist.train-moves", "heist.train-start")
def test_a_train_to_the_left_carries_its_passengers_to_the_left() -> None:
    from vanguard.rulebooks.vijilant.battlefield import Battlefield
    from vanguard.rulebooks.vijilant.content.content import content

    table = at("blue Squad a 50,33\nred Squad z 10,66", mission="the-heist", map="glasstrain", defender=1, round=1)
    table.battle.battlefield = Battlefield(content().maps["glasstrain"].mirrored(), (), (), 0.0)
    table["a1"].base = table["a1"].base.at(50, 33, 1.5)
    rounds_over(table)
    assert table.at("a1") == (40, 33)
    assert table.battle.battlefield.piece("L").part.min_x == 20.5


@proves("heist.train-pushes", "heist.aboard-definition")
@pytest.mark.parametrize("x", [45, 41])
def test_a_skimmer_over_the_locomotive_or_the_gap_is_not_aboard_and_is_pushed_aside(x: int) -> None:
    """In round 2 the deck ends at 41 and the locomotive runs to 49.5; 10 cm on the deck is under the skate, who is not on it."""
    table = heist(f"blue skate a {x},32.5\nred Squad z 10,66").play("end", "end")
    assert table.at("a1") == (x, 28.75)
    assert table["a1"].base.elevation == 0
    assert table.battle.holders == ()


@proves("heist.train-pushes", "heist.aboard-definition")
def test_in_the_middle_over_the_locomotive_its_owner_says_to_which_side() -> None:
    table = heist("blue skate a 45,33\nred Squad z 10,66").play("end", "end")
    assert (table.decider, table.clause) == (0, "heist.train-pushes")
    assert table.play("north").at("a1") == (45, 37.25)


@proves("heist.train-pushes", "units.vtol.airborne-or-landed")
def test_a_vtol_in_the_air_has_the_height_of_what_the_train_brings_under_it() -> None:
    drawn = "blue Gull g 55,33 airborne\nblue Gull h 13,33 airborne\nred Squad z 10,66"
    table = heist(drawn)
    assert [table[key].base.elevation for key in ("g1", "h1")] == [0, 1.5]
    rounds_over(table)
    assert [table.at(key) for key in ("g1", "h1")] == [(55, 33), (13, 33)]
    assert [table[key].base.elevation for key in ("g1", "h1")] == [4, 0], "over the locomotive; over the ground"


@proves("heist.train-pushes", "heist.aboard-definition")
def test_a_skimmer_that_hangs_over_the_edge_of_the_deck_is_left_behind_over_the_ground() -> None:
    """Its middle is over the deck but not its whole base: the train drives away under it, to x 20."""
    table = heist("blue skate a 13,31.5\nred Squad z 10,66")
    assert table["a1"].base.elevation == 1.5
    rounds_over(table)
    assert table.at("a1") == (13, 31.5)
    assert table["a1"].base.elevation == 0


@proves("heist.train-pushes", "heist.train-moves")
def test_nobody_aboard_is_carried_into_a_vtol_in_the_air() -> None:
    """The rider comes to (40,33): the dropship makes room, to the nearest place 3.5 cm off."""
    table = rounds_over(heist("blue Squad a 30,33\nred Gull g 40,33 airborne\nred Squad z 10,66"))
    assert table.at("a1") == (40, 33)
    x, y = table.at("g1")
    assert sqrt((x - 40) ** 2 + (y - 33) ** 2) == pytest.approx(3.5, abs=0.1)
    assert faults(table) == []


@proves("heist.train-pushes", "heist.aboard-definition")
def test_the_train_pushes_a_skimmer_and_a_landed_vtol_out_of_its_way() -> None:
    """The locomotive comes from x 39.5 to 49.5, y 30.5 to 35.5: 2.5 beside it is y 28 or 38."""
    drawn = "blue Skiff a 45,31 north\nred Gull b 46,36 north landed\nred Squad z 10,66"
    table = heist(drawn, offset=0.0, round=1).play("end", "end")
    assert (table.at("a1"), table.at("b1")) == ((45.0, 28.0), (46.0, 38.0))


@proves("heist.train-pushes")
@pytest.mark.parametrize(("y", "side"), [(32.99, 29.5), (33.02, 36.5)])
def test_the_nearer_side_is_taken_without_a_question(y: float, side: float) -> None:
    table = rounds_over(heist(f"blue Squad a 45,{y}\nred Squad z 10,66", offset=0.0, round=1))
    assert table.at("a1") == (45, side)


@proves("heist.train-pushes")
def test_a_squad_is_kept_together_by_the_shortest_way_for_that() -> None:
    """a2's place beside the train is taken by a truck. The nearest clear one, to the right of it, is out of a1's reach; to the
    left of a1 is the next; all to the north would be further."""
    drawn = "blue Squad a 43,31 45.5,31.3\nblue Truck t 46.8,28.2 east\nred Squad z 10,66\nlocomotive 38,45.6,20,28.4"
    table = rounds_over(heist(drawn, offset=0.0, round=1))
    assert is_coherent(table.battle, table.unit("a"))
    assert table.at("a1") == (43, 29.5)
    x, y = table.at("a2")
    assert 40.5 <= x <= 41.1
    assert y <= 29.51


@proves("heist.train-pushes")
def test_a_squad_in_coherency_on_its_shortest_ways_goes_nowhere_else() -> None:
    """Two are nearer to the south and two to the north; standing around the front they stay linked by those not pushed."""
    drawn = "blue Squad a 45,31 47.5,31 50.6,31 50.6,33 50.6,35 47.5,35\nred Squad z 10,66"
    table = rounds_over(heist(drawn, offset=0.0, round=1))
    assert is_coherent(table.battle, table.unit("a"))
    assert [table.at(key) for key in ("a1", "a2")] == [(45, 29.5), (47.5, 29.5)]


@proves("heist.train-pushes")
def test_a_squad_that_was_split_is_not_brought_together_by_the_train() -> None:
    table = rounds_over(heist("blue Squad a 52,31 57.6,31\nred Squad z 10,66"))
    assert [table.at(key) for key in table.alive("a")] == [(52, 29.5), (57.6, 29.5)]


@proves("heist.train-pushes")
def test_whoever_cannot_be_kept_together_goes_the_shortest_way() -> None:
    """Glass keeps everything near the south side but a1's own place, and more of it the north side."""
    walls = "\n".join([f"locomotive 40,43.9,{y}\nlocomotive 46.1,56,{y}" for y in ("24,29.6", "36.4,42")])
    drawn = f"blue Squad a 45,31 47.5,31\nred Squad z 10,66\n{walls}\nlocomotive 43.9,46.1,36.4,42\nlocomotive 43.9,46.1,24,28.4"
    table = rounds_over(heist(drawn, offset=0.0, round=1))
    assert table.at("a1") == (45, 29.5)
    x, y = table.at("a2")
    assert (x, y) != (47.5, 31)
    assert not 29.51 < y < 36.49


@proves("heist.train-pushes")
def test_nobody_is_pushed_into_glass() -> None:
    table = rounds_over(heist("blue Squad a 45,31\nred Squad z 10,66\nshard 45,27.5 r=2", offset=0.0, round=1))
    x, y = table.at("a1")
    assert not 29.51 < y < 36.49
    assert ((x - 45) ** 2 + (y - 27.5) ** 2) ** 0.5 > 2.7
    skiff = rounds_over(heist("blue Skiff a 45,31 north\nred Squad z 10,66\nshard 45,26 r=2", offset=0.0, round=1))
    x, y = skiff.at("a1")
    assert ((x - 45) ** 2 + (y - 26) ** 2) ** 0.5 > 4.1, "nor over it"


@proves("heist.aboard-definition", "heist.train-cover", "heist.bumping")
@pytest.mark.parametrize(("state", "dodge"), [("airborne", 3), ("landed", 4)])
def test_a_dropship_over_the_deck_is_aboard_only_when_it_has_landed(state: str, dodge: int) -> None:
    drawn = f"blue Squad a 20,20\nred Gull b 20,33 {state} T=1 H=9 systems=" + FAR
    assert heist(drawn, active="a").play("shoot:light:b", dice=f"rifle {dodge}")["b1"].wounds == 0
    assert heist(drawn, active="a").play("shoot:light:b", dice=f"rifle {dodge + 1}")["b1"].wounds == 1
    shooting = heist(f"blue Squad a 20,20 H=9\nred Gull b 20,33 {state}" + FAR, active="b")
    shooting.play("shoot:light:a", dice="rifle 3")
    assert shooting["a1"].wounds == (1 if state == "airborne" else 0)


@proves("heist.aboard-definition", "heist.train-moves")
def test_whoever_stands_across_a_coupling_is_aboard_and_carried_on() -> None:
    table = heist("blue Squad a 20.25,33\nred Squad z 10,66").play("end", "end")
    assert (table.at("a1"), table.battle.holders) == ((30.25, 33.0), (0,))


@proves("heist.win-attacker", "transport.passengers-inactive", "units.skimmer.ignores-terrain-moving")
def test_a_skimmer_holds_the_train_and_those_inside_it_do_not_count_for_themselves() -> None:
    table = heist("blue Skiff t 20,33\nblue Squad p inside=t n=3\nred Squad z 10,66").play("end", "end")
    assert [table.battle.units[index].key for index in table.battle.holders] == ["t"]
    table.play("end", "end")
    assert table.game.standing.winner == 0


@proves("heist.win-attacker")
def test_a_unit_that_gets_off_and_on_again_before_the_end_of_the_round_has_held_the_train() -> None:
    table = rounds_over(heist("blue Squad a 15,31.5 M=20\nred Squad z 10,66"))
    assert table.at("a1") == (25, 31.5)
    table.play("play:a", "move", [[25, 29]], "move", [[25, 31.5]], "end")
    assert table.game.standing.winner == 0
