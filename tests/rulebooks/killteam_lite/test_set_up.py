"""SET UP: roles, drop zones, barricades, operatives and their orders."""

from typing import Any

import pytest

from vanguard.core.dice import KeyedDice, ScriptedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.killteam_lite import rulebook
from vanguard.rulebooks.killteam_lite.content.content import content
from vanguard.rulebooks.killteam_lite.killzone import DROP_ZONE_DEPTH, drop_zone
from vanguard.rulebooks.killteam_lite.state import Battle
from vanguard.testing import scripts
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")

TEAMS = ({"team": "ashfield-line"}, {"team": "bastion-wardens"})


def new(mission: str = "none", killzone: str = "broken-street", dice: str = "", **options: str) -> Game:
    script = ScriptedDice(scripts.dice_script(dice)) if dice else None
    return Game.new(rulebook, Setup(mission, killzone, TEAMS, options), script)


def battle_of(game: Game) -> Battle:
    assert isinstance(game.state, Battle)
    return game.state


def at_barricades(mission: str = "none", edge: str = "west") -> Game:
    """The Defender is the first player and has chosen an edge."""
    return scripts.play(new(mission, defender="first"), edge)


def at_operatives(edge: str = "west") -> Game:
    game = at_barricades(edge=edge)
    for _ in range(4):
        scripts.play(game, "along", lambda question: question.candidates()[0])
    return game


@proves("setup.roles", "game.two-kill-teams")
def test_an_even_die_makes_the_first_player_the_defender_and_an_odd_one_the_second() -> None:
    assert new(dice="roles 4").deciders() == (0,)
    assert new(dice="roles 3").deciders() == (1,)
    assert new(defender="second").deciders() == (1,), "by agreement no die is rolled"


@proves("setup.sequence", "setup.operatives.defender-first", "setup.barricades.alternate", "setup.barricades.count")
def test_the_set_up_goes_from_roles_to_barricades_to_operatives_to_the_battle() -> None:
    game = Game.new(
        rulebook, Setup("none", "broken-street", TEAMS, {"defender": "second"}), KeyedDice(secret_from_seed(3))
    )
    deciders: list[tuple[str, int]] = []
    while battle_of(game).turning_point == 0:
        question = scripts.asked(game)
        step = (battle_of(game).phase, question.player)
        if not deciders or deciders[-1] != step:
            deciders.append(step)
        game.answer(question.candidates()[0])
    assert deciders == [
        ("roles", 1),
        ("barricades", 1),
        ("barricades", 0),
        ("barricades", 1),
        ("barricades", 0),
        ("operatives", 1),
        ("operatives", 0),
    ]
    assert len(battle_of(game).killzone.barricades) == 4
    assert all(operative.in_play for operative in battle_of(game).operatives)


@proves("setup.drop-zone.edge")
def test_without_a_mission_the_defender_picks_any_edge_and_the_opposite_one_is_the_attackers() -> None:
    game = new(defender="first")
    assert scripts.keys(game) == ["west", "east", "south", "north"]
    scripts.play(game, "south")
    assert battle_of(game).edges == ("south", "north")


@proves("setup.drop-zone.mission", "game.mission-optional")
def test_with_a_mission_the_defender_chooses_one_of_its_two_drop_zones() -> None:
    game = new("hold", defender="second")
    assert scripts.keys(game) == ["west", "east"]
    scripts.play(game, "east")
    assert battle_of(game).edges == ("west", "east")


@proves("setup.drop-zone.depth", "setup.gauges")
def test_a_drop_zone_is_the_strip_of_three_inches_along_the_edge() -> None:
    """Left 22" edge: the zone is x 0-3, y 0-22."""
    assert DROP_ZONE_DEPTH == 3.0
    assert drop_zone("west") == (0.0, 0.0, 3.0, 22.0)
    assert drop_zone("east") == (27.0, 0.0, 30.0, 22.0)
    assert drop_zone("south") == (0.0, 0.0, 30.0, 3.0)
    assert drop_zone("north") == (0.0, 19.0, 30.0, 22.0)


@proves("setup.barricades.range", "setup.gauges")
def test_a_barricade_stands_within_six_inches_of_its_placers_drop_zone() -> None:
    """Drop zone x 0-3: nearest edge at x 9.0 is legal; at x 9.1 it is refused."""
    game = scripts.play(at_barricades(), "along")
    with pytest.raises(Refused, match='6" is allowed'):
        game.answer([[9.35, 10]])
    game.answer([[9.25, 10]])
    assert battle_of(game).killzone.barricades[0].min_x == pytest.approx(9.0)
    scripts.play(game, "along")
    with pytest.raises(Refused, match=r"setup\.barricades\.range"):
        game.answer([[9.25, 15]])


@proves("setup.barricades.legal-spot")
def test_a_barricade_lies_inside_the_killzone_clear_of_terrain_and_other_barricades() -> None:
    game = scripts.play(at_barricades(), "along")
    for point, why in (([0.1, 10], "wholly on the table"), ([6.1, 5], "overlap ruin"), ([4, 12.5], "overlap crates")):
        with pytest.raises(Refused, match=why):
            game.answer([point])
    game.answer([[7.5, 5.4]])
    assert battle_of(game).barricades == 1, "under the roof it may stand"
    scripts.play(game, "along", [[21, 9]], "across")
    with pytest.raises(Refused, match="overlap barricade 1"):
        game.answer([[7.7, 5.4]])


@proves("setup.barricades.alternate")
def test_a_barricade_may_be_turned_any_way_by_a_second_point() -> None:
    game = scripts.play(at_barricades(), "along", [[4, 10], [5, 11]])
    part = battle_of(game).killzone.barricades[0]
    assert part.max_x - part.min_x == pytest.approx(2.5 * 0.7071, abs=0.002)
    scripts.play(game, "along")
    with pytest.raises(Refused, match="at most one more point"):
        game.answer([[25, 10], [25, 11], [25, 12]])


@proves("setup.operatives.wholly-within", "setup.killzone-size")
def test_a_base_is_set_up_wholly_inside_its_drop_zone() -> None:
    """Zone x 0-3, base of the Sergeant 28 mm: its centre needs 0.551 <= x <= 2.449."""
    game = at_operatives()
    radius = battle_of(game)["blue-sergeant"].base.radius
    for x in (3.0 - radius + 0.01, radius - 0.01):
        with pytest.raises(Refused, match="wholly inside the drop zone"):
            game.answer([[round(x, 3), 11]])
    game.answer([[round(3.0 - radius, 3), 11]])
    scripts.play(game, "engage")
    with pytest.raises(Refused, match="overlap Sergeant"):
        game.answer([[2, 11]])


@proves("setup.operatives.wholly-within")
def test_nobody_is_set_up_below_the_floor() -> None:
    game = at_operatives()
    with pytest.raises(Refused, match="below the floor"):
        game.answer([[1.5, 11, -0.5]])


@proves("setup.operatives.give-order", "order.engage.allows")
def test_every_operative_is_given_an_order_when_it_is_set_up() -> None:
    game = scripts.play(at_operatives(), [[1.5, 11]])
    assert scripts.keys(game) == ["engage", "conceal"]
    scripts.play(game, "conceal")
    assert battle_of(game)["blue-sergeant"].order == "Conceal"


@proves("setup.operatives.wholly-within", "setup.operatives.defender-first")
def test_the_attacker_sets_up_in_the_opposite_zone_once_the_defender_is_done() -> None:
    game = at_operatives()
    for _ in range(battle_of(game).teams[0].size):
        scripts.play(game, lambda question: question.candidates()[0], "engage")
    assert scripts.asked(game).player == 1
    with pytest.raises(Refused, match="wholly inside"):
        game.answer([[1.5, 11]])
    game.answer([[28.5, 11]])


@proves("strategy.cp.start")
def test_both_players_start_with_two_command_points() -> None:
    assert battle_of(new(defender="first")).command_points == (2, 2)


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        (Setup("hold", "moon-base", TEAMS), "no killzone of this mission"),
        (Setup("conquest", "broken-street", TEAMS), "no mission"),
        (Setup("hold", "broken-street", ({"team": "ashfield"}, TEAMS[1])), "did you mean ashfield-line"),
        (Setup("hold", "broken-street", TEAMS, {"defender": "third"}), "defender is one of"),
        (Setup("hold", "broken-street", TEAMS, {"weather": "rain"}), "no option"),
        (Setup("hold", "broken-street", ({"team": "ashfield-line", "points": 5}, TEAMS[1])), "unknown key"),
    ],
)
@proves("setup.sequence")
def test_a_set_up_that_cannot_be_played_is_refused_with_its_fault(setup: Setup, why: str) -> None:
    with pytest.raises(Refused, match=why):
        rulebook.new(setup)


def test_crooked_points_are_refused_and_change_nothing() -> None:
    game = at_operatives()
    before = game.digest
    wrong: list[Any] = [[[float("nan"), 1]], [[1e9, 1]], [["x", 1]], [], [[1.5, 11], [1.5, 12]], "here"]
    for given in wrong:
        with pytest.raises(Refused):
            game.answer(given)
    assert game.digest == before


@proves("setup.sequence", "battle.winner-by-mission")
def test_what_a_mission_lays_out_lies_there_when_the_battle_begins() -> None:
    game = Game.new(
        rulebook, Setup("relic", "gantry-yard", TEAMS, {"defender": "first"}), KeyedDice(secret_from_seed(3))
    )
    while battle_of(game).turning_point == 0:
        assert battle_of(game).relic != battle_of(game).mission.markers[0]
        game.answer(scripts.asked(game).candidates()[0])
    assert battle_of(game).relic == battle_of(game).mission.markers[0]


@proves("setup.roles", "setup.sequence")
def test_agreed_roles_are_taken_without_a_die() -> None:
    for agreed, seat in (("first", 0), ("second", 1)):
        game = new(defender=agreed)
        assert battle_of(game).defender == seat
        assert game.deciders() == (seat,)


@proves("setup.drop-zone.edge", "setup.drop-zone.mission")
def test_the_drop_zone_is_asked_for_by_the_rule_that_gives_the_choice() -> None:
    assert scripts.asked(new(defender="first")).clause == "setup.drop-zone.edge"
    assert scripts.asked(new("hold", defender="first")).clause == "setup.drop-zone.mission"


@proves("setup.sequence", "game.two-kill-teams")
def test_each_player_brings_their_own_team() -> None:
    battle = battle_of(new(defender="first"))
    assert [team.key for team in battle.teams] == ["ashfield-line", "bastion-wardens"]
    for seat in (0, 1):
        cards = {card.key for card in battle.teams[seat].datacards}
        assert {operative.card.key for operative in battle.operatives if operative.seat == seat} <= cards


@proves("setup.sequence", "game.two-kill-teams")
def test_each_players_operatives_bear_the_names_of_their_own_list() -> None:
    """Every list names its leader; nobody bears a name of the other list."""
    armies: list[dict[str, Any]] = []
    for key, called in (("ashfield-line", "Ada"), ("bastion-wardens", "Bruno")):
        cards = content().teams[key].datacards
        entries = [
            {"unit": it.key, "count": it.count, "name": called if it.leader else "", "leader": it.leader}
            for it in cards
        ]
        armies.append({"rulebook": "killteam_lite", "faction": key, "name": key, "entries": entries})
    battle = rulebook.new(Setup("none", "broken-street", (armies[0], armies[1]), {"defender": "first"}))
    assert isinstance(battle, Battle)
    named = {(it.seat, it.name) for it in battle.operatives if it.card.leader}
    assert named == {(0, "Ada"), (1, "Bruno")}


@proves("setup.roles")
def test_the_die_for_the_roles_is_the_first_players() -> None:
    rolling = new()
    assert rolling.question is not None
    assert rolling.question.player == 0
    assert rolling.question.clause == "setup.roles"
