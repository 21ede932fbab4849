"""Look Out, Sir: one visible, closer, large enough model within 2 inches keeps a CHARACTER from being shot."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.questions import Split
from vanguard.rulebooks.fortyk_vanguard.charge_phase import fire_overwatch
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot

REFUSED = "vanguard.look-out-sir.cannot-target"


def screened(table: Table, target: str = "c") -> bool:
    return REFUSED in why_not(table.ask(shoot, "a"), f"gun/gun>{target}")


@proves("vanguard.look-out-sir.cannot-target", "vanguard.look-out-sir.screen-within-two-inches")
@pytest.mark.parametrize(("x", "safe"), [(17, True), (16.99, False)])
def test_a_model_within_two_inches_screens_a_character(x: float, safe: bool) -> None:
    assert screened(at(f"blue Man a 4,15\nred Man c 20,15 kw=CHARACTER\nred Man s {x},15")) is safe


@proves("vanguard.look-out-sir.replaces-core-rule", "vanguard.golden.core-rules-baseline")
def test_wounds_unit_size_and_being_closest_do_not_matter() -> None:
    big = at("blue Man a 4,15\nred Man c 20,15 kw=CHARACTER W=16\nred Man s 18,15")
    assert screened(big)
    alone = at("blue Man a 4,15\nred Man c 20,15 kw=CHARACTER\nred Man x 16,15\nred Man y 15,15\nred Man z 14,15")
    assert not screened(alone)  # three nearer models, none within 2"


@proves("vanguard.look-out-sir.cannot-target")
def test_only_characters_are_screened() -> None:
    assert not screened(at("blue Man a 4,15\nred Man c 20,15\nred Man s 18,15"))


@proves("vanguard.look-out-sir.cannot-allocate-split-attacks")
def test_a_screened_character_gets_no_attacks_of_split_fire() -> None:
    table = at(
        "blue Man a 4,15\nred Man b 18,15\nred Man c 19.5,15 kw=CHARACTER\nred Man d 18,17",
        weapons={"a": ('gun: 24" Assault 2, S 4, AP 0, D 1',)},
    )
    split = table.ask(shoot, "a", answers=("gun/gun>b",))
    assert isinstance(split, Split)
    assert [lot.key for lot in split.lots] == ["b", "d"]


@proves("vanguard.look-out-sir.screen-visible")
def test_a_screen_the_shooter_cannot_see_does_not_count() -> None:
    assert not screened(
        at(
            """
            blue Man a  4,15
            red  Man c 20,15 kw=CHARACTER
            red  Man s 19,17.2
            container 15,15.4,16,25 height=4
            """
        )
    )


@proves("vanguard.look-out-sir.screen-closer")
def test_the_screen_is_strictly_closer_than_the_character() -> None:
    assert not screened(at("blue Man a 4,15\nred Man c 20,16 kw=CHARACTER\nred Man s 20,14"))
    assert screened(at("blue Man a 4,15\nred Man c 20,16 kw=CHARACTER\nred Man s 19.9,14"))
    assert not screened(at("blue Man a 4,15\nred Man c 20,15 kw=CHARACTER\nred Man s 22,15"))


@proves("vanguard.look-out-sir.screen-size", "vanguard.look-out-sir.size-is-largest-measure")
@pytest.mark.parametrize(
    ("character", "screen", "safe"),
    [(50, 40, True), (50, 39.9, False), (50, 32, False), (40, 32, True), (25, 60, True)],
)
def test_the_screen_is_at_most_ten_millimetres_smaller(character: float, screen: float, safe: bool) -> None:
    table = at(f"blue Man a 4,15\nred Man c 20,15 kw=CHARACTER base={character}\nred Man s 17.5,15 base={screen}")
    assert screened(table) is safe


@proves("vanguard.look-out-sir.size-is-largest-measure")
def test_a_hull_counts_with_its_greatest_length() -> None:
    table = at(
        """
        blue Man a 4,15
        red  Man c 20,15 kw=CHARACTER base=115
        red  orks/trukk s 15.5,15
        """
    )
    assert table["s"].profile.base_mm == 110
    assert screened(table)  # 110 >= 115 - 10, though its disc is but 85 mm across


@proves("vanguard.look-out-sir.one-model-meets-all")
def test_conditions_met_by_different_models_do_not_add_up() -> None:
    assert not screened(
        at(
            """
            blue Man a  4,15
            red  Man c 20,15 kw=CHARACTER base=50
            red  Man small 18,15 base=32
            red  Man large 22.5,15 base=50
            red  Man far   12,15 base=50
            """
        )
    )


@proves("vanguard.look-out-sir.characters-can-screen")
def test_characters_screen_each_other_but_only_the_farther_one() -> None:
    table = at("blue Man a 4,15\nred Man c 20,15 kw=CHARACTER\nred Man d 18.5,15 kw=CHARACTER")
    assert screened(table, "c")
    assert not screened(table, "d")


@proves("vanguard.look-out-sir.applies-in-overwatch", "core.overwatch.range-and-sight")
def test_a_screened_charger_cannot_be_shot_in_overwatch() -> None:
    open_ = at("blue Man a 4,15\nred Man c 12,15 kw=CHARACTER", phase="charge", turn=1)
    open_.do(fire_overwatch, open_["a"], open_["c"], answers=("gun/gun>c",), dice="hit 1")
    shut = at("blue Man a 4,15\nred Man c 12,15 kw=CHARACTER\nred Man s 10,15", phase="charge", turn=1)
    shut.do(fire_overwatch, shut["a"], shut["c"])  # no weapon can target it: nothing is asked
    assert shut.events("hits") == []


@proves("vanguard.look-out-sir.checked-when-targets-are-selected")
def test_targets_are_not_chosen_again_when_the_screen_dies() -> None:
    arms = {"a": ('gun: 24" Assault 1, S 4, AP 0, D 1', 'other: 24" Assault 1, S 4, AP 0, D 1')}
    drawn = "blue Man a 4,15\nblue Man b 4,18\nred Man c 20,15 kw=CHARACTER\nred Man s 18,15"
    table = at(drawn, weapons=arms)
    question = table.ask(shoot, "a", answers=("gun/gun>s",))
    assert REFUSED in why_not(question, "other/other>c")
    table.do(shoot, "a", answers=("gun/gun>s", "hold-fire"), dice="hit 6 / wound 6 / save 1")
    assert table.dead == ["s"]
    assert why_not(table.ask(shoot, "b"), "gun/gun>c") == ""  # a later shooter checks afresh


@proves("vanguard.look-out-sir.distance-from-shooter", "core.transport.open-topped")
def test_for_passengers_distances_are_from_their_open_topped_transport() -> None:
    table = at(
        """
        blue orks/trukk t 10,20
        blue Man a 0,0 in=t
        red  Man c 20,14 kw=CHARACTER
        red  Man s 20,16.5
        """
    )
    assert screened(table)  # s is closer to the trukk; from the corner of the table c would be
    other = at("blue Man a 4,1\nred Man c 20,14 kw=CHARACTER\nred Man s 20,16.5")
    assert not screened(other)


@proves("vanguard.look-out-sir.ignored-by-some-weapons")
def test_a_sniper_rifle_ignores_the_screen() -> None:
    table = at(
        "blue astra-militarum/ratlings a 4,15\nred Man c 20,15 kw=CHARACTER\nred Man s 18,15",
    )
    assert why_not(table.ask(shoot, "a"), "sniper-rifle/sniper-rifle>c") == ""
