"""Goodshot: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.vijilant.positions import at
from tests.rulebooks.vijilant.situations.sketches import APART, AXE, FAR, GUN, HOOKS, LIGHT_GUN
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")


@proves("goodshot.natural-six", "weapon.blast.no-goodshot", "wounds.mixed-power")
def test_of_a_launcher_and_rifles_only_the_rifles_sixes_are_aimed() -> None:
    """Two 6s of a rifle each and one of the launcher: the rifles' go to b2, the launcher's where red likes."""
    drawn = "blue Squad a 20,20 22.5,20\nred Squad b 20,30 x3" + FAR
    weapons = {"a": ("rifle: Gun, P 2, Sr 1, R 0-60", "bombs: Blast, P 2, Sr 1, R 0-60")}
    table = at(drawn, active="a", weapons=weapons).play("shoot:light:b", dice="rifle 6 1 / bombs 6 1")
    assert table.asked.clause == "goodshot.nominate"
    table.play("b2")
    assert (table.asked.clause, table.asked.player) == ("wounds.defender-allocates", 1)
    assert table.play({"b3": 1}).alive("b") == ["b1"]


@proves("goodshot.natural-six", "goodshot.resolved-first", "wounds.one-model-per-shot")
def test_aimed_shots_are_first_and_those_that_are_left_fall_on_the_rest() -> None:
    """Two 6s named at b1 (one is wasted) and one more hit: of two models both die."""
    drawn = "blue Squad a 20,20\nred Squad b 20,30 22.5,30" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 3, R 0-60",)})
    table.play("shoot:light:b", "b1", dice="gun 6 6 3")
    assert table.alive("b") == []


@proves("goodshot.nominate", "wounds.power-beats-toughness")
def test_goodshots_that_cannot_wound_are_told_once() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 22.5,30 T=2" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 3, R 0-60",)})
    table.play("shoot:light:b", dice="gun 6 6 6")
    assert table.log.count("Power 2 does not beat Toughness 2") == 1


@proves("goodshot.nominate")
@pytest.mark.parametrize(("faces", "words"), [("6", "1 goodshot"), ("6 6", "2 goodshots")])
def test_whoever_aims_is_asked_for_as_many_as_there_are_and_it_is_told(faces: str, words: str) -> None:
    spread = len(faces.split())
    gun = f"gun: Gun, P 2, Sr {spread}, R 0-40"
    table = at("blue Squad a 20,20\nred Squad b 20,30 x3 H=3" + FAR, active="a", weapons={"a": (gun,)})
    table.play("shoot:light:b", dice=f"gun {faces}")
    assert (table.decider, table.prompt) == (0, f"{words}: at whom?")
    assert table.asked.dice is not None, "with the dice in view"
    table.play("b2")
    assert f"{words} at Squad b2." in table.log


@proves("goodshot.nominate", "goodshot.one-model-per-turn")
def test_a_nomination_of_a_last_stand_does_not_bind_the_turn_it_interrupts() -> None:
    """The dead of b name a2; that is no nomination of blue's turn, and none of theirs beyond this attack."""
    drawn = "blue Squad a 20,20 x2 H=9\nred Squad b 20,30 x3 fresh"
    table = at(drawn + FAR, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-40",)})
    table.play("shoot:light:b", "none", {"b1": 1}, dice="gun 6 1")
    table.play("shoot:light:a", "a2", dice="rifle 6")
    assert table.battle.turn is not None
    assert table.battle.turn.nominated == (-1, "")


@proves("goodshot.nominate", "goodshot.one-model-per-turn")
def test_a_nomination_holds_for_the_turn_and_no_nomination_binds_nobody() -> None:
    weapons = {"a": ("gun: Gun, P 2, Sr 1, R 0-40",)}
    table = at(f"blue Squad a 20,20\nred Squad b 20,30 x3 D=0 H=3\n{APART}", active="a", weapons=weapons)
    table.play("shoot:light:b", dice="gun 6")
    assert table.keys == ["none", "b1", "b2", "b3"]
    table.play("none", {"b1": 1})
    table.play("shoot:light:b", dice="gun 6")
    assert table.keys == ["none", "b1", "b2", "b3"], "nobody was named"
    named = at(f"blue Squad a 20,20\nred Squad b 20,30 x3 D=0 H=3\n{APART}", active="a", weapons=weapons)
    named.play("shoot:light:b", "b2", dice="gun 6")
    named.play("shoot:light:b", dice="gun 6")
    assert named.keys == ["none", "b2"]


@proves("goodshot.nominate", "goodshot.one-model-per-turn")
def test_the_first_model_of_all_may_be_named_and_stays_named() -> None:
    table = at(
        f"red Squad b 20,30 x2 D=0 H=3\nblue Squad a 20,20\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-40",)},
    )
    table.play("shoot:light:b", "b1", dice="gun 6")
    table.play("shoot:light:b", dice="gun 6")
    assert table.keys == ["none", "b1"]


@proves("goodshot.nominate", "goodshot.system-cannot-kill")
def test_a_system_that_is_named_is_lost() -> None:
    table = at(
        f"blue Squad a 20,20\nred Strider b 20,30 D=0 T=1\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 5, Sr 1, R 0-40",)},
    )
    table.play("shoot:light:b", "b1:rifle", dice="gun 6")
    assert table["b1"].lost == ("rifle",)
    assert table["b1"].wounds == 1


@proves("goodshot.one-model-per-turn", "cc.goodshot", "goodshot.no-carry-on")
def test_a_model_named_by_a_bullet_is_the_one_the_blades_sixes_must_strike_too() -> None:
    """The first six names b2, which lives; the second can only fall on b2 again, and the named model's owner is not asked."""
    drawn = "blue Squad a 20,20\nred Squad b 20,22 22.5,22 T=1 H=3" + FAR
    table = at(drawn, active="a", weapons={"a": (HOOKS,)}).play("strike:b", "b2", dice="hooks 6")
    assert table["b2"].wounds == 1
    table.play("strike:b", dice="hooks 6")
    assert "b2" in table.keys
    assert "b1" not in table.keys
    table.play("b2")
    assert (table["b1"].wounds, table["b2"].wounds) == (0, 2)


@proves("goodshot.one-model-per-turn", "cc.goodshot")
def test_a_nomination_made_in_shooting_binds_the_close_combat_of_the_same_turn() -> None:
    drawn = "blue Squad a 20,20 M=6\nred Squad b 20,25 22.5,25 25,25 H=9" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN, AXE)}).play("shoot:light:b", "b2", dice="gun 6")
    table.play("move", [[20, 23]], "b", dice="axe 6")
    assert table.keys == ["none", "b2"]


@proves("goodshot.one-model-per-turn", "goodshot.nominate")
def test_when_the_named_system_is_gone_the_sixes_of_the_second_action_are_ordinary_hits() -> None:
    drawn = "blue Squad a 20,20\nred Strider b 20,30" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 4, Sr 1, R 0-60",)})
    table.play("shoot:light:b", "b1:mobility", dice="gun 6")
    assert table["b1"].lost == ("mobility",)
    table.play("shoot:light:b", dice="gun 6")
    assert (table.asked.clause, table.asked.player) == ("wounds.system-or-wound", 1)


@proves("goodshot.one-model-per-turn")
def test_when_the_named_system_is_gone_later_sixes_are_ordinary_hits() -> None:
    drawn = "blue Squad a 35,20\nred Tank b 35,35 north H=9" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-40",)})
    table.play("shoot:light:b", "b1:mobility", dice="gun 6")
    table.play("shoot:light:b", dice="gun 6")
    assert table.asked.clause == "wounds.system-or-wound"
    assert table.asked.player == 1


@proves("goodshot.one-model-per-turn", "goodshot.nominate", "combat.one-target-per-action")
def test_a_second_unit_in_the_same_turn_takes_sixes_as_ordinary_hits() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x2 H=3\nred Squad c 30,20 x2 H=3" + FAR
    table = at(drawn, active="a", weapons={"a": (GUN,)}).play("shoot:light:b", "b1", dice="gun 6")
    table.play("shoot:light:c", dice="gun 6")
    assert (table.asked.player, table.asked.clause) == (1, "wounds.defender-allocates")


@proves("goodshot.must-be-visible", "wounds.only-visible")
def test_a_hidden_model_can_be_neither_named_nor_given_a_hit() -> None:
    drawn = (
        "blue Squad a 20,20\nred Squad b 20,30 22.5,30 27,36\nlocomotive 22,26,31.5,33.5\nlocomotive 24,30,30.6,32"
        + FAR
    )
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 2, Sr 1, R 0-60",)})
    table.play("shoot:light:b", dice="gun 6")
    assert "b3" not in table.keys


@proves("goodshot.resolved-first", "goodshot.no-carry-on", "wounds.mixed-power")
def test_of_aimed_shots_the_strongest_strikes_first_and_the_rest_is_wasted() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x2 H=3" + FAR
    table = at(drawn, active="a", weapons={"a": (LIGHT_GUN, "cannon: Gun, P 4, Sr 1, R 0-60")})
    table.play("shoot:light:b", "b1", dice="gun 6 / cannon 6")
    assert table.alive("b") == ["b2"]
    assert "goodshot.no-carry-on" in table.clauses


@proves("goodshot.no-carry-on")
def test_a_goodshot_left_over_is_told_as_wasted() -> None:
    table = at(
        f"blue Squad a 20,20\nred Squad b 20,30 x3 D=0\n{APART}",
        active="a",
        weapons={"a": ("gun: Gun, P 2, Sr 2, R 0-40",)},
    )
    table.play("shoot:light:b", "b2", dice="gun 6 6")
    assert table.alive("b") == ["b1", "b3"]
    assert len(table.events("goodshot-wasted")) == 1


@proves("goodshot.system-cannot-kill", "armour.per-firing-model")
@pytest.mark.parametrize("places", ["40,37.4 42.2,37.7", "42.2,37.7 40,37.4"])
def test_aimed_at_a_system_from_two_zones_the_one_that_beats_its_armour_takes_it(places: str) -> None:
    """The front line is at y = 37.5: Power 4 does nothing to 4 and breaks the rifle behind 3."""
    drawn = f"blue Squad a {places}\nred Tank b 35,35 north" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 4, Sr 1, R 0-60",)})
    table.play("shoot:light:b", "b1:rifle", dice="gun 6 / gun 6")
    assert (table["b1"].lost, table["b1"].wounds) == (("rifle",), 1)


@proves("goodshot.system-cannot-kill", "wounds.power-beats-toughness")
def test_a_goodshot_at_a_system_behind_too_much_armour_does_nothing() -> None:
    drawn = "blue Squad a 35,50\nred Tank b 35,35 north" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 4, Sr 1, R 0-40",)})
    table.play("shoot:light:b", dice="gun 6")
    if table.asked.clause == "goodshot.nominate":
        table.play("b1:mobility")
    assert (table["b1"].lost, table["b1"].wounds) == ((), 0)
