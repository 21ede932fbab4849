"""The Activation Phase: the bag, drawing tokens, pinned units, action points, and every action of a unit."""

from __future__ import annotations

from vanguard.core.events import DiceShown
from vanguard.core.questions import Choose, Draw, Option, Roll
from vanguard.rulebooks.normandy.attacks import farthest_range, flak_crew, is_in_range, make_attack
from vanguard.rulebooks.normandy.move_actions import deploy_unit, land_by_paratroop, move_unit
from vanguard.rulebooks.normandy.movement import can_deploy, can_move, move_value, steps_aside
from vanguard.rulebooks.normandy.profiles import Ability, Attack
from vanguard.rulebooks.normandy.special_rules import ACTIONS, AbilityAction
from vanguard.rulebooks.normandy.state import Activation, Battle, Unit
from vanguard.rulebooks.normandy.symbols import BLANK, FAILS, NOT_BLANK, PLUS, WHITE
from vanguard.rulebooks.normandy.units import destroy, side_name, unpin

Deed = tuple[str, str, str]
"""What a unit does next: the kind of action, what is used (an attack or ability), and on whom or what."""

# -- the bag --------------------------------------------------------------------------------------------------------------


def tokens_for(battle: Battle, side: int) -> int:
    """One token per unit card, changed by weather and Underdog effects; the sum is limited last."""
    cards = len(battle.units_of(side))
    if not cards:
        return 0
    fewer = battle.boards[1 - side].effect("fewer-tokens")
    weather = battle.content.weathers[battle.weather].tokens
    lowest = 1 if fewer or weather < 0 else 0
    return max(lowest, min(battle.content.board.faction_tokens, cards + weather - fewer))


def fill_bag(battle: Battle) -> None:
    battle.bag = (tokens_for(battle, 0), tokens_for(battle, 1))
    for side in (0, 1):
        battle.note("bag", clause="activation.fill-bag", side=side_name(battle, side), tokens=battle.bag[side])
        if battle.boards[side].effect("first-token") and battle.bag[side]:
            battle.first_token = side
            battle.note("first-token", clause="underdog.card.counter-attack", side=side_name(battle, side))


def take_from_bag(battle: Battle, side: int) -> None:
    blue, red = battle.bag
    battle.bag = (blue - 1, red) if side == 0 else (blue, red - 1)


async def draw_token(battle: Battle) -> None:
    """Draw a token; its owner activates one of his units that has not acted, if he has one."""
    if battle.first_token >= 0:
        side = battle.first_token
        battle.first_token = -1
    else:
        items = [battle.boards[0].faction] * battle.bag[0] + [battle.boards[1].faction] * battle.bag[1]
        [faction] = await Draw(-1, items, "token", "activation.draw")
        side = 0 if faction == battle.boards[0].faction else 1
    take_from_bag(battle, side)
    name = side_name(battle, side)
    ready = [unit for unit in battle.units.values() if unit.side == side and not unit.activated]
    if not ready:
        battle.note("token-discarded", clause="activation.dead-token", side=name)
        return
    battle.note("token-drawn", clause="activation.draw", side=name)
    key, rallies = await Choose(side, "Which unit acts?", ready_options(ready), "activation.must-activate")
    if rallies:
        await rally(battle, key)
    else:
        await start_activation(battle, key)


def ready_options(ready: list[Unit]) -> list[Option[tuple[str, bool]]]:
    options: list[Option[tuple[str, bool]]] = []
    for unit in ready:
        where = "" if unit.deployed else " (deploys)"
        label = f"{unit.title}: Pinning Test, then act" if unit.pins else f"{unit.title}{where}"
        options.append(Option(unit.key, (unit.key, False), label, "activation.must-activate", about=unit.about))
        if unit.pins and unit.deployed:
            label = f"{unit.title} rallies"
            options.append(
                Option(f"rally {unit.key}", (unit.key, True), label, "rally.instead-of-activation", about=unit.about)
            )
    return options


# -- pinned units ---------------------------------------------------------------------------------------------------------


def rallied(pins: int, faces: tuple[str, ...]) -> int:
    """Pin tokens removed by a Rally: one per die that is not blank, and one more."""
    return min(pins, len(faces) - faces.count(BLANK) + 1)


async def rally(battle: Battle, key: str) -> None:
    """Instead of an activation: no Pinning Test, no action points, no other action."""
    unit = battle.units[key]
    faces = await Roll(unit.side, unit.pins, f"rally {key}", "rally.roll", WHITE, NOT_BLANK, about=unit.about)
    unit.activated = True
    battle.note(
        "rallies",
        clause="rally.roll",
        about=unit.about,
        dice=DiceShown("Rally", unit.side, faces, ["miss" if face == BLANK else "hit" for face in faces], "not blank"),
        unit=unit.title,
    )
    unpin(battle, unit, rallied(unit.pins, faces), "rally.roll")


async def passes_pinning_test(battle: Battle, key: str, clause: str) -> bool:
    """One white die per Pin token (Steadfast: one fewer); any plus fails. The tokens stay."""
    unit = battle.units[key]
    dice = unit.pins - 1 if unit.face.steadfast else unit.pins
    if not dice:
        battle.note("steadfast", clause="ability.steadfast", about=unit.about, unit=unit.title)
        return True
    faces = await Roll(unit.side, dice, f"pinning {key}", clause, WHITE, FAILS, about=unit.about)
    passed = PLUS not in faces
    battle.note(
        "pinning-passed" if passed else "pinning-failed",
        clause=clause,
        about=unit.about,
        dice=DiceShown(
            "Pinning Test", unit.side, faces, ["fail" if face == PLUS else "save" for face in faces], "no plus"
        ),
        unit=unit.title,
    )
    return passed


async def start_activation(battle: Battle, key: str) -> None:
    """A pinned unit tests first; its action points are fixed now."""
    unit = battle.units[key]
    points = unit.face.action_points
    unit.activated = True
    if unit.pins:
        points = max(0, points - 1)
        if not await passes_pinning_test(battle, key, "pin.test-dice"):
            return
    battle.activation = Activation(key, points)


# -- one action -----------------------------------------------------------------------------------------------------------


async def take_action(battle: Battle) -> None:
    """The next action of the activated unit, or the end of its activation."""
    now = battle.activation
    assert now is not None
    kind, used, target = await action_question(battle, now)
    unit = battle.units[now.unit]
    if kind == "pass":
        if not now.spent:
            battle.note("passes", clause="ap.spend-freely", about=unit.about, unit=unit.title)
        battle.activation = None
        return
    if kind == "withdraw":
        destroy(battle, unit, "withdrawn", "withdraw.effect")
        battle.activation = None
        return
    await perform(battle, unit, kind, used, target)
    after = battle.activation
    if after is not None and (after.points == 0 or after.unit not in battle.units):
        battle.activation = None


async def perform(battle: Battle, unit: Unit, kind: str, used: str, target: str) -> None:
    key = unit.key
    if kind == "move":
        spend_points(battle, 1)
        await move_unit(battle, key, int(used))
    elif kind == "attack":
        attack = next(it for it in unit.face.attacks if it.key == used)
        spend_points(battle, attack.action_points)
        await make_attack(battle, key, attack, target, tuple(unit.places()))
    elif kind == "flak":
        attack = battle.content.board.flak_attack
        spend_points(battle, attack.action_points)
        await make_attack(battle, key, attack, target, tuple(flak_crew(battle, unit)))
    elif kind == "ability":
        ability = next(it for it in unit.face.actions if it.key == used)
        action = ACTIONS[used]
        spend_points(battle, action.points)
        if action.command:
            use_command_action(battle, unit, action, ability)
        await action.perform(battle, key, ability, target)
    elif kind == "deploy":
        spend_points(battle, 1)
        await deploy_unit(battle, key, False)
    elif kind == "paratroop":
        spend_points(battle, 1)
        await land_by_paratroop(battle, key)
    else:
        spend_command(battle, unit.side, transport_price(battle, unit.side))
        await deploy_unit(battle, key, True)
        battle.activation = None


def spend_points(battle: Battle, count: int) -> None:
    now = battle.activation
    assert now is not None
    battle.activation = Activation(now.unit, now.points - count, True, now.commands, now.roads)


def spend_command(battle: Battle, side: int, count: int) -> None:
    board = battle.boards[side]
    board.command -= count
    if count:
        name = side_name(battle, side)
        battle.note("command-spent", clause="command-action.cost", side=name, count=count, left=board.command)


def use_command_action(battle: Battle, unit: Unit, action: AbilityAction, ability: Ability) -> None:
    """Pay its Command. Nobody can use it again in this activation, so nobody is affected by it twice either."""
    spend_command(battle, unit.side, action.price(battle))
    now = battle.activation
    assert now is not None
    battle.activation = Activation(now.unit, now.points, now.spent, (*now.commands, action.key), now.roads)
    battle.note("command-action", clause=action.clause, about=unit.about, unit=unit.title, ability=ability.name)


# -- what a unit may do ---------------------------------------------------------------------------------------------------


def action_question(battle: Battle, now: Activation) -> Choose[Deed]:
    unit = battle.units[now.unit]
    if not unit.deployed:
        prompt = f"{unit.title}: how does it deploy?"
        return Choose(
            unit.side, prompt, lambda: deploy_options(battle, unit, now), "activation.deploy-first", unit.about
        )
    points = f"{now.points} action point" if now.points == 1 else f"{now.points} action points"
    prompt = f"{unit.title}: {points} left"
    return Choose(unit.side, prompt, lambda: action_options(battle, unit, now), "ap.spend-freely", unit.about)


def deploy_options(battle: Battle, unit: Unit, now: Activation) -> list[Option[Deed]]:
    about = unit.about
    why, clause = "", "deploy.is-move-action"
    if now.points < 1:
        why, clause = "no action point left", "ap.cost-must-be-covered"
    elif not can_deploy(battle, unit, move_value(battle, unit)):
        why, clause = "there is no room for all its figures", "deploy.all-figures"
    options: list[Option[Deed]] = [
        Option("deploy", ("deploy", "", ""), "Deploy over the backline", clause, why, about),
        transport_option(battle, unit),
    ]
    if unit.face.paratroop is not None:
        why = "no Paratroop in a Gale" if battle.weather == "gale" else ""
        clause = "weather.card.gale" if why else "ability.paratroop-placement"
        options.append(Option("paratroop", ("paratroop", "", ""), "Land by Paratroop", clause, why, about))
    options.append(
        Option(
            "pass",
            ("pass", "", ""),
            "Stay off the battlefield (and be destroyed)",
            "activation.undeployed-may-pass",
            about=about,
        )
    )
    return options


def transport_price(battle: Battle, side: int) -> int:
    return 0 if battle.boards[side].effect("free-transport") else 1


def transport_option(battle: Battle, unit: Unit) -> Option[Deed]:
    price = transport_price(battle, unit.side)
    label = f"Deploy by transport, up to {battle.content.board.transport_hexes} hexes ({price} Command)"
    why, clause = "", "transport.cost"
    if unit.card.mechanized:
        why, clause = "vehicles use no transport", "transport.types"
    elif unit.card.type != "HQ" and battle.headquarters(unit.side) is None:
        why, clause = "the HQ is not on the battlefield", "transport.hq-needed"
    elif battle.boards[unit.side].command < price:
        why = f"it costs {price} Command and you have {battle.boards[unit.side].command}"
    elif not can_deploy(battle, unit, battle.content.board.transport_hexes):
        why, clause = "there is no room for all its figures", "deploy.all-figures"
    return Option("transport", ("transport", "", ""), label, clause, why, unit.about)


def action_options(battle: Battle, unit: Unit, now: Activation) -> list[Option[Deed]]:
    """Everything printed on the card and open to all units, the impossible with its reason."""
    options: list[Option[Deed]] = []
    move_options(battle, unit, now, options)
    enemies = battle.deployed_of(1 - unit.side)
    places = unit.places()
    for attack in unit.face.attacks:
        attack_options(battle, now, attack, "attack", places, enemies, options)
    crew = flak_crew(battle, unit)
    if crew:
        attack_options(battle, now, battle.content.board.flak_attack, "flak", crew, enemies, options)
    for ability in unit.face.actions:
        ability_options(battle, unit, now, ability, options)
    why = "it has already spent action points" if now.spent else ""
    clause = "withdraw.before-ap" if why else "withdraw.effect"
    about = unit.about
    options.append(Option("withdraw", ("withdraw", "", ""), "Withdraw (the unit is destroyed)", clause, why, about))
    options.append(Option("pass", ("pass", "", ""), "End the activation", "ap.end", "", about))
    return options


def move_options(battle: Battle, unit: Unit, now: Activation, options: list[Option[Deed]]) -> None:
    why, clause = "", "move.cost"
    if now.points < 1:
        why, clause = "no action point left", "ap.cost-must-be-covered"
    elif unit.arrived:
        why, clause = "it landed by Paratroop this round", "ability.paratroop-placement"
    standing = unit.standing()
    open_ground = bool(why) or steps_aside(battle, unit, standing)
    for turn, figure in enumerate(standing):
        reason, cause = why, clause
        if not open_ground and not can_move(battle, unit, figure):
            reason, cause = "no figure can leave its hex and end beside the other", "units.coherency"
        key = f"move figure {figure + 1} first" if turn else "move"
        label = f"Move, figure {figure + 1} first" if turn else "Move"
        options.append(Option(key, ("move", str(figure), ""), label, cause, reason, unit.about))


def attack_options(
    battle: Battle,
    now: Activation,
    attack: Attack,
    kind: str,
    shooters: list[int],
    enemies: list[Unit],
    options: list[Option[Deed]],
) -> None:
    """One option per enemy unit in range; a single greyed one where there is none or the points do not suffice."""
    key, name = attack.key, attack.name
    if attack.action_points > now.points:
        why = f"costs {attack.action_points} action points; {now.points} left"
        options.append(Option(f"attack {key}", (kind, key, ""), name, "ap.cost-must-be-covered", why))
        return
    found = False
    for enemy in enemies:
        if is_in_range(battle, shooters, attack, enemy):
            found = True
            options.append(
                Option(
                    f"attack {key} {enemy.key}",
                    (kind, key, enemy.key),
                    f"{name} at {enemy.title}",
                    "attack.from-card",
                    "",
                    enemy.about,
                )
            )
    if not found:
        far = farthest_range(battle, attack)
        why = (
            f"no enemy unit at range {attack.nearest} to {far}"
            if far > attack.nearest
            else f"no enemy unit at range {far}"
        )
        options.append(Option(f"attack {key}", (kind, key, ""), name, "attack.needs-one-figure", why))


def ability_options(battle: Battle, unit: Unit, now: Activation, ability: Ability, options: list[Option[Deed]]) -> None:
    """One option per target, or a single greyed one with the first reason that forbids the ability."""
    action = ACTIONS[ability.key]
    why, clause = ability_fault(battle, unit, now, ability, action)
    targets = [] if why else action.targets(battle, unit, ability)
    if not targets:
        why = why or action.nobody
        options.append(Option(action.key, ("ability", action.key, ""), ability.name, clause or action.clause, why))
        return
    for target in targets:
        options.append(
            Option(
                f"{action.key} {target}" if target else action.key,
                ("ability", action.key, target),
                action.label(battle, ability, target),
                action.clause,
                "",
                action.about(battle, unit, target),
            )
        )


def ability_fault(
    battle: Battle, unit: Unit, now: Activation, ability: Ability, action: AbilityAction
) -> tuple[str, str]:
    if action.points > now.points:
        return f"costs {action.points} action points; {now.points} left", "ap.cost-must-be-covered"
    if action.command:
        price = action.price(battle)
        if battle.boards[unit.side].command < price:
            return f"costs {price} Command; {battle.boards[unit.side].command} left", "command-action.cost"
        if battle.headquarters(unit.side) is None:
            return "the HQ is not on the battlefield", "command-action.hq-deployed"
        if action.key in now.commands:
            return "already used in this activation", "command-action.once-per-activation"
    return action.lack(battle, unit, ability)
