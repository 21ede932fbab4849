"""Attacks, rams, crashes and pinning tests that could happen, for exact odds: the very procedures of play on copies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vanguard.core.anatomy import Maker
from vanguard.core.attacks.courses import Course
from vanguard.core.attacks.undertakings import see_through
from vanguard.core.attacks.wishes import Wish, amount, flag, one_of, only_for, whole, wish_fields
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Procedure, Trial
from vanguard.core.state import State
from vanguard.rulebooks.vijilant.actions import SHOOT, SPECIAL, STRIKE
from vanguard.rulebooks.vijilant.attacks import Attack, Firing
from vanguard.rulebooks.vijilant.close_combat import cc_firings
from vanguard.rulebooks.vijilant.coherency import in_coherency
from vanguard.rulebooks.vijilant.combat import make_attack, make_hits
from vanguard.rulebooks.vijilant.last_stand import Deed, LastDeed
from vanguard.rulebooks.vijilant.odds.what_if import FACINGS, wished_battle
from vanguard.rulebooks.vijilant.pinning import pinning_test
from vanguard.rulebooks.vijilant.profiles import CommandCard
from vanguard.rulebooks.vijilant.ramming import strike_model
from vanguard.rulebooks.vijilant.shooting import HEAVY, LIGHT, Aim, volleys_of
from vanguard.rulebooks.vijilant.special_rules import command_attack
from vanguard.rulebooks.vijilant.state import CASUALTY, STANDING, Battle, Unit
from vanguard.rulebooks.vijilant.transports import bail_out
from vanguard.rulebooks.vijilant.wounds import Casualties

ATTACK: Final = "attack"
COMMAND: Final = "command"
PINNING: Final = "pinning"
RAM: Final = "ram"
CRASH: Final = "crash"
HITS: Final = "hits"
"""Of a volley, without what follows them."""
PINNED: Final = "pinned"


class Start:
    """Starts an attack, the hits of one, or a test on a copy of a battle."""

    __slots__ = ("only", "target", "unit", "what", "word")

    def __init__(self, what: str, unit: int, target: int, word: str, only: str = "") -> None:
        self.what: Final[str] = what
        self.unit: Final[int] = unit
        self.target: Final[int] = target
        self.word: Final[str] = word
        """The volley, the special, or the key of the command card."""
        self.only: Final[str] = only
        """The one weapon that fires, if not all do."""

    def __call__(self, state: State) -> Procedure:
        assert isinstance(state, Battle)
        return self._run(state)

    async def _run(self, battle: Battle) -> None:
        target = battle.units[self.target]
        if self.what == PINNING:
            await pinning_test(battle, target, "pin.roll")
        elif self.what == RAM:
            casualties: Casualties = []
            rammer = battle.units[self.unit]
            await strike_model(battle, rammer, battle.models[rammer.first], battle.models[target.first], casualties)
        elif self.what == CRASH:
            battle.models[battle.units[self.unit].first].fate = CASUALTY
            bail_out(battle, battle.units[self.unit])
        else:
            attack = self.attack(battle)
            if attack.firings:
                await (make_hits(attack) if self.what == HITS else make_attack(attack))

    def attack(self, battle: Battle) -> Attack:
        target = battle.units[self.target]
        if self.what == COMMAND:
            return command_attack(battle, 1 - target.seat, command_of(battle, self.word), target)
        unit = battle.units[self.unit]
        if self.what == STRIKE:
            models = in_coherency(battle, unit)
            firings = cc_firings(battle, unit, models)
        else:
            models = battle.standing(unit)
            used = battle.turn.used if battle.turn is not None and battle.turn.unit == unit.index else ()
            firings = Aim(battle, unit, models, target, used).firings(self.word)
        if self.only:
            firings = [firing for firing in firings if firing.weapon.key == self.only]
        return Attack(battle, unit.seat, unit, models, firings, target, self.what == STRIKE, True)

    def pins(self, battle: Battle) -> bool:
        """Can it end in a pinning test?"""
        if self.what in (PINNING, RAM, CRASH, HITS) or battle.units[self.target].pinned >= 0:
            return False
        return any([it.weapon.pinning or it.weapon.pins_by_itself for it in self.attack(battle).firings])

    def count(self, state: State) -> tuple[int, ...]:
        """1 for a unit that holds, 0 for one that is pinned."""
        assert isinstance(state, Battle)
        return (0 if state.units[self.target].pinned >= 0 else 1,)


class LastDeedStart:
    """Starts what the dead do on a copy of a battle."""

    __slots__ = ("deed", "killed")

    def __init__(self, killed: tuple[int, ...], deed: Deed) -> None:
        self.killed: Final[tuple[int, ...]] = killed
        self.deed: Final[Deed] = deed

    def __call__(self, state: State) -> Procedure:
        return see_through(state, Course(LastDeed(self.killed, self.deed)))


def attack_trial(battle: Battle, start: Start, label: str) -> Trial:
    """Of an attack that may be answered by a Last Stand the attacker's losses are told too, of one that pins the test."""
    target = battle.units[start.target]
    seat = 1 - target.seat
    watched: tuple[str, ...] = (target.key,)
    if start.what == PINNING:
        return Trial(label, seat, battle.copy(), start, watched, PINNED, start.count)
    if start.what in (SHOOT, STRIKE) and not target.had_turn:
        watched = (target.key, battle.units[start.unit].key)
    trial = Trial(label, seat, battle.copy(), start, watched)
    if start.pins(battle):
        trial.tests = (PINNED,)
        trial.held = start.count
    return trial


# -- what the options of a question would start -------------------------------------------------------------------------------


def deed_trial(battle: Battle, unit: int, what: str, index: int, word: str) -> Trial:
    attacker, target = battle.units[unit], battle.units[index]
    if what == SPECIAL:
        label = f"{attacker.card.special(word).name} on {target.name}"
        return attack_trial(battle, Start(PINNING, unit, index, word), label)
    verb = "strikes" if what == STRIKE else "shoots at"
    return attack_trial(battle, Start(what, unit, index, word), f"{attacker.name} {verb} {target.name}")


def strike_trial(battle: Battle, unit: int, index: int) -> Trial:
    return deed_trial(battle, unit, STRIKE, index, "")


def last_deed_trial(battle: Battle, what: str, index: int, word: str, *killed: int) -> Trial:
    """An attack of the dead: nobody answers it but the dead it makes in turn."""
    target, fallen = battle.units[index], battle.units[battle.models[killed[0]].unit]
    verb = "strikes" if what == STRIKE else "shoots at"
    start = LastDeedStart(killed, (what, index, word))
    return Trial(f"{fallen.name} {verb} {target.name}", fallen.seat, battle.copy(), start, (target.key,))


def pinning_trial(battle: Battle, index: int) -> Trial:
    return attack_trial(battle, Start(PINNING, -1, index, ""), f"{battle.units[index].name}: pinning test")


def command_trial(battle: Battle, key: str, index: int) -> Trial:
    name = command_of(battle, key).name
    return attack_trial(battle, Start(COMMAND, -1, index, key), f"{name} on {battle.units[index].name}")


def command_of(battle: Battle, key: str) -> CommandCard:
    """By the key of what the card does: two hands may hold the same command."""
    return next(card.command for card in battle.cards if card.command is not None and card.command.key == key)


ATTEMPTS: Final[dict[str, Maker]] = {
    "deed": deed_trial,
    "strike": strike_trial,
    "last deed": last_deed_trial,
    PINNING: pinning_trial,
    "command": command_trial,
}


# -- risk -----------------------------------------------------------------------------------------------------------------


def threats(battle: Battle, model: str, at: tuple[float, ...]) -> list[Trial]:
    """The attacks every enemy unit could make from where it stands, if this model stood at a point, its squad around it."""
    if model not in battle.places:
        raise Refused(f"there is nothing called {model!r:.60} on the table", "combat.sequence")
    there = battle.copy()
    moved = there.model(model)
    unit = there.units[moved.unit]
    dx, dy = at[0] - moved.base.x, at[1] - moved.base.y
    fresh = not there.on_table(unit)
    unit.deployed = True
    for one in there.all_models(unit):
        if one.fate == STANDING or fresh:
            one.fate = STANDING
            base = one.base.at(one.base.x + dx, one.base.y + dy)
            one.base = base.at(base.x, base.y, there.battlefield.elevation_at(base.x, base.y))
    found: list[Trial] = []
    for enemy in there.units_on_table(1 - unit.seat):
        points = enemy.card.action_points
        for volley in volleys_of(there, enemy, points):
            aim = Aim(there, enemy, there.standing(enemy), unit, ())
            if aim.objection(volley, points)[0]:
                continue
            start = Start(HITS, enemy.index, unit.index, volley)
            found.append(attack_trial(there, start, _threat_label(start.attack(there), unit)))
    return found


def _threat_label(attack: Attack, target: Unit) -> str:
    """Everything the chances depend on: the dice and what they need, their Power and the Toughness they meet, who is hit."""
    assert attack.unit is not None
    dice = [
        f"{it.count} {it.weapon.name} {it.need}+{' goodshots' if it.goodshots else ''} P{it.weapon.power} T{it.toughness}"
        for it in attack.dice()
    ]
    left = sorted([attack.battle.health_left(model) for model in attack.battle.standing(target)])
    return f"{attack.unit.name}: {', '.join(dice)} on {left}"


# -- free-standing attacks ------------------------------------------------------------------------------------------------


def trial_fields() -> dict[str, Any]:
    from vanguard.rulebooks.vijilant.content.content import content

    units = {key: card.name for key, card in content().units.items()}
    weapons = {it.key: it.name for card in content().units.values() for it in (*card.weapons, *card.support)}
    commands = {card.key: card.name for card in content().commands.values() if card.weapon is not None}
    return wish_fields(
        ["target"],
        what=one_of([ATTACK, COMMAND, RAM, PINNING, CRASH], "What happens", ATTACK),
        attacker=one_of(units, "Attacking unit", example="col-cohort"),
        weapon=one_of(dict(sorted(weapons.items())), "Weapon (everything that reaches if not given)"),
        command=only_for([COMMAND], one_of(commands, "Command card")),
        target=one_of(units, "Target unit", example="dri-boarders"),
        distance=amount("Distance in cm", 0, 60),
        cover=whole("Cover (2: touching it)", 0, 2, 0),
        hunkered=flag("Target is hunkered down"),
        zone=one_of(list(FACINGS), "Armour zone", "front"),
        models=whole("Attacking models", 1, 10),
        target_models=whole("Target models", 1, 10),
        wounds=whole("Wounds on the first target model", 0, default=0),
        airborne=only_for([CRASH], flag("The transport is in the air", True)),
    )


def trial(given: Mapping[str, Any]) -> Trial:
    """An attack of one card on another at a distance, in so much cover; or a command, a ram, a test, a crash."""
    wish = Wish(given, trial_fields(), "combat.sequence")
    what = wish.text("what")
    battle = wished_battle(wish, what)
    attacker, target = battle.units[0], battle.units[1]
    if what == PINNING:
        return pinning_trial(battle, 1)
    if what == COMMAND:
        return command_trial(battle, battle.cards[-1].key, 1)
    if what in (RAM, CRASH):
        verb = "rams" if what == RAM else "is destroyed with"
        return attack_trial(battle, Start(what, 0, 1, ""), f"{attacker.name} {verb} {target.name}")
    start = wished_attack(battle, wish.text("weapon"))
    return attack_trial(battle, start, f"{attacker.name} attacks {target.name}")


def wished_attack(battle: Battle, only: str) -> Start:
    """The wished weapon, or everything that reaches; refused where nothing does."""
    unit, target = battle.units[0], battle.units[1]
    if only and only not in [weapon.key for weapon in unit.weapons]:
        raise Refused(f"{unit.name} has no weapon {only!r:.60}", "combat.which-weapons")
    weapons = [weapon for weapon in unit.weapons if not only or weapon.key == only]
    if weapons and all([weapon.cc for weapon in weapons]):
        return Start(STRIKE, 0, 1, "", only)
    aim = Aim(battle, unit, battle.standing(unit), target, ())
    volleys = volleys_of(battle, unit, 2)
    for volley in (HEAVY, LIGHT, *[weapon.key for weapon in weapons if weapon.alone]):
        if volley not in volleys:
            continue
        firings: list[Firing] = aim.firings(volley)
        if [firing for firing in firings if not only or firing.weapon.key == only]:
            return Start(SHOOT, 0, 1, volley, only)
    raise Refused(f"no weapon of {unit.name} reaches {target.name} there", "combat.range.per-weapon")
