"""Battle round: situations worked out from the book by hand."""

import pytest

from tests.rulebooks.fortyk_vanguard.positions import at, available
from tests.rulebooks.fortyk_vanguard.proving import proves
from vanguard.rulebooks.fortyk_vanguard.command_phase import next_command
from vanguard.rulebooks.fortyk_vanguard.movement_phase import next_to_move
from vanguard.rulebooks.fortyk_vanguard.rounds import begin_phase, begin_turn
from vanguard.rulebooks.fortyk_vanguard.state import CHARGED, HEROICS, Effect
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import start_of_fights


@proves("core.round.two-turns")
def test_a_new_turn_gives_orders_anew() -> None:
    table = at("blue Man a 4,15 did=shot\nred Man b 40,25")
    table["a"].orders_given = 2
    begin_turn(table.battle)
    assert (table["a"].orders_given, table["a"].flags) == (0, 0)


@proves("core.round.two-turns")
def test_whom_a_model_charged_is_forgotten_with_the_turn() -> None:
    table = at("blue Man a 4,15 did=charged\nred Man b 40,25")
    table["a"].charge_targets = ("b",)
    begin_turn(table.battle)
    assert table["a"].charge_targets == ()
    assert not table["a"].did(CHARGED)


@proves("core.round.phases", "faction.living-lightning")
@pytest.mark.parametrize(("x", "told"), [(17, True), (18, False)])
def test_lightning_alone_is_reason_enough_to_tell_of_a_fight_phase(x: float, told: bool) -> None:
    """Bases of 40 mm and 1": within 6" up to x 17.28."""
    table = at(f"blue necrons/plasmancer a 10,15\nred Man b {x},15 W=9", phase="heroic interventions")
    begin_phase(table.battle, "fight")
    assert table.heard("phase", phase="Fight phase") is told
    table.do(start_of_fights, dice="lightning 3" if told else "")


@proves("core.round.phases", "core.transport.disembark")
def test_the_movement_phase_begins_by_letting_out_who_is_aboard() -> None:
    table = at("blue orks/trukk t 10,15\nblue orks/boyz a 0,0 in=t\nred Man b 40,15", phase="command")
    begin_phase(table.battle, "movement")
    assert available(table.ask(next_to_move)) == ["t", "a", "end-phase"]


@proves("core.round.phases", "faction.take-aim")
@pytest.mark.parametrize(("phase", "lasts"), [("psychic", True), ("charge", False)])
def test_an_order_ends_when_the_phase_it_lasts_to_begins(phase: str, lasts: bool) -> None:
    table = at("blue Man a 4,15\nred Man b 30,15", phase="shooting")
    table.battle.effects = (Effect("take-aim", "a", 0, "charge"),)
    begin_phase(table.battle, phase)
    assert bool(table.battle.effects) is lasts


@proves("core.round.phases", "core.stratagem.once-per-phase")
@pytest.mark.parametrize(
    ("phase", "used"),
    [("charge", ()), ("heroic interventions", ("command-re-roll",)), ("reinforcements", ("command-re-roll",))],
)
def test_stratagems_are_free_again_in_another_phase_but_not_in_its_second_step(
    phase: str, used: tuple[str, ...]
) -> None:
    table = at("blue Man a 4,15\nred Man b 30,15", phase="shooting")
    table.battle.stratagems_used = (("command-re-roll",), ())
    begin_phase(table.battle, phase)
    assert table.battle.stratagems_used[0] == used


@proves("core.round.phases")
def test_the_fight_phase_begins_with_nobodys_turn_and_every_phase_with_its_first_step() -> None:
    table = at("blue Man a 4,4\nred Man b 40,26", phase=HEROICS)
    table.battle.fight_turns, table.battle.counter, table.battle.step = (0, 1, 0), 1, 1
    begin_phase(table.battle, "morale")
    assert (table.battle.fight_turns, table.battle.counter, table.battle.step) == ((0, 1, 0), 1, 0)
    table.battle.step = 1
    begin_phase(table.battle, "fight")
    assert (table.battle.fight_turns, table.battle.counter, table.battle.step) == ((-1, -1, -1), -1, 0)


@proves("core.round.phases", "core.psychic.deny-once")
def test_a_psychic_phase_counts_powers_and_denials_anew() -> None:
    table = at("blue orks/weirdboy a 10,15\nred orks/weirdboy b 20,15")
    table["a"].powers_tried, table["b"].denies_tried, table.battle.smites = 1, 1, (2, 1)
    begin_phase(table.battle, "psychic")
    assert (table["a"].powers_tried, table["b"].denies_tried, table.battle.smites) == (0, 0, (0, 0))


@proves("core.command.abilities", "faction.waaagh")
def test_the_waaagh_is_called_in_the_command_phase_once() -> None:
    table = at("blue orks/warboss a 10,15 +warlord\nred Man b 40,25", phase="command")
    assert available(table.ask(next_command)) == ["waaagh", "done"]
    assert table.do(next_command, answers=("waaagh",)) is True
    assert table.do(next_command) is False
    assert table.battle.army_effect("waaagh", 0) is not None
