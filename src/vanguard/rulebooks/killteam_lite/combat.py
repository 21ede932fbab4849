"""FIGHT IN COMBAT: select target, select weapons, roll attack dice, resolve hits alternately by strike or parry."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanguard.core.attacks.undertakings import FINISHED, Undertaking, Unfolding, see_through
from vanguard.core.questions import Choose, Option, Question
from vanguard.core.state import State
from vanguard.core.telling.events import DiceShown, Modifier
from vanguard.rulebooks.killteam_lite.attacks import Combat, Fighter
from vanguard.rulebooks.killteam_lite.command_points import usable, use_ploy
from vanguard.rulebooks.killteam_lite.damage import lose_wounds, note_injury, offer_hold_on, remove_casualties
from vanguard.rulebooks.killteam_lite.line_of_sight import engaged_enemies
from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile
from vanguard.rulebooks.killteam_lite.rerolls import DiceRoll, DiceRule
from vanguard.rulebooks.killteam_lite.rules_in_force import rules_in_force, settle_duplicates
from vanguard.rulebooks.killteam_lite.shooting import (
    CRITICAL,
    HIT,
    MARKS,
    attack_kinds,
    attack_result,
    critical_from,
    note_rending,
    rending_question,
    selected,
    skill_modifiers,
    upgraded,
    use_up,
    used_up_fault,
)
from vanguard.rulebooks.killteam_lite.state import Battle, Operative
from vanguard.rulebooks.killteam_lite.strike_or_parry import (
    STRUCK_CRITICALLY,
    Blows,
    blows_of,
    damage_of,
    note_strike,
    strike_clause,
)


def fight_options(battle: Battle, fighter: Operative) -> list[Option[str]]:
    return [
        Option(enemy.key, enemy.key, enemy.name, about=(enemy.key,), attempt=("combat", fighter.key, enemy.key))
        for enemy in engaged_enemies(battle, fighter)
        if enemy.standing
    ]


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
    chosen = weapon or await select_melee_weapon(battle, attacker)
    answer = await select_melee_weapon(battle, defender)
    combat = Combat(_fighter(attacker, chosen), _fighter(defender, answer))
    for fighter, opponent in combat.sides():
        if fighter.profile is not None:
            use_up(battle[fighter.operative], fighter.profile)
            rules = rules_in_force(battle, fighter.operative, fighter.profile, opponent.operative)
            fighter.rules = await settle_duplicates(battle, fighter.seat, rules)
            needed, critical, _ = _thresholds(battle, fighter)
            fighter.kinds = attack_kinds(needed, critical, fighter.rules)
    await see_through(battle, Fight(combat))


async def select_melee_weapon(battle: Battle, operative: Operative) -> str:
    """Both players select a melee weapon, the Attacker first; whoever has none left has none."""
    options: list[Option[str]] = []
    for profile in operative.card.melee:
        why, clause = used_up_fault(operative, profile)
        options.append(Option(profile.key, profile.key, profile.label, clause, why))
    if not any([option.available for option in options]):
        return ""
    return await selected(battle, operative, options, "select a melee weapon", "combat.select-weapons")


def _fighter(operative: Operative, weapon: str) -> Fighter:
    profile: WeaponProfile | None = operative.card.profile(weapon) if weapon else None
    return Fighter(operative.seat, operative.key, profile)


ROLL: Final = (0, 1)
AGAIN: Final = (2, 3)
REND: Final = (4, 5)
BLOWS: Final = 6
CONSEQUENCE: Final = 7

UNTOLD: Final = -1
"""The points of whoever rolls, before it is asked what to roll again."""


@mypyc_attr(serializable=True)  # compiled too, `__new__` makes a blank one for `copy`
class Fight(Undertaking):
    """A combat from the attack dice on: both roll; re-rolls and Rending, the Attacker's before the Defender's; then blows."""

    __slots__ = ("_asked", "_blows", "_name", "_rules", "_told", "combat", "dice", "lies", "step")

    def __init__(self, combat: Combat) -> None:
        super().__init__()
        self.combat = combat
        """Shared by copies: whoever changes it takes one of its own first."""
        self.step = ROLL[0]
        self.dice: tuple[DiceRoll | None, DiceRoll | None] = (None, None)
        """Each side's dice; None for whoever has no melee weapon, or before they are rolled."""
        self.lies = (False, False)
        """Can nobody roll them again?"""
        self._blows: Blows | None = None
        self._asked = self.step
        """The step of the answer given last."""
        self._told = False
        """Were the dice told to the log?"""
        self._name = tuple([
            (it.operative, it.kinds, None if it.profile is None else it.profile.key, tuple([rule.printed for rule in it.rules]))
            for it in (combat.attacker, combat.defender)
        ])  # fmt: skip
        self._rules: list[DiceRule | None] = [None, None]
        """Of each side's dice, once they are rolled; the same in every copy."""
        self._skip()

    def copy(self) -> Fight:
        twin = Fight.__new__(Fight)
        twin.over = self.over
        twin.reads_all = False
        twin.combat = self.combat
        twin.step = self.step
        twin.dice = self.dice
        twin.lies = self.lies
        twin._blows = self._blows
        twin._asked = self._asked
        twin._told = self._told
        twin._name = self._name
        twin._rules = self._rules
        return twin

    def key(self) -> Any:
        if self.step <= AGAIN[1]:
            return (self.step, self._name, self.lies, self._lying(0), self._lying(1))
        if self.step == CONSEQUENCE:
            assert self._blows is not None
            return (self.step, self._name, self._blows.place())
        return (self.step, self._name, self.combat.sum())

    def rest(self) -> Any:
        if self.step in AGAIN:
            return (self.step, self._name, self.lies, self._lying(1 - AGAIN.index(self.step)))
        return (self.step, self._name)

    def _lying(self, side: int) -> Any:
        """What matters of a side's dice."""
        dice = self.dice[side]
        if dice is None:
            return None
        return dice.result() if self.lies[side] else dice.place()

    def brief_key(self) -> Any:
        """What happens to the fallen seldom depends on the hits that are left."""
        blows = self._blows
        if self.step != CONSEQUENCE or blows is None:
            return None
        return (self._name, blows.consequence, blows.turn, blows.wounds)

    def asks(self, state: State) -> Question[Any] | Unfolding | None:
        assert isinstance(state, Battle)
        if self.step in ROLL:
            return self._dice_of(self.step, UNTOLD).question()
        if self.step in AGAIN:
            return self._dice_again(state, AGAIN.index(self.step))
        if self.step in REND:
            return self._rending(state)
        if self.step == BLOWS:
            return blows_of(state, self.combat)
        return None

    def answered(self, state: State, value: Any) -> None:
        if self.step in ROLL:
            self._roll(state, self.step, tuple(value))
        elif self.step in AGAIN:
            self._keep(AGAIN.index(self.step), value)
        elif self.step in REND:
            self.combat = self.combat.copy()
            fighter = self.combat.sides()[REND.index(self.step)][0]
            if value:
                fighter.normal, fighter.critical = upgraded((fighter.normal, fighter.critical))
        else:
            self._blows = value
        self._asked = self.step
        self.step += 1
        self._skip()

    def _roll(self, state: State, side: int, faces: tuple[int, ...]) -> None:
        """Dice that nobody can roll again are not asked about."""
        assert isinstance(state, Battle)
        rule = self._rule(side)
        lying = rule.lying(faces, state.points_of(rule.seat))
        if lying.decider() == FINISHED:
            self._keep(side, lying)
        else:
            self._lay(side, rule.lying(faces, UNTOLD))

    def _dice_again(self, battle: Battle, side: int) -> DiceRoll:
        """With what their owner can spend now."""
        rule, dice = self._rule(side), self.dice[side]
        points = battle.points_of(rule.seat)
        return self._dice_of(side, points) if dice is None else rule.lying(tuple(dice.faces()), points)

    def _dice_of(self, side: int, points: int) -> DiceRoll:
        """Before they are rolled."""
        profile = self.combat.sides()[side][0].profile
        assert profile is not None
        return DiceRoll(self._rule(side), profile.attacks, points)

    def later(self, state: State) -> Fight | None:
        """Nobody looks at the Attacker's dice before the Defender's are rolled too, nor at these once the Attacker's lie for good."""
        assert isinstance(state, Battle)
        attacker, defender = self.combat.attacker, self.combat.defender
        step = self.step
        if step == ROLL[0] and defender.profile is not None:
            if self._rule(0).may_reroll(state.points_of(attacker.seat)):
                step = ROLL[1]
        elif step == ROLL[1] and (self.lies[0] or attacker.profile is None):
            step = AGAIN[1]
        if step == self.step:
            return None
        twin = self.copy()
        twin.step = step
        return twin

    def _lay(self, side: int, dice: DiceRoll) -> None:
        one, two = self.dice
        self.dice = (dice, two) if side == 0 else (one, dice)

    def _keep(self, side: int, dice: DiceRoll) -> None:
        """Their hits are what there will be to strike and parry with."""
        self._lay(side, dice)
        self.lies = (True, self.lies[1]) if side == 0 else (self.lies[0], True)
        self.combat = self.combat.copy()
        fighter = self.combat.sides()[side][0]
        kinds = dice.kinds()
        fighter.normal, fighter.critical = kinds.count(HIT), kinds.count(CRITICAL)

    def _skip(self) -> None:
        """To the next step that anybody has anything to do with."""
        while self.step < BLOWS and not self._has_a_say(self.combat.sides()[self.step % 2][0]):
            self.step += 1

    def _has_a_say(self, fighter: Fighter) -> bool:
        if self.step in REND:
            return (
                fighter.normal > 0 and fighter.critical > 0 and any([rule.upgrades_a_hit() for rule in fighter.rules])
            )
        return fighter.profile is not None and not (self.step in AGAIN and self.lies[AGAIN.index(self.step)])

    def _rule(self, side: int) -> DiceRule:
        found = self._rules[side]
        if found is None:
            fighter, opponent = self.combat.sides()[side]
            name, about = f"fight {fighter.operative}>{opponent.operative}", (fighter.operative, opponent.operative)
            found = DiceRule(fighter.seat, name, "combat.attack-dice", fighter.kinds, fighter.rules, about)
            self._rules[side] = found
        return found

    def _rending(self, battle: Battle) -> Choose[bool] | None:
        fighter = self.combat.sides()[REND.index(self.step)][0]
        hits = (fighter.normal, fighter.critical)
        return rending_question(battle, fighter.seat, fighter.rules, fighter.operative, hits)

    def note(self, state: State, value: Any) -> None:
        assert isinstance(state, Battle)
        if self.step >= REND[0] and not self._told:
            self._tell_dice(state)
        if self._asked in REND and value:
            fighter = self.combat.sides()[REND.index(self._asked)][0]
            for rule in fighter.rules:
                if rule.upgrades_a_hit():
                    note_rending(state, fighter.operative, rule.clause)

    def _tell_dice(self, battle: Battle) -> None:
        self._told = True
        if not battle.heard:
            return
        for (fighter, _), dice in zip(self.combat.sides(), self.dice):
            if dice is None:
                battle.note(
                    "unarmed", "combat.no-melee-weapon", (fighter.operative,), who=battle[fighter.operative].name
                )
            else:
                _note_dice(battle, fighter, dice.faces())

    # -- resolve hits ---------------------------------------------------------------------------------------------------------

    async def act(self, state: State) -> None:
        """What comes of a strike; when nobody has hits left or somebody is incapacitated, the combat is over."""
        assert isinstance(state, Battle)
        blows = self._blows
        assert blows is not None
        self.reads_all = False
        self.combat = self.combat.copy()
        if not self._told:
            self._tell_dice(state)
        self.dice = (None, None)
        for i, (fighter, _) in enumerate(self.combat.sides()):
            state[fighter.operative].wounds = blows.wounds[i]
        if blows.consequence and await self._goes_on(state, blows):
            self.combat.defenders_turn = blows.turn == 0
            self.step = BLOWS
            return
        await remove_casualties(state)
        state.held = ()
        self.over = True

    async def _goes_on(self, battle: Battle, blows: Blows) -> bool:
        combat = self.combat
        fighter, opponent = combat.sides()[blows.turn]
        struck = battle[opponent.operative]
        if struck.wounds == 0:
            await offer_hold_on(battle, struck)
            note_injury(battle, battle[opponent.operative], blows.was_injured)
        if blows.consequence == STRUCK_CRITICALLY and blows.sides[blows.turn].acts_on(blows.strikes[blows.turn]):
            self._sort_hits(blows)
            await _critical_strike(battle, combat, fighter, opponent)
        if not battle[opponent.operative].standing:
            await self._offer_last_blow(battle, blows, opponent, fighter)
            return False
        if not battle[fighter.operative].standing:
            await self._offer_last_blow(battle, blows, fighter, opponent)
            return False
        self._sort_hits(blows)
        return True

    def _sort_hits(self, blows: Blows) -> None:
        """Both fighters have the hits that the blows have left them; what rules have done to these since stays."""
        if self.reads_all:
            return
        self.reads_all = True
        for i, (fighter, _) in enumerate(self.combat.sides()):
            fighter.normal, fighter.critical = blows.hits[i]
            fighter.critical_strikes = blows.strikes[i]

    async def _offer_last_blow(self, battle: Battle, blows: Blows, fallen: Fighter, victor: Fighter) -> None:
        """Last Blow: before it is removed the fallen operative strikes with one of its unresolved hits."""
        card = usable(battle, fallen.seat, "last-blow")
        if card is None or not battle[victor.operative].standing:
            return
        self._sort_hits(blows)
        hurts = victor.operative not in battle.held
        number = fallen.critical_strikes + 1
        options: list[Option[int]] = []
        if fallen.critical and (
            hurts or any([rule.acts_on_critical_strikes(battle, fallen, victor, number) for rule in fallen.rules])
        ):
            options.append(
                Option(
                    "strike-critical", 2, f"{card.name} ({card.cost} CP): strike with a critical hit", does=card.text
                )
            )
        if fallen.normal and hurts:
            options.append(
                Option("strike-normal", 1, f"{card.name} ({card.cost} CP): strike with a normal hit", does=card.text)
            )
        if not options:
            return
        options.append(Option("no", 0, "Do not use it", declines=True))
        prompt = f"{battle[fallen.operative].name} falls with hits unresolved. Use {card.name}?"
        about = (fallen.operative, victor.operative)
        chosen = await Choose(fallen.seat, prompt, options, "strategy.ploys.tactical-timing", about)
        if chosen:
            use_ploy(battle, fallen.seat, card, (fallen.operative,))
            await _strike(battle, self.combat, fallen, victor, chosen == 2)


async def _strike(battle: Battle, combat: Combat, fighter: Fighter, opponent: Fighter, critical: bool) -> None:
    profile = fighter.profile
    assert profile is not None
    note_strike(battle, fighter, opponent, critical)
    await lose_wounds(battle, opponent.operative, damage_of(profile, critical), strike_clause(critical))
    if critical:
        fighter.critical_strikes += 1
        await _critical_strike(battle, combat, fighter, opponent)


async def _critical_strike(battle: Battle, combat: Combat, fighter: Fighter, opponent: Fighter) -> None:
    """What rules make of it; removal is immediate in a combat, but the two fighters are seen to when it is over."""
    for rule in fighter.rules:
        await rule.critical_strike(battle, combat, fighter, opponent)
    await remove_casualties(battle, sparing=(combat.attacker.operative, combat.defender.operative))


def _thresholds(battle: Battle, fighter: Fighter) -> tuple[int, int, list[Modifier]]:
    """The result a die needs, the result that makes it critical, and what worsened the first."""
    profile = fighter.profile
    assert profile is not None
    modifiers = skill_modifiers(battle, battle[fighter.operative], False)
    return profile.skill + len(modifiers), critical_from(fighter.rules), modifiers


def _note_dice(battle: Battle, fighter: Fighter, faces: list[int]) -> None:
    assert fighter.profile is not None
    needed, critical, modifiers = _thresholds(battle, fighter)
    results = [attack_result(face, needed, critical) for face in faces]
    marks = [MARKS[result] for result in results]
    shown = DiceShown(f"{fighter.profile.name} fight", fighter.seat, faces, marks, f"{min(needed, 6)}+", modifiers)
    battle.note(
        "fight-dice",
        "combat.hit",
        (fighter.operative,),
        shown,
        who=battle[fighter.operative].name,
        weapon=fighter.profile.name,
        hits=results.count(HIT),
        criticals=results.count(CRITICAL),
    )
