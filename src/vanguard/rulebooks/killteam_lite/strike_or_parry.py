"""Resolve hits, one by one: which uses a hit has, and what it does, as long as nobody falls and no rule acts on it."""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.attacks.undertakings import FINISHED, FORCED, Unfolding
from vanguard.core.questions import Choose, Option, Question
from vanguard.core.state import State
from vanguard.core.telling.events import DiceShown
from vanguard.rulebooks.killteam_lite.attacks import Combat, Fighter, Hits
from vanguard.rulebooks.killteam_lite.damage import note_holding_on, note_injury, note_wounds, wounds_left
from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile
from vanguard.rulebooks.killteam_lite.rule_hooks import SpecialRule
from vanguard.rulebooks.killteam_lite.shooting import CRITICAL, HIT, MARKS
from vanguard.rulebooks.killteam_lite.state import Battle

Resolve = tuple[bool, bool, bool]
"""One hit: is it a strike; with a critical hit; and for a parry, does it discard a critical hit?"""

STRIKE_CRITICAL: Final[Resolve] = (True, True, False)
STRIKE_NORMAL: Final[Resolve] = (True, False, False)
PARRY_CRITICAL_WITH_CRITICAL: Final[Resolve] = (False, True, True)
PARRY_NORMAL_WITH_CRITICAL: Final[Resolve] = (False, True, False)
PARRY_NORMAL_WITH_NORMAL: Final[Resolve] = (False, False, False)


def uses_of(hits: Hits, against: Hits) -> list[Resolve]:
    """Strike or parry with a normal or a critical hit; a parry must discard a die it is able to discard."""
    normal, critical = hits
    uses: list[Resolve] = []
    if critical:
        uses.append(STRIKE_CRITICAL)
    if normal:
        uses.append(STRIKE_NORMAL)
    if critical and against[1]:
        uses.append(PARRY_CRITICAL_WITH_CRITICAL)
    if critical and against[0]:
        uses.append(PARRY_NORMAL_WITH_CRITICAL)
    if normal and against[0]:
        uses.append(PARRY_NORMAL_WITH_NORMAL)
    return uses


def spent(hits: Hits, against: Hits, use: Resolve) -> tuple[Hits, Hits]:
    """What both have left when a hit has been used: a strike costs its die, a parry also the die it discards."""
    strike, critical, against_critical = use
    hits = (hits[0], hits[1] - 1) if critical else (hits[0] - 1, hits[1])
    if strike:
        return hits, against
    return hits, ((against[0], against[1] - 1) if against_critical else (against[0] - 1, against[1]))


def damage_of(profile: WeaponProfile, critical: bool) -> int:
    return profile.critical_damage if critical else profile.damage


USES: Final = {
    STRIKE_CRITICAL: ("strike-critical", "combat.strike-critical"),
    STRIKE_NORMAL: ("strike-normal", "combat.strike-normal"),
    PARRY_CRITICAL_WITH_CRITICAL: ("parry-critical-critical", "combat.parry-critical"),
    PARRY_NORMAL_WITH_CRITICAL: ("parry-critical-normal", "combat.parry-critical"),
    PARRY_NORMAL_WITH_NORMAL: ("parry-normal-normal", "combat.parry-normal"),
}
"""The key of each use of a hit, and its clause."""


def _told(use: Resolve, profile: WeaponProfile) -> str:
    if use == STRIKE_CRITICAL:
        return f"Strike with a critical hit ({profile.critical_damage} damage)"
    if use == STRIKE_NORMAL:
        return f"Strike with a normal hit ({profile.damage} damage)"
    with_what = "a critical hit" if use[1] else "a normal hit"
    return f"Parry: {with_what} discards {'a critical hit' if use[2] else 'a normal hit'}"


class Side:
    """What a fighter brings into the exchange of blows beside its hits and wounds."""

    __slots__ = ("_acting", "_most", "bars_parries", "counting", "fighter", "held", "name")

    def __init__(self, battle: Battle, fighter: Fighter, opponent: Fighter) -> None:
        operative = battle[fighter.operative]
        self.fighter = fighter
        self.name = operative.name
        self.held = operative.key in battle.held
        """Can it lose no more wounds?"""
        self.bars_parries = any([rule.bars_normal_parries() for rule in fighter.rules])
        self.counting: list[SpecialRule] = [rule for rule in fighter.rules if rule.critical_strikes_counted()]
        self._most = 1 + max([rule.critical_strikes_counted() for rule in self.counting], default=0)
        """From this critical strike on it is always the same."""
        self._acting = [
            number
            for number in range(1, self._most + 1)
            if any([rule.acts_on_critical_strikes(battle, fighter, opponent, number) for rule in fighter.rules])
        ]

    def counted(self, strikes: int) -> int:
        """So many critical strikes, as far as any rule minds; 0 if none does."""
        return min(strikes, self._most) if self.counting else 0

    def acts_on(self, strikes: int) -> bool:
        """Did the last of so many critical strikes do anything that the exchange of blows does not tell?"""
        return max(strikes, 1) in self._acting

    @property
    def family(self) -> tuple[Any, ...]:
        profile = self.fighter.profile
        damage = (0, 0) if profile is None else (profile.damage, profile.critical_damage)
        counting = tuple([rule.printed for rule in self.counting])
        return (self.fighter.seat, damage, self.held, self.bars_parries, counting, tuple(self._acting))


NOTHING: Final = 0
STRUCK: Final = 1
STRUCK_CRITICALLY: Final = 2


class Blows(Unfolding):
    """Attacker first, one hit at a time, until nobody has hits left, or until a strike has consequences."""

    __slots__ = ("consequence", "hits", "key", "sides", "strikes", "turn", "was_injured", "wounds")

    def __init__(self, sides: tuple[Side, Side], key: Any) -> None:
        self.sides = sides
        self.key = key
        self.hits: tuple[Hits, Hits] = ((0, 0), (0, 0))
        """Not resolved yet: the Attacker's and the Defender's."""
        self.strikes = (0, 0)
        """Critical strikes made so far by those whose rules count them."""
        self.wounds = (0, 0)
        self.turn = 0
        """Whose turn it is to resolve a hit."""
        self.consequence = NOTHING
        """The side whose turn it is has struck, and something comes of it."""
        self.was_injured = False
        """Was whoever was struck injured before?"""

    def family(self) -> Any:
        return self.key

    def place(self) -> Any:
        return (self.consequence, self.turn, self.hits, self.strikes, self.wounds)

    def decider(self) -> int:
        if self.consequence or self.hits == ((0, 0), (0, 0)):
            return FINISHED
        return FORCED if len(self.answers()) == 1 else self.sides[self._side()].fighter.seat

    def _side(self) -> int:
        """Whoever has no hits left lets the other go on."""
        return self.turn if self.hits[self.turn] != (0, 0) else 1 - self.turn

    def answers(self) -> list[Any]:
        side = self._side()
        uses = uses_of(self.hits[side], self.hits[1 - side])
        if PARRY_NORMAL_WITH_NORMAL in uses and self.sides[1 - side].bars_parries:
            uses.remove(PARRY_NORMAL_WITH_NORMAL)
        return uses

    def question(self) -> Question[Any]:
        """Every use of a hit; normal parries that Brutal forbids with the reason."""
        side = self._side()
        one, other = self.sides[side], self.sides[1 - side]
        profile = one.fighter.profile
        assert profile is not None
        options: list[Option[Resolve]] = []
        for use in uses_of(self.hits[side], self.hits[1 - side]):
            key, clause = USES[use]
            why = ""
            if other.bars_parries and use == PARRY_NORMAL_WITH_NORMAL:
                why, clause = "Brutal: only critical hits can parry", "brutal.parry-only-with-criticals"
            options.append(Option(key, use, _told(use, profile), clause, why))
        prompt = f"{one.name} against {other.name}: strike or parry?"
        about = (one.fighter.operative, other.fighter.operative)
        return Choose(one.fighter.seat, prompt, options, "combat.alternate", about)

    def after(self, value: Any) -> Blows:
        """A strike costs its die, a parry also the die it discards."""
        strike, critical, against_critical = value
        side = self._side()
        (normal, criticals), against = self.hits[side], self.hits[1 - side]
        hits = (normal, criticals - 1) if critical else (normal - 1, criticals)
        if not strike:
            against = (against[0], against[1] - 1) if against_critical else (against[0] - 1, against[1])
        twin = Blows(self.sides, self.key)
        twin.hits = (hits, against) if side == 0 else (against, hits)
        twin.strikes = self.strikes
        twin.wounds = self.wounds
        twin.turn = 1 - side
        if strike:
            self._strike(twin, side, critical)
        return twin

    def _strike(self, twin: Blows, side: int, critical: bool) -> None:
        """The opponent loses wounds; something comes of it if it has none left, or if a rule acts on critical strikes."""
        striker, struck = self.sides[side], self.sides[1 - side]
        profile = striker.fighter.profile
        assert profile is not None
        before = self.wounds[1 - side]
        left = before if struck.held else wounds_left(before, damage_of(profile, critical))
        twin.wounds = (self.wounds[0], left) if side == 0 else (left, self.wounds[1])
        acts = critical and self._strike_critically(twin, side)
        if left == 0 or acts:
            twin.consequence = STRUCK_CRITICALLY if critical else STRUCK
            twin.turn = side

    def _strike_critically(self, twin: Blows, side: int) -> bool:
        """The opponent may lose hits too; does anything else come of it?"""
        striker = self.sides[side]
        number = striker.counted(self.strikes[side] + 1)
        if striker.counting:
            one, two = self.strikes
            twin.strikes = (number, two) if side == 0 else (one, number)
            hits, against = twin.hits[side], twin.hits[1 - side]
            for rule in striker.counting:
                against = rule.hits_after_critical_strike(number, against)
            twin.hits = (hits, against) if side == 0 else (against, hits)
        return striker.acts_on(number)

    def show(self, state: State, question: Question[Any]) -> None:
        side = self._side()
        question.dice = self._hits_left(state, side)
        question.against = self._hits_left(state, 1 - side)

    def _hits_left(self, state: State, side: int) -> DiceShown | None:
        """The dice a fighter rolled, those whose hits are resolved or parried marked so."""
        rolled = state.dice_on_the_table(self.sides[side].fighter.seat)
        if rolled is None:
            return None
        left = {MARKS[HIT]: self.hits[side][0], MARKS[CRITICAL]: self.hits[side][1]}
        marks: list[str] = []
        for mark in rolled.marks:
            if mark in left:
                left[mark] -= 1
            marks.append(mark if left.get(mark, 0) >= 0 else "used")
        return DiceShown(rolled.label, rolled.player, rolled.faces, marks, rolled.needed, rolled.modifiers)

    def write(self, state: State) -> None:
        assert isinstance(state, Battle)
        for side in (0, 1):
            state[self.sides[side].fighter.operative].wounds = self.wounds[side]

    def note(self, state: State, before: Unfolding | None, value: Any) -> None:
        assert isinstance(state, Battle)
        if not isinstance(before, Blows):
            return
        side = before._side()
        fighter, opponent = self.sides[side].fighter, self.sides[1 - side].fighter
        strike, critical, against_critical = value
        if not strike:
            note_parry(state, fighter, opponent, critical, against_critical)
            return
        note_strike(state, fighter, opponent, critical)
        self._note_wounds(state, before, side, critical)
        if self.hits[1 - side] != before.hits[1 - side]:
            for rule in self.sides[side].counting:
                rule.note_hits_lost(state, opponent)

    def _note_wounds(self, state: Battle, before: Blows, side: int, critical: bool) -> None:
        profile = self.sides[side].fighter.profile
        struck = state[self.sides[1 - side].fighter.operative]
        assert profile is not None
        amount = damage_of(profile, critical)
        if amount <= 0:
            return
        if self.sides[1 - side].held:
            note_holding_on(state, struck)
            return
        note_wounds(state, struck, amount, strike_clause(critical))
        self.was_injured = before.wounds[1 - side] * 2 < struck.card.wounds
        note_injury(state, struck, self.was_injured)


def blows_of(battle: Battle, combat: Combat) -> Blows:
    """The exchange from where the combat stands."""
    one, two = [Side(battle, fighter, opponent) for fighter, opponent in combat.sides()]
    blows = Blows((one, two), (one.family, two.family))
    blows.hits = (
        (combat.attacker.normal, combat.attacker.critical),
        (combat.defender.normal, combat.defender.critical),
    )
    blows.strikes = (combat.attacker.critical_strikes, combat.defender.critical_strikes)
    blows.wounds = (battle[combat.attacker.operative].wounds, battle[combat.defender.operative].wounds)
    blows.turn = 1 if combat.defenders_turn else 0
    return blows


def strike_clause(critical: bool) -> str:
    return "combat.strike-critical" if critical else "combat.strike-normal"


def note_strike(battle: Battle, fighter: Fighter, opponent: Fighter, critical: bool) -> None:
    profile = fighter.profile
    assert profile is not None
    battle.note(
        "strikes-critically" if critical else "strikes",
        strike_clause(critical),
        (fighter.operative, opponent.operative),
        who=battle[fighter.operative].name,
        target=battle[opponent.operative].name,
        weapon=profile.name,
    )


def note_parry(battle: Battle, fighter: Fighter, opponent: Fighter, critical: bool, against_critical: bool) -> None:
    battle.note(
        "parries",
        "combat.parry-critical" if critical else "combat.parry-normal",
        (fighter.operative, opponent.operative),
        who=battle[fighter.operative].name,
        target=battle[opponent.operative].name,
        hit="a critical hit" if against_critical else "a normal hit",
    )
