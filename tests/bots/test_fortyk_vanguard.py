"""40k Vanguard's mind: what is enough is kept, a command point is spent where it may well help, charges are meant to reach."""

from __future__ import annotations

import random
from collections.abc import Mapping

from vanguard.core.questions import Choose, Given, Option
from vanguard.core.rulebook import load_rulebook
from vanguard.core.telling.events import DiceShown
from vanguard.rulebooks.fortyk_vanguard.bot.mind import battle_of, mind, ways_to_roll
from vanguard.rulebooks.fortyk_vanguard.bot.value import worth
from vanguard.rulebooks.fortyk_vanguard.state import PSYCHIC
from vanguard.testing.random_play import new_game

rulebook = load_rulebook("fortyk_vanguard")
CLAUSE = "core.stratagem.command-re-roll"


def answered(faces: tuple[int, ...], facts: Mapping[str, int], points: int = 3) -> Given:
    """What is answered if these dice may be rolled again: a saving throw, where it is a single die."""
    game = new_game(rulebook, 1)
    battle = battle_of(game)
    battle.phase = PSYCHIC
    battle.turn = 0
    battle.round = 1
    battle.command_points = (points, points)
    options = [Option("keep", -1, "Keep", declines=True), Option("re-roll", 0, "", facts=facts)]
    question = Choose(0, "Re-roll?", options, CLAUSE, (battle.models[0].key,))
    question.dice = DiceShown("Test", 0, faces)
    return mind.script(game, 0, question, random.Random(1))


def test_a_test_that_succeeded_is_never_rolled_again() -> None:
    assert answered((3, 4), {"needed": 6}) == "keep"
    assert answered((3, 2), {"needed": 6}) == "re-roll"


def test_the_perils_of_a_double_six_are_rolled_away() -> None:
    assert answered((6, 6), {"needed": 6}) == "re-roll"


def test_a_command_point_is_not_spent_on_a_bad_chance() -> None:
    assert answered((3, 4), {"needed": 10}) == "keep", "6 ways of 36"
    assert answered((2, 3), {"needed": 7}, points=1) == "keep", "the last point is kept"
    assert answered((2,), {"better_faces": 1}) == "keep"
    assert answered((2,), {"better_faces": 4}) == "re-roll"


def test_the_ways_two_dice_can_come_to_a_sum_are_counted() -> None:
    pairs = [(first, second) for first in range(1, 7) for second in range(1, 7)]
    for needed in range(1, 15):
        assert ways_to_roll(needed) == len([pair for pair in pairs if sum(pair) >= needed])


def test_help_goes_to_the_friend_who_is_worth_most() -> None:
    """Two friends to choose from, the lesser named first; then the other way round."""
    game = new_game(rulebook, 1)
    own = sorted([model for model in battle_of(game).models if model.seat == 0], key=worth)
    for pair in ((own[0], own[-1]), (own[-1], own[0])):
        options = [Option(one.key, one.key, one.name, about=(one.key,)) for one in pair]
        question = Choose(0, "Psychic Barrier: on whom?", options, "faction.psychic-barrier")
        assert mind.script(game, 0, question, random.Random(1)) == own[-1].key
