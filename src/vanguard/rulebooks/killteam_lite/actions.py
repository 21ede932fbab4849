"""ACTIONS: what the active operative may do next, what each action costs, and why the others are not possible."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Listing, Option, Place
from vanguard.rulebooks.killteam_lite.abilities import UNIQUE_ACTIONS, why_not_unique
from vanguard.rulebooks.killteam_lite.combat import fight
from vanguard.rulebooks.killteam_lite.line_of_sight import is_engaged
from vanguard.rulebooks.killteam_lite.missions import ACTION_NAMES, MISSION_CLAUSE, mission_of
from vanguard.rulebooks.killteam_lite.moves import (
    CHARGE,
    DASH,
    FALL_BACK,
    MOVES,
    NAMES,
    NORMAL_MOVE,
    MoveInHand,
    allowance_of,
    enemies_in_reach,
    inches,
    move_to,
)
from vanguard.rulebooks.killteam_lite.profiles import Ability
from vanguard.rulebooks.killteam_lite.shooting import (
    SHOOT_COST,
    cost_fault,
    has_valid_target,
    select_weapon,
    shooting_action,
    weapon_fault,
)
from vanguard.rulebooks.killteam_lite.state import CONCEAL, Battle, Operative
from vanguard.rulebooks.killteam_lite.tactical_ploys import POUNCE, after_a_charge
from vanguard.tabletop.moves import Arrival

SHOOT: Final = "shoot"
FIGHT: Final = "fight"
PASS: Final = "pass"
OVERWATCH: Final = "overwatch"
HEAVY_SHOT: Final = "heavy shot"

COSTS: Final = {NORMAL_MOVE: 1, SHOOT: SHOOT_COST, CHARGE: 1, FIGHT: 1, FALL_BACK: 2, DASH: 1, PASS: 0}

COMMON: Final[tuple[str, ...]] = (*MOVES, SHOOT, FIGHT)
LABELS: Final[dict[str, str]] = {
    SHOOT: f"Shoot ({COSTS[SHOOT]} AP)",
    FIGHT: f"Fight ({COSTS[FIGHT]} AP)",
    OVERWATCH: "Overwatch (Watchful) (1 AP)",
    **{action: f"{name} (1 AP)" for action, name in ACTION_NAMES.items()},
    PASS: "Pass: end the activation",
}

GRANTED_BY: Final[dict[str, str]] = {
    NORMAL_MOVE: "normal-move.distance",
    CHARGE: "charge.must-finish-engaged",
    FALL_BACK: "fall-back.must-finish-free",
    DASH: "dash.distance",
    SHOOT: "shoot.action",
    FIGHT: "fight.action",
}
"""The rule by which everybody may take an action."""

WATCHFUL: Final = "watchful"
DRILLED: Final = "drilled"

Fault = tuple[str, str]
"""Why not, and the clause; empty texts if it is possible."""
FINE: Final[Fault] = ("", "")

EXCLUDED_BY: Final = {
    NORMAL_MOVE: ((CHARGE, "normal-move.not-with-charge-or-fall-back"), (FALL_BACK, "normal-move.not-with-charge-or-fall-back")),
    CHARGE: (
        (NORMAL_MOVE, "charge.not-with-other-moves"),
        (DASH, "charge.not-with-other-moves"),
        (FALL_BACK, "charge.not-with-other-moves"),
    ),
    FALL_BACK: ((NORMAL_MOVE, "fall-back.not-with-normal-move-or-charge"), (CHARGE, "fall-back.not-with-normal-move-or-charge")),
    DASH: ((CHARGE, "dash.not-with-charge"),),
}  # fmt: skip
"""Moves that rule each other out within an activation, in either order."""


def fight_cost(battle: Battle) -> int:
    return 0 if POUNCE in battle.activation_marks else COSTS[FIGHT]


def repeated(battle: Battle, operative: Operative, action: str) -> bool:
    """Each action once per activation; Drilled allows Fight twice."""
    times = battle.performed.count(action)
    if action == FIGHT and operative.card.has(DRILLED):
        return times >= 2
    return times >= 1


# -- why not --------------------------------------------------------------------------------------------------------------


def move_fault(battle: Battle, operative: Operative, kind: str, engaged: bool) -> Fault:
    """Why a move cannot be made, the path aside."""
    if repeated(battle, operative, kind):
        return "already performed in this activation", "firefight.no-repeat"
    for action, clause in EXCLUDED_BY[kind]:
        if action in battle.performed:
            return f"not in the same activation as {NAMES[action]}", clause
    if kind != DASH and HEAVY_SHOT in battle.activation_marks:
        return "it has shot a Heavy weapon", "heavy.no-moves-with-shoot"
    if kind == DASH and mission_of(battle).bars_dash(battle, operative):
        return "it carries the relic", MISSION_CLAUSE
    if engaged != (kind == FALL_BACK):
        if kind == FALL_BACK:
            return "no enemy operative is within Engagement Range", "fall-back.only-while-engaged"
        return "within Engagement Range of an enemy operative", f"{kind}.not-while-engaged"
    if kind == CHARGE and operative.order == CONCEAL:
        return "a Conceal order forbids Charge", "charge.not-while-concealed"
    if COSTS[kind] > battle.action_points:
        return f"costs {COSTS[kind]} AP, {battle.action_points} left", "firefight.spend-ap"
    return FINE


def path_fault(battle: Battle, operative: Operative, kind: str) -> Fault:
    """Why no path of this kind exists; a Normal Move or Dash may always stay where it is."""
    if kind == CHARGE:
        reachable = enemies_in_reach(battle, operative, allowance_of(battle, operative, kind))
        if not reachable or not MoveInHand(battle, operative.key, kind).is_possible():
            return "no enemy operative can be reached", "charge.must-finish-engaged"
    elif kind == FALL_BACK:
        if not MoveInHand(battle, operative.key, kind).is_possible():
            return "there is no way out of Engagement Range", "fall-back.must-finish-free"
    return FINE


def shoot_fault(battle: Battle, operative: Operative, engaged: bool) -> Fault:
    if not operative.card.ranged:
        return "it has no ranged weapon", "shooting.select-weapon"
    if repeated(battle, operative, SHOOT):
        return "already performed in this activation", "firefight.no-repeat"
    if engaged:
        return "within Engagement Range of an enemy operative", "shoot.not-while-engaged"
    barred: list[Fault] = []
    for profile in operative.card.ranged:
        why, clause = weapon_fault(battle, operative, profile, False)
        if not why:
            why, clause = cost_fault(profile, battle.action_points)
        if why:
            barred.append((f"{profile.name}: {why}" if len(operative.card.ranged) > 1 else why, clause))
        elif has_valid_target(battle, operative, profile):
            return FINE
    return _no_shot(operative, barred, "shooting.no-valid-target")


def _no_shot(operative: Operative, barred: list[Fault], clause: str) -> Fault:
    """Why nothing can be shot: every weapon that is barred with its reason, and no target for the others."""
    reasons = [why for why, _ in barred]
    if not barred:
        reasons.append("no valid target")
    elif len(barred) < len(operative.card.ranged):
        reasons.append("no valid target for any other weapon")
    return "; ".join(reasons), barred[0][1] if barred else clause


def fight_fault(battle: Battle, operative: Operative, engaged: bool) -> Fault:
    if not engaged:
        return "no enemy operative is within Engagement Range", "fight.only-while-engaged"
    if repeated(battle, operative, FIGHT):
        return "already performed in this activation", "firefight.no-repeat"
    if fight_cost(battle) > battle.action_points:
        return f"costs {fight_cost(battle)} AP, {battle.action_points} left", "firefight.spend-ap"
    return FINE


def overwatch_fault(battle: Battle, operative: Operative, engaged: bool) -> Fault:
    """Why an operative cannot Overwatch, the turn aside."""
    if operative.order == CONCEAL:
        return "a Conceal order forbids Overwatch", "order.conceal.forbids"
    if operative.overwatched:
        return "it has made its Overwatch this Turning Point", "overwatch.once-per-turning-point"
    if engaged:
        return "within Engagement Range of an enemy operative", "overwatch.eligible"
    barred: list[Fault] = []
    for profile in operative.card.ranged:
        why, clause = weapon_fault(battle, operative, profile, True)
        if why:
            barred.append((f"{profile.name}: {why}" if len(operative.card.ranged) > 1 else why, clause))
        elif has_valid_target(battle, operative, profile):
            return FINE
    return _no_shot(operative, barred, "overwatch.eligible")


def watchful_fault(battle: Battle, operative: Operative, engaged: bool) -> Fault:
    """Watchful: an Overwatch as an action of its own."""
    fault = overwatch_fault(battle, operative, engaged)
    if not fault[0] and battle.action_points < 1:
        return f"costs 1 AP, {battle.action_points} left", "firefight.spend-ap"
    return fault


def unique_fault(battle: Battle, operative: Operative, ability: Ability, engaged: bool) -> Fault:
    if repeated(battle, operative, ability.key):
        return "already performed in this activation", "firefight.no-repeat"
    if ability.action_points > battle.action_points:
        return f"costs {ability.action_points} AP, {battle.action_points} left", "firefight.spend-ap"
    return why_not_unique(battle, operative, ability, engaged)


def mission_fault(battle: Battle, operative: Operative, action: str, engaged: bool) -> Fault:
    if repeated(battle, operative, action):
        return "already performed in this activation", "firefight.no-repeat"
    if battle.turning_point == 1:
        return "not in the first Turning Point", MISSION_CLAUSE
    if engaged:
        return "within Engagement Range of an enemy operative", MISSION_CLAUSE
    if battle.action_points < 1:
        return f"costs 1 AP, {battle.action_points} left", "firefight.spend-ap"
    return mission_of(battle).action_fault(battle, operative, action)


# -- the list -------------------------------------------------------------------------------------------------------------


class ActionList(Listing[str]):
    """Every action a player would look for, the impossible ones with the reason."""

    __slots__ = ("_engaged", "actions", "battle", "operative")

    def __init__(self, battle: Battle, operative: Operative) -> None:
        self.battle = battle
        self.operative = operative
        actions = list(COMMON)
        actions += operative.card.unique_actions
        if operative.card.has(WATCHFUL):
            actions.append(OVERWATCH)
        actions += mission_of(battle).actions
        actions.append(PASS)
        self.actions: list[str] = actions
        self._engaged: bool | None = None

    @property
    def engaged(self) -> bool:
        """Is the operative within Engagement Range of an enemy? Looked at once."""
        engaged = self._engaged
        if engaged is None:
            engaged = self._engaged = is_engaged(self.battle, self.operative)
        return engaged

    def __len__(self) -> int:
        return len(self.actions)

    def option(self, number: int) -> Option[str]:
        action = self.actions[number]
        why, clause = self.fault(action)
        attempt = (action, self.operative.key) if action in (SHOOT, FIGHT) else ()
        return Option(
            action,
            action,
            self._label(action),
            clause or GRANTED_BY.get(action, ""),
            why,
            attempt=attempt,
            does=self._does(action),
        )

    def named(self, key: str) -> Option[str] | None:
        return self.option(self.actions.index(key)) if key in self.actions else None

    def fault(self, action: str) -> Fault:
        """Why this action cannot be performed now."""
        battle, operative = self.battle, self.operative
        if action in EXCLUDED_BY:
            fault = move_fault(battle, operative, action, self.engaged)
            return fault if fault[0] else path_fault(battle, operative, action)
        if action == SHOOT:
            return shoot_fault(battle, operative, self.engaged)
        if action == FIGHT:
            return fight_fault(battle, operative, self.engaged)
        if action == PASS:
            return "", "pass.forfeits"
        if action == OVERWATCH:
            return watchful_fault(battle, operative, self.engaged)
        if action in ACTION_NAMES:
            return mission_fault(battle, operative, action, self.engaged)
        return unique_fault(battle, operative, operative.card.ability(action), self.engaged)

    def _does(self, action: str) -> str:
        """What an action of the datacard or of the mission does; everybody's own actions are told by the rule they come from."""
        if action == OVERWATCH:
            return self.operative.card.ability(WATCHFUL).text
        if action in ACTION_NAMES:
            return self.battle.mission.text
        return "" if action in LABELS or action in MOVES else self.operative.card.ability(action).text

    def _label(self, action: str) -> str:
        if action == FIGHT and fight_cost(self.battle) == 0:
            return "Fight (0 AP)"
        if action in MOVES:
            allowance = allowance_of(self.battle, self.operative, action)
            return f'{NAMES[action]} (up to {allowance:g}", {COSTS[action]} AP)'
        label = LABELS.get(action)
        return label if label is not None else self.operative.card.ability(action).action_label


def has_free_action(battle: Battle, operative: Operative) -> bool:
    """With no AP left: is there an action that costs nothing besides Pass?"""
    return POUNCE in battle.activation_marks and not fight_fault(battle, operative, is_engaged(battle, operative))[0]


# -- performing -----------------------------------------------------------------------------------------------------------


def spend(battle: Battle, action: str, cost: int) -> None:
    """The action is performed: its AP are spent and it counts as performed."""
    battle.action_points -= cost
    battle.performed = (*battle.performed, action)


async def perform(battle: Battle, key: str, action: str) -> None:
    """One action of the active operative."""
    if action in MOVES:
        await perform_move(battle, key, action)
    elif action == SHOOT:
        await _shoot(battle, key)
    elif action == FIGHT:
        await _fight(battle, key)
    elif action == OVERWATCH:
        spend(battle, OVERWATCH, 1)
        await overwatch(battle, key)
    elif action in mission_of(battle).actions:
        spend(battle, action, 1)
        mission_of(battle).perform(battle, battle[key], action)
    else:
        await _unique(battle, key, action)


async def perform_move(battle: Battle, key: str, kind: str) -> None:
    operative = battle[key]
    arrival = await place_for(battle, operative, kind)
    spend(battle, kind, COSTS[kind])
    move_to(battle, key, kind, arrival)
    if kind == CHARGE and not repeated(battle, battle[key], FIGHT):
        await after_a_charge(battle, key)


def place_for(battle: Battle, operative: Operative, kind: str) -> Place[Arrival]:
    """The question where an operative moves to."""
    move = MoveInHand(battle, operative.key, kind)
    prompt = f"{operative.name}: {NAMES[kind]} up to {inches(move.allowance)}"
    return move.ask_arrival(operative.seat, prompt, "move.path", way=kind)


async def _shoot(battle: Battle, key: str) -> None:
    shooter = battle[key]
    weapon = await select_weapon(battle, shooter, False, battle.action_points)
    profile = shooter.card.profile(weapon)
    spend(battle, SHOOT, COSTS[SHOOT] + profile.extra_cost)
    if profile.heavy:
        battle.activation_marks = (*battle.activation_marks, HEAVY_SHOT)
    await shooting_action(battle, key, profile, False)


async def _fight(battle: Battle, key: str) -> None:
    cost = fight_cost(battle)
    spend(battle, FIGHT, cost)
    if cost == 0:
        battle.activation_marks = tuple([mark for mark in battle.activation_marks if mark != POUNCE])
    await fight(battle, key)


async def _unique(battle: Battle, key: str, action: str) -> None:
    operative = battle[key]
    ability = operative.card.ability(action)
    unique = UNIQUE_ACTIONS[action]
    options = unique.target_options(battle, operative)
    prompt = f"{operative.name}: {ability.name} on whom?"
    target = await Choose(operative.seat, prompt, options, "firefight.illegal-action-refused", (key,))
    spend(battle, action, ability.action_points)
    await unique.perform(battle, key, target)


async def overwatch(battle: Battle, key: str) -> None:
    """A shooting attack outside the Shoot action, with BS worsened by 1."""
    shooter = battle[key]
    shooter.overwatched = True
    battle.note("overwatch", "overwatch.outside-activation", (key,), who=shooter.name)
    weapon = await select_weapon(battle, shooter, True, 0)
    await shooting_action(battle, key, shooter.card.profile(weapon), True)
