"""BEGIN THE BATTLE: four Turning Points of INITIATIVE PHASE, STRATEGY PHASE and FIREFIGHT PHASE."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Listing, Option, Roll
from vanguard.core.telling.events import DiceShown
from vanguard.rulebooks.killteam_lite.actions import (
    PASS,
    ActionList,
    has_free_action,
    overwatch,
    overwatch_fault,
    perform,
)
from vanguard.rulebooks.killteam_lite.command_points import gain_command_point, why_not_use
from vanguard.rulebooks.killteam_lite.damage import end_shields_of
from vanguard.rulebooks.killteam_lite.line_of_sight import is_engaged
from vanguard.rulebooks.killteam_lite.missions import decide, mission_of
from vanguard.rulebooks.killteam_lite.ploys import use_strategic_ploy, why_not_strategic
from vanguard.rulebooks.killteam_lite.state import (
    ACTIVATION,
    CONCEAL,
    ENDED,
    ENGAGE,
    FIREFIGHT,
    IN_PLAY,
    INITIATIVE,
    SIDES,
    STRATEGY,
    TURNING_POINTS,
    Battle,
    Operative,
    other,
)
from vanguard.rulebooks.killteam_lite.tactical_ploys import offer_vanish

ORDERS: Final[dict[str, list[Option[str]]]] = {
    kept: [
        Option(order.lower(), order, f"{order} (as it is)" if order == kept else order) for order in (ENGAGE, CONCEAL)
    ]
    for kept in (ENGAGE, CONCEAL)
}
"""The orders an operative may be given on activation, by the one it has."""

# -- initiative phase -------------------------------------------------------------------------------------------------------


async def initiative_phase(battle: Battle) -> None:
    """Ready everybody, roll for the initiative, and gain a Command Point each as the Strategy phase begins."""
    battle.turning_point += 1
    battle.note("turning-point", "battle.phase-order", number=battle.turning_point, round=battle.turning_point)
    for operative in battle.operatives:
        if operative.in_play:
            operative.ready = True
            operative.overwatched = False
    battle.had_initiative = battle.initiative
    battle.initiative, clause = await roll_for_initiative(battle)
    battle.note("initiative", clause, team=battle.team_name(battle.initiative))
    for seat in (0, 1):
        gain_command_point(battle, seat)
    battle.phase = STRATEGY
    battle.turn = battle.initiative
    battle.passes = 0


async def roll_for_initiative(battle: Battle) -> tuple[int, str]:
    """The high roller decides; a tie is re-rolled in the first Turning Point, later it goes to who lacked it. By which rule, too."""
    while True:
        results = [await _initiative_die(battle, seat) for seat in (0, 1)]
        if results[0] != results[1]:
            break
        if battle.had_initiative >= 0:
            battle.note("initiative-tied", "initiative.tie-later")
            return other(battle.had_initiative), "initiative.tie-later"
        battle.note("initiative-rerolled", "initiative.tie-first-turning-point")
    decider = 0 if results[0] > results[1] else 1
    options = [
        Option("self", decider, "Take the initiative"),
        Option("opponent", other(decider), "Give it to the opponent"),
    ]
    prompt = "You rolled higher: who has the initiative?"
    clause = "initiative.high-roll-decides"
    return await Choose(decider, prompt, options, clause), clause


async def _initiative_die(battle: Battle, seat: int) -> int:
    faces = await Roll(seat, 1, f"initiative {SIDES[seat]}", "initiative.roll", ordered=True)
    shown = DiceShown("initiative", seat, faces)
    battle.note("initiative-roll", "initiative.roll", (), shown, team=battle.team_name(seat), face=faces[0])
    face: int = faces[0]
    return face


# -- strategy phase -----------------------------------------------------------------------------------------------------------


async def strategy_phase(battle: Battle) -> None:
    """One turn of the Strategy phase: a Strategic Ploy or a pass; two passes in a row end the phase."""
    seat = battle.turn
    options = strategic_options(battle, seat)
    chosen = ""
    if any([option.available for option in options]):
        options.append(Option(PASS, "", "Pass", "strategy.ploys.pass-is-not-final", declines=True))
        prompt = f"Use a Strategic Ploy? You have {battle.command_points[seat]} CP"
        chosen = await Choose(seat, prompt, options, "strategy.ploys.alternate")
    if chosen:
        battle.passes = 0
        await use_strategic_ploy(battle, seat, chosen)
    else:
        battle.passes += 1
        clause = "strategy.ploys.end" if battle.passes == 2 else "strategy.ploys.pass-is-not-final"
        battle.note("strategy-passed", clause, team=battle.team_name(seat))
    battle.turn = other(seat)
    if battle.passes == 2:
        battle.phase = FIREFIGHT
        battle.turn = battle.initiative


def strategic_options(battle: Battle, seat: int) -> list[Option[str]]:
    options: list[Option[str]] = []
    for card in battle.teams[seat].ploys:
        if not card.strategic:
            continue
        why, clause = why_not_use(battle, seat, card)
        if not why:
            why, clause = why_not_strategic(battle, seat, card)
        options.append(Option(card.key, card.key, f"{card.name} ({card.cost} CP)", clause, why, does=card.text))
    return options


# -- firefight phase ------------------------------------------------------------------------------------------------------------


async def firefight_phase(battle: Battle) -> None:
    """The turn of one player: activate a ready operative, or Overwatch when there is none."""
    seat = battle.turn
    if battle.has_ready(seat):
        await _activate(battle, seat)
    elif battle.has_ready(other(seat)):
        await _overwatch_turn(battle, seat)
        battle.turn = other(seat)
        _end_early(battle)
    else:
        end_turning_point(battle)


async def _activate(battle: Battle, seat: int) -> None:
    """Choose a ready operative, settle its order, generate its AP."""
    operatives = _ActivationList(battle.of(seat))
    key = await Choose(seat, "Activate which operative?", operatives, "firefight.must-activate")
    operative = battle[key]
    if battle.turning_point > 1:
        await _settle_order(battle, operative)
    operative = battle[key]
    end_shields_of(battle, key)
    battle.active = key
    battle.action_points = operative.apl
    battle.performed = ()
    battle.activation_marks = ()
    battle.phase = ACTIVATION
    battle.note(
        "activated", "firefight.generate-ap", (key,), who=operative.name, order=operative.order, points=operative.apl
    )


class _ActivationList(Listing[str]):
    """The operatives of a player; only the ready ones can be activated."""

    __slots__ = ("operatives",)

    def __init__(self, operatives: list[Operative]) -> None:
        self.operatives = operatives

    def __len__(self) -> int:
        return len(self.operatives)

    def option(self, number: int) -> Option[str]:
        operative = self.operatives[number]
        key = operative.key
        label = f"{operative.name} ({operative.order}, {operative.wounds} wounds)"
        if operative.ready:
            return Option(key, key, label, about=(key,))
        why = "already activated this Turning Point"
        return Option(key, key, label, "firefight.end-of-activation", why, (key,))


async def _settle_order(battle: Battle, operative: Operative) -> None:
    """From the second Turning Point on the order may change, first thing in the activation."""
    kept = operative.order
    prompt = f"{operative.name}: Engage or Conceal?"
    clause = "firefight.order-may-change-later"
    order = await Choose(operative.seat, prompt, ORDERS[kept], clause, (operative.key,))
    if order != kept:
        operative = battle[operative.key]
        operative.order = order
        battle.note("order-given", clause, (operative.key,), who=operative.name, order=order)


async def _overwatch_turn(battle: Battle, seat: int) -> None:
    """A player without ready operatives may make one Overwatch while the opponent still has some."""
    watchers = _OverwatchList(battle, seat)
    if not watchers.anybody():
        return
    key = await Choose(seat, "Nobody is ready: Overwatch with whom?", watchers, "overwatch.one-per-turn")
    if key:
        await overwatch(battle, key)


class _OverwatchList(Listing[str]):
    """Who may Overwatch; the others with the reason; or nobody at all."""

    __slots__ = ("battle", "watchers")

    def __init__(self, battle: Battle, seat: int) -> None:
        self.battle = battle
        self.watchers: list[Operative] = battle.of(seat)

    def __len__(self) -> int:
        return len(self.watchers) + 1

    def option(self, number: int) -> Option[str]:
        if number == len(self.watchers):
            return Option("none", "", "No Overwatch", "overwatch.optional", declines=True)
        watcher = self.watchers[number]
        why, clause = self._fault(watcher)
        return Option(watcher.key, watcher.key, watcher.name, clause, why, (watcher.key,))

    def anybody(self) -> bool:
        for watcher in self.watchers:
            if not self._fault(watcher)[0]:
                return True
        return False

    def _fault(self, watcher: Operative) -> tuple[str, str]:
        return overwatch_fault(self.battle, watcher, is_engaged(self.battle, watcher))


# -- an activation ----------------------------------------------------------------------------------------------------------------


async def next_action(battle: Battle) -> None:
    """One action of the active operative, and the end of its activation if nothing is left to do."""
    key = battle.active
    operative = battle[key]
    prompt = f"{operative.name} ({operative.order}, {battle.action_points} AP): next action?"
    actions = ActionList(battle, operative)
    action = await Choose(operative.seat, prompt, actions, "firefight.one-action-at-a-time", (key,))
    if action == PASS:
        battle.note("passes", "pass.no-effect", (key,), who=operative.name)
        battle.action_points = 0
        battle.activation_marks = ()
    else:
        await perform(battle, key, action)
        battle.held = ()
        if _end_early(battle):
            return
    operative = battle[key]
    if operative.in_play and (battle.action_points > 0 or has_free_action(battle, operative)):
        return
    await end_activation(battle, operative)


async def end_activation(battle: Battle, operative: Operative) -> None:
    """The operative is no longer ready, its unspent AP are lost, and it is the opponent's turn."""
    if operative.in_play:
        await offer_vanish(battle, operative)
    operative = battle[battle.active]
    operative.ready = False
    operative.apl_change = 0
    battle.active = ""
    battle.action_points = 0
    battle.performed = ()
    battle.activation_marks = ()
    battle.phase = FIREFIGHT
    battle.turn = other(operative.seat)


# -- endings --------------------------------------------------------------------------------------------------------------------


def _end_early(battle: Battle) -> bool:
    """Without a mission the battle ends at once when a player has no operatives left after an action."""
    if mission_of(battle).scored_by_points:
        return False
    for seat in (0, 1):
        if not any([operative.seat == seat and operative.fate == IN_PLAY for operative in battle.operatives]):
            end_battle(battle, "battle.early-end-default")
            return True
    return False


def end_turning_point(battle: Battle) -> None:
    """Nobody is ready: the Turning Point ends, its ploys with it, and the mission is scored."""
    battle.note("turning-point-ended", "firefight.end-of-turning-point", number=battle.turning_point)
    mission_of(battle).turning_point_ended(battle)
    battle.ploys_in_force = ()
    battle.ploys_used = ((), ())
    played_out = battle.turning_point >= TURNING_POINTS
    if played_out or not any([operative.in_play for operative in battle.operatives]):
        mission_of(battle).battle_ended(battle)
        end_battle(battle, "battle.four-turning-points" if played_out else "battle.winner-by-mission")
    else:
        battle.phase = INITIATIVE


def end_battle(battle: Battle, clause: str) -> None:
    winner, reason, by = decide(battle)
    battle.phase = ENDED
    battle.active = ""
    battle.action_points = 0
    battle.winner = winner
    battle.reason = reason
    battle.reason_clause = by
    if winner < 0:
        battle.note("drawn", clause, reason=reason)
    else:
        battle.note("won", clause, team=battle.team_name(winner), reason=reason)
