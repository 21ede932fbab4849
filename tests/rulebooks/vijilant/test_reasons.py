"""What is closed says why: the true fact, the limit and the clause; and the log tells numbers that are so."""

import pytest

from tests.rulebooks.vijilant.positions import at
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

FAR = "\nred Squad z 65,65"


@proves("combat.range.per-weapon", "weapon.range-and-minimum", "combat.sight.unit-shares")
@pytest.mark.parametrize(
    ("drawn", "range", "why"),
    [
        ("red Squad b 20,46", "0-20", "out of range: 24 cm away, 20 cm at most [combat.range.per-weapon]"),
        ("red Squad b 20,28", "8-20", "out of range: 6 cm to whoever can be hit, 8 to 20 cm are needed"),
        ("red Squad b 20,30\nlocomotive 10,30,23,26", "0-24", "nobody sees Squad b [combat.sight.unit-shares]"),
    ],
)
def test_a_shot_that_cannot_be_fired_tells_distance_and_range(drawn: str, range: str, why: str) -> None:
    table = at(f"blue Squad a 20,20\n{drawn}" + FAR, active="a", weapons={"a": (f"gun: Gun, P 2, Sr 1, R {range}",)})
    assert why in table.why_not("shoot:light:b")


@proves("weapon.dies-with-bearer", "combat.range.per-weapon")
def test_a_weapon_whose_bearer_is_dead_is_said_to_have_nobody_left() -> None:
    weapons = {"a": ("tube: Gun, P 6, Sr 1, R 0-24, of support",)}
    table = at("blue Squad a 20,20\nred Squad b 20,30" + FAR, active="a", weapons=weapons)
    assert table.why_not("shoot:light:b") == "nobody is left to fire it [weapon.dies-with-bearer]"


@proves("weapon.heavy.two-actions", "turn.action-menu")
def test_heavy_fire_is_listed_with_its_cost_when_one_point_is_left() -> None:
    table = at("blue bastion a 20,10 north\nred Squad b 20,30" + FAR, active="a").play("move", [[20, 12]])
    assert table.why_not("shoot:heavy:b") == "costs 2 action points, 1 left [weapon.heavy.two-actions]"
    assert "shoot:light:b" in table.keys


@proves("coherency.must-restore", "turn.action-menu")
def test_a_split_squad_is_told_why_it_cannot_shoot_hunker_or_end_its_turn() -> None:
    table = at("blue Squad a 20,20 32,20\nred Squad b 25,30" + FAR).play("play:a")
    assert table.keys == ["regroup", "move"]
    for key in ("shoot:light:b", "hunker", "done"):
        assert table.why_not(key) == "Squad a is out of coherency and must close up first [coherency.must-restore]"


@proves("cards.double-time", "cards.patch-kit", "cards.grapple-down", "command.text-rules")
def test_a_command_tells_of_every_unit_why_it_cannot_be_played_on_it() -> None:
    drawn = """
        blue Tank t 20,20 wounds=2
        blue Tank u 30,20
        blue Squad a 40,20 played
        blue Gull g 50,20 north
        blue Squad p inside=g n=2
        red Squad z 60,60
    """
    table = at(drawn, hands=("patch-kit double-time grapple-down", "skip"))
    patch = at(drawn, hands=("patch-kit", "skip")).play("play:patch-kit")
    assert patch.why_not("u") == "it has lost no system and has no wound [cards.patch-kit]"
    assert patch.why_not("a") == "it is no vehicle and no walking machine [cards.patch-kit]"
    assert at(drawn, hands=("double-time", "skip")).play("play:double-time").why_not("a").startswith("it has had its")
    assert table.play("play:grapple-down").why_not("a") == "it is in no transport [cards.grapple-down]"


@proves("command.text-rules")
@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("strafing-run", "no enemy unit is on the table"),
        ("patch-kit", "no vehicle or walking machine of yours on the table has lost anything"),
        ("grapple-down", "no unit of yours can get out of a transport on the table"),
        ("smoke-curtain", "none of your units is on the table"),
    ],
)
def test_a_command_without_a_target_says_what_is_missing(card: str, why: str) -> None:
    table = at("blue Squad a waiting\nred Squad z waiting", hands=(card, "skip"))
    assert table.why_not(f"play:{card}") == f"{why} [command.text-rules]"
    assert f"save:{card}" in table.keys


@proves("wounds.power-beats-toughness", "armour.per-firing-model")
def test_the_log_tells_which_toughness_was_not_beaten() -> None:
    """The tank faces north with T 4/3/2: Power 3 from the side and from the front."""
    drawn = "blue Squad a 50,37.5 50,39.6\nred Tank b 35,35 north systems="
    table = at(drawn + FAR, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-40",)})
    table.play("shoot:light:b", dice="gun 5 / gun 5")
    assert "Power 3 does not beat Toughness 3 of Tank b1." in table.log
    assert "Power 3 does not beat Toughness 4 of Tank b1." in table.log


@proves("wounds.defender-allocates", "wounds.by-difference")
def test_whoever_allocates_hits_is_told_their_power_and_their_wounds() -> None:
    drawn = "blue Squad a 20,20\nred purifiers b 20,30 x3" + FAR
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 4, Sr 2, R 0-40",)})
    table.play("shoot:light:b", dice="gun 4 4")
    assert table.prompt == "Purifier Detail b takes 2 hits of Power 4 (2 wounds each): who?"


@proves("wounds.model-dies")
def test_the_death_of_a_large_model_tells_wounds_and_what_was_left() -> None:
    table = at("blue Squad a 20,20\nred Tank b 20,30 north wounds=4" + FAR, active="a", weapons={"a": ("gun: Gun, P 7, Sr 1, R 0-40",)})  # fmt: skip
    assert "Tank b1 is killed by 5 wounds with 2 left." in table.play("shoot:light:b", dice="gun 5").log
