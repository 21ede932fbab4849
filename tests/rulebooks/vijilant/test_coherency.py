"""Coherency: 3 cm from model to model, one body, and what a squad must do that has been torn apart."""

import pytest

from tests.kit.proves import proves_for
from tests.rulebooks.vijilant.positions import battle_at
from vanguard.rulebooks.vijilant.coherency import in_coherency, is_coherent

proves = proves_for("vijilant")


@proves("coherency.three-cm")
@pytest.mark.parametrize(
    ("places", "linked"),
    [
        ("20,20 25,20", True),  # 3 cm from edge to edge
        ("20,20 25.02,20", False),
        ("20,20", True),  # a lone model
        ("20,20 25,20 30,20 35,20", True),  # a chain
        ("20,20 22,20 30,20 32,20", False),  # two pairs are not one body, though each has a mate within 3 cm
    ],
)
def test_models_within_3_cm_are_linked_and_all_of_them_form_one_group(places: str, linked: bool) -> None:
    battle = battle_at(f"blue Squad a {places}\nred Squad b 50,50")
    assert is_coherent(battle, battle.units[0]) is linked


@proves("coherency.who-is-out")
def test_the_largest_linked_group_is_in_coherency() -> None:
    battle = battle_at("blue Squad a 20,20 40,20 42.5,20 45,20 60,20\nred Squad b 50,50")
    assert [model.key for model in in_coherency(battle, battle.units[0])] == ["a2", "a3", "a4"]
