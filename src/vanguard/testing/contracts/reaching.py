"""Whatever a player might reach for is either offered or listed with its reason."""

from __future__ import annotations

from typing import Any

from vanguard.core.game import Game
from vanguard.core.questions import Choose, Question, Split
from vanguard.core.rulebook import Rulebook
from vanguard.testing.random_play import new_game, random_steps

MOST_STEPS = 400


def test_a_question_that_picks_a_model_lists_every_other_of_its_side(rulebook: Rulebook, number: int) -> None:
    """Models on the table, of the side the picked ones belong to. Pieces of one group (the figures of a unit) stand for it."""
    among = rulebook.promises().picks_among
    for step, game in enumerate(random_steps(new_game(rulebook, number), number)):
        if among is None or step > MOST_STEPS:
            return
        question = game.question_for(game.deciders()[0])
        assert question is not None
        if question.clause in among:
            continue
        missing = not_listed(game, question)
        assert not missing, f"“{question.prompt}” ({question.clause}) says nothing of {', '.join(missing)}"


def not_listed(game: Game, question: Question[Any]) -> list[str]:
    """Groups on the table, of a side that one may pick from, of which the question says nothing."""
    keys = keys_of(question)
    groups: dict[str, tuple[int, bool]] = {}
    named: dict[str, set[int]] = {}
    for model in game.rulebook.view(game.state, None).get("models", ()):
        group = model.get("group") or model["key"]
        side, on_table = model["side"], model.get("on_table", True)
        groups[group] = (side, groups.get(group, (side, False))[1] or on_table)
        if on_table and (model["key"] in keys or group in keys):
            named.setdefault(group, set()).add(side)
    if len(named) < 2:
        return []  # about one group only, or about none that stands on the table
    sides = {side for found in named.values() for side in found}
    known = {*named, *question.about, *told_of(game, question)}  # whoever acts does not pick itself
    return [group for group, (side, there) in groups.items() if there and side in sides and group not in known]


def told_of(game: Game, question: Question[Any]) -> set[str]:
    """Groups that answers with keys of their own are about: several things may be done to one of them."""
    if not isinstance(question, Choose):
        return set()
    models = game.rulebook.view(game.state, None).get("models", ())
    group_of = {model["key"]: model.get("group") or model["key"] for model in models}
    of_their_own = [option for option in question.options if option.key not in {*group_of, *group_of.values()}]
    return {group_of[key] for option in of_their_own for key in option.about if key in group_of}


def keys_of(question: Question[Any]) -> set[str]:
    if isinstance(question, Choose):
        return {option.key for option in question.options}
    if isinstance(question, Split) and question.is_attack:
        return {lot.key for lot in question.lots}
    return set()


def test_what_cannot_be_chosen_says_why_and_by_which_rule(rulebook: Rulebook, number: int) -> None:
    for step, game in enumerate(random_steps(new_game(rulebook, number), number)):
        if step > MOST_STEPS:
            return
        question = game.question_for(game.deciders()[0])
        if isinstance(question, Choose):
            for option in question.options:
                assert not option.why_not or option.clause or question.clause, option.key
