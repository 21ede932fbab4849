"""Rules to the letter: costs, clauses told and the other halves that the chapters' own tests leave open."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from tests.rulebooks.vijilant.test_set_up import SUBCARDS, battle_of, play, started
from vanguard.core.questions import Split
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup, load_rulebook
from vanguard.rulebooks.vijilant.content.army_list import BOOK
from vanguard.rulebooks.vijilant.deployment import TOUCHING
from vanguard.rulebooks.vijilant.missions import check_round_end
from vanguard.rulebooks.vijilant.pinning import lift_pins
from vanguard.rulebooks.vijilant.setup import roll_off
from vanguard.rulebooks.vijilant.turns import expire
from vanguard.testing import scripts
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

APART = "red Squad z 65,65"


def points(table: Table) -> int:
    assert table.battle.turn is not None
    return table.battle.turn.points


# -- cards and rounds -----------------------------------------------------------------------------------------------------------


@proves("skip.does-nothing")
def test_a_skip_card_is_told_and_nothing_else_happens() -> None:
    table = at(f"blue Squad a 20,20\n{APART}", hands=("skip", "")).play("skip")
    assert [event.key for event in table.game.events] == ["skips"]
    assert table.battle.turn is None
    assert not table.unit("a").had_turn
    assert table.asked.player == 1


@proves("round.end-sequence", "hunker.expires")
def test_a_new_round_is_one_higher_and_everything_that_lasts_a_round_is_over() -> None:
    table = at(f"blue Squad a 20,20\n{APART}")
    unit = table.unit("a")
    unit.skill_bonus = unit.dodge_bonus = unit.morale_bonus = 2
    unit.move_bonus = 3.0
    expire(table.battle, unit)
    assert (unit.skill_bonus, unit.move_bonus, unit.dodge_bonus, unit.morale_bonus) == (0, 0, 0, 0)
    later = at(f"blue Squad a 20,20\n{APART}", round=2).play("end").play("end")
    assert later.battle.round == 3
    assert later.battle.turn_of in (0, 1)


@proves("pin.expires")
def test_a_pin_ends_with_the_owners_next_turn_and_not_before() -> None:
    table = at(f"blue Squad a 20,20 pinned\nblue Squad b 30,20\n{APART}")
    lift_pins(table.battle, 0)
    assert table.unit("a").pinned == 0, "no turn has been taken since"
    table.play("play:b", "done")
    assert table.unit("a").pinned == -1
    assert [event.about for event in table.events("pin-lifted")] == [("a1",)]


@proves("turn.action-menu", "turn.two-action-points")
def test_a_unit_that_dies_in_its_own_turn_does_nothing_more() -> None:
    """It runs into shards: on a 1 the only model is gone and so is its turn."""
    table = at(f"blue Squad a 20,20\nblue Squad b 40,20\n{APART}\nshardfall 18,22,22,26", active="a")
    table.play("move", [[20, 24]], dice="danger 1")
    assert table.alive("a") == []
    assert table.asked.player == 1


@proves("turn.two-action-points", "weapon.heavy.two-actions")
def test_a_volley_that_is_too_dear_is_refused_by_the_rule_that_makes_it_dear() -> None:
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,30\n{APART}",
        active="a",
        points=1,
        weapons={"a": ("mortar: Blast, Heavy, P 3, Sr 1, R 0-40", "rifle: Gun, P 2, Sr 1, R 0-24")},
    )
    assert table.why_not("shoot:heavy:b") == "costs 2 action points, 1 left [weapon.heavy.two-actions]"
    assert "shoot:light:b" in table.keys


# -- movement -------------------------------------------------------------------------------------------------------------------


@proves("coherency.must-restore", "movement.dangerous")
def test_closing_up_costs_a_point_and_the_dangers_on_its_way() -> None:
    table = at(f"blue Squad a 20,20 34,20 M=6\n{APART}\nshardfall 23,32,18,22").play("play:a")
    table.play("regroup", dice="danger 2 2")
    assert points(table) == 1
    assert table.unit("a").pinned < 0


@proves("movement.dangerous")
def test_who_did_not_move_in_dangerous_ground_rolls_nothing() -> None:
    drawn = f"blue Squad a 20,20 22.5,20\n{APART}\nshardfall 10,30,18,40"
    table = at(drawn, active="a").play("move", {"path": [[20, 22]], "models": {"a2": [[22.5, 20]]}}, dice="danger 2")
    [told] = [event for event in table.game.events if event.dice is not None]
    assert told.dice is not None
    assert told.dice.faces == (2,)


@proves("movement.through-models", "coherency.three-cm")
def test_no_two_models_of_a_squad_end_in_one_place_but_they_may_touch() -> None:
    table = at(f"blue Squad a 20,20 22.5,20\n{APART}", active="a").play("move")
    with pytest.raises(Refused) as why:
        table.play({"path": [[20, 24]], "models": {"a2": [[21.5, 24]]}})
    assert why.value.clause == "movement.through-models"
    table.play({"path": [[20, 24]], "models": {"a2": [[22, 24]]}})
    assert (table.at("a1"), table.at("a2")) == ((20, 24), (22, 24))


@proves("systems.mobility")
@pytest.mark.parametrize(("card", "grounded"), [("Skiff", True), ("Tank", False), ("Flyer", True), ("Gull", True)])
def test_who_hovers_or_flies_comes_down_without_mobility_and_others_stay(card: str, grounded: bool) -> None:
    table = at(
        f"blue Squad a 20,20\nred {card} b 20,30 D=0\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 5, Sr 1, R 0-40",)},
    )
    table.play("shoot:light:b", "b1:mobility", dice="gun 6")
    assert "mobility" in table["b1"].lost
    told = [event.key for event in table.game.events if event.key.startswith("grounded")]
    assert bool(told) is grounded
    assert not table.unit("b").airborne


# -- shooting -------------------------------------------------------------------------------------------------------------------


@proves("combat.to-hit", "goodshot.natural-six")
def test_goodshots_are_taken_out_of_the_ordinary_hits() -> None:
    """Three dice, two hits, one of them a goodshot: one model dies of each."""
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,30 x4 D=2\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 3, R 0-40",)},
    )
    table.play("shoot:light:b", "b4", {"b1": 1}, dice="gun 6 3 1")
    assert table.alive("b") == ["b2", "b3"]


@proves("combat.to-hit", "pin.trigger", "weapon.flame.pins")
def test_of_several_weapons_that_hit_the_one_that_must_pin_counts() -> None:
    weapons = {"a": ("torch: Flame, P 1, Sr 1, R 0-24", "gun: Gun, Pinning, P 1, Sr 1, R 0-24")}
    table = at(f"blue Squad a 20,20\nred Squad b 20,30 Mr=5 D=0\n{APART}", active="a", weapons=weapons)
    table.play("shoot:light:b", dice="torch 6 / gun 5 / pinning 1")
    assert table.unit("b").pinned >= 0
    assert table.events("pinned")[-1].clause == "weapon.flame.pins"
    gun = at(f"blue Squad a 20,20\nred Squad b 20,30 Mr=5 D=0\n{APART}", active="a", weapons={"a": weapons["a"][1:]})
    gun.play("shoot:light:b", "yes", dice="gun 5 / pinning 1")
    assert gun.events("pinned")[-1].clause == "pin.roll"


@proves("goodshot.nominate", "goodshot.one-model-per-turn")
def test_a_nomination_holds_for_the_turn_and_no_nomination_binds_nobody() -> None:
    weapons = {"a": ("gun: Gun, P 2, Sr 1, R 0-40",)}
    table = at(f"blue Squad a 20,20\nred Squad b 20,30 x3 D=0 H=3\n{APART}", active="a", weapons=weapons)
    table.play("shoot:light:b", dice="gun 6")
    assert table.keys == ["none", "b1", "b2", "b3"]
    table.play("none", {"b1": 1})
    table.play("shoot:light:b", dice="gun 6")
    assert table.keys == ["none", "b1", "b2", "b3"], "nobody was named"
    named = at(f"blue Squad a 20,20\nred Squad b 20,30 x3 D=0 H=3\n{APART}", active="a", weapons=weapons)
    named.play("shoot:light:b", "b2", dice="gun 6")
    named.play("shoot:light:b", dice="gun 6")
    assert named.keys == ["none", "b2"]


@proves("wounds.defender-allocates")
def test_the_defender_is_asked_only_where_there_is_something_to_choose() -> None:
    gun = {"a": ("gun: Gun, P 2, Sr 2, R 0-40",)}
    alone = at(f"blue Squad a 20,20\nred Squad b 20,30 D=0 H=3\n{APART}", active="a", weapons=gun)
    alone.play("shoot:light:b", dice="gun 5 5")
    assert alone["b1"].wounds == 2
    swept = at(f"blue Squad a 20,20\nred Squad b 20,30 x2 D=0\n{APART}", active="a", weapons=gun)
    swept.play("shoot:light:b", dice="gun 5 5")
    assert swept.alive("b") == []
    two = at(f"blue Squad a 20,20\nred Squad b 20,30 x3 D=1\n{APART}", active="a", weapons=gun)
    two.play("shoot:light:b", dice="gun 5 1")
    assert isinstance(two.asked, Split)
    assert two.asked.player == 1
    assert "takes 1 hit of Power 2" in two.prompt
    two.play({"b3": 1})
    assert two.alive("b") == ["b1", "b2"]


@proves("wounds.by-difference", "wounds.power-beats-toughness")
def test_hits_that_cannot_wound_are_told_of_the_unit_and_cost_nothing() -> None:
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,30 x2 D=0 T=2\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 2, R 0-40",)},
    )
    table.play("shoot:light:b", dice="gun 5 5")
    assert table.alive("b") == ["b1", "b2"]
    [told] = table.events("harmless")
    assert told.about == ("b1",)


@proves("wounds.system-or-wound", "wounds.system-counts-as-health")
def test_a_squad_has_no_systems_to_lose_and_a_machine_about_to_die_is_not_asked() -> None:
    gun = {"a": ("gun: Gun, P 4, Sr 1, R 0-40",)}
    squad = at(f"blue Squad a 20,20\nred Squad b 20,30 D=0 H=5\n{APART}", active="a", weapons=gun)
    squad.play("shoot:light:b", dice="gun 5")
    assert squad["b1"].wounds == 3
    strider = at(f"blue Squad a 20,20\nred Strider b 20,30 D=0 H=5 T=1\n{APART}", active="a", weapons=gun)
    strider.play("shoot:light:b", dice="gun 5")
    assert strider.asked.clause == "wounds.system-or-wound"
    assert strider.keys == ["plain", "mobility", "sensors", "rifle"]
    strider.play("sensors", "plain")
    assert (strider["b1"].lost, strider["b1"].wounds) == (("sensors",), 3)
    dying = at(f"blue Squad a 20,20\nred Strider b 20,30 D=0 H=3 T=1\n{APART}", active="a", weapons=gun)
    dying.play("shoot:light:b", dice="gun 5")
    assert dying.alive("b") == []
    blind = at(
        f"blue Squad a 20,20\nred Strider b 20,30 D=0 H=5 T=1 lost=mobility;sensors;rifle\n{APART}",
        active="a",
        weapons=gun,
    )
    blind.play("shoot:light:b", dice="gun 5")
    assert not blind.events("system-lost")


@proves("weapon.special", "weapon.heavy.two-actions", "weapon.flame.pins")
@pytest.mark.parametrize(
    ("kinds", "cost", "pins"),
    [("Gun", 1, False), ("Gun, Heavy", 2, False), ("Flame", 1, True), ("Gun, Pinning", 1, True)],
)
def test_the_kinds_of_a_weapon_say_what_it_costs_and_whether_it_pins(kinds: str, cost: int, pins: bool) -> None:
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,30 D=6\n{APART}",
        active="a",
        weapons={"a": (f"it: {kinds}, P 2, Sr 1, R 0-40",)},
    )
    volley = "heavy" if cost == 2 else "light"
    table.play(f"shoot:{volley}:b", dice="it 1")
    left = 0 if table.battle.turn is None else points(table)
    assert left == 2 - cost
    assert table.unit("a").weapons[0].pinning is pins


@proves("combat.sight.unit-shares", "weapon.indirect.no-sight")
def test_who_sees_nobody_may_still_lob() -> None:
    drawn = f"blue Squad a 20,20\nred Squad b 20,40\n{APART}\nshard 20,30 r=4"
    gun = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-40",)})
    assert not gun.can("shoot")
    lob = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-40", "lob: Gun, Indirect, P 2, Sr 1, R 0-40")})
    assert lob.can("shoot")


@proves("cards.dread-chorus", "pin.once-per-attack")
def test_whoever_the_chorus_cannot_be_sung_at_is_told_why() -> None:
    for enemy, why in (
        ("Flyer b 20,30", "is in the air"),
        ("Squad b 20,30 pinned", "is pinned already [pin.once-per-attack]"),
        ("Squad b 20,40", "no model within 12 cm"),
    ):
        table = at(f"blue overseer a 20,20\nred {enemy}\n{APART}", active="a")
        assert why in table.why_not("special:dread-chorus:b"), enemy


# -- transports and flyers --------------------------------------------------------------------------------------------------------


@proves("transport.load-unload-cost", "transport.contact")
def test_getting_out_costs_a_point_and_needs_one() -> None:
    drawn = f"blue Truck t 20,20\nblue Squad a inside=t n=2\n{APART}"
    table = at(drawn, active="a")
    assert "unload:t" in table.keys
    table.play("unload:t", {"path": [[20, 23.3]], "models": {"a2": [[22.2, 23.3]]}})
    assert points(table) == 1
    assert table.unit("a").deployed
    assert table.unit("a").inside == -1
    none = at(drawn, active="a", points=0)
    assert none.asked.player == 1 or "[transport.load-unload-cost]" in none.why_not("unload:t")


@proves("units.flyer.full-move", "transport.landing-cost")
def test_a_flight_is_flown_once_and_ends_where_it_was_flown_to() -> None:
    table = at(f"blue Flyer a 20,20 north\n{APART}", active="a")
    table.play("fly", [[20, 44]])
    assert table.at("a1") == (20, 44)
    assert table.battle.turn is not None
    assert table.battle.turn.flown
    assert not table.can("fly")
    assert points(table) == 2, "it is free"


# -- missions and set-up ------------------------------------------------------------------------------------------------------------


@proves("depot.win-attacker", "heist.win-attacker")
def test_who_holds_the_goal_or_the_train_is_told_by_the_rule_of_the_mission() -> None:
    depot = at("blue Squad a 10,10\nred Squad b 30,30\ngoal 29,31,31.1,33", mission="depot-raid", defender=0)
    check_round_end(depot.battle)
    assert [event.clause for event in depot.battle.events if event.key == "goal-touched"] == ["depot.win-attacker"]
    assert depot.battle.phase != "ended"


@proves("campaign.winner", "depot.win-defender")
def test_only_the_heist_of_a_campaign_wins_the_campaign() -> None:
    for mission, campaign, won in (("depot-raid", True, 0), ("depot-raid", False, 0)):
        table = at("blue Squad a 10,10\nred Squad b 30,30\ngoal 60,62,60,62", mission=mission, defender=0, round=4)
        table.battle.campaign = campaign
        check_round_end(table.battle)
        told = [event.key for event in table.battle.events]
        assert told.count("won") == 1
        assert told.count("campaign-won") == won
        assert (table.battle.winner, table.battle.turn_of) == (0, -1)


@proves("campaign.winner", "heist.roles")
@pytest.mark.parametrize(("agreed", "seat"), [("first", 0), ("second", 1)])
def test_an_agreed_defender_is_taken_without_a_roll(agreed: str, seat: int) -> None:
    game = started("the-heist", "glasstrain", defender=agreed)
    assert battle_of(game).defender == seat
    assert not [event for event in game.events if event.key == "roll-off"]


@proves("campaign.winner", "start.roll-off")
def test_in_a_roll_off_each_rolls_a_die_of_their_own() -> None:
    table = at(f"blue Squad a 20,20\n{APART}")
    rolling: Any = roll_off(table.battle, "defender", "campaign.winner")
    first = rolling.send(None)
    second = rolling.send([4])
    assert (first.player, second.player) == (0, 1)
    with pytest.raises(StopIteration) as done:
        rolling.send([2])
    assert done.value.value == 0


@proves("depot.roles", "heist.roles")
def test_the_defender_is_told_by_the_rule_of_the_mission() -> None:
    depot = started("depot-raid", "depot")
    assert [event.clause for event in depot.events if event.key == "defender"] == ["depot.roles"]
    heist = started("the-heist", "glasstrain", defender="first")
    assert [event.clause for event in heist.events if event.key == "defender"] == ["heist.roles"]


@proves("campaign.all-cards", "cards.practice")
def test_a_wrong_map_and_a_practice_force_on_either_side_are_refused() -> None:
    book = load_rulebook("vijilant")
    armies = (BOOK.whole("collective"), BOOK.whole("driftwake"))
    with pytest.raises(Refused, match="there is no map of this mission 'the-moon'") as refused:
        book.new(Setup("depot-raid", "the-moon", armies, {}))
    assert refused.value.clause == "campaign.all-cards"
    battle: Any = book.new(Setup("depot-raid", "depot", armies, {}))
    assert [force.key for force in battle.forces] == ["collective", "driftwake"]


@proves("campaign.all-cards", "campaign.order")
def test_a_mission_begins_by_the_rule_it_is_played_under() -> None:
    for scenario, field, clause in (
        ("depot-raid", "depot", "campaign.all-cards"),
        ("glasstrain", "depot", "campaign.order"),
    ):
        game = started(scenario, field)
        assert [event.clause for event in game.events if event.key == "mission-begins"] == [clause]


@proves("deploy.embarked", "transport.capacity")
def test_every_transport_is_asked_for_in_turn_and_then_the_mission_goes_on() -> None:
    game = play(started("depot-raid", "depot"), *SUBCARDS)
    asked = 0
    while scripts.asked(game).clause == "deploy.embarked":
        asked += 1
        play(game, "nobody")
    transports = [unit for unit in battle_of(game).units if unit.card.capacity]
    assert asked == len(transports)
    assert battle_of(game).round == 1
    assert battle_of(game).setup_at == 0


@proves("depot.attacker-deployment", "deploy.default-edge")
def test_an_attacker_in_the_depot_moves_in_with_one_action_or_two() -> None:
    table = at(
        "blue Squad a 10,10\nblue Squad a2 20,10\nred Squad b waiting n=2 M=6",
        mission="depot-raid",
        map="depot",
        defender=0,
        turn=1,
    )
    table.play("play:b")
    options = {option.key: (option.clause, option.value[1:]) for option in table.asked.options}  # type: ignore[attr-defined]
    assert options == {"short": ("depot.attacker-deployment", (1, 1)), "edge": ("deploy.default-edge", (2, 2))}


# -- coming onto the table ------------------------------------------------------------------------------------------------------


@proves("deploy.embarked")
def test_only_who_rides_in_something_off_the_table_must_wait_for_it() -> None:
    table = at(f"blue Squad free waiting n=1\nblue Truck t waiting\nblue Squad a inside=t n=1\n{APART}")
    assert "play:free" in table.keys
    assert "[deploy.embarked]" in table.why_not("play:a")
    assert "save:a" in table.keys
    there = at(f"blue Truck t 20,20\nblue Squad a inside=t n=1\n{APART}")
    assert "play:a" in there.keys


@proves("depot.defender-zone", "depot.defender-deploys-by-card", "deploy.flyer")
def test_in_the_depot_the_defender_is_set_up_in_the_zone_at_the_price_of_the_card_and_flyers_fly_in() -> None:
    def ways(drawn: str, defender: int) -> list[tuple[Any, ...]]:
        table = at(f"blue Squad a 2,2\n{drawn}", mission="depot-raid", map="depot", defender=defender, turn=1)
        table.play("play:z")
        if table.asked.clause != "deploy.on-first-play":
            return [("only", table.asked.clause)]
        return [option.value for option in table.asked.options]  # type: ignore[attr-defined]

    assert ("zone", 1, 0) in ways("red mortar z waiting", 1)
    assert ("zone", 2, 0) in ways("red captain z waiting", 1)
    assert [way[0] for way in ways("red captain z waiting", 0)].count("zone") == 0
    assert ways("red Flyer z waiting", 1) == [("only", "deploy.flyer")]


@proves("deploy.cheaper-entries", "deploy.flyer")
def test_whoever_is_set_up_touching_the_edge_pays_what_its_card_says() -> None:
    table = at(f"blue skate a waiting\nblue Squad b 30,30\n{APART}").play("play:a")
    assert table.asked.clause == "deploy.cheaper-entries"
    option = table.unit("a").card.deployment
    assert (option.way, option.action_points) == (TOUCHING, 0)


@proves("deploy.default-edge", "movement.dangerous")
@pytest.mark.parametrize(("card", "rolls"), [("Truck", True), ("Skiff", False)])
def test_a_vehicle_that_drives_in_over_shards_rolls_and_one_that_hovers_does_not(card: str, rolls: bool) -> None:
    table = at(f"blue {card} a waiting\nblue Squad b 60,30\n{APART}\nshardfall 15,25,4,12").play("play:a")
    table.play([[20, 2.6], [20, 14]], dice="danger 2" if rolls else "")
    assert table.at("a1") == (20, 14)


# -- driving, ramming, flying ------------------------------------------------------------------------------------------------------


@proves("units.vtol.airborne-or-landed")
@pytest.mark.parametrize(("card", "takes_off"), [("Gull", True), ("Truck", False), ("Skiff", False)])
def test_a_landed_vtol_takes_off_when_it_moves_and_nobody_else_does(card: str, takes_off: bool) -> None:
    table = at(f"blue {card} a 20,20 landed\n{APART}", active="a").play("move", [[20, 26]])
    assert len(table.events("takes-off")) == (1 if takes_off else 0)
    assert table.unit("a").airborne is takes_off
    assert table.at("a1") == (20, 26)


@proves("units.vtol.airborne-or-landed")
def test_a_landed_vtol_that_stays_where_it_is_stays_down() -> None:
    table = at(f"blue Gull a 20,20 landed north\n{APART}", active="a").play("move", [[20, 20]])
    assert not table.events("takes-off")
    assert not table.unit("a").airborne


@proves("ramming.part-of-movement", "ramming.survivor-blocks")
def test_a_ram_that_is_stopped_has_used_no_more_than_it_drove() -> None:
    table = at(f"blue Truck a 20,20 north\nred Strider b 20,30 H=9 T=3 D=0\n{APART}", active="a")
    table.play("ram", [[20, 30]], "plain")
    [told] = table.events("drives")
    assert float(told.values["cost"]) == pytest.approx(30 - 2.0 - 2.25 - 20, abs=0.1)
    assert table.at("a1")[1] == pytest.approx(30 - 2.0 - 2.25, abs=0.05)


@proves("systems.mobility", "transport.landing-place")
@pytest.mark.parametrize(
    ("ground", "clause"), [("", "systems.mobility"), ("shard 20,30 r=3", "transport.landing-place")]
)
def test_whoever_comes_down_is_told_by_the_rule_that_says_where(ground: str, clause: str) -> None:
    table = at(
        f"blue Squad a 20,20\nred Flyer b 20,30 D=0\n{APART}\n{ground}",
        active="a",
        weapons={"a": ("gun: Gun, P 5, Sr 1, R 0-40",)},
    )
    table.play("shoot:light:b", "b1:mobility", dice="gun 6")
    [told] = [event for event in table.game.events if event.key.startswith("grounded")]
    assert told.clause == clause


# -- odds and ends ------------------------------------------------------------------------------------------------------------------


@proves("hunker.bonus")
def test_hunkering_again_in_a_later_round_is_allowed_and_in_the_same_one_is_not() -> None:
    table = at(f"blue Squad a 20,20\n{APART}", active="a").play("hunker")
    assert table.why_not("hunker") == "hunkering twice gives no more [hunker.bonus]"
    later = at(f"blue Squad a 20,20 hunkered\n{APART}", active="a", round=2)
    assert "hunker" in later.keys


@proves("turn.action-menu")
def test_a_turn_may_end_with_points_left_and_goes_to_the_other() -> None:
    table = at(f"blue Squad a 20,20\n{APART}", active="a").play("done")
    assert table.battle.turn is None
    assert table.asked.player == 1


@proves("weapon.special", "weapon.blast.no-goodshot", "weapon.skill-modifier")
def test_a_weapon_is_printed_with_all_its_numbers_and_knows_what_its_kinds_mean() -> None:
    table = at(
        f"blue Squad a 20,20\n{APART}",
        weapons={
            "a": (
                "gun: Gun, P 2, Sr 1, R 0-24, Skill 1, Long 18",
                "bomb: Blast, P 2, Sr 1, R 0-24",
                "torch: Flame, P 2, Sr 1, R 0-24",
                "fist: CC, P 2, Sr 1, R 0-0",
                "lob: Gun, Indirect, P 2, Sr 1, R 0-24",
            )
        },
    )
    gun, bomb, torch, fist, lob = table.unit("a").weapons
    assert gun.line == "Gun, P 2, Sr 1, R 0-24, Skill +1, Long 18"
    assert bomb.line == "Blast, P 2, Sr 1, R 0-24"
    assert [it.goodshots for it in (gun, bomb, torch)] == [True, False, False]
    assert [it.needs_sight for it in (gun, fist, lob)] == [True, False, False]
    assert [it.pins_by_itself for it in (gun, torch)] == [False, True]


@proves("weapon.heavy.two-actions", "combat.which-weapons")
def test_two_points_are_for_a_heavy_weapon_and_at_least_one_weapon_fires() -> None:
    table = at(
        f"blue Squad a 20,20 22.5,20\nred Squad b 20,30\n{APART}",
        active="a",
        weapons={"a": ("mortar: Blast, Heavy, P 3, Sr 1, R 0-40", "rifle: Gun, P 2, Sr 1, R 0-24")},
    )
    pick = next(key for key in table.keys if key.startswith("pick:heavy"))
    table.play(pick)
    for amounts, clause in (
        ({"mortar": 0, "rifle": 0}, "combat.which-weapons"),
        ({"mortar": 0, "rifle": 1}, "weapon.heavy.two-actions"),
    ):
        with pytest.raises(Refused) as why:
            table.game.answer(amounts)
        assert why.value.clause == clause
    table.play({"mortar": 1, "rifle": 0}, dice="mortar 1")
    assert table.asked.player == 1, "both points are spent"


@proves("transport.contact", "coherency.three-cm")
def test_a_squad_that_is_not_together_does_not_get_in() -> None:
    whole = at(f"blue Truck t 20,20 slowed\nblue Squad a 20,23.25 22.2,23.25\n{APART}", active="a")
    assert "load:t" in whole.keys
    far = at(f"blue Truck t 20,20 slowed\nblue Squad a 20,23.25 20,28.2\n{APART}", active="a")
    assert "load:t" not in far.keys


@proves("coherency.moves-must-keep-it")
def test_whoever_would_leave_the_squad_is_named() -> None:
    table = at(f"blue Squad a 20,20 22.5,20 25,20\n{APART}", active="a").play("move")
    with pytest.raises(Refused) as why:
        table.play({"path": [[20, 20]], "models": {"a2": [[22.5, 20]], "a3": [[30.5, 20]]}})
    assert why.value.clause == "coherency.moves-must-keep-it"
    assert "a3 would be more than 3 cm from its squad" in str(why.value)


@proves("damage.unit-dead-card-flips")
def test_a_unit_that_is_dead_is_neither_pinned_nor_hunkered_nor_inside() -> None:
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,30 D=0 pinned hunkered\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-40",)},
    )
    table.play("shoot:light:b", dice="gun 5")
    unit = table.unit("b")
    assert (unit.pinned, unit.hunkered, unit.inside) == (-1, 0, -1)
    assert table.battle.card_flipped[table.battle.unit_card(unit).index]


# -- the rest of what was left open ---------------------------------------------------------------------------------------------


@proves("campaign.winner", "heist.win-defender")
@pytest.mark.parametrize(("campaign", "told"), [(True, 1), (False, 0)])
def test_the_heist_wins_the_campaign_only_in_a_campaign(campaign: bool, told: int) -> None:
    table = at("blue Squad a 2,2\nred Squad z 5,66", mission="the-heist", map="glasstrain", defender=0, round=9)
    table.battle.campaign = campaign
    check_round_end(table.battle)
    assert table.battle.winner == 0
    assert [event.key for event in table.battle.events].count("campaign-won") == told


@proves("cards.long-range")
@pytest.mark.parametrize(("y", "modifiers"), [(38.0, []), (38.1, ["Long range"])])
def test_long_range_begins_beyond_the_printed_distance(y: float, modifiers: list[str]) -> None:
    """Two bases of radius 1: centres 18 cm apart are 16 cm."""
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,{y} D=1\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-40, Long 16",)},
    )
    table.play("shoot:light:b", dice="gun 1")
    [event] = table.events("dice")
    assert event.dice is not None
    assert bool([it for it in event.dice.modifiers if it.clause == "cards.long-range"]) is bool(modifiers)


@proves("goodshot.no-carry-on")
def test_a_goodshot_left_over_is_told_as_wasted() -> None:
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,30 x3 D=0\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 2, R 0-40",)},
    )
    table.play("shoot:light:b", "b2", dice="gun 6 6")
    assert table.alive("b") == ["b1", "b3"]
    assert len(table.events("goodshot-wasted")) == 1


@proves("goodshot.nominate", "goodshot.one-model-per-turn")
def test_the_first_model_of_all_may_be_named_and_stays_named() -> None:
    table = at(
        f"red Squad b 20,30 x2 D=0 H=3\nblue Squad a 20,20\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-40",)},
    )
    table.play("shoot:light:b", "b1", dice="gun 6")
    table.play("shoot:light:b", dice="gun 6")
    assert table.keys == ["none", "b1"]


@proves("goodshot.nominate", "goodshot.system-cannot-kill")
def test_a_system_that_is_named_is_lost() -> None:
    table = at(
        f"blue Squad a 20,20\nred Strider b 20,30 D=0 T=1\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 5, Sr 1, R 0-40",)},
    )
    table.play("shoot:light:b", "b1:rifle", dice="gun 6")
    assert table["b1"].lost == ("rifle",)
    assert table["b1"].wounds == 1


@proves("skip.save-a-card", "turn.free-card-choice")
def test_playing_and_saving_a_card_are_offered_by_their_own_rules() -> None:
    table = at(f"blue Squad a 20,20\n{APART}")
    assert table.option("play:a").clause == "turn.free-card-choice"
    assert table.option("save:a").clause == "skip.save-a-card"


@proves("units.flyer.full-move")
def test_a_flyer_cannot_end_its_turn_without_its_flight() -> None:
    table = at(f"blue Flyer a 20,20 north\n{APART}", active="a")
    assert table.why_not("done").endswith("[units.flyer.full-move]")
    table.play("fly", [[20, 44]])
    assert "done" in table.keys


@proves("systems.mobility", "transport.landing-cost")
def test_a_flyer_lands_with_its_mobility_and_not_without() -> None:
    whole = at(f"blue Flyer a 20,20 north\n{APART}", active="a").play("fly", [[20, 44]])
    assert whole.can("land")
    lame = at(f"blue Gull a 20,20 lost=mobility landed\n{APART}", active="a")
    assert not lame.can("land")


@proves("ramming.power", "ramming.survivor-blocks")
def test_a_ram_by_one_point_is_one_wound_and_by_none_is_none() -> None:
    for toughness, wounds in ((3, 1), (4, 0)):
        table = at(f"blue Truck a 20,20 north\nred Strider b 20,30 H=9 T={toughness} D=0\n{APART}", active="a")
        table.play("ram", [[20, 30]], *(["plain"] if wounds else []))
        assert table["b1"].wounds == wounds


@proves("ramming.part-of-movement", "movement.dangerous")
def test_a_ram_over_shards_is_as_dangerous_as_any_drive() -> None:
    table = at(f"blue Truck a 20,20 north\nred Squad b 20,29 D=0\n{APART}\nshardfall 15,25,23,25", active="a")
    table.play("ram", [[20, 30]], dice="danger 2")
    assert table.alive("b") == []


@proves("campaign.all-cards", "cards.practice")
@pytest.mark.parametrize("forces", [("collective-practice", "driftwake"), ("collective", "driftwake-practice")])
def test_neither_side_brings_a_practice_force_to_the_campaign(forces: tuple[str, str]) -> None:
    with pytest.raises(Refused, match="practice") as why:
        started("glasstrain", "depot", *forces)
    assert why.value.clause == "campaign.all-cards"


@proves("units.flyer.stays-on-table")
@pytest.mark.parametrize(
    ("start", "end"), [("46,35 east", [70, 35]), ("24,35 west", [0, 35]), ("35,24 south", [35, 0])]
)
def test_no_flight_ends_over_any_edge(start: str, end: list[float]) -> None:
    table = at(f"blue Flyer a {start} M=24\n{APART}", active="a").play("fly")
    with pytest.raises(Refused) as why:
        table.play([end])
    assert why.value.clause == "units.flyer.stays-on-table"


@proves("deploy.default-edge", "deploy.on-first-play")
@pytest.mark.parametrize(("card", "way"), [("Squad", {"path": [[20, 5]], "models": {}}), ("Truck", [[20, 3], [20, 9]])])
def test_whoever_has_come_in_stands_on_the_table(card: str, way: Any) -> None:
    table = at(f"blue {card} a waiting n=1\nblue Squad b 60,30\n{APART}").play("play:a").play(way)
    assert table.unit("a").deployed
    assert table.alive("a") == ["a1"]
    assert table.asked.player == 1, "that was its turn"


@proves("transport.destroyed-on-land", "transport.destroyed-airborne")
@pytest.mark.parametrize(
    ("card", "clause"), [("Truck", "transport.destroyed-on-land"), ("Skiff", "transport.destroyed-airborne")]
)
def test_what_passengers_suffer_is_told_by_where_their_transport_was(card: str, clause: str) -> None:
    table = at(
        f"red {card} t 20,30 D=0 T=0 H=1\nred Squad a inside=t n=2 T=0\nblue Squad s 20,20\n{APART}",
        active="s",
        weapons={"s": ("gun: Gun, P 5, Sr 1, R 0-40",)},
    )
    table.play("shoot:light:t", dice="gun 5")
    assert clause in [event.clause for event in table.game.events]
    other = {"transport.destroyed-on-land", "transport.destroyed-airborne"} - {clause}
    assert not other & {event.clause for event in table.game.events}


@proves("weapon.subcards")
def test_the_subcard_that_is_chosen_is_carried_and_fired() -> None:
    game = play(started("depot-raid", "depot"), *SUBCARDS)
    carried = {unit.support: [weapon.key for weapon in unit.weapons] for unit in battle_of(game).units if unit.support}
    assert set(carried) == set(SUBCARDS)
    assert all(key in weapons for key, weapons in carried.items())
