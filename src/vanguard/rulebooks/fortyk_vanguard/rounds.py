"""THE BATTLE ROUND: turns, phases, what is forgotten between them, and the end of the battle."""

from __future__ import annotations

from typing import Final

from vanguard.rulebooks.fortyk_vanguard.charge_phase import (
    begin_charge_phase,
    in_charge_reach,
    next_to_charge,
    next_to_intervene,
)
from vanguard.rulebooks.fortyk_vanguard.command_phase import begin_command_phase, end_effects, next_command
from vanguard.rulebooks.fortyk_vanguard.damage import remove
from vanguard.rulebooks.fortyk_vanguard.fight_phase import is_eligible, next_to_fight
from vanguard.rulebooks.fortyk_vanguard.morale_phase import morale_of, must_test
from vanguard.rulebooks.fortyk_vanguard.movement_phase import begin_movement, end_movement, next_to_move
from vanguard.rulebooks.fortyk_vanguard.objectives import controlled, counted_models, score
from vanguard.rulebooks.fortyk_vanguard.psychic_phase import begin_psychic_phase, next_to_manifest, psykers
from vanguard.rulebooks.fortyk_vanguard.reanimation import forget_the_fallen
from vanguard.rulebooks.fortyk_vanguard.reinforcements import next_to_arrive
from vanguard.rulebooks.fortyk_vanguard.setup import choose_zones, deploy_next, determine_first_turn, place_marker
from vanguard.rulebooks.fortyk_vanguard.shooting_phase import next_to_shoot
from vanguard.rulebooks.fortyk_vanguard.state import (
    CHARGE,
    COMMAND,
    DEPLOYMENT,
    ENDED,
    FIGHT,
    FIRST_TURN,
    HEROICS,
    MARKERS,
    MORALE,
    MOVEMENT,
    NOBODY_YET,
    NOT_MOVED,
    PHASE_NAMES,
    PSYCHIC,
    REINFORCEMENTS,
    RESERVE,
    SHOOTING,
    ZONES,
    Battle,
    other,
)
from vanguard.rulebooks.fortyk_vanguard.timed_abilities import harbingers, near_lightning, next_order, start_of_fights

ORDER: Final[tuple[str, ...]] = (
    COMMAND, MOVEMENT, REINFORCEMENTS, PSYCHIC, SHOOTING, CHARGE, HEROICS, FIGHT, MORALE,
)  # fmt: skip
"""The phases of a turn (core.round.phases), with the steps that end two of them."""


async def play_on(battle: Battle) -> None:
    """What comes next from a rest: one model acts, or one step of the set-up or of a phase is taken."""
    phase = battle.phase
    if phase == MARKERS:
        await place_marker(battle)
    elif phase == ZONES:
        await choose_zones(battle)
    elif phase == DEPLOYMENT:
        await deploy_next(battle)
    elif phase == FIRST_TURN:
        await determine_first_turn(battle)
        battle.round = 1
        battle.turn = battle.first
        begin_turn(battle)
    else:
        if not await _act(battle, phase):
            await end_phase(battle)
    await look_for_the_end(battle)


async def _act(battle: Battle, phase: str) -> bool:
    """One model of the phase acts; false when the phase has nothing more."""
    if phase == COMMAND:
        return await next_command(battle)
    if phase == MOVEMENT:
        return await next_to_move(battle)
    if phase == REINFORCEMENTS:
        return await next_to_arrive(battle)
    if phase == PSYCHIC:
        return await next_to_manifest(battle)
    if phase == SHOOTING:
        if battle.step == 0:
            if await next_order(battle):
                return True
            battle.step = 1
        return await next_to_shoot(battle)
    if phase == CHARGE:
        return await next_to_charge(battle)
    if phase == HEROICS:
        return await next_to_intervene(battle)
    if phase == FIGHT:
        if battle.step == 0:
            battle.step = 1
            await start_of_fights(battle)
            return True  # lightning may have destroyed the last enemy (core.mission.battle-ends)
        return await next_to_fight(battle)
    for seat in (battle.turn, other(battle.turn)):
        await morale_of(battle, seat)
        if battle.destroyed_armies():
            return True  # the battle is over before the other player tests (core.mission.battle-ends)
    return False


# -- turns and phases ------------------------------------------------------------------------------------------------------------------------


def begin_turn(battle: Battle) -> None:
    """A turn begins: what models did last turn is forgotten, losses are counted anew (core.round.two-turns)."""
    for model in battle.models:
        model.flags = 0
        model.moved = NOT_MOVED
        model.charge_targets = ()
        model.orders_given = 0
    battle.destroyed_this_turn = (0, 0)
    battle.note("turn", "core.round.two-turns", round=battle.round, who=battle.army_name(battle.turn))
    begin_phase(battle, COMMAND)


def begin_phase(battle: Battle, phase: str) -> None:
    """What a phase begins with; Stratagems may be used again (core.stratagem.once-per-phase)."""
    battle.phase = phase
    battle.step = 0
    if phase != REINFORCEMENTS and phase != HEROICS:
        battle.stratagems_used = ((), ())
        end_effects(battle, phase)
        if has_business(battle, phase):
            battle.note("phase", "core.round.phases", phase=PHASE_NAMES[phase])
    if phase == COMMAND:
        begin_command_phase(battle)
    elif phase == MOVEMENT:
        begin_movement(battle)
    elif phase == PSYCHIC:
        begin_psychic_phase(battle)
    elif phase == CHARGE:
        begin_charge_phase(battle)
    elif phase == FIGHT:
        battle.fight_turns = NOBODY_YET
        battle.counter = -1


def has_business(battle: Battle, phase: str) -> bool:
    """Could anything happen in a phase? One in which nothing can is passed over in the log."""
    if not battle.heard:
        return False
    if phase == PSYCHIC:
        return bool(psykers(battle, battle.turn))
    if phase == CHARGE:
        return any([in_charge_reach(battle, model) for model in battle.of(battle.turn)])
    if phase == FIGHT:
        on_table = [*battle.of(0), *battle.of(1)]
        return any([is_eligible(battle, model) or bool(near_lightning(battle, model)) for model in on_table])
    if phase == MORALE:
        return must_test(battle, 0) or must_test(battle, 1)
    return True


async def end_phase(battle: Battle) -> None:
    """The next phase; after Morale the turn is over."""
    phase = battle.phase
    forget_the_fallen(battle)
    if phase == MOVEMENT:
        end_movement(battle)
    elif phase == REINFORCEMENTS:
        await harbingers(battle)
        if battle.destroyed_armies():
            return  # no Psychic phase begins (core.mission.battle-ends)
    if phase != MORALE:
        begin_phase(battle, ORDER[ORDER.index(phase) + 1])
    else:
        await end_turn(battle)


async def end_turn(battle: Battle) -> None:
    """The other player's turn, the next battle round, or the end of the battle."""
    if battle.turn == battle.first:
        battle.turn = other(battle.turn)
        begin_turn(battle)
    elif battle.round < battle.mission.rounds:
        battle.round += 1
        battle.turn = battle.first
        battle.powers_attempted = ((), ())
        begin_turn(battle)
    else:
        await end_battle(battle, f"{battle.mission.rounds} battle rounds are over")


# -- the end ---------------------------------------------------------------------------------------------------------------------------------------


async def look_for_the_end(battle: Battle) -> None:
    """The battle ends at once when an army is destroyed; reserves and passengers keep it alive."""
    if battle.phase == ENDED or not battle.round:
        return
    if battle.destroyed_armies():
        await end_battle(battle)


async def end_battle(battle: Battle, over: str = "") -> None:
    """Those still in reserve count as destroyed, the last points are scored, and the winner is found. `over` is what is over, if
    no army was destroyed before."""
    for model in battle.models:
        if model.fate == RESERVE:
            remove(battle, model.key, "never-arrived", "core.reinforcements.never-arrived")
    gone = battle.destroyed_armies()
    held = controlled(battle, await counted_models(battle))
    mine, theirs = held.count(0), held.count(1)
    if mine != theirs:
        score(battle, 0 if mine > theirs else 1, 1, "holds-more", "core.mission.end-bonus")
    for seat in (0, 1):
        if any([model.warlord and not model.alive for model in battle.models if model.seat != seat]):
            score(battle, seat, 1, "slays-warlord", "core.mission.slay-the-warlord")
    battle.reason, battle.reason_clause = why_it_ended(battle, gone, over)
    battle.winner = winner_of(battle, gone)
    battle.phase = ENDED
    result = "a draw" if battle.winner < 0 else f"{battle.army_name(battle.winner)} win"
    scores = ", ".join([f"{battle.army_name(seat)} {battle.points[seat]} VP" for seat in (0, 1)])
    battle.note("ends", battle.reason_clause, reason=battle.reason, result=result, scores=scores)


def why_it_ended(battle: Battle, gone: list[int], over: str) -> tuple[str, str]:
    """In words, with the clause by which the winner is found."""
    if not gone:
        return over, "core.mission.battle-ends"
    names = " and ".join([battle.army_name(seat) for seat in gone])
    told = ", ".join([words for words in (over, f"{names} destroyed") if words])
    return told, "core.mission.army-destroyed-wins" if len(gone) == 1 else "core.mission.victor"


def winner_of(battle: Battle, gone: list[int]) -> int:
    """An army destroyed loses whatever the points; otherwise more points win, equal points are a draw."""
    if len(gone) == 1:
        return other(gone[0])
    first, second = battle.points
    return -1 if first == second else 0 if first > second else 1
