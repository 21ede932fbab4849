"""The Fight phase: who fights when, piling in, close combat attacks, consolidating, Counter-Offensive."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, refusal
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.questions import Split
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight, is_eligible, legal_targets, next_to_fight
from vanguard.rulebooks.fortyk_vanguard.state import FOUGHT, Effect
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import start_of_fights


def phase(drawn: str, **more: object) -> Table:
    table = at(drawn, phase="fight", **more)  # type: ignore[arg-type]
    for model in table.battle.models:
        if model.did(128):
            model.charge_targets = tuple([enemy.key for enemy in table.battle.enemies_of(model.seat)])
    return table


def order(table: Table, *fights: tuple[object, ...]) -> list[str]:
    """Who fights in which order when these answers are given, one fight after the other, every blow missing."""
    for answers in fights:
        assert table.do(next_to_fight, answers=answers, dice="hit 1") is True
    assert table.do(next_to_fight) is False
    return order_of(table)


def order_of(table: Table) -> list[str]:
    return [event.values["who"] for event in table.events("hits")]


# -- who fights when ----------------------------------------------------------------------------------------------------------------


@proves("core.fight.eligible", "core.fight.who-attacks", "vanguard.muster.no-fighting-through-friends")
def test_who_is_in_engagement_range_or_charged_may_fight_once() -> None:
    table = phase(
        """
        blue Man a 4,15
        blue Man b 2.6,15
        blue Man c 20,15 did=charged
        blue Man d 4,16.5 did=fought
        red  Man e 5.9,15
        """
    )
    able = [model.key for model in table.battle.models if is_eligible(table.battle, model)]
    assert able == ["a", "c", "e"]  # b stands behind a friend, 2.3" from the enemy; d has fought


@proves("core.stratagem.desperate-breakout")
def test_who_broke_out_does_not_fight_though_a_hero_comes_after_it() -> None:
    table = phase("blue Man a 4,15 did=broke-out\nred Man b 5.5,15 kw=CHARACTER did=intervened")
    table.do(next_to_fight, answers=("no", "no"), dice="hit 1")  # b strikes
    assert not table.do(next_to_fight)


@proves("core.fight.chargers-first", "core.fight.alternate", "core.fight.other-side-finishes")
def test_chargers_fight_first_then_players_alternate_beginning_with_the_other_one() -> None:
    table = phase(
        """
        blue Man a1 10,4 did=charged
        red  Man b1 11,4
        blue Man a2 10,8
        red  Man b2 11,8
        red  Man b3 10,9
        """
    )
    fights = ((), ("b2",), ({"blade>b2": 1, "blade>b3": 0},), ("b1",), ())
    assert order(table, *fights) == ["a1", "b2", "a2", "b1", "b3"]


@proves("core.fight.fights-first")
def test_who_fights_first_is_among_the_chargers_and_the_active_player_begins() -> None:
    table = phase(
        """
        blue Man a1 10,4 did=charged
        red  Man b1 11,4 rules=fights-first
        blue Man a2 10,8
        red  Man b2 11,8
        """
    )
    assert order(table, (), (), (), ()) == ["a1", "b1", "b2", "a2"]


@proves("core.fight.fights-last")
def test_who_fights_last_waits_for_everybody() -> None:
    table = phase(
        """
        blue Man a1 10,4
        red  Man b1 11,4 did=last
        blue Man a2 10,8
        red  Man b2 11,8
        """
    )
    assert order(table, (), ("a1",), (), ()) == ["b2", "a1", "a2", "b1"]


@proves("core.fight.fights-last", "core.fight.alternate")
def test_in_the_last_group_the_active_player_begins() -> None:
    table = phase("blue Man a1 10,4 did=last\nred Man b1 11,4 did=last")
    assert order(table, (), ()) == ["a1", "b1"]


@proves("core.fight.first-and-last-cancel")
def test_a_charger_that_must_fight_last_fights_in_the_normal_group() -> None:
    table = phase(
        """
        blue Man a1 10,4 did=charged,last
        red  Man b1 11,4
        blue Man a2 10,8 did=charged
        red  Man b2 11,8 rules=fights-first did=last
        """
    )
    assert order(table, (), ("b1",), (), ()) == ["a2", "b1", "a1", "b2"]


@proves("core.fight.new-eligible-units")
def test_who_is_drawn_into_combat_may_fight_later_in_the_phase() -> None:
    table = phase("blue Man a 10,15 did=charged\nred Man b 11.5,15\nred Man c 13,16.5")
    assert not is_eligible(table.battle, table["c"])
    table.do(fight, table["a"], answers=("no", "yes", [[11.6, 15.2]]), dice="hit 6 / wound 6 / save 1")
    assert is_eligible(table.battle, table["c"])


@proves("core.ability.optional-use")
def test_an_eligible_model_must_fight() -> None:
    table = phase("blue Man a 10,4\nblue Man c 10,5\nred Man b 11,4", turn=1)
    question = table.ask(next_to_fight)
    assert available(question) == ["a", "c"]  # nobody can be passed over


@proves("core.stratagem.counter-offensive")
def test_counter_offensive_breaks_into_the_chargers_for_one_model() -> None:
    drawn = """
        blue Man a1 10,4 did=charged
        red  Man b1 11,4
        blue Man a2 10,8 did=charged
        red  Man b2 11,8
        """
    table = phase(drawn, cp=(0, 2))
    table.do(next_to_fight, answers=("a1",), dice="hit 1")
    assert available(table.ask(next_to_fight)) == ["no", "b1", "b2"]
    table.battle.counter = 1
    table.do(next_to_fight, answers=("b2",), dice="hit 1")
    assert table.battle.command_points == (0, 0)
    table.do(next_to_fight, dice="hit 1")
    assert order_of(table) == ["a1", "b2", "a2"]


@proves("core.stratagem.counter-offensive", "core.fight.fights-last")
def test_who_must_fight_last_is_not_chosen_for_counter_offensive() -> None:
    table = phase(
        "blue Man a1 10,4 did=charged\nred Man b1 11,4 did=last\nblue Man a2 10,8 did=charged\nred Man b2 11,8",
        cp=(0, 2),
    )
    table.do(next_to_fight, answers=("a1",), dice="hit 1")
    assert available(table.ask(next_to_fight)) == ["no", "b2"]


# -- piling in and consolidating -----------------------------------------------------------------------------------------------------


@proves("core.fight.sequence", "core.fight.pile-in", "core.fight.consolidate")
def test_a_model_piles_in_strikes_and_consolidates() -> None:
    table = phase("blue Man a 10,15\nred Man b 11.8,15\nred Man c 15,15")
    answers = ("yes", [[10.7, 15]], "yes", [[13.4, 15]])
    table.do(fight, table["a"], answers=answers, dice="hit 6 / wound 6 / save 1")
    keys = [event.key for event in table.battle.events]
    assert keys.index("pile-in") < keys.index("hits") < keys.index("consolidation")


@proves("core.fight.pile-in")
def test_piling_in_ends_closer_to_the_closest_enemy_and_within_three_inches() -> None:
    table = phase("blue Man a 10,15 did=charged\nred Man b 14.5,15\nred Man c 10,20")
    question = table.ask(fight, table["a"], answers=("yes",))
    assert "core.fight.pile-in" in refusal(question, [[10, 16]])
    assert "core.fight.pile-in" in refusal(question, [[13.1, 15]])
    assert question.read([[13, 15]])


@proves("core.fight.pile-in", "core.fight.consolidate")
def test_a_model_touching_an_enemy_stays_put() -> None:
    table = phase("blue Man a 10,15\nred Man b 11,15\nred Man c 10,18")
    table.do(fight, table["a"], dice="hit 1")  # no question about moves
    assert table["a"].base.centre == (10, 15)


# -- attacks --------------------------------------------------------------------------------------------------------------------------


@proves("core.fight.number-of-attacks", "weapon.extra-attacks")
def test_a_model_makes_its_attacks_and_those_of_its_weapon() -> None:
    table = phase("blue orks/boyz a 10,15\nred Man b 11.16,15")
    table.do(fight, table["a"], dice="hit 1 1 1")
    assert table.heard("hits", of=3)


@proves("core.fight.number-of-attacks", "core.profile.random-characteristics")
def test_a_random_number_of_attacks_is_rolled_when_it_fights() -> None:
    table = phase("blue Man a 10,15 A=D3\nred Man b 11,15")
    table.do(fight, table["a"], dice="melee 4 / hit 1 1")


@proves("weapon.extra-attacks", "core.fight.weapons")
def test_additional_attacks_are_made_with_the_weapon_that_gives_them() -> None:
    table = phase(
        "blue Man a 10,15 A=2\nred Man b 11,15",
        weapons={
            "a": (
                "sword: Melee, S +1, AP -1, D 1",
                "squig: Melee, S 4, AP -1, D 1, extra_attacks=2, only_extra_attacks",
                "choppa: Melee, S User, AP -1, D 1, extra_attacks=1",
            )
        },
    )
    split = table.ask(fight, table["a"])
    assert isinstance(split, Split)
    assert split.total == 5
    assert split.read({"sword>b": 2, "squig>b": 2, "choppa>b": 1})
    assert split.read({"sword>b": 0, "squig>b": 2, "choppa>b": 3})
    assert refusal(split, {"sword>b": 3, "squig>b": 2, "choppa>b": 0})
    assert refusal(split, {"sword>b": 1, "squig>b": 3, "choppa>b": 1})


@proves("core.fight.weapons")
def test_a_model_without_a_melee_weapon_uses_a_close_combat_weapon() -> None:
    table = phase(
        "blue Man a 10,15 S=5\nred Man b 11,15 T=4 Sv=4", weapons={"a": ('gun: 24" Assault 1, S 9, AP -5, D 3',)}
    )
    table.do(fight, table["a"], dice="hit 3 / wound 3 / save 4")
    assert table.heard("hits", weapon="close combat weapon")
    unsaved = phase("blue Man a 10,15\nred Man b 11,15 W=3", weapons={"a": ('gun: 24" Assault 1, S 9, AP -5, D 3',)})
    unsaved.do(fight, unsaved["a"], dice="hit 3 / wound 4 / save 1")
    assert unsaved["b"].wounds == 2  # Damage 1


@proves("core.fight.targets", "core.fight.lost-attacks")
def test_attacks_are_split_before_any_is_resolved_and_overkill_is_lost() -> None:
    table = phase(
        "blue Man a 10,15 A=3\nred Man b 11,15\nred Man c 10,16",
        weapons={"a": ("axe: Melee, S User, AP 0, D 1", "pick: Melee, S User, AP 0, D 1")},
    )
    answers = ({"axe>b": 1, "axe>c": 1, "pick>b": 1, "pick>c": 0}, "b", "axe")
    table.do(fight, table["a"], answers=answers, dice="hit 6 / wound 6 / save 1 / hit 1")
    assert table.heard("attacks-lost", n=1, target="b", weapon="pick")


@proves("core.fight.charger-targets")
def test_a_charger_strikes_those_it_charged_or_who_intervened() -> None:
    table = phase("blue Man a 10,15 did=charged\nred Man b 11,15\nred Man c 10,16\nred Man d 9,15 did=intervened")
    table["a"].charge_targets = ("b",)
    assert [model.key for model in legal_targets(table.battle, table["a"])] == ["b", "d"]
    free = phase("blue Man a 10,15\nred Man b 11,15\nred Man c 10,16")
    assert [model.key for model in legal_targets(free.battle, free["a"])] == ["b", "c"]


@proves("core.attack.hit-roll", "core.profile.weapon-strength")
def test_blows_use_weapon_skill_and_the_bearers_strength() -> None:
    table = phase(
        "blue Man a 10,15 WS=2 BS=6 S=4\nred Man b 11,15 T=8 W=4 Sv=7",
        weapons={"a": ("fist: Melee, S x2, AP -3, D 2",)},
    )
    table.do(fight, table["a"], dice="hit 2 / wound 4")
    assert table["b"].wounds == 2


# -- abilities ------------------------------------------------------------------------------------------------------------------------


@proves("faction.shock-assault")
@pytest.mark.parametrize(("did", "blows"), [("", 1), ("did=charged", 2), ("did=was-charged", 2), ("did=intervened", 2)])
def test_marines_strike_once_more_in_the_shock_of_a_charge(did: str, blows: int) -> None:
    table = phase(f"blue Man a 10,15 rules=shock-assault {did}\nred Man b 11,15")
    table.do(fight, table["a"], dice="hit" + " 1" * blows)


@proves("faction.avalanche-of-muscle")
def test_bullgryns_strike_once_more_when_they_charged() -> None:
    table = phase("blue Man a 10,15 rules=avalanche-of-muscle did=charged\nred Man b 11,15")
    table.do(fight, table["a"], dice="hit 1 1")


@proves("faction.waaagh")
@pytest.mark.parametrize("amount", [2, 1])
def test_all_orks_strike_once_more_in_both_rounds_of_a_waaagh(amount: int) -> None:
    table = phase("blue orks/gretchin a 10,15\nred Man b 10.995,15")
    table.battle.effects = (Effect("waaagh", "", 0, "command", amount),)
    table.do(fight, table["a"], dice="hit 1 1")


@proves("faction.warboss", "core.ability.aura")
def test_a_warboss_helps_boyz_to_hit_in_melee() -> None:
    table = phase("blue Man a 10,15 kw=CORE\nblue orks/warboss w 10,20\nred Man b 11,15")
    table.do(fight, table["a"], dice="hit 2 / wound 1")
    assert table.heard("hits", n=1)
    far = phase("blue Man a 10,15 kw=CORE\nblue orks/warboss w 10,24\nred Man b 11,15")
    far.do(fight, far["a"], dice="hit 2")


@proves("faction.fists-of-gork", "faction.hallowed-fury")
@pytest.mark.parametrize(
    ("power", "amount", "blows", "strength"), [("fists-of-gork", 3, 4, 7), ("hallowed-fury", 1, 2, 5)]
)
def test_blessings_add_attacks_and_strength(power: str, amount: int, blows: int, strength: int) -> None:
    table = phase("blue Man a 10,15\nred Man b 11,15 Sv=7 W=9")
    table.battle.effects = (Effect(power, "a", 0, "psychic", amount),)
    table.do(fight, table["a"], dice="hit" + " 6" * blows + " / wound" + " 1" * blows)
    assert table.heard("wound-rolls", told=f"S {strength} against T 4")


@proves("core.profile.modify-characteristics", "faction.fists-of-gork")
def test_a_fist_doubles_the_printed_strength_before_a_blessing_is_added() -> None:
    table = phase(
        "blue Man a 10,15 S=4\nred Man b 11,15 Sv=7 W=9",
        weapons={"a": ("fist: Melee, S x2, AP -3, D 2, hit_modifier=-1",)},
    )
    table.battle.effects = (Effect("hallowed-fury", "a", 0, "psychic", 1),)
    table.do(fight, table["a"], dice="hit 6 6 / wound 1 1")
    assert table.heard("wound-rolls", told="S 9 against T 4")


@proves("core.sequencing.during-a-turn", "faction.living-lightning")
def test_what_happens_at_once_happens_to_the_active_players_models_first() -> None:
    table = phase("blue necrons/plasmancer p 10,15\nred necrons/plasmancer q 14,15", turn=1)
    table.do(start_of_fights, dice="lightning 4 / lightning 4")
    assert [event.values["who"] for event in table.events("lightning")] == ["q", "p"]


@proves("faction.living-lightning")
def test_lightning_strikes_every_enemy_within_six_inches_at_the_start_of_the_fight_phase() -> None:
    table = phase("blue necrons/plasmancer p 10,15\nred Man b 15,15\nred Man c 17,15 W=2\nred Man d 19,15", turn=1)
    table.do(start_of_fights, dice="lightning 4 / lightning 3")
    assert table.dead == ["b"]
    assert table["c"].wounds == 2


@proves("faction.mask-of-dread", "core.fight.fights-last")
def test_the_mask_of_dread_makes_one_enemy_within_three_inches_fight_last() -> None:
    table = phase("blue necrons/overlord+mask-of-dread o 10,15\nred Man b 12,15\nred Man c 20,15")
    assert available(table.ask(start_of_fights)) == ["b", "nobody"]
    table.do(start_of_fights, answers=("b",))
    assert not table["b"].did(FOUGHT)
    assert table.heard("dreads", who="b")


@proves("faction.quicksilver-veteran", "core.fight.fights-first")
def test_a_quicksilver_veteran_fights_before_others() -> None:
    table = phase(
        "blue Man a 10,4\nred space-marines/assault-squad/leader+quicksilver-veteran b 11.133,4\nblue Man c 10,8\nred Man d 11,8",
        turn=0,
    )
    question_free = table.do(next_to_fight, answers=(), dice="hit 1 1 1")
    assert question_free is True
    assert order_of(table) == ["b"]
