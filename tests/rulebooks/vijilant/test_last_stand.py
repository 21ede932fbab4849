"""Last Stand: what the dead of an attack may still do before they are removed."""

from typing import Any

import pytest

from tests.rulebooks.vijilant.positions import Table, at
from vanguard.core.refusals import Refused
from vanguard.odds.answers import of_trial, options_with_odds
from vanguard.rulebooks.vijilant import rulebook
from vanguard.testing.proves import proves_for

proves = proves_for("vijilant")

GUN = "gun: Gun, P 2, Sr {}, R 0-40"
DUEL = "blue Squad a 20,20 {a}\nred Squad b 20,30 x3 fresh {b}\nred Squad z 65,65"


def killed(
    dice: str,
    *answers: Any,
    spread: int = 1,
    a: str = "H=9",
    b: str = "",
    weapons: tuple[str, ...] = ("rifle: Gun, P 2, Sr 1, R 0-24",),
) -> Table:
    table = at(DUEL.format(a=a, b=b), active="a", weapons={"a": (GUN.format(spread),), "b": weapons})
    return table.play("shoot:light:b", *answers, dice=dice)


@proves("last-stand.when", "last-stand.not-a-turn", "last-stand.no-escape")
def test_a_model_killed_before_its_units_turn_acts_once_and_is_removed() -> None:
    table = killed("gun 5", {"b2": 1})
    assert table.asked.clause == "last-stand.when"
    assert table.asked.player == 1
    table.play("shoot:light:a", dice="rifle 3")
    assert table["a1"].wounds == 1
    assert table.alive("b") == ["b1", "b3"]
    assert not table.unit("b").had_turn, "the survivors still have their card"
    assert killed("gun 5", {"b2": 1}, "nothing").alive("b") == ["b1", "b3"], "it is optional"


@proves("last-stand.when")
@pytest.mark.parametrize(
    ("place", "weapon", "attack"),
    [("20,30", "rifle: Gun, P 2, Sr 1, R 0-24", "shoot:light"), ("20,22", "hooks: CC, P 2, Sr 1", "strike")],
)
def test_the_chance_of_an_attack_of_the_dead_stands_on_its_option(place: str, weapon: str, attack: str) -> None:
    """What is told ahead is how many of the six faces kill the last enemy."""
    die = weapon.split(":")[0]

    def dying() -> Table:
        drawn = f"blue Squad a 20,20\nred Squad b {place} fresh\nred Squad z 65,65"
        table = at(drawn, active="a", weapons={"a": (weapon,), "b": (weapon,)}).play(f"{attack}:b", dice=f"{die} 6")
        assert table.asked.clause == "last-stand.when"
        return table

    killing = [face for face in range(1, 7) if not dying().play(f"{attack}:a", dice=f"{die} {face}").alive("a")]
    told = of_trial(rulebook, options_with_odds(dying().game)[f"{attack}:a"])
    assert 0 < len(killing) < 6
    assert told.chance_removed() == pytest.approx(len(killing) / 6)


@proves("last-stand.had-turn")
def test_a_unit_whose_card_was_played_has_no_last_stand() -> None:
    table = killed("gun 5", {"b2": 1}, b="played")
    assert table.asked.clause != "last-stand.when"
    assert table.alive("b") == ["b1", "b3"]


@proves("last-stand.had-turn", "skip.save-a-card")
@pytest.mark.parametrize("way", [("save:b",), ("play:b", "done"), ("forfeit:b",)])
def test_saved_played_and_forfeited_cards_all_count_as_a_turn(way: tuple[str, ...]) -> None:
    flags = "pinned" if way[0].startswith("forfeit") else ""
    drawn = f"blue Squad a 20,20\nred Squad b 20,30 x2 {flags}"
    table = at(drawn, turn=1, weapons={"a": (GUN.format(1),)}).play(*way)
    table.play("play:a", "shoot:light:b", {"b1": 1}, dice="gun 5")
    assert table.asked.player == 0


@proves("last-stand.had-turn")
def test_units_still_in_hand_when_their_owner_has_ended_the_round_keep_the_right() -> None:
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x2"
    table = at(drawn, turn=1, weapons={"a": (GUN.format(1),)}).play("end")
    table.play("play:a", "shoot:light:b", {"b1": 1}, dice="gun 5")
    assert table.asked.clause == "last-stand.when"


@proves("last-stand.one-joint-action", "last-stand.timing")
def test_all_dead_of_one_attack_take_one_action_together_after_the_whole_attack() -> None:
    table = killed("gun 5 5 1", {"b1": 1, "b3": 1}, spread=3)
    assert table.asked.clause == "last-stand.when"
    table.play("shoot:light:a", dice="rifle 3 3")
    assert table["a1"].wounds == 2
    assert table.alive("b") == ["b2"]


@proves("last-stand.one-joint-action")
def test_the_dead_use_their_own_sight_only() -> None:
    """b2, hidden from blue by glass, sees nothing by itself although b1 does."""
    drawn = "blue Squad a 20,20\nred Squad b 34,40 20,40 fresh\nred Squad z 65,65\nshard 20,30 r=5"
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, Indirect, P 2, Sr 1, R 0-40",)})
    table.play("shoot:light:b", {"b2": 1}, dice="gun 5")
    assert table.asked.clause != "last-stand.when" or not table.can("shoot")


@proves("last-stand.one-action-limits", "weapon.heavy.two-actions")
def test_no_heavy_weapon_in_a_last_stand() -> None:
    table = killed("gun 5", {"b2": 1}, weapons=("cannon: Gun, Heavy, P 7, Sr 1, R 0-40",))
    assert table.asked.clause != "last-stand.when" or not table.can("shoot")


@proves("last-stand.one-action-limits")
def test_a_movement_action_of_a_last_stand_may_carry_a_cc_attack() -> None:
    drawn = "blue Squad a 20,20 H=9\nred Squad b 20,25 x2 fresh M=6\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (GUN.format(1),), "b": ("hooks: CC, P 2, Sr 1",)})
    table.play("shoot:light:b", {"b1": 1}, dice="gun 5").play("charge", [[20, 22]], dice="hooks 3")
    assert table["a1"].wounds == 1
    assert table.alive("b") == ["b2"]


@proves("last-stand.coherency")
def test_the_dead_do_not_move_out_of_coherency() -> None:
    """Blue is 5 cm from b1 and 9 from its mate: reaching blue would leave more than 3 cm between them."""
    drawn = "blue Squad a 20,20 H=9\nred Squad b 20,29 20,33 fresh M=9\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (GUN.format(1),), "b": ("hooks: CC, P 2, Sr 1",)})
    table.play("shoot:light:b", {"b1": 1}, dice="gun 5")
    assert table.asked.clause != "last-stand.when" or not table.can("charge")


@proves("last-stand.one-action-limits", "ramming.part-of-movement")
def test_a_dying_vehicle_may_ram() -> None:
    drawn = "blue Squad a 20,20 26,20\nred Truck b 20,30 south H=1 systems= fresh\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-40",)})
    table.play("shoot:light:b", dice="gun 5 1")
    assert table.can("ram")
    table.play("ram", [[20, 21]])
    assert table.alive("b") == []
    assert table.alive("a") == ["a2"]


@proves("last-stand.when", "wounds.power-beats-toughness")
@pytest.mark.parametrize(
    ("weapon", "asked"),
    [
        ("rifle: Gun, P 4, Sr 1, R 0-24", False),
        ("rifle: Gun, P 5, Sr 1, R 0-24", True),
        ("hook: Gun, Pinning, P 1, Sr 1, R 0-24", True),
        ("hooks: CC, P 4, Sr 1", False),
        ("hooks: CC, P 5, Sr 1", True),
    ],
)
def test_the_dead_are_asked_nothing_where_their_weapons_can_do_nothing(weapon: str, asked: bool) -> None:
    """Before a tank of front 4 Power 4 comes to nothing, a hit that pins does not; in contact with it or not."""
    drawn = "blue Tank a 20,20 north\nred Squad b 20,23.5 fresh\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (GUN.format(1),), "b": (weapon,)})
    table.play("shoot:light:b", dice="gun 6")
    assert (table.clause == "last-stand.when") is asked


@proves("last-stand.when", "armour.per-firing-model")
def test_the_dead_charge_only_whom_their_blades_can_hurt() -> None:
    """A blade of Power 3 beats the rear of a tank (2) and not a strider's 3, wherever it stands."""
    drawn = "blue Squad a 20,20\nblue {} 20,34 north\nred Squad b 20,29 fresh\nred Squad z 65,65"
    blade = {"a": (GUN.format(1),), "b": ("blade: CC, P 3, Sr 1",)}
    for enemy, asked in (("Tank c", True), ("Strider c", False)):
        table = at(drawn.format(enemy).replace("Strider c 20,34 north", "Strider c 20,34"), active="a", weapons=blade)
        table.play("shoot:light:b", dice="gun 6")
        assert (table.clause == "last-stand.when") is asked, enemy


@proves("last-stand.when", "cc.locked-halves-movement")
@pytest.mark.parametrize(("gap", "charge"), [(3.0, True), (3.5, False)])
def test_the_dead_in_contact_move_only_to_strike_somebody_else(gap: float, charge: bool) -> None:
    """Locked they go 3 of 6 cm; to strike whom they touch they need not go."""
    drawn = f"blue Squad a 20,22\nblue Squad c 20,{18 - gap}\nred Squad b 20,20 fresh\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (GUN.format(1),), "b": ("hooks: CC, P 2, Sr 1",)})
    table.play("shoot:light:b", dice="gun 6")
    assert table.keys == ["nothing", "strike:a", *(["charge"] if charge else [])]


@proves("last-stand.when", "ramming.power")
def test_a_dying_vehicle_is_not_asked_to_ram_what_it_cannot_hurt() -> None:
    """Power 4 against Toughness 4."""
    drawn = "blue Strider a 20,20 T=4\nred Truck b 20,27 south H=1 systems= fresh\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": ("gun: Gun, P 9, Sr 1, R 0-40",), "b": ()})
    table.play("shoot:light:b", dice="gun 5")
    assert table.clause != "last-stand.when"


@proves("last-stand.chain")
def test_enemies_killed_by_a_last_stand_who_have_not_had_their_turn_get_their_own() -> None:
    drawn = "blue Squad a 20,20\nblue Squad c 24,20 fresh\nred Squad b 20,30 x2 fresh\nred Squad z 65,65 fresh"
    table = at(drawn, active="a", weapons={"a": (GUN.format(1),)})
    table.play("shoot:light:b", {"b1": 1}, dice="gun 5")
    table.play("shoot:light:c", dice="rifle 5")
    assert table.asked.clause == "last-stand.when"
    assert table.asked.player == 0
    table.play("shoot:light:b", dice="rifle 5")
    assert table.asked.clause == "last-stand.when", "the second of red dies of it and answers"
    table.play("nothing")
    assert (table.alive("b"), table.alive("c"), table.alive("a")) == ([], [], ["a1"])


@proves("last-stand.not-for-objectives")
def test_the_dead_cannot_be_targeted_or_given_hits() -> None:
    """b1 is dying and shoots c; c's own Last Stand can hit only b2."""
    drawn = "blue Squad a 20,20\nblue Squad c 24,20 fresh\nred Squad b 20,30 x2 H=1 fresh\nred Squad z 65,65 fresh"
    table = at(drawn, active="a", weapons={"a": (GUN.format(1),)})
    table.play("shoot:light:b", {"b1": 1}, dice="gun 5").play("shoot:light:c", dice="rifle 5")
    table.play("shoot:light:b", dice="rifle 5")
    assert table.alive("b") == [], "with b1 dead already, b2 had to take it without a choice"
    assert table.clause == "last-stand.when"


@proves("pin.last-stand-unaffected")
def test_a_pinned_unit_has_its_last_stand() -> None:
    assert killed("gun 5", {"b2": 1}, b="pinned").asked.clause == "last-stand.when"


@proves("last-stand.had-turn")
def test_a_unit_in_the_middle_of_its_own_turn_has_no_last_stand() -> None:
    """Blue shoots in its turn, red's Last Stand kills it: no Last Stand for blue."""
    table = killed("gun 5", {"b2": 1}, a="H=1")
    table.play("shoot:light:a", dice="rifle 3")
    assert table.alive("a") == []
    assert table.asked.clause != "last-stand.when"


@proves("combat.sequence")
def test_an_attack_runs_through_its_steps_in_order() -> None:
    """Dice, goodshots, the defender's hits, the Last Stand, removal, the pinning test."""
    drawn = "blue Squad a 20,20\nred Squad b 20,30 x4 fresh\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": ("hook: Gun, Pinning, P 2, Sr 3, R 0-40",)})
    clauses = []
    table.play("shoot:light:b", dice="hook 6 5 1")
    for answer in ("b1", {"b2": 1}, "nothing"):
        clauses.append(table.asked.clause)
        table.play(answer)
    clauses.append(table.asked.clause)
    assert clauses == ["goodshot.nominate", "wounds.defender-allocates", "last-stand.when", "pin.attacker-asks"]
    assert table.alive("b") == ["b3", "b4"]
    table.play("yes", dice="pinning 1")


@proves("last-stand.one-action-limits", "weapon.cc.in-movement-action")
def test_the_dead_who_can_reach_an_enemy_strike_even_if_the_first_of_them_cannot() -> None:
    drawn = "blue Squad a 20,20 H=9\nred Squad b 28,24 20,27 22.5,27 25,25.5 fresh M=6\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (GUN.format(4),), "b": ("hooks: CC, P 2, Sr 1",)})
    table.play("shoot:light:b", dice="gun 5 5 5 5")
    assert "charge" in table.keys


@proves("last-stand.one-action-limits", "cc.locked-halves-movement", "cc.fire-into-melee")
def test_a_dead_vehicle_that_touches_an_enemy_still_moves_at_half_speed() -> None:
    """M 8, locked from behind: its last ram goes 4 cm; the squad 5.5 cm ahead is out of reach."""
    drawn = (
        "blue Squad a 20,45 S=3\nblue Squad q 20,33.5 H=9\nblue Squad c 20,21\nred Tank b 20,30 south fresh wounds=5"
    )
    table = at(drawn + "\nred Squad z 65,65", active="a", weapons={"a": ("gun: Gun, P 7, Sr 1, R 0-40",)})
    table.play("shoot:light:b", "ram", dice="gun 6")
    with pytest.raises(Refused, match="4 cm"):
        table.play([[20, 24.4]])


@proves("last-stand.one-joint-action")
def test_of_a_squad_it_is_the_dead_who_are_told_to_move() -> None:
    drawn = "blue Squad a 20,22\nred Squad b 20,26 20,28.5 fresh\nred Squad z 65,65"
    table = at(drawn, active="a", weapons={"a": (GUN.format(1),), "b": ("hooks: CC, P 2, Sr 1",)})
    table.play("shoot:light:b", {"b1": 1}, "charge", [[20, 24]], dice="gun 5 / hooks 1")
    [event] = table.events("moves")
    assert event.values["unit"] == "Squad b1"
