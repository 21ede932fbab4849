"""What is printed: weapons, datasheets, powers, stratagems, terrain, tables and the mission. Loaded once, shared, never changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from vanguard.geometry.shapes import Part, Point

MILLIMETRES_PER_INCH: Final = 25.4
NO_CHARACTERISTIC: Final = 0
"""A characteristic of "-": it can never be modified, and whoever has no BS uses no ranged weapons."""
NO_SAVE: Final = 7
"""A Save of 7+: no armour save succeeds without a bonus."""
TOO_LARGE: Final = 18
"""The Wounds of a model that terrain hides no longer."""

# Battlefield Roles
HQ: Final = "hq"
TROOPS: Final = "troops"
ELITES: Final = "elites"
FAST_ATTACK: Final = "fast-attack"
HEAVY_SUPPORT: Final = "heavy-support"
DEDICATED_TRANSPORT: Final = "dedicated-transport"
ROLES: Final[tuple[str, ...]] = (HQ, TROOPS, ELITES, FAST_ATTACK, HEAVY_SUPPORT, DEDICATED_TRANSPORT)

# weapon types
ASSAULT: Final = "assault"
HEAVY: Final = "heavy"
RAPID_FIRE: Final = "rapid-fire"
PISTOL: Final = "pistol"
GRENADE: Final = "grenade"
DAKKA: Final = "dakka"
MELEE: Final = "melee"
WEAPON_TYPES: Final[tuple[str, ...]] = (ASSAULT, HEAVY, RAPID_FIRE, PISTOL, GRENADE, DAKKA, MELEE)

# keywords that rules ask for
CHARACTER: Final = "CHARACTER"
INFANTRY: Final = "INFANTRY"
BEASTS: Final = "BEASTS"
SWARM: Final = "SWARM"
VEHICLE: Final = "VEHICLE"
MONSTER: Final = "MONSTER"
FLY: Final = "FLY"
CORE: Final = "CORE"
TERMINATOR: Final = "TERMINATOR"
OFFICER: Final = "OFFICER"

# terrain categories and traits
AREA: Final = "area"
OBSTACLE: Final = "obstacle"
HILL: Final = "hill"
LIGHT_COVER: Final = "light-cover"
HEAVY_COVER: Final = "heavy-cover"
DENSE_COVER: Final = "dense-cover"
OBSCURING: Final = "obscuring"
DEFENSIBLE: Final = "defensible"
DEFENCE_LINE: Final = "defence-line"
SCALEABLE: Final = "scaleable"
BREACHABLE: Final = "breachable"
DIFFICULT_GROUND: Final = "difficult-ground"
EXPOSED_POSITION: Final = "exposed-position"
UNSTABLE_POSITION: Final = "unstable-position"
TERRAIN_TRAITS: Final[tuple[str, ...]] = (
    LIGHT_COVER, HEAVY_COVER, DENSE_COVER, OBSCURING, DEFENSIBLE, DEFENCE_LINE, SCALEABLE, BREACHABLE, DIFFICULT_GROUND,
    EXPOSED_POSITION, UNSTABLE_POSITION,
)  # fmt: skip


@dataclass(eq=False)
class Quantity:
    """A printed number that may be random: 3, D3, 2D6, D6+2."""

    plus: int
    dice: int = 0
    sides: int = 6
    """3 or 6; a D3 is a D6 halved, rounding up."""
    least: int = field(init=False)
    most: int = field(init=False)
    text: str = field(init=False)

    def __post_init__(self) -> None:
        self.least = self.dice + self.plus
        self.most = self.dice * self.sides + self.plus
        rolled = f"{self.dice if self.dice > 1 else ''}D{self.sides}" if self.dice else ""
        added = f"+{self.plus}" if self.dice and self.plus else "" if self.dice else str(self.plus)
        self.text = rolled + added

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quantity) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Quantity({self.text})"


@dataclass(frozen=True, eq=False)
class WeaponStrength:
    """The Strength of a weapon: a number of its own, or its bearer's, multiplied or with a bonus."""

    own: int = 0
    """Fixed Strength; 0 if it is worked out from the bearer's."""
    times: int = 1
    plus: int = 0

    @property
    def text(self) -> str:
        if self.own:
            return str(self.own)
        if self.times > 1:
            return f"x{self.times}"
        return f"+{self.plus}" if self.plus else "User"

    def of(self, bearer: int, bonus: int = 0) -> int:
        """Strength of an attack with it by a bearer of this Strength; bonuses of the bearer are added after multiplying."""
        return self.own or max(1, bearer * self.times + self.plus + bonus)


@dataclass(eq=False)
class WeaponProfile:
    """One way to use a weapon: range, type with its number of attacks, Strength, AP, Damage and abilities."""

    key: str
    name: str
    range: float
    """Inches; 0 for a melee weapon."""
    type: str
    attacks: Quantity
    """Attacks after the type (Dakka: within half range); of no meaning for a melee weapon."""
    strength: WeaponStrength
    ap: int
    """0 or negative: added to the saving throw."""
    damage: Quantity
    attacks_beyond_half: Quantity
    """Dakka X/Y: attacks if the initial target is beyond half range; of any other weapon the same."""
    blast: bool = False
    damage_at_half_range: Quantity | None = None
    hit_modifier: int = 0
    automatic_hits: bool = False
    extra_hits_on_six: int = 0
    automatic_wounds_on_six: bool = False
    """An unmodified hit roll of 6 wounds automatically."""
    mortal_wounds_on_six: int = 0
    """Mortal wounds in addition on a wound roll of 6 or more."""
    extra_attacks: int = 0
    """Attacks it adds, which must be made with it."""
    only_extra_attacks: bool = False
    """No other attacks may be made with it."""
    ignores_look_out_sir: bool = False
    ignores_visibility: bool = False
    once_per_battle: bool = False
    destroys_bearer_on_one: bool = False
    mortal_wound_to_bearer_on_one: bool = False
    only_if_stationary: bool = False
    bolt: bool = False
    """A bolt weapon, for Bolter Discipline."""
    lasgun: bool = False
    """A lasgun, for First Rank, Fire! Second Rank, Fire!"""
    grinding_advance: bool = False
    """May be shot twice by Grinding Advance."""
    melee: bool = field(init=False)
    ranged: bool = field(init=False)
    assault: bool = field(init=False)
    heavy: bool = field(init=False)
    rapid_fire: bool = field(init=False)
    pistol: bool = field(init=False)
    grenade: bool = field(init=False)
    dakka: bool = field(init=False)
    blast_range: float = field(init=False)
    line: str = field(init=False)
    """The numbers as they are printed on a datasheet."""

    def __post_init__(self) -> None:
        self.melee = self.type == MELEE
        self.ranged = self.type != MELEE
        self.assault = self.type == ASSAULT
        self.heavy = self.type == HEAVY
        self.rapid_fire = self.type == RAPID_FIRE
        self.pistol = self.type == PISTOL
        self.grenade = self.type == GRENADE
        self.dakka = self.type == DAKKA
        self.blast_range = 0.0 if not self.blast else 1.0 if self.grenade else 2.0
        self.line = self._line()

    def _line(self) -> str:
        words = {RAPID_FIRE: "Rapid Fire"}.get(self.type, self.type.capitalize())
        shots = "" if self.melee else f" {self.attacks.text}"
        if self.dakka:
            shots += f"/{self.attacks_beyond_half.text}"
        reach = "" if self.melee else f'{self.range:g}" '
        return f"{reach}{words}{shots}, S {self.strength.text}, AP {self.ap}, D {self.damage.text}"

    @property
    def half_range(self) -> float:
        return self.range / 2.0

    @property
    def sixes_matter(self) -> bool:
        """Does an unmodified hit roll of 6 do more than hit?"""
        return self.extra_hits_on_six > 0 or self.automatic_wounds_on_six

    @property
    def harms_bearer(self) -> bool:
        """On an unmodified hit roll of 1."""
        return self.destroys_bearer_on_one or self.mortal_wound_to_bearer_on_one

    def __repr__(self) -> str:
        return f"WeaponProfile({self.key})"


@dataclass(eq=False)
class Weapon:
    """A weapon as one model carries it; some have several profiles, one of which is chosen for each use."""

    key: str
    """Unique on its bearer: the second of two sluggas is slugga-2."""
    printed: str
    """The weapon of the list it is: slugga."""
    name: str
    profiles: tuple[WeaponProfile, ...]
    ranged: tuple[WeaponProfile, ...] = field(init=False)
    melee: tuple[WeaponProfile, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.ranged = tuple([profile for profile in self.profiles if profile.ranged])
        self.melee = tuple([profile for profile in self.profiles if profile.melee])

    def profile(self, key: str) -> WeaponProfile:
        for profile in self.profiles:
            if profile.key == key:
                return profile
        raise KeyError(key)

    def __repr__(self) -> str:
        return f"Weapon({self.key})"


@dataclass(frozen=True, eq=False)
class Ability:
    """An ability of a datasheet or of an army; what its `rule` does is written in the module `special_rules`."""

    key: str
    name: str
    """Its name on the datasheet: Teleport Strike."""
    rule: str
    """The rule it is, which several printed names may share: deep-strike."""
    reach: float
    """Range of an aura or a choice in inches, 0 if it has none."""
    number: int
    """The number in it (orders each turn, bonus), 0 if it has none."""
    text: str

    def __repr__(self) -> str:
        return f"Ability({self.key})"


@dataclass(frozen=True, eq=False)
class Explosion:
    """Explodes: on this roll or more, every other unit this near suffers so many mortal wounds."""

    roll: int
    reach: float
    mortal_wounds: Quantity


@dataclass(frozen=True, eq=False)
class PsychicPower:
    """A psychic power as it is printed; what it does is written in the module of the Psychic phase."""

    key: str
    name: str
    warp_charge: int
    reach: float
    on_enemy: bool
    """Does it pick an enemy? Otherwise it picks a friend."""
    needs_sight: bool
    text: str


@dataclass(frozen=True, eq=False)
class Psyker:
    """What a PSYKER may do in a Psychic phase."""

    powers_per_phase: int
    denies_per_phase: int
    known: tuple[PsychicPower, ...]
    """Smite first, then the powers chosen when mustering."""


@dataclass(frozen=True, eq=False)
class DamageRow:
    """The characteristics that depend on the wounds left; a model without a damage table has one row for all."""

    wounds: int
    """It holds from this many wounds left up to the next row."""
    move: float
    weapon_skill: int
    ballistic_skill: int
    """NO_CHARACTERISTIC for "-"."""
    strength: int
    attacks: Quantity


@dataclass(frozen=True, eq=False)
class Characteristics:
    """The profile line of a datasheet."""

    rows: tuple[DamageRow, ...]
    """From the most wounds to the fewest."""
    toughness: int
    wounds: int
    leadership: int
    save: int
    invulnerable: int
    """The x of an invulnerable save x+, 0 for none."""


@dataclass(frozen=True, eq=False)
class Footprint:
    """What a model stands on: a round base, or a hull measured as the disc of its mean extent."""

    base_mm: float
    """Largest horizontal measure in millimetres: what Look Out, Sir compares."""
    height: float
    hull: tuple[float, float] | None = None
    """Length and width in inches of a model without a base."""

    @property
    def radius(self) -> float:
        return self.base_mm / MILLIMETRES_PER_INCH / 2.0 if self.hull is None else (self.hull[0] + self.hull[1]) / 4.0


@dataclass(eq=False)
class ModelProfile:
    """A model as fielded: its datasheet's profile with the wargear, abilities and powers chosen for it."""

    key: str
    """The datasheet, the model of it, its wargear and its powers, so that equal models share a key."""
    unit: str
    """The datasheet's key: its Unit Name, which models keep after the split."""
    name: str
    faction: str
    role: str
    look: str
    points: int
    keywords: frozenset[str]
    characteristics: Characteristics
    footprint: Footprint
    weapons: tuple[Weapon, ...]
    abilities: tuple[Ability, ...]
    psyker: Psyker | None = None
    explosion: Explosion | None = None
    capacity: int = 0
    ignore_wounds: int = 0
    """Each lost wound is ignored on this roll or more, 0 for never."""
    damage_reduction: int = 0
    damage_reduction_up_to: int = 0
    """The reduction holds against attacks up to this Strength, 0 for any."""
    cover_bonus: int = 0
    """A further bonus to armour saves against ranged attacks while it has cover."""
    save_bonus: int = 0
    """A bonus to every armour save (slabshield)."""
    rules: frozenset[str] = field(init=False)
    toughness: int = field(init=False)
    wounds: int = field(init=False)
    leadership: int = field(init=False)
    save: int = field(init=False)
    invulnerable: int = field(init=False)
    towers: bool = field(init=False)
    """So large that it never benefits from Dense Cover and is seen across Obscuring terrain."""
    radius: float = field(init=False)
    height: float = field(init=False)
    base_mm: float = field(init=False)
    ranged: tuple[Weapon, ...] = field(init=False)
    melee: tuple[Weapon, ...] = field(init=False)
    longest_range: float = field(init=False)

    def __post_init__(self) -> None:
        self.rules = frozenset([ability.rule for ability in self.abilities])
        self.toughness = self.characteristics.toughness
        self.wounds = self.characteristics.wounds
        self.leadership = self.characteristics.leadership
        self.save = self.characteristics.save
        self.invulnerable = self.characteristics.invulnerable
        self.towers = self.wounds >= TOO_LARGE
        self.radius = self.footprint.radius
        self.height = self.footprint.height
        self.base_mm = self.footprint.base_mm
        self.ranged = tuple([weapon for weapon in self.weapons if weapon.ranged])
        self.melee = tuple([weapon for weapon in self.weapons if weapon.melee])
        self.longest_range = max([profile.range for weapon in self.weapons for profile in weapon.ranged], default=0.0)

    def row(self, wounds: int) -> DamageRow:
        """The row of the damage table for this many wounds left."""
        for row in self.characteristics.rows:
            if wounds >= row.wounds:
                return row
        return self.characteristics.rows[-1]

    def is_(self, keyword: str) -> bool:
        return keyword in self.keywords

    def has(self, rule: str) -> bool:
        return rule in self.rules

    def ability(self, rule: str) -> Ability:
        for ability in self.abilities:
            if ability.rule == rule:
                return ability
        raise KeyError(rule)

    def number_in(self, rule: str, usual: int) -> int:
        """The number printed in an ability of this rule, or the usual one."""
        return self.ability(rule).number or usual

    def reach_of(self, rule: str, usual: float) -> float:
        """How far an ability of this rule reaches, or how far such abilities usually do."""
        return self.ability(rule).reach or usual

    def weapon(self, key: str) -> Weapon:
        for weapon in self.weapons:
            if weapon.key == key:
                return weapon
        raise KeyError(key)

    def __repr__(self) -> str:
        return f"ModelProfile({self.key})"


@dataclass(frozen=True, eq=False)
class Stratagem:
    """A Stratagem as it is printed; its window is written in the chapter where it opens."""

    key: str
    name: str
    cost: int
    once_per_battle: bool
    clause: str
    text: str


@dataclass(frozen=True, eq=False)
class TerrainPiece:
    """A terrain feature: its footprint, height, category and traits; ruins also have walls and floors."""

    key: str
    name: str
    look: str
    category: str
    traits: frozenset[str]
    height: float
    footprint: Part
    walls: tuple[Part, ...] = ()
    """Solid thin polygons inside an Area Terrain feature, from the ground to their own height."""
    floors: tuple[Part, ...] = ()
    """Upper floors: polygons whose `top` is the elevation on which models stand."""

    @property
    def is_area(self) -> bool:
        return self.category == AREA

    @property
    def is_obstacle(self) -> bool:
        return self.category == OBSTACLE

    def has(self, trait: str) -> bool:
        return trait in self.traits

    def __repr__(self) -> str:
        return f"TerrainPiece({self.key})"


Strip = tuple[float, float, float, float]
"""x from, y from, x to, y to."""


@dataclass(frozen=True, eq=False)
class TableSize:
    """A table of the mission: its deployment zones and where objective markers may lie."""

    key: str
    name: str
    width: float
    depth: float
    zones: tuple[Strip, Strip]
    markers: tuple[Point, ...]
    """The fixed set: one near each side and two contested."""
    from_edge: float
    from_marker: float
    between_centres: bool
    """Are the two distances measured from the centres of markers? Otherwise from the edges of their discs."""


@dataclass(frozen=True, eq=False)
class Mission:
    """The mission as it is printed; how it scores is written in the module of the mission."""

    key: str
    name: str
    text: str
    rounds: int
    markers: int
    marker_mm: float
    marker_reach: float

    @property
    def marker_radius(self) -> float:
        return self.marker_mm / MILLIMETRES_PER_INCH / 2.0


@dataclass(frozen=True, eq=False)
class BattlefieldMap:
    """A map: its table and its terrain."""

    key: str
    name: str
    summary: str
    size: TableSize
    pieces: tuple[TerrainPiece, ...]
