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

_FORESEEN: dict[tuple[Any, Any], dict[int, int]] = {}
"""What positions come to, for each pair of weapons met so far: the same in whatever hands they are."""


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
    brutal = any([rule.bars_normal_parries() for rule in opponent.rules])
    return [use_option(fighter, use, brutal) for use in uses_of(hits, against, True)]


def use_option(fighter: Fighter, use: Resolve, brutal: bool) -> Option[Resolve]:
    profile = fighter.profile
    assert profile is not None
    key, clause = USES[use]
    why = ""
    if brutal and use == PARRY_NORMAL_WITH_NORMAL:
        why, clause = "Brutal: only critical hits can parry", "brutal.parry-only-with-criticals"
    return Option(key, use, _told(use, profile), clause, why)


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

    @property
    def kind(self) -> tuple[int, int, bool, tuple[str, ...]]:
        """All that matters of it for an exchange."""
        taking = tuple([rule.printed for rule in self.takes_hits])
        return (self.damage, self.critical_damage, self.parries_normally, taking)

    def damage_of(self, hits: Hits) -> int:
        """If all of them strike."""
        return hits[0] * self.damage + hits[1] * self.critical_damage


Advice = tuple[tuple[int, str, str, str], ...]
Position = tuple[int, Hits, Hits, int, int, int, int]
"""Whose turn, the hits of both, their critical strikes so far, their wounds; the Attacker's before the Defender's."""


class Exchange:
    """Looks ahead: the Attacker wants few wounds left to the Defender, then many to itself; the Defender the opposite."""

    __slots__ = ("decisions", "ends", "keys", "known", "sides", "told", "uses")

    def __init__(self, attacker: Side, defender: Side, keys: tuple[str, str]) -> None:
        self.sides = (attacker, defender)
        self.keys = keys
        self.told: dict[Position, Settled] = {}
        """How exchanges end, for whoever asks again."""
        self.ends: dict[Any, Settled] = {}
        self.decisions: dict[tuple[int, Resolve], tuple[int, str, str, str]] = {}
        """Decisions in words: whose, and the use chosen."""
        self.known: dict[int, int] = _foreseen_by(attacker, defender)
        """The value of positions looked at before."""
        self.uses: dict[int, list[Resolve]] = {}

    def outcome(self, position: Position) -> tuple[int, int]:
        """Wounds left to the Attacker and to the Defender when both have played their best."""
        value = self._best(position)
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
            position = _next(position)
            if _is_over(position):
                break
            side, uses = position[0], self._uses(position)
            use = self._best_use(position, uses) if len(uses) > 1 else uses[0]
            if not decided[side] and len(uses) > 1:
                decided[side] = True
                found.append((side, position, use))
            position = self._after(position, use)
        return found

    def _best_use(self, position: Position, uses: list[Resolve]) -> Resolve:
        best = self._best(position)
        for use in uses:
            if self._best(self._after(position, use)) == best:
                return use
        return uses[0]

    def _uses(self, position: Position) -> list[Resolve]:
        """Which uses there are depends on which hits there are, not on how many."""
        side, one, two = position[0], position[1], position[2]
        mine, against = (two, one) if side else (one, two)
        which = side
        for count in (mine[0], mine[1], against[0], against[1]):
            which = which * 2 + (1 if count else 0)
        found = self.uses.get(which)
        if found is None:
            found = self.uses[which] = uses_of(mine, against, self.sides[side].parries_normally)
        return found

    def _best(self, position: Position) -> int:
        """What both sides' best play comes to: the Attacker's wounds less a thousand for each the Defender has."""
        position = _next(position)
        side, one, two, struck_by_one, struck_by_two, wounds_one, wounds_two = position
        if not wounds_one or not wounds_two:
            return wounds_one - 1_000 * wounds_two
        if not (two[0] or two[1]):  # nothing to parry: every hit strikes
            return wounds_one - 1_000 * wounds_left(wounds_two, self.sides[0].damage_of(one))
        if not (one[0] or one[1]):
            return wounds_left(wounds_one, self.sides[1].damage_of(two)) - 1_000 * wounds_two
        hits = ((one[0] * 32 + one[1]) * 32 + two[0]) * 32 + two[1]
        struck = struck_by_one * 32 + struck_by_two
        key = (((hits * 1_024 + struck) * 256 + wounds_one) * 256 + wounds_two) * 2 + side
        known = self.known.get(key)
        if known is not None:
            return known
        limit = wounds_one if side == 0 else -1_000 * wounds_two
        best, first = 0, True
        for use in self._uses(position):
            value = self._best(self._after(position, use))
            if first or (value < best if side else value > best):
                best, first = value, False
                if best == limit:
                    break
        self.known[key] = best
        return best

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


def _next(position: Position) -> Position:
    """Whoever has no hits left is passed over."""
    side, one, two, struck_by_one, struck_by_two, wounds_one, wounds_two = position
    mine = two if side else one
    if mine[0] or mine[1]:
        return position
    return (1 - side, one, two, struck_by_one, struck_by_two, wounds_one, wounds_two)


def _is_over(position: Position) -> bool:
    """Somebody is down, or nobody has a hit left."""
    _, one, two, _, _, wounds_one, wounds_two = position
    return not wounds_one or not wounds_two or not (one[0] or one[1] or two[0] or two[1])


def _robbed(hits: Hits, striker: Side, critical_strikes: int) -> Hits:
    for rule in striker.takes_hits:
        hits = (hits[0] - rule.hits_taken(critical_strikes, hits[0]), hits[1])
    return hits


def _foreseen_by(attacker: Side, defender: Side) -> dict[int, int]:
    """What is known of exchanges between such weapons; forgotten when it grows too much."""
    key = (attacker.kind, defender.kind)
    found = _FORESEEN.get(key)
    if found is None:
        if sum([len(known) for known in _FORESEEN.values()]) > MOST_FORESEEN:
            _FORESEEN.clear()
        found = _FORESEEN[key] = {}
    return found


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
