"""Wishes for odds: read against the fields of a rulebook, refused by field, value and limit."""

from typing import Any

import pytest

from vanguard.core.attacks.wishes import Wish, amount, flag, one_of, only_for, whole, wish_fields
from vanguard.core.refusals import Refused

WEAPONS = ("rifle", "pistol", "sabre", "lance", "mace", "sling", "pike", "bow", "axe")
FIELDS = wish_fields(
    ["target"],
    what=one_of(["attack", "fall"], "What happens", "attack"),
    weapon=one_of(WEAPONS, "Weapon"),
    target=one_of(["guard", "scout"], "Target"),
    cover=flag("Target in cover"),
    wounds=whole("Wounds left", 1),
    points=whole("Points", 0, 6, 0),
    distance=amount("Distance", 0, 36),
)


def test_what_is_not_given_has_its_usual_value() -> None:
    wish = Wish({"target": "guard", "weapon": None}, FIELDS)
    assert (wish.text("what"), wish.text("weapon"), wish.flag("cover")) == ("attack", "", False)
    assert (wish.whole("wounds", 3, 3), wish.whole("points"), wish.amount("distance", 7.5)) == (3, 0, 7.5)
    assert wish.has("target") and not wish.has("weapon")


def test_what_is_given_counts() -> None:
    wish = Wish({"target": "scout", "cover": True, "wounds": 2, "distance": 12, "weapon": "bow"}, FIELDS)
    assert (wish.flag("cover"), wish.whole("wounds", 3, 3), wish.amount("distance")) == (True, 2, 12.0)
    assert wish.text("weapon") == "bow"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "target is missing; known: guard, scout"),
        ({"target": "gard"}, "target: there is no 'gard'; did you mean guard?"),
        ({"target": "guard", "weapon": "cannon"}, "weapon: there is no 'cannon'"),
        ({"target": "guard", "wepon": "rifle"}, "an attack has no 'wepon'; did you mean weapon?"),
        ({"target": "guard", "cover": "yes"}, "cover: true or false, not 'yes'"),
        ({"target": "guard", "wounds": 0}, "wounds: a whole number of at least 1, not 0"),
        ({"target": "guard", "points": 7}, "points: a whole number from 0 to 6, not 7"),
        ({"target": "guard", "points": True}, "points: a whole number from 0 to 6, not True"),
        ({"target": "guard", "points": 1.5}, "points: a whole number from 0 to 6, not 1.5"),
        ({"target": "guard", "distance": "far"}, "distance: a number from 0 to 36, not 'far'"),
    ],
)
def test_what_is_not_understood_is_refused_by_field_and_limit(given: dict[str, Any], told: str) -> None:
    with pytest.raises(Refused) as refused:
        Wish(given, FIELDS, "attack.how")
    assert refused.value.message == told
    assert refused.value.clause == "attack.how"


def test_a_wish_may_allow_less_than_its_field() -> None:
    wish = Wish({"target": "guard", "wounds": 5}, FIELDS)
    with pytest.raises(Refused, match="wounds: a whole number from 1 to 3, not 5"):
        wish.whole("wounds", 3, 3)


def test_a_form_knows_what_words_are_called_and_when_a_field_is_of_use() -> None:
    named = one_of({"bolt-rifle": "bolt rifle", "axe": "axe"}, "Weapon")
    assert (named["enum"], named["enumNames"]) == (["bolt-rifle", "axe"], ["bolt rifle", "axe"])
    assert "enumNames" not in one_of(WEAPONS, "Weapon")
    fields = wish_fields(
        [], what=one_of(["attack", "fall"], "What"), height=only_for(["fall"], amount("Inches", 0, 12))
    )
    assert fields["properties"]["height"]["when"] == ["fall"]
    assert Wish({"height": 3}, fields).amount("height") == 3.0
