"""Rounds and turns: Start phase, alternating Turns, End phase."""

from __future__ import annotations

from vanguard.core.questions import Choose, Listing, Option, Roll
from vanguard.core.telling.events import DiceShown, counted
from vanguard.rulebooks.killteam_vanguard.activations import begin_activation, finish_activation
from vanguard.rulebooks.killteam_vanguard.atoms import (
    gain_command_points,
    gain_pass_tokens,
    spend_command_points,
    spend_pass_token,
)
from vanguard.rulebooks.killteam_vanguard.end_phase import resolve_end_effects
from vanguard.rulebooks.killteam_vanguard.nerve import is_broken
from vanguard.rulebooks.killteam_vanguard.state import (
    ACTIVATION,
    END_PHASE,
    GAME_OVER,
    SCORING,
    START_PHASE,
    TURN,
    Battle,
    Model,
)

REACTIVATION_COST = 1
FOLLOW_UP_COST = 1
BASE_COMMAND_POINTS = 2

PASS = "pass"
FINISH = "finish"
ACTIVATE = "activate"
AGAIN = "again"
STOP = "stop"

Turn = tuple[str, str]
"""What a Turn is used for, and the model that acts, if one does."""


# -- Start phase --------------------------------------------------------------------------------------------------------


async def start_phase(battle: Battle) -> None:
    """Broken check, then command points, then pass tokens."""
    battle.round += 1
    battle.note("round begins", "game.sequence", round=battle.round)
    battle.finished = []
    for side in (0, 1):
        check_broken(battle, side)
    for side in (0, 1):
        amount, parts = command_points_for(battle, side)
        gain_command_points(battle, side, amount, parts)
    difference = len(battle.of_side(0)) - len(battle.of_side(1))
    if difference:
        gain_pass_tokens(battle, 1 if difference > 0 else 0, abs(difference))
    battle.turn_player = battle.first_player
    battle.earlier_active = ""
    battle.step = TURN


def check_broken(battle: Battle, side: int) -> None:
    left = len(battle.of_side(side))
    broken = is_broken(battle.starting_models[side], left)
    if broken != battle.broken[side]:
        battle.broken[side] = broken
        battle.note(
            "warband broken" if broken else "warband rallied", "broken.threshold",
            player=battle.colour(side), left=left, starting=battle.starting_models[side],
        )  # fmt: skip


def command_points_for(battle: Battle, side: int) -> tuple[int, str]:
    """2 CP plus the CP of every friendly model in play, and what a leader's ability adds."""
    amount = BASE_COMMAND_POINTS
    parts = [str(BASE_COMMAND_POINTS)]
    for model in battle.of_side(side):
        gives = model.profile.command_points
        for ability in model.profile.abilities:
            gives += ability.extra_command_points()
        if gives:
            amount += gives
            parts.append(f"{gives} from {model.name}")
    return amount, " + ".join(parts)


# -- Turns --------------------------------------------------------------------------------------------------------------


async def take_turn(battle: Battle) -> None:
    """The player whose Turn it is activates a model, re-activates one, passes, or declares finished."""
    side = battle.turn_player
    if not can_take_turns(battle, side):
        if not can_take_turns(battle, 1 - side):
            battle.step = END_PHASE
        else:
            battle.turn_player = 1 - side
        return
    if must_finish(battle, side):
        declare_finished(battle, side, True)
        end_turn(battle)
        return
    turns = _TurnOptions(battle, side)
    what, key = await Choose(side, "Your Turn: which model acts?", turns, "turn.activate-or-pass")
    if what == PASS:
        spend_pass_token(battle, side)
        await finish_turn(battle)
    elif what == FINISH:
        declare_finished(battle, side, False)
        end_turn(battle)
    else:
        await activate(battle, key, what == AGAIN)


def can_take_turns(battle: Battle, side: int) -> bool:
    """A finished player takes no more Turns; one without models never gets any."""
    return side not in battle.finished and battle.has_models(side)


def unactivated(battle: Battle, side: int) -> list[Model]:
    return [model for model in battle.of_side(side) if not model.activated]


def may_be_reactivated(model: Model) -> bool:
    return model.activated and not model.fatigued


def must_finish(battle: Battle, side: int) -> bool:
    """Every model has activated, and neither a re-activation nor a pass token is left to use."""
    if battle.pass_tokens[side] > 0:
        return False
    can_pay = battle.command_points[side] >= REACTIVATION_COST
    for model in battle.of_side(side):
        if not model.activated or (can_pay and not model.fatigued):
            return False
    return True


def may_finish_next_turn(battle: Battle, side: int) -> bool:
    """Has the player a Turn to come, and no more models waiting than can activate in it?"""
    in_a_row = 2 if battle.command_points[side] >= FOLLOW_UP_COST else 1
    return can_take_turns(battle, side) and len(unactivated(battle, side)) <= in_a_row


def declare_finished(battle: Battle, side: int, automatic: bool) -> None:
    battle.finished.append(side)
    battle.note(
        "finished by itself" if automatic else "declared finished", "turn.declare-finished", player=battle.colour(side)
    )


class _TurnOptions(Listing[Turn]):
    """What a Turn can be used for: each model, the pass token, being finished."""

    __slots__ = ("battle", "models", "side", "waiting")

    def __init__(self, battle: Battle, side: int) -> None:
        self.battle = battle
        self.side = side
        models = battle.of_side(side)
        waiting = [model for model in models if not model.activated]
        self.waiting = len(waiting)
        self.models = waiting + [model for model in models if model.activated]

    def __len__(self) -> int:
        return len(self.models) + 2

    def option(self, number: int) -> Option[Turn]:
        """Whoever has not acted yet, whoever would act again, passing, being finished."""
        if number < self.waiting:
            model = self.models[number]
            return activation_option(model, model.name, "turn.each-model-once")
        if number < len(self.models):
            return reactivation_option(self.models[number], self.battle.command_points[self.side], REACTIVATION_COST)
        if number == len(self.models):
            tokens = self.battle.pass_tokens[self.side]
            why_not = "" if tokens else "you have no pass token"
            return Option(PASS, (PASS, ""), f"Pass (a token; {tokens} left)", "turn.activate-or-pass", why_not)
        why_not = "a model of yours has not activated yet" if self.waiting else ""
        return Option(FINISH, (FINISH, ""), "Declare finished for the Round", "turn.declare-finished", why_not)


def activation_option(model: Model, label: str, clause: str) -> Option[Turn]:
    key = f"{ACTIVATE} {model.key}"
    return Option(key, (ACTIVATE, model.key), label, clause, about=(model.key,), attempt=("activate", model.key))


def reactivation_option(model: Model, points: int, cost: int) -> Option[Turn]:
    why_not, clause = "", "reactivate.cost"
    if model.fatigued:
        why_not, clause = "it is fatigued", "reactivate.eligibility"
    elif points < cost:
        why_not = f"this costs {cost} CP and you have {points}"
    key = f"{AGAIN} {model.key}"
    label = f"Re-activate {model.name} ({cost} CP)"
    return Option(key, (AGAIN, model.key), label, clause, why_not, (model.key,))


async def activate(battle: Battle, key: str, again: bool) -> None:
    if again:
        spend_command_points(
            battle, battle[key].side, REACTIVATION_COST, f"re-activating {battle[key].name}", "reactivate.cost"
        )
    battle.step = ACTIVATION
    await begin_activation(battle, key, again)


async def after_activation(battle: Battle) -> None:
    """The activation is over: a second model may follow for 1 CP, at most two in a row; then the Turn ends.

    A point would buy nothing where the other side takes no Turns any more: the next one is this player's anyway.
    """
    activation = battle.activation
    assert activation is not None
    key = activation.model
    finish_activation(battle)
    first = battle.earlier_active
    battle.earlier_active = key
    side = battle[key].side
    if not first and battle.command_points[side] >= FOLLOW_UP_COST and can_take_turns(battle, 1 - side):
        options = _FollowUps(battle, side, key)
        if options.models:
            what, other = await Choose(side, "Follow up with a second model?", options, "cp.follow-up", (key,))
            if what != STOP:
                spend_command_points(
                    battle, side, FOLLOW_UP_COST, f"a Follow Up with {battle[other].name}", "cp.follow-up"
                )
                await activate(battle, other, what == AGAIN)
                return
    await finish_turn(battle)


class _FollowUps(Listing[Turn]):
    """No follow-up, or a different model than the first; a re-activation costs its own CP on top."""

    __slots__ = ("models",)

    def __init__(self, battle: Battle, side: int, first: str) -> None:
        can_pay = battle.command_points[side] >= FOLLOW_UP_COST + REACTIVATION_COST
        self.models = [
            model
            for model in battle.of_side(side)
            if model.key != first and (not model.activated or (can_pay and may_be_reactivated(model)))
        ]

    def __len__(self) -> int:
        return 1 + len(self.models)

    def option(self, number: int) -> Option[Turn]:
        if number == 0:
            return Option(STOP, (STOP, ""), "No: end the Turn", "cp.follow-up", declines=True)
        model = self.models[number - 1]
        if not model.activated:
            return activation_option(model, f"Follow up with {model.name} (1 CP)", "cp.follow-up")
        key = f"{AGAIN} {model.key}"
        label = f"Follow up by re-activating {model.name} (2 CP)"
        return Option(key, (AGAIN, model.key), label, "cp.follow-up.reactivation", about=(model.key,))


async def finish_turn(battle: Battle) -> None:
    """At the end of an own Turn a player whose models have all activated may declare finished, or must.

    Nobody is asked where the next own Turn, which asks the same, comes before the other could be finished.
    """
    side = battle.turn_player
    if battle.has_models(side) and not unactivated(battle, side):
        if must_finish(battle, side):
            declare_finished(battle, side, True)
        elif may_finish_next_turn(battle, 1 - side):
            options = [
                Option("no", False, "Hold on", "turn.declare-finished", declines=True),
                Option("yes", True, "Declare finished", "turn.declare-finished"),
            ]
            if await Choose(
                side, "All your models have activated. Declare finished?", options, "turn.declare-finished"
            ):
                declare_finished(battle, side, False)
    end_turn(battle)


def end_turn(battle: Battle) -> None:
    """The other player's Turn, unless that player takes no more."""
    battle.earlier_active = ""
    battle.step = TURN
    battle.turn_player = 1 - battle.turn_player


# -- End phase ----------------------------------------------------------------------------------------------------------


async def end_phase(battle: Battle) -> None:
    """Effects and Clear Fatigue, then counters, then unspent command points."""
    battle.note("end phase", "end.step1-effects", round=battle.round)
    settle_who_finished_first(battle)
    for side in (battle.first_player, 1 - battle.first_player):
        if battle.has_models(side):
            await resolve_end_effects(battle, side)
    for model in battle.models:
        model.activated = False
        model.charms_used = ()
        model.repaired = False
    battle.pass_tokens = [0, 0]
    for side in (0, 1):
        if battle.command_points[side]:
            battle.note(
                "command points lost", "end.step3-discard-cp",
                player=battle.colour(side), points=counted(battle.command_points[side], "unspent command point"),
            )  # fmt: skip
        battle.put_in_purse(side, 0)
    battle.step = SCORING


def settle_who_finished_first(battle: Battle) -> None:
    """Who finished first goes first next Round; a player without models never counts as having finished first."""
    first = battle.finished[0] if battle.finished else battle.first_player
    if not battle.has_models(first) and battle.has_models(1 - first):
        first = 1 - first
    battle.first_player = first


async def score_round(battle: Battle) -> None:
    """The scenario scores the Round; then the game goes on, or is over."""
    if not battle.has_models(battle.first_player) and battle.has_models(1 - battle.first_player):
        battle.first_player = 1 - battle.first_player
    battle.scenario.score_round(battle)
    if not battle.has_models(0) and not battle.has_models(1):
        end_game(battle, "both sides are wiped out", "duration.wipe-out-plays-on")
        return
    if battle.scenario.is_over_when_wiped_out(battle):
        end_game(battle, "a side has no model left", "game.length-from-scenario")
        return
    if battle.round == battle.scenario.rounds and battle.scenario.duration_roll:
        await duration_roll(battle)
    if battle.round >= battle.rounds:
        end_game(battle, f"{battle.round} Rounds are played", "duration.five-rounds")
        return
    battle.step = START_PHASE


async def duration_roll(battle: Battle) -> None:
    """The player who finished first rolls a D6: on 4 or more exactly one further Round."""
    side = battle.first_player
    [face] = await Roll(side, 1, "duration", "duration.roll", kinds=(0, 0, 0, 1, 1, 1))
    more = face >= 4
    battle.note(
        "one more round" if more else "no more rounds", "duration.roll", (),
        DiceShown("Duration roll", side, (face,), ("more" if more else "end",), "4+"),
        player=battle.colour(side), face=face,
    )  # fmt: skip
    if more:
        battle.rounds = battle.round + 1


def end_game(battle: Battle, why: str, clause: str) -> None:
    battle.scenario.score_end(battle)
    battle.reason = why
    battle.step = GAME_OVER
    south, north = battle.victory_points
    battle.note("game over", clause, why=why, blue=south, red=north)
