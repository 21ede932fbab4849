"""Offers that may be let go by say so themselves, so that passing can be left to the table."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from tests.kit.random_play import new_game, random_steps
from vanguard.core.questions import Choose
from vanguard.core.rulebook import Rulebook
from vanguard.server.wire.shown import passing_key

RULEBOOKS = Path(__file__).resolve().parents[2] / "src" / "vanguard" / "rulebooks"

COMPULSORY = {
    "duel": {"duel.place", "duel.split", "duel.guess"},
    "fortyk_vanguard": set(),
    "killteam_lite": {
        "ap.not-cumulative",
        "combat.alternate",  # hits must be resolved by strikes and parries
        "combat.select-weapons",
        "initiative.simultaneous-effects",
        "invulnerable.instead-of-save",  # one save or the other
        "shooting.cover-die",  # to retain or to roll is no offer to be let go by
        "shooting.saves-spent",
        "special.duplicates",
    },
    "killteam_vanguard": {
        "disengage.order",
        "fallback.closest-edge",
        "invulnerable.choice",
    },
    "normandy": {"damage.remove-figure", "token.airstrike-resolve"},
    "vijilant": {"coherency.who-is-out"},  # one of the two parts of a split squad counts
}
"""Clauses that ask somebody during the other side's activation something that must be answered one way or the other."""


def interrupts(view: dict[str, Any], seat: int) -> bool:
    """This seat is asked while a model of the other side acts."""
    return any(model["key"] == view.get("active_model") and model["side"] != seat for model in view.get("models", ()))


def test_what_asks_the_other_player_can_be_declined_or_must_be_decided(rulebook: Rulebook) -> None:
    declined: set[str] = set()
    for number in range(4):
        for step, game in enumerate(random_steps(new_game(rulebook, number), number)):
            seat = game.deciders()[0]
            question = game.question_for(seat)
            if not isinstance(question, Choose) or len(game.deciders()) > 1:
                continue
            passing = [option for option in question.options if option.declines]
            assert len(passing) <= 1, f"“{question.prompt}” can be declined in several ways: {passing}"
            if passing:
                assert passing[0].available, f"“{question.prompt}” cannot be let go by: {passing[0].why_not}"
                assert passing_key(question) == passing[0].key
                declined.add(question.clause)
                continue
            if interrupts(game.view(None), seat):
                assert question.clause in COMPULSORY[rulebook.name], f"{question.clause}: “{question.prompt}”"
            if step > 2_000:
                break
    assert declined or rulebook.name == "normandy", "nothing could be declined in these games"
    assert not declined & COMPULSORY[rulebook.name]


def test_no_rulebook_leaves_a_plain_no_unmarked() -> None:
    """An option called no, none, keep or the like declines; whoever writes one says so."""
    unmarked: list[str] = []
    for module in sorted(RULEBOOKS.rglob("*.py")):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "Option" or not node.args:
                continue
            key = node.args[0]
            plain = isinstance(key, ast.Constant) and key.value in ("no", "none", "nobody", "decline", "keep", "stop")
            if plain and not any(word.arg == "declines" for word in node.keywords):
                unmarked.append(f"{module.relative_to(RULEBOOKS)}:{node.lineno}")
    assert unmarked == []
