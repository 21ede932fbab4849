"""Kill Team Lite's planner: whole activations, kept to, explained; and the value it judges positions by."""

from __future__ import annotations

import logging
import random
from typing import Any

import pytest

from vanguard.bots import make_bot
from vanguard.bots.plans import ActivationPlanner, PlanningMind
from vanguard.bots.trying import ROUND_OF_DICE, EvenDice, Plan, PlanUnderWay
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Option, Roll
from vanguard.core.rulebook import load_rulebook
from vanguard.rulebooks.killteam_lite.actions import ActionList
from vanguard.rulebooks.killteam_lite.bot.activations import ACTION, ACTIVATE, Activation
from vanguard.rulebooks.killteam_lite.bot.attacks import loss_by_shot
from vanguard.rulebooks.killteam_lite.bot.choices import ploys
from vanguard.rulebooks.killteam_lite.bot.mind import ATTACKS, battle_of, mind
from vanguard.rulebooks.killteam_lite.bot.value import WEIGHTS, chance_to_win, facts_of
from vanguard.rulebooks.killteam_lite.content.content import content
from vanguard.rulebooks.killteam_lite.line_of_sight import is_engaged
from vanguard.rulebooks.killteam_lite.missions import MISSIONS
from vanguard.rulebooks.killteam_lite.state import Battle

rulebook = load_rulebook("killteam_lite")
GOING_ON = ("stays", "fights", "charges", "withdraws", "goes to its goal")


def battle_in_progress(variant: int = 3, turning_point: int = 2, seed: int = 1) -> Game:
    """A game played by scripts up to the first choice of an operative in a Turning Point."""
    game = Game.new(rulebook, rulebook.default_setup(variant), KeyedDice(secret_from_seed(seed)))
    scripts = (make_bot("killteam_lite", "script", 1), make_bot("killteam_lite", "script", 2))
    while game.question is not None:
        battle = game.state
        assert isinstance(battle, Battle)
        if battle.turning_point == turning_point and game.question.clause == ACTIVATE:
            return game
        seat = game.deciders()[0]
        game.answer(scripts[seat].answer(game, seat), seat=seat)
    raise AssertionError("the battle ended early")


def planner(seed: int = 1) -> ActivationPlanner:
    bot = make_bot("killteam_lite", "planner", seed)
    assert isinstance(bot, ActivationPlanner)
    return bot


def activation_by(bot: Any, game: Game) -> list[Given]:
    """All answers a bot gives in one activation of its own; the other seat answers by the script."""
    seat = game.deciders()[0]
    reply = make_bot("killteam_lite", "script", 9)
    given: list[Given] = []
    while game.question is not None:
        decider = game.deciders()[0]
        if game.question.clause == ACTIVATE and given:
            break
        answer = (bot if decider == seat else reply).answer(game, decider)
        if decider == seat:
            given.append(answer)
        game.answer(answer, seat=decider)
    return given


def test_an_activation_is_planned_the_same_again_for_the_same_seed() -> None:
    assert activation_by(planner(4), battle_in_progress()) == activation_by(planner(4), battle_in_progress())


def test_the_planner_tries_plans_out_without_touching_the_game() -> None:
    game = battle_in_progress()
    before = game.digest
    bot = planner()
    bot.answer(game, game.deciders()[0])
    assert game.digest == before
    assert bot.failures == 0


def test_the_planner_says_which_plan_it_chose_and_which_two_it_rejected() -> None:
    game = battle_in_progress()
    bot = planner()
    bot.answer(game, game.deciders()[0])
    assert bot.why["chosen"]
    assert len(bot.why["rejected"]) == 2
    assert 0.0 <= bot.why["value"] <= 100.0


def test_a_plan_is_kept_to_and_thought_over_only_at_an_attack() -> None:
    for variant in range(1, 5):
        bot = planner()
        game = battle_in_progress(variant)
        seat = game.deciders()[0]
        game.answer(bot.answer(game, seat), seat=seat)
        while game.question is not None and game.question.clause != ACTIVATE:
            decider, thought, clause = game.deciders()[0], bot.why, game.question.clause
            attacked = clause == ACTION and bool({"shoot", "fight"} & set(battle_of(game).performed[-1:]))
            game.answer(bot.answer(game, decider), seat=decider)
            if bot.why is not thought:
                assert clause in ATTACKS or attacked


def test_after_an_attack_the_planner_thinks_again_how_to_go_on() -> None:
    bot = planner()
    game = battle_in_progress(1)
    bot.answer(game, game.deciders()[0])
    while game.question is not None and not (
        game.question.clause == ACTION
        and battle_of(game).performed == ("shoot",)
        and len(game.question.candidates()) > 2
    ):
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        wanted = question.clause == ACTION and "shoot" in question.candidates()
        game.answer("shoot" if wanted else mind.script(game, seat, question, random.Random(1)), seat=seat)
    bot._under_way = PlanUnderWay(())
    bot.answer(game, game.deciders()[0])
    assert bot.failures == 0
    labels = [bot.why["chosen"], *[one["answer"] for one in bot.why["rejected"]]]
    assert len(labels) == 3
    assert all(label == "goes on" or label.split(": ")[1] in GOING_ON for label in labels)


def test_whoever_has_shot_and_has_nowhere_to_be_stays_where_it_is() -> None:
    """In the mission without places to hold: a script that has shot never walks on into the open."""
    seen = 0
    variant = next(n for n in range(1, 40) if rulebook.default_setup(n).scenario == "decapitation")
    game = battle_in_progress(variant, 1)
    while game.question is not None and seen < 3:
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        given = mind.script(game, seat, question, random.Random(1))
        if question.clause == ACTION and "shoot" in battle_of(game).performed:
            if "normal-move" in question.candidates():
                seen += 1
            assert given not in ("normal-move", "dash")
        game.answer(given, seat=seat)
    assert seen == 3


def test_six_tries_in_a_row_show_every_face_of_every_die_once() -> None:
    roll = Roll(0, 4, "hit", "somewhere")
    secret = secret_from_seed("even")
    tries = [EvenDice(secret, turn).outcome(roll, "an event") for turn in range(ROUND_OF_DICE)]
    for die in range(4):
        assert sorted(rolled[die] for rolled in tries) == [1, 2, 3, 4, 5, 6]
    assert tries[0] == KeyedDice(secret).outcome(roll, "an event")


def test_all_rounds_of_trying_together_make_one_round_of_dice() -> None:
    assert 1 + sum(tries for _, tries in PlanningMind.trying_again) == ROUND_OF_DICE


def test_an_action_asked_for_alone_is_what_it_is_in_the_whole_list() -> None:
    game = battle_in_progress()
    for _ in range(40):
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        if isinstance(question, Choose) and question.clause == ACTION:
            keys = ActionList(battle_of(game), battle_of(game)[battle_of(game).active]).actions
            alone = [(key, question.option(key).why_not) for key in keys]
            assert alone == [(option.key, option.why_not) for option in question.options]
        game.answer(mind.script(game, seat, question, None), seat=seat)  # type: ignore[arg-type]


def test_a_planner_that_comes_in_the_middle_of_an_activation_plans_from_there() -> None:
    game = battle_in_progress()
    seat = game.deciders()[0]
    game.answer(mind.script(game, seat, game.question_for(seat), None), seat=seat)  # type: ignore[arg-type]
    bot = planner()
    bot.answer(game, seat)
    assert bot.why["tries"] > 5


def test_a_planner_that_fails_plays_the_script_and_says_so(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> float:
        raise ZeroDivisionError

    monkeypatch.setattr("vanguard.rulebooks.killteam_lite.bot.mind.chance_to_win", broken)
    game = battle_in_progress()
    seat = game.deciders()[0]
    question = game.question_for(seat)
    assert isinstance(question, Choose)
    bot = planner()
    with caplog.at_level(logging.ERROR, logger="vanguard.bots"):
        given = bot.answer(game, seat)
    assert given == make_bot("killteam_lite", "script", 1).answer(game, seat)
    assert bot.failures == 1
    assert "planner failed" in caplog.text


def test_a_course_answers_its_questions_in_turn_and_passes_by_what_is_not_asked() -> None:
    game = battle_in_progress()
    question = game.question
    assert question is not None
    under_way = PlanUnderWay((("an order never asked for", "engage"), (ACTIVATE, "b1"), ("later", "pass")))
    assert under_way.next_for(question) == "b1"
    assert under_way.next_for(question) is None
    assert under_way.coming == [("later", "pass")]


def test_a_plan_is_compared_with_another_dice_by_dice() -> None:
    good, poor = Plan("good", ()), Plan("poor", ())
    for luck in (0.0, 30.0, 10.0):
        good.add(luck + 2.0)
        poor.add(luck)
    assert good.edge_over(poor) == (2.0, 0.0)


def test_every_operative_has_plans_and_looking_for_them_moves_nobody() -> None:
    for variant in range(1, 7):
        battle = battle_in_progress(variant).state
        assert isinstance(battle, Battle)
        before = battle.facts()
        for operative in battle.in_play():
            assert len(Activation(battle, operative).plans(ACTIVATE)) >= 3
        assert battle.facts() == before


# -- value -------------------------------------------------------------------------------------------------------------------


def test_every_mission_has_weights_for_every_fact() -> None:
    assert set(WEIGHTS) == set(MISSIONS)
    battle = battle_in_progress().state
    assert isinstance(battle, Battle)
    assert {len(weights) for weights in WEIGHTS.values()} == {len(facts_of(battle, 0))}


@pytest.mark.parametrize("variant", range(1, 7))
def test_the_chances_of_both_sides_come_to_one(variant: int) -> None:
    battle = battle_in_progress(variant).state
    assert isinstance(battle, Battle)
    assert chance_to_win(battle, 0) + chance_to_win(battle, 1) == pytest.approx(1.0)


@pytest.mark.parametrize("variant", range(1, 7))
def test_losing_the_strongest_operatives_lowers_the_chance_to_win(variant: int) -> None:
    battle = battle_in_progress(variant).state
    assert isinstance(battle, Battle)
    poorer = battle.copy()
    for operative in poorer.of(0)[:2]:
        operative.wounds = 0
        operative.fate = 2
    assert chance_to_win(poorer, 0) < chance_to_win(battle, 0)


def test_cover_and_better_saves_lower_what_a_shot_takes() -> None:
    teams = content().teams
    trooper = teams["ashfield-line"].datacards[1]
    warden = teams["bastion-wardens"].datacards[1]
    rifle = trooper.ranged[0]
    in_the_open = loss_by_shot(rifle, trooper, False, 8)
    assert 0.0 < loss_by_shot(rifle, trooper, True, 8) < in_the_open < 1.0
    assert loss_by_shot(rifle, warden, False, 8) < in_the_open
    assert loss_by_shot(rifle, trooper, False, 2) > in_the_open


def test_an_operative_stands_where_it_stood_even_if_judging_a_place_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battle_in_progress().state
    assert isinstance(battle, Battle)
    before = battle.facts()

    def broken(*_: Any) -> float:
        raise ZeroDivisionError

    monkeypatch.setattr("vanguard.rulebooks.killteam_lite.bot.activations.best_loss_by_shot", broken)
    with pytest.raises(ZeroDivisionError):
        Activation(battle, battle.of(0)[0]).plans(ACTIVATE)
    assert battle.facts() == before


@pytest.mark.parametrize("mission", ["sabotage", "relic", "break-through"])
def test_what_the_mission_asks_for_is_among_the_plans(mission: str) -> None:
    variants = [n for n in range(12) if rulebook.default_setup(n).scenario == mission]
    game = battle_in_progress(variants[0])
    battle = battle_of(game)
    wanted = set(MISSIONS[mission].actions)
    for operative in battle.of(game.deciders()[0]):
        if not is_engaged(battle, operative):
            plans = Activation(battle, operative).plans(ACTIVATE)
            assert wanted <= {given for plan in plans for clause, given in plan.steps if clause == ACTION}
            return
    raise AssertionError("all are engaged")


def test_strategic_ploys_are_kept_for_when_they_do_something() -> None:
    battle = battle_of(battle_in_progress(1, 1))
    keys = ["dig-in", "drift", "frenzy", "hold-fast"]
    options = [Option(key, key, key) for key in (*keys, "pass")]
    question = Choose(0, "Which ploy?", options, "strategy.ploys.alternate")
    battle.turning_point = 1
    assert ploys(battle, 0, question)[0] == "drift", "only now, before anybody has moved"
    battle.turning_point = 2
    for operative in battle.operatives:
        operative.wounds = 1
    assert ploys(battle, 0, question)[0] == "hold-fast", "all are injured"
