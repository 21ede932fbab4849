"""Attack actions in detail: target and range, the dice pool, armor and cover, Hidden, keywords, damage."""

from __future__ import annotations

from typing import Final

from vanguard.core.questions import Choose, Lot, Option, Roll, Split
from vanguard.core.telling.events import DiceShown, Modifier
from vanguard.rulebooks.normandy.ground import DISTANCE, shown
from vanguard.rulebooks.normandy.profiles import Attack, Dice
from vanguard.rulebooks.normandy.state import Battle, Unit, token_at
from vanguard.rulebooks.normandy.symbols import ALL_FACES, COLORS, DAMAGE, FACES, KINDS, MEAN, dice_text, shield
from vanguard.rulebooks.normandy.units import pin, suffer

FOG_RANGE: Final[int] = 4
Pair = tuple[int, int]
"""The hexes of the attacking figure and of the target figure that are closest to each other."""
Faces = list[list[str]]
"""Rolled dice by color: white, black, red."""


# -- target and range -----------------------------------------------------------------------------------------------------


def farthest_range(battle: Battle, attack: Attack) -> int:
    if battle.weather == "ground-fog":
        return min(FOG_RANGE, attack.farthest)
    return attack.farthest


def is_in_range(battle: Battle, shooters: list[int], attack: Attack, target: Unit) -> bool:
    """Whether at least one figure is in one of the attack's range brackets."""
    farthest = farthest_range(battle, attack)
    dice_at = attack.dice_at
    for here in shooters:
        row = DISTANCE[here]
        nearest = 99
        for there in target.hexes:
            if there >= 0 and row[there] < nearest:
                nearest = row[there]
        if nearest <= farthest and dice_at[nearest] is not None:
            return True
    return False


def take_aim(battle: Battle, shooters: list[int], attack: Attack, target: Unit) -> tuple[Dice, list[Pair]]:
    """The dice of all figures in range, and the closest pairs among the figures that add dice."""
    farthest = farthest_range(battle, attack)
    white, black, red = 0, 0, 0
    pairs: list[Pair] = []
    closest = 99
    places = target.places()
    for here in shooters:
        row = DISTANCE[here]
        nearest = min([row[there] for there in places])
        dice = attack.dice_at[nearest] if nearest <= farthest else None
        if dice is None:
            continue
        white, black, red = white + dice[0], black + dice[1], red + dice[2]
        if nearest < closest:
            closest = nearest
            pairs = []
        if nearest == closest:
            pairs.extend([(here, there) for there in places if row[there] == nearest])
    if attack.blast:
        figures = len(places)
        return (white * figures, black * figures, red * figures), pairs
    return (white, black, red), pairs


# -- protection -----------------------------------------------------------------------------------------------------------


class Protection:
    """Armor and cover of a target against one attack, after everything that changes them, and why."""

    __slots__ = ("armor", "cover", "hidden", "why")

    def __init__(self, armor: int, cover: int, hidden: bool, why: list[Modifier]) -> None:
        self.armor: Final = armor
        self.cover: Final = cover
        self.hidden: Final = hidden
        self.why: Final = why

    @property
    def value(self) -> int:
        """Armor and cover do not add up: the higher one protects."""
        return max(self.armor, self.cover)

    @property
    def shield(self) -> int:
        return shield(max(self.armor, self.cover), self.hidden)

    def text(self) -> str:
        value = self.value
        kind = "armor" if self.armor > self.cover else "cover"
        words = f"{kind} {value}" if value else "no protection"
        return f"{words}, Hidden" if self.hidden else words


def shield_of(battle: Battle, attacker: Unit, attack: Attack, target: Unit, pair: Pair) -> int:
    """What `protection` comes to, for those who need no reasons."""
    adjacent = DISTANCE[pair[0]][pair[1]] == 1
    armor = target.face.armor
    if armor:
        penetration = attack.armor_penetration
        if penetration and target.face.side_skirts:
            penetration -= 1
        armor = max(0, armor - penetration - int(adjacent))
    cover = 0
    if not adjacent and not attack.indirect:
        cover = cover_of(battle, pair[0], pair[1])
        if cover and battle.field().hill[pair[0]]:
            cover -= 1
    hidden = battle.is_hidden(target) and not attack.ignores_hidden and not attacker.face.recon
    return shield(max(armor, cover), hidden)


def protection(battle: Battle, attacker: Unit, attack: Attack, target: Unit, pair: Pair) -> Protection:
    """The target's protection by the reference pair of this attack."""
    why: list[Modifier] = []
    adjacent = DISTANCE[pair[0]][pair[1]] == 1
    armor = target.face.armor
    if armor:
        why.append(Modifier(armor, "armor", "armor.value"))
        armor = pierced(armor, attack, target, why)
        if adjacent and armor:
            armor -= 1
            why.append(Modifier(-1, "range 1", "range1.armor"))
    cover = cover_of(battle, pair[0], pair[1])
    if cover:
        own = int(gives_cover(battle, pair[1]))
        if own:
            why.append(Modifier(own, "cover of its hex", "cover.own-hex"))
        if cover > own:
            why.append(Modifier(cover - own, "cover in between", "cover.intervening"))
        if adjacent:
            cover = 0
            why.append(Modifier(0, "range 1 ignores cover", "range1.ignores-cover"))
        elif attack.indirect:
            cover = 0
            why.append(Modifier(0, "Indirect ignores cover", "kw.indirect"))
        elif battle.field().hill[pair[0]]:
            cover -= 1
            why.append(Modifier(-1, "fired from a hill", "feature.hill"))
    return Protection(armor, cover, seen_as_hidden(battle, attacker, attack, target, why), why)


def pierced(armor: int, attack: Attack, target: Unit, why: list[Modifier]) -> int:
    """Armor after armor penetration; Side Skirts take 1 off the penetration."""
    penetration = attack.armor_penetration
    if penetration and target.face.side_skirts:
        penetration -= 1
        why.append(Modifier(0, "Side Skirts: AP 1 lower", "ability.side-skirts"))
    if penetration:
        why.append(Modifier(-min(armor, penetration), f"AP {penetration}", "armor.ap-reduces"))
    return max(0, armor - penetration)


def cover_of(battle: Battle, here: int, there: int) -> int:
    """1 for the target's own cover hex and 1 for each between, by the line with less of it; gates give cover too."""
    if not battle.gates:
        return battle.field().cover_between(here, there)
    return len(covering_hexes(battle, here, there))


def covering_hexes(battle: Battle, here: int, there: int) -> list[int]:
    """The hexes that give a target cover: those between, by the line with less of it, and its own."""
    rows = [[hex for hex in row if gives_cover(battle, hex)] for row in battle.field().rows_between(here, there)]
    return [*min(rows, key=len), *([there] if gives_cover(battle, there) else [])]


def gives_cover(battle: Battle, hex: int) -> bool:
    """By its border, or by a Belgian Gate in it."""
    return battle.field().cover[hex] or token_at(battle.gates, hex) >= 0


def seen_as_hidden(battle: Battle, attacker: Unit, attack: Attack, target: Unit, why: list[Modifier]) -> bool:
    if not battle.is_hidden(target):
        return False
    if attack.ignores_hidden:
        why.append(Modifier(0, "Ignores Hidden", "kw.ignores-hidden"))
        return False
    if attacker.face.recon:
        why.append(Modifier(0, "Recon ignores Hidden", "ability.recon"))
        return False
    why.append(Modifier(0, "Hidden", "hidden.effect"))
    return True


# -- making an attack -----------------------------------------------------------------------------------------------------


def flak_crew(battle: Battle, unit: Unit) -> list[int]:
    """The hexes of the unit's figures that stand at a Flak 88 of their own side."""
    if not battle.flaks or unit.card.mechanized:
        return []
    return [hex for hex in unit.hexes if hex >= 0 and token_at(battle.flaks, hex) == unit.side]


async def make_attack(battle: Battle, key: str, attack: Attack, target_key: str, shooters: tuple[int, ...]) -> None:
    """One attack of a unit's figures in `shooters` on one enemy unit, up to the Pin token."""
    unit, target = battle.units[key], battle.units[target_key]
    dice, pairs = take_aim(battle, list(shooters), attack, target)
    pair = await reference_pair(battle, unit, attack, target, dice, pairs)
    guard = protection(battle, unit, attack, target, pair)
    if battle.heard:
        shooting = [unit.figures[i] for i in unit.standing() if unit.hexes[i] in shooters]
        note_attack(battle, unit, attack, target, pair, dice, guard, shooting)
    who = f"{key}>{target_key}"
    faces = await roll_pool(unit.side, who, dice, guard)
    reroll = attack.reroll + battle.boards[unit.side].effect("reroll")
    if reroll and could_do_more(faces, guard.shield, most_damage(target, attack.precise)):
        await offer_reroll(battle, unit.side, who, faces, guard, reroll, target.about)
    damage = damage_of(battle, unit.side, attack.name, faces, guard)
    await suffer(battle, target_key, damage, attack.precise)
    still_there = battle.units.get(target_key)
    if attack.pinning and still_there is not None:
        pin(battle, still_there, "kw.pinning")


def note_attack(
    battle: Battle,
    unit: Unit,
    attack: Attack,
    target: Unit,
    pair: Pair,
    dice: Dice,
    guard: Protection,
    shooting: list[str],
) -> None:
    battle.note(
        "attacks",
        clause="attack.declare-target",
        about=(*unit.about, *target.about),
        unit=unit.title,
        target=target.title,
        attack=attack.name,
        range=DISTANCE[pair[0]][pair[1]],
        pool=dice_text(dice),
        protection=guard.text(),
        pieces=shooting,
        whom=[target.figures[i] for i in target.standing()],
    )


async def reference_pair(
    battle: Battle, unit: Unit, attack: Attack, target: Unit, dice: Dice, pairs: list[Pair]
) -> Pair:
    """The closest pair; of equally close ones the attacker chooses where it makes a difference to these dice."""
    if len(pairs) == 1:
        return pairs[0]
    first = worth_of_faces(dice, shield_of(battle, unit, attack, target, pairs[0]))
    if all([worth_of_faces(dice, shield_of(battle, unit, attack, target, pair)) == first for pair in pairs[1:]]):
        return pairs[0]
    shields = [shield_of(battle, unit, attack, target, pair) for pair in pairs]
    weakest = shields.index(min(shields))
    options = []
    for i, (here, there) in enumerate(pairs):
        mine, theirs = unit.hexes.index(here), target.hexes.index(there)
        guard = protection(battle, unit, attack, target, (here, there)).text()
        options.append(
            Option(
                f"{shown(here)}>{shown(there)}",
                (here, there),
                f"Figure {mine + 1} at figure {theirs + 1} of {target.title}: {guard}",
                about=(unit.figures[mine], target.figures[theirs]),
                facts={"modifier": -shields[i]},
                idle=i != weakest,
            )
        )
    prompt = f"{unit.title} at {target.title}: which figures are compared?"
    question = Choose(unit.side, prompt, options, "attack.tie-attacker-chooses", (*unit.about, *target.about))
    question.is_attack = True
    return await question


def worth_of_faces(dice: Dice, shield: int) -> list[tuple[int, ...]]:
    """What every face of the colors in a pool does against this protection."""
    kinds = KINDS[shield]
    return [kinds[i] for i in range(3) if dice[i]]


def most_damage(target: Unit, precise: bool) -> int:
    """What more than this does is lost: the unit is destroyed, or a Precise attack has removed its figure."""
    return target.face.health * (1 if precise else len(target.standing())) - target.damage


async def roll_pool(player: int, who: str, dice: Dice, guard: Protection) -> Faces:
    """The dice of all figures are rolled together."""
    faces: Faces = [[], [], []]
    kinds = KINDS[guard.shield]
    for i in range(3):
        if dice[i]:
            roll = Roll(player, dice[i], f"attack-{COLORS[i]} {who}", "attack.pool", FACES[i], kinds[i])
            faces[i] = list(await roll)
    return faces


def damage_of(battle: Battle, player: int, label: str, faces: Faces, guard: Protection) -> int:
    """Protection removes symbols; every symbol left is 1 damage."""
    worth = DAMAGE[guard.shield]
    rolled = [face for color in faces for face in color]
    damage = sum([worth[face] for face in rolled])
    if battle.heard:
        battle.note(
            "rolled",
            clause="attack.damage-per-symbol",
            dice=DiceShown(
                label,
                player,
                [f"{COLORS[i]} {face}" for i in range(3) for face in faces[i]],
                ["hit" if worth[face] else "miss" for face in rolled],
                "",
                guard.why,
            ),
            damage=damage,
            faces=", ".join(rolled),
        )
    return damage


def lying(player: int, faces: Faces, guard: Protection) -> DiceShown:
    """The dice of a pool as they lie, each with whether it does damage, and what protects the target."""
    worth = DAMAGE[guard.shield]
    rolled = [face for color in faces for face in color]
    shown = [f"{COLORS[i]} {face}" for i in range(3) for face in faces[i]]
    marks = ["hit" if worth[face] else "miss" for face in rolled]
    return DiceShown("The dice so far", player, shown, marks, f"a symbol left after {guard.text()}", guard.why)


def could_do_more(faces: Faces, shield: int, most: int) -> bool:
    """Does any die show less than the best face of its color does, and is there more damage to do?"""
    worth = DAMAGE[shield]
    done = sum([worth[face] for color in faces for face in color])
    best = [max(kinds) for kinds in KINDS[shield]]
    return done < most and any([worth[face] < best[i] for i in range(3) for face in faces[i]])


async def offer_reroll(
    battle: Battle,
    player: int,
    who: str,
    faces: Faces,
    guard: Protection,
    reroll: int,
    about: tuple[str, ...],
) -> None:
    """The attacker may roll up to X dice of the pool again, of any color, each once."""
    kinds = KINDS[guard.shield]
    groups = [(i, face) for i in range(3) for face in ALL_FACES if face in faces[i]]
    question = reroll_question(player, groups, faces, guard.shield, reroll, about)
    if battle.heard:
        question.dice = lying(player, faces, guard)
    amounts = await question
    for i in range(3):
        taken = 0
        for (color, face), amount in zip(groups, amounts):
            if color == i:
                taken += amount
                for _ in range(amount):
                    faces[i].remove(face)
        if taken:
            again = await Roll(player, taken, f"reroll-{COLORS[i]} {who}", "kw.reroll", FACES[i], kinds[i])
            faces[i].extend(again)
            battle.note("rerolled", clause="kw.reroll", count=taken, color=COLORS[i], faces=", ".join(again))


def reroll_question(
    player: int,
    groups: list[tuple[int, str]],
    faces: Faces,
    shield: int,
    reroll: int,
    about: tuple[str, ...],
) -> Split:
    """How many dice of each color and face to roll again."""
    worth, mean = DAMAGE[shield], MEAN[shield]
    counts = [faces[i].count(face) for i, face in groups]
    gains = [mean[i] - worth[face] for i, face in groups]
    limit = min(reroll, sum(counts))
    question = Split(
        player,
        f"Reroll up to {limit} of the dice?",
        limit,
        [lot_of(i, face, count, faces) for (i, face), count in zip(groups, counts)],
        "kw.reroll",
        up_to=True,
        propose=lambda: sensible_rerolls(counts, gains, limit),
        about=about,
    )
    question.is_attack = True
    return question


def lot_of(color: int, face: str, count: int, faces: Faces) -> Lot:
    """The dice of one color that show one face, by their places in the whole pool."""
    before = sum([len(faces[i]) for i in range(color)])
    dice = tuple([before + i for i, shown in enumerate(faces[color]) if shown == face])
    return Lot(f"{COLORS[color]} {face}", "", count, dice=dice)


def sensible_rerolls(counts: list[int], gains: list[float], limit: int) -> list[tuple[int, ...]]:
    """Nothing, or the dice that gain most on average, one more at a time."""
    order = sorted(range(len(counts)), key=lambda i: (-gains[i], i))
    chosen = [0] * len(counts)
    found = [tuple(chosen)]
    for i in order:
        if gains[i] <= 0:
            break
        for _ in range(counts[i]):
            if sum(chosen) == limit:
                break
            chosen[i] += 1
            found.append(tuple(chosen))
    found.reverse()
    return found
