"""What is printed on the cards of the two forces: heroes, command cards, subcards."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard.core.refusals import Refused
from vanguard.rulebooks.vijilant import rulebook
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

GUN = "gun: Gun, P 2, Sr 1, R 0-40"
BURNER = ("burner: Flame, P 1, Sr 1, R 0-40",)
"""One hit, no wound, and a pinning test."""


def passes(drawn: str, face: int, **more: Any) -> bool:
    """Red's burner hits blue's unit `a`: does it pass its pinning test with this face?"""
    table = at(drawn + "\nred Squad x 20,40", active="x", weapons={"x": BURNER}, **more)
    table.play("shoot:light:a", dice=f"burner 6 / pinning {face}")
    return table.unit("a").pinned < 0


# -- auras ----------------------------------------------------------------------------------------------------------------------


@proves("cards.linked-minds", "cards.auras")
def test_a_unit_near_the_overseer_uses_her_morale() -> None:
    """Morale 6 by itself: a 1 pins. Within 8 cm of the Overseer (9) a 1 gives 10 and passes; at 8.1 cm it does not."""
    assert passes("blue Squad a 20,20\nblue overseer o 30.25,20", 1)
    assert not passes("blue Squad a 20,20\nblue overseer o 30.36,20", 1)
    assert not passes("blue Squad a 20,20\nblue overseer o inside=t\nblue Truck t 25,20", 1), (
        "inside she is off the table"
    )
    assert not passes("blue Squad a 20,20", 1)
    assert passes("blue Squad a 20,20 40,20\nblue overseer o 50,20", 1), "one model within reach is enough"


@proves("cards.black-flag", "cards.auras")
def test_units_near_the_captain_have_one_more_morale() -> None:
    """Morale 6 and the flag's 1: a 3 gives 10."""
    assert passes("blue Squad a 20,20\nblue captain c 25,20", 3)
    assert not passes("blue Squad a 20,20\nblue captain c 40,20", 3)
    assert passes("blue captain a 20,20", 1), "8 and 1: herself too"


# -- dread chorus -----------------------------------------------------------------------------------------------------------------


@proves("cards.dread-chorus", "weapon.special")
def test_the_dread_chorus_pins_without_an_attack_once_a_turn() -> None:
    drawn = "blue overseer a 20,20\nred Squad b 20,30 Mr=5\nred Squad c 25,30 Mr=5\nred Squad z 65,65"
    table = at(drawn, active="a").play("special:dread-chorus:b", dice="pinning 4")
    assert table.unit("b").pinned >= 0
    assert table["b1"].wounds == 0
    assert table.battle.turn is not None
    assert table.battle.turn.points == 1
    assert "special:dread-chorus:c" not in table.keys


@proves("cards.dread-chorus")
def test_the_chorus_reaches_12_cm_and_needs_sight_and_spares_flyers_in_the_air() -> None:
    """Radius 1.25 and 1: centres 14.25 apart are 12 cm."""
    for enemy, may in (
        ("Squad b 20,34.25", True),
        ("Squad b 20,34.4", False),
        ("Flyer b 20,30", False),
        ("Flyer b 20,30 landed", True),
        ("Squad b 20,30 pinned", False),
    ):
        table = at(f"blue overseer a 20,20\nred {enemy}\nred Squad z 65,65", active="a")
        assert table.can("special") is may, enemy
    hidden = at("blue overseer a 20,20\nred Squad b 20,31\nred Squad z 65,65\nshard 20,26 r=3", active="a")
    assert not hidden.can("special")


@proves("cards.dread-chorus", "last-stand.when")
def test_the_chorus_may_be_sung_in_a_last_stand() -> None:
    drawn = "blue Squad a 20,20 Mr=1\nred overseer b 20,30 fresh wounds=2 D=0\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 3, Sr 1, R 0-40",)})
    table.play("shoot:light:b", dice="gun 5").play("dread-chorus:a", dice="pinning 1")
    assert table.unit("a").pinned >= 0


# -- weapon commands ----------------------------------------------------------------------------------------------------------------


def commanded(card: str, drawn: str, *answers: Any, dice: str = "") -> Table:
    table = at("blue Squad y 2,2\n" + drawn, hands=(card, ""))
    return table.play(f"play:{card}", *answers, dice=dice)


@proves("cards.orbital-lance", "command.side-armour", "command.attack-procedure")
@pytest.mark.parametrize("facing", ["north", "south", "east"])
def test_an_orbital_strike_always_meets_the_side_armour(facing: str) -> None:
    """P 6 on a tank with T 4/3/2: 3 wounds per hit; Skill 1 against Dodge 1 hits on anything."""
    table = commanded("orbital-lance", f"red Tank x 35,35 {facing} H=9 systems=", "x", dice="orbital-lance 1 1")
    assert table["x1"].wounds == 6


@proves("command.attack-procedure", "cards.strafing-run", "goodshot.must-be-visible")
def test_a_command_needs_no_sight_ignores_cover_hits_anybody_and_has_no_goodshots() -> None:
    """Behind glass and touching it, Dodge 2: a 3 hits; 6s are ordinary, and the defender gives them to whom it likes."""
    drawn = "red Squad x 35,60 38,60 played\nred Squad z 60,60\nshard 35,56 r=3"
    table = commanded("strafing-run", drawn, "x", dice="strafing-run 2 3 1 1 1")
    assert table.asked.clause == "wounds.defender-allocates"
    assert table.play({"x2": 1}).alive("x") == ["x1"]
    six = commanded("strafing-run", drawn, "x", dice="strafing-run 6 1 1 1 1")
    assert six.asked.clause == "wounds.defender-allocates"


@proves("command.attack-procedure", "hunker.stacks-with-cover", "cards.ward-cloak", "cards.smoke-curtain")
def test_hunkering_and_wargear_count_against_a_command() -> None:
    for drawn, face, hurt in (
        ("red Squad x 35,60 played hunkered H=9", 3, False),
        ("red Squad x 35,60 played hunkered H=9", 4, True),
        ("red overseer x 35,60 played", 3, False),
        ("red overseer x 35,60 played", 4, True),
    ):
        table = commanded("strafing-run", drawn, "x", dice=f"strafing-run {face} 1 1 1 1")
        assert bool(table["x1"].wounds) is hurt, (drawn, face)


@proves("command.attack-procedure", "last-stand.when")
def test_those_killed_by_a_command_have_their_last_stand() -> None:
    table = commanded("strafing-run", "red Squad x 10,2 12.5,2", "x", {"x1": 1}, dice="strafing-run 3 1 1 1 1")
    assert table.asked.clause == "last-stand.when"


@proves("cards.orbital-lance", "cards.strafing-run")
def test_a_weapon_command_may_hit_any_enemy_unit_on_the_table() -> None:
    drawn = "red Squad x 35,60\nred Flyer f 50,50\nred Squad w waiting\nred Truck t 60,10\nred Squad p inside=t"
    table = at("blue Squad y 2,2\n" + drawn, hands=("strafing-run", "")).play("play:strafing-run")
    assert table.keys == ["x", "f", "t"]


# -- the other commands ---------------------------------------------------------------------------------------------------------------


@proves("cards.shared-purpose")
def test_shared_purpose_steadies_a_unit_until_the_end_of_the_round() -> None:
    """Morale 6 and 2: a 2 gives 10."""
    drawn = "blue Squad a 20,20\nblue Squad y 2,2\nred Squad x 20,40"
    table = at(drawn, hands=("shared-purpose", ""), weapons={"x": BURNER}).play("play:shared-purpose", "a:morale")
    table.play("play:x", "shoot:light:a", dice="burner 6 / pinning 2")
    assert table.unit("a").pinned < 0


@proves("cards.shared-purpose")
def test_or_it_adds_to_skill_in_a_turn_that_is_still_to_come() -> None:
    """Skill 0 and 1 against Dodge 2: a 2 hits, in this turn only."""
    drawn = "blue Squad a 20,20\nblue Squad p 60,2 played\nred Squad x 20,40 H=9 played\nred Squad w 60,60"
    table = at(drawn, hands=("shared-purpose", ""), weapons={"a": (GUN,)}).play("play:shared-purpose")
    assert "p:skill" not in table.keys, "it has had its turn"
    table.play("a:skill", "save:w")
    table.play("play:a", "shoot:light:x", dice="gun 2")
    assert table["x1"].wounds == 1
    table.play("done")
    assert table.unit("a").skill_bonus == 0


@proves("cards.shared-purpose", "last-stand.not-a-turn")
def test_the_skill_of_shared_purpose_is_not_for_a_last_stand() -> None:
    drawn = "blue Squad a 20,20\nblue Squad y 2,2\nred Squad x 20,40 H=9"
    weapons = {"a": (GUN,), "x": (GUN,)}
    table = at(drawn, hands=("shared-purpose", ""), weapons=weapons).play("play:shared-purpose", "a:skill")
    table.play("play:x", "shoot:light:a", dice="gun 5")
    assert table.asked.clause == "last-stand.when"
    table.play("shoot:light:x", dice="gun 2")
    assert table["x1"].wounds == 0


@proves("cards.smoke-curtain")
def test_a_smoke_curtain_adds_to_dodge_and_to_cover() -> None:
    drawn = "blue Squad a 20,20 H=9\nblue Squad y 2,2\nred Squad x 20,40\nred Squad w 60,60{}"
    for terrain, face, hurt in (("", 3, False), ("", 4, True), ("\ncarriage 15,25,21.05,24", 5, False)):
        table = at(drawn.format(terrain), hands=("smoke-curtain", ""), weapons={"x": (GUN,)})
        table.play("play:smoke-curtain", "a", "play:x", "shoot:light:a", dice=f"gun {face}")
        assert bool(table["a1"].wounds) is hurt


@proves("cards.smoke-curtain", "cc.ignore-cover")
def test_a_smoke_curtain_does_not_help_in_close_combat() -> None:
    drawn = "blue Squad a 20,20 H=9\nblue Squad y 2,2\nred Squad x 20,22\nred Squad w 60,60"
    table = at(drawn, hands=("smoke-curtain", ""), weapons={"x": ("hooks: CC, P 2, Sr 1",)})
    table.play("play:smoke-curtain", "a", "play:x", "strike:a", dice="hooks 3")
    assert table["a1"].wounds == 1


@proves("cards.double-time", "card.move")
def test_double_time_adds_two_to_move_also_on_entry() -> None:
    """M 6: 8 cm per action; entering, twice 8."""
    drawn = "blue Squad a 20,20 M=6\nblue Squad n waiting M=6\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn, hands=("double-time", "")).play("play:double-time", "a", "save:x")
    table.play("play:a", "move", [[28, 20]], "move", [[36, 20]])
    assert table.at("a1") == (36.0, 20.0)
    entering = at(drawn, hands=("double-time", "")).play("play:double-time", "n", "save:x")
    entering.play("play:n", [[40, 15]])
    assert entering.at("n1") == (40.0, 15.0)
    flyer = "blue Flyer f 35,10 north M=24\nblue Squad y 2,2\nred Squad x 60,60\nred Squad w 50,60"
    flown = at(flyer, hands=("double-time", "")).play("play:double-time", "f", "save:x", "play:f", "fly")
    with pytest.raises(Refused):
        flown.play([[35, 34]])
    flown.play([[35, 36]])


@proves("cards.double-time")
def test_double_time_is_only_for_units_whose_turn_is_still_to_come() -> None:
    drawn = "blue Squad a 20,20 played\nblue Squad b 30,20\nred Squad x 60,60"
    assert at(drawn, hands=("double-time", "")).play("play:double-time").keys == ["b"]


@proves("cards.patch-kit")
def test_a_patch_kit_gives_back_a_system_and_a_wound() -> None:
    drawn = "blue Tank t 20,20 lost=mobility;rifle wounds=3\nblue Squad y 2,2 H=3 wounds=1\nred Squad x 60,60"
    table = at(drawn, hands=("patch-kit", "")).play("play:patch-kit")
    assert table.keys == ["t:mobility", "t:rifle"], "infantry cannot be patched"
    table.play("t:mobility")
    assert (table["t1"].lost, table["t1"].wounds) == (("rifle",), 2)


@proves("cards.patch-kit", "command.text-rules")
def test_a_machine_that_lacks_nothing_cannot_be_patched() -> None:
    whole = at("blue Tank t 20,20\nred Squad x 60,60", hands=("patch-kit", ""))
    assert "play:patch-kit" not in whole.keys
    wounded = at("blue Strider t 20,20 wounds=2\nred Squad x 60,60", hands=("patch-kit", "")).play(
        "play:patch-kit", "t"
    )
    assert wounded["t1"].wounds == 1
    healed = next(event for event in wounded.game.events if event.key == "healed")
    assert (healed.values["amount"], healed.values["left"]) == (1, wounded.battle.health_left(wounded["t1"]))


@proves("cards.grapple-down", "transport.contact")
def test_grapple_down_unloads_a_unit_without_an_action_or_a_turn() -> None:
    drawn = "blue Gull t 20,20 north\nblue Squad a inside=t n=3\nblue Squad y 2,2\nred Squad x 60,60\nred Squad w 50,60"
    table = at(drawn, hands=("grapple-down", "")).play("play:grapple-down", "a", [[23.5, 20]])
    assert len(table.alive("a")) == 3
    assert table.asked.player == 1
    assert not table.unit("a").had_turn
    table.play("save:x")
    assert "play:a" in table.keys
    waiting = at(drawn.replace("20,20 north", "waiting"), hands=("grapple-down", ""))
    assert "play:grapple-down" not in waiting.keys


def test_a_command_card_begins_a_turn_on_the_table_as_a_unit_does() -> None:
    """Otherwise the shot before it would still be drawn while its own dice lie there."""
    table = at("blue Squad y 2,2\nred Tank b 35,35 north D=2\nred Squad z 65,65", hands=("orbital-lance", ""))
    table.play("play:orbital-lance", "b", dice="orbital-lance 1 1")
    played = [event for event in table.game.events if event.key == "command-played"]
    assert [rulebook.pictures[event.key].kind for event in played] == ["act"]
    assert rulebook.table(table.battle)["one_at_a_time"], "a card is a unit: nobody picks several"
    for player in rulebook.view(table.battle, None)["players"]:
        assert "score" not in player, "nothing is scored: who is left is told by its name"


@proves("cards.shared-purpose")
def test_it_is_told_which_of_the_two_shared_purpose_gives() -> None:
    drawn = "blue Squad a 20,20\nred Squad z 65,65"
    for word, told in (("morale", "adds 2 to its pinning tests"), ("skill", "has +1 Skill in its turn")):
        table = at(drawn, hands=("shared-purpose", "")).play("play:shared-purpose", f"a:{word}")
        assert told in table.log


@proves("cards.dread-chorus", "pin.roll")
@pytest.mark.parametrize(("morale", "idle"), [(8, False), (9, True)])
def test_a_chorus_that_nobody_can_fail_to_withstand_is_marked(morale: int, idle: bool) -> None:
    drawn = f"blue overseer a 20,20\nred Squad b 20,28 Mr={morale}\nred Squad z 65,65"
    table = at(drawn, active="a")
    [key] = [key for key in table.keys if key.startswith("special:")]
    assert table.option(key).idle is idle
