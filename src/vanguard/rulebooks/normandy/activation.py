"""The Activation Phase: the bag, drawing tokens, pinned units, action points, and every action of a unit."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Draw, Listing, Option, Roll
from vanguard.core.telling.events import DiceShown, counted
from vanguard.rulebooks.normandy.attacks import farthest_range, flak_crew, is_in_range, make_attack
from vanguard.rulebooks.normandy.move_actions import deploy_unit, land_by_paratroop, move_unit
from vanguard.rulebooks.normandy.movement import can_deploy, can_move, entering, entering_by_transport, steps_aside
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
    spent = [unit for unit in battle.units.values() if unit.side == side and unit.activated]
    key, rallies = await Choose(side, "Which unit acts?", ReadyUnits(ready, spent), "activation.must-activate")
    if rallies:
        await rally(battle, key)
    else:
        await start_activation(battle, key)


class ReadyUnits(Listing[tuple[str, bool]]):
    """Each unit that has not acted; a pinned one on the battlefield may rally instead. Those that have come last."""

    __slots__ = ("spent", "ways")

    def __init__(self, ready: list[Unit], spent: list[Unit]) -> None:
        self.spent: Final[list[Unit]] = spent
        self.ways: Final[list[tuple[Unit, bool]]] = []
        for unit in ready:
            self.ways.append((unit, False))
            if unit.pins and unit.deployed:
                self.ways.append((unit, True))

    def __len__(self) -> int:
        return len(self.ways) + len(self.spent)

    def option(self, number: int) -> Option[tuple[str, bool]]:
        if number >= len(self.ways):
            unit = self.spent[number - len(self.ways)]
            value, clause = (unit.key, False), "activation.mark"
            return Option(unit.key, value, unit.title, clause, "it has acted this round", unit.about)
        unit, rallies = self.ways[number]
        if rallies:
            label, clause = f"{unit.title} rallies", "rally.instead-of-activation"
            return Option(f"rally {unit.key}", (unit.key, True), label, clause, about=unit.about, does="rally.roll")
        where = "" if unit.deployed else " (deploys)"
        label = f"{unit.title}: Pinning Test, then act" if unit.pins else f"{unit.title}{where}"
        tested: tuple[str, ...] = ("pinning", unit.key) if unit.pins and unit.deployed else ()
        value, card = (unit.key, False), "" if unit.deployed else unit.card.key
        return Option(unit.key, value, label, "activation.must-activate", about=unit.about, attempt=tested, card=card)


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
    if after is not None and not has_something_to_do(battle, after):
        battle.activation = None


def has_something_to_do(battle: Battle, now: Activation) -> bool:
    """Is the unit left, with points, and with anything to do but to end its activation?"""
    unit = battle.units.get(now.unit)
    return unit is not None and now.points > 0 and len(Actions(battle, unit, now)) > 1


async def perform(battle: Battle, unit: Unit, kind: str, used: str, target: str) -> None:
    key = unit.key
    if kind == "move":
        spend_points(battle, 1)
        await move_unit(battle, key, int(used))
    elif kind == "attack":
        attack = unit.face.attack(used)
        spend_points(battle, attack.action_points)
        await make_attack(battle, key, attack, target, tuple(unit.places()))
    elif kind == "flak":
        attack = battle.content.board.flak_attack
        spend_points(battle, attack.action_points)
        await make_attack(battle, key, attack, target, tuple(flak_crew(battle, unit)))
    elif kind == "ability":
        ability = unit.face.action(used)
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
        spend_command(battle, unit.side, transport_price(battle, unit.side), "transport.cost")
        await deploy_unit(battle, key, True)
        battle.activation = None


def spend_points(battle: Battle, count: int) -> None:
    now = battle.activation
    assert now is not None
    battle.activation = Activation(now.unit, now.points - count, True, now.commands, now.roads)


def spend_command(battle: Battle, side: int, count: int, clause: str) -> None:
    board = battle.boards[side]
    board.command -= count
    if count:
        name = side_name(battle, side)
        battle.note("command-spent", clause=clause, side=name, count=count, left=board.command)


def use_command_action(battle: Battle, unit: Unit, action: AbilityAction, ability: Ability) -> None:
    """Pay its Command. Nobody can use it again in this activation, so nobody is affected by it twice either."""
    spend_command(battle, unit.side, action.price(battle), "command-action.cost")
    now = battle.activation
    assert now is not None
    battle.activation = Activation(now.unit, now.points, now.spent, (*now.commands, action.key), now.roads)
    battle.note("command-action", clause=action.clause, about=unit.about, unit=unit.title, ability=ability.name)


# -- what a unit may do ---------------------------------------------------------------------------------------------------


def action_question(battle: Battle, now: Activation) -> Choose[Deed]:
    unit = battle.units[now.unit]
    if not unit.deployed:
        prompt = f"{unit.title}: how does it deploy?"
        return Choose(unit.side, prompt, WaysToDeploy(battle, unit, now), "activation.deploy-first", unit.about)
    prompt = f"{unit.title}: {counted(now.points, 'action point')} left"
    return Choose(unit.side, prompt, Actions(battle, unit, now), "ap.spend-freely", unit.about)


class WaysToDeploy(Listing[Deed]):
    """Over the backline, by transport, by Paratroop if the card has it, or not at all."""

    __slots__ = ("battle", "now", "unit")

    def __init__(self, battle: Battle, unit: Unit, now: Activation) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.now: Final = now

    def __len__(self) -> int:
        return 3 if self.unit.face.paratroop is None else 4

    def option(self, number: int) -> Option[Deed]:
        if number == 0:
            return backline_option(self.battle, self.unit, self.now)
        if number == 1:
            return transport_option(self.battle, self.unit)
        if number == 2 and self.unit.face.paratroop is not None:
            return paratroop_option(self.battle, self.unit)
        label, clause = "Stay off the battlefield (and be destroyed)", "activation.undeployed-may-pass"
        return Option("pass", ("pass", "", ""), label, clause, about=self.unit.about, grave=True)


def backline_option(battle: Battle, unit: Unit, now: Activation) -> Option[Deed]:
    why, clause = "", "deploy.is-move-action"
    if now.points < 1:
        why, clause = "no action point left", "ap.cost-must-be-covered"
    elif not can_deploy(battle, unit, entering(battle, unit)):
        why, clause = "there is no room for all its figures", "deploy.all-figures"
    return Option("deploy", ("deploy", "", ""), "Deploy over the backline", clause, why, unit.about)


def paratroop_option(battle: Battle, unit: Unit) -> Option[Deed]:
    why, clause = "", "ability.paratroop-placement"
    if battle.weather == "gale":
        why, clause = "no Paratroop in a Gale", "weather.card.gale"
    return Option("paratroop", ("paratroop", "", ""), "Land by Paratroop", clause, why, unit.about)


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
    elif not can_deploy(battle, unit, entering_by_transport(battle)):
        why, clause = "there is no room for all its figures", "deploy.all-figures"
    return Option("transport", ("transport", "", ""), label, clause, why, unit.about)


class Actions(Listing[Deed]):
    """Everything printed on the card and open to all units. Its numbers count what can be done now; listed as a whole, the
    impossible stands among it with its reason.
    """

    __slots__ = ("_possible", "battle", "crew", "enemies", "now", "places", "standing", "unit")

    def __init__(self, battle: Battle, unit: Unit, now: Activation) -> None:
        self.battle: Final = battle
        self.unit: Final = unit
        self.now: Final = now
        self.places: Final = unit.places()
        self.standing: Final = unit.standing()
        self.crew: Final = flak_crew(battle, unit)
        self.enemies: Final = battle.deployed_of(1 - unit.side)
        self._possible: list[Deed] | None = None

    def __len__(self) -> int:
        return len(self.possible())

    def option(self, number: int) -> Option[Deed]:
        return self.offer(self.possible()[number])

    # -- what can be done ----------------------------------------------------------------------------------------------------

    def possible(self) -> list[Deed]:
        known = self._possible
        if known is None:
            known = []
            for deeds in self.by_kind():
                known.extend(deeds)
            self._possible = known
        return known

    def by_kind(self) -> list[list[Deed]]:
        """What can be done: moves, then each attack, the Flak 88, each ability, and how to end."""
        unit = self.unit
        found = [self.moves()]
        for attack in unit.face.attacks:
            found.append(self.attacks(attack, "attack", self.places))
        if self.crew:
            found.append(self.attacks(self.battle.content.board.flak_attack, "flak", self.crew))
        for ability in unit.face.actions:
            action = ACTIONS[ability.key]
            if not self.fault_of(ability, action)[0]:
                targets = action.targets(self.battle, unit, ability)
                found.append([("ability", action.key, target) for target in targets])
        if not self.now.spent:
            found.append([("withdraw", "", "")])
        found.append([("pass", "", "")])
        return found

    def moves(self) -> list[Deed]:
        if self.now.points < 1 or self.unit.arrived:
            return []
        if steps_aside(self.battle, self.unit, self.standing):
            return [("move", str(figure), "") for figure in self.standing]
        return [("move", str(figure), "") for figure in self.standing if can_move(self.battle, self.unit, figure)]

    def attacks(self, attack: Attack, kind: str, shooters: list[int]) -> list[Deed]:
        """One for each enemy unit in range, if the points suffice."""
        if attack.action_points > self.now.points:
            return []
        battle = self.battle
        return [(kind, attack.key, enemy.key) for enemy in self.enemies if is_in_range(battle, shooters, attack, enemy)]

    def fault_of(self, ability: Ability, action: AbilityAction) -> tuple[str, str]:
        return ability_fault(self.battle, self.unit, self.now, ability, action)

    # -- as options ----------------------------------------------------------------------------------------------------------

    def offer(self, deed: Deed) -> Option[Deed]:
        """The option of something that can be done."""
        kind, used, target = deed
        about = self.unit.about
        if kind == "move":
            return self.move_option(int(used), "move.cost", "")
        if kind == "withdraw":
            return Option("withdraw", deed, WITHDRAW, "withdraw.effect", "", about, grave=True)
        if kind == "pass":
            return Option("pass", deed, "End the activation", "ap.end", "", about)
        if kind == "ability":
            ability = self.unit.face.action(used)
            action = ACTIONS[used]
            label = action.label(self.battle, ability, target)
            price = action.price(self.battle)
            if price:
                label = f"{label} (costs {price} Command)"
            key = f"{used} {target}" if target else used
            about = action.about(self.battle, self.unit, target)
            if action.attacks and target:
                attempt = ("attack", self.unit.key, kind, used, target)
                return Option(key, deed, label, action.clause, "", about, attempt=attempt, does=action.clause)
            return Option(key, deed, label, action.clause, "", about, does=action.clause)
        enemy = self.battle.units[target]
        name = self.attack_named(kind, used).name
        attempt = ("attack", self.unit.key, kind, used, target)
        label = f"{name} at {enemy.title}"
        return Option(f"attack {used} {target}", deed, label, "attack.from-card", "", enemy.about, attempt=attempt)

    def attack_named(self, kind: str, key: str) -> Attack:
        if kind == "flak":
            return self.battle.content.board.flak_attack
        return self.unit.face.attack(key)

    def move_option(self, figure: int, clause: str, why: str) -> Option[Deed]:
        first = figure == self.standing[0]
        key = "move" if first else f"move figure {figure + 1} first"
        label = "Move" if first else f"Move, figure {figure + 1} first"
        return Option(key, ("move", str(figure), ""), label, clause, why, self.unit.about)

    def all(self) -> list[Option[Deed]]:
        options = self.all_moves()
        for attack in self.unit.face.attacks:
            options += self.all_of_attack(attack, "attack", self.places)
        if self.crew:
            options += self.all_of_attack(self.battle.content.board.flak_attack, "flak", self.crew)
        for ability in self.unit.face.actions:
            options += self.all_of_ability(ability)
        why = "it has already spent action points" if self.now.spent else ""
        clause = "withdraw.before-ap" if why else "withdraw.effect"
        options.append(Option("withdraw", ("withdraw", "", ""), WITHDRAW, clause, why, self.unit.about, grave=True))
        options.append(self.offer(("pass", "", "")))
        return options

    def all_moves(self) -> list[Option[Deed]]:
        why, clause = "no figure can leave its hex and end beside the other", "units.coherency"
        if self.now.points < 1:
            why, clause = "no action point left", "ap.cost-must-be-covered"
        elif self.unit.arrived:
            why, clause = "it landed by Paratroop this round", "ability.paratroop-placement"
        able = [int(figure) for _, figure, _ in self.moves()]
        return [
            self.move_option(figure, "move.cost", "") if figure in able else self.move_option(figure, clause, why)
            for figure in self.standing
        ]

    def all_of_attack(self, attack: Attack, kind: str, shooters: list[int]) -> list[Option[Deed]]:
        """One option per enemy unit in range; a single greyed one where there is none or the points do not suffice."""
        possible = self.attacks(attack, kind, shooters)
        if possible:
            return [self.offer(deed) for deed in possible]
        if attack.action_points > self.now.points:
            why, clause = too_dear(attack.action_points, self.now), "ap.cost-must-be-covered"
        else:
            far = farthest_range(self.battle, attack)
            ranges = f"{attack.nearest} to {far}" if far > attack.nearest else f"{far}"
            why, clause = f"no enemy unit at range {ranges}", "attack.needs-one-figure"
        return [Option(f"attack {attack.key}", (kind, attack.key, ""), attack.name, clause, why)]

    def all_of_ability(self, ability: Ability) -> list[Option[Deed]]:
        """One option per target, those it cannot be used on with the reason; or one with what forbids the ability itself."""
        action = ACTIONS[ability.key]
        why, clause = self.fault_of(ability, action)
        targets = [] if why else action.targets(self.battle, self.unit, ability)
        if targets:
            found = [self.offer(("ability", action.key, target)) for target in targets]
            for target, reason, because in action.out_of_question(self.battle, self.unit, ability):
                offer = self.offer(("ability", action.key, target))
                found.append(Option(offer.key, offer.value, offer.label, because, reason, offer.about))
            return found
        value = ("ability", action.key, "")
        return [Option(action.key, value, ability.name, clause or action.clause, why or action.nobody)]


WITHDRAW: Final = "Withdraw (the unit is destroyed)"


def too_dear(price: int, now: Activation) -> str:
    return f"costs {counted(price, 'action point')}; {now.points} left"


def ability_fault(
    battle: Battle, unit: Unit, now: Activation, ability: Ability, action: AbilityAction
) -> tuple[str, str]:
    if action.points > now.points:
        return too_dear(action.points, now), "ap.cost-must-be-covered"
    if action.command:
        price = action.price(battle)
        if battle.boards[unit.side].command < price:
            return f"costs {price} Command; {battle.boards[unit.side].command} left", "command-action.cost"
        if battle.headquarters(unit.side) is None:
            return "the HQ is not on the battlefield", "command-action.hq-deployed"
        if action.key in now.commands:
            return "already used in this activation", "command-action.once-per-activation"
    return action.lack(battle, unit, ability)
