"""Attacks on an empty table with bystanders beside the target: blasts, sweeps, shared and split dice."""

from __future__ import annotations

from collections.abc import Callable, Generator
from math import cos, pi, sin
from typing import Any

from vanguard.core.questions import Question
from vanguard.core.rulebook import Begin, Rulebook, Trial, load_rulebook
from vanguard.core.state import State
from vanguard.rulebooks.fortyk_vanguard.odds import trials as forty
from vanguard.rulebooks.fortyk_vanguard.placing import put
from vanguard.rulebooks.fortyk_vanguard.state import Battle as FortyBattle
from vanguard.rulebooks.killteam_lite.odds import trials as lite
from vanguard.rulebooks.killteam_lite.state import ENGAGE, Battle
from vanguard.rulebooks.killteam_lite.state import IN_PLAY as IN_THE_KILLZONE
from vanguard.rulebooks.killteam_vanguard.declaring import declared_attack
from vanguard.rulebooks.killteam_vanguard.odds import trials as vanguard
from vanguard.rulebooks.killteam_vanguard.state import Battle as WarbandBattle


def lite_crowd(wish: dict[str, Any], beside: tuple[float, ...] = (1.6,)) -> Trial:
    """A shot at a target with comrades of its own beside it, so far away."""
    trial = lite.trial(wish)
    battle = trial.state
    assert isinstance(battle, Battle)
    target = battle[lite.TARGET]
    for i, away in enumerate(beside):
        near = target.copy()
        near.key, near.name, near.order, near.fate = f"red-{i}", f"Bystander {i}", ENGAGE, IN_THE_KILLZONE
        base = target.base
        near.base = type(base)(near.key, base.x, round(base.y + away, 3), base.radius, base.elevation, base.height)
        battle.places = {**battle.places, near.key: len(battle.operatives)}
        battle.operatives.append(near)
    shooter = battle[lite.ATTACKER]
    overwatch = bool(wish.get("overwatch", False))
    return lite.shot_trial(battle, shooter, lite.TARGET, shooter.card.profile(wish["weapon"]), overwatch)


def lite_shared(wish: dict[str, Any], given: dict[str, int]) -> Trial:
    """The same with the attack dice shared in this way."""
    trial = lite_crowd(wish)

    def shared(state: State) -> Generator[Question[Any], Any, None]:
        procedure = trial.start(state)
        question = procedure.send(None)
        value = question.read(given)[1]
        try:
            while True:
                value = yield procedure.send(value)
        except StopIteration:
            return

    watched = (lite.TARGET, lite.ATTACKER, "red-0")
    return Trial(f"{trial.label}, shared", trial.attacker, trial.state, shared, watched)


def vanguard_crowd(wish: dict[str, Any], split: tuple[int, ...] = (), side: int = 1) -> Trial:
    """An attack at a target with one of its comrades, or of the attacker's, beside it, which may get some of the dice."""
    trial = vanguard.trial(wish)
    battle = trial.state
    assert isinstance(battle, WarbandBattle)
    target = battle[vanguard.TARGET]
    near = target.copy()
    near.key, near.name, near.y = "bystander", "the bystander", round(target.y + 2 * target.radius + 0.4, 3)
    near.side = side
    battle.models.append(near)
    battle.index = {**battle.index, near.key: len(battle.models) - 1}
    battle.forget_sight()
    weapon = battle[vanguard.ATTACKER].profile.weapon(wish["weapon"])
    assert weapon is not None
    watched = (vanguard.TARGET, vanguard.ATTACKER, near.key)
    if not split:
        start: Callable[[Any], Any] = Begin(
            vanguard.begin_attack, vanguard.ATTACKER, vanguard.TARGET, weapon.key, "action"
        )
        return Trial(f"{trial.label}, crowded", 0, battle, start, watched)
    shares = list(zip((vanguard.TARGET, near.key), split, strict=True))
    return Trial(
        f"{trial.label}, split",
        0,
        battle,
        lambda state: declared_attack(state, vanguard.ATTACKER, weapon, shares),
        watched,
    )


def forty_crowd(wish: dict[str, Any], points: int = 0, comrades: int = 2) -> Trial:
    """A blast at a target with comrades around it, and so many Command points on each side."""
    battle = forty.trial(wish).state
    assert isinstance(battle, FortyBattle)
    battle.command_points = (points, points)
    shooter, target = battle.models
    for i in range(comrades):
        around = 2 * pi * i / comrades
        near = type(target)(f"beside-{i}", f"Bystander {i}", target.seat, target.profile, False)
        put(near, (target.base.x + 2.2 * sin(around), target.base.y + 2.2 * cos(around), 0.0))
        battle.places[near.key] = len(battle.models)
        battle.models.append(near)
    weapon = shooter.profile.ranged[0]
    return forty.shot_trial(battle, shooter.key, weapon.key, wish["weapon"], target.key, False)


CROWDS: dict[str, tuple[str, Callable[[], Trial]]] = {
    "a blast that catches a comrade": (
        "killteam_lite",
        lambda: lite_crowd({"weapon": "fragmentation-grenade", "target": "ashfield-line/trooper"}),
    ),
    "a splash": (
        "killteam_lite",
        lambda: lite_crowd({"weapon": "rocket-launcher", "target": "veil-runners/seer", "target_command_points": 1}),
    ),
    "a sweep over two": (
        "killteam_lite",
        lambda: lite_crowd({"weapon": "bile-spray", "target": "ashfield-line/trooper"}),
    ),
    "dice shared between two": (
        "killteam_lite",
        lambda: lite_crowd({"weapon": "repeater", "target": "veil-runners/needler"}),
    ),
    "an exploding shot's blast": (
        "killteam_vanguard",
        lambda: vanguard_crowd({"attacker": "firebomber", "weapon": "firebomb", "target": "warden"}),
    ),
    "a blaster among necrons": (
        "killteam_vanguard",
        lambda: vanguard_crowd({"attacker": "immortal", "weapon": "gauss-blaster", "target": "rifleman"}),
    ),
    "dice split over two targets": (
        "killteam_vanguard",
        lambda: vanguard_crowd({"attacker": "heavy-gunner", "weapon": "repeater", "target": "warden"}, (2, 2)),
    ),
    "a blast of many shots": ("fortyk_vanguard", lambda: forty_crowd({"weapon": "mortar", "target": "boyz"})),
    "a blast that may be rolled again": (
        "fortyk_vanguard",
        lambda: forty_crowd({"weapon": "plasma-cannon", "target": "infantry-squad", "cover": True}, 1),
    ),
    "blows split over two who retaliate": (
        "killteam_vanguard",
        lambda: vanguard_crowd({"attacker": "slag-brute", "weapon": "wrecking-maul", "target": "warden"}, (2, 1)),
    ),
}


BLASTER = {"attacker": "immortal", "weapon": "gauss-blaster"}
HOUND = {"attacker": "cinder-hound", "weapon": "bite"}
REAPER = {"attacker": "necron-warrior", "weapon": "gauss-reaper"}

GRENADE = {"weapon": "fragmentation-grenade", "target": "ashfield-line/trooper"}
REPEATER = {"weapon": "repeater", "target": "veil-runners/needler", "target_wounds": 4}

LITE_WITH_POINTS: dict[str, Callable[[], Trial]] = {
    "a blast at two who can pay": lambda: lite_crowd({**GRENADE, "target_command_points": 1}),
    "a blast that can be paid for": lambda: lite_crowd({**GRENADE, "attacker_command_points": 1}),
    "shared dice at two who can pay": lambda: lite_shared(
        {**REPEATER, "target_command_points": 1}, {lite.TARGET: 2, "red-0": 3}
    ),
    "shared dice that can be paid for": lambda: lite_shared(
        {**REPEATER, "attacker_command_points": 1}, {lite.TARGET: 3, "red-0": 2}
    ),
}

WITH_POINTS: dict[str, Callable[[], Trial]] = {
    "a blast at two": lambda: vanguard_crowd({
        "attacker": "firebomber", "weapon": "firebomb", "target": "rifleman", "attacker_points": 1, "target_points": 1,
    }),
    "a blast at a friend": lambda: vanguard_crowd({**BLASTER, "target": "rifleman", "attacker_points": 1}, (), 0),
    "a blast at a friend with points to spare": lambda: vanguard_crowd(
        {**BLASTER, "target": "cinder-hound", "attacker_points": 2}, (), 0
    ),
    "a blast at seers who help each other": lambda: vanguard_crowd({**BLASTER, "target": "seer"}),
    "split shots": lambda: vanguard_crowd(
        {**REAPER, "target": "rifleman", "attacker_points": 1, "target_points": 1}, (1, 1)
    ),
    "split bites at two who can pay": lambda: vanguard_crowd(
        {**HOUND, "target": "rifleman", "target_points": 1}, (1, 1)
    ),
    "split bites that can be paid for": lambda: vanguard_crowd(
        {**HOUND, "target": "rifleman", "attacker_points": 1}, (1, 1)
    ),
}  # fmt: skip
"""Attacks on several with something to spend, small enough to be walked branch by branch."""


def crowd(kind: str) -> tuple[Rulebook, Trial]:
    name, make = CROWDS[kind]
    return load_rulebook(name), make()
