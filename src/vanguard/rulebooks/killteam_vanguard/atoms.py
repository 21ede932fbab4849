"""Atoms: the only functions that change a fact of the battle; each notes what it did."""

from __future__ import annotations

from vanguard.core.telling.events import counted
from vanguard.core.thousandths import thousandth
from vanguard.rulebooks.killteam_vanguard.state import IN_PLAY, REMOVED, Battle, Model


def stand_at(battle: Battle, model: Model, x: float, y: float, elevation: float) -> None:
    """Change where a model stands, without a word: whoever moves it tells about the whole move."""
    model.x = thousandth(x)
    model.y = thousandth(y)
    model.elevation = thousandth(elevation)
    battle.forget_sight()


def deploy(battle: Battle, model: Model, x: float, y: float, elevation: float) -> None:
    stand_at(battle, model, x, y, elevation)
    model.place = IN_PLAY
    if battle.heard:
        battle.note(
            "deployed", "deploy.alternate", (model.key,),
            model=model.name, place=spot(x, y, elevation), path=((model.x, model.y),),
        )  # fmt: skip


def spot(x: float, y: float, elevation: float) -> str:
    text = f"({x:.1f}, {y:.1f})"
    return f'{text}, {elevation:g}" up' if elevation > 0.0 else text


# -- command points and tokens ------------------------------------------------------------------------------------------


def gain_command_points(battle: Battle, side: int, amount: int, parts: str) -> None:
    battle.put_in_purse(side, battle.points_of(side) + amount)
    battle.note(
        "gained command points", "start.command-points",
        player=battle.colour(side), amount=amount, parts=parts, now=battle.points_of(side),
    )  # fmt: skip


def spend_command_points(battle: Battle, side: int, amount: int, use: str, clause: str) -> None:
    battle.put_in_purse(side, battle.points_of(side) - amount)
    note_spent_points(battle, side, amount, use, clause)


def note_spent_points(battle: Battle, side: int, amount: int, use: str, clause: str) -> None:
    battle.note(
        "spent command points", clause,
        player=battle.colour(side), amount=amount, use=use, left=battle.points_of(side),
    )  # fmt: skip


def gain_pass_tokens(battle: Battle, side: int, amount: int) -> None:
    battle.pass_tokens[side] += amount
    battle.note(
        "gained pass tokens", "start.pass-tokens",
        player=battle.colour(side), tokens=counted(amount, "pass token"),
    )  # fmt: skip


def spend_pass_token(battle: Battle, side: int) -> None:
    battle.pass_tokens[side] -= 1
    battle.note(
        "passed", "turn.activate-or-pass",
        player=battle.colour(side), tokens=counted(battle.pass_tokens[side], "token"),
    )  # fmt: skip


def score(battle: Battle, side: int, points: int, why: str, clause: str, about: tuple[str, ...] = ()) -> None:
    battle.victory_points[side] += points
    battle.note(
        "scored", clause, about,
        player=battle.colour(side), points=counted(points, "victory point"), why=why, total=battle.victory_points[side],
        seat=side, amount=points,
    )  # fmt: skip


# -- counters -----------------------------------------------------------------------------------------------------------


def mark_activated(battle: Battle, model: Model) -> None:
    if not model.activated:
        model.activated = True
        battle.note("activated", "turn.active-model", (model.key,), model=model.name)


def fatigue(battle: Battle, model: Model, why: str, clause: str) -> None:
    """A fatigue counter, if the model has none yet."""
    if not model.fatigued:
        model.fatigued = True
        battle.note("fatigued", clause, (model.key,), model=model.name, why=why)


def clear_fatigue(battle: Battle, model: Model, why: str, clause: str) -> None:
    if model.fatigued:
        model.fatigued = False
        battle.note("fatigue cleared", clause, (model.key,), model=model.name, why=why)


def knock_down(battle: Battle, model: Model, why: str, clause: str) -> None:
    if not model.knocked_down:
        model.knocked_down = True
        model.height = model.profile.height_down
        battle.forget_sight()
        battle.note("knocked down", clause, (model.key,), model=model.name, why=why)


def stand_up(battle: Battle, model: Model, clause: str) -> None:
    if model.knocked_down:
        model.knocked_down = False
        model.height = model.profile.height
        battle.forget_sight()
        battle.note("stood up", clause, (model.key,), model=model.name)


def give_toxin(battle: Battle, model: Model) -> None:
    if not model.toxin:
        model.toxin = True
        battle.note("poisoned", "stat.attack-special", (model.key,), model=model.name)


def ignite(battle: Battle, model: Model) -> None:
    if not model.fire:
        model.fire = True
        battle.note("set on fire", "stat.attack-special", (model.key,), model=model.name)


# -- wounds -------------------------------------------------------------------------------------------------------------


def lose_wounds(battle: Battle, model: Model, amount: int, clause: str) -> None:
    """Wounds are recorded as suffered; the model may go below 0 until its recovery roll is settled."""
    model.wounds -= amount
    battle.note(
        "lost wounds", clause, (model.key,),
        model=model.name, wounds=counted(amount, "wound"), amount=amount, left=max(0, model.wounds),
    )  # fmt: skip


def regain_wound(battle: Battle, model: Model, why: str, clause: str) -> None:
    """Never above its WN."""
    if model.wounds < model.profile.wounds:
        model.wounds += 1
        battle.note("regained a wound", clause, (model.key,), model=model.name, amount=1, left=model.wounds, why=why)


def recover(battle: Battle, model: Model) -> None:
    """A passed recovery roll: exactly 1 wound, knocked down and fatigued."""
    model.wounds = 1
    knock_down(battle, model, "it recovered with 1 wound", "attack.recovery.pass")
    fatigue(battle, model, "recovering", "attack.recovery.pass")


def remove(battle: Battle, model: Model, why: str, clause: str) -> None:
    """Out of play: a casualty. Its counters go with it."""
    model.place = REMOVED
    model.wounds = 0
    model.knocked_down = False
    model.height = model.profile.height
    battle.forget_sight()
    model.fatigued = False
    model.toxin = False
    model.fire = False
    battle.note("removed", clause, (model.key,), model=model.name, why=why, path=((model.x, model.y),))
    battle.scenario.on_removed(battle, model)


def return_to_play(battle: Battle, model: Model, x: float, y: float, elevation: float, clause: str) -> None:
    """Reanimated: 1 wound, marked Activated, no other counter."""
    stand_at(battle, model, x, y, elevation)
    model.place = IN_PLAY
    model.wounds = 1
    model.activated = True
    battle.note(
        "returned to play", clause, (model.key,),
        model=model.name, place=spot(x, y, elevation), path=((model.x, model.y),),
    )  # fmt: skip
