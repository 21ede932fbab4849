"""What is printed on particular cards: auras, specials and command cards, one class each, under the key of its card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from vanguard.core.questions import Choose, Option
from vanguard.core.telling.events import Modifier
from vanguard.rulebooks.vijilant.attacks import Attack, Firing
from vanguard.rulebooks.vijilant.battlefield import TOLERANCE
from vanguard.rulebooks.vijilant.combat import make_attack
from vanguard.rulebooks.vijilant.line_of_sight import Looking
from vanguard.rulebooks.vijilant.profiles import CommandCard, Special
from vanguard.rulebooks.vijilant.state import Battle, Model, Unit

# -- auras --------------------------------------------------------------------------------------------------------------------


def in_aura(battle: Battle, unit: Unit, hero: Unit, reach: float) -> bool:
    """Auras work while the hero is alive and on the table, measured edge to edge to any model of the unit."""
    for bearer in battle.standing(hero):
        for model in battle.standing(unit):
            if battle.gap(bearer, model) <= reach + TOLERANCE:
                return True
    return False


def auras(battle: Battle, unit: Unit, key: str) -> list[tuple[Unit, Special]]:
    """The friendly heroes whose aura of this key the unit stands in."""
    found: list[tuple[Unit, Special]] = []
    for hero in battle.units:
        if hero.seat != unit.seat or not hero.card.specials or not battle.on_table(hero):
            continue
        for special in hero.card.specials:
            if special.key == key and special.aura and in_aura(battle, unit, hero, special.reach):
                found.append((hero, special))
    return found


LINKED_MINDS: Final = "linked-minds"
BLACK_FLAG: Final = "black-flag"


def morale_of(battle: Battle, unit: Unit) -> list[Modifier]:
    """The highest Morale among the living models, or a hero's whose mind is linked, with what adds to it."""
    best = Modifier(max([model.kind.morale for model in battle.living(unit)]), "Morale", "pin.highest-morale")
    for hero, special in auras(battle, unit, LINKED_MINDS):
        morale = max([model.kind.morale for model in battle.standing(hero)])
        if morale > best.amount:
            best = Modifier(morale, f"{special.name} of {hero.name}", special.clause)
    parts = [best]
    for hero, special in auras(battle, unit, BLACK_FLAG)[:1]:
        parts.append(Modifier(special.morale, f"{special.name} of {hero.name}", special.clause))
    if unit.morale_bonus:
        parts.append(Modifier(unit.morale_bonus, "Shared Purpose", "cards.shared-purpose"))
    return parts


# -- special actions ----------------------------------------------------------------------------------------------------------


def chorus_fault(battle: Battle, models: list[Model], special: Special, target: Unit) -> tuple[str, str]:
    """Why Dread chorus cannot be sung at a unit: what, and the clause; empty if it can."""
    if target.flying:
        return f"{target.name} is in the air", special.clause
    if target.pinned >= 0:
        return f"{target.name} is pinned already", "pin.once-per-attack"
    fault = out_of_earshot(battle, models, special, target)
    return (fault, special.clause) if fault else ("", "")


def out_of_earshot(battle: Battle, models: list[Model], special: Special, target: Unit) -> str:
    """A model of the target has to be within reach and seen by one of these; empty if one is."""
    far = special.reach + TOLERANCE
    near = [it for it in models if any([battle.gap(it, m) <= far for m in battle.standing(target)])]
    if not near:
        return f"no model within {special.reach:g} cm"
    seen = Looking(battle, near, target).visible()
    if not any([battle.gap(it, m) <= far for m in seen for it in near]):
        return f"{target.name} is out of sight"
    return ""


async def sing_chorus(battle: Battle, unit: Unit, special: Special, target: Unit) -> None:
    """The unit takes a pinning test at once; no attack, no hit needed."""
    from vanguard.rulebooks.vijilant.pinning import pinning_test

    battle.note(
        "special", special.clause, battle.keys(unit, target), unit=unit.name, special=special.name, target=target.name
    )
    await pinning_test(battle, target, special.clause)


# -- command cards -------------------------------------------------------------------------------------------------------------


class Effect:
    """What a command card does: `options` are the units it can be played on, with a word for what is done to them."""

    nobody: ClassVar[str] = "none of your units is on the table"
    """Why it cannot be played at all if it has no option."""

    def options(self, battle: Battle, seat: int, card: CommandCard) -> list[Option[tuple[int, str]]]:
        return []

    def why_not(self, battle: Battle, unit: Unit) -> str:
        """Why it cannot be played on a living friendly unit that is not among the options."""
        return "it is not on the table"

    async def play(self, battle: Battle, seat: int, card: CommandCard, unit: Unit, word: str) -> None:
        raise TypeError(f"{card.name} does nothing")


def _on(
    battle: Battle, units: Sequence[Unit], word: str = "", label: str = "{}"
) -> list[Option[tuple[int, str]]]:  # fmt: skip
    return [
        Option(
            f"{unit.key}:{word}" if word else unit.key,
            (unit.index, word),
            label.format(unit.name),
            about=battle.keys(unit),
        )
        for unit in units
    ]


class WeaponCommand(Effect):
    """Orbital Lance, Strafing Run: an attack without a position on any enemy unit on the table."""

    nobody: ClassVar[str] = "no enemy unit is on the table"

    def options(self, battle: Battle, seat: int, card: CommandCard) -> list[Option[tuple[int, str]]]:
        return [
            Option(
                unit.key,
                (unit.index, ""),
                unit.name,
                about=battle.keys(unit),
                attempt=("command", card.key, unit.index),
            )
            for unit in battle.units_on_table(1 - seat)
        ]

    async def play(self, battle: Battle, seat: int, card: CommandCard, unit: Unit, word: str) -> None:
        assert card.weapon is not None
        await make_attack(command_attack(battle, seat, card, unit))


def command_attack(battle: Battle, seat: int, card: CommandCard, target: Unit) -> Attack:
    assert card.weapon is not None
    return Attack(battle, seat, None, [], [Firing(None, card.weapon)], target, False, False)


class SharedPurpose(Effect):
    """+2 to pinning tests until the end of the round, or +1 Skill in a turn that is still to come this round."""

    MORALE: Final = "morale"
    SKILL: Final = "skill"

    def options(self, battle: Battle, seat: int, card: CommandCard) -> list[Option[tuple[int, str]]]:
        steady = _on(battle, battle.units_on_table(seat), self.MORALE, "{}: +2 to pinning tests this round")
        waiting = [unit for unit in battle.units_of(seat) if battle.is_alive(unit) and not unit.had_turn]
        return steady + _on(battle, waiting, self.SKILL, "{}: +1 Skill in its turn this round")

    async def play(self, battle: Battle, seat: int, card: CommandCard, unit: Unit, word: str) -> None:
        if word == self.MORALE:
            unit.morale_bonus = card.morale
            battle.note("steadied", card.clause, battle.keys(unit), unit=unit.name, amount=card.morale)
        else:
            unit.skill_bonus = card.skill
            battle.note("guided", card.clause, battle.keys(unit), unit=unit.name, amount=card.skill)


class SmokeCurtain(Effect):
    """+1 Dodge against everything except CC attacks until the end of the round."""

    def options(self, battle: Battle, seat: int, card: CommandCard) -> list[Option[tuple[int, str]]]:
        return _on(battle, battle.units_on_table(seat))

    async def play(self, battle: Battle, seat: int, card: CommandCard, unit: Unit, word: str) -> None:
        unit.dodge_bonus = card.dodge


class DoubleTime(Effect):
    """+2 Move in a turn that is still to come this round, also when the unit deploys."""

    nobody: ClassVar[str] = "every unit of yours has had its turn this round"

    def why_not(self, battle: Battle, unit: Unit) -> str:
        return "it has had its turn this round"

    def options(self, battle: Battle, seat: int, card: CommandCard) -> list[Option[tuple[int, str]]]:
        return _on(battle, [unit for unit in battle.units_of(seat) if battle.is_alive(unit) and not unit.had_turn])

    async def play(self, battle: Battle, seat: int, card: CommandCard, unit: Unit, word: str) -> None:
        unit.move_bonus = int(card.move)


class PatchKit(Effect):
    """A vehicle or walking machine on the table gets one destroyed system back and loses one wound."""

    nobody: ClassVar[str] = "no vehicle or walking machine of yours on the table has lost anything"

    def why_not(self, battle: Battle, unit: Unit) -> str:
        if unit.card.infantry:
            return "it is no vehicle and no walking machine"
        return "it has lost no system and has no wound" if battle.on_table(unit) else "it is not on the table"

    def options(self, battle: Battle, seat: int, card: CommandCard) -> list[Option[tuple[int, str]]]:
        found: list[Option[tuple[int, str]]] = []
        for unit in battle.units_on_table(seat):
            if unit.card.infantry:
                continue
            model = battle.models[unit.first]
            for key in model.lost:
                name = unit.card.system(key).name
                found += _on(battle, [unit], key, "{}: " + f"repair the {name}")
            if not model.lost and model.wounds:
                found += _on(battle, [unit], "", "{}: heal a wound")
        return found

    async def play(self, battle: Battle, seat: int, card: CommandCard, unit: Unit, word: str) -> None:
        model = battle.models[unit.first]
        if word:
            model.lost = tuple([key for key in model.lost if key != word])
            battle.note("repaired", card.clause, (model.key,), unit=unit.name, system=unit.card.system(word).name)
        if model.wounds:
            healed = min(card.health, model.wounds)
            model.wounds -= healed
            left = battle.health_left(model)
            battle.note("healed", card.clause, (model.key,), unit=unit.name, amount=healed, left=left)


class GrappleDown(Effect):
    """A friendly unit inside a transport on the table unloads now, without an action and without a turn."""

    nobody: ClassVar[str] = "no unit of yours can get out of a transport on the table"

    def why_not(self, battle: Battle, unit: Unit) -> str:
        from vanguard.rulebooks.vijilant.transports import unload_fault

        return unload_fault(battle, unit) if unit.inside >= 0 else "it is in no transport"

    def options(self, battle: Battle, seat: int, card: CommandCard) -> list[Option[tuple[int, str]]]:
        from vanguard.rulebooks.vijilant.transports import unload_fault

        inside = [unit for unit in battle.units_of(seat) if unit.inside >= 0 and not unload_fault(battle, unit)]
        return _on(battle, inside)

    async def play(self, battle: Battle, seat: int, card: CommandCard, unit: Unit, word: str) -> None:
        from vanguard.rulebooks.vijilant.transports import unload

        await unload(battle, unit, card.clause)


FIRE: Final = WeaponCommand()
EFFECTS: Final[dict[str, Effect]] = {
    "shared-purpose": SharedPurpose(),
    "smoke-curtain": SmokeCurtain(),
    "double-time": DoubleTime(),
    "patch-kit": PatchKit(),
    "grapple-down": GrappleDown(),
}


def effect_of(card: CommandCard) -> Effect:
    return EFFECTS[card.key] if card.weapon is None else FIRE


async def play_command(battle: Battle, seat: int, card: CommandCard) -> None:
    """The player says whom; the card does what is printed on it."""
    effect = effect_of(card)
    options = effect.options(battle, seat, card)
    offered = [option.value[0] for option in options]
    if battle.units[offered[0]].seat == seat:
        for unit in battle.units_of(seat):
            if unit.index not in offered and battle.is_alive(unit):
                why = effect.why_not(battle, unit)
                options.append(Option(unit.key, (unit.index, ""), unit.name, card.clause, why, battle.keys(unit)))
    for option in options:
        option.does = card.text
    index, word = await Choose(seat, f"{card.name}: on whom?", options, card.clause)
    unit = battle.units[index]
    battle.note(
        "command-played", card.clause, battle.keys(unit), side=battle.side_name(seat), card=card.name, unit=unit.name
    )
    await effect.play(battle, seat, card, unit, word)
