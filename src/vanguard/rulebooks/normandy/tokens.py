"""Tokens on the battlefield: Minefields, Belgian Gates, Flak 88s and Airstrikes."""

from __future__ import annotations

from vanguard.core.questions import Choose, Option, Path, Place
from vanguard.core.refusals import Refused
from vanguard.core.telling.events import Modifier
from vanguard.rulebooks.normandy.attacks import Protection, damage_of, pierced, roll_pool
from vanguard.rulebooks.normandy.ground import DISTANCE, HEXES, NEIGHBOURS, hex_at, shown
from vanguard.rulebooks.normandy.hex_places import HexPlace
from vanguard.rulebooks.normandy.state import Battle, Unit, marker_key, range_to, token_at, without
from vanguard.rulebooks.normandy.symbols import dice_text
from vanguard.rulebooks.normandy.units import pin, suffer

NAMES = {"minefield": "Minefield", "belgian-gate": "Belgian Gate", "flak-88": "Flak 88", "airstrike": "Airstrike"}


def none_left(battle: Battle, kind: str) -> str:
    """Why no token of this kind can be placed now, empty if one can."""
    if kind == "airstrike":
        if battle.weather == "gale":
            return "no Airstrike in a Gale"
        left = battle.airstrikes_left
    elif kind == "minefield":
        left = battle.two_sided_left()
    else:
        left = battle.flak_or_gate_left()
    return "" if left > 0 else f"no {NAMES[kind]} token is left in the pool"


def clause_of_lack(battle: Battle, kind: str) -> str:
    if kind == "airstrike" and battle.weather == "gale":
        return "weather.card.gale"
    return "components.effect-token-limits"


def hex_fault(battle: Battle, kind: str, hex: int, occupied: dict[int, Unit]) -> str:
    """Why a token of this kind may not lie in a hex, empty if it may."""
    if kind == "airstrike":
        return ""
    ground = battle.field()
    if hex in occupied:
        return f"hex {shown(hex)} holds a figure"
    if ground.water[hex]:
        return f"hex {shown(hex)} is water"
    if ground.star[hex]:
        return f"hex {shown(hex)} is a Strategic Point"
    for tokens in (battle.mines, battle.gates, battle.flaks):
        if token_at(tokens, hex) >= 0:
            return f"hex {shown(hex)} already holds a token"
    return ""


def lay_token(battle: Battle, side: int, kind: str, hex: int, clause: str) -> None:
    token = ((hex, side),)
    if kind == "minefield":
        battle.mines += token
    elif kind == "belgian-gate":
        battle.gates += token
    elif kind == "flak-88":
        battle.flaks += token
    else:
        battle.airstrikes += token
        battle.airstrikes_left -= 1
    name = NAMES[kind]
    battle.note("token-placed", clause=clause, about=(marker_key(kind, hex),), token=name, hex=shown(hex))


def remove_token(battle: Battle, kind: str, hex: int) -> None:
    if kind == "minefield":
        battle.mines = without(battle.mines, hex)
    elif kind == "belgian-gate":
        battle.gates = without(battle.gates, hex)
    else:
        battle.flaks = without(battle.flaks, hex)


class TokenPlace(HexPlace[int]):
    """Where a token may be placed: hexes near a unit, or hexes of controlled sectors, or anywhere."""

    __slots__ = ("allowed", "kind", "limit", "near", "occupied", "within")

    def __init__(
        self, battle: Battle, side: int, kind: str, near: Unit | None, within: int, allowed: list[int] | None = None
    ) -> None:
        super().__init__(battle, side)
        self.kind = kind
        self.near = near
        self.within = within
        self.allowed = allowed
        """The only hexes allowed by the effect, None for no such limit."""
        self.limit = "" if near is None else f"within {within} of {near.title}"
        self.occupied = battle.occupants()

    def fault(self, hex: int) -> str:
        if self.near is not None and range_to(self.near, hex) > self.within:
            return f"hex {shown(hex)} is not {self.limit}"
        if self.allowed is not None and hex not in self.allowed:
            return f"hex {shown(hex)} is not in a sector you control"
        return hex_fault(self.battle, self.kind, hex, self.occupied)

    def worth_a_look(self) -> list[int]:
        """The hexes the effect speaks of, free or not."""
        if self.allowed is not None:
            return self.allowed
        if self.near is None:
            return super().worth_a_look()
        places, within = self.near.places(), self.within
        row = DISTANCE[places[0]]
        if len(places) == 1:
            return [hex for hex in range(HEXES) if row[hex] <= within]
        other = DISTANCE[places[1]]
        return [hex for hex in range(HEXES) if row[hex] <= within or other[hex] <= within]

    def check(self, path: Path) -> int:
        if len(path) != 1:
            raise Refused("a token is placed in one hex", "token.placement-general")
        hex = hex_at(path[0], "token.placement-general")
        fault = self.fault(hex)
        if fault:
            raise Refused(f"{NAMES[self.kind]}: {fault}", "token.placement-general")
        return hex

    def may_end(self, hex: int) -> bool:
        """May a hex the effect speaks of hold it?"""
        return not hex_fault(self.battle, self.kind, hex, self.occupied)

    def is_possible(self) -> bool:
        """Beside the unit there usually is such a hex."""
        for place in self.near.places() if self.near is not None else []:
            for hex in NEIGHBOURS[place]:
                if self.may_end(hex):
                    return True
        return bool(self.ends())

    def question(self, clause: str) -> Place[int]:
        limit = f" {self.limit}" if self.limit else ""
        return self.ask(self.side, f"Place the {NAMES[self.kind]} in a hex{limit}", clause)


# -- mines ----------------------------------------------------------------------------------------------------------------


async def set_off_mine(battle: Battle, key: str, hex: int) -> None:
    """A Minefield goes off against the unit: armor protects, cover and Hidden do not; then 1 Pin token."""
    unit = battle.units[key]
    owner = token_at(battle.mines, hex)
    remove_token(battle, "minefield", hex)
    dice = battle.content.board.minefield_dice
    battle.note(
        "mine-goes-off",
        clause="token.minefield-trigger",
        about=unit.about,
        unit=unit.title,
        hex=shown(hex),
        pool=dice_text(dice),
    )
    armor = unit.face.armor
    guard = Protection(armor, 0, False, [Modifier(armor, "armor", "armor.value")] if armor else [])
    faces = await roll_pool(owner, f"minefield>{key}", dice, guard)
    await suffer(battle, key, damage_of(battle, owner, "Minefield", faces, guard))
    still_there = battle.units.get(key)
    if still_there is not None:
        pin(battle, still_there, "token.minefield-resolution")


# -- airstrikes -----------------------------------------------------------------------------------------------------------


async def resolve_airstrikes(battle: Battle) -> None:
    """Once the bag is empty, in the order they were placed."""
    while battle.airstrikes:
        hex, owner = battle.airstrikes[0]
        battle.airstrikes = battle.airstrikes[1:]
        battle.note("airstrike-hits", clause="token.airstrike-resolve", hex=shown(hex))
        area = [hex, *NEIGHBOURS[hex]]
        waiting = [unit.key for unit in battle.units.values() if any([place in area for place in unit.places()])]
        while waiting:
            key = waiting[0]
            if len(waiting) > 1:
                key = await Choose(
                    owner,
                    f"Airstrike at {shown(hex)}: which unit is hit next?",
                    [Option(it, it, battle.units[it].title, about=battle.units[it].about) for it in waiting],
                    "token.airstrike-resolve",
                )
            waiting.remove(key)
            await strike(battle, owner, key)


async def strike(battle: Battle, owner: int, key: str) -> None:
    """One unit under an Airstrike: AP 1, Indirect, Pinning; Hidden counts, Range 1 and hills do not."""
    attack = battle.content.board.airstrike_attack
    unit = battle.units[key]
    why: list[Modifier] = []
    armor = unit.face.armor
    if armor:
        why.append(Modifier(armor, "armor", "armor.value"))
        armor = pierced(armor, attack, unit, why)
    guard = Protection(armor, 0, battle.is_hidden(unit), why)
    dice = attack.brackets[0][2]
    battle.note(
        "struck",
        clause="token.airstrike-resolve",
        about=unit.about,
        unit=unit.title,
        pool=dice_text(dice),
        protection=guard.text(),
    )
    faces = await roll_pool(owner, f"airstrike>{key}", dice, guard)
    await suffer(battle, key, damage_of(battle, owner, attack.name, faces, guard))
    still_there = battle.units.get(key)
    if still_there is not None:
        pin(battle, still_there, "token.airstrike-resolve")
