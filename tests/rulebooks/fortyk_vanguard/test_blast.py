"""Blast weapons: initial target, friends near it, victims, number of attacks, allocation in rounds, cover."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.core.questions import Split
from vanguard.rulebooks.fortyk_vanguard.charge_phase import fire_overwatch
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import shoot

CANNON = 'cannon: 36" Heavy D6, S 4, AP 0, D 1, blast'
SIX = 'cannon: 36" Heavy 6, S 4, AP 0, D 1, blast'
BOMBS = 'bombs: 8" Grenade D6, S 3, AP 0, D 1, blast'
SHOT = "cannon/cannon>b"


def attacks(table: Table) -> dict[str, int]:
    """How many attacks each model was allocated, from the hit rolls."""
    return {event.values["target"]: event.values["of"] for event in table.events("hits")}


# -- who can be the initial target ----------------------------------------------------------------------------------------------


@proves("vanguard.blast.no-friends-in-blast-range", "core.concept.friendly-and-enemy")
def test_no_friend_may_be_within_blast_range_of_the_initial_target() -> None:
    drawn = """
        blue Man a  4,15
        blue Man f 10,17.4
        red  Man b 10,15
        """
    table = at(drawn, weapons={"a": (CANNON, BOMBS)})
    question = table.ask(shoot, "a")
    assert "vanguard.blast.no-friends-in-blast-range" in why_not(question, SHOT)  # 1.4" is within 2"
    assert why_not(question, "bombs/bombs>b") == ""  # but not within 1"


@proves("vanguard.blast.no-friends-in-blast-range")
def test_exactly_the_blast_range_is_too_near_and_friends_near_victims_do_not_matter() -> None:
    near = at("blue Man a 4,15\nblue Man f 10,18\nred Man b 10,15", weapons={"a": (CANNON,)})
    assert "no-friends-in-blast-range" in why_not(near.ask(shoot, "a"), SHOT)
    off = at("blue Man a 4,15\nblue Man f 10,18.01\nred Man b 10,15\nred Man c 10,16.5", weapons={"a": (CANNON,)})
    off.do(shoot, "a", answers=(SHOT, "as-listed"), dice="attacks 2 / hit 1 / hit 1")
    assert attacks(off) == {"b": 1, "c": 1}


@proves("vanguard.blast.no-friends-in-blast-range")
def test_a_friend_behind_a_wall_counts_too() -> None:
    table = at(
        """
        blue Man a  4,15
        blue Man f 10,18
        red  Man b 10,15
        container 8,16,12,17 height=4
        """,
        weapons={"a": (CANNON,)},
    )
    assert "no-friends-in-blast-range" in why_not(table.ask(shoot, "a"), SHOT)


@proves("vanguard.blast.shooter-counts-as-friend")
def test_the_shooter_itself_may_not_be_within_blast_range() -> None:
    table = at("blue Man a 4,15\nred Man b 6.9,15", weapons={"a": (CANNON, BOMBS)})
    question = table.ask(shoot, "a")
    assert "vanguard.blast.shooter-counts-as-friend" in why_not(question, SHOT)
    assert why_not(question, "bombs/bombs>b") == ""


@proves("vanguard.blast.initial-target")
def test_the_initial_target_is_in_range_visible_and_not_in_combat_with_friends() -> None:
    table = at(
        """
        blue Man a  4,15
        blue Man f 20,24.5
        red  Man b 10,15
        red  Man c 41.1,15
        red  Man d 10,5
        red  Man e 20,23
        container 6,6,8,12 height=4
        """,
        weapons={"a": (CANNON,)},
    )
    question = table.ask(shoot, "a")
    assert available(question) == [SHOT, "hold-fire"]
    assert "target-must-be-visible-and-in-range" in why_not(question, "cannon/cannon>c")
    assert "not visible" in why_not(question, "cannon/cannon>d")
    assert "no-targets-engaged-with-friends" in why_not(question, "cannon/cannon>e")


@proves("vanguard.blast.not-against-engaged", "core.weapon.blast-not-engaged")
def test_a_vehicle_in_combat_cannot_blast_the_enemy_it_is_in_combat_with() -> None:
    table = at(
        "blue Man a 4,15 kw=VEHICLE not=INFANTRY base=60\nred Man b 6.5,15\nred Man c 20,15",
        weapons={"a": (CANNON,)},
    )
    question = table.ask(shoot, "a")
    assert "vanguard.blast.not-against-engaged" in why_not(question, SHOT)
    assert why_not(question, "cannon/cannon>c") == ""


@proves("vanguard.blast.vehicle-in-engagement", "core.shoot.big-guns-other-targets")
def test_a_blast_out_of_combat_is_lost_while_an_enemy_is_still_in_engagement_range() -> None:
    drawn = "blue Man a 4,15 kw=VEHICLE not=INFANTRY base=60\nred Man b 6.5,15\nred Man c 20,15"
    arms = {"a": (CANNON, 'gun: 24" Assault 1, S 4, AP 0, D 1')}
    still = at(drawn, weapons=arms)
    still.do(shoot, "a", answers=("cannon/cannon>c", "gun/gun>b", "b"), dice="attacks 4 / hit 1")
    assert still.heard("attacks-lost", n=4, target="c")
    cleared = at(drawn, weapons=arms)
    dice = "attacks 1 / hit 6 / wound 6 / save 1 / hit 1"
    cleared.do(shoot, "a", answers=("cannon/cannon>c", "gun/gun>b", "b"), dice=dice)
    assert cleared.dead == ["b"]
    assert cleared.heard("hits", of=1, target="c")


# -- whom it catches ---------------------------------------------------------------------------------------------------------------


@proves("vanguard.blast.victims", "vanguard.blast.procedure-is-compulsory")
def test_everybody_within_blast_range_of_the_initial_target_is_caught_and_nobody_can_be_spared() -> None:
    table = at(
        """
        blue Man a  4,15
        red  Man b 10,15
        red  Man c 13,15
        red  Man d 10,18.01
        """,
        weapons={"a": (CANNON,)},
    )
    table.do(shoot, "a", answers=(SHOT, "as-listed"), dice="attacks 4 / hit 1 1 / hit 1 1")
    assert attacks(table) == {"b": 2, "c": 2}  # exactly 2" is caught, 2.01" is not


@proves("vanguard.blast.victims-visible-to-initial-target", "vanguard.blast.single-unit-for-counting")
def test_a_model_hidden_from_the_initial_target_is_not_caught_though_the_shooter_sees_it() -> None:
    table = at(
        """
        blue Man a 10,4
        red  Man b 10,15
        red  Man c 12.2,15
        container 10.9,10,11.3,20 height=4
        """,
        weapons={"a": (CANNON,)},
    )
    question = table.ask(shoot, "a")
    assert why_not(question, "cannon/cannon>c") == ""
    table.do(shoot, "a", answers=(SHOT,), dice="attacks 2 / hit 1 1")
    assert attacks(table) == {"b": 2}


@proves("vanguard.blast.victims-need-no-range-or-sight")
def test_victims_need_neither_range_nor_sight_of_the_shooter() -> None:
    far = at("blue Man a 4,15\nred Man b 40.5,15\nred Man c 42,15", weapons={"a": (CANNON,)})
    far.do(shoot, "a", answers=(SHOT, "as-listed"), dice="attacks 2 / hit 1 / hit 1")
    assert attacks(far) == {"b": 1, "c": 1}
    hidden = at(
        """
        blue Man a 10,4
        red  Man b 10,15
        red  Man c 12.5,15
        container 10.3,8,16,9 height=4
        """,
        weapons={"a": (CANNON,)},
    )
    question = hidden.ask(shoot, "a")
    assert "not visible" in why_not(question, "cannon/cannon>c")
    hidden.do(shoot, "a", answers=(SHOT, "as-listed"), dice="attacks 2 / hit 1 / hit 1")
    assert attacks(hidden) == {"b": 1, "c": 1}


@proves("vanguard.blast.victims-may-be-in-combat")
def test_a_victim_in_combat_with_a_friend_of_the_shooter_is_still_caught() -> None:
    table = at(
        """
        blue Man a  4,15
        blue Man f 14.4,15
        red  Man b 10,15
        red  Man c 12.5,15
        """,
        weapons={"a": (CANNON,)},
    )
    table.do(shoot, "a", answers=(SHOT, "as-listed"), dice="attacks 2 / hit 1 / hit 1")
    assert attacks(table) == {"b": 1, "c": 1}


# -- how many attacks --------------------------------------------------------------------------------------------------------------


def crowd(victims: int, weapon: str) -> Table:
    """An initial target with so many models around it, all within 2 inches."""
    places = [(12, 15), (8.5, 15), (10, 16.8), (10, 13.2), (11.6, 16.6), (8.4, 16.6), (11.6, 13.4), (8.4, 13.4)]
    places += [(10, 17.9), (10, 12.1), (12.9, 15.6)]
    rows = [f"red Man v{number} {x},{y}" for number, (x, y) in enumerate(places[:victims])]
    return at("blue Man a 4,4\nred Man b 10,15\n" + "\n".join(rows), weapons={"a": (weapon,)})


D3 = 'cannon: 36" Heavy D3, S 4, AP 0, D 1, blast'


@proves("vanguard.blast.attack-count", "core.weapon.blast-minimum-three", "core.weapon.blast-maximum")
@pytest.mark.parametrize(
    ("victims", "weapon", "dice", "count"),
    [
        (4, CANNON, "attacks 2", 2),
        (5, CANNON, "attacks 2", 3),
        (5, CANNON, "attacks 4", 4),
        (5, D3, "attacks 1", 3),
        (9, CANNON, "attacks 1", 3),
        (10, CANNON, "", 6),
        (10, D3, "", 3),
    ],
)
def test_many_models_make_more_attacks(victims: int, weapon: str, dice: str, count: int) -> None:
    table = crowd(victims, weapon)
    chosen = {f"v{number}": 1 if number < count - 1 else 0 for number in range(victims)}
    rolls = " / ".join(["hit 1"] * count)
    table.do(shoot, "a", answers=(SHOT, chosen, "as-listed"), dice=f"{dice} / {rolls}")
    assert sum(attacks(table).values()) == count
    assert attacks(table)["b"] == 1


# -- in rounds ---------------------------------------------------------------------------------------------------------------------

FOUR = """
    blue Man a  4,15
    red  Man b 10,15
    red  Man x 12,15
    red  Man y 10,17
    red  Man z 10,13
    """


@proves("vanguard.blast.first-attack-on-initial-target", "vanguard.blast.then-one-each")
@pytest.mark.parametrize(
    ("rolled", "answers", "expected"),
    [
        (1, (SHOT,), {"b": 1}),
        (2, (SHOT, {"x": 0, "y": 1, "z": 0}, "as-listed"), {"b": 1, "y": 1}),
        (4, (SHOT, "as-listed"), {"b": 1, "x": 1, "y": 1, "z": 1}),
        (5, (SHOT, "as-listed"), {"b": 2, "x": 1, "y": 1, "z": 1}),
        (6, (SHOT, {"x": 0, "y": 0, "z": 1}, "as-listed"), {"b": 2, "x": 1, "y": 1, "z": 2}),
    ],
)
def test_attacks_go_round_beginning_with_the_initial_target(
    rolled: int, answers: tuple[object, ...], expected: dict[str, int]
) -> None:
    table = at(FOUR, weapons={"a": (CANNON,)})
    rolls = " / ".join(["hit" + " 1" * count for count in expected.values()])
    table.do(shoot, "a", answers=answers, dice=f"attacks {rolled} / {rolls}")
    assert attacks(table) == expected


@proves("vanguard.blast.repeat-in-rounds")
def test_no_victim_can_be_given_two_attacks_more_than_another() -> None:
    table = at(FOUR, weapons={"a": (CANNON,)})
    split = table.ask(shoot, "a", answers=(SHOT,), dice="attacks 3")
    assert isinstance(split, Split)
    assert refusal(split, {"x": 2, "y": 0, "z": 0})
    assert split.read({"x": 1, "y": 0, "z": 1})


@proves("vanguard.blast.allocate-before-rolling")
def test_attacks_on_a_victim_that_dies_first_are_lost() -> None:
    table = at(
        "blue Man a 4,15\nred Man b 10,15\nred Man c 10,17",
        weapons={"a": (CANNON, 'other: 36" Heavy 1, S 4, AP 0, D 1')},
    )
    answers = (SHOT, "other/other>c", "c", "other")
    table.do(shoot, "a", answers=answers, dice="attacks 2 / hit 6 / wound 6 / save 1 / hit 1")
    assert table.dead == ["c"]
    assert table.heard("attacks-lost", n=1, target="c", weapon="cannon")


@proves("vanguard.blast.own-profile")
def test_each_victim_is_wounded_and_saves_by_its_own_profile() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15 T=8\nred Man c 10,17 T=2 Sv=7", weapons={"a": (SIX,)})
    table.do(shoot, "a", answers=(SHOT, "as-listed"), dice="hit 3 3 3 / wound 5 5 5 / hit 3 3 3 / wound 2 1 1")
    assert table.dead == ["c"]


# -- cover and modifiers ---------------------------------------------------------------------------------------------------------


@proves("vanguard.blast.cover-seen-from-initial-target", "core.terrain.obstacle-cover")
def test_cover_of_a_victim_is_judged_from_the_initial_target() -> None:
    table = at(
        """
        blue Man a 11,4
        red  Man b 10,15
        red  Man c 12.4,15
        barricade 11,13,11.4,17
        """,
        weapons={"a": ('cannon: 36" Heavy 2, S 4, AP 0, D 1, blast',)},
    )
    table.do(shoot, "a", answers=(SHOT, "as-listed"), dice="hit 1 / hit 6 / wound 6 / save 3")
    assert table.dead == []  # 3 + 1 for the barricade between b and c saves on 4+
    plain = at(
        "blue Man a 11,4\nred Man c 12.4,15\nbarricade 11,13,11.4,17",
        weapons={"a": ('gun: 36" Heavy 1, S 4, AP 0, D 1',)},
    )
    plain.do(shoot, "a", answers=("gun/gun>c",), dice="hit 6 / wound 6 / save 3")
    assert plain.dead == ["c"]  # in the open as seen from the shooter


@proves("vanguard.blast.cover-seen-from-initial-target", "core.terrain.dense-cover")
def test_dense_cover_of_a_victim_is_judged_from_the_initial_target_too() -> None:
    table = at(
        """
        blue Man a  4,15
        red  Man b 20,15
        red  Man c 22,15
        woods 10,10,14,20
        """,
        weapons={"a": ('cannon: 36" Heavy 2, S 4, AP 0, D 1, blast',)},
    )
    table.do(shoot, "a", answers=(SHOT, "as-listed"), dice="hit 3 / hit 3 / wound 1")
    assert table.heard("hits", n=0, target="b")  # 3 - 1 misses on 3+
    assert table.heard("hits", n=1, target="c")


@proves("vanguard.blast.other-hit-modifiers-from-shooter", "core.weapon.heavy")
def test_a_victim_is_harder_to_hit_because_the_shooter_moved() -> None:
    table = at(
        "blue Man a 4,15 moved=normal\nred Man b 10,15\nred Man c 10,17",
        weapons={"a": ('cannon: 36" Heavy 2, S 4, AP 0, D 1, blast',)},
    )
    table.do(shoot, "a", answers=(SHOT, "as-listed"), dice="hit 3 / hit 3")
    assert table.heard("hits", n=0, target="b")
    assert table.heard("hits", n=0, target="c")


@proves("vanguard.blast.characters-can-be-caught", "vanguard.look-out-sir.blast-may-allocate")
def test_a_screened_character_is_caught_but_is_no_initial_target() -> None:
    table = at("blue Man a 4,15\nred Man b 10,15\nred Man c 12,15 kw=CHARACTER", weapons={"a": (CANNON,)})
    question = table.ask(shoot, "a")
    assert "vanguard.look-out-sir.cannot-target" in why_not(question, "cannon/cannon>c")
    table.do(shoot, "a", answers=(SHOT, "as-listed"), dice="attacks 2 / hit 1 / hit 1")
    assert attacks(table) == {"b": 1, "c": 1}


# -- special cases ---------------------------------------------------------------------------------------------------------------


@proves("vanguard.blast.overwatch-hits-charger-only")
def test_overwatch_blasts_the_charger_alone_and_minds_friends_near_it() -> None:
    table = at(
        "blue Man a 4,15\nred Man b 10,15\nred Man c 10,17",
        phase="charge",
        turn=1,
        weapons={"a": (CANNON,)},
    )
    table.do(fire_overwatch, table["a"], table["b"], answers=(SHOT,), dice="attacks 3 / hit 6 5 5 / wound 1")
    assert attacks(table) == {"b": 3}
    friend = at(
        "blue Man a 4,15\nblue Man f 10,17.5\nred Man b 10,15",
        phase="charge",
        turn=1,
        weapons={"a": (CANNON, 'gun: 24" Assault 1, S 4, AP 0, D 1')},
    )
    question = friend.ask(fire_overwatch, friend["a"], friend["b"])
    assert "no-friends-in-blast-range" in why_not(question, SHOT)


@proves("vanguard.blast.indirect-initial-target")
def test_a_mortar_may_choose_an_unseen_initial_target_whose_victims_it_must_see() -> None:
    mortar = 'mortar: 48" Heavy 4, S 4, AP 0, D 1, blast, ignores_visibility'
    table = at(
        """
        blue Man a  4,15
        red  Man b 20,15
        red  Man c 20,17
        red  Man d 22.2,15
        container 10,5,12,25 height=5
        container 20.8,12,21.4,16 height=5
        """,
        weapons={"a": (mortar,)},
    )
    table.do(shoot, "a", answers=("mortar/mortar>b", "as-listed"), dice="hit 1 1 / hit 1 1")
    assert attacks(table) == {"b": 2, "c": 2}
    screened = at(
        """
        blue Man a  4,15
        red  Man b 20,15 kw=CHARACTER
        red  Man c 18.5,15
        container 10,5,12,25 height=5
        """,
        weapons={"a": (mortar,)},
    )
    assert why_not(screened.ask(shoot, "a"), "mortar/mortar>b") == ""  # a screen it cannot see gives no Look Out, Sir


@proves("vanguard.blast.profile-choice")
def test_the_profile_decides_which_procedure_is_used() -> None:
    launcher = 'launcher frag: 48" Heavy D6, S 4, AP 0, D 1, blast | krak: 48" Heavy 1, S 8, AP -2, D D6'
    table = at("blue Man a 4,15\nred Man b 10,15\nred Man c 10,17", weapons={"a": (launcher,)})
    table.do(shoot, "a", answers=("launcher/launcher-krak>b",), dice="hit 1")
    assert attacks(table) == {"b": 1}
    frag = at("blue Man a 4,15\nred Man b 10,15\nred Man c 10,17", weapons={"a": (launcher,)})
    frag.do(shoot, "a", answers=("launcher/launcher-frag>b", "as-listed"), dice="attacks 2 / hit 1 / hit 1")
    assert attacks(frag) == {"b": 1, "c": 1}
