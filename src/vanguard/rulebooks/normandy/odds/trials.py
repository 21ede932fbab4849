"""Attacks that could happen, for exact odds: the very procedure of play on a small copy of the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from vanguard.core.anatomy import Maker
from vanguard.core.attacks.wishes import Wish, flag, one_of, only_for, whole, wish_fields
from vanguard.core.refusals import Refused
from vanguard.core.rulebook import Begin, Trial
from vanguard.core.state import State
from vanguard.rulebooks.normandy.activation import passes_pinning_test
from vanguard.rulebooks.normandy.attacks import flak_crew, is_in_range, make_attack, protection, take_aim
from vanguard.rulebooks.normandy.content.content import content
from vanguard.rulebooks.normandy.ground import DISTANCE, HEXES, NEIGHBOURS, SIZE, Ground, hex_at
from vanguard.rulebooks.normandy.profiles import Attack, CardSide, UnitCard
from vanguard.rulebooks.normandy.setup import start
from vanguard.rulebooks.normandy.special_rules import ACTIONS
from vanguard.rulebooks.normandy.state import GONE, NORTH, SOUTH, Battle, Unit
from vanguard.rulebooks.normandy.symbols import dice_text
from vanguard.rulebooks.normandy.tokens import NAMES, set_off_mine, strike
from vanguard.rulebooks.normandy.units import place_card

ATTACK = "attack"
MINEFIELD = "minefield"
AIRSTRIKE = "airstrike"
PINNING = "pinning"
PINNED = "pinned"
TARGET_HEX = 7 * SIZE + 2
FARTHEST = 12


def attempted_attack(battle: Battle, key: str, kind: str, used: str, target: str) -> Trial:
    """The attack, flak or ability that an action of a unit would make."""
    unit = battle.units[key]
    attack, shooters = attack_of(battle, unit, kind, used)
    return attack_trial(battle, unit, attack, battle.units[target], tuple(shooters))


def attempted_test(battle: Battle, key: str) -> Trial:
    """The Pinning Test of a pinned unit that could be activated."""
    return harm_trial(battle, battle.units[key], PINNING)


def attack_of(battle: Battle, unit: Unit, kind: str, used: str) -> tuple[Attack, list[int]]:
    """The attack profile and the attacking figures of an action."""
    if kind == "flak":
        return battle.content.board.flak_attack, flak_crew(battle, unit)
    if kind == "ability":
        return ACTIONS[used].attack(unit), unit.places()
    return unit.face.attack(used), unit.places()


def attack_trial(battle: Battle, unit: Unit, attack: Attack, target: Unit, shooters: tuple[int, ...]) -> Trial:
    small = battle.copy()
    small.units = {unit.key: unit.copy(), target.key: target.copy()}
    label = f"{unit.title}: {attack.name} at {target.title}"
    start = Begin(make_attack, unit.key, attack, target.key, shooters)
    trial = Trial(label, unit.side, small, start, (target.key,))
    if attack.pinning:
        trial.tests = (PINNED,)
        trial.held = not_pinned_further(target)
    return trial


def not_pinned_further(target: Unit) -> Callable[[State], tuple[int, ...]]:
    """0 for a target that is left with one more Pin token, else 1."""
    key, before = target.key, target.pins

    def count(state: State) -> tuple[int, ...]:
        assert isinstance(state, Battle)
        left = state.units.get(key)
        return (0 if left is not None and left.pins > before else 1,)

    return count


async def begin_harm(battle: Battle, what: str, key: str) -> None:
    """A Minefield, an Airstrike or a Pinning Test on one unit."""
    unit = battle.units[key]
    if what == MINEFIELD:
        battle.mines = ((unit.places()[0], 1 - unit.side),)
        await set_off_mine(battle, key, unit.places()[0])
    elif what == AIRSTRIKE:
        await strike(battle, 1 - unit.side, key)
    elif not await passes_pinning_test(battle, key, "pin.test-dice"):
        unit.activated = True


def passed_pinning(key: str) -> Callable[[State], tuple[int, ...]]:
    """1 for a unit that passes its Pinning Test, 0 for one whose activation is lost."""

    def count(state: State) -> tuple[int, ...]:
        assert isinstance(state, Battle)
        return (0 if state.units[key].activated else 1,)

    return count


def harm_trial(battle: Battle, unit: Unit, what: str) -> Trial:
    """The other side counts as the attacker: it wants the unit to come to harm."""
    small = battle.copy()
    small.units = {unit.key: unit.copy()}
    start = Begin(begin_harm, what, unit.key)
    if what == PINNING:
        small.units[unit.key].activated = False
        label = f"{unit.title}: Pinning Test with {unit.pins} Pin"
        return Trial(label, 1 - unit.side, small, start, (unit.key,), "fails", passed_pinning(unit.key))
    return Trial(f"{NAMES[what]} on {unit.title}", 1 - unit.side, small, start, (unit.key,))


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
        armed = [(attack, enemy.places()) for attack in enemy.face.attacks]
        armed.append((there.content.board.flak_attack, flak_crew(there, enemy)))
        for attack, shooters in armed:
            if attack.action_points <= points and is_in_range(there, shooters, attack, moved):
                trial = attack_trial(there, enemy, attack, moved, tuple(shooters))
                trial.label = threat_label(there, enemy, attack, moved, shooters)
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


def threat_label(battle: Battle, enemy: Unit, attack: Attack, target: Unit, shooters: list[int]) -> str:
    """Everything the chances depend on: who attacks with how many dice, against which protection and how much health."""
    dice, pairs = take_aim(battle, shooters, attack, target)
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
    cards = {key: card.name for key, card in content().cards.items()}
    attacks = {attack.key: attack.name for card in content().cards.values() for attack in card.normal.attacks}
    return wish_fields(
        ["target"],
        what=one_of([ATTACK, MINEFIELD, AIRSTRIKE, PINNING], "What happens", ATTACK),
        pins=only_for([PINNING], whole("Pin tokens on the target", 1, 9, 1)),
        attacker=one_of(cards, "Attacking unit", example="us-riflemen"),
        weapon=one_of(dict(sorted(attacks.items())), "Attack (the first one of the card if not given)"),
        target=one_of(cards, "Target unit", example="de-grenadiers"),
        range=whole("Range (the nearest possible if not given)", 1, FARTHEST),
        cover=whole("Cover", 0, 9, 0),
        hidden=flag("Target is Hidden"),
        hill=flag("Attacker is on a hill"),
        veteran=flag("Attacker is a veteran"),
        target_veteran=flag("Target is a veteran"),
        figures=whole("Attacking figures", 1, 2),
        target_figures=whole("Target figures", 1, 2),
        wounds=whole("Damage tokens on the target", 0, default=0),
    )


def trial(given: Mapping[str, Any]) -> Trial:
    """An attack of one card on another at a range, in so much cover."""
    wish = Wish(given, trial_fields())
    if wish.text("what") != ATTACK:
        return wished_harm(wish, wish.text("what"))
    wish.need("attacker")
    attacker = content().card(wish.text("attacker"))
    side = attacker.veteran if wish.flag("veteran") else attacker.normal
    attack = attack_named(attacker.name, side, wish.text("weapon"))
    distance = wish.whole("range", attack.nearest)
    if attack.dice_at[distance] is None:
        raise Refused(f"{attack.name} has no dice at range {distance}", "attack.needs-one-figure")
    battle = empty_battle("h" if wish.flag("hill") else ".", wish.whole("cover"))
    figures = wish.whole("figures", attacker.size, attacker.size)
    shooter = placed(battle, 0, attacker, wish.flag("veteran"), figures)
    victim = wished_target(battle, wish)
    stand_apart(shooter, victim, distance)
    return attack_trial(battle, shooter, attack, victim, tuple(shooter.places()))


def empty_battle(sign: str, cover: int) -> Battle:
    """No unit on ground that is everywhere alike."""
    battle = start(content(), Ground(("what if",), sign * HEXES, cover), ("usa", "germany"), (SOUTH, NORTH))
    battle.units = {}
    return battle


def wished_target(battle: Battle, wish: Wish) -> Unit:
    card = content().card(wish.text("target"))
    figures = wish.whole("target_figures", card.size, card.size)
    unit = placed(battle, 1, card, wish.flag("target_veteran"), figures)
    unit.damage = wish.whole("wounds", 0, unit.face.health - 1)
    unit.hidden = "smoke" if wish.flag("hidden") else ""
    return unit


def wished_harm(wish: Wish, what: str) -> Trial:
    """A Minefield, an Airstrike or a Pinning Test on one unit alone."""
    battle = empty_battle(".", 0)
    unit = wished_target(battle, wish)
    unit.pins = wish.whole("pins", 1)
    return harm_trial(battle, unit, what)


def attack_named(card: str, side: CardSide, wished: str) -> Attack:
    """The attack of this name, the first one of the card where none is wished."""
    for attack in side.attacks:
        if wished in ("", attack.key):
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


ATTEMPTS: Final[dict[str, Maker]] = {"attack": attempted_attack, "pinning": attempted_test}
