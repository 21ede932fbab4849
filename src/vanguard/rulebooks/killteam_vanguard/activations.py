"""Activations: one long action or up to two different short ones, free actions on top, one more short one for fatigue."""

from __future__ import annotations

from vanguard.core.questions import Choose, Listing, Option
from vanguard.rulebooks.killteam_vanguard.atoms import (
    clear_fatigue,
    fatigue,
    mark_activated,
    spend_command_points,
    stand_up,
)
from vanguard.rulebooks.killteam_vanguard.charging import CHARGE_BONUS, charge_action, within_charge
from vanguard.rulebooks.killteam_vanguard.declaring import (
    attack_action,
    declare,
    has_target,
    no_target_objection,
    note_movement,
)
from vanguard.rulebooks.killteam_vanguard.engagements import engaged
from vanguard.rulebooks.killteam_vanguard.fallback import fall_back
from vanguard.rulebooks.killteam_vanguard.line_of_sight import sees_one_of
from vanguard.rulebooks.killteam_vanguard.movement import run_action, walk_action
from vanguard.rulebooks.killteam_vanguard.nerve import must_test, nerve_test
from vanguard.rulebooks.killteam_vanguard.rule_hooks import FREE, LONG, SHORT, SpecialAction
from vanguard.rulebooks.killteam_vanguard.state import AFTER_ACTIVATION, Activation, Battle, Model

STAND_UP = "stand-up"
ATTACK = "attack"
WALK = "walk"
RUN = "run"
CHARGE = "charge"
AIM = "aim"
FOCUS = "focus"
DONE = "done"

MOVES = (WALK, RUN, CHARGE)
NAMES = {
    ATTACK: ("Attack", SHORT, "action.attack"),
    WALK: ("Walk", SHORT, "action.walk"),
    RUN: ("Run", LONG, "action.run"),
    CHARGE: ("Charge", LONG, "action.charge"),
    AIM: ("Aim", SHORT, "action.aim"),
    FOCUS: ("Focus", SHORT, "action.focus"),
    STAND_UP: ("Stand Up", SHORT, "action.stand-up"),
}
LONG_ACTIONS = (RUN, CHARGE)
STANDARD_ACTIONS = (ATTACK, WALK, RUN, CHARGE, AIM, FOCUS)

Objection = tuple[str, str]
"""Why not, and the clause that says so; two empty texts for nothing against it."""
FINE: Objection = ("", "")


# -- beginning and ending -----------------------------------------------------------------------------------------------


async def begin_activation(battle: Battle, key: str, again: bool) -> None:
    """The chosen model is active. A broken warband's unengaged model tests its nerve before anything else."""
    model = battle[key]
    tests = not again and must_test(battle, model)
    activation = Activation(key, again, model.fatigued, model.knocked_down)
    battle.activation = activation
    battle.note("re-activates" if again else "activates", "turn.active-model", (key,), model=model.name)
    if tests and not await nerve_test(battle, key, "its warband is broken", "broken.test-at-first-activation"):
        activation.fell_back = True
        await fall_back(battle, key)
        battle.step = AFTER_ACTIVATION
        return
    for ability in battle[key].profile.abilities:
        await ability.on_activation(battle, key)


def finish_activation(battle: Battle) -> None:
    """Mark the model Activated and settle its fatigue: only a counter it had at the start is removed."""
    activation = battle.activation
    assert activation is not None
    battle.activation = None
    model = battle[activation.model]
    if not model.in_play:
        return
    mark_activated(battle, model)
    if activation.fell_back:
        return
    if activation.again:
        fatigue(battle, model, "being re-activated", "reactivate.fatigued-after")
    elif activation.began_fatigued:
        clear_fatigue(battle, model, "its activation is complete", "fatigue.removed-at-end")
    elif activation.fatigue_used:
        fatigue(battle, model, "its Fatigue Action", "fatigue.action.marking")


async def next_action(battle: Battle) -> None:
    """The owner chooses actions one after the other, seeing the result of each, and may stop at any time."""
    activation = battle.activation
    assert activation is not None
    key = activation.model
    model = battle[key]
    choice = await Choose(
        model.side, f"What does {model.name} do?", _ActionOptions(battle, model), "activation.budget", (key,)
    )
    if choice == DONE:
        battle.step = AFTER_ACTIVATION
        return
    await perform(battle, key, choice)
    if not battle[key].in_play or not can_still_act(battle, activation, battle[key]):
        battle.step = AFTER_ACTIVATION


def can_still_act(battle: Battle, activation: Activation, model: Model) -> bool:
    """Is there an action left that the activation allows at all?"""
    if model.knocked_down:
        return STAND_UP not in activation.actions and not budget_objection(activation, model, SHORT)[0]
    if not budget_objection(activation, model, SHORT)[0] or not budget_objection(activation, model, LONG)[0]:
        return True
    for action in model.profile.actions:
        if action.duration == FREE and not special_objection(battle, model, action)[0]:
            return True
    return False


# -- the allowance ------------------------------------------------------------------------------------------------------


def budget_objection(activation: Activation, model: Model, duration: str) -> Objection:
    """Does the allowance, with fatigue if need be, still cover an action of this duration?"""
    if duration == FREE:
        return FINE
    longs, shorts = activation.longs, activation.shorts
    if activation.one_short_action_only:
        clause = "reactivate.one-short-action" if activation.again else "fatigue.one-short-action"
        why = "a re-activated model" if activation.again else "a model that began fatigued"
        if duration == LONG or longs or shorts:
            return f"{why} performs one short action only", clause
        return FINE
    if not needs_fatigue(activation, duration):
        return FINE
    if activation.fatigue_used:
        return "its Fatigue Action is used", "fatigue.action"
    if model.fatigued:
        return "it is already fatigued", "fatigue.action.not-when-fatigued"
    if duration == LONG and (longs or shorts > 1):
        return "its allowance is one long action or two short ones", "activation.legal-combinations"
    return FINE


def needs_fatigue(activation: Activation, duration: str) -> bool:
    """Is this action beyond the normal allowance of one long or two short actions?"""
    if duration == FREE:
        return False
    if duration == LONG:
        return activation.longs > 0 or activation.shorts > 0
    return activation.longs > 0 or activation.shorts > 1


def repeat_objection(activation: Activation, action: str) -> Objection:
    """Each action once per activation; Walk excludes Run and Charge in either order."""
    done = activation.actions
    if action in done:
        return "it has performed this action already", "activation.no-repeat"
    if action == WALK and (RUN in done or CHARGE in done):
        return "a model that ran or charged cannot also walk", "action.walk.excludes-run-charge"
    if action in LONG_ACTIONS and WALK in done:
        return "a model that walked cannot also run or charge", "action.walk.excludes-run-charge"
    if action in MOVES and activation.steady:
        return "it is steady: no movement after that", "card.special-actions"
    return FINE


def objection_to(battle: Battle, model: Model, action: str, activation: Activation, duration: str) -> Objection:
    """Why the active model cannot take a standard action now."""
    if model.knocked_down:
        if action != STAND_UP:
            return "a knocked-down model must stand up first", "knockdown.must-stand"
    elif action == STAND_UP:
        return "it is standing", "action.stand-up"
    objection = budget_objection(activation, model, duration)
    if objection[0]:
        return objection
    objection = repeat_objection(activation, action)
    if objection[0]:
        return objection
    if action == ATTACK and not has_target(battle, model):
        return no_target_objection(battle, model)
    if action == CHARGE:
        return charge_objection(battle, model)
    return FINE


def charge_objection(battle: Battle, model: Model) -> Objection:
    if engaged(battle, model):
        return "an engaged model may not charge", "engage.no-charge"
    activation = battle.activation
    assert activation is not None
    if sees_one_of(battle, model, activation.frightened_of):
        return FINE
    return "it sees no enemy it could charge", "charge.target-in-los"


def special_objection(battle: Battle, model: Model, action: SpecialAction) -> Objection:
    """Why the active model cannot take a special action of its card now."""
    activation = battle.activation
    assert activation is not None
    if model.knocked_down:
        return "a knocked-down model must stand up first", "knockdown.must-stand"
    objection = repeat_objection(activation, action.counts_as or action.key)
    if not objection[0]:
        objection = budget_objection(activation, model, action.duration)
    if not objection[0] and battle.command_points[model.side] < action.cost:
        points = battle.command_points[model.side]
        return f"it costs {action.cost} CP and you have {points}", "card.special-actions.cp-cost"
    return objection if objection[0] else action.why_not(battle, model)


def gains_nothing(battle: Battle, model: Model, action: str, activation: Activation) -> bool:
    """A legal action of which nothing can come: a bonus no attack can use any more, a charge at nobody within its reach."""
    if action == AIM:
        return not model.profile.ranged or not attack_may_follow(model, activation)
    if action == FOCUS:
        return not model.profile.melee or not attack_may_follow(model, activation)
    if action == CHARGE and model.profile.speed >= CHARGE_BONUS:  # whoever is slower gets further than by running
        return not any([within_charge(battle, model, enemy) for enemy in battle.enemies_of(model)])
    return False


def attack_may_follow(model: Model, activation: Activation) -> bool:
    """After a short action now, does the allowance still cover an attack of this activation?"""
    if ATTACK in activation.actions:
        return False
    if any([action.duration == FREE for action in model.profile.actions]):
        return True
    if activation.one_short_action_only or needs_fatigue(activation, SHORT):
        return False
    return activation.shorts == 0 or not (activation.fatigue_used or model.fatigued)


# -- choosing and performing --------------------------------------------------------------------------------------------


class _ActionOptions(Listing[str]):
    """The active model's actions, those it cannot take with the reason."""

    __slots__ = ("battle", "key", "model")

    def __init__(self, battle: Battle, model: Model) -> None:
        self.battle = battle
        self.key = model.key
        self.model = model

    def __len__(self) -> int:
        model = self.model
        return model.knocked_down + len(STANDARD_ACTIONS) + len(model.profile.actions) + 1

    def option(self, number: int) -> Option[str]:
        """Standing up for a model that lies; the standard actions, those of its card, and ending the activation."""
        model = self.model
        activation = self.battle.activation
        assert activation is not None
        if model.knocked_down:
            if number == 0:
                return self._standard(model, STAND_UP, activation)
            number -= 1
        if number < len(STANDARD_ACTIONS):
            return self._standard(model, STANDARD_ACTIONS[number], activation)
        number -= len(STANDARD_ACTIONS)
        if number < len(model.profile.actions):
            return self._special(model, model.profile.actions[number], activation)
        return self._done(model, activation)

    def _standard(self, model: Model, action: str, activation: Activation) -> Option[str]:
        name, duration, clause = NAMES[action]
        why_not, against = objection_to(self.battle, model, action, activation, duration)
        aside = ", ".join([text for text in (self._what_for(model, action), self._price(activation, duration)) if text])
        label = f"{name} ({aside})" if aside else name
        idle = not why_not and gains_nothing(self.battle, model, action, activation)
        return Option(action, action, label, against or clause, why_not, (self.key,), idle=idle)

    def _what_for(self, model: Model, action: str) -> str:
        """How far it goes, or what it is good for."""
        speed = model.profile.speed
        if action == AIM:
            return "+1 to hit at range"
        if action == FOCUS:
            return "+1 to hit or AP in melee"
        if action not in MOVES:
            return ""
        allowance = {WALK: speed, RUN: 2.0 * speed, CHARGE: speed + CHARGE_BONUS}[action]
        return f'up to {allowance:g}"'

    def _special(self, model: Model, action: SpecialAction, activation: Activation) -> Option[str]:
        why_not, clause = special_objection(self.battle, model, action)
        price = self._price(activation, action.duration)
        label = f"{action.name} ({price})" if price else action.name
        return Option(action.key, action.key, label, clause or action.clause, why_not, (self.key,), does=action.text)

    def _done(self, model: Model, activation: Activation) -> Option[str]:
        forced = activation.must_stand and model.knocked_down
        why_not = "a knocked-down model must stand up when it activates" if forced else ""
        clause = "knockdown.must-stand" if forced else "activation.zero-actions"
        return Option(DONE, DONE, "End the activation", clause, why_not, (self.key,))

    def _price(self, activation: Activation, duration: str) -> str:
        if activation.one_short_action_only or not needs_fatigue(activation, duration):
            return ""
        return "fatigue"


async def perform(battle: Battle, key: str, action: str) -> None:
    """Perform a standard or special action; what it uses up is noted when it is declared."""
    if action == CHARGE:
        await charge_action(battle, key)
        return
    special = special_action(battle[key], action)
    if special is not None:
        declare(battle, special.counts_as or special.key, special.duration)
        if special.is_movement():
            note_movement(battle)
        if special.cost:
            spend_command_points(battle, battle[key].side, special.cost, special.name, "card.special-actions.cp-cost")
        await special.perform(battle, key)
        return
    declare(battle, action, NAMES[action][1])
    activation = battle.activation
    assert activation is not None
    if action == WALK:
        note_movement(battle)
        await walk_action(battle, key)
    elif action == RUN:
        note_movement(battle)
        await run_action(battle, key)
    elif action == ATTACK:
        await attack_action(battle, key)
    elif action == AIM:
        activation.aimed = True
        battle.note("aims", "action.aim", (key,), model=battle[key].name)
    elif action == FOCUS:
        activation.focused = True
        battle.note("focuses", "action.focus", (key,), model=battle[key].name)
    elif action == STAND_UP:
        stand_up(battle, battle[key], "action.stand-up")


def special_action(model: Model, key: str) -> SpecialAction | None:
    for action in model.profile.actions:
        if action.key == key:
            return action
    return None
