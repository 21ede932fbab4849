"""For odds: an attack told from a hit roll to its end without running it.

Dice with all their re-rolls are told by counts (`Dice`), by the functions that play asks. What a blow leaves behind is found
by dealing its wounds on a copy of the battle; what follows, a blast or a retaliation, no longer touches the model struck.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mypy_extensions import mypyc_attr

from vanguard.core.foretelling import FORCED, FREE, KEEP, PAID, Dice, Lying
from vanguard.core.questions import Beside, Chances, Fork, Onward, Settled, Throw
from vanguard.core.state import SILENCE
from vanguard.rulebooks.killteam_vanguard.armor import (
    WITH_ARMOR,
    armor_pool,
    armor_question,
    brace_of,
    brace_question,
    worth_answering,
)
from vanguard.rulebooks.killteam_vanguard.blows import (
    Blow,
    HitRoll,
    blow_of,
    fatigue_by_retaliating,
    lethal_hits,
    reaches_around,
    recovery_die,
    recovery_modifiers,
    wound,
)
from vanguard.rulebooks.killteam_vanguard.dice_rolls import (
    DicePool,
    Purse,
    givers_of,
    gives_rerolls,
    reroll_question,
    total,
    worth_rolling,
)
from vanguard.rulebooks.killteam_vanguard.state import Battle
from vanguard.rulebooks.killteam_vanguard.strikes import (
    BLAST,
    RETALIATION,
    Strike,
    armor_piercing,
    cover_bonus,
    is_mortal,
)

ROLL_FAILURES = "roll failures again as long as that can be paid"


@mypyc_attr(allow_interpreted_subclasses=True)
class RunOn:
    """The rest of an attack from the unsaved hits of a blow on, to be run where it cannot be told."""

    __slots__ = ("blow", "face", "purse", "unsaved")

    def __init__(self, blow: Blow, unsaved: int, face: int, purse: Purse) -> None:
        self.blow = blow
        self.unsaved = unsaved
        self.face = face
        """What was rolled to recover, 0 if nothing was."""
        self.purse = purse

    def start(self, battle: Battle) -> Any:
        raise TypeError("nothing is run on")


Runs = Callable[[Blow, int, int, Purse], RunOn]


class Telling:
    """What is shared while an attack is told: how to run on, and what follows where things stand the same."""

    __slots__ = ("following", "follows", "runs", "spare")

    def __init__(
        self, battle: Battle, runs: Runs, following: Callable[[Battle, Rest, Telling], Follows | None]
    ) -> None:
        givers = [len([it for it in battle.of_side(side) if gives_rerolls(it)]) for side in (0, 1)]
        self.spare = [points + given for points, given in zip(battle.command_points, givers)]
        """How many re-rolls each side can have at most."""
        self.runs = runs
        self.following = following
        self.follows: dict[Any, Follows] = {}


_COUNT = [0]


def unique_name() -> int:
    """Never the same again."""
    _COUNT[0] += 1
    return _COUNT[0]


# -- dice -------------------------------------------------------------------------------------------------------------------


class PoolDice(Dice):
    """A hit roll or an armor roll."""

    __slots__ = ("battle", "givers", "others", "pool", "then", "used")

    def __init__(self, blow: BlowAhead, pool: DicePool, purse: Purse, then: Callable[[int, Purse], Any]) -> None:
        battle = blow.battle
        roller = battle[pool.roller]
        super().__init__(unique_name(), roller.side, pool.kinds, blow.telling.spare[roller.side])
        self.others = purse.points[1 - roller.side]
        self.battle = battle
        self.pool = pool
        self.then = then
        self.used = purse.used
        self.givers = givers_of(battle, roller, purse)
        self.words = (pool.name, pool.who, pool.kinds, tuple(self.givers))
        self.harmful = pool.harmful
        self.is_last = pool.is_last

    def throw(self, count: int, purse: Purse) -> Throw:
        return Throw(self, count, purse.points[self.seat], len(self.givers))

    def answers(self, fails: bool, points: int, free: int) -> list[int]:
        giver = self.givers[-free] if free else ""
        found: list[int] = []
        for answer in worth_rolling(0, fails, self.pool, points, giver):
            found.append(KEEP if answer is None else FREE if answer[1] else PAID)
        return found

    def finished(self, worth: int, points: int, free: int) -> Any:
        return self.then(worth, self._purse(points, free))

    def _purse(self, points: int, free: int) -> Purse:
        """What is left to both sides."""
        used = self.used
        spent = len(self.givers) - free
        if spent:
            used = (*used, *self.givers[:spent])
        return Purse((points, self.others) if self.seat == 0 else (self.others, points), used)

    def decision(self, answer: int, lying: Lying) -> tuple[int, str, str, str]:
        if answer == FORCED:
            return self.seat, "", "", ROLL_FAILURES
        pool = self.pool.lying(lying.good, lying.fails, lying.passes)
        question = reroll_question(self.battle, pool, self._purse(lying.points, lying.free))
        assert question is not None
        for option in question.available:
            value = option.value
            if answer == KEEP if value is None else answer == (FREE if value[1] else PAID):
                return self.seat, question.prompt, option.key, option.label
        raise TypeError("such dice cannot be rolled again")


class _ArmorDice(PoolDice):
    """Against hits: those count that are not saved."""

    __slots__ = ()

    def __init__(self, blow: BlowAhead, pool: DicePool, purse: Purse, then: Callable[[int, Purse], Any]) -> None:
        super().__init__(blow, pool, purse, then)
        self.saves = True
        self.lethal = pool.enough - pool.too_few


# -- one blow ---------------------------------------------------------------------------------------------------------------


class BlowAhead:
    """A blow at one target and all that follows it, with whatever can be spent."""

    __slots__ = (
        "_aftermaths", "_armor_dice", "_armor_modifier", "_blows", "_hit_dice", "_last", "_lethal", "_mortal", "_name", "_roll",
        "_settled", "_was_down", "battle", "rest", "strike", "target", "telling",
    )  # fmt: skip

    def __init__(self, battle: Battle, strike: Strike, target: str, dice: int, telling: Telling, rest: Rest) -> None:
        self.battle = battle
        self.strike = strike
        self.target = target
        self.telling = telling
        self.rest = rest
        """What follows it, but for a blast of its own."""
        struck = battle[target]
        piercing, bonus = armor_piercing(battle, strike, struck), cover_bonus(battle, strike, struck)
        self._armor_modifier = total(piercing) + total(bonus)
        self._was_down = struck.knocked_down
        self._roll = HitRoll(battle, strike, target, dice)
        self._mortal = is_mortal(strike.weapon)
        self._blows: dict[bool, Blow] = {}
        self._last: dict[bool, bool] = {}
        self._hit_dice: dict[Any, PoolDice] = {}
        self._armor_dice: dict[Any, PoolDice] = {}
        self._aftermaths: dict[tuple[bool, int], list[tuple[float, Aftermath]]] = {}
        self._settled: dict[tuple[bool, int], Chances] = {}
        self._lethal = 0
        self._name = unique_name()

    def told(self, purse: Purse) -> Throw:
        """The hit roll."""
        side = self.battle[self.strike.attacker].side
        key = (purse.points[1 - side], purse.used)
        dice = self._hit_dice.get(key)
        if dice is None:
            dice = self._hit_dice[key] = PoolDice(self, self._roll.pool, purse, self.hit)
        return dice.throw(self._roll.dice, purse)

    def hit(self, hits: int, purse: Purse) -> Any:
        """So many hits."""
        if self._is_last(hits > 0):
            side = self.battle[self.strike.attacker].side
            purse = purse.less(side, purse.points[side])  # there is nothing left to spend them on
        if not hits or self._mortal:
            return self.suffered(hits > 0, min(hits, self._lethal), purse)
        return _ArmorAhead(self, hits, purse).told()

    def _is_last(self, hit: bool) -> bool:
        """Does nothing follow it on which the attacker could spend anything?"""
        found = self._last.get(hit)
        if found is None:
            found = self._last[hit] = self._blow(hit).is_last
        return found

    def _blow(self, hit: bool) -> Blow:
        """More hits than one make no difference but for the wounds."""
        found = self._blows.get(hit)
        if found is None:
            found = blow_of(self.battle, self.strike, self.target, self._was_down, int(hit), None)
            self._blows[hit] = found
            self._lethal = lethal_hits(self.battle, found)
        return found

    def armor_dice(self, hits: int, value: int, modifier: int, purse: Purse) -> PoolDice:
        """What is missing of them counts, not how many they are."""
        model = self.battle[self.target]
        key = (value, modifier, purse.points[1 - model.side], purse.used)
        dice = self._armor_dice.get(key)
        if dice is None:
            pool = armor_pool(model, self.strike.attacker, hits, value, modifier, None, self._lethal)
            pool.is_last = self._is_last(True)
            dice = self._armor_dice[key] = _ArmorDice(self, pool, purse, self.saved)
        return dice

    def saved(self, unsaved: int, purse: Purse) -> Any:
        """So many of the hits are not saved."""
        return self.suffered(True, unsaved, purse)

    def suffered(self, hit: bool, unsaved: int, purse: Purse) -> Any:
        """The wounds of so many hits."""
        settled = self._settled.get((hit, unsaved))
        if settled is not None:
            return settled
        found = self._aftermaths.get((hit, unsaved))
        if found is None:
            found = self._aftermaths[hit, unsaved] = self._ways_it_ends(hit, unsaved)
        if len(found) == 1:
            return found[0][1].told(purse)
        branches = [(chance, aftermath.told(purse)) for chance, aftermath in found]
        if not all([isinstance(told, Settled) for _, told in branches]):
            return Chances((self._name, unsaved, purse.key), branches)
        # whatever is left to spend, there is nothing to spend it on
        settled = self._settled[hit, unsaved] = Chances((self._name, unsaved), branches)
        return settled

    def _ways_it_ends(self, hit: bool, unsaved: int) -> list[tuple[float, Aftermath]]:
        """Wounds, and a recovery roll if they are too many."""
        blow = self._blow(hit)
        model = self.battle[self.target]
        excess = unsaved * self.strike.weapon.damage - model.wounds
        if excess < 0 or not unsaved or self._was_down:
            return [(1.0, Aftermath(self, blow, unsaved, 0))]
        kinds = recovery_die(model, recovery_modifiers(model, excess)).kinds
        assert kinds is not None
        passed = len([kind for kind in kinds if kind]) / len(kinds)
        fallen, recovered = self._aftermath_of_recovery(blow, unsaved)
        return [(1.0 - passed, fallen), (passed, recovered)]

    def _aftermath_of_recovery(self, blow: Blow, unsaved: int) -> tuple[Aftermath, Aftermath]:
        """Whatever the wounds were, the model is removed or has one left."""
        for known in self._aftermaths.values():
            if len(known) == 2:
                return known[0][1], known[1][1]
        return Aftermath(self, blow, unsaved, 1), Aftermath(self, blow, unsaved, 6)


class _ArmorAhead:
    """The armor roll against some hits."""

    __slots__ = ("blow", "hits", "purse")

    def __init__(self, blow: BlowAhead, hits: int, purse: Purse) -> None:
        self.blow = blow
        self.hits = hits
        self.purse = purse

    def told(self) -> Any:
        """AR or one of the invulnerable values, once the hits are known."""
        blow = self.blow
        model = blow.battle[blow.target]
        if not model.profile.invulnerable:
            return self.chosen(WITH_ARMOR)
        words = (blow._name, "armor", self.hits)
        answers = worth_answering(blow.battle, model, blow._armor_modifier, self.purse)
        return Fork(model.side, (words, self.purse.key), words, answers, self.chosen, self._asked)

    def _asked(self) -> Any:
        blow = self.blow
        return armor_question(blow.battle[blow.target], self.hits, blow._armor_modifier)

    def chosen(self, value: int) -> Any:
        modifier = self.blow._armor_modifier
        if value != WITH_ARMOR:
            return self._throw(value, 0, self.purse)
        model = self.blow.battle[self.blow.target]
        if brace_of(self.blow.battle, model, self.purse) is None:
            return self._throw(WITH_ARMOR, modifier, self.purse)
        words = (self.blow._name, "brace")
        key = (words, self.hits, self.purse.key)
        return Fork(model.side, key, words, [False, True], self.braced, self._asked_to_brace)

    def _asked_to_brace(self) -> Any:
        model = self.blow.battle[self.blow.target]
        ability = brace_of(self.blow.battle, model, self.purse)
        assert ability is not None
        return brace_question(model, ability)

    def braced(self, used: bool) -> Any:
        modifier = self.blow._armor_modifier
        if not used:
            return self._throw(WITH_ARMOR, modifier, self.purse)
        model = self.blow.battle[self.blow.target]
        ability = brace_of(self.blow.battle, model, self.purse)
        assert ability is not None
        return self._throw(WITH_ARMOR, modifier + 1, self.purse.less(model.side, ability.cost))

    def _throw(self, value: int, modifier: int, purse: Purse) -> Throw:
        return self.blow.armor_dice(self.hits, value, modifier, purse).throw(self.hits, purse)


# -- what a blow leaves behind ------------------------------------------------------------------------------------------------


class Rest:
    """What is still to come of an attack."""

    __slots__ = ("attacked", "attacker", "backs", "blasts", "strike", "struck", "targets")

    def __init__(
        self,
        attacker: str,
        strike: Strike | None,
        blasts: tuple[str, ...],
        targets: tuple[tuple[str, int], ...],
        attacked: tuple[str, ...],
        backs: tuple[str, ...],
    ) -> None:
        self.attacker = attacker
        """Whose attack it is, and whom retaliations strike."""
        self.strike = strike
        """Its strike; None once there are only retaliations left."""
        self.blasts = blasts
        """Whom its blast still strikes,"""
        self.targets = targets
        """which targets are left, with how many dice,"""
        self.attacked = attacked
        """who was attacked so far,"""
        self.backs = backs
        """and who may still strike back, if all targets were attacked."""
        self.struck: tuple[str, ...] = ()
        """Models that were struck and may be struck again."""

    def followed_by(
        self, strike: Strike | None, blasts: list[str], targets: list[tuple[str, int]], attacked: tuple[str, ...]
    ) -> Rest:
        rest = Rest(self.attacker, strike, tuple(blasts), tuple(targets), attacked, self.backs)
        rest.struck = self.struck
        return rest

    def in_play(self, battle: Battle) -> Rest:
        """Without models that are gone."""
        blasts = [key for key in self.blasts if battle[key].in_play]
        targets = [(key, dice) for key, dice in self.targets if battle[key].in_play]
        return self.followed_by(self.strike, blasts, targets, self.attacked)

    def strikes_back(self) -> tuple[str, ...]:
        strike = self.strike
        if strike is None:
            return self.backs
        return self.attacked if strike.weapon.melee and strike.way != RETALIATION else ()

    def may_strike(self, key: str) -> bool:
        """Can it still come to harm?"""
        if key in self.blasts or (key == self.attacker and (self.strikes_back() or self.targets)):
            return True
        strike = self.strike
        if strike is None or not self.targets:
            return False
        return key in [target for target, _ in self.targets] or reaches_around(strike.weapon)


class Follows:
    """What follows a blow."""

    __slots__ = ("_around", "_blows", "battle", "rest", "telling")

    def __init__(self, battle: Battle, telling: Telling, rest: Rest) -> None:
        self.battle = battle
        self.telling = telling
        self.rest = rest
        self._around: Any = None
        self._blows: dict[int, BlowAhead] = {}

    def around(self) -> Any:
        """All of the battle that it depends on: not what is left of models that nothing happens to any more."""
        if self._around is None:
            self._around = (self.what(), self._facts())
        return self._around

    def what(self) -> Any:
        raise TypeError("nothing is told of what follows")

    def may_strike(self, key: str) -> bool:
        """Can it still come to harm?"""
        return self.rest.may_strike(key)

    def _facts(self) -> Any:
        struck = self.rest.struck
        return tuple([
            (
                it.wounds if it.key in struck or self.may_strike(it.key) else 0, it.place, it.knocked_down,
                it.fatigued, it.charm_used, it.x, it.y,
            )
            for it in self.battle.models
        ])  # fmt: skip

    def told(self, purse: Purse) -> Any:
        raise TypeError("nothing is told of what follows")

    def blow(self, number: int) -> BlowAhead:
        found = self._blows.get(number)
        if found is None:
            found = self._blows[number] = self.made(number)
        return found

    def made(self, number: int) -> BlowAhead:
        raise TypeError("nobody is struck")


class Aftermath:
    """The battle after a blow, and what follows there."""

    __slots__ = ("_blow", "_face", "_follows", "_left", "_name", "_settled", "_telling", "_unsaved", "battle")

    def __init__(self, ahead: BlowAhead, blow: Blow, unsaved: int, face: int) -> None:
        self._blow = blow
        self._unsaved = unsaved
        self._face = face
        self._telling = ahead.telling
        self._name = unique_name()
        self._follows: Follows | None = None
        self._settled: Settled | None = None
        self._left: dict[str, int] = {}
        self.battle = ahead.battle.copy()
        self.battle.events = SILENCE
        if _runs_through(wound(self.battle, blow.copy(), unsaved, face)):
            if blow.strike.way == RETALIATION:
                fatigue_by_retaliating(self.battle, blow.strike.attacker)
            self._look_on(ahead.rest)

    def _look_on(self, after: Rest) -> None:
        battle, blow = self.battle, self._blow
        struck = [*after.struck, blow.target] if blow.target not in after.struck else list(after.struck)
        blasts = after.blasts if blow.strike.way == BLAST else tuple(blow.caught)
        rest = Rest(after.attacker, after.strike, blasts, after.targets, after.attacked, after.backs).in_play(battle)
        follows = self._telling.following(battle, rest, self._telling)
        done = [key for key in struck if follows is None or not follows.may_strike(key)]
        self._left = {key: max(0, battle[key].wounds) for key in done}
        if follows is None:
            self._settled = Settled(self._left, ())
            return
        follows.rest.struck = tuple([key for key in struck if key not in done])
        self._follows = self._telling.follows.setdefault(follows.around(), follows)

    def told(self, purse: Purse) -> Any:
        if self._settled is not None:
            return self._settled
        follows = self._follows
        if follows is None:
            run = self._telling.runs(self._blow, self._unsaved, self._face, purse)
            return Onward((self._name, purse.key), run.start)
        told = _Following(follows, purse).told
        return Beside(follows.around(), purse.key, follows.battle, told, self._left, self._name)


class _Following:
    """What follows with so much left to spend."""

    __slots__ = ("follows", "purse")

    def __init__(self, follows: Follows, purse: Purse) -> None:
        self.follows = follows
        self.purse = purse

    def told(self) -> Any:
        return self.follows.told(self.purse)


def _runs_through(procedure: Any) -> bool:
    """Does it come to its end without asking anybody or rolling anything?"""
    try:
        procedure.send(None)
    except StopIteration:
        return True
    return False
