"""Resolve hits, one by one: which uses a hit has, what it does, and what the best play of both sides comes to.

`uses_of` and `spent` are the rule itself, in play as in odds; `Exchange` only looks ahead by them, for combats that nobody can
interrupt.
"""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.questions import Option, Settled
from vanguard.rulebooks.killteam_lite.attacks import Fighter
from vanguard.rulebooks.killteam_lite.damage import wounds_left
from vanguard.rulebooks.killteam_lite.profiles import WeaponProfile

Resolve = tuple[bool, bool, bool]
"""One hit: is it a strike; with a critical hit; and for a parry, does it discard a critical hit?"""
Hits = tuple[int, int]
"""Normal and critical hits not resolved yet."""

STRIKE_CRITICAL: Final[Resolve] = (True, True, False)
STRIKE_NORMAL: Final[Resolve] = (True, False, False)
PARRY_CRITICAL_WITH_CRITICAL: Final[Resolve] = (False, True, True)
PARRY_NORMAL_WITH_CRITICAL: Final[Resolve] = (False, True, False)
PARRY_NORMAL_WITH_NORMAL: Final[Resolve] = (False, False, False)

MOST_FORESEEN: Final = 200_000


def uses_of(hits: Hits, against: Hits, normal_parries: bool) -> list[Resolve]:
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
    if normal and against[0] and normal_parries:
        uses.append(PARRY_NORMAL_WITH_NORMAL)
    return uses


def spent(hits: Hits, against: Hits, use: Resolve) -> tuple[Hits, Hits]:
    """What both have left when a hit has been used: a strike costs its die, a parry also the die it discards."""
    strike, critical, against_critical = use
    hits = (hits[0], hits[1] - 1) if critical else (hits[0] - 1, hits[1])
    if strike:
        return hits, against
    return hits, ((against[0], against[1] - 1) if against_critical else (against[0] - 1, against[1]))


# -- the question --------------------------------------------------------------------------------------------------------

ALL_STRIKE: Final = "strike with every hit left: there is nothing to parry"

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


def resolve_options(fighter: Fighter, opponent: Fighter, hits: Hits, against: Hits) -> list[Option[Resolve]]:
    """Every use of a hit; normal parries that Brutal forbids with the reason."""
    profile = fighter.profile
    assert profile is not None
    brutal = any([rule.bars_normal_parries() for rule in opponent.rules])
    options: list[Option[Resolve]] = []
    for use in uses_of(hits, against, True):
        key, clause = USES[use]
        why = ""
        if brutal and use == PARRY_NORMAL_WITH_NORMAL:
            why, clause = "Brutal: only critical hits can parry", "brutal.parry-only-with-criticals"
        options.append(Option(key, use, _told(use, profile), clause, why))
    return options


def use_prompt(who: str, against: str) -> str:
    return f"{who} against {against}: strike or parry?"


# -- looking ahead ------------------------------------------------------------------------------------------------------------


class Side:
    """What a fighter brings into the exchange beside its hits."""

    __slots__ = ("critical_damage", "damage", "parries_normally", "takes_hits")

    def __init__(self, fighter: Fighter, opponent: Fighter) -> None:
        profile = fighter.profile
        self.damage = profile.damage if profile is not None else 0
        self.critical_damage = profile.critical_damage if profile is not None else 0
        self.parries_normally = not any([rule.bars_normal_parries() for rule in opponent.rules])
        self.takes_hits = [rule for rule in fighter.rules if rule.hits_taken(1, 1)]
        """Rules by which a critical strike costs the opponent a hit."""


Advice = tuple[tuple[int, str, str, str], ...]
Position = tuple[int, Hits, Hits, int, int, int, int]
"""Whose turn, the hits of both, their critical strikes so far, their wounds; the Attacker's before the Defender's."""


class Exchange:
    """Looks ahead: the Attacker wants few wounds left to the Defender, then many to itself; the Defender the opposite."""

    __slots__ = ("decisions", "ends", "keys", "known", "sides", "told")

    def __init__(self, attacker: Side, defender: Side, keys: tuple[str, str]) -> None:
        self.sides = (attacker, defender)
        self.keys = keys
        self.told: dict[Position, Settled] = {}
        """How exchanges end, for whoever asks again."""
        self.ends: dict[Any, Settled] = {}
        self.decisions: dict[tuple[int, Hits, Hits, Resolve], tuple[int, str, str, str]] = {}
        """Decisions in words: whose, the hits of both, and the use chosen."""
        self.known: dict[Position, tuple[int, Resolve | None]] = {}

    def outcome(self, position: Position) -> tuple[int, int]:
        """Wounds left to the Attacker and to the Defender when both have played their best."""
        value = self._best(position)[0]
        return value % 1_000, -(value // 1_000)

    def end(self, wounds: tuple[int, int], advice: Advice) -> Settled:
        """The end with so many wounds left to both; the same end is one object."""
        found = self.ends.get((wounds, advice))
        if found is None:
            found = Settled({self.keys[0]: wounds[0], self.keys[1]: wounds[1]}, advice)
            self.ends[(wounds, advice)] = found
        return found

    def first_decisions(self, position: Position) -> list[tuple[int, Position, Resolve]]:
        """The first real choice of each side when both play their best: who, where, and which use."""
        found: list[tuple[int, Position, Resolve]] = []
        decided = [False, False]
        while not (decided[0] and decided[1]):
            position = self._next(position)
            use = self._best(position)[1]
            if use is None:
                break
            side = position[0]
            if not decided[side] and len(self._uses(position)) > 1:
                decided[side] = True
                found.append((side, position, use))
            position = self._after(position, use)
        return found

    def _next(self, position: Position) -> Position:
        """Whoever has no hits left is passed over."""
        side, one, two, struck_by_one, struck_by_two, wounds_one, wounds_two = position
        mine = two if side else one
        if mine[0] or mine[1]:
            return position
        return (1 - side, one, two, struck_by_one, struck_by_two, wounds_one, wounds_two)

    def _uses(self, position: Position) -> list[Resolve]:
        side, one, two = position[0], position[1], position[2]
        if side:
            return uses_of(two, one, self.sides[1].parries_normally)
        return uses_of(one, two, self.sides[0].parries_normally)

    def _best(self, position: Position) -> tuple[int, Resolve | None]:
        """The Attacker's wounds less a thousand for each the Defender has, and the use that leads there."""
        position = self._next(position)
        side, one, two, _, _, wounds_one, wounds_two = position
        if not wounds_one or not wounds_two or not (one[0] or one[1] or two[0] or two[1]):
            return wounds_one - 1_000 * wounds_two, None
        known = self.known.get(position)
        if known is not None:
            return known
        limit = wounds_one if side == 0 else -1_000 * wounds_two
        best, chosen = 0, None
        for use in self._uses(position):
            value = self._best(self._after(position, use))[0]
            if chosen is None or (value < best if side else value > best):
                best, chosen = value, use
                if best == limit:
                    break
        found = (best, chosen)
        self.known[position] = found
        return found

    def _after(self, position: Position, use: Resolve) -> Position:
        side, one, two, struck_by_one, struck_by_two, wounds_one, wounds_two = position
        mine = self.sides[side]
        if side:
            two, one = spent(two, one, use)
        else:
            one, two = spent(one, two, use)
        if use[0]:
            damage = mine.critical_damage if use[1] else mine.damage
            if side:
                wounds_one = wounds_left(wounds_one, damage)
            else:
                wounds_two = wounds_left(wounds_two, damage)
            if use[1] and mine.takes_hits:
                if side:
                    struck_by_two += 1
                    one = _robbed(one, mine, struck_by_two)
                else:
                    struck_by_one += 1
                    two = _robbed(two, mine, struck_by_one)
        return (1 - side, one, two, struck_by_one, struck_by_two, wounds_one, wounds_two)


def _robbed(hits: Hits, striker: Side, critical_strikes: int) -> Hits:
    for rule in striker.takes_hits:
        hits = (hits[0] - rule.hits_taken(critical_strikes, hits[0]), hits[1])
    return hits


def exchange_of(foreseen: dict[Any, Any], attacker: Fighter, defender: Fighter) -> Exchange:
    """The exchange between these two, with what was looked ahead before."""
    keys = (attacker.operative, defender.operative)
    key = (keys, attacker.profile, defender.profile, _printed(attacker), _printed(defender))
    found: Exchange | None = foreseen.get(key)
    if found is None or len(found.known) > MOST_FORESEEN:
        found = foreseen[key] = Exchange(Side(attacker, defender), Side(defender, attacker), keys)
    return found


def _printed(fighter: Fighter) -> tuple[str, ...]:
    return tuple([rule.printed for rule in fighter.rules])
