"""What people see, the odds they may ask for, and what must never be."""

import json
from typing import Any

import pytest

from tests.rulebooks.killteam_lite.positions import at, battle_at
from vanguard.core.clauses import load_catalogue
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Choose
from vanguard.core.refusals import Refused
from vanguard.odds import of_trial
from vanguard.rulebooks.killteam_lite import rulebook
from vanguard.rulebooks.killteam_lite.special_rules import Blast, Lethal, Piercing
from vanguard.rulebooks.killteam_lite.table.messages import MESSAGES
from vanguard.testing.proves import proves_for

proves = proves_for("killteam_lite")


@proves("game.open-information")
def test_everything_is_open_to_every_seat_and_to_spectators() -> None:
    battle = battle_at(
        "blue Trooper t 4,11 Conceal wounds=2 apl_change=-1\nred Warden w 20,11 Engage done", cp=(2, 1), mission="hold"
    )
    battle["t"].used_up = ("fragmentation-grenade",)
    shown = rulebook.view(battle, 0)
    assert shown == rulebook.view(battle, 1) == rulebook.view(battle, None)
    trooper, warden = shown["models"]
    assert {status["key"] for status in trooper["status"]} == {
        "conceal", "ready", "injured", "apl", "used-fragmentation-grenade",
    }  # fmt: skip
    assert {status["key"] for status in warden["status"]} == {"engage", "activated"}
    assert [player["resources"][0]["value"] for player in shown["players"]] == [2, 1]
    assert json.loads(json.dumps(shown)) == shown


def test_the_table_shows_terrain_zones_and_barricades() -> None:
    game = Game.new(rulebook, rulebook.default_setup(0), KeyedDice(secret_from_seed(5)))
    for _ in range(9):
        question = game.question
        assert question is not None
        game.answer(question.candidates()[0])
    table = rulebook.table(game.state)
    assert (table["kind"], table["unit"], table["width"], table["depth"]) == ("measured", "in", 30.0, 22.0)
    kinds = {part["kind"] for part in table["parts"]}
    assert {"ruin", "block", "barricade"} <= kinds
    assert [zone["side"] for zone in table["zones"]] == [0, 1]
    assert all("tall" in part["notes"] or " to " in part["notes"] for part in table["parts"])


def test_every_datacard_in_play_is_printed_with_weapons_rules_and_abilities() -> None:
    battle = battle_at("blue Seer s 4,11\nred Shield-bearer w 20,11")
    cards = rulebook.cards(battle)
    seer = cards["veil-runners/seer"]
    assert [stat["label"] for stat in seer["stats"]] == ["M", "APL", "Df", "Sv", "W", "Inv"]
    titles = [block["title"] for block in seer["blocks"]]
    assert titles == ["Ranged weapons", "Melee weapons", "Special rules", "Abilities"]
    assert any("Psychic Action" in line["name"] for line in seer["blocks"][3]["lines"])
    for model in rulebook.view(battle, 0)["models"]:
        assert model["card"] in cards


@proves("order.conceal.allows-the-rest", "order.conceal.forbids")
def test_a_conceal_order_forbids_three_actions_and_no_others() -> None:
    free = at("blue Man a 4,11 Conceal\nred Man b 9,11 Engage", active="a")
    assert free.keys == ["normal-move", "dash", "pass"]
    engaged = at("blue Man a 4,11 Conceal\nred Man b 5.5,11 Engage", active="a")
    assert engaged.keys == ["fall-back", "fight", "pass"]


def test_attacks_offer_their_odds_before_they_are_chosen() -> None:
    table = at("blue Man a 4,11 Engage\nred Man b 12,11 Engage wounds=3 Df=0\nred Man c 12,15 Engage", active="a")
    actions = rulebook.trials(table.battle, table.asked)
    assert set(actions) == {"shoot"}
    table.play("shoot")
    trials = rulebook.trials(table.battle, table.asked)
    assert list(trials) == ["b", "c"]
    odds = of_trial(rulebook, trials["b"])
    assert odds.chance_removed() == pytest.approx(1 - (1 / 3) ** 4)


def test_free_standing_attacks_are_asked_for_by_name() -> None:
    fields = rulebook.trial_fields()["properties"]
    assert "warden-rifle" in fields["weapon"]["enum"]
    shot = of_trial(rulebook, rulebook.trial({"weapon": "service-rifle", "target": "ashfield-line/trooper"}))
    covered = of_trial(
        rulebook, rulebook.trial({"weapon": "service-rifle", "target": "ashfield-line/trooper", "cover": True})
    )
    assert covered.mean_damage() < shot.mean_damage()
    fight = of_trial(rulebook, rulebook.trial({"weapon": "bayonet", "target": "ashfield-line/trooper"}))
    assert fight.mean_damage(1) > 0.0, "the target fights back"
    for wish, why in (
        ({"weapon": "service-rifel", "target": "ashfield-line/trooper"}, "did you mean service-rifle"),
        ({"weapon": "service-rifle"}, "target"),
        ({"weapon": "service-rifle", "target": "ashfield-line/trooper", "rain": True}, "has no 'rain'"),
        ({"weapon": "service-rifle", "target": "ashfield-line/trooper", "target_wounds": 99}, "whole number"),
    ):
        with pytest.raises(Refused, match=why):
            rulebook.trial(wish)


def test_faults_name_whatever_must_never_be() -> None:
    battle = battle_at("blue Man a 4,11\nblue Man a2 6,11\nred Man b 20,11")
    battle["a2"].base = battle["a2"].base.at(4.5, 11)
    assert rulebook.faults(battle) == ["a and a2 overlap by 0.500"]
    battle["a2"].base = battle["a2"].base.at(40, 11)
    battle["b"].wounds = 99
    battle.command_points = (-1, 0)
    told = " ".join(rulebook.faults(battle))
    assert "a2 hangs over the table edge" in told
    assert "99 of 8 wounds" in told
    assert "below 0" in told


def test_every_message_of_a_few_games_makes_a_sentence_with_a_known_clause() -> None:
    catalogue = load_catalogue("killteam_lite")
    for variant in range(4):
        game = Game.new(rulebook, rulebook.default_setup(variant), KeyedDice(secret_from_seed(variant)))
        step = 0
        while game.question is not None:
            assert game.question.clause in catalogue
            if isinstance(game.question, Choose):
                assert all(not option.clause or option.clause in catalogue for option in game.question.options)
            answers = game.question.candidates()
            game.answer(answers[(step * 7) % len(answers)])
            step += 1
        for event in game.events:
            sentence = event.sentence(MESSAGES)
            assert sentence.endswith(".")
            assert "{" not in sentence
            assert event.clause in catalogue, event.clause


@proves("blast.no-overwatch", "unwieldy.no-overwatch", "combat.select-weapons")
@pytest.mark.parametrize(
    ("wish", "told", "clause"),
    [
        ({"weapon": "fragmentation-grenade", "overwatch": True}, "cannot be used in Overwatch", "blast.no-overwatch"),
        ({"weapon": "siege-cannon", "overwatch": True}, "cannot be used in Overwatch", "unwieldy.no-overwatch"),
        ({"weapon": "bayonet", "fights_back_with": "service-rifle"}, "is a ranged weapon", "combat.select-weapons"),
        ({"weapon": "service-rifle", "fights_back_with": "bayonet"}, "nobody fights back", "combat.select-weapons"),
        ({"weapon": "bayonet", "overwatch": True}, "is a melee weapon", "overwatch.is-not-a-shoot-action"),
        ({"weapon": "bayonet", "cover": True}, "there is no Cover", "cover.too-close"),
        ({"weapon": "bayonet", "attacker": "nobody"}, "attacker: there is no 'nobody'", ""),
    ],
)
def test_odds_of_what_the_rules_forbid_are_refused_with_the_clause(
    wish: dict[str, Any], told: str, clause: str
) -> None:
    with pytest.raises(Refused, match=told) as refusal:
        rulebook.trial({"target": "ashfield-line/trooper", **wish})
    assert refusal.value.clause == clause


def test_in_the_list_of_what_can_be_wished_only_melee_weapons_fight_back() -> None:
    fields = rulebook.trial_fields()["properties"]
    assert "bayonet" in fields["fights_back_with"]["enum"]
    assert "service-rifle" not in fields["fights_back_with"]["enum"]


def test_special_rules_say_their_number_where_the_book_says_x() -> None:
    told = {rule.printed: rule.in_words for rule in (Blast('Blast 2"', 2), Lethal("Lethal 5+", 5), Piercing("P1", 1))}
    assert told == {
        'Blast 2"': 'Also attacks every operative visible to and within 2" of the target. Not in Overwatch.',
        "Lethal 5+": "Successes of 5+ are critical hits.",
        "P1": "With a critical hit retained the attack has AP1.",
    }


def test_who_has_the_initiative_is_nobodys_turn_yet() -> None:
    """Whoever is asked for it interrupts nobody."""
    game = Game.new(rulebook, rulebook.default_setup(0), KeyedDice(secret_from_seed(5)))
    active: dict[str, object] = {}
    while game.question is not None and "Strategy phase" not in active:
        seen = rulebook.view(game.state, 0)
        active[seen["phase"]] = seen["active"]
        game.answer(game.question.candidates()[0])
    assert active["Set up: operatives"] in (0, 1)
    assert active.get("Initiative phase") is None
    assert active["Strategy phase"] in (0, 1)
