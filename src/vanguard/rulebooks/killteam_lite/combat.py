"""FIGHT IN COMBAT: select target, select weapons, roll attack dice, resolve hits alternately by strike or parry."""

from __future__ import annotations

from typing import Any

from vanguard.core.events import DiceShown, Modifier
from vanguard.core.questions import Choose, Meeting, Option, Roll
from vanguard.rulebooks.killteam_lite.attacks import Combat, DicePool, Fighter
from vanguard.rulebooks.killteam_lite.command_points import usable, use_ploy
from vanguard.rulebooks.killteam_lite.damage import lose_wounds, remove_casualties
from vanguard.rulebooks.killteam_lite.line_of_sight import engaged_enemies
from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile
from vanguard.rulebooks.killteam_lite.rerolls import offer_rerolls
from vanguard.rulebooks.killteam_lite.rules_in_force import rules_in_force, settle_duplicates
from vanguard.rulebooks.killteam_lite.shooting import (
    CRITICAL,
    HIT,
    MARKS,
    attack_kinds,
    attack_result,
    critical_from,
    offer_rending,
    skill_modifiers,
)
from vanguard.rulebooks.killteam_lite.state import Battle, Operative

Resolve = tuple[bool, bool, bool]
"""One hit: is it a strike; with a critical hit; and for a parry, does it discard a critical hit?"""


def fight_options(battle: Battle, fighter: Operative) -> list[Option[str]]:
    engaged = engaged_enemies(battle, fighter)
    return [Option(enemy.key, enemy.key, enemy.name, about=(enemy.key,)) for enemy in engaged if enemy.standing]


async def fight(battle: Battle, fighter_key: str) -> None:
    """Select one engaged enemy and fight it."""
    fighter = battle[fighter_key]

    def options() -> list[Option[str]]:
        return fight_options(battle, battle[fighter_key])

    targets = fight_options(battle, fighter)
    target = targets[0].value
    if len(targets) > 1:
        prompt = f"{fighter.name} fights: select an enemy within Engagement Range"
        target = await Choose(fighter.seat, prompt, options, "combat.select-target", (fighter_key,))
    await fight_in_combat(battle, fighter_key, target)


async def fight_in_combat(battle: Battle, attacker_key: str, defender_key: str, weapon: str = "") -> None:
    """A combat between two operatives; others nearby neither roll nor help. `weapon` was selected already, if given."""
    attacker, defender = battle[attacker_key], battle[defender_key]
    battle.note("fights", "combat.steps", (attacker_key, defender_key), who=attacker.name, target=defender.name)
    chosen = weapon or await select_melee_weapon(attacker)
    answer = await select_melee_weapon(defender)
    combat = Combat(_fighter(attacker, chosen), _fighter(defender, answer))
    await _roll_attack_dice(battle, combat)
    await finish_combat(battle, combat)


async def finish_combat(battle: Battle, combat: Combat, chosen: Resolve | None = None) -> None:
    """What is left of a combat once the dice lie on the table, or once it is `chosen` how to use the next hit."""
    await _resolve_hits(battle, combat, chosen)
    await remove_casualties(battle)
    battle.held = ()


async def select_melee_weapon(operative: Operative) -> str:
    """Both players select a melee weapon, the Attacker first."""
    melee = operative.card.melee
    if not melee:
        return ""
    if len(melee) == 1:
        return melee[0].key
    options = [Option(profile.key, profile.key, profile.label) for profile in melee]
    prompt = f"{operative.name}: select a melee weapon"
    return await Choose(operative.seat, prompt, options, "combat.select-weapons", (operative.key,))


def _fighter(operative: Operative, weapon: str) -> Fighter:
    profile: WeaponProfile | None = operative.card.profile(weapon) if weapon else None
    return Fighter(operative.seat, operative.key, profile)


# -- roll attack dice -------------------------------------------------------------------------------------------------------


async def _roll_attack_dice(battle: Battle, combat: Combat) -> None:
    """Both roll; re-rolls and Rending, the Attacker's before the Defender's."""
    sides = ((combat.attacker, combat.defender), (combat.defender, combat.attacker))
    for fighter, opponent in sides:
        if fighter.profile is not None:
            rules = rules_in_force(battle, fighter.operative, fighter.profile, opponent.operative)
            fighter.rules = await settle_duplicates(battle, fighter.seat, rules)
    pools = [await _roll(battle, fighter, opponent) for fighter, opponent in sides]
    for i in range(2):
        fighter, opponent = sides[i]
        if pools[i].faces:
            needed, critical, _ = _thresholds(battle, fighter)
            kinds = attack_kinds(needed, critical, fighter.rules)
            name = f"fight {fighter.operative}>{opponent.operative}"
            about = (fighter.operative, opponent.operative)
            context = (i, combat.sum(), _dice(battle, opponent, pools[1 - i])) if battle.silent else None
            await offer_rerolls(
                battle, pools[i], fighter.seat, name, "combat.attack-dice", kinds, fighter.rules, about, context
            )
    for i in range(2):
        _sort(battle, sides[i][0], pools[i])
    for fighter, _ in sides:
        if fighter.normal and fighter.critical:
            if await offer_rending(battle, fighter.seat, fighter.rules, fighter.operative):
                fighter.normal -= 1
                fighter.critical += 1


def _thresholds(battle: Battle, fighter: Fighter) -> tuple[int, int, list[Modifier]]:
    """The result a die needs, the result that makes it critical, and what worsened the first."""
    profile = fighter.profile
    assert profile is not None
    modifiers = skill_modifiers(battle, battle[fighter.operative], False)
    return profile.skill + len(modifiers), critical_from(fighter.rules), modifiers


def _dice(battle: Battle, fighter: Fighter, pool: DicePool) -> tuple[tuple[int, bool], ...]:
    """What matters of a fighter's dice."""
    if fighter.profile is None:
        return ()
    needed, critical, _ = _thresholds(battle, fighter)
    return pool.sum(attack_kinds(needed, critical, fighter.rules))


async def _roll(battle: Battle, fighter: Fighter, opponent: Fighter) -> DicePool:
    if fighter.profile is None:
        return DicePool([])
    needed, critical, _ = _thresholds(battle, fighter)
    kinds = attack_kinds(needed, critical, fighter.rules)
    name = f"fight {fighter.operative}>{opponent.operative}"
    about = (fighter.operative, opponent.operative)
    faces = await Roll(fighter.seat, fighter.profile.attacks, name, "combat.attack-dice", kinds=kinds, about=about)
    return DicePool(list(faces))


def _sort(battle: Battle, fighter: Fighter, pool: DicePool) -> None:
    if fighter.profile is None:
        battle.note("unarmed", "combat.no-melee-weapon", (fighter.operative,), who=battle[fighter.operative].name)
        return
    needed, critical, modifiers = _thresholds(battle, fighter)
    results = [attack_result(face, needed, critical) for face in pool.faces]
    fighter.normal = results.count(HIT)
    fighter.critical = results.count(CRITICAL)
    marks = [MARKS[result] for result in results]
    shown = DiceShown(f"{fighter.profile.name} fight", fighter.seat, pool.faces, marks, f"{min(needed, 6)}+", modifiers)
    battle.note(
        "fight-dice",
        "combat.hit",
        (fighter.operative,),
        shown,
        who=battle[fighter.operative].name,
        weapon=fighter.profile.name,
        hits=fighter.normal,
        criticals=fighter.critical,
    )


# -- resolve hits -----------------------------------------------------------------------------------------------------------


async def _resolve_hits(battle: Battle, combat: Combat, chosen: Resolve | None) -> None:
    """Attacker first, one hit at a time, until nobody has hits left or somebody is incapacitated."""
    while combat.attacker.hits or combat.defender.hits:
        fighter, opponent = combat.attacker, combat.defender
        if combat.defenders_turn:
            fighter, opponent = opponent, fighter
        if fighter.hits:
            if chosen is None:
                chosen = await _choose_use(battle, combat, fighter, opponent)
            await _resolve_one(battle, combat, fighter, opponent, chosen)
            chosen = None
            if not battle[opponent.operative].standing:
                await _offer_last_blow(battle, combat, opponent, fighter)
                return
            if not battle[fighter.operative].standing:
                return
        combat.defenders_turn = not combat.defenders_turn


class _Rejoined:
    """A combat to be fought on from a hit that is about to be resolved."""

    __slots__ = ("combat",)

    def __init__(self, combat: Combat) -> None:
        self.combat = combat.copy()

    def go_on(self, battle: Battle, chosen: Resolve) -> Any:
        return finish_combat(battle, self.combat.copy(), chosen)


def resolve_options(fighter: Fighter, opponent: Fighter) -> list[Option[Resolve]]:
    """Strike or parry with a normal or a critical hit; a parry must discard a die it is able to discard."""
    profile = fighter.profile
    assert profile is not None
    normal_parries = not any([rule.bars_normal_parries() for rule in opponent.rules])
    options: list[Option[Resolve]] = []
    if fighter.critical:
        label = f"Strike with a critical hit ({profile.critical_damage} damage)"
        options.append(Option("strike-critical", (True, True, False), label, "combat.strike-critical"))
    if fighter.normal:
        label = f"Strike with a normal hit ({profile.damage} damage)"
        options.append(Option("strike-normal", (True, False, False), label, "combat.strike-normal"))
    if fighter.critical and opponent.critical:
        label = "Parry: a critical hit discards a critical hit"
        options.append(Option("parry-critical-critical", (False, True, True), label, "combat.parry-critical"))
    if fighter.critical and opponent.normal:
        label = "Parry: a critical hit discards a normal hit"
        options.append(Option("parry-critical-normal", (False, True, False), label, "combat.parry-critical"))
    if fighter.normal and opponent.normal:
        label = "Parry: a normal hit discards a normal hit"
        why = "" if normal_parries else "Brutal: only critical hits can parry"
        clause = "combat.parry-normal" if normal_parries else "brutal.parry-only-with-criticals"
        options.append(Option("parry-normal-normal", (False, False, False), label, clause, why))
    return options


async def _choose_use(battle: Battle, combat: Combat, fighter: Fighter, opponent: Fighter) -> Resolve:
    """How the player whose turn it is resolves a hit; without a choice there is no question."""
    options = resolve_options(fighter, opponent)
    possible = [option for option in options if option.available]
    if len(possible) == 1:
        return possible[0].value
    who, against = battle[fighter.operative].name, battle[opponent.operative].name
    prompt = f"{who} against {against}: strike or parry?"
    about = (fighter.operative, opponent.operative)
    # with nothing left to parry everything strikes, in whatever order
    obvious = None
    if not opponent.hits:
        obvious = Option(possible[0].key, possible[0].value, "strike with every hit left: there is nothing to parry")
    question = Choose(fighter.seat, prompt, options, "combat.alternate", about, obvious=obvious)
    if battle.silent:
        question.meeting = Meeting(combat.sum(), _Rejoined(combat).go_on)
    return await question


async def _resolve_one(battle: Battle, combat: Combat, fighter: Fighter, opponent: Fighter, chosen: Resolve) -> None:
    """The player whose turn it is resolves exactly one hit."""
    strike, critical, against_critical = chosen
    if critical:
        fighter.critical -= 1
    else:
        fighter.normal -= 1
    if strike:
        await _strike(battle, combat, fighter, opponent, critical)
    else:
        _parry(battle, fighter, opponent, critical, against_critical)


async def _strike(battle: Battle, combat: Combat, fighter: Fighter, opponent: Fighter, critical: bool) -> None:
    profile = fighter.profile
    assert profile is not None
    damage = profile.critical_damage if critical else profile.damage
    battle.note(
        "strikes-critically" if critical else "strikes",
        "combat.strike-critical" if critical else "combat.strike-normal",
        (fighter.operative, opponent.operative),
        who=battle[fighter.operative].name,
        target=battle[opponent.operative].name,
        weapon=profile.name,
    )
    clause = "combat.strike-critical" if critical else "combat.strike-normal"
    await lose_wounds(battle, opponent.operative, damage, clause)
    if critical:
        fighter.critical_strikes += 1
        for rule in fighter.rules:
            await rule.critical_strike(battle, combat, fighter, opponent)
        # removal is immediate in a combat; the two fighters themselves are seen to when it is over
        await remove_casualties(battle, sparing=(combat.attacker.operative, combat.defender.operative))


def _parry(battle: Battle, fighter: Fighter, opponent: Fighter, critical: bool, against_critical: bool) -> None:
    if against_critical:
        opponent.critical -= 1
    else:
        opponent.normal -= 1
    battle.note(
        "parries",
        "combat.parry-critical" if critical else "combat.parry-normal",
        (fighter.operative, opponent.operative),
        who=battle[fighter.operative].name,
        target=battle[opponent.operative].name,
        hit="a critical hit" if against_critical else "a normal hit",
    )


async def _offer_last_blow(battle: Battle, combat: Combat, fallen: Fighter, victor: Fighter) -> None:
    """Last Blow: before it is removed the fallen operative strikes with one of its unresolved hits."""
    card = usable(battle, fallen.seat, "last-blow")
    if card is None or not fallen.hits or not battle[victor.operative].standing:
        return
    options: list[Option[int]] = []
    if fallen.critical:
        options.append(Option("strike-critical", 2, f"{card.name} ({card.cost} CP): strike with a critical hit"))
    if fallen.normal:
        options.append(Option("strike-normal", 1, f"{card.name} ({card.cost} CP): strike with a normal hit"))
    options.append(Option("no", 0, "Do not use it", declines=True))
    prompt = f"{battle[fallen.operative].name} falls with hits unresolved. Use {card.name}?"
    about = (fallen.operative, victor.operative)
    chosen = await Choose(fallen.seat, prompt, options, "strategy.ploys.tactical-timing", about)
    if chosen:
        use_ploy(battle, fallen.seat, card, (fallen.operative,))
        await _strike(battle, combat, fallen, victor, chosen == 2)
