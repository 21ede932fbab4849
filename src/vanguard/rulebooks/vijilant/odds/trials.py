"""Attacks, rams, crashes and pinning tests that could happen, for exact odds: the very procedures of play on copies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from vanguard.core.questions import Choose, Question
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Procedure, Trial
from vanguard.core.state import State
from vanguard.rulebooks.vijilant.actions import SHOOT, SPECIAL, STRIKE
from vanguard.rulebooks.vijilant.close_combat import cc_firings
from vanguard.rulebooks.vijilant.coherency import in_coherency
from vanguard.rulebooks.vijilant.combat import Attack, Firing, roll_and_wound
from vanguard.rulebooks.vijilant.odds.what_if import wished_battle
from vanguard.rulebooks.vijilant.pinning import pinning_test
from vanguard.rulebooks.vijilant.ramming import strike_model
from vanguard.rulebooks.vijilant.shooting import HEAVY, LIGHT, Aim, volleys_of
from vanguard.rulebooks.vijilant.special_rules import command_attack
from vanguard.rulebooks.vijilant.state import CASUALTY, STANDING, Battle, Unit
from vanguard.rulebooks.vijilant.transports import bail_out
from vanguard.rulebooks.vijilant.wounds import Casualties

COMMAND: Final = "command"
PINNING: Final = "pinning"
RAM: Final = "ram"
CRASH: Final = "crash"


class Start:
    """Starts an attack or a test on a copy of a battle. Last Stands and pinning tests come after what it tells."""

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
                await roll_and_wound(attack)

    def attack(self, battle: Battle) -> Attack:
        target = battle.units[self.target]
        if self.what == COMMAND:
            command = next(card.command for card in battle.cards if card.key == self.word)
            assert command is not None
            return command_attack(battle, 1 - target.seat, command, target)
        unit = battle.units[self.unit]
        if self.what == STRIKE:
            models = in_coherency(battle, unit)
            firings = cc_firings(battle, unit, models)
        else:
            models = battle.standing(unit)
            firings = Aim(battle, unit, models, target, ()).firings(self.word)
        if self.only:
            firings = [firing for firing in firings if firing.weapon.key == self.only]
        return Attack(battle, unit.seat, unit, models, firings, target, self.what == STRIKE, True)

    def count(self, state: State) -> tuple[int, ...]:
        """1 for a unit that holds, 0 for one that is pinned."""
        assert isinstance(state, Battle)
        return (0 if state.units[self.target].pinned >= 0 else 1,)


def attack_trial(battle: Battle, start: Start, label: str) -> Trial:
    seat = 1 - battle.units[start.target].seat
    watched = (battle.units[start.target].key,)
    if start.what == PINNING:
        return Trial(label, seat, battle.copy(), start, watched, "pinned", start.count)
    return Trial(label, seat, battle.copy(), start, watched)


# -- what the options of a question would start -------------------------------------------------------------------------------


def trials(battle: Battle, question: Question[Any]) -> dict[str, Trial]:
    """The attacks and tests among the options of this question, by option key."""
    if not isinstance(question, Choose):
        return {}
    if question.clause in ("turn.action-menu", "last-stand.when"):
        return _deeds(battle, question)
    if question.clause == "weapon.cc.in-movement-action" and battle.turn is not None:
        return {
            option.key: _deed(battle, battle.turn.unit, STRIKE, option.value, "")
            for option in question.available
            if option.value >= 0
        }
    for card in battle.cards:
        command = card.command
        if command is not None and command.weapon is not None and question.clause == command.clause:
            return {
                option.key: attack_trial(
                    battle,
                    Start(COMMAND, -1, option.value[0], card.key),
                    f"{command.name} on {battle.units[option.value[0]].name}",
                )
                for option in question.available
            }
    return {}


def _deeds(battle: Battle, question: Choose[Any]) -> dict[str, Trial]:
    turn = battle.turn
    if turn is None or question.clause != "turn.action-menu":
        return {}
    found: dict[str, Trial] = {}
    for option in question.available:
        what, index, word = option.value
        if what in (SHOOT, STRIKE, SPECIAL):
            found[option.key] = _deed(battle, turn.unit, what, index, word)
    return found


def _deed(battle: Battle, unit: int, what: str, index: int, word: str) -> Trial:
    attacker, target = battle.units[unit], battle.units[index]
    if what == SPECIAL:
        label = f"{attacker.card.special(word).name} on {target.name}"
        return attack_trial(battle, Start(PINNING, unit, index, word), label)
    verb = "strikes" if what == STRIKE else "shoots at"
    return attack_trial(battle, Start(what, unit, index, word), f"{attacker.name} {verb} {target.name}")


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
            start = Start(SHOOT, enemy.index, unit.index, volley)
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

    units = list(content().units)
    weapons = sorted({it.key for card in content().units.values() for it in (*card.weapons, *card.support)})
    commands = [card.key for card in content().commands.values() if card.weapon is not None]
    return {
        "type": "object",
        "required": ["target"],
        "additionalProperties": False,
        "properties": {
            "what": {
                "enum": ["attack", COMMAND, RAM, PINNING, CRASH],
                "title": "What happens",
                "default": "attack",
            },
            "attacker": {"enum": units, "title": "Attacking unit"},
            "weapon": {"enum": weapons, "title": "Weapon (everything that reaches if not given)"},
            "command": {"enum": commands, "title": "Command card"},
            "target": {"enum": units, "title": "Target unit"},
            "distance": {"type": "number", "minimum": 0, "maximum": 60, "title": "Distance in cm"},
            "cover": {"type": "integer", "minimum": 0, "maximum": 2, "default": 0, "title": "Cover (2: touching it)"},
            "hunkered": {"type": "boolean", "default": False, "title": "Target is hunkered down"},
            "zone": {"enum": ["front", "side", "rear"], "default": "front", "title": "Armour zone"},
            "models": {"type": "integer", "minimum": 1, "maximum": 10, "title": "Attacking models"},
            "target_models": {"type": "integer", "minimum": 1, "maximum": 10, "title": "Target models"},
            "wounds": {"type": "integer", "minimum": 0, "default": 0, "title": "Wounds on the first target model"},
            "airborne": {"type": "boolean", "default": True, "title": "The transport is in the air (a crash)"},
        },
    }


def trial(wish: Mapping[str, Any]) -> Trial:
    """An attack of one card on another at a distance, in so much cover; or a command, a ram, a test, a crash."""
    fields = trial_fields()["properties"]
    for field in wish:
        if field not in fields:
            raise Refused(f"an attack has no {field!r:.40}; it has {', '.join(fields)}", "combat.sequence")
    what = wish.get("what", "attack")
    if what not in fields["what"]["enum"]:
        raise Refused(f"what: one of {', '.join(fields['what']['enum'])}, not {what!r:.60}", "combat.sequence")
    battle = wished_battle(wish, what)
    attacker, target = battle.units[0], battle.units[1]
    if what == PINNING:
        return attack_trial(battle, Start(PINNING, 0, 1, ""), f"{target.name}: pinning test")
    if what == COMMAND:
        name = battle.cards[-1].name
        return attack_trial(battle, Start(COMMAND, -1, 1, battle.cards[-1].key), f"{name} on {target.name}")
    if what in (RAM, CRASH):
        verb = "rams" if what == RAM else "is destroyed with"
        return attack_trial(battle, Start(what, 0, 1, ""), f"{attacker.name} {verb} {target.name}")
    start = wished_attack(battle, wish)
    label = f"{attacker.name} attacks {target.name}"
    return attack_trial(battle, start, label)


def wished_attack(battle: Battle, wish: Mapping[str, Any]) -> Start:
    """The wished weapon, or everything that reaches; refused where nothing does."""
    unit, target = battle.units[0], battle.units[1]
    only = str(wish.get("weapon", ""))
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
