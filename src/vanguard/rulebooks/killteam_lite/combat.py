"""FIGHT IN COMBAT: select target, select weapons, roll attack dice, resolve hits alternately by strike or parry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vanguard.core.events import DiceShown, Modifier
from vanguard.core.questions import Choose, Meeting, Option
from vanguard.rulebooks.killteam_lite.attacks import Combat, DicePool, Fighter
from vanguard.rulebooks.killteam_lite.command_points import usable, use_ploy
from vanguard.rulebooks.killteam_lite.damage import lose_wounds, may_regret_a_hit, remove_casualties
from vanguard.rulebooks.killteam_lite.foresight import (
    Foresight,
    attack_roll,
    critical_is_better,
    foresight_of,
    throw_of,
)
from vanguard.rulebooks.killteam_lite.line_of_sight import engaged_enemies
from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile
from vanguard.rulebooks.killteam_lite.rerolls import Again, Outlook, Throw, offer_rerolls
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
from vanguard.rulebooks.killteam_lite.strike_or_parry import (
    ALL_STRIKE,
    Resolve,
    last_blow_question,
    resolve_options,
    spent,
    use_prompt,
)


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
    for fighter, opponent in combat.sides():
        if fighter.profile is not None:
            rules = rules_in_force(battle, fighter.operative, fighter.profile, opponent.operative)
            fighter.rules = await settle_duplicates(battle, fighter.seat, rules)
            needed, critical, _ = _thresholds(battle, fighter)
            fighter.kinds = attack_kinds(needed, critical, fighter.rules)
    foresight = foresight_of(battle, combat) if battle.silent else None
    first = await _roll(battle, combat, 0, DicePool([]), foresight)
    second = await _roll(battle, combat, 1, first, foresight)
    await _reroll_and_sort(battle, combat, [first, second])


async def _roll(battle: Battle, combat: Combat, side: int, first: DicePool, foresight: Foresight | None) -> DicePool:
    """Roll one fighter's attack dice; the Attacker's lie on the table when the Defender rolls."""
    if combat.sides()[side][0].profile is None:
        return DicePool([])
    roll = attack_roll(combat, side)
    if foresight is not None:
        foresight.tell(roll, side, first)
    elif battle.silent and side == 1:
        outlook = _HitsOutlook(battle, combat, side, first)
        roll.meeting = Meeting(outlook.context, _BothRolled(combat, first).go_on)
    return DicePool(list(await roll))


async def _reroll_and_sort(
    battle: Battle, combat: Combat, pools: list[DicePool], side: int = 0, answer: Again | None = None
) -> None:
    """From the first side's re-rolls on, or from another's; `answer` was given to the first offer, if any."""
    sides = combat.sides()
    for i in range(side, 2):
        if pools[i].faces:
            await offer_rerolls(battle, pools[i], _throw(battle, combat, i, pools), answer)
        answer = None
    for i in range(2):
        _sort(battle, sides[i][0], pools[i])
    for fighter, _ in sides:
        if fighter.profile is not None:
            hits = (fighter.normal, fighter.critical)
            hits = await offer_rending(battle, fighter.seat, fighter.rules, fighter.operative, fighter.profile, hits)
            fighter.normal, fighter.critical = hits


def _throw(battle: Battle, combat: Combat, side: int, pools: list[DicePool]) -> Throw:
    """One side's dice, and for odds what they come to."""
    if not battle.silent:
        return throw_of(combat, side, None)
    return throw_of(combat, side, _HitsOutlook(battle, combat, side, pools[1 - side]))


class _BothRolled:
    """A combat to be fought on from the Defender's dice, once the Attacker's lie on the table."""

    __slots__ = ("combat", "first")

    def __init__(self, combat: Combat, first: DicePool) -> None:
        self.combat = combat.copy()
        self.first = first.faces[:]

    def go_on(self, battle: Battle, faces: tuple[int, ...]) -> Any:
        return self._rest(battle, self.combat.copy(), faces)

    async def _rest(self, battle: Battle, combat: Combat, faces: tuple[int, ...]) -> None:
        await _reroll_and_sort(battle, combat, [DicePool(self.first[:]), DicePool(list(faces))])
        await finish_combat(battle, combat)


class _Rerolling:
    """A combat to be fought on from the first re-roll offered to one side."""

    __slots__ = ("combat", "pools", "side")

    def __init__(self, combat: Combat, side: int, pools: list[DicePool]) -> None:
        self.combat = combat.copy()
        self.side = side
        self.pools = [pool.copy() for pool in pools]

    def go_on(self, battle: Battle, answer: Again) -> Any:
        return self._rest(battle, self.combat.copy(), answer)

    async def _rest(self, battle: Battle, combat: Combat, answer: Again) -> None:
        await _reroll_and_sort(battle, combat, [pool.copy() for pool in self.pools], self.side, answer)
        await finish_combat(battle, combat)


class _HitsOutlook(Outlook):
    """Attack dice of a combat that cannot be looked ahead."""

    __slots__ = ("combat", "other", "side")

    def __init__(self, battle: Battle, combat: Combat, side: int, other: DicePool) -> None:
        fighter, opponent = combat.sides()[side]
        lasting = critical_is_better(fighter) and critical_is_better(opponent) and not may_regret_a_hit(battle)
        super().__init__(fighter.kinds, (side, combat.sum(), other.sum(opponent.kinds)), lasting)
        self.combat = combat
        self.side = side
        self.other = other

    def rerolling(self, pool: DicePool) -> Callable[[Any, Any], Any] | None:
        pools = [self.other, pool] if self.side else [pool, self.other]
        return _Rerolling(self.combat, self.side, pools).go_on


def _thresholds(battle: Battle, fighter: Fighter) -> tuple[int, int, list[Modifier]]:
    """The result a die needs, the result that makes it critical, and what worsened the first."""
    profile = fighter.profile
    assert profile is not None
    modifiers = skill_modifiers(battle, battle[fighter.operative], False)
    return profile.skill + len(modifiers), critical_from(fighter.rules), modifiers


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


async def _choose_use(battle: Battle, combat: Combat, fighter: Fighter, opponent: Fighter) -> Resolve:
    """How the player whose turn it is resolves a hit; without a choice there is no question."""
    options = resolve_options(
        fighter, opponent, (fighter.normal, fighter.critical), (opponent.normal, opponent.critical)
    )
    possible = [option for option in options if option.available]
    if len(possible) == 1:
        return possible[0].value
    prompt = use_prompt(battle[fighter.operative].name, battle[opponent.operative].name)
    about = (fighter.operative, opponent.operative)
    # with nothing left to parry everything strikes, in whatever order as long as nobody strikes back when falling
    obvious = (
        None if opponent.hits or may_regret_a_hit(battle) else Option(possible[0].key, possible[0].value, ALL_STRIKE)
    )
    question = Choose(fighter.seat, prompt, options, "combat.alternate", about, obvious=obvious)
    if battle.silent and obvious is None:
        question.meeting = Meeting(combat.sum(), _Rejoined(combat).go_on)
    return await question


async def _resolve_one(battle: Battle, combat: Combat, fighter: Fighter, opponent: Fighter, chosen: Resolve) -> None:
    """The player whose turn it is resolves exactly one hit."""
    strike, critical, against_critical = chosen
    hits, against = spent((fighter.normal, fighter.critical), (opponent.normal, opponent.critical), chosen)
    fighter.normal, fighter.critical = hits
    opponent.normal, opponent.critical = against
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
    hits = (fallen.normal, fallen.critical)
    chosen = await last_blow_question(battle[fallen.operative], battle[victor.operative], card, hits)
    if chosen:
        use_ploy(battle, fallen.seat, card, (fallen.operative,))
        await _strike(battle, combat, fallen, victor, chosen == 2)
