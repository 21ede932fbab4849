"""The pieces of views that every rulebook shares."""

from vanguard.core.telling.views import card_view, panel_view, player_view


def test_a_block_of_a_card_without_lines_is_left_out() -> None:
    card = card_view(
        "Scout", "infantry", 7, [("M", '6"', "move.distance")], [("Guns", [("Rifle", "D6", "a")]), ("Rules", [])]
    )
    assert card["stats"] == [{"label": "M", "value": '6"', "clause": "move.distance"}]
    assert card["blocks"] == [{"title": "Guns", "lines": [{"name": "Rifle", "text": "D6", "clause": "a"}]}]


def test_resources_and_lines_keep_their_order() -> None:
    assert [it["label"] for it in player_view(0, "Ada", "", 3, {"Tokens": 1, "Coins": 2})["resources"]] == [
        "Tokens",
        "Coins",
    ]
    assert [it["label"] for it in panel_view("Deck", None, [("b", 1, ""), ("a", 2, "")])["lines"]] == ["b", "a"]
