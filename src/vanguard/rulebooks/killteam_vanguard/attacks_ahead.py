"""For odds: what follows a blow, told without running it: a blast, targets that are left, and who strikes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vanguard.core.questions import Choose, Fork, Settled
from vanguard.rulebooks.killteam_vanguard.blows import (
    blast_at,
    blast_question,
    may_retaliate,
    retaliation_question,
    target_question,
)
from vanguard.rulebooks.killteam_vanguard.blows_ahead import BlowAhead, Follows, Rest, Runs, Telling
from vanguard.rulebooks.killteam_vanguard.dice_rolls import Purse, gives_rerolls, purse_of
from vanguard.rulebooks.killteam_vanguard.state import Battle
from vanguard.rulebooks.killteam_vanguard.strikes import BLAST, RETALIATION, Strike


def told_ahead(battle: Battle, strike: Strike, target: str, dice: int, runs: Runs) -> Callable[[], Any] | None:
    """Tells the attack from this hit roll on; None for a blast that is under way already."""
    return None if strike.way == BLAST else _Teller(battle, strike, target, dice, runs).told


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
        then, left, attacked = self.strike.rest
        if self.strike.way == RETALIATION:
            rest = Rest(self.target, None, (), (), (), then)
        else:
            rest = Rest(self.strike.attacker, self.strike, (), left, attacked, ())
        telling = Telling(self.battle, self.runs, following)
        return BlowAhead(self.battle, self.strike, self.target, self.dice, telling, rest).told(purse_of(self.battle))


# -- what follows a blow --------------------------------------------------------------------------------------------------------


def following(battle: Battle, rest: Rest, telling: Telling) -> Follows | None:
    """A blast goes on to the models it has caught, dice to the targets left; then those attacked may strike back."""
    if rest.blasts:
        return BlastAhead(battle, telling, rest)
    if rest.targets:
        return TargetsAhead(battle, telling, rest)
    backs = rest.strikes_back()
    for i, key in enumerate(backs):
        if not battle[rest.attacker].in_play:
            break
        if may_retaliate(battle, battle[key]):
            question = retaliation_question(battle, key, rest.attacker)
            if question is not None:
                others = Rest(rest.attacker, None, (), (), (), backs[i + 1 :])
                others.struck = rest.struck
                return RetaliationAhead(battle, telling, others, key, question)
    return None


class _Next:
    """One of those left is struck."""

    __slots__ = ("follows", "purse")

    def __init__(self, follows: Follows, purse: Purse) -> None:
        self.follows = follows
        self.purse = purse

    def told(self, number: int) -> Any:
        return self.follows.blow(number).told(self.purse)


def _without(number: int, left: tuple[Any, ...]) -> list[Any]:
    return [one for i, one in enumerate(left) if i != number]


class _InAnyOrder(Follows):
    """The attacker chooses who of those left is struck next."""

    __slots__ = ()

    def left(self) -> int:
        """How many there are."""
        raise TypeError("nobody is left")

    def asked(self) -> Any:
        raise TypeError("nobody is left")

    def told(self, purse: Purse) -> Any:
        left = self.left()
        if left == 1:
            return self.blow(0).told(purse)
        side = self.battle[self.rest.attacker].side
        words = self.what()
        return Fork(side, (words, purse.key), words, range(left), _Next(self, purse).told, self.asked)


class BlastAhead(_InAnyOrder):
    """A blast strikes those left, one after the other."""

    __slots__ = ()

    def what(self) -> Any:
        return ("blast", self.rest.attacker, self.rest.blasts, self.rest.targets, self.rest.attacked)

    def _facts(self) -> Any:
        rest = self.rest
        if rest.targets or rest.strikes_back():
            return super()._facts()
        # nothing modifies a blast: all that counts are those left, and who can still give a re-roll
        struck = [(it.wounds, it.knocked_down) for it in [self.battle[key] for key in rest.blasts]]
        givers = [it.key for it in self.battle.models if it.in_play and gives_rerolls(it)]
        return (tuple(struck), tuple(givers))

    def left(self) -> int:
        return len(self.rest.blasts)

    def asked(self) -> Any:
        return blast_question(self.battle, self.rest.attacker, list(self.rest.blasts))

    def made(self, number: int) -> BlowAhead:
        rest = self.rest
        assert rest.strike is not None
        main = rest.strike.copy()
        main.rest = (main.then, rest.targets, rest.attacked)
        left = _without(number, rest.blasts)
        blast = blast_at(main, left)
        after = rest.followed_by(rest.strike, left, list(rest.targets), rest.attacked)
        return BlowAhead(self.battle, blast, rest.blasts[number], blast.weapon.dice, self.telling, after)


class TargetsAhead(_InAnyOrder):
    """Dice were split: the next target is struck."""

    __slots__ = ()

    def what(self) -> Any:
        return ("targets", self.rest.attacker, self.rest.targets, self.rest.attacked)

    def left(self) -> int:
        return len(self.rest.targets)

    def asked(self) -> Any:
        return target_question(self.battle, self.rest.attacker, list(self.rest.targets))

    def made(self, number: int) -> BlowAhead:
        rest = self.rest
        assert rest.strike is not None
        target, dice = rest.targets[number]
        strike = rest.strike.copy()
        after = rest.followed_by(strike, [], _without(number, rest.targets), (*rest.attacked, target))
        strike.rest = (strike.then, after.targets, after.attacked)
        return BlowAhead(self.battle, strike, target, dice, self.telling, after)


class RetaliationAhead(Follows):
    """A model that was attacked may strike back, and others after it."""

    __slots__ = ("_question", "key")

    def __init__(self, battle: Battle, telling: Telling, rest: Rest, key: str, question: Choose[int]) -> None:
        super().__init__(battle, telling, rest)
        self.key = key
        self._question = question

    def what(self) -> Any:
        return ("retaliation", self.rest.attacker, self.key, self.rest.backs)

    def may_strike(self, key: str) -> bool:
        return key == self.rest.attacker

    def told(self, purse: Purse) -> Fork:
        words = ("back", self.key)
        answers = [option.value for option in self._question.worthwhile]
        following = _Retaliated(self, purse).told
        return Fork(self._question.player, (words, purse.key), words, answers, following, self._asked)

    def _asked(self) -> Any:
        return self._question

    def declined(self, purse: Purse) -> Any:
        follows = following(self.battle, self.rest, self.telling)
        if follows is not None:
            return follows.told(purse)
        return Settled({key: max(0, self.battle[key].wounds) for key in self.rest.struck}, ())

    def made(self, number: int) -> BlowAhead:
        rest = self.rest
        weapon = self.battle[self.key].profile.melee[number]
        strike = Strike(self.key, weapon, RETALIATION)
        strike.then = rest.backs
        strike.rest = (rest.backs, (), (rest.attacker,))
        return BlowAhead(self.battle, strike, rest.attacker, weapon.dice, self.telling, rest)


class _Retaliated:
    """The model strikes back with one of its attacks, or does not."""

    __slots__ = ("purse", "retaliation")

    def __init__(self, retaliation: RetaliationAhead, purse: Purse) -> None:
        self.retaliation = retaliation
        self.purse = purse

    def told(self, number: int) -> Any:
        if number < 0:
            return self.retaliation.declined(self.purse)
        return self.retaliation.blow(number).told(self.purse)
