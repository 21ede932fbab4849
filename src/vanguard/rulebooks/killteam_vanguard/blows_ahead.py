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
)
from vanguard.rulebooks.killteam_vanguard.blows import (
    Blow,
    HitRoll,
    blast_at,
    blast_question,
    blow_of,
    lethal_hits,
    may_retaliate,
    recovery_die,
    recovery_modifiers,
    retaliation_question,
    wound,
)
from vanguard.rulebooks.killteam_vanguard.dice_rolls import (
    DicePool,
    Purse,
    givers_of,
    purse_of,
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

    __slots__ = ("follows", "runs")

    def __init__(self, runs: Runs) -> None:
        self.runs = runs
        self.follows: dict[Any, Follows] = {}


def told_ahead(battle: Battle, strike: Strike, target: str, dice: int, runs: Runs) -> Callable[[], Any] | None:
    """Tells the attack from this hit roll on; None if other targets follow, or a blast and retaliations."""
    if strike.way == BLAST:
        after, _, melee = strike.rest
        if melee or not after or after[1]:
            return None
    else:
        then, left, attacked = strike.rest
        reaches = any([rule.reaches_around() > 0.0 for rule in strike.weapon.rules])
        if then or left or attacked != (target,) or (reaches and strike.weapon.melee):
            return None
    return _Teller(battle, strike, target, dice, runs).told


class _Teller:
    """Tells an attack if it is asked to."""

    __slots__ = ("battle", "dice", "runs", "strike", "target")

    def __init__(self, battle: Battle, strike: Strike, target: str, dice: int, runs: Runs) -> None:
        self.battle = battle
        self.strike = strike
        self.target = target
        self.dice = dice
        self.runs = runs

    def told(self) -> Any:
        telling = Telling(self.runs)
        return BlowAhead(self.battle, self.strike, self.target, self.dice, telling).told(purse_of(self.battle))


_COUNT = [0]


def _name() -> int:
    """Never the same again."""
    _COUNT[0] += 1
    return _COUNT[0]


# -- dice -------------------------------------------------------------------------------------------------------------------


class PoolDice(Dice):
    """A hit roll or an armor roll."""

    __slots__ = ("battle", "givers", "others", "pool", "then", "used")

    def __init__(
        self, name: Any, battle: Battle, pool: DicePool, purse: Purse, then: Callable[[int, Purse], Any]
    ) -> None:
        roller = battle[pool.roller]
        self.others = purse.points[1 - roller.side]
        super().__init__((name, self.others, purse.used), roller.side, pool.kinds)
        self.battle = battle
        self.pool = pool
        self.then = then
        self.used = purse.used
        self.givers = givers_of(battle, roller, purse)
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

    def __init__(
        self, name: Any, battle: Battle, pool: DicePool, purse: Purse, then: Callable[[int, Purse], Any]
    ) -> None:
        super().__init__(name, battle, pool, purse, then)
        self.saves = True
        self.lethal = pool.enough - pool.too_few


# -- one blow ---------------------------------------------------------------------------------------------------------------


class BlowAhead:
    """A blow at one target and all that follows it, with whatever can be spent."""

    __slots__ = (
        "_aftermaths", "_armor_modifier", "_blows", "_hit_dice", "_lethal", "_name", "_roll", "_was_down", "battle", "telling",
        "strike", "target",
    )  # fmt: skip

    def __init__(self, battle: Battle, strike: Strike, target: str, dice: int, telling: Telling) -> None:
        self.battle = battle
        self.strike = strike
        self.target = target
        self.telling = telling
        struck = battle[target]
        piercing, bonus = armor_piercing(battle, strike, struck), cover_bonus(battle, strike, struck)
        self._armor_modifier = total(piercing) + total(bonus)
        self._was_down = struck.knocked_down
        self._roll = HitRoll(battle, strike, target, dice)
        self._blows: dict[bool, Blow] = {}
        self._hit_dice: dict[Any, PoolDice] = {}
        self._aftermaths: dict[tuple[bool, int], list[tuple[float, Aftermath]]] = {}
        self._lethal = 0
        self._name = _name()

    def told(self, purse: Purse) -> Throw:
        """The hit roll."""
        side = self.battle[self.strike.attacker].side
        key = (purse.points[1 - side], purse.used)
        dice = self._hit_dice.get(key)
        if dice is None:
            dice = self._hit_dice[key] = PoolDice(self._name, self.battle, self._roll.pool, purse, self.hit)
        return dice.throw(self._roll.dice, purse)

    def hit(self, hits: int, purse: Purse) -> Any:
        """So many hits."""
        blow = self._blow(hits > 0)
        if blow.is_last:
            side = self.battle[self.strike.attacker].side
            purse = purse.less(side, purse.points[side])  # there is nothing left to spend them on
        if not hits or is_mortal(self.strike.weapon):
            return self.suffered(hits > 0, min(hits, self._lethal), purse)
        return _ArmorAhead(self, hits, purse).told()

    def _blow(self, hit: bool) -> Blow:
        """More hits than one make no difference but for the wounds."""
        found = self._blows.get(hit)
        if found is None:
            found = blow_of(self.battle, self.strike, self.target, self._was_down, int(hit), None)
            self._blows[hit] = found
            self._lethal = lethal_hits(self.battle, found)
        return found

    def saved(self, unsaved: int, purse: Purse) -> Any:
        """So many of the hits are not saved."""
        return self.suffered(True, unsaved, purse)

    def suffered(self, hit: bool, unsaved: int, purse: Purse) -> Any:
        found = self._aftermaths.get((hit, unsaved))
        if found is None:
            found = self._aftermaths[hit, unsaved] = self._ways_it_ends(hit, unsaved)
        if len(found) == 1:
            return found[0][1].told(purse)
        return Chances(
            (self._name, unsaved, purse.key), [(chance, aftermath.told(purse)) for chance, aftermath in found]
        )

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
        model = self.blow.battle[self.blow.target]
        values = model.profile.invulnerable
        if not values:
            return self.chosen(WITH_ARMOR)
        words = (self.blow._name, "armor", self.hits)
        return Fork(model.side, (words, self.purse.key), words, [WITH_ARMOR, *values], self.chosen, self._asked)

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
        blow = self.blow
        model = blow.battle[blow.target]
        pool = armor_pool(model, blow.strike.attacker, self.hits, value, modifier, None, blow._lethal)
        pool.is_last = blow._blow(True).is_last
        dice = _ArmorDice((blow._name, value, modifier), blow.battle, pool, purse, blow.saved)
        return dice.throw(self.hits, purse)


# -- what a blow leaves behind ------------------------------------------------------------------------------------------------


class Aftermath:
    """The battle after a blow, and what follows there."""

    __slots__ = (
        "_around",
        "_blow",
        "_face",
        "_follows",
        "_left",
        "_name",
        "_settled",
        "_telling",
        "_unsaved",
        "battle",
    )

    def __init__(self, ahead: BlowAhead, blow: Blow, unsaved: int, face: int) -> None:
        self._blow = blow
        self._unsaved = unsaved
        self._face = face
        self._telling = ahead.telling
        self._name = _name()
        self._around: Any = None
        self._follows: Follows | None = None
        self.battle = ahead.battle.copy()
        self.battle.events = SILENCE
        self._settled: Settled | None = None
        if not _runs_through(wound(self.battle, blow.copy(), unsaved, face)):
            self._left: dict[str, int] = {}
            return
        struck = self.battle[blow.target]
        self._left = {blow.target: max(0, struck.wounds)}
        self._look_on()
        if self._follows is None:
            self._settled = Settled(self._left, ())

    def _look_on(self) -> None:
        """A blast goes on to the models it has caught; a target that stands may strike back."""
        battle, blow = self.battle, self._blow
        strike = blow.strike
        left = list(strike.rest[1]) if strike.way == BLAST else [key for key in blow.caught if battle[key].in_play]
        if left:
            self._followed_by(BlastAhead(battle, strike, left, self._telling))
        elif strike.weapon.melee and strike.way != RETALIATION:
            if battle[strike.attacker].in_play and may_retaliate(battle, battle[blow.target]):
                if retaliation_question(battle, blow.target, strike.attacker) is not None:
                    self._followed_by(RetaliationAhead(battle, blow.target, strike.attacker, self._telling))

    def _followed_by(self, follows: Follows) -> None:
        self._around = follows.around()
        self._follows = self._telling.follows.setdefault(self._around, follows)

    def told(self, purse: Purse) -> Any:
        if self._settled is not None:
            return self._settled
        follows = self._follows
        if follows is None:
            run = self._telling.runs(self._blow, self._unsaved, self._face, purse)
            return Onward((self._name, purse.key), run.start)
        return Beside(self._around, purse.key, follows.battle, _Following(follows, purse).told, self._left, self._name)


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


class Follows:
    """What follows a blow and no longer touches the model struck."""

    __slots__ = ("battle", "telling")

    def __init__(self, battle: Battle, telling: Telling) -> None:
        self.battle = battle
        self.telling = telling

    def around(self) -> Any:
        """All of the battle that it depends on."""
        raise TypeError("nothing is told of what follows")

    def told(self, purse: Purse) -> Any:
        raise TypeError("nothing is told of what follows")


class BlastAhead(Follows):
    """A blast strikes those left, one after the other."""

    __slots__ = ("_blows", "left", "strike")

    def __init__(self, battle: Battle, strike: Strike, left: list[str], telling: Telling) -> None:
        super().__init__(battle, telling)
        self.strike = strike
        """The attack whose blast it is, or the last of the blast's own."""
        self.left = left
        self._blows: dict[int, BlowAhead] = {}

    def around(self) -> Any:
        """Nothing modifies a blast: all that counts are those left, and who can still give a re-roll."""
        struck = [(model.key, model.wounds, model.knocked_down) for model in map(self.battle.find, self.left)]
        givers = [
            model.key
            for model in self.battle.models
            if model.in_play and any([ability.gives_rerolls for ability in model.profile.abilities])
        ]
        return ("blast", self.strike.attacker, tuple(struck), tuple(givers))

    def told(self, purse: Purse) -> Any:
        if len(self.left) == 1:
            return self._blow(0).told(purse)
        side = self.battle[self.strike.attacker].side
        return Fork(
            side, ("next", purse.key), "next", list(range(len(self.left))), _Next(self, purse).told, self._asked
        )

    def _asked(self) -> Any:
        return blast_question(self.battle, self.strike.attacker, self.left)

    def _blow(self, number: int) -> BlowAhead:
        found = self._blows.get(number)
        if found is None:
            blast = blast_at(self.strike, [key for i, key in enumerate(self.left) if i != number])
            if self.strike.way == BLAST:
                blast.rest = (self.strike.rest[0], *blast.rest[1:])
            found = BlowAhead(self.battle, blast, self.left[number], blast.weapon.dice, self.telling)
            self._blows[number] = found
        return found


class _Next:
    """The blast strikes one of those left."""

    __slots__ = ("blast", "purse")

    def __init__(self, blast: BlastAhead, purse: Purse) -> None:
        self.blast = blast
        self.purse = purse

    def told(self, number: int) -> Any:
        return self.blast._blow(number).told(self.purse)


class RetaliationAhead(Follows):
    """The one target of a melee attack may strike back."""

    __slots__ = ("_blows", "_question", "attacker", "key")

    def __init__(self, battle: Battle, key: str, attacker: str, telling: Telling) -> None:
        super().__init__(battle, telling)
        self.key = key
        self.attacker = attacker
        self._question = retaliation_question(battle, key, attacker)
        self._blows: dict[int, BlowAhead] = {}

    def around(self) -> Any:
        """All there is on the table but the wounds left of the model that strikes back."""
        models = [
            (
                0 if it.key == self.key else it.wounds, it.place, it.knocked_down, it.fatigued, it.charm_used, it.x, it.y
            )
            for it in self.battle.models
        ]  # fmt: skip
        return ("retaliation", self.attacker, self.key, tuple(models))

    def told(self, purse: Purse) -> Fork:
        question = self._question
        assert question is not None
        answers = [option.value for option in question.available]
        following = _Retaliated(self, purse).told
        return Fork(question.player, ("back", purse.key), "back", answers, following, self._asked)

    def _asked(self) -> Any:
        return self._question

    def blow(self, number: int) -> BlowAhead:
        found = self._blows.get(number)
        if found is None:
            weapon = self.battle[self.key].profile.melee[number]
            strike = Strike(self.key, weapon, RETALIATION)
            strike.rest = ((), (), (self.attacker,))
            found = self._blows[number] = BlowAhead(self.battle, strike, self.attacker, weapon.dice, self.telling)
        return found


class _Retaliated:
    """The model strikes back with one of its attacks, or does not."""

    __slots__ = ("purse", "retaliation")

    def __init__(self, retaliation: RetaliationAhead, purse: Purse) -> None:
        self.retaliation = retaliation
        self.purse = purse

    def told(self, number: int) -> Any:
        if number < 0:
            return NOBODY_STRUCK
        return self.retaliation.blow(number).told(self.purse)


NOBODY_STRUCK = Settled({}, ())
