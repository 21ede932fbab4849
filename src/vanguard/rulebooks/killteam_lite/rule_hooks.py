"""The moments of the game at which a weapon's special rule may speak; every moment is silent unless a rule overrides it."""

from __future__ import annotations

from math import inf
from re import sub
from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from vanguard.core.telling.events import AGREES, agreeing

if TYPE_CHECKING:
    from vanguard.rulebooks.killteam_lite.attacks import Combat, Fighter, Hits, ShootingAction, ShootingAttack
    from vanguard.rulebooks.killteam_lite.state import Battle

NO_LIMIT: Final[float] = inf


@mypyc_attr(allow_interpreted_subclasses=True)
class SpecialRule:
    """A rule printed on a weapon or a datacard, such as `Lethal 5+`; `value` is its number, 0 where it has none."""

    __slots__ = ("printed", "value")
    name = ""
    clause = ""
    takes_value: ClassVar[bool] = False
    summary = ""

    def __init__(self, printed: str, value: int = 0) -> None:
        self.printed = printed
        self.value = value

    @property
    def in_words(self) -> str:
        """The summary with its number where the book says x: a distance if it is printed as one."""
        if not self.value:
            return self.summary
        number = f'{self.value}"' if self.printed.endswith('"') else str(self.value)
        words = AGREES.sub(lambda found: agreeing(self.value, found[2].split("|")), self.summary)
        return sub(r"\bx\b|(?<=AP)x\b", number, words)

    # -- selecting the weapon -------------------------------------------------------------------------------------------

    def extra_action_points(self) -> int:
        return 0

    def bars_overwatch(self) -> bool:
        return False

    def lets_the_concealed_shoot(self) -> bool:
        return False

    def bars_moves_with_shoot(self) -> bool:
        return False

    def once_per_battle(self) -> bool:
        return False

    # -- selecting the target -------------------------------------------------------------------------------------------

    def reach(self) -> float:
        return NO_LIMIT

    def sees_past_cover(self) -> bool:
        return False

    async def share_dice(self, battle: Battle, action: ShootingAction) -> None:
        """Give some of the weapon's dice to further targets before any are rolled."""

    # -- rolling attack dice --------------------------------------------------------------------------------------------

    def dice_to_reroll(self, faces: list[int]) -> list[tuple[int, ...]]:
        """Which of these faces (dice not yet re-rolled) may be rolled again together; one entry per choice."""
        return []

    def minds_ones(self) -> bool:
        """Does a 1 differ from any other fail?"""
        return False

    def critical_from(self) -> int:
        return 6

    async def ones_discarded(self, battle: Battle, attack: ShootingAttack, ones: int) -> None:
        """After the fails are discarded, some of them showing 1."""

    def upgrades_a_hit(self) -> bool:
        return False

    def acts_on_critical_hits(self) -> bool:
        return False

    async def critical_hits_retained(self, battle: Battle, attack: ShootingAttack) -> None:
        """Once for an attack that retained at least one critical hit, before defence dice."""

    # -- rolling defence dice -------------------------------------------------------------------------------------------

    def armour_piercing(self, attack: ShootingAttack) -> int:
        return 0

    def forbids_cover_die(self, battle: Battle, attack: ShootingAttack) -> bool:
        return False

    def looks_from_above(self) -> bool:
        return False

    def caught(self, battle: Battle, centre: str) -> list[str]:
        """Who is attacked beside the target because they are near it."""
        return []

    # -- after an attack ------------------------------------------------------------------------------------------------

    async def another_attack(self, battle: Battle, action: ShootingAction) -> ShootingAttack | None:
        """The next attack of the same action by this rule, if there is one."""
        return None

    # -- fighting in combat ---------------------------------------------------------------------------------------------

    def bars_normal_parries(self) -> bool:
        """May the opponent parry only with critical hits?"""
        return False

    def critical_strikes_counted(self) -> int:
        """So many of the bearer's critical strikes in a combat differ from those after them."""
        return 0

    def hits_after_critical_strike(self, number: int, hits: Hits) -> Hits:
        """What is left of the opponent's hits after the bearer's so-manieth critical strike."""
        return hits

    def note_hits_lost(self, battle: Battle, struck: Fighter) -> None:
        """Tell the log that these were fewer."""

    def acts_on_critical_strikes(self, battle: Battle, striker: Fighter, struck: Fighter, number: int) -> bool:
        """Would the bearer's so-manieth critical strike do anything but its damage, and to hits?"""
        return False

    async def critical_strike(self, battle: Battle, combat: Combat, striker: Fighter, struck: Fighter) -> None:
        """After a critical strike has done its damage."""
