"""SHOOTING ATTACK, steps 4 and 5: the Defender's dice, and which hits their saves discard."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.attacks.undertakings import CHANCE, FINISHED, Unfolding
from vanguard.core.questions import Choose, Option, Question
from vanguard.core.state import State
from vanguard.core.telling.events import DiceShown, counted
from vanguard.rulebooks.killteam_lite.attacks import Hits, ShootingAttack
from vanguard.rulebooks.killteam_lite.command_points import COMMAND_REROLL_COST
from vanguard.rulebooks.killteam_lite.line_of_sight import hidden_from_above
from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile
from vanguard.rulebooks.killteam_lite.rerolls import DiceRoll, DiceRule
from vanguard.rulebooks.killteam_lite.state import Battle, Operative

FAIL: Final = 0
SAVE: Final = 1
CRITICAL_SAVE: Final = 2
MARKS: Final[tuple[str, ...]] = ("fail", "save", "critical save")
VEIL_SHIELD_SAVE: Final = 4

Discards = tuple[int, int]
"""How many critical and how many normal hits are discarded."""


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


# -- how to defend ----------------------------------------------------------------------------------------------------------


async def choose_defence(battle: Battle, attack: ShootingAttack) -> Defence:
    """Which AP, which save, and whether a die is retained for Cover, all before any defence die is rolled."""
    piercing = await _piercing(battle, attack)
    save = await _invulnerable_save(battle, attack, piercing)
    dice = defence_dice(battle, attack, piercing, save)
    retained = await _retain(battle, attack, dice)
    return Defence(save or battle[attack.target].card.save, save > 0, dice, retained)


def settled_defence(battle: Battle, attack: ShootingAttack) -> Defence | None:
    """How the Defender answers if nobody has to be asked for it."""
    choosing = choose_defence(battle, attack)
    try:
        choosing.send(None)
    except StopIteration as end:
        found: Defence = end.value
        return found
    choosing.close()
    return None


def _over_the_dice(battle: Battle, question: Choose[int]) -> Choose[int]:
    """It is decided with the attack dice in sight."""
    question.dice = battle.dice_on_the_table()
    return question


async def _piercing(battle: Battle, attack: ShootingAttack) -> int:
    """Several different APx are not added up, the Attacker selects one."""
    values = piercing_values(attack)
    if len(values) > 1:
        options = [Option(f"ap{value}", value, f"AP{value}") for value in values]
        which = Choose(attack.attacker, "Which AP is used?", options, "ap.not-cumulative", (attack.target,))
        values = [await _over_the_dice(battle, which)]
    return piercing_in_force(battle, attack, values)


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


async def _invulnerable_save(battle: Battle, attack: ShootingAttack, piercing: int) -> int:
    """The Defender selects Sv (0) or an invulnerable save, knowing the attack dice."""
    target = battle[attack.target]
    invulnerable = invulnerable_saves(battle, attack, target)
    if not invulnerable:
        return 0
    dice = max(0, target.card.defence - piercing)
    options = [Option("save", 0, f"Sv {target.card.save}+ with {dice} dice", "shooting.save")]
    for value in invulnerable:
        label = f"Invulnerable save {value}+ with {target.card.defence} dice"
        options.append(Option(f"invulnerable-{value}", value, label, "invulnerable.instead-of-save"))
    prompt = f"{target.name}: which save?"
    about = (target.key, attack.shooter)
    which = Choose(attack.defender, prompt, options, "invulnerable.instead-of-save", about)
    return await _over_the_dice(battle, which)


def invulnerable_saves(battle: Battle, attack: ShootingAttack, target: Operative) -> list[int]:
    """Every invulnerable save the target has in this attack, best first."""
    saves = {target.card.invulnerable, attack.offered_save}
    if target.shielded_by:
        saves.add(VEIL_SHIELD_SAVE)
    saves.discard(0)
    return sorted(saves)


def defence_dice(battle: Battle, attack: ShootingAttack, piercing: int, invulnerable: int) -> int:
    """DF less AP; AP takes no die from an invulnerable save."""
    dice = battle[attack.target].card.defence
    return dice if invulnerable else max(0, dice - piercing)


async def _retain(battle: Battle, attack: ShootingAttack, dice: int) -> int:
    """The Defender may retain a Cover die out of the dice left after APx; with Dig In two."""
    if dice <= 0 or not may_retain(battle, attack):
        return 0
    seat = battle[attack.target].seat
    most = 2 if battle.ploy_in_force(seat, "dig-in") is not None else 1
    options = [
        Option(f"retain-{count}", count, f"Retain {count} as a normal save, roll {dice - count}")
        for count in range(min(most, dice), 0, -1)
    ]
    options.append(Option("roll-all", 0, f"Roll all {dice}"))
    prompt = f"{battle[attack.target].name} is in Cover: retain a defence die?"
    question = Choose(attack.defender, prompt, options, "shooting.cover-die", (attack.target,))
    return await _over_the_dice(battle, question)


def may_retain(battle: Battle, attack: ShootingAttack) -> bool:
    """May the Defender set a defence die aside for Cover in this attack?"""
    if attack.blast_extra:
        return False
    if any([rule.forbids_cover_die(battle, attack) for rule in attack.rules]):
        return False
    if any([rule.looks_from_above() for rule in attack.rules]):
        return hidden_from_above(battle, battle[attack.target])
    return attack.in_cover or attack.may_shelter


# -- defence dice and saves -------------------------------------------------------------------------------------------------


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


class Saves(Unfolding):
    """The defence dice are rolled, and the Defender says which hits they discard; they are never obliged to use one.

    Nobody is asked for a re-roll that could save nothing more: not where the dice discard all they could with every re-roll
    that can be paid a critical save, nor where the target falls even then.
    """

    __slots__ = ("attacker", "defence", "dice", "discarded", "hits", "profile", "target", "wounds")

    def __init__(
        self,
        attacker: int,
        hits: Hits,
        profile: WeaponProfile,
        target: tuple[str, str],
        defence: Defence,
        dice: DiceRoll,
        wounds: int,
    ) -> None:
        self.attacker = attacker
        self.hits = hits
        self.profile = profile
        self.target = target
        """Its key and its name."""
        self.defence = defence
        self.dice = dice
        self.wounds = wounds
        """What the target has left."""
        self.discarded: Discards | None = None

    def family(self) -> Any:
        damage = (self.profile.damage, self.profile.critical_damage)
        return (self.dice.family(), self.defence.retained, damage)

    def place(self) -> Any:
        if self.decider() == FINISHED:
            return ("damage", self.result(), self.dice.points)
        fatal = min(self.wounds, 1 + damage_of(self.profile, self.hits))  # more wounds than that are no different
        return (self.hits, fatal, self.dice.place())

    def result(self) -> Any:
        return self.damage_left()

    def spender(self) -> int:
        return self.dice.spender()

    def points_left(self) -> int:
        return self.dice.points_left()

    def decider(self) -> int:
        if not self._is_rolled():
            return self.dice.decider()
        if self.discarded is not None or len(self._discards()) == 1:
            return FINISHED
        return self.dice.rule.seat

    def _is_rolled(self) -> bool:
        """Do the dice lie for good: because nobody may roll them again, or because it could save nothing more?"""
        rolling = self.dice.decider()
        if rolling == FINISHED:
            return True
        if rolling == CHANCE:
            return False
        normal, critical = self.saves()
        fresh = self.dice.fresh_kinds()[: self.dice.points // COMMAND_REROLL_COST]  # the worst first
        best = self._least_damage(normal - fresh.count(SAVE), critical + len(fresh) - fresh.count(CRITICAL_SAVE))
        return best >= self.wounds or best == self._least_damage(normal, critical)

    def _least_damage(self, normal: int, critical: int) -> int:
        """What these saves let through at best."""
        ways = possible_discards(self.hits[0], self.hits[1], normal, critical)
        return min([damage_of(self.profile, self.left(way)) for way in ways])

    def saves(self) -> Hits:
        """Normal and critical saves."""
        kinds = self.dice.kinds()
        return (kinds.count(SAVE) + self.defence.retained, kinds.count(CRITICAL_SAVE))

    def _discards(self) -> list[Discards]:
        normal, critical = self.saves()
        return possible_discards(self.hits[0], self.hits[1], normal, critical)

    def left(self, discards: Discards) -> Hits:
        criticals, normals = discards
        return (self.hits[0] - normals, self.hits[1] - criticals)

    def damage_left(self) -> int:
        return damage_of(self.profile, self.left(self.discarded or (0, 0)))

    def question(self) -> Question[Any]:
        if not self._is_rolled():
            return self.dice.question()
        normal, critical = self.saves()
        key, name = self.target
        saves = f"{counted(normal, 'normal save')} and {counted(critical, 'critical save')}"
        prompt = f"{name}: {saves}. Which hits are discarded?"
        return Choose(self.dice.rule.seat, prompt, self._options, "shooting.saves-spent", (key,))

    def answers(self) -> list[Any]:
        """Of the dice; or every way to use the saves, the least damage left first."""
        if not self._is_rolled():
            return self.dice.answers()
        return sorted(self._discards(), key=self._order)

    def _order(self, discards: Discards) -> tuple[int, Discards]:
        return (damage_of(self.profile, self.left(discards)), discards)

    def _options(self) -> list[Option[Discards]]:
        ways = self.answers()
        return [
            Option(
                f"discard-{discards[0]}c-{discards[1]}n",
                discards,
                _discard_label(discards, damage_of(self.profile, self.left(discards))),
                idle=any([_discards_more(other, discards) for other in ways]),
            )
            for discards in ways
        ]

    def after(self, value: Any) -> Saves:
        rolled = self._is_rolled()
        dice = self.dice if rolled else self.dice.after(value)
        twin = Saves(self.attacker, self.hits, self.profile, self.target, self.defence, dice, self.wounds)
        if rolled:
            twin.discarded = value
        return twin

    def show(self, state: State, question: Question[Any]) -> None:
        if not self._is_rolled():
            self.dice.show(state, question)
            return
        question.dice = state.dice_on_the_table(self.dice.rule.seat)
        question.against = state.dice_on_the_table(self.attacker)

    def write(self, state: State) -> None:
        self.dice.write(state)

    def note(self, state: State, before: Unfolding | None, value: Any) -> None:
        assert isinstance(state, Battle)
        if self.discarded is not None:
            criticals, normals = self.discarded
            state.note(
                "hits-saved",
                "shooting.saves-spent",
                self.target[:1],
                target=self.target[1],
                criticals=criticals,
                normals=normals,
                weapon=self.profile.name,
            )
            return
        if isinstance(before, Saves):
            self.dice.note(state, before.dice, value)
        if self.defence.dice and self._is_rolled() and state.heard:
            _note_defence(state, self)


def saves_of(battle: Battle, attack: ShootingAttack, defence: Defence) -> Saves:
    name, clause = f"defence {attack.target}<{attack.shooter}", "shooting.defence-dice-count"
    rule = DiceRule(attack.defender, name, clause, save_kinds(defence.save), (), (attack.target,))
    dice = DiceRoll(rule, defence.dice - defence.retained, battle.points_of(attack.defender))
    target = (attack.target, battle[attack.target].name)
    hits = (attack.normal, attack.critical)
    return Saves(attack.attacker, hits, attack.profile, target, defence, dice, battle[attack.target].wounds)


def damage_of(profile: WeaponProfile, hits: Hits) -> int:
    return hits[0] * profile.damage + hits[1] * profile.critical_damage


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


def _discards_more(one: Discards, other: Discards) -> bool:
    """Everything the other way discards, and something besides."""
    return one != other and one[0] >= other[0] and one[1] >= other[1]


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


def _note_defence(battle: Battle, saves: Saves) -> None:
    defence = saves.defence
    label = "invulnerable save" if defence.invulnerable else "defence"
    faces = saves.dice.faces()
    marks = [MARKS[save_result(face, defence.save)] for face in faces]
    shown = DiceShown(label, saves.dice.rule.seat, faces, marks, f"{defence.save}+")
    normal, critical = saves.saves()
    battle.note(
        "defence-dice",
        "shooting.save",
        saves.target[:1],
        shown,
        target=saves.target[1],
        saves=normal,
        criticals=critical,
        cover=f" ({defence.retained} retained for Cover)" if defence.retained else "",
    )
