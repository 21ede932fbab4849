"""Ability and command actions, one small class each, named as printed. Innate abilities are read where they matter."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Option
from vanguard.rulebooks.normandy.attacks import is_in_range, make_attack
from vanguard.rulebooks.normandy.ground import NEIGHBOURS, shown
from vanguard.rulebooks.normandy.move_actions import move_unit
from vanguard.rulebooks.normandy.movement import can_move
from vanguard.rulebooks.normandy.profiles import Ability, Attack
from vanguard.rulebooks.normandy.state import BY_PARATROOP, BY_TRANSPORT, Battle, Unit, marker_key, range_between
from vanguard.rulebooks.normandy.tokens import NAMES, TokenPlace, clause_of_lack, lay_token, none_left, remove_token
from vanguard.rulebooks.normandy.units import hide, unpin


class AbilityAction:
    """An action printed on some cards. `targets` are the keys it may be used on (one empty key if it has none)."""

    key: str = ""
    points: int = 1
    command: int = 0
    nobody: str = "no friendly unit it could help is near enough"
    attacks: bool = False
    """Whether using it is an attack: the one `attack` gives."""

    def attack(self, unit: Unit) -> Attack:
        raise TypeError(f"{self.key} is no attack")

    @property
    def clause(self) -> str:
        return f"ability.{self.key}"

    def price(self, battle: Battle) -> int:
        """What it costs in Command."""
        return self.command

    def lack(self, battle: Battle, unit: Unit, ability: Ability) -> tuple[str, str]:
        """Why it cannot be used by anybody now, with the clause; empty if it can."""
        return ("", "")

    def targets(self, battle: Battle, unit: Unit, ability: Ability) -> list[str]:
        return [""]

    def out_of_question(self, battle: Battle, unit: Unit, ability: Ability) -> list[tuple[str, str, str]]:
        """Friendly units it cannot be used on now, though on others: each with the reason and its clause."""
        return []

    def label(self, battle: Battle, ability: Ability, target: str) -> str:
        return f"{ability.name}: {battle.units[target].title}" if target else ability.name

    def about(self, battle: Battle, unit: Unit, target: str) -> tuple[str, ...]:
        return battle.units[target].about if target else unit.about

    async def perform(self, battle: Battle, key: str, ability: Ability, target: str) -> None:
        raise TypeError(f"{self.key} has no effect written down")


class FriendlyAction(AbilityAction):
    """Used on one friendly deployed unit within a distance, the acting one included or not, if nothing speaks against it."""

    itself: bool = False

    def reach(self, ability: Ability) -> int:
        return ability.amount

    def bar(self, battle: Battle, other: Unit) -> tuple[str, str]:
        """What speaks against using it on a unit that is near enough, with the clause; empty if nothing does."""
        return "", ""

    def fault(self, battle: Battle, unit: Unit, ability: Ability, other: Unit) -> tuple[str, str]:
        if other is unit and not self.itself:
            return "it helps others only", self.clause
        if other is not unit and range_between(unit, other) > self.reach(ability):
            return f"{range_between(unit, other)} hexes away, it reaches {self.reach(ability)}", "ability.range"
        return self.bar(battle, other)

    def targets(self, battle: Battle, unit: Unit, ability: Ability) -> list[str]:
        friends = friends_on_the_field(battle, unit)
        return [it.key for it in friends if not self.fault(battle, unit, ability, it)[0]]

    def out_of_question(self, battle: Battle, unit: Unit, ability: Ability) -> list[tuple[str, str, str]]:
        found: list[tuple[str, str, str]] = []
        for other in friends_on_the_field(battle, unit):
            why, clause = self.fault(battle, unit, ability, other)
            if why:
                found.append((other.key, why, clause))
        return found


class Steady(FriendlyAction):
    key = "steady"
    itself = True
    nobody = "no pinned friendly unit is near enough"

    def bar(self, battle: Battle, other: Unit) -> tuple[str, str]:
        return ("", "") if other.pins else ("it is not pinned", self.clause)

    async def perform(self, battle: Battle, key: str, ability: Ability, target: str) -> None:
        unpin(battle, battle.units[target], 1, self.clause)


class AmmoDrop(FriendlyAction):
    key = "ammo-drop"
    nobody = "no other pinned friendly unit is beside it"

    def reach(self, ability: Ability) -> int:
        return 1

    def bar(self, battle: Battle, other: Unit) -> tuple[str, str]:
        return ("", "") if other.pins else ("it is not pinned", self.clause)

    async def perform(self, battle: Battle, key: str, ability: Ability, target: str) -> None:
        unpin(battle, battle.units[target], 1, self.clause)


class MoveOut(FriendlyAction):
    key = "move-out"
    command = 1
    within: Final[int] = 4
    nobody = "no other unpinned friendly unit that may move is within 4"

    def reach(self, ability: Ability) -> int:
        return self.within

    def bar(self, battle: Battle, other: Unit) -> tuple[str, str]:
        if other.pins:
            return "it is pinned", self.clause
        if other.arrived == BY_TRANSPORT:
            return "it arrived by transport this round", "transport.no-more-actions"
        if other.arrived == BY_PARATROOP:
            return "it landed by Paratroop this round", "ability.paratroop-placement"
        if not any([can_move(battle, other, figure) for figure in other.standing()]):
            return "it cannot move anywhere", "move.at-least-one"
        return "", ""

    async def perform(self, battle: Battle, key: str, ability: Ability, target: str) -> None:
        other = battle.units[target]
        battle.note("moves-out", clause=self.clause, about=other.about, unit=other.title, ability=ability.name)
        first = await first_figure(battle, other)
        await move_unit(battle, target, first)


class DigIn(AbilityAction):
    key = "dig-in"

    def lack(self, battle: Battle, unit: Unit, ability: Ability) -> tuple[str, str]:
        return hidden_already(unit) if unit.hidden else sandbag_lack(battle)

    def targets(self, battle: Battle, unit: Unit, ability: Ability) -> list[str]:
        return [unit.key]

    async def perform(self, battle: Battle, key: str, ability: Ability, target: str) -> None:
        hide(battle, battle.units[target], "sandbag", self.clause)


class Sandbags(FriendlyAction):
    key = "sandbags"
    itself = True
    nobody = "no unit on foot beside it lacks a Hidden token"

    def reach(self, ability: Ability) -> int:
        return 1

    def lack(self, battle: Battle, unit: Unit, ability: Ability) -> tuple[str, str]:
        return sandbag_lack(battle)

    def bar(self, battle: Battle, other: Unit) -> tuple[str, str]:
        return ("it is a vehicle", self.clause) if other.card.mechanized else hidden_already(other)

    async def perform(self, battle: Battle, key: str, ability: Ability, target: str) -> None:
        hide(battle, battle.units[target], "sandbag", self.clause)


class Smoke(FriendlyAction):
    key = "smoke"
    itself = True
    nobody = "no friendly unit without a Hidden token is near enough"

    def bar(self, battle: Battle, other: Unit) -> tuple[str, str]:
        return hidden_already(other)

    async def perform(self, battle: Battle, key: str, ability: Ability, target: str) -> None:
        hide(battle, battle.units[target], "smoke", self.clause)


class SmokeBarrage(AbilityAction):
    key = "smoke-barrage"
    command = 1
    within: Final[int] = 8
    most: Final[int] = 3
    nobody = "no friendly unit without a Hidden token is within 8"

    def targets(self, battle: Battle, unit: Unit, ability: Ability) -> list[str]:
        return [""] if self.exposed(battle, unit) else []

    def exposed(self, battle: Battle, unit: Unit) -> list[Unit]:
        return [it for it in friends_within(battle, unit, self.within, True) if not it.hidden]

    async def perform(self, battle: Battle, key: str, ability: Ability, target: str) -> None:
        for count in range(self.most):
            exposed = self.exposed(battle, battle.units[key])
            if not exposed:
                return
            options: list[Option[str]] = [Option(it.key, it.key, it.title, about=it.about) for it in exposed]
            if count:
                options.append(Option("done", "", "No further unit", declines=True))
            chosen = await Choose(battle.units[key].side, "Which unit does the smoke hide?", options, self.clause)
            if not chosen:
                return
            hide(battle, battle.units[chosen], "smoke", self.clause)


class Demolition(AbilityAction):
    key = "demolition"
    nobody = "no Minefield, Belgian Gate or Flak 88 is in or beside its hexes"

    @property
    def clause(self) -> str:
        return "token.demolition"

    def targets(self, battle: Battle, unit: Unit, ability: Ability) -> list[str]:
        near: list[int] = []
        for place in unit.places():
            for hex in (place, *NEIGHBOURS[place]):
                if hex not in near:
                    near.append(hex)
        return [marker_key(kind, hex) for kind, hex in self._tokens(battle) if hex in near]

    def _tokens(self, battle: Battle) -> list[tuple[str, int]]:
        """What can be demolished, and where it lies."""
        laid = (("minefield", battle.mines), ("belgian-gate", battle.gates), ("flak-88", battle.flaks))
        return [(kind, hex) for kind, tokens in laid for hex, _ in tokens]

    def _token(self, battle: Battle, target: str) -> tuple[str, int]:
        return next(iter([(kind, hex) for kind, hex in self._tokens(battle) if marker_key(kind, hex) == target]))

    def label(self, battle: Battle, ability: Ability, target: str) -> str:
        kind, hex = self._token(battle, target)
        return f"{ability.name}: {NAMES[kind]} at {shown(hex)}"

    def about(self, battle: Battle, unit: Unit, target: str) -> tuple[str, ...]:
        return (target,)

    async def perform(self, battle: Battle, key: str, ability: Ability, target: str) -> None:
        kind, hex = self._token(battle, target)
        remove_token(battle, kind, hex)
        unit = battle.units[key]
        place = shown(hex)
        battle.note("demolished", clause=self.clause, about=unit.about, unit=unit.title, token=NAMES[kind], hex=place)


class TokenAbility(AbilityAction):
    """Places a token in a hex near the unit."""

    kind: str = ""
    within: int = 1
    nobody = "no hex near enough may hold the token"

    def lack(self, battle: Battle, unit: Unit, ability: Ability) -> tuple[str, str]:
        missing = none_left(battle, self.kind)
        return (missing, clause_of_lack(battle, self.kind)) if missing else ("", "")

    def targets(self, battle: Battle, unit: Unit, ability: Ability) -> list[str]:
        return [""] if TokenPlace(battle, unit.side, self.kind, unit, self.within).is_possible() else []

    async def perform(self, battle: Battle, key: str, ability: Ability, target: str) -> None:
        unit = battle.units[key]
        hex = await TokenPlace(battle, unit.side, self.kind, unit, self.within).question(self.clause)
        lay_token(battle, unit.side, self.kind, hex, self.clause)


class LayMines(TokenAbility):
    key = "lay-mines"
    kind = "minefield"
    command = 1

    async def perform(self, battle: Battle, key: str, ability: Ability, target: str) -> None:
        """One Minefield; veteran Pioneers up to two."""
        unit = battle.units[key]
        for count in range(max(1, ability.amount)):
            place = TokenPlace(battle, unit.side, self.kind, unit, self.within)
            if none_left(battle, self.kind) or not place.is_possible():
                return
            if count and not await another(battle, unit, "Lay another Minefield?", self.clause):
                return
            hex = await place.question(self.clause)
            lay_token(battle, unit.side, self.kind, hex, self.clause)


class EmplaceGate(TokenAbility):
    key = "emplace-gate"
    kind = "belgian-gate"


class EmplaceFlak(TokenAbility):
    key = "emplace-flak-88"
    kind = "flak-88"
    command = 2
    within = 3

    @property
    def clause(self) -> str:
        return "ability.emplace-flak88"


class CallAirstrike(TokenAbility):
    key = "call-airstrike"
    kind = "airstrike"
    command = 2
    within = 8

    def price(self, battle: Battle) -> int:
        return 1 if battle.weather == "break-in-the-clouds" else self.command

    def targets(self, battle: Battle, unit: Unit, ability: Ability) -> list[str]:
        return [""]


class TimeOnTarget(AbilityAction):
    key = "time-on-target"
    command = 1
    points = 2
    reroll: Final[int] = 3
    nobody = "no enemy unit is in range"
    attacks = True

    def attack(self, unit: Unit) -> Attack:
        return unit.face.attacks[0].with_reroll(self.reroll, unit.face.action(self.key).name)

    def targets(self, battle: Battle, unit: Unit, ability: Ability) -> list[str]:
        attack = unit.face.attacks[0]
        shooters = unit.places()
        return [it.key for it in battle.deployed_of(1 - unit.side) if is_in_range(battle, shooters, attack, it)]

    async def perform(self, battle: Battle, key: str, ability: Ability, target: str) -> None:
        unit = battle.units[key]
        await make_attack(battle, key, self.attack(unit), target, tuple(unit.places()))


ACTIONS: Final[dict[str, AbilityAction]] = {
    action.key: action
    for action in (
        Steady(), AmmoDrop(), MoveOut(), DigIn(), Sandbags(), Smoke(), SmokeBarrage(), Demolition(), LayMines(),
        EmplaceGate(), EmplaceFlak(), CallAirstrike(), TimeOnTarget(),
    )
}  # fmt: skip


def friends_on_the_field(battle: Battle, unit: Unit) -> list[Unit]:
    return [other for other in battle.units.values() if other.side == unit.side and other.deployed]


def friends_within(battle: Battle, unit: Unit, distance: int, itself: bool) -> list[Unit]:
    """Friendly deployed units whose nearest figure is within this distance of one of the unit's."""
    return [
        other
        for other in battle.units.values()
        if other.side == unit.side
        and other.deployed
        and ((itself and other is unit) or (other is not unit and range_between(unit, other) <= distance))
    ]


def hidden_already(unit: Unit) -> tuple[str, str]:
    """No second Hidden token for a unit that has one, whichever made it Hidden."""
    return ("it is Hidden by a token already", "token.sandbag") if unit.hidden else ("", "")


def sandbag_lack(battle: Battle) -> tuple[str, str]:
    if battle.two_sided_left() > 0:
        return ("", "")
    return ("no Sandbag token is left in the pool", "components.effect-token-limits")


async def first_figure(battle: Battle, unit: Unit) -> int:
    """Figures move in an order chosen by the owner; asked where more than one could begin."""
    able = [i for i in unit.standing() if can_move(battle, unit, i)]
    if len(able) == 1:
        return able[0]
    options = [
        Option(unit.figures[i], i, f"Figure {i + 1} at {shown(unit.hexes[i])}", about=(unit.figures[i],)) for i in able
    ]
    return await Choose(
        unit.side, f"Which figure of {unit.title} moves first?", options, "move.figure-order", unit.about
    )


async def another(battle: Battle, unit: Unit, prompt: str, clause: str) -> bool:
    options = [Option("yes", True, "Yes"), Option("no", False, "No", declines=True)]
    return await Choose(unit.side, prompt, options, clause, unit.about)
