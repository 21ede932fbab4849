"""An attack worked out from the book alone, die face by die face: what the engine tells ahead must come to the same.

Nothing of the rulebook's own counting is used: ranges and lines are found in cube coordinates, symbols are letters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vanguard.rulebooks.normandy.profiles import Attack, CardSide

Cell = tuple[int, int]
Signs = Mapping[Cell, str]
"""The terrain of every hex, by the letters of the legend."""

FACES = (
    ("", "", "-", "-", "+", "+"),
    ("", "-", "+", "+", "-+", "*"),
    ("", "-+", "++", "*", "+*", "**"),
)
"""White, black and red: dash, plus and burst."""
COVERING, HILLS, FORTIFIED = "HbwvF@$", "hH^", "TF&"
FOG_REACH = 4
ASIDE = 1e-6


def cube(cell: Cell) -> tuple[int, int, int]:
    column, row = cell
    x = column - (row - row % 2) // 2
    return x, row, -x - row


def apart(one: Cell, other: Cell) -> int:
    return max([abs(a - b) for a, b in zip(cube(one), cube(other), strict=True)])


def between(one: Cell, other: Cell, aside: float) -> list[Cell]:
    """The hexes at equal steps of the line, looked at a hair to one side of it."""
    steps = apart(one, other)
    found = []
    for i in range(1, steps):
        x, y, z = [
            a + (b - a) * i / steps + aside * k for a, b, k in zip(cube(one), cube(other), (1, 2, -3), strict=True)
        ]
        rounded = [round(x), round(y), round(z)]
        off = [abs(rounded[0] - x), abs(rounded[1] - y), abs(rounded[2] - z)]
        worst = off.index(max(off))
        rounded[worst] = -sum(rounded) + rounded[worst]
        found.append((rounded[0] + (rounded[1] - rounded[1] % 2) // 2, rounded[1]))
    return found


def cover(ground: Signs, shooter: Cell, target: Cell) -> int:
    """The target's own hex and the row of hexes between that has less of it."""
    rows = [sum([ground[cell] in COVERING for cell in between(shooter, target, side)]) for side in (ASIDE, -ASIDE)]
    return min(rows) + (ground[target] in COVERING)


def damage_chances(
    ground: Signs, attack: Attack, shooters: Sequence[Cell], shooting: CardSide, targets: Sequence[Cell], shot_at: CardSide,
    hidden: bool, fog: bool, tokens: int,
) -> dict[int, float] | None:  # fmt: skip
    """How likely the target loses how much of its health; None if the attack cannot be declared. `hidden` is by a token or a trench."""
    pool = [0, 0, 0]
    pairs: list[tuple[int, Cell, Cell]] = []
    for shooter in shooters:
        nearest = min([apart(shooter, cell) for cell in targets])
        dice = attack.dice_at[nearest]
        if dice is not None and not (fog and nearest > FOG_REACH):
            pool = [n + more * (len(targets) if attack.blast else 1) for n, more in zip(pool, dice, strict=True)]
            pairs += [(nearest, shooter, cell) for cell in targets if apart(shooter, cell) == nearest]
    if not pairs:
        return None
    shield = min([shield_of(ground, attack, pair, shot_at) for pair in pairs if pair[0] == min(pairs)[0]])
    seen = attack.ignores_hidden or shooting.recon
    stopped = {"-+*"[i] for i in range(min(3, shield))} | (
        {"-"} if (hidden or shot_at.camouflage) and not seen else set()
    )
    chances = {0: 1.0}
    for faces, count in zip(FACES, pool, strict=True):
        for _ in range(count):
            after: dict[int, float] = {}
            for so_far, chance in chances.items():
                for face in faces:
                    more = so_far + sum([symbol not in stopped for symbol in face])
                    after[more] = after.get(more, 0.0) + chance / 6
            chances = after
    lost: dict[int, float] = {}
    for symbols, chance in chances.items():
        most = shot_at.health if attack.precise else shot_at.health * len(targets)
        amount = min(symbols, most - tokens)
        lost[amount] = lost.get(amount, 0.0) + chance
    return lost


def shield_of(ground: Signs, attack: Attack, pair: tuple[int, Cell, Cell], shot_at: CardSide) -> int:
    distance, shooter, target = pair
    piercing = max(0, attack.armor_penetration - shot_at.side_skirts)
    armor = max(0, shot_at.armor - piercing - (distance == 1))
    covered = (
        0 if attack.indirect or distance == 1 else max(0, cover(ground, shooter, target) - (ground[shooter] in HILLS))
    )
    return max(armor, covered)
