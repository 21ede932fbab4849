"""Resolve hits, one by one: which uses a hit has, what it does, and what the best play of both sides comes to.

`uses_of` and `spent` are the rule itself, in play as in odds; `Exchange` only looks ahead by them, for combats that nobody can
interrupt.
"""

from __future__ import annotations

from typing import Any, Final

from vanguard.core.questions import Choose, Option, Settled
from vanguard.rulebooks.killteam_lite.attacks import Fighter
from vanguard.rulebooks.killteam_lite.command_points import usable
from vanguard.rulebooks.killteam_lite.damage import (
    DEATH_THROES_WOUNDS,
    HELD_WOUNDS,
    may_thrash,
    medic_to_hold_on,
    wounds_left,
)
from vanguard.rulebooks.killteam_lite.line_of_sight import engaged_enemies
from vanguard.rulebooks.killteam_lite.profiles import PloyCard, WeaponProfile
from vanguard.rulebooks.killteam_lite.state import Battle, Operative

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

_FORESEEN: dict[tuple[Any, Any], Foreseen] = {}
"""What is known of exchanges, for each pair of weapons met so far: the same in whatever hands they are."""


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


# -- last resorts ---------------------------------------------------------------------------------------------------------

NO_RESORT: Final = 0
HOLD_ON: Final = 1
LAST_BLOW: Final = 2
DEATH_THROES: Final = 3


class Resort:
    """The ploy a side can pay for when its fighter falls, if any."""

    __slots__ = ("card", "medic", "near", "which")

    def __init__(self, which: int, card: PloyCard | None) -> None:
        self.which = which
        self.card = card
        self.medic = ""
        """With whose help the fighter can hold on."""
        self.near: tuple[str, ...] = ()
        """The enemies it could take Death Throes out on: the opponent, if it stands then, and others."""

    @property
    def kind(self) -> tuple[int, tuple[str, ...]]:
        return (self.which, self.near)

    def payable(self, points: int) -> bool:
        return self.card is not None and points >= self.card.cost


def resort_of(battle: Battle, fighter: Fighter) -> Resort | None:
    """The ploy that the owner of a fighter could use now if it fell; None if there are several."""
    operative = battle[fighter.operative]
    found: list[Resort] = []
    medic = medic_to_hold_on(battle, operative)
    if medic is not None:
        found.append(Resort(HOLD_ON, usable(battle, fighter.seat, "hold-on")))
        found[0].medic = medic.key
    card = usable(battle, fighter.seat, "last-blow")
    if card is not None:
        found.append(Resort(LAST_BLOW, card))
    if may_thrash(battle, operative):
        found.append(Resort(DEATH_THROES, usable(battle, fighter.seat, "death-throes")))
        found[-1].near = tuple([enemy.key for enemy in engaged_enemies(battle, operative) if enemy.standing])
    if not found:
        return Resort(NO_RESORT, None)
    return found[0] if len(found) == 1 else None


def last_blow_question(fallen: Operative, victor: Operative, card: PloyCard, hits: Hits) -> Choose[int]:
    """Last Blow: before it is removed the fallen operative strikes with one of its unresolved hits."""
    options: list[Option[int]] = []
    if hits[1]:
        options.append(Option("strike-critical", 2, f"{card.name} ({card.cost} CP): strike with a critical hit"))
    if hits[0]:
        options.append(Option("strike-normal", 1, f"{card.name} ({card.cost} CP): strike with a normal hit"))
    options.append(Option("no", 0, "Do not use it", declines=True))
    prompt = f"{fallen.name} falls with hits unresolved. Use {card.name}?"
    return Choose(fallen.seat, prompt, options, "strategy.ploys.tactical-timing", (fallen.key, victor.key))


# -- looking ahead --------------------------------------------------------------------------------------------------------


class Side:
    """What a fighter brings into the exchange beside its hits."""

    __slots__ = ("critical_damage", "damage", "parries_normally", "resort", "takes_hits")

    def __init__(self, fighter: Fighter, opponent: Fighter, resort: Resort) -> None:
        profile = fighter.profile
        self.damage = profile.damage if profile is not None else 0
        self.critical_damage = profile.critical_damage if profile is not None else 0
        self.parries_normally = not any([rule.bars_normal_parries() for rule in opponent.rules])
        self.takes_hits = [rule for rule in fighter.rules if rule.hits_taken(1, 1)]
        """Rules by which a critical strike costs the opponent a hit."""
        self.resort = resort.which

    @property
    def kind(self) -> tuple[int, int, bool, tuple[str, ...], int]:
        """All that matters of it for an exchange."""
        taking = tuple([rule.printed for rule in self.takes_hits])
        return (self.damage, self.critical_damage, self.parries_normally, taking, self.resort)


Advice = tuple[tuple[int, str, str, str], ...]
Move = tuple[Resolve, int, int, bool]
"""A use of a hit, what it changes of the hits on the table, the damage it does, and whether nothing else follows as long as
nobody falls."""
Decided = tuple[int, int, Any]
"""A decision: whose, about which ploy (none: about a hit), and what."""
STRIKES_ALL: Final = "all"
"""Decided of a hit when there is nothing to parry."""

# A position is one number: whose turn it is, then for each side normal and critical hits, then critical strikes made so
# far, wounds, whether its ploy can be paid, and whether it holds on; the Attacker's before the Defender's.
HITS_OF: Final = (1, 11)
STRIKES_OF: Final = (21, 26)
WOUNDS_OF: Final = (31, 39)
MEANS_OF: Final = (47, 48)
HELD_OF: Final = (49, 50)
HITS: Final = (1 << 21) - 1
"""Whose turn it is and all hits."""


def _packed(hits: Hits) -> int:
    return hits[0] + (hits[1] << 5)


def position_of(one: Hits, two: Hits, wounds: tuple[int, int], means: tuple[bool, bool]) -> int:
    """The Attacker is to resolve the first hit."""
    hits = (_packed(one) << 1) + (_packed(two) << 11)
    return hits + (wounds[0] << 31) + (wounds[1] << 39) + (int(means[0]) << 47) + (int(means[1]) << 48)


def _hits_in(position: int, side: int) -> Hits:
    hits = position >> HITS_OF[side]
    return (hits & 31, hits >> 5 & 31)


def _wounds_in(position: int, side: int) -> int:
    return position >> WOUNDS_OF[side] & 255


def _has(position: int, flags: tuple[int, int], side: int) -> bool:
    return position >> flags[side] & 1 == 1


def _worth(position: int) -> int:
    """The Attacker's wounds less a thousand for each the Defender has."""
    return (position >> 31 & 255) - 1_000 * (position >> 39 & 255)


class Foreseen:
    """What is known of exchanges between a pair of weapons."""

    __slots__ = ("known", "moves")

    def __init__(self) -> None:
        self.known: dict[int, int] = {}
        """Positions looked at before: what they are worth, eight times, and the number of the best use of a hit."""
        self.moves: dict[int, list[Move]] = {}
        """The uses of a hit."""


class Exchange:
    """Looks ahead: the Attacker wants few wounds left to the Defender, then many to itself; the Defender the opposite."""

    __slots__ = (
        "_moves", "_resorts", "decisions", "ends", "keys", "known", "near", "sides", "told",
    )  # fmt: skip

    def __init__(
        self, attacker: Side, defender: Side, keys: tuple[str, str], near: tuple[tuple[str, ...], tuple[str, ...]]
    ) -> None:
        self.sides = (attacker, defender)
        self.keys = keys
        self.near = near
        """Whom each could take Death Throes out on."""
        self.told: dict[int, Settled] = {}
        """How exchanges end, for whoever asks again."""
        self.ends: dict[Any, Settled] = {}
        self.decisions: dict[Any, tuple[int, str, str, str]] = {}
        """Decisions in words."""
        foreseen = _foreseen_by(attacker, defender)
        self.known = foreseen.known
        self._moves = foreseen.moves
        self._resorts = attacker.resort > 0 or defender.resort > 0
        """Can anything be paid for when somebody falls?"""

    def outcome(self, position: int) -> tuple[int, int]:
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

    def first_decisions(self, position: int) -> list[Decided]:
        """The first real choice of each side when both play their best."""
        found: list[Decided] = []
        while True:
            side = position & 1
            if not position >> HITS_OF[side] & 1_023:
                side = 1 - side
                position ^= 1
                if not position >> HITS_OF[side] & 1_023:
                    return found
            moves = self._moves_of(position)
            move = moves[0]
            if len(moves) > 1:
                parried = position >> HITS_OF[1 - side] & 1_023 > 0
                if parried:
                    self._best(position)
                    move = moves[self.known[position] & 7]
                if not found or found[0][0] != side:
                    found.append((side, NO_RESORT, move[0] if parried else STRIKES_ALL))
                    if len(found) == 2:
                        return found
            shift = WOUNDS_OF[1 - side]
            if move[3] and position >> shift & 255 > move[2]:
                position = position + move[1] - (move[2] << shift) ^ 1
            else:
                told = found[:]
                self._after(position, side, move, told)
                return _firsts(told)

    def _moves_of(self, position: int) -> list[Move]:
        """The uses of a hit of the side whose turn it is."""
        found = self._moves.get(position & HITS)
        if found is None:
            found = self._moves[position & HITS] = self._which_moves(position)
        return found

    def _which_moves(self, position: int) -> list[Move]:
        """Which uses there are depends on which hits there are, not on how many."""
        side = position & 1
        one, two = _hits_in(position, 0), _hits_in(position, 1)
        few = position_of((min(1, one[0]), min(1, one[1])), (min(1, two[0]), min(1, two[1])), (0, 0), (False, False))
        few += side
        found = self._moves.get(few)
        if found is None:
            mine, against = (two, one) if side else (one, two)
            uses = uses_of(mine, against, self.sides[side].parries_normally)
            found = self._moves[few] = [self._move(side, use) for use in uses]
        return found

    def _move(self, side: int, use: Resolve) -> Move:
        striker = self.sides[side]
        before = (1, 1)
        mine, against = spent(before, before, use)
        change = (_packed(mine) - _packed(before) << HITS_OF[side]) + (
            _packed(against) - _packed(before) << HITS_OF[1 - side]
        )
        damage = striker.critical_damage if use[1] else striker.damage
        robs = use[0] and use[1] and bool(striker.takes_hits)
        holds = HOLD_ON in (self.sides[0].resort, self.sides[1].resort)
        return (use, change, damage if use[0] else 0, not robs and not holds)

    def _best(self, position: int) -> int:
        """What both sides' best play comes to; both stand."""
        if not position >> 11 & 1_023:  # nothing to parry: every hit strikes
            return self._all_strike(position, 0)
        if not position >> 1 & 1_023:
            return self._all_strike(position, 1)
        known = self.known.get(position)
        if known is not None:
            return known >> 3
        side = position & 1
        limit = -1_000 * (position >> 39 & 255) if side else position >> 31 & 255
        shift = WOUNDS_OF[1 - side]
        wounds = position >> shift & 255
        best, chosen = 0, -1
        for number, move in enumerate(self._moves_of(position)):
            if move[3] and wounds > move[2]:
                value = self._best(position + move[1] - (move[2] << shift) ^ 1)
            else:
                value = self._after(position, side, move, None)
            if chosen < 0 or (value < best if side else value > best):
                best, chosen = value, number
                if best == limit:
                    break
        self.known[position] = (best << 3) + chosen
        return best

    def _all_strike(self, position: int, side: int) -> int:
        hits = position >> HITS_OF[side]
        mine = self.sides[side]
        damage = (hits & 31) * mine.damage + (hits >> 5 & 31) * mine.critical_damage
        return self._hurt(position, 1 - side, damage, None, True)

    def _after(self, position: int, side: int, move: Move, told: list[Decided] | None) -> int:
        """The value of using a hit; `told` gets the first choices after it."""
        use, change, damage, _ = move
        position = position + change ^ 1
        if use[0]:
            return self._hurt(self._struck(position, side, use[1]), 1 - side, damage, told, False)
        return self._go_on(position, told)

    def _go_on(self, position: int, told: list[Decided] | None) -> int:
        if told is not None:
            told.extend(self.first_decisions(position))
        return self._best(position)

    def _struck(self, position: int, side: int, critical: bool) -> int:
        """A strike was made; a critical one may cost the opponent a hit."""
        mine = self.sides[side]
        if critical and mine.takes_hits:
            position += 1 << STRIKES_OF[side]
            strikes = position >> STRIKES_OF[side] & 31
            for rule in mine.takes_hits:
                taken = rule.hits_taken(strikes, position >> HITS_OF[1 - side] & 31)
                position -= taken << HITS_OF[1 - side]
        return position

    def _hurt(self, position: int, who: int, damage: int, told: list[Decided] | None, is_last: bool) -> int:
        """Somebody loses wounds; `is_last` if no hits are resolved after it."""
        if not position >> HELD_OF[who] & 1:
            wounds = position >> WOUNDS_OF[who] & 255
            left = wounds_left(wounds, damage)
            position -= wounds - left << WOUNDS_OF[who]
            if not left and self._resorts:
                return self._fallen(position, who, told, is_last)
            is_last = is_last or not left
        return _worth(position) if is_last else self._go_on(position, told)

    # -- somebody falls -----------------------------------------------------------------------------------------------------

    def _fallen(self, position: int, who: int, told: list[Decided] | None, is_last: bool) -> int:
        """Hold On!, or it lies there."""
        if not self._can_pay(position, who, HOLD_ON):
            return self._down(position, who, told)
        held = self._held(position, who)
        holds = _worth(held) if is_last else self._best(held)
        lies = self._down(position, who, None)
        falls = _is_better(lies, holds, who)
        if told is not None:
            told.append((who, HOLD_ON, not falls))
            if falls:
                self._down(position, who, told)
            else:
                self._go_on(held, told)
        return lies if falls else holds

    def _down(self, position: int, who: int, told: list[Decided] | None) -> int:
        """Last Blow, then it is removed."""
        victor = 1 - who
        hits = _hits_in(position, who)
        if not self._can_pay(position, who, LAST_BLOW) or hits == (0, 0):
            return self._removed(position, told)
        paid = self._paid(position, who)
        mine = self.sides[who]
        best, chosen, after = 0, -1, 0
        for strike, damage in ((2, mine.critical_damage), (1, mine.damage), (0, 0)):
            if strike and not hits[strike - 1]:
                continue
            there = self._reduced(paid, victor, damage, None) if strike else position
            value = self._removed(there, None)
            if chosen < 0 or _is_better(value, best, who):
                best, chosen, after = value, strike, damage
        if told is not None:
            told.append((who, LAST_BLOW, chosen))
            self._removed(self._reduced(paid, victor, after, told) if chosen else position, told)
        return best

    def _reduced(self, position: int, who: int, damage: int, told: list[Decided] | None) -> int:
        """Somebody loses wounds when no more hits are resolved, and holds on if that is better."""
        if _has(position, HELD_OF, who):
            return position
        wounds = _wounds_in(position, who)
        left = wounds_left(wounds, damage)
        position -= wounds - left << WOUNDS_OF[who]
        if left or not self._can_pay(position, who, HOLD_ON):
            return position
        held = self._held(position, who)
        falls = _is_better(self._removed(position, None), self._removed(held, None), who)
        if told is not None:
            told.append((who, HOLD_ON, not falls))
        return position if falls else held

    def _removed(self, position: int, told: list[Decided] | None) -> int:
        """Whoever has fallen leaves the killzone, not without Death Throes."""
        for who in (0, 1):
            if _wounds_in(position, who) or not self._can_pay(position, who, DEATH_THROES):
                continue
            opponent = self.keys[1 - who]
            standing = _wounds_in(position, 1 - who) > 0
            near = [key for key in self.near[who] if standing or key != opponent]
            if not near:
                continue
            paid = self._paid(position, who)
            best, chosen = 0, "none"
            for victim in (*near, ""):
                wounds = DEATH_THROES_WOUNDS if victim == opponent else 0
                there = self._reduced(paid, 1 - who, wounds, None) if victim else paid
                value = self._removed(there, None)
                if chosen == "none" or _is_better(value, best, who):
                    best, chosen = value, victim
            if told is not None:
                told.append((who, DEATH_THROES, chosen))
                wounds = DEATH_THROES_WOUNDS if chosen == opponent else 0
                self._removed(self._reduced(paid, 1 - who, wounds, told), told)
            return best
        return _worth(position)

    def _can_pay(self, position: int, who: int, ploy: int) -> bool:
        return self.sides[who].resort == ploy and _has(position, MEANS_OF, who)

    def _paid(self, position: int, who: int) -> int:
        """A ploy is used once."""
        return position - (1 << MEANS_OF[who])

    def _held(self, position: int, who: int) -> int:
        return self._paid(position, who) + (HELD_WOUNDS << WOUNDS_OF[who]) + (1 << HELD_OF[who])


def _firsts(told: list[Decided]) -> list[Decided]:
    """Of each side the first."""
    found = told[:1]
    for decided in told:
        if len(found) == 1 and decided[0] != found[0][0]:
            found.append(decided)
    return found


def _is_better(value: int, than: int, who: int) -> bool:
    return value < than if who else value > than


def _foreseen_by(attacker: Side, defender: Side) -> Foreseen:
    """What is known of exchanges between such weapons; forgotten when it grows too much."""
    key = (attacker.kind, defender.kind)
    found = _FORESEEN.get(key)
    if found is None:
        if sum([len(foreseen.known) for foreseen in _FORESEEN.values()]) > MOST_FORESEEN:
            _FORESEEN.clear()
        found = _FORESEEN[key] = Foreseen()
    return found


def exchange_of(
    foreseen: dict[Any, Any], attacker: Fighter, defender: Fighter, resorts: tuple[Resort, Resort]
) -> Exchange:
    """The exchange between these two, with what was looked ahead before."""
    keys = (attacker.operative, defender.operative)
    kinds = (resorts[0].kind, resorts[1].kind)
    key = (keys, attacker.profile, defender.profile, _printed(attacker), _printed(defender), kinds)
    found: Exchange | None = foreseen.get(key)
    if found is None or len(found.known) > MOST_FORESEEN:
        sides = (Side(attacker, defender, resorts[0]), Side(defender, attacker, resorts[1]))
        found = foreseen[key] = Exchange(sides[0], sides[1], keys, (resorts[0].near, resorts[1].near))
    return found


def _printed(fighter: Fighter) -> tuple[str, ...]:
    return tuple([rule.printed for rule in fighter.rules])
