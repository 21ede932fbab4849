"""A referee of our own reads whole games and finds nothing against the book, and finds what somebody has falsified."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebooks.fortyk_vanguard.golden import GOLDEN
from tests.rulebooks.fortyk_vanguard.refereeing import Referee
from tests.rulebooks.fortyk_vanguard.refereeing.crowds import refereed_crowd
from tests.rulebooks.refereed import HALF_BY_CHANCE, falsified, refereed
from vanguard.core.chapters import CHANCE
from vanguard.core.game import Game
from vanguard.core.records import give_recorded
from vanguard.core.telling.events import Event
from vanguard.rulebooks.fortyk_vanguard import rulebook


@pytest.mark.parametrize("name", sorted(GOLDEN.games))
def test_a_referee_finds_no_fault_in_a_golden_game(name: str) -> None:
    record = GOLDEN.record(name)
    game = Game.new(rulebook, record.setup, None)
    referee = Referee(game)
    for seat, given in record.answers:
        if seat != CHANCE:
            referee.prepare(given, seat)
        give_recorded(game, seat, given)
        referee.follow()
    assert referee.objections == []


@pytest.mark.parametrize("number", [3, 4, 6])
def test_a_referee_finds_no_fault_in_a_game_by_chance(number: int) -> None:
    assert refereed(Referee, "fortyk_vanguard", number, "random").objections == []


@pytest.mark.parametrize(("number", "level"), [(2, "random"), (4, "random"), (7, "random"), (5, HALF_BY_CHANCE)])
def test_a_referee_finds_no_fault_in_a_crowd(number: int, level: str) -> None:
    assert refereed_crowd(number, level).objections == []


def never(*_: Any) -> bool:
    return False


@pytest.mark.parametrize(
    ("module", "forgotten", "instead", "clause"),
    [
        ("charge_phase", "can_fire", never, "core.stratagem.fire-overwatch"),
        ("movement_phase", "usable", never, "core.stratagem.cut-them-down"),
        ("psychic_phase", "deniers", lambda *_: [], "core.psychic.deny"),
        ("attack_groups", "re_roll_one_question", lambda *_: None, "core.stratagem.command-re-roll"),
    ],
)
def test_a_referee_finds_that_somebody_was_not_asked(
    monkeypatch: pytest.MonkeyPatch, module: str, forgotten: str, instead: Any, clause: str
) -> None:
    """The rules forget to ask, and within some crowded games it matters."""
    monkeypatch.setattr(f"vanguard.rulebooks.fortyk_vanguard.{module}.{forgotten}", instead)
    objections = (told for number in range(12) for told in refereed_crowd(number, "random").objections)
    assert any("nobody was asked" in told and clause in told for told in objections)


# -- falsified games ------------------------------------------------------------------------------------------------------------


def a_wound_too_many(battle: Any, event: Event) -> bool:
    """It is told and lost, but no attack has caused it."""
    model = battle[event.about[0]]
    if model.wounds < 1:
        return False
    model.wounds -= 1
    event.values.update(amount=event.values["amount"] + 1, left=model.wounds)
    return True


def a_wound_without_a_word(battle: Any, event: Event) -> bool:
    model = battle[event.about[0]]
    if model.wounds < 1:
        return False
    model.wounds -= 1
    return True


def a_step_too_far(battle: Any, event: Event) -> None:
    """Three inches more than the log's way and the model's Move."""
    model = battle[event.about[0]]
    *way, (x, y, *height) = event.values["path"]
    there = (x + (3.0 if x < 22 else -3.0), y, *height)
    event.values["path"] = (*way, (x, y, *height), there)
    model.base = model.base.at(there[0], there[1], model.base.elevation)


def a_push_without_a_word(battle: Any, event: Event) -> None:
    model = battle[event.about[0]]
    model.base = model.base.at(model.base.x, model.base.y + 0.01, model.base.elevation)


def a_point_too_many(battle: Any, event: Event) -> None:
    event.values["amount"] += 1
    points = list(battle.points)
    points[battle.turn] += 1
    battle.points = (points[0], points[1])


def a_command_point_too_many(battle: Any, event: Event) -> None:
    battle.command_points = (battle.command_points[0] + 1, battle.command_points[1])


def a_hit_too_many(battle: Any, event: Event) -> bool:
    if event.values["n"] == event.values["of"]:
        return False
    event.values["n"] += 1
    return True


@pytest.mark.parametrize(
    ("key", "falsify", "clause"),
    [
        ("wounds", a_wound_too_many, "core.attack.inflict-damage"),
        ("wounds", a_wound_without_a_word, "core.attack.inflict-damage"),
        ("normal-move", a_step_too_far, "core.move.normal"),
        ("normal-move", a_push_without_a_word, "core.concept.measuring"),
        ("scores", a_point_too_many, "core.mission.capture-and-control"),
        ("command-point", a_command_point_too_many, "core.stratagem.cost"),
        ("hits", a_hit_too_many, "core.attack.hit-modifier-cap"),
    ],
)
def test_a_referee_finds_what_was_falsified(key: str, falsify: Any, clause: str) -> None:
    found = falsified(Referee, "fortyk_vanguard", 3, "script", key, falsify)
    assert any(clause in objection for objection in found), found
