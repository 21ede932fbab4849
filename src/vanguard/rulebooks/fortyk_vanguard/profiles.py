"""What is printed: weapons, datasheets, powers, stratagems, terrain, tables and the mission. Loaded once, shared, never changed."""

from __future__ import annotations

from typing import Final

from vanguard.geometry.shapes import Part, Point

MILLIMETRES_PER_INCH: Final = 25.4
NO_CHARACTERISTIC: Final = 0
"""A characteristic of "-": it can never be modified, and whoever has no BS uses no ranged weapons."""
NO_SAVE: Final = 7
"""A Save of 7+: no armour save succeeds without a bonus."""

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
PSYKER: Final = "PSYKER"
TRANSPORT: Final = "TRANSPORT"
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


class Quantity:
    """A printed number that may be random: 3, D3, 2D6, D6+2."""

    __slots__ = ("dice", "sides", "plus", "least", "most", "text")

    def __init__(self, plus: int, dice: int = 0, sides: int = 6) -> None:
        self.dice: Final[int] = dice
        self.sides: Final[int] = sides
        """3 or 6; a D3 is a D6 halved, rounding up."""
        self.plus: Final[int] = plus
        self.least: Final[int] = dice + plus
        self.most: Final[int] = dice * sides + plus
        rolled = f"{dice if dice > 1 else ''}D{sides}" if dice else ""
        added = f"+{plus}" if dice and plus else "" if dice else str(plus)
        self.text: Final[str] = rolled + added

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quantity) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Quantity({self.text})"


class WeaponStrength:
    """The Strength of a weapon: a number of its own, or its bearer's, multiplied or with a bonus."""

    __slots__ = ("own", "times", "plus", "text")

    def __init__(self, own: int = 0, times: int = 1, plus: int = 0) -> None:
        self.own: Final[int] = own
        """Fixed Strength; 0 if it is worked out from the bearer's."""
        self.times: Final[int] = times
        self.plus: Final[int] = plus
        self.text: Final[str] = str(own) if own else f"x{times}" if times > 1 else f"+{plus}" if plus else "User"

    def of(self, bearer: int, bonus: int = 0) -> int:
        """Strength of an attack with it by a bearer of this Strength; bonuses of the bearer are added after multiplying."""
        return self.own or max(1, bearer * self.times + self.plus + bonus)


class WeaponProfile:
    """One way to use a weapon: range, type with its number of attacks, Strength, AP, Damage and abilities."""

    __slots__ = (
        "key", "name", "range", "type", "attacks", "attacks_beyond_half", "strength", "ap", "damage",
        "melee", "ranged", "assault", "heavy", "rapid_fire", "pistol", "grenade", "dakka",
        "blast", "blast_range", "damage_at_half_range", "hit_modifier", "automatic_hits", "extra_hits_on_six",
        "automatic_wounds_on_six", "mortal_wounds_on_six", "extra_attacks", "only_extra_attacks", "ignores_look_out_sir",
        "ignores_visibility", "once_per_battle", "destroys_bearer_on_one", "mortal_wound_to_bearer_on_one",
        "only_if_stationary", "bolt", "lasgun", "grinding_advance", "line",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        name: str,
        range_: float,
        type_: str,
        attacks: Quantity,
        strength: WeaponStrength,
        ap: int,
        damage: Quantity,
        attacks_beyond_half: Quantity | None = None,
        blast: bool = False,
        damage_at_half_range: Quantity | None = None,
        hit_modifier: int = 0,
        automatic_hits: bool = False,
        extra_hits_on_six: int = 0,
        automatic_wounds_on_six: bool = False,
        mortal_wounds_on_six: int = 0,
        extra_attacks: int = 0,
        only_extra_attacks: bool = False,
        ignores_look_out_sir: bool = False,
        ignores_visibility: bool = False,
        once_per_battle: bool = False,
        destroys_bearer_on_one: bool = False,
        mortal_wound_to_bearer_on_one: bool = False,
        only_if_stationary: bool = False,
        bolt: bool = False,
        lasgun: bool = False,
        grinding_advance: bool = False,
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.range: Final[float] = range_
        """Inches; 0 for a melee weapon."""
        self.type: Final[str] = type_
        self.attacks: Final[Quantity] = attacks
        """Attacks after the type (Dakka: within half range); of no meaning for a melee weapon."""
        self.attacks_beyond_half: Final[Quantity] = attacks_beyond_half or attacks
        """Dakka X/Y: attacks if the initial target is beyond half range."""
        self.strength: Final[WeaponStrength] = strength
        self.ap: Final[int] = ap
        """0 or negative: added to the saving throw."""
        self.damage: Final[Quantity] = damage
        self.melee: Final[bool] = type_ == MELEE
        self.ranged: Final[bool] = type_ != MELEE
        self.assault: Final[bool] = type_ == ASSAULT
        self.heavy: Final[bool] = type_ == HEAVY
        self.rapid_fire: Final[bool] = type_ == RAPID_FIRE
        self.pistol: Final[bool] = type_ == PISTOL
        self.grenade: Final[bool] = type_ == GRENADE
        self.dakka: Final[bool] = type_ == DAKKA
        self.blast: Final[bool] = blast
        self.blast_range: Final[float] = 0.0 if not blast else 1.0 if type_ == GRENADE else 2.0
        self.damage_at_half_range: Final[Quantity | None] = damage_at_half_range
        self.hit_modifier: Final[int] = hit_modifier
        self.automatic_hits: Final[bool] = automatic_hits
        self.extra_hits_on_six: Final[int] = extra_hits_on_six
        self.automatic_wounds_on_six: Final[bool] = automatic_wounds_on_six
        """An unmodified hit roll of 6 wounds automatically."""
        self.mortal_wounds_on_six: Final[int] = mortal_wounds_on_six
        """Mortal wounds in addition on a wound roll of 6 or more."""
        self.extra_attacks: Final[int] = extra_attacks
        """Attacks it adds, which must be made with it."""
        self.only_extra_attacks: Final[bool] = only_extra_attacks
        """No other attacks may be made with it."""
        self.ignores_look_out_sir: Final[bool] = ignores_look_out_sir
        self.ignores_visibility: Final[bool] = ignores_visibility
        self.once_per_battle: Final[bool] = once_per_battle
        self.destroys_bearer_on_one: Final[bool] = destroys_bearer_on_one
        self.mortal_wound_to_bearer_on_one: Final[bool] = mortal_wound_to_bearer_on_one
        self.only_if_stationary: Final[bool] = only_if_stationary
        self.bolt: Final[bool] = bolt
        """A bolt weapon, for Bolter Discipline."""
        self.lasgun: Final[bool] = lasgun
        """A lasgun, for First Rank, Fire! Second Rank, Fire!"""
        self.grinding_advance: Final[bool] = grinding_advance
        """May be shot twice by Grinding Advance."""
        self.line: Final[str] = self._line()
        """The numbers as they are printed on a datasheet."""

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

    def __repr__(self) -> str:
        return f"WeaponProfile({self.key})"


class Weapon:
    """A weapon as one model carries it; some have several profiles, one of which is chosen for each use."""

    __slots__ = ("key", "printed", "name", "profiles", "ranged", "melee")

    def __init__(self, key: str, printed: str, name: str, profiles: tuple[WeaponProfile, ...]) -> None:
        self.key: Final[str] = key
        """Unique on its bearer: the second of two sluggas is slugga-2."""
        self.printed: Final[str] = printed
        """The weapon of the list it is: slugga."""
        self.name: Final[str] = name
        self.profiles: Final[tuple[WeaponProfile, ...]] = profiles
        self.ranged: Final[tuple[WeaponProfile, ...]] = tuple([profile for profile in profiles if profile.ranged])
        self.melee: Final[tuple[WeaponProfile, ...]] = tuple([profile for profile in profiles if profile.melee])

    def profile(self, key: str) -> WeaponProfile:
        for profile in self.profiles:
            if profile.key == key:
                return profile
        raise KeyError(key)

    def __repr__(self) -> str:
        return f"Weapon({self.key})"


class Ability:
    """An ability of a datasheet or of an army; what its `rule` does is written in the module `special_rules`."""

    __slots__ = ("key", "name", "rule", "reach", "number", "text")

    def __init__(self, key: str, name: str, rule: str, reach: float, number: int, text: str) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        """Its name on the datasheet: Teleport Strike."""
        self.rule: Final[str] = rule
        """The rule it is, which several printed names may share: deep-strike."""
        self.reach: Final[float] = reach
        """Range of an aura or a choice in inches, 0 if it has none."""
        self.number: Final[int] = number
        """The number in it (orders each turn, bonus), 0 if it has none."""
        self.text: Final[str] = text

    def __repr__(self) -> str:
        return f"Ability({self.key})"


class Explosion:
    """Explodes: on this roll or more, every other unit this near suffers so many mortal wounds."""

    __slots__ = ("roll", "reach", "mortal_wounds")

    def __init__(self, roll: int, reach: float, mortal_wounds: Quantity) -> None:
        self.roll: Final[int] = roll
        self.reach: Final[float] = reach
        self.mortal_wounds: Final[Quantity] = mortal_wounds


class PsychicPower:
    """A psychic power as it is printed; what it does is written in the module of the Psychic phase."""

    __slots__ = ("key", "name", "warp_charge", "reach", "on_enemy", "needs_sight", "text")

    def __init__(
        self, key: str, name: str, warp_charge: int, reach: float, on_enemy: bool, needs_sight: bool, text: str
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.warp_charge: Final[int] = warp_charge
        self.reach: Final[float] = reach
        self.on_enemy: Final[bool] = on_enemy
        """Does it pick an enemy? Otherwise it picks a friend."""
        self.needs_sight: Final[bool] = needs_sight
        self.text: Final[str] = text


class Psyker:
    """What a PSYKER may do in a Psychic phase."""

    __slots__ = ("powers_per_phase", "denies_per_phase", "known")

    def __init__(self, powers_per_phase: int, denies_per_phase: int, known: tuple[PsychicPower, ...]) -> None:
        self.powers_per_phase: Final[int] = powers_per_phase
        self.denies_per_phase: Final[int] = denies_per_phase
        self.known: Final[tuple[PsychicPower, ...]] = known
        """Smite first, then the powers chosen when mustering."""


class DamageRow:
    """The characteristics that depend on the wounds left; a model without a damage table has one row for all."""

    __slots__ = ("wounds", "move", "weapon_skill", "ballistic_skill", "strength", "attacks")

    def __init__(
        self, wounds: int, move: float, weapon_skill: int, ballistic_skill: int, strength: int, attacks: Quantity
    ) -> None:
        self.wounds: Final[int] = wounds
        """It holds from this many wounds left up to the next row."""
        self.move: Final[float] = move
        self.weapon_skill: Final[int] = weapon_skill
        self.ballistic_skill: Final[int] = ballistic_skill
        """NO_CHARACTERISTIC for "-"."""
        self.strength: Final[int] = strength
        self.attacks: Final[Quantity] = attacks


class Characteristics:
    """The profile line of a datasheet."""

    __slots__ = ("rows", "toughness", "wounds", "leadership", "save", "invulnerable")

    def __init__(
        self,
        rows: tuple[DamageRow, ...],
        toughness: int,
        wounds: int,
        leadership: int,
        save: int,
        invulnerable: int,
    ) -> None:
        self.rows: Final[tuple[DamageRow, ...]] = rows
        """From the most wounds to the fewest."""
        self.toughness: Final[int] = toughness
        self.wounds: Final[int] = wounds
        self.leadership: Final[int] = leadership
        self.save: Final[int] = save
        self.invulnerable: Final[int] = invulnerable
        """The x of an invulnerable save x+, 0 for none."""


class Footprint:
    """What a model stands on: a round base, or a hull measured as the disc of its mean extent."""

    __slots__ = ("base_mm", "hull", "radius", "height")

    def __init__(self, base_mm: float, height: float, hull: tuple[float, float] | None = None) -> None:
        self.base_mm: Final[float] = base_mm
        """Largest horizontal measure in millimetres: what Look Out, Sir compares."""
        self.hull: Final[tuple[float, float] | None] = hull
        """Length and width in inches of a model without a base."""
        self.radius: Final[float] = base_mm / MILLIMETRES_PER_INCH / 2.0 if hull is None else (hull[0] + hull[1]) / 4.0
        self.height: Final[float] = height


class ModelProfile:
    """A model as fielded: its datasheet's profile with the wargear, abilities and powers chosen for it."""

    __slots__ = (
        "key", "unit", "name", "faction", "role", "look", "points", "keywords", "characteristics", "footprint",
        "weapons", "abilities", "rules", "psyker", "explosion", "capacity", "ignore_wounds", "damage_reduction",
        "damage_reduction_up_to", "cover_bonus", "save_bonus", "toughness", "wounds", "leadership", "save",
        "invulnerable", "radius", "height", "base_mm", "ranged", "melee", "longest_range",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        unit: str,
        name: str,
        faction: str,
        role: str,
        look: str,
        points: int,
        keywords: frozenset[str],
        characteristics: Characteristics,
        footprint: Footprint,
        weapons: tuple[Weapon, ...],
        abilities: tuple[Ability, ...],
        psyker: Psyker | None = None,
        explosion: Explosion | None = None,
        capacity: int = 0,
        ignore_wounds: int = 0,
        damage_reduction: int = 0,
        damage_reduction_up_to: int = 0,
        cover_bonus: int = 0,
        save_bonus: int = 0,
    ) -> None:
        self.key: Final[str] = key
        """The datasheet, the model of it and its wargear, so that equal models share a key."""
        self.unit: Final[str] = unit
        """The datasheet's key: its Unit Name, which models keep after the split."""
        self.name: Final[str] = name
        self.faction: Final[str] = faction
        self.role: Final[str] = role
        self.look: Final[str] = look
        self.points: Final[int] = points
        self.keywords: Final[frozenset[str]] = keywords
        self.characteristics: Final[Characteristics] = characteristics
        self.footprint: Final[Footprint] = footprint
        self.weapons: Final[tuple[Weapon, ...]] = weapons
        self.abilities: Final[tuple[Ability, ...]] = abilities
        self.rules: Final[frozenset[str]] = frozenset([ability.rule for ability in abilities])
        self.psyker: Final[Psyker | None] = psyker
        self.explosion: Final[Explosion | None] = explosion
        self.capacity: Final[int] = capacity
        self.ignore_wounds: Final[int] = ignore_wounds
        """Each lost wound is ignored on this roll or more, 0 for never."""
        self.damage_reduction: Final[int] = damage_reduction
        self.damage_reduction_up_to: Final[int] = damage_reduction_up_to
        """The reduction holds against attacks up to this Strength, 0 for any."""
        self.cover_bonus: Final[int] = cover_bonus
        """A further bonus to armour saves against ranged attacks while it has cover."""
        self.save_bonus: Final[int] = save_bonus
        """A bonus to every armour save (slabshield)."""
        self.toughness: Final[int] = characteristics.toughness
        self.wounds: Final[int] = characteristics.wounds
        self.leadership: Final[int] = characteristics.leadership
        self.save: Final[int] = characteristics.save
        self.invulnerable: Final[int] = characteristics.invulnerable
        self.radius: Final[float] = footprint.radius
        self.height: Final[float] = footprint.height
        self.base_mm: Final[float] = footprint.base_mm
        self.ranged: Final[tuple[Weapon, ...]] = tuple([weapon for weapon in weapons if weapon.ranged])
        self.melee: Final[tuple[Weapon, ...]] = tuple([weapon for weapon in weapons if weapon.melee])
        self.longest_range: Final[float] = max(
            [profile.range for weapon in weapons for profile in weapon.ranged], default=0.0
        )

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

    def weapon(self, key: str) -> Weapon:
        for weapon in self.weapons:
            if weapon.key == key:
                return weapon
        raise KeyError(key)

    def __repr__(self) -> str:
        return f"ModelProfile({self.key})"


class Stratagem:
    """A Stratagem as it is printed; its window is written in the chapter where it opens."""

    __slots__ = ("key", "name", "cost", "once_per_battle", "clause", "text")

    def __init__(self, key: str, name: str, cost: int, once_per_battle: bool, clause: str, text: str) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.cost: Final[int] = cost
        self.once_per_battle: Final[bool] = once_per_battle
        self.clause: Final[str] = clause
        self.text: Final[str] = text


class TerrainPiece:
    """A terrain feature: its footprint, height, category and traits; ruins also have walls and floors."""

    __slots__ = ("key", "name", "look", "category", "traits", "height", "footprint", "walls", "floors")

    def __init__(
        self,
        key: str,
        name: str,
        look: str,
        category: str,
        traits: frozenset[str],
        height: float,
        footprint: Part,
        walls: tuple[Part, ...] = (),
        floors: tuple[Part, ...] = (),
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.look: Final[str] = look
        self.category: Final[str] = category
        self.traits: Final[frozenset[str]] = traits
        self.height: Final[float] = height
        self.footprint: Final[Part] = footprint
        self.walls: Final[tuple[Part, ...]] = walls
        """Solid thin polygons inside an Area Terrain feature, from the ground to their own height."""
        self.floors: Final[tuple[Part, ...]] = floors
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


class TableSize:
    """A table of the mission: its deployment zones and where objective markers may lie."""

    __slots__ = ("key", "name", "width", "depth", "zones", "markers", "from_edge", "from_marker", "between_centres")

    def __init__(
        self,
        key: str,
        name: str,
        width: float,
        depth: float,
        zones: tuple[Strip, Strip],
        markers: tuple[Point, ...],
        from_edge: float,
        from_marker: float,
        between_centres: bool,
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.width: Final[float] = width
        self.depth: Final[float] = depth
        self.zones: Final[tuple[Strip, Strip]] = zones
        self.markers: Final[tuple[Point, ...]] = markers
        """The fixed set: one near each side and two contested."""
        self.from_edge: Final[float] = from_edge
        self.from_marker: Final[float] = from_marker
        self.between_centres: Final[bool] = between_centres
        """Are the two distances measured from the centres of markers? Otherwise from the edges of their discs."""


class Mission:
    """The mission as it is printed; how it scores is written in the module of the mission."""

    __slots__ = ("key", "name", "text", "rounds", "markers", "marker_radius", "marker_reach")

    def __init__(
        self, key: str, name: str, text: str, rounds: int, markers: int, marker_mm: float, marker_reach: float
    ) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.text: Final[str] = text
        self.rounds: Final[int] = rounds
        self.markers: Final[int] = markers
        self.marker_radius: Final[float] = marker_mm / MILLIMETRES_PER_INCH / 2.0
        self.marker_reach: Final[float] = marker_reach


class BattlefieldMap:
    """A map: its table and its terrain."""

    __slots__ = ("key", "name", "summary", "size", "pieces")

    def __init__(self, key: str, name: str, summary: str, size: TableSize, pieces: tuple[TerrainPiece, ...]) -> None:
        self.key: Final[str] = key
        self.name: Final[str] = name
        self.summary: Final[str] = summary
        self.size: Final[TableSize] = size
        self.pieces: Final[tuple[TerrainPiece, ...]] = pieces
