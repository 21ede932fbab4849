"""What Kill Team Vanguard's bots know: what a position is worth, where a model might go, and ways."""

from __future__ import annotations

import random
from math import hypot

from vanguard.bots.rungs import PlannerBot
from vanguard.core.attacks.rerolls import PAID, Again
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Choose, Given, Option, Place
from vanguard.rulebooks.killteam_vanguard import rulebook
from vanguard.rulebooks.killteam_vanguard.bot.mind import battle_of, goal_of, mind
from vanguard.rulebooks.killteam_vanguard.bot.places import destinations
from vanguard.rulebooks.killteam_vanguard.bot.value import (
    chance_of_winning,
    likely_shot,
    locked_models,
    log_odds,
    worth_of_model,
)
from vanguard.rulebooks.killteam_vanguard.bot.ways import (
    MOVES,
    WAYS,
    quick_way,
    way_toward,
)
from vanguard.rulebooks.killteam_vanguard.line_of_sight import IN_THE_OPEN, exposure, in_the_open, sees
from vanguard.rulebooks.killteam_vanguard.state import REMOVED, TURN, Battle, Model
from vanguard.tabletop.bot_moves import MOST_REMEMBERED


def played(variant: int, until_round: int) -> Game:
    """A game of the script against itself, at the first Turn of a Round."""
    game = Game.new(rulebook, rulebook.default_setup(variant), KeyedDice(secret_from_seed(f"bots {variant}")))
    chance = random.Random(1)
    while battle_of(game).round < until_round or battle_of(game).step != TURN or not game.at_rest:
        seat = game.deciders()[0]
        question = game.question_for(seat)
        assert question is not None
        game.answer(mind.script(game, seat, question, chance), seat=seat)
    return game


def test_what_speaks_for_one_side_speaks_against_the_other() -> None:
    for variant in (1, 4, 8):
        battle = battle_of(played(variant, 2))
        assert abs(log_odds(battle, 0) + log_odds(battle, 1)) < 1e-9
        assert 0.0 < chance_of_winning(log_odds(battle, 0)) < 1.0


def test_a_lead_counts_more_the_fewer_rounds_are_left() -> None:
    gains = []
    for a_round in (1, 3, 5):
        battle = battle_of(played(4, 2))
        battle.round = a_round
        before = log_odds(battle, 0)
        battle.victory_points[0] += 2
        gains.append(log_odds(battle, 0) - before)
    assert 0.0 < gains[0] < gains[1] < gains[2]


def test_losing_a_model_or_its_wounds_is_worth_less() -> None:
    battle = battle_of(played(2, 2))
    model = next(it for it in battle.of_side(0) if it.wounds > 1)
    before = log_odds(battle, 0)
    model.wounds -= 1
    wounded = log_odds(battle, 0)
    model.place = REMOVED
    battle.forget_sight()
    assert log_odds(battle, 0) < wounded < before


def test_places_thought_of_can_all_be_gone_to() -> None:
    for variant in (1, 2, 3):
        game = played(variant, 2)
        battle = battle_of(game)
        seat = battle.turn_player
        model = next(it for it in battle.of_side(seat) if not it.activated and it.standing and not it.fatigued)
        game.answer(f"activate {model.key}", seat=seat)
        found = destinations(battle_of(game), battle_of(game)[model.key], model.profile.speed, True, 2)
        assert found
        game.answer("walk", seat=seat)
        question = game.question_for(seat)
        assert isinstance(question, Place)
        for given in found:
            assert question.preview(given)["legal"], given


def test_quick_ways_are_legal_and_go_nearly_as_far_as_the_scripts() -> None:
    """Trying out goes straight on, around terrain or past models without a search."""
    further: list[float] = []
    for variant in (1, 2, 3):
        game = played(variant, 2)
        chance = random.Random(1)
        for _ in range(80):
            seat = game.deciders()[0]
            question = game.question_for(seat)
            assert question is not None
            given = mind.script(game, seat, question, chance)
            if isinstance(question, Place) and question.clause in MOVES:
                quick = mind.playout(game, seat, question, chance)
                assert question.preview(quick)["legal"], quick
                x, y = goal_of(battle_of(game), battle_of(game)[question.mover])
                further.append(hypot(quick[-1][0] - x, quick[-1][1] - y) - hypot(given[-1][0] - x, given[-1][1] - y))
            game.answer(given, seat=seat)
    assert len(further) > 10
    assert sum(further) / len(further) < 0.7


def test_remembered_ways_are_those_that_would_be_found_again() -> None:
    for variant in (1, 2):
        game = played(variant, 2)
        chance = random.Random(1)
        for _ in range(60):
            seat = game.deciders()[0]
            question = game.question_for(seat)
            assert question is not None
            if isinstance(question, Place) and question.clause in MOVES:
                battle = battle_of(game)
                model = battle[question.mover]
                goal = goal_of(battle, model)
                for find in (way_toward, quick_way):
                    remembered = find(battle, model, question, goal)
                    for number in range(MOST_REMEMBERED + 1):
                        WAYS.keep(("forget the others", number), None)
                    assert find(battle, model, question, goal) == remembered
            game.answer(mind.script(game, seat, question, chance), seat=seat)


def test_ways_are_remembered_up_to_a_limit() -> None:
    for number in range(MOST_REMEMBERED + 10):
        WAYS.keep(("some way", number), [[0.0, 0.0]])
        if number % 1000 == 0:
            assert len(WAYS) <= MOST_REMEMBERED
    assert len(WAYS) <= MOST_REMEMBERED


def worth_of_being_ready(battle: Battle, model: Model, locked: set[str]) -> float:
    """What the model is worth more because it has still to act."""
    ready = worth_of_model(battle, model, 2.0, locked)
    model.activated = True
    acted = worth_of_model(battle, model, 2.0, locked)
    model.activated = False
    return ready - acted


def test_a_ready_model_with_a_target_is_worth_more_than_without() -> None:
    """What a model can still do this Round counts, and counts no longer once it has acted."""
    with_a_target = 0
    for variant in (1, 2, 3, 4):
        battle = battle_of(played(variant, 2))
        locked = locked_models(battle)
        for model in battle.of_side(0):
            if not model.standing or model.fatigued or model.activated or model.key in locked:
                continue
            nobody_to_shoot_at = locked | {enemy.key for enemy in battle.enemies_of(model)}
            without = worth_of_being_ready(battle, model, nobody_to_shoot_at)
            assert without > 0.0
            if model.profile.ranged and likely_shot(battle, model, locked) > 0.0:
                with_a_target += 1
                assert worth_of_being_ready(battle, model, locked) > without
    assert with_a_target > 1


def test_seeing_a_target_whole_is_the_same_quick_or_exact() -> None:
    open_ones = 0
    for variant in (1, 2, 3):
        battle = battle_of(played(variant, 3))
        for viewer in battle.of_side(0):
            for target in battle.of_side(1):
                if sees(battle, viewer, target):
                    battle.exposed.clear()
                    quick = in_the_open(battle, viewer, target)
                    battle.exposed.clear()
                    assert quick == (exposure(battle, viewer, target) == IN_THE_OPEN)
                    open_ones += quick
    assert open_ones


def test_a_planner_plays_an_activation_without_failing_and_the_same_way_again() -> None:
    answers = []
    for _ in range(2):
        game = played(3, 2)
        seat = battle_of(game).turn_player
        bot = PlannerBot("killteam_vanguard", mind, 5)
        given: list[Given] = []
        while game.deciders() == (seat,) and len(given) < 6:
            given.append(bot.answer(game, seat))
            game.answer(given[-1], seat=seat)
        assert bot.failures == 0
        assert bot.why["tries"] > 1
        answers.append(given)
    assert answers[0] == answers[1]


def rerolled(battle: Battle, faces: int, fails: bool, harms: bool) -> Given:
    """What the script answers when a die of such a roll may be rolled again."""
    facts = {"fails": int(fails), "faces": faces, "harms": int(harms)}
    options: list[Option[Again | None]] = [
        Option("keep", None, "Keep the dice", "cp.reroll", declines=True),
        Option("die-1", (0, PAID), "Re-roll", "cp.reroll", facts=facts),
    ]
    question = Choose(0, "Re-roll a die?", options, "cp.reroll", (battle.models[0].key,))
    return mind._rerolls(battle, 0, question)[0]


def test_a_command_point_is_spent_on_a_chance_that_is_worth_it() -> None:
    battle = battle_of(played(1, 2))
    assert rerolled(battle, 1, True, False) == "keep", "one face in six, and others may need the point"
    assert rerolled(battle, 3, True, False) == "die-1"
    assert rerolled(battle, 2, True, False) == "keep", "most have still to act: better chances are to come"
    assert rerolled(battle, 4, False, False) == "keep", "a success is no die to roll again"
    for model in battle.models[1:]:
        model.activated = True
    assert rerolled(battle, 2, True, False) == "die-1", "few are left who could need it"
    assert rerolled(battle, 1, True, False) == "keep"
    for model in battle.models:
        model.activated = True
    assert rerolled(battle, 1, True, False) == "die-1", "nobody is left to spend it on"


def test_a_miss_on_a_friend_is_never_rolled_again_but_a_hit_is() -> None:
    battle = battle_of(played(1, 2))
    for model in battle.models:
        model.activated = True
    assert rerolled(battle, 4, True, True) == "keep"
    assert rerolled(battle, 4, False, True) == "die-1"
