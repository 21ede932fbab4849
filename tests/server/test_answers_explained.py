"""What a card or a panel explains is explained where it is offered, too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from vanguard.bots import make_bot
from vanguard.core.clauses import load_catalogue
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.game import Game
from vanguard.core.questions import Choose
from vanguard.core.rulebook import load_rulebook
from vanguard.server.wire.shown import question_shown, told_with

WEAPONS = (
    "Attacks",
    "Melee weapons",
    "Ranged weapons",
    "Weapons",
    "Special rules",
    "Systems",
    "Deployment",
    "Support subcards, one of them",
)
"""Blocks of a card that tell of no deed of its own."""
PANELS = ("Ploys", "Stratagems", "USA Underdog cards", "Germany Underdog cards")
OFFERED = {
    "fortyk_vanguard": "Fire Overwatch",
    "killteam_lite": "Hold Fast",
    "killteam_vanguard": "Steady",
    "normandy": "Dig In",
    "vijilant": "Double Time",
}


def named_deeds(game: Game) -> set[str]:
    """Abilities, powers, ploys, stratagems, commands: what has a name of its own and is explained somewhere."""
    cards, view = game.rulebook.cards(game.state), game.view(None)
    blocks = [block for card in cards.values() for block in card["blocks"] if block["title"] not in WEAPONS]
    found = [line["name"] for block in blocks for line in block["lines"]]
    found += [line["label"] for panel in view["panels"] if panel["title"].startswith(PANELS) for line in panel["lines"]]
    pieces = {model["name"].split(" (")[0] for model in view["models"]}
    return {name for line in found if (name := line.split(" (")[0]) not in pieces}


def answers(name: str) -> Iterator[tuple[set[str], Any]]:
    """Every answer that could be given in a game between two bots, and what is called by a name of its own."""
    rulebook, catalogue = load_rulebook(name), load_catalogue(name)
    for variant in (0, 1, 2):
        game = Game.new(rulebook, rulebook.default_setup(variant), KeyedDice(secret_from_seed(f"explained {variant}")))
        bots = (make_bot(name, "script", 1), make_bot(name, "script", 2))
        named = named_deeds(game)
        for _ in range(260):
            if game.question is None:
                break
            for seat in game.deciders():
                asked = game.question_for(seat)
                if isinstance(asked, Choose):
                    shown = question_shown(asked, seat, False, catalogue)
                    assert shown is not None and shown["kind"] == "choose"
                    yield from ((named, option) for option in shown["options"] if not option["why_not"])
            seat = game.deciders()[0]
            game.answer(bots[seat].answer(game, seat), seat=seat)


@pytest.mark.parametrize("name", sorted(OFFERED))
def test_what_has_a_name_of_its_own_says_what_it_does(name: str) -> None:
    told: dict[str, str] = {}
    for named, option in answers(name):
        for deed in named:
            if option["label"].startswith(deed):
                assert option["does"], f"{option['label']} does not say what it does"
                told[deed] = option["does"]
    assert OFFERED[name] in told, f"only {', '.join(sorted(told))} were offered"


@pytest.mark.parametrize(
    ("label", "sentence", "told"),
    [
        ("Dig In: Riflemen A", "Dig In, 1 action point: put a token; it is Hidden.", "Put a token; it is Hidden."),
        ("Smite (warp charge 5)", "The closest enemy suffers: D3.", "The closest enemy suffers: D3."),
    ],
)
def test_the_name_that_stands_above_is_not_told_again(label: str, sentence: str, told: str) -> None:
    assert told_with(label, sentence) == told
