"""Dice followed ahead for odds: all that can lie on the table, what may be rolled again, and what is chosen of it.

What can lie there is the same whatever the dice are for, so it is worked out once (`DiceAhead`). What the dice are for says
what follows when they lie for good (`Hopes.came_to`).
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any, Final

from vanguard.core.questions import Apart, Choose, Fork, Later, Lies, Roll
from vanguard.rulebooks.killteam_lite.command_points import COMMAND_REROLL_COST
from vanguard.rulebooks.killteam_lite.dice_counts import (
    CRITICAL,
    NORMAL,
    critical_in,
    fails_in,
    fresh,
    fresh_faces,
    normal_in,
    one_die,
    ones_in,
    pool_of,
    tally,
    with_fresh,
    with_fresh_of_each,
    without_critical,
)
from vanguard.rulebooks.killteam_lite.rerolls import (
    COMMAND,
    ENOUGH,
    Again,
    Throw,
    all_rerolls,
    can_reroll,
    helpful_rules,
    tell_tally,
    without,
    worth_rerolling,
)
from vanguard.rulebooks.killteam_lite.rule_hooks import SpecialRule

REROLL_FAILS: Final = "Command Re-roll of fails, as long as Command Points are left"
JUST_ENOUGH: Final[list[Again]] = [ENOUGH]

Worth = tuple[int, int, int]
"""What dice come to: normal and critical results, and ones where a rule acts on them."""


class DiceAhead:
    """All that can lie on the table of one player's dice, whatever attack they belong to."""

    __slots__ = ("_again", "_known", "counts_ones", "faces", "helpful", "lasting", "spares", "throw")

    def __init__(self, throw: Throw, lasting: bool, spares: bool, counts_ones: bool) -> None:
        self.throw = throw
        self.lasting = lasting
        """Is a critical result at least as good as a normal one?"""
        self.spares = spares
        """Is there anything else to save Command Points for once these dice lie?"""
        self.counts_ones = counts_ones
        """Does something follow from ones that are discarded?"""
        kinds = throw.kinds
        self.faces = (kinds.count(CRITICAL), len([kind for kind in kinds if kind < NORMAL]))
        """How many faces are critical, and how many fail."""
        self.helpful = tuple(helpful_rules(throw.rules))
        self._known: dict[Any, Lying] = {}
        self._again: dict[Any, RolledAgain] = {}

    def first(self, dice: int, points: int) -> Lying:
        """All dice as they were rolled."""
        return self.lying(dice, points, self.helpful, False)

    def lying(self, dice: int, points: int, helpful: tuple[SpecialRule, ...], decided: bool) -> Lying:
        key = (dice, points, helpful, decided)
        found = self._known.get(key)
        if found is None:
            if helpful:
                helpful = self._still(helpful, dice)
            points, dice = self._matters(dice, points, helpful)
            same = (dice, points, helpful, decided)
            found = self._known.get(same)
            if found is None:
                found = self._known[same] = Lying(self, dice, points, helpful, decided)
            self._known[key] = found
        return found

    def _still(self, helpful: tuple[SpecialRule, ...], dice: int) -> tuple[SpecialRule, ...]:
        """What can roll any of these dice again."""
        faces = fresh_faces(dice, self.throw.kinds)
        return tuple([rule for rule in helpful if rule.dice_to_reroll(faces)])

    def _matters(self, dice: int, points: int, helpful: tuple[SpecialRule, ...]) -> tuple[int, int]:
        """The points and the dice that can make a difference: if a critical result is best, it stays, and fails are rolled
        again first."""
        most = points // COMMAND_REROLL_COST
        if not self.lasting:
            if not helpful:
                dice = with_fresh_of_each(dice, most)
        else:
            dice = without_critical(dice)
            if not helpful and not self.counts_ones:
                dice = with_fresh(dice, most)
                if not self.spares:
                    points = min(points, COMMAND_REROLL_COST * (fails_in(fresh(dice)) + normal_in(fresh(dice))))
        return points, dice

    def rolled_again(
        self, kept: int, count: int, points: int, helpful: tuple[SpecialRule, ...], decided: bool
    ) -> RolledAgain:
        if self.lasting:
            kept = without_critical(kept)
        key = (kept, count, points, helpful, decided)
        found = self._again.get(key)
        if found is None:
            found = self._again[key] = RolledAgain(self, kept, count, points, helpful, decided)
        return found

    def worth(self, dice: int) -> Worth:
        return (normal_in(dice), critical_in(dice), ones_in(dice) if self.counts_ones else 0)


class Lying:
    """Dice on the table, and what is left to roll them again with."""

    __slots__ = (
        "_again", "_reach", "ahead", "answers", "decided", "decision", "dice", "final", "forced", "helpful", "points", "worth",
    )  # fmt: skip

    def __init__(
        self, ahead: DiceAhead, dice: int, points: int, helpful: tuple[SpecialRule, ...], decided: bool
    ) -> None:
        self.ahead = ahead
        self.dice = dice
        self.points = points
        self.helpful = helpful
        self.decided = decided
        """Has their owner decided anything about these dice?"""
        self.worth = ahead.worth(dice)
        self.answers: list[Again] = []
        """One of them is best."""
        self._again: dict[Again, RolledAgain] = {}
        self._reach: set[Worth] | None = None
        kinds = ahead.throw.kinds
        faces = fresh_faces(dice, kinds)
        self.final = not can_reroll(faces, helpful, points >= COMMAND_REROLL_COST)
        if not self.final:
            is_last = not ahead.spares and not ahead.counts_ones
            if ahead.lasting:
                self.answers = worth_rerolling(faces, kinds, helpful, points, is_last)
            if not self.answers:
                self.answers = all_rerolls(faces, helpful, points)
            self.final = self.answers == JUST_ENOUGH
        self.forced = not self.final and len(self.answers) == 1
        """Is only one answer worthwhile?"""
        self.decision: tuple[int, str, str, str] | None = None
        """What is decided then."""
        if self.forced and not decided and self.answers[0][0] == COMMAND:
            self.decision = (ahead.throw.seat, "", "", REROLL_FAILS)

    def told(self) -> Any:
        """What these dice come to as long as nobody has to choose: `Lies`, or a re-roll."""
        if not self.forced:
            return Lies(self)
        later = Later(self, self.after(self.answers[0]).roll)
        later.decision = self.decision
        return later

    def after(self, answer: Again) -> RolledAgain:
        """Some of them are rolled again."""
        found = self._again.get(answer)
        if found is None:
            found = self._again[answer] = self._rolled(answer)
        return found

    def _rolled(self, answer: Again) -> RolledAgain:
        source, chosen = answer
        kept = self.dice - tally(chosen, self.ahead.throw.kinds, False)
        left = self.points - COMMAND_REROLL_COST if source == COMMAND else self.points
        decided = self.decided or not self.forced or source == COMMAND
        return self.ahead.rolled_again(kept, len(chosen), left, tuple(without(self.helpful, source)), decided)

    def reach(self) -> set[Worth]:
        """All that such dice can come to."""
        if self._reach is None:
            self._reach = {self.worth} if self.final or ENOUGH in self.answers else set()
            if not self.final:
                for answer in self.answers:
                    if answer != ENOUGH:
                        self._reach |= self.after(answer).reach()
        return self._reach

    def at_best(self) -> tuple[int, int]:
        """Normal and critical results if all that can be rolled again came out critical."""
        fresh_ones = fresh(self.dice)
        normal, critical, _ = self.worth
        return normal - normal_in(fresh_ones), critical + normal_in(fresh_ones) + fails_in(fresh_ones)


class RolledAgain:
    """So many dice are rolled again beside those kept."""

    __slots__ = ("ahead", "count", "decided", "helpful", "kept", "points")

    def __init__(
        self,
        ahead: DiceAhead,
        kept: int,
        count: int,
        points: int,
        helpful: tuple[SpecialRule, ...],
        decided: bool,
    ) -> None:
        self.ahead = ahead
        self.kept = kept
        self.count = count
        self.points = points
        self.helpful = helpful
        self.decided = decided

    def roll(self) -> Roll:
        roll = self.ahead.throw.again(self.kept, self.helpful, self.points, self.count)
        tell_tally(roll, True)
        roll.foretells = self.landed
        return roll

    def landed(self, dice: int) -> Any:
        return self._lying(dice).told()

    def _lying(self, dice: int) -> Lying:
        return self.ahead.lying(self.kept + dice, self.points, self.helpful, self.decided)

    def reach(self) -> set[Worth]:
        """All that the dice can come to."""
        found: set[Worth] = set()
        kinds = sorted(set(self.ahead.throw.again(self.kept, self.helpful, self.points, self.count).kinds or ()))
        for chosen in combinations_with_replacement(kinds, self.count):
            found |= self._lying(sum([one_die(kind, True) for kind in chosen])).reach()
        return found


Left = tuple[int, int]
"""Wounds left of the Attacker's operative and of its target."""


def is_a_gain(better: Left, now: Left, worse: Left, faces: tuple[int, int], attacks: bool) -> bool:
    """Does its owner gain by a die that makes things better on so many of its faces, and worse on so many others?

    The Attacker wants the target gone, then to have as few wounds left as can be, then many of its own; the Defender the
    opposite. What comes out even counts as a gain, unless it changes nothing.
    """
    if better == now == worse:
        return False
    ups, downs = faces
    for gain in (
        ups * ((better[1] == 0) - (now[1] == 0)) + downs * ((worse[1] == 0) - (now[1] == 0)),
        ups * (now[1] - better[1]) + downs * (now[1] - worse[1]),
        ups * (better[0] - now[0]) + downs * (worse[0] - now[0]),
    ):
        if gain:
            return (gain > 0) == attacks
    return True


class Hopes:
    """What dice are for: what follows when they lie for good. `key` stands for all that depends on beside them."""

    __slots__ = ("_followed", "_losing", "dice", "key", "points", "throw")

    def __init__(self, dice: DiceAhead, throw: Throw, key: Any, points: int) -> None:
        self.dice = dice
        self.throw = throw
        self._followed: dict[Lying, Any] = {}
        self._losing: dict[tuple[int, int, int], bool] = {}
        self.key = key
        self.points = points
        """The Command Points of their owner before any is rolled again."""

    def came_to(self, worth: Worth, points: int) -> Any:
        """What follows if they come to this with so many Command Points left."""
        raise TypeError("nothing follows these dice")

    def is_the_best(self, lying: Lying) -> bool:
        """Do such dice come to as much as if all that can be rolled again came out critical?"""
        return False

    def gains_nothing(self, normal: int, critical: int) -> bool:
        """Is one of so many normal results not worth rolling again, whatever else falls?"""
        return False

    def _is_enough(self, lying: Lying) -> bool:
        """Can nothing better come of rolling such dice again?"""
        if not lying.helpful and not fails_in(fresh(lying.dice)):
            normal, critical, _ = lying.worth
            times = min(normal_in(fresh(lying.dice)), lying.points // COMMAND_REROLL_COST)
            if self._loses(normal, critical, times):
                return True
        return self.is_the_best(lying)

    def _loses(self, normal: int, critical: int, times: int) -> bool:
        """Is nothing gained by rolling normal results again, one after another, so many times at most?"""
        if not times or not normal:
            return True
        found = self._losing.get((normal, critical, times))
        if found is None:
            found = self.gains_nothing(normal, critical) and (
                times == 1
                or (
                    self._loses(normal, critical, times - 1)
                    and self._loses(normal - 1, critical, times - 1)
                    and self._loses(normal - 1, critical + 1, times - 1)
                )
            )
            self._losing[normal, critical, times] = found
        return found

    def tell(self, roll: Roll) -> None:
        """Tell odds what the results of the first roll come to."""
        tell_tally(roll, False)
        roll.foretells = self.fallen

    def fallen(self, dice: int) -> Any:
        return self.follow(self.dice.first(dice, self.points))

    def follow(self, lying: Lying) -> Any:
        """What follows such dice: what they come to, a re-roll, or a choice."""
        found = self._followed.get(lying)
        if found is None:
            found = self._followed[lying] = self._following(lying)
        return found

    def _following(self, lying: Lying) -> Any:
        if lying.final:
            return self.came_to(lying.worth, lying.points)
        choice = _Choice(self, lying)
        answers = lying.answers
        if lying.forced:
            if lying.decision is None:
                return choice.only()
            later = Later((self.key, lying), choice.only)
            later.decision = lying.decision
            return later
        if self.dice.lasting and answers[-1] == ENOUGH and self._is_enough(lying):
            if lying.decided:
                return self.came_to(lying.worth, lying.points)
            answers = JUST_ENOUGH
        elif lying.decided:
            return self.follow(self.dice.lying(lying.dice, lying.points, lying.helpful, False))
        return Fork(self.throw.seat, (self.key, lying), lying, answers, choice.following, choice.question)


class _Choice:
    """Their owner chooses what is rolled again, if anything."""

    __slots__ = ("hopes", "lying")

    def __init__(self, hopes: Hopes, lying: Lying) -> None:
        self.hopes = hopes
        self.lying = lying

    def question(self) -> Choose[Again]:
        """What play asks of such dice."""
        throw, lying = self.hopes.throw, self.lying
        return throw.offer(pool_of(lying.dice, throw.kinds), lying.helpful, lying.points)

    def only(self) -> Any:
        """What follows the only answer that is worthwhile."""
        return self.following(self.lying.answers[0])

    def following(self, answer: Again) -> Any:
        hopes, lying = self.hopes, self.lying
        if not answer[0]:
            return hopes.came_to(lying.worth, lying.points)
        again = lying.after(answer)
        return Apart((hopes.key, again), again, again.roll, hopes.follow)


MOST_KNOWN: Final = 100
MOST_TOKENS: Final = 20_000

_KNOWN: dict[Any, DiceAhead] = {}
"""What can lie on the table, for each kind of dice met so far."""


def dice_ahead(throw: Throw, lasting: bool, spares: bool, counts_ones: bool = False) -> DiceAhead:
    """All that can lie on the table of such dice, with what was looked at before; forgotten when it grows too much."""
    rules = tuple([rule.printed for rule in throw.rules if rule.minds_ones() or rule.dice_to_reroll([1])])
    key = (throw.seat, throw.kinds, rules, lasting, spares, counts_ones)
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        found = _KNOWN[key] = DiceAhead(throw, lasting, spares, counts_ones)
    return found


class Token:
    """Stands for all that something depends on: compared at once, however much that is."""

    __slots__ = ()


def token(foreseen: dict[Any, Any], context: Any) -> Token:
    """The same for the same context, until all is forgotten because there is too much of it."""
    found: Token | None = foreseen.get(context)
    if found is None:
        if len(foreseen) >= MOST_TOKENS:
            foreseen.clear()
        found = foreseen[context] = Token()
    return found
