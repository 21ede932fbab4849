"""Creating a warband, stat cards and content: what is printed, what is legal, and every fault named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.rulebooks.killteam_vanguard.positions import at, profile_of
from vanguard.core.content import ContentFaults, Shelf
from vanguard.core.game import Game
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Setup
from vanguard.rulebooks.killteam_vanguard import rulebook
from vanguard.rulebooks.killteam_vanguard.content.army_list import BOOK
from vanguard.rulebooks.killteam_vanguard.content.content import CONTENT, WARBANDS, Content, content
from vanguard.rulebooks.killteam_vanguard.special_actions import ACTIONS
from vanguard.rulebooks.killteam_vanguard.special_rules import ABILITIES, ATTACK_RULES
from vanguard.rulebooks.killteam_vanguard.table.view import card_of
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_vanguard")


def roster(*entries: dict[str, Any], faction: str = "halden") -> dict[str, Any]:
    return {"rulebook": "killteam_vanguard", "faction": faction, "name": "Test", "entries": list(entries)}


CAPTAIN = {"unit": "rifles-captain", "leader": True}


# -- the printed card -----------------------------------------------------------------------------------------------------------


@proves("card.necron-lord", "card.every-model", "ability.phase-shifter", "card.special-abilities")
def test_the_necron_lords_card_is_the_printed_one():
    card = card_of(profile_of("necron-lord*"))
    assert (card["name"], card["type"], card["points"]) == ("Necron Lord", "Necron Overlord, Leader", 25)
    stats = {stat["label"]: stat["value"] for stat in card["stats"]}
    assert stats == {"CP": "4", "SP": '4"', "AR": "3+", "WN": "4", "NE": "3+", "Invulnerable": "4+"}
    attacks, actions, abilities = card["blocks"]
    assert [(line["name"], line["text"]) for line in attacks["lines"][:2]] == [
        ("Staff of Light", '[MELEE] (0", 3D6, 2+, AP2, D1)'),
        ("Staff of Light", '[RANGED] (12", 3D6, 2+, AP2, D1)'),
    ]
    assert [line["name"] for line in actions["lines"]] == [
        "Reanimation Protocol (long)",
        "Prime Reanimation Protocol (long)",
    ]
    assert abilities["lines"][0]["name"] == "Phase Shifter"


@proves("card.necron-lord", "warband.leader-bonus")
def test_the_printed_lord_already_has_the_leaders_bonus_and_loses_it_when_somebody_else_leads():
    follower = profile_of("necron-lord")
    assert (follower.command_points, follower.wounds) == (3, 3)


@proves("warband.leader-bonus")
def test_a_leader_has_one_more_cp_and_wound():
    """A CP 1, WN 2 model made leader plays with CP 2, WN 3."""
    plain, leader = profile_of("seer"), profile_of("seer*")
    assert (leader.command_points, leader.wounds) == (plain.command_points + 1, plain.wounds + 1)
    assert leader.has("unbowed")
    assert not plain.has("unbowed")


@proves("warband.faction-abilities", "engage.range")
def test_attacks_and_abilities_of_the_faction_are_on_every_card():
    for key, attack, ability in (("necron", "melee-weapon", "self-repair"), ("halden", "bayonet", "volley-drill")):
        for card in content().factions[key].cards:
            profile = profile_of(card.key)
            assert profile.weapon(attack) is not None
            assert profile.has(ability)
    assert profile_of("choir-zealot+hooked-spear").reach == 2.0


@proves("card.melee-default-range", "card.weapon-line-format")
def test_a_melee_line_without_a_range_has_range_zero():
    from vanguard.rulebooks.killteam_vanguard.content.content import weapon_of

    weapon = weapon_of("Melee Weapon [MELEE] (1D6, 3+, AP0, D1)")
    assert (weapon.range, weapon.dice, weapon.hit, weapon.ap, weapon.damage) == (0, 1, 3, 0, 1)
    assert profile_of("necron-lord*").reach == 0
    blaster = weapon_of('Gauss Blaster [RANGED] (24", 2D6, 3+, AP2, D1)')
    assert (blaster.range, blaster.dice, blaster.hit, blaster.ap, blaster.damage) == (24, 2, 3, 2, 1)


# -- legality -------------------------------------------------------------------------------------------------------------------


@proves("warband.points-limit", "warband.size-is-agreed-total")
def test_a_warband_may_cost_the_agreed_total_or_less_but_not_one_point_more():
    """An underspent warband is as good as a full one; even one point over is refused."""
    line = BOOK.read(roster(CAPTAIN, {"unit": "rifleman", "count": 5}, {"unit": "marksman"}))
    points = BOOK.legality(line).points
    assert BOOK.legality(line, points).legal
    assert BOOK.legality(line, points + 20).legal
    assert BOOK.legality(line, points - 1).sentences() == [
        f"the list costs {points} points, 1 over the {points - 1} allowed [warband.points-limit]"
    ]


BIG = roster(
    CAPTAIN,
    {"unit": "rifleman", "count": 6},
    {"unit": "marksman", "count": 2},
    {"unit": "shieldbearer", "count": 2},
    {"unit": "scout", "count": 2},
)
"""More than a hundred points."""


@proves("warband.points-limit", "setup.order")
def test_a_hundred_points_are_the_default_and_players_may_agree_on_another_total():
    setup = Setup("gather-intelligence", "relay-yard", (BIG, BIG), {"points": "150"})
    assert rulebook.new(setup).facts()["round"] == 0
    with pytest.raises(Refused, match="over the 100 allowed"):
        rulebook.new(Setup("gather-intelligence", "relay-yard", (BIG, BIG)))


@proves("warband.one-faction", "warband.max-per-entry", "warband.options", "warband.leader")
def test_every_fault_of_a_warband_is_named_with_its_clause():
    wrong = roster(
        {"unit": "rifleman", "count": 7, "options": ["granade-launcher"]},
        {"unit": "necron-warrior"},
        {"unit": "field-medic", "count": 2},
    )
    told = "\n".join(rulebook.roster_faults(wrong))
    assert "at most 6 of Rifleman may be taken, this list has 7 [warband.max-per-entry]" in told
    assert "did you mean grenade-launcher" in told
    assert "has no unit 'necron-warrior'" in told
    assert "one leader, this list has none [warband.leader]" in told


@proves("warband.leader")
def test_two_leaders_are_one_too_many_and_anybody_may_lead():
    two = roster(CAPTAIN, {"unit": "rifleman", "leader": True})
    assert any("warband.leader" in fault for fault in rulebook.roster_faults(two))
    assert rulebook.roster_faults(roster({"unit": "rifleman", "leader": True})) == []


@proves("warband.options")
def test_an_option_costs_its_points_is_taken_once_and_some_only_once_per_warband():
    twice = roster(CAPTAIN, {"unit": "rifleman", "options": ["lucky-charm", "lucky-charm"]})
    assert any("once" in fault for fault in rulebook.roster_faults(twice))
    charms = roster(CAPTAIN, {"unit": "rifleman", "count": 2, "options": ["lucky-charm"]})
    assert any("only one model of a warband may take Lucky Charm" in fault for fault in rulebook.roster_faults(charms))
    assert profile_of("rifleman+grenade-launcher").points == profile_of("rifleman").points + 3
    assert profile_of("rifleman+grenade-launcher").weapon("halden-rifle") is None


@pytest.mark.parametrize(
    "bad", [{}, {"faction": "halden"}, [], "text", {"rulebook": "chess", "faction": "x", "entries": []}]
)
@proves("warband.one-faction")
def test_malformed_rosters_are_refused_with_what_is_missing(bad: Any):
    assert rulebook.roster_faults(bad)


# -- content --------------------------------------------------------------------------------------------------------------------


@proves("warband.points-limit", "warband.one-faction")
def test_the_ready_warbands_are_legal_two_per_faction():
    offers = rulebook.armies()
    factions = [offer.details["faction"] for offer in offers]
    assert sorted(factions) == sorted(list(content().factions) * 2)
    for offer in offers:
        assert rulebook.roster_faults(offer.details["roster"]) == []
        assert offer.details["points"] <= 100


@proves("card.every-model")
def test_every_card_can_be_fielded_with_every_option_and_every_special_rule_is_on_some_card():
    rules: set[str] = set()
    abilities: set[str] = set()
    actions: set[str] = set()
    weapons: set[str] = set()
    for faction in content().factions.values():
        for card in faction.cards:
            entry = {"unit": card.key, "leader": True}
            for option in [None, *card.options]:
                options = [option.key] if option is not None else []
                plain = roster({**entry, "options": options}, faction=faction.key)
                assert rulebook.roster_faults(plain) == []
                profile = profile_of("+".join([card.key, *options]) + "*")
                weapons.update([weapon.key for weapon in profile.weapons])
                rules.update([rule.key for weapon in profile.weapons for rule in weapon.rules])
                abilities.update([ability.name for ability in profile.abilities])
                actions.update([action.name for action in profile.actions])
    assert rules == set(ATTACK_RULES)
    assert abilities == set(ABILITIES)
    assert actions == {action.name for action in (kind() for kind in ACTIONS.values())}
    assert len(weapons) >= 30
    assert len(abilities) + len(actions) >= 20


@proves("setup.terrain-coverage", "table.standard-size", "terrain.agree-types")
def test_the_maps_are_standard_tables_a_quarter_covered_that_together_use_every_terrain_type():
    kinds: set[str] = set()
    stretches: set[str] = set()
    edges: set[str] = set()
    for field in content().maps.values():
        assert (field.table.width, field.table.depth) == (36, 36)
        assert field.footprint >= 324
        kinds.update(field.kinds)
        for part in field.table.parts:
            stretches.update([stretch.kind for stretch in part.stretches])
            edges.update([kind for kind in part.edge_kinds if kind])
    assert kinds == {"woods", "marsh", "scree", "blocking", "pool", "platform", "obstacle", "wall"}
    assert stretches == {"window", "ladder"}
    assert edges == {"stairs", "climbable", "sheer"}
    assert {key: round(field.footprint, 1) for key, field in content().maps.items()} == {
        "relay-yard": 325.5, "broken-refinery": 334.0, "terraced-shrine": 346.0,
    }  # fmt: skip


@proves("setup.terrain-coverage")
def test_each_map_looks_the_same_from_both_sides():
    for field in content().maps.values():
        corners = {tuple(sorted(part.points)) for part in field.table.parts}
        turned = {tuple(sorted((round(36 - x, 3), round(36 - y, 3)) for x, y in points)) for points in corners}
        assert corners == turned


@proves("setup.objectives-after-terrain", "setup.terrain-coverage")
def test_no_terrain_lies_under_an_objective_on_any_map():
    for scenario in rulebook.scenarios():
        assert [offer.key for offer in rulebook.battlefields(scenario.key)] == [
            "relay-yard", "broken-refinery", "terraced-shrine",
        ]  # fmt: skip


def changed_content(tmp_path: Path, file: str, old: str, new: str) -> Path:
    import shutil

    root = tmp_path / "content"
    shutil.copytree(CONTENT, root)
    text = (root / file).read_text(encoding="utf-8")
    assert old in text
    (root / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("factions/necron.toml", "BLAST", "BLATS", "did you mean BLAST"),
        (
            "factions/necron.toml",
            'abilities = ["Phase Shifter"]',
            'abilities = ["Phase Shiftr"]',
            "did you mean Phase Shifter",
        ),
        ("factions/necron.toml", "Reanimation Protocol (long)", "Reanimation Protokol (long)", "special action"),
        ("factions/necron.toml", 'AR = "3+"', 'AR = "7+"', "2+ to 6+"),
        ("factions/necron.toml", "points = 25", "pionts = 25", "unknown key 'pionts'"),
        ("factions/ember.toml", "1D6, 3+, AP1, D1) BLAST", "3D6, 3+, AP1, D1) BLAST", "at most 2D6"),
        ("factions/ember.toml", 'BLAST (2")', "BLAST", 'BLAST (2")'),
        ("factions/ember.toml", 'BLAST (2")', 'BLAST (0")', "is printed with a distance"),
        ("factions/ember.toml", "TOXIN", 'TOXIN (2")', "TOXIN is printed without a distance"),
        ("factions/ember.toml", "TOXIN", "TOXIN TOXIN", "TOXIN stands there twice"),
        ("factions/ember.toml", "TOXIN", "TOXIN DRAIN TOXIN", "TOXIN stands there twice"),
        ("factions/halden.toml", "'Pistol [RANGED]", "'Bayonet [RANGED]", "bayonet stands there twice"),
        (
            "factions/necron.toml",
            "Staff of Light [RANGED]",
            "Staff of Light [MELEE]",
            "staff-of-light-melee stands there",
        ),
        ("factions/ember.toml", '"Terror", "Too Angry to Die"', '"Terror", "Terror"', "Terror stands there twice"),
        (
            "factions/halden.toml",
            'name = "Lucky Charm"',
            'name = "Grenade Launcher"',
            "grenade-launcher stands there twice",
        ),
        ("factions/halden.toml", 'instead_of = "Sabre"', 'instead_of = "Saber"', "did you mean Sabre"),
        ("maps/relay-yard.toml", "rect = [14, 1, 22, 5]", "rect = [14, 1, 15, 2]", "at least 324 are needed"),
        ("maps/relay-yard.toml", "rect = [1, 7, 5, 12]", "rect = [1, 7, 50, 12]", "off the table"),
        ("maps/broken-refinery.toml", "from = 8.5, to = 10.5", "from = 8.5, to = 9", "at least 1.5"),
        ("scenarios/crossfire.toml", 'key = "o2"', 'key = "o1"', "used twice"),
    ],
)
@proves("card.weapon-line-format", "setup.terrain-coverage", "blast.printed-on-gauss-blaster")
def test_faults_in_content_are_refused_with_file_entry_and_what_was_meant(
    tmp_path: Path, file: str, old: str, new: str, told: str
):
    with pytest.raises(ContentFaults) as faults:
        Content(changed_content(tmp_path, file, old, new))
    assert told in str(faults.value)
    assert Path(file).name in str(faults.value)


@proves("warband.max-per-entry", "warband.leader", "warband.one-faction")
def test_a_warband_in_a_file_is_checked_like_any_list(tmp_path: Path):
    """Twelve Riflemen and nobody to lead them; a faction nobody knows; and one that is sound."""
    file = tmp_path / "mine.toml"
    file.write_text(
        """
[horde]
name = "Horde"
faction = "halden"
entries = [{ unit = "rifleman", count = 12 }]
[lost]
name = "Lost"
faction = "haldn"
entries = [{ unit = "rifleman", leader = true }]
[pair]
name = "Pair"
faction = "halden"
entries = [{ unit = "rifles-captain", leader = true }, { unit = "scout" }]
""",
        encoding="utf-8",
    )
    told = [str(fault) for fault in Shelf(CONTENT, sound=True).faults_of(WARBANDS, file)]
    assert [line.partition(" [")[0] for line in told] == [
        "mine.toml: horde: entries: at most 6 of Rifleman may be taken, this list has 12",
        "mine.toml: horde: entries: an army has one leader, this list has none",
        "mine.toml: lost: faction: there is no faction 'haldn' (did you mean halden?)",
    ]


@proves("card.every-model")
def test_all_faults_of_all_files_are_told_together(tmp_path: Path):
    root = changed_content(tmp_path, "factions/necron.toml", "BLAST", "BLATS")
    other = root / "maps/relay-yard.toml"
    other.write_text(other.read_text(encoding="utf-8").replace("woods", "wods"), encoding="utf-8")
    with pytest.raises(ContentFaults) as faults:
        Content(root)
    assert {fault.file for fault in faults.value.faults} == {"necron.toml", "relay-yard.toml"}


@proves("setup.order", "warband.one-faction")
def test_an_illegal_set_up_is_refused_with_every_fault_named():
    wrong = roster({"unit": "rifleman", "count": 12})
    with pytest.raises(Refused) as refusal:
        rulebook.new(Setup("gather-inteligence", "relay-yrd", (wrong, roster(CAPTAIN)), {"ponits": "100"}))
    told = str(refusal.value)
    assert "did you mean gather-intelligence" in told
    assert "did you mean relay-yard" in told
    assert "Blue's warband: at most 6 of Rifleman" in told
    assert "ponits" in told


@proves("counters.kinds", "counters.several-per-model", "counters.power-tokens")
def test_a_model_shows_all_its_counters_and_players_their_points_and_tokens():
    game = at("""
        blue rifleman a 10,10 activated, fatigued, down
        red  rifleman b 30,30 toxin, fire
        cp 3 1
        tokens 2 0
    """)
    view = rulebook.view(game.battle, 0)
    states = {model["key"]: [status["key"] for status in model["status"]] for model in view["models"]}
    assert states == {"a": ["activated", "fatigued", "knocked-down"], "b": ["toxin", "fire"]}
    assert [(r["label"], r["value"]) for r in view["players"][0]["resources"]][:2] == [
        ("Command points", 3),
        ("Pass tokens", 2),
    ]
    assert [marker["kind"] for marker in view["markers"]] == ["objective"] * 5


@proves("setup.order", "deploy.roll-off", "deploy.alternate", "initiative.first-round", "game.sequence")
def test_a_game_prepares_in_order_roll_off_side_deployment_in_turn_and_the_roll_for_the_first_turn():
    from vanguard.testing.scripts import asked, play

    army = roster({"unit": "rifleman", "leader": True}, {"unit": "rifleman"})
    lone = roster({"unit": "rifleman", "leader": True})
    game = Game.new(rulebook, Setup("gather-intelligence", "relay-yard", (army, lone)), None)
    play(game, "north", dice="deployment-roll-off 4 4 / deployment-roll-off 2 5")
    assert asked(game).player == 1
    assert game.state.zones == [0, 1]
    play(game, [[3, 33]])
    assert asked(game).player == 0
    with pytest.raises(Refused, match="not wholly inside the south zone"):
        game.answer("blue-rifleman-1")
        game.answer([[3, 6]])
    play(game, [[3, 3]])
    assert asked(game).player == 0
    with pytest.raises(Refused, match="overlap"):
        game.answer([[3.5, 3]])
    play(game, [[6, 3]], dice="first-turn-roll-off 3 1")
    assert game.state.round == 1
    assert asked(game).player == 0


@proves("deploy.alternate")
def test_models_are_deployed_in_turn_until_one_side_has_none_left():
    from vanguard.testing.scripts import asked, play

    army = roster({"unit": "rifleman", "leader": True}, {"unit": "rifleman"}, {"unit": "rifleman"})
    pair = roster({"unit": "rifleman", "leader": True}, {"unit": "rifleman"})
    game = Game.new(rulebook, Setup("gather-intelligence", "relay-yard", (army, pair)), None)
    play(game, "north", dice="deployment-roll-off 2 5")
    order = []
    for i in range(5):
        question = asked(game)
        order.append(question.player)
        if question.prompt == "Deploy which model?":
            game.answer(question.candidates()[0])
        play(game, [[3 + 3 * i, 33 if order[-1] else 3]], dice="first-turn-roll-off 3 1" if i == 4 else "")
    assert order == [1, 0, 1, 0, 0]
