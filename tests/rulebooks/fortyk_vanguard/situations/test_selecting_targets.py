"""Selecting targets: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import AIM, HALF, THIRD, TWO_THIRDS, WALKER, chance
from vanguard.core.questions import Split
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot


@proves(
    "vanguard.split-fire.other-targets", "core.shoot.big-guns-other-targets", "core.shoot.big-guns-heavy-penalty",
    "vanguard.split-fire.resolution-order",
)  # fmt: skip
@pytest.mark.parametrize(
    ("first", "dice", "dead"),
    [("b", "hit 4 / wound 2 / hit 3 3 / wound 2 2", ["b", "c"]), ("c", "hit 4 / wound 2", ["b"])],
)
def test_one_weapon_split_into_and_out_of_combat_reaches_who_is_outside_only_afterwards(
    first: str, dice: str, dead: list[str]
) -> None:
    """b is 0.42" away, c 1.98" and exactly 2" from b. In combat 3+ is a 4; with b gone it is a 3 again."""
    table = at(f"{WALKER}\nred Man b 6.1,15\nred Man c 6.1,18", weapons={"a": ('gun: 24" Heavy 3, S 9, AP -5, D 1',)})
    table.do(shoot, "a", answers=(AIM, {"b": 1, "c": 2}, first), dice=dice)
    assert table.dead == dead


@proves("vanguard.split-fire.measured-edge-to-edge", "core.concept.measuring")
@pytest.mark.parametrize(("y", "near"), [(17.6, True), (17.7, False)])
def test_the_three_inches_of_split_fire_are_measured_up_to_a_floor_too(y: float, near: bool) -> None:
    """2.5" higher: a gap of 1.6" in plan is 2.97" away, one of 1.7" is 3.02"."""
    drawn = (
        f"blue Man a 4,15\nred Man b 12,15\nred Man c 12,{y},2.5\nruin 10,16.8,14,20 height=6 floor=10,16.8,14,20,2.5"
    )
    table = at(drawn, weapons={"a": ('gun: 24" Assault 2, S 4, AP 0, D 1',)})
    dice = "" if near else "hit 1 1"
    if near:
        question = table.ask(shoot, "a", answers=(AIM,))
        assert isinstance(question, Split)
        assert [lot.key for lot in question.lots] == ["b", "c"]
    else:
        table.do(shoot, "a", answers=(AIM,), dice=dice)


@proves("vanguard.split-fire.attack-count-before-allocation", "core.stratagem.command-re-roll")
def test_the_number_of_flames_is_settled_before_they_are_split() -> None:
    table = at("blue space-marines/tactical-squad+flamer a 4,15\nred Man b 10,15\nred Man c 10,17", cp=(1, 0))
    flames = "flamer/flamer>b"
    assert "Re-roll" in table.ask(shoot, "a", answers=(flames,), dice="attacks 1").prompt
    split = table.ask(shoot, "a", answers=(flames, "re-roll"), dice="attacks 1 / re-roll 5")
    assert isinstance(split, Split)
    assert split.total == 5
    assert refusal(split, {"b": 0, "c": 5})
    assert split.read({"b": 1, "c": 4})


@proves("vanguard.split-fire.per-attack-effects-use-own-target", "weapon.melta")
def test_each_beam_of_a_multi_melta_looks_at_its_own_distance() -> None:
    """Two at b and c, an inch apart; 12" from the Dreadnought b loses D6 + 2, c beyond it D6."""
    table = at("blue space-marines/dreadnought+multi-melta a 4,15\nred Man b 17.6,15 W=9\nred Man c 19.6,15 W=9")
    answers = ("multi-melta/multi-melta>b", {"b": 1, "c": 1}, "hold-fire", "as-listed")
    dice = "hit 3 / wound 2 / damage 1 / hit 3 / wound 2 / damage 1"
    table.do(shoot, "a", answers=answers, dice=dice)
    assert (table["b"].wounds, table["c"].wounds) == (6, 8)


@proves("vanguard.split-fire.per-attack-effects-use-own-target", "core.attack.invulnerable-save")
@pytest.mark.parametrize(("x", "damage"), [(11.41, TWO_THIRDS), (11.5, THIRD)])
def test_the_chance_of_a_melta_at_an_overlord(x: float, damage: Fraction) -> None:
    """3+, 3+ against T 5, saved on 4+; five wounds by D6+2 at half range (bases of 32 and 40 mm), by a D6 beyond."""
    table = at(f"blue space-marines/tactical-squad+meltagun a 4,15\nred necrons/overlord b {x},15")
    assert chance(table, "a", "meltagun/meltagun>b") == TWO_THIRDS * TWO_THIRDS * HALF * damage


@proves("vanguard.split-fire.resolution-order", "core.attack.supercharge")
@pytest.mark.parametrize(
    ("dice", "dead"),
    [("hit 1 / hit 6 / wound 6", ["a", "c"]), ("hit 2 / hit 6 / wound 6", ["c"]), ("hit 2 / hit 1", ["a"])],
)
def test_a_weapon_burns_its_bearer_after_the_last_of_its_targets(dice: str, dead: list[str]) -> None:
    plasma = ('gun: 24" Assault 2, S 9, AP -5, D 1, destroys_bearer_on_one',)
    table = at(
        "blue Man a 4,15\nblue Man d 2,2\nred Man b 14,15\nred Man c 14,17\nred Man e 40,25", weapons={"a": plasma}
    )
    table.do(shoot, "a", answers=("gun/gun>b", {"b": 1, "c": 1}, "b"), dice=dice)
    assert table.dead == dead


@proves(
    "vanguard.look-out-sir.cannot-target", "vanguard.look-out-sir.screen-closer", "vanguard.split-fire.pistol-in-engagement"
)  # fmt: skip
@pytest.mark.parametrize(("x", "screened"), [(11.3, True), (11.9, False)])
def test_a_character_in_combat_with_the_shooter_is_screened_from_its_pistol_too(x: float, screened: bool) -> None:
    """Both within 1"; the character is 0.9" away, the other 0.3" (closer) or just as far."""
    table = at(
        f"blue Man a 10,15\nred Man b {x},15\nred Man c 10,16.9 kw=CHARACTER",
        weapons={"a": ('pistol: 12" Pistol 1, S 4, AP 0, D 1',)},
    )
    question = table.ask(shoot, "a")
    assert ("look-out-sir" in why_not(question, "pistol/pistol>c")) is screened
    assert why_not(question, "pistol/pistol>b") == ""


@proves("vanguard.look-out-sir.screen-visible", "core.shoot.no-targets-engaged-with-friends")
def test_a_screen_that_cannot_be_shot_for_its_combat_screens_all_the_same() -> None:
    """f fights b, who stands before c: neither can be shot; without f, b can."""
    drawn = "blue Man a 4,15\nblue Man f 14,16.9\nred Man b 14,15\nred Man c 16,15 kw=CHARACTER"
    question = at(drawn).ask(shoot, "a")
    assert "no-targets-engaged-with-friends" in why_not(question, "gun/gun>b")
    assert "look-out-sir" in why_not(question, "gun/gun>c")
    alone = at(drawn.replace("14,16.9", "4,20")).ask(shoot, "a")
    assert available(alone) == ["gun/gun>b", "hold-fire"]


@proves("vanguard.look-out-sir.screen-closer", "vanguard.look-out-sir.screen-within-two-inches")
def test_a_screen_on_a_floor_above_is_not_closer_only_because_it_is_closer_in_plan() -> None:
    """2" above and half an inch nearer in plan: sqrt(8.5² + 2²) is 8.73" to the Captain's 9". Nearer the other way: no screen."""
    drawn = (
        "blue Man a 4,15\nred Man c 14,15 kw=CHARACTER\nred Man s {},16.1,{}\nruin 11,15.6,16,18 floor=11,15.6,16,18,{}"
    )
    assert why_not(at(drawn.format(13.5, 1.5, 1.5)).ask(shoot, "a"), "gun/gun>c")
    assert not why_not(at(drawn.format(13.9, 1.5, 1.5)).ask(shoot, "a"), "gun/gun>c")


@proves("vanguard.look-out-sir.screen-size", "vanguard.look-out-sir.size-is-largest-measure")
def test_a_gretchin_does_not_screen_a_warboss_and_a_boy_does() -> None:
    """40 mm: 30 are enough, 25 are not."""
    drawn = "blue Man a 4,15\nred orks/warboss b 16,15\nred orks/{} s 14,15"
    small, large = at(drawn.format("gretchin")), at(drawn.format("boyz"))
    assert AIM in available(small.ask(shoot, "a"))
    assert "vanguard.look-out-sir.cannot-target" in why_not(large.ask(shoot, "a"), AIM)


@proves("vanguard.look-out-sir.characters-can-screen", "vanguard.look-out-sir.screen-within-two-inches")
@pytest.mark.parametrize(("x", "screened"), [(18.46, True), (18.48, False)])
def test_a_trukk_screens_a_boss_exactly_two_inches_behind_it(x: float, screened: bool) -> None:
    """Discs of 1.675" and 0.787": 2 + 2.462 between centres; who rides in it screens nobody."""
    table = at(f"blue Man a 4,15\nred orks/trukk t 14,15\nred orks/boyz p 0,0 in=t\nred orks/warboss b {x},15")
    question = table.ask(shoot, "a")
    assert ("vanguard.look-out-sir.cannot-target" in why_not(question, AIM)) is screened


@proves("vanguard.look-out-sir.checked-when-targets-are-selected", "core.transport.destroyed")
def test_a_boss_thrown_out_of_his_trukk_is_screened_or_not_for_the_next_shooter() -> None:
    """Out of the wreck at 10,18.5: the boy 1.3" before him screens him from below, not from the side."""
    table = at(
        "red orks/trukk t 10,15 wounds=1\nred orks/warboss w 0,0 in=t\nred orks/boyz s 10,20.2\n"
        "blue Man a 10,28\nblue Man d 2,17.5",
        turn=0,
    )
    table.do(destroy, "t", answers=([[10, 17.97]],), dice="explodes 1 / wreck 2")
    assert "look-out-sir" in why_not(table.ask(shoot, "a"), "gun/gun>w")
    assert why_not(table.ask(shoot, "d"), "gun/gun>w") == ""


@proves("vanguard.look-out-sir.distance-from-shooter", "core.transport.open-topped")
def test_a_screen_before_the_transport_keeps_its_passengers_from_a_character() -> None:
    table = at(
        "blue orks/trukk t 10,15\nblue orks/boyz+shoota p 0,0 in=t\nred Man c 20,15 kw=CHARACTER\nred Man s 18.2,15"
    )
    assert "vanguard.look-out-sir.cannot-target" in why_not(table.ask(shoot, "p"), "shoota/shoota>c")
