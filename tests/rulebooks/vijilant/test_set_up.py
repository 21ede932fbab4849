"""Set-up: who defends, subcards, passengers, the train with its containers and units, equal hands, who opens; the campaign."""

from typing import Any

import pytest

from vanguard.core.game import Game
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup, load_rulebook
from vanguard.rulebooks.vijilant.content.army_list import BOOK
from vanguard.rulebooks.vijilant.content.content import content
from vanguard.rulebooks.vijilant.state import SKIP, UNIT, Battle
from vanguard.testing import scripts
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

SUBCARDS = ("thump-launcher", "hook-gun")
DEPOT = (*SUBCARDS, "nobody", "nobody", "nobody")
"""The Collective defends: its subcard and its Skiff, then the raiders' and their Gull and Mule."""


def started(scenario: str, field: str, first: str = "collective", second: str = "driftwake", **options: str) -> Game:
    setup = Setup(scenario, field, (BOOK.whole(first), BOOK.whole(second)), options)
    return Game.new(load_rulebook("vijilant"), setup, None)


def battle_of(game: Game) -> Battle:
    state = game.state
    assert isinstance(state, Battle)
    return state


def play(game: Game, *answers: Any, dice: str = "") -> Game:
    return scripts.play(game, *answers, dice=dice)


# -- Depot Raid -----------------------------------------------------------------------------------------------------------------


@proves("depot.roles", "depot.defender-first", "start.roll-off")
@pytest.mark.parametrize("seats", [("collective", "driftwake"), ("driftwake", "collective")])
def test_in_the_depot_the_collective_defends_and_opens_without_a_roll_off(seats: tuple[str, str]) -> None:
    game = play(started("depot-raid", "depot", *seats))
    answers = ("thump-launcher", "hook-gun", "nobody", "nobody", "nobody")
    play(game, *answers)
    collective = seats.index("collective")
    assert battle_of(game).defender == collective
    assert battle_of(game).round == 1
    assert scripts.asked(game).player == collective
    assert battle_of(game).edge_of(collective) == 1


@proves("cards.equal-hands", "skip.kinds", "campaign.all-cards", "units.definition")
def test_hands_are_made_equal_with_skip_cards() -> None:
    """10 cards against 11: the Collective adds one skip card. Subcards are no cards in hand."""
    battle = battle_of(play(started("depot-raid", "depot"), *DEPOT))
    hands = [battle.hand(seat) for seat in (0, 1)]
    assert [len(hand) for hand in hands] == [11, 11]
    assert [len([card for card in hand if card.kind == SKIP]) for hand in hands] == [1, 0]
    assert [len([card for card in hand if card.kind == UNIT]) for hand in hands] == [7, 7]


@proves("weapon.subcards", "turn.subcards-together")
def test_each_squad_carries_exactly_one_of_its_support_subcards() -> None:
    game = play(started("depot-raid", "depot"))
    assert scripts.asked(game).clause == "weapon.subcards"
    assert scripts.keys(game) == ["thump-launcher", "breach-tube"]
    play(game, "breach-tube", "scatter-bombs")
    units = {unit.card.key: unit for unit in battle_of(game).units}
    carried = [weapon.key for weapon in units["col-cohort"].weapons]
    assert "breach-tube" in carried
    assert "thump-launcher" not in carried
    assert [weapon.key for weapon in units["dri-boarders"].weapons][-1] == "scatter-bombs"


@proves("weapon.subcards")
def test_a_list_that_settles_the_subcard_is_not_asked_again() -> None:
    roster = BOOK.whole("collective")
    keys = [card.key for card in (*content().forces["collective"].units, *content().forces["collective"].commands)]
    roster["entries"] = [
        {
            "unit": key,
            "count": 1,
            "options": ["breach-tube"] if key == "col-cohort" else [],
            "name": "",
            "leader": False,
        }
        for key in keys
    ]
    setup = Setup("depot-raid", "depot", (roster, BOOK.whole("driftwake")))
    game = play(Game.new(load_rulebook("vijilant"), setup, None))
    assert scripts.keys(game) == ["scatter-bombs", "hook-gun"]


@proves("deploy.embarked", "transport.capacity")
def test_a_unit_may_start_inside_a_transport_with_room_for_it() -> None:
    game = play(started("depot-raid", "depot"), *SUBCARDS)
    assert scripts.asked(game).clause == "deploy.embarked"
    assert "blue-col-cohort" in scripts.keys(game)
    assert not [key for key in scripts.keys(game) if "bastion" in key or "shrike" in key]
    play(game, "blue-col-cohort")
    assert "red-dri-harrow" not in scripts.keys(game), "walking machines cannot ride"
    play(game, "red-dri-boarders")
    assert "red-dri-boarders" not in scripts.keys(game), "it rides already"
    play(game, "nobody")
    inside = [unit.card.key for unit in battle_of(game).units if unit.inside >= 0]
    assert inside == ["col-cohort", "dri-boarders"]


# -- The Heist --------------------------------------------------------------------------------------------------------------------

TRAIN = "shards south-1 south-3 south-4 south-6 south-9 / shards north-1 north-3 north-5"


def heist(*answers: Any, defender: str = "first", dice: str = TRAIN) -> Game:
    """Up to the containers: the first player defends, the train runs from left to right."""
    game = started("the-heist", "glasstrain", defender=defender)
    play(game, *SUBCARDS, "nobody", "nobody", "nobody")
    return play(game, "right", *answers, dice=dice)


@proves("heist.roles", "campaign.winner")
def test_alone_a_roll_off_decides_who_defends_the_train() -> None:
    game = started("the-heist", "glasstrain")
    play(game, dice="defender 3 / defender 3 / defender 2 / defender 5")
    assert battle_of(game).defender == 1


@proves("heist.train-start", "heist.shards-random")
@pytest.mark.parametrize(("way", "rear"), [("right", 0.0), ("left", 70.0)])
def test_the_defender_picks_the_direction_and_the_rear_touches_that_edge(way: str, rear: float) -> None:
    game = started("the-heist", "glasstrain", defender="first")
    play(game, *SUBCARDS, "nobody", "nobody", "nobody")
    assert (scripts.asked(game).clause, scripts.asked(game).player) == ("heist.train-start", 0)
    play(game, way, dice=TRAIN)
    xs = [
        x for piece in battle_of(game).battlefield.pieces if piece.part.group == "train" for x, _ in piece.part.points
    ]
    assert rear in (min(xs), max(xs))


@proves("heist.shards-random")
def test_five_southern_and_three_northern_shards_are_drawn_and_none_lies_in_the_trains_path() -> None:
    field = battle_of(heist()).battlefield
    shards = [piece.part for piece in field.pieces if piece.kind == "glass shard"]
    assert len([part for part in shards if part.max_y < 29.5]) == 5
    assert len([part for part in shards if part.min_y > 36.5]) == 3
    assert len(shards) == 8


@proves("heist.containers-on-train")
def test_the_defender_puts_one_to_six_containers_wholly_on_carriages() -> None:
    game = heist()
    assert scripts.asked(game).player == 0
    assert "done" not in scripts.keys(game), "some is at least one"
    play(game, "along")
    for place in ([[10.2, 33]], [[2, 36]], [[1.9, 32]], [[35, 33]], [[50, 33]]):
        with pytest.raises(Refused) as why:
            play(game, place)
        assert why.value.clause == "heist.containers-on-train"
    play(game, [[2, 31.75]], "along")
    with pytest.raises(Refused, match="overlap"):
        play(game, [[5.9, 31.75]])
    play(game, [[6, 31.75]], "across", [[11.75, 32.5]])
    assert "done" in scripts.keys(game)
    play(game, "across", [[14.25, 32.5]], "along", [[23, 31.75]], "along", [[28, 31.75]])
    assert scripts.asked(game).clause == "heist.defender-starts-on-train", "six are all there are"
    tops = {(piece.part.bottom, piece.part.top) for piece in battle_of(game).battlefield.containers}
    assert {top for _, top in tops} == {4.0}


ON_TRAIN = ("along", [[2, 31.75]], "done")


@proves("heist.defender-starts-on-train")
def test_the_defender_may_place_units_on_the_train_with_their_whole_base() -> None:
    game = heist(*ON_TRAIN)
    assert scripts.asked(game).clause == "heist.defender-starts-on-train"
    assert "flyers cannot" in scripts.why_not(game, "blue-col-shrike")
    play(game, "blue-col-bastion")
    with pytest.raises(Refused):
        play(game, [[20, 29]])
    with pytest.raises(Refused):
        play(game, [[4, 33]])
    play(game, [[15, 33, 0]], "done", dice="roll-off 5 / roll-off 2")
    battle = battle_of(game)
    tank = next(unit for unit in battle.units if unit.card.key == "col-bastion")
    assert tank.deployed
    assert battle.models[tank.first].base.elevation == 1.5
    assert battle.turn_of == 0, "free of action cost: it acts normally from its first card on"
    play(game, "play:blue-col-bastion")
    turn = battle_of(game).turn
    assert turn is not None
    assert turn.points == 2


@proves("heist.defender-starts-on-train", "units.vehicle.barred-by-terrain", "movement.rough")
def test_a_vehicle_that_started_there_drives_along_the_deck_as_rough_ground_and_off_but_not_back() -> None:
    """The Bastion (M 8) facing east: 4 cm along the deck for 8."""
    game = heist(*ON_TRAIN)
    play(game, "blue-col-bastion", [[15, 33, 0]], "done", dice="roll-off 5 / roll-off 2")
    play(game, "play:blue-col-bastion", "move")
    with pytest.raises(Refused):
        play(game, [[19.1, 33]])
    play(game, [[19, 33]])
    assert battle_of(game).model("blue-col-bastion").base.centre == (19.0, 33.0)
    off = heist(*ON_TRAIN)
    play(off, "blue-col-bastion", [[15, 33, 270]], "done", dice="roll-off 5 / roll-off 2")
    play(off, "play:blue-col-bastion", "move", [[15, 27.5]], "move")
    with pytest.raises(Refused) as why:
        play(off, [[15, 29]])
    assert why.value.clause == "units.vehicle.barred-by-terrain"


@proves("heist.first-turn", "start.roll-off", "start.roll-off-once")
def test_round_1_of_the_heist_is_opened_by_a_roll_off_and_ties_are_rolled_again() -> None:
    game = heist(*ON_TRAIN)
    play(game, "done", dice="roll-off 4 / roll-off 4 / roll-off 1 / roll-off 6")
    assert battle_of(game).turn_of == 1
    play(game, "end", "end")
    assert battle_of(game).round == 2, "and nobody rolls again"


@proves("heist.defender-others", "deploy.default-edge")
def test_defenders_not_on_the_train_come_from_their_own_edge() -> None:
    game = heist(*ON_TRAIN)
    play(game, "done", "play:blue-col-purifiers", dice="roll-off 5 / roll-off 2")
    with pytest.raises(Refused):
        play(game, [[30, 5]])
    play(game, [[30, 59]])
    assert battle_of(game).model("blue-col-purifiers-purifier-1").base.centre == (30.0, 59.0)


# -- skirmish and refusals ----------------------------------------------------------------------------------------------------------


@proves("skirmish.set-up")
@pytest.mark.parametrize("field", ["depot", "glasstrain"])
def test_a_skirmish_has_no_defender_and_a_roll_off(field: str) -> None:
    game = started("open-skirmish", field, "collective-practice", "driftwake-practice")
    keys = ["thump-launcher", "hook-gun", "nobody", "nobody", "nobody", "nobody"]
    play(game, *keys, dice="roll-off 2 / roll-off 3")
    battle = battle_of(game)
    assert (battle.defender, battle.turn_of, battle.round) == (-1, 1, 1)
    assert (battle.edge_of(0), battle.edge_of(1)) == (0, 1)
    assert battle.battlefield.containers == ()


FORCES = ("collective", "driftwake", "collective-practice", "driftwake-practice")


@proves("units.definition", "cards.practice")
@pytest.mark.parametrize("second", FORCES)
@pytest.mark.parametrize("first", FORCES)
def test_the_log_tells_two_sides_with_the_same_card_apart(first: str, second: str) -> None:
    """Both practice forces have the lifter."""
    battle = battle_of(started("open-skirmish", "depot", first, second))
    names = [unit.name for unit in battle.units]
    assert len(set(names)) == len(names)
    assert battle.side_name(0) != battle.side_name(1)


@proves("campaign.all-cards", "cards.practice")
def test_practice_forces_are_no_part_of_the_campaign() -> None:
    with pytest.raises(Refused, match="practice"):
        started("glasstrain", "depot", "collective-practice", "driftwake")
    assert started("open-skirmish", "depot", "collective-practice", "driftwake").question is not None


def test_a_wrong_set_up_is_refused_with_every_fault() -> None:
    with pytest.raises(Refused) as why:
        Game.new(
            load_rulebook("vijilant"), Setup("raid", "moon", ({"faction": "nobody"}, {"faction": "driftwake"})), None
        )
    for part in ("raid", "moon", "nobody"):
        assert part in why.value.message


# -- the campaign -------------------------------------------------------------------------------------------------------------------


def settled() -> dict[str, Any]:
    """The Collective with its support weapon settled by the list."""
    roster = BOOK.whole("collective")
    keys = [card.key for card in (*content().forces["collective"].units, *content().forces["collective"].commands)]
    roster["entries"] = [
        {
            "unit": key,
            "count": 1,
            "options": ["breach-tube"] if key == "col-cohort" else [],
            "name": "",
            "leader": False,
        }
        for key in keys
    ]
    return roster


def campaign(*answers: Any) -> Game:
    return play(started("glasstrain", "depot"), *DEPOT, *answers)


@proves("campaign.order", "campaign.carry-over", "depot.win-defender", "heist.roles")
def test_the_winner_of_the_raid_defends_the_train() -> None:
    """Nobody does anything for four rounds: the Collective wins the raid and owns the train."""
    game = campaign()
    assert battle_of(game).stage_told() == "Depot Raid, round 1"
    play(game, *["end"] * 8)
    battle = battle_of(game)
    assert battle.mission.key == "the-heist"
    assert battle.defender == 0
    assert not game.standing.over


@proves("campaign.carry-over")
def test_raiders_who_win_the_raid_defend_the_train() -> None:
    """The dropship comes in, hovers at the goal at the end of rounds 2 and 3, and nobody stops it."""
    game = campaign("end", "play:red-dri-gull", "edge", [[35, 21.5]], "end")
    play(game, "end", "play:red-dri-gull", "move", [[35, 33.4]], "move", [[35, 39.4]], "end")
    assert battle_of(game).round == 3
    play(game, "end", "end")
    assert battle_of(game).mission.key == "the-heist"
    assert battle_of(game).defender == 1


@proves("campaign.fresh-forces", "weapon.subcards")
def test_everything_is_back_for_the_second_mission_and_subcards_are_chosen_anew() -> None:
    setup = Setup("glasstrain", "depot", (settled(), BOOK.whole("driftwake")))
    game = play(Game.new(load_rulebook("vijilant"), setup, None), "hook-gun", *["nobody"] * 3)
    while battle_of(game).mission.key == "depot-raid":
        play(game, "end")
    battle = battle_of(game)
    assert scripts.asked(game).clause == "weapon.subcards", "although the list had settled it"
    assert not any(battle.card_flipped)
    assert all(model.wounds == 0 for model in battle.models)
    assert not any(unit.deployed for unit in battle.units)


@proves("campaign.winner", "heist.win-defender")
def test_the_winner_of_the_heist_wins_the_campaign() -> None:
    game = campaign(*["end"] * 8)
    play(
        game,
        *SUBCARDS,
        "nobody",
        "nobody",
        "nobody",
        "right",
        *ON_TRAIN,
        "done",
        dice=TRAIN + " / roll-off 5 / roll-off 2",
    )
    play(game, *["end"] * 8)
    assert (game.standing.over, game.standing.winner) == (True, 0)
    assert game.question is None
    told = game.view(None)["mission"]
    assert told["name"] == "Glasstrain: Depot Raid won by The Collective, The Heist by The Collective"
    assert {"label": "Depot Raid", "value": "won by The Collective"} in told["lines"]


def test_in_a_skirmish_everybody_sees_whose_edge_is_whose_from_the_beginning() -> None:
    game = started("open-skirmish", "depot")
    told = {zone["label"] for zone in game.rulebook.table(game.state)["zones"]}
    assert told == {"Edge of The Collective", "Edge of Driftwake Crews"}, "and nobody owns the depot"
