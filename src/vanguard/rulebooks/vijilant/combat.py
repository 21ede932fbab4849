"""Combat: the dice of an attack, goodshots, who takes the other hits, and what follows: Last Stands and the pinning test.

An attack is a course of parts: its dice, goodshots, each lot of hits, and then the dead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vanguard.core.attacks.courses import AskPart, Course, Part
from vanguard.core.attacks.undertakings import Settled, see_through
from vanguard.core.questions import Choose, Lot, Option, Roll, Split
from vanguard.core.telling.events import DiceShown
from vanguard.rulebooks.vijilant.attacks import (
    GOODSHOT,
    MISS,
    NO_PIN,
    NO_SYSTEM,
    NOBODY,
    Attack,
    DeclaredAttack,
    DiceGroup,
    Hits,
    HitsAlone,
    Named,
)
from vanguard.rulebooks.vijilant.state import STANDING, Battle, Model
from vanguard.rulebooks.vijilant.wounds import (
    Casualties,
    lose_system,
    note_killed,
    plural,
    suffer,
    systems_in_view,
    wound,
    wound_model,
)

MARKS: Final[tuple[str, ...]] = ("miss", "hit", "goodshot")
SMALL: Final = 2
"""Who has no more Health loses least if the hits go to whoever has least left."""


# -- the attack -----------------------------------------------------------------------------------------------------------


async def make_attack(attack: Attack) -> None:
    """Dice, goodshots, the other hits; then Last Stands, casualties and the pinning test."""
    await see_through(attack.battle, Course(dice_of(DeclaredAttack(attack))))


async def make_hits(attack: Attack) -> None:
    """Dice, goodshots, the other hits, and nothing of what follows."""
    await see_through(attack.battle, Course(dice_of(HitsAlone(attack))))


def dice_of(attack: DeclaredAttack) -> Part:
    """The part with which an attack begins."""
    return AttackDice(attack, 0, Rolled((), (), NO_PIN))


class Rolled:
    """What the dice of an attack have come to so far."""

    __slots__ = ("goodshots", "hits", "key", "pins")

    def __init__(self, hits: tuple[Hits, ...], goodshots: tuple[int, ...], pins: int) -> None:
        self.hits: Final[tuple[Hits, ...]] = hits
        self.goodshots: Final[tuple[int, ...]] = goodshots
        """For each of them, by its number, the group of dice it belongs to."""
        self.pins: Final[int] = pins
        """Does it call for a pinning test?"""
        self.key: Final[tuple[object, ...]] = (tuple([lot.key() for lot in hits]), goodshots, pins)

    def and_dice(self, number: int, group: DiceGroup, results: list[int]) -> Rolled:
        struck = len([result for result in results if result != MISS])
        best = results.count(GOODSHOT)
        hits = with_hits(self.hits, group, struck - best)
        pins = max(self.pins, group.pins) if struck else self.pins
        return Rolled(hits, (*self.goodshots, *[number] * best), pins)


def with_hits(hits: tuple[Hits, ...], group: DiceGroup, count: int) -> tuple[Hits, ...]:
    if count <= 0:
        return hits
    power, toughness, only_visible = group.weapon.power, group.toughness, group.only_visible
    for i, known in enumerate(hits):
        if (known.power, known.toughness, known.only_visible) == (power, toughness, only_visible):
            return (*hits[:i], Hits(power, toughness, only_visible, known.count + count), *hits[i + 1 :])
    return (*hits, Hits(power, toughness, only_visible, count))


class AttackDice(AskPart):
    """The dice that are alike together, one group after the other."""

    __slots__ = ("attack", "number", "rolled")

    def __init__(self, attack: DeclaredAttack, number: int, rolled: Rolled) -> None:
        super().__init__(("dice", attack.key, number, rolled.key))
        self.attack = attack
        self.number = number
        self.rolled = rolled

    def asks(self, battle: Battle) -> Roll | Settled:
        attack = self.attack
        if not attack.groups:
            return Settled(())
        group = attack.groups[self.number]
        key = f"{group.weapon.key} {attack.who}>{battle.units[attack.target].key}"
        return Roll(attack.seat, group.count, key, "combat.to-hit", kinds=group.kinds)

    def after(self, battle: Battle, faces: Sequence[int]) -> tuple[Part, ...]:
        attack, number, rolled = self.attack, self.number, self.rolled
        if attack.groups:
            rolled = rolled.and_dice(number, attack.groups[number], self._results(faces))
        if number + 1 < len(attack.groups):
            return (AttackDice(attack, number + 1, rolled),)
        return (Goodshots(attack, rolled),)

    def _results(self, faces: Sequence[int]) -> list[int]:
        """What becomes of each die: a miss, a hit, a goodshot."""
        kinds = self.attack.groups[self.number].kinds
        return [kinds[face - 1] for face in faces]

    def tell(self, battle: Battle, faces: Sequence[int]) -> None:
        if battle.heard and self.attack.groups:
            note_dice(battle, self.attack, self.attack.groups[self.number], faces, self._results(faces))


def note_dice(
    battle: Battle, attack: DeclaredAttack, group: DiceGroup, faces: Sequence[int], results: list[int]
) -> None:
    needed = "cannot hit" if group.need > 6 else f"{max(1, group.need)}+"
    if attack.into_melee and group.need <= 6:
        needed = "6, into the melee"
    dice = DiceShown(group.weapon.name, attack.seat, faces, [MARKS[it] for it in results], needed, group.modifiers)
    hits = len([it for it in results if it])
    clause = "cc.fire-into-melee" if attack.into_melee else "combat.to-hit"
    target = battle.units[attack.target]
    battle.note(
        "dice", clause, battle.keys(target), dice, weapon=group.weapon.name, hits=hits, count=len(faces),
        target=target.name,
    )  # fmt: skip


# -- goodshots ------------------------------------------------------------------------------------------------------------


class Goodshots(AskPart):
    """Natural 6s that hit may strike one model or system of the attacker's choice, before all other hits."""

    __slots__ = ("attack", "rolled")

    def __init__(self, attack: DeclaredAttack, rolled: Rolled) -> None:
        super().__init__(("goodshots", attack.key, rolled.key))
        self.attack = attack
        self.rolled = rolled

    def asks(self, battle: Battle) -> Choose[Named] | Settled:
        """Which model or system all goodshots of the turn strike, or nobody: then they are ordinary hits."""
        attack = self.attack
        hurting = any([attack.groups[number].wounds for number in self.rolled.goodshots])
        aims = open_aims(battle, attack) if hurting else []
        if not aims:
            return Settled(NOBODY)
        options = [Option("none", NOBODY, "As ordinary hits", declines=True), *aims]
        question = Choose(attack.seat, f"{self.words()}: at whom?", options, "goodshot.nominate")
        question.dice = battle.dice_of_the_attack()
        if attack.only_hits_count(battle):
            question.usual = options[0]
        return question

    def words(self) -> str:
        count = len(self.rolled.goodshots)
        return "1 goodshot" if count == 1 else f"{count} goodshots"

    def after(self, battle: Battle, named: Named) -> tuple[Part, ...]:
        attack, rolled = self.attack, self.rolled
        shown = battle.dice_of_the_attack()
        if named != NOBODY:
            return (GoodshotsStrike(attack, rolled, named, self.words(), shown),)
        hits = rolled.hits
        for number in rolled.goodshots:
            hits = with_hits(hits, attack.groups[number], 1)
        return hits_left(attack, hits, (), rolled.pins, shown)


class GoodshotsStrike(Part):
    """All goodshots strike the model or system that was named."""

    __slots__ = ("attack", "named", "rolled", "shown", "words")

    def __init__(
        self, attack: DeclaredAttack, rolled: Rolled, named: Named, words: str, shown: DiceShown | None
    ) -> None:
        super().__init__(("goodshots strike", attack.key, rolled.key, named))
        self.attack = attack
        self.rolled = rolled
        self.named = named
        self.words = words
        self.shown = shown

    async def resolve(self, battle: Battle, course: Course) -> None:
        attack, rolled = self.attack, self.rolled
        nominate(battle, attack, self.named, self.words)
        model, system = battle.models[self.named[0]], self.named[1]
        casualties: Casualties = []
        harmless: list[tuple[int, int]] = []
        wasted = 0
        for group in sorted([attack.groups[it] for it in rolled.goodshots], key=lambda it: -it.weapon.power):
            if model.fate != STANDING or system in model.lost:
                wasted += 1
            elif not group.wounds:
                if (group.weapon.power, group.toughness) not in harmless:
                    harmless.append((group.weapon.power, group.toughness))
                    note_harmless(battle, model, group.weapon.power, group.toughness)
            elif system:
                lost = battle.units[model.unit].card.system(system)
                lose_system(battle, model, lost, "goodshot.system-cannot-kill")
            else:
                suffer(battle, model, group.wounds, casualties, "wounds.by-difference")
        if wasted:
            battle.note("goodshot-wasted", "goodshot.no-carry-on", (model.key,), who=model.name, count=wasted)
        course.first(*hits_left(attack, rolled.hits, tuple(casualties), rolled.pins, self.shown))


def open_aims(battle: Battle, attack: DeclaredAttack) -> list[Option[Named]]:
    """Every model and system in view; once one has been named in this turn, that one alone."""
    found = [option for model in attack.targets(battle, True) for option in _aims(battle, attack, model)]
    named = attack.named_before(battle)
    return found if named is None else [it for it in found if it.value == named]


def _aims(battle: Battle, attack: DeclaredAttack, model: Model) -> list[Option[Named]]:
    found = [Option(model.key, (model.index, NO_SYSTEM), model.name, about=(model.key,))]
    for system in systems_in_view(battle, model, attack.attacking(battle)):
        label = f"The {system.name} of {model.name}"
        key, does = f"{model.key}:{system.key}", f"systems.{system.kind}"
        found.append(Option(key, (model.index, system.key), label, about=(model.key,), does=does))
    return found


def nominate(battle: Battle, attack: DeclaredAttack, named: Named, shots: str) -> None:
    """It is struck by all goodshots of the unit's turn."""
    turn = battle.turn if attack.of_turn else None
    if turn is not None:
        turn.nominated = named
    if battle.heard:
        model = battle.models[named[0]]
        system = f"the {battle.units[model.unit].card.system(named[1]).name} of " if named[1] else ""
        battle.note("goodshot", "goodshot.nominate", (model.key,), shots=shots, what=f"{system}{model.name}")


def note_harmless(battle: Battle, model: Model, power: int, toughness: int) -> None:
    battle.note(
        "harmless", "wounds.power-beats-toughness", (model.key,), who=model.name, power=power, toughness=toughness
    )


# -- the other hits ---------------------------------------------------------------------------------------------------------


def hits_left(
    attack: DeclaredAttack, hits: Sequence[Hits], casualties: tuple[int, ...], pins: int, shown: DiceShown | None
) -> tuple[Part, ...]:
    """Hits are allocated, the strongest first; then comes what follows an attack."""
    if hits:
        return (Allocation(attack, tuple(sorted(hits, key=lambda it: -it.power)), casualties, pins, shown),)
    return attack.after_hits(casualties, pins)


class Allocation(AskPart):
    """The defender chooses who takes each hit; what no model is left for is lost."""

    __slots__ = ("attack", "casualties", "hits", "pins", "shown")

    def __init__(
        self,
        attack: DeclaredAttack,
        hits: tuple[Hits, ...],
        casualties: tuple[int, ...],
        pins: int,
        shown: DiceShown | None,
    ) -> None:
        super().__init__(("hits", attack.key, tuple([lot.key() for lot in hits]), casualties, pins))
        self.attack = attack
        self.hits = hits
        self.casualties = casualties
        self.pins = pins
        self.shown = shown
        """All dice of the attack together, for those who decide what comes of them."""

    def asks(self, battle: Battle) -> Split | Settled:
        """How many hits each model takes: asked only where there is something to choose."""
        lot = self.hits[0]
        if not lot.wounds:
            return Settled(())
        models = self.attack.targets(battle, lot.only_visible)
        room = [-(-battle.health_left(model) // lot.wounds) for model in models]
        if lot.count >= sum(room):
            return Settled(tuple(room))
        if len(models) == 1:
            return Settled((lot.count,))
        question = allocation_question(battle, self.attack, lot, models, room)
        question.dice = self.shown
        return question

    def after(self, battle: Battle, shares: Sequence[int]) -> tuple[Part, ...]:
        lot = self.hits[0]
        if not lot.wounds:
            return self.others(self.casualties)
        models = self.attack.targets(battle, lot.only_visible)
        struck = [(model.index, n * lot.wounds) for model, n in zip(models, shares, strict=True) if n]
        return (WoundsTaken(self, tuple(struck)),) if struck else self.others(self.casualties)

    def others(self, casualties: tuple[int, ...]) -> tuple[Part, ...]:
        """What comes after this lot of hits."""
        return hits_left(self.attack, self.hits[1:], casualties, self.pins, self.shown)

    def tell(self, battle: Battle, shares: Sequence[int]) -> None:
        lot, models = self.hits[0], battle.standing(battle.units[self.attack.target])
        if not lot.wounds and models:
            note_harmless(battle, models[0], lot.power, lot.toughness)


class WoundsTaken(Part):
    """Each model takes its wounds: as many as Power exceeds Toughness, for each of its hits."""

    __slots__ = ("lot", "struck")

    def __init__(self, lot: Allocation, struck: tuple[tuple[int, int], ...]) -> None:
        super().__init__(("wounds taken", lot.key, struck))
        self.lot = lot
        self.struck = struck

    async def resolve(self, battle: Battle, course: Course) -> None:
        attack = self.lot.attack
        casualties = list(self.lot.casualties)
        struck = [(battle.models[index], wounds) for index, wounds in self.struck]
        clause = "wounds.by-difference"
        if battle.units[attack.target].card.systems:
            for model, wounds in struck:
                await wound_model(battle, model, wounds, attack.attacking(battle), casualties, clause)
        else:
            note_killed(battle, [model for model, wounds in struck if wound(battle, model, wounds, casualties, clause)])
        course.first(*self.lot.others(tuple(casualties)))


def allocation_question(
    battle: Battle, attack: DeclaredAttack, lot: Hits, models: list[Model], room: list[int]
) -> Split:
    target = battle.units[attack.target]
    lots = [Lot(model.key, model.name, at_most=most) for model, most in zip(models, room, strict=True)]
    words = "hit" if lot.count == 1 else "hits"
    each = f"{lot.wounds} {plural(lot.wounds)}{' each' if lot.count > 1 else ''}"
    question = Split(
        target.seat,
        f"{target.name} takes {lot.count} {words} of Power {lot.power} ({each}): who?",
        lot.count,
        lots,
        "wounds.defender-allocates",
        about=battle.keys(target),
    )
    if target.card.health <= SMALL and attack.hits_anybody_alike(battle):
        question.usual = hits_on_the_weakest(battle, lot, models, room)
    return question


def hits_on_the_weakest(battle: Battle, lot: Hits, models: list[Model], room: list[int]) -> dict[str, int]:
    """What odds take for granted: whoever has least left is hit first, among equals whoever steadies the squad least.

    Only where nobody loses less in another way, which odds are held to by walking every answer.
    """
    left = lot.count
    given: dict[str, int] = {}
    for i in sorted(range(len(models)), key=lambda k: (battle.health_left(models[k]), models[k].kind.morale, k)):
        taken = min(left, room[i])
        if taken:
            given[models[i].key] = taken
            left -= taken
    return given
