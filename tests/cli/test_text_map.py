"""The table in letters, the army set up by one word, and chances at the terminal."""

from __future__ import annotations

import pytest

from tests.cli.test_play import typed as typed  # what is typed, line by line
from tests.rulebooks.killteam_vanguard.positions import at
from vanguard import odds
from vanguard.bots import make_bot
from vanguard.cli import main
from vanguard.cli.play import TextTable
from vanguard.cli.text_map import letters_of, text_map
from vanguard.core.dice import KeyedDice, secret_from_seed
from vanguard.core.rulebook import load_rulebook


def model(key: str, side: int, x: float, y: float, **more: object) -> dict[str, object]:
    return {"key": key, "name": key.title(), "side": side, "x": x, "y": y, **more}


def test_terrain_and_pieces_stand_where_they_stand_with_north_at_the_top() -> None:
    wall = {"look": "wall", "points": [[2.0, 1.0], [2.4, 1.0], [2.4, 2.9], [2.0, 2.9]], "closed": True, "top": 2.0}
    table = {"kind": "measured", "width": 5.0, "depth": 4.0, "parts": [wall]}
    models = [model("ann", 0, 0.2, 0.5), model("bob", 1, 4.7, 3.9), model("off", 1, 3.0, 1.0, on_table=False)]
    drawn = text_map(table, {"models": models, "markers": [{"x": 3.1, "y": 0.5}]})
    assert drawn == [
        "     +----------+",
        "   3 |         a|",
        "   2 |    =     |",
        "   1 |    =     |",
        "   0 |A     ◎   |",
        "     +----------+",
        "      0         5",
        "      A Ann                                     a Bob",
        "      = wall   ◎ marker",
    ]


def test_terrain_that_looks_alike_but_is_of_another_kind_has_a_sign_of_its_own_and_markers_lie_on_top() -> None:
    def square(kind: str, x: float) -> dict[str, object]:
        points = [[x, 0.1], [x + 1.4, 0.1], [x + 1.4, 0.9], [x, 0.9]]
        return {"look": "glass", "kind": kind, "points": points, "closed": True, "top": 1.0}

    table = {
        "kind": "measured",
        "width": 5.0,
        "depth": 1.0,
        "parts": [square("shardfall", 0.0), square("glass shard", 2.0)],
    }
    drawn = text_map(table, {"models": [], "markers": [{"x": 2.6, "y": 0.5}]})
    assert drawn[1] == "   0 |××× *◎*   |"
    assert drawn[-1] == "      * glass shard   × shardfall   ◎ marker"


def test_the_models_of_a_squad_share_a_letter_and_the_crowd_after_z_has_none() -> None:
    squad = [model(f"m{n}", 0, n, 1.0, group="squad") for n in range(3)]
    crowd = [model(f"c{n}", 1, n, 2.0) for n in range(28)]
    letters = letters_of({"models": squad + crowd})
    assert {letters[f"m{n}"] for n in range(3)} == {"A"}
    assert [letters["c0"], letters["c25"], letters["c26"], letters["c27"]] == ["a", "z", "&", "&"]


def test_two_in_one_place_are_several() -> None:
    table = {"kind": "measured", "width": 5.0, "depth": 1.0, "parts": []}
    drawn = text_map(table, {"models": [model("ann", 0, 1.0, 0.5), model("bob", 1, 1.2, 0.5, elevation=3.0)]})
    assert drawn[1] == "   0 |  &       |"


@pytest.mark.parametrize("name", ["fortyk_vanguard", "killteam_lite", "killteam_vanguard", "normandy", "vijilant"])
def test_after_one_word_the_army_stands_and_is_on_the_map(
    name: str, typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    book = load_rulebook(name)
    bots = {1: make_bot(name, "script", 3)}
    table = TextTable(book, book.default_setup(), KeyedDice(secret_from_seed(3)), bots)
    typed += ["auto setup", "map", "odds"]
    table.run()
    told = capsys.readouterr().out
    assert not table.game.state.is_being_set_up()
    here = [one for one in table.game.view(0)["models"] if one["on_table"]]
    letters = letters_of(table.game.view(0))
    for one in here:
        assert f"{letters[one['key']]} " in told
    assert "Nothing that is offered now starts an attack." in told
    assert told.count("|") > 40 or "★ strategic point" in told


def test_what_has_begun_is_not_set_up_again(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    typed += ["auto setup"]
    assert main(["play", "normandy", "--text", "--seed", "6"]) == 0
    assert "No: the battle has begun: there is nothing left to set up" in capsys.readouterr().out


def test_the_chances_of_every_attack_that_is_offered_are_told(
    typed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    position = at("""
        blue rifleman a 10,10
        red  necron-warrior t 19,10
        red  rifleman u 10,19
        active a
    """).play("attack")
    book = load_rulebook("killteam_vanguard")
    table = TextTable(book, book.default_setup(), KeyedDice(secret_from_seed(3)), {})
    table.game = position.game
    typed += ["odds"]
    table.run()
    told = capsys.readouterr().out
    for key in ("halden-rifle>t", "halden-rifle>u"):
        found = odds.of(position.game, key)
        assert f"{key}: {found.fate} {found.chance_removed():.1%}, {found.mean_damage():.2f} wounds on average" in told
