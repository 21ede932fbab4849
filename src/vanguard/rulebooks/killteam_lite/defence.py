"""SHOOTING ATTACK, steps 4 to 6: the Defender's dice, which hits their saves discard, and what the others do."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.events import DiceShown
from vanguard.core.questions import Apart, Choose, Later, Meeting, Option, Roll, Settled
from vanguard.core.rulebook import Procedure
from vanguard.rulebooks.killteam_lite.attacks import NOBODY_ELSE, DicePool, ShootingAttack
from vanguard.rulebooks.killteam_lite.command_points import pay
from vanguard.rulebooks.killteam_lite.damage import (
    lose_wounds,
    may_thrash,
    medic_to_hold_on,
    remove_casualties,
    wounds_left,
)
from vanguard.rulebooks.killteam_lite.dice_counts import critical_in, normal_in
from vanguard.rulebooks.killteam_lite.line_of_sight import hidden_from_above
from vanguard.rulebooks.killteam_lite.rehearsal import Rehearsal, Stretch
from vanguard.rulebooks.killteam_lite.rerolls import Outlook, Throw, offer_rerolls, roll_dice, tell_tally
from vanguard.rulebooks.killteam_lite.rerolls_ahead import Hopes, Lying, Worth, dice_ahead, is_a_gain, token
from vanguard.rulebooks.killteam_lite.state import Battle, Operative

FAIL: Final = 0
SAVE: Final = 1
CRITICAL_SAVE: Final = 2
MARKS: Final[tuple[str, ...]] = ("fail", "save", "critical save")
VEIL_SHIELD_SAVE: Final = 4

LEAST_DAMAGE: Final = "discard the hits that leave the least damage"

Discards = tuple[int, int]
"""How many critical and how many normal hits are discarded."""


async def roll_defence_dice(battle: Battle, attack: ShootingAttack) -> None:
    """Roll Defence Dice, Resolve Saves and Resolve Hits, all after the Defender has said how to defend."""
    values = piercing_values(attack)
    which = piercing_question(attack)
    if which is not None:
        values = [await which]
    piercing = piercing_in_force(battle, attack, values)
    question = save_question(battle, attack, piercing)
    chosen = await question if question is not None else 0
    dice = defence_dice(battle, attack, piercing, chosen)
    question = cover_question(battle, attack, dice)
    retained = await question if question is not None else 0
    await resolve_defence(battle, attack, defence_of(battle, attack, chosen, dice, retained))


class Defence:
    """How the Defender answers: against which save, with how many dice, how many of them retained for Cover."""

    __slots__ = ("dice", "invulnerable", "retained", "save")

    def __init__(self, save: int, invulnerable: bool, dice: int, retained: int) -> None:
        self.save = save
        self.invulnerable = invulnerable
        self.dice = dice
        self.retained = retained

    def sum(self) -> tuple[int, bool, int, int]:
        return (self.save, self.invulnerable, self.dice, self.retained)


def defence_of(battle: Battle, attack: ShootingAttack, chosen: int, dice: int, retained: int) -> Defence:
    """With the chosen invulnerable save, or with Sv if it is 0."""
    return Defence(chosen or battle[attack.target].card.save, chosen > 0, dice, retained)


async def resolve_defence(battle: Battle, attack: ShootingAttack, defence: Defence) -> None:
    """Roll the dice, discard hits, and inflict what is left."""
    meeting: Meeting | None = None
    outlook: Outlook | None = None
    if battle.silent:
        outlook = _SavesOutlook(battle, attack, defence)
        meeting = Meeting(outlook.context, _Rejoined(attack, defence).go_on if attack.ends_the_action else None)
    throw = _throw(attack, defence, outlook)
    pool = await roll_dice(battle, throw, defence.dice - defence.retained, meeting)
    await _use_saves(battle, attack, defence, pool)


def _throw(attack: ShootingAttack, defence: Defence, outlook: Outlook | None) -> Throw:
    name, clause = f"defence {attack.target}<{attack.shooter}", "shooting.defence-dice-count"
    return Throw(attack.defender, name, clause, save_kinds(defence.save), (), (attack.target,), outlook)


async def _use_saves(battle: Battle, attack: ShootingAttack, defence: Defence, pool: DicePool) -> None:
    """The dice lie: discard hits and inflict what is left."""
    save = defence.save
    results = [save_result(face, save) for face in pool.faces]
    normal = results.count(SAVE) + defence.retained
    critical = results.count(CRITICAL_SAVE)
    if defence.dice and battle.heard:
        _note_defence(battle, attack, pool.faces, results, defence)
    await _resolve_saves(battle, attack, normal, critical)
    damage = attack.normal * attack.profile.damage + attack.critical * attack.profile.critical_damage
    if damage <= 0:
        battle.note("saved", "shooting.saves-spent", (attack.target,), target=battle[attack.target].name)
    clause = "shooting.damage-critical" if attack.critical else "shooting.damage-normal"
    await lose_wounds(battle, attack.target, damage, clause)


class _Rejoined:
    """A shooting attack, the last of its action, to be resolved from the defence dice on."""

    __slots__ = ("attack", "defence")

    def __init__(self, attack: ShootingAttack, defence: Defence) -> None:
        self.attack = attack.copy()
        self.defence = defence

    def go_on(self, battle: Battle, faces: tuple[int, ...]) -> Any:
        return _finish(battle, self.attack.copy(), self.defence, faces)


async def _finish(battle: Battle, attack: ShootingAttack, defence: Defence, faces: tuple[int, ...]) -> None:
    pool = DicePool(list(faces))
    if battle.command_points[attack.defender]:
        await offer_rerolls(battle, pool, _throw(attack, defence, _SavesOutlook(battle, attack, defence)))
    await _use_saves(battle, attack, defence, pool)
    await remove_casualties(battle)
    battle.held = ()


def _note_defence(
    battle: Battle,
    attack: ShootingAttack,
    faces: list[int],
    results: list[int],
    defence: Defence,
) -> None:
    target = battle[attack.target]
    retained = defence.retained
    label = "invulnerable save" if defence.invulnerable else "defence"
    shown = DiceShown(label, attack.defender, faces, [MARKS[result] for result in results], f"{defence.save}+")
    battle.note(
        "defence-dice",
        "shooting.save",
        (attack.target,),
        shown,
        target=target.name,
        saves=results.count(SAVE) + retained,
        criticals=results.count(CRITICAL_SAVE),
        cover=f" ({retained} retained for Cover)" if retained else "",
    )


def save_result(face: int, save: int) -> int:
    """A 1 always fails; a successful 6 is a critical save."""
    if face == 1 or face < save:
        return FAIL
    return CRITICAL_SAVE if face == 6 else SAVE


_KINDS: Final[tuple[tuple[int, ...], ...]] = tuple(
    [tuple([save_result(face, save) for face in range(1, 7)]) for save in range(8)]
)


def save_kinds(save: int) -> tuple[int, ...]:
    """What each face of a defence die is against this save."""
    return _KINDS[min(save, 7)]


def piercing_question(attack: ShootingAttack) -> Choose[int] | None:
    """Several different APx are not added up, the Attacker selects one; None if there are not several."""
    values = piercing_values(attack)
    if len(values) < 2:
        return None
    options = [Option(f"ap{value}", value, f"AP{value}") for value in values]
    return Choose(attack.attacker, "Which AP is used?", options, "ap.not-cumulative", (attack.target,))


def piercing_values(attack: ShootingAttack) -> list[int]:
    """The different APx of this attack, the highest first."""
    values: list[int] = []
    for rule in attack.rules:
        value = rule.armour_piercing(attack)
        if value and value not in values:
            values.append(value)
    values.sort(reverse=True)
    return values


def piercing_in_force(battle: Battle, attack: ShootingAttack, values: list[int]) -> int:
    """The only AP selected, less what a ploy takes from it; 0 without any."""
    if not values:
        return 0
    hard_shell = battle.ploy_in_force(battle[attack.target].seat, "hard-shell") is not None
    return max(0, values[0] - 1 if hard_shell else values[0])


def invulnerable_saves(battle: Battle, attack: ShootingAttack, target: Operative) -> list[int]:
    """Every invulnerable save the target has in this attack, best first."""
    saves = {target.card.invulnerable, attack.offered_save}
    if target.shielded_by:
        saves.add(VEIL_SHIELD_SAVE)
    saves.discard(0)
    return sorted(saves)


def save_question(battle: Battle, attack: ShootingAttack, piercing: int) -> Choose[int] | None:
    """The Defender selects Sv (0) or an invulnerable save, knowing the attack dice; None if there is only Sv."""
    target = battle[attack.target]
    invulnerable = invulnerable_saves(battle, attack, target)
    if not invulnerable:
        return None
    dice = max(0, target.card.defence - piercing)
    options = [Option("save", 0, f"Sv {target.card.save}+ with {dice} dice", "shooting.save")]
    for value in invulnerable:
        label = f"Invulnerable save {value}+ with {target.card.defence} dice"
        options.append(Option(f"invulnerable-{value}", value, label, "invulnerable.instead-of-save"))
    prompt = f"{target.name}: which save?"
    return Choose(attack.defender, prompt, options, "invulnerable.instead-of-save", (target.key, attack.shooter))


def defence_dice(battle: Battle, attack: ShootingAttack, piercing: int, invulnerable: int) -> int:
    """DF less AP; AP takes no die from an invulnerable save."""
    dice = battle[attack.target].card.defence
    return dice if invulnerable else max(0, dice - piercing)


# -- the Cover die --------------------------------------------------------------------------------------------------------


def may_retain(battle: Battle, attack: ShootingAttack) -> bool:
    """May the Defender set a defence die aside for Cover in this attack?"""
    if attack.blast_extra:
        return False
    if any([rule.forbids_cover_die(battle, attack) for rule in attack.rules]):
        return False
    if any([rule.looks_from_above() for rule in attack.rules]):
        return hidden_from_above(battle, battle[attack.target])
    return attack.in_cover or attack.may_shelter


def cover_question(battle: Battle, attack: ShootingAttack, dice: int) -> Choose[int] | None:
    """The Defender may retain a Cover die out of the dice left after APx; with Dig In two. None if they may not."""
    if dice <= 0 or not may_retain(battle, attack):
        return None
    seat = battle[attack.target].seat
    most = 2 if battle.ploy_in_force(seat, "dig-in") is not None else 1
    options = [
        Option(f"retain-{count}", count, f"Retain {count} as a normal save, roll {dice - count}")
        for count in range(min(most, dice), 0, -1)
    ]
    options.append(Option("roll-all", 0, f"Roll all {dice}"))
    prompt = f"{battle[attack.target].name} is in Cover: retain a defence die?"
    return Choose(attack.defender, prompt, options, "shooting.cover-die", (attack.target,))


# -- resolve saves --------------------------------------------------------------------------------------------------------


async def _resolve_saves(battle: Battle, attack: ShootingAttack, normal: int, critical: int) -> None:
    """The Defender says which hits their saves discard; they are never obliged to use one."""
    best = best_discards(attack, normal, critical)
    if best == (0, 0):
        return
    prompt = f"{battle[attack.target].name}: {normal} normal and {critical} critical saves. Which hits are discarded?"
    options = _DiscardOptions(attack, normal, critical).listed
    obvious = Option("", best, LEAST_DAMAGE)
    clause = "shooting.saves-spent"
    criticals, normals = await Choose(attack.defender, prompt, options, clause, (attack.target,), obvious=obvious)
    attack.critical -= criticals
    attack.normal -= normals
    battle.note(
        "hits-saved",
        "shooting.saves-spent",
        (attack.target,),
        target=battle[attack.target].name,
        criticals=criticals,
        normals=normals,
        weapon=attack.profile.name,
    )


class _DiscardOptions:
    """Every way to use these saves, the least damage left first."""

    __slots__ = ("attack", "critical", "normal")

    def __init__(self, attack: ShootingAttack, normal: int, critical: int) -> None:
        self.attack = attack
        self.normal = normal
        self.critical = critical

    def listed(self) -> list[Option[Discards]]:
        attack = self.attack
        choices = possible_discards(attack.normal, attack.critical, self.normal, self.critical)
        left = [_damage_left(attack, discards) for discards in choices]
        order = sorted(range(len(choices)), key=lambda i: (left[i], choices[i]))
        return [
            Option(f"discard-{choices[i][0]}c-{choices[i][1]}n", choices[i], _discard_label(choices[i], left[i]))
            for i in order
        ]


def _damage_left(attack: ShootingAttack, discards: Discards) -> int:
    criticals, normals = discards
    profile = attack.profile
    return (attack.critical - criticals) * profile.critical_damage + (attack.normal - normals) * profile.damage


def _discard_label(discards: Discards, damage: int) -> str:
    criticals, normals = discards
    if not criticals and not normals:
        return f"Use no save ({damage} damage)"
    parts = []
    if criticals:
        parts.append(f"{criticals} critical")
    if normals:
        parts.append(f"{normals} normal")
    return f"Discard {' and '.join(parts)} ({damage} damage left)"


def best_discards(attack: ShootingAttack, normal_saves: int, critical_saves: int) -> Discards:
    """What the saves discard so that the least damage is left; (0, 0) if they can discard nothing."""
    normal_hits = attack.normal
    critical_damage, damage = attack.profile.critical_damage, attack.profile.damage
    best, most = (0, 0), -1
    for criticals in range(attack.critical + 1):
        spare = critical_saves - criticals
        normals = normal_saves + spare if spare >= 0 else normal_saves + 2 * spare
        if normals < 0:
            break
        if normals > normal_hits:
            normals = normal_hits
        prevented = criticals * critical_damage + normals * damage
        if prevented > most:
            best, most = (criticals, normals), prevented
    return best


class _SavesOutlook(Outlook):
    """Defence dice come to the least damage they can leave, or to a deadly one."""

    __slots__ = ("attack", "retained", "wounds")

    def __init__(self, battle: Battle, attack: ShootingAttack, defence: Defence) -> None:
        context = (attack.normal, attack.critical, defence.sum(), attack.sum())
        super().__init__(save_kinds(defence.save), context)
        self.attack = attack.copy()
        self.retained = defence.retained
        self.wounds = battle[attack.target].wounds

    def worth(self, dice: int) -> Any:
        return saved(self.attack, self.wounds, self.retained + normal_in(dice), critical_in(dice))

    def following(self, worth: Any) -> Any:
        """Only what is left of the target matters once the saves are used."""
        return ("left", self.attack.target, self.attack.rest, worth)


def saved(attack: ShootingAttack, wounds: int, normal: int, critical: int) -> tuple[int, bool]:
    """What the best use of so many saves leaves to a target with so many wounds, and whether any hit is discarded."""
    discards = best_discards(attack, normal, critical)
    return wounds_left(wounds, _damage_left(attack, discards)), discards != (0, 0)


# -- looking ahead --------------------------------------------------------------------------------------------------------


class DefenceAhead:
    """For odds: how the Defender can answer the hits of the last attack of an action, question by question."""

    __slots__ = ("attack", "battle", "chosen", "dice", "ending", "piercing", "shot")

    def __init__(self, battle: Battle, attack: ShootingAttack, shot: Any) -> None:
        self.battle = battle
        self.attack = attack
        self.shot = shot
        """All that what follows depends on beside the hits."""
        self.ending = _Ending(battle, attack, shot)
        self.piercing = 0
        self.chosen = 0
        self.dice = 0

    def first(self) -> Any:
        """The first question, or what nothing but dice leads to."""
        attack = self.attack
        if (not attack.normal and not attack.critical) or not self.battle[attack.target].standing:
            return self.ending.told(self.battle[attack.target].wounds, False, 0)
        question = piercing_question(attack)
        if question is None:
            return self.pierced(0)
        question.foretells = self.pierced
        question.meeting = Meeting((self.shot, attack.normal, attack.critical, "piercing"))
        return question

    def pierced(self, chosen: int) -> Any:
        attack = self.attack
        self.piercing = piercing_in_force(self.battle, attack, [chosen] if chosen else piercing_values(attack))
        question = save_question(self.battle, attack, self.piercing)
        if question is None:
            return self.selected(0)
        question.foretells = self.copy().selected
        question.meeting = Meeting((self.shot, attack.normal, attack.critical, self.piercing))
        return question

    def copy(self) -> DefenceAhead:
        twin = DefenceAhead(self.battle, self.attack, self.shot)
        twin.piercing = self.piercing
        twin.chosen = self.chosen
        twin.dice = self.dice
        return twin

    def selected(self, chosen: int) -> Any:
        self.chosen = chosen
        self.dice = defence_dice(self.battle, self.attack, self.piercing, chosen)
        question = cover_question(self.battle, self.attack, self.dice)
        if question is None:
            return self.retained(0)
        question.foretells = self.copy().retained
        question.meeting = Meeting((self.shot, self.attack.normal, self.attack.critical, self.piercing, chosen))
        return question

    def retained(self, count: int) -> Any:
        defence = defence_of(self.battle, self.attack, self.chosen, self.dice, count)
        return _SavesAhead(self.battle, self.attack, defence, self.ending).told()


class _SavesAhead(Hopes):
    """Defence dice come to the least damage they can leave."""

    __slots__ = ("attack", "count", "ending", "retained", "wounds")

    def __init__(self, battle: Battle, attack: ShootingAttack, defence: Defence, ending: _Ending) -> None:
        throw = _throw(attack, defence, None)
        key = (ending.shot, attack.normal, attack.critical, defence.sum())
        dice = dice_ahead(throw, True, not ending.quiet)
        super().__init__(dice, throw, token(battle.foreseen, key), battle.command_points[attack.defender])
        self.attack = attack
        self.count = defence.dice - defence.retained
        self.retained = defence.retained
        self.ending = ending
        self.wounds = battle[attack.target].wounds

    def told(self) -> Any:
        if self.count <= 0:
            return self.came_to((0, 0, 0), self.points)
        return Apart(self.key, (self.dice, self.count, self.points), self.rolled, self.follow)

    def rolled(self) -> Roll:
        roll = self.throw.first(self.count, self.points)
        tell_tally(roll, False)
        roll.foretells = self.landed
        return roll

    def landed(self, dice: int) -> Any:
        return self.dice.first(dice, self.points).told()

    def came_to(self, worth: Worth, points: int) -> Any:
        left, discarded = saved(self.attack, self.wounds, self.retained + worth[0], worth[1])
        return self.ending.told(left, discarded, points)

    def is_the_best(self, lying: Lying) -> bool:
        normal, critical = lying.at_best()
        return self._left(lying.worth[0], lying.worth[1]) == self._left(normal, critical)

    def gains_nothing(self, normal: int, critical: int) -> bool:
        if not self.ending.quiet:
            return False
        better, now = (0, self._left(normal - 1, critical + 1)), (0, self._left(normal, critical))
        return not is_a_gain(better, now, (0, self._left(normal - 1, critical)), self.dice.faces, False)

    def _left(self, normal: int, critical: int) -> int:
        return saved(self.attack, self.wounds, self.retained + normal, critical)[0]


class _Ending:
    """The end of a shooting attack, the last of its action, once its saves are used."""

    __slots__ = ("_settled", "attack", "battle", "quiet", "shooter", "shot", "wounds")

    def __init__(self, battle: Battle, attack: ShootingAttack, shot: Any) -> None:
        self.battle = battle
        self.attack = attack
        self.shot = shot
        shooter = battle[attack.shooter]
        self.wounds = battle[attack.target].wounds
        self.shooter = shooter.wounds if shooter.standing else 0
        self.quiet = ends_with_damage(battle, attack)
        self._settled = _ends_of(battle.foreseen, attack, self.shooter)

    def told(self, left: int, discarded: bool, points: int) -> Any:
        """The target has so many wounds left unless something comes between; its owner so many Command Points."""
        if self.quiet:
            found = self._settled.get(2 * left + 1 if discarded else 2 * left)
            return found if found is not None else self._end(left, discarded)
        later = Later((self.shot, left, discarded, points), _Ends(self, self.wounds - left, points).told)
        if discarded:
            later.decision = (self.attack.defender, "", "", LEAST_DAMAGE)
        return later

    def _end(self, left: int, discarded: bool) -> Settled:
        """The end of the attack; the same end is one object."""
        attack = self.attack
        end = Settled({attack.target: left, attack.shooter: self.shooter}, _advice(attack, discarded))
        self._settled[2 * left + 1 if discarded else 2 * left] = end
        return end


def _ends_of(foreseen: dict[Any, Any], attack: ShootingAttack, wounds: int) -> dict[int, Settled]:
    """The ends met so far of shots of this shooter at this target; it has so many wounds itself."""
    key = ("shot", attack.target, attack.shooter, attack.may_go_on, wounds)
    found: dict[int, Settled] | None = foreseen.get(key)
    if found is None:
        found = foreseen[key] = {}
    return found


def _advice(attack: ShootingAttack, discarded: bool) -> tuple[tuple[int, str, str, str], ...]:
    """What is decided in any case: which hits are discarded, and that nobody else is attacked."""
    advice: list[tuple[int, str, str, str]] = []
    if discarded:
        advice.append((attack.defender, "", "", LEAST_DAMAGE))
    if attack.may_go_on:
        advice.append((attack.attacker, "", "", NOBODY_ELSE))
    return tuple(advice)


class _Ends(Stretch):
    """So many wounds are lost, and casualties removed, by an owner of the target with so many Command Points left."""

    __slots__ = ("ending", "lost", "points")

    def __init__(self, ending: _Ending, lost: int, points: int) -> None:
        self.ending = ending
        self.lost = lost
        self.points = points

    def told(self) -> Any:
        key = (self.ending.shot, "ends", self.lost, self.points)
        return Rehearsal(self.ending.battle, self, key).told()

    def begin(self, battle: Battle) -> Procedure:
        attack = self.ending.attack
        pay(battle, attack.defender, battle.command_points[attack.defender] - self.points)
        return _inflict(battle, attack, self.lost)

    def ended(self, battle: Battle) -> Settled:
        left = {it.key: it.wounds if it.standing else 0 for it in battle.operatives}
        return Settled(left, _advice(self.ending.attack, False))


async def _inflict(battle: Battle, attack: ShootingAttack, damage: int) -> None:
    """What hits do that were not discarded, and the end of the action."""
    await lose_wounds(battle, attack.target, damage, "shooting.damage-normal")
    await remove_casualties(battle)
    battle.held = ()


def ends_with_damage(battle: Battle, attack: ShootingAttack) -> bool:
    """Is nothing asked or rolled once the saves of this attack are used?"""
    if battle.held or medic_to_hold_on(battle, battle[attack.target]) is not None:
        return False
    if may_thrash(battle, battle[attack.target]):
        return False
    return not any([it.in_play and not it.standing and may_thrash(battle, it) for it in battle.operatives])


def possible_discards(normal_hits: int, critical_hits: int, normal_saves: int, critical_saves: int) -> list[Discards]:
    """Every way to discard hits: a critical save discards any hit, a normal save a normal hit, two of them a critical hit.

    A critical save is never half of a pair.
    """
    found: list[Discards] = []
    for criticals in range(critical_hits + 1):
        by_critical_saves = min(criticals, critical_saves)
        pairs = 2 * (criticals - by_critical_saves)
        if pairs > normal_saves:
            continue
        most = min(normal_hits, critical_saves - by_critical_saves + normal_saves - pairs)
        found.extend([(criticals, normals) for normals in range(most + 1)])
    return found
