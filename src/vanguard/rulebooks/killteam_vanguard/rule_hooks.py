"""The named moments at which a special rule may speak.

A special rule is one small class that overrides the moments it is about (see `special_rules`); everything it does not
override does nothing here. The rules of a weapon speak for its attacks only, abilities for the model that has them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from vanguard.core.telling.events import Modifier
    from vanguard.rulebooks.killteam_vanguard.state import Battle, Model
    from vanguard.rulebooks.killteam_vanguard.strikes import Strike


@mypyc_attr(allow_interpreted_subclasses=True)
class AttackRule:
    """A special rule printed with an attack, such as BLAST (2")."""

    text = ""
    clause = "stat.attack-special"
    takes_amount: ClassVar[bool] = False
    """Is it printed with a distance?"""

    def __init__(self, key: str, name: str, amount: float = 0.0) -> None:
        self.key = key
        self.name = name
        """As printed, the number included: `PUSH (3")`."""
        self.amount = amount

    def hits_are_mortal(self) -> bool:
        """Are the hits answered with no armor roll at all?"""
        return False

    def extra_dice(self, battle: Battle, strike: Strike, attacker: Model, target: Model) -> Modifier | None:
        """Bonus dice in the roll against this target."""
        return None

    def lost_dice(self, battle: Battle, strike: Strike, attacker: Model) -> Modifier | None:
        """Dice the attacker must give up against one target of its choice."""
        return None

    def reaches_around(self) -> float:
        """How far from a hit model further models are caught; 0 for nowhere."""
        return 0.0

    async def after_target(self, battle: Battle, strike: Strike, target: str, hit: bool, unsaved: int) -> None:
        """When the dice against one target are resolved, recovery roll included, before any retaliation."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Ability:
    """A special ability of a card, a faction or a leader. `cost` is in command points; 0 for one that is always on."""

    key = ""
    name = ""
    text = ""
    clause = ""
    cost = 0
    invulnerable = 0
    """The invulnerable armor value it gives, 0 for none."""

    # -- attacks --------------------------------------------------------------------------------------------------------

    def may_improve_shot(self, battle: Battle, strike: Strike, attacker: Model, split: list[tuple[str, int]]) -> bool:
        """Can it be bought before the hit roll of this ranged attack?"""
        return False

    async def improve_shot(self, battle: Battle, strike: Strike, split: list[tuple[str, int]]) -> None:
        """It was bought for this ranged attack."""

    def may_strengthen_armor(self, battle: Battle, target: Model) -> bool:
        """Can it be bought before this armor roll made with AR?"""
        return False

    def free_reroll(self, battle: Battle, owner: Model, roller: Model) -> bool:
        """Does it let one die of this hit or armor roll be re-rolled without command points, once per Round?"""
        return False

    def recovery_bonus(self) -> int:
        return 0

    # -- nerve ----------------------------------------------------------------------------------------------------------

    def nerve_modifier(self, battle: Battle, owner: Model, tested: Model) -> Modifier | None:
        """What it adds to a nerve test of this model, own or not."""
        return None

    def lends_nerve(self, battle: Battle, owner: Model, tested: Model) -> bool:
        """May the tested model use the owner's NE?"""
        return False

    def steadies(self, battle: Battle, owner: Model, tested: Model) -> bool:
        """Does the tested model pass forced nerve tests on 2+?"""
        return False

    def frightens_chargers(self) -> bool:
        """Must an enemy pass a nerve test before it may declare a charge at the owner?"""
        return False

    # -- phases, activations, movement ------------------------------------------------------------------------------------

    def extra_command_points(self) -> int:
        """Command points gained in the Start phase while the owner is in play."""
        return 0

    async def on_activation(self, battle: Battle, owner: str) -> None:
        """At the start of the owner's activation, before any action."""

    def may_use_at_end(self, battle: Battle, owner: Model) -> bool:
        """Can it be bought in the End phase?"""
        return False

    def use_at_end(self, battle: Battle, owner: Model) -> None:
        """It was bought in the End phase."""

    def moves_as(self) -> str:
        """Which reading of the ground the owner moves by; empty for the usual one."""
        return ""


SHORT: Final = "short"
LONG: Final = "long"
FREE: Final = "free"


@mypyc_attr(allow_interpreted_subclasses=True)
class SpecialAction:
    """A special action of a card: duration, cost in command points, when it can be taken, what it does."""

    key = ""
    name = ""
    text = ""
    clause = ""
    duration = SHORT
    cost = 0
    counts_as = ""
    """The standard action whose limits it shares, such as `walk`."""

    def is_movement(self) -> bool:
        return self.counts_as == "walk"

    def why_not(self, battle: Battle, model: Model) -> tuple[str, str]:
        """Why it cannot be taken now and the clause that says so; empty texts if it can."""
        return "", ""

    async def perform(self, battle: Battle, model: str) -> None:
        """Do it. The cost is paid."""
