"""What several of the situations draw with: weapons, cards, and how what they are about begins."""

from functools import cache

from tests.rulebooks.killteam_vanguard.positions import Position, at
from vanguard.core.questions import Place
from vanguard.odds import of as odds_of
from vanguard.rulebooks.killteam_vanguard.content.content import make_faction
from vanguard.rulebooks.killteam_vanguard.content.content_models import CardEntry, FactionEntry, OptionEntry
from vanguard.rulebooks.killteam_vanguard.profiles import Profile

TOUCH = 1.26
"""Between the centers of two 32 mm bases in contact."""


def fielded(card: CardEntry, options: list[str], leader: bool = False) -> Profile:
    faction = make_faction(
        "own", FactionEntry(name="Own", summary="Own", leader_abilities=["Unbowed"], entries={"lord": card})
    )
    [made] = faction.cards
    return Profile(made, faction, [it for it in made.options if it.name in options], leader)


def lord(*options: OptionEntry) -> CardEntry:
    attacks = ['Staff [MELEE] (0", 3D6, 2+, AP2, D1)', 'Staff [RANGED] (12", 3D6, 2+, AP2, D1)']
    return CardEntry(
        name="Lord", type="Lord", points=20, max=1, CP=2, SP=5, AR="3+", WN=3, NE="3+", base_mm=32, height=1.5,
        attacks=attacks, abilities=["Unbowed"], options=list(options),
    )  # fmt: skip


CARDS = """
    card gunner SP6 AR4+ WN3: Gun [RANGED] (24", 2D6, 3+, AP0, D1); Knife [MELEE] (0", 1D6, 4+, AP0, D1)
    card fencer SP6 AR4+ WN2: Sword [MELEE] (0", 2D6, 3+, AP0, D1)
    card guard SP6 AR4+ WN3: Axe [MELEE] (1", 1D6, 4+, AP0, D1)
    card ogre SP6 AR4+ WN4: Maul [MELEE] (1", 2D6, 3+, AP0, D1) PUSH (3")
    card mace SP6 AR4+ WN3: Mace [MELEE] (0", 2D6, 3+, AP0, D1) TOPPLE
    card bomber SP6 AR4+ WN1: Bomb [RANGED] (12", 2D6, 3+, AP0, D1) BLAST (2"); Knife [MELEE] (0", 1D6, 4+, AP0, D1)
    card archer SP6 AR4+ WN1: Bow [RANGED] (12", 1D6, 4+, AP0, D1)
"""


def drawn(lines: str) -> Position:
    return at(CARDS + lines)


END = "red gunner t 30,30 activated\nfinished blue red\nstep end phase\ncp 2 0\n"
ROUND_CARDS = """
    card gunner SP6 AR4+ WN3 base 32: Gun [RANGED] (24", 2D6, 3+, AP0, D1); Knife [MELEE] (0", 1D6, 4+, AP0, D1)
    card fencer SP6 AR4+ WN1 base 32: Sword [MELEE] (0", 2D6, 3+, AP0, D1)
    card spearman SP6 AR4+ WN1 base 32: Spear [MELEE] (2", 1D6, 4+, AP0, D1)
    card archer SP6 AR4+ WN1 base 32: Bow [RANGED] (12", 1D6, 4+, AP0, D1)
    card witch SP6 AR4+ WN1 base 32: Curse [RANGED] (12", 1D6, 4+, AP0, D1) MORTAL; Knife [MELEE] (0", 1D6, 4+, AP0, D1)
"""


def drawn_round(lines: str) -> Position:
    return at(ROUND_CARDS + lines)


PLAIN_CARDS = """
    card gunner SP6 AR4+ WN3: Gun [RANGED] (24", 2D6, 3+, AP0, D1); Knife [MELEE] (0", 1D6, 4+, AP0, D1)
    card fencer SP6 AR4+ WN2: Sword [MELEE] (0", 2D6, 3+, AP0, D1)
    card spearman SP6 AR4+ WN1: Spear [MELEE] (2", 1D6, 4+, AP0, D1)
    card archer SP6 AR4+ WN1: Bow [RANGED] (12", 1D6, 4+, AP0, D1)
    card brute SP6 AR4+ WN3: Maul [MELEE] (0", 2D6, 3+, AP0, D1) PUSH (3")
    card witch SP6 AR4+ WN2: Curse [RANGED] (12", 2D6, 4+, AP0, D1) MORTAL; Knife [MELEE] (0", 1D6, 4+, AP0, D1)
    card trooper SP6 AR4+ WN1: Rifle [RANGED] (18", 2D6, 4+, AP0, D1) RAPID; Knife [MELEE] (0", 1D6, 4+, AP0, D1)
"""


def drawn_plain(lines: str) -> Position:
    return at(PLAIN_CARDS + lines)


def told(position: Position, *points: tuple[float, float]) -> dict[str, object]:
    question = position.game.question
    assert isinstance(question, Place)
    shown: dict[str, object] = question.preview([list(point) for point in points])
    return shown


def rolled(position: Position) -> list[int]:
    """How many dice each roll showed."""
    return [len(event.dice.faces) for event in position.game.events if event.dice is not None]


BOMBER = (
    'card bomber SP6 AR4+ WN2: Bomb [RANGED] (12", 1D6, 3+, AP0, D1) BLAST (2"); Knife [MELEE] (0", 1D6, 4+, AP0, D1)\n'
)


def one_die(needed: int, modifier: int) -> list[float]:
    """Chances of 0, 1, 2 ... successes of one die that explodes."""
    plain = len([face for face in (2, 3, 4, 5) if face + modifier >= needed]) / 6
    miss = 5 / 6 - plain
    return [miss] + [(1 / 6) ** (n - 1) * plain + (1 / 6) ** n * miss for n in range(1, 12)]


@cache
def pool(dice: int, needed: int, modifier: int) -> list[float]:
    total = [1.0]
    for _ in range(dice):
        one = one_die(needed, modifier)
        total = [
            sum([total[i] * one[n - i] for i in range(len(total)) if 0 <= n - i < len(one)])
            for n in range(len(total) + len(one) - 1)
        ]
    return total


def removed(
    hits: list[float], armor: int, to_armor: int, damage: int, wounds: int, recovers: bool = True, easier: int = 0
) -> float:
    gone = 0.0
    for scored_hits, chance in enumerate(hits):
        for saved, share in enumerate(pool(scored_hits, armor, to_armor) if chance > 1e-9 else []):
            excess = max(0, scored_hits - saved) * damage - wounds
            if excess >= 0:
                passes = len([face for face in (2, 3, 4, 5) if face - excess + easier >= 4]) + 1
                gone += chance * share * (1 - passes / 6 if recovers else 1)
    return gone


def chance(game: Position, key: str) -> float:
    return odds_of(game.game, key).chance_removed()


def shown(dice: int) -> dict[tuple[int, int, int], float]:
    """Hits, misses and hits that are no 6 of a roll at 3+, its extra dice included."""
    found: dict[tuple[int, int, int], float] = {}
    waiting = [((0, 0, 0), dice, 1.0)]
    while waiting:
        (hits, misses, plain), left, share = waiting.pop()
        if left == 0 or share < 1e-9:
            found[hits, misses, plain] = found.get((hits, misses, plain), 0.0) + share
            continue
        waiting.append(((hits, misses + 1, plain), left - 1, share * 2 / 6))
        waiting.append(((hits + 1, misses, plain + 1), left - 1, share * 3 / 6))
        waiting.append(((hits + 1, misses, plain), left, share / 6))
    return found
