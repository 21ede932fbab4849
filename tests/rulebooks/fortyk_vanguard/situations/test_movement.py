"""Movement: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from tests.rulebooks.fortyk_vanguard.situations.sketches import AIM, VEHICLE, charging, moving, under
from vanguard.rulebooks.fortyk_vanguard.charge_phase import why_not_charge
from vanguard.rulebooks.fortyk_vanguard.movement_phase import begin_movement, move_model, next_to_move
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import why_not_manifest
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import next_to_shoot, shoot, why_not_now
from vanguard.rulebooks.fortyk_vanguard.state import DESTROYED, NORMAL_MOVE, ON_TABLE, STATIONARY, Effect
from vanguard.rulebooks.fortyk_vanguard.targets import why_not_shoot

LANE = "\n".join([f"red Man u{i} {0.5 + 1.5 * i},18.15\nred Man d{i} {0.5 + 1.5 * i},11.85" for i in range(6)])
"""Men on both sides of a lane, so near that a tank in it is engaged as far as x 10.2."""


@proves("core.move.each-unit-once")
def test_the_phase_is_over_when_everybody_was_selected_or_the_player_ends_it() -> None:
    table = moving("blue Man a 4,15\nblue Man c 4,20\nred Man b 30,15")
    assert table.do(next_to_move, answers=("a", "stationary")) is True
    assert table.do(next_to_move, answers=("end-phase",)) is False
    assert table.do(next_to_move, answers=("c", "stationary")) is True
    assert table.do(next_to_move) is False


@proves("core.move.each-unit-once", "core.transport.disembark")
def test_a_passenger_is_selected_before_its_transport_moves_or_not_at_all() -> None:
    table = moving("blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nblue Man c 4,4\nred Man b 40,15")
    assert available(table.ask(next_to_move)) == ["t", "a", "c", "end-phase"]
    out = moving("blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nred Man b 40,15")
    out.do(next_to_move, answers=("a", [[13, 15]]))
    assert (out["a"].fate, out["a"].base.centre) == (ON_TABLE, (13, 15))
    table.do(move_model, table["t"], answers=("normal", [[12, 15]]))
    assert why_not(table.ask(next_to_move), "a") == "its transport has moved [core.transport.disembark]"


@proves("core.move.each-unit-once", "core.shoot.select")
def test_who_has_moved_or_shot_is_listed_with_that_reason() -> None:
    table = at("blue Man a 10,15\nblue Man c 10,19\nred Man b 20,15", phase="movement")
    begin_movement(table.battle)
    table.do(next_to_move, answers=("a", "normal", [[11, 15]]))
    question = table.ask(next_to_move)
    assert available(question) == ["c", "end-phase"]
    assert why_not(question, "a") == "already moved [core.move.each-unit-once]"
    table.do(next_to_shoot, answers=("a", AIM), dice="hit 1")
    question = table.ask(next_to_shoot)
    assert available(question) == ["c", "end-phase"]
    assert why_not(question, "a") == "it has shot [core.shoot.select]"


@proves("core.move.options-when-engaged", "core.move.options-when-free")
def test_how_a_model_moves_is_asked_by_the_rule_for_its_place() -> None:
    free = at("blue Man a 4,15\nred Man b 10,15", phase="movement")
    assert free.ask(move_model, free["a"]).clause == "core.move.options-when-free"
    caught = at("blue Man a 4,15\nred Man b 5.5,15", phase="movement")
    assert caught.ask(move_model, caught["a"]).clause == "core.move.options-when-engaged"


@proves("core.move.normal", "core.concept.engagement-range")
def test_exactly_an_inch_from_an_enemy_is_too_near_to_end_a_normal_move() -> None:
    table = moving("blue Man a 4,15\nred Man b 12,15")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert "core.move.normal" in refusal(question, [[10, 15]])
    assert question.read([[9.99, 15]])


@proves("core.move.advance", "faction.full-throttle")
@pytest.mark.parametrize(("face", "hurt"), [(3, 0), (4, 1), (6, 1)])
def test_full_throttle_costs_one_wound_on_four_or_more(face: int, hurt: int) -> None:
    table = at("blue orks/stormboyz a 10,15 W=9\nred Man b 40,25", phase="movement")
    begin_movement(table.battle)
    assert table["a"].profile.has("full-throttle")
    table.do(move_model, table["a"], answers=("advance", [[11, 15]]), dice=f"throttle {face}")
    assert table["a"].wounds == 9 - hurt


@proves("core.move.advance", "faction.full-throttle")
def test_who_burns_out_at_full_throttle_goes_nowhere() -> None:
    table = at("blue orks/stormboyz a 10,15 W=1\nblue Man c 4,4\nred Man b 40,25", phase="movement")
    begin_movement(table.battle)
    table.do(move_model, table["a"], answers=("advance",), dice="throttle 4")
    assert not table["a"].alive


@proves("core.move.advance-restrictions", "faction.forwards-for-the-emperor")
def test_forwards_for_the_emperor_lets_other_weapons_than_assault_shoot_after_an_advance() -> None:
    guns = {"a": ('gun: 24" Heavy 1, S 4, AP 0, D 1',)}
    for ordered in (False, True):
        table = at("blue Man a 4,15 moved=advanced\nred Man b 10,15", weapons=guns)
        if ordered:
            table.battle.effects = (Effect("forwards", "a", 0, "charge"),)
        question = table.ask(shoot, "a")
        assert ("gun/gun>b" in available(question)) is ordered
        if not ordered:
            assert "[core.move.advance-restrictions]" in why_not(question, "gun/gun>b")


@proves("core.move.advance-restrictions")
def test_dakka_weapons_shoot_after_an_advance_like_assault_weapons() -> None:
    for kind, able in (("Dakka 3/2", True), ("Assault 2", True), ("Heavy 2", False), ("Rapid Fire 1", False)):
        table = at(
            "blue Man a 4,15 moved=advanced\nred Man b 10,15", weapons={"a": (f'gun: 24" {kind}, S 4, AP 0, D 1',)}
        )
        assert (AIM in available(table.ask(shoot, "a"))) is able, kind


@proves("core.move.advance-restrictions")
@pytest.mark.parametrize("kind", ["Heavy 2", "Rapid Fire 1", "Assault 2"])
def test_who_did_not_advance_shoots_any_weapon(kind: str) -> None:
    table = at("blue Man a 4,15\nred Man b 10,15", weapons={"a": (f'gun: 24" {kind}, S 4, AP 0, D 1',)})
    assert AIM in available(table.ask(shoot, "a"))


@proves("core.move.fall-back", "core.stratagem.cut-them-down", "core.profile.damage-table")
def test_a_tank_cut_down_to_a_slower_row_may_no_longer_get_away() -> None:
    """Out of the lane are 7.8"; with 7 wounds M is 10", with 6 it is 7": it stays, and counts as having stayed."""
    drawn = f"blue astra-militarum/leman-russ a 2.4,15 wounds=7\n{LANE}"
    free = moving(drawn, cp=(0, 1))
    free.do(move_model, free["a"], answers=("fall-back", "no", [[10.5, 15]]))
    assert free["a"].base.x == 10.5
    slowed = moving(drawn, cp=(0, 1))
    slowed.do(move_model, slowed["a"], answers=("fall-back", "yes"), dice="cut 6 1 1 1 1 1")
    assert (slowed["a"].base.x, slowed["a"].moved) == (2.4, STATIONARY)
    assert slowed.heard("cannot-fall-back", who="a")


@proves("core.move.fall-back", "core.terrain.scaleable")
@pytest.mark.parametrize(("end", "has_room"), [(12.4, True), (12.52, False)])
def test_who_falls_back_finds_the_end_of_a_passage(end: float, has_room: bool) -> None:
    """A passage as wide as the base that ends at 12.4, so a base of 1" goes no farther than 12.9; out of the reach of b it is from 12.999 on."""
    table = at(
        f"""
        blue Man a 10,13.6 {VEHICLE}
        red Man b 10,15
        container 5,5,9.5,20
        container 10.5,5,15,20
        container 9.5,5,10.5,{end}
        """,
        phase="movement",
    )
    question = table.ask(move_model, table["a"])
    assert ("fall-back" in available(question)) == has_room
    if has_room:
        table.do(move_model, table["a"], answers=("fall-back", [[10, 12.95]]))
        assert table["a"].base.y == 12.95


@proves("core.move.fall-back-restrictions", "core.psychic.select")
def test_who_broke_out_neither_shoots_nor_manifests() -> None:
    table = at("blue Man a 4,15 did=broke-out\nblue orks/weirdboy w 4,20 did=broke-out\nred Man b 10,15")
    assert why_not_shoot(table.battle, table["a"])[1] == "core.move.fall-back-restrictions"
    assert why_not_manifest(table.battle, table["w"]) == ("it Fell Back this turn", "core.psychic.select")
    free = at("blue Man a 4,15\nblue orks/weirdboy w 4,20\nred Man b 10,15")
    assert why_not_shoot(free.battle, free["a"]) == ("", "")
    assert why_not_manifest(free.battle, free["w"]) == ("", "")


@proves("core.move.fall-back-restrictions", "core.charge.eligible")
def test_who_broke_out_does_not_charge() -> None:
    table = charging("blue Man a 4,15 did=broke-out\nblue Man c 4,19\nred Man b 10,15")
    assert why_not_charge(table.battle, table["a"])[1] == "core.move.fall-back-restrictions"
    assert why_not_charge(table.battle, table["c"]) == ("", "")


@proves("core.move.climb")
def test_who_cannot_get_round_terrain_in_time_is_told_how_long_the_way_is() -> None:
    """A hill 12" high: nobody climbs it for less than the way round."""
    table = moving("blue Man a 4,15 M=5\nred Man b 40,2\nhill 5,12,6,18 height=12")
    question = table.ask(move_model, table["a"], answers=("normal",))
    told = refusal(question, [[7.2, 15]])
    assert "the way round it costs" in told
    assert "climbing" not in told


@proves("core.move.climb", "core.move.not-mid-climb")
def test_coming_down_from_a_container_costs_its_height() -> None:
    """2" down of 6: 4" along."""
    table = moving("blue Man a 10,15,2\nred Man b 30,15\ncontainer 8,13,12,17")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert question.read([[14, 15, 0]])
    assert refusal(question, [[14.02, 15, 0]])
    assert question.read([[10, 13.6, 2]])


@proves("core.move.fly", "core.terrain.scaleable", "core.terrain.unstable-position")
def test_a_flyer_lands_on_a_container_for_nothing_and_never_on_a_barricade() -> None:
    table = moving("blue Man a 4,15 kw=FLY\nred Man b 30,15\ncontainer 8,13,12,17 height=5\nbarricade 3,18,5,18.4")
    question = table.ask(move_model, table["a"], answers=("normal",))
    assert question.read([[10, 15, 5]])
    assert "core.terrain.unstable-position" in refusal(question, [[4, 18.2]])


@proves("core.move.fly-end", "core.move.fly")
def test_a_flyer_passes_through_engagement_range_and_lands_where_somebody_fell() -> None:
    table = moving("blue Man a 4,15 kw=FLY M=12\nred Man b 8,15\nred Man c 12,15\nblue Man d 12,20")
    table["c"].fate = DESTROYED
    table.do(move_model, table["a"], answers=("normal", [[12, 15]]))
    assert table["a"].base.centre == (12, 15)


@proves("core.move.fly-end", "core.move.normal")
def test_a_flyer_may_move_less_than_its_own_base() -> None:
    table = at("blue Man a 10,15 kw=FLY\nred Man b 40,15", phase="movement")
    begin_movement(table.battle)
    table.do(move_model, table["a"], answers=("normal", [[10.3, 15]]))
    assert table["a"].base.x == 10.3


@proves("core.move.what-counts-as-moved", "core.weapon.heavy", "faction.forwards-for-the-emperor")
@pytest.mark.parametrize(("x", "hits"), [(4, 1), (4.5, 0)])
def test_an_advance_of_nothing_is_no_movement_for_a_heavy_weapon(x: float, hits: int) -> None:
    """BS 4+, and a 4: Heavy takes one from who has moved, which an Advance of 0" is not."""
    table = moving("blue astra-militarum/infantry-squad/team+autocannon-team a 4,15\nred Man b 20,15 W=9")
    table.do(move_model, table["a"], answers=("advance", [[x, 15]]), dice="advance 3")
    assert why_not_now(table.battle, table["a"])[1] == "core.move.advance-restrictions"
    under(table, Effect("forwards", "a", 0, "charge"))
    shots = "hit 4 3 / wound 1" if hits else "hit 4 3"
    table.do(shoot, "a", answers=("autocannon/autocannon>b", "hold-fire"), dice=shots)
    assert table.heard("hits", n=hits)


@proves("core.move.what-counts-as-moved", "core.transport.embark")
@pytest.mark.parametrize(
    ("way", "moved", "answers"),
    [([[10, 15]], False, ()), ([[11, 15], [10, 15]], True, ("t",)), ([[11, 15], [10.001, 15]], True, ("t",))],
)
def test_who_goes_there_and_back_has_moved_and_may_embark(
    way: list[list[float]], moved: bool, answers: tuple[str, ...]
) -> None:
    table = moving("blue orks/boyz a 10,15\nblue orks/trukk t 10,18\nred Man b 40,2")
    table.do(move_model, table["a"], answers=("normal", way, *answers))
    assert table["a"].moved == (NORMAL_MOVE if moved else STATIONARY)
    assert table["a"].on_table is not moved
