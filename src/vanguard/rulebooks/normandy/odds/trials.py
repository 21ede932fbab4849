"""Attacks that could happen, for exact odds: the very procedure of play on a small copy of the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vanguard.core.questions import Choose, Question
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Procedure, Trial
from vanguard.core.state import State
from vanguard.rulebooks.normandy.activation import passes_pinning_test
from vanguard.rulebooks.normandy.attacks import flak_crew, is_in_range, make_attack, protection, take_aim
from vanguard.rulebooks.normandy.content.content import content
from vanguard.rulebooks.normandy.ground import DISTANCE, HEXES, NEIGHBOURS, SIZE, Ground, hex_at
from vanguard.rulebooks.normandy.profiles import Attack, CardSide, UnitCard
from vanguard.rulebooks.normandy.setup import start
from vanguard.rulebooks.normandy.special_rules import TimeOnTarget
from vanguard.rulebooks.normandy.state import GONE, NORTH, SOUTH, Battle, Unit
from vanguard.rulebooks.normandy.symbols import dice_text
from vanguard.rulebooks.normandy.tokens import NAMES, set_off_mine, strike
from vanguard.rulebooks.normandy.units import place_card

ATTACK = "attack"
MINEFIELD = "minefield"
AIRSTRIKE = "airstrike"
PINNING = "pinning"
TARGET_HEX = 7 * SIZE + 2
FARTHEST = 12


def trials(battle: Battle, question: Question[Any]) -> dict[str, Trial]:
    """The attacks among the options of this question, by option key."""
    now = battle.activation
    if isinstance(question, Choose) and question.clause == "activation.must-activate":
        return pinning_tests(battle, question)
    if now is None or not isinstance(question, Choose):
        return {}
    if now.unit not in battle.units or not battle.units[now.unit].deployed:
        return {}
    found: dict[str, Trial] = {}
    unit = battle.units[now.unit]
    for option in question.options:
        value = option.value
        if option.why_not or not isinstance(value, tuple) or len(value) != 3:
            continue
        attack, shooters = attack_of(battle, unit, value[0], value[1])
        if attack is not None:
            target = battle.units[value[2]]
            found[option.key] = attack_trial(battle, unit, attack, target, tuple(shooters))
    return found


def pinning_tests(battle: Battle, question: Choose[Any]) -> dict[str, Trial]:
    """The Pinning Tests of pinned units that could be activated."""
    found: dict[str, Trial] = {}
    for option in question.available:
        unit = battle.units.get(option.key)
        if unit is not None and unit.pins and unit.deployed:
            found[option.key] = harm_trial(battle, unit, PINNING)
    return found


def attack_of(battle: Battle, unit: Unit, kind: str, used: str) -> tuple[Attack | None, list[int]]:
    """The attack profile and the attacking figures of an action, None if it is no attack."""
    if kind == "attack":
        return next(it for it in unit.face.attacks if it.key == used), unit.places()
    if kind == "flak":
        return battle.content.board.flak_attack, flak_crew(battle, unit)
    if kind == "ability" and used == "time-on-target":
        return unit.face.attacks[0].with_reroll(TimeOnTarget.reroll, "Time on Target"), unit.places()
    return None, []


def attack_trial(battle: Battle, unit: Unit, attack: Attack, target: Unit, shooters: tuple[int, ...]) -> Trial:
    small = battle.copy()
    small.units = {unit.key: unit.copy(), target.key: target.copy()}
    label = f"{unit.title}: {attack.name} at {target.title}"
    return Trial(label, unit.side, small, attack_start(unit.key, attack, target.key, shooters), (target.key,))


class HarmStart:
    """Starts a Minefield, an Airstrike or a Pinning Test on one unit."""

    __slots__ = ("key", "what")

    def __init__(self, what: str, key: str) -> None:
        self.what = what
        self.key = key

    def __call__(self, state: State) -> Procedure:
        assert isinstance(state, Battle)
        return self._run(state)

    async def _run(self, battle: Battle) -> None:
        unit = battle.units[self.key]
        if self.what == MINEFIELD:
            battle.mines = ((unit.places()[0], 1 - unit.side),)
            await set_off_mine(battle, self.key, unit.places()[0])
        elif self.what == AIRSTRIKE:
            await strike(battle, 1 - unit.side, self.key)
        elif not await passes_pinning_test(battle, self.key, "pin.test-dice"):
            unit.activated = True

    def count(self, state: State) -> tuple[int, ...]:
        """1 for a unit that passes its Pinning Test, 0 for one whose activation is lost."""
        assert isinstance(state, Battle)
        return (0 if state.units[self.key].activated else 1,)


def harm_trial(battle: Battle, unit: Unit, what: str) -> Trial:
    """The other side counts as the attacker: it wants the unit to come to harm."""
    small = battle.copy()
    small.units = {unit.key: unit.copy()}
    start = HarmStart(what, unit.key)
    if what == PINNING:
        small.units[unit.key].activated = False
        label = f"{unit.title}: Pinning Test with {unit.pins} Pin"
        return Trial(label, 1 - unit.side, small, start, (unit.key,), "fails", start.count)
    return Trial(f"{NAMES[what]} on {unit.title}", 1 - unit.side, small, start, (unit.key,))


def attack_start(key: str, attack: Attack, target: str, shooters: tuple[int, ...]) -> Callable[[State], Procedure]:
    return lambda state: begin(state, key, attack, target, shooters)


def begin(state: State, key: str, attack: Attack, target: str, shooters: tuple[int, ...]) -> Procedure:
    assert isinstance(state, Battle)
    return make_attack(state, key, attack, target, shooters)


# -- risk -----------------------------------------------------------------------------------------------------------------


def threats(battle: Battle, model: str, at: tuple[float, ...]) -> list[Trial]:
    """The attacks every enemy unit could make from where it stands, if the unit of this figure stood at a hex."""
    hex = hex_at(at, "attack.range-count")
    unit = next((it for it in battle.units.values() if model in it.about), None)
    if unit is None:
        raise Refused(f"there is nothing called {model!r:.60} on the battlefield")
    there = battle.copy()
    moved = there.units[unit.key]
    moved.deployed = True
    stand_at(there, moved, max(0, unit.figures.index(model) if model in unit.figures else 0), hex)
    found: list[Trial] = []
    for enemy in there.deployed_of(1 - unit.side):
        points = enemy.face.action_points - (1 if enemy.pins else 0)
        for attack in enemy.face.attacks:
            if attack.action_points <= points and is_in_range(there, enemy.places(), attack, moved):
                trial = attack_trial(there, enemy, attack, moved, tuple(enemy.places()))
                trial.label = threat_label(there, enemy, attack, moved)
                found.append(trial)
    return found


def stand_at(battle: Battle, unit: Unit, figure: int, hex: int) -> None:
    """One figure in this hex, the others beside it: where they are, or in the first free hex."""
    taken = battle.occupants()
    places = [GONE] * len(unit.hexes)
    places[figure] = hex
    for i in unit.standing():
        if i != figure:
            here = unit.hexes[i]
            free = [it for it in NEIGHBOURS[hex] if it not in taken and it not in places]
            places[i] = here if here in NEIGHBOURS[hex] else (free or NEIGHBOURS[hex])[0]
    unit.hexes = tuple(places)


def threat_label(battle: Battle, enemy: Unit, attack: Attack, target: Unit) -> str:
    """Everything the chances depend on: who attacks with how many dice, against which protection and how much health."""
    dice, pairs = take_aim(battle, enemy.places(), attack, target)
    guards = [protection(battle, enemy, attack, target, pair) for pair in pairs]
    best = min(guards, key=lambda guard: guard.shield)
    veteran = "veteran " if enemy.veteran else ""
    return f"{veteran}{enemy.card.name}, {attack.name}: {dice_text(dice)} against {best.text()}"


def tally(battle: Battle) -> dict[str, int]:
    """Damage each unit can still take over all its figures, and each figure alone; tokens count against the first one."""
    left: dict[str, int] = {}
    for unit in battle.units.values():
        damage = unit.damage
        standing = unit.standing()
        for i, figure in enumerate(unit.figures):
            left[figure] = unit.face.health - damage if i in standing else 0
            if i in standing:
                damage = 0
        left[unit.key] = unit.health_left()
    return left


# -- free-standing attacks ------------------------------------------------------------------------------------------------


def trial_fields() -> dict[str, Any]:
    cards = list(content().cards)
    names = sorted({attack.key for card in content().cards.values() for attack in card.normal.attacks})
    return {
        "type": "object",
        "required": ["target"],
        "additionalProperties": False,
        "properties": {
            "what": {
                "enum": [ATTACK, MINEFIELD, AIRSTRIKE, PINNING],
                "title": "What happens",
                "default": ATTACK,
            },
            "pins": {"type": "integer", "minimum": 1, "maximum": 9, "default": 1, "title": "Pin tokens on the target"},
            "attacker": {"enum": cards, "title": "Attacking unit"},
            "weapon": {"enum": names, "title": "Attack (the first one of the card if not given)"},
            "target": {"enum": cards, "title": "Target unit"},
            "range": {
                "type": "integer",
                "minimum": 1,
                "maximum": FARTHEST,
                "title": "Range (the nearest possible if not given)",
            },
            "cover": {"type": "integer", "minimum": 0, "maximum": 9, "default": 0, "title": "Cover"},
            "hidden": {"type": "boolean", "default": False, "title": "Target is Hidden"},
            "hill": {"type": "boolean", "default": False, "title": "Attacker is on a hill"},
            "veteran": {"type": "boolean", "default": False, "title": "Attacker is a veteran"},
            "target_veteran": {"type": "boolean", "default": False, "title": "Target is a veteran"},
            "figures": {"type": "integer", "minimum": 1, "maximum": 2, "title": "Attacking figures"},
            "target_figures": {"type": "integer", "minimum": 1, "maximum": 2, "title": "Target figures"},
            "wounds": {"type": "integer", "minimum": 0, "default": 0, "title": "Damage tokens on the target"},
        },
    }


def trial(wish: Mapping[str, Any]) -> Trial:
    """An attack of one card on another at a range, in so much cover."""
    fields = trial_fields()["properties"]
    for field in wish:
        if field not in fields:
            raise Refused(f"an attack has no {field!r:.40}; it has {', '.join(fields)}")
    what = wish.get("what", ATTACK)
    if what not in fields["what"]["enum"]:
        raise Refused(f"what: one of {', '.join(fields['what']['enum'])}, not {what!r:.60}")
    if what != ATTACK:
        return wished_harm(wish, what)
    attacker, target = card_named(wish, "attacker"), card_named(wish, "target")
    side = attacker.veteran if wish.get("veteran") else attacker.normal
    attack = attack_named(attacker.name, side, wish.get("weapon"))
    distance = number(wish, "range", attack.nearest, 1, FARTHEST)
    if attack.dice_at[distance] is None:
        raise Refused(f"{attack.name} has no dice at range {distance}", "attack.needs-one-figure")
    signs = ("h" if wish.get("hill") else ".") * HEXES
    ground = Ground(("what if",), signs, number(wish, "cover", 0, 0, 9))
    battle = start(content(), ground, ("usa", "germany"), (SOUTH, NORTH))
    battle.units = {}
    figures = number(wish, "figures", attacker.size, 1, attacker.size)
    shooter = placed(battle, 0, attacker, bool(wish.get("veteran")), figures)
    figures = number(wish, "target_figures", target.size, 1, target.size)
    victim = placed(battle, 1, target, bool(wish.get("target_veteran")), figures)
    stand_apart(shooter, victim, distance)
    victim.damage = number(wish, "wounds", 0, 0, victim.face.health - 1)
    victim.hidden = "smoke" if wish.get("hidden") else ""
    return attack_trial(battle, shooter, attack, victim, tuple(shooter.places()))


def wished_harm(wish: Mapping[str, Any], what: str) -> Trial:
    """A Minefield, an Airstrike or a Pinning Test on one unit alone."""
    card = card_named(wish, "target")
    battle = start(content(), Ground(("what if",), "." * HEXES, 0), ("usa", "germany"), (SOUTH, NORTH))
    battle.units = {}
    figures = number(wish, "target_figures", card.size, 1, card.size)
    unit = placed(battle, 1, card, bool(wish.get("target_veteran")), figures)
    unit.damage = number(wish, "wounds", 0, 0, unit.face.health - 1)
    unit.hidden = "smoke" if wish.get("hidden") else ""
    unit.pins = number(wish, "pins", 1, 1, 9)
    return harm_trial(battle, unit, what)


def card_named(wish: Mapping[str, Any], field: str) -> UnitCard:
    key = wish.get(field)
    if not isinstance(key, str):
        raise Refused(f"{field} names a unit card, not {key!r:.60}")
    return content().card(key)


def number(wish: Mapping[str, Any], field: str, default: int, least: int, most: int) -> int:
    value = wish.get(field, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Refused(f"{field} is a whole number from {least} to {most}, not {value!r:.60}")
    return value


def attack_named(card: str, side: CardSide, wished: Any) -> Attack:
    if wished is None:
        return side.attacks[0]
    for attack in side.attacks:
        if wished in (attack.key, attack.name):
            return attack
    known = ", ".join([attack.key for attack in side.attacks])
    raise Refused(f"{card} has no attack {wished!r:.60}; it has {known}", "attack.from-card")


def placed(battle: Battle, side: int, card: UnitCard, veteran: bool, figures: int) -> Unit:
    unit = place_card(battle, side, card)
    unit.deployed = True
    unit.hexes = tuple([TARGET_HEX if i < figures else GONE for i in range(card.size)])
    if veteran:
        unit.veteran = True
        unit.face = card.veteran
    return unit


def stand_apart(shooter: Unit, victim: Unit, distance: int) -> None:
    """Every attacking figure at this range of the nearest target figure, the other target figure behind it."""
    first = TARGET_HEX + distance
    beside = [hex for hex in NEIGHBOURS[first] if DISTANCE[hex][TARGET_HEX] == distance]
    shooter.hexes = tuple([GONE if hex == GONE else (first, beside[0])[i] for i, hex in enumerate(shooter.hexes)])
    behind = max(NEIGHBOURS[TARGET_HEX], key=lambda hex: DISTANCE[hex][first] + DISTANCE[hex][beside[0]])
    victim.hexes = tuple([GONE if hex == GONE else (TARGET_HEX, behind)[i] for i, hex in enumerate(victim.hexes)])
