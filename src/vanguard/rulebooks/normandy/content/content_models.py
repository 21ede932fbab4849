"""What the content files may say: validation only. `content.py` turns valid entries into profiles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from vanguard.core.telling.looks import PieceLook
from vanguard.rulebooks.normandy.profiles import FIGURES, LONGEST_RANGE, Dice, attack_key

Faction = Literal["usa", "germany"]
UnitType = Literal["HQ", "Infantry", "Specialist", "Artillery", "Light Vehicle", "Heavy Vehicle"]
KEYWORD = re.compile(r"(Blast|Indirect|Pinning|Precise|Ignores Hidden|(AP|Reroll) [1-9])")
ABILITY = re.compile(r"(?P<name>[^\d,]+?)(?: (?P<amount>\d+))?(?:, (?P<note>no landing roll))?")
ABILITIES: dict[str, str] = {
    "Steady": "steady", "Move Out": "move-out", "Vorwärts": "move-out", "Call Airstrike": "call-airstrike",
    "Dig In": "dig-in", "Paratroop": "paratroop", "Steadfast": "steadfast", "Camouflage": "camouflage",
    "Sandbags": "sandbags", "Demolition": "demolition", "Lay Mines": "lay-mines", "Smoke": "smoke",
    "Time on Target": "time-on-target", "Ammo Drop": "ammo-drop", "Recon": "recon", "Emplace Gate": "emplace-gate",
    "Emplace Flak": "emplace-flak-88", "Smoke Barrage": "smoke-barrage", "Side Skirts": "side-skirts",
}  # fmt: skip
"""Printed name of an ability to the key of its rule."""
NEEDS_NUMBER = ("steady", "smoke")
TAKES_NUMBER = (*NEEDS_NUMBER, "lay-mines")
EFFECTS = (
    "requisition", "free-unit", "supply-level", "command", "airstrike", "clear-pins", "fewer-tokens", "reroll",
    "free-promotion", "minefield", "flak-88", "belgian-gate", "free-transport", "first-token", "move",
)  # fmt: skip
SIGNS = ".=hHbwv~TF*@^%&$"
STARS = "*@^%&$"


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def refuse_twice(keys: Sequence[str], texts: Sequence[str], what: str) -> None:
    """Refuse what is the same as something before it, whatever its number or its spelling."""
    for i, key in enumerate(keys):
        if key in keys[:i]:
            raise ValueError(f"{texts[i]!r} is a second {what} of one kind, after {texts[keys.index(key)]!r}")


def read_dice(text: str) -> Dice:
    """`2 white, 1 black` as numbers of white, black and red dice."""
    counts = {"white": 0, "black": 0, "red": 0}
    for part in text.split(","):
        number, _, color = part.strip().partition(" ")
        if not number.isdigit() or color not in counts or not int(number):
            raise ValueError(f"dice are written like '2 white, 1 black', not {text!r}")
        counts[color] += int(number)
    return (counts["white"], counts["black"], counts["red"])


def read_range(text: str) -> tuple[int, int]:
    """`3-4`, or a single number for exactly that range."""
    low, _, high = text.partition("-")
    if not low.isdigit() or (high and not high.isdigit()):
        raise ValueError(f"a range is written like '1-4' or '1', not {text!r}")
    near, far = int(low), int(high or low)
    if near > far or far > LONGEST_RANGE:
        raise ValueError(f"a range runs from near to far and to {LONGEST_RANGE} at most, not {text!r}")
    return near, far


class AttackEntry(Strict):
    name: str
    action_points: Annotated[int, Field(ge=0, le=4)]
    keywords: tuple[str, ...] = ()
    dice: dict[str, str]

    @field_validator("keywords")
    @classmethod
    def known_keywords(cls, keywords: tuple[str, ...]) -> tuple[str, ...]:
        for word in keywords:
            if not KEYWORD.fullmatch(word):
                raise ValueError(
                    f"unknown keyword {word!r}; known: Blast, Indirect, AP X, Pinning, Precise, Reroll X, Ignores Hidden"
                )
        refuse_twice([word.partition(" ")[0] for word in keywords], keywords, "keyword")
        return keywords

    @field_validator("dice")
    @classmethod
    def readable_dice(cls, dice: dict[str, str]) -> dict[str, str]:
        taken: set[int] = set()
        for bracket, pool in dice.items():
            near, far = read_range(bracket)
            read_dice(pool)
            if taken & set(range(near, far + 1)):
                raise ValueError(f"range {bracket} overlaps another one")
            taken |= set(range(near, far + 1))
        if not dice:
            raise ValueError("an attack needs dice for at least one range")
        return dice


class UnitAttackEntry(AttackEntry):
    """An attack on a card: it is paid for, or it could be repeated for ever, and it reaches at least the next hex."""

    action_points: Annotated[int, Field(ge=1, le=4)]

    @field_validator("dice")
    @classmethod
    def beyond_the_own_hex(cls, dice: dict[str, str]) -> dict[str, str]:
        for bracket in dice:
            if read_range(bracket)[0] == 0:
                raise ValueError(f"a range begins at 1, the next hex, not at 0 as in {bracket!r}")
        return dice


def read_ability(text: str) -> tuple[str, str, int]:
    """Key, printed name and number of an ability; `Paratroop, no landing roll` has the number 1."""
    if text == "Emplace Flak 88":
        return ABILITIES["Emplace Flak"], text, 0
    match = ABILITY.fullmatch(text)
    if match is None or match["name"] not in ABILITIES:
        raise ValueError(f"unknown ability {text!r}; known: {', '.join(ABILITIES)}")
    key = ABILITIES[match["name"]]
    if (key in NEEDS_NUMBER) and not match["amount"]:
        raise ValueError(f"{text} needs its distance in hexes, such as '{text} 3'")
    if match["amount"] and key not in TAKES_NUMBER:
        raise ValueError(f"{match['name']} takes no number, unlike in {text!r}")
    if match["note"] and key != "paratroop":
        raise ValueError(f"only Paratroop has a landing roll to leave out, not {match['name']}")
    amount = 1 if match["note"] else int(match["amount"] or 0)
    return key, match["name"], amount


class SideEntry(Strict):
    """The veteran side: what is not given is as on the normal side; a list replaces the whole list."""

    armor: Annotated[int, Field(ge=0, le=6)] | None = None
    health: Annotated[int, Field(ge=1, le=20)] | None = None
    move: Annotated[int, Field(ge=1, le=8)] | None = None
    action_points: Annotated[int, Field(ge=1, le=5)] | None = None
    abilities: tuple[str, ...] | None = None
    attacks: tuple[UnitAttackEntry, ...] | None = None

    @field_validator("abilities")
    @classmethod
    def known_abilities(cls, abilities: tuple[str, ...] | None) -> tuple[str, ...] | None:
        texts = abilities or ()
        refuse_twice([read_ability(text)[0] for text in texts], texts, "ability")
        return abilities

    @field_validator("attacks")
    @classmethod
    def attacks_apart(cls, attacks: tuple[UnitAttackEntry, ...] | None) -> tuple[UnitAttackEntry, ...] | None:
        names = [attack.name for attack in attacks or ()]
        refuse_twice([attack_key(name) for name in names], names, "attack")
        return attacks


class UnitEntry(SideEntry):
    name: str
    faction: Faction
    type: UnitType
    look: PieceLook = "trooper"
    supply: Annotated[int, Field(ge=1, le=5)]
    cost: Annotated[int, Field(ge=1, le=20)]
    copies: Annotated[int, Field(ge=1, le=6)]
    size: int | None = None
    veteran: SideEntry

    @model_validator(mode="after")
    def printed_in_full(self) -> UnitEntry:
        missing = [
            name for name in ("health", "move", "action_points", "abilities", "attacks") if getattr(self, name) is None
        ]
        if missing:
            raise ValueError(f"the normal side must give {', '.join(missing)}")
        on_foot = self.type in ("HQ", "Infantry", "Specialist")
        if on_foot and (self.size != FIGURES[self.type] or self.armor is not None):
            raise ValueError(f"{self.type} has size {FIGURES[self.type]} and no armor")
        if not on_foot and (self.armor is None or self.size is not None):
            raise ValueError(f"{self.type} has an armor in place of a size")
        if self.veteran.health is not None and self.health is not None and self.veteran.health < self.health:
            raise ValueError("a veteran side never has lower health")
        for side in (self, self.veteran):
            abilities = side.abilities if side.abilities is not None else self.abilities
            attacks = side.attacks if side.attacks is not None else self.attacks
            if "Time on Target" in (abilities or ()) and not attacks:
                raise ValueError("Time on Target makes the first attack of its side, and there is none")
        return self


class TileEntry(Strict):
    name: str
    rows: tuple[str, ...]

    @field_validator("rows")
    @classmethod
    def five_by_five(cls, rows: tuple[str, ...]) -> tuple[str, ...]:
        if len(rows) != 5 or any(len(row) != 5 for row in rows):
            raise ValueError("a tile has five rows of five hexes")
        signs = "".join(rows)
        for sign in signs:
            if sign not in SIGNS:
                raise ValueError(f"unknown terrain sign {sign!r}; known: {SIGNS}")
        if sum(sign in STARS for sign in signs) != 1:
            raise ValueError("a tile has exactly one Strategic Point")
        if "~" in rows[0] + rows[4]:
            raise ValueError("the first and the last row have no water")
        return rows


class WeatherEntry(Strict):
    name: str
    promotions: Annotated[int, Field(ge=0, le=12)]
    tokens: Annotated[int, Field(ge=-3, le=3)]
    text: str
    clause: str
    starts: bool = False


class UnderdogAbilityEntry(Strict):
    behind: Annotated[int, Field(ge=1)]
    strain: Annotated[int, Field(ge=0, le=5)]
    gives: dict[str, Annotated[int, Field(ge=1)]]

    @field_validator("gives")
    @classmethod
    def known_effects(cls, gives: dict[str, int]) -> dict[str, int]:
        for effect in gives:
            if effect not in EFFECTS:
                raise ValueError(f"unknown effect {effect!r}; known: {', '.join(EFFECTS)}")
        return gives


class UnderdogEntry(Strict):
    name: str
    faction: Faction
    abilities: tuple[UnderdogAbilityEntry, ...]


class BattlefieldEntry(Strict):
    name: str
    summary: str
    lines: tuple[tuple[str, str, str], tuple[str, str, str], tuple[str, str, str]]


class SectorEntry(Strict):
    requisition: Annotated[int, Field(ge=0)]
    vp: Annotated[int, Field(ge=0)]


class SectorsEntry(Strict):
    own_home: tuple[SectorEntry, SectorEntry, SectorEntry]
    middle: tuple[SectorEntry, SectorEntry, SectorEntry]
    enemy_home: tuple[SectorEntry, SectorEntry, SectorEntry]


class SupplyEntry(Strict):
    prices: tuple[int, int, int, int]
    spaces: tuple[tuple[UnitType, ...], ...]


class TokensEntry(Strict):
    airstrike: Annotated[int, Field(ge=0)]
    flak_or_gate: Annotated[int, Field(ge=0)]
    minefield_or_sandbag: Annotated[int, Field(ge=0)]
    minefield_dice: str
    airstrike_attack: AttackEntry
    flak_attack: AttackEntry


class BoardEntry(Strict):
    requisition_cap: Annotated[int, Field(ge=1)]
    command: Annotated[int, Field(ge=0)]
    strain: Annotated[int, Field(ge=0)]
    faction_tokens: Annotated[int, Field(ge=1)]
    weather_tokens: tuple[int, ...]
    victory_points: Annotated[int, Field(ge=1)]
    rounds: Annotated[int, Field(ge=1)]
    underdog_lead: Annotated[int, Field(ge=1)]
    transport_hexes: Annotated[int, Field(ge=1)]
    supply: SupplyEntry
    sectors: SectorsEntry
    tokens: TokensEntry
