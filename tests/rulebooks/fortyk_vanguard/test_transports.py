"""Transports: embarking, disembarking, their destruction; explosions of any vehicle."""

from math import cos, pi, sin

import pytest

from tests.rulebooks.fortyk_vanguard.positions import Table, at, available, refusal, why_not
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.rulebooks.fortyk_vanguard.damage import destroy
from vanguard.rulebooks.fortyk_vanguard.movement_phase import begin_movement, end_movement, move_model, next_to_move
from vanguard.rulebooks.fortyk_vanguard.state import ADVANCED, DISEMBARKED, EMBARKED, LEFT_A_WRECK, ON_TABLE

TRUKK = "blue orks/trukk t 10,15"


def phase(drawn: str, **more: object) -> Table:
    table = at(drawn, phase="movement", **more)  # type: ignore[arg-type]
    begin_movement(table.battle)
    return table


# -- getting in and out -------------------------------------------------------------------------------------------------------------


@proves("core.transport.embark", "vanguard.muster.embark-one-model-at-a-time")
def test_a_model_that_ends_its_move_within_three_inches_may_embark() -> None:
    drawn = f"{TRUKK}\nblue orks/boyz a 17,15\nred Man e 40,15"
    table = phase(drawn)
    table.do(move_model, table["a"], answers=("normal", [[15.3, 15]], "t"))
    assert (table["a"].fate, table["a"].aboard) == (EMBARKED, "t")
    short = phase(drawn)
    short.do(move_model, short["a"], answers=("normal", [[15.4, 15]]))  # 3.1" away: not asked
    assert short["a"].fate == ON_TABLE
    stays = phase(drawn)
    stays.do(move_model, stays["a"], answers=("normal", [[14, 15]], "stay"))
    assert stays["a"].fate == ON_TABLE


@proves("core.transport.capacity")
def test_a_trukk_carries_twelve_ork_infantry() -> None:
    full = "\n".join([f"blue orks/boyz p{number} 0,0 in=t" for number in range(12)])
    table = phase(f"{TRUKK}\n{full}\nblue orks/boyz a 17,15\nred Man e 40,15")
    table.do(move_model, table["a"], answers=("normal", [[14, 15]]))
    dread = phase(f"{TRUKK}\nblue orks/deff-dread a 18,15\nred Man e 40,15")
    dread.do(move_model, dread["a"], answers=("normal", [[15, 15]]))
    stranger = phase(f"{TRUKK}\nblue Man a 17,15\nred Man e 40,15")
    stranger.do(move_model, stranger["a"], answers=("normal", [[14, 15]]))


@proves("core.transport.embark-limits")
def test_nobody_embarks_where_an_enemy_is_at_the_transport_or_right_after_getting_out() -> None:
    table = phase(f"{TRUKK}\nblue orks/boyz a 17,15\nred Man e 7.5,15")
    table.do(move_model, table["a"], answers=("normal", [[14, 15]]))
    out = phase(f"{TRUKK}\nblue orks/boyz a 0,0 in=t\nred Man e 40,15")
    out.do(next_to_move, answers=("a", [[13, 15]]))
    out.do(move_model, out["a"], answers=("normal", [[14, 15]]))
    assert out["a"].fate == ON_TABLE


@proves("core.transport.disembark", "core.concept.no-setup-in-engagement")
def test_passengers_get_out_wholly_within_three_inches_before_the_transport_moves() -> None:
    drawn = f"{TRUKK}\nblue orks/boyz a 0,0 in=t\nred Man e 10,20.5"
    table = phase(drawn)
    question = table.ask(next_to_move, answers=("a",))
    assert "core.transport.disembark" in refusal(question, [[14.2, 15]])  # not wholly within 3"
    assert "core.concept.no-setup-in-engagement" in refusal(question, [[10, 18.4]])
    table.do(next_to_move, answers=("a", [[14, 15]]))
    assert table["a"].did(DISEMBARKED)
    assert table["a"].has_moved
    assert available(table.ask(next_to_move)) == ["t", "a", "end-phase"]  # it may still move
    late = phase(f"{drawn}\nblue Man b 2,2")
    late.do(move_model, late["t"], answers=("normal", [[12, 15]]))
    assert "core.transport.disembark" in why_not(late.ask(next_to_move), "a")


@proves("core.transport.disembark")
def test_who_embarked_this_phase_does_not_get_out_again() -> None:
    table = phase(f"{TRUKK}\nblue orks/boyz a 17,15\nblue Man b 2,2\nred Man e 40,15")
    table.do(move_model, table["a"], answers=("normal", [[14, 15]], "t"))
    assert "a" not in available(table.ask(next_to_move))


@proves("core.transport.embarked-inert")
@pytest.mark.parametrize("order", ["ta", "at"])
def test_who_embarks_counts_as_having_moved_like_the_transport_in_whatever_order_they_move(order: str) -> None:
    table = phase(f"{TRUKK}\nblue orks/boyz a 16,15\nred Man e 40,15")
    for key in order:
        if key == "t":
            table.do(move_model, table["t"], answers=("advance", [[11, 15]]), dice="advance 1")
        else:
            table.do(move_model, table["a"], answers=("normal", [[14.5, 15]], "t"))
    end_movement(table.battle)
    assert table["a"].moved == ADVANCED


@proves("core.transport.embarked-inert", "core.move.remain-stationary")
def test_who_embarks_in_a_transport_that_is_not_moved_counts_as_stationary() -> None:
    table = phase(f"{TRUKK}\nblue orks/boyz+rokkit-launcha a 16,15\nred Man e 40,15")
    table.do(move_model, table["a"], answers=("normal", [[14.5, 15]], "t"))
    end_movement(table.battle)
    assert not table["a"].has_moved


# -- destruction --------------------------------------------------------------------------------------------------------------------


@proves("core.transport.destroyed", "core.transport.destroyed-roll", "core.transport.destroyed-restrictions")
def test_passengers_of_a_destroyed_transport_get_out_after_the_explosion_and_may_die() -> None:
    table = at(f"{TRUKK}\nblue orks/boyz a 0,0 in=t\nblue orks/boyz b 0,0 in=t\nred Man e 14,15 W=5")
    dice = "explodes 6 / mortal 4 / wreck 1 / wreck 2"
    table.do(destroy, "t", answers=([[10, 18.5]], [[10, 11.5]]), dice=dice)
    assert table.dead == ["t", "a"]
    assert table["e"].wounds == 3
    assert table["b"].did(LEFT_A_WRECK)
    assert table["b"].has_moved
    assert table.battle.destroyed_this_turn == (2, 0)


@proves("core.transport.destroyed")
def test_a_passenger_for_whom_there_is_no_room_is_destroyed() -> None:
    ring = [(10 + 4.3 * cos(pi * i / 5), 15 + 4.3 * sin(pi * i / 5)) for i in range(10)]
    rows = "\n".join([f"red Man e{number} {x:.3f},{y:.3f} base=60" for number, (x, y) in enumerate(ring)])
    table = at(f"{TRUKK}\nblue orks/boyz a 0,0 in=t\n{rows}")
    table.do(destroy, "t", dice="explodes 1")
    assert table.dead == ["t", "a"]


@proves("core.stratagem.emergency-disembarkation")
def test_emergency_disembarkation_reaches_farther_and_kills_more() -> None:
    table = at(f"{TRUKK}\nblue orks/boyz a 0,0 in=t\nblue orks/boyz b 0,0 in=t\nred Man e 40,15", cp=(1, 0))
    answers = ("yes", [[16, 15]], [[10, 20]])
    table.do(destroy, "t", answers=answers, dice="explodes 1 / wreck 2 / wreck 3")
    assert table.dead == ["t", "a"]
    assert table.battle.command_points == (0, 0)


# -- explosions ---------------------------------------------------------------------------------------------------------------------


@proves("core.ability.explodes", "vanguard.muster.unit-effects-touch-one-model")
def test_an_explosion_is_rolled_for_each_model_near_friend_or_enemy() -> None:
    table = at(
        """
        blue orks/deff-dread d 10,15
        blue Man f 13,15 W=5
        red  Man e 7,15 W=5
        red  Man g 10,10.2 W=5
        """
    )
    table.do(destroy, "d", dice="explodes 6 / mortal 1 / mortal 6")
    assert [table[key].wounds for key in "feg"] == [4, 2, 5]
    quiet = at("blue orks/deff-dread d 10,15\nred Man e 7,15")
    quiet.do(destroy, "d", dice="explodes 5")
    assert quiet.dead == ["d"]


@proves("core.ability.explodes")
@pytest.mark.parametrize(("face", "hurt"), [(5, True), (4, False)])
def test_a_doomstalker_explodes_on_five_or_six(face: int, hurt: bool) -> None:
    table = at("blue necrons/doomstalker d 10,15\nred Man e 17,15 W=5")
    table.do(destroy, "d", dice=f"explodes {face}" + (" / mortal 1" if hurt else ""))
    assert (table["e"].wounds < 5) is hurt


@proves("core.stratagem.emergency-disembarkation", "core.transport.destroyed")
@pytest.mark.parametrize(("reach", "answers"), [(3.0, ("no",)), (6.0, ("yes",))])
def test_passengers_get_out_wholly_within_the_reach_and_no_farther(reach: float, answers: tuple[str, ...]) -> None:
    table = at(f"{TRUKK}\nblue orks/boyz a 0,0 in=t\nred Man e 40,15", cp=(1, 0))
    question = table.ask(destroy, "t", answers=answers, dice="explodes 1")
    radius = table["a"].base.radius
    edge = 10 + table["t"].base.radius + reach - radius
    assert question.read([[round(edge - 0.01, 3), 15]])
    assert refusal(question, [[round(edge + 0.01, 3), 15]])
