"""Terrain: situations worked out from the book by hand."""

from fractions import Fraction

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import (
    AIM,
    HALF,
    SIXTH,
    THIRD,
    cast,
    chance,
    charging,
    fighting,
    moving,
    some,
)
from vanguard.rulebooks.fortyk_vanguard.attack_groups import AttackGroup
from vanguard.rulebooks.fortyk_vanguard.attacks import save_needed
from vanguard.rulebooks.fortyk_vanguard.charge_phase import charge, fire_overwatch, next_to_intervene
from vanguard.rulebooks.fortyk_vanguard.engagement import enemies_to_strike
from vanguard.rulebooks.fortyk_vanguard.fight_phase import fight
from vanguard.rulebooks.fortyk_vanguard.movement_phase import move_model
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import aimed, shoot
from vanguard.rulebooks.fortyk_vanguard.targets import Shooter
from vanguard.rulebooks.fortyk_vanguard.terrain import has_light_cover


@proves("core.terrain.obstacle-cover", "core.terrain.no-cover-without-trait", "core.terrain.area-cover")
@pytest.mark.parametrize(
    ("target", "terrain", "needed"),
    [
        ("Man b 20,15", "woods 18,13,22,17", 4),  # woods have no Light Cover
        ("Man b 20,15", "ruin 18,13,22,17", 3),
        ("Man b 22.4,15", "ruin 18,13,22,17", 3),  # any part of the base within it
        ("Man b 22.6,15", "crater 18,13,22,17", 4),
        ("Man b 20,15 kw=VEHICLE not=INFANTRY", "crater 18,13,22,17", 4),
        ("Man b 20,15 kw=SWARM not=INFANTRY", "crater 18,13,22,17", 3),
        ("Man b 20,15", "hill 18,13,22,17 height=0.5", 4),  # no terrain feature
        ("Man b 20,15", "container 16.1,14,16.5,16", 3),  # the base begins 3" behind it
        ("Man b 20,15", "container 16,14,16.4,16", 4),
    ],
)
def test_who_has_the_benefits_of_cover_where(target: str, terrain: str, needed: int) -> None:
    table = at(f"blue Man a 4,15\nred {target}\n{terrain}")
    group = aimed(
        Shooter(table.battle, table["a"]), "gun", table["a"].profile.ranged[0].ranged[0], table["b"], 1, table["a"].base
    )
    assert save_needed(table.battle, table["b"], group)[0] == needed


@proves("core.terrain.obstacle-cover", "core.concept.measuring")
@pytest.mark.parametrize(("x", "covered"), [(12.8, True), (12.9, False)])
def test_who_stands_on_a_container_measures_down_to_the_barricade(x: float, covered: bool) -> None:
    """Its top is an inch below: 2.8" away in plan are 2.97, 2.9" are 3.07."""
    table = at(f"blue Man a 4,15\nred Man b {x + 0.5},15,2\nbarricade 9,12,10,18\ncontainer 10.1,13,16,17")
    assert has_light_cover(table.battle, table["a"].base, table["b"]) is covered


@proves("core.terrain.obstacle-cover", "core.terrain.light-cover")
@pytest.mark.parametrize(
    ("who", "place", "face", "dead"),
    [
        ("Man b", "18,15", 3, []),  # Sv 4+ behind a barricade 1.1" before it
        ("Man b", "18,15", 2, ["b"]),
        ("Man b", "19.9,15", 3, []),  # exactly 3" behind it
        ("Man b", "19.92,15", 3, ["b"]),
        ("Man b kw=VEHICLE not=INFANTRY", "18,15", 3, ["b"]),
        ("Man b kw=SWARM not=INFANTRY", "18,15", 3, []),
    ],
)
def test_how_near_a_barricade_covers_whom(who: str, place: str, face: int, dead: list[str]) -> None:
    kind, _, changes = who.partition(" b")
    table = at(f"blue Man a 4,15\nred {kind} b {place}{changes}\nbarricade 16,8,16.4,22")
    table.do(shoot, "a", answers=(AIM,), dice=f"hit 6 / wound 6 / save {face}")
    assert table.dead == dead


@proves("core.terrain.heavy-cover")
@pytest.mark.parametrize(("did", "dead"), [("", []), ("did=charged", ["b"])])
def test_a_barricade_helps_against_blows_unless_they_are_those_of_a_charge(did: str, dead: list[str]) -> None:
    table = fighting(f"blue Man a 8,15 {did}\nred Man b 10.2,15 Sv=4\nbarricade 8.9,13,9.3,17")
    table.do(fight, table["a"], answers=("no",) if dead else ("no", "no"), dice="hit 6 / wound 6 / save 3")
    assert table.dead == dead


@proves("core.terrain.heavy-cover", "core.terrain.light-cover")
def test_cover_from_shots_and_from_blows_is_told_by_its_own_rule() -> None:
    for rule, ranged in (("core.terrain.light-cover", True), ("core.terrain.heavy-cover", False)):
        table = at("blue Man a 4,15\nred Man b 10,15 W=9")
        profile = table["a"].profile.ranged[0].ranged[0] if ranged else table["a"].profile.melee[0].melee[0]
        group = AttackGroup(table["a"], "gun", profile, "b", 1)
        group.covered = True
        assert [modifier.clause for modifier in save_needed(table.battle, table["b"], group)[1]] == [rule]


@proves("core.terrain.dense-cover", "core.weapon.assault")
def test_behind_dense_cover_a_standing_shooter_has_that_modifier_and_no_other() -> None:
    drawn = "blue Man a 4,15 {}\nred Man b 14,15\nwoods 8,13,10,17"
    for moved, told in (("", ["dense cover"]), ("moved=advanced", ["Advanced", "dense cover"])):
        table = at(drawn.format(moved))
        table.do(shoot, "a", answers=(AIM,), dice="hit 1")
        [event] = table.events("hits")
        assert event.dice is not None
        assert [modifier.label for modifier in event.dice.modifiers] == told


@proves("core.terrain.obscuring-within", "core.terrain.obscuring", "core.psychic.smite")
def test_what_towers_is_seen_across_a_ruin_but_does_not_see_across_it() -> None:
    giant, man = (
        "blue Man a 4,15 W=18\nred Man b 24,15\nruin 10,5,14,25",
        "blue Man a 4,15\nred Man b 24,15 {}\nruin 10,5,14,25",
    )
    assert "not visible" in why_not(at(giant).ask(shoot, "a"), AIM)
    assert "not visible" in why_not(at(man.format("W=17")).ask(shoot, "a"), AIM)
    assert AIM in available(at(man.format("W=18")).ask(shoot, "a"))
    table = at(
        "blue space-marines/librarian a 4,15\nred Man b 18,15 W=18\nred Man c 17,18\nruin 10,5,14,25", phase="psychic"
    )
    cast(table, "smite", dice="psychic 4 4 / mortal 1")
    assert table["b"].wounds == 17, "the nearer one is hidden"


@proves("core.terrain.hold-steady", "core.attack.extra-hits")
@pytest.mark.parametrize(
    ("steady", "dice", "left"), [("", "hit 6 5 / wound 6 6 6", 2), ("did=steady", "hit 5 4 / wound 6", 4)]
)
def test_held_steady_a_five_hits_in_overwatch_and_only_a_six_sparks(steady: str, dice: str, left: int) -> None:
    tesla = 'gun: 24" Assault 2, S 4, AP 0, D 1, extra_hits_on_six=2'
    table = charging(f"blue Man a 4,15 W=5 Sv=7\nred Man b 10,15 {steady}", weapons={"b": (tesla,)})
    table.do(fire_overwatch, table["b"], table["a"], answers=("gun/gun>a",), dice=dice)
    assert table["a"].wounds == left


@proves("core.terrain.hold-steady", "core.overwatch.only-natural-sixes", "faction.dakka")
@pytest.mark.parametrize(("steady", "hit"), [("", SIXTH), (" did=steady", THIRD)])
def test_the_chance_of_overwatch_with_a_shoota(steady: str, hit: Fraction) -> None:
    """Three shots within 9", S 4 against T 4, saved on 4+."""
    table = charging(f"blue Man a 4,15\nred orks/boyz+shoota b 11,15{steady}", cp=(0, 1))
    assert chance(table, "a", "b", "b", "shoota/shoota>a") == some(hit * HALF * HALF, 3)


@proves("core.terrain.set-to-defend", "core.stratagem.fire-overwatch")
def test_who_is_set_to_defend_leaves_overwatch_to_the_other_target() -> None:
    table = charging("blue Man a 4,15\nred Man b 10,14.5\nred Man c 10,16.2\nruin 9,12,11,18", cp=(0, 1))
    question = table.ask(charge, table["a"], answers=("b", "c", "set-to-defend", "neither"))
    assert available(question) == ["no", "c"]


@proves("core.terrain.set-to-defend", "core.terrain.heavy-cover", "core.fight.chargers-first")
def test_a_defender_behind_a_barricade_hits_better_but_saves_no_better_against_the_charge() -> None:
    """b set to defend: WS 3+ hits on 2. The charger's blow meets 4+, a later one of another 3+."""
    table = fighting(
        "blue Man a 10.3,15 did=charged\nblue Man c 10.3,16.1\nred Man b 12,15 W=9 did=defends\nbarricade 10.8,10,11.2,20"
    )
    table.do(fight, table["a"], answers=("no",) * 2, dice="hit 6 / wound 6 / save 3")
    assert table["b"].wounds == 8
    table.do(fight, table["b"], answers=("no", {"blade>a": 1, "blade>c": 0}, "no"), dice="hit 2 / wound 1")
    table.do(fight, table["c"], answers=("no",) * 2, dice="hit 6 / wound 6 / save 3")
    assert table["b"].wounds == 8


@proves("core.terrain.set-to-defend", "core.terrain.hold-steady", "core.stratagem.once-per-phase")
@pytest.mark.parametrize("stance", ["set-to-defend", "hold-steady"])
def test_a_stance_once_taken_is_kept_against_the_next_charger(stance: str) -> None:
    table = charging("blue Man a 4,15\nblue Man c 4,18\nred Man b 10,15\nwoods 9,14,12,16", cp=(0, 1))
    fires = ("b", "gun/gun>a") if stance == "hold-steady" else ()
    dice = ("hit 4 / " if fires else "") + "charge 1 1"
    table.do(charge, table["a"], answers=("b", stance, *fires), dice=dice)
    table.do(charge, table["c"], answers=("b",), dice="charge 1 1")


@proves("core.terrain.defence-line", "core.charge.success")
def test_a_charge_across_a_barricade_ends_at_that_barricade_and_not_at_another_one() -> None:
    """b stands 0.2" behind the first; at x 9.7 the charger touches only the second, which is 1.37" from b."""
    table = charging("blue Man a 3,15\nred Man b 12,15\nbarricade 10.9,14,11.3,16\nbarricade 9.2,13.6,10.2,14.495")
    question = table.ask(charge, table["a"], answers=("b", "neither"), dice="charge 5 4")
    assert "core.charge.success" in refusal(question, [[9.7, 15]])
    assert question.read([[10.39, 15]])


@proves("core.terrain.defence-line", "core.concept.measuring")
@pytest.mark.parametrize(("beyond", "strikes"), [(0.75, True), (0.85, False)])
def test_from_a_container_an_inch_to_a_barricade_is_measured_down_to_its_top(beyond: float, strikes: bool) -> None:
    """0.6" above it: 0.75" in plan are 0.96, 0.85" are 1.04. The two are more than 1" and less than 2" apart."""
    drawn = (
        f"blue Man a 8.4,15\nred Man b {9.7 + beyond},15,1.6\nbarricade 9,12,9.2,18\ncontainer 9.25,13,14,17 height=1.6"
    )
    table = at(drawn, phase="fight")
    assert bool(enemies_to_strike(table.battle, table["b"])) is strikes


@proves("core.terrain.scaleable", "core.terrain.breachable", "core.move.fly", "core.move.climb")
@pytest.mark.parametrize(
    ("who", "reached", "too_far"),
    [("", (8.0, 15, 3), (8.1, 15, 3)), ("kw=FLY,VEHICLE not=INFANTRY", (11.0, 15, 3), (11.1, 15, 3))],
)
def test_onto_a_floor_through_its_wall_or_through_the_air(
    who: str, reached: tuple[float, ...], too_far: tuple[float, ...]
) -> None:
    """6": 3 along and 3 up, the wall is nothing; in the air 6 along."""
    ruin = "ruin 7,12,13,18 wall=7,12,7.25,18 floor=7.25,12,13,18,3\nred Man e 40,25"
    table = moving(f"blue Man a 5,15 {who}\n{ruin}")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert question.read([list(reached)])
    assert refusal(question, [list(too_far)])


@proves("core.terrain.scaleable", "core.move.not-mid-climb")
@pytest.mark.parametrize(
    ("piece", "clause"),
    [
        ("container 6,13,9,17", "core.terrain.scaleable"),
        ("ruin 6,13,10,17 wall=7.4,13,7.6,17", "core.move.not-mid-climb"),
    ],
)
def test_a_vehicle_ends_neither_on_a_block_nor_in_a_wall_and_is_told_by_which_rule(piece: str, clause: str) -> None:
    table = moving(f"blue Man a 4,15 M=12 kw=VEHICLE not=INFANTRY\nred Man b 40,15\n{piece}")
    assert clause in refusal(table.ask(move_model, table["a"], answers=("normal",)), [[7.5, 15]])


@proves("core.terrain.breachable", "core.move.climb")
def test_infantry_walks_through_the_wall_of_a_ruin_and_a_vehicle_does_not() -> None:
    drawn = "blue Man a 4,15 {}\nred Man b 30,15\nruin 6,10,10,20 wall=6.9,10,7.1,20"
    man = moving(drawn.format(""))
    assert man.ask(move_model, man["a"], answers=("normal",)).read([[9, 15]])
    tank = moving(drawn.format("kw=VEHICLE not=INFANTRY"))
    assert refusal(tank.ask(move_model, tank["a"], answers=("normal",)), [[9, 15]])


@proves("core.terrain.difficult-ground")
def test_two_craters_slow_a_move_once_and_a_flyer_never() -> None:
    craters = "red Man b 30,15\ncrater 5,13,6,17\ncrater 7,13,7.2,17"
    walker = moving(f"blue Man a 4,15\n{craters}")
    question = walker.ask(move_model, walker["a"], answers=("normal",))
    assert question.read([[8, 15]])
    assert "core.terrain.difficult-ground" in refusal(question, [[8.01, 15]])
    flyer = moving(f"blue Man a 4,15 kw=FLY\n{craters}")
    assert flyer.ask(move_model, flyer["a"], answers=("normal",)).read([[10, 15]])


@proves("core.terrain.difficult-ground", "core.fight.pile-in")
def test_piling_in_is_not_slowed() -> None:
    table = fighting("blue Man a 4,15 did=charged\nred Man b 7.9,15\ncrater 5,13,6,17")
    assert table.ask(fight, table["a"], answers=("yes",)).read([[6.9, 15]])


@proves("core.terrain.difficult-ground", "core.heroic.move")
def test_a_hero_is_not_slowed_by_a_crater() -> None:
    table = charging("blue Man a 10,15\nred Man h 14,15 kw=CHARACTER\ncrater 11.3,10,13,20")
    table.do(next_to_intervene, answers=("h", [[11.2, 15]]))


@proves("core.terrain.difficult-ground", "core.move.fall-back")
def test_falling_back_over_a_crater_is_slow_too() -> None:
    table = moving("blue Man a 4,15\nred Man e 2.5,15\ncrater 4.6,13,9,17")
    question = table.ask(move_model, table["a"], answers=("fall-back",))
    assert question.read([[8, 15]])
    assert "core.terrain.difficult-ground" in refusal(question, [[8.02, 15]])
