"""The protocol's files are up to date, and every rulebook speaks the table's words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.rulebook import load_rulebook
from vanguard.server.play.library import Library, shown_rulebook
from vanguard.server.wire import messages
from vanguard.server.wire.messages import happened, offers, questions
from vanguard.server.wire.pages import pages
from vanguard.server.wire.schema import openapi_schema
from vanguard.server.wire.shown import deciding, log_line, question_shown
from vanguard.server.wire.vocabulary import Card, TableScene, TableView
from vanguard.testing.random_play import advanced

ROOT = Path(__file__).resolve().parents[2]
library = Library(("tests.kit.duel:rulebook",))


def test_the_schema_file_is_up_to_date() -> None:
    written = json.loads((ROOT / "web" / "openapi.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(openapi_schema())), (
        "run tools/export_openapi.py and `npm run types` in web/"
    )


def test_every_reference_in_the_schema_leads_somewhere() -> None:
    schema = openapi_schema()
    referred = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(schema)))
    assert referred <= set(schema["components"]["schemas"])
    assert {"ServerMessage", "ClientMessage"} <= set(schema["components"]["schemas"])


def test_the_protocol_document_names_every_route_and_every_message() -> None:
    told = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    paths = {re.sub(r"\{(clause)\}", "{id}", route.path) for route in pages.routes}  # type: ignore[attr-defined]
    assert [path for path in sorted(paths) if path not in told] == []
    chapters = [file.read_text(encoding="utf-8") for file in Path(messages.__file__).parent.glob("*.py")]
    kinds = re.findall(r'type: Literal\["(\w+)"\]', "".join(chapters))
    assert kinds
    assert [kind for kind in kinds if f"`{kind}`" not in told] == []


def shape_of(words: Any) -> TypeAdapter[Any]:
    return TypeAdapter(words)


@pytest.mark.parametrize("name", library.playable())
def test_a_rulebook_describes_its_table_in_the_shared_words(name: str) -> None:
    """Through the first questions of a game: scene, cards, views of both seats and of spectators, questions, log."""
    rulebook = library.get(name)
    shape_of(offers.RulebookShown).validate_python(shown_rulebook(rulebook))
    game = Game.new(rulebook, rulebook.default_setup(), None)
    shape_of(TableScene).validate_python(rulebook.table(game.state))
    shape_of(dict[str, Card]).validate_python(rulebook.cards(game.state))
    view_fits = shape_of(TableView)
    question_fits: TypeAdapter[Any] = shape_of(questions.QuestionShown)
    catalogue = library.clauses(name)
    game.resume_with(KeyedDice(secret_from_seed(7)))
    for number in range(150):
        for seat in (None, 0, 1):
            view = game.view(seat)
            view_fits.validate_python(view)
            json.dumps(view, allow_nan=False)
        if game.over:
            break
        for seat in game.deciders():
            question = game.question_for(seat)
            assert question is not None
            asked = question_shown(question, seat, False, catalogue)
            question_fits.validate_python(asked)
            if asked is not None and asked["kind"] == "choose":
                for option in asked["options"]:
                    assert all([" " in text for text in (option["does"], option["rule"]) if text]), "told in words"
                    assert option["clause"] in ("", *catalogue.ids) or not catalogue.ids
            candidates = question.candidates()
            game.answer(candidates[(number * 7) % len(candidates)], seat=seat)
    line_fits = shape_of(happened.LogLine)
    for event in game.events:
        line = log_line(event, rulebook, 0)
        line_fits.validate_python(line)
        json.dumps(line, allow_nan=False)


@pytest.mark.parametrize("name", ["killteam_vanguard", "killteam_lite", "normandy", "fortyk_vanguard", "vijilant"])
def test_a_battle_that_has_begun_is_not_offered_to_be_set_up(name: str) -> None:
    rulebook = load_rulebook(name)
    for steps in range(0, 300, 15):
        game = advanced(rulebook, 2, steps)
        if not game.over:
            begun = rulebook.view(game.state, None)["round"] > 0
            assert deciding(game, False)["setup"] is not begun, f"after {steps} answers"
