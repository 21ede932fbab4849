"""Errata: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import FAR, GUN
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("los.enemy-models-block", "los.infantry-do-not-screen-vehicles", "units.infantry-definition")
@pytest.mark.parametrize(
    ("front", "behind", "seen"),
    [
        ("red Tank f 20,30", "Squad b 20,34", False),
        ("red Strider f 20,30", "Squad b 20,34", False),
        ("red Strider f 20,30 radius=2.5", "Truck b 20,36 radius=1", False),
        ("red Hero f 20,30 radius=3", "Truck b 20,36 radius=1", True),
        ("red Squad f 20,30 radius=3", "Strider b 20,36 radius=1", True),
        ("red Squad f 20,30 radius=3", "Skiff b 20,36 radius=1", True),
        ("red Squad f 20,30 radius=3", "Flyer b 20,36 radius=1 landed", True),
        ("red Squad f 20,30 radius=3", "Squad b 20,36", False),
        ("red Squad f 20,30 radius=3", "Hero b 20,36 radius=1", False),
        ("red Tank f 20,30", "Flyer b 20,36 radius=1", True),
        ("red Flyer f 20,30 radius=3", "Squad b 20,36", True),
        ("blue Tank f 20,30", "Squad b 20,34", True),
    ],
)
def test_who_screens_whom(front: str, behind: str, seen: bool) -> None:
    table = at(f"blue Squad a 20,20\n{front}\nred {behind}" + FAR, active="a")
    assert ("shoot:light:b" in table.keys) is seen


@proves("los.enemy-models-block", "transport.passengers-inactive")
def test_models_of_the_target_itself_do_not_screen_each_other() -> None:
    """Two in a row: either may be given the hit."""
    table = at("blue Squad a 20,20\nred Squad b 20,30 20,32" + FAR, active="a").play("shoot:light:b", dice="rifle 3")
    assert table.asked.clause == "wounds.defender-allocates"
    assert table.play({"b2": 1}).alive("b") == ["b1"]


@proves("los.enemy-models-block", "los.infantry-do-not-screen-vehicles")
def test_a_truck_hides_a_squad_and_a_squad_does_not_hide_a_truck() -> None:
    hidden = at("blue Squad a 20,20\nred Truck t 20,26\nred Squad b 20,30" + FAR, active="a", weapons={"a": (GUN,)})
    assert not any(key.endswith(":b") for key in hidden.keys)
    shown = at("blue Squad a 20,20\nred Squad t 20,26\nred Truck b 20,30" + FAR, active="a", weapons={"a": (GUN,)})
    assert any(key.endswith(":b") for key in shown.keys)
